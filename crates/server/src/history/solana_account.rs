//! Whose history on Solana is asked for, and what is needed to read and tell it.

use crate::holdings::tokens::Lists;
use crate::rate_limits::Deposit;
use crate::upstream::{Chain, Errand};
use protocol::api::history::Link;

/// Somebody's account on a chain of Solana.
pub(crate) struct SolanaAccount<'a> {
    pub(crate) chain: &'a Chain,
    pub(crate) errand: Errand,
    /// Whoever asks pays for each call by it.
    pub(crate) deposit: &'a Deposit<'a>,
    pub(crate) lists: &'a Lists,
    pub(crate) address: &'a str,
    /// Where the picture of a symbol is, if there is one.
    pub(crate) icon: &'a (dyn Fn(&str) -> Option<Link> + Sync),
}
