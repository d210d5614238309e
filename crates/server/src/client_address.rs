//! Who a request comes from: the peer of the socket, or what proxies that the operator trusts say.
//!
//! A proxy adds the address that it was asked from at the right of `X-Forwarded-For`; what stands left
//! of that came from outside, and anybody can write anything there. So the header is read from the
//! right, past addresses that are trusted, and not at all when the peer itself is not.

use axum::http::{HeaderMap, Request};
use serde::Deserialize;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The peer of a request's socket, as an extension of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// A block of addresses, such as `10.0.0.0/8`; an address alone is a block of one.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Block {
    first: IpAddr,
    bits: u32,
}

impl Block {
    /// Whether every address is one of the block.
    pub fn is_everything(&self) -> bool {
        self.bits == 0
    }

    /// Whether the address is one of the block.
    pub fn holds(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && masked(address, self.bits) == self.first
    }
}

impl TryFrom<String> for Block {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let unreadable =
            || "a proxy is an address, or a block of them such as 10.0.0.0/8".to_owned();
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (&*text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| unreadable())?;
        if first.to_canonical() != first {
            return Err(format!(
                "a proxy is an IPv4 address in the form of IPv6: write {}",
                first.to_canonical()
            ));
        }
        let most = width(first);
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= most).ok_or_else(unreadable)?,
            None => most,
        };
        let block = Block { first: masked(first, bits), bits };
        // Most likely a typing error, and then of which half nobody knows.
        if block.first == first {
            Ok(block)
        } else {
            Err(format!("a proxy is named by an address inside of its block: write {block}"))
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.first, self.bits)
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// Whom a request is counted for.
pub(crate) fn client_of<B>(request: &Request<B>, trusted: &[Block]) -> IpAddr {
    // Without a socket all are one client.
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |it| it.0);
    counted(client(peer, request.headers(), trusted))
}

/// The address of the client behind the peer.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[Block]) -> IpAddr {
    let is_trusted = |address| trusted.iter().any(|block| block.holds(address));
    let mut client = peer.to_canonical();
    if !is_trusted(client) {
        return client;
    }
    let values = headers.get_all("x-forwarded-for").iter();
    let forwarded: Vec<&str> =
        values.flat_map(|value| value.to_str().unwrap_or_default().split(',')).collect();
    for text in forwarded.into_iter().rev() {
        // What is no address was not written by a proxy that is trusted.
        let Some(address) = read(text.trim()) else { break };
        client = address;
        if !is_trusted(client) {
            break;
        }
    }
    client
}

/// Whom a client's requests are counted for: whoever has one IPv6 address has the whole /64.
pub(crate) fn counted(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(_) => masked(client, 64),
    }
}

/// Whom a client's accounts are counted for, which are remembered long: whoever is given addresses of IPv6 is often
/// given a whole /48 of them.
pub(crate) fn counted_widely(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(_) => masked(client, 48),
    }
}

/// An address with or without a port, which some proxies add.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    address.map(|it| it.to_canonical())
}

fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// The address with all but the first bits cleared.
fn masked(address: IpAddr, bits: u32) -> IpAddr {
    let cleared = width(address) - bits;
    match address {
        IpAddr::V4(it) => {
            let mask = u32::MAX.checked_shl(cleared).unwrap_or(0);
            IpAddr::from((it.to_bits() & mask).to_be_bytes())
        }
        IpAddr::V6(it) => {
            let mask = u128::MAX.checked_shl(cleared).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from_bits(it.to_bits() & mask))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn block(text: &str) -> Block {
        Block::try_from(text.to_owned()).expect(text)
    }

    fn client_of(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_str(value).expect("a header"));
        }
        let trusted: Vec<Block> = trusted.iter().map(|text| block(text)).collect();
        client(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_say_who_the_client_is() {
        let inside = ["10.0.0.0/8", "fd00::/8"];
        for (peer, forwarded, trusted, client) in [
            ("198.51.100.7", vec!["203.0.113.9"], &[] as &[&str], "198.51.100.7"),
            ("198.51.100.7", vec!["203.0.113.9"], &inside, "198.51.100.7"),
            ("10.0.0.1", vec!["203.0.113.9"], &inside, "203.0.113.9"),
            ("10.0.0.1", vec!["10.9.9.9, 203.0.113.9, 10.0.0.2"], &inside, "203.0.113.9"),
            ("10.0.0.1", vec!["1.2.3.4", "203.0.113.9", "fd00::2"], &inside, "203.0.113.9"),
            ("::ffff:10.0.0.1", vec!["::ffff:203.0.113.9"], &inside, "203.0.113.9"),
            ("10.0.0.1", vec!["203.0.113.9:4711"], &inside, "203.0.113.9"),
            ("10.0.0.1", vec!["[2001:db8::1]:80"], &inside, "2001:db8::1"),
            ("10.0.0.1", vec!["[2001:db8::1]"], &inside, "2001:db8::1"),
            ("10.0.0.1", vec![], &inside, "10.0.0.1"),
            ("10.0.0.1", vec!["10.0.0.3, 10.0.0.2"], &inside, "10.0.0.3"),
            ("10.0.0.1", vec!["203.0.113.9, unknown"], &inside, "10.0.0.1"),
            ("10.0.0.1", vec!["203.0.113.9, , 10.0.0.2"], &inside, "10.0.0.2"),
        ] {
            assert_eq!(client_of(peer, &forwarded, trusted), client, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn blocks_hold_what_their_bits_say() {
        for (text, address, is_held) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("::/0", "2001:db8::1", true),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(block(text).holds(address), is_held, "{text} {address}");
        }
    }

    #[test]
    fn what_is_no_block_is_refused_with_the_cure() {
        let refused = |text: &str| Block::try_from(text.to_owned()).expect_err(text);
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0/8", "::/129"] {
            assert!(refused(text).contains("such as 10.0.0.0/8"), "{text}");
        }
        assert!(refused("10.0.0.1/8").ends_with("write 10.0.0.0/8"));
        assert!(refused("::ffff:10.0.0.1").ends_with("write 10.0.0.1"));
    }

    #[test]
    fn a_client_has_the_whole_of_its_64_bits() {
        let counted = |text: &str| counted(text.parse().expect("an address")).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("203.0.113.9"), "203.0.113.9");
    }
}
