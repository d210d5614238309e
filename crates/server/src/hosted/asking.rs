//! How an API that others host is asked: where the operator says and nowhere else, no more than it takes, and no
//! longer than somebody waits. What it answers is held within the room that its asker has.

use super::answer::Answer;
use super::settings::{HostedApi, HostedKey};
use super::thrift::Thrift;
use crate::config_values::NodeUrl;
use crate::held_bytes::{Gathering, HeldBytes};
use crate::upstream::{Client, Errand, causes};
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, RETRY_AFTER, USER_AGENT};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// The largest answer.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How long one is left alone that asks for it without saying how long, or failed too often.
const REST: Duration = Duration::from_secs(30);
/// And how long at most.
const LONGEST_REST: Duration = Duration::from_mins(10);
/// How many clients it must fail in a row: one alone may be at fault itself.
const FAILED_CLIENTS: usize = 3;

/// An API.
pub(crate) struct Hosted {
    name: &'static str,
    url: NodeUrl,
    key: HostedKey,
    client: Client,
    held: HeldBytes,
    pub(crate) thrift: Thrift,
    lately: Mutex<Lately>,
}

/// How it went.
#[derive(Default)]
struct Lately {
    failed: Vec<IpAddr>,
    rests_until: Option<Instant>,
}

/// Why it said nothing of use.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotTold {
    /// It is left alone.
    Resting,
    /// Its calls are spent.
    Spent,
    /// It does not take its key, or asks for one, or for money.
    LockedOut(u16),
    /// It takes no more for now.
    Limited,
    /// It was not reached, failed, or took too long.
    Away(String),
    /// Who asks has no time left to ask, or no room for what it says.
    NoRoom,
}

impl Hosted {
    /// One that the operator names.
    pub(crate) fn new(
        name: &'static str,
        settings: &HostedApi,
        client: &Client,
        held: &HeldBytes,
    ) -> Option<Self> {
        Some(Hosted {
            name,
            url: settings.url.clone()?,
            key: settings.key.clone(),
            client: client.clone(),
            held: held.clone(),
            thrift: Thrift::new(name, settings.calls_per_minute),
            lately: Mutex::default(),
        })
    }

    /// What may be logged of where it is.
    pub(crate) fn host(&self) -> &str {
        self.url.host()
    }

    /// What it knows the operator by; empty where that is nothing.
    pub(crate) fn key(&self) -> &str {
        self.key.text()
    }

    /// What lies at a path below its URL. Where it leads elsewhere nobody follows.
    pub(crate) async fn get(
        &self,
        errand: Errand,
        path: &[&str],
        query: &[(&str, &str)],
        header: Option<(HeaderName, String)>,
    ) -> Result<Answer, NotTold> {
        let of_query = query.iter().flat_map(|(name, value)| [*name, *value]);
        let question: Vec<&str> = path.iter().copied().chain(of_query).collect();
        let asking = self.ask(errand, path, query, header);
        self.thrift.or_ask(errand, &question, asking).await
    }

    async fn ask(
        &self,
        errand: Errand,
        path: &[&str],
        query: &[(&str, &str)],
        header: Option<(HeaderName, String)>,
    ) -> Result<Answer, NotTold> {
        if self.rests() {
            return Err(NotTold::Resting);
        }
        let away = |why: &str| NotTold::Away(why.to_owned());
        let request =
            self.request(path, query, header).ok_or_else(|| away("it has no such URL"))?;
        if !self.thrift.takes_call(errand) {
            return Err(NotTold::Spent);
        }
        let room = self.held.gather(errand.from);
        let asked = timeout_at(errand.end, self.exchange(request, room)).await;
        let told = asked.unwrap_or_else(|_| Err(away("it took too long")));
        if let Err(why) = &told {
            tracing::warn!(api = self.name, host = self.host(), ?why, "a hosted API told nothing");
        }
        self.note(errand.from, &told);
        told
    }

    fn request(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        header: Option<(HeaderName, String)>,
    ) -> Option<Request<Full<Bytes>>> {
        let mut url = Url::parse(&self.url.uri().to_string()).ok()?;
        url.path_segments_mut().ok()?.pop_if_empty().extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let uri: Uri = url.as_str().parse().ok()?;
        let mut request = Request::new(Full::default());
        *request.uri_mut() = uri;
        let headers = request.headers_mut();
        let agent = concat!("latchkit/", env!("CARGO_PKG_VERSION"));
        headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if let Some((name, value)) = header {
            let mut value = HeaderValue::from_str(&value).ok()?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        Some(request)
    }

    async fn exchange(
        &self,
        request: Request<Full<Bytes>>,
        room: Gathering,
    ) -> Result<Answer, NotTold> {
        let sent = self.client.request(request).await;
        let response = sent.map_err(|error| NotTold::Away(causes(&error)))?;
        let status = response.status();
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::PAYMENT_REQUIRED | StatusCode::FORBIDDEN => {
                return Err(NotTold::LockedOut(status.as_u16()));
            }
            StatusCode::TOO_MANY_REQUESTS => {
                self.rest(rest_of(response.headers()).unwrap_or(REST));
                return Err(NotTold::Limited);
            }
            _ if status.is_redirection() || status.is_server_error() => {
                return Err(NotTold::Away(format!("status {}", status.as_u16())));
            }
            _ => {}
        }
        Ok(Answer { status: status.as_u16(), body: read(response, room).await? })
    }

    fn note(&self, client: IpAddr, told: &Result<Answer, NotTold>) {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        match told {
            Ok(_) => lately.failed.clear(),
            Err(NotTold::LockedOut(_)) => lately.rests_until = Some(Instant::now() + REST),
            Err(NotTold::Away(_)) => {
                if !lately.failed.contains(&client) {
                    lately.failed.push(client);
                }
                if lately.failed.len() >= FAILED_CLIENTS {
                    *lately = Lately { failed: vec![], rests_until: Some(Instant::now() + REST) };
                }
            }
            Err(NotTold::Resting | NotTold::Spent | NotTold::Limited | NotTold::NoRoom) => {}
        }
    }

    fn rest(&self, time: Duration) {
        let until = Instant::now() + time.min(LONGEST_REST);
        self.lately.lock().unwrap_or_else(PoisonError::into_inner).rests_until = Some(until);
    }

    fn rests(&self) -> bool {
        let lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.rests_until.is_some_and(|it| it > Instant::now())
    }
}

/// How long it asks to be left alone, in seconds.
fn rest_of(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

async fn read(response: Response<Incoming>, mut room: Gathering) -> Result<Bytes, NotTold> {
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| NotTold::Away(error.to_string()))?;
        let Ok(piece) = frame.into_data() else { continue };
        let is_fit = room.len() + piece.len() <= MOST_BYTES && room.add(&piece).is_ok();
        if !is_fit {
            return Err(NotTold::NoRoom);
        }
    }
    Ok(room.whole())
}
