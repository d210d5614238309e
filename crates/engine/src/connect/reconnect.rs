//! Brings stored connections back when the page loads, without asking anybody.

use protocol::caip::Namespace;
use protocol::module::embedded;
use protocol::rpc::UNAUTHORIZED;
use runtime::Scope;

use crate::catalog::{self, Found};
use crate::connect::conversation::Conversation;
use crate::connect::handoff::{again, peer};
use crate::connect::stored::remember;
use crate::connect::{attempt, faults, listen};
use crate::engine::Engine;
use crate::holdings::balance;
use crate::item::{self, Connection, Snapshot};
use crate::relays::ANY_WALLET;
use crate::sharing::Shared;
use crate::state::{Account, Carrier, ConnectError, ConnectedWallet, WalletRow};
use crate::{account, network};

fn scope(namespace: Namespace) -> Scope {
    Scope::of("restore", namespace as u32)
}

/// Brings the stored connections of all namespaces back.
pub(crate) fn restore(engine: &Engine) {
    for namespace in network::namespaces(engine) {
        restore_one(engine, namespace);
    }
    // What the host no longer has is not brought back.
    let stored: Vec<_> = engine.slices().accounts.with(|them| them.iter().map(|it| it.0).collect());
    for namespace in stored {
        if !network::namespaces(engine).contains(&namespace) {
            end_restore(engine, namespace);
        }
    }
}

/// Brings a stored connection back, unless there is a newer one already. One that is being made goes
/// on beside it, and takes its place.
pub(crate) fn restore_one(engine: &Engine, namespace: Namespace) {
    if !account::is_connected(engine, namespace) {
        engine.runtime().spawn(scope(namespace), bring_back(engine.clone(), namespace));
    }
}

/// Whether a stored connection is still being brought back, though nobody is kept waiting for it any more.
pub(crate) fn is_at_it(engine: &Engine) -> bool {
    let is_at_it = |it: &Namespace| engine.runtime().is_running(scope(*it));
    network::namespaces(engine).iter().any(is_at_it)
}

/// Another tab ended the connection that is being brought back here.
pub(crate) fn abandon(engine: &Engine, namespace: Namespace) {
    if engine.runtime().is_running(scope(namespace)) {
        stop(engine, namespace);
        end_restore(engine, namespace);
    }
}

/// The person decided otherwise.
pub(super) fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
}

async fn bring_back(engine: Engine, namespace: Namespace) {
    let before = before(&engine, namespace).await;
    let name = item::connection(namespace);
    let stored: Option<Connection> = item::read(&engine, &name).await;
    let is_wanted = engine.options().reconnects;
    let Some(connection) = stored.filter(|it| is_wanted && !it.is_disconnected) else {
        return end_restore(&engine, namespace);
    };
    if let Some(carrier) = &connection.carrier {
        return resume(&engine, namespace, carrier, &before).await;
    }
    find(&engine, namespace, &connection.connector, &before).await;
}

/// The account that is to come back: as this page knows it, or as another tab stored it.
async fn before(engine: &Engine, namespace: Namespace) -> Account {
    let here = account::with(engine, namespace, |it| Some(it?.clone()));
    if let Some(here) = here.filter(|it| !it.all_accounts.is_empty()) {
        return here;
    }
    let there: Option<Snapshot> = item::find(engine, item::SNAPSHOT_ITEM).await;
    there.and_then(|it| it.accounts.get(namespace).cloned()).unwrap_or_default()
}

/// Brings back what a module holds a session for. One that fails is asked again, but nobody is kept
/// waiting meanwhile.
async fn resume(engine: &Engine, namespace: Namespace, carrier: &Carrier, before: &Account) {
    again::find(engine).await;
    let mut delays = listen::backoff();
    while let Some(found) = catalog::held(engine, carrier, namespace) {
        let found = as_stored(engine, namespace, found).await;
        let shared = read_shared(engine, namespace, &found).await;
        if let Ok(shared) = shared {
            let Found { mut row, carrier } = found;
            if row.id == ANY_WALLET {
                row = peer::row(engine, row, shared.peer.as_ref());
            }
            account::recall(engine, namespace, before);
            return connected(engine, namespace, Found { row, carrier }, shared).await;
        }
        let was_awaited = account::is_coming_back(engine, namespace);
        end_restore(engine, namespace);
        if is_over(carrier, &shared) {
            if carrier.is_embedded() {
                remember(engine, namespace, embedded::WALLET, None);
            }
            return again::keep(engine, None, None);
        }
        if was_awaited && carrier.is_embedded() {
            faults::tell(engine);
        }
        engine.world().wait(&mut delays).await;
    }
    end_restore(engine, namespace);
}

/// Whether the session is over, as far as its module says. Of the vault's frame only that nobody is signed in counts:
/// one that did not come has said nothing.
fn is_over(carrier: &Carrier, shared: &Result<Shared, ConnectError>) -> bool {
    if carrier.is_embedded() {
        matches!(shared, Err(ConnectError::Wallet { code: UNAUTHORIZED, .. }))
    } else {
        !matches!(shared, Err(ConnectError::NoAnswer))
    }
}

