//! What routes take from a request, checked: the body, the path, the chain, the project.
//!
//! Each is an axum extractor that fails with an [`ApiError`]. Clients add parameters of their own
//! to the query (`st`, `sv`, `clientId`); they are ignored.

use crate::app::App;
use crate::client_address::client_of;
use crate::error::ApiError;
use crate::held_bytes::Gathering;
use crate::project::{Project, ProjectId};
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_LENGTH, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use bytes::Bytes;
use http_body_util::BodyExt;
use protocol::caip::ChainId;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);
/// A body that is too large is read on to this multiple of the limit before it is refused: a client
/// that is still sending would not read the answer.
const DRAINED_LIMITS: usize = 8;

/// The body, whatever its content type says: `text/plain` needs no preflight, so clients use it.
/// Not empty, and not larger than `body_limit_bytes`.
pub(crate) struct Body(pub(crate) Bytes);

impl FromRequest<Arc<App>> for Body {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let limit = app.config.body_limit_bytes;
        let whole = app.held.gather(client_of(&request, &app.config.trusted_proxies));
        let read = tokio::time::timeout(BODY_TIME, read(request, limit, whole));
        let bytes = read.await.map_err(|_| ApiError::BodyTooSlow)??;
        if bytes.is_empty() { Err(ApiError::BodyEmpty) } else { Ok(Body(bytes)) }
    }
}

async fn read(request: Request, limit: usize, mut whole: Gathering) -> Result<Bytes, ApiError> {
    let declared = request.headers().get(CONTENT_LENGTH);
    let declared = declared.and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limit.saturating_mul(DRAINED_LIMITS)) {
        return Err(ApiError::BodyTooLarge(limit));
    }
    let mut body = request.into_body();
    let mut received = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| ApiError::BodyNotJson(error.to_string()))?;
        let Ok(piece) = frame.into_data() else { continue };
        received += piece.len();
        if received <= limit {
            whole.add(&piece)?;
        } else if received > limit.saturating_mul(DRAINED_LIMITS) {
            break;
        }
    }
    if received > limit { Err(ApiError::BodyTooLarge(limit)) } else { Ok(whole.whole()) }
}

/// What stands in the path where the route has names. Where that is no UTF-8, nothing is there.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = extract::Path::from_request_parts(parts, state).await;
        named.map(|extract::Path(it)| Path(it)).map_err(|_| ApiError::NotFound)
    }
}

/// The query's `chainId`. Whether nodes are configured for it is for the route to see.
pub(crate) struct AskedChain(pub(crate) ChainId);

impl<S: Sync> FromRequestParts<S> for AskedChain {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let chain = parameter(&parts.uri, "chainId").and_then(|text| ChainId::parse(&text));
        chain.map(AskedChain).ok_or(ApiError::ChainMalformed)
    }
}

/// The project that the query's `projectId` names, whoever asks.
pub(crate) struct NamedProject(pub(crate) Arc<Project>);

impl FromRequestParts<Arc<App>> for NamedProject {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let id = parameter(&parts.uri, "projectId").and_then(|text| ProjectId::parse(&text));
        let project = app.project(id.ok_or(ApiError::ProjectMalformed)?).await?;
        project.map(NamedProject).ok_or(ApiError::ProjectUnknown)
    }
}

/// The same, asked by a page that the project allows or by a program, which sends no `Origin`.
pub(crate) struct AskingProject(pub(crate) Arc<Project>);

impl FromRequestParts<Arc<App>> for AskingProject {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let NamedProject(project) = NamedProject::from_request_parts(parts, app).await?;
        allowed(project, &parts.headers)
    }
}

/// The same of a route whose body may name the project in place of the query.
pub(crate) async fn asking_project(
    app: &App,
    headers: &HeaderMap,
    id: Option<&str>,
) -> Result<AskingProject, ApiError> {
    let id = id.and_then(ProjectId::parse).ok_or(ApiError::ProjectMalformed)?;
    let project = app.project(id).await?.ok_or(ApiError::ProjectUnknown)?;
    allowed(project, headers)
}

fn allowed(project: Arc<Project>, headers: &HeaderMap) -> Result<AskingProject, ApiError> {
    for origin in headers.get_all(ORIGIN) {
        let origin = String::from_utf8_lossy(origin.as_bytes());
        if !project.settings.allows(&origin) {
            return Err(ApiError::OriginNotAllowed(origin.into_owned()));
        }
    }
    Ok(AskingProject(project))
}

/// The first value of a query parameter.
pub(crate) fn parameter(uri: &Uri, name: &str) -> Option<String> {
    let mut all = form_urlencoded::parse(uri.query()?.as_bytes());
    all.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}
