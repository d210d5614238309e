//! How many of something may be open at once, in all and for one client.
//!
//! There is one for connections (`listen.rs`) and one for requests (`routes/in_flight.rs`). Who is let
//! in holds an [`Entered`] for as long as it is open.

use crate::client_address::{Block, counted};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A ceiling. Clones count together.
#[derive(Clone)]
pub struct Ceiling(Arc<Shared>);

struct Shared {
    /// In all, and of one client.
    most: [usize; 2],
    /// Who is many clients.
    exempt: Vec<Block>,
    open: Mutex<Open>,
    refused: [AtomicU64; 2],
}

#[derive(Default)]
struct Open {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// Which ceiling was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// That of all.
    All,
    /// That of this client, which is so high.
    Client(usize),
}

/// Something that is open, until it is dropped.
pub(crate) struct Entered {
    ceiling: Ceiling,
    client: Option<IpAddr>,
}

impl Default for Ceiling {
    fn default() -> Self {
        Ceiling::new(0, 0, &[])
    }
}

impl Ceiling {
    /// So many in all and so many for a client; 0 is any number. The ceiling of a client is not that of
    /// `exempt` addresses, behind which many clients are.
    pub fn new(all: usize, client: usize, exempt: &[Block]) -> Self {
        let most = [all, client].map(|most| if most == 0 { usize::MAX } else { most });
        let (exempt, open) = (exempt.to_owned(), Mutex::default());
        Ceiling(Arc::new(Shared { most, exempt, open, refused: Default::default() }))
    }

    /// Lets one more in.
    pub(crate) fn enter(&self, client: IpAddr) -> Result<Entered, Full> {
        let [most, most_of_client] = self.0.most;
        let is_one = !self.0.exempt.iter().any(|block| block.holds(client));
        let client = is_one.then(|| counted(client.to_canonical()));
        let mut open = self.open();
        if open.all >= most {
            return Err(self.refuse(Full::All));
        }
        if let Some(client) = client {
            let of_client = open.by_client.entry(client).or_default();
            if *of_client >= most_of_client {
                return Err(self.refuse(Full::Client(most_of_client)));
            }
            *of_client += 1;
        }
        open.all += 1;
        Ok(Entered { ceiling: self.clone(), client })
    }

    /// How many are open now.
    pub fn now(&self) -> usize {
        self.open().all
    }

    /// How many were not let in so far, and whose ceiling it was.
    pub(crate) fn refused(&self) -> [(&'static str, u64); 2] {
        let [all, client] = &self.0.refused;
        [("all", all), ("client", client)].map(|(by, count)| (by, count.load(Ordering::Relaxed)))
    }

    fn refuse(&self, full: Full) -> Full {
        let [all, client] = &self.0.refused;
        let count = if full == Full::All { all } else { client };
        count.fetch_add(1, Ordering::Relaxed);
        full
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut open = self.ceiling.open();
        open.all -= 1;
        let Some(client) = self.client else { return };
        let Some(of_client) = open.by_client.get_mut(&client) else { return };
        *of_client -= 1;
        if *of_client == 0 {
            open.by_client.remove(&client);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect(text)
    }

    #[test]
    fn a_client_and_all_have_a_ceiling_and_who_leaves_makes_room() {
        let ceiling = Ceiling::new(3, 2, &[]);
        let enter = |text: &str| ceiling.enter(address(text));
        let first = enter("192.0.2.1").expect("room");
        let _second = enter("::ffff:192.0.2.1").expect("room");
        assert_eq!(enter("192.0.2.1").err(), Some(Full::Client(2)));
        let _third = enter("2001:db8::1").expect("room");
        assert_eq!(enter("192.0.2.2").err(), Some(Full::All));
        assert_eq!(ceiling.refused(), [("all", 1), ("client", 1)]);
        drop(first);
        assert_eq!(ceiling.now(), 2);
        assert!(enter("2001:db8::2").is_ok(), "of the same /64");
        assert_eq!(ceiling.now(), 2);
    }

    #[test]
    fn nobody_is_remembered_who_has_nothing_open() {
        let ceiling = Ceiling::new(0, 1, &[]);
        for last in 0..200 {
            assert!(ceiling.enter(IpAddr::from([192, 0, 2, last])).is_ok());
        }
        assert_eq!(ceiling.open().by_client.len(), 0);
    }

    #[test]
    fn behind_a_proxy_are_many_clients() {
        let proxy = Block::try_from("10.0.0.0/8".to_owned()).expect("a block");
        let ceiling = Ceiling::new(0, 1, &[proxy]);
        let _first = ceiling.enter(address("10.0.0.1")).expect("room");
        assert!(ceiling.enter(address("::ffff:10.0.0.1")).is_ok());
    }
}
