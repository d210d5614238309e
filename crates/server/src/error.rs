//! What a request can fail with, and the one shape in which that is said.
//!
//! Every kind has a status, the field of the request it is about (empty where it is none) and a
//! sentence for the developer who made the request: `place` and `description` are the table.

use crate::ceiling::Full;
use crate::clock::whole_seconds;
use crate::held_bytes::NoRoom;
use crate::vault::fault::VaultFault;
use axum::Json;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::api::{Failed, Reason};
use protocol::caip::Namespace;
use protocol::relay::refusal::Refusal;
use std::time::Duration;
use wire::Word;

/// When to come again where the server is busy.
const BUSY_TIME: Duration = Duration::from_secs(1);

/// A refused or failed request. Answered as
/// `{"status":"FAILED","reasons":[{"field":"chainId","description":"…"}]}`, for nobody else to have from
/// a cache.
#[derive(Debug)]
pub enum ApiError {
    /// 400: there is no body.
    BodyEmpty,
    /// 400: the body is not JSON, with what the parser says.
    BodyNotJson(String),
    /// 400: the body is JSON, but not a JSON-RPC call.
    BodyNotACall,
    /// 400: the body is JSON, but not an event or a list of events.
    EventMalformed(String),
    /// 400: the body is JSON, but not what the route takes.
    BodyMalformed(&'static str),
    /// 400: the body is JSON, but not what the route takes, and why.
    BodyUnfit(String),
    /// 400: arrays and objects inside each other, more than this many.
    BodyTooDeep(usize),
    /// 413: more bytes than this.
    BodyTooLarge(usize),
    /// 408: the body did not come in time.
    BodyTooSlow,
    /// 400: a batch without calls.
    BatchEmpty,
    /// 400: a batch of more entries than this.
    BatchTooLong(usize),
    /// 400: `chainId` is missing or not CAIP-2.
    ChainMalformed,
    /// 400: no node is configured for this chain.
    ChainUnknown(String),
    /// 400: no chain is named, and none that stands in is configured.
    NoneOf(Namespace),
    /// 400: this parameter is not what it must be.
    ParameterMalformed(&'static str, &'static str),
    /// 400: `projectId` is missing or not 32 hex digits.
    ProjectMalformed,
    /// 401: there is no such project.
    ProjectUnknown,
    /// 403: the same, where clients tell people to look at their configuration by this status.
    ProjectRefused,
    /// 403: a page of this origin, which the project does not allow.
    OriginNotAllowed(String),
    /// 503: no node of this chain answered.
    NodesSilent(String),
    /// 503: who told the page before, an explorer or an API, did not answer.
    PageSilent,
    /// 503: the node was given a transaction and did not say what became of it.
    OutcomeUnknown,
    /// 403: the page that asks may not.
    OriginRefused,
    /// 404: nothing is here.
    NotFound,
    /// 404: there is no image of this id.
    ImageUnknown,
    /// 404: assets of another version than this one.
    VersionUnknown,
    /// 404: the package has no such file; most likely the page has another build of it.
    AssetUnknown,
    /// 405: the path is known, the method is not.
    MethodNotAllowed,
    /// 421: the request names a host that is not this server.
    HostUnknown(String),
    /// 429: more requests than a client or a project may make.
    RateLimited {
        /// Who ran out of them.
        by: Limited,
        /// How many there are.
        per_minute: u32,
        /// When to come again.
        wait: Duration,
    },
    /// 429 or 503: too many requests are in flight, of this client or in all.
    Busy(Full),
    /// 429 or 503: as many bytes are held as may be, of this client or in all.
    NoRoom(Full),
    /// 426: only a `WebSocket` is answered here.
    UpgradeRequired,
    /// 401, 403, 429 or 503: the relay does not let this client in.
    RelayRefused(Refusal),
    /// What the vault refuses; see there.
    Vault(VaultFault),
    /// 503: the database does not answer.
    NotReady,
    /// 500: something that should not happen; the log has it under the request id.
    Unexpected,
}

impl ApiError {
    /// The status, and the field of the request.
    fn status_and_field(&self) -> (StatusCode, &'static str) {
        use StatusCode as Is;
        match self {
            Self::BodyEmpty
            | Self::BodyNotJson(_)
            | Self::BodyNotACall
            | Self::BodyMalformed(_)
            | Self::BodyUnfit(_)
            | Self::EventMalformed(_)
            | Self::BodyTooDeep(_)
            | Self::BatchEmpty
            | Self::BatchTooLong(_) => (Is::BAD_REQUEST, "body"),
            Self::BodyTooLarge(_) => (Is::PAYLOAD_TOO_LARGE, "body"),
            Self::BodyTooSlow => (Is::REQUEST_TIMEOUT, "body"),
            Self::OutcomeUnknown => (Is::SERVICE_UNAVAILABLE, "body"),
            Self::ChainMalformed | Self::ChainUnknown(_) | Self::NoneOf(_) => {
                (Is::BAD_REQUEST, "chainId")
            }
            Self::NodesSilent(_) => (Is::SERVICE_UNAVAILABLE, "chainId"),
            Self::PageSilent => (Is::SERVICE_UNAVAILABLE, "cursor"),
            Self::ParameterMalformed(field, _) => (Is::BAD_REQUEST, field),
            Self::ProjectMalformed => (Is::BAD_REQUEST, "projectId"),
            Self::ProjectUnknown => (Is::UNAUTHORIZED, "projectId"),
            Self::ProjectRefused => (Is::FORBIDDEN, "projectId"),
            Self::OriginNotAllowed(_) | Self::OriginRefused => (Is::FORBIDDEN, "origin"),
            Self::NotFound => (Is::NOT_FOUND, "path"),
            Self::ImageUnknown => (Is::NOT_FOUND, "id"),
            Self::VersionUnknown => (Is::NOT_FOUND, "version"),
            Self::AssetUnknown => (Is::NOT_FOUND, "file"),
            Self::MethodNotAllowed => (Is::METHOD_NOT_ALLOWED, "method"),
            Self::HostUnknown(_) => (Is::MISDIRECTED_REQUEST, "host"),
            Self::RateLimited { .. }
            | Self::Busy(Full::Client(_))
            | Self::NoRoom(Full::Client(_)) => (Is::TOO_MANY_REQUESTS, "rate_limited"),
            Self::Busy(Full::All) | Self::NoRoom(Full::All) | Self::NotReady => {
                (Is::SERVICE_UNAVAILABLE, "")
            }
            Self::UpgradeRequired => (Is::UPGRADE_REQUIRED, "upgrade"),
            Self::RelayRefused(refusal) => match refusal {
                Refusal::OriginNotAllowed => (Is::FORBIDDEN, "origin"),
                Refusal::ProjectIdNotSpecified | Refusal::ProjectNotFound => {
                    (Is::UNAUTHORIZED, "projectId")
                }
                Refusal::TooManyRequests => (Is::TOO_MANY_REQUESTS, "rate_limited"),
                Refusal::StorageError => (Is::SERVICE_UNAVAILABLE, ""),
                _ => (Is::UNAUTHORIZED, "auth"),
            },
            Self::Vault(fault) => fault.status_and_field(),
            Self::Unexpected => (Is::INTERNAL_SERVER_ERROR, ""),
        }
    }

