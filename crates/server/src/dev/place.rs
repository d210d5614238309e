//! Where `latchkit dev` listens: on this machine alone, or at one address that other devices reach.

use super::qr_drawing::drawn;
use crate::origin::Origin;
use crate::problem::Problem;
use std::io::{Error, ErrorKind, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Where it listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Only programs of this machine reach it.
    Here,
    /// Devices of its network reach it at this address.
    Network(IpAddr),
}

impl Place {
    /// What `--host` says; an unspecified address stands for the one that is found.
    pub(super) fn of(host: Option<IpAddr>) -> Result<Self, Problem> {
        match host.map(|it| it.to_canonical()) {
            None => Ok(Place::Here),
            Some(address) if is_of_many(address) => Err(Problem::new(format!(
                "{address} is no address of one machine. Name this machine's own: --host 192.168.1.20, or \
                 --host alone, which finds it."
            ))),
            Some(address) if !address.is_unspecified() => Ok(Place::Network(address)),
            Some(_) => found().map(Place::Network).map_err(|error| {
                Problem::new(format!(
                    "This machine is in no network that can be found ({error}). Name its address \
                     there: --host 192.168.1.20."
                ))
            }),
        }
    }

    /// Prints where everything is, and what that opens.
    pub(super) fn tell(self, server: &Origin, demo: &Origin) {
        println!("latchkit: server at {server}");
        println!("latchkit: demo at {demo}/");
        if self != Place::Here {
            println!(
                "latchkit: every device of this network can open the demo now, ask this server and \
                 through it the local chain, and nothing of it is encrypted. Stop it when you are \
                 done."
            );
            if std::io::stdout().is_terminal() {
                print!("{}", drawn(&format!("{demo}/")).unwrap_or_default());
            }
        }
    }

    /// What to listen on.
    pub(super) fn address(self, port: u16) -> SocketAddr {
        let ip = match self {
            Place::Here => Ipv4Addr::LOCALHOST.into(),
            Place::Network(ip) => ip,
        };
        SocketAddr::new(ip, port)
    }

    /// How browsers name it.
    pub(super) fn origin(self, port: u16) -> Origin {
        match self {
            Place::Here => Origin::local("localhost", port),
            Place::Network(_) => Origin::parse(&format!("http://{}", self.address(port)))
                .expect("an address makes an origin"),
        }
    }
}

/// Whether it stands for many machines.
fn is_of_many(address: IpAddr) -> bool {
    address.is_multicast() || address == IpAddr::V4(Ipv4Addr::BROADCAST)
}

/// The address from which this machine would write to the world. Nothing is sent: to connect such a
/// socket only chooses the way (192.0.2.1 is nobody's, [RFC 5737](https://www.rfc-editor.org/rfc/rfc5737)).
fn found() -> Result<IpAddr, Error> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    let address = socket.local_addr()?.ip();
    let is_of_network = !address.is_unspecified() && !address.is_loopback();
    is_of_network.then_some(address).ok_or_else(|| Error::from(ErrorKind::NetworkUnreachable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_listens_at_one_address_and_is_named_by_it() {
        let here = Place::of(None).expect("this machine");
        assert_eq!(here.address(80).to_string(), "127.0.0.1:80");
        assert_eq!(here.origin(8788).to_string(), "http://localhost:8788");
        for (text, origin) in
            [("192.168.1.20", "http://192.168.1.20:8788"), ("fd00::1", "http://[fd00::1]:8788")]
        {
            let address: IpAddr = text.parse().expect(text);
            let place = Place::of(Some(address)).expect(text);
            assert_eq!(place.address(1), SocketAddr::new(address, 1));
            assert_eq!(place.origin(8788).to_string(), origin);
        }
    }

    #[test]
    fn an_address_of_many_machines_is_refused() {
        for text in ["224.0.0.1", "255.255.255.255", "ff02::1", "::ffff:224.0.0.1"] {
            let problem = Place::of(Some(text.parse().expect(text))).expect_err(text).to_string();
            assert!(problem.contains("is no address of one machine"), "{problem}");
        }
        let mapped = Place::of(Some("::ffff:127.0.0.1".parse().expect("an address")));
        assert_eq!(mapped.expect("one").address(80).to_string(), "127.0.0.1:80");
    }

    #[test]
    fn an_address_that_is_found_is_one_of_a_network() {
        match Place::of(Some(Ipv4Addr::UNSPECIFIED.into())) {
            Ok(Place::Network(address)) => {
                assert!(!address.is_loopback() && !address.is_unspecified());
            }
            Ok(Place::Here) => panic!("others do not reach it there"),
            Err(problem) => assert!(problem.to_string().contains("--host 192.168.1.20")),
        }
    }
}
