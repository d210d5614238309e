//! Asks servers of others for what strangers point to, with limits on everything: where (`reach.rs`), how
//! much, how long, how often it leads elsewhere.

mod reach;

use crate::ceiling::Ceiling;
use crate::client_address::Block;
use crate::held_bytes::{Gathering, HeldBytes, NoRoom};
use crate::upstream::causes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_TYPE, LOCATION, USER_AGENT};
use axum::http::{HeaderValue, Method, Request, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::client::legacy::{self};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::lookup_host;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower::Service;
use url::{Host, Url};

/// How long anything may take, from the first name that is looked up to the last byte.
const TIME: Duration = Duration::from_secs(5);
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// How often one place may lead to another.
const MOST_REDIRECTS: usize = 3;
pub(crate) const LONGEST_URL: usize = 16 * 1024;
/// How many gateways are asked at once, and how many of them for one client.
const GATEWAYS_AT_ONCE: usize = 64;
const GATEWAYS_FOR_ONE: usize = 16;
/// How many names are looked up at once: each has a thread until the system answers, however long nobody waits for it.
const NAMES_AT_ONCE: usize = 64;

/// Who asks.
pub(crate) struct Outside {
    client: legacy::Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>,
    private: Arc<[String]>,
    /// In which what is fetched may be counted.
    pub(crate) held: HeldBytes,
    /// Who asks a gateway that a contract names waits for a turn.
    pub(crate) gateways: Ceiling,
}

/// What was fetched.
#[derive(Debug)]
pub(crate) struct Fetched {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
}

/// Why nothing was.
#[derive(Debug)]
pub(crate) enum NotFetched {
    /// It is no URL of https, or leads to this machine or its network.
    Refused,
    /// It was not reached, broke off, or led elsewhere too often.
    Away,
    /// It took too long.
    Slow,
    /// It is larger than was wanted.
    TooLarge,
    /// Whoever asks holds too much, or all do.
    NoRoom(NoRoom),
}

impl Outside {
    /// `private` hosts, `host` or `host:port`, may be asked though they are no public ones, and without TLS. `exempt`
    /// addresses are many clients.
    pub(crate) fn new(private: &[String], held: &HeldBytes, exempt: &[Block]) -> Self {
        // As URLs have them.
        let private: Arc<[String]> = private.iter().map(|it| it.to_ascii_lowercase()).collect();
        let mut tcp = HttpConnector::new_with_resolver(Resolver::new(private.clone()));
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT_TIME));
        let tls = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1();
        let client = legacy::Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(10))
            .pool_max_idle_per_host(2)
            .build(tls.wrap_connector(tcp));
        let gateways = Ceiling::new(GATEWAYS_AT_ONCE, GATEWAYS_FOR_ONE, exempt);
        Outside { client, private, held: held.clone(), gateways }
    }

    /// What lies at a URL, at most so many bytes of it, in `body`.
    pub(crate) async fn get(
        &self,
        url: &str,
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        self.ask(url, None, limit, body).await
    }

    /// What is answered to JSON.
    pub(crate) async fn post(
        &self,
        url: &str,
        json: String,
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        self.ask(url, Some(Bytes::from(json)), limit, body).await
    }

    async fn ask(
        &self,
        url: &str,
        json: Option<Bytes>,
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        timeout(TIME, self.follow(url, json, limit, body)).await.unwrap_or(Err(NotFetched::Slow))
    }

    async fn follow(
        &self,
        url: &str,
        json: Option<Bytes>,
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        if url.len() > LONGEST_URL {
            return Err(NotFetched::Refused);
        }
        let mut url = Url::parse(url).map_err(|_| NotFetched::Refused)?;
        for _ in 0..=MOST_REDIRECTS {
            let response = self.exchange(&url, json.clone()).await?;
            let status = response.status();
            if !status.is_redirection() || status == StatusCode::NOT_MODIFIED {
                let body = read(response.into_body(), limit, body).await?;
                return Ok(Fetched { status: status.as_u16(), body });
            }
            let next = response.headers().get(LOCATION).and_then(|it| it.to_str().ok());
            url = next.and_then(|it| url.join(it).ok()).ok_or(NotFetched::Away)?;
        }
        Err(NotFetched::Away)
    }

    async fn exchange(
        &self,
        url: &Url,
        json: Option<Bytes>,
    ) -> Result<axum::http::Response<Incoming>, NotFetched> {
        if !self.may_ask(url) {
            return Err(NotFetched::Refused);
        }
        let uri: Uri = url.as_str().parse().map_err(|_| NotFetched::Refused)?;
        let mut request = Request::new(Full::default());
        *request.uri_mut() = uri;
        let headers = request.headers_mut();
        let agent = concat!("latchkit/", env!("CARGO_PKG_VERSION"));
        headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if let Some(json) = json {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.method_mut() = Method::POST;
            *request.body_mut() = Full::new(json);
        }
        self.client.request(request).await.map_err(|error| {
            let why = causes(&error);
            tracing::debug!(host = url.host_str(), why, "nothing was fetched");
            if why.contains(NOT_PUBLIC) { NotFetched::Refused } else { NotFetched::Away }
        })
    }

    /// Whether a URL may be asked as far as it tells. Where a name leads is for the resolver to see; numbers
    /// are not resolved.
    fn may_ask(&self, url: &Url) -> bool {
        let is_known = is_private(&self.private, url.host_str(), url.port_or_known_default());
        let is_fit = url.username().is_empty() && url.password().is_none();
        let is_reached = match url.host() {
            // Whose names are known is asked at the ports that are named, and at no others.
            Some(Host::Domain(name)) => !self.private.iter().any(|it| name_of(it) == name),
            Some(Host::Ipv4(address)) => reach::is_public(address.into()),
            Some(Host::Ipv6(address)) => reach::is_public(address.into()),
            None => false,
        };
        let is_web = url.scheme() == "https" || (is_known && url.scheme() == "http");
        is_fit && is_web && (is_known || is_reached)
    }
}

