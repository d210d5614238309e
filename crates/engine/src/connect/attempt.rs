//! The attempt to connect a wallet, as far as it shows. Owns the slice `connect`.

use protocol::caip::Namespace;
use protocol::module::embedded;
use runtime::Scope;

use crate::engine::Engine;
use crate::relays::ANY_WALLET;
use crate::route;
use crate::state::{Connect, ConnectError, ConnectStep, View, WalletRow};

pub(super) const CONNECT: Scope = Scope::new("connect");
pub(super) const HINT: Scope = Scope::new("hint");
pub(super) const GOING_ON: Scope = Scope::new("going-on");
/// After this long a person may need a hint.
const SLOW_MS: u32 = 10_000;

/// The person turns away, also from what a page before began.
pub(crate) fn turn_away(engine: &Engine) {
    engine.runtime().cancel(GOING_ON);
    give_up(engine);
}

/// Gives the attempt up; its views go, and whether one of them showed. Whatever the wallet answers
/// later is ignored.
pub(crate) fn give_up(engine: &Engine) -> bool {
    engine.runtime().cancel(CONNECT);
    show(engine, Connect::default());
    route::leave(
        engine,
        &[
            View::ConnectingExternal,
            View::ConnectingWalletConnect,
            View::ConnectingWalletConnectBasic,
            View::ConnectingMultiChain,
            View::EmailVerifyOtp,
            View::EmailVerifyDevice,
        ],
    )
}

/// The view that shows an attempt to connect a wallet.
pub(super) fn view_of(row: &WalletRow) -> View {
    if row.id == embedded::WALLET {
        View::EmailVerifyOtp
    } else if !row.is_elsewhere() {
        View::ConnectingExternal
    } else if row.id == ANY_WALLET {
        View::ConnectingWalletConnectBasic
    } else {
        View::ConnectingWalletConnect
    }
}

/// The same of the attempt that is under way.
pub(crate) fn view(engine: &Engine) -> Option<View> {
    let is_running = engine.runtime().is_running(CONNECT);
    engine.slices().connect.with(|it| it.wallet.as_ref().filter(|_| is_running).map(view_of))
}

/// Whether an attempt in this namespace is under way.
pub(super) fn is_running(engine: &Engine, namespace: Namespace) -> bool {
    engine.runtime().is_running(CONNECT) && self::namespace(engine) == Some(namespace)
}

/// Whether the person has said yes to the wallet, and is asked for the network.
pub(super) fn is_switching(engine: &Engine) -> bool {
    let is_it =
        |step: &ConnectStep| matches!(step, ConnectStep::Waiting { switching: Some(_), .. });
    engine.slices().connect.with(|connect| is_it(&connect.step))
}

/// The namespace in which a wallet is to be connected.
pub(super) fn namespace(engine: &Engine) -> Option<Namespace> {
    engine.slices().connect.with(|connect| connect.namespace)
}

pub(super) fn show(engine: &Engine, attempt: Connect) {
    engine.runtime().cancel(HINT);
    engine.slices().connect.set(attempt);
}

/// The person is asked in the wallet: for accounts, or to switch to the network of this name. They have
/// as long for each before they get a hint.
pub(crate) fn wait_for_person(engine: &Engine, switching: Option<String>) {
    engine.slices().connect.update(|connect| {
        connect.step = ConnectStep::Waiting { slow: false, switching };
    });
    let this = engine.clone();
    engine.runtime().spawn(HINT, async move {
        this.world().sleep(SLOW_MS).await;
        this.slices().connect.update(|connect| {
            if let ConnectStep::Waiting { slow, .. } = &mut connect.step {
                *slow = true;
            }
        });
    });
}

pub(super) fn fail(engine: &Engine, error: ConnectError) {
    engine.runtime().cancel(HINT);
    engine.slices().connect.update(|connect| connect.step = ConnectStep::Failed { error });
}
