//! Delays between tries.

/// Doubling delays with jitter: each is drawn between half and the whole of its step.
#[derive(Clone, Debug)]
pub struct Backoff {
    next_ms: u32,
    cap_ms: u32,
}

impl Backoff {
    /// Starts at `first_ms` and never waits longer than `cap_ms`, both in milliseconds.
    pub const fn new(first_ms: u32, cap_ms: u32) -> Self {
        Backoff { next_ms: first_ms, cap_ms }
    }

    /// The next delay in milliseconds. `chance` is any random number; it comes from
    /// [`Op::Random`](crate::Op::Random), so that a test decides it.
    pub fn next(&mut self, chance: u32) -> u32 {
        let step = self.next_ms.min(self.cap_ms);
        self.next_ms = step.saturating_mul(2);
        let half = step / 2;
        half + chance % (step - half + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_within_its_bounds() {
        let mut backoff = Backoff::new(150, 1000);
        let longest: Vec<_> = [75, 150, 300, 500, 500].map(|chance| backoff.next(chance)).into();
        assert_eq!(longest, [150, 300, 600, 1000, 1000]);
        let mut backoff = Backoff::new(150, 1000);
        let shortest: Vec<_> = [0, 0, 0, 0].map(|chance| backoff.next(chance)).into();
        assert_eq!(shortest, [75, 150, 300, 500]);
    }
}
