//! What an account did.

use protocol::api::history::{History, Transaction, Transfer};
use protocol::module::spend::{ActivityPage, SpendAnswer};
use wire::{Long, keep};

use crate::reading::{Account, List};

/// Its transactions on its chain, without those that only lure.
pub(crate) const ACTIVITY: List<History> =
    List { of: "/history", page, coverage: |it| it.coverage.as_ref() };

fn page(account: &Account, read: History, at_ms: Long) -> SpendAnswer {
    let History { data: mut transactions, next, coverage } = read;
    keep(&mut transactions, |it| {
        let is_here = it.metadata.chain.as_ref().is_none_or(|chain| *chain == account.chain);
        is_here && !is_spam(it)
    });
    SpendAnswer::Activity { page: ActivityPage { transactions, next, coverage, at_ms } }
}

/// Whether all that it moved is there to lure.
fn is_spam(transaction: &Transaction) -> bool {
    let lures = |it: &Transfer| it.nft_info.as_ref().is_some_and(|nft| nft.flags.is_spam);
    !transaction.transfers.is_empty() && transaction.transfers.iter().all(lures)
}
