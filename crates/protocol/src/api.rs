//! The bodies of the server's HTTP calls.

use wire::wire;

use crate::caip::ChainId;

/// The body of every answer that is not 2xx.
#[wire]
pub struct Failed {
    /// Always `FAILED`.
    pub status: String,
    /// Why; at least one.
    pub reasons: Vec<Reason>,
}

/// One reason why a call failed.
#[wire]
pub struct Reason {
    /// The field of the request it is about, such as `chainId`; empty where it is none.
    pub field: String,
    /// A sentence for developers.
    pub description: String,
}

/// The answer of `GET /health`.
#[wire]
pub struct Health {
    /// Always `OK`: a server that is not does not answer.
    pub status: String,
    /// The server's version, which is also that of its assets.
    pub version: String,
    /// The commit it was built from; `unknown` in builds that were not told.
    pub commit: String,
    /// Whole seconds since it started.
    pub uptime_seconds: u32,
}

/// The answer of `GET /v1/supported-chains`: the chains whose nodes the server reaches, sorted.
#[wire]
#[derive(Default)]
pub struct SupportedChains {
    /// By HTTP.
    pub http: Vec<ChainId>,
    /// By WebSocket.
    pub ws: Vec<ChainId>,
}
