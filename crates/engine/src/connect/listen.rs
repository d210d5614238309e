//! What the wallet tells while it is connected.

use protocol::rpc::{RpcError, TRY_AGAIN_LATER};
use runtime::{Reply, Scope};
use wire::Json;

use crate::connect::injected::{addresses, parse_chain};
use crate::connect::wallet::Wallet;
use crate::connect::{forget, read_accounts};
use crate::{Engine, account, balance};

const LISTEN: Scope = Scope::new("listen");

/// Follows the wallet until it is disconnected.
pub(crate) fn listen(engine: &Engine, wallet: Wallet) {
    let this = engine.clone();
    engine.runtime().spawn(LISTEN, async move {
        let mut events = wallet.events();
        loop {
            if let Reply::Event { name, value } = events.next().await
                && !handle(&this, &wallet, &name, &value.unwrap_or_default()).await
            {
                return forget(&this);
            }
        }
    });
}

pub(super) fn stop(engine: &Engine) {
    engine.runtime().cancel(LISTEN);
}

/// Whether the wallet is still connected after this event.
async fn handle(engine: &Engine, wallet: &Wallet, name: &str, value: &Json) -> bool {
    match name {
        "accountsChanged" => {
            let accounts = addresses(value);
            if accounts.is_empty() {
                return false;
            }
            account::changed(engine, accounts);
            balance::refresh(engine);
        }
        "chainChanged" => {
            if let Some(chain) = parse_chain(value) {
                account::moved(engine, &chain);
                balance::refresh(engine);
            }
        }
        "disconnect" => {
            let lost_its_node = RpcError::of(value).code == TRY_AGAIN_LATER;
            return lost_its_node && read_accounts(wallet).await.is_ok_and(|them| !them.is_empty());
        }
        _ => {}
    }
    true
}
