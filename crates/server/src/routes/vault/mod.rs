//! The routes under `vault_url`: the frame's page (`frame.rs`), by which the frame speaks to its server, the
//! page of the window in which something is approved, and the one behind a mailed link.
//!
//! `site.rs` of the crate says on which pages the frame may be, `ancestors.rs` of the crate says it to browsers. `call.rs` is what every
//! call is checked for before a route sees it. No answer here has a header that lets a page of another origin read it.

mod call;
mod email;
mod email_change;
mod frame;
mod link;
mod review;
mod rpc;
mod session;
mod wallet;

use super::{in_flight, limit};
use crate::app::App;
use crate::error::ApiError;
use crate::routes::layers::no_panics;
use crate::routes::metrics;
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use protocol::path;
use std::sync::Arc;

/// All of them.
pub(super) fn routes(app: &Arc<App>) -> Router {
    let counted = Router::new()
        .route(path::FRAME, get(frame::page))
        .route(path::REVIEW, get(review::page))
        .route(path::REVIEW_OFFER, post(review::offer))
        .route(path::REVIEW_WAIT, post(review::wait))
        .route(path::REVIEW_TAKE, post(review::take))
        .route(path::REVIEW_DECIDE, post(review::decide))
        .route(path::EMAIL_START, post(email::start))
        .route(path::EMAIL_DEVICE, post(email::device))
        .route(path::EMAIL_OTP, post(email::otp))
        .route(path::EMAIL_CHANGE, post(email_change::start))
        .route(path::EMAIL_CHANGE_PRIMARY, post(email_change::primary))
        .route(path::EMAIL_CHANGE_SECONDARY, post(email_change::secondary))
        .route(path::SESSION_GET, post(session::get))
        .route(path::SESSION_REFRESH, post(session::refresh))
        .route(path::SESSION_DELETE, post(session::delete))
        .route(path::SESSION_LIST, post(session::list))
        .route(path::SESSION_REVOKE, post(session::revoke))
        .route(path::WALLET_GET, post(wallet::get))
        .route(path::WALLET_CREATE, post(wallet::create))
        .route(path::WALLET_SHARE, post(wallet::share))
        .route(path::WALLET_RECOVER, post(wallet::recover))
        .route(path::WALLET_PEPPER, post(wallet::pepper))
        .route(path::WALLET_ENROL, post(wallet::enrol))
        .route(path::WALLET_ROTATE, post(wallet::rotate))
        .route(path::WALLET_EVENTS, post(wallet::events))
        .route(path::RPC, post(rpc::proxy))
        .route(path::ACCOUNT_DELETE, post(wallet::delete))
        .route("/m/{secret}", get(link::page).post(link::follow))
        .route("/u/{secret}", get(link::undo_page).post(link::undo))
        .route("/k/{secret}", get(link::keep_page).post(link::keep))
        .route("/mailed.css", get(link::style))
        .fallback(async || ApiError::NotFound)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(from_fn_with_state(app.clone(), limit::limit));
    // Kept by browsers for good.
    let uncounted = Router::new()
        .route("/frame/{*file}", get(frame::file))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed);
    counted
        .merge(uncounted)
        .layer(from_fn_with_state(app.clone(), in_flight::limit))
        .layer(no_panics())
        .with_state(app.clone())
        .layer(from_fn(metrics::name_route))
}
