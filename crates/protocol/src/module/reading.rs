//! What a person reads before their wallet signs something: what the worker found in a request, in parts that a
//! view shows one below the other without knowing what any of them means.
//!
//! Read [`Reading`] from the top: it has rows, steps, a text and fields, each empty where the request has none.
//! What a part says is a word of a closed list, for which a view has a text: [`ReadingKind`], [`StepAct`],
//! [`RowLabel`], [`FlagKind`]. How a value is written is its [`RowKind`]. Every value is fit to be shown: what
//! nobody would see, or what turns round the text beside it, is spelt out as `<U+202E>`.

use wire::wire;

use crate::caip::ChainId;
use crate::module::reading_flag::ReadingFlag;
use crate::module::reading_step::ReadingStep;

/// What is to be signed.
#[wire]
pub struct Reading {
    /// What kind of thing it is.
    pub kind: ReadingKind,
    /// The page that asks, by its origin.
    pub origin: String,
    /// Who signs.
    pub account: String,
    /// The chain in use.
    pub chain: ChainId,
    /// What must not be overlooked, the gravest first. With a `blocked` one it cannot be approved.
    pub flags: Vec<ReadingFlag>,
    /// What stands beside the button once more: who gets what.
    pub brief: Vec<ReadingRow>,
    /// What it is about.
    pub rows: Vec<ReadingRow>,
    /// What it does, in order.
    pub steps: Vec<ReadingStep>,
    /// How many steps follow that are not here.
    pub steps_left_out: u32,
    /// The message that is signed.
    pub text: Option<ReadingText>,
    /// The values of typed data, in the order of its types.
    pub fields: Vec<ReadingField>,
    /// How many values follow that are not here.
    pub fields_left_out: u32,
    /// What it can cost; nothing where nothing is sent, or where the network has not said yet.
    pub cost: Option<ReadingCost>,
}

/// What kind of thing is to be signed.
#[wire]
pub enum ReadingKind {
    /// A message.
    Message,
    /// A message that lets its holder into a site in the account's name.
    SignIn,
    /// Typed data.
    TypedMessage,
    /// A transaction, which is sent as soon as it is signed.
    Transaction,
    /// One transaction or several, which the page gets signed, to send them when it likes.
    TransactionToPage,
}

/// A value and what it is.
#[wire]
pub struct ReadingRow {
    /// What it is.
    pub label: RowLabel,
    /// It.
    pub value: String,
    /// How it is written.
    pub kind: RowKind,
}

/// What a value is.
#[wire]
pub enum RowLabel {
    /// The site that is signed in to: a host, and a port where it has one of its own.
    Site,
    /// The scheme of that site.
    Scheme,
    /// An account.
    Account,
    /// A sentence of the site.
    Statement,
    /// What is signed in to.
    Uri,
    /// A chain.
    Chain,
    /// What tells one message or transaction from the next.
    Nonce,
    /// When it was made.
    IssuedAt,
    /// From when on it counts no more.
    Until,
    /// Before when it does not count.
    NotBefore,
    /// The site's own name of the request.
    RequestId,
    /// What else is signed in to.
    Resource,
    /// The name that a contract or a page gives itself.
    Name,
    /// The version that it gives itself.
    Version,
    /// What tells it from others.
    Salt,
    /// The name of what the typed data is.
    PrimaryType,
    /// Whose it was, or where it comes from.
    From,
    /// Who gets it.
    To,
    /// A contract that is called, or looks at the signature.
    Contract,
    /// A token.
    Token,
    /// Who may take it, move it or use it.
    Spender,
    /// Whose it is, or will be.
    Owner,
    /// Who was allowed to do this until now.
    Authority,
    /// Whose signature is handed in.
    Signer,
    /// Who pays.
    Payer,
    /// Who is named.
    Who,
    /// How much.
    Amount,
    /// Which one of a collection.
    TokenId,
    /// How much, or which one: both are written alike.
    AmountOrTokenId,
    /// What of the native currency is sent along.
    Value,
    /// The most gas, or compute units.
    Gas,
    /// The most that a unit of it costs.
    GasPrice,
    /// What of that is offered for being first.
    Tip,
    /// A contract that the transaction says it touches, and how many of its slots.
    Touches,
    /// The function, by its signature.
    Function,
    /// The first four bytes of a call.
    Selector,
    /// Bytes.
    Bytes,
    /// How many bytes.
    Length,
    /// A program.
    Program,
    /// An account that holds something: tokens, stake, a nonce.
    Holder,
    /// A table on the chain.
    Table,
    /// A right over an account.
    Right,
    /// A validator's account.
    Validator,
    /// A text.
    Text,
    /// How many.
    Count,
    /// The address that another one looks like.
    LooksLike,
    /// A field that the page sent.
    Field,
}

/// How a value is written.
#[wire]
pub enum RowKind {
    /// Text, fit to be shown.
    Text,
    /// An address, as its namespace writes addresses.
    Address,
    /// A chain by CAIP-2, or its number where the text names a number only.
    Chain,
    /// The native currency in its smallest unit, in decimal.
    Native,
    /// Whole tokens, in decimal, by the decimals that the transaction itself is bound to.
    Tokens,
    /// The smallest unit of a token whose decimals are not known here, in decimal.
    Units,
    /// The same, so many that it is all.
    Unlimited,
    /// A number in decimal.
    Number,
    /// Milliseconds since 1970, in decimal.
    Moment,
    /// Seconds since 1970, in decimal, so many that the time never comes.
    Never,
    /// Bytes in hex after `0x`.
    Bytes,
}

/// A message.
#[wire]
pub struct ReadingText {
    /// Its beginning: text, or bytes in hex after `0x`.
    pub text: String,
    /// Whether it is bytes that are no text.
    pub is_bytes: bool,
    /// How many characters, or bytes, follow that are not here.
    pub left_out: u32,
}

/// A value of typed data.
#[wire]
pub struct ReadingField {
    /// Where it stands: `details.amount`.
    pub path: String,
    /// Its type, as the page wrote it: `uint256`.
    pub kind: String,
    /// It; a long one ends with an ellipsis.
    pub value: String,
}

/// What it can cost the account, in the smallest unit of the native currency, in decimal. On chains that settle on
/// another one, what they add for that is not part of it.
#[wire]
pub struct ReadingCost {
    /// The most that the fee can be.
    pub fee: String,
    /// What is sent along, or put somewhere.
    pub value: String,
    /// Both.
    pub total: String,
    /// Whether it cannot be more. Programs that are not read here may take what nobody sees.
    pub is_most: bool,
}
