//! What the doctor says: one line for each check, the worst of them decides.

use crate::problem::Problem;
use std::fmt;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// As it should be.
    Sound,
    /// It runs, and something will be missing or may be unintended.
    Doubtful,
    /// Something does not work.
    Broken,
}

/// A line: what was found, and what to do where it is not sound.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    text: String,
}

impl Finding {
    pub(super) fn sound(what: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Sound, text: what.into() }
    }

    /// `what` is wrong, `cure` says why that matters and what to do.
    pub(super) fn doubtful(what: impl fmt::Display, cure: impl fmt::Display) -> Self {
        Finding::of(Verdict::Doubtful, what, cure)
    }

    /// `what` is wrong, `cure` says why that matters and what to do.
    pub(super) fn broken(what: impl fmt::Display, cure: impl fmt::Display) -> Self {
        Finding::of(Verdict::Broken, what, cure)
    }

    /// `what` is wrong, `cure` says why that matters and what to do.
    pub(super) fn of(verdict: Verdict, what: impl fmt::Display, cure: impl fmt::Display) -> Self {
        Finding { verdict, text: format!("{what}: {cure}") }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.verdict {
            Verdict::Sound => "ok  ",
            Verdict::Doubtful => "warn",
            Verdict::Broken => "FAIL",
        };
        // What a page or a node says may hold anything; a line stays a line.
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(out, "{mark}  {}", text.replace(char::is_control, ""))
    }
}

/// Prints lines as they come and counts those that are broken.
#[derive(Default)]
pub(super) struct Report {
    checks: usize,
    broken: usize,
}

impl Report {
    pub(super) fn add(&mut self, finding: Finding) {
        println!("{finding}");
        self.checks += 1;
        self.broken += usize::from(finding.verdict == Verdict::Broken);
    }

    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.add(finding));
    }

    /// Fails where a check did.
    pub(super) fn end(self) -> Result<(), Problem> {
        match self.broken {
            0 => Ok(()),
            broken => Err(Problem::new(format!("{broken} of {} checks failed.", self.checks))),
        }
    }
}
