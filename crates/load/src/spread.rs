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

    /// What so many of a hundred do not take longer than: `50` is the median, `100` the longest.
    pub(crate) fn milliseconds<const N: usize>(mut self, shares: [usize; N]) -> [String; N] {
        self.0.sort_unstable();
        shares.map(|share| match self.0.len() {
            0 => "–".to_owned(),
            count => {
                let time = self.0[(count * share / 100).min(count - 1)];
                format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
            }
        })
    }
}
