//! How this server asks a chain on its own account: calls that it makes, and answers that it reads.

use super::answers::Heard;
use super::call::Calls;
use super::chain::{Chain, NoAnswer};
use super::errand::Errand;
use super::methods::Kind;
use super::race::{Race, Read, TOO_LARGE, one, outcome_of_one};
use super::said::Said;
use crate::ceiling::Full;
use chains::evm::contracts::hex;
use futures_util::future::join_all;
use protocol::rpc::EXECUTION_REVERTED;
use serde_json::{Value, json};
use tokio::time::timeout_at;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum NoResult {
    /// No node answered, or none said anything of the call.
    Silent,
    /// A node says that the call cannot be.
    Refused(Refusal),
    /// The answer is larger than this server takes.
    TooLarge,
    /// This server has no room for the answer.
    NoRoom(Full),
}

/// Why a call cannot be.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// What the contract said as it reverted.
    pub(crate) revert: Option<Vec<u8>>,
    /// It is the contract that fails: every node says so. If not, the node may have had a bad moment.
    pub(crate) is_the_contracts: bool,
}

/// Words of nodes about contracts that fail.
const CONTRACT_FAULTS: [&str; 8] = [
    "revert",
    "out of gas",
    "outofgas",
    "gas required",
    "opcode",
    "invalid jump",
    "evm error",
    "vm execution",
];

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

    /// What every node says to one call, also those that are not the best: one alone may lie. Who is of another chain
    /// is left out.
    pub(crate) async fn everybodys_results(
        &self,
        errand: Errand,
        method: &str,
        params: Value,
    ) -> Vec<Result<Value, NoResult>> {
        let body = written(method, &params).to_string();
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { return Vec::new() };
        let (nodes, call) = (self.nodes(), one(&call));
        let asked = nodes.iter().map(async |node| {
            let answer = async {
                let turn = nodes.turn(errand.from, node).await?;
                nodes.post(&turn, errand.from, node, call.clone()).await
            };
            let answer = timeout_at(errand.end, answer).await.ok()?.ok()?;
            outcome_of_one(&answer).map(|outcome| Said::of(node, &answer, outcome))
        });
        let said = join_all(asked).await;
        let of_chain = nodes.iter().zip(said).filter(|(node, _)| !node.is_of_another_chain());
        of_chain.map(|(_, said)| result(said.ok_or(NoAnswer::Silent))).collect()
    }
}

fn batch(calls: &[(&str, Value)]) -> String {
    let all = calls.iter().map(|(method, params)| written(method, params));
    Value::Array(all.collect()).to_string()
}

fn written(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn result(answer: Result<Said, NoAnswer>) -> Result<Value, NoResult> {
    match answer {
        Ok(Said::Result(text)) => serde_json::from_slice(&text).map_err(|_| NoResult::Silent),
        Ok(Said::Error(text)) if is_too_large(&text) => Err(NoResult::TooLarge),
        Ok(Said::Error(text)) => Err(NoResult::Refused(refusal(&text))),
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

/// Nodes send what a contract said as the error's `data`.
fn refusal(error: &[u8]) -> Refusal {
    let error: Value = serde_json::from_slice(error).unwrap_or_default();
    let revert = error["data"].as_str().and_then(|it| hex::decode(it).ok());
    let words = error["message"].as_str().unwrap_or_default().to_ascii_lowercase();
    let is_the_contracts = error["code"] == EXECUTION_REVERTED
        || revert.is_some()
        || CONTRACT_FAULTS.iter().any(|it| words.contains(it));
    Refusal { revert, is_the_contracts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_a_contract_is_told_from_one_of_a_node() {
        let is_the_contracts = |code: i32, message: &str, data: Option<&str>| {
            let error = json!({"code": code, "message": message, "data": data});
            refusal(error.to_string().as_bytes()).is_the_contracts
        };
        for (code, message, data) in [
            (3, "", None),
            (-32000, "execution reverted", None),
            (-32000, "Out of gas: gas required exceeds allowance: 30000000", None),
            (-32603, "EVM error OutOfGas", None),
            (-32015, "VM execution error.", Some("0x")),
            (-32000, "invalid opcode: INVALID", None),
        ] {
            assert!(is_the_contracts(code, message, data), "{message}");
        }
        for (code, message) in [
            (-32603, "Internal error"),
            (-32000, "execution aborted (timeout = 5s)"),
            (-32000, "Cannot fulfill request"),
            (-32601, "the method eth_call does not exist"),
        ] {
            assert!(!is_the_contracts(code, message, None), "{message}");
        }
    }
}
