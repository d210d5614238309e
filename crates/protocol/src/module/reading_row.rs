//! A value that a person reads before something is signed: what it is by a [`RowLabel`], and how it is written by a
//! [`RowKind`].

use wire::wire;

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
    /// An account that only a table on the chain knows: the table's address, `#` and the place in it.
    InTable,
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
    /// Bytes in hex after `0x`; many end with an ellipsis.
    Bytes,
    /// A right over an account by its word: `mint`, `freeze`, `own`, `close`, `stake`, `withdraw`, or `other`, whose
    /// number is the row after it.
    Right,
}
