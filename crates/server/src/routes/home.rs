//! `GET /`: a page that says what runs here, for a person who opens the server's address.

use super::relay;
use crate::VERSION;
use crate::app::App;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use std::sync::Arc;

/// A page that says what runs here.
#[utoipa::path(
    get,
    path = "/",
    responses((status = 200, description = "The page."))
)]
pub(super) async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    if relay::is_asked_for(&request) {
        return relay::relay(State(app), request).await;
    }
    let demo = match &app.dev {
        Some(dev) => {
            format!("<p>The demo is at <a href=\"{0}/\">{0}</a>.</p>", dev.demo_origin())
        }
        None => String::new(),
    };
    let page = include_str!("home.html").replace("{version}", VERSION).replace("{demo}", &demo);
    let policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
                  frame-ancestors 'none'";
    let headers = [(CACHE_CONTROL, "no-cache"), (CONTENT_SECURITY_POLICY, policy)];
    (headers, Html(page)).into_response()
}

/// How that page looks.
#[utoipa::path(
    get,
    path = "/home.css",
    responses((status = 200, description = "The style sheet."))
)]
pub(super) async fn style() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, include_str!("home.css"))
}
