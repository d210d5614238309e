//! `POST /v1?chainId=&projectId=`: JSON-RPC to the nodes of a chain.
//!
//! One call or a batch of up to 1000, as `application/json` or any other type. Ids and results are
//! handed on byte by byte. Methods that are not on the list of `upstream/methods.rs` are answered
//! −32601 here and no node sees them. `eth_chainId`, `net_version` and `net_listening` are answered
//! from the configuration where they come alone.

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{AskedChain, AskingProject, Body};
use crate::held_bytes::NoRoom;
use crate::rate_limits::Asker;
use crate::upstream::call::{Call, Calls, Outcome, error_text};
use crate::upstream::{Chain, NoAnswer};
use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use protocol::caip::Namespace;
use protocol::rpc;
use std::net::IpAddr;
use std::sync::Arc;

/// JSON-RPC to the nodes of a chain: one call or a batch.
#[utoipa::path(
    post,
    path = "/v1",
    params(("chainId" = String, Query, description = "CAIP-2 id"), ("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 200, description = "What a node answered, errors of JSON-RPC included."), (status = 400, description = "A body or parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "No node answered, or the server is busy."))
)]
pub(super) async fn proxy(
    State(app): State<Arc<App>>,
    AskedChain(id): AskedChain,
    _: AskingProject,
    Extension(asker): Extension<Asker>,
    Body(body): Body,
) -> Result<Response, ApiError> {
    let text = id.text();
    let chain = app.chains.get(&text).ok_or(ApiError::ChainUnknown(text))?;
    answer(&app, chain, &asker, &body).await
}

/// What the nodes of a chain answer to a body, where its methods are handed on.
pub(super) async fn answer(
    app: &App,
    chain: &Chain,
    asker: &Asker,
    body: &[u8],
) -> Result<Response, ApiError> {
    let answer = match Calls::read(body)? {
        Calls::One(call) => one(app, chain, asker.client, &call).await,
        Calls::Batch(calls) => {
            app.limits.admit_batch(asker, calls.len())?;
            batch(app, chain, asker.client, &calls).await
        }
    };
    let body = answer.map_err(|why| match why {
        NoAnswer::Silent => ApiError::NodesSilent(chain.id.text()),
        NoAnswer::OutcomeUnknown => ApiError::OutcomeUnknown,
        NoAnswer::NoRoom(full) => ApiError::NoRoom(full),
    })?;
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

async fn one(app: &App, chain: &Chain, from: IpAddr, call: &Call<'_>) -> Result<Bytes, NoAnswer> {
    if let Some(refusal) = refusal(chain, Some(call)) {
        return Ok(Bytes::from(refusal));
    }
    match known(chain, call) {
        Some(result) => Ok(Bytes::from(written(Outcome::Result(&result), call.id()))),
        None => chain.ask(&app.client, from, call).await,
    }
}

/// Answers stand where their calls stood.
async fn batch(
    app: &App,
    chain: &Chain,
    from: IpAddr,
    calls: &[Option<Call<'_>>],
) -> Result<Bytes, NoAnswer> {
    let refusals: Vec<Option<String>> =
        calls.iter().map(|call| refusal(chain, call.as_ref())).collect();
    let asked: Vec<&Call<'_>> = calls
        .iter()
        .zip(&refusals)
        .filter_map(|(call, refusal)| call.as_ref().filter(|_| refusal.is_none()))
        .collect();
    let answers = if asked.is_empty() {
        Vec::new()
    } else {
        chain.ask_all(&app.client, from, &asked).await?
    };
    let mut answers = answers.into_iter();
    let whole: Vec<String> =
        refusals.into_iter().filter_map(|refusal| refusal.or_else(|| answers.next())).collect();
    joined(app, from, &whole).map_err(|NoRoom(full)| chain.no_room(&asked, full))
}

fn joined(app: &App, from: IpAddr, answers: &[String]) -> Result<Bytes, NoRoom> {
    let mut whole = app.held.gather(from);
    whole.expect(answers.iter().map(|answer| answer.len() + 1).sum::<usize>() + 1)?;
    let pieces = ["["].into_iter().chain(answers.iter().enumerate().flat_map(|(at, answer)| {
        let comma = if at > 0 { "," } else { "" };
        [comma, answer]
    }));
    for piece in pieces.chain(["]"]) {
        whole.add(piece.as_bytes())?;
    }
    Ok(whole.whole())
}

/// The answer to what is no call, or a call of a method that is not handed on.
fn refusal(chain: &Chain, call: Option<&Call<'_>>) -> Option<String> {
    let Some(call) = call else {
        let error = error_text(rpc::INVALID_REQUEST, "This is not a JSON-RPC call.");
        return Some(written(Outcome::Error(&error), "null"));
    };
    if chain.kind(call).is_some() {
        return None;
    }
    let error = error_text(rpc::METHOD_NOT_FOUND, "This server does not hand on this method.");
    Some(written(Outcome::Error(&error), call.id()))
}

/// What the configuration knows without asking a node.
fn known(chain: &Chain, call: &Call<'_>) -> Option<String> {
    let number: u64 = match chain.id.namespace {
        Namespace::Eip155 => chain.id.reference.parse().ok()?,
        _ => return None,
    };
    match &*call.method {
        "eth_chainId" => Some(format!("\"0x{number:x}\"")),
        "net_version" => Some(format!("\"{number}\"")),
        "net_listening" => Some("true".to_owned()),
        _ => None,
    }
}

fn written(outcome: Outcome<'_>, id: &str) -> String {
    let mut text = String::new();
    outcome.write(id, &mut text);
    text
}
