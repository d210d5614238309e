//! Which addresses of the internet may be asked for something that a stranger named.
//!
//! Names and tokens point to URLs of anybody's choice. Whoever may choose a URL must not reach what only this
//! machine reaches: itself, its network, a cloud's metadata. So addresses are looked at after names were
//! resolved, and only those that are public are connected to. Source: the
//! [special-purpose registries](https://www.iana.org/assignments/iana-ipv4-special-registry) of IANA.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is one of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || first == 0
        || first >= 240
        || (first == 100 && (64..128).contains(&second))
        || (first == 198 && (18..20).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 192 && second == 88 && third == 99);
    !is_special
}

/// Of the only block that is given out, without what holds an address of IPv4 or is for documents.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    match segments {
        // Teredo and other protocols, documents, and 6to4.
        [0x2001, 0..0x0200 | 0x0db8, ..] | [0x2002, ..] | [0x3fff, 0..0x1000, ..] => false,
        // NAT64.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_reached() {
        let is_public = |text: &str| is_public(text.parse().expect(text));
        for text in
            ["1.1.1.1", "93.184.216.34", "100.128.0.1", "2606:4700::1111", "64:ff9b::1.1.1.1"]
        {
            assert!(is_public(text), "{text}");
        }
        for text in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:1.1.1.1",
            "::ffff:127.0.0.1",
            "64:ff9b::10.0.0.1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "ff02::1",
            "fec0::1",
        ] {
            assert!(!is_public(text), "{text}");
        }
    }
}
