//! The networks and the one in use. Owns the slice `networks`.
//!
//! `switch.rs` goes to another network with the person or for the host, `wallet.rs` is the
//! conversation that brings a wallet of eip155 there.

mod switch;
mod wallet;

use protocol::caip::{ChainId, Namespace};
use runtime::Scope;

pub(crate) use switch::{abort, ask, awaited, connect_namespace, person, retry, stop};
pub(crate) use wallet::{follow, land};

use crate::config::{Config, Network};
use crate::state::{Accounts, NetworkRow, Networks, Target, Unavailable};
use crate::{Engine, account, item, modal};

const NETWORK: Scope = Scope::new("network");

/// The rows of the host's networks, and the chain to start on.
pub(crate) fn listed(config: &Config, last: Option<ChainId>) -> Networks {
    Networks {
        list: rows(config, &Accounts::default()),
        active: Some(config.first_chain(last)),
        target: None,
    }
}

/// The host's networks in its order, but last those that the connected wallets do not serve.
fn rows(config: &Config, accounts: &Accounts) -> Vec<NetworkRow> {
    let is_served = |network: &&Network| {
        let approved = accounts.get(network.namespace).and_then(|it| it.approved.as_ref());
        approved.is_none_or(|approved| approved.contains(&network.id))
    };
    let (served, others): (Vec<_>, Vec<_>) = config.networks.iter().partition(is_served);
    let served = served.into_iter().map(|network| row(config, network, None));
    served.chain(others.into_iter().map(|it| row(config, it, Some(Unavailable::Wallet)))).collect()
}

fn row(config: &Config, network: &Network, unavailable: Option<Unavailable>) -> NetworkRow {
    NetworkRow {
        id: network.id.clone(),
        namespace: network.namespace,
        name: network.name.clone(),
        symbol: network.native_currency.symbol.clone(),
        testnet: network.testnet,
        image: config.image(network),
        unavailable,
    }
}

/// Lists the networks, on the chain that was used last.
pub(crate) fn start(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(NETWORK, async move {
        let last = match this.slices().networks.with(|it| it.active.clone()) {
            Some(active) if account::is_there(&this, active.namespace) => Some(active),
            _ => item::read(&this, item::ACTIVE_NETWORK).await,
        };
        let networks = this.config(|config| listed(config, last));
        this.slices().networks.update(|before| {
            let target = before.target.take();
            let is_listed = |it: &Target| networks.list.iter().any(|row| row.id == it.row.id);
            *before = Networks { target: target.filter(is_listed), ..networks };
        });
        list_again(&this);
    });
}

/// The chain in use.
pub(crate) fn active(engine: &Engine) -> ChainId {
    let active = engine.slices().networks.with(|networks| networks.active.clone());
    active.unwrap_or_else(|| engine.config(|config| config.first_chain(None)))
}

/// The ecosystem in use: that of the chain in use.
pub(crate) fn namespace(engine: &Engine) -> Namespace {
    active(engine).namespace
}

/// The ecosystems of the host's networks.
pub(crate) fn namespaces(engine: &Engine) -> Vec<Namespace> {
    engine.config(|config| {
        let mut namespaces: Vec<Namespace> = Vec::new();
        for network in &config.networks {
            if !namespaces.contains(&network.namespace) {
                namespaces.push(network.namespace);
            }
        }
        namespaces
    })
}

/// The chain to use in an ecosystem: the one in use, the one its account is on, or the host's first.
pub(crate) fn chain_for(engine: &Engine, namespace: Namespace) -> ChainId {
    let active = active(engine);
    if active.namespace == namespace {
        return active;
    }
    let known = |chain: &ChainId| engine.config(|config| config.network(chain).is_some());
    let first = || engine.config(|config| config.first_of(namespace));
    account::chain(engine, namespace).filter(known).or_else(first).unwrap_or(active)
}

/// The chain is in use from now on, if the host has it.
pub(crate) fn activate(engine: &Engine, chain: &ChainId) {
    if engine.config(|config| config.network(chain).is_some()) {
        engine.slices().networks.update(|networks| networks.active = Some(chain.clone()));
        list_again(engine);
        item::write(engine, item::ACTIVE_NETWORK, chain);
        item::save_snapshot(engine);
        modal::follow_account(engine);
    }
}

/// An ecosystem is in use from now on, on the chain of its account or the host's first.
pub(crate) fn enter(engine: &Engine, namespace: Namespace) {
    if self::namespace(engine) != namespace {
        activate(engine, &chain_for(engine, namespace));
    }
}

/// An account is on this chain now; the chain in use follows within its ecosystem.
pub(crate) fn follow_account(engine: &Engine, chain: &ChainId) {
    if namespace(engine) == chain.namespace {
        activate(engine, chain);
    }
    list_again(engine);
}

/// An ecosystem has no account any more: another that has one is in use from now on.
pub(crate) fn leave(engine: &Engine, gone: Namespace) {
    if namespace(engine) == gone
        && let Some(other) = account::connected_namespaces(engine).first()
    {
        enter(engine, *other);
    }
    list_again(engine);
}

/// Lists the networks anew, after what the connected wallets serve has changed.
fn list_again(engine: &Engine) {
    let accounts = engine.slices().accounts.get();
    let list = engine.config(|config| rows(config, &accounts));
    engine.slices().networks.update(|networks| networks.list = list);
}

/// The host's other networks in the ecosystem of a chain, in its order.
pub(crate) fn others(engine: &Engine, chain: &ChainId) -> Vec<ChainId> {
    engine.config(|config| {
        let ids = config.networks.iter().map(|network| &network.id);
        ids.filter(|id| id.namespace == chain.namespace && *id != chain).cloned().collect()
    })
}

/// The name of a chain to people, if the host has it.
pub(crate) fn name_of(engine: &Engine, chain: &ChainId) -> Option<String> {
    engine.config(|config| config.network(chain).map(|network| network.name.clone()))
}
