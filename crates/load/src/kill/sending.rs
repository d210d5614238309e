//! Transactions, a few a second, each with a number of its own.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::clock::Clock;
use super::counts::{Counts, Sent};
use super::ledger::Ledger;
use super::word::{Word, address};
use crate::chain;
use crate::connection::{Connection, Target};

const EVERY: Duration = Duration::from_millis(200);
/// The server gives up before.
const PATIENCE: Duration = Duration::from_secs(15);

/// Who sends.
pub(crate) struct Sender {
    pub(crate) target: Target,
    pub(crate) clock: Clock,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) counts: Arc<Counts>,
}

#[derive(Deserialize)]
struct Answer<'a> {
    result: Option<&'a str>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

impl Sender {
    /// Sends until it is over, and waits for what was sent.
    pub(crate) async fn run(self, is_over: Arc<AtomicBool>) {
        let this = Arc::new(self);
        let mut sent = JoinSet::new();
        let mut number = 0;
        while !is_over.load(Ordering::Relaxed) {
            number += 1;
            let this = this.clone();
            sent.spawn(async move {
                let now = this.counts.now();
                let outcome = timeout(PATIENCE, this.send(number)).await;
                let outcome = outcome.unwrap_or_else(|_| Err("no answer in time".to_owned()));
                let outcome = outcome.unwrap_or_else(Sent::Wrong);
                this.counts.sent(&now, this.clock.elapsed(), number, outcome);
            });
            sleep(EVERY).await;
        }
        while sent.join_next().await.is_some() {}
    }

    async fn send(&self, number: u64) -> Result<Sent, String> {
        let mut connection = Connection::open(&self.target, Ipv4Addr::LOCALHOST).await?;
        let raw = address(number);
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["{raw}"]}}"#
        );
        let (status, text) = connection.ask(&body).await?;
        if status == 503 {
            return Ok(Sent::Unknown);
        }
        let answer: Option<Answer<'_>> = serde_json::from_str(text).ok();
        let (result, error) = answer.map_or((None, None), |it| (it.result, it.error));
        let word = result.and_then(Word::read);
        let is_right = word.is_some_and(|it| it.chain == chain::NUMBER && it.subject == number);
        match (status, error) {
            (200, Some(_)) => Ok(Sent::Refused),
            (200, None) if is_right && self.ledger.is_taken(number) => Ok(Sent::Taken),
            _ => Err(format!("{status} {text}")),
        }
    }
}
