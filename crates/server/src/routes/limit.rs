//! The layer around the routes that are counted: whom a request is counted for, and 429 where there are
//! too many.
//!
//! Every answer says what is left for its client, by the header fields of
//! [draft-ietf-httpapi-ratelimit-headers-06](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-06).

use crate::app::App;
use crate::client_address::client_of;
use crate::clock::whole_seconds;
use crate::extract::parameter;
use crate::project::ProjectId;
use crate::rate_limits::{Asker, RateLimitStatus};
use crate::request_log::Counted;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// What a page may read of an answer.
pub(super) const HEADERS: [HeaderName; 4] = [RETRY_AFTER, LIMIT, REMAINING, RESET];

/// The layer: 429 where there are too many, and the fields in every answer.
pub(super) async fn limit(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    if app.config.trusted_proxies.is_empty() && request.headers().contains_key("x-forwarded-for") {
        app.proxy_told.call_once(|| {
            tracing::warn!(
                "a request came with X-Forwarded-For, and no proxy is trusted: if there is one in \
                 front, all its clients count as one; name its address in `trusted_proxies`"
            );
        });
    }
    let client = client_of(&request, &app.config.trusted_proxies);
    let project = parameter(request.uri(), "projectId").and_then(|id| ProjectId::parse(&id));
    let asker = Asker { client, project };
    let mut response = match app.limits.admit(&asker) {
        Ok(()) => {
            request.extensions_mut().insert(asker.clone());
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    };
    if let Some(status) = app.limits.status(&asker) {
        write_status(status, response.headers_mut());
    }
    response.extensions_mut().insert(Counted);
    response
}

fn write_status(status: RateLimitStatus, headers: &mut HeaderMap) {
    headers.insert(LIMIT, HeaderValue::from(status.per_minute));
    headers.insert(REMAINING, HeaderValue::from(status.remaining));
    headers.insert(RESET, HeaderValue::from(whole_seconds(status.wait)));
}
