//! How much of something may be taken at once, in all and by one client.
//!
//! There is one for connections (`listen.rs`), one for requests (`routes/in_flight.rs`), one for the
//! bytes of large bodies and answers (`held_bytes.rs`), and one for the calls of each node
//! (`upstream/node.rs`). Who is let in holds an [`Entered`] for as long as it takes anything.
//!
//! The more others have taken, the less a client may have: of what they left, the part that it may have
//! of all. So a few that take all they can leave room for who comes after them. (Switches share their
//! buffers so: [dynamic queue length thresholds](https://doi.org/10.1109/90.664262).)

use crate::client_address::{Block, counted};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// What a client may have of all, where nobody says: one part of so many.
const PARTS: usize = 8;

/// A ceiling. Clones count together.
#[derive(Clone)]
pub struct Ceiling(Arc<Shared>);

struct Shared {
    most: Most,
    /// Who is many clients.
    exempt: Vec<Block>,
    open: Mutex<Open>,
    refused: [AtomicU64; 2],
}

#[derive(Clone, Copy)]
struct Most {
    all: usize,
    client: usize,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
    /// In the order in which they came.
    waiting: Vec<Waiting>,
}

struct Waiting {
    client: Option<IpAddr>,
    turn: oneshot::Sender<Entered>,
}

/// Which ceiling was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// That of all.
    All,
    /// That of this client, which has so much.
    Client(usize),
}

/// What somebody took, until it is dropped.
pub(crate) struct Entered {
    ceiling: Ceiling,
    client: Option<IpAddr>,
    count: usize,
}

impl Default for Ceiling {
    fn default() -> Self {
        Ceiling::new(0, 0, &[])
    }
}

impl Ceiling {
    /// So much in all and so much for a client; 0 is any number. The ceiling of a client is not that of
    /// `exempt` addresses, behind which many clients are.
    pub fn new(all: usize, client: usize, exempt: &[Block]) -> Self {
        let [all, client] = [all, client].map(|most| if most == 0 { usize::MAX } else { most });
        let (most, exempt, open) = (Most { all, client }, exempt.to_owned(), Mutex::default());
        Ceiling(Arc::new(Shared { most, exempt, open, refused: Default::default() }))
    }

    /// So much in all, and an eighth of it for a client.
    pub fn in_parts(all: usize, exempt: &[Block]) -> Self {
        Ceiling::new(all, all.div_ceil(PARTS), exempt)
    }

    /// Lets one more in.
    pub(crate) fn enter(&self, client: IpAddr) -> Result<Entered, Full> {
        let mut entered = self.nothing(client);
        entered.grow(1).map_err(|full| self.refuse(full))?;
        Ok(entered)
    }

    /// Lets one more in as soon as that may be. Of those that may come in, who came first is first.
    pub(crate) async fn turn(&self, client: IpAddr) -> Entered {
        let mut entered = self.nothing(client);
        if entered.grow(1).is_ok() {
            return entered;
        }
        let (turn, told) = oneshot::channel();
        self.open().waiting.push(Waiting { client: entered.client, turn });
        self.let_in();
        told.await.expect("who waits is told before the ceiling is gone")
    }

    /// Who takes nothing yet.
    pub(crate) fn nothing(&self, client: IpAddr) -> Entered {
        let is_one = !self.0.exempt.iter().any(|block| block.holds(client));
        let client = is_one.then(|| counted(client.to_canonical()));
        Entered { ceiling: self.clone(), client, count: 0 }
    }

    /// How much is taken now.
    pub fn now(&self) -> usize {
        self.open().all
    }

