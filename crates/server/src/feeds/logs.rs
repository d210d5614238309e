//! The logs of new blocks that a filter lets through.
//!
//! They are asked for by the block's hash, so that what is told is of that very block. What could not be asked
//! is asked again, and nothing is told before it: logs come in the order of their blocks, each once. Where nodes
//! tell nothing for too long, or something was told that can neither stand nor be told as removed, the feed ends:
//! who hears so reads again what counts. That nodes are asked is told, too, for one who listens to pay, once for each
//! block: that it was replaced, or no node answers, is not of those who listen.

use super::block::{Block, Step};
use super::filter::Filter;
use super::following::ASK_TIME;
use super::listening::{Listener, Lost};
use super::trail;
use crate::ceiling::Entered;
use crate::upstream::call::Calls;
use crate::upstream::{Chain, Errand, OURS, Said};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::sleep;

/// How long it is waited before blocks that no node told of are asked for again, at first and in the end, twice as
/// long each time, and how often they are asked for: some filters no node takes, and nodes are paid by the question.
const AGAIN: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(4)];
const MOST_TRIES: u32 = 12;
/// How many blocks may be due.
const MOST_DUE: usize = 64;
/// How much of logs is remembered, for the case that their blocks are replaced.
const MOST_TOLD_BYTES: usize = 256 * 1024;
/// What a block that is remembered takes besides, about, and each of its logs.
const TOLD_BYTES: usize = 128;
const LOG_BYTES: usize = 16;
/// What all else of a feed takes, about.
pub(super) const FEED_BYTES: usize = 4 * 1024;

/// What a feed of logs says.
pub(crate) enum News {
    /// Nodes are asked for some. Whether one of those who listen paid for it.
    Asked(AtomicBool),
    /// Each as the text of its JSON.
    Logs(Vec<Bytes>),
}

impl News {
    /// Whether somebody paid for what it cost: who hears it first is to, and where they cannot, the next.
    pub(crate) fn is_paid(&self, pay: impl FnOnce() -> bool) -> bool {
        let News::Asked(is_paid) = self else { return true };
        if is_paid.swap(true, Ordering::Relaxed) || pay() {
            return true;
        }
        is_paid.store(false, Ordering::Relaxed);
        false
    }
}

struct Logs {
    chain: Arc<Chain>,
    filter: Filter,
    said: broadcast::Sender<Arc<News>>,
    /// Blocks that are to be asked for.
    due: VecDeque<Due>,
    /// Asks for the first of them.
    asking: Option<BoxFuture<'static, Option<Vec<Bytes>>>>,
    /// The logs of blocks that were told, and room for them.
    told: VecDeque<Told>,
    room: Entered,
    /// The highest block of which logs were told, or are due, that could not be told as removed.
    unsure: Option<u64>,
    last: Option<u64>,
    /// The highest block of which it was told that nodes are asked.
    paid: Option<u64>,
}

struct Told {
    hash: String,
    number: u64,
    logs: Vec<Box<str>>,
}

struct Due {
    /// Of one block, or of some that nobody told of, by their numbers.
    hash: Option<String>,
    numbers: [u64; 2],
    tries: u32,
}

impl Told {
    fn bytes(&self) -> usize {
        let logs = self.logs.iter().map(|it| it.len() + LOG_BYTES);
        TOLD_BYTES + logs.sum::<usize>()
    }
}

/// Tells them until it cannot. What is remembered takes of `room`.
pub(super) async fn follow(
    chain: Arc<Chain>,
    filter: Filter,
    blocks: Listener<Arc<Step>>,
    room: Entered,
    said: broadcast::Sender<Arc<News>>,
) {
    let (due, told) = Default::default();
    let (asking, unsure, last, paid) = (None, None, None, None);
    let mut logs = Logs { chain, filter, said, due, asking, told, room, unsure, last, paid };
    let Err(_) = logs.tell(blocks).await;
}

impl Logs {
    async fn tell(&mut self, mut blocks: Listener<Arc<Step>>) -> Result<Infallible, Lost> {
        loop {
            if self.asking.is_none()
                && let Some(due) = self.due.front()
            {
                let [_, to] = due.numbers;
                self.asking = Some(self.ask(due));
                if self.paid < Some(to) {
                    self.paid = Some(to);
                    self.say(News::Asked(AtomicBool::new(false)));
                }
            }
            // Blocks are heard while nodes are asked, however long that takes.
            tokio::select! {
                step = blocks.next() => self.take(&*step?)?,
                logs = asked(&mut self.asking) => {
                    self.asking = None;
                    self.answered(logs)?;
                }
            }
        }
    }

    fn take(&mut self, step: &Step) -> Result<(), Lost> {
        let Step { gone, is_torn, block } = step;
        if *is_torn || self.unsure.is_some_and(|it| block.number <= it) {
            return Err(Lost::Unknown);
        }
        let removed: Vec<Bytes> = gone.iter().flat_map(|hash| self.remove(hash)).collect();
        if !removed.is_empty() {
            self.say(News::Logs(removed));
        }
        self.note(block);
        if self.due.len() > MOST_DUE { Err(Lost::Unknown) } else { Ok(()) }
    }

    /// A block is none any more: its logs are told again, as removed.
    fn remove(&mut self, hash: &str) -> Vec<Bytes> {
        if let Some(at) = self.due.iter().position(|it| it.hash.as_deref() == Some(hash)) {
            self.due.remove(at);
            if at == 0 {
                self.asking = None;
            }
        }
        let told = self.told.iter().position(|it| it.hash == hash);
        let Some(told) = told.and_then(|at| self.told.remove(at)) else { return Vec::new() };
        self.room.shrink(told.bytes());
        let removed = told.logs.iter().rev().filter_map(|log| {
            let mut log: Value = serde_json::from_str(log).ok()?;
            log["removed"] = Value::Bool(true);
            Some(Bytes::from(log.to_string()))
        });
        removed.collect()
    }

