//! What came of all that was asked, by the fault that a node had then.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::fault::{FAULTS, Fault};
use super::ledger::Ledger;
use crate::spread::milliseconds;
use crate::table;

/// So many complaints of one kind are told in full.
const TOLD: usize = 3;
/// Before the first fault.
const NONE: usize = FAULTS.len();

/// What came of a read.
pub(crate) enum Outcome {
    Right,
    /// It has no answer, or an error.
    Failed(String),
    Wrong(String),
}

/// What came of a transaction.
pub(crate) enum Sent {
    Taken,
    /// A node said why not.
    Refused,
    /// Nobody knows whether one took it.
    Unknown,
    /// The answer is not one that a node gave.
    Wrong(String),
}

/// All that was counted.
pub(crate) struct Counts(Mutex<Counted>);

/// What is wrong at a moment.
#[derive(Clone)]
pub(crate) struct Now {
    /// The place of a fault, or [`NONE`].
    row: usize,
    /// In words.
    words: String,
}

struct Counted {
    now: Now,
    rows: Vec<Row>,
    /// Taken, refused, unknown and wrong ones.
    sent: [usize; 4],
    complaints: Vec<String>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    rounds: usize,
    reads: usize,
    failed: usize,
    wrong: usize,
    longest: Duration,
}

impl Counts {
    /// Nothing, so far.
    pub(crate) fn new() -> Self {
        let now = Now { row: NONE, words: "before the first fault".to_owned() };
        let rows = vec![Row::default(); FAULTS.len() + 1];
        Counts(Mutex::new(Counted { now, rows, sent: [0; 4], complaints: Vec::new() }))
    }

    /// These nodes have these faults from now on. What comes is counted under the first of them.
    pub(crate) fn begin(&self, round: usize, faults: &[(usize, Fault)]) {
        let named =
            faults.iter().map(|(node, fault)| format!("node {}: {}", node + 1, fault.name()));
        let words = format!("round {round}, {}", named.collect::<Vec<_>>().join(", "));
        let mut all = self.all();
        all.now = Now { row: faults.first().map_or(NONE, |(_, fault)| fault.place()), words };
        let row = all.now.row;
        all.rows[row].rounds += 1;
    }

    /// What is wrong now.
    pub(crate) fn now(&self) -> Now {
        self.all().now.clone()
    }

    /// Notes what came of the reads of a request that was made `then`.
    pub(crate) fn read(&self, then: &Now, at: Duration, took: Duration, outcomes: &[Outcome]) {
        let mut all = self.all();
        let row = &mut all.rows[then.row];
        row.reads += outcomes.len();
        row.longest = row.longest.max(took);
        let failed = outcomes.iter().filter_map(|it| match it {
            Outcome::Failed(why) => Some(why),
            _ => None,
        });
        let wrong = outcomes.iter().filter_map(|it| match it {
            Outcome::Wrong(why) => Some(why),
            _ => None,
        });
        let told = [(row.failed, "failed"), (row.wrong, "got a wrong answer")];
        row.failed += failed.clone().count();
        row.wrong += wrong.clone().count();
        let firsts = [failed.clone().next(), wrong.clone().next()];
        for ((before, what), why) in told.into_iter().zip(firsts) {
            let Some(why) = why.filter(|_| before < TOLD) else { continue };
            let what = format!("a read {what} after {}", milliseconds(Some(took), 1));
            all.complain(then, at, &what, why);
        }
    }

    /// Notes what came of a transaction that was sent `then`.
    pub(crate) fn sent(&self, then: &Now, at: Duration, number: u64, outcome: Sent) {
        let mut all = self.all();
        let place = match outcome {
            Sent::Taken => 0,
            Sent::Refused => 1,
            Sent::Unknown => 2,
            Sent::Wrong(why) => {
                all.complain(then, at, &format!("transaction {number} has a wrong answer"), &why);
                3
            }
        };
        all.sent[place] += 1;
    }

    /// Prints all of it, and says whether it is as it should be.
    pub(crate) fn verdict(&self, ledger: &Ledger) -> Result<(), String> {
        let (all, reached) = (self.all(), ledger.sum());
        println!("{}", table::head(&["fault", "times", "reads", "failed", "wrong", "longest"]));
        let names = FAULTS.iter().map(|fault| fault.name()).chain(["none yet"]);
        for (name, row) in names.zip(&all.rows) {
            let numbers = [row.rounds, row.reads, row.failed, row.wrong].map(|it| it.to_string());
            let longest = milliseconds(Some(row.longest), 0);
            println!("{}", table::row(&[&[name.to_owned()], &numbers[..], &[longest]].concat()));
        }
        let [taken, refused, unknown, wrong] = all.sent;
        println!(
            "\n{} transactions: {taken} taken, {refused} refused by a node, {unknown} of which nobody \
             knows, {wrong} with a wrong answer.\n{} reached a node, {} more than one, {} of them after \
             the first had taken it.",
            all.sent.iter().sum::<usize>(),
            reached.any,
            reached.several,
            reached.sent_on.len()
        );
        for complaint in &all.complaints {
            println!("{complaint}");
        }
        if !reached.sent_on.is_empty() {
            println!("Transactions that were sent on: {:?}", reached.sent_on);
        }
        if all.complaints.is_empty() && reached.sent_on.is_empty() {
            return Ok(());
        }
        let count = |of: fn(&Row) -> usize| all.rows.iter().map(of).sum::<usize>();
        Err(format!(
            "{} reads failed, {} answers were wrong, {} transactions were sent twice.",
            count(|row| row.failed),
            count(|row| row.wrong) + wrong,
            reached.sent_on.len()
        ))
    }

    fn all(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counted {
    fn complain(&mut self, then: &Now, at: Duration, what: &str, why: &str) {
        let seconds = at.as_secs_f64();
        self.complaints.push(format!("{seconds:.3} s ({}): {what}: {why}", then.words));
    }
}
