//! The networks and the one in use. Owns the slice `networks`.
//!
//! `last_used.rs` finds the one to start on, `target.rs` is the one that a person chose and waits for,
//! `switch.rs` goes there with the person or for the host.

pub(crate) mod last_used;
pub(crate) mod switch;
pub(crate) mod target;

use protocol::caip::{ChainId, Namespace};

use crate::config::{Config, Network};
use crate::engine::Engine;
use crate::state::{Accounts, NetworkRow, Unavailable};
use crate::{account, item, toast};

/// The host's networks in its order, but last those that the connected wallets do not serve.
fn rows(config: &Config, accounts: &Accounts) -> Vec<NetworkRow> {
    let is_served = |network: &&Network| {
        let approved = accounts.get(network.chain_namespace).and_then(|it| it.approved.as_ref());
        approved.is_none_or(|approved| approved.contains(&network.caip_network_id))
    };
    let (served, others): (Vec<_>, Vec<_>) = config.networks.iter().partition(is_served);
    let served = served.into_iter().map(|network| row(config, network, None));
    served.chain(others.into_iter().map(|it| row(config, it, Some(Unavailable::Wallet)))).collect()
}

fn row(config: &Config, network: &Network, unavailable: Option<Unavailable>) -> NetworkRow {
    NetworkRow {
        id: network.caip_network_id.clone(),
        namespace: network.chain_namespace,
        name: network.name.clone(),
        symbol: network.native_currency.symbol.clone(),
        testnet: network.testnet,
        image: Some(config.image(network)),
        unavailable,
    }
}

/// The chain in use.
pub(crate) fn active(engine: &Engine) -> ChainId {
    let active = engine.slices().networks.with(|networks| networks.active.clone());
    active.unwrap_or_else(|| engine.config(|config| config.first_chain(None)))
}

/// The namespace in use: that of the chain in use.
pub(crate) fn namespace(engine: &Engine) -> Namespace {
    active(engine).namespace
}

/// The namespaces of the host's networks.
pub(crate) fn namespaces(engine: &Engine) -> Vec<Namespace> {
    engine.config(|config| {
        let mut namespaces: Vec<Namespace> = Vec::new();
        for network in &config.networks {
            if !namespaces.contains(&network.chain_namespace) {
                namespaces.push(network.chain_namespace);
            }
        }
        namespaces
    })
}

/// The chain to use in a namespace: the one in use, the one its account is on, or the host's first.
pub(crate) fn chain_for(engine: &Engine, namespace: Namespace) -> ChainId {
    let active = active(engine);
    if active.namespace == namespace {
        return active;
    }
    let known = |chain: &ChainId| engine.config(|config| config.network(chain).is_some());
    let first = || engine.config(|config| config.first_of(namespace));
    account::chain(engine, namespace).filter(known).or_else(first).unwrap_or(active)
}

/// The chain that somebody chose in a namespace: the visitor, now or when they were here last, or else
/// the host.
pub(crate) fn chosen_in(engine: &Engine, namespace: Namespace) -> Option<ChainId> {
    let used = engine.0.derived.used.borrow().clone();
    let of_host = || engine.config(|config| config.default_network.clone());
    let is_fit = |chain: &ChainId| chain.namespace == namespace && name_of(engine, chain).is_some();
    target::wanted_in(engine, namespace)
        .or_else(|| used.filter(is_fit))
        .or_else(|| of_host().filter(is_fit))
}

/// The chain is in use from now on, if the host has it.
pub(crate) fn activate(engine: &Engine, chain: &ChainId) {
    let is_used = engine.0.derived.used.borrow().as_ref() == Some(chain);
    if is_used && active(engine) == *chain {
        return;
    }
    if engine.config(|config| config.network(chain).is_some()) {
        engine.slices().networks.update(|networks| networks.active = Some(chain.clone()));
        item::write(engine, item::ACTIVE_NETWORK, chain);
        engine.0.derived.used.replace(Some(chain.clone()));
    }
}

/// A namespace is in use from now on, on the chain of its account or the host's first.
pub(crate) fn enter(engine: &Engine, namespace: Namespace) {
    if self::namespace(engine) != namespace {
        activate(engine, &chain_for(engine, namespace));
    }
}

/// The person uses the account of this namespace from now on.
pub(crate) fn use_account(engine: &Engine, namespace: Namespace) {
    if account::is_there(engine, namespace) {
        toast::leave(engine);
        enter(engine, namespace);
    }
}

/// The connected account of the namespace in use says which chain is. Where that account has gone,
/// another namespace that has one is in use, or one whose account comes back.
pub(crate) fn follow_accounts(engine: &Engine) {
    let namespace = namespace(engine);
    let present = account::present(engine);
    let before = engine.0.derived.present.replace(present.clone());
    if before.contains(&namespace) && !present.contains(&namespace) {
        let connected = account::connected_namespaces(engine);
        if let Some(other) = connected.first().or(present.first()) {
            enter(engine, *other);
        }
    } else if account::is_connected(engine, namespace)
        && let Some(chain) = account::chain(engine, namespace)
    {
        activate(engine, &chain);
    }
}

/// Lists the networks, after the host's options or what the connected wallets serve.
pub(crate) fn list(engine: &Engine) {
    let accounts = engine.slices().accounts.get();
    let list = engine.config(|config| rows(config, &accounts));
    if engine.slices().networks.with(|networks| networks.list != list) {
        engine.slices().networks.update(|networks| networks.list = list);
    }
}

/// The host's other networks in the namespace of a chain, in its order.
pub(crate) fn others(engine: &Engine, chain: &ChainId) -> Vec<ChainId> {
    engine.config(|config| {
        let ids = config.networks.iter().map(|network| &network.caip_network_id);
        ids.filter(|id| id.namespace == chain.namespace && *id != chain).cloned().collect()
    })
}

/// The name of a chain to people, if the host has it.
pub(crate) fn name_of(engine: &Engine, chain: &ChainId) -> Option<String> {
    engine.config(|config| config.network(chain).map(|network| network.name.clone()))
}
