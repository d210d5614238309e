//! Where a server of a test or a tool may listen.

use std::net::TcpListener;

use crate::run::Outcome;

/// A port of this machine that nobody has.
pub fn free() -> Outcome<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr());
    listener.map(|address| address.port()).map_err(|error| format!("no port is free: {error}"))
}
