//! What the nodes of a chain say. They are asked by way of the vault's own server: the page around names none.

use protocol::caip::ChainId;
use protocol::module::signer::NetworkNumbers;
use protocol::path;
use protocol::rpc::{INTERNAL, Node, Nodes, RpcError};
use wire::Json;

use crate::vault::Vault;

/// How long a person waits for what can be shown without, in milliseconds.
const IN_TIME_MS: u32 = 3_000;

/// Asks one thing.
pub(crate) async fn ask(
    vault: &Vault,
    chain: &ChainId,
    method: &str,
    params: Json,
) -> Result<Json, RpcError> {
    ask_all(vault, chain, vec![node::Call { method, params }]).await.remove(0)
}

/// What a transaction of `account` needs that the page around left to the network.
pub(crate) async fn numbers(
    vault: &Vault,
    chain: &ChainId,
    account: &str,
    transaction: &Json,
    needs_gas: bool,
) -> Result<NetworkNumbers, RpcError> {
    let pending = [Json::text(account), Json::text("pending")];
    let latest = [Json::text("latest"), Json::Bool(false)];
    let balance = [Json::text(account), Json::text("latest")];
    let block = Json::object([("calls", Json::list([transaction.clone()]))]);
    let trial = [
        Json::object([
            ("blockStateCalls", Json::list([block])),
            ("traceTransfers", Json::Bool(true)),
        ]),
        Json::text("latest"),
    ];
    let call = |method, params: Vec<Json>| node::Call { method, params: Json::list(params) };
    let mut calls = vec![
        call("eth_getTransactionCount", pending.into()),
        call("eth_getBlockByNumber", latest.into()),
        call("eth_gasPrice", vec![]),
        call("eth_maxPriorityFeePerGas", vec![]),
        call("eth_getBalance", balance.into()),
        call("eth_simulateV1", trial.into()),
    ];
    if needs_gas {
        calls.push(call("eth_estimateGas", vec![transaction.clone()]));
    }
    let mut told = ask_all(vault, chain, calls).await.into_iter();
    let mut next = || told.next().unwrap_or_else(|| Err(unanswered()));
    let nonce = quantity(&next()?)?;
    let block = next()?;
    let base_fee = block.get("baseFeePerGas").map(quantity).transpose()?;
    let gas_price = quantity(&next()?)?;
    // Nodes of chains without such fees know no tip.
    let tip = next().and_then(|it| quantity(&it)).unwrap_or_else(|_| "0x0".to_owned());
    let balance = next().and_then(|it| quantity(&it)).ok();
    let trial = next().ok();
    let gas = if needs_gas { Some(quantity(&next()?)?) } else { None };
    Ok(NetworkNumbers { nonce, gas, balance, trial, base_fee, tip, gas_price })
}

/// What contracts answer to `eth_call` by each of these parameters; nothing of those that do not, or not in time.
pub(crate) async fn call(vault: &Vault, chain: &ChainId, asks: Vec<Json>) -> Vec<Json> {
    let calls = asks.into_iter().map(|params| node::Call { method: "eth_call", params });
    let asked = ask_all(vault, chain, calls.collect());
    let told = vault.world().within(IN_TIME_MS, Box::pin(asked)).await.unwrap_or_default();
    told.into_iter().map(Result::unwrap_or_default).collect()
}

/// Asks several things at once; the answers stand in their order.
pub(crate) async fn ask_all(
    vault: &Vault,
    chain: &ChainId,
    calls: Vec<node::Call<'_>>,
) -> Vec<Result<Json, RpcError>> {
    let boot = vault.boot();
    let query = path::query(&boot.project_id, &boot.version);
    let url = [&*boot.origin, path::RPC, &query, "&chainId=", &chain.text()].concat();
    let nodes = Nodes { chain: chain.clone(), own: vec![], server: None };
    let server = async || Some(Node { url, headers: vec![] });
    let answers = node::ask(vault.world(), &vault.0.ranks, &nodes, server, &calls).await;
    answers.told.into_iter().map(|it| it.unwrap_or_else(|| Err(unanswered()))).collect()
}

fn quantity(value: &Json) -> Result<String, RpcError> {
    value.as_text().map(str::to_owned).ok_or_else(unanswered)
}

fn unanswered() -> RpcError {
    RpcError::new(INTERNAL, "No node of this chain answered")
}
