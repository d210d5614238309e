//! The HTTP client that all nodes share, and how often who is at a URL may have gone.
//!
//! While a connection is open its other end is there. Who hangs up may be gone, and somebody else may be there
//! from then on; and nobody knows who is where the last connection was closed, by whomever.

use axum::http::uri::{Authority, Scheme};
use axum::http::{Request, Uri};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http_body_util::Full;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder, MaybeHttpsStream};
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::legacy::{self, ResponseFuture};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpStream;
use tower::{Service, ServiceExt};

/// How long a node may take to accept a connection.
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// How long an idle connection is kept. Node.js closes its end after 5 s, and a call that is
/// written meanwhile would be lost.
const IDLE_TIME: Duration = Duration::from_secs(4);
/// How much of an answer is read ahead.
const BUFFER_BYTES: usize = 16 * 1024;

/// The client. Clones share its connections.
#[derive(Clone)]
pub(crate) struct Client {
    http: legacy::Client<HttpsConnector<Lines>, Full<Bytes>>,
    lines: HttpsConnector<Lines>,
    places: Places,
}

/// A connection for whoever speaks something else than requests.
pub(crate) type Stream = TokioIo<MaybeHttpsStream<Line>>;

/// All places that connections were made to.
#[derive(Clone, Default)]
struct Places(Arc<Mutex<HashMap<Authority, Arc<Place>>>>);

/// Somewhere that connections are made to.
#[derive(Default)]
pub(super) struct Place {
    /// How many connections are open.
    open: AtomicUsize,
    /// How often who was there may have gone.
    departures: AtomicU64,
}

/// Makes connections.
#[derive(Clone)]
struct Lines {
    tcp: HttpConnector,
    places: Places,
}

/// A connection.
pub(crate) struct Line {
    io: TokioIo<TcpStream>,
    /// Where its other end is.
    place: Arc<Place>,
}

/// A client with the root certificates that Mozilla trusts.
pub(crate) fn client() -> Client {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT_TIME));
    let places = Places::default();
    let tcp = Lines { tcp, places: places.clone() };
    let tls = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1();
    let lines = tls.wrap_connector(tcp);
    let http = legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE_TIME)
        .http1_max_buf_size(BUFFER_BYTES)
        .build(lines.clone());
    Client { http, lines, places }
}

impl Client {
    /// Sends a request.
    pub(crate) fn request(&self, request: Request<Full<Bytes>>) -> ResponseFuture {
        self.http.request(request)
    }

    /// Opens a connection for a `WebSocket`; or says why there is none.
    pub(crate) async fn connect(&self, url: &Uri) -> Result<Stream, String> {
        let mut parts = url.clone().into_parts();
        let is_secure = url.scheme_str() == Some("wss");
        parts.scheme = Some(if is_secure { Scheme::HTTPS } else { Scheme::HTTP });
        let url = Uri::from_parts(parts).map_err(|error| error.to_string())?;
        let connected = self.lines.clone().oneshot(url).await;
        connected.map(TokioIo::new).map_err(|error| error.to_string())
    }

    /// Where a URL leads.
    pub(super) fn place(&self, url: &Uri) -> Arc<Place> {
        self.places.of(url)
    }
}

impl Place {
    /// How often who was there may have gone so far.
    pub(super) fn departures(&self) -> u64 {
        self.departures.load(Ordering::SeqCst)
    }
}

impl Places {
    fn of(&self, url: &Uri) -> Arc<Place> {
        let Some(name) = url.authority() else { return Arc::default() };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = all.get(name) {
            return place.clone();
        }
        all.entry(name.clone()).or_default().clone()
    }
}

impl Service<Uri> for Lines {
    type Response = Line;
    type Error = <HttpConnector as Service<Uri>>::Error;
    type Future = BoxFuture<'static, Result<Line, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.tcp.poll_ready(context)
    }

    fn call(&mut self, url: Uri) -> Self::Future {
        let place = self.places.of(&url);
        let connecting = self.tcp.call(url);
        Box::pin(async move {
            let io = connecting.await?;
            place.open.fetch_add(1, Ordering::SeqCst);
            Ok(Line { io, place })
        })
    }
}

/// It is dropped as soon as it is of no use any more, also where nobody waits for anything.
impl Drop for Line {
    fn drop(&mut self) {
        // Of an end that is open there is nothing to be read, not even the end or a reset.
        let hung_up = match self.io.inner().try_read(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        let is_last = self.place.open.fetch_sub(1, Ordering::SeqCst) == 1;
        if hung_up || is_last {
            self.place.departures.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Connection for Line {
    fn connected(&self) -> Connected {
        self.io.connected()
    }
}

impl Read for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(context, into)
    }
}

impl Write for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(context, pieces)
    }
}
