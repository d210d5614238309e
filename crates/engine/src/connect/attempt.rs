//! The attempt to connect a wallet, as far as it shows. Owns the slice `connect`.

use protocol::caip::Namespace;
use runtime::Scope;

use crate::engine::Engine;
use crate::route;
use crate::state::{Connect, ConnectError, ConnectStep, View};

pub(super) const CONNECT: Scope = Scope::new("connect");

/// Gives the attempt up; its views go, and whether one of them showed. Whatever the wallet answers
/// later is ignored.
pub(crate) fn give_up(engine: &Engine) -> bool {
    engine.runtime().cancel(CONNECT);
    show(engine, Connect::default());
    route::leave(engine, &[View::ConnectingExternal, View::ConnectingMultiChain])
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
    engine.slices().connect.set(attempt);
}

pub(super) fn fail(engine: &Engine, error: ConnectError) {
    engine.slices().connect.update(|connect| connect.step = ConnectStep::Failed { error });
}
