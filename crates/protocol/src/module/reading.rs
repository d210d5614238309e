//! What a person reads before their wallet signs something: what the worker found in a request, in parts that a
//! view shows one below the other without knowing what any of them means.
//!
//! Read [`Reading`] from the top: it has rows, steps, a text and fields, each empty where the request has none.
//! What a part says is a word of a closed list, for which a view has a text: [`ReadingKind`] here, and those of
//! `reading_step.rs`, `reading_row.rs` and `reading_flag.rs`. Every value is fit to be shown: what
//! nobody would see, or what turns round the text beside it, is spelt out as `<U+202E>`.

use wire::wire;

use crate::caip::ChainId;
use crate::module::reading_flag::ReadingFlag;
use crate::module::reading_row::ReadingRow;
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
    /// What the account gives and gets by it, by a trial run of a node; nothing where none ran it.
    pub changes: Option<Vec<ReadingStep>>,
    /// The message that is signed.
    pub text: Option<ReadingText>,
    /// The values of typed data, in the order of its types.
    pub fields: Vec<ReadingField>,
    /// How many values follow that are not here.
    pub fields_left_out: u32,
    /// What it can cost; nothing where nothing is sent, or where the network has not said yet.
    pub cost: Option<ReadingCost>,
}

impl Reading {
    /// One that says nothing yet but what kind of thing it is.
    pub fn new(kind: ReadingKind, origin: &str, account: String, chain: ChainId) -> Self {
        Reading {
            kind,
            origin: origin.to_owned(),
            account,
            chain,
            flags: Vec::new(),
            brief: Vec::new(),
            rows: Vec::new(),
            steps: Vec::new(),
            steps_left_out: 0,
            changes: None,
            text: None,
            fields: Vec::new(),
            fields_left_out: 0,
            cost: None,
        }
    }
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
    /// Nothing: another address to sign in with is taken.
    NewEmail,
    /// Nothing: the words of the wallet are shown.
    ShowWords,
    /// Nothing: a recovery code brings the wallet back from then on.
    NewRecovery,
    /// Nothing: signing in does.
    NewAutomaticRecovery,
    /// Nothing: the wallet is deleted.
    DeleteWallet,
    /// Nothing: a passkey is made, which brings the wallet back from then on.
    NewPasskey,
    /// Nothing: the wallet is brought back by its passkey.
    UsePasskey,
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
    /// What the account has of it; nothing where no node said.
    pub balance: Option<String>,
    /// Whether it cannot be more. Programs that are not read here may take what nobody sees.
    pub is_most: bool,
}
