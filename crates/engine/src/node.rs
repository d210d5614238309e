//! JSON-RPC to a chain's nodes: the host's own, then the operator's server. The next one is asked after
//! any failure but those that are the call's own: see [`RpcError::is_final`].

use std::slice;

use node::{Call, Others, ask, body, said};
use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use protocol::path;
use protocol::rpc::{CHAIN_DISCONNECTED, Node, RpcError};
use runtime::Verb;
use wire::Json;

use crate::engine::Engine;
use crate::http::Request;
use crate::{http, relays, server};

/// The result of one request, or the error of the node that was asked last: [`CHAIN_DISCONNECTED`] where
/// none is there to ask, or none answers.
pub(crate) async fn call(
    engine: &Engine,
    chain: &ChainId,
    method: &str,
    params: Option<Json>,
) -> Result<Json, RpcError> {
    let call = Call { method, params: params.unwrap_or(Json::List(vec![])) };
    let own = nodes(engine, chain);
    let asked = ask(engine.world(), &engine.0.ranks, &own, Others::Follow, slice::from_ref(&call));
    let refusal = match asked.await.pop().flatten() {
        Some(Err(error)) if !error.is_final() => Some(error),
        Some(answer) => return answer,
        None => None,
    };
    if is_reached(engine, chain).await != Some(false) {
        let query = &["&chainId=", &chain.text()].concat();
        let body = Some(body(&[call], &[0]));
        let asked = Request { verb: Verb::Post, path: path::RPC, query, body };
        let answer: Option<Json> = server::request(engine, asked).await;
        if let Some(answer) = answer.as_ref().and_then(said) {
            return answer;
        }
    }
    Err(refusal.unwrap_or_else(|| {
        let rest = ". Name one in the option customRpcUrls, or have the operator name the chain under \
                    [chains] of the server.";
        let message = ["No node answered ", method, " on ", &chain.text(), rest].concat();
        RpcError::new(CHAIN_DISCONNECTED, &message)
    }))
}

/// All who may be asked, in the order in which they are: the host's own nodes, and the server where it has one of the
/// chain, or does not say.
pub(crate) async fn everybody(engine: &Engine, chain: &ChainId) -> Vec<Node> {
    let mut all = nodes(engine, chain);
    if is_served(engine, chain).await != Some(false) {
        let query = ["&chainId=", &chain.text(), &relays::client_query(engine)].concat();
        let url = engine.config(|config| config.server(path::RPC, &query));
        all.push(Node { url, headers: http::plain() });
    }
    all
}

/// Whether there is a node to ask; nothing where the server does not say.
pub(crate) async fn is_reached(engine: &Engine, chain: &ChainId) -> Option<bool> {
    if !nodes(engine, chain).is_empty() {
        return Some(true);
    }
    is_served(engine, chain).await
}

/// Whether the operator's server has a node of it; nothing where it does not say.
pub(crate) async fn is_served(engine: &Engine, chain: &ChainId) -> Option<bool> {
    let known = engine.0.balances.borrow().supported.clone();
    if let Some(known) = known {
        return Some(known.contains(chain));
    }
    let answer = server::get::<SupportedChains>(engine, path::SUPPORTED_CHAINS, "").await?;
    let is_supported = answer.http.contains(chain);
    engine.0.balances.borrow_mut().supported = Some(answer.http);
    Some(is_supported)
}

/// The host's own nodes of a chain, in the order in which they are asked.
pub(crate) fn nodes(engine: &Engine, chain: &ChainId) -> Vec<Node> {
    engine.config(|it| it.network(chain).map(|network| network.nodes.clone())).unwrap_or_default()
}
