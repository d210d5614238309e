//! Some blocks of a chain, read from a node: what of them concerns the accounts that are followed.
//!
//! The headers and the searches for logs go to one node in one batch, the headers first. So a node that does
//! not know the last block yet gives nothing, and where the chain is reorganised in between, the next look at
//! the hash of the last block tells. Where blocks are scanned, all of them come whole. Where one block holds more
//! than is told of some accounts, fewer are asked about at once, until only those of whom alone it is too much are
//! left: nobody else lacks anything. Nor does anybody where one account is in very many transactions.

use super::chain_records::{Block, Hash, Log, Natural, Transaction};
use super::logs::{Move, moves, topic_of, topics};
use crate::upstream::{Chain, Errand, NoResult, OURS};
use chains::evm::address::{Address, Strictness};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

/// How many accounts one search names: nodes take a thousand.
const MOST_NAMED: usize = 500;
/// How often searches of one block are halved for one reading: what is still too much then is told of nobody whom they
/// name.
const MOST_HALVED: usize = 256;
/// Who is in more transactions than this of the blocks that are read at once is told of none of them: each is asked
/// for on its own.
const MOST_TRANSACTIONS: usize = 1_000;
/// How an account may be named: who gives, who is given something, and who is given a batch.
const SHAPES: [usize; 3] = [0, 1, 2];

/// The blocks from one to another, both among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) from: i64,
    pub(super) to: i64,
}

/// Why some blocks were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The node found too much, or takes no such search.
    TooMuch,
    /// No node said anything of use.
    Silent,
    /// What was said does not fit together: the chain was reorganised meanwhile, or two nodes differ.
    Torn,
    /// A node has none of the blocks that were read, and not every other one says so, too.
    Disputed,
}

impl From<NoResult> for Trouble {
    fn from(why: NoResult) -> Self {
        match why {
            NoResult::Refused(_) | NoResult::TooLarge => Trouble::TooMuch,
            NoResult::Silent | NoResult::NoRoom(_) => Trouble::Silent,
        }
    }
}

/// How blocks are read.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) chain: &'a Chain,
    /// How long a call may take.
    pub(super) time: Duration,
    /// Whether all of each block is read.
    pub(super) is_scan: bool,
}

/// What was found in some blocks.
#[derive(Default)]
pub(super) struct Found {
    /// The hash of the block that was asked for besides.
    pub(super) known: Option<Hash>,
    /// When the first of them was made.
    pub(super) from_ms: i64,
    /// The blocks whose hashes are known, the last of the range among them.
    pub(super) blocks: BTreeMap<i64, Header>,
    /// What logs say was moved, by transaction.
    pub(super) moved: BTreeMap<Hash, Moved>,
    /// Transactions that were seen whole.
    pub(super) seen: HashMap<Hash, Transaction>,
    /// Of whom not all is told: there is too much in one block, or in all of them.
    pub(super) untold: HashSet<Address>,
}

/// A block.
#[derive(Clone)]
pub(super) struct Header {
    pub(super) hash: Hash,
    pub(super) at_ms: i64,
}

/// What the logs of a transaction say.
pub(super) struct Moved {
    pub(super) block: i64,
    pub(super) block_hash: Hash,
    pub(super) moves: Vec<Move>,
}

/// A search for what goes from or to some accounts.
#[derive(Clone, Copy)]
struct Search<'a> {
    range: Range,
    shape: usize,
    accounts: &'a [Address],
}

type Said = Result<Value, NoResult>;

