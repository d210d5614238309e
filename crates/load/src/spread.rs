//! How times are spread.

use std::time::Duration;

/// Times, in the order they came.
#[derive(Default)]
pub(crate) struct Spread(Vec<Duration>);

impl Spread {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn join(&mut self, other: Spread) {
        self.0.extend(other.0);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// What so many of a hundred do not take longer than: `50` is the median, `100` the longest. Nothing
    /// where there are no times.
    pub(crate) fn shares<const N: usize>(mut self, shares: [usize; N]) -> [Option<Duration>; N] {
        self.0.sort_unstable();
        let last = self.0.len().checked_sub(1);
        shares.map(|share| last.map(|last| self.0[(self.0.len() * share / 100).min(last)]))
    }
}

/// A time in milliseconds, with so many digits behind the point.
pub(crate) fn milliseconds(time: Option<Duration>, digits: usize) -> String {
    time.map_or("–".to_owned(), |it| format!("{:.digits$} ms", it.as_secs_f64() * 1_000.0))
}
