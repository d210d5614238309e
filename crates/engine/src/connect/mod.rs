//! Connecting and disconnecting. Owns the slice `connect`.
//!
//! `injected.rs` is the conversation with a wallet of eip155, `standard.rs` that with wallets of the
//! other ecosystems, `wallet.rs` the provider of either; `reconnect.rs` brings a stored connection
//! back, `listen.rs` follows what the wallet tells later.

mod injected;
mod listen;
mod reconnect;
mod standard;
pub(crate) mod wallet;

use protocol::caip::Namespace;
use protocol::event::wallet::{ConnectMethod, WalletEvent, WalletPlatform};
use protocol::rpc::RESOURCE_UNAVAILABLE;
use runtime::{Race, Scope, race};
use wire::{Json, Word};

pub(crate) use injected::chain_id;
pub(crate) use listen::look_again;
pub(crate) use reconnect::{abandon, restore, restore_one};
pub(crate) use standard::reach;

use crate::account::Resting;
use crate::item::{self, Connection};
use crate::provider::{self, Question};
use crate::state::{Connect, ConnectError, ConnectStep, View, WalletRow};
use crate::{Engine, account, analytics, balance, catalog, directory, modal, network};
use wallet::{Fault, Wallet};

const CONNECT: Scope = Scope::new("connect");
/// After this long a person may need a hint.
const SLOW_MS: u32 = 10_000;
/// What a wallet has to revoke its permissions.
const REVOKE_MS: u32 = 100;

/// Connects the wallet of this id: on this ecosystem, else on the only one it serves, else the
/// person chooses. One that is not installed shows where it can be had.
pub(crate) fn start(engine: &Engine, id: &str, namespace: Option<Namespace>) {
    if engine.slices().features.with(|it| it.legal_checkbox && !it.is_accepted) {
        return;
    }
    // A wallet of the directory may have announced itself since it was listed.
    let found = catalog::find(engine, id).or_else(|| directory::listed(engine, id));
    let Some(row) = found.filter(|row| !row.providers.is_empty()) else {
        give_up(engine);
        return directory::choose(engine, id);
    };
    let wanted = namespace.or(engine.slices().catalog.with(|catalog| catalog.namespace));
    let provider = match wanted {
        Some(wanted) => row.providers.iter().find(|it| it.namespace == wanted),
        None if row.providers.len() == 1 => row.providers.first(),
        None => None,
    };
    match provider.map(|it| it.namespace) {
        Some(namespace) => begin(engine, row, namespace),
        None => choose(engine, row),
    }
}

/// Tries the same wallet again.
pub(crate) fn retry(engine: &Engine) {
    let again = engine.slices().connect.with(|it| it.wallet.clone().zip(it.namespace));
    if let Some((row, namespace)) = again {
        begin(engine, row, namespace);
    }
}

/// Gives the attempt up; its views go, and whether one of them showed. Whatever the wallet answers
/// later is ignored.
pub(crate) fn give_up(engine: &Engine) -> bool {
    engine.runtime().cancel(CONNECT);
    engine.slices().connect.set(Connect::default());
    let over = [View::ConnectingExternal, View::ConnectingMultiChain];
    engine.slices().route.update(|route| route.leave(&over))
}

/// Whether an attempt in this ecosystem is under way.
fn is_running(engine: &Engine, namespace: Namespace) -> bool {
    engine.runtime().is_running(CONNECT)
        && engine.slices().connect.with(|connect| connect.namespace) == Some(namespace)
}

/// The person chooses one of the wallet's ecosystems.
fn choose(engine: &Engine, row: WalletRow) {
    prepare(engine);
    engine.slices().connect.set(Connect {
        wallet: Some(row),
        namespace: None,
        step: ConnectStep::Choosing,
    });
    engine.slices().route.update(|route| route.push(View::ConnectingMultiChain));
}

fn begin(engine: &Engine, row: WalletRow, namespace: Namespace) {
    let Some(provider) = row.providers.iter().find(|it| it.namespace == namespace) else { return };
    let handle = provider.handle;
    prepare(engine);
    reconnect::stop(engine, namespace);
    analytics::track(
        engine,
        &WalletEvent::SelectWallet { name: row.name.clone(), platform: WalletPlatform::Browser },
    );
    engine.slices().connect.set(Connect {
        wallet: Some(row.clone()),
        namespace: Some(namespace),
        step: ConnectStep::Waiting { slow: false },
    });
    engine.slices().route.update(|route| route.push(View::ConnectingExternal));
    // Here and not in the flow, which may be dropped before it runs.
    let resting = account::connecting(engine, namespace);
    engine.runtime().spawn(CONNECT, attempt(engine.clone(), row, namespace, handle, resting));
}

fn prepare(engine: &Engine) {
    engine.runtime().cancel(CONNECT);
    network::stop(engine);
    if !engine.slices().modal.with(|modal| modal.open) {
        modal::open(engine, Some(View::Connect), None);
    }
}

