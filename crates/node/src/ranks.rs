//! In which order the nodes of a chain are asked, by the rule of [`chains::rank`] and by what is known of each: how
//! it answered lately, how many requests it has open, and whether it asked to be left alone.
//!
//! Nobody polls nodes here. Which of them is behind is the server's alone to know: that takes the latest block of
//! several at one time, and here one answers and the others are not asked.

use std::cell::{RefCell, RefMut};

use chains::rank::{LONGEST_REST_MS, Polls, Standing, order};
use protocol::caip::ChainId;
use protocol::rpc::Node;

/// How long it counts how a node has answered.
const FORGOTTEN_MS: u64 = 60_000;
/// A node with so many requests open is as busy as it may be: the operator's server gives one client no more.
const MOST_OPEN: u32 = 64;

/// How nodes are, by URL and headers, which may choose the chain: those that answer go before those
/// that do not. What was asked for is all that is known of them: one that nobody has asked for a
/// minute is asked in its place again.
#[derive(Default)]
pub struct Ranks(RefCell<Vec<Asked>>);

struct Asked {
    node: Node,
    polls: Polls,
    /// When it was asked last.
    at_ms: u64,
    /// How many requests it has not answered yet.
    open: u32,
    /// Until when it asked to be left alone.
    rests_until_ms: u64,
    /// Whether it was asked of which chain it is, and what it said of that, if anything.
    is_placed: bool,
    chain: Option<ChainId>,
}

impl Ranks {
    /// The places of nodes in the order in which they are asked.
    pub(crate) fn order(&self, nodes: &[Node], now_ms: u64) -> Vec<usize> {
        let mut all = self.0.borrow_mut();
        let is_of = |asked: &Asked| nodes.contains(&asked.node);
        let is_old = |asked: &Asked| {
            asked.polls.is_known() && now_ms.saturating_sub(asked.at_ms) > FORGOTTEN_MS
        };
        if all.iter().any(|it| is_of(it) && is_old(it)) {
            for it in all.iter_mut().filter(|it| is_of(it)) {
                it.polls = Polls::default();
            }
        }
        let standing = |node: &Node| {
            let asked = all.iter().find(|it| it.node == *node);
            let left_ms = asked.map_or(0, |it| it.rests_until_ms.saturating_sub(now_ms));
            Standing {
                polls: asked.map(|it| it.polls).unwrap_or_default(),
                load: asked.map_or(0, |it| it.open.min(MOST_OPEN) * 1_000 / MOST_OPEN),
                // The clock may have been set back meanwhile.
                is_resting: (1..=u64::from(LONGEST_REST_MS)).contains(&left_ms),
                is_behind: false,
            }
        };
        order(&nodes.iter().map(standing).collect::<Vec<_>>())
    }

    /// It has one more request open, until what this returns is dropped.
    pub(crate) fn open<'a>(&'a self, node: &'a Node) -> Open<'a> {
        self.of(node).open += 1;
        Open(self, node)
    }

    /// Notes when and how soon a node answered, or that it did not, and for how long it asks to be left alone.
    pub(crate) fn note(&self, node: &Node, took_ms: Option<u64>, rest_ms: Option<u32>, at_ms: u64) {
        let mut asked = self.of(node);
        let us = took_ms.map(|ms| u32::try_from(ms.saturating_mul(1_000)).unwrap_or(u32::MAX));
        asked.polls.add(us);
        asked.at_ms = at_ms;
        if let Some(ms) = rest_ms {
            asked.rests_until_ms = at_ms + u64::from(ms.min(LONGEST_REST_MS));
        }
    }

    /// Whether a node was asked of which chain it is.
    pub(crate) fn is_placed(&self, node: &Node) -> bool {
        self.of(node).is_placed
    }

    /// The chain that a node says it is of, where that is another one than this.
    pub fn elsewhere(&self, node: &Node, chain: &ChainId) -> Option<ChainId> {
        self.of(node).chain.clone().filter(|it| it != chain)
    }

    /// Notes of which chain a node says that it is; nothing where it does not say.
    pub(crate) fn place(&self, node: &Node, chain: Option<ChainId>) {
        let mut asked = self.of(node);
        asked.is_placed = true;
        asked.chain = chain;
    }

