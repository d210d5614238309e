//! Reads of many kinds, without end, and whether their answers are right.

use std::net::Ipv4Addr;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::{sleep, timeout};

use super::chance::Chance;
use super::clock::Clock;
use super::counts::{Counts, Outcome};
use super::word::{Word, address};
use crate::chain;
use crate::connection::{Connection, Target};

/// From so many addresses they come.
const ADDRESSES: usize = 8;
/// How many are in a batch.
const BATCH: usize = 20;
/// So many subjects are read by all, again and again.
const SHARED: u64 = 20;
const PAUSE: Duration = Duration::from_millis(10);
/// The server gives up before.
const PATIENCE: Duration = Duration::from_secs(15);

/// The subject that nobody read yet.
static NEXT: AtomicU64 = AtomicU64::new(1 << 32);

/// Who reads.
pub(crate) struct Reader {
    pub(crate) number: usize,
    pub(crate) target: Target,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) counts: Arc<Counts>,
}

/// A read.
#[derive(Clone, Copy)]
enum Read {
    /// Which block is the latest.
    Head,
    /// What an address has.
    Balance(u64),
    /// What a contract says.
    Call(u64),
}

/// An answer to one.
#[derive(Deserialize)]
struct Answer<'a> {
    id: usize,
    result: Option<&'a str>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

impl Reader {
    /// Reads until it is over.
    pub(crate) async fn run(mut self, is_over: Arc<AtomicBool>) {
        let last = u8::try_from(1 + self.number % ADDRESSES).unwrap_or(1);
        let mut connection = None;
        while !is_over.load(Ordering::Relaxed) {
            let reads = self.choose();
            let now = self.counts.now();
            let (head, asked) = (self.clock.head(), Instant::now());
            let body = body(&reads);
            let answered = async {
                if connection.is_none() {
                    let from = Ipv4Addr::new(127, 0, 0, last);
                    connection = Some(Connection::open(&self.target, from).await?);
                }
                let connection = connection.as_mut().ok_or("there is no connection")?;
                let (status, text) = connection.ask(&body).await?;
                let good = self.clock.good(head);
                Ok::<_, String>(judge(&reads, status, text, &good))
            };
            let answered = timeout(PATIENCE, answered).await;
            let answered =
                answered.unwrap_or_else(|_| Err("there is no answer in time".to_owned()));
            let outcomes = answered.unwrap_or_else(|why| {
                connection = None;
                reads.iter().map(|_| Outcome::Failed(why.clone())).collect()
            });
            self.counts.read(&now, self.clock.elapsed(), asked.elapsed(), &outcomes);
            sleep(PAUSE).await;
        }
    }

    /// What is read next: a single call or a batch, what others read too or what nobody does.
    fn choose(&mut self) -> Vec<Read> {
        let is_call = self.chance.below(4) == 0;
        let of = |subject| if is_call { Read::Call(subject) } else { Read::Balance(subject) };
        let new = || of(NEXT.fetch_add(1, Ordering::Relaxed));
        let mut shared = || of(1 + self.chance.below(SHARED));
        let one = shared();
        let half: Vec<Read> = (0..BATCH / 2).map(|_| shared()).collect();
        match self.chance.below(6) {
            0 => vec![new()],
            1 => vec![one],
            2 => (0..BATCH).map(|_| new()).collect(),
            3 => half,
            4 => {
                half.into_iter().chain([Read::Head]).chain((1..BATCH / 2).map(|_| new())).collect()
            }
            _ => vec![Read::Head],
        }
    }
}

fn body(reads: &[Read]) -> String {
    let calls: Vec<String> = reads
        .iter()
        .enumerate()
        .map(|(at, read)| {
            let (method, params) = match read {
                Read::Head => ("eth_blockNumber", "[]".to_owned()),
                Read::Balance(it) => {
                    ("eth_getBalance", format!(r#"["{}","latest"]"#, address(*it)))
                }
                Read::Call(it) => {
                    ("eth_call", format!(r#"[{{"to":"{}"}},"latest"]"#, address(*it)))
                }
            };
            format!(r#"{{"jsonrpc":"2.0","id":{at},"method":"{method}","params":{params}}}"#)
        })
        .collect();
    match &*calls {
        [one] => one.clone(),
        many => format!("[{}]", many.join(",")),
    }
}

/// What came of each read.
fn judge(reads: &[Read], status: u16, text: &str, good: &RangeInclusive<u64>) -> Vec<Outcome> {
    let failed = |at: usize| {
        let begin: String = text.chars().take(300).collect();
        Outcome::Failed(format!("{status} {begin} (read {at} of {})", reads.len()))
    };
    let answers: Option<Vec<Answer<'_>>> = match reads.len() {
        1 => serde_json::from_str(text).ok().map(|one| vec![one]),
        _ => serde_json::from_str(text).ok(),
    };
    let answers = answers.filter(|_| status == 200).unwrap_or_default();
    let mut outcomes: Vec<Option<Outcome>> = reads.iter().map(|_| None).collect();
    for answer in &answers {
        let (Some(read), Some(outcome)) = (reads.get(answer.id), outcomes.get_mut(answer.id))
        else {
            continue;
        };
        *outcome = match answer.result {
            Some(result) if answer.error.is_none() => Some(judge_one(*read, result, good)),
            _ => None,
        };
    }
    outcomes.into_iter().enumerate().map(|(at, it)| it.unwrap_or_else(|| failed(at))).collect()
}

fn judge_one(read: Read, result: &str, good: &RangeInclusive<u64>) -> Outcome {
    let is_right = match read {
        Read::Head => {
            let head = result.strip_prefix("0x").map(|it| u64::from_str_radix(it, 16));
            head.is_some_and(|head| head.is_ok_and(|head| good.contains(&head)))
        }
        Read::Balance(subject) | Read::Call(subject) => Word::read(result).is_some_and(|word| {
            word.chain == chain::NUMBER && word.subject == subject && good.contains(&word.head)
        }),
    };
    if is_right {
        return Outcome::Right;
    }
    let told = Word::read(result).map_or(result.to_owned(), |word| format!("{word:?}"));
    Outcome::Wrong(format!("{told}, and the block is one of {good:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_known() {
        let good = 100..=110;
        let word = |chain, head, subject| Word { chain, head, subject }.text();
        let of = |result: &str| judge_one(Read::Balance(7), result, &good);
        assert!(matches!(of(&word(5, 105, 7)), Outcome::Right));
        for wrong in [word(6, 105, 7), word(5, 60, 7), word(5, 105, 8), "0x".to_owned()] {
            assert!(matches!(of(&wrong), Outcome::Wrong(_)), "{wrong}");
        }
        assert!(matches!(judge_one(Read::Head, "0x64", &good), Outcome::Right));
        assert!(matches!(judge_one(Read::Head, "0x63", &good), Outcome::Wrong(_)));
    }

    #[test]
    fn a_read_of_a_batch_without_an_answer_failed() {
        let good = 100..=110;
        let reads = [Read::Head, Read::Head, Read::Head];
        let text =
            r#"[{"id":0,"result":"0x64"},{"id":2,"error":{"code":1}},{"id":9,"result":"0x64"}]"#;
        let outcomes = judge(&reads, 200, text, &good);
        assert!(matches!(&*outcomes, [Outcome::Right, Outcome::Failed(_), Outcome::Failed(_)]));
        assert!(matches!(&*judge(&reads[..1], 503, "{}", &good), [Outcome::Failed(_)]));
        let one = judge(&reads[..1], 200, r#"{"id":0,"result":"0x64"}"#, &good);
        assert!(matches!(&*one, [Outcome::Right]));
    }
}
