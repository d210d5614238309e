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
/// Of how many blocks the logs are remembered, for the case that they are replaced.
const MOST_TOLD: usize = 64;

struct Logs {
    chain: Arc<Chain>,
    filter: Filter,
    said: broadcast::Sender<Arc<str>>,
    /// Blocks that are to be asked for.
    due: VecDeque<Due>,
    /// The logs of blocks that were told.
    told: VecDeque<(String, Vec<Value>)>,
    last: Option<u64>,
}

struct Due {
    /// Of one block, or of some that nobody told of, by their numbers.
    hash: Option<String>,
    numbers: [u64; 2],
    tries: u32,
}

/// Tells them for ever.
pub(super) async fn follow(
    chain: Arc<Chain>,
    filter: Filter,
    mut blocks: Listener<Arc<Step>>,
    said: broadcast::Sender<Arc<str>>,
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
        let Some(at) = self.told.iter().position(|(of, _)| of == hash) else { return };
        let Some((_, logs)) = self.told.remove(at) else { return };
        for mut log in logs.into_iter().rev() {
            log["removed"] = Value::Bool(true);
            let _ = self.said.send(log.to_string().into());
        }
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
            for log in &logs {
                let _ = self.said.send(log.to_string().into());
            }
            if let Some(hash) = due.hash.filter(|_| !logs.is_empty()) {
                self.told.push_back((hash, logs));
                if self.told.len() > MOST_TOLD {
                    self.told.pop_front();
                }
            }
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
