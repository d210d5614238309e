//! How random walks are run. `WALK_SECONDS` says for how long (2 by default), `WALK_SEED` where to start; a failure
//! prints the seed that repeats it. At the end a walk prints its steps and what it covered; one of half a minute or more
//! goes on for what was not reached of what it must, at most four times as long, and fails if something still was not.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::chaos::{Step, Walk};

/// How many steps a walk has.
const STEPS: usize = 40;
/// From when on a walk is long enough to reach all that it must.
const LONG: Duration = Duration::from_secs(30);

/// A world in which anything happens at any moment.
pub trait Walking {
    /// A world of this seed.
    fn start(seed: u64) -> Self;

    /// Takes a step and checks what must hold after each.
    ///
    /// # Errors
    /// What did not hold.
    fn step(&mut self) -> Result<(), String>;

    /// Ends the walk; nothing may be left over.
    ///
    /// # Errors
    /// What was left over.
    fn finish(&mut self) -> Result<(), String>;

    /// The steps so far.
    fn steps(&self) -> &[Step];

    /// What happened, in lines.
    fn told(&mut self) -> String;
}

/// What must have happened: a view, what was done, how it stood afterwards.
pub type Reached = (&'static str, &'static str, &'static str);

/// Runs walks, for one part in so many of the time that there is.
pub fn walk<W: Walking>(must_reach: &[Reached], one_in: u32) {
    let limit = limit() / one_in;
    let first_seed = number("WALK_SEED").unwrap_or(0);
    let start = Instant::now();
    let mut seen: BTreeMap<Step, u64> = BTreeMap::new();
    let (mut seed, mut steps) = (first_seed, 0_u64);
    let is_long = limit >= LONG;
    // What is rare is waited for: how far a walk comes depends on the machine.
    while start.elapsed() < limit
        || is_long && start.elapsed() < 4 * limit && !missed(must_reach, &seen).is_empty()
    {
        let mut walk = W::start(seed);
        for step in 0..STEPS {
            if let Err(broken) = caught(|| walk.step()) {
                panic!("seed {seed}, step {step}: {broken}\n{}", told(&mut walk));
            }
        }
        steps += walk.steps().len() as u64;
        for it in walk.steps() {
            *seen.entry(it.clone()).or_default() += 1;
        }
        if let Err(left) = caught(|| walk.finish()) {
            panic!("seed {seed}, at rest: {left}\n{}", told(&mut walk));
        }
        seed += 1;
    }
    println!(
        "walks: {} walks, {steps} steps, {} pairs, seeds {first_seed}..{seed}",
        seed - first_seed,
        seen.len()
    );
    let missed = missed(must_reach, &seen);
    assert!(missed.is_empty() || !is_long, "not reached: {missed:?}");
}

fn told(walk: &mut impl Walking) -> String {
    let steps: Vec<_> = walk.steps().iter().map(|it| format!("{it:?}")).collect();
    [&steps.join("\n"), "\n", &walk.told()].concat()
}

/// Whether there is time for all that there is.
pub fn is_long() -> bool {
    limit() >= LONG
}

/// How much time there is.
fn limit() -> Duration {
    Duration::from_secs(number("WALK_SECONDS").unwrap_or(2))
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What panics breaks what must hold, too.
fn caught(act: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panicked| Err(text(&*panicked)))
}

fn text(panicked: &(dyn Any + Send)) -> String {
    let text = panicked.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or("it panics").to_owned()
}

/// What no walk has reached yet.
fn missed(must_reach: &[Reached], seen: &BTreeMap<Step, u64>) -> Vec<Reached> {
    let is_seen =
        |it: &Reached| seen.contains_key(&(it.0.to_owned(), it.1.to_owned(), it.2.to_owned()));
    must_reach.iter().filter(|it| !is_seen(it)).copied().collect()
}

impl Walking for Walk {
    fn start(seed: u64) -> Self {
        Walk::new(seed)
    }

    fn step(&mut self) -> Result<(), String> {
        self.step()
    }

    fn finish(&mut self) -> Result<(), String> {
        self.finish()
    }

    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn told(&mut self) -> String {
        self.transcripts()
    }
}
