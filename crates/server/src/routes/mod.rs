//! The table of contents: every path that is answered, one file each; and the layers around them.

mod assets;
mod dev;
mod events;
mod health;
mod home;
mod host;
mod images;
mod in_flight;
pub(crate) mod layers;
mod limit;
pub mod metrics;
mod metrics_text;
mod project;
mod ready;
mod rpc;
mod supported_chains;
mod wallets;

use crate::app::App;
use crate::error::ApiError;
use crate::request_log::{self, RequestLog};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{get, post};
use layers::{any_origin, compression, harmless, no_panics};
use std::sync::Arc;

/// All of them. From the outside in: request id and log, headers of every answer, metrics, compression, the host that the request
/// names, CORS (so that a page can read every refusal), a net for panics, how many are in flight, the rate
/// limits, the routes.
pub fn all(app: &Arc<App>) -> Router {
    let log = RequestLog::trusting(&app.config.trusted_proxies);
    host::by_host(public(app), vault(), &app.config)
        .layer(compression())
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .layer(map_response(harmless))
        .layer(from_fn_with_state(log, request_log::log))
}

/// The routes under `public_url`.
fn public(app: &Arc<App>) -> Router {
    let counted = Router::new()
        .route("/v1", post(rpc::proxy))
        .route("/v1/", post(rpc::proxy))
        .route("/v1/supported-chains", get(supported_chains::list))
        .route("/getWallets", get(wallets::page))
        .route("/appkit/v1/config", get(project::features))
        .route("/projects/v1/origins", get(project::origins))
        .route("/getAnalyticsConfig", get(project::analytics))
        .route("/e", post(events::one))
        .route("/batch", post(events::batch))
        .fallback(async || ApiError::NotFound)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(from_fn_with_state(app.clone(), limit::limit));
    // Cached by browsers or asked by machines of the operator: nobody should miss these.
    let uncounted = Router::new()
        .route("/", get(home::page))
        .route("/home.css", get(home::style))
        .route("/health", get(health::health))
        .route("/ready", get(ready::ready))
        .route("/getWalletImage/{id}", get(images::wallet))
        .route("/public/getAssetImage/{id}", get(images::network))
        .route("/public/getCurrencyImage/{id}", get(images::currency))
        .route("/public/getTokenImage/{id}", get(images::token))
        .route("/assets/{version}/{*file}", get(assets::file))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed);
    let routes = counted
        .merge(uncounted)
        .layer(from_fn_with_state(app.clone(), in_flight::limit))
        .layer(no_panics())
        .layer(any_origin())
        .with_state(app.clone());
    let routes = match &app.dev {
        Some(dev) => routes.merge(dev::routes(app, dev)),
        None => routes,
    };
    routes.layer(from_fn(metrics::name_route))
}

/// The routes under `vault_url`: none yet.
fn vault() -> Router {
    Router::new().fallback(async || ApiError::NotFound)
}
