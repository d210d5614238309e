//! The connected accounts, one per namespace. Owns the slice `accounts`.

use chains::registry::UNKNOWN_NAME;
use protocol::caip::{ChainId, Namespace};
use protocol::module::embedded;
use wire::Map;

use crate::catalog::announced::claimed;
use crate::engine::Engine;
use crate::preference;
use crate::sharing::{Shared, address_on, forget_balance, put_first, share, share_all, take};
use crate::state::{Account, AccountEntry, Accounts, Carrier, ConnectedWallet, Status, WalletRow};

/// The accounts of a snapshot: what was connected is being brought back.
pub(crate) fn restored(stored: &Accounts) -> Accounts {
    let mut accounts = Map::default();
    let is_known = |it: &Account| it.status != Status::Disconnected && it.address.is_some();
    for (namespace, account) in stored.iter().filter(|(_, account)| is_known(account)) {
        accounts.set(namespace, lasting(account, Status::Connecting));
    }
    accounts
}

/// The accounts that the next page is to know: those that are connected, or about to be again.
pub(crate) fn to_store(engine: &Engine) -> Accounts {
    let mut accounts = Map::default();
    for (namespace, account) in engine.slices().accounts.get().iter() {
        if account.address.is_some() {
            accounts.set(namespace, lasting(account, Status::Connected));
        }
    }
    accounts
}

/// The namespaces of which there are accounts in `of`, and none in `accounts`.
pub(crate) fn lacking(accounts: &Accounts, of: &Accounts) -> Vec<Namespace> {
    of.iter().map(|it| it.0).filter(|it| accounts.get(*it).is_none()).collect()
}

/// What of an account outlives the page: a handle does not, a module's session does.
fn lasting(account: &Account, status: Status) -> Account {
    let mut account = Account { status, ..account.clone() };
    if let Some(wallet) = &mut account.connected_wallet_info {
        wallet.carrier.take_if(|it| !matches!(it, Carrier::Module { .. }));
    }
    account
}

/// Reads the account of a namespace.
pub(crate) fn with<R>(
    engine: &Engine,
    namespace: Namespace,
    read: impl FnOnce(Option<&Account>) -> R,
) -> R {
    engine.slices().accounts.with(|accounts| read(accounts.get(namespace)))
}

/// Whether an account is connected, or being brought back.
pub(crate) fn is_there(engine: &Engine, namespace: Namespace) -> bool {
    with(engine, namespace, |account| account.is_some_and(|account| account.address.is_some()))
}

/// Whether an account is connected.
pub(crate) fn is_connected(engine: &Engine, namespace: Namespace) -> bool {
    with(engine, namespace, |it| it.is_some_and(|it| it.status == Status::Connected))
}

/// Whether a connection is being made or brought back.
fn is_connecting(engine: &Engine, namespace: Namespace) -> bool {
    with(engine, namespace, |it| it.is_some_and(|it| it.status == Status::Connecting))
}

/// Whether a stored connection is being brought back.
pub(crate) fn is_coming_back(engine: &Engine, namespace: Namespace) -> bool {
    is_connecting(engine, namespace) && is_there(engine, namespace)
}

/// The namespaces with an account that is connected, being made or brought back.
pub(crate) fn present(engine: &Engine) -> Vec<Namespace> {
    engine.slices().accounts.with(|accounts| {
        let present = accounts.iter().filter(|(_, it)| it.status != Status::Disconnected);
        present.map(|(namespace, _)| namespace).collect()
    })
}

/// The namespaces with a connected account.
pub(crate) fn connected_namespaces(engine: &Engine) -> Vec<Namespace> {
    engine.slices().accounts.with(|accounts| {
        let connected = accounts.iter().filter(|(_, it)| it.status == Status::Connected);
        connected.map(|(namespace, _)| namespace).collect()
    })
}

/// The accounts shared with the host; nothing while not connected.
pub(crate) fn entries(engine: &Engine, namespace: Namespace) -> Option<Vec<AccountEntry>> {
    with(engine, namespace, |account| {
        account.filter(|it| it.status == Status::Connected).map(|it| it.all_accounts.clone())
    })
}

/// The addresses of an account, connected or being brought back.
pub(crate) fn addresses(engine: &Engine, namespace: Namespace) -> Vec<String> {
    with(engine, namespace, |account| account.map(addresses_of).unwrap_or_default())
}

/// The addresses of an account.
pub(crate) fn addresses_of(account: &Account) -> Vec<String> {
    account.all_accounts.iter().map(|entry| entry.address.clone()).collect()
}

/// The wallet behind the account.
pub(crate) fn wallet(engine: &Engine, namespace: Namespace) -> Option<ConnectedWallet> {
    with(engine, namespace, |account| account?.connected_wallet_info.clone())
}

