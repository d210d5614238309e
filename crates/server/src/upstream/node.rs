//! One JSON-RPC node.

use super::client::{Client, Place};
use crate::ceiling::{self, Ceiling, Entered};
use crate::config_values::NodeUrl;
use crate::held_bytes::{Gathering, NoRoom};
use axum::http::header::{ACCEPT, CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Version};
use bytes::Bytes;
use chains::rank::{LONGEST_REST_MS, Polls, Standing};
use http_body_util::{BodyExt, Full};
use hyper::body::Body;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a node that was not reached is asked last.
const AWAY_TIME: Duration = Duration::from_secs(5);
/// How long a node is asked last that failed several clients.
const REST_TIME: Duration = Duration::from_secs(30);
/// The longest rest that a node may ask for.
const LONGEST_REST: Duration = Duration::from_millis(LONGEST_REST_MS as u64);
/// How many clients a node must fail in a row: one alone may be at fault itself.
const FAILED_CLIENTS: usize = 3;

/// Why a node gave no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was not reached.
    Away(String),
    /// It said that it did not take the call: it does not know of it.
    NotTaken(String),
    /// The same, for what it was sent: that says nothing of how it is.
    Refused(String),
    /// It was reached and then failed: it may have done what it was asked.
    Broken(String),
    /// It took too long, and may have done what it was asked.
    Slow,
    /// Its answer is larger than this many bytes.
    TooLarge(usize),
    /// This server holds too many large answers.
    NoRoom(ceiling::Full),
}

impl From<NoRoom> for Failure {
    fn from(NoRoom(full): NoRoom) -> Self {
        Failure::NoRoom(full)
    }
}

/// A node of a chain.
pub(crate) struct Node {
    url: NodeUrl,
    made: Instant,
    /// Milliseconds after `made`.
    rests_until_ms: AtomicU64,
    /// Whom it failed since it last answered.
    failed: Mutex<Vec<IpAddr>>,
    /// The calls that it is given now.
    calls: Ceiling,
    known: Mutex<Known>,
    /// Held while it is asked which chain it is of.
    asking: tokio::sync::Mutex<()>,
    /// Whether it ever left a connection open.
    keeps: AtomicBool,
    /// Where its URL leads, once it was asked.
    place: OnceLock<Arc<Place>>,
}

/// What a node said of itself.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Whether it is of our chain; nothing before it said so.
    is_of_chain: Option<bool>,
    /// How often it may have gone before it was asked that.
    departures: u64,
    polls: Polls,
    head: Option<Head>,
}

/// The latest block that a node knows of.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) block: u64,
    pub(super) told: Instant,
}

impl Node {
    /// A node that is given so many calls at once.
    pub(crate) fn new(url: NodeUrl, calls: Ceiling) -> Self {
        let (made, rests_until_ms) = (Instant::now(), AtomicU64::new(0));
        let (failed, known, asking, keeps, place) = Default::default();
        Node { url, made, rests_until_ms, failed, calls, known, asking, keeps, place }
    }

    /// How often who was at its URL may have gone so far.
    pub(super) fn departures(&self, client: &Client) -> u64 {
        self.place.get_or_init(|| client.place(self.url.uri())).departures()
    }

    /// Whether it is of our chain, where it said so and may have gone only so often since; nothing where nobody
    /// knows. A node that keeps no connection goes each time.
    pub(super) fn is_of_chain(&self, departures: u64) -> Option<bool> {
        let known = self.known();
        let is_same = known.departures == departures || !self.keeps.load(Ordering::Relaxed);
        known.is_of_chain.filter(|_| is_same)
    }

    /// Whether it was of our chain when it was asked last, whoever is there now.
    pub(super) fn was_of_chain(&self) -> bool {
        self.known().is_of_chain == Some(true)
    }

    /// Waits until nobody else asks it which chain it is of.
    pub(super) async fn asking(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.asking.lock().await
    }

    /// Notes whether it said to be of our chain, how often it may have gone before, and which block is the
    /// latest that it knows of.
    pub(super) fn met(&self, is_of_chain: bool, departures: u64, block: Option<u64>) {
        let mut known = self.known();
        let told = Instant::now();
        // What it said before, it said if it is the same.
        let is_same = is_of_chain && known.departures == departures;
        let before = known.head.filter(|_| is_same);
        let head = block.map(|block| Head { block, told }).or(before);
        *known = Known { is_of_chain: Some(is_of_chain), departures, head, ..*known };
    }

    /// Whether it said that it is of another chain.
    pub(super) fn is_of_another_chain(&self) -> bool {
        self.known().is_of_chain == Some(false)
    }

    /// Somebody else may be at its URL from now on.
    pub(super) fn forget_chain(&self) {
        let mut known = self.known();
        (known.is_of_chain, known.head) = (None, None);
    }

    /// Notes a poll: how long it took, or that there was no answer.
    pub(super) fn polled(&self, took: Option<Duration>) {
        let us = took.map(|it| u32::try_from(it.as_micros()).unwrap_or(u32::MAX));
        self.known().polls.add(us);
    }