    fn of(&self, node: &Node) -> RefMut<'_, Asked> {
        let mut all = self.0.borrow_mut();
        let at = all.iter().position(|it| it.node == *node).unwrap_or_else(|| {
            let (node, polls) = (node.clone(), Polls::default());
            let (at_ms, open, rests_until_ms, is_placed, chain) = Default::default();
            all.push(Asked { node, polls, at_ms, open, rests_until_ms, is_placed, chain });
            all.len() - 1
        });
        RefMut::map(all, |all| &mut all[at])
    }
}

/// A request that a node has not answered yet.
pub(crate) struct Open<'a>(&'a Ranks, &'a Node);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.of(self.1).open -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes() -> Vec<Node> {
        let node = |url: &str| Node { url: url.to_owned(), headers: vec![] };
        vec![node("https://first.example"), node("https://second.example")]
    }

    #[test]
    fn a_node_that_failed_goes_last_for_a_minute() {
        let (nodes, ranks) = (nodes(), Ranks::default());
        let (first, second) = (&nodes[0], &nodes[1]);
        assert_eq!(ranks.order(&nodes, 0), [0, 1]);
        ranks.note(first, None, None, 1_000);
        ranks.note(second, Some(90), None, 1_000);
        assert_eq!(ranks.order(&nodes, 61_000), [1, 0]);
        ranks.note(second, Some(90), None, 61_000);
        assert_eq!(ranks.order(&nodes, 61_001), [0, 1]);
        ranks.note(first, Some(90), None, 61_001);
        assert_eq!(ranks.order(&nodes, 61_002), [0, 1]);
    }

    #[test]
    fn a_url_with_other_headers_is_another_node() {
        let (node, ranks) = (nodes().remove(0), Ranks::default());
        let chain = |reference: &str| ChainId::parse(&format!("eip155:{reference}")).unwrap();
        ranks.place(&node, Some(chain("1")));
        assert_eq!(ranks.elsewhere(&node, &chain("137")), Some(chain("1")));
        let headers = vec![("x-chain".to_owned(), "137".to_owned())];
        assert!(!ranks.is_placed(&Node { headers, ..node }));
    }

    #[test]
    fn a_node_with_many_open_requests_gives_place_until_they_are_answered() {
        let (nodes, ranks) = (nodes(), Ranks::default());
        let few: Vec<Open<'_>> = (0..3).map(|_| ranks.open(&nodes[0])).collect();
        assert_eq!(ranks.order(&nodes, 0), [0, 1]);
        let more: Vec<Open<'_>> = (0..9).map(|_| ranks.open(&nodes[0])).collect();
        assert_eq!(ranks.order(&nodes, 0), [1, 0]);
        // What was asked meanwhile, and is forgotten, makes them no fewer.
        ranks.note(&nodes[0], Some(90), None, 1);
        assert_eq!(ranks.order(&nodes, 61_002), [1, 0]);
        drop(more);
        assert_eq!(ranks.order(&nodes, 61_002), [0, 1]);
        drop(few);
        assert_eq!(ranks.0.borrow()[0].open, 0);
    }

    #[test]
    fn a_node_that_asks_to_be_left_alone_is_asked_last_for_ten_minutes_at_most() {
        let (nodes, ranks) = (nodes(), Ranks::default());
        ranks.note(&nodes[0], None, Some(120_000), 1_000);
        // That it failed is forgotten after a minute.
        assert_eq!(ranks.order(&nodes, 120_999), [1, 0]);
        assert_eq!(ranks.order(&nodes, 121_000), [0, 1]);
        ranks.note(&nodes[0], None, Some(u32::MAX), 200_000);
        assert_eq!(ranks.order(&nodes, 799_999), [1, 0]);
        assert_eq!(ranks.order(&nodes, 800_000), [0, 1]);
        // By a clock that was set back it would rest for longer.
        ranks.note(&nodes[0], Some(90), Some(u32::MAX), 900_000);
        ranks.note(&nodes[0], Some(90), None, 100_000);
        ranks.note(&nodes[1], Some(90), None, 100_000);
        assert_eq!(ranks.order(&nodes, 100_001), [0, 1]);
    }
}