/// The wallet of a session as it was known when it was connected, here or in another tab: the row of its
/// module stands for many.
async fn as_stored(engine: &Engine, namespace: Namespace, found: Found) -> Found {
    let is_it = |it: &ConnectedWallet| it.carrier.as_ref() == Some(&found.carrier);
    let mut stored = account::wallet(engine, namespace).filter(is_it);
    if stored.is_none() {
        let there: Option<Snapshot> = item::find(engine, item::SNAPSHOT_ITEM).await;
        let wallet = there.and_then(|it| it.accounts.get(namespace)?.connected_wallet_info.clone());
        stored = wallet.filter(is_it);
    }
    let Some(ConnectedWallet { identifier, name, icon, .. }) = stored else { return found };
    Found { row: WalletRow { id: identifier, name, icon, ..found.row }, ..found }
}

/// Brings back a wallet of the page, as soon as it announces itself. Anybody may say that it is this
/// one: where several do, an address of `before` tells which it probably was. That is no proof, since
/// addresses are public; a proof would be a signature, and a window at every reload.
async fn find(engine: &Engine, namespace: Namespace, id: &str, before: &Account) {
    let known = account::addresses_of(before);
    let wait_ms = engine.config(|config| config.provider_wait_ms);
    let mut tried = Vec::new();
    loop {
        let announced = catalog::announced(engine, id, namespace, &tried);
        let found = if let Some(found) = engine.world().within(wait_ms, announced).await {
            found
        } else {
            // Some extensions wake up late: the connection comes back when they do, but until then
            // nobody is kept waiting.
            end_restore(engine, namespace);
            catalog::announced(engine, id, namespace, &tried).await
        };
        let carrier = found.carrier.clone();
        tried.push(carrier.clone());
        let Ok(shared) = read_shared(engine, namespace, &found).await else {
            end_restore(engine, namespace);
            continue;
        };
        let is_proven = shared.accounts.iter().any(|it| known.contains(&it.address));
        if !is_proven && catalog::is_double(engine, id) {
            continue;
        }
        account::recall(engine, namespace, before);
        connected(engine, namespace, found, shared).await;
        if is_proven {
            return;
        }
        catalog::doubled(engine, id).await;
        if account::carrier(engine, namespace) != Some(carrier) {
            return;
        }
        listen::forget(engine, namespace);
    }
}

/// The session of a wallet that was just connected serves this namespace too, if it says so.
pub(super) fn join(engine: &Engine, namespace: Namespace, row: &WalletRow, carrier: &Carrier) {
    let this = engine.clone();
    let found = Found { row: row.clone(), carrier: carrier.clone() };
    engine.runtime().spawn(scope(namespace), async move {
        let Ok(shared) = read_shared(&this, namespace, &found).await else { return };
        // It may have ended meanwhile, and another may have been connected.
        let is_on = account::has_session(&this, &found.carrier);
        let is_it = shared.session.as_ref() == found.carrier.session();
        if is_on && is_it && !account::is_there(&this, namespace) {
            let own_id = catalog::own_id(&this, &found.carrier).unwrap_or_default();
            remember(&this, namespace, &own_id, Some(found.carrier.clone()));
            connected(&this, namespace, found, shared).await;
        }
    });
}

/// Nothing is brought back.
fn end_restore(engine: &Engine, namespace: Namespace) {
    if account::is_connected(engine, namespace) {
        return;
    }
    if attempt::is_running(engine, namespace) {
        account::awaited(engine, namespace);
    } else {
        account::disconnected(engine, namespace);
    }
}

/// What a wallet shares without asking anybody; nothing where the host has no network of the namespace.
async fn read_shared(
    engine: &Engine,
    namespace: Namespace,
    found: &Found,
) -> Result<Shared, ConnectError> {
    if !network::namespaces(engine).contains(&namespace) {
        return Err(ConnectError::NoAccounts);
    }
    Conversation::new(engine, &found.carrier, namespace).read_shared(engine).await
}

async fn connected(engine: &Engine, namespace: Namespace, found: Found, shared: Shared) {
    let carrier = account::connected(engine, &found.row, found.carrier, shared);
    listen::start(engine, namespace, &carrier);
    balance::refresh(engine, namespace);
    tell_return(engine, namespace).await;
    // Another tab may have written meanwhile that nobody is there.
    let there: Option<Snapshot> = item::find(engine, item::SNAPSHOT_ITEM).await;
    let Some(there) = there.filter(|it| it.accounts.get(namespace).is_none()) else { return };
    if account::lacking(&account::to_store(engine), &there.accounts).is_empty() {
        engine.0.derived.write_again();
    }
}

/// Another tab may have looked for them in vain, and looks again.
async fn tell_return(engine: &Engine, namespace: Namespace) {
    let name = item::connection(namespace);
    let Some(stored) = item::find::<Connection>(engine, &name).await else { return };
    let returns = Some(stored.returns.unwrap_or_default().wrapping_add(1));
    if !stored.is_disconnected {
        item::write(engine, &name, &Connection { returns, ..stored });
    }
}
