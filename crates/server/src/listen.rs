//! Sockets and signals: accepts connections, hands them to the routes, and ends them gracefully.
//!
//! [`Stop`] is the wish to end, from Ctrl-C, SIGTERM or a test; [`bind`] takes a port and says in a
//! sentence why it cannot; [`listen`] runs until the wish comes and then waits for open requests.
//! A peer that does not send its request head in time, or does not read its answer (`paced.rs`), is
//! hung up on.

use crate::ceiling::Ceiling;
use crate::client_address::Peer;
use crate::holding::holding;
use crate::paced::{Pace, Paced};
use crate::problem::Problem;
use axum::Router;
use axum::middleware::{self, Next};
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How long a connection may take to send a request's head, and how long it may stay idle.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long open requests may take once the program should end.
const DRAIN_TIME: Duration = Duration::from_secs(10);
/// How long the last piece of the last answer may take to be written then.
const LAST_WRITE_TIME: Duration = Duration::from_millis(300);
/// When the system asks an idle peer whether it is still there.
const ALIVE_TIME: Duration = Duration::from_mins(1);
/// How much a connection holds of a request's head, and of an answer.
const BUFFER_BYTES: usize = 64 * 1024;
/// How many files are open besides connections: of the database, and connections to nodes.
const SPARE_FILES: u64 = 512;
/// What a connection is told that is one too many.
const TURNED_AWAY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    access-control-allow-origin: *\r\nretry-after: 1\r\nconnection: close\r\n\
    cache-control: no-store\r\nx-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
    content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n\
    content-length: 0\r\n\r\n";

/// The wish to end, seen by everything that runs.
#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Stop(watch::Sender::new(false))
    }
}

impl Stop {
    /// A wish that Ctrl-C and SIGTERM make. The second signal ends the program at once.
    pub fn on_signals() -> Result<Self, Problem> {
        let listening = |kind| {
            signal(kind).map_err(|error| Problem::new(format!("No signals can be heard: {error}")))
        };
        let mut interrupt = listening(SignalKind::interrupt())?;
        let mut terminate = listening(SignalKind::terminate())?;
        let stop = Stop::default();
        let wish = stop.clone();
        tokio::spawn(async move {
            for is_first in [true, false] {
                tokio::select! { _ = interrupt.recv() => {} _ = terminate.recv() => {} }
                wish.now();
                if !is_first {
                    std::process::exit(130);
                }
            }
        });
        Ok(stop)
    }

    /// Makes the wish.
    pub fn now(&self) {
        self.0.send_replace(true);
    }

    /// Ends when the wish was made.
    pub async fn made(&self) {
        let mut wish = self.0.subscribe();
        // The sender is `self`, so it cannot be gone.
        let _ = wish.wait_for(|is_made| *is_made).await;
    }
}

/// Takes an address. `cure` ends the sentence that is said when it is taken.
pub async fn bind(address: SocketAddr, cure: &str) -> Result<TcpListener, Problem> {
    TcpListener::bind(address).await.map_err(|error| {
        Problem::new(match error.kind() {
            ErrorKind::AddrInUse => format!("{address} is taken by another program. {cure}"),
            ErrorKind::PermissionDenied => {
                format!("{address} may not be listened on by this user: choose a port from 1024 up.")
            }
            ErrorKind::AddrNotAvailable => format!(
                "{} is no address of this machine. 127.0.0.1 is always one, 0.0.0.0 stands for all.",
                address.ip()
            ),
            _ => format!("{address} cannot be listened on ({error}). {cure}"),
        })
    })
}

/// Answers connections with the routes until the wish to end is made.
pub async fn listen(listener: TcpListener, routes: Router, stop: Stop) {
    listen_within(listener, routes, stop, Bounds::default()).await;
}

/// What bounds the connections of a listener.
#[derive(Clone, Default)]
pub struct Bounds {
    /// How many may be open.
    pub connections: Ceiling,
    /// How fast a peer has to read what it is sent.
    pub pace: Pace,
}

