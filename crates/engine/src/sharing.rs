//! What becomes of an account as its wallet shares this or that: which of them is in use, and what is known of
//! it no more. Plain changes of an [`Account`].

use protocol::caip::ChainId;

use crate::state::{Account, AccountEntry, Peer, User};

/// What a wallet shares when it is connected.
pub(crate) struct Shared {
    /// Its accounts, the active one first; at least one.
    pub(crate) accounts: Vec<AccountEntry>,
    /// The chain it is on.
    pub(crate) chain: ChainId,
    /// The chains it serves, where it says.
    pub(crate) approved: Option<Vec<ChainId>>,
    /// The session, where a module holds one.
    pub(crate) session: Option<String>,
    /// The wallet at the other end of it.
    pub(crate) peer: Option<Peer>,
    /// Who signed in to it, where a module is the wallet.
    pub(crate) user: Option<User>,
    /// Whether the contract of their smart account is on that chain, where there may be one.
    pub(crate) is_deployed: Option<bool>,
}

impl Shared {
    /// What a wallet shares that says no more than that.
    pub(crate) fn of(accounts: Vec<AccountEntry>, chain: ChainId) -> Self {
        Shared {
            accounts,
            chain,
            approved: None,
            session: None,
            peer: None,
            user: None,
            is_deployed: None,
        }
    }
}

/// The connected wallet shares this.
pub(crate) fn share_all(account: &mut Account, shared: Shared) {
    let Shared { accounts, chain, approved, session: _, peer: _, user, is_deployed } = shared;
    account.approved = approved;
    account.user = user;
    account.smart_account_deployed = is_deployed;
    share(account, accounts, &chain);
}

/// The wallet shares these on a chain; its first account is the active one, unless the person has chosen
/// another over it.
pub(crate) fn share(account: &mut Account, accounts: Vec<AccountEntry>, chain: &ChainId) {
    let first = accounts.first().map(|entry| entry.address.clone());
    let is_same = account.chosen_over.is_some() && account.chosen_over == first;
    let chosen = account.address.clone().filter(|_| is_same);
    take(account, accounts, chosen.as_deref(), chain);
}

/// Takes what the wallet shares; `chosen` is the active one, if it is there.
pub(crate) fn take(
    account: &mut Account,
    mut accounts: Vec<AccountEntry>,
    chosen: Option<&str>,
    chain: &ChainId,
) {
    let first = accounts.first().map(|entry| entry.address.clone());
    let is_put_first = chosen.is_some_and(|it| put_first(&mut accounts, it));
    account.chosen_over = first.filter(|_| is_put_first);
    let before = account.address.take();
    account.address = accounts.first().map(|entry| entry.address.clone());
    if before != account.address {
        forget_balance(account);
        (account.profile_name, account.profile_image) = (None, None);
    }
    // Another account than before: where it is on other chains is not known.
    if address_on(account, chain).is_some_and(|known| Some(known) != account.address) {
        account.caip_addresses = None;
    }
    account.all_accounts = accounts;
}

/// Puts an address first; whether it is there, and was not.
pub(crate) fn put_first(accounts: &mut [AccountEntry], address: &str) -> bool {
    let at = accounts.iter().position(|entry| entry.address == address).unwrap_or_default();
    if let Some(before) = accounts.get_mut(..=at) {
        before.rotate_right(1);
    }
    at > 0
}

/// Somebody or somewhere else: what was held there before says nothing.
pub(crate) fn forget_balance(account: &mut Account) {
    account.balance = None;
    account.balance_symbol = None;
    account.balance_at_ms = None;
    account.is_balance_stale = false;
}

/// The address that an account is known by on a chain.
pub(crate) fn address_on(account: &Account, chain: &ChainId) -> Option<String> {
    let prefix = chain.account("");
    account
        .caip_addresses
        .iter()
        .flatten()
        .find_map(|it| it.strip_prefix(&*prefix))
        .map(str::to_owned)
}
