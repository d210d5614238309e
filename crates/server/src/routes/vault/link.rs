//! `GET` and `POST /m/<secret>`: the page behind a mailed link, on which a new browser is let in; `/u/<secret>` takes a
//! change of address back, `/k/<secret>` keeps a wallet that was to be deleted.
//!
//! Reading it changes nothing: whoever scans mails reads links. The page is text of ours and nothing else, so
//! its policy lets nothing in.

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Body, Path};
use crate::html::escaped;
use crate::site::named;
use crate::vault::Vault;
use crate::vault::fault::VaultFault;
use crate::vault::link::{Asked, Followed, NO_NUMBER};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use protocol::path::{MAILED_KEEP, MAILED_LINK, MAILED_UNDO};
use std::sync::Arc;
use url::form_urlencoded;

const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page. Nothing happens by it.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    let Some(attempt) = vault.look_at(&secret).await? else { return Ok(over()) };
    let Some(project) = named(&app, &attempt.project_id).await? else { return Ok(over()) };
    let asked = Vault::asked(&attempt, &project);
    Ok(answer(StatusCode::OK, "Is it you?", &question(&asked, &secret)))
}

/// Which number the site shows was said.
pub(super) async fn follow(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    Body(body): Body,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    let mut fields = form_urlencoded::parse(&body);
    let number = fields.find(|(name, _)| name == "number").and_then(|(_, it)| it.parse().ok());
    let project = async |id: &str| named(&app, id).await;
    let followed = vault.follow(&secret, number.unwrap_or(NO_NUMBER), project).await?;
    Ok(match followed {
        Followed::LetIn => told(
            StatusCode::OK,
            "Go on where you came from",
            "A code is on its way to you. Enter it on the site; this page can be closed.",
        ),
        Followed::NotSent => told(
            StatusCode::SERVICE_UNAVAILABLE,
            "The code could not be mailed",
            "Go back to the site and ask for another one. This page can be closed.",
        ),
        Followed::Refused => told(
            StatusCode::FORBIDDEN,
            "Nobody was let in",
            "The site shows another number, so it may have been somebody else who wanted to sign in. \
             You have nothing to do. If it was you after all, begin again on the site.",
        ),
        Followed::Disowned => told(
            StatusCode::FORBIDDEN,
            "Nobody was let in",
            "You said that it was not you. You have nothing else to do. If it was you after all, begin \
             again on the site.",
        ),
        Followed::Over => over(),
    })
}

/// The page on which a change of address is taken back. Nothing happens by it.
pub(super) async fn undo_page(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    if !vault.can_undo(&secret).await? {
        return Ok(undo_over());
    }
    let secret = escaped(&secret);
    let form = format!(
        "<p>The wallet gets its former e-mail address back, and everybody is signed out.</p>\
         <form method=\"post\" action=\"{MAILED_UNDO}{secret}\"><button class=\"none\">Take it back</button></form>"
    );
    Ok(answer(StatusCode::OK, "Was it not you?", &form))
}

/// It is taken back.
pub(super) async fn undo(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    if !vault.undo_change(&secret).await? {
        return Ok(undo_over());
    }
    let words = "Your former address signs in again, and everybody is signed out. Sign in, and look at what \
                 happened to your wallet. Think of who reads your mails.";
    Ok(told(StatusCode::OK, "It was taken back", words))
}

/// The page on which a wallet is kept that was to be deleted. Nothing happens by it.
pub(super) async fn keep_page(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    if !vault.can_keep(&secret).await? {
        return Ok(keep_over());
    }
    let secret = escaped(&secret);
    let form = format!(
        "<p>The wallet is not deleted then, and everybody is signed out.</p>\
         <form method=\"post\" action=\"{MAILED_KEEP}{secret}\"><button class=\"none\">Keep it</button></form>"
    );
    Ok(answer(StatusCode::OK, "Keep your wallet?", &form))
}

/// It is kept.
pub(super) async fn keep(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let vault = app.vault.as_ref().ok_or(VaultFault::NotSetUp)?;
    if !vault.keep_by_link(&secret).await? {
        return Ok(keep_over());
    }
    let words = "Your wallet stays, and everybody is signed out. If it was not you who wanted it deleted, think of \
                 who reads your mails.";
    Ok(told(StatusCode::OK, "Your wallet is kept", words))
}

fn keep_over() -> Response {
    let words = "It was used, or the wallet was used since and stays, or it is gone by now.";
    told(StatusCode::GONE, "This link is no longer good", words)
}

fn undo_over() -> Response {
    let words = "It was used, is older than three days, or your former address has a wallet of its own by now.";
    told(StatusCode::GONE, "This link is no longer good", words)
}

/// How the page looks.
pub(super) async fn style() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, include_str!("link.css"))
}

fn over() -> Response {
    told(
        StatusCode::GONE,
        "This link is no longer good",
        "It was used, or is older than ten minutes. Begin again on the site where you wanted to sign in.",
    )
}

fn question(asked: &Asked, secret: &str) -> String {
    let numbers = asked.numbers.map(|it| {
        format!("<button name=\"number\" value=\"{it}\" aria-label=\"The site shows {it}\">{it}</button>")
    });
    format!(
        "<p>Somebody wants to sign in to <b>{site}</b>.</p>\
         <dl><dt>Page</dt><dd>{origin}</dd><dt>Browser</dt><dd>{browser}</dd></dl>\
         <p>Which number does the page show?</p>\
         <form method=\"post\" action=\"{MAILED_LINK}{secret}\">\
         <div class=\"numbers\">{numbers}</div>\
         <button class=\"none\" name=\"number\" value=\"{NO_NUMBER}\">It is not me</button></form>",
        site = escaped(&asked.site),
        origin = escaped(&asked.origin),
        browser = escaped(&asked.browser),
        secret = escaped(secret),
        numbers = numbers.concat(),
    )
}

fn told(status: StatusCode, title: &str, words: &str) -> Response {
    answer(status, title, &format!("<p>{words}</p>"))
}

fn answer(status: StatusCode, title: &str, body: &str) -> Response {
    let page = include_str!("link.html").replace("{title}", title).replace("{body}", body);
    let headers =
        [(CACHE_CONTROL, "no-store"), (CONTENT_SECURITY_POLICY, POLICY), (OPENER, "same-origin")];
    (status, headers, Html(page)).into_response()
}
