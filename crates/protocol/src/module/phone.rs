//! The other end of a session: a wallet, as the dev phone has it.
//!
//! It is told what its person does and publishes what it shows, the slice `phone`.

use wire::{Json, Long, wire};

use super::session::{Metadata, Relay, Unreachable};

/// What the person does with a phone, or the phone by itself.
#[wire]
pub enum PhoneIntent {
    /// It is switched on.
    Start {
        /// Where it keeps all it knows.
        slot: String,
        /// The relays at which it listens.
        relays: Vec<Relay>,
        /// What it says of itself.
        metadata: Metadata,
    },
    /// It reads a code.
    Pair {
        /// As the code says it.
        uri: String,
    },
    /// The person approves a proposal.
    Approve {
        /// By its name in [`Phone::proposals`].
        proposal: String,
        /// What is approved, as the Sign API writes the namespaces of a session.
        namespaces: Json,
    },
    /// The person refuses a proposal.
    Refuse {
        /// By its name.
        proposal: String,
    },
    /// The person does what was requested.
    Answer {
        /// By its name in [`Phone::requests`].
        request: Long,
        /// The result.
        value: Json,
    },
    /// The person declines what was requested, or it cannot be done.
    Decline {
        /// By its name.
        request: Long,
        /// `{code, message}`.
        error: Json,
    },
    /// It tells of something that happened.
    Emit {
        /// In which session.
        session: String,
        /// On which chain, by CAIP-2.
        chain: String,
        /// What: `chainChanged`, `accountsChanged`.
        name: String,
        /// Its argument.
        value: Json,
    },
    /// It shares something else from now on.
    Update {
        /// In which session.
        session: String,
        /// All of it, as with `Approve`.
        namespaces: Json,
    },
    /// It lets a session last as long as one lasts, from now on.
    Extend {
        /// Which.
        session: String,
    },
    /// It asks whether the page is there.
    Ping {
        /// In which session.
        session: String,
    },
    /// The person ends a session.
    End {
        /// Which.
        session: String,
    },
    /// It goes to the background, where it has no socket, or comes back.
    Background {
        /// Whether it goes there.
        is_away: bool,
    },
}

/// What a phone shows.
#[wire]
#[derive(Default)]
pub struct Phone {
    /// What pages propose.
    pub proposals: Vec<PhoneProposal>,
    /// What pages request.
    pub requests: Vec<PhoneRequest>,
    /// Who is connected.
    pub sessions: Vec<PhoneSession>,
    /// Whether a code was read whose page has proposed nothing yet.
    pub is_pairing: bool,
    /// What could not be done last.
    pub fault: Option<PhoneFault>,
    /// Why no relay can be reached; none while one can, or nobody has tried.
    pub unreachable: Option<Unreachable>,
    /// Whether no relay has taken yet what it sent last.
    pub is_sending: bool,
}

/// What a phone could not do.
#[wire]
pub enum PhoneFault {
    /// What it read is no code of a page.
    NotCode,
    /// The code is of version 1, or of one that there is not.
    OldVersion,
    /// Part of the code is missing or wrong.
    BrokenCode,
    /// The code's time was over when it was read.
    ExpiredCode,
    /// The code's time went by: the page proposed nothing, or nobody answered.
    Unanswered,
    /// What the page proposes cannot be read.
    Unreadable,
    /// What was to be answered is not there any more.
    Gone,
}

/// A proposal on a phone.
#[wire]
pub struct PhoneProposal {
    /// Its name.
    pub id: String,
    /// Who proposes, as they say.
    pub peer: Metadata,
    /// What is required, as the Sign API writes it.
    pub required: Json,
    /// What is wished for.
    pub optional: Json,
}

/// A request on a phone.
#[wire]
pub struct PhoneRequest {
    /// Its name.
    pub id: Long,
    /// The session.
    pub session: String,
    /// The chain it is about, by CAIP-2.
    pub chain: String,
    /// The method.
    pub method: String,
    /// Its parameters.
    pub params: Json,
}

/// A session on a phone.
#[wire]
pub struct PhoneSession {
    /// Its name.
    pub id: String,
    /// Who is at the other end, as they say.
    pub peer: Metadata,
    /// What was approved.
    pub namespaces: Json,
    /// Until when it lasts, in milliseconds since 1970.
    pub expires_ms: Long,
    /// Whether the page has said that it has it.
    pub is_acknowledged: bool,
    /// How often the page answered that it is there.
    pub pongs: u32,
}
