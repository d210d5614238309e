//! Addresses to listen on: of the server, and of `/metrics`.

use serde::{Deserialize, Deserializer};
use std::fmt;
use std::net::SocketAddr;

/// An address with its port.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Address(pub(crate) SocketAddr);

impl Address {
    /// Reads the key `bind`.
    pub(crate) fn of_bind<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
        Address::deserialize(from).map(|it| it.0)
    }
}

impl TryFrom<String> for Address {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Address).map_err(|_| {
            "it is not an address with a port such as 127.0.0.1:8787 (this machine alone), 0.0.0.0:8787 \
             (all that reach it) or [::]:8787; names are not looked up"
        })
    }
}

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
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_empty() {
            return Ok(MetricsBind(None));
        }
        let address = text.parse().map_err(|_| {
            "it is not an address with a port such as 127.0.0.1:8789, or empty for none; names are not \
             looked up"
        })?;
        Ok(MetricsBind(Some(address)))
    }
}
