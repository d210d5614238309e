//! `GET /dev/mailbox` and `/dev/mailbox.json`: the mails that `latchkit dev` sent nowhere, the newest first.

use crate::html::escaped;
use crate::mail::{Mailbox, Received};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Json, Router};
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const NONE: &str = "<p>No mail yet. Reload this page when one was sent.</p>";

pub(super) fn routes(mailbox: &Arc<Mailbox>) -> Router {
    Router::new()
        .route("/dev/mailbox", get(page))
        .route("/dev/mailbox.css", get(style))
        .route("/dev/mailbox.json", get(list))
        .with_state(mailbox.clone())
}

async fn list(State(mailbox): State<Arc<Mailbox>>) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], Json(mailbox.all()))
}

async fn page(State(mailbox): State<Arc<Mailbox>>) -> impl IntoResponse {
    let mails: Vec<String> = mailbox.all().iter().map(article).collect();
    let mails = if mails.is_empty() { NONE.to_owned() } else { mails.concat() };
    let page = include_str!("dev_mailbox.html").replace("{mails}", &mails);
    let headers = [(CACHE_CONTROL, "no-store"), (CONTENT_SECURITY_POLICY, POLICY)];
    (headers, Html(page))
}

async fn style() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, include_str!("dev_mailbox.css"))
}

fn article(mail: &Received) -> String {
    format!(
        "<article><h2>{}</h2><p class=\"head\">to {}, {}</p><pre>{}</pre></article>",
        escaped(&mail.subject),
        escaped(&mail.to),
        escaped(&mail.received_at),
        linked(&mail.text)
    )
}

/// What stands on a line of its own and is an address leads there.
fn linked(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = escaped(line);
        let is_link = line.starts_with("http") && !line.contains([' ', ',']);
        if is_link { format!("<a href=\"{line}\">{line}</a>") } else { line }
    });
    lines.collect::<Vec<_>>().join("\n")
}
