//! All counts in [Prometheus' text format](https://prometheus.io/docs/instrumenting/exposition_formats/).
//!
//! [`write`] is the list of what there is; a family is its name, its kind, what it means, its samples.

use crate::app::App;
use crate::hosted::Thrift;
use crate::metrics::{BOUNDS_S, RouteCounts};
use crate::relay::Relay;
use crate::relay::counts::Counted;
use crate::zerion::Zerion;
use crate::{COMMIT, VERSION};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

const TURNED_AWAY: &str = "latchkit_turned_away_total";

/// The body of `/metrics`.
pub(super) async fn write(app: &App) -> String {
    let mut out = Page(String::new());
    let routes = app.metrics.routes();
    requests(&mut out, &routes);
    durations(&mut out, &routes);
    out.family("latchkit_rate_limited_total", "counter", "Requests that were answered 429.");
    for (by, refused) in app.limits.refused() {
        out.sample("latchkit_rate_limited_total", &[("by", by.name())], refused);
    }
    out.family("latchkit_node_calls_total", "counter", "Requests to nodes, by what came of them.");
    for (name, chain) in app.chains.iter() {
        for (outcome, calls) in chain.nodes().tally.counts() {
            let labels = [("chain", &**name), ("outcome", outcome)];
            out.sample("latchkit_node_calls_total", &labels, calls);
        }
    }
    let meaning = "Calls that were answered, by where the answer came from.";
    out.family("latchkit_node_answers_total", "counter", meaning);
    for (name, chain) in app.chains.iter() {
        for (from, calls) in chain.nodes().tally.answers() {
            let labels = [("chain", &**name), ("from", from)];
            out.sample("latchkit_node_answers_total", &labels, calls);
        }
    }
    hosted(&mut out, app);
    histories(&mut out, app).await;
    pictures(&mut out, app);
    out.family("latchkit_events_dropped_total", "counter", "Events that were not kept, by why.");
    for (why, count) in app.events.dropped() {
        out.sample("latchkit_events_dropped_total", &[("why", why)], count);
    }
    out.family("latchkit_open_connections", "gauge", "Connections that are open.");
    out.sample("latchkit_open_connections", &[], app.connections.now());
    out.family(
        "latchkit_requests_in_flight",
        "gauge",
        "Requests that are not answered to the end.",
    );
    out.sample("latchkit_requests_in_flight", &[], app.requests.now());
    out.family(TURNED_AWAY, "counter", "Connections and requests that were one too many at once.");
    for (what, ceiling) in [("connection", &app.connections), ("request", &app.requests)] {
        for (by, count) in ceiling.refused() {
            out.sample(TURNED_AWAY, &[("what", what), ("by", by)], count);
        }
    }
    for (name, meaning, count) in [
        ("latchkit_rpc_sockets", "Sockets of JSON-RPC.", app.feeds.sockets.now()),
        ("latchkit_rpc_subscriptions", "Subscriptions there.", app.feeds.subscriptions.now()),
    ] {
        out.family(name, "gauge", meaning);
        out.sample(name, &[], count as u64);
    }
    relay(&mut out, &app.relay);
    out.family("latchkit_build_info", "gauge", "What runs: always 1.");
    out.sample("latchkit_build_info", &[("version", VERSION), ("commit", COMMIT)], 1);
    out.family("latchkit_uptime_seconds", "gauge", "How long it has been running.");
    out.sample("latchkit_uptime_seconds", &[], app.start.elapsed().as_secs_f64());
    out.0
}

/// Nothing of how many are followed where the database does not say it.
async fn histories(out: &mut Page, app: &App) {
    const FOLLOWED: &str = "latchkit_history_accounts";
    const AGE: &str = "latchkit_history_age_seconds";
    out.family(FOLLOWED, "gauge", "Accounts whose history is followed.");
    for (chain, accounts) in app.db.history_followed().await.unwrap_or_default() {
        out.sample(FOLLOWED, &[("chain", &chain)], accounts);
    }
    out.family(AGE, "gauge", "How long ago all histories of a chain were whole.");
    for (chain, age) in app.history.ages() {
        out.sample(AGE, &[("chain", chain)], age.as_secs_f64());
    }
}

