//! What the server counts, and `GET /metrics` on an address of its own.
//!
//! [`count`] is the layer that counts requests; chains count their own calls (`upstream/tally.rs`) and
//! the limits those they refused. `text.rs` writes all of it down. No label holds anything that a
//! request says: a path is counted under the template of its route, a method under its name if it is
//! a usual one.

mod text;

use crate::app::App;
use crate::error::ApiError;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The upper ends of the latency histogram, in seconds.
const BOUNDS_S: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Requests that no route is for.
const NO_ROUTE: &str = "none";

/// The address of `/metrics`: the key `metrics_bind`. An empty text switches it off.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct MetricsBind(pub Option<SocketAddr>);

impl Default for MetricsBind {
    fn default() -> Self {
        MetricsBind(Some(SocketAddr::from(([127, 0, 0, 1], 8789))))
    }
}

impl fmt::Debug for MetricsBind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl TryFrom<String> for MetricsBind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(MetricsBind(None));
        }
        let address = text.parse().map_err(|_| {
            format!("`{text}` is not an address such as 127.0.0.1:8789, or empty for none")
        })?;
        Ok(MetricsBind(Some(address)))
    }
}

/// What requests were counted.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<HashMap<String, RouteCounts>>);

/// Of one route.
#[derive(Clone, Default)]
struct RouteCounts {
    /// By method, and by the first digit of the status.
    requests: BTreeMap<(&'static str, u16), u64>,
    /// How many took at most as long as each bound says, and longer than the one before.
    within: [u64; BOUNDS_S.len()],
    total_time: Duration,
}

impl Metrics {
    fn note(&self, route: &str, method: &Method, status: StatusCode, time: Duration) {
        let mut routes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), RouteCounts::default());
        }
        let Some(counts) = routes.get_mut(route) else { return };
        *counts.requests.entry((usual(method), status.as_u16() / 100)).or_default() += 1;
        counts.total_time += time;
        if let Some(at) = BOUNDS_S.iter().position(|bound| time.as_secs_f64() <= *bound) {
            counts.within[at] += 1;
        }
    }

    /// A copy, in the order of the routes.
    fn routes(&self) -> BTreeMap<String, RouteCounts> {
        let routes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        routes.iter().map(|(route, counts)| (route.clone(), counts.clone())).collect()
    }
}

/// Anybody may make up methods.
fn usual(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// The layer inside the table of routes: only there is it known which one a request is for.
pub(crate) async fn name_route(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    response
}

/// The layer around all of them. It measures until the head of the answer.
pub(crate) async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (method, start) = (request.method().clone(), Instant::now());
    let response = next.run(request).await;
    let route = response.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str);
    app.metrics.note(route, &method, response.status(), start.elapsed());
    response
}

/// What is answered at `metrics_bind`, whatever name it is asked under.
pub fn routes(app: &Arc<App>) -> Router {
    let told = async |State(app): State<Arc<App>>| {
        ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text::write(&app))
    };
    Router::new()
        .route("/metrics", get(told))
        .fallback(async || ApiError::NotFound)
        .with_state(app.clone())
}
