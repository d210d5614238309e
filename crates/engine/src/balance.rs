//! The native balance of the account.

use chains::amount::Amount;
use protocol::caip::{ChainId, Namespace};
use runtime::Scope;
use wire::{Json, Long};

use crate::engine::Engine;
use crate::state::{Account, Balance, MessageKind, ToastText, View};
use crate::{account, modal, network, node, route, toast};

const WATCH: Scope = Scope::new("watch");
/// A balance is as good as new for this long.
const FRESH_MS: u64 = 30_000;
/// How often an open Account view looks.
const POLL_MS: u32 = 10_000;

fn scope(namespace: Namespace) -> Scope {
    Scope::of("balance", namespace as u32)
}

/// Reads the balance now.
pub(crate) fn refresh(engine: &Engine, namespace: Namespace) {
    let this = engine.clone();
    engine.runtime().spawn(scope(namespace), async move { read(&this, namespace).await });
}

/// Gives a reading up: the account is gone.
pub(crate) fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
}

/// Keeps the balance fresh while an open dialog shows the account, or something that leads back to it.
pub(crate) fn watch(engine: &Engine) {
    let is_shown = modal::is_open(engine) && route::has(engine, View::Account);
    if !is_shown {
        return engine.runtime().cancel(WATCH);
    }
    if engine.runtime().is_running(WATCH) {
        return;
    }
    let this = engine.clone();
    engine.runtime().spawn(WATCH, async move {
        loop {
            let namespace = network::namespace(&this);
            let read_at = |it: Option<&Account>| it?.balance.as_ref().map(|it| it.at_ms.0);
            let at_ms = account::with(&this, namespace, read_at);
            if this.world().now_ms().await.saturating_sub(at_ms.unwrap_or(0)) >= FRESH_MS {
                refresh(&this, namespace);
            }
            this.world().sleep(POLL_MS).await;
        }
    });
}

async fn read(engine: &Engine, namespace: Namespace) {
    let place = account::place(engine, namespace);
    let Some((address, chain)) = place.clone() else { return };
    let currency = engine.config(|config| {
        config.network(&chain).filter(|it| !it.testnet).map(|it| it.native_currency.clone())
    });
    let Some(currency) = currency else { return };
    let is_read = matches!(namespace, Namespace::Eip155 | Namespace::Solana);
    if !is_read || !is_reached(engine, &chain).await {
        return;
    }
    let Some(amount) = ask(engine, address, &chain).await else { return fail(engine, namespace) };
    let at_ms = Long(engine.world().now_ms().await);
    let decimals = u8::try_from(currency.decimals).unwrap_or(18);
    let balance = Balance {
        value: amount.to_decimal(decimals),
        symbol: currency.symbol,
        at_ms,
        is_stale: false,
    };
    engine.0.balances.borrow_mut().is_out = false;
    // The account may have gone, or another may be there, since the question was asked.
    if account::place(engine, namespace) == place {
        account::update(engine, namespace, |account| account.balance = Some(balance));
    }
}

/// What a node says; nothing where none can, or the namespace's balances are not read.
async fn ask(engine: &Engine, address: String, chain: &ChainId) -> Option<Amount> {
    let address = Json::Text(address);
    match chain.namespace {
        Namespace::Eip155 => {
            let params = Json::list([address, Json::text("latest")]);
            let answer = node::call(engine, chain, "eth_getBalance", params).await?;
            Amount::from_quantity(answer.as_text()?).ok()
        }
        Namespace::Solana => {
            let answer = node::call(engine, chain, "getBalance", Json::list([address])).await?;
            Amount::from_decimal(answer.get("value")?.as_number()?, 0).ok()
        }
        _ => None,
    }
}

/// The last value stays and is marked; an open dialog says so once.
fn fail(engine: &Engine, namespace: Namespace) {
    account::update(engine, namespace, |account| {
        if let Some(balance) = &mut account.balance {
            balance.is_stale = true;
        }
    });
    let was_out = std::mem::replace(&mut engine.0.balances.borrow_mut().is_out, true);
    if !was_out && modal::is_open(engine) {
        toast::show(engine, MessageKind::Error, ToastText::BalanceUnavailable);
    }
}

/// Whether there is a node to ask.
async fn is_reached(engine: &Engine, chain: &ChainId) -> bool {
    !node::nodes(engine, chain).is_empty() || is_supported(engine, chain).await
}

async fn is_supported(engine: &Engine, chain: &ChainId) -> bool {
    let known = engine.0.balances.borrow().supported.clone();
    if let Some(known) = known {
        return known.contains(chain);
    }
    let Some(answer) = node::supported_chains(engine).await else {
        fail(engine, chain.namespace);
        return false;
    };
    let is_supported = answer.http.contains(chain);
    engine.0.balances.borrow_mut().supported = Some(answer.http);
    is_supported
}