    /// How much is taken now, and waited for, in thousandths of all; at most 1000.
    pub(crate) fn load(&self) -> u32 {
        let open = self.open();
        let wanted = (open.all + open.waiting.len()) as u128;
        u32::try_from((wanted * 1000 / self.0.most.all as u128).min(1000)).unwrap_or(1000)
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

    /// Lets in who waits and may come in now.
    fn let_in(&self) {
        let mut open = self.open();
        let mut waiting = std::mem::take(&mut open.waiting);
        waiting.retain(|it| !it.turn.is_closed());
        let may_come = |it: &mut Waiting| open.take(it.client, 1, self.0.most).is_ok();
        let turns: Vec<Waiting> = waiting.extract_if(.., may_come).collect();
        open.waiting = waiting;
        drop(open);
        for Waiting { client, turn } in turns {
            // Who left meanwhile gives it back, to whoever waits then.
            let _ = turn.send(Entered { ceiling: self.clone(), client, count: 1 });
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn take(&mut self, client: Option<IpAddr>, more: usize, most: Most) -> Result<(), Full> {
        let free = most.all - self.all;
        if more > free {
            return Err(Full::All);
        }
        if let Some(client) = client {
            let has = self.by_client.get(&client).copied().unwrap_or_default();
            if more > most.of_client(free + has).saturating_sub(has) {
                return Err(Full::Client(has));
            }
            self.by_client.insert(client, has + more);
        }
        self.all += more;
        Ok(())
    }

    fn give_back(&mut self, client: Option<IpAddr>, count: usize) {
        self.all -= count;
        let Some(client) = client else { return };
        let Some(has) = self.by_client.get_mut(&client) else { return };
        *has -= count;
        if *has == 0 {
            self.by_client.remove(&client);
        }
    }
}

impl Most {
    /// What a client may have of what others left: never nothing, where they left something.
    fn of_client(self, left: usize) -> usize {
        if self.all == usize::MAX {
            return self.client;
        }
        let [all, client, left] = [self.all, self.client, left].map(|it| it as u128);
        (client * left).div_ceil(all).try_into().unwrap_or(usize::MAX)
    }
}

impl Entered {
    /// How much it takes.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Takes more.
    pub(crate) fn grow(&mut self, more: usize) -> Result<(), Full> {
        if more > 0 {
            self.ceiling.open().take(self.client, more, self.ceiling.0.most)?;
            self.count += more;
        }
        Ok(())
    }
}

impl Entered {
    /// Gives back some of it.
    pub(crate) fn shrink(&mut self, less: usize) {
        let less = less.min(self.count);
        self.count -= less;
        self.ceiling.open().give_back(self.client, less);
        self.ceiling.let_in();
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        if self.count > 0 {
            self.ceiling.open().give_back(self.client, self.count);
            self.ceiling.let_in();
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
    fn few_that_take_all_they_can_leave_room_for_others() {
        let ceiling = Ceiling::new(4_096, 256, &[]);
        let take_all = |client: IpAddr| {
            std::iter::from_fn(|| ceiling.enter(client).ok()).collect::<Vec<Entered>>()
        };
        let mut had: Vec<_> =
            (0..16).map(|last| take_all(IpAddr::from([192, 0, 2, last]))).collect();
        assert_eq!(had[0].len(), 256, "alone it may have all of its own");
        assert!(had.is_sorted_by_key(|it| std::cmp::Reverse(it.len())));
        assert_eq!(take_all(address("198.51.100.1")).len(), 91);
        let before = ceiling.now();
        had[0].clear();
        assert_eq!(ceiling.now(), before - 256);
        assert!(take_all(address("192.0.2.0")).len() < 128, "it gets back what is fair now");
    }

    #[test]
    fn the_last_place_is_anybodys() {
        let ceiling = Ceiling::new(100, 2, &[]);
        let clients = (0..100).map(|last| IpAddr::from([192, 0, 2, last]));
        let entered: Vec<_> = clients.map(|it| ceiling.enter(it).expect("a place")).collect();
        assert_eq!(ceiling.enter(address("198.51.100.1")).err(), Some(Full::All));
        drop(entered);
        assert_eq!(ceiling.now(), 0);
    }

    #[test]
    fn who_holds_much_holds_an_eighth() {
        let ceiling = Ceiling::in_parts(800, &[]);
        let mut first = ceiling.nothing(address("192.0.2.1"));
        assert_eq!(first.grow(100), Ok(()));
        assert_eq!(first.grow(1), Err(Full::Client(100)));
        assert_eq!(first.count(), 100);
        let mut second = ceiling.nothing(address("192.0.2.2"));
        assert_eq!(second.grow(88), Ok(()));
        assert_eq!(second.grow(1), Err(Full::Client(88)), "an eighth of what the first one left");
        drop((first, second));
        assert_eq!(ceiling.open().by_client.len(), 0);
    }

    #[tokio::test]
    async fn who_waits_comes_in_when_it_is_his_turn_and_keeps_nobody_else_out() {
        let ceiling = Ceiling::new(8, 2, &[]);
        let (greedy, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let (first, _second) = (ceiling.turn(greedy).await, ceiling.turn(greedy).await);
        let waits = |client: IpAddr| {
            let ceiling = ceiling.clone();
            tokio::spawn(async move { ceiling.turn(client).await })
        };
        let (third, fourth) = (waits(greedy), waits(greedy));
        while ceiling.open().waiting.len() < 2 {
            tokio::task::yield_now().await;
        }
        drop(ceiling.turn(other).await);
        third.abort();
        assert!(third.await.is_err());
        drop(first);
        let fourth = fourth.await.expect("it came in, for who waited before it left");
        assert_eq!((fourth.count(), ceiling.now(), ceiling.open().waiting.len()), (1, 2, 0));
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
