//! Asks servers of others for what strangers point to, with limits on everything: where (`reach.rs`), how
//! much, how long, how often it leads elsewhere.
//!
//! Each question says which places the operator named for what it is about. There it may be asked whatever the address
//! is, and without TLS; anywhere else only what is public, by a client that connects to nothing else.

mod reach;

use crate::ceiling::Ceiling;
use crate::client_address::Block;
use crate::config_values::NamedPlace;
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

type HttpClient = legacy::Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>;

/// Who asks.
pub(crate) struct Outside {
    /// Connects to what is public alone.
    public: HttpClient,
    /// Connects to any address: for what the operator named.
    named: HttpClient,
    /// Where gateways of names may be though it is not public.
    pub(crate) private_hosts: Vec<NamedPlace>,
    /// In which what is fetched may be counted.
    pub(crate) held: HeldBytes,
    /// Who asks a gateway that a contract names waits for a turn.
    pub(crate) gateways: Ceiling,
}

/// What is asked for.
struct Asking<'a> {
    url: &'a str,
    named: &'a [NamedPlace],
    json: Option<Bytes>,
    limit: usize,
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
    /// `exempt` addresses are many clients.
    pub(crate) fn new(private_hosts: &[NamedPlace], held: &HeldBytes, exempt: &[Block]) -> Self {
        let turns = Arc::new(Semaphore::new(NAMES_AT_ONCE));
        let [public, named] =
            [true, false].map(|is_public| client(Resolver { is_public, turns: turns.clone() }));
        let gateways = Ceiling::new(GATEWAYS_AT_ONCE, GATEWAYS_FOR_ONE, exempt);
        Outside {
            public,
            named,
            private_hosts: private_hosts.to_owned(),
            held: held.clone(),
            gateways,
        }
    }

    /// What lies at a URL, which may be in one of the places `named`: at most so many bytes of it, in `body`.
    pub(crate) async fn get(
        &self,
        url: &str,
        named: &[NamedPlace],
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        self.ask(Asking { url, named, json: None, limit }, body).await
    }

    /// What is answered to JSON.
    pub(crate) async fn post(
        &self,
        url: &str,
        named: &[NamedPlace],
        json: String,
        limit: usize,
        body: Gathering,
    ) -> Result<Fetched, NotFetched> {
        self.ask(Asking { url, named, json: Some(json.into()), limit }, body).await
    }

    async fn ask(&self, asking: Asking<'_>, body: Gathering) -> Result<Fetched, NotFetched> {
        timeout(TIME, self.follow(asking, body)).await.unwrap_or(Err(NotFetched::Slow))
    }

    async fn follow(&self, asking: Asking<'_>, body: Gathering) -> Result<Fetched, NotFetched> {
        let Asking { url, named, json, limit } = asking;
        if url.len() > LONGEST_URL {
            return Err(NotFetched::Refused);
        }
        let mut url = Url::parse(url).map_err(|_| NotFetched::Refused)?;
        for _ in 0..=MOST_REDIRECTS {
            let client = self.client(&url, named).ok_or(NotFetched::Refused)?;
            let response = exchange(client, &url, json.clone()).await?;
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

    /// Who may ask a URL, as far as it tells. Where a name leads is for the resolver to see; numbers are not resolved.
    fn client(&self, url: &Url, named: &[NamedPlace]) -> Option<&HttpClient> {
        let is_fit = url.username().is_empty() && url.password().is_none();
        let is_web = is_fit && matches!(url.scheme(), "https" | "http");
        if is_web && named.iter().any(|it| it.holds(url)) {
            return Some(&self.named);
        }
        let is_reached = match url.host() {
            Some(Host::Domain(_)) => true,
            Some(Host::Ipv4(address)) => reach::is_public(address.into()),
            Some(Host::Ipv6(address)) => reach::is_public(address.into()),
            None => false,
        };
        (is_web && is_reached && url.scheme() == "https").then_some(&self.public)
    }
}

fn client(resolver: Resolver) -> HttpClient {
    let mut tcp = HttpConnector::new_with_resolver(resolver);
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT_TIME));
    let tls = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1();
    legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(Duration::from_secs(10))
        .pool_max_idle_per_host(2)
        .build(tls.wrap_connector(tcp))
}

