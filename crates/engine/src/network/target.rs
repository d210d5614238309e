//! The network that a person chose, until it is in use.

use protocol::caip::{ChainId, Namespace};
use runtime::Scope;

use crate::engine::Engine;
use crate::route;
use crate::state::{SwitchStep, Target, View};

pub(super) const SWITCH: Scope = Scope::new("switch");

/// Gives a switch up; its views go, and whether one of them showed.
pub(crate) fn stop(engine: &Engine) -> bool {
    engine.runtime().cancel(SWITCH);
    forget(engine);
    route::leave(engine, &[View::SwitchNetwork, View::SwitchActiveChain])
}

/// A person goes back, and gives a switch up; a network that waits for another wallet only where its
/// own view shows, for what lies above is the way to that wallet. Whether a view went.
pub(crate) fn go_back(engine: &Engine) -> bool {
    let is_above = needs_wallet(engine) && route::view(engine) != View::SwitchActiveChain;
    !is_above && stop(engine)
}

/// A wallet is to be connected: a switch is given up, unless it is what the wallet is for.
pub(crate) fn make_way(engine: &Engine) {
    if !needs_wallet(engine) {
        stop(engine);
    }
}

/// The namespace that the person's choice is about.
pub(crate) fn namespace(engine: &Engine) -> Option<Namespace> {
    get(engine).map(|target| target.row.namespace)
}

/// The chain that the person chose in a namespace, and that a wallet is to be connected for.
pub(crate) fn wanted_in(engine: &Engine, namespace: Namespace) -> Option<ChainId> {
    let target = get(engine)?;
    let is_it = target.step == SwitchStep::NeedsWallet && target.row.namespace == namespace;
    is_it.then_some(target.row.id)
}

fn needs_wallet(engine: &Engine) -> bool {
    engine.slices().networks.with(|networks| {
        networks.target.as_ref().is_some_and(|target| target.step == SwitchStep::NeedsWallet)
    })
}

pub(super) fn get(engine: &Engine) -> Option<Target> {
    engine.slices().networks.with(|networks| networks.target.clone())
}

pub(super) fn set(engine: &Engine, target: Target) {
    engine.slices().networks.update(|networks| networks.target = Some(target));
}

pub(super) fn set_step(engine: &Engine, step: SwitchStep) {
    engine.slices().networks.update(|networks| {
        if let Some(target) = &mut networks.target {
            target.step = step;
        }
    });
}

pub(super) fn forget(engine: &Engine) {
    if engine.slices().networks.with(|networks| networks.target.is_some()) {
        engine.slices().networks.update(|networks| networks.target = None);
    }
}