    /// When to come again, where that is known.
    fn wait(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { wait, .. } => Some(*wait),
            Self::Vault(fault) => fault.wait(),
            Self::Busy(_) | Self::NoRoom(_) | Self::NotReady => Some(BUSY_TIME),
            _ => None,
        }
    }

    /// The sentence that says it.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::BodyEmpty => "The body is empty.".into(),
            Self::BodyNotJson(problem) => format!("The body is not JSON: {problem}."),
            Self::BodyNotACall => NOT_A_CALL.into(),
            Self::BodyMalformed(wanted) => format!("The body must be {wanted}."),
            Self::BodyUnfit(problem) => format!("The body is not what is taken here: {problem}."),
            Self::EventMalformed(problem) => format!("The body is not an event: {problem}."),
            Self::BodyTooDeep(most) => format!("The body is nested deeper than {most} levels."),
            Self::BodyTooLarge(most) => {
                format!("The body is larger than {most} bytes. Send fewer calls at once.")
            }
            Self::BodyTooSlow => "The body did not arrive in time.".into(),
            Self::BatchEmpty => "The batch holds no call.".into(),
            Self::BatchTooLong(most) => {
                format!("The batch holds more than {most} entries. Split it.")
            }
            Self::ChainMalformed => "chainId must be a CAIP-2 id such as eip155:1.".into(),
            Self::ChainUnknown(chain) => {
                format!("{chain} is not configured here. /v1/supported-chains lists what is.")
            }
            Self::NoneOf(namespace) => none_of(*namespace),
            Self::ParameterMalformed(field, wanted) => format!("{field} must be {wanted}."),
            Self::ProjectMalformed => "projectId must be 32 hex digits.".into(),
            Self::ProjectUnknown | Self::ProjectRefused => PROJECT_UNKNOWN.into(),
            Self::NodesSilent(chain) => format!("No node of {chain} answered."),
            Self::PageSilent => PAGE_SILENT.into(),
            Self::OutcomeUnknown => OUTCOME_UNKNOWN.into(),
            Self::OriginNotAllowed(origin) => format!(
                "Pages of {origin} may not use this project. `latchkit project set <id> \
                 --add-origin {origin}` lets them."
            ),
            Self::OriginRefused => "Only the demo page and the dev phone may ask here.".into(),
            Self::NotFound => "There is nothing at this path.".into(),
            Self::ImageUnknown => "There is no image of this id.".into(),
            Self::VersionUnknown => OWN_VERSION.into(),
            Self::AssetUnknown => ANOTHER_BUILD.into(),
            Self::MethodNotAllowed => "This path does not answer this HTTP method.".into(),
            Self::HostUnknown(known) => {
                format!("This server answers as {known}. Set `public_url` to the name you use.")
            }
            Self::RateLimited { by, per_minute, wait } => format!(
                "This {} made its {per_minute} requests of a minute. Try again in {} s.",
                by.name(),
                whole_seconds(*wait)
            ),
            Self::Busy(Full::Client(count)) => {
                format!("This client has {count} requests in flight. Wait for their answers.")
            }
            Self::Busy(Full::All) => "The server has too many requests in flight.".into(),
            Self::UpgradeRequired => "Only WebSockets are answered here.".into(),
            Self::RelayRefused(refusal) => format!("{}.", refusal.words()),
            Self::Vault(fault) => fault.description(),
            Self::NotReady => "The database does not answer.".into(),
            Self::NoRoom(full) => no_room(*full).into(),
            Self::Unexpected => "Something unexpected happened. The server's log tells more under \
                                 this answer's x-request-id."
                .into(),
        }
    }
}

