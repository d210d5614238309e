//! For whom nodes are asked, and until when.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::time::Instant;

/// For whom all is asked that no client waits for.
pub(crate) const OURS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// What all that is asked for one request of a client shares.
#[derive(Clone, Copy)]
pub(crate) struct Errand {
    /// The client: room and turns are counted for it.
    pub(crate) from: IpAddr,
    /// When it gives up.
    pub(crate) end: Instant,
}

impl Errand {
    /// One that begins now and has so much time.
    pub(crate) fn new(from: IpAddr, time: Duration) -> Self {
        Errand { from, end: Instant::now() + time }
    }

    /// The same with so much time at most.
    pub(crate) fn within(self, time: Duration) -> Self {
        Errand { end: self.end.min(Instant::now() + time), ..self }
    }

    /// Whether its time is over.
    pub(crate) fn is_over(self) -> bool {
        Instant::now() >= self.end
    }
}
