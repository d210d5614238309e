//! Whom a wallet has sent something, or let take something, as far as this browser knows: an address that is made to be
//! taken for one of them is told before anybody approves it.

use crate::kept;
use crate::memory::KeptDealings;
use crate::vault::Vault;

/// How many are kept: the latest.
const MOST: usize = 64;

/// Those of the account of eip155 at `account`, the latest first.
pub(crate) async fn of(vault: &Vault, account: &str) -> Vec<String> {
    let kept = kept::dealings(vault).await.filter(|it| it.account == account);
    kept.map(|it| it.addresses).unwrap_or_default()
}

/// The account has dealt with them.
pub(crate) async fn add(vault: &Vault, account: &str, parties: Vec<String>) {
    if parties.is_empty() {
        return;
    }
    let mut addresses = parties;
    for known in of(vault, account).await {
        if !addresses.contains(&known) {
            addresses.push(known);
        }
    }
    addresses.truncate(MOST);
    let dealings = KeptDealings { account: account.to_owned(), addresses };
    kept::keep_dealings(vault, Some(&dealings)).await;
}
