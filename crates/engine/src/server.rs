//! The operator's server: its calls, and that one failed is told to whoever counts, and to the host's
//! developer where it is the host's to put right.

use node::Unanswered;
use wire::{Get, Json, from_text};

use crate::announcement::one_line;
use crate::engine::Engine;
use crate::state::Alert;
use crate::{alert, analytics, http};

/// Reads `GET {path}` with the query that all calls carry and more of it, `&name=value…`; nothing where that has
/// no result.
pub(crate) async fn get<T: Get>(engine: &Engine, path: &str, query: &str) -> Option<T> {
    let result = http::get(engine, path, query).await;
    result.map_err(|failure| failed(engine, path, &failure)).ok()
}

/// A call to it has no result: whoever counts is told why.
pub(crate) fn failed(engine: &Engine, path: &str, failure: &Unanswered) {
    analytics::failed(engine, path, failure);
    raise_alert(engine, path, failure);
}

/// Says that no server of ours is where the host looks for it, why it knows neither project nor name, or
/// what it, or whoever stands before it, answers instead. A page hears of its server once: what follows has
/// the same cause.
fn raise_alert(engine: &Engine, path: &str, failure: &Unanswered) {
    let (status, reason) = match failure {
        Unanswered::Refused { status, said, .. } => (*status, reason(said)),
        // Nobody is there, or somebody who does not speak as we do.
        Unanswered::Unreached | Unanswered::Unreadable(_) => (404, None),
    };
    let url = |path: &str| Json::Text(engine.config(|config| [&*config.server_url, path].concat()));
    let (alert, values) = match (status, reason) {
        (401 | 421, Some(reason)) => {
            (Alert::ServerRefuses, Json::object([("reason", Json::Text(reason))]))
        }
        // Ours, too, knows nothing below another path than its own.
        (401 | 404 | 405 | 421, _) => (Alert::ServerMissing, Json::object([("server", url(""))])),
        // Ours is there, and refuses what was asked; an origin that it refuses has its own alert.
        (..500, Some(_)) => return,
        (status, reason) => {
            let reason = reason.unwrap_or_else(|| "It is not Latchkit that says so.".to_owned());
            let (status, reason) = (Json::Text(status.to_string()), Json::Text(reason));
            let values = [("url", url(path)), ("status", status), ("reason", reason)];
            (Alert::ServerFails, Json::object(values))
        }
    };
    if !engine.0.is_server_told.replace(true) {
        alert::raise(engine, alert, values);
    }
}

/// A reason that is longer than this is cut: whoever stands before the server may say anything.
const REASON_CHARACTERS: usize = 300;

/// The first sentence of a server that refuses, in characters that show.
fn reason(said: &str) -> Option<String> {
    let body: Json = from_text(said).ok()?;
    let first = body.get("reasons")?.as_list()?.first()?;
    Some(one_line(first.get("description")?.as_text()?, REASON_CHARACTERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_that_ends() {
        let said = |it: &str| format!(r#"{{"reasons":[{{"description":"{it}"}}]}}"#);
        assert_eq!(
            reason(&said(r"No.\n[latchkit] All is well\u202e")).as_deref(),
            Some("No.[latchkit] All is well")
        );
        assert_eq!(reason(&said(&"a".repeat(1_000))).map(|it| it.len()), Some(300));
    }
}
