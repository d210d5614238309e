//! The network that a person chose, until it is in use.

use protocol::caip::Namespace;
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

/// The namespace whose wallet the person's switch waits for, or has waited for.
pub(crate) fn awaited(engine: &Engine) -> Option<Namespace> {
    let target = get(engine)?;
    (target.step != SwitchStep::NeedsWallet).then_some(target.row.namespace)
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
