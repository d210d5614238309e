//! The native balance of the account.

use chains::amount::Amount;
use chains::shown;
use protocol::caip::ChainId;
use runtime::Scope;
use wire::{Json, Long};

use crate::state::{Balance, MessageKind, ToastText};
use crate::{Engine, account, node, toast};

const BALANCE: Scope = Scope::new("balance");
const WATCH: Scope = Scope::new("watch");
/// A balance is as good as new for this long.
const FRESH_MS: u64 = 30_000;
/// How often an open Account view looks.
const POLL_MS: u32 = 10_000;

/// What is remembered between readings.
#[derive(Default)]
pub(crate) struct Memory {
    /// The chains the server reaches, once asked.
    supported: Option<Vec<ChainId>>,
    /// An outage is told of once.
    is_out: bool,
}

/// Reads the balance now.
pub(crate) fn refresh(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(BALANCE, async move { read(&this).await });
}

/// Gives a reading up: the account is gone.
pub(crate) fn stop(engine: &Engine) {
    engine.runtime().cancel(BALANCE);
}

/// Keeps the balance of an open Account view fresh.
pub(crate) fn watch(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(WATCH, async move {
        loop {
            let at_ms =
                account::with(&this, |it| it?.balance.as_ref().map(|balance| balance.at_ms.0));
            if this.world().now_ms().await.saturating_sub(at_ms.unwrap_or(0)) >= FRESH_MS {
                refresh(&this);
            }
            this.world().sleep(POLL_MS).await;
        }
    });
}

/// The Account view is closed.
pub(crate) fn unwatch(engine: &Engine) {
    engine.runtime().cancel(WATCH);
}

async fn read(engine: &Engine) {
    let place = account::place(engine);
    let Some((address, chain)) = place.clone() else { return };
    let currency = engine.config(|config| {
        config.network(&chain).filter(|it| !it.testnet).map(|it| it.native_currency.clone())
    });
    let Some(currency) = currency else { return };
    if !is_supported(engine, &chain).await {
        return;
    }
    let params = Json::list([Json::Text(address), Json::text("latest")]);
    let answer = node::call(engine, &chain, "eth_getBalance", params).await;
    let amount =
        answer.as_ref().and_then(Json::as_text).and_then(|text| Amount::from_quantity(text).ok());
    let Some(amount) = amount else { return fail(engine) };
    let at_ms = Long(engine.world().now_ms().await);
    let decimals = u8::try_from(currency.decimals).unwrap_or(18);
    let balance = Balance {
        value: amount.to_decimal(decimals),
        symbol: currency.symbol,
        shown: shown::native_balance(amount, decimals),
        at_ms,
        is_stale: false,
    };
    engine.0.balances.borrow_mut().is_out = false;
    // The account may have gone, or another may be there, since the question was asked.
    if account::place(engine) == place {
        account::update(engine, |account| account.balance = Some(balance));
    }
}

/// The last value stays and is marked; an open dialog says so once.
fn fail(engine: &Engine) {
    account::update(engine, |account| {
        if let Some(balance) = &mut account.balance {
            balance.is_stale = true;
        }
    });
    let was_out = std::mem::replace(&mut engine.0.balances.borrow_mut().is_out, true);
    if !was_out && engine.slices().modal.with(|modal| modal.open) {
        toast::show(engine, MessageKind::Error, ToastText::BalanceUnavailable);
    }
}

async fn is_supported(engine: &Engine, chain: &ChainId) -> bool {
    let known = engine.0.balances.borrow().supported.clone();
    if let Some(known) = known {
        return known.contains(chain);
    }
    let Some(answer) = node::supported_chains(engine).await else {
        fail(engine);
        return false;
    };
    let is_supported = answer.http.contains(chain);
    engine.0.balances.borrow_mut().supported = Some(answer.http);
    is_supported
}
