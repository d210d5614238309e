//! How this server asks a chain on its own account: calls that it makes, and answers that it reads.

use super::call::Calls;
use super::chain::{Chain, NoAnswer};
use super::said::Said;
use crate::ceiling::Full;
use serde_json::{Value, json};
use std::net::IpAddr;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum NoResult {
    /// No node answered.
    Silent,
    /// A node says that the call cannot be: a revert, say.
    Refused,
    /// This server has no room for the answer.
    NoRoom(Full),
}

impl Chain {
    /// The results of calls, in their order; whoever they are made for counts as who asks.
    pub(crate) async fn results(
        &self,
        from: IpAddr,
        calls: &[(&str, Value)],
    ) -> Vec<Result<Value, NoResult>> {
        let all = calls.iter().map(|(method, params)| {
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        });
        let body = Value::Array(all.collect()).to_string();
        let Ok(Calls::Batch(read)) = Calls::read(body.as_bytes()) else { return Vec::new() };
        let asked: Vec<_> = read.iter().flatten().collect();
        let answers = self.answer(from, &asked).await;
        answers.into_iter().map(result).collect()
    }

    /// The result of one call.
    pub(crate) async fn result(
        &self,
        from: IpAddr,
        method: &str,
        params: Value,
    ) -> Result<Value, NoResult> {
        self.results(from, &[(method, params)]).await.pop().unwrap_or(Err(NoResult::Silent))
    }
}

fn result(answer: Result<Said, NoAnswer>) -> Result<Value, NoResult> {
    match answer {
        Ok(Said::Result(text)) => serde_json::from_slice(&text).map_err(|_| NoResult::Silent),
        Ok(Said::Error(_)) => Err(NoResult::Refused),
        Err(NoAnswer::NoRoom(full)) => Err(NoResult::NoRoom(full)),
        Err(NoAnswer::Silent | NoAnswer::OutcomeUnknown) => Err(NoResult::Silent),
    }
}
