//! What a client leaves with one request.

use super::outbox::Outbox;
use crate::ceiling::Entered;
use crate::db::relay::NewMessage;
use protocol::relay::envelope::MessageId;
use protocol::relay::frame::FrameId;
use protocol::relay::topic::Topic;
use std::sync::Arc;

/// Messages that are kept together or not at all, and who waits for that.
pub(super) struct Publication {
    pub(super) messages: Vec<Arc<NewMessage>>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) id: FrameId,
    /// Its place among what waits.
    pub(super) place: Entered,
}

impl Publication {
    /// Where they are left, and which they are.
    pub(super) fn names(&self) -> impl Iterator<Item = (Topic, MessageId)> {
        self.messages.iter().map(|it| (it.delivery.topic, it.id))
    }

    /// What they take of a group.
    pub(super) fn bytes(&self) -> usize {
        self.messages.iter().map(|it| usize::try_from(it.bytes()).unwrap_or(usize::MAX)).sum()
    }
}
