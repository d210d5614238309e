//! Why the program cannot start: one sentence that says what to do about it.

use std::fmt;

/// A sentence for the operator, printed after `latchkit: ` with exit code 1.
#[derive(Debug)]
pub struct Problem(String);

impl Problem {
    /// Says what is wrong and what to do.
    pub fn new(sentence: impl Into<String>) -> Self {
        Problem(sentence.into())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}
