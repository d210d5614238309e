//! What one socket was sent lately, and whether its client said that it has it.

use protocol::relay::envelope::MessageId;
use protocol::relay::topic::Topic;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

/// How long a client has to say that it has a message, before a new subscription gets it again.
pub(super) const ACK_TIME: Duration = Duration::from_secs(4);
/// How many messages wait to be said to be there for longer than that; what is beyond is taken for lost. A
/// mailbox holds no more for who comes later.
const MOST_UNSAID: usize = 500;
/// How long it is remembered what a client said to have, so that a topic that is read on gives it no second
/// time.
const MEMORY_TIME: Duration = Duration::from_mins(1);
/// The same of more than [`MOST_REMEMBERED`]: a topic that is read on hands out what another socket said to
/// have for [`ACK_TIME`], and what is said is kept a little later.
const SHORT_MEMORY_TIME: Duration = Duration::from_secs(2 * ACK_TIME.as_secs());
const MOST_REMEMBERED: usize = 500;

/// The name of a message.
type Name = (Topic, MessageId);

/// What one socket was sent.
pub(super) struct Sent {
    next_id: u64,
    known: HashMap<Name, Known>,
    /// By the request that sent it: what is waited for.
    unsaid: BTreeMap<u64, Name>,
    /// What the client has, and since when, the oldest first.
    has: VecDeque<(Instant, Name)>,
}

/// What is known of a message that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It was sent then, by the last request of this id. Nobody said that it is there.
    Unsaid(Instant, u64),
    /// It is there, since then.
    Said(Instant),
    /// The same, and it was noted once more.
    SaidAgain(Instant),
}

/// What is done with a message that was found as a topic was read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It was not sent.
    New,
    /// It was sent, and nothing is to be done.
    Sent,
    /// The client said to have it; that was before it was kept, if it was not noted.
    Said,
}

impl Sent {
    /// Nothing yet. Ids of requests begin at a number below 2⁵³ that grows from socket to socket.
    pub(super) fn new(now_ms: i64) -> Self {
        let next_id = u64::try_from(now_ms).unwrap_or(0) << 8;
        let (known, unsaid) = (HashMap::new(), BTreeMap::new());
        Sent { next_id, known, unsaid, has: VecDeque::new() }
    }

    /// The id of the next request to the client.
    pub(super) fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// A message is sent, by this request.
    pub(super) fn send(&mut self, name: Name, id: u64, now: Instant) {
        if let Some(Known::Unsaid(_, before)) = self.known.insert(name, Known::Unsaid(now, id)) {
            self.unsaid.remove(&before);
        }
        self.unsaid.insert(id, name);
        self.forget(now);
    }

    /// The client has a message.
    pub(super) fn say(&mut self, name: Name, now: Instant) {
        self.known.insert(name, Known::Said(now));
        self.has.push_back((now, name));
        self.forget(now);
    }

    /// The client says that it has what it was sent by this request.
    pub(super) fn said(&mut self, id: u64, now: Instant) -> Option<Name> {
        let name = self.unsaid.remove(&id)?;
        self.say(name, now);
        Some(name)
    }

    /// The client says by its name that it has a message. Whether it was sent that, and had not said so.
    pub(super) fn said_name(&mut self, name: &Name, now: Instant) -> bool {
        let Some(Known::Unsaid(_, id)) = self.known.get(name).copied() else { return false };
        self.said(id, now).is_some()
    }

    /// What is old is not remembered.
    pub(super) fn forget(&mut self, now: Instant) {
        let is_over = |at: Instant, time| now.saturating_duration_since(at) >= time;
        while self.unsaid.len() > MOST_UNSAID
            && let Some((id, name)) = self.unsaid.first_key_value().map(|(id, it)| (*id, *it))
        {
            match self.known.get(&name) {
                Some(Known::Unsaid(at, last)) if *last == id && !is_over(*at, ACK_TIME) => break,
                Some(Known::Unsaid(_, last)) if *last == id => drop(self.known.remove(&name)),
                _ => {}
            }
            self.unsaid.pop_first();
        }
        while let Some((at, name)) = self.has.front().copied() {
            let is_full = self.has.len() > MOST_REMEMBERED;
            if !is_over(at, if is_full { SHORT_MEMORY_TIME } else { MEMORY_TIME }) {
                break;
            }
            self.has.pop_front();
            if matches!(self.known.get(&name), Some(Known::Said(it) | Known::SaidAgain(it)) if *it == at)
            {
                self.known.remove(&name);
            }
        }
    }

