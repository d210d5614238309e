//! What the tabs of a browser say to each other that hold one module's sessions: one of them leads, and
//! answers what the others are asked.

use wire::wire;

/// What a tab says to all others.
#[wire]
pub enum Said {
    /// It is new here, and asks who leads.
    Who,
    /// It leads: the others hand it what is open with them.
    Leads,
    /// It is asked something that is open still. Said again from time to time, since a tab that is closed
    /// says nothing.
    Ask {
        /// A name that no other ask has, and that stays the same whoever leads.
        name: String,
        /// JSON text of a [`SessionAsk`](super::session::SessionAsk).
        ask: String,
    },
    /// Nobody waits for that ask any more.
    Cancel {
        /// Its name.
        name: String,
    },
    /// The leading tab answers an ask.
    Answer {
        /// Its name.
        name: String,
        /// JSON text of a [`SessionAnswer`](super::session::SessionAnswer).
        answer: String,
    },
}