/// The namespaces that end with this one: those of the same session, which is one.
pub(crate) fn of_one_session(engine: &Engine, namespace: Namespace) -> Vec<Namespace> {
    let carrier_of = |it| wallet(engine, it).and_then(|wallet| wallet.carrier);
    let session = carrier_of(namespace).filter(|it| matches!(it, Carrier::Module { .. }));
    let mut all = vec![namespace];
    if session.is_some() {
        let others = present(engine).into_iter().filter(|it| *it != namespace);
        all.extend(others.filter(|it| carrier_of(*it) == session));
    }
    all
}

/// Whether somebody is connected by this session.
pub(crate) fn has_session(engine: &Engine, carrier: &Carrier) -> bool {
    connected_namespaces(engine)
        .into_iter()
        .any(|it| self::carrier(engine, it).as_ref() == Some(carrier))
}

/// Whether somebody is connected by the embedded wallet.
pub(crate) fn is_of_vault(engine: &Engine) -> bool {
    !namespaces_of_vault(engine).is_empty()
}

/// The namespaces whose wallet that is.
pub(crate) fn namespaces_of_vault(engine: &Engine) -> Vec<Namespace> {
    let is_it = |it: &Account| {
        let wallet = it.connected_wallet_info.as_ref();
        wallet.is_some_and(|wallet| wallet.identifier == embedded::WALLET)
    };
    let accounts = &engine.slices().accounts;
    accounts.with(|all| all.iter().filter(|(_, it)| is_it(it)).map(|(it, _)| it).collect())
}

/// Where the connected wallet is spoken to.
pub(crate) fn carrier(engine: &Engine, namespace: Namespace) -> Option<Carrier> {
    wallet(engine, namespace).filter(|_| is_connected(engine, namespace))?.carrier
}

/// The chain the account is on.
pub(crate) fn chain(engine: &Engine, namespace: Namespace) -> Option<ChainId> {
    with(engine, namespace, |account| account?.chain.clone())
}

/// The address and the chain it is on.
pub(crate) fn address_and_chain(
    engine: &Engine,
    namespace: Namespace,
) -> Option<(String, ChainId)> {
    with(engine, namespace, |account| Some((account?.address.clone()?, account?.chain.clone()?)))
}

/// Whether the account is on a network that the host does not have.
pub(crate) fn is_unsupported(engine: &Engine, namespace: Namespace) -> bool {
    with(engine, namespace, |it| {
        it.is_some_and(|it| it.status == Status::Connected && !it.is_supported)
    })
}

/// An attempt to connect has begun; who is connected, or coming back, stays until another is. What it
/// returns brings the account back to rest when it is dropped without a connection.
pub(crate) fn connecting(engine: &Engine, namespace: Namespace) -> Resting {
    if !is_there(engine, namespace) {
        awaited(engine, namespace);
    }
    Resting { engine: engine.clone(), namespace }
}

/// Nobody is there, but somebody is about to be.
pub(crate) fn awaited(engine: &Engine, namespace: Namespace) {
    let connecting = Account { status: Status::Connecting, ..Account::default() };
    engine.slices().accounts.update(|accounts| accounts.set(namespace, connecting));
}

/// Brings the account back to rest.
pub(crate) struct Resting {
    engine: Engine,
    namespace: Namespace,
}

impl Drop for Resting {
    fn drop(&mut self) {
        let Resting { engine, namespace } = self;
        if is_connecting(engine, *namespace) && !is_there(engine, *namespace) {
            disconnected(engine, *namespace);
        }
    }
}

/// The wallet is connected and shares this. Returns where it is spoken to from now on.
pub(crate) fn connected(
    engine: &Engine,
    row: &WalletRow,
    mut carrier: Carrier,
    shared: Shared,
) -> Carrier {
    if let (Carrier::Module { session, .. }, Some(made)) = (&mut carrier, &shared.session) {
        *session = Some(made.clone());
    }
    let chain = shared.chain.clone();
    let wallet = ConnectedWallet {
        identifier: claimed(&row.id).to_owned(),
        icon: row.icon.clone(),
        name: row.name.clone(),
        carrier: Some(carrier.clone()),
        is_elsewhere: carrier.is_elsewhere().then_some(true),
    };
    update(engine, chain.namespace, |account| {
        let before = account.connected_wallet_info.as_ref();
        if before.is_none_or(|before| before.identifier != wallet.identifier) {
            account.caip_addresses = None;
            account.chosen_over = None;
        }
        account.status = Status::Connected;
        account.connected_wallet_info = Some(wallet);
        share_all(account, shared);
    });
    moved(engine, &chain);
    carrier
}

/// The wallet of a session is known to be this one.
pub(crate) fn recognised(engine: &Engine, session: &Carrier, row: &WalletRow) {
    let of_it = |it: &Namespace| carrier(engine, *it).as_ref() == Some(session);
    for namespace in connected_namespaces(engine).into_iter().filter(of_it) {
        update(engine, namespace, |account| {
            if let Some(wallet) = &mut account.connected_wallet_info {
                (wallet.identifier, wallet.icon) = (row.id.clone(), row.icon.clone());
            }
        });
    }
}