    /// What is to be done with a message that waits at a topic that is read on.
    pub(super) fn find(&mut self, name: &Name) -> Found {
        match self.known.get(name).copied() {
            None => Found::New,
            Some(Known::Unsaid(..) | Known::SaidAgain(_)) => Found::Sent,
            Some(Known::Said(at)) => {
                self.known.insert(*name, Known::SaidAgain(at));
                Found::Said
            }
        }
    }

    /// Whether a message may still be on its way to the client, or was said to be there just now.
    pub(super) fn is_late(&self, name: &Name, now: Instant) -> bool {
        self.known.get(name).is_some_and(|it| {
            let (Known::Unsaid(at, _) | Known::Said(at) | Known::SaidAgain(at)) = it;
            now.saturating_duration_since(*at) < ACK_TIME
        })
    }

    /// Whether a message is on its way, or was said to be there.
    pub(super) fn is_there(&self, name: &Name, now: Instant) -> bool {
        let is_said = matches!(self.known.get(name), Some(Known::Said(_) | Known::SaidAgain(_)));
        is_said || self.is_late(name, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        (Topic::of(b"a"), MessageId::of(text))
    }

    #[test]
    fn what_is_not_said_to_be_there_goes_again_after_a_while() {
        let (mut sent, start) = (Sent::new(1_795_228_004_237), Instant::now());
        let id = sent.id();
        assert!(id < 1 << 53);
        sent.send(name("a"), id, start);
        sent.say(name("b"), start);
        assert!(sent.is_late(&name("a"), start) && sent.is_late(&name("b"), start));
        let late = start + ACK_TIME;
        assert!(!sent.is_late(&name("a"), late) && !sent.is_late(&name("b"), late));
        assert!(sent.is_there(&name("a"), start) && !sent.is_there(&name("a"), late));
        assert_eq!(sent.said(id, late), Some(name("a")));
        assert_eq!(sent.said(id, late), None);
        assert!(sent.is_there(&name("a"), late + ACK_TIME));
        sent.forget(late + MEMORY_TIME);
        assert_eq!((sent.known.len(), sent.has.len()), (0, 0));
    }

    #[test]
    fn a_topic_that_is_read_on_notes_once_more_what_was_said_and_only_that() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        let id = sent.id();
        assert_eq!(sent.find(&name("a")), Found::New);
        sent.send(name("a"), id, start);
        sent.forget(start + 2 * MEMORY_TIME);
        assert_eq!(sent.find(&name("a")), Found::Sent);
        sent.said(id, start + 2 * MEMORY_TIME);
        sent.say(name("b"), start + 2 * MEMORY_TIME);
        for it in ["a", "b"] {
            assert_eq!(sent.find(&name(it)), Found::Said);
            assert_eq!(sent.find(&name(it)), Found::Sent);
        }
    }

    #[test]
    fn who_never_says_anything_is_remembered_within_bounds() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        for count in 0..3 * MOST_UNSAID {
            let id = sent.id();
            let at = start + ACK_TIME * u32::try_from(count).expect("few");
            sent.send(name(&count.to_string()), id, at);
        }
        assert_eq!((sent.unsaid.len(), sent.known.len()), (MOST_UNSAID, MOST_UNSAID));
        assert_eq!(sent.find(&name("0")), Found::New);
    }

    #[test]
    fn much_that_is_on_its_way_is_waited_for() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        let ids: Vec<u64> = (0..3 * MOST_UNSAID).map(|_| sent.id()).collect();
        for id in &ids {
            sent.send(name(&id.to_string()), *id, start);
        }
        assert!(ids.iter().all(|id| sent.said(*id, start).is_some()));
    }

    #[test]
    fn who_is_sent_much_is_remembered_within_bounds() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        for count in 0..4 * MOST_REMEMBERED {
            let at = start + ACK_TIME / 400 * u32::try_from(count).expect("few");
            sent.say(name(&count.to_string()), at);
        }
        // So many in twice the time that they have to be said.
        assert_eq!((sent.known.len(), sent.has.len()), (800, 800));
    }

    #[test]
    fn a_receipt_holds_for_what_was_sent_once() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        let (first, second) = (sent.id(), sent.id());
        sent.send(name("a"), first, start);
        sent.send(name("a"), second, start);
        assert!(!sent.said_name(&name("b"), start) && sent.said_name(&name("a"), start));
        assert!(!sent.said_name(&name("a"), start));
        assert_eq!((sent.said(first, start), sent.said(second, start)), (None, None));
    }

    /// Who fetches before it says to have what it was sent is not refused for saying it.
    #[test]
    fn what_is_fetched_can_still_be_said() {
        let (mut sent, start) = (Sent::new(0), Instant::now());
        let id = sent.id();
        sent.send(name("a"), id, start);
        sent.say(name("a"), start);
        assert_eq!(sent.said(id, start), Some(name("a")));
    }
}