const NOT_PUBLIC: &str = "the name leads to no public address";

fn is_private(private: &[String], host: Option<&str>, port: Option<u16>) -> bool {
    let Some(host) = host else { return false };
    let with_port = port.map(|port| format!("{host}:{port}"));
    private.iter().any(|it| it == host || Some(it) == with_port.as_ref())
}

/// The host of `host` or `host:port`.
fn name_of(private: &str) -> &str {
    private.rsplit_once(':').map_or(private, |it| it.0)
}

/// Looks names up, and leaves out what is not public.
#[derive(Clone)]
struct Resolver {
    private: Arc<[String]>,
    turns: Arc<Semaphore>,
}

impl Resolver {
    fn new(private: Arc<[String]>) -> Self {
        Resolver { private, turns: Arc::new(Semaphore::new(NAMES_AT_ONCE)) }
    }
}

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = std::io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let Resolver { private, turns } = self.clone();
        Box::pin(async move {
            let host = name.as_str();
            let is_known = private.iter().any(|it| name_of(it) == host);
            let turn = turns.acquire_owned().await.map_err(std::io::Error::other)?;
            // A task of its own keeps the turn for as long as the thread, also where nobody waits any more.
            let asked = host.to_owned();
            let found = tokio::spawn(async move {
                let found = lookup_host((asked.as_str(), 0)).await.map(Iterator::collect::<Vec<_>>);
                drop(turn);
                found
            });
            let found = found.await.map_err(std::io::Error::other)??.into_iter();
            let fit: Vec<SocketAddr> =
                found.filter(|it| is_known || reach::is_public(it.ip())).collect();
            if fit.is_empty() {
                return Err(std::io::Error::other(NOT_PUBLIC));
            }
            Ok(fit.into_iter())
        })
    }
}

async fn read(mut body: Incoming, limit: usize, mut whole: Gathering) -> Result<Bytes, NotFetched> {
    if body.size_hint().lower() > limit as u64 {
        return Err(NotFetched::TooLarge);
    }
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| NotFetched::Away)?;
        let piece = frame.data_ref().map_or(&[][..], |it| it);
        if whole.len() + piece.len() > limit {
            return Err(NotFetched::TooLarge);
        }
        whole.add(piece).map_err(NotFetched::NoRoom)?;
    }
    Ok(whole.whole())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_host_is_asked_where_it_was_named_and_nowhere_else() {
        let private =
            ["Gateway.internal:8080", "files.internal", "10.0.0.1:8080", "[fd00::1]:8080"];
        let outside = Outside::new(&private.map(str::to_owned), &HeldBytes::new(0, &[]), &[]);
        for (url, may) in [
            ("http://gateway.internal:8080/a", true),
            ("https://GATEWAY.internal:8080/a", true),
            ("https://gateway.internal/a", false),
            ("https://gateway.internal:8081/a", false),
            ("http://gateway.internal/a", false),
            ("http://files.internal/a", true),
            ("https://files.internal:8081/a", true),
            ("http://10.0.0.1:8080/a", true),
            ("https://10.0.0.1/a", false),
            ("http://[fd00::1]:8080/a", true),
            ("https://[fd00::1]/a", false),
            ("https://a.example:8080/a", true),
            ("http://a.example:8080/a", false),
            ("https://user@a.example/a", false),
        ] {
            assert_eq!(outside.may_ask(&Url::parse(url).expect(url)), may, "{url}");
        }
    }
}
