//! Which of the nodes of a chain is asked first.
//!
//! The server polls nodes every [`POLL_MS`] while calls come; to the engine each call is a poll. The last
//! [`SAMPLES`] of each node are kept in [`Polls`]. [`order`] ranks by them: how often a node answered counts seven tenths, how soon three,
//! and what it is busy with already takes from that. One that rests comes after those that do not, and
//! one that is behind the others comes last. The server and the engine rank alike, each by what it knows.

/// How often nodes are polled while calls come, in milliseconds.
pub const POLL_MS: u32 = 4_000;
/// How many polls of a node count.
pub const SAMPLES: usize = 10;

/// The longest rest that a node may ask for, in milliseconds.
pub const LONGEST_REST_MS: u32 = 600_000;

/// What a node has of its score for having answered every poll.
const STABILITY: u64 = 700;
/// What it has for answering at once, and loses where it is as busy as it may be.
const LATENCY: u64 = 300;
/// Answers are slow from here on, in microseconds: a quicker one is not slower than another for being the
/// slowest of all.
const SLOW_US: u64 = 250_000;
/// Scores that differ by less than about this are equal: it may be chance.
const STEP: u64 = 50;
/// How long a node may need to hear of a block, in seconds.
const HEARSAY_SECONDS: u64 = 3;

/// What came of the last polls of a node.
#[derive(Clone, Copy, Default, Debug)]
pub struct Polls {
    /// Microseconds until the answer; nothing where none came.
    samples: [Option<u32>; SAMPLES],
    /// How many there were so far.
    count: usize,
}

impl Polls {
    /// Notes a poll: how many microseconds its answer took, or that there was none.
    pub fn add(&mut self, answered_in_us: Option<u32>) {
        self.samples[self.count % SAMPLES] = answered_in_us;
        self.count += 1;
    }

    /// Whether it was polled at all.
    pub fn is_known(&self) -> bool {
        self.count > 0
    }

    fn answered(&self) -> impl Iterator<Item = u64> {
        self.samples.iter().flatten().map(|&us| u64::from(us))
    }

    fn counted(&self) -> usize {
        self.count.min(SAMPLES)
    }

    /// From 0 to 1000, where `slowest_us` is the slowest answer of any node.
    fn score(&self, slowest_us: u64) -> u64 {
        let answers = self.answered().count() as u64;
        if answers == 0 {
            return 0;
        }
        let mean_us = self.answered().sum::<u64>() / answers;
        let stability = STABILITY * answers / self.counted() as u64;
        stability + LATENCY - LATENCY * mean_us / slowest_us
    }
}

/// How a node is, at the moment in which somebody is to be asked.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// What came of its polls.
    pub polls: Polls,
    /// How much it is busy with for us: 0 is nothing, 1000 all that it may be given.
    pub load: u32,
    /// It failed a moment ago, or asked to be left alone for a while.
    pub is_resting: bool,
    /// It knows less of the chain than others do: see [`is_behind`].
    pub is_behind: bool,
}

/// The places of nodes in the order in which they are asked. Those of about equal standing, and all of them
/// before anyone was polled, keep the order in which they were given.
pub fn order(nodes: &[Standing]) -> Vec<usize> {
    let answers = nodes.iter().flat_map(|node| node.polls.answered());
    let slowest_us = answers.max().unwrap_or(0).max(SLOW_US);
    let is_known = nodes.iter().any(|node| node.polls.is_known());
    let rank = |node: &Standing| {
        let score = if is_known { node.polls.score(slowest_us) } else { LATENCY };
        let busy = LATENCY * u64::from(node.load.min(1000)) / 1000;
        // A lower one is asked first.
        let steps = (score.saturating_sub(busy) + STEP / 2) / STEP;
        (node.is_behind, node.is_resting, u64::MAX - steps)
    };
    let mut order: Vec<usize> = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        let after = order.iter().position(|&other| rank(&nodes[other]) > rank(node));
        order.insert(after.unwrap_or(order.len()), place);
    }
    order
}

/// Whether a node whose latest block is `head` is behind one that knows of `best`, on a chain that makes
/// so many blocks in a thousand seconds. The news of a block may take a while.
pub fn is_behind(head: u64, best: u64, blocks_in_1000_s: u64) -> bool {
    let on_the_way = 1 + (blocks_in_1000_s.saturating_mul(HEARSAY_SECONDS)).div_ceil(1000);
    head.saturating_add(on_the_way) < best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polls(samples: &[Option<u32>]) -> Polls {
        let mut polls = Polls::default();
        for it in samples {
            polls.add(*it);
        }
        polls
    }

    fn standing(polls: &Polls) -> Standing {
        Standing { polls: *polls, load: 0, is_resting: false, is_behind: false }
    }

    #[test]
    fn nodes_that_nobody_polled_keep_their_order() {
        let none = Polls::default();
        assert_eq!(order(&[standing(&none), standing(&none), standing(&none)]), [0, 1, 2]);
        assert_eq!(order(&[]), [0; 0]);
    }

    #[test]
    fn a_steady_node_goes_before_a_quick_one() {
        let quick = polls(&[Some(1_000), None, Some(1_000), Some(1_000)]);
        let steady = polls(&[Some(140_000), Some(150_000)]);
        let quickest = polls(&[Some(2_000)]);
        let dead = polls(&[None, None]);
        let nodes = [standing(&dead), standing(&steady), standing(&quick), standing(&quickest)];
        assert_eq!(order(&nodes), [3, 1, 2, 0]);
        let shaky = polls(&[Some(1_000), None, None, Some(1_000)]);
        assert_eq!(order(&[standing(&shaky), standing(&steady)]), [1, 0]);
    }

    #[test]
    fn what_may_be_chance_changes_no_order() {
        let (one, other) = (polls(&[Some(15_000)]), polls(&[Some(200)]));
        assert_eq!(order(&[standing(&one), standing(&other)]), [0, 1]);
        let felt = polls(&[Some(70_000)]);
        assert_eq!(order(&[standing(&felt), standing(&other)]), [1, 0]);
        let slowest = polls(&[Some(2_000_000)]);
        let slow = polls(&[Some(1_000_000)]);
        assert_eq!(order(&[standing(&slowest), standing(&slow)]), [1, 0]);
    }

    #[test]
    fn only_the_last_ten_polls_count() {
        let mut once_dead = polls(&[None; SAMPLES]);
        (0..SAMPLES).for_each(|_| once_dead.add(Some(1_000)));
        let steady = polls(&[Some(90_000)]);
        assert_eq!(order(&[standing(&steady), standing(&once_dead)]), [1, 0]);
    }

    #[test]
    fn who_is_busy_rests_or_is_behind_comes_later() {
        let (quick, slow) = (polls(&[Some(1_000)]), polls(&[Some(90_000)]));
        let busy = Standing { load: 600, ..standing(&quick) };
        assert_eq!(order(&[busy, standing(&slow)]), [1, 0]);
        let resting = Standing { is_resting: true, ..standing(&quick) };
        let behind = Standing { is_behind: true, ..standing(&quick) };
        assert_eq!(order(&[behind, resting, standing(&slow)]), [2, 1, 0]);
    }

    #[test]
    fn the_news_of_a_block_may_be_on_its_way() {
        // Every 12 s: 83 in 1000 s.
        assert!(!is_behind(98, 100, 83));
        assert!(is_behind(97, 100, 83));
        // Four in a second.
        assert!(!is_behind(87, 100, 4_000));
        assert!(is_behind(86, 100, 4_000));
        assert!(!is_behind(100, 90, 83));
        assert!(!is_behind(u64::MAX, u64::MAX, u64::MAX));
    }
}
