//! Sockets that listen to a topic each, and hear nothing.

use futures_util::stream::{self, StreamExt, TryStreamExt};

use super::place::Place;

/// How many connect at once.
const AT_ONCE: usize = 64;

/// What they cost.
pub(crate) struct Idle {
    /// The place's memory with them.
    pub(crate) bytes: u64,
    /// One of them.
    pub(crate) each: u64,
}

/// Opens so many, and says what they cost.
pub(crate) async fn hold(place: &impl Place, count: usize) -> Result<Idle, String> {
    let before = place.memory_bytes().await?;
    let listeners: Vec<_> = stream::iter(0..count)
        .map(|number| place.listener(number, 1))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let bytes = place.memory_bytes().await?;
    let each = bytes.saturating_sub(before) / listeners.len().max(1) as u64;
    Ok(Idle { bytes, each })
}
