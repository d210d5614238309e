//! Why the program cannot start: what is wrong, and what to do about it.

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

/// Several at once, a line each.
impl From<Vec<Problem>> for Problem {
    fn from(mut all: Vec<Problem>) -> Self {
        if all.len() == 1 {
            return all.remove(0);
        }
        let lines: Vec<String> = all.iter().map(|it| format!("  {it}")).collect();
        Problem(format!("{} faults in the configuration:\n{}", lines.len(), lines.join("\n")))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}
