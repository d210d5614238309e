//! The logs of new blocks that a filter lets through.
//!
//! They are asked for by the block's hash, so that what is told is of that very block. What could not be asked
//! is asked again, and nothing is told before it: logs come in the order of their blocks, each once.

use super::block::{Block, Step};
use super::filter::Filter;
use super::following::{ASK_TIME, OURS};
use super::listening::Listener;
use crate::upstream::{Chain, Errand};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::timeout;

/// How long it is waited before blocks that no node told of are asked for again, and how often.
const AGAIN: Duration = Duration::from_millis(500);
const MOST_TRIES: u32 = 20;
/// Of how many blocks the logs are remembered, for the case that they are replaced, and how long all of them.
const MOST_TOLD: usize = 64;
const MOST_TOLD_BYTES: usize = 64 * 1024;

struct Logs {
    chain: Arc<Chain>,
    filter: Filter,
    said: broadcast::Sender<Arc<Vec<String>>>,
    /// Blocks that are to be asked for.
    due: VecDeque<Due>,
    /// The logs of blocks that were told.
    told: VecDeque<Told>,
    last: Option<u64>,
}

struct Told {
    hash: String,
    logs: Arc<Vec<String>>,
}

struct Due {
    /// Of one block, or of some that nobody told of, by their numbers.
    hash: Option<String>,
    numbers: [u64; 2],
    tries: u32,
}

impl Told {
    fn bytes(&self) -> usize {
        self.logs.iter().map(String::len).sum()
    }
}

/// Tells them for ever.
pub(super) async fn follow(
    chain: Arc<Chain>,
    filter: Filter,
    mut blocks: Listener<Arc<Step>>,
    said: broadcast::Sender<Arc<Vec<String>>>,
) {
    let (due, told) = Default::default();
    let mut logs = Logs { chain, filter, said, due, told, last: None };
    loop {
        let wait = if logs.due.is_empty() { Duration::MAX } else { AGAIN };
        if let Ok(step) = timeout(wait, blocks.next()).await {
            // Of what was not heard the next block tells by its number.
            let Ok(step) = step else { continue };
            step.gone.iter().for_each(|hash| logs.remove(hash));
            logs.note(&step.block);
        }
        logs.tell().await;
    }
}

impl Logs {
    /// A block is none any more: its logs are told again, as removed.
    fn remove(&mut self, hash: &str) {
        self.due.retain(|due| due.hash.as_deref() != Some(hash));
        let Some(at) = self.told.iter().position(|it| it.hash == hash) else { return };
        let Some(Told { logs, .. }) = self.told.remove(at) else { return };
        let removed = |log: &String| {
            let mut log: Value = serde_json::from_str(log).ok()?;
            log["removed"] = Value::Bool(true);
            Some(log.to_string())
        };
        // Who listens may be gone already.
        let _ = self.said.send(Arc::new(logs.iter().rev().filter_map(removed).collect()));
    }

    fn note(&mut self, block: &Block) {
        if let Some(last) = self.last
            && block.number > last + 1
        {
            let numbers = [last + 1, block.number - 1];
            self.due.push_back(Due { hash: None, numbers, tries: 0 });
        }
        self.last = Some(block.number);
        if block.bloom.as_ref().is_none_or(|bloom| self.filter.may_be_in(bloom)) {
            let hash = Some(block.hash.clone());
            self.due.push_back(Due { hash, numbers: [block.number; 2], tries: 0 });
        }
    }

    /// Asks for what is due, as far as nodes tell.
    async fn tell(&mut self) {
        while let Some(mut due) = self.due.pop_front() {
            let Some(logs) = self.ask(&due).await else {
                due.tries += 1;
                if due.tries < MOST_TRIES {
                    return self.due.push_front(due);
                }
                let (chain, [from, to]) = (self.chain.nodes().id.text(), due.numbers);
                tracing::warn!(chain, from, to, "no node told the logs of these blocks");
                continue;
            };
            if logs.is_empty() {
                continue;
            }
            let logs = Arc::new(logs.iter().map(Value::to_string).collect());
            let _ = self.said.send(Arc::clone(&logs));
            if let Some(hash) = due.hash {
                self.remember(Told { hash, logs });
            }
        }
    }

    fn remember(&mut self, told: Told) {
        self.told.push_back(told);
        let mut bytes: usize = self.told.iter().map(Told::bytes).sum();
        while self.told.len() > MOST_TOLD || bytes > MOST_TOLD_BYTES {
            bytes -= self.told.pop_front().as_ref().map_or(bytes, Told::bytes);
        }
    }

    async fn ask(&self, due: &Due) -> Option<Vec<Value>> {
        let mut parameter = self.filter.parameter();
        if let Some(hash) = &due.hash {
            parameter.insert("blockHash".to_owned(), json!(hash));
        } else {
            for (name, number) in ["fromBlock", "toBlock"].into_iter().zip(due.numbers) {
                parameter.insert(name.to_owned(), json!(format!("0x{number:x}")));
            }
        }
        let errand = Errand::new(OURS, ASK_TIME);
        match self.chain.result(errand, "eth_getLogs", json!([parameter])).await {
            Ok(Value::Array(logs)) => Some(logs),
            Ok(_) | Err(_) => None,
        }
    }
}
