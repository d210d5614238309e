//! The order in which the nodes of a chain are asked, and the time that each has.

use super::methods::Kind;
use super::node::Node;
use std::time::Duration;
use tokio::time::Instant;

/// Which node comes next, and how long it has.
pub(super) struct Failover<'a> {
    /// In reverse.
    left: Vec<&'a Node>,
    end: Instant,
}

impl<'a> Failover<'a> {
    pub(super) fn new(nodes: &'a [Node], time: Duration) -> Self {
        let mut left: Vec<&Node> = nodes.iter().collect();
        // Stable: the order of the configuration holds among those that rest and those that do not.
        left.sort_by_key(|node| node.is_resting());
        left.reverse();
        Failover { left, end: Instant::now() + time }
    }

    pub(super) fn next(&mut self) -> Option<&'a Node> {
        if Instant::now() < self.end { self.left.pop() } else { None }
    }

    /// The share of the node that was just taken: all that is left for what no other node would be given
    /// after it anyway.
    pub(super) fn time(&self, kind: Kind) -> Duration {
        let nodes = u32::try_from(self.left.len()).unwrap_or(u32::MAX).saturating_add(1);
        let left = self.end.saturating_duration_since(Instant::now());
        if kind == Kind::Read { left / nodes } else { left }
    }
}
