//! Why a relay says no: codes, tags and words, as `WalletConnect`'s own relay has them.
//!
//! Clients read the tag, which is the error's `data`. Words are for developers, but those of a refused
//! connection are all that a page sees of it: they are the reason with which its socket is closed.

use super::token::{TokenFault, says};
use crate::rpc::{INTERNAL, INVALID_REQUEST, RpcError};
use wire::Json;

/// The client may not be here: it does not come again. A WebSocket close code, too.
pub const UNAUTHORIZED: i32 = 3000;
/// The client asks too much at once.
const LIMITED: i32 = 3001;
/// The request was understood and cannot be done.
pub const FAILED: i32 = -32_000;

/// Why a relay says no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No project is named.
    ProjectIdNotSpecified,
    /// The relay does not know the project.
    ProjectNotFound,
    /// The project does not allow pages of this origin.
    OriginNotAllowed,
    /// There is no token.
    MissingJwt,
    /// The token does not hold.
    InvalidJwt(TokenFault),
    /// More requests than this client may make, or more connections.
    TooManyRequests,
    /// The text is no JSON-RPC.
    Serialization,
    /// It is another version of JSON-RPC.
    InvalidJsonRpcVersion,
    /// The id is neither a number nor decimal text, or it is too small.
    InvalidRequestId,
    /// There is no such method.
    InvalidMethod,
    /// The parameters are not those of the method.
    InvalidParams,
    /// A topic is not 64 hex digits in lower case.
    InvalidTopic,
    /// A text is longer than it may be.
    PayloadSizeExceeded,
    /// A batch of nothing.
    BatchEmpty,
    /// A batch of too many.
    BatchLimitExceeded,
    /// The message would be forgotten at once.
    TtlTooShort,
    /// The message would be kept too long.
    TtlTooLong,
    /// The topic holds as much as it may.
    MailboxLimitExceeded,
    /// The client, or the topic, has as many subscriptions as it may.
    SubscriberLimitExceeded,
    /// What is to be kept cannot be kept now.
    StorageError,
}

impl Refusal {
    /// Code, tag, and words for developers.
    const fn parts(self) -> (i32, &'static str, &'static str) {
        match self {
            Self::ProjectIdNotSpecified => (
                UNAUTHORIZED,
                "ProjectIdNotSpecified",
                "Authorization error: Project ID is missing",
            ),
            Self::ProjectNotFound => (UNAUTHORIZED, "ProjectNotFound", "Project not found"),
            Self::OriginNotAllowed => {
                (UNAUTHORIZED, "OriginNotAllowed", "Unauthorized: origin not allowed")
            }
            Self::MissingJwt => (UNAUTHORIZED, "MissingJwt", "Unauthorized: there is no token"),
            Self::InvalidJwt(fault) => (UNAUTHORIZED, INVALID_JWT, fault.words()),
            Self::TooManyRequests => (LIMITED, "TooManyRequests", "Too many requests"),
            Self::Serialization => (INVALID_REQUEST, "Serialization", "This is not JSON-RPC"),
            Self::InvalidJsonRpcVersion => {
                (INVALID_REQUEST, "InvalidJsonRpcVersion", "jsonrpc must be 2.0")
            }
            Self::InvalidRequestId => {
                (INVALID_REQUEST, "InvalidRequestId", "id must be a whole number from 1000000000")
            }
            Self::InvalidMethod => (INVALID_REQUEST, "InvalidMethod", "There is no such method"),
            Self::InvalidParams => {
                (INVALID_REQUEST, "InvalidParams", "The parameters are not those of the method")
            }
            Self::InvalidTopic => {
                (INVALID_REQUEST, "InvalidTopic", "A topic is 64 hex digits in lower case")
            }
            Self::PayloadSizeExceeded => {
                (INVALID_REQUEST, "PayloadSizeExceeded", "A text is too long")
            }
            Self::BatchEmpty => (INVALID_REQUEST, "BatchEmpty", "The batch is empty"),
            Self::BatchLimitExceeded => {
                (INVALID_REQUEST, "BatchLimitExceeded", "The batch holds more than 500")
            }
            Self::TtlTooShort => (FAILED, "TtlTooShort", "ttl must be at least 1 second"),
            Self::TtlTooLong => {
                (FAILED, "TtlTooLong", "ttl is longer than this relay keeps messages")
            }
            Self::MailboxLimitExceeded => {
                (FAILED, "MailboxLimitExceeded", "The topic holds too many messages")
            }
            Self::SubscriberLimitExceeded => {
                (FAILED, "SubscriberLimitExceeded", "There are too many subscriptions")
            }
            Self::StorageError => (INTERNAL, "StorageError", "The message cannot be kept now"),
        }
    }

