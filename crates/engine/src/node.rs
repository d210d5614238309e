//! JSON-RPC to a chain's nodes: the host's own, then the operator's server. The next one is asked after
//! any failure but those that are the call's own: see [`RpcError::is_final`].

use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use protocol::path;
use protocol::rpc::RpcError;
use runtime::Verb;
use wire::{Json, to_text};

use crate::config::Node;
use crate::engine::Engine;
use crate::http::Request;
use crate::{http, server};

/// The result of one request; nothing where no node can be reached, all refuse, or one says that the call
/// cannot be done.
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
        let Some(answer) = http::once(engine, node.url, node.headers, body.clone()).await else {
            continue;
        };
        let is_final = answer.get("error").is_some_and(|error| RpcError::of(error).is_final());
        if is_final || answer.get("result").is_some() {
            return answer.get("result").cloned();
        }
    }
    let query = &["&chainId=", &chain.text()].concat();
    let asked = Request { verb: Verb::Post, path: path::RPC, query, body: Some(body) };
    server::request::<Json>(engine, asked).await?.get("result").cloned()
}

/// The host's own nodes of a chain, in the order in which they are asked.
pub(crate) fn nodes(engine: &Engine, chain: &ChainId) -> Vec<Node> {
    engine.config(|it| it.network(chain).map(|network| network.nodes.clone())).unwrap_or_default()
}

/// The chains whose nodes the server reaches.
pub(crate) async fn supported_chains(engine: &Engine) -> Option<SupportedChains> {
    server::get(engine, path::SUPPORTED_CHAINS, "").await
}
