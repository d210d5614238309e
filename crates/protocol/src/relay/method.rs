//! The methods of the Sign API, and how each is published
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods)).

/// A method that two clients call of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignMethod {
    /// A pairing is over; either side.
    PairingDelete,
    /// Is anybody there? Either side.
    PairingPing,
    /// A page asks a wallet for a session.
    SessionPropose,
    /// A wallet says what the session is.
    SessionSettle,
    /// A wallet changes what the session may do.
    SessionUpdate,
    /// A wallet lets it last longer.
    SessionExtend,
    /// A page asks something of the wallet.
    SessionRequest,
    /// A wallet tells what happened.
    SessionEvent,
    /// The session is over; either side.
    SessionDelete,
    /// Is anybody there? Either side.
    SessionPing,
    /// A page asks for a session and a signature at once.
    SessionAuthenticate,
}

/// What an answer says, as far as its tag tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A result, or an error of a method whose refusals have no tag of their own.
    Answer,
    /// The person refused.
    Refusal,
    /// The wallet refused by itself.
    AutomaticRefusal,
}

/// How a message is published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Publishing {
    /// What kind of message it is; nothing is decided by it.
    pub tag: u32,
    /// How long the relay keeps it.
    pub lifetime_seconds: u32,
    /// Whether a phone is to be woken by it.
    pub wakes: bool,
}

/// Method, name, tag of the request, lifetimes of request and answer, whether the request wakes.
type Row = (SignMethod, &'static str, u32, u32, u32, bool);

use SignMethod as M;

const DAY: u32 = 86_400;
const ROWS: [Row; 11] = [
    (M::PairingDelete, "wc_pairingDelete", 1000, DAY, DAY, false),
    (M::PairingPing, "wc_pairingPing", 1002, 30, 30, false),
    (M::SessionPropose, "wc_sessionPropose", 1100, 300, 300, true),
    (M::SessionSettle, "wc_sessionSettle", 1102, 300, 300, false),
    (M::SessionUpdate, "wc_sessionUpdate", 1104, DAY, DAY, false),
    (M::SessionExtend, "wc_sessionExtend", 1106, DAY, DAY, false),
    (M::SessionRequest, "wc_sessionRequest", 1108, 300, 300, true),
    (M::SessionEvent, "wc_sessionEvent", 1110, 300, 300, true),
    (M::SessionDelete, "wc_sessionDelete", 1112, DAY, DAY, false),
    (M::SessionPing, "wc_sessionPing", 1114, DAY, DAY, false),
    (M::SessionAuthenticate, "wc_sessionAuthenticate", 1116, 3600, 3600, true),
];

impl SignMethod {
    /// The method of this name.
    pub fn named(name: &str) -> Option<Self> {
        ROWS.iter().find(|it| it.1 == name).map(|it| it.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// How a request is published.
    pub fn request(self) -> Publishing {
        let (_, _, tag, lifetime_seconds, _, wakes) = *self.row();
        Publishing { tag, lifetime_seconds, wakes }
    }

    /// How an answer to it is published.
    pub fn answer(self, outcome: Outcome) -> Publishing {
        let (_, _, tag, _, lifetime_seconds, _) = *self.row();
        let (tag, lifetime_seconds) = match (self, outcome) {
            (M::SessionPropose, Outcome::Refusal) => (1120, 300),
            (M::SessionPropose, Outcome::AutomaticRefusal) => (1121, 300),
            (M::SessionAuthenticate, Outcome::Refusal) => (1118, 300),
            (M::SessionAuthenticate, Outcome::AutomaticRefusal) => (1119, 300),
            (_, _) => (tag + 1, lifetime_seconds),
        };
        Publishing { tag, lifetime_seconds, wakes: false }
    }

    /// Whether only a page calls it.
    pub fn is_of_page(self) -> bool {
        matches!(self, M::SessionPropose | M::SessionRequest | M::SessionAuthenticate)
    }

    /// Whether only a wallet does.
    pub fn is_of_wallet(self) -> bool {
        matches!(self, M::SessionSettle | M::SessionUpdate | M::SessionExtend | M::SessionEvent)
    }

    fn row(self) -> &'static Row {
        ROWS.iter().find(|it| it.0 == self).expect("each method has a row")
    }
}

/// How it is said that a method is not known.
pub const UNKNOWN_METHOD: Publishing = Publishing { tag: 0, lifetime_seconds: DAY, wakes: false };

#[cfg(test)]
mod tests {
    use super::{Outcome, ROWS, SignMethod};

    #[test]
    fn each_method_is_found_by_its_name_and_has_tags_of_its_own() {
        let mut tags = Vec::new();
        for (method, name, ..) in ROWS {
            assert_eq!((SignMethod::named(name), method.name()), (Some(method), name));
            let answers = [Outcome::Answer, Outcome::Refusal, Outcome::AutomaticRefusal];
            let answers = answers.iter().map(|it| method.answer(*it).tag);
            for tag in std::iter::once(method.request().tag).chain(answers) {
                let known = tags.iter().find(|(it, _)| *it == tag);
                assert!(known.is_none_or(|(_, own)| *own == name), "{tag} is of two methods");
                tags.push((tag, name));
            }
        }
        assert_eq!(SignMethod::named("wc_sessionpropose"), None);
        assert!(SignMethod::SessionRequest.request().wakes);
    }
}
