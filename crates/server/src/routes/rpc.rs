//! `POST /v1?chainId=&projectId=`: JSON-RPC to the nodes of a chain.
//!
//! One call or a batch of up to 1000, as `application/json` or any other type. Ids and results are
//! handed on byte by byte. Methods that are not on the list of `upstream/methods.rs` are answered
//! −32601 here and no node sees them. `eth_chainId`, `net_version` and `net_listening` are answered
//! from the configuration.

use crate::app::App;
use crate::ceiling::Full;
use crate::error::{ApiError, OUTCOME_UNKNOWN};
use crate::extract::{AskedChain, AskingProject, Body};
use crate::held_bytes::NoRoom;
use crate::rate_limits::Asker;
use crate::upstream::call::{Call, Calls};
use crate::upstream::{Chain, Errand, Kind, NoAnswer, Said};
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

/// What is answered to a body.
pub(super) enum Answered<'a> {
    /// To a call of this id.
    One(&'a str, Said),
    Batch(Bytes),
}

/// What the nodes of a chain answer to a body, where its methods are handed on.
pub(super) async fn answer(
    app: &App,
    chain: &Chain,
    asker: &Asker,
    body: &[u8],
) -> Result<Response, ApiError> {
    let json = [(CONTENT_TYPE, "application/json")];
    Ok(match answers(app, chain, asker, Calls::read(body)?).await? {
        Answered::One(id, said) => (json, said.body(id)).into_response(),
        Answered::Batch(whole) => (json, whole).into_response(),
    })
}

/// The same to calls that were read.
pub(super) async fn answers<'a>(
    app: &App,
    chain: &Chain,
    asker: &Asker,
    calls: Calls<'a>,
) -> Result<Answered<'a>, ApiError> {
    let (calls, is_batch) = match calls {
        Calls::One(call) => (vec![Some(call)], false),
        Calls::Batch(calls) => {
            app.limits.admit_batch(asker, calls.len())?;
            (calls, true)
        }
    };
    let ours: Vec<Option<Said>> = calls.iter().map(|call| of_ours(chain, call.as_ref())).collect();
    let asked: Vec<&Call<'_>> = calls
        .iter()
        .zip(&ours)
        .filter_map(|(call, ours)| call.as_ref().filter(|_| ours.is_none()))
        .collect();
    let answers = match &*asked {
        [] => Vec::new(),
        some => chain.answer(Errand::new(asker.client, app.config.upstream_timeout()), some).await,
    };
    let is_some = answers.iter().any(|it| !matches!(it, Err(NoAnswer::Silent)));
    let mut answers = answers.into_iter();
    let mut whole = Vec::with_capacity(calls.len());
    for (call, ours) in calls.iter().zip(ours) {
        let said = match ours.map(Ok).or_else(|| answers.next()) {
            None => continue,
            Some(Ok(said)) => said,
            Some(Err(why)) if is_batch && is_some => told(why)?,
            Some(Err(why)) => return Err(failed(chain, why)),
        };
        whole.push((call.as_ref().map_or("null", Call::id), said));
    }
    if !is_batch && let Some((id, said)) = whole.pop() {
        return Ok(Answered::One(id, said));
    }
    let whole = joined(app, asker.client, &whole);
    whole.map(Answered::Batch).map_err(|NoRoom(full)| no_room(chain, &asked, full))
}

/// The answers to a batch, which stand where their calls stood.
fn joined(app: &App, from: IpAddr, answers: &[(&str, Said)]) -> Result<Bytes, NoRoom> {
    let mut whole = app.held.gather(from);
    let pieces = || answers.iter().map(|(id, said)| said.pieces(id));
    let length: usize = pieces().flatten().map(<[u8]>::len).sum();
    whole.expect(length + answers.len() + 1)?;
    for (place, pieces) in pieces().enumerate() {
        whole.add(if place == 0 { b"[" } else { b"," })?;
        pieces.iter().try_for_each(|piece| whole.add(piece))?;
    }
    whole.add(b"]")?;
    Ok(whole.whole())
}

/// Why a request has no answer.
fn failed(chain: &Chain, why: NoAnswer) -> ApiError {
    match why {
        NoAnswer::Silent => ApiError::NodesSilent(chain.nodes().id.text()),
        NoAnswer::OutcomeUnknown => ApiError::OutcomeUnknown,
        NoAnswer::NoRoom(full) => ApiError::NoRoom(full),
    }
}

/// The answer to a call of a batch that no node answered, while others were.
fn told(why: NoAnswer) -> Result<Said, ApiError> {
    match why {
        NoAnswer::Silent => Ok(Said::error(rpc::INTERNAL, "No node answered this call.")),
        NoAnswer::OutcomeUnknown => Ok(Said::error(rpc::INTERNAL, OUTCOME_UNKNOWN)),
        NoAnswer::NoRoom(full) => Err(ApiError::NoRoom(full)),
    }
}

/// There is no room for what came of these calls. A transaction among them may have been taken.
fn no_room(chain: &Chain, calls: &[&Call<'_>], full: Full) -> ApiError {
    let is_sent = calls.iter().any(|call| chain.kind(call) == Some(Kind::Sending));
    if is_sent { ApiError::OutcomeUnknown } else { ApiError::NoRoom(full) }
}

/// The answer to what is no call, to a call of a method that is not handed on, and to what the
/// configuration knows without asking a node.
fn of_ours(chain: &Chain, call: Option<&Call<'_>>) -> Option<Said> {
    let Some(call) = call else {
        return Some(Said::error(rpc::INVALID_REQUEST, "This is not a JSON-RPC call."));
    };
    if chain.kind(call).is_none() {
        let words = "This server does not hand on this method.";
        return Some(Said::error(rpc::METHOD_NOT_FOUND, words));
    }
    known(chain, call).map(|text| Said::Result(Bytes::from(text)))
}

fn known(chain: &Chain, call: &Call<'_>) -> Option<String> {
    let number: u64 = match chain.nodes().id.namespace {
        Namespace::Eip155 => chain.nodes().id.reference.parse().ok()?,
        _ => return None,
    };
    match &*call.method {
        "eth_chainId" => Some(format!("\"0x{number:x}\"")),
        "net_version" => Some(format!("\"{number}\"")),
        "net_listening" => Some("true".to_owned()),
        _ => None,
    }
}
