//! The way over a chain: from where it stopped to the latest block, then backwards for those who came later.
//!
//! [`Walker::step`] is one piece of it, which is kept with the place it reached in one transaction: whoever is
//! killed goes on exactly there. Each piece looks at the hash of the block before it. Where that is another one
//! by now, the chain was reorganised: what was read above the last block that still stands is forgotten
//! ([`Walker::go_back`]), and read again.

use super::chain_records::Hash;
use super::details::Wanted;
use super::settings::HistorySettings;
use super::spam::MANY;
use super::window::{Asked, Range, Trouble};
use crate::clock::now_ms;
use crate::db::Db;
use crate::db::history::{Walk, Watch};
use crate::db::history_forgetting::Keeping;
use crate::db::history_writing::{Lowered, Piece};
use crate::upstream::{Chain, Chains};
use chains::evm::address::{Address, Strictness};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Blocks below the latest that may still be replaced: there less is read at once, and more hashes are kept.
const YOUNG_BLOCKS: i64 = 64;
/// How many of those are read at once.
const YOUNG_WINDOW: i64 = 16;
/// How many blocks are read at once where every block is read whole.
const SCAN_WINDOW: i64 = 32;
/// How many are searched at once: to begin with, and at most.
const FIRST_WINDOW: i64 = 2_000;
const LARGEST_WINDOW: i64 = 10_000;
/// A chain that is shorter than it was is waited for so many times: nodes fall behind each other.
const MOST_SHORT: u32 = 3;
/// How many hashes are compared at once.
const MOST_COMPARED: usize = 50;

/// Walks over one chain.
pub(super) struct Walker {
    db: Db,
    chains: Arc<Chains>,
    id: String,
    /// How long a call may take.
    time: Duration,
    backfill: i64,
    /// How many transactions of an account are kept.
    most: i64,
    /// The contracts of listed tokens.
    listed: Vec<String>,
    is_scan: bool,
    window: i64,
    short: u32,
}

/// What came of a step.
#[derive(Debug)]
pub(super) enum Step {
    /// There is more.
    More,
    /// Everything is read.
    Done,
    /// Nobody is followed.
    Idle,
}

/// Why there was no step.
#[derive(Debug)]
pub(super) enum Stop {
    /// The next one asks for less.
    Smaller,
    Trouble(Trouble),
    Database(sqlx::Error),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Stop::Trouble(trouble)
    }
}

impl From<sqlx::Error> for Stop {
    fn from(error: sqlx::Error) -> Self {
        Stop::Database(error)
    }
}

impl Walker {
    pub(super) fn new(
        settings: &HistorySettings,
        time: Duration,
        db: Db,
        chains: Arc<Chains>,
        id: &str,
        listed: &[String],
    ) -> Self {
        Walker {
            db,
            chains,
            id: id.to_owned(),
            time,
            backfill: settings.backfill_blocks.into(),
            most: settings.account_transactions.into(),
            listed: listed.to_owned(),
            is_scan: settings.scan_native.contains(id),
            window: FIRST_WINDOW,
            short: 0,
        }
    }

    /// The chain.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Reads one piece.
    pub(super) async fn step(&mut self) -> Result<Step, Stop> {
        let watches = self.db.history_watches(&self.id).await?;
        if watches.is_empty() {
            return Ok(Step::Idle);
        }
        let head = self.head().await?;
        let walk = self.db.history_walk(&self.id).await?;
        let is_new = watches.iter().any(|it| it.lowest < 0);
        let Some(walk) = walk.filter(|_| !is_new) else {
            self.begin(walk, &watches, head).await?;
            return Ok(Step::More);
        };
        let blocks = self.db.history_blocks(&self.id).await?;
        let known = blocks.into_iter().next().filter(|(block, _)| *block == walk.next - 1);
        if head >= walk.next {
            self.short = 0;
            return self.forward(walk, known, &watches, head).await;
        }
        if let Some((block, hash)) = &known {
            if head < *block {
                return self.wait_or_go_back(walk, head).await;
            }
            self.short = 0;
            let now = self.asked()?.hashes(&[*block]).await?.pop().flatten();
            if now.ok_or(Trouble::Silent)?.0 != *hash {
                return self.go_back(walk).await;
            }
        }
        self.backward(walk, known, &watches).await
    }

