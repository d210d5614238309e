//! Virtual time: what is due, in order.

use std::collections::BTreeMap;

use wire::Json;

/// Replies that are due at a time, in milliseconds since the page was first opened.
#[derive(Default)]
pub(crate) struct Clock {
    pub(crate) now_ms: u64,
    /// By time, and by the order in which it was asked for.
    due: BTreeMap<(u64, u64), Event>,
    last_serial: u64,
}

/// The op that nobody waits for.
const NOBODY: u32 = 0;

/// Something that happens at its time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// Op `id` gets this reply, if it still runs.
    Reply { id: u32, reply: String },
    /// Wallet number `index` says to op `id` what it shares.
    Share { id: u32, index: usize, method: String, params: Json },
    /// The pairing that op `id` tells of is over; whether nobody asked for it yet.
    Expire { id: u32, is_prepared: bool },
    /// Wallet number `index` announces itself.
    Announce { index: usize },
    /// Wallet number `index` tells something to whoever listens.
    Emit { index: usize, name: &'static str, value: String },
    /// Wallet number `index` gets to a chain.
    Arrive { index: usize, chain: u64 },
    /// The second half of the engine is there.
    Complete,
}

impl Clock {
    /// A clock that shows the same time, with nothing due.
    pub(crate) fn beside(&self) -> Self {
        Clock { now_ms: self.now_ms, ..Clock::default() }
    }

    /// Lets `event` happen `in_ms` from now.
    pub(crate) fn after(&mut self, in_ms: u64, event: Event) {
        self.last_serial += 1;
        self.due.insert((self.now_ms + in_ms, self.last_serial), event);
    }

    /// The next event that is due by `until_ms`; the clock moves to it.
    pub(crate) fn next(&mut self, until_ms: u64) -> Option<Event> {
        let earliest = self.due.first_entry()?;
        let (at_ms, _) = *earliest.key();
        if at_ms > until_ms {
            return None;
        }
        self.now_ms = self.now_ms.max(at_ms);
        Some(earliest.remove())
    }

    /// The ops that tell of pairings which nobody asked for yet.
    pub(crate) fn preparing(&self) -> Vec<u32> {
        let ids = self.due.values().filter_map(|event| match event {
            Event::Expire { id, is_prepared: true } => Some(*id),
            _ => None,
        });
        ids.collect()
    }

    /// When the next event is due.
    pub(crate) fn next_ms(&self) -> Option<u64> {
        self.due.first_key_value().map(|((at_ms, _), _)| *at_ms)
    }

    /// Forgets the reply that op `id` would have had.
    pub(crate) fn forget(&mut self, aborted: u32) {
        self.forget_all(|id| id == Some(aborted));
    }

    /// Forgets all replies: the page is gone.
    pub(crate) fn forget_replies(&mut self) {
        self.forget_all(|_| true);
    }

    /// Forgets what the page was to do for these ops, or for none. A wallet goes on asking its person.
    fn forget_all(&mut self, is_forgotten: impl Fn(Option<u32>) -> bool) {
        self.due.retain(|_, event| match event {
            Event::Reply { id, .. } | Event::Expire { id, .. } => !is_forgotten(Some(*id)),
            Event::Complete => !is_forgotten(None),
            _ => true,
        });
        for event in self.due.values_mut() {
            if let Event::Share { id, .. } = event
                && is_forgotten(Some(*id))
            {
                *id = NOBODY;
            }
        }
    }
}
