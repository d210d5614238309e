//! The connected account. Owns the slice `accounts`.

use chains::registry::UNKNOWN_NAME;
use protocol::caip::{ChainId, Namespace};
use runtime::{Op, Reply, Scope};
use wire::Map;

use crate::connect::wallet::Wallet;
use crate::item::{self, Snapshot};
use crate::state::{
    Account, AccountEntry, AccountType, Accounts, ConnectedWallet, MessageKind, Status, ToastText,
    WalletRow,
};
use crate::{Engine, modal, network, toast};

const NAMESPACE: Namespace = Namespace::Eip155;
const COPY: Scope = Scope::new("copy");

/// The accounts of a snapshot: what was connected is being brought back.
pub(crate) fn restored(snapshot: &Snapshot) -> Accounts {
    let mut accounts = Map::default();
    for (namespace, account) in snapshot.accounts.iter() {
        let mut account = account.clone();
        account.status = Status::Connecting;
        if let Some(wallet) = &mut account.wallet {
            // Handles are of the page that wrote the snapshot.
            wallet.handle = None;
        }
        accounts.set(namespace, account);
    }
    accounts
}

/// Reads the account.
pub(crate) fn with<R>(engine: &Engine, read: impl FnOnce(Option<&Account>) -> R) -> R {
    engine.slices().accounts.with(|accounts| read(accounts.get(NAMESPACE)))
}

/// Whether an account is connected, or being brought back.
pub(crate) fn is_there(engine: &Engine) -> bool {
    with(engine, |account| account.is_some_and(|account| account.address.is_some()))
}

/// The addresses shared with the host; nothing while not connected.
pub(crate) fn addresses(engine: &Engine) -> Option<Vec<String>> {
    with(engine, |account| {
        let account = account.filter(|account| account.status == Status::Connected)?;
        Some(account.all_accounts.iter().map(|entry| entry.address.clone()).collect())
    })
}

/// Whether a connection is being made or brought back.
pub(crate) fn is_connecting(engine: &Engine) -> bool {
    with(engine, |account| account.is_some_and(|account| account.status == Status::Connecting))
}

/// The wallet behind the account.
pub(crate) fn wallet(engine: &Engine) -> Option<ConnectedWallet> {
    with(engine, |account| account?.wallet.clone())
}

/// The provider of the connected wallet.
pub(crate) fn provider(engine: &Engine) -> Option<Wallet> {
    addresses(engine)?;
    wallet(engine)?.handle.map(|handle| Wallet::new(engine, handle))
}

/// The chain the account is on.
pub(crate) fn chain(engine: &Engine) -> Option<ChainId> {
    with(engine, |account| account?.chain.clone())
}

/// The address and the chain it is on.
pub(crate) fn place(engine: &Engine) -> Option<(String, ChainId)> {
    with(engine, |account| Some((account?.address.clone()?, account?.chain.clone()?)))
}

/// An attempt to connect has begun. What it returns brings the account back to rest when it is
/// dropped without a connection.
pub(crate) fn connecting(engine: &Engine) -> Resting {
    let before = engine.slices().accounts.get();
    engine.slices().accounts.update(|accounts| match accounts.get_mut(NAMESPACE) {
        Some(account) if account.status == Status::Connected => {}
        _ => accounts.set(NAMESPACE, Account { status: Status::Connecting, ..Account::default() }),
    });
    let was_connected = before.get(NAMESPACE).is_some_and(|it| it.status == Status::Connected);
    Resting { engine: engine.clone(), was_connected }
}

/// Brings the account back to rest.
pub(crate) struct Resting {
    engine: Engine,
    was_connected: bool,
}

impl Drop for Resting {
    fn drop(&mut self) {
        if !self.was_connected && is_connecting(&self.engine) {
            disconnected(&self.engine);
        }
    }
}

/// The wallet shares these addresses, on this chain.
pub(crate) fn connected(engine: &Engine, row: &WalletRow, addresses: Vec<String>, chain: &ChainId) {
    let wallet = ConnectedWallet {
        id: row.id.clone(),
        name: row.name.clone(),
        icon: row.icon.clone(),
        handle: Some(row.handle),
    };
    update(engine, |account| {
        account.status = Status::Connected;
        account.wallet = Some(wallet);
        share(account, addresses);
    });
    moved(engine, chain);
}

/// The wallet shares other addresses now.
pub(crate) fn changed(engine: &Engine, addresses: Vec<String>) {
    update(engine, |account| share(account, addresses));
    if let Some(chain) = chain(engine) {
        moved(engine, &chain);
    }
}

/// The wallet is on this chain now.
pub(crate) fn moved(engine: &Engine, chain: &ChainId) {
    let network = engine.config(|config| config.network(chain).cloned());
    update(engine, |account| {
        let address = account.address.clone().unwrap_or_default();
        if account.chain.as_ref() != Some(chain) {
            account.balance = None;
        }
        account.chain = Some(chain.clone());
        account.caip_address = Some(chain.account(&address));
        account.is_supported = network.is_some();
        let explorer = network.as_ref().and_then(|network| network.explorer.as_ref());
        account.explorer_url = explorer.map(|it| [&it.url, "/address/", &address].concat());
        account.network_name =
            Some(network.map_or(UNKNOWN_NAME.to_owned(), |network| network.name));
    });
    network::activate(engine, chain);
    network::remember(engine, &network::active(engine));
}

/// No account is connected any more.
pub(crate) fn disconnected(engine: &Engine) {
    engine.slices().accounts.update(|accounts| accounts.set(NAMESPACE, Account::default()));
    modal::leave_account(engine);
    item::save_snapshot(engine);
}

/// Changes the account; the snapshot follows.
pub(crate) fn update(engine: &Engine, change: impl FnOnce(&mut Account)) {
    engine.slices().accounts.update(|accounts| {
        let mut account = accounts.get(NAMESPACE).cloned().unwrap_or_default();
        change(&mut account);
        accounts.set(NAMESPACE, account);
    });
    item::save_snapshot(engine);
}

/// The first address is the active one, unless the active one is still among them.
fn share(account: &mut Account, addresses: Vec<String>) {
    let before = account.address.take();
    account.address = addresses.first().cloned();
    if before != account.address {
        account.balance = None;
    }
    let entry = |address| AccountEntry { address, r#type: AccountType::Eoa };
    account.all_accounts = addresses.into_iter().map(entry).collect();
}

/// Puts the address on the clipboard, in the turn of the click.
pub(crate) fn copy_address(engine: &Engine) {
    let Some(address) = with(engine, |account| account?.address.clone()) else { return };
    let this = engine.clone();
    engine.runtime().spawn(COPY, async move {
        match this.world().perform(Op::Copy { text: address }).await {
            Reply::Done => toast::show(&this, MessageKind::Success, ToastText::AddressCopied),
            _ => toast::show(&this, MessageKind::Error, ToastText::CopyFailed),
        }
    });
}
