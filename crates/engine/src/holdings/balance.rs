//! The native balance of an account, as its nodes tell it, whose it is in the slice `accounts`. Unlike all else that
//! the account has it shows without the dialog, on the button, and takes no module.

use chains::amount::Amount;
use protocol::caip::{ChainId, Namespace};
use protocol::module::spend::FRESH_MS;
use runtime::Scope;
use wire::{Json, Long};

use crate::engine::Engine;
use crate::holdings::asking::without_node;
use crate::state::{Account, MessageKind, ToastText, View};
use crate::{account, modal, network, node, route, toast};

const WATCH: Scope = Scope::new("watch");
/// How often an open Account view in sight looks whether it is.
const POLL_MS: u32 = 10_000;
/// Amount and symbol where a balance could not be read and never was.
const FALLBACK: (&str, &str) = ("0.00", "ETH");

fn scope(namespace: Namespace) -> Scope {
    Scope::of("balance", namespace as u32)
}

/// Reads the balance now.
pub(crate) fn refresh(engine: &Engine, namespace: Namespace) {
    let this = engine.clone();
    engine.runtime().spawn(scope(namespace), async move { read(&this, namespace).await });
}

/// Another server is asked from now on: what is on its way from the one before is nothing any more.
pub(super) fn configure(engine: &Engine) {
    engine.0.holdings.borrow_mut().failed_at_ms = 0;
    for namespace in account::connected_namespaces(engine) {
        refresh(engine, namespace);
    }
}

/// Gives a reading up: the account is gone.
pub(crate) fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
}

/// Keeps the balance fresh while an open dialog in sight, with a network, shows the account, or something that leads
/// back to it.
pub(super) fn watch(engine: &Engine) {
    let is_shown = modal::is_open(engine) && route::has(engine, View::Account);
    let is_away =
        engine.0.is_hidden.get() || engine.late_slices().presence.with(|it| it.is_offline);
    if !is_shown || is_away {
        return engine.runtime().cancel(WATCH);
    }
    if engine.runtime().is_running(WATCH) {
        return;
    }
    let this = engine.clone();
    engine.runtime().spawn(WATCH, async move {
        loop {
            let namespace = network::namespace(&this);
            let read_at = |it: Option<&Account>| it?.balance_at_ms.as_ref().map(|it| it.0);
            let at_ms = account::with(&this, namespace, read_at).unwrap_or(0);
            let now_ms = this.world().now_ms().await;
            let asked_at_ms = at_ms.max(this.0.holdings.borrow().failed_at_ms);
            if now_ms.saturating_sub(asked_at_ms) >= u64::from(FRESH_MS) {
                refresh(&this, namespace);
            }
            this.world().sleep(POLL_MS).await;
        }
    });
}

/// There is a network again: what failed without one is asked for at once.
pub(crate) fn retry(engine: &Engine) {
    engine.0.holdings.borrow_mut().failed_at_ms = 0;
    engine.runtime().cancel(WATCH);
}

async fn read(engine: &Engine, namespace: Namespace) {
    let before = account::address_and_chain(engine, namespace);
    let Some((address, chain)) = before.clone() else { return };
    let currency = engine.config(|config| {
        config.network(&chain).filter(|it| !it.testnet).map(|it| it.native_currency.clone())
    });
    let Some(currency) = currency else { return };
    if !matches!(namespace, Namespace::Eip155 | Namespace::Solana) {
        return;
    }
    let amount = match node::is_reached(engine, &chain).await {
        Some(true) => ask(engine, address, &chain).await,
        Some(false) => return without_node(engine, &chain),
        None => None,
    };
    let at_ms = Long(engine.world().now_ms().await);
    // The account may have gone, or another may be there, since the question was asked.
    if account::address_and_chain(engine, namespace) != before {
        return;
    }
    let is_news = {
        let memory = &mut engine.0.holdings.borrow_mut();
        memory.failed_at_ms = if amount.is_none() { at_ms.0 } else { 0 };
        memory.outage.native(amount.is_none())
    };
    account::update(engine, namespace, |account| {
        account.is_balance_stale = amount.is_none();
        if let Some(amount) = &amount {
            let decimals = u8::try_from(currency.decimals).unwrap_or(18);
            account.balance = Some(amount.to_decimal(decimals));
            account.balance_symbol = Some(currency.symbol);
            account.balance_at_ms = Some(at_ms);
        } else if account.balance.is_none() {
            let (balance, symbol) = FALLBACK;
            account.balance = Some(balance.to_owned());
            account.balance_symbol = Some(symbol.to_owned());
        }
    });
    // An open dialog says so once.
    if is_news && modal::is_open(engine) {
        toast::show(engine, MessageKind::Error, ToastText::BalanceUnavailable);
    }
}

/// What a node says; nothing where none can, or the namespace's balances are not read.
async fn ask(engine: &Engine, address: String, chain: &ChainId) -> Option<Amount> {
    let address = Json::Text(address);
    match chain.namespace {
        Namespace::Eip155 => {
            let params = Json::list([address, Json::text("latest")]);
            let answer = node::call(engine, chain, "eth_getBalance", Some(params)).await.ok()?;
            Amount::from_quantity(answer.as_text()?).ok()
        }
        Namespace::Solana => {
            let params = Json::list([address]);
            let answer = node::call(engine, chain, "getBalance", Some(params)).await.ok()?;
            Amount::from_decimal(answer.get("value")?.as_number()?, 0).ok()
        }
        _ => None,
    }
}