    /// Those who are new are read for from here on: forward with all others, backwards on their own. Where
    /// nobody was followed lately, the way begins near the latest block.
    async fn begin(&self, walk: Option<Walk>, watches: &[Watch], head: i64) -> Result<(), Stop> {
        let is_followed = watches.iter().any(|it| it.lowest >= 0);
        let near = (head + 1 - YOUNG_BLOCKS).max(0);
        let next = match walk {
            Some(walk) if is_followed => walk.next,
            Some(walk) => walk.next.max(near),
            None => near,
        };
        let begins = |it: &Watch| Lowered {
            account: it.account.clone(),
            lowest: next,
            floor: (next - self.backfill).max(0),
            since_ms: now_ms(),
        };
        let is_new = |it: &&Watch| it.lowest < 0 || walk.is_none();
        let lowered = watches.iter().filter(is_new).map(begins).collect();
        let piece = Piece { lowered, ..Piece::default() };
        self.db.add_history(&self.id, walk, next, &piece).await?;
        Ok(())
    }

    async fn forward(
        &mut self,
        walk: Walk,
        known: Option<(i64, String)>,
        watches: &[Watch],
        head: i64,
    ) -> Result<Step, Stop> {
        let from = walk.next;
        let old = head - YOUNG_BLOCKS;
        let to = if self.is_scan {
            head.min(from + self.window.min(SCAN_WINDOW) - 1)
        } else if from <= old {
            old.min(from + self.window - 1)
        } else {
            head.min(from + self.window.min(YOUNG_WINDOW) - 1)
        };
        let wanted = wanted(watches.iter());
        let Some((piece, _)) = self.read(Range { from, to }, known, &wanted).await? else {
            return self.go_back(walk).await;
        };
        self.add(walk, to + 1, &piece).await?;
        Ok(Step::More)
    }

    async fn backward(
        &mut self,
        walk: Walk,
        known: Option<(i64, String)>,
        watches: &[Watch],
    ) -> Result<Step, Stop> {
        let unread = watches.iter().filter(|it| it.lowest > it.floor);
        let Some(highest) = unread.clone().max_by_key(|it| it.lowest) else {
            return Ok(Step::Done);
        };
        let window = if self.is_scan { self.window.min(SCAN_WINDOW) } else { self.window };
        let to = highest.lowest - 1;
        let from = highest.floor.max(to - window + 1);
        let with: Vec<&Watch> = unread.filter(|it| it.lowest > from && it.floor <= from).collect();
        let wanted = wanted(with.iter().copied());
        let Some((mut piece, since_ms)) = self.read(Range { from, to }, known, &wanted).await?
        else {
            return self.go_back(walk).await;
        };
        // Below the way forward no hash is compared any more.
        piece.blocks.clear();
        let lowered = with.iter().map(|it| Lowered {
            account: it.account.clone(),
            lowest: from,
            floor: it.floor,
            since_ms,
        });
        piece.lowered = lowered.chain(piece.lowered).collect();
        self.add(walk, walk.next, &piece).await?;
        Ok(Step::More)
    }

    /// Keeps what was read. Of an account that does more than is kept some is forgotten.
    async fn add(&self, walk: Walk, next: i64, piece: &Piece) -> Result<(), Stop> {
        self.db.add_history(&self.id, Some(walk), next, piece).await?;
        let accounts: BTreeSet<&str> = piece.entries.iter().map(|it| &*it.account).collect();
        let accounts: Vec<&str> = accounts.into_iter().collect();
        let keeping = Keeping { most: self.most, listed: &self.listed, mass: MANY };
        while !accounts.is_empty()
            && self.db.trim_history(&self.id, &accounts, &keeping, now_ms()).await?
        {}
        Ok(())
    }

