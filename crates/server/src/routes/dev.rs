//! `POST /dev/rpc`: JSON-RPC to the local chain for the dev wallets of the demo page and for the dev
//! phone: what `/v1` hands on, and what wallets need (`dev/chain.rs`). The chain's accounts are unlocked,
//! so only those pages may ask, and the route exists in `latchkit dev` only.

use super::rpc;
use crate::app::App;
use crate::dev::settings::Dev;
use crate::error::ApiError;
use crate::extract::Body;
use crate::rate_limits::Asker;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tower_http::cors::CorsLayer;

pub(super) fn routes(app: &Arc<App>, dev: &Dev) -> Router {
    let ours = [dev.demo_origin().header(), app.config.public_url.header()];
    let cors = CorsLayer::new()
        .allow_origin(ours.clone())
        .allow_methods([Method::POST])
        .allow_headers([CONTENT_TYPE]);
    let only_ours = middleware::from_fn(move |request: Request, next: Next| {
        let is_refused =
            request.headers().get_all(ORIGIN).iter().any(|origin| !ours.contains(origin));
        async move {
            if is_refused {
                ApiError::OriginRefused.into_response()
            } else {
                next.run(request).await
            }
        }
    });
    Router::new()
        .route("/dev/rpc", post(ask))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(cors)
        .layer(only_ours)
        .with_state(app.clone())
}

async fn ask(State(app): State<Arc<App>>, Body(body): Body) -> Result<Response, ApiError> {
    let dev = app.dev.as_ref().ok_or(ApiError::NotFound)?;
    let asker = Asker { client: IpAddr::V4(Ipv4Addr::LOCALHOST), project: None };
    rpc::answer(&app, dev.chain(), &asker, &body).await
}
