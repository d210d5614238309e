//! What a transaction or a signature does, one thing after the other: the steps of a
//! reading.

use wire::wire;

use crate::module::reading_row::ReadingRow;

/// One thing that is done.
#[wire]
pub struct ReadingStep {
    /// How deep inside of the step before it stands; 0 is outermost.
    pub depth: u32,
    /// In which of several transactions, from 0.
    pub transaction: u32,
    /// What it does.
    pub act: StepAct,
    /// To whom, of what, how much.
    pub rows: Vec<ReadingRow>,
}

/// What one step does.
#[wire]
pub enum StepAct {
    /// Sends the native currency.
    Pay,
    /// Sends tokens.
    Transfer,
    /// Lets another take tokens.
    Allow,
    /// Hands in, or makes, a signature that lets another take tokens.
    Permit,
    /// Lets another take less than before.
    Reduce,
    /// Lets another take every token of a contract.
    AllowAll,
    /// Lets another take no token of a contract any more.
    DisallowAll,
    /// Takes back what another was let.
    Revoke,
    /// Wraps the native currency.
    Wrap,
    /// Unwraps it.
    Unwrap,
    /// Changes who rules a contract.
    Rule,
    /// Does several things at once: the steps inside of it.
    Many,
    /// Has a Safe make the call inside of it.
    Execute,
    /// Has a Safe run foreign code as its own: the step inside of it.
    DelegateExecute,
    /// Creates a contract.
    Create,
    /// Calls what is not known here.
    Unknown,
    /// Calls a known function with parameters that are not as they are written.
    Malformed,
    /// Makes an account.
    CreateAccount,
    /// Gives an account room.
    Allocate,
    /// Gives an account to a program.
    Assign,
    /// Uses up a durable nonce.
    AdvanceNonce,
    /// Takes the native currency out of the account of a nonce.
    WithdrawNonce,
    /// Makes an account that of a nonce.
    InitializeNonce,
    /// Lets somebody else use a nonce.
    AuthorizeNonce,
    /// Gives a right over an account of tokens, or over a mint.
    SetAuthority,
    /// Makes new tokens.
    Mint,
    /// Destroys tokens.
    Burn,
    /// Ends an account.
    CloseAccount,
    /// Makes an account one for tokens.
    InitializeTokenAccount,
    /// Makes the account in which an owner keeps tokens.
    CreateTokenAccount,
    /// Counts what lies in an account as wrapped.
    SyncNative,
    /// Says how much it may compute, and what that is worth.
    Budget,
    /// Keeps a text on the chain.
    Memo,
    /// Stakes with a validator.
    Stake,
    /// Stops that.
    Unstake,
    /// Takes out what was staked.
    WithdrawStake,
    /// Gives a right over what is staked.
    AuthorizeStake,
    /// Something that a known program does, which is not read here.
    Unread,
    /// Something that an unknown program does.
    UnknownProgram,
    /// Of what the account has there is less afterwards.
    Give,
    /// There is more.
    Get,
}
