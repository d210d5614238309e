//! On a phone the pairing is there before anybody taps: a browser follows a link only in the turn of the
//! tap. Elsewhere it is made once a wallet is pointed at, so that its code shows at once.

use protocol::module::session::{Pairing, SessionAsk, SessionWhat};
use runtime::Scope;

use crate::connect::handoff::of_host;
use crate::connect::handoff::progress::{pairing, tell};
use crate::engine::Engine;
use crate::relays::{ANY_WALLET, MODULE};
use crate::state::View;
use crate::{modal, network, relays, route};

const PREPARED: Scope = Scope::new("prepared");

/// Has a pairing ready while wallets are listed that a link opens, and while one of them is waited for.
pub(crate) fn follow(engine: &Engine) {
    if relays::are_of_host(engine) {
        return of_host::follow(engine);
    }
    let is_running = engine.runtime().is_running(PREPARED);
    let is_wanted = is_wanted(engine);
    if is_wanted && !is_running {
        prepare(engine);
    } else if !is_wanted && is_running {
        engine.runtime().cancel(PREPARED);
        let mut memory = engine.0.handoff.borrow_mut();
        (memory.prepared, memory.is_near) = (None, false);
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
        return is_list && engine.0.handoff.borrow().is_near;
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
    engine.runtime().spawn(PREPARED, async move {
        relays::known(&this).await;
        let ask = SessionAsk {
            wallet: ANY_WALLET.to_owned(),
            namespace: network::namespace(&this),
            session: None,
            config: relays::session_config(&this, None),
            what: SessionWhat::Prepare,
        };
        let mut told = this.world().module(MODULE, &ask);
        loop {
            let reply = told.next().await;
            let prepared = match pairing(&reply) {
                Some(Pairing::Ready { uri, .. }) => Some(uri),
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