    fn note(&mut self, block: &Block) {
        if let Some(last) = self.last
            && block.number > last + 1
        {
            let numbers = [last + 1, block.number - 1];
            self.unsure = Some(block.number - 1);
            self.due.push_back(Due { hash: None, numbers, tries: 0 });
        }
        self.last = Some(block.number);
        while self.told.front().is_some_and(|it| it.number + trail::MOST < block.number) {
            let oldest = self.told.pop_front();
            self.room.shrink(oldest.as_ref().map_or(0, Told::bytes));
        }
        if block.bloom.as_ref().is_none_or(|bloom| self.filter.may_be_in(bloom)) {
            let hash = Some(block.hash.clone());
            self.due.push_back(Due { hash, numbers: [block.number; 2], tries: 0 });
        }
    }

    /// What nodes said of the first block that is due.
    fn answered(&mut self, logs: Option<Vec<Bytes>>) -> Result<(), Lost> {
        let Some(logs) = logs else {
            let Some(due) = self.due.front_mut() else { return Ok(()) };
            due.tries += 1;
            if due.tries < MOST_TRIES {
                return Ok(());
            }
            let (chain, [from, to]) = (self.chain.nodes().id.text(), due.numbers);
            tracing::warn!(chain, from, to, "no node told the logs of these blocks");
            return Err(Lost::Unknown);
        };
        let Some(Due { hash, numbers: [number, _], .. }) = self.due.pop_front() else {
            return Ok(());
        };
        if logs.is_empty() {
            return Ok(());
        }
        if let Some(hash) = hash {
            let logs = logs.iter().map(|it| text_of(it).into()).collect();
            self.remember(Told { hash, number, logs });
        }
        self.say(News::Logs(logs));
        Ok(())
    }

    fn remember(&mut self, told: Told) {
        let mut bytes = told.bytes();
        self.told.push_back(told);
        bytes += self.room.count();
        while bytes > MOST_TOLD_BYTES
            || self.room.grow(bytes.saturating_sub(self.room.count())).is_err()
        {
            let Some(oldest) = self.told.pop_front() else { break };
            self.unsure = self.unsure.max(Some(oldest.number));
            bytes -= oldest.bytes();
        }
        self.room.shrink(self.room.count().saturating_sub(bytes));
    }

    fn say(&self, news: News) {
        // Who listens may be gone already.
        let _ = self.said.send(Arc::new(news));
    }

    fn ask(&self, due: &Due) -> BoxFuture<'static, Option<Vec<Bytes>>> {
        let mut parameter = self.filter.parameter();
        if let Some(hash) = &due.hash {
            parameter.insert("blockHash".to_owned(), json!(hash));
        } else {
            for (name, number) in ["fromBlock", "toBlock"].into_iter().zip(due.numbers) {
                parameter.insert(name.to_owned(), json!(format!("0x{number:x}")));
            }
        }
        let (chain, pause) = (self.chain.clone(), pause(due.tries));
        Box::pin(async move {
            sleep(pause).await;
            logs_of(&chain, parameter).await
        })
    }
}

/// How long it is waited where it was asked so often.
fn pause(tries: u32) -> Duration {
    let doublings = tries.saturating_sub(1).min(8);
    if tries == 0 { Duration::ZERO } else { (AGAIN[0] * 2_u32.pow(doublings)).min(AGAIN[1]) }
}

async fn asked(asking: &mut Option<BoxFuture<'static, Option<Vec<Bytes>>>>) -> Option<Vec<Bytes>> {
    match asking {
        Some(asking) => asking.await,
        None => pending().await,
    }
}

/// The logs that nodes tell, each as the text of its JSON: parts of one answer, which is held as long as any of
/// them.
async fn logs_of(chain: &Chain, parameter: Map<String, Value>) -> Option<Vec<Bytes>> {
    let params = json!([parameter]);
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "eth_getLogs", "params": params});
    let body = body.to_string();
    let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { return None };
    let answers = chain.answer(Errand::new(OURS, ASK_TIME), &[&call]).await;
    let Some(Ok(Said::Result(text))) = answers.into_iter().next() else { return None };
    let logs: Vec<&RawValue> = serde_json::from_slice(&text).ok()?;
    Some(logs.into_iter().map(|it| text.slice_ref(it.get().as_bytes())).collect())
}

/// A log as a text.
pub(super) fn text_of(log: &Bytes) -> &str {
    std::str::from_utf8(log).expect("it was read as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_once_is_paid_once_by_one_who_can() {
        let news = News::Asked(AtomicBool::new(false));
        assert!(!news.is_paid(|| false));
        assert!(news.is_paid(|| true));
        assert!(news.is_paid(|| false) && News::Logs(Vec::new()).is_paid(|| false));
    }

    #[test]
    fn what_no_node_tells_is_asked_for_ever_more_seldom_for_half_a_minute() {
        let pauses: Vec<Duration> = (0..MOST_TRIES).map(pause).collect();
        assert_eq!(pauses[..5], [0, 500, 1_000, 2_000, 4_000].map(Duration::from_millis));
        assert_eq!(pauses.last(), Some(&AGAIN[1]));
        let all: Duration = pauses.iter().sum();
        assert!((30..45).contains(&all.as_secs()), "{all:?}");
    }
}
