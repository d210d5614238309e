//! The network to start on: the one that was used last.

use protocol::caip::ChainId;
use runtime::Scope;

use crate::engine::Engine;
use crate::network::{active, target};
use crate::{account, item};

const NETWORK: Scope = Scope::new("network");

/// Goes to the chain that was used last; called again where the host has other networks.
pub(crate) fn start(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(NETWORK, async move {
        let active = active(&this);
        let last = if account::is_there(&this, active.namespace) {
            Some(active)
        } else {
            item::read(&this, item::ACTIVE_NETWORK).await
        };
        let is_listed = |id: &ChainId| this.config(|config| config.network(id).is_some());
        let last = last.filter(is_listed);
        this.0.derived.used.replace(last.clone());
        let first = this.config(|config| config.first_chain(last));
        this.slices().networks.update(|networks| networks.active = Some(first));
        if target::get(&this).is_some_and(|target| !is_listed(&target.row.id)) {
            target::stop(&this);
        }
    });
}
