//! What an account did, and which NFTs it holds.

use wire::{Number, wire};

use crate::caip::ChainId;

/// The answer of `GET` [`ACCOUNT`](crate::path::ACCOUNT)`{address}/history`: transactions, the newest first.
#[wire]
#[derive(Default)]
pub struct History {
    /// Those of this page.
    pub data: Vec<Transaction>,
    /// The `cursor` of the next page, where there is more.
    pub next: Option<String>,
    /// How far back it goes, and what is not among it.
    pub coverage: Option<Coverage>,
}

/// What a history, or a list of NFTs, can know.
#[wire]
pub struct Coverage {
    /// From when on it is whole, `2026-01-31T12:00:00Z`; nothing where it is from the beginning.
    pub since: Option<String>,
    /// Whether it has plain transfers of the native currency.
    pub has_native: bool,
    /// Whether what happened lately, or what moved by it, is still being read.
    pub is_behind: bool,
}

impl Coverage {
    /// All of it.
    #[must_use]
    pub fn whole() -> Self {
        Coverage { since: None, has_native: true, is_behind: false }
    }
}

/// A transaction, as far as it concerns the account.
#[wire]
pub struct Transaction {
    /// Unlike that of any other.
    pub id: String,
    /// Where, when, by whom.
    pub metadata: TransactionMetadata,
    /// What came and went.
    pub transfers: Vec<Transfer>,
}

/// A transaction without what it moved.
#[wire]
pub struct TransactionMetadata {
    /// What it was to the account: `send`, `receive`, `trade`, `approve`, `execute`, `deposit`, `withdraw`,
    /// `mint`, `burn`, `deploy`; servers of others know more words.
    pub operation_type: String,
    /// Its hash, or signature.
    pub hash: String,
    /// When its block was made, `2026-01-31T12:00:00Z`.
    pub mined_at: String,
    /// Who signed it.
    pub sent_from: String,
    /// Whom it called, or paid; empty where it made a contract.
    pub sent_to: String,
    /// How it ended: `confirmed`, `failed` or `pending`; servers of others know more words.
    pub status: String,
    /// Its place among the transactions of who sent it.
    pub nonce: Option<u32>,
    /// Through what it was made, where that is known.
    pub application: Option<Application>,
    /// The chain.
    pub chain: Option<ChainId>,
}

/// A site or contract with a name.
#[wire]
pub struct Application {
    /// Its name.
    pub name: String,
    /// Where its picture is.
    pub icon_url: Option<String>,
}

/// Something that came or went: a token, or an NFT.
#[wire(words = "snake_case")]
pub struct Transfer {
    /// The token, or native currency.
    pub fungible_info: Option<MovedToken>,
    /// The NFT.
    pub nft_info: Option<MovedNft>,
    /// Which way, as the account sees it: `in`, `out`, or `self` for what it sent to itself.
    pub direction: String,
    /// How much, in whole units.
    pub quantity: TransferQuantity,
    /// What it was worth then, in the currency that was asked for; nothing where nobody knows.
    pub value: Option<Number>,
    /// What a whole unit was worth, likewise.
    pub price: Option<Number>,
    /// The other end.
    pub counterparty: Option<String>,
}

/// How much, in whole units.
#[wire]
pub struct TransferQuantity {
    /// Decimal text without trailing zeros: `12.5`.
    pub numeric: String,
}

/// A token.
#[wire(words = "snake_case")]
pub struct MovedToken {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Its picture.
    pub icon: Option<Link>,
}

/// An NFT.
#[wire(words = "snake_case")]
pub struct MovedNft {
    /// Its name; empty where nobody knows.
    pub name: String,
    /// Its pictures.
    pub content: Option<NftContent>,
    /// What is said of it.
    pub flags: NftFlags,
}

/// Pictures of an NFT.
#[wire(words = "snake_case")]
pub struct NftContent {
    /// A small one.
    pub preview: Option<Link>,
    /// A large one.
    pub detail: Option<Link>,
}

/// Where something is.
#[wire]
pub struct Link {
    /// An absolute URL.
    pub url: String,
}

/// What is said of an NFT.
#[wire(words = "snake_case")]
#[derive(Default)]
pub struct NftFlags {
    /// Whether it is there to lure.
    pub is_spam: bool,
}

/// The answer of `GET` [`ACCOUNT`](crate::path::ACCOUNT)`{address}/nfts`: what it holds, of collections that it dealt
/// with itself before others, each the newest first.
#[wire]
#[derive(Default)]
pub struct Nfts {
    /// Those of this page.
    pub nfts: Vec<Nft>,
    /// The `cursor` of the next page, where there is more.
    pub next: Option<String>,
    /// How far back the list goes.
    pub coverage: Option<Coverage>,
}

/// An NFT that an account holds.
#[wire]
pub struct Nft {
    /// The chain.
    pub chain_id: ChainId,
    /// The contract by its [CAIP-10](https://chainagnostic.org/CAIPs/caip-10) id; of Solana the mint.
    pub contract: String,
    /// Which of the contract's, as decimal text; nothing on Solana.
    pub token_id: Option<String>,
    /// How many it holds, as decimal text.
    pub quantity: String,
    /// Its name; empty where nobody knows.
    pub name: String,
    /// The name of its collection; empty where nobody knows.
    pub collection: String,
    /// Where its picture is, at this server; empty where there is none.
    pub image_url: String,
    /// Why it is held to be there to lure: `link`, `claim`, `mass`; empty where it is not.
    pub spam_reasons: Vec<String>,
}
