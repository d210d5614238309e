//! What must not be overlooked before something is signed: the red flags of a reading.

use wire::wire;

use crate::module::reading_row::ReadingRow;

/// Something that must not be overlooked.
#[wire]
pub struct ReadingFlag {
    /// What it is.
    pub kind: FlagKind,
    /// How grave it is.
    pub severity: Severity,
    /// The place among its steps of what raised it; nothing where it is of the whole, or of a step that is
    /// left out.
    pub step: Option<u32>,
    /// What belongs to it: who may, what the text says instead.
    pub rows: Vec<ReadingRow>,
}

/// How grave a flag is.
#[wire]
pub enum Severity {
    /// It cannot be approved at all.
    Blocked,
    /// Whoever approves it may lose what they own.
    Danger,
    /// It is unusual, or not all of it is known.
    Notice,
}

/// What must not be overlooked.
#[wire]
pub enum FlagKind {
    /// A sign-in to a site that is not the page that asks.
    SignInElsewhere,
    /// A sign-in to the same name by another scheme, such as http for https.
    SignInScheme,
    /// A sign-in of another account.
    SignInAccount,
    /// A sign-in on another chain than the one in use.
    SignInChain,
    /// A sign-in that counts no more.
    SignInExpired,
    /// A sign-in that does not count yet.
    SignInTooEarly,
    /// What plays a sign-in and is none, so that nobody knows who would take it for one.
    SignInUnreadable,
    /// The message is no text.
    NotText,
    /// The text has characters that nobody sees, or that turn its direction. They are spelt out.
    HiddenCharacters,
    /// Not all that is signed is here.
    LeftOut,
    /// Another may take all of a token, and all that comes.
    UnlimitedApproval,
    /// Another may take every token of a contract.
    ApprovalForAll,
    /// The signature alone lets another take tokens.
    PermitBySignature,
    /// The signature alone sends tokens.
    TransferBySignature,
    /// What is allowed can be used for long.
    FarExpiry,
    /// Somebody else will rule a contract.
    Rule,
    /// A contract is created.
    Creation,
    /// It counts on another chain than the one in use.
    OtherChain,
    /// It counts on every chain.
    EveryChain,
    /// It asks the account's own contract, by which everything can be done.
    OwnContract,
    /// Nobody knows what the call does. It is grave where it sends value.
    UnknownCall,
    /// Nobody knows what whoever has the signature can do with it.
    UnknownMessage,
    /// A Safe pays whoever hands its call in.
    SafeRefund,
    /// A known function with parameters that are not as they are written.
    MalformedCall,
    /// Foreign code runs as if it were a Safe's own.
    DelegateCall,
    /// An address that looks like one the account has dealt with, and is another.
    LookAlike,
    /// The page chose the number of the transaction: it takes the place of another one, or waits for one.
    OtherNonce,
    /// The page said more of the transaction than is known here. Nothing was made of it.
    IgnoredFields,
    /// It does not expire: whoever has it can send it at any time.
    DurableNonce,
    /// Tables on the chain say who takes part.
    LookupTables,
    /// Somebody else pays the fee.
    OtherFeePayer,
    /// Others must sign too.
    OtherSigners,
    /// Somebody is given a right over an account.
    AuthorityChange,
    /// What an account holds that ends goes to somebody else.
    ClosedToStranger,
    /// An account that is made belongs to somebody else.
    MadeForStranger,
    /// A program may run that the transaction does not name.
    PossibleHook,
    /// A known program does something that is not read here.
    UnreadAction,
    /// An unknown program does something.
    UnknownProgram,
    /// No node tries it before it is sent.
    PreflightSkipped,
    /// Sending it may cost more than what it sends, or a great deal.
    HighFee,
    /// The account does not have what it can cost.
    NotEnough,
    /// A node tried it, and it failed.
    WouldFail,
}
