//! How much room the relay has for what is kept, and who may take how much of it: so that nobody takes it
//! from others for as long as messages live.
//!
//! Of what others left an address may have an eighth and a project half, as at any
//! [`Ceiling`](crate::ceiling): few that take all they can leave room for who comes after them. What
//! somebody has takes nobody's share; it makes room for what nobody has.

use crate::db::relay::Payer;
use crate::db::relay_writing::{ALL, WAITS};
use std::collections::HashMap;

/// What an address may have of what others left: one part of so many.
const ADDRESS_PARTS: u64 = 8;
/// The same of a project.
const PROJECT_PARTS: u64 = 2;

/// The room for what is kept.
pub(super) struct Room {
    most: u64,
    taken: HashMap<String, u64>,
}

impl Room {
    /// So much in all, of which so much is taken, by the names of totals.
    pub(super) fn new(most: u64, taken: HashMap<String, u64>) -> Self {
        Room { most, taken }
    }

    /// How much is taken.
    pub(super) fn all(&self) -> u64 {
        self.of(ALL)
    }

    /// How much is left.
    pub(super) fn left(&self) -> u64 {
        self.most.saturating_sub(self.all())
    }

    /// By how much it is too small for so much more.
    pub(super) fn lacks(&self, more: u64) -> u64 {
        (self.all() + more).saturating_sub(self.most)
    }

    /// Takes so much, if there is so much for them.
    pub(super) fn take(&mut self, payer: &Payer, bytes: u64) -> bool {
        let takes = self.is_fair(payer, bytes) && self.lacks(bytes) == 0;
        if takes {
            for name in payer.totals().chain([ALL]) {
                *self.taken.entry(name.to_owned()).or_default() += bytes;
            }
        }
        takes
    }

    /// Whether so much more is no more than their share.
    pub(super) fn is_fair(&self, payer: &Payer, bytes: u64) -> bool {
        let left = self.most.saturating_sub(self.of(WAITS));
        let may = |name: &str, parts: u64| {
            let has = self.of(name);
            name.is_empty() || (has + bytes).saturating_mul(parts) <= left + has
        };
        may(&payer.address, ADDRESS_PARTS) && may(&payer.project, PROJECT_PARTS)
    }

    fn of(&self, name: &str) -> u64 {
        self.taken.get(name).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(project: &str, address: &str) -> Payer {
        Payer { project: project.to_owned(), address: address.to_owned() }
    }

    fn take_all(room: &mut Room, payer: &Payer) -> usize {
        std::iter::from_fn(|| room.take(payer, 1).then_some(())).count()
    }

    #[test]
    fn one_address_leaves_room_for_every_other() {
        let mut room = Room::new(80_000, HashMap::new());
        assert_eq!(take_all(&mut room, &payer("p", "a")), 10_000);
        let second = take_all(&mut room, &payer("p", "b"));
        assert!((8_000..10_000).contains(&second), "{second}");
        for stranger in 0..100 {
            take_all(&mut room, &payer("q", &format!("s{stranger}")));
        }
        assert!(take_all(&mut room, &payer("r", "late")) > 300);
        assert!(room.all() < 80_000);
    }

    #[test]
    fn one_project_leaves_room_for_every_other() {
        let mut room = Room::new(80_000, HashMap::new());
        for address in 0..100 {
            take_all(&mut room, &payer("p", &address.to_string()));
        }
        assert!(room.all() <= 40_000);
        assert!(take_all(&mut room, &payer("q", "0x")) >= 5_000);
        let mut room = Room::new(80_000, HashMap::new());
        // Addresses behind a proxy are not told apart; their project is.
        assert_eq!(take_all(&mut room, &payer("p", "")), 40_000);
    }

    #[test]
    fn what_somebody_has_takes_nobodys_share_but_room() {
        let mut room = Room::new(8_000, HashMap::from([(ALL.to_owned(), 7_900)]));
        assert_eq!((room.lacks(100), room.lacks(300)), (0, 200));
        assert_eq!(take_all(&mut room, &payer("p", "a")), 100);
    }
}
