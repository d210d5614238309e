//! How many of something there may be in a while: a bucket that fills by itself, and from which each takes one.

/// A bucket of `most` pieces, which one piece more is in every `each_ms`.
pub(super) struct Bucket {
    most: u32,
    each_ms: u64,
    /// How many are in it at `at_ms`.
    left: u32,
    /// When the last one came in.
    at_ms: u64,
}

impl Bucket {
    /// A full one.
    pub(super) const fn new(most: u32, each_ms: u64) -> Self {
        Bucket { most, each_ms, left: most, at_ms: 0 }
    }

    /// Takes one, if there is one. A clock that goes back takes nothing away.
    pub(super) fn take(&mut self, now_ms: u64) -> bool {
        let came = now_ms.saturating_sub(self.at_ms) / self.each_ms;
        let room = u64::from(self.most - self.left);
        if came >= room {
            (self.left, self.at_ms) = (self.most, now_ms);
        } else {
            // Fewer than there is room for, which is a `u32`.
            self.left += u32::try_from(came).unwrap_or(0);
            self.at_ms += came * self.each_ms;
        }
        let is_one = self.left > 0;
        self.left -= u32::from(is_one);
        is_one
    }

    /// In how many milliseconds there is one again, where [`take`](Self::take) just found none.
    pub(super) fn wait_ms(&self, now_ms: u64) -> u64 {
        (self.at_ms + self.each_ms).saturating_sub(now_ms).clamp(1, self.each_ms)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_fills_by_itself_and_no_further_than_full() {
        let mut bucket = Bucket::new(2, 10);
        assert_eq!([0, 0, 0, 9].map(|now| bucket.take(1000 + now)), [true, true, false, false]);
        assert_eq!(bucket.wait_ms(1009), 1);
        assert_eq!([10, 10, 19, 20].map(|now| bucket.take(1000 + now)), [true, false, false, true]);
        assert_eq!([0, 0, 0].map(|now| bucket.take(99_000 + now)), [true, true, false]);
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing_and_ends_nothing() {
        let mut bucket = Bucket::new(1, 10);
        assert!(bucket.take(1000));
        assert!(!bucket.take(0) && bucket.wait_ms(0) == 10);
        assert!(bucket.take(1010));
    }

    proptest! {
        #[test]
        fn no_while_sees_more_than_it_may(gaps in prop::collection::vec(0..50_u64, 1..200)) {
            let mut bucket = Bucket::new(5, 33);
            let mut now_ms = 1_000_000;
            let mut taken = Vec::new();
            for gap in gaps {
                now_ms += gap;
                if bucket.take(now_ms) {
                    taken.push(now_ms);
                }
            }
            for (at, from) in taken.iter().enumerate() {
                for (further, to) in taken[at..].iter().enumerate() {
                    prop_assert!(further as u64 <= 5 + (to - from) / 33);
                }
            }
        }
    }
}
