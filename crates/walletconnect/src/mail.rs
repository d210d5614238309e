//! What is kept of the post.
//!
//! A *line* is a topic with its key. A *letter* is a sealed message that some network of relays has not
//! said yet that it has.

use protocol::relay::base64;
use protocol::relay::token::ClientId;
use protocol::relay::topic::Topic;
use wire::Long;

use crate::stored::{Key, stored};

stored! {
    /// What is kept of the post.
    struct Mail {
        /// 32 random bytes as base64, from which the client's key for relays grows.
        seed: String,
        /// What is listened to.
        lines: Vec<Line>,
        /// What is still to be sent.
        letters: Vec<Letter>,
        /// The serial of the last letter.
        last_serial: u32,
    }

    /// A topic on which something is said.
    struct Line {
        /// Its name.
        topic: Topic,
        /// What is said there is sealed with this.
        key: Key,
        /// The networks of relays on which it is said, by their project ids.
        networks: Vec<String>,
        /// Whether the relay is to tell when somebody comes there.
        is_watched: bool,
        /// The last messages, those that came and our own.
        seen: Vec<String>,
    }

    /// A sealed message to be sent.
    struct Letter {
        /// Its name here.
        serial: u32,
        /// The network of relays that has to take it.
        network: String,
        /// Where it is said.
        topic: Topic,
        /// As it is sent.
        sealed: String,
        /// See [`Publishing`](protocol::relay::method::Publishing).
        tag: u32,
        /// Seconds that the relay keeps it.
        lifetime_seconds: u32,
        /// Whether a phone is to be woken.
        wakes: bool,
        /// Until when it is tried.
        until_ms: Long,
        /// A proposal, which some relays publish and subscribe to in one step.
        is_proposal: bool,
    }
}

impl Mail {
    /// No mail, for a client whose key grows from this.
    pub(crate) fn new(seed: [u8; 32]) -> Self {
        let seed = base64::encode(&seed);
        Mail { seed, lines: Vec::new(), letters: Vec::new(), last_serial: 0 }
    }

    /// What the client's key grows from.
    pub(crate) fn seed(&self) -> Option<[u8; 32]> {
        crate::moment::seed(&self.seed)
    }

    /// The name by which relays know this client.
    pub(crate) fn client(&self) -> Option<String> {
        Some(ClientId::of_seed(&self.seed()?).text())
    }
}
