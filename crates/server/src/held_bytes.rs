//! How many bytes of large bodies and answers the server holds at once.
//!
//! Who sends slowly or does not read makes the server hold what it has so far. [`HeldBytes`] is all the
//! room there is for that, [`Gathering`] one body that grows in it, and the [`Bytes`] that become of it
//! give their room back when the last of them is gone. What is small is not counted: there are never
//! more of them than requests at once.

use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What is not counted of each body.
const FREE_BYTES: usize = 16 * 1024;
/// A permit stands for so many.
const UNIT_BYTES: usize = 1024;

/// The room. Clones share it.
#[derive(Clone)]
pub(crate) struct HeldBytes(Arc<Semaphore>);

/// There is no room for more.
#[derive(Debug)]
pub(crate) struct NoRoom;

/// A body that grows.
pub(crate) struct Gathering {
    room: Arc<Semaphore>,
    bytes: Vec<u8>,
    permit: Option<OwnedSemaphorePermit>,
}

impl HeldBytes {
    /// Room for so many bytes; 0 is any number.
    pub(crate) fn new(most: usize) -> Self {
        let most = if most == 0 { usize::MAX } else { most };
        HeldBytes(Arc::new(Semaphore::new((most / UNIT_BYTES).min(Semaphore::MAX_PERMITS))))
    }

    /// A body without bytes.
    pub(crate) fn gather(&self) -> Gathering {
        Gathering { room: self.0.clone(), bytes: Vec::new(), permit: None }
    }
}

impl Gathering {
    /// How long it is.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Makes room for all of it, where its length is known and can be believed.
    pub(crate) fn expect(&mut self, length: usize) -> Result<(), NoRoom> {
        self.take_room(length)?;
        self.bytes.reserve_exact(length);
        Ok(())
    }

    /// Adds to it.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Result<(), NoRoom> {
        let wanted = self.bytes.len() + piece.len();
        if wanted > self.bytes.capacity() {
            let capacity = wanted.max(self.bytes.capacity() + self.bytes.capacity() / 2);
            self.take_room(capacity)?;
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    /// All of it.
    pub(crate) fn whole(self) -> Bytes {
        match self.permit {
            None => Bytes::from(self.bytes),
            Some(_) => Bytes::from_owner(self),
        }
    }

    fn take_room(&mut self, capacity: usize) -> Result<(), NoRoom> {
        let wanted = capacity.saturating_sub(FREE_BYTES).div_ceil(UNIT_BYTES);
        let has = self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Some(more) = wanted.checked_sub(has).filter(|more| *more > 0) else { return Ok(()) };
        let more = u32::try_from(more).map_err(|_| NoRoom)?;
        let more = self.room.clone().try_acquire_many_owned(more).map_err(|_| NoRoom)?;
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            none => *none = Some(more),
        }
        Ok(())
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

    #[test]
    fn room_is_given_back_with_the_last_of_the_bytes() {
        let room = HeldBytes::new(256 * 1024);
        let mut first = room.gather();
        for _ in 0..100 {
            first.add(&[1; 1024]).expect("room");
        }
        let (mut second, large) = (room.gather(), vec![2; 240 * 1024]);
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
    fn a_length_that_is_known_takes_its_room_at_once() {
        let room = HeldBytes::new(256 * 1024);
        let (mut first, mut second) = (room.gather(), room.gather());
        first.expect(200 * 1024).expect("room");
        assert!(second.expect(200 * 1024).is_err());
        first.add(&vec![1; 200 * 1024]).expect("it was made");
        drop(first);
        second.expect(200 * 1024).expect("room");
    }

    #[test]
    fn what_is_small_needs_no_room() {
        let room = HeldBytes::new(1);
        let small: Vec<Bytes> = (0..100)
            .map(|_| {
                let mut body = room.gather();
                body.add(&vec![0; FREE_BYTES]).expect("free");
                body.whole()
            })
            .collect();
        assert_eq!(small.len(), 100);
        assert!(room.gather().add(&vec![0; FREE_BYTES + 1]).is_err());
    }
}
