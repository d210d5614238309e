//! What is logged on the thread of a test.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex, OnceLock};
use tracing::Dispatch;
use tracing::subscriber::{DefaultGuard, NoSubscriber};

/// Somebody else who listens. While one alone does, `tracing` asks the thread that comes first to a line of the
/// code whether anybody wants it, and believes it of all threads.
static ANOTHER: OnceLock<Dispatch> = OnceLock::new();

/// The lines until now.
#[derive(Clone, Default)]
pub(crate) struct Logged(Arc<Mutex<Vec<u8>>>);

impl Logged {
    /// From now on, until the guard is dropped.
    pub(crate) fn start() -> (Self, DefaultGuard) {
        ANOTHER.get_or_init(|| Dispatch::new(NoSubscriber::new()));
        let logged = Logged::default();
        let writer = logged.clone();
        let lines = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
        (logged, tracing::subscriber::set_default(lines.finish()))
    }

    /// Those with these words.
    pub(crate) fn lines(&self, words: &str) -> Vec<String> {
        let bytes = self.0.lock().expect("sound").clone();
        let text = String::from_utf8(bytes).expect("text");
        text.lines().filter(|line| line.contains(words)).map(str::to_owned).collect()
    }
}

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().expect("sound").write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
