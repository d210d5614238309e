//! How long what was learned of a price holds.

use super::price::Price;
use std::time::{Duration, Instant};

/// For how long a price is as good as new, and how long it is known that there is none.
pub(super) const FRESH: Duration = Duration::from_mins(1);
/// How many prices are remembered.
pub(super) const MOST_KEPT: usize = 20_000;
/// A price that was read longer ago is told to nobody, even where nobody says a newer one.
const OLDEST: Duration = Duration::from_mins(15);

/// What is known.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    price: Option<Price>,
    read: Instant,
    /// When it was asked for, which may have been in vain.
    pub(super) asked: Instant,
}

impl Kept {
    /// What was read now; nothing where there is none.
    pub(super) fn now(price: Option<Price>) -> Self {
        let now = Instant::now();
        Kept { price, read: now, asked: now }
    }

    /// The same, after it was asked for in vain.
    pub(super) fn asked_in_vain(self) -> Self {
        Kept { asked: Instant::now(), ..self }
    }

    /// What may be told of it.
    pub(super) fn told(self) -> Option<Price> {
        self.price.filter(|_| self.read.elapsed() < OLDEST)
    }
}
