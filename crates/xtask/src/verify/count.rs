//! How many tests passed and failed, read from what a runner printed or wrote.
//!
//! A runner that says it is happy without having run a single test has failed.

use std::fmt;

use serde_json::Value;

use crate::run::Log;
use crate::tree;

/// Where the runner of a step writes its report, from the root.
pub fn report_of(step: &str) -> String {
    format!("target/verify/{step}.json")
}

/// What one step, or all of them, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Count {
    pub fn plus(self, other: &Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(formatter, ", {} not run", self.skipped) } else { Ok(()) }
    }
}

/// How a step is counted.
pub enum Counting {
    /// The step is one check.
    One,
    /// The lines `test result: …` of `cargo test`.
    Cargo,
    /// The JSON report of a step's runner, and how to read it.
    Report(&'static str, fn(&Value) -> Count),
}

impl Counting {
    pub fn vitest(step: &'static str) -> Self {
        Self::Report(step, of_vitest)
    }

    pub fn playwright(step: &'static str) -> Self {
        Self::Report(step, of_playwright)
    }

    /// Removes the report of the last run, so that it is never taken for one of this run.
    pub fn forget_last(&self) {
        if let Self::Report(step, _) = self {
            std::fs::remove_file(tree::root().join(report_of(step))).ok();
        }
    }

    /// Counts a step that has ended.
    pub fn read(&self, log: &Log) -> Count {
        let count = match self {
            Self::One => Count { passed: usize::from(log.is_ok), ..Count::default() },
            Self::Cargo => of_cargo(&log.text),
            Self::Report(step, read) => {
                let path = tree::root().join(report_of(step));
                let text = std::fs::read_to_string(path).unwrap_or_default();
                serde_json::from_str(&text)
                    .map_or_else(|_| Count::default(), |report| read(&report))
            }
        };
        judged(count, log.is_ok)
    }
}

/// A failure that no test owns (a crash, a build that broke, no test at all) counts as one.
fn judged(count: Count, is_ok: bool) -> Count {
    let has_silent_failure = count.failed == 0 && (!is_ok || count.passed == 0);
    Count { failed: count.failed + usize::from(has_silent_failure), ..count }
}

fn of_cargo(text: &str) -> Count {
    let number = |line: &str, what: &str| -> usize {
        let before = line.split(what).next().unwrap_or("");
        before.split_whitespace().next_back().and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    text.lines()
        .filter(|line| line.starts_with("test result: "))
        .map(|line| Count {
            passed: number(line, " passed"),
            failed: number(line, " failed;"),
            skipped: number(line, " ignored"),
        })
        .fold(Count::default(), |sum, count| sum.plus(&count))
}

fn of_vitest(report: &Value) -> Count {
    Count {
        passed: number(report, "numPassedTests"),
        // A file that cannot be loaded is a failed suite without a failed test.
        failed: number(report, "numFailedTests").max(number(report, "numFailedTestSuites")),
        skipped: number(report, "numPendingTests") + number(report, "numTodoTests"),
    }
}

fn of_playwright(report: &Value) -> Count {
    let stats = &report["stats"];
    Count {
        passed: number(stats, "expected"),
        failed: number(stats, "unexpected") + number(stats, "flaky"),
        skipped: number(stats, "skipped"),
    }
}

fn number(object: &Value, name: &str) -> usize {
    object[name].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(passed: usize, failed: usize, skipped: usize) -> Count {
        Count { passed, failed, skipped }
    }

    #[test]
    fn cargo_is_summed_over_its_binaries() {
        let text = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\nrunning 2 tests\n\
                    test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured";
        assert_eq!(of_cargo(text), count(4, 2, 1));
    }

    #[test]
    fn reports_are_read() {
        let vitest = r#"{"numPassedTests":5,"numFailedTests":1,"numFailedTestSuites":2,"numPendingTests":1}"#;
        assert_eq!(of_vitest(&serde_json::from_str(vitest).unwrap()), count(5, 2, 1));
        let playwright = r#"{"stats":{"expected":7,"unexpected":1,"flaky":1,"skipped":2}}"#;
        assert_eq!(of_playwright(&serde_json::from_str(playwright).unwrap()), count(7, 2, 2));
    }

    #[test]
    fn no_test_at_all_is_a_failure() {
        assert_eq!(judged(count(0, 0, 3), true), count(0, 1, 3));
        assert_eq!(judged(count(4, 0, 0), false), count(4, 1, 0));
        assert_eq!(judged(count(4, 2, 0), false), count(4, 2, 0));
        assert_eq!(judged(count(4, 0, 0), true), count(4, 0, 0));
    }
}
