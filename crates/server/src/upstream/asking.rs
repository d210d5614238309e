//! How this server asks a chain on its own account: calls that it makes, and answers that it reads.

use super::answers::Heard;
use super::call::Calls;
use super::chain::{Chain, NoAnswer};
use super::errand::Errand;
use super::methods::Kind;
use super::race::{Race, Read, TOO_LARGE};
use super::said::Said;
use crate::ceiling::Full;
use chains::evm::contracts::hex;
use serde_json::{Value, json};

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum NoResult {
    /// No node answered, or none said anything of the call.
    Silent,
    /// A node says that the call cannot be: a revert, with what the contract said.
    Refused(Option<Vec<u8>>),
    /// The answer is larger than this server takes.
    TooLarge,
    /// This server has no room for the answer.
    NoRoom(Full),
}

impl Chain {
    /// The results of calls, in their order.
    pub(crate) async fn results(
        &self,
        errand: Errand,
        calls: &[(&str, Value)],
    ) -> Vec<Result<Value, NoResult>> {
        let body = batch(calls);
        let Ok(Calls::Batch(read)) = Calls::read(body.as_bytes()) else { return Vec::new() };
        let asked: Vec<_> = read.iter().flatten().collect();
        let answers = self.answer(errand, &asked).await;
        answers.into_iter().map(result).collect()
    }

    /// The same, of nodes alone: nothing that is kept stands in, and nothing is kept. One node answers them all
    /// where it can, so what they say is of one moment.
    pub(crate) async fn fresh_results(
        &self,
        errand: Errand,
        calls: &[(&str, Value)],
    ) -> Vec<Result<Value, NoResult>> {
        let body = batch(calls);
        let Ok(Calls::Batch(read)) = Calls::read(body.as_bytes()) else { return Vec::new() };
        let kind = |call| self.kind(call).unwrap_or(Kind::Sending);
        let reads: Vec<Read<'_>> =
            read.iter().flatten().map(|call| Read { call, kind: kind(call) }).collect();
        let race = Race { nodes: self.nodes(), errand, reads: &reads, is_of_the_head: true };
        match race.run().await {
            Ok(heard) => {
                let answer = |it: Option<Heard>| it.map(|it| it.said).ok_or(NoAnswer::Silent);
                heard.into_iter().map(|it| result(answer(it))).collect()
            }
            Err(full) => reads.iter().map(|_| Err(NoResult::NoRoom(full))).collect(),
        }
    }

    /// The result of one call.
    pub(crate) async fn result(
        &self,
        errand: Errand,
        method: &str,
        params: Value,
    ) -> Result<Value, NoResult> {
        self.results(errand, &[(method, params)]).await.pop().unwrap_or(Err(NoResult::Silent))
    }
}

fn batch(calls: &[(&str, Value)]) -> String {
    let all = calls.iter().map(
        |(method, params)| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
    );
    Value::Array(all.collect()).to_string()
}

fn result(answer: Result<Said, NoAnswer>) -> Result<Value, NoResult> {
    match answer {
        Ok(Said::Result(text)) => serde_json::from_slice(&text).map_err(|_| NoResult::Silent),
        Ok(Said::Error(text)) if is_too_large(&text) => Err(NoResult::TooLarge),
        Ok(Said::Error(text)) => Err(NoResult::Refused(revert(&text))),
        Err(NoAnswer::NoRoom(full)) => Err(NoResult::NoRoom(full)),
        Ok(Said::Excuse(_)) | Err(NoAnswer::Silent | NoAnswer::OutcomeUnknown) => {
            Err(NoResult::Silent)
        }
    }
}

fn is_too_large(error: &[u8]) -> bool {
    let error: Value = serde_json::from_slice(error).unwrap_or_default();
    error["message"].as_str().is_some_and(|it| it.starts_with(TOO_LARGE))
}

/// What a contract said as it reverted: nodes send it as the error's `data`.
fn revert(error: &[u8]) -> Option<Vec<u8>> {
    let error: Value = serde_json::from_slice(error).ok()?;
    hex::decode(error["data"].as_str()?).ok()
}
