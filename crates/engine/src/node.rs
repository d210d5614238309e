//! JSON-RPC to a chain's nodes: the host's own, then the operator's server, which is asked as they are. The next
//! one is asked after any failure but those that are the call's own: see [`RpcError::is_final`].

use std::slice;

use node::{Call, ask};
use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use protocol::path;
use protocol::rpc::{CHAIN_DISCONNECTED, Node, Nodes, RpcError};
use wire::Json;

use crate::engine::Engine;
use crate::state::Alert;
use crate::{alert, http, server};

/// The result of one request, or the error of the node that was asked last: [`CHAIN_DISCONNECTED`] where
/// none is there to ask, or none answers.
pub(crate) async fn call(
    engine: &Engine,
    chain: &ChainId,
    method: &str,
    params: Option<Json>,
) -> Result<Json, RpcError> {
    let call = Call { method, params: params.unwrap_or(Json::List(vec![])) };
    let nodes = Nodes { chain: chain.clone(), own: own(engine, chain), server: None };
    let server = async || {
        let is_served = is_served(engine, chain).await != Some(false);
        is_served.then(|| of_server(engine, chain))
    };
    let (ranks, calls) = (&engine.0.ranks, slice::from_ref(&call));
    let mut asked = ask(engine.world(), ranks, &nodes, server, calls).await;
    if let Some(failure) = &asked.failure {
        server::failed(engine, path::RPC, failure);
    }
    alert_elsewhere(engine, &nodes);
    asked.told.pop().flatten().unwrap_or_else(|| {
        let rest = ". Name one in the option customRpcUrls, or have the operator name the chain under \
                    [chains] of the server.";
        let message = ["No node answered ", method, " on ", &chain.text(), rest].concat();
        Err(RpcError::new(CHAIN_DISCONNECTED, &message))
    })
}

/// Tells the host's developer which of the host's own nodes are of another chain.
fn alert_elsewhere(engine: &Engine, nodes: &Nodes) {
    for node in &nodes.own {
        let Some(other) = engine.0.ranks.elsewhere(node, &nodes.chain) else { continue };
        let [url, chain, other] =
            [node.url.clone(), nodes.chain.text(), other.text()].map(Json::Text);
        let values = Json::object([("url", url), ("chain", chain), ("value", other)]);
        alert::raise(engine, Alert::NodeElsewhere, values);
    }
}

/// All who may be asked, as far as it is known; nothing where that is nobody.
pub(crate) async fn everybody(engine: &Engine, chain: &ChainId) -> Option<Nodes> {
    let is_reached = is_reached(engine, chain).await != Some(false);
    let is_unserved = engine.0.served.borrow().as_ref().is_some_and(|it| !it.contains(chain));
    let server = (!is_unserved).then(|| of_server(engine, chain));
    is_reached.then(|| Nodes { chain: chain.clone(), own: own(engine, chain), server })
}

/// Whether there is a node to ask; nothing where the server does not say.
pub(crate) async fn is_reached(engine: &Engine, chain: &ChainId) -> Option<bool> {
    if !own(engine, chain).is_empty() {
        return Some(true);
    }
    is_served(engine, chain).await
}

/// Whether the operator's server has a node of it; nothing where it does not say.
pub(crate) async fn is_served(engine: &Engine, chain: &ChainId) -> Option<bool> {
    let known = engine.0.served.borrow().as_ref().map(|it| it.contains(chain));
    if known.is_some() {
        return known;
    }
    let answer = server::get::<SupportedChains>(engine, path::SUPPORTED_CHAINS, "").await?;
    let is_supported = answer.http.contains(chain);
    engine.0.served.replace(Some(answer.http));
    Some(is_supported)
}

/// Another server is asked from now on: what the one before reached is nothing any more.
pub(crate) fn configure(engine: &Engine) {
    engine.0.served.take();
}

/// The host's own nodes of a chain, in the order in which they are asked.
fn own(engine: &Engine, chain: &ChainId) -> Vec<Node> {
    engine.config(|it| it.network(chain).map(|network| network.nodes.clone())).unwrap_or_default()
}

/// The operator's server as a node of a chain. Of a body of this type the browser sends no preflight.
fn of_server(engine: &Engine, chain: &ChainId) -> Node {
    Node {
        url: http::url(engine, path::RPC, &["&chainId=", &chain.text()].concat()),
        headers: vec![("content-type".to_owned(), "text/plain".to_owned())],
    }
}