async fn exchange(
    client: &HttpClient,
    url: &Url,
    json: Option<Bytes>,
) -> Result<axum::http::Response<Incoming>, NotFetched> {
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
    client.request(request).await.map_err(|error| {
        let why = causes(&error);
        tracing::debug!(host = url.host_str(), why, "nothing was fetched");
        if why.contains(NOT_PUBLIC) { NotFetched::Refused } else { NotFetched::Away }
    })
}

const NOT_PUBLIC: &str = "the name leads to no public address";

/// Looks names up.
#[derive(Clone)]
struct Resolver {
    /// Whether it leaves out what is not public.
    is_public: bool,
    turns: Arc<Semaphore>,
}

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = std::io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let Resolver { is_public, turns } = self.clone();
        Box::pin(async move {
            let turn = turns.acquire_owned().await.map_err(std::io::Error::other)?;
            // A task of its own keeps the turn for as long as the thread, also where nobody waits any more.
            let found = tokio::spawn(async move {
                let found = lookup_host((name.as_str(), 0)).await.map(Iterator::collect::<Vec<_>>);
                drop(turn);
                found
            });
            let found = found.await.map_err(std::io::Error::other)??.into_iter();
            let fit: Vec<SocketAddr> =
                found.filter(|it| !is_public || reach::is_public(it.ip())).collect();
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
    fn what_is_not_public_is_asked_where_it_was_named_and_nowhere_else() {
        let named =
            ["Gateway.internal:8080/names/", "files.internal", "10.0.0.1:8080", "[fd00::1]:8080"];
        let named = named.map(|it| NamedPlace::try_from(it.to_owned()).expect(it));
        let outside = Outside::new(&named, &HeldBytes::new(0, &[]), &[]);
        for (url, may) in [
            ("http://gateway.internal:8080/names/a", "named"),
            ("https://GATEWAY.internal:8080/names", "named"),
            ("http://gateway.internal:8080/names/../names/a", "named"),
            ("http://gateway.internal:8080/", ""),
            ("http://gateway.internal:8080/other", ""),
            ("http://gateway.internal:8080/names2", ""),
            ("http://gateway.internal:8080/names/../other", ""),
            ("http://gateway.internal:8080/names/%2e%2e/other", ""),
            ("http://gateway.internal:8080/names/..%2Fother", ""),
            ("http://gateway.internal:8080/names/..%5cother", ""),
            ("http://gateway.internal:8080/names\\..\\other", ""),
            ("http://gateway.internal:8080/names/..;/other", ""),
            ("http://gateway.internal:8080/names/..%3b/other", ""),
            ("http://gateway.internal:8080/names/%2E.%3B/other", ""),
            ("http://gateway.internal:8080/names/%252e%252e/other", ""),
            ("http://gateway.internal:8081/names/a", ""),
            ("http://gateway.internal/names/a", ""),
            ("http://gateway.internal.:8080/names/a", ""),
            ("http://user@gateway.internal:8080/names/a", ""),
            ("ftp://gateway.internal:8080/names/a", ""),
            ("http://files.internal/a", "named"),
            ("https://files.internal/a", "named"),
            ("http://files.internal:8081/a", ""),
            ("http://10.0.0.1:8080/a", "named"),
            ("https://10.0.0.1/a", ""),
            ("http://[fd00::1]:8080/a", "named"),
            ("https://[fd00::1]/a", ""),
            // Where a name leads is seen when it is looked up.
            ("https://gateway.internal/names/a", "public"),
            ("https://a.example:8080/a", "public"),
            ("http://a.example:8080/a", ""),
            ("https://user@a.example/a", ""),
        ] {
            let url = Url::parse(url).expect(url);
            let client = outside.client(&url, &outside.private_hosts);
            let is_named = client.is_some_and(|it| std::ptr::eq(it, &raw const outside.named));
            let found = client.map_or("", |_| if is_named { "named" } else { "public" });
            assert_eq!(found, may, "{url}");
            let unnamed = outside.client(&url, &[]);
            assert!(unnamed.is_none_or(|it| std::ptr::eq(it, &raw const outside.public)), "{url}");
        }
    }
}
