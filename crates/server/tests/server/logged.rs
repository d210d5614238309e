//! What is logged on the thread of a test.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex};
use tracing::subscriber::DefaultGuard;

/// The lines until now.
#[derive(Clone, Default)]
pub(crate) struct Logged(Arc<Mutex<Vec<u8>>>);

impl Logged {
    /// From now on, until the guard is dropped.
    pub(crate) fn start() -> (Self, DefaultGuard) {
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
