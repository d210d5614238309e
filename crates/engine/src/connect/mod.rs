//! Connecting and disconnecting. Owns the slice `connect`.
//!
//! `injected.rs` is the conversation with a browser wallet, `wallet.rs` its provider,
//! `reconnect.rs` brings a stored connection back, `listen.rs` follows what the wallet tells later.

mod injected;
mod listen;
mod reconnect;
pub(crate) mod wallet;

use protocol::rpc::RESOURCE_UNAVAILABLE;
use runtime::{Race, Scope, race};
use wire::Json;

pub(crate) use injected::{chain_id, read_accounts};
pub(crate) use listen::listen;
pub(crate) use reconnect::restore;

use crate::item::{self, Connection};
use crate::provider::{self, Question};
use crate::state::{Connect, ConnectError, ConnectStep, View, WalletRow};
use crate::{Engine, account, balance, catalog, modal, network};
use wallet::{Fault, Wallet};

const CONNECT: Scope = Scope::new("connect");
const DISCONNECT: Scope = Scope::new("disconnect");
/// After this long a person may need a hint.
const SLOW_MS: u32 = 10_000;
/// What a wallet has to revoke its permissions.
const REVOKE_MS: u32 = 100;

/// Connects the wallet of this id.
pub(crate) fn start(engine: &Engine, id: &str) {
    #[cfg(feature = "trap")]
    assert!(id != "dev.latchkit.trap", "a trap was asked for");
    if let Some(row) = catalog::find(engine, id) {
        begin(engine, row);
    }
}

/// Tries the same wallet again.
pub(crate) fn retry(engine: &Engine) {
    if let Some(row) = engine.slices().connect.with(|connect| connect.wallet.clone()) {
        begin(engine, row);
    }
}

/// Gives the attempt up. Whatever the wallet answers later is ignored.
pub(crate) fn give_up(engine: &Engine) {
    engine.runtime().cancel(CONNECT);
    engine.slices().connect.set(Connect::default());
}

fn begin(engine: &Engine, row: WalletRow) {
    engine.runtime().cancel(CONNECT);
    if !engine.slices().modal.with(|modal| modal.open) {
        modal::open(engine, Some(View::Connect));
    }
    reconnect::stop(engine);
    let waiting = ConnectStep::Waiting { slow: false };
    engine.slices().connect.set(Connect { wallet: Some(row.clone()), step: waiting });
    engine.slices().route.update(|route| route.push(View::ConnectingExternal));
    engine.runtime().spawn(CONNECT, attempt(engine.clone(), row));
}

async fn attempt(engine: Engine, row: WalletRow) {
    let resting = account::connecting(&engine);
    let wallet = Wallet::new(&engine, row.handle);
    match race(injected::connect(&engine, &wallet), hint_when_slow(&engine)).await {
        Race::Left(Ok((addresses, chain))) => {
            account::connected(&engine, &row, addresses, &chain);
            drop(resting);
            engine.slices().connect.set(Connect::default());
            modal::close_connected(&engine);
            provider::settle(&engine);
            listen(&engine, wallet);
            balance::refresh(&engine);
            remember(&engine, &row.id, false);
        }
        Race::Left(Err(error)) => {
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

/// Disconnects, and asks the wallet to revoke its permissions.
pub(crate) fn disconnect(engine: &Engine, question: Question) {
    reconnect::stop(engine);
    let wallet = account::wallet(engine);
    forget(engine);
    if let Some(wallet) = wallet {
        remember(engine, &wallet.id, true);
        revoke(engine, wallet.handle);
    }
    question.done();
}

/// Asks the wallet to take its permission back, and does not wait long for it.
fn revoke(engine: &Engine, handle: Option<u32>) {
    let Some(handle) = handle else { return };
    let wallet = Wallet::new(engine, handle);
    engine.runtime().spawn(DISCONNECT, async move {
        let what = Json::list([Json::object([("eth_accounts", Json::Object(vec![]))])]);
        drop(wallet.within(REVOKE_MS, "wallet_revokePermissions", Some(what)).await);
    });
}

/// Forgets the connection: the wallet has gone, or the person disconnected.
pub(crate) fn forget(engine: &Engine) {
    listen::stop(engine);
    network::stop(engine);
    balance::stop(engine);
    account::disconnected(engine);
    modal::close(engine);
}

fn remember(engine: &Engine, id: &str, is_disconnected: bool) {
    let connection = Connection { connector: id.to_owned(), is_disconnected };
    item::write(engine, item::CONNECTION, &connection);
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
