//! What the wallet tells while it is connected, and the end of the connection.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::{RpcError, TRY_AGAIN_LATER};
use runtime::{Reply, Scope};
use wire::Json;

use crate::connect::chain::parse_chain;
use crate::connect::wallet::Wallet;
use crate::connect::{attempt, injected, standard};
use crate::engine::Engine;
use crate::state::ConnectError;
use crate::{account, balance, modal, network};

fn scope(namespace: Namespace) -> Scope {
    Scope::of("listen", namespace as u32)
}

fn look(namespace: Namespace) -> Scope {
    Scope::of("look", namespace as u32)
}

/// Follows the wallet until it is disconnected, and the one that was there before no longer.
pub(super) fn start(engine: &Engine, namespace: Namespace, wallet: Wallet) {
    stop(engine, namespace);
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

/// The wallet is not the connected one any more: what it tells or answers from now on is ignored.
fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
    engine.runtime().cancel(look(namespace));
    network::switch::abort(engine, namespace);
}

/// Forgets the connection: the wallet has gone, or the person disconnected. An open dialog that was
/// about it closes; one that connects a wallet of another ecosystem stays.
pub(crate) fn forget(engine: &Engine, namespace: Namespace) {
    let about = attempt::namespace(engine).or_else(|| network::target::awaited(engine));
    let was_shown = about.unwrap_or_else(|| network::namespace(engine)) == namespace;
    stop(engine, namespace);
    balance::stop(engine, namespace);
    if was_shown {
        network::target::stop(engine);
    }
    account::disconnected(engine, namespace);
    if was_shown {
        modal::close(engine);
    }
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
                _ => standard::entries(value, account::chain(engine, namespace).as_ref()),
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
                let is_there = follow(engine, wallet, chain).await;
                balance::refresh(engine, namespace);
                return is_there;
            }
        }
        "disconnect" => {
            let lost_its_node = RpcError::of(value).code == TRY_AGAIN_LATER;
            return lost_its_node
                && injected::read_accounts(wallet).await.is_ok_and(|them| !them.is_empty());
        }
        _ => {}
    }
    true
}

/// Goes with the wallet to a chain; whether it is still connected there. An address of eip155 is the
/// same on every chain; elsewhere the wallet says what it is there, or it is known from before.
async fn follow(engine: &Engine, wallet: &Wallet, chain: ChainId) -> bool {
    if chain.namespace == Namespace::Eip155 {
        account::moved(engine, &chain);
        return true;
    }
    let shared = match standard::look(engine, wallet, chain.clone()).await {
        Ok(shared) => Some(shared),
        Err(_) => account::known_on(engine, &chain),
    };
    shared.map(|shared| account::reached(engine, shared)).is_some()
}

/// Looks at a connected wallet again, whose events this page may have missed.
pub(crate) fn look_again(engine: &Engine, namespace: Namespace) {
    let Some(wallet) = account::provider(engine, namespace) else { return };
    let this = engine.clone();
    engine.runtime().spawn(look(namespace), async move {
        if namespace == Namespace::Eip155 {
            match injected::read_accounts(&wallet).await {
                Ok(accounts) if accounts.is_empty() => return forget(&this, namespace),
                Ok(accounts) => account::changed(&this, namespace, accounts),
                Err(_) => {}
            }
            network::wallet::follow(&this, namespace).await;
        } else {
            let chain = network::chain_for(&this, namespace);
            match standard::connect(&this, &wallet, chain, true).await {
                Ok(shared) => account::reached(&this, shared),
                Err(ConnectError::NoAccounts) => return forget(&this, namespace),
                // Some cannot tell without asking the person.
                Err(_) => {}
            }
        }
        balance::refresh(&this, namespace);
    });
}
