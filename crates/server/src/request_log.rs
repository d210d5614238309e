//! One id and one log line for every request.
//!
//! The id comes from `x-request-id` when a trusted proxy sent a sound one, and is a random UUID
//! otherwise. It goes back in the answer and stands in every line that is logged meanwhile. Queries and
//! bodies are not logged, paths are cut, and of what is refused for being too much one line a second
//! says how much it was: nobody can fill the log.

use crate::client_address::{Block, Peer};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The header that carries a request's id, both ways.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How much of a path is logged.
const MOST_LETTERS: usize = 256;
/// How often refusals are told of.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// What the layer knows. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct RequestLog {
    trusted: Arc<[Block]>,
    refusals: Arc<Mutex<Refusals>>,
}

/// Refusals that no line told of yet.
#[derive(Default)]
struct Refusals {
    count: u64,
    told_at: Option<Instant>,
}

impl RequestLog {
    /// A log that believes the ids of these proxies.
    pub(crate) fn trusting(proxies: &[Block]) -> Self {
        RequestLog { trusted: proxies.into(), ..RequestLog::default() }
    }

    fn id_of(&self, request: &Request) -> String {
        let peer = request.extensions().get::<Peer>();
        let is_trusted = peer.is_some_and(|peer| self.trusted.iter().any(|it| it.holds(peer.0)));
        let sent = is_trusted.then(|| sent_id(request.headers())).flatten();
        sent.unwrap_or_else(random_id)
    }
}

impl Refusals {
    /// Counts one more. How many there are, where it is time to tell.
    fn note(&mut self, now: Instant) -> Option<u64> {
        self.count += 1;
        if self.told_at.is_some_and(|at| now.saturating_duration_since(at) < REFUSAL_TIME) {
            return None;
        }
        self.told_at = Some(now);
        Some(std::mem::take(&mut self.count))
    }
}

/// The layer around everything else.
pub(crate) async fn log(State(log): State<RequestLog>, request: Request, next: Next) -> Response {
    let id = log.id_of(&request);
    let method = request.method().clone();
    let path: String = request.uri().path().chars().take(MOST_LETTERS).collect();
    let span = tracing::info_span!("request", id = %id);
    async move {
        let start = Instant::now();
        let mut response = next.run(request).await;
        let value = HeaderValue::from_str(&id).expect("an id is visible ASCII");
        response.headers_mut().insert(REQUEST_ID, value);
        let status = response.status();
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        if is_refusal(status) {
            let mut refusals = log.refusals.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(count) = refusals.note(Instant::now()) {
                let status = status.as_u16();
                tracing::info!(%method, path, status, count, "refused, the last of so many");
            }
        } else {
            let status = status.as_u16();
            tracing::info!(%method, path, status, micros, "answered");
        }
        response
    }
    .instrument(span)
    .await
}

/// What is answered to who asks too much, or under a foreign name.
fn is_refusal(status: StatusCode) -> bool {
    matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::MISDIRECTED_REQUEST)
}

/// The proxy's id, unless it is long or could break a log line.
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

    #[test]
    fn one_line_a_second_tells_of_all_refusals() {
        let (mut refusals, start) = (Refusals::default(), Instant::now());
        assert_eq!(refusals.note(start), Some(1));
        for _ in 0..1_000 {
            assert_eq!(refusals.note(start + REFUSAL_TIME / 2), None);
        }
        assert_eq!(refusals.note(start + REFUSAL_TIME), Some(1_001));
    }
}
