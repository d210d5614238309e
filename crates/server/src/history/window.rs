//! Some blocks of a chain, read from a node: what of them concerns the accounts that are followed.
//!
//! The headers and the searches for logs go to one node in one batch, the headers first. So a node that does
//! not know the last block yet gives nothing, and where the chain is reorganised in between, the next look at
//! the hash of the last block tells. Where blocks are scanned, all of them come whole.

use super::chain_records::{Block, Hash, Log, Natural, Transaction};
use super::logs::{Move, moves, topic_of, topics};
use crate::upstream::{Chain, Errand, NoResult};
use chains::evm::address::Address;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use tokio::time::Instant;

/// How many accounts one search names: nodes take a thousand.
const MOST_NAMED: usize = 500;

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
    pub(super) errand: Errand,
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
        let calls: Vec<_> = headers.chain(blocks_called).chain(searches(range, accounts)).collect();
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
        for said in said {
            match said {
                // Nothing is less than one block: what nobody can be told of must not end the history.
                Err(NoResult::TooLarge) if range.from == range.to => {
                    tracing::warn!(
                        block = range.from,
                        "logs of a block are too large, and left out"
                    );
                }
                said => found.take_logs(parsed(said?)?, range)?,
            }
        }
        Ok(found)
    }

    /// The results of calls, in their order. Where all of them have none their halves are asked for, since they
    /// may be too large together.
    pub(super) async fn said(
        &self,
        calls: &[(&'static str, Value)],
    ) -> Vec<Result<Value, NoResult>> {
        let mut told = Vec::with_capacity(calls.len());
        let mut left = vec![calls];
        while let Some(some) = left.pop() {
            let said = self.chain.fresh_results(self.errand, some).await;
            let has_none = said.iter().all(|it| matches!(it, Err(NoResult::Silent)));
            if some.len() > 1 && has_none && Instant::now() < self.errand.end {
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
        let said = self.chain.fresh_results(self.errand, &calls).await;
        let hash = |it: Result<Value, NoResult>| {
            Ok(parsed::<Option<Block>>(it?)?.map(|block: Block| block.hash))
        };
        said.into_iter().map(hash).collect()
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
            let ends = [Some(transaction.from), transaction.to];
            if ends.iter().flatten().any(|it| accounts.contains(it)) {
                self.seen.insert(transaction.hash.clone(), transaction);
            }
        }
        self.note(number, block.number, block.hash, block.timestamp)
    }

    fn note(&mut self, asked: i64, said: Natural, hash: Hash, at: Natural) -> Result<(), Trouble> {
        if said.0 != asked {
            return Err(Trouble::Torn);
        }
        self.blocks.insert(asked, Header { hash, at_ms: at.0.saturating_mul(1_000) });
        Ok(())
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

/// What a node said, read.
pub(super) fn parsed<T: DeserializeOwned>(said: Value) -> Result<T, Trouble> {
    serde_json::from_value(said).map_err(|_| Trouble::Silent)
}

/// The call for a block.
pub(super) fn block_call(number: i64, is_whole: bool) -> (&'static str, Value) {
    ("eth_getBlockByNumber", json!([format!("{number:#x}"), is_whole]))
}

/// The searches for what goes from or to accounts.
fn searches(range: Range, accounts: &HashSet<Address>) -> Vec<(&'static str, Value)> {
    let mut named: Vec<String> = accounts.iter().map(topic_of).collect();
    named.sort_unstable();
    let [transfer, single, batch] = topics();
    let of = |some: &[String]| {
        [
            json!([transfer, some]),
            json!([[transfer, single, batch], null, some]),
            json!([[single, batch], null, null, some]),
        ]
        .map(|topics| {
            let (from, to) = (format!("{:#x}", range.from), format!("{:#x}", range.to));
            ("eth_getLogs", json!([{"fromBlock": from, "toBlock": to, "topics": topics}]))
        })
    };
    named.chunks(MOST_NAMED).flat_map(of).collect()
}
