//! How often somebody may connect to the relay and ask it, and how much they may send.
//!
//! A client is a key, and keys are free: so what a client may is bounded by what its address may. Proxies
//! that are trusted are many addresses; there each client is counted alone.

use crate::client_address::{Block, counted};
use crate::config::Config;
use crate::rate_limits::Buckets;
use protocol::relay::token::ClientId;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Instant;

/// How often an address may connect in a minute, and a client from there.
const CONNECTIONS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(1_200).expect("it is not 0");
const CLIENT_CONNECTIONS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(60).expect("it is not 0");
/// An address may ask as much as so many clients.
const CLIENTS_OF_ADDRESS: u32 = 16;
/// How much an address may send in a minute, and at once: so many pieces.
const PIECES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(64 * 1024).expect("it is not 0");
const PIECE_BYTES: usize = 1024;

/// The counts of all clients and addresses.
pub(super) struct Limits {
    connections: Buckets<IpAddr>,
    client_connections: Buckets<(IpAddr, ClientId)>,
    requests: Option<Requests>,
    proxies: Vec<Block>,
}

struct Requests {
    of_client: Buckets<ClientId>,
    of_address: Buckets<IpAddr>,
    pieces: Buckets<IpAddr>,
}

impl Limits {
    pub(super) fn new(config: &Config) -> Self {
        let requests = |per_minute: NonZeroU32| Requests {
            of_client: Buckets::new(per_minute),
            of_address: Buckets::new(
                per_minute.saturating_mul(NonZeroU32::new(CLIENTS_OF_ADDRESS).expect("not 0")),
            ),
            pieces: Buckets::new(PIECES_PER_MINUTE),
        };
        Limits {
            connections: Buckets::new(CONNECTIONS_PER_MINUTE),
            client_connections: Buckets::new(CLIENT_CONNECTIONS_PER_MINUTE),
            requests: NonZeroU32::new(config.relay_client_requests_per_minute).map(requests),
            proxies: config.trusted_proxies.clone(),
        }
    }

    /// An address that is counted; none of a proxy behind which many are.
    pub(super) fn one(&self, address: IpAddr) -> Option<IpAddr> {
        let is_one = !self.proxies.iter().any(|block| block.holds(address));
        is_one.then(|| counted(address.to_canonical()))
    }

    /// Whether who is at an address may connect, as the client that it says to be: one that connects
    /// without end is told apart from its neighbours, and nobody can use up another's share.
    pub(super) fn may_connect(
        &self,
        address: IpAddr,
        claimed: Option<ClientId>,
        now: Instant,
    ) -> bool {
        self.connections.take(address, 1, now).is_ok()
            && claimed.is_none_or(|it| self.client_connections.take((address, it), 1, now).is_ok())
    }

    /// Whether a client at an address may ask so much more. It loses nothing to what its neighbours may
    /// not.
    pub(super) fn may_ask(
        &self,
        client: ClientId,
        address: IpAddr,
        count: usize,
        now: Instant,
    ) -> bool {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.requests.as_ref().is_none_or(|it| {
            it.of_client.take(client, count, now).is_ok()
                && self.takes(&it.of_address, address, count, now)
        })
    }

    /// Whether an address may send so many bytes more.
    pub(super) fn may_send(&self, address: IpAddr, bytes: usize, now: Instant) -> bool {
        let pieces = u32::try_from(bytes.div_ceil(PIECE_BYTES)).unwrap_or(u32::MAX);
        self.requests.as_ref().is_none_or(|it| self.takes(&it.pieces, address, pieces, now))
    }

    fn takes(&self, of: &Buckets<IpAddr>, address: IpAddr, count: u32, now: Instant) -> bool {
        self.one(address).is_none_or(|it| of.take(it, count, now).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(proxies: &[&str]) -> Limits {
        let proxies = proxies.iter().map(|it| Block::try_from((*it).to_owned()).expect(it));
        let trusted_proxies = proxies.collect();
        Limits::new(&Config {
            relay_client_requests_per_minute: 10,
            trusted_proxies,
            ..Config::default()
        })
    }

    fn client(number: u8) -> ClientId {
        ClientId::of([number; 32])
    }

    #[test]
    fn new_keys_do_not_let_an_address_ask_more() {
        let (limits, now) = (limits(&[]), Instant::now());
        let address = IpAddr::from([192, 0, 2, 1]);
        let ask = |key: u8, from: IpAddr| limits.may_ask(client(key), from, 10, now);
        assert_eq!((0..200).filter(|key| ask(*key, address)).count(), 16);
        assert!(ask(250, IpAddr::from([192, 0, 2, 2])), "another address is not its neighbour");
        assert!(!ask(250, IpAddr::from([192, 0, 2, 3])), "a client is the same anywhere");
    }

    #[test]
    fn behind_a_proxy_each_client_is_counted_alone() {
        let (limits, now) = (limits(&["192.0.2.1"]), Instant::now());
        let address = IpAddr::from([192, 0, 2, 1]);
        assert!((0..200).all(|key| limits.may_ask(client(key), address, 10, now)));
        assert!(!limits.may_ask(client(1), address, 1, now));
        assert!((0..1_000).all(|_| limits.may_send(address, 1_000_000, now)));
    }

    #[test]
    fn an_address_may_send_so_much_whoever_says_it() {
        let (limits, now) = (limits(&[]), Instant::now());
        let send = |last: u8| limits.may_send(IpAddr::from([192, 0, 2, last]), 1_048_576, now);
        assert_eq!((0..1_000).filter(|_| send(1)).count(), 64);
        assert!(send(2));
    }
}
