//! JSON-RPC to a chain's nodes: the host's own, then the operator's server.

use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use protocol::path;
use wire::{Json, to_text};

use crate::config::Node;
use crate::engine::Engine;
use crate::{http, server};

/// The result of one request; nothing where no node can be reached, or all refuse.
pub(crate) async fn call(
    engine: &Engine,
    chain: &ChainId,
    method: &str,
    params: Json,
) -> Option<Json> {
    let body = Json::object([
        ("jsonrpc", Json::text("2.0")),
        ("id", Json::Number("1".into())),
        ("method", Json::text(method)),
        ("params", params),
    ]);
    let body = to_text(&body);
    for node in nodes(engine, chain) {
        let answer = http::once(engine, node.url, node.headers, body.clone()).await;
        if let Some(result) = answer.as_ref().and_then(result) {
            return Some(result);
        }
    }
    let query = ["&chainId=", &chain.text()].concat();
    result(&server::post(engine, path::RPC, &query, body).await?)
}

fn result(answer: &Json) -> Option<Json> {
    answer.get("result").cloned()
}

/// The host's own nodes of a chain, in the order in which they are asked.
pub(crate) fn nodes(engine: &Engine, chain: &ChainId) -> Vec<Node> {
    engine.config(|it| it.network(chain).map(|network| network.nodes.clone())).unwrap_or_default()
}

/// The chains whose nodes the server reaches.
pub(crate) async fn supported_chains(engine: &Engine) -> Option<SupportedChains> {
    server::get(engine, path::SUPPORTED_CHAINS, "").await
}
