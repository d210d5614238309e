//! Brings a stored connection back when the page loads, without asking anybody.

use runtime::Scope;

use crate::catalog;
use crate::connect::wallet::Wallet;
use crate::connect::{CONNECT, chain_id, listen, read_accounts};
use crate::item::{self, Connection};
use crate::state::WalletRow;
use crate::{Engine, account, balance, provider};

const RESTORE: Scope = Scope::new("restore");

/// Brings the stored connection back, unless there is a newer one already, or being made.
pub(crate) fn restore(engine: &Engine) {
    if engine.runtime().is_running(CONNECT) || account::addresses(engine).is_some() {
        return;
    }
    engine.runtime().spawn(RESTORE, attempt(engine.clone()));
}

/// The person decided otherwise.
pub(super) fn stop(engine: &Engine) {
    engine.runtime().cancel(RESTORE);
}

async fn attempt(engine: Engine) {
    let connection: Option<Connection> = item::read(&engine, item::CONNECTION).await;
    let Some(connection) = connection.filter(|it| !it.is_disconnected) else {
        account::disconnected(&engine);
        provider::settle(&engine);
        return;
    };
    let wait_ms = engine.config(|config| config.provider_wait_ms);
    let announced = catalog::announced(&engine, &connection.connector);
    let row = if let Some(row) = engine.world().within(wait_ms, announced).await {
        row
    } else {
        // Some extensions wake up late: the connection comes back when they do, but until then
        // nobody is kept waiting.
        account::disconnected(&engine);
        provider::settle(&engine);
        catalog::announced(&engine, &connection.connector).await
    };
    if !connect(&engine, &row).await {
        account::disconnected(&engine);
    }
    provider::settle(&engine);
}

async fn connect(engine: &Engine, row: &WalletRow) -> bool {
    let wallet = Wallet::new(engine, row.handle);
    let Ok(accounts) = read_accounts(&wallet).await else { return false };
    let Ok(chain) = chain_id(&wallet).await else { return false };
    if accounts.is_empty() {
        return false;
    }
    account::connected(engine, row, accounts, &chain);
    listen(engine, wallet);
    balance::refresh(engine);
    true
}
