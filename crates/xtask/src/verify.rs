//! `verify [part]`: installs what tests need and runs every check and every test.
//!
//! [`run`] walks the tables of `verify/plan.rs`. What visitors get is built, for minutes on one core, beside what tests
//! are made of. A step is one child process; its output goes to
//! `target/verify/<step>.log` and is shown when it fails. How a step's passed and failed are counted
//! is in `verify/count.rs`. The last line is `verify: N passed, N failed`.

mod count;
mod plan;
mod prepare;
mod step;

use std::time::Instant;

use crate::run::{self, Outcome, took};
use crate::tree;
use count::Count;
use plan::plan;
use prepare::prepare;
use step::Step;

/// Runs everything, or one part: tidy, rust, web, e2e, examples, advisories, or the name of a step.
pub fn run(part: Option<&str>) -> Outcome {
    let start = Instant::now();
    let plan = plan(prepare(part)?)?.of(part);
    if plan.is_empty() {
        return Err(format!(
            "verify has nothing to run for `{}`. Its parts are tidy, rust, web, e2e, examples, \
             advisories and the steps by their names.",
            part.unwrap_or("")
        ));
    }
    let mut walk = Walk::default();
    walk.on(plan.first);
    let aside = std::thread::scope(|scope| {
        let aside = scope.spawn(|| {
            let mut aside = Walk::default();
            aside.on(plan.release);
            aside
        });
        walk.on(plan.meanwhile);
        aside.join()
    });
    walk.join(aside.map_err(|_| "verify itself is broken: see what stands above.")?);
    walk.on(plan.last);
    let total = walk.total;
    println!("      all of it: {}", took(start.elapsed()));
    println!("verify: {} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { std::process::exit(1) }
}

/// What came of the steps so far.
#[derive(Default)]
struct Walk {
    total: Count,
    /// A build that failed.
    broken: Option<&'static str>,
}

impl Walk {
    fn on(&mut self, steps: Vec<Step>) {
        for mut step in steps {
            let count = match self.broken.filter(|_| step.needs_builds) {
                Some(build) => not_run(step.name, build),
                None => perform(&mut step),
            };
            if step.is_build && count.failed > 0 {
                self.broken = Some(step.name);
            }
            self.total = self.total.plus(&count);
        }
    }

    fn join(&mut self, other: Walk) {
        self.total = self.total.plus(&other.total);
        self.broken = self.broken.or(other.broken);
    }
}

fn perform(step: &mut Step) -> Count {
    let log =
        tree::root().join("target/verify").join(format!("{}.log", step.name.replace(' ', "-")));
    step.counting.forget_last();
    let log = run::logged(step.name, &mut step.command, &log, step.limit);
    let count = step.counting.read(&log);
    let verdict = if count.failed == 0 { "ok  " } else { "FAIL" };
    println!("{verdict}  {:<18} {:>12}   {count}", step.name, took(log.elapsed));
    if count.failed > 0 {
        println!("{}\n      (that was {})", what_failed(&log.text), tree::relative(&log.path));
    }
    count
}

/// What a runner printed, without the lines of what went well: there may be thousands, and where nobody can look at the
/// log they hide what failed.
fn what_failed(text: &str) -> String {
    let went_well = |line: &&str| {
        line.contains('\u{2713}') || line.starts_with("test ") && line.ends_with("... ok")
    };
    text.trim_end().lines().filter(|line| !went_well(line)).collect::<Vec<_>>().join("\n")
}

fn not_run(name: &str, build: &str) -> Count {
    println!("FAIL  {name:<18} not run: {build} failed");
    Count { passed: 0, failed: 1, skipped: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_well_is_left_out_where_something_failed() {
        let vitest =
            " \u{1b}[32m\u{2713}\u{1b}[39m one.test.ts\n FAIL  two.test.ts > it fails\nError: no\n";
        assert_eq!(what_failed(vitest), " FAIL  two.test.ts > it fails\nError: no");
        let cargo = "test it_works ... ok\ntest it_fails ... FAILED\nok then\n";
        assert_eq!(what_failed(cargo), "test it_fails ... FAILED\nok then");
    }
}
