//! Calls to the vault's server, each with a proof that this browser's own key made for it
//! ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)).

use std::pin::Pin;

use protocol::relay::base64;
use runtime::{Op, Reply, Verb};
use sha2::{Digest, Sha256};
use wire::{Get, Put, from_text, put_record, to_text};

use crate::fault::Fault;
use crate::vault::Vault;

/// How long a call may take, in milliseconds: a mail server takes its time, and the page around waits half a minute.
const TIMEOUT_MS: u32 = 28_000;

/// Asks the server, as whoever is signed in by `session`.
pub(crate) async fn ask<T: Get>(
    vault: &Vault,
    path: &str,
    session: Option<&str>,
    body: &impl Put,
) -> Result<T, Fault> {
    parse(send(vault, path, session, to_text(body)).await)
}

/// What an answer says. All that waits for one is the same for every type, so it is there once.
pub(crate) fn parse<T: Get>(answer: Result<String, Fault>) -> Result<T, Fault> {
    from_text(&answer?).map_err(|_| Fault::Unexpected)
}

/// SHA-256 in base64url, as proofs name bodies and sessions.
pub(crate) fn hash(text: &str) -> String {
    base64::encode_url(&Sha256::digest(text.as_bytes()))
}

/// The text that it answers.
pub(crate) fn send<'a>(
    vault: &'a Vault,
    path: &'a str,
    session: Option<&'a str>,
    body: String,
) -> Pin<Box<dyn Future<Output = Result<String, Fault>> + 'a>> {
    Box::pin(sent(vault, path, session, body))
}

async fn sent(
    vault: &Vault,
    path: &str,
    session: Option<&str>,
    body: String,
) -> Result<String, Fault> {
    let url = [&*vault.boot().origin, path].concat();
    let claims = claims(vault, &url, session, &body).await;
    let Reply::Value { value } = vault.world().perform(Op::Prove { claims }).await else {
        return Err(Fault::Unexpected);
    };
    let proof = value.as_text().ok_or(Fault::Unexpected)?.to_owned();
    let mut headers = vec![
        ("content-type".to_owned(), "application/json".to_owned()),
        ("dpop".to_owned(), proof),
    ];
    if let Some(session) = session {
        headers.push(("authorization".to_owned(), ["DPoP ", session].concat()));
    }
    let fetch =
        Op::Fetch { url, method: Verb::Post, headers, body: Some(body), timeout_ms: TIMEOUT_MS };
    match vault.world().perform(fetch).await {
        Reply::Fetched { status: 200..=299, body, .. } => Ok(body),
        Reply::Fetched { status, body, retry_after_ms } => {
            Err(Fault::of_server(status, &body, retry_after_ms))
        }
        _ => Err(Fault::Offline),
    }
}

async fn claims(vault: &Vault, url: &str, session: Option<&str>, body: &str) -> String {
    let id = base64::encode_url(&vault.random(16).await);
    let seconds = u32::try_from(vault.world().now_ms().await / 1000).unwrap_or(u32::MAX);
    let mut out = String::new();
    put_record(
        &mut out,
        "htm htu iat jti bh ath",
        &[&"POST", &url, &seconds, &id, &hash(body), &session.map(hash)],
    );
    out
}