/// The same within bounds.
pub async fn listen_within(listener: TcpListener, routes: Router, stop: Stop, bounds: Bounds) {
    // HTTP/2 ends at the proxy in front.
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(BUFFER_BYTES);
    let open = GracefulShutdown::new();
    let requests = Count::default();
    let routes = counting(routes, &requests);
    while let Some((stream, peer)) = accept(&listener, &stop).await {
        let Ok(entered) = bounds.connections.enter(peer.ip()) else {
            turn_away(stream);
            continue;
        };
        set_up(&stream);
        let to_routes = TowerToHyperService::new(routes.clone());
        let from_peer = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            to_routes.call(request)
        });
        let stream = TokioIo::new(Paced::new(stream, bounds.pace));
        let connection = http.serve_connection_with_upgrades(stream, from_peer).into_owned();
        let connection = open.watch(connection);
        tokio::spawn(async move {
            let _entered = entered;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
    drop(listener);
    // Browsers hold connections on which they have asked nothing yet: those are not waited for.
    tokio::select! {
        () = open.shutdown() => {}
        () = requests.none() => tokio::time::sleep(LAST_WRITE_TIME).await,
        () = tokio::time::sleep(DRAIN_TIME) => {}
    }
}

/// Lets the program open as many files as connections may need, and says where the system does not.
pub fn allow_files(connections: usize) {
    let wanted = connections as u64 + SPARE_FILES;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed >= wanted => {}
        Ok(allowed) => tracing::warn!(
            allowed,
            wanted,
            "this user may open fewer files than `connections` and `relay_sockets` need; raise its limit (ulimit -n)"
        ),
        Err(error) => tracing::warn!(%error, "it is not known how many files may be open"),
    }
}

/// The next connection; none where the wish to end is made.
async fn accept(listener: &TcpListener, stop: &Stop) -> Option<(TcpStream, SocketAddr)> {
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => return Some(accepted),
                Err(error) => {
                    // Out of file descriptors, mostly: others must close before the next one opens.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = stop.made() => return None,
        }
    }
}

/// Says so where the peer listens already; nobody waits for it.
fn turn_away(stream: TcpStream) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(TURNED_AWAY);
    }
}

fn set_up(stream: &TcpStream) {
    // Small answers go out at once; without this a second one may wait 40 ms for the first.
    let _ = stream.set_nodelay(true);
    let alive = TcpKeepalive::new().with_time(ALIVE_TIME).with_interval(ALIVE_TIME / 4);
    let _ = SockRef::from(stream).set_tcp_keepalive(&alive);
}

/// Counts requests until their answers are written.
fn counting(routes: Router, requests: &Count) -> Router {
    let requests = requests.clone();
    routes.layer(middleware::from_fn(move |request, next: Next| {
        let counted = requests.enter();
        async move { holding(next.run(request).await, counted) }
    }))
}

/// How many requests are open.
#[derive(Clone)]
struct Count(watch::Sender<usize>);

impl Default for Count {
    fn default() -> Self {
        Count(watch::Sender::new(0))
    }
}

impl Count {
    fn enter(&self) -> Counted {
        self.0.send_modify(|count| *count += 1);
        Counted(self.0.clone())
    }

    async fn none(&self) {
        let mut count = self.0.subscribe();
        // The sender is `self`, so it cannot be gone.
        let _ = count.wait_for(|count| *count == 0).await;
    }
}

/// Counts down also where the client left and the answer is dropped.
struct Counted(watch::Sender<usize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_request_is_open_until_its_answer_was_read() {
        let requests = Count::default();
        let routes = counting(Router::new().fallback(async || vec![0; 1024 * 1024]), &requests);
        let request = hyper::Request::new(Body::empty());
        let mut answer = routes.oneshot(request).await.expect("an answer");
        drop(answer.body_mut().frame().await);
        assert_eq!(*requests.0.borrow(), 1);
        drop(answer);
        requests.none().await;
    }
}
