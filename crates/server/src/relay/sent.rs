//! What one socket was sent lately, and of what its client has not said that it has it.

use protocol::relay::envelope::MessageId;
use protocol::relay::topic::Topic;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

/// How long a client has to say that it has a message, before a new subscription gets it again.
pub(super) const ACK_TIME: Duration = Duration::from_secs(4);
/// How many messages wait to be said to be there; what is beyond that is taken for lost. A mailbox holds no
/// more for who comes later.
const MOST_UNSAID: usize = 500;
/// How long it is remembered what was sent, so that a topic that is read on gives it no second time; of
/// more than this, only for as long as [`ACK_TIME`].
const MEMORY_TIME: Duration = Duration::from_mins(1);
const MOST_REMEMBERED: usize = 500;

/// The name of a message.
type Name = (Topic, MessageId);

/// What one socket was sent.
pub(super) struct Sent {
    next_id: u64,
    unsaid: BTreeMap<u64, Name>,
    /// The last id of each of them.
    unsaid_ids: HashMap<Name, u64>,
    /// When each was sent.
    lately: HashMap<Name, Instant>,
    order: VecDeque<(Instant, Name)>,
}

impl Sent {
    /// Nothing yet. Ids of requests begin at a number below 2⁵³ that grows from socket to socket.
    pub(super) fn new(now_ms: i64) -> Self {
        let next_id = u64::try_from(now_ms).unwrap_or(0) << 8;
        let (unsaid, unsaid_ids) = (BTreeMap::new(), HashMap::new());
        Sent { next_id, unsaid, unsaid_ids, lately: HashMap::new(), order: VecDeque::new() }
    }

    /// The id of the next request to the client.
    pub(super) fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// A message is sent, by this request; by none where it was fetched.
    pub(super) fn note(&mut self, name: Name, id: Option<u64>, now: Instant) {
        if let Some(id) = id {
            if let Some(before) = self.unsaid_ids.insert(name, id) {
                self.unsaid.remove(&before);
            }
            self.unsaid.insert(id, name);
            if self.unsaid.len() > MOST_UNSAID
                && let Some((_, old)) = self.unsaid.pop_first()
            {
                self.unsaid_ids.remove(&old);
            }
        }
        self.lately.insert(name, now);
        self.order.push_back((now, name));
        self.forget(now);
    }

    /// What is old is not remembered.
    pub(super) fn forget(&mut self, now: Instant) {
        while let Some((at, old)) = self.order.front().copied() {
            let is_full = self.order.len() > MOST_REMEMBERED;
            let time = if is_full { ACK_TIME } else { MEMORY_TIME };
            if now.saturating_duration_since(at) < time {
                break;
            }
            self.order.pop_front();
            if self.lately.get(&old) == Some(&at) {
                self.lately.remove(&old);
            }
        }
    }

    /// The client says that it has what it was sent by this request.
    pub(super) fn said(&mut self, id: u64) -> Option<Name> {
        let name = self.unsaid.remove(&id)?;
        self.unsaid_ids.remove(&name);
        Some(name)
    }

    /// The client says by its name that it has a message. Whether it was sent that, and had not said so.
    pub(super) fn said_name(&mut self, name: &Name) -> bool {
        let id = self.unsaid_ids.remove(name);
        id.is_some_and(|id| self.unsaid.remove(&id).is_some())
    }

    /// Whether a message was sent so lately that it may still be on its way.
    pub(super) fn is_late(&self, name: &Name, now: Instant) -> bool {
        self.lately.get(name).is_some_and(|at| now.saturating_duration_since(*at) < ACK_TIME)
    }

    /// Whether a message was sent at all, as far as that is remembered.
    pub(super) fn is_remembered(&self, name: &Name) -> bool {
        self.lately.contains_key(name)
    }

    /// Whether a message is on its way, or was said to be there.
    pub(super) fn is_there(&self, name: &Name, now: Instant) -> bool {
        self.is_late(name, now) || (self.is_remembered(name) && !self.is_unsaid(name))
    }

    /// Whether a message was sent and not said to be there.
    pub(super) fn is_unsaid(&self, name: &Name) -> bool {
        self.unsaid_ids.contains_key(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_to_be_there_goes_again_after_a_while() {
        let (mut sent, start) = (Sent::new(1_795_228_004_237), Instant::now());
        let name = |text: &str| (Topic::of(b"a"), MessageId::of(text));
        let id = sent.id();
        assert!(id < 1 << 53);
        sent.note(name("a"), Some(id), start);
        sent.note(name("b"), None, start);
        assert!(sent.is_late(&name("a"), start) && sent.is_late(&name("b"), start));
        assert!(!sent.is_late(&name("a"), start + ACK_TIME));
        assert!(sent.is_unsaid(&name("a")) && !sent.is_unsaid(&name("b")));
        assert!(sent.is_there(&name("a"), start) && !sent.is_there(&name("a"), start + ACK_TIME));
        assert_eq!(sent.said(id), Some(name("a")));
        assert_eq!(sent.said(id), None);
        assert!(!sent.is_unsaid(&name("a")) && sent.is_there(&name("a"), start + ACK_TIME));
        assert!(sent.is_remembered(&name("a")));
        sent.note(name("c"), None, start + MEMORY_TIME);
        assert!(!sent.is_remembered(&name("a")));
        assert_eq!((sent.lately.len(), sent.order.len()), (1, 1));
    }

    #[test]
    fn who_never_says_anything_is_remembered_within_bounds() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        for count in 0..3 * MOST_UNSAID {
            let id = sent.id();
            let at = start + ACK_TIME * u32::try_from(count).expect("few");
            sent.note((Topic::of(b"a"), MessageId::of(&count.to_string())), Some(id), at);
        }
        let few = usize::try_from(MEMORY_TIME.as_secs() / ACK_TIME.as_secs()).expect("few");
        assert_eq!((sent.unsaid.len(), sent.lately.len()), (MOST_UNSAID, few));
        assert_eq!(sent.unsaid_ids.len(), MOST_UNSAID);
    }

    #[test]
    fn who_is_sent_much_is_remembered_within_bounds() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        for count in 0..3 * MOST_REMEMBERED {
            let at = start + ACK_TIME / 400 * u32::try_from(count).expect("few");
            sent.note((Topic::of(b"a"), MessageId::of(&count.to_string())), None, at);
        }
        assert_eq!((sent.lately.len(), sent.order.len()), (MOST_REMEMBERED, MOST_REMEMBERED));
    }

    #[test]
    fn a_receipt_holds_for_what_was_sent_once() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        let name = |text: &str| (Topic::of(b"a"), MessageId::of(text));
        let first = sent.id();
        sent.note(name("a"), Some(first), start);
        let second = sent.id();
        sent.note(name("a"), Some(second), start);
        assert!(!sent.said_name(&name("b")) && sent.said_name(&name("a")));
        assert!(!sent.said_name(&name("a")));
        assert_eq!((sent.said(first), sent.said(second)), (None, None));
    }
}