    /// Notes its latest block.
    pub(super) fn told_head(&self, block: u64) {
        self.known().head = Some(Head { block, told: Instant::now() });
    }

    /// Its latest block, where it told one.
    pub(super) fn head(&self) -> Option<Head> {
        self.known().head
    }

    /// How it is now.
    pub(super) fn standing(&self, is_behind: bool) -> Standing {
        let (polls, load) = (self.known().polls, self.calls.load());
        Standing { polls, load, is_resting: self.is_resting(), is_behind }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it may be given one more call of a client.
    pub(crate) async fn turn(&self, client: IpAddr) -> Entered {
        self.calls.turn(client).await
    }

    /// What may be logged of its URL.
    pub(crate) fn host(&self) -> &str {
        self.url.host()
    }

    /// Whether it failed a moment ago.
    pub(crate) fn is_resting(&self) -> bool {
        self.age_ms() < self.rests_until_ms.load(Ordering::Relaxed)
    }

    /// Notes that it was not reached: it rests.
    pub(crate) fn was_away(&self) {
        self.forget_chain();
        self.rest_for(AWAY_TIME);
    }

    /// Notes that it failed a client. It rests where it failed several and answered none meanwhile.
    pub(crate) fn failed(&self, client: IpAddr) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if !failed.contains(&client) {
            failed.push(client);
        }
        if failed.len() >= FAILED_CLIENTS {
            failed.clear();
            self.rest_for(REST_TIME);
        }
    }

    /// Notes that it answered.
    pub(crate) fn answered(&self) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether a text names the node, whose URL may hold a key.
    pub(crate) fn is_quoted_in(&self, text: &str) -> bool {
        let text = text.replace("\\/", "/").to_ascii_lowercase();
        let uri = self.url.uri();
        let path = uri.path_and_query().map(PathAndQuery::as_str).filter(|it| it.len() > 1);
        let mut parts = uri.authority().map(Authority::as_str).into_iter().chain(path);
        parts.any(|part| text.contains(&part.to_ascii_lowercase()))
    }

    fn rest_for(&self, time: Duration) {
        let rest_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.rests_until_ms.fetch_max(self.age_ms() + rest_ms, Ordering::Relaxed);
    }

    fn age_ms(&self) -> u64 {
        u64::try_from(self.made.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Sends a JSON-RPC text and returns the body of the answer, at most `limit` bytes. Status 400
    /// counts as an answer: some nodes send it with the error of a call.
    pub(crate) async fn post(
        &self,
        client: &Client,
        body: Bytes,
        limit: usize,
        mut answer: Gathering,
    ) -> Result<Bytes, Failure> {
        let json = HeaderValue::from_static("application/json");
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.url.uri().clone();
        request.headers_mut().insert(CONTENT_TYPE, json.clone());
        request.headers_mut().insert(ACCEPT, json);
        let response = client.request(request).await.map_err(|error| {
            let text = causes(&error);
            if error.is_connect() { Failure::Away(text) } else { Failure::Broken(text) }
        })?;
        if is_kept(&response) {
            self.keeps.store(true, Ordering::Relaxed);
        }
        let status = response.status();
        if !status.is_success() && status != StatusCode::BAD_REQUEST {
            let text = format!("status {}", status.as_u16());
            if let Some(time) = rest_of(response.headers()) {
                self.rest_for(time);
            }
            // A gateway's 5xx says nothing about the node behind it.
            return Err(match status {
                // No content of a call brings these about.
                StatusCode::UNAUTHORIZED
                | StatusCode::PAYMENT_REQUIRED
                | StatusCode::TOO_MANY_REQUESTS => Failure::NotTaken(text),
                _ if status.is_client_error() => Failure::Refused(text),
                _ if status.is_server_error() => Failure::Broken(text),
                _ => Failure::NotTaken(text),
            });
        }
        let mut body = response.into_body();
        if let Some(length) = body.size_hint().exact() {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            if length > limit {
                return Err(Failure::TooLarge(limit));
            }
            answer.expect(length)?;
        }
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| Failure::Broken(error.to_string()))?;
            let Ok(piece) = frame.into_data() else { continue };
            if answer.len() + piece.len() > limit {
                return Err(Failure::TooLarge(limit));
            }
            answer.add(&piece)?;
        }
        Ok(answer.whole())
    }
}

/// Whether the connection of an answer stays open.
fn is_kept<B>(answer: &Response<B>) -> bool {
    let says_close = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"close");
    let closes = answer.headers().get(CONNECTION).is_some_and(says_close);
    answer.version() == Version::HTTP_11 && !closes
}

/// How long a node asks to be left alone ([Retry-After](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)
/// in seconds; nodes send no dates).
fn rest_of(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_REST))
}

/// What an error says, and what it says caused it. None of the client's errors names a URL.
pub(crate) fn causes(error: &dyn std::error::Error) -> String {
    let first = error.source();
    let all = std::iter::successors(first, |cause| cause.source()).map(ToString::to_string);
    std::iter::once(error.to_string()).chain(all).collect::<Vec<_>>().join(": ")
}