fn pictures(out: &mut Page, app: &App) {
    const PICTURES: &str = "latchkit_pictures_total";
    out.family(PICTURES, "counter", "Pictures that were fetched: made, and missing.");
    for (outcome, count) in app.pictures.counts() {
        out.sample(PICTURES, &[("outcome", outcome)], count);
    }
}

fn hosted(out: &mut Page, app: &App) {
    const CALLS: &str = "latchkit_hosted_calls_total";
    out.family(
        CALLS,
        "counter",
        "Calls of APIs that others host: made, and not, for all were spent.",
    );
    let of_accounts = app.zerion.iter().map(Zerion::thrift).chain(app.history.thrifts.values());
    for (api, counts) in app.prices.elsewhere.thrifts().chain(of_accounts).map(Thrift::counts) {
        for (outcome, count) in counts {
            out.sample(CALLS, &[("api", api), ("outcome", outcome)], count);
        }
    }
}

fn relay(out: &mut Page, relay: &Relay) {
    const REFUSED: &str = "latchkit_relay_refused_total";
    const WRITES: &str = "latchkit_relay_writes_total";
    const MESSAGES: &str = "latchkit_relay_messages_total";
    let (topics, subscriptions) = relay.listening();
    for (name, meaning, value) in [
        ("latchkit_relay_sockets", "Sockets of the relay.", relay.sockets.now() as u64),
        ("latchkit_relay_topics", "Topics that somebody listens to.", topics as u64),
        ("latchkit_relay_subscriptions", "Subscriptions to topics.", subscriptions as u64),
        ("latchkit_relay_bytes", "Bytes of messages that are kept, about.", relay.kept_bytes()),
    ] {
        out.family(name, "gauge", meaning);
        out.sample(name, &[], value);
    }
    out.family(MESSAGES, "counter", "Messages of the relay, by what came of them.");
    for (outcome, what) in [
        ("published", Counted::Published),
        ("repeated", Counted::Repeated),
        ("pushed", Counted::Pushed),
        ("taken", Counted::Taken),
    ] {
        out.sample(MESSAGES, &[("outcome", outcome)], relay.counts.get(what));
    }
    out.family(WRITES, "counter", "Groups of messages that were written together.");
    out.sample(WRITES, &[], relay.counts.get(Counted::Written));
    out.family(REFUSED, "counter", "Connections and requests that the relay refused, by why.");
    for (tag, count) in relay.counts.refused() {
        out.sample(REFUSED, &[("why", tag)], count);
    }
}

fn requests(out: &mut Page, routes: &BTreeMap<String, RouteCounts>) {
    const NAME: &str = "latchkit_http_requests_total";
    out.family(NAME, "counter", "Requests, by route, method and class of status.");
    for (route, counts) in routes {
        for ((method, class), count) in &counts.requests {
            let class = format!("{class}xx");
            out.sample(NAME, &[("route", route), ("method", method), ("status", &class)], count);
        }
    }
}

fn durations(out: &mut Page, routes: &BTreeMap<String, RouteCounts>) {
    const NAME: &str = "latchkit_http_request_duration_seconds";
    out.family(NAME, "histogram", "Time until the head of the answer, by route.");
    let [bucket, sum, count] = ["bucket", "sum", "count"].map(|part| format!("{NAME}_{part}"));
    for (route, counts) in routes {
        let all: u64 = counts.requests.values().sum();
        let mut so_far = 0;
        for (bound, within) in BOUNDS_S.iter().zip(counts.within) {
            so_far += within;
            out.sample(&bucket, &[("route", route), ("le", &bound.to_string())], so_far);
        }
        out.sample(&bucket, &[("route", route), ("le", "+Inf")], all);
        out.sample(&sum, &[("route", route)], counts.total_time.as_secs_f64());
        out.sample(&count, &[("route", route)], all);
    }
}

struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, meaning: &str) {
        self.line(format_args!("# HELP {name} {meaning}"));
        self.line(format_args!("# TYPE {name} {kind}"));
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> =
            labels.iter().map(|(label, text)| format!("{label}=\"{}\"", escaped(text))).collect();
        match &*labels {
            [] => self.line(format_args!("{name} {value}")),
            some => self.line(format_args!("{name}{{{}}} {value}", some.join(","))),
        }
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{text}").expect("a text can be written to");
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
