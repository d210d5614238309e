//! Sockets and signals: accepts connections, hands them to the routes, and ends them gracefully.
//!
//! [`Stop`] is the wish to end, from Ctrl-C, SIGTERM or a test; [`bind`] takes a port and says in a
//! sentence why it cannot; [`listen`] runs until the wish comes and then waits for open requests.
//! A peer that does not send its request head in time is hung up on.

use crate::client_address::Peer;
use crate::problem::Problem;
use axum::Router;
use axum::middleware::{self, Next};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How long a connection may take to send a request's head, and how long it may stay idle.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long open requests may take once the program should end.
const DRAIN_TIME: Duration = Duration::from_secs(10);
/// How long the last answer may take to be written then.
const WRITE_TIME: Duration = Duration::from_millis(300);

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
                format!("{address} may not be listened on by this user. {cure}")
            }
            _ => format!("{address} cannot be listened on ({error}). {cure}"),
        })
    })
}

/// Answers connections with the routes until the wish to end is made.
pub async fn listen(listener: TcpListener, routes: Router, stop: Stop) {
    listen_counting(listener, routes, stop, Count::default()).await;
}

/// The same, with the number of open connections kept where others see it.
pub async fn listen_counting(
    listener: TcpListener,
    routes: Router,
    stop: Stop,
    connections: Count,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let open = GracefulShutdown::new();
    let requests = Count::default();
    let counting = requests.clone();
    let routes = routes.layer(middleware::from_fn(move |request, next: Next| {
        let counted = counting.enter();
        async move {
            let response = next.run(request).await;
            drop(counted);
            response
        }
    }));
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, mostly: others must close before the next one opens.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = stop.made() => break,
        };
        // Small answers go out at once; without this a second one may wait 40 ms for the first.
        let _ = stream.set_nodelay(true);
        let to_routes = TowerToHyperService::new(routes.clone());
        let from_peer = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            to_routes.call(request)
        });
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), from_peer));
        let counted = connections.enter();
        tokio::spawn(async move {
            let _counted = counted;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
    drop(listener);
    // Browsers hold connections on which they have asked nothing yet: those are not waited for.
    tokio::select! {
        () = open.shutdown() => {}
        () = requests.none() => tokio::time::sleep(WRITE_TIME).await,
        () = tokio::time::sleep(DRAIN_TIME) => {}
    }
}

/// How many of something are open.
#[derive(Clone)]
pub struct Count(watch::Sender<usize>);

impl Default for Count {
    fn default() -> Self {
        Count(watch::Sender::new(0))
    }
}

impl Count {
    /// How many there are now.
    pub fn now(&self) -> usize {
        *self.0.borrow()
    }

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
