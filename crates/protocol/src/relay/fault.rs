//! What one client tells the other when something cannot be
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes)).

use crate::rpc::RpcError;

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// A fault, with the code and the sentence that all clients know it by.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SignFault { $($(#[$doc])* $name,)* }

        /// All of them.
        pub const FAULTS: &[SignFault] = &[$(SignFault::$name,)*];

        impl SignFault {
            /// The code.
            pub fn code(self) -> i32 {
                match self { $(SignFault::$name => $code,)* }
            }

            /// The sentence.
            pub fn text(self) -> &'static str {
                match self { $(SignFault::$name => $text,)* }
            }
        }
    };
}

faults! {
    /// A request names a method that the session does not allow.
    InvalidMethod = 1001, "Invalid method.";
    /// An event that the session does not allow.
    InvalidEvent = 1002, "Invalid event.";
    /// An update that is older than one before, or cannot be read.
    InvalidUpdateRequest = 1003, "Invalid update request.";
    /// An extension that is shorter than what is, or too long.
    InvalidExtendRequest = 1004, "Invalid extend request.";
    /// A settlement that cannot be read, or is of somebody else.
    InvalidSettleRequest = 1005, "Invalid session settle request.";
    /// Proposed namespaces that cannot be read.
    InvalidProposalNamespaces = 1006, "Invalid proposal namespaces.";
    /// The method is not among those that were approved.
    UnauthorizedMethod = 3001, "Unauthorized method.";
    /// Nor is the event.
    UnauthorizedEvent = 3002, "Unauthorized event.";
    /// Only a wallet updates.
    UnauthorizedUpdateRequest = 3003, "Unauthorized update request.";
    /// Only a wallet extends.
    UnauthorizedExtendRequest = 3004, "Unauthorized extend request.";
    /// The chain is not among those that were approved.
    UnauthorizedChain = 3005, "Unauthorized chain.";
    /// The person refused.
    UserRejected = 5000, "User rejected.";
    /// The person refused the chains.
    UserRejectedChains = 5001, "User rejected chains.";
    /// The person refused the methods.
    UserRejectedMethods = 5002, "User rejected methods.";
    /// The person refused the events.
    UserRejectedEvents = 5003, "User rejected events.";
    /// The wallet does not serve these chains.
    UnsupportedChains = 5100, "Unsupported chains.";
    /// The wallet does not have these methods.
    UnsupportedMethods = 5101, "Unsupported methods.";
    /// The wallet does not tell these events.
    UnsupportedEvents = 5102, "Unsupported events.";
    /// These accounts are not of the chains that were proposed, or are no accounts.
    UnsupportedAccounts = 5103, "Unsupported accounts.";
    /// A namespace that was not proposed, or is none.
    UnsupportedNamespaceKey = 5104, "Unsupported namespace key.";
    /// The person ended the session.
    UserDisconnected = 6000, "User disconnected.";
    /// The session could not be settled.
    SettlementFailed = 7000, "Session settlement failed.";
    /// There is no such session.
    NoSession = 7001, "No session for topic.";
    /// The request came too late.
    RequestExpired = 8000, "Session request expired.";
    /// The method is not known here.
    UnsupportedWcMethod = 10001, "Unsupported wc_ method.";
    /// An answer to a one-click sign-in that cannot be read.
    MalformedResponseParams = 11001, "Malformed response params.";
    /// A one-click sign-in that cannot be read.
    MalformedRequestParams = 11002, "Malformed request params.";
    /// What was signed is not what was asked.
    MessageCompromised = 11003, "Message compromised.";
    /// The signature is not of the account.
    SignatureVerificationFailed = 11004, "Signature verification failed.";
    /// The sign-in came too late.
    AuthRequestExpired = 11005, "Auth request expired.";
    /// Nobody says who signed.
    MissingIssuer = 11006, "Missing issuer.";
    /// The person refused to sign in.
    AuthUserRejected = 12001, "User rejected.";
    /// The person left while signing in.
    AuthUserDisconnected = 12002, "User disconnected.";
}

impl SignFault {
    /// What is sent.
    pub fn error(self) -> RpcError {
        RpcError::new(self.code(), self.text())
    }
}