/// The connected wallet shares this now.
pub(crate) fn reached(engine: &Engine, shared: Shared) {
    let chain = shared.chain.clone();
    if !is_connected(engine, chain.namespace) {
        return;
    }
    update(engine, chain.namespace, |account| share_all(account, shared));
    moved(engine, &chain);
}

/// What the connected wallet shared on a chain when it was there last.
pub(crate) fn known_on(engine: &Engine, chain: &ChainId) -> Option<Shared> {
    with(engine, chain.namespace, |account| {
        let (account, chain) = (account?, chain.clone());
        let address = address_on(account, &chain)?;
        let r#type = account.all_accounts.first().map(|now| now.r#type).unwrap_or_default();
        let accounts = vec![AccountEntry { address, r#type, public_key: None }];
        Some(Shared {
            approved: account.approved.clone(),
            user: account.user.clone(),
            is_deployed: account.smart_account_deployed,
            ..Shared::of(accounts, chain)
        })
    })
}

/// The connected wallet shares other accounts now.
pub(crate) fn changed(engine: &Engine, namespace: Namespace, accounts: Vec<AccountEntry>) {
    // Whoever asked the wallet may hear from it after it was disconnected.
    if !is_connected(engine, namespace) {
        return;
    }
    if let Some(chain) = chain(engine, namespace) {
        update(engine, namespace, |account| share(account, accounts, &chain));
        moved(engine, &chain);
    }
}

/// Whether the person can choose among the accounts of the wallet. One of Solana speaks for the account that
/// is active there alone.
pub(crate) fn has_choice(engine: &Engine, namespace: Namespace) -> bool {
    let has_several = |it: &Account| it.status == Status::Connected && it.all_accounts.len() > 1;
    namespace != Namespace::Solana && with(engine, namespace, |it| it.is_some_and(has_several))
}

/// The person uses this account of the wallet from now on. False where that changes nothing.
pub(crate) fn choose(engine: &Engine, namespace: Namespace, address: &str) -> bool {
    let is_other = |it: &Account| {
        it.address.as_deref() != Some(address)
            && it.all_accounts.iter().any(|entry| entry.address == address)
    };
    let chain = chain(engine, namespace).filter(|_| has_choice(engine, namespace));
    let Some(chain) = chain else { return false };
    if !with(engine, namespace, |it| it.is_some_and(is_other)) {
        return false;
    }
    update(engine, namespace, |account| {
        let mut accounts = account.all_accounts.clone();
        if let Some(first) = &account.chosen_over {
            put_first(&mut accounts, first);
        }
        take(account, accounts, Some(address), &chain);
    });
    moved(engine, &chain);
    true
}

/// Who comes back when nobody waits for them any more is who they were.
pub(crate) fn recall(engine: &Engine, namespace: Namespace, before: &Account) {
    if !is_there(engine, namespace) && before.chosen_over.is_some() {
        update(engine, namespace, |account| {
            account.address.clone_from(&before.address);
            account.chosen_over.clone_from(&before.chosen_over);
            account.connected_wallet_info.clone_from(&before.connected_wallet_info);
        });
    }
}

/// The connected wallet is on this chain now.
pub(crate) fn moved(engine: &Engine, chain: &ChainId) {
    if !is_connected(engine, chain.namespace) {
        return;
    }
    let network = engine.config(|config| config.network(chain).cloned());
    update(engine, chain.namespace, |account| {
        let address = account.address.clone().unwrap_or_default();
        if account.chain.as_ref() != Some(chain) {
            forget_balance(account);
        }
        account.chain = Some(chain.clone());
        let caip_address = chain.account(&address);
        // No more than the host has networks, wherever a wallet says it goes.
        let known = account.caip_addresses.get_or_insert_default();
        if network.is_some() && !known.contains(&caip_address) {
            known.push(caip_address.clone());
        }
        account.caip_address = Some(caip_address);
        account.is_supported = network.is_some();
        let explorer = network.as_ref().and_then(|network| network.block_explorer.as_ref());
        account.address_explorer_url = explorer.map(|it| [&it.url, "/address/", &address].concat());
        account.network_name =
            Some(network.map_or(UNKNOWN_NAME.to_owned(), |network| network.name));
        preference::tell(engine, account);
    });
}

/// The host has other networks: what is known of the accounts' chains is found anew.
pub(crate) fn configure(engine: &Engine) {
    for namespace in connected_namespaces(engine) {
        if let Some(chain) = chain(engine, namespace) {
            moved(engine, &chain);
        }
    }
}

/// No account of this namespace is connected any more.
pub(crate) fn disconnected(engine: &Engine, namespace: Namespace) {
    engine.slices().accounts.update(|accounts| accounts.set(namespace, Account::default()));
}

/// Changes the account.
pub(crate) fn update(engine: &Engine, namespace: Namespace, change: impl FnOnce(&mut Account)) {
    engine.slices().accounts.update(|accounts| {
        let mut account = accounts.get(namespace).cloned().unwrap_or_default();
        change(&mut account);
        accounts.set(namespace, account);
    });
}
