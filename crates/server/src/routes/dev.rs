//! `POST /dev/rpc`: JSON-RPC straight to the local chain, for the dev wallets of the demo page. Its
//! accounts are unlocked, so only that page may ask, and the route exists in `latchkit dev` only.

use crate::app::App;
use crate::dev::settings::{CHAIN, Dev};
use crate::error::ApiError;
use crate::extract::Body;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tower_http::cors::CorsLayer;

/// Mining may be stopped and started by hand meanwhile.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// The state of a whole chain can be asked for.
const ANSWER_LIMIT_BYTES: usize = 256 * 1024 * 1024;

pub(super) fn routes(app: &Arc<App>, dev: &Dev) -> Router {
    let demo = dev.demo_origin().header();
    let cors = CorsLayer::new()
        .allow_origin(demo.clone())
        .allow_methods([Method::POST])
        .allow_headers([CONTENT_TYPE]);
    let only_the_demo = middleware::from_fn(move |request: Request, next: Next| {
        let is_refused = request.headers().get_all(ORIGIN).iter().any(|origin| origin != demo);
        async move {
            if is_refused {
                ApiError::OriginRefused.into_response()
            } else {
                next.run(request).await
            }
        }
    });
    Router::new()
        .route("/dev/rpc", post(rpc))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(cors)
        .layer(only_the_demo)
        .with_state(app.clone())
}

async fn rpc(State(app): State<Arc<App>>, Body(body): Body) -> Result<Response, ApiError> {
    let dev = app.dev.as_ref().ok_or(ApiError::NotFound)?;
    let answer = app.held.gather(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let asked = dev.node().post(&app.client, body, ANSWER_LIMIT_BYTES, answer);
    let answer = tokio::time::timeout(ANSWER_TIME, asked).await;
    match answer {
        Ok(Ok(bytes)) => Ok(([(CONTENT_TYPE, "application/json")], bytes).into_response()),
        _ => Err(ApiError::NodesSilent(CHAIN.to_owned())),
    }
}
