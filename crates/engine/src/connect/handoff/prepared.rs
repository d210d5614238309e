//! On a phone the pairing is there before anybody taps: a browser follows a link only in the turn of the
//! tap. Elsewhere one is made once a wallet is pointed at, so that its code shows at once: for the relays that
//! reach that one, and never again until somebody points anew.

use protocol::module::session::{Pairing, SessionAsk, SessionWhat};
use runtime::Scope;

use crate::connect::handoff::of_host;
use crate::connect::handoff::progress::{pairing, tell};
use crate::engine::Engine;
use crate::relays::{ANY_WALLET, MODULE};
use crate::state::View;
use crate::{modal, network, relays, route};

const PREPARED: Scope = Scope::new("prepared");

/// Has a pairing ready, on a phone while wallets are listed that a link opens and while one of them is waited for,
/// elsewhere while one is listed that was pointed at.
pub(crate) fn follow(engine: &Engine) {
    if relays::are_of_host(engine) {
        return of_host::follow(engine);
    }
    let is_wanted = is_wanted(engine);
    let mut memory = engine.0.handoff.borrow_mut();
    if !is_wanted {
        memory.near = None;
    }
    let is_of_it = memory.near == memory.prepared_for;
    drop(memory);
    let is_running = engine.runtime().is_running(PREPARED);
    if is_running && !(is_wanted && is_of_it) {
        engine.runtime().cancel(PREPARED);
        engine.0.handoff.borrow_mut().prepared = None;
    }
    if is_wanted && !(is_running && is_of_it) {
        prepare(engine);
    }
}

fn is_wanted(engine: &Engine) -> bool {
    if !modal::is_open(engine) {
        return false;
    }
    let slices = engine.slices();
    let view = route::view(engine);
    let is_list = matches!(view, View::Connect | View::ConnectWallets);
    if !engine.config(|config| config.is_mobile) {
        return is_list && engine.0.handoff.borrow().near.is_some();
    }
    match view {
        View::ConnectingWalletConnect => true,
        View::Downloads => route::has(engine, View::ConnectingWalletConnect),
        View::AllWallets | View::GetWallet => {
            slices.directory.with(|it| it.rows.iter().chain(&it.guide).any(|row| row.is_reached))
        }
        _ => is_list && slices.catalog.with(|it| it.rows.iter().any(|row| row.wallet.is_reached)),
    }
}

fn prepare(engine: &Engine) {
    let this = engine.clone();
    let mut memory = engine.0.handoff.borrow_mut();
    let near = memory.near.clone();
    memory.prepared_for.clone_from(&near);
    drop(memory);
    engine.runtime().spawn(PREPARED, async move {
        relays::known(&this).await;
        let is_any = near.as_deref() == Some(ANY_WALLET);
        if is_any && relays::readers(&this).is_some_and(|it| it.is_empty()) {
            return forget(&this);
        }
        let ask = SessionAsk {
            wallet: ANY_WALLET.to_owned(),
            namespace: network::namespace(&this),
            session: None,
            config: relays::session_config(&this, near.as_deref()),
            what: SessionWhat::Prepare,
        };
        let mut told = this.world().module(MODULE, &ask);
        loop {
            let reply = told.next().await;
            let prepared = match pairing(&reply) {
                Some(Pairing::Ready { uri, .. }) => Some(uri),
                Some(Pairing::Expired) if near.is_some() => return forget(&this),
                Some(Pairing::Unreachable { why }) => {
                    tell(&this, why);
                    None
                }
                _ => None,
            };
            this.0.handoff.borrow_mut().prepared = prepared;
        }
    });
}

/// Nobody points at it any more.
fn forget(engine: &Engine) {
    let mut memory = engine.0.handoff.borrow_mut();
    (memory.prepared, memory.near) = (None, None);
}
