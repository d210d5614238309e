//! Whether the server can do its work now, asked of the database at most once a second however many
//! want to know.

use crate::db::Db;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long an answer holds.
const FRESH_TIME: Duration = Duration::from_secs(1);

/// The last answer, and when it came.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the database answers.
    pub(crate) async fn holds(&self, db: &Db) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, is_ready)) if at.elapsed() < FRESH_TIME => is_ready,
            _ => {
                let is_ready = db.is_ready().await;
                *last = Some((Instant::now(), is_ready));
                is_ready
            }
        }
    }
}
