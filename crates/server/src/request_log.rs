//! One id and one log line for every request.
//!
//! The id comes from `x-request-id` when a trusted proxy sent a sound one, and is a random UUID
//! otherwise. It goes back in the answer and stands in every line that is logged meanwhile. Queries and
//! bodies are not logged, methods and paths are cut, and of what is refused for being too much one line a second
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

/// How much of a method or path is logged.
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
    let [method, path] = [request.method().as_str(), request.uri().path()].map(cut);
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

fn cut(text: &str) -> String {
    text.chars().take(MOST_LETTERS).collect()
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
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use std::io::{Result, Write};
    use tower::ServiceExt;

    /// What is logged.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.0.lock().expect("sound").write(bytes)
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_line_is_short_whatever_is_sent() {
        let lines = Lines::default();
        let writer = lines.clone();
        let logged = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let _logging = tracing::subscriber::set_default(logged);
        let app = Router::new()
            .fallback(|| async {})
            .layer(from_fn_with_state(RequestLog::default(), log));
        let long = "x".repeat(30_000);
        let request = Request::builder()
            .method(&*long)
            .uri(format!("/{long}?{long}"))
            .header("host", &long)
            .header("origin", &long)
            .header("user-agent", &long)
            .header(REQUEST_ID, &long)
            .body(Body::from(long.clone()))
            .expect("a request");
        app.oneshot(request).await.expect("an answer");
        let bytes = lines.0.lock().expect("sound").clone();
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(text.lines().count(), 1, "{text}");
        // Of method and path, which begins with a slash.
        assert_eq!(text.matches('x').count(), 2 * MOST_LETTERS - 1, "{text}");
        assert!(text.len() < 1_000, "{text}");
    }

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
