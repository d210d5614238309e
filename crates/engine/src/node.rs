//! JSON-RPC to a chain's node, through the operator's server.

use protocol::api::SupportedChains;
use protocol::caip::ChainId;
use runtime::{Backoff, Op, Reply};
use wire::{Json, from_text, to_text};

use crate::Engine;

const TIMEOUT_MS: u32 = 10_000;
const TRIES: u32 = 4;
const FIRST_DELAY_MS: u32 = 150;
const LONGEST_DELAY_MS: u32 = 2_000;

/// The result of one request to a node; nothing where the node cannot be reached or refuses.
/// A request that did not get through is tried again, three times at most.
pub(crate) async fn call(
    engine: &Engine,
    chain: &ChainId,
    method: &str,
    params: Json,
) -> Option<Json> {
    let url = engine.config(|config| config.server("/v1", &["&chainId=", &chain.text()].concat()));
    let body = Json::object([
        ("jsonrpc", Json::text("2.0")),
        ("id", Json::Number("1".into())),
        ("method", Json::text(method)),
        ("params", params),
    ]);
    let op = Op::Fetch {
        url,
        method: "POST".to_owned(),
        // With this type the browser sends no preflight.
        headers: vec![("content-type".to_owned(), "text/plain".to_owned())],
        body: Some(to_text(&body)),
        timeout_ms: TIMEOUT_MS,
    };
    let answer: Json = from_text(&fetch(engine, op).await?).ok()?;
    answer.get("result").cloned()
}

/// The chains whose nodes the server reaches.
pub(crate) async fn supported_chains(engine: &Engine) -> Option<SupportedChains> {
    let url = engine.config(|config| config.server("/v1/supported-chains", ""));
    let op = Op::Fetch {
        url,
        method: "GET".to_owned(),
        headers: vec![],
        body: None,
        timeout_ms: TIMEOUT_MS,
    };
    from_text(&fetch(engine, op).await?).ok()
}

async fn fetch(engine: &Engine, op: Op) -> Option<String> {
    let mut backoff = Backoff::new(FIRST_DELAY_MS, LONGEST_DELAY_MS);
    for tries in 1..=TRIES {
        match engine.world().perform(op.clone()).await {
            Reply::Fetched { status: 200, body } => return Some(body),
            // What the server refuses it refuses again.
            Reply::Fetched { status: 400..=428 | 430..=499, .. } => return None,
            _ if tries == TRIES => return None,
            _ => engine.world().sleep(backoff.next(chance(engine).await)).await,
        }
    }
    None
}

async fn chance(engine: &Engine) -> u32 {
    match engine.world().perform(Op::Random { bytes: 4 }).await {
        Reply::Bytes { base64 } => base64
            .bytes()
            .fold(0, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte))),
        _ => 0,
    }
}
