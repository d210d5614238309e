//! Keeps the tabs of a site in step: what another tab stored, and what this one missed while the
//! browser kept it frozen. Owns the slice `presence`, which says whether the tab has a network, and remembers whether
//! it is in sight.

use protocol::caip::Namespace;
use runtime::{Reply, Scope};
use wire::{Json, Word};

use crate::connect::handoff;
use crate::engine::Engine;
use crate::holdings::balance;
use crate::item::{self, Connection, Snapshot};
use crate::state::Presence;
use crate::{account, catalog, connect, network};

const TAB: Scope = Scope::new("tab");

/// Follows the other tabs for as long as the engine lives.
pub(crate) fn start(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(TAB, async move {
        let mut events = this.world().open(runtime::Op::Tab);
        // Another tab may have connected while this one was loading.
        if let Some(there) = item::find::<Snapshot>(&this, item::SNAPSHOT_ITEM).await {
            keep_step(&this, &there);
        }
        loop {
            if let Reply::Event { name, value } = events.next().await {
                match &*name {
                    "stored" => stored(&this, &value.unwrap_or_default()),
                    "resumed" => resumed(&this),
                    "offline" => set_offline(&this, true),
                    "online" => {
                        set_offline(&this, false);
                        balance::retry(&this);
                    }
                    "hidden" => {
                        this.0.is_hidden.set(true);
                        handoff::left(&this);
                    }
                    "visible" => {
                        this.0.is_hidden.set(false);
                        handoff::again::came_back(&this);
                    }
                    _ => {}
                }
            }
        }
    });
}

fn set_offline(engine: &Engine, is_offline: bool) {
    engine.late_slices().presence.set(Presence { is_offline });
}

/// Another tab wrote an item.
fn stored(engine: &Engine, event: &Json) {
    let value = event.get("value").and_then(Json::as_text);
    let key = event.get("key").and_then(Json::as_text);
    let Some(name) = key.and_then(|key| item::name_of(engine, key)) else { return };
    if name == item::RECENT_WALLETS {
        return catalog::read_recent(engine);
    }
    if name == item::SNAPSHOT_ITEM {
        let there: Snapshot = value.and_then(item::open).unwrap_or_default();
        return keep_step(engine, &there);
    }
    let namespace = name.strip_suffix(":connection").and_then(Namespace::from_word);
    let Some(namespace) = namespace else { return };
    follow(engine, namespace, value.and_then(item::open::<Connection>));
}

/// Brings a namespace in step with its stored connection.
fn follow(engine: &Engine, namespace: Namespace, stored: Option<Connection>) {
    let stored = stored.filter(|connection| !connection.is_disconnected);
    let carrier = account::carrier(engine, namespace);
    let own = carrier.as_ref().and_then(|carrier| catalog::own_id(engine, carrier));
    let is_other = stored.as_ref().map(|connection| &connection.connector) != own.as_ref();
    // A wallet on a phone may be connected by another session since.
    let session = stored.as_ref().and_then(|it| it.carrier.as_ref());
    let is_other_session = session.is_some() && session != carrier.as_ref();
    if own.is_some() && (is_other || is_other_session) {
        connect::forget(engine, namespace);
    }
    if stored.is_some() {
        connect::restore_one(engine, namespace);
    } else {
        connect::abandon(engine, namespace);
    }
}

/// Brings back who is connected in another tab and not in this one: a wallet that had taken its accounts
/// back and shares them again is stored as it was, and nobody hears of that. A snapshot that lacks only
/// who is here is put right, or else the next page would not bring them back. Nobody else answers a
/// snapshot with one, so that tabs that differ do not write for ever.
fn keep_step(engine: &Engine, there: &Snapshot) {
    let here = account::to_store(engine);
    let missing = account::lacking(&here, &there.accounts);
    // Who comes back is not here yet, and may not be.
    let mut lacking = account::lacking(&there.accounts, &here).into_iter();
    if missing.is_empty() && lacking.any(|it| account::is_connected(engine, it)) {
        engine.0.derived.write_again();
    }
    for namespace in missing {
        connect::restore_one(engine, namespace);
    }
}

/// The page was frozen, or another tab cleared the storage: other tabs may have connected and
/// disconnected, and wallets moved meanwhile.
fn resumed(engine: &Engine) {
    catalog::read_recent(engine);
    // Of a namespace that the host gave up somebody may be left.
    let mut namespaces = network::namespaces(engine);
    let left = account::present(engine).into_iter();
    namespaces.extend(left.filter(|it| !network::namespaces(engine).contains(it)));
    for namespace in namespaces {
        let this = engine.clone();
        engine.runtime().spawn(Scope::of("resumed", namespace as u32), async move {
            let stored = item::read(&this, &item::connection(namespace)).await;
            follow(&this, namespace, stored);
            connect::look_again(&this, namespace);
        });
    }
}
