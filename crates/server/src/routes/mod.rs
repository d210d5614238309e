//! The table of contents: every path that is answered, one file each; and the layers around them.

mod account;
mod assets;
mod balance;
mod dev;
mod dev_mailbox;
mod dev_wallet;
mod events;
mod health;
mod history;
mod home;
mod host;
mod identity;
mod images;
mod in_flight;
pub(crate) mod layers;
mod limit;
pub mod metrics;
mod metrics_text;
mod nfts;
mod openapi;
mod picture;
mod price;
mod project;
mod ready;
mod relay;
mod rpc;
mod rpc_socket;
mod supported_chains;
mod vault;
mod wallets;
mod worth;

use crate::app::App;
use crate::error::ApiError;
use crate::request_log::{self, RequestLog};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{get, post};
use layers::{any_origin, compression, harmless, no_panics};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All of them. From the outside in: request id and log, headers of every answer, metrics, compression, the host that the request
/// names, CORS (so that a page can read every refusal), a net for panics, how many are in flight, the rate
/// limits, the routes.
pub fn all(app: &Arc<App>) -> Router {
    let log = RequestLog::trusting(&app.config.trusted_proxies);
    // Layers that are put on together cost less than one after another.
    host::by_host(public(app), vault::routes(app), &app.config).layer((
        from_fn_with_state(log, request_log::log),
        map_response(harmless),
        from_fn_with_state(app.clone(), metrics::count),
        compression(),
    ))
}

/// The routes under `public_url`.
fn public(app: &Arc<App>) -> Router {
    let (counted, told) = OpenApiRouter::new()
        .routes(routes!(rpc::proxy, rpc_socket::open))
        .route("/v1/", post(rpc::proxy).get(rpc_socket::open))
        .route("/ws", get(rpc_socket::open))
        .routes(routes!(supported_chains::list))
        .routes(routes!(balance::of_account))
        .routes(routes!(history::of_account))
        .routes(routes!(nfts::of_account))
        .routes(routes!(price::of_tokens))
        .routes(routes!(identity::of_account))
        .route("/v1/account/{address}/identity", get(identity::of_account))
        .routes(routes!(picture::named))
        .routes(routes!(wallets::page))
        .routes(routes!(project::features))
        .routes(routes!(project::origins))
        .routes(routes!(project::analytics))
        .routes(routes!(events::one))
        .routes(routes!(events::batch))
        .split_for_parts();
    let counted = counted
        .fallback(async || ApiError::NotFound)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(from_fn_with_state(app.clone(), limit::limit));
    // Cached by browsers or asked by machines of the operator: nobody should miss these.
    let (uncounted, told_too) = OpenApiRouter::new()
        .routes(routes!(home::page))
        .routes(routes!(home::style))
        .routes(routes!(relay::relay))
        .routes(routes!(images::wallet))
        .routes(routes!(images::network))
        .routes(routes!(images::currency))
        .routes(routes!(images::token))
        .routes(routes!(assets::file))
        .split_for_parts();
    // However much is in flight, who watches over the server is told how it is.
    let (watched, told_last) = OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(ready::ready))
        .split_for_parts();
    let told = told.merge_from(told_too).merge_from(told_last);
    let not_allowed = async || ApiError::MethodNotAllowed;
    let watched = watched.method_not_allowed_fallback(not_allowed);
    let uncounted = uncounted
        .route("/openapi.json", openapi::telling(told))
        .method_not_allowed_fallback(not_allowed);
    let routes = counted
        .merge(uncounted)
        .layer(from_fn_with_state(app.clone(), in_flight::limit))
        .merge(watched)
        .layer((any_origin(), no_panics()))
        .with_state(app.clone());
    of_dev(routes, app).layer(from_fn(metrics::name_route))
}

/// What only `latchkit dev` has besides.
fn of_dev(routes: Router, app: &Arc<App>) -> Router {
    match &app.dev {
        Some(dev) => routes
            .merge(dev::routes(app, dev))
            .merge(dev_wallet::routes(dev.phone()))
            .merge(dev_mailbox::routes(dev.mailbox())),
        None => routes,
    }
}