impl Asked<'_> {
    /// Reads blocks for some accounts, and the hash of the block `known` besides.
    pub(super) async fn read(
        &self,
        range: Range,
        known: Option<i64>,
        accounts: &HashSet<Address>,
    ) -> Result<Found, Trouble> {
        let blocks: Vec<i64> =
            if self.is_scan { range.iter().collect() } else { vec![range.from, range.to] };
        let headers = known.iter().map(|it| block_call(*it, false));
        let blocks_called = blocks.iter().map(|it| block_call(*it, self.is_scan));
        let mut named: Vec<Address> = accounts.iter().copied().collect();
        named.sort_by_cached_key(Address::to_lowercase);
        let searches = searches(range, &named);
        let searched = searches.iter().map(Search::call);
        let calls: Vec<_> = headers.chain(blocks_called).chain(searched).collect();
        let mut said = self.said(&calls).await.into_iter();
        let mut next = || said.next().unwrap_or(Err(NoResult::Silent));
        let mut found = Found::default();
        if known.is_some() {
            // A node that does not know it is behind.
            let block = parsed::<Option<Block>>(next()?)?.ok_or(Trouble::Silent)?;
            found.known = Some(block.hash);
        }
        for number in blocks {
            match next() {
                said if !self.is_scan => found.take_header(number, said?)?,
                // Nothing is less than one block, of which the logs are left.
                Err(NoResult::TooLarge) if range.from == range.to => {
                    tracing::warn!(block = number, "a block is too large, and not read whole");
                    let header = self.said(&[block_call(number, false)]).await.pop();
                    found.take_header(number, header.unwrap_or(Err(NoResult::Silent))?)?;
                }
                said => found.take_whole(number, said?, accounts)?,
            }
        }
        found.from_ms = found.blocks.get(&range.from).ok_or(Trouble::Torn)?.at_ms;
        self.take_found(searches.into_iter().zip(said).collect(), &mut found).await?;
        found.leave_out_busy(accounts);
        Ok(found)
    }

    /// Takes what searches found. Nothing is less than one block, so there it is asked about fewer accounts; and what
    /// is too much of one of them must not end the history of all.
    async fn take_found(
        &self,
        mut searched: VecDeque<(Search<'_>, Said)>,
        found: &mut Found,
    ) -> Result<(), Trouble> {
        let (mut is_any_told, mut halved) = (false, 0);
        while let Some((search, said)) = searched.pop_front() {
            let Range { from, to } = search.range;
            let is_refused = matches!(said, Err(NoResult::Refused(_)));
            if from < to || !(is_refused || matches!(said, Err(NoResult::TooLarge))) {
                found.take_logs(parsed(said?)?, search.range)?;
                is_any_told = true;
                continue;
            }
            if is_refused && !is_any_told {
                // Who says nothing of an account that nobody knew before the block takes no search at all.
                let unknown = [found.unknown_in(from)?];
                let call = Search { accounts: &unknown, ..search }.call();
                let said = self.said(&[call]).await.pop().unwrap_or(Err(NoResult::Silent));
                parsed::<Vec<Log>>(said?)?;
                is_any_told = true;
            }
            if let [account] = search.accounts {
                tracing::warn!(block = from, "an account has too many logs in a block");
                found.untold.insert(*account);
            } else if halved == MOST_HALVED {
                // Who takes no search at all, however small, is not asked without end.
                is_any_told.then_some(()).ok_or(Trouble::TooMuch)?;
                tracing::warn!(block = from, "too many accounts have too many logs in a block");
                found.untold.extend(search.accounts);
            } else {
                halved += 1;
                let halves = search.halves();
                let [first, second] = halves.map(|it| it.call());
                let said = self.said(&[block_call(from, false), first, second]).await;
                let mut said = said.into_iter();
                found.take_header(from, said.next().unwrap_or(Err(NoResult::Silent))?)?;
                searched.extend(halves.into_iter().zip(said));
            }
        }
        Ok(())
    }

    /// The results of calls, in their order. Where all of them have none their halves are asked for, since they
    /// may be too large together.
    pub(super) async fn said(&self, calls: &[(&'static str, Value)]) -> Vec<Said> {
        let errand = self.errand();
        let mut told = Vec::with_capacity(calls.len());
        let mut left = vec![calls];
        while let Some(some) = left.pop() {
            let said = self.chain.fresh_results(errand, some).await;
            let has_none = said.iter().all(|it| matches!(it, Err(NoResult::Silent)));
            if some.len() > 1 && has_none && !errand.is_over() {
                let (first, second) = some.split_at(some.len() / 2);
                left.extend([second, first]);
            } else {
                told.extend(said);
            }
        }
        told
    }

    /// The hashes of blocks, in their order; nothing of those that the node does not know.
    pub(super) async fn hashes(&self, blocks: &[i64]) -> Result<Vec<Option<Hash>>, Trouble> {
        let calls: Vec<_> = blocks.iter().map(|it| block_call(*it, false)).collect();
        let said = self.chain.fresh_results(self.errand(), &calls).await;
        let hash = |it: Result<Value, NoResult>| {
            Ok(parsed::<Option<Block>>(it?)?.map(|block: Block| block.hash))
        };
        said.into_iter().map(hash).collect()
    }

    /// The hash of a block as each node knows it, nothing of one that does not say.
    pub(super) async fn everybodys_hashes(&self, block: i64) -> Vec<Option<Hash>> {
        let (method, params) = block_call(block, false);
        let said = self.chain.everybodys_results(self.errand(), method, params).await;
        let hash = |it: Result<Value, NoResult>| parsed::<Option<Block>>(it.ok()?).ok()?;
        said.into_iter().map(|it| hash(it).map(|block: Block| block.hash)).collect()
    }

    /// What is asked now, for nobody but us.
    pub(super) fn errand(&self) -> Errand {
        Errand::new(OURS, self.time)
    }
}

impl Range {
    pub(super) fn iter(self) -> std::ops::RangeInclusive<i64> {
        self.from..=self.to
    }
}

impl Found {
    fn take_header(&mut self, number: i64, said: Value) -> Result<(), Trouble> {
        // A node that does not know it is behind.
        let block = parsed::<Option<Block>>(said)?.ok_or(Trouble::Silent)?;
        self.note(number, block.number, block.hash, block.timestamp)
    }

    fn take_whole(
        &mut self,
        number: i64,
        said: Value,
        accounts: &HashSet<Address>,
    ) -> Result<(), Trouble> {
        let block = parsed::<Option<Block<Transaction>>>(said)?.ok_or(Trouble::Silent)?;
        for transaction in block.transactions {
            if transaction.ends().any(|it| accounts.contains(&it)) {
                self.seen.insert(transaction.hash.clone(), transaction);
            }
        }
        self.note(number, block.number, block.hash, block.timestamp)
    }

    fn note(&mut self, asked: i64, said: Natural, hash: Hash, at: Natural) -> Result<(), Trouble> {
        if said.0 != asked {
            return Err(Trouble::Torn);
        }
        let header = Header { hash, at_ms: at.0.saturating_mul(1_000) };
        let known = self.blocks.entry(asked).or_insert_with(|| header.clone());
        if known.hash == header.hash { Ok(()) } else { Err(Trouble::Torn) }
    }

    /// Leaves out accounts that are in very many transactions, with all transactions that are nobody else's.
    fn leave_out_busy(&mut self, accounts: &HashSet<Address>) {
        let logged = self.moved.iter().flat_map(|(hash, it)| it.ends().map(move |end| (end, hash)));
        let whole = self.seen.iter().flat_map(|(hash, it)| it.ends().map(move |end| (end, hash)));
        let mut of: HashMap<Address, HashSet<&Hash>> = HashMap::new();
        for (end, hash) in logged.chain(whole).filter(|(end, _)| accounts.contains(end)) {
            of.entry(end).or_default().insert(hash);
        }
        let busy = of.into_iter().filter(|(_, all)| all.len() > MOST_TRANSACTIONS);
        let busy: HashSet<Address> = busy.map(|(account, _)| account).collect();
        if busy.is_empty() {
            return;
        }
        tracing::debug!(?busy, "accounts do too much at once");
        let is_told = |it: Address| accounts.contains(&it) && !busy.contains(&it);
        self.moved.retain(|_, it| it.ends().any(is_told));
        let moved = &self.moved;
        self.seen.retain(|hash, it| moved.contains_key(hash) || it.ends().any(is_told));
        self.untold.extend(busy);
    }

    /// An account that is a part of a block's hash.
    fn unknown_in(&self, block: i64) -> Result<Address, Trouble> {
        let hash = &self.blocks.get(&block).ok_or(Trouble::Torn)?.hash.0;
        Address::parse(&hash[..42], Strictness::Lenient).map_err(|_| Trouble::Torn)
    }

    fn take_logs(&mut self, logs: Vec<Log>, range: Range) -> Result<(), Trouble> {
        for log in logs.into_iter().filter(|it| !it.removed) {
            let block = log.block_number.0;
            let known = self.blocks.get(&block);
            if !range.iter().contains(&block) || known.is_some_and(|it| it.hash != log.block_hash) {
                return Err(Trouble::Torn);
            }
            let all = moves(&log);
            if all.is_empty() {
                continue;
            }
            let block_hash = log.block_hash;
            let none = || Moved { block, block_hash: block_hash.clone(), moves: Vec::new() };
            let moved = self.moved.entry(log.transaction_hash).or_insert_with(none);
            if moved.block_hash != block_hash {
                return Err(Trouble::Torn);
            }
            // Several searches find what goes from one of the accounts to another.
            if moved.moves.iter().all(|it| it.log != all[0].log) {
                moved.moves.extend(all);
            }
        }
        Ok(())
    }
}

impl Moved {
    fn ends(&self) -> impl Iterator<Item = Address> {
        self.moves.iter().flat_map(|it| [it.from, it.to])
    }
}

/// What a node said, read.
pub(super) fn parsed<T: DeserializeOwned>(said: Value) -> Result<T, Trouble> {
    serde_json::from_value(said).map_err(|_| Trouble::Silent)
}

/// The call for a block.
pub(super) fn block_call(number: i64, is_whole: bool) -> (&'static str, Value) {
    ("eth_getBlockByNumber", json!([format!("{number:#x}"), is_whole]))
}

/// The searches for what goes from or to accounts.
fn searches(range: Range, accounts: &[Address]) -> Vec<Search<'_>> {
    let of = |accounts| SHAPES.map(|shape| Search { range, shape, accounts });
    accounts.chunks(MOST_NAMED).flat_map(of).collect()
}

impl<'a> Search<'a> {
    fn call(&self) -> (&'static str, Value) {
        let some: Vec<String> = self.accounts.iter().map(topic_of).collect();
        let [transfer, single, batch] = topics();
        let topics = match self.shape {
            0 => json!([transfer, some]),
            1 => json!([[transfer, single, batch], null, some]),
            _ => json!([[single, batch], null, null, some]),
        };
        let (from, to) = (format!("{:#x}", self.range.from), format!("{:#x}", self.range.to));
        ("eth_getLogs", json!([{"fromBlock": from, "toBlock": to, "topics": topics}]))
    }

    fn halves(self) -> [Search<'a>; 2] {
        let (first, second) = self.accounts.split_at(self.accounts.len() / 2);
        [first, second].map(|accounts| Search { accounts, ..self })
    }
}
