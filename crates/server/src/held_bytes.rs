//! How many bytes of large bodies and answers the server holds at once.
//!
//! Who sends slowly or does not read makes the server hold what it has so far. [`HeldBytes`] is all the
//! room there is for that, [`Gathering`] one body that grows in it, and the [`Bytes`] that become of it
//! give their room back when the last of them is gone. What is small is not counted: there are never
//! more of them than requests at once.

use crate::ceiling::{Ceiling, Entered, Full};
use crate::client_address::Block;
use bytes::Bytes;
use std::net::{IpAddr, Ipv4Addr};

/// What is not counted of each body.
pub(crate) const FREE_BYTES: usize = 16 * 1024;
/// In what is counted.
const UNIT_BYTES: usize = 1024;

/// The room. Clones share it.
#[derive(Clone)]
pub(crate) struct HeldBytes(Ceiling);

/// There is no room for more, in all or of this client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoRoom(pub(crate) Full);

/// Room that somebody has, until it is dropped.
pub(crate) struct Room(Entered);

/// A body that grows.
pub(crate) struct Gathering {
    room: Room,
    bytes: Vec<u8>,
}

impl HeldBytes {
    /// Room for so many bytes, and for a client an eighth of them; 0 is any number. `exempt` addresses
    /// are many clients.
    pub(crate) fn new(most: usize, exempt: &[Block]) -> Self {
        HeldBytes(Ceiling::in_parts(most.div_ceil(UNIT_BYTES), exempt))
    }

    /// No room yet, for something of a client.
    pub(crate) fn room(&self, client: IpAddr) -> Room {
        Room(self.0.nothing(client))
    }

    /// A body of a client, without bytes.
    pub(crate) fn gather(&self, client: IpAddr) -> Gathering {
        Gathering { room: self.room(client), bytes: Vec::new() }
    }
}

impl Room {
    /// Makes room for so many bytes; there is never less than before.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), NoRoom> {
        let wanted = bytes.saturating_sub(FREE_BYTES).div_ceil(UNIT_BYTES);
        self.0.grow(wanted.saturating_sub(self.0.count())).map_err(NoRoom)
    }

    /// Gives back what is more than room for so many bytes.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let wanted = bytes.saturating_sub(FREE_BYTES).div_ceil(UNIT_BYTES);
        if self.0.count() > wanted {
            self.0.shrink(self.0.count() - wanted);
        }
    }

    /// Bytes that have this room, as much as they take, until the last of them are gone.
    pub(crate) fn hold(mut self, bytes: Vec<u8>) -> Result<Bytes, NoRoom> {
        self.grow_to(bytes.capacity())?;
        self.shrink_to(bytes.capacity());
        Ok(Gathering { room: self, bytes }.whole())
    }

    /// Gives all of it back.
    pub(crate) fn clear(&mut self) {
        if self.0.count() > 0 {
            self.0.shrink(self.0.count());
        }
    }
}

impl Gathering {
    /// One that counts as nothing, for what has a ceiling of its own.
    pub(crate) fn uncounted() -> Self {
        HeldBytes::new(0, &[]).gather(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }

    /// All of it, where it is there already.
    pub(crate) fn holding(self, bytes: Vec<u8>) -> Result<Bytes, NoRoom> {
        self.room.hold(bytes)
    }

    /// How long it is.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Makes room for all of it, where its length is known and can be believed.
    pub(crate) fn expect(&mut self, length: usize) -> Result<(), NoRoom> {
        self.room.grow_to(length)?;
        self.bytes.reserve_exact(length);
        Ok(())
    }

    /// Adds to it.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Result<(), NoRoom> {
        let wanted = self.bytes.len() + piece.len();
        if wanted > self.bytes.capacity() {
            let half_more = wanted.max(self.bytes.capacity() + self.bytes.capacity() / 2);
            let capacity = if self.room.grow_to(half_more).is_ok() { half_more } else { wanted };
            self.room.grow_to(capacity)?;
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    /// All of it.
    pub(crate) fn whole(self) -> Bytes {
        if self.room.0.count() == 0 { Bytes::from(self.bytes) } else { Bytes::from_owner(self) }
    }
}

impl AsRef<[u8]> for Gathering {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn room_is_given_back_with_the_last_of_the_bytes() {
        let room = HeldBytes::new(8 * 256 * 1024, &[]);
        let mut first = room.gather(CLIENT);
        for _ in 0..100 {
            first.add(&[1; 1024]).expect("room");
        }
        let (mut second, large) = (room.gather(CLIENT), vec![2; 240 * 1024]);
        assert!(second.add(&large).is_err());
        let first = first.whole();
        let last = first.slice(100..200);
        drop(first);
        assert!(second.add(&large).is_err());
        drop(last);
        second.add(&large).expect("room");
        assert_eq!(second.whole().len(), 240 * 1024);
    }

    #[test]
    fn what_fits_a_client_comes_in_pieces_too() {
        let mut answer = HeldBytes::new(8 * 256 * 1024, &[]).gather(CLIENT);
        for _ in 0..64 {
            answer.add(&[1; 4 * 1024]).expect("it fits");
        }
        assert_eq!(answer.whole().len(), 256 * 1024);
    }

    #[test]
    fn a_length_that_is_known_takes_its_room_at_once() {
        let room = HeldBytes::new(8 * 256 * 1024, &[]);
        let (mut first, mut second) = (room.gather(CLIENT), room.gather(CLIENT));
        first.expect(200 * 1024).expect("room");
        assert!(second.expect(200 * 1024).is_err());
        first.add(&vec![1; 200 * 1024]).expect("it was made");
        drop(first);
        second.expect(200 * 1024).expect("room");
    }

    #[test]
    fn a_client_has_an_eighth_of_all_room() {
        let room = HeldBytes::new(8 * 256 * 1024, &[]);
        let (mut first, mut second) = (room.room(CLIENT), room.room(CLIENT));
        first.grow_to(272 * 1024).expect("room");
        assert_eq!(first.grow_to(273 * 1024).map_err(|it| it.0), Err(Full::Client(256)));
        assert_eq!(second.grow_to(17 * 1024).map_err(|it| it.0), Err(Full::Client(256)));
        room.room(OTHER).grow_to(200 * 1024).expect("room of its own");
        first.grow_to(1).expect("it has more");
    }

    #[test]
    fn what_is_written_has_the_room_that_was_made_for_it() {
        let held = HeldBytes::new(8 * 256 * 1024, &[]);
        let mut room = held.room(CLIENT);
        room.grow_to(250 * 1024).expect("room");
        let written = room.hold(vec![1; 100 * 1024]).expect("it was made");
        let mut other = held.room(CLIENT);
        assert!(other.grow_to(200 * 1024).is_err());
        other.grow_to(150 * 1024).expect("the rest is given back");
        drop(written);
        other.grow_to(200 * 1024).expect("room");
        assert!(
            held.room(CLIENT).hold(vec![1; 100 * 1024]).is_err(),
            "it is made where it is missing"
        );
    }

    #[test]
    fn what_is_small_needs_no_room() {
        let room = HeldBytes::new(1, &[]);
        let small: Vec<Bytes> = (0..100)
            .map(|_| {
                let mut body = room.gather(CLIENT);
                body.add(&vec![0; FREE_BYTES]).expect("free");
                body.whole()
            })
            .collect();
        assert_eq!(small.len(), 100);
        assert!(room.gather(CLIENT).add(&vec![0; FREE_BYTES + UNIT_BYTES + 1]).is_err());
    }
}
