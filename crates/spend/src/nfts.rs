//! Which NFTs an account holds.

use protocol::api::history::Nfts;
use protocol::module::spend::{NftPage, SpendAnswer};
use wire::{Long, keep};

use crate::reading::{Account, List};

/// Its NFTs on its chain, without those that lure.
pub(crate) const NFTS: List<Nfts> = List { of: "/nfts", page, coverage: |it| it.coverage.as_ref() };

fn page(_: &Account, Nfts { mut nfts, next, coverage }: Nfts, at_ms: Long) -> SpendAnswer {
    let all = nfts.len();
    keep(&mut nfts, |it| it.spam_reasons.is_empty());
    let spam = u32::try_from(all - nfts.len()).unwrap_or(u32::MAX);
    SpendAnswer::Nfts { page: NftPage { nfts, spam, next, coverage, at_ms } }
}
