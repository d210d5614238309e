//! Who has one chain read, again and again: when somebody asks at once or a second after it was begun before, now
//! and then otherwise, and later where it fails.

use super::pulse::Pulse;
use super::walker::{Step, Stop, Walker};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often a chain is looked at while somebody asks, and otherwise.
const ATTENDED: Duration = Duration::from_secs(3);
const UNATTENDED: Duration = Duration::from_mins(1);
/// A reading begins so long after the one before began, or later, however often somebody asks.
const APART: Duration = Duration::from_secs(1);
/// How often a chain is looked at of which nobody is followed: others on this database may follow somebody.
const IDLE: Duration = Duration::from_mins(10);
/// How long is waited after two failures; twice as long after each one more.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// After so many failures in a row, a quarter of a minute, whoever runs the server is told.
const TOLD_AFTER: u32 = 6;

/// For so long what was read is taken for all there is.
pub(super) const LATELY: Duration = Duration::from_mins(3);

/// Has one chain read.
pub(super) struct Follower {
    walker: Walker,
    pulse: Arc<Pulse>,
    failures: u32,
}

impl Follower {
    pub(super) fn new(walker: Walker, pulse: Arc<Pulse>) -> Self {
        Follower { walker, pulse, failures: 0 }
    }

    /// Reads for ever.
    pub(super) async fn run(mut self) {
        loop {
            let begun = Instant::now();
            self.pulse.begin();
            let rest = self.pass().await;
            // Who asks meanwhile is heard afterwards.
            let least = APART.saturating_sub(begun.elapsed());
            sleep(least).await;
            self.pulse.rest(rest.saturating_sub(least)).await;
        }
    }

    /// Reads all there is. Says when to look again.
    async fn pass(&mut self) -> Duration {
        loop {
            match self.walker.step().await {
                Ok(Step::More) => self.go_on(),
                Ok(Step::Idle) => return self.rest(IDLE),
                Ok(Step::Done) if self.pulse.is_attended() => return self.rest(ATTENDED),
                Ok(Step::Done) => return self.rest(UNATTENDED),
                Err(why) => {
                    self.note(&why);
                    // A node that takes less at once is asked for less, at once.
                    if self.failures > 1 && !matches!(why, Stop::Smaller) {
                        self.pulse.end(false);
                        let longer = FIRST_PAUSE * 2_u32.saturating_pow(self.failures.min(8));
                        return longer.min(UNATTENDED);
                    }
                }
            }
        }
    }

    fn rest(&mut self, time: Duration) -> Duration {
        self.go_on();
        self.pulse.end(true);
        time
    }

    fn go_on(&mut self) {
        if self.failures >= TOLD_AFTER {
            tracing::info!(chain = self.walker.id(), "histories of the chain are read again");
        }
        self.failures = 0;
    }

    fn note(&mut self, why: &Stop) {
        let chain = self.walker.id();
        match why {
            Stop::Smaller => return,
            Stop::Trouble(trouble) => tracing::debug!(chain, ?trouble, "blocks were not read"),
            Stop::Database(error) => tracing::error!(chain, %error, "a history was not written"),
        }
        self.failures += 1;
        if self.failures == TOLD_AFTER {
            tracing::warn!(chain, ?why, "histories of the chain are not read; it is tried again");
        }
    }
}
