//! The table of contents: every path that is answered, one file each.

mod assets;
mod dev;
mod events;
mod health;
mod home;
mod images;
mod project;
mod rpc;
mod supported_chains;
mod wallets;

use crate::app::{App, any_origin, no_panics};
use crate::error::ApiError;
use crate::{metrics, rate_limits};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use std::sync::Arc;

/// The routes under `public_url`.
pub(crate) fn public(app: &Arc<App>) -> Router {
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
        .layer(from_fn_with_state(app.clone(), rate_limits::limit));
    // Cached by browsers or asked by machines of the operator: nobody should miss these.
    let uncounted = Router::new()
        .route("/", get(home::page))
        .route("/home.css", get(home::style))
        .route("/health", get(health::health))
        .route("/getWalletImage/{id}", get(images::wallet))
        .route("/public/getAssetImage/{id}", get(images::network))
        .route("/public/getCurrencyImage/{id}", get(images::currency))
        .route("/public/getTokenImage/{id}", get(images::token))
        .route("/assets/{version}/{*file}", get(assets::file))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed);
    let routes =
        counted.merge(uncounted).layer(no_panics()).layer(any_origin()).with_state(app.clone());
    let routes = match &app.dev {
        Some(dev) => routes.merge(dev::routes(app, dev)),
        None => routes,
    };
    routes.layer(from_fn(metrics::name_route))
}

/// The routes under `vault_url`: none yet.
pub(crate) fn vault() -> Router {
    Router::new().fallback(async || ApiError::NotFound)
}
