//! One id and one log line for every request.
//!
//! The id comes from `x-request-id` when the peer sent a sound one (a proxy in front did the
//! counting), and is a random UUID otherwise. It goes back in the answer and stands in every line
//! that is logged meanwhile. Queries and bodies are not logged.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;

/// The header that carries a request's id, both ways.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The layer around everything else.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let id = sent_id(request.headers()).unwrap_or_else(random_id);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let span = tracing::info_span!("request", id = %id);
    async move {
        let start = Instant::now();
        let mut response = next.run(request).await;
        let value = HeaderValue::from_str(&id).expect("an id is visible ASCII");
        response.headers_mut().insert(REQUEST_ID, value);
        let status = response.status().as_u16();
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        tracing::info!(%method, path, status, micros, "answered");
        response
    }
    .instrument(span)
    .await
}

/// The peer's id, unless it is long or could break a log line.
fn sent_id(headers: &HeaderMap) -> Option<String> {
    let sent = headers.get(REQUEST_ID)?.to_str().ok()?;
    let is_sound = (1..=64).contains(&sent.len())
        && sent.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_' | b'.'));
    is_sound.then(|| sent.to_owned())
}

/// A random UUID, version 4 ([RFC 9562](https://www.rfc-editor.org/rfc/rfc9562#section-5.4)).
fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    let bits = u128::from_be_bytes(bytes) & !(0xf << 76) & !(0b11 << 62) | 4 << 76 | 0b10 << 62;
    let hex = format!("{bits:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_id_is_a_uuid_of_version_4() {
        let id = random_id();
        assert_eq!(id.len(), 36);
        assert_eq!(&id[14..15], "4");
        assert!("89ab".contains(&id[19..20]), "{id}");
        assert_ne!(id, random_id());
    }

    #[test]
    fn an_unsound_id_is_replaced() {
        let sent = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(text).expect("a header"));
            sent_id(&headers)
        };
        assert_eq!(sent("trace-1.a_B").as_deref(), Some("trace-1.a_B"));
        for unsound in ["", "a b", "a\"b", "a;b", &"x".repeat(65)] {
            assert_eq!(sent(unsound), None, "{unsound}");
        }
    }
}
