//! What the nodes of a chain say. They are asked by way of the vault's own server: the page around names none.

use protocol::caip::ChainId;
use protocol::module::signer::NetworkNumbers;
use protocol::path;
use protocol::rpc::{INTERNAL, Node, Nodes, RpcError};
use wire::Json;

use crate::vault::Vault;

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
    estimate: Option<Json>,
) -> Result<NetworkNumbers, RpcError> {
    let pending = [Json::text(account), Json::text("pending")];
    let latest = [Json::text("latest"), Json::Bool(false)];
    let call = |method, params: Vec<Json>| node::Call { method, params: Json::list(params) };
    let mut calls = vec![
        call("eth_getTransactionCount", pending.into()),
        call("eth_getBlockByNumber", latest.into()),
        call("eth_gasPrice", vec![]),
        call("eth_maxPriorityFeePerGas", vec![]),
    ];
    calls.extend(estimate.map(|it| call("eth_estimateGas", vec![it])));
    let mut told = ask_all(vault, chain, calls).await.into_iter();
    let mut next = || told.next().unwrap_or_else(|| Err(unanswered()));
    let nonce = quantity(&next()?)?;
    let block = next()?;
    let base_fee = block.get("baseFeePerGas").map(quantity).transpose()?;
    let gas_price = quantity(&next()?)?;
    // Nodes of chains without such fees know no tip.
    let tip = next().and_then(|it| quantity(&it)).unwrap_or_else(|_| "0x0".to_owned());
    let gas = told.next().transpose()?.map(|it| quantity(&it)).transpose()?;
    Ok(NetworkNumbers { nonce, gas, base_fee, tip, gas_price })
}

async fn ask_all(
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
