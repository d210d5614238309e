//! The chain whose nodes are behind the proxy.

use std::net::SocketAddr;

use crate::connection::Target;
use crate::server::Server;

/// Its number.
pub(crate) const NUMBER: u64 = 5;
/// Its CAIP-2 id.
pub(crate) const NAME: &str = "eip155:5";

/// The variable by which a server knows its nodes.
pub(crate) fn variable(nodes: &[SocketAddr]) -> (&'static str, String) {
    let urls: Vec<String> = nodes.iter().map(|it| format!("\"http://{it}/\"")).collect();
    ("LATCHKIT_CHAINS", format!("{{\"{NAME}\":[{}]}}", urls.join(",")))
}

/// Where a server is asked for it.
pub(crate) fn of_server(server: &Server) -> Target {
    let path = format!("/v1?chainId={NAME}&projectId={}", server.project);
    Target { address: server.address, path }
}
