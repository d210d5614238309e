//! Numbers of the protocol that are JSON numbers on the wire, though they may be above `u32`.

use wire::{Put, decimal};

/// A whole number.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl Put for Whole {
    fn put(&self, out: &mut String) {
        out.push_str(&decimal(self.0));
    }
}