    /// Reads some blocks, and when the first of them was made; nothing where the chain was reorganised.
    async fn read(
        &mut self,
        range: Range,
        known: Option<(i64, String)>,
        wanted: &Wanted,
    ) -> Result<Option<(Piece, i64)>, Stop> {
        let asked = self.asked()?;
        let accounts = wanted.keys().copied().collect();
        let read = async {
            let mut found = asked.read(range, known.as_ref().map(|it| it.0), &accounts).await?;
            let is_same =
                known.is_none_or(|(_, hash)| found.known.as_ref().is_some_and(|it| it.0 == hash));
            if !is_same {
                return Ok(None);
            }
            let (from_ms, is_scan) = (found.from_ms, self.is_scan);
            let hashes = found.blocks.iter().filter(|(block, _)| is_scan || **block == range.to);
            let blocks = hashes.map(|(block, it)| (*block, it.hash.0.clone())).collect();
            // Of whom not all could be told is known from the next block on.
            let (from, since_ms) = (range.to + 1, from_ms + 1_000);
            let later = |it: &Address| Lowered {
                account: it.to_lowercase(),
                lowest: from,
                floor: from,
                since_ms,
            };
            let lowered = found.untold.drain().map(|it| later(&it)).collect();
            let piece = asked.piece(found, wanted).await?;
            Ok(Some((Piece { blocks, lowered, ..piece }, from_ms)))
        };
        let read: Result<_, Trouble> = read.await;
        match read {
            Ok(read) => {
                self.window = (self.window * 2).min(LARGEST_WINDOW);
                Ok(read)
            }
            Err(trouble) => {
                let is_smaller = trouble == Trouble::TooMuch && range.to > range.from;
                self.window = ((range.to - range.from + 1) / 2).max(1);
                Err(if is_smaller { Stop::Smaller } else { trouble.into() })
            }
        }
    }

    /// The chain is shorter than it was: most likely the node is behind. It may have been cut, too.
    async fn wait_or_go_back(&mut self, walk: Walk, head: i64) -> Result<Step, Stop> {
        let blocks = self.db.history_blocks(&self.id).await?;
        let below = blocks.iter().find(|(block, _)| *block <= head);
        let is_another = match below {
            Some((block, hash)) => {
                let now = self.asked()?.hashes(&[*block]).await?.pop().flatten();
                now.is_some_and(|it| it.0 != *hash)
            }
            None => false,
        };
        if !is_another && self.short < MOST_SHORT {
            self.short += 1;
            return Err(Trouble::Silent.into());
        }
        self.short = 0;
        self.go_back(walk).await
    }

    /// Forgets what is above the last block that still stands. Where none does everything is read anew, once every
    /// node has another one in the place of the oldest: one that knows none is behind, and one alone may lie.
    async fn go_back(&self, walk: Walk) -> Result<Step, Stop> {
        let blocks = self.db.history_blocks(&self.id).await?;
        let mut has_others = false;
        for some in blocks.chunks(MOST_COMPARED) {
            let numbers: Vec<i64> = some.iter().map(|it| it.0).collect();
            let now = self.asked()?.hashes(&numbers).await?;
            let is_same = |(at, known): &(&Option<_>, &(i64, String))| {
                at.as_ref().is_some_and(|it: &Hash| it.0 == known.1)
            };
            has_others |= now.iter().any(Option::is_some);
            if let Some((_, (block, _))) = now.iter().zip(some).find(is_same) {
                let (chain, to) = (&self.id, block);
                tracing::info!(chain, to, next = walk.next, "the chain was reorganised");
                self.db.roll_history_back(&self.id, walk, Some(*block)).await?;
                return Ok(Step::More);
            }
        }
        let Some((oldest, hash)) = blocks.last().filter(|_| has_others) else {
            return Err(Trouble::Silent.into());
        };
        let everybodys = self.asked()?.everybodys_hashes(*oldest).await;
        let is_another = |it: &Option<Hash>| it.as_ref().is_some_and(|it| it.0 != *hash);
        if everybodys.is_empty() || !everybodys.iter().all(is_another) {
            return Err(Trouble::Disputed.into());
        }
        tracing::error!(chain = self.id, "no block that was read is there any more: read anew");
        self.db.roll_history_back(&self.id, walk, None).await?;
        Ok(Step::More)
    }

    async fn head(&self) -> Result<i64, Trouble> {
        let said =
            self.chain()?.result(self.asked()?.errand(), "eth_blockNumber", json!([])).await?;
        let digits = said.as_str().and_then(|it| it.strip_prefix("0x"));
        let number = digits.and_then(|it| i64::from_str_radix(it, 16).ok());
        number.filter(|it| *it >= 0).ok_or(Trouble::Silent)
    }

    fn asked(&self) -> Result<Asked<'_>, Trouble> {
        Ok(Asked { chain: self.chain()?, time: self.time, is_scan: self.is_scan })
    }

    fn chain(&self) -> Result<&Chain, Trouble> {
        self.chains.get(&self.id).map(|chain| &**chain).ok_or(Trouble::Silent)
    }
}

fn wanted<'a>(watches: impl Iterator<Item = &'a Watch>) -> Wanted {
    let read =
        |it: &Watch| Some((Address::parse(&it.account, Strictness::Lenient).ok()?, it.floor));
    watches.filter_map(read).collect()
}