async fn attempt(
    engine: Engine,
    row: WalletRow,
    namespace: Namespace,
    handle: u32,
    resting: Resting,
) {
    let wallet = Wallet::new(&engine, handle);
    let chain = network::chain_for(&engine, namespace);
    let asking = async {
        match namespace {
            Namespace::Eip155 => injected::connect(&engine, &wallet, chain).await,
            _ => standard::connect(&engine, &wallet, chain, false).await,
        }
    };
    match race(asking, hint_when_slow(&engine)).await {
        Race::Left(Ok(shared)) => {
            account::connected(&engine, &row, handle, shared);
            network::enter(&engine, namespace);
            drop(resting);
            engine.slices().connect.set(Connect::default());
            modal::close_connected(&engine);
            provider::settle(&engine);
            listen::start(&engine, namespace, wallet);
            balance::refresh(&engine, namespace);
            let own_id = catalog::own_id(&engine, handle).unwrap_or_else(|| row.id.clone());
            remember(&engine, namespace, &own_id, false);
            catalog::used(&engine, &row);
            let event =
                WalletEvent::ConnectSuccess { method: ConnectMethod::Browser, name: row.name };
            analytics::track(&engine, &event);
        }
        Race::Left(Err(error)) => {
            analytics::track(
                &engine,
                &WalletEvent::ConnectError { message: counted_as(&error).to_owned() },
            );
            engine.slices().connect.update(|connect| connect.step = ConnectStep::Failed { error });
        }
        Race::Right(never) => match never {},
    }
}

async fn hint_when_slow(engine: &Engine) -> std::convert::Infallible {
    engine.world().sleep(SLOW_MS).await;
    engine.slices().connect.update(|connect| {
        if matches!(connect.step, ConnectStep::Waiting { .. }) {
            connect.step = ConnectStep::Waiting { slow: true };
        }
    });
    std::future::pending().await
}

/// Disconnects one ecosystem, or all, and asks the wallets to revoke their permissions.
pub(crate) fn disconnect(engine: &Engine, namespace: Option<Namespace>, question: Question) {
    let all = || engine.slices().accounts.with(|them| them.iter().map(|it| it.0).collect());
    let gone: Vec<Namespace> = namespace.map_or_else(all, |one| vec![one]);
    for namespace in gone {
        reconnect::stop(engine, namespace);
        let wallet = account::wallet(engine, namespace);
        forget(engine, namespace);
        // Marked even where the wallet is still awaited, so that it is not brought back.
        let id = wallet.as_ref().map(|wallet| &*wallet.id).unwrap_or_default();
        remember(engine, namespace, id, true);
        revoke(engine, namespace, wallet.and_then(|wallet| wallet.handle));
    }
    let told = namespace.map_or("all", |it| it.word()).to_owned();
    analytics::track(engine, &WalletEvent::DisconnectSuccess { namespace: told });
    if namespace.is_none() {
        modal::close(engine);
    }
    provider::settle(engine);
    question.done();
}

/// Asks the wallet to take its permission back, and does not wait long for it.
fn revoke(engine: &Engine, namespace: Namespace, handle: Option<u32>) {
    let Some(handle) = handle else { return };
    let wallet = Wallet::new(engine, handle);
    engine.runtime().spawn(Scope::of("disconnect", namespace as u32), async move {
        let what = Json::list([Json::object([("eth_accounts", Json::Object(vec![]))])]);
        let (method, params) = match namespace {
            Namespace::Eip155 => ("wallet_revokePermissions", Some(what)),
            _ => ("disconnect", None),
        };
        drop(wallet.within(REVOKE_MS, method, params).await);
    });
}

/// Forgets the connection: the wallet has gone, or the person disconnected. An open dialog that was
/// about it closes; one that connects a wallet of another ecosystem stays.
pub(crate) fn forget(engine: &Engine, namespace: Namespace) {
    let attempted = engine.slices().connect.with(|connect| connect.namespace);
    let about = attempted.or_else(|| network::awaited(engine));
    let was_shown = about.unwrap_or_else(|| network::namespace(engine)) == namespace;
    listen::stop(engine, namespace);
    balance::stop(engine, namespace);
    if was_shown {
        network::stop(engine);
    }
    account::disconnected(engine, namespace);
    if was_shown {
        modal::close(engine);
    }
}

fn remember(engine: &Engine, namespace: Namespace, id: &str, is_disconnected: bool) {
    let connection = Connection { connector: id.to_owned(), is_disconnected };
    item::write(engine, &item::connection(namespace), &connection);
}

/// What an error is called where it is counted.
fn counted_as(error: &ConnectError) -> &'static str {
    match error {
        ConnectError::Refused => "refused",
        ConnectError::Pending => "pending",
        ConnectError::NoAccounts => "noAccounts",
        ConnectError::ChainRefused { .. } => "chainRefused",
        ConnectError::ChainUnsupported { .. } => "chainUnsupported",
        ConnectError::NoAnswer => "noAnswer",
        ConnectError::Wallet { .. } => "wallet",
    }
}

impl From<Fault> for ConnectError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoAnswer => ConnectError::NoAnswer,
            Fault::Rpc(error) if error.is_refusal() => ConnectError::Refused,
            Fault::Rpc(error) if error.code == RESOURCE_UNAVAILABLE => ConnectError::Pending,
            Fault::Rpc(error) => ConnectError::Wallet { code: error.code, message: error.message },
        }
    }
}
