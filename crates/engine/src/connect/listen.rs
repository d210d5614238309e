//! What the wallet tells while it is connected.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{RpcError, TRY_AGAIN_LATER};
use runtime::{Reply, Scope};
use wire::Json;

use crate::connect::injected::{self, parse_chain};
use crate::connect::wallet::{Fault, Wallet};
use crate::connect::{forget, standard};
use crate::state::AccountEntry;
use crate::{Engine, account, balance, network};

fn scope(namespace: Namespace) -> Scope {
    Scope::of("listen", namespace as u32)
}

fn look(namespace: Namespace) -> Scope {
    Scope::of("look", namespace as u32)
}

/// Follows the wallet until it is disconnected.
pub(super) fn start(engine: &Engine, namespace: Namespace, wallet: Wallet) {
    let this = engine.clone();
    engine.runtime().spawn(scope(namespace), async move {
        let mut events = wallet.events();
        loop {
            if let Reply::Event { name, value } = events.next().await
                && !handle(&this, namespace, &wallet, &name, &value.unwrap_or_default()).await
            {
                return forget(&this, namespace);
            }
        }
    });
}

pub(super) fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
    engine.runtime().cancel(look(namespace));
}

/// Whether the wallet is still connected after this event.
async fn handle(
    engine: &Engine,
    namespace: Namespace,
    wallet: &Wallet,
    name: &str,
    value: &Json,
) -> bool {
    match name {
        "accountsChanged" => {
            let accounts = match namespace {
                Namespace::Eip155 => injected::entries(value),
                _ => standard::entries(value),
            };
            if accounts.is_empty() {
                return false;
            }
            account::changed(engine, namespace, accounts);
            balance::refresh(engine, namespace);
        }
        "chainChanged" => {
            let chain = match namespace {
                Namespace::Eip155 => parse_chain(value),
                _ => value.as_text().and_then(ChainId::parse),
            };
            if let Some(chain) = chain.filter(|chain| chain.namespace == namespace) {
                account::moved(engine, &chain);
                balance::refresh(engine, namespace);
            }
        }
        "disconnect" => {
            let lost_its_node = RpcError::of(value).code == TRY_AGAIN_LATER;
            return lost_its_node
                && read_accounts(engine, namespace, wallet)
                    .await
                    .is_ok_and(|them| !them.is_empty());
        }
        _ => {}
    }
    true
}

/// The accounts the wallet shares without asking anybody.
pub(crate) async fn read_accounts(
    engine: &Engine,
    namespace: Namespace,
    wallet: &Wallet,
) -> Result<Vec<AccountEntry>, Fault> {
    if namespace == Namespace::Eip155 {
        wallet.read("eth_accounts").await.map(|them| injected::entries(&them))
    } else {
        let chain = network::chain_for(engine, namespace);
        standard::look(wallet, chain).await.map(|shared| shared.accounts)
    }
}

/// Looks at a connected wallet again, whose events this page may have missed.
pub(crate) fn look_again(engine: &Engine, namespace: Namespace) {
    let Some(wallet) = account::provider(engine, namespace) else { return };
    let this = engine.clone();
    engine.runtime().spawn(look(namespace), async move {
        match read_accounts(&this, namespace, &wallet).await {
            Ok(accounts) if accounts.is_empty() => return forget(&this, namespace),
            Ok(accounts) => account::changed(&this, namespace, accounts),
            Err(_) => {}
        }
        network::follow(&this, namespace).await;
        balance::refresh(&this, namespace);
    });
}
