//! What one instruction does, for a person to see before signing.
//!
//! Amounts are exact integers: of SOL in lamports (10⁻⁹ SOL), of tokens in the smallest unit of their
//! mint. Who an instruction is about is a [`Party`]; the accounts of tokens are not their owners.
//! [`instructions`](super::instructions) reads them.

use super::address::Address;
use super::transaction_message::Party;

/// What one instruction does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "a field is what its name says; its unit is in the name")]
pub enum Action {
    /// Moves SOL.
    SolTransfer { from: Party, to: Party, lamports: u64 },
    /// Makes an account of so many bytes for a program, with SOL of the payer.
    CreateAccount { payer: Party, account: Party, lamports: u64, bytes: u64, owner: Address },
    /// Gives an account room for so many bytes.
    Allocate { account: Party, bytes: u64 },
    /// Gives an account to a program, which may then do with it what it likes.
    Assign { account: Party, owner: Address },
    /// Uses up a durable nonce, in place of a recent blockhash.
    AdvanceNonce { nonce: Party, authority: Party },
    /// Takes SOL out of the account of a nonce.
    WithdrawNonce { nonce: Party, to: Party, lamports: u64, authority: Party },
    /// Makes an account that of a nonce.
    InitializeNonce { nonce: Party, authority: Address },
    /// Lets somebody else use a nonce.
    AuthorizeNonce { nonce: Party, authority: Party, new_authority: Address },

    /// Moves tokens. Mint and decimals are known where they are checked.
    TokenTransfer {
        program: Address,
        from: Party,
        to: Party,
        authority: Party,
        amount: u64,
        checked: Option<Mint>,
    },
    /// Lets a delegate take so many tokens of an account at any time.
    Approve {
        program: Address,
        account: Party,
        delegate: Party,
        authority: Party,
        amount: u64,
        checked: Option<Mint>,
    },
    /// Takes back what a delegate was let.
    Revoke { account: Party, authority: Party },
    /// Gives a right over an account of tokens, or over a mint, to somebody; to nobody, for ever.
    SetAuthority {
        account: Party,
        right: TokenRight,
        authority: Party,
        new_authority: Option<Address>,
    },
    /// Makes new tokens.
    MintTo { mint: Party, to: Party, authority: Party, amount: u64 },
    /// Destroys tokens.
    Burn { mint: Party, from: Party, authority: Party, amount: u64 },
    /// Ends an account of tokens; the SOL in it, wrapped SOL included, goes to somebody.
    CloseAccount { account: Party, to: Party, authority: Party },
    /// Makes an account one for tokens of a mint.
    InitializeTokenAccount { account: Party, mint: Party, owner: Party },
    /// Counts the SOL of an account as wrapped SOL.
    SyncNative { account: Party },
    /// Makes the account in which an owner keeps tokens of a mint; where there is one already and
    /// `is_idempotent`, nothing.
    CreateTokenAccount {
        payer: Party,
        account: Party,
        owner: Party,
        mint: Party,
        is_idempotent: bool,
    },

    /// Sets a limit of the transaction, or what it offers for being first.
    ComputeBudget(Budget),
    /// Keeps a text on the chain.
    Memo { text: String },

    /// Stakes the SOL of an account with a validator.
    StakeDelegate { stake: Party, vote: Party, authority: Party },
    /// Stops that.
    StakeDeactivate { stake: Party, authority: Party },
    /// Takes SOL out of an account of stake.
    StakeWithdraw { stake: Party, to: Party, lamports: u64, authority: Party },
    /// Gives a right over an account of stake to somebody.
    StakeAuthorize { stake: Party, right: StakeRight, new_authority: Party },

    /// Something that a known program does, which we do not read.
    Unread { program: Address },
    /// Something that a program does which we do not know.
    UnknownProgram { program: Address },
}

/// The mint that an instruction says tokens are of; the program refuses any other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mint {
    /// Its account.
    pub mint: Party,
    /// How many decimals its tokens have.
    pub decimals: u8,
}

/// A right over an account of tokens or over a mint (`AuthorityType` of the
/// [program](https://docs.rs/spl-token-2022-interface)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenRight {
    /// To make new tokens.
    MintTokens,
    /// To freeze accounts.
    FreezeAccount,
    /// To move what is in an account: to own it.
    AccountOwner,
    /// To end an account.
    CloseAccount,
    /// One of an extension of Token-2022, by its number.
    Other(u8),
}

/// A right over an account of stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StakeRight {
    /// To say where it is staked.
    Stake,
    /// To take it out.
    Withdraw,
}

/// What a transaction says of its computing
/// ([compute budget](https://solana.com/docs/core/fees#compute-budget)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// The bytes of memory that a program may use.
    HeapBytes(u32),
    /// The most compute units.
    UnitLimit(u32),
    /// What each unit is worth, in millionths of a lamport.
    UnitMicroLamports(u64),
    /// The most bytes of accounts that are loaded.
    LoadedBytes(u32),
}

impl Action {
    /// Whether somebody else is given a right over an account.
    pub fn is_authority_change(&self) -> bool {
        matches!(
            self,
            Action::Assign { .. }
                | Action::AuthorizeNonce { .. }
                | Action::SetAuthority { .. }
                | Action::StakeAuthorize { .. }
        )
    }
}
