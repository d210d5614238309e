//! What the server counts of requests. No label holds anything that a request says: a path is counted
//! under the template of its route, a method under its name if it is a usual one.
//!
//! `routes/metrics.rs` counts and answers `GET /metrics`; chains count their own calls
//! (`upstream/tally.rs`) and the limits those they refused.

use axum::http::{Method, StatusCode};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper ends of the latency histogram, in seconds.
pub(crate) const BOUNDS_S: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What requests were counted.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<HashMap<String, RouteCounts>>);

/// Of one route.
#[derive(Clone, Default)]
pub(crate) struct RouteCounts {
    /// By method, and by the first digit of the status.
    pub(crate) requests: BTreeMap<(&'static str, u16), u64>,
    /// How many took at most as long as each bound says, and longer than the one before.
    pub(crate) within: [u64; BOUNDS_S.len()],
    pub(crate) total_time: Duration,
}

impl Metrics {
    /// Counts one request.
    pub(crate) fn note(&self, route: &str, method: &Method, status: StatusCode, time: Duration) {
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
    pub(crate) fn routes(&self) -> BTreeMap<String, RouteCounts> {
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
