//! JSON-RPC to a chain's node, through the operator's server.

use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use wire::{Json, to_text};

use crate::{Engine, http};

/// The result of one request to a node; nothing where the node cannot be reached or refuses.
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
    let query = ["&chainId=", &chain.text()].concat();
    let answer: Json = http::post(engine, "/v1", &query, to_text(&body)).await?;
    answer.get("result").cloned()
}

/// The chains whose nodes the server reaches.
pub(crate) async fn supported_chains(engine: &Engine) -> Option<SupportedChains> {
    http::get(engine, "/v1/supported-chains", "").await
}
