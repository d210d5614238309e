//! One id and one log line for every request.
//!
//! The id comes from `x-request-id` when a trusted proxy sent a sound one, and is a random UUID
//! otherwise. It goes back in the answer and stands in every line that is logged meanwhile. Queries and
//! bodies are not logged, methods and paths are cut, and accounts in paths left out. What is refused
//! for being too much has one line a second, what no limit counts twenty; the next line says how
//! many it speaks for: no client alone can fill the log.

use crate::client_address::{Block, Peer};
use crate::pictures::links::PATH as PICTURE;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use protocol::path;
use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The header that carries a request's id, both ways.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How much of a method or path is logged.
const MOST_LETTERS: usize = 256;
/// How many lines a second tell of what is refused for being too much.
const REFUSED_LINES: u32 = 1;
/// How many tell of what the rate limits do not count: whoever asks may do it as often as they can.
const UNCOUNTED_LINES: u32 = 20;
const SECOND: Duration = Duration::from_secs(1);

/// An extension of answers to requests that the rate limits counted.
#[derive(Clone)]
pub(crate) struct Counted;

/// What the layer knows. Clones share it.
#[derive(Clone)]
pub(crate) struct RequestLog {
    trusted: Arc<[Block]>,
    refused: Arc<Mutex<Lines>>,
    uncounted: Arc<Mutex<Lines>>,
}

/// An extension of an answer with which a WebSocket opens only to be told why its client may not be here.
#[derive(Clone)]
pub(crate) struct TurnedAway(pub(crate) &'static str);

/// So many lines a second.
pub(crate) struct Lines {
    most: u32,
    /// In the second that began at `since`.
    left: u32,
    since: Option<Instant>,
    /// What no line told of yet.
    untold: u64,
}

impl RequestLog {
    /// A log that believes the ids of these proxies.
    pub(crate) fn trusting(proxies: &[Block]) -> Self {
        let lines = |most| Arc::new(Mutex::new(Lines::new(most)));
        let (refused, uncounted) = (lines(REFUSED_LINES), lines(UNCOUNTED_LINES));
        RequestLog { trusted: proxies.into(), refused, uncounted }
    }

    fn id_of(&self, request: &Request) -> String {
        let peer = request.extensions().get::<Peer>();
        let is_trusted = peer.is_some_and(|peer| self.trusted.iter().any(|it| it.holds(peer.0)));
        let sent = is_trusted.then(|| sent_id(request.headers())).flatten();
        sent.unwrap_or_else(random_id)
    }
}

impl Lines {
    /// At most so many.
    pub(crate) fn new(most: u32) -> Self {
        Lines { most, left: 0, since: None, untold: 0 }
    }

    /// Counts one more. How many the line speaks for, where there is one for it.
    pub(crate) fn note(&mut self, now: Instant) -> Option<u64> {
        self.untold += 1;
        if self.since.is_none_or(|at| now.saturating_duration_since(at) >= SECOND) {
            (self.since, self.left) = (Some(now), self.most);
        }
        self.left = self.left.checked_sub(1)?;
        Some(std::mem::take(&mut self.untold))
    }
}

/// The layer around everything else.
pub(crate) async fn log(State(log): State<RequestLog>, request: Request, next: Next) -> Response {
    let id = log.id_of(&request);
    let [method, path] = [request.method().as_str(), &*nameless(request.uri().path())].map(cut);
    let span = tracing::info_span!("request", id = %id);
    async move {
        let start = Instant::now();
        let mut response = next.run(request).await;
        let value = HeaderValue::from_str(&id).expect("an id is visible ASCII");
        response.headers_mut().insert(REQUEST_ID, value);
        let status = response.status();
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let why = response.extensions().get::<TurnedAway>().map(|it| it.0);
        let is_refused = is_refusal(status) || why.is_some();
        let lines = match response.extensions().get::<Counted>() {
            _ if is_refused => Some(&log.refused),
            None => Some(&log.uncounted),
            Some(Counted) => None,
        };
        let now = Instant::now();
        let count = lines.map_or(Some(1), |lines| {
            lines.lock().unwrap_or_else(PoisonError::into_inner).note(now)
        });
        let status = status.as_u16();
        match count {
            None => {}
            Some(count) if is_refused => {
                tracing::info!(%method, path, status, why, count, "refused, the last of so many");
            }
            Some(1) => tracing::info!(%method, path, status, micros, "answered"),
            Some(count) => {
                tracing::info!(%method, path, status, micros, count, "answered, the last of so many");
            }
        }
        response
    }
    .instrument(span)
    .await
}

/// A path without the account, or the signed place, that it is about.
fn nameless(asked: &str) -> Cow<'_, str> {
    for before in [
        path::ACCOUNT,
        path::IDENTITY,
        path::MAILED_LINK,
        path::MAILED_UNDO,
        path::MAILED_KEEP,
        PICTURE,
    ] {
        if let Some(rest) = asked.strip_prefix(before) {
            let after = rest.find('/').map_or("", |at| &rest[at..]);
            return format!("{before}…{after}").into();
        }
    }
    asked.into()
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
    // To ask the system each time would cost more than the rest of this layer, and nothing depends on it.
    let chance = RandomState::new();
    let [high, low] = [0, 1].map(|at: u8| u128::from(chance.hash_one(at)));
    let bits = (high << 64 | low) & !(0xf << 76) & !(0b11 << 62) | 4 << 76 | 0b10 << 62;
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

    #[test]
    fn no_path_tells_whose_account_it_is_about() {
        for (path, told) in [
            ("/v1/account/0xf39F/history", "/v1/account/…/history"),
            ("/v1/account/0xf39F", "/v1/account/…"),
            ("/v1/identity/0xf39F", "/v1/identity/…"),
            ("/v1/picture/abc", "/v1/picture/…"),
            ("/m/abc", "/m/…"),
            ("/u/abc", "/u/…"),
            ("/k/abc", "/k/…"),
            ("/v1", "/v1"),
        ] {
            assert_eq!(nameless(path), told);
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
            .layer(from_fn_with_state(RequestLog::trusting(&[]), log));
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
    fn so_many_lines_a_second_tell_of_all() {
        let log = RequestLog::trusting(&[]);
        for (lines, most) in [(log.refused, REFUSED_LINES), (log.uncounted, UNCOUNTED_LINES)] {
            let (mut lines, start) = (lines.lock().expect("sound"), Instant::now());
            for _ in 0..most {
                assert_eq!(lines.note(start), Some(1));
            }
            for _ in 0..1_000 {
                assert_eq!(lines.note(start + SECOND / 2), None);
            }
            assert_eq!(lines.note(start + SECOND), Some(1_001));
        }
    }
}