const NOT_A_CALL: &str = "The body is not a JSON-RPC call (an object with `method`, `params` and `id`) or \
                          an array of calls.";

const PROJECT_UNKNOWN: &str = "This server does not know the project. `latchkit project list` shows those \
                               it knows.";

const PAGE_SILENT: &str = "Who told the page before, an explorer or an API of others, did not answer. Ask \
                           again, or from the first page on.";

fn none_of(namespace: Namespace) -> String {
    let namespace = namespace.word();
    format!(
        "No chain of {namespace} is configured here, those for tests aside. /v1/supported-chains \
         lists what is."
    )
}

/// Which build of the package this server has: the one that was asked for is another.
const ANOTHER_BUILD: &str = concat!(
    "This server holds another build of ",
    env!("CARGO_PKG_VERSION"),
    ": its own is that of commit ",
    env!("LATCHKIT_COMMIT"),
    "."
);
/// Which version of the package this server has.
const OWN_VERSION: &str =
    concat!("This server holds the assets of version ", env!("CARGO_PKG_VERSION"), ".");

const fn no_room(full: Full) -> &'static str {
    match full {
        Full::Client(_) => "The server holds too many large bodies and answers of this client.",
        Full::All => "The server holds too many large bodies and answers.",
    }
}

/// Who ran out of requests.
#[derive(Clone, Copy, Debug)]
pub enum Limited {
    /// The address that asked.
    Client,
    /// The project that was named.
    Project,
}

impl Limited {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Client, Self::Project];

    /// In metrics.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Project => "project",
        }
    }
}

/// Said of a transaction that a node was given and did not answer for.
pub(crate) const OUTCOME_UNKNOWN: &str = "The node did not answer. The transaction may have been \
                                          accepted: look for its hash before sending it again.";

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, field) = self.status_and_field();
        let reason = Reason { field: field.to_owned(), description: self.description() };
        let failed = Failed { status: "FAILED".to_owned(), reasons: vec![reason] };
        let mut response = (status, [(CACHE_CONTROL, "no-store")], Json(failed)).into_response();
        if let Some(wait) = self.wait() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
        }
        response
    }
}

impl From<VaultFault> for ApiError {
    fn from(fault: VaultFault) -> Self {
        ApiError::Vault(fault)
    }
}

impl From<NoRoom> for ApiError {
    fn from(NoRoom(full): NoRoom) -> Self {
        ApiError::NoRoom(full)
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the database failed");
        ApiError::Unexpected
    }
}