    /// Its number.
    pub const fn code(self) -> i32 {
        self.parts().0
    }

    /// Its tag, the `data` of the error.
    pub const fn tag(self) -> &'static str {
        self.parts().1
    }

    /// What is said with it, which is also the reason of a close.
    pub fn words(self) -> String {
        let before = if self.tag() == INVALID_JWT { "Unauthorized: " } else { "" };
        [before, self.parts().2].concat()
    }

    /// As JSON-RPC carries it.
    pub fn error(self) -> RpcError {
        let data = Some(Json::text(self.tag()));
        RpcError { code: self.code(), message: self.words(), data }
    }

    /// The refusal of a client that an error tells of, whichever relay sent it: one that stays away
    /// until somebody corrects the cause. Nothing where it may be tried again.
    pub fn of_error(error: &RpcError) -> Option<Self> {
        if error.code != UNAUTHORIZED {
            return None;
        }
        let tag = error.data.as_ref().and_then(Json::as_text).unwrap_or_default();
        match Self::OF_CLIENTS.iter().find(|(it, _)| *it == tag) {
            Some((_, told)) => Some(told.with_words(&error.message)),
            None => Some(Self::of_reason(&error.message)),
        }
    }

    /// The refusal of a client that the reason of a close with [`UNAUTHORIZED`] tells of.
    fn of_reason(reason: &str) -> Self {
        let says = |words| says(reason, words);
        let refusal = if says("origin") {
            Self::OriginNotAllowed
        } else if says("project id is missing") {
            Self::ProjectIdNotSpecified
        } else if says("project") || says("invalid key") {
            Self::ProjectNotFound
        } else {
            Self::InvalidJwt(TokenFault::Malformed)
        };
        refusal.with_words(reason)
    }

    fn with_words(self, words: &str) -> Self {
        match (self, TokenFault::of_words(words)) {
            (Self::InvalidJwt(_), Some(fault)) => Self::InvalidJwt(fault),
            _ => self,
        }
    }

    /// Those that keep a client out, by their tags.
    const OF_CLIENTS: [(&str, Self); 5] = {
        const fn tagged(refusal: Refusal) -> (&'static str, Refusal) {
            (refusal.tag(), refusal)
        }
        [
            tagged(Self::ProjectIdNotSpecified),
            tagged(Self::ProjectNotFound),
            tagged(Self::OriginNotAllowed),
            tagged(Self::MissingJwt),
            tagged(Self::InvalidJwt(TokenFault::Malformed)),
        ]
    };
}

const INVALID_JWT: &str = "InvalidJwt";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_kept_out_learns_why_from_either_end_of_the_socket() {
        let faults = TokenFault::ALL.map(Refusal::InvalidJwt);
        for refusal in Refusal::OF_CLIENTS.into_iter().map(|it| it.1).chain(faults) {
            assert_eq!(Refusal::of_error(&refusal.error()), Some(refusal));
            assert!(refusal.words().len() <= 123, "a reason of a close is longer: {refusal:?}");
            if refusal != Refusal::MissingJwt {
                assert_eq!(Refusal::of_reason(&refusal.words()), refusal);
            }
        }
    }

    #[test]
    fn other_relays_are_understood() {
        for (reason, refusal) in [
            ("Unauthorized: origin not allowed", Refusal::OriginNotAllowed),
            ("Unauthorized: invalid key", Refusal::ProjectNotFound),
            ("Project not found", Refusal::ProjectNotFound),
            ("Authorization error: Project ID is missing", Refusal::ProjectIdNotSpecified),
            ("JWT expired", Refusal::InvalidJwt(TokenFault::Expired)),
            ("", Refusal::InvalidJwt(TokenFault::Malformed)),
        ] {
            assert_eq!(Refusal::of_reason(reason), refusal);
            assert_eq!(Refusal::of_error(&RpcError::new(UNAUTHORIZED, reason)), Some(refusal));
            assert_eq!(Refusal::of_error(&RpcError::new(LIMITED, reason)), None);
        }
    }
}
