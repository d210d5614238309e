//! Two futures, whichever ends first.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// Which of two futures ended first, with its output.
pub enum Race<A, B> {
    /// The first.
    Left(A),
    /// The second.
    Right(B),
}

/// Runs two futures until one ends, and drops the other. The first goes first in a tie.
pub async fn race<A, B>(
    left: impl Future<Output = A>,
    right: impl Future<Output = B>,
) -> Race<A, B> {
    let mut left = pin!(left);
    let mut right = pin!(right);
    poll_fn(|context| {
        if let Poll::Ready(output) = left.as_mut().poll(context) {
            return Poll::Ready(Race::Left(output));
        }
        right.as_mut().poll(context).map(Race::Right)
    })
    .await
}
