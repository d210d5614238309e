//! What is the same in every `latchkit dev`: its chain, and what pages of the demo are told of their server.

use crate::origin::Origin;
use crate::project::DEV_PROJECT;
use serde::Serialize;

/// The local chain.
pub const CHAIN: &str = "eip155:31337";

/// What a page of the demo is told of its server, at its `config.json`.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Deployment {
    server_url: String,
    project_id: &'static str,
}

impl Deployment {
    pub(super) fn of(server: &Origin) -> Self {
        Deployment { server_url: server.to_string(), project_id: DEV_PROJECT }
    }
}
