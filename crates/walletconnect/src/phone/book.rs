//! What a phone keeps, and what it shows of that.

use protocol::module::phone::{Phone, PhoneFault, PhoneProposal, PhoneRequest, PhoneSession};
use protocol::module::session::{Metadata, Unreachable};
use protocol::relay::topic::Topic;
use wire::{Json, Long};

use crate::stored::stored;

stored! {
    /// All that a phone keeps beside the post.
    #[derive(Default)]
    struct PhoneBook {
        /// The codes that were read, with what was proposed there.
        proposals: Vec<Proposed>,
        /// What pages request.
        requests: Vec<Asked>,
        /// The sessions.
        sessions: Vec<Connected>,
    }

    /// A code that was read.
    struct Proposed {
        /// The pairing's line.
        topic: Topic,
        /// Until when it may be answered.
        expires_ms: Long,
        /// The id of the proposal.
        id: Long,
        /// The network by which it came.
        network: String,
        /// The proposal as it came; none before.
        params: Option<Json>,
        /// What is shown of it.
        shown: Option<PhoneProposal>,
    }

    /// A request.
    struct Asked {
        /// The session.
        session: Topic,
        /// Its id.
        id: Long,
        /// Until when it may be answered.
        until_ms: Long,
        /// What is shown of it.
        shown: PhoneRequest,
    }

    /// A session.
    struct Connected {
        /// Its line.
        topic: Topic,
        /// The id of the settlement.
        settled: Long,
        /// The id of the last ping.
        pinged: Long,
        /// What is shown of it.
        shown: PhoneSession,
    }
}

impl PhoneBook {
    /// What is shown.
    pub(crate) fn shown(
        &self,
        fault: Option<PhoneFault>,
        unreachable: Option<Unreachable>,
        is_sending: bool,
    ) -> Phone {
        Phone {
            proposals: self.proposals.iter().filter_map(|it| it.shown.clone()).collect(),
            requests: self.requests.iter().map(|it| it.shown.clone()).collect(),
            sessions: self.sessions.iter().map(|it| it.shown.clone()).collect(),
            is_pairing: self.proposals.iter().any(|it| it.shown.is_none()),
            fault,
            unreachable,
            is_sending,
        }
    }
}

/// A session as it begins.
pub(crate) fn begun(
    topic: Topic,
    peer: Metadata,
    namespaces: Json,
    expires_ms: u64,
) -> PhoneSession {
    PhoneSession {
        id: topic.text(),
        peer,
        namespaces,
        expires_ms: Long(expires_ms),
        is_acknowledged: false,
        pongs: 0,
    }
}
