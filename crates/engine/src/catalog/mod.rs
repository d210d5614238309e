//! The Connect list. Owns the slice `catalog`.
//!
//! `announced.rs` keeps what the wallets in this browser announce, `installed.rs` says which they are,
//! and `list.rs` puts the list together, whenever something it is made of has changed.

pub(crate) mod announced;
pub(crate) mod installed;
mod list;

use protocol::caip::Namespace;
use protocol::module::embedded;
use runtime::{Op, Replies, Reply, Scope};
use wire::Json;

pub(crate) use installed::{
    beside, find, has_installed, id_of, is_called, is_double, listed, own_id, shown,
    wanted_namespace,
};

use crate::catalog::announced::{claimed, insert, of_module, read};
use crate::catalog::installed::present;
use crate::config::ModuleWallet;
use crate::directory::named;
use crate::engine::Engine;
use crate::relays::MODULE;
use crate::state::{Announced, Carrier, CatalogMemory, ProviderKind, RECENTS, Recent, WalletRow};
use crate::{item, network, relays};

const CATALOG: Scope = Scope::early("catalog");
const RECENT: Scope = Scope::early("recent");

/// An installed wallet, and its provider in one namespace.
pub(crate) struct Found {
    /// Its row.
    pub(crate) row: WalletRow,
    /// Where it is spoken to.
    pub(crate) carrier: Carrier,
}

/// Watches the wallets of the page for as long as the engine lives. Called again where more of them
/// are wanted: then those come that there was no place for.
pub(crate) fn watch(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(CATALOG, async move {
        let wanted = wanted(&this);
        let mut stream = Stream::open(&this, wanted.clone());
        loop {
            add_announced(&this, stream.next().await, &wanted);
        }
    });
}

fn add_announced(engine: &Engine, new: Announced, wanted: &[String]) {
    engine.0.catalog.change(|catalog| insert(&mut catalog.announced, new, wanted));
}

/// The ids of the wallets that are kept whatever else announces itself: those used lately, and those
/// that the host or the directory knows.
fn wanted(engine: &Engine) -> Vec<String> {
    let mut wanted = named::names(engine);
    wanted.extend(used_lately(engine));
    wanted
}

/// The ids of the wallets that were connected lately.
pub(crate) fn used_lately(engine: &Engine) -> Vec<String> {
    engine.0.catalog.borrow().recent.iter().map(|it| it.id.clone()).collect()
}

/// Reads which wallets were connected lately, then watches those of the page.
pub(crate) fn read_recent(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(RECENT, async move {
        let mut recent: Vec<Recent> =
            item::read(&this, item::RECENT_WALLETS).await.unwrap_or_default();
        recent.truncate(RECENTS as usize);
        this.0.catalog.borrow_mut().recent = recent;
        watch(&this);
    });
}

/// A wallet was connected: it goes first among those used lately, if it is not there.
pub(crate) fn used(engine: &Engine, row: &WalletRow) {
    let id = claimed(&row.id);
    engine.0.catalog.change(|CatalogMemory { recent, .. }| {
        let is_new = recent.iter().all(|known| known.id != id);
        if is_new {
            recent.insert(0, Recent { id: id.to_owned(), name: row.name.clone() });
            recent.truncate(RECENTS as usize);
            item::write(engine, item::RECENT_WALLETS, recent);
        }
        is_new
    });
}

/// A wallet is about to be chosen: what a phone is spoken to by is loaded meanwhile, and a pairing made.
pub(crate) fn point_at(engine: &Engine, id: &str) {
    let is_elsewhere = |row: &WalletRow| {
        row.id == id && (row.is_elsewhere() || row.is_reached && row.providers.is_empty())
    };
    if engine.slices().catalog.with(|it| it.rows.iter().any(|row| is_elsewhere(&row.wallet))) {
        engine.world().tell(&Op::LoadModule { name: MODULE.to_owned() });
        if !engine.config(|config| config.is_mobile) {
            engine.0.handoff.borrow_mut().near = Some(id.to_owned());
        }
    }
}

/// Lists only wallets of one namespace, or of all.
pub(crate) fn filter(engine: &Engine, namespace: Option<Namespace>) {
    let namespace = namespace.filter(|_| network::namespaces(engine).len() > 1);
    engine
        .0
        .catalog
        .change(|catalog| std::mem::replace(&mut catalog.namespace, namespace) != namespace);
}

/// Puts the list together anew.
pub(crate) fn compose(engine: &Engine) {
    let list = list::compose(engine);
    if engine.slices().catalog.with(|catalog| *catalog != list) {
        engine.slices().catalog.set(list);
    }
}

/// The wallets that modules of this page hold sessions with are on the list like those of the page.
pub(crate) fn hold(engine: &Engine, modules: Option<Json>) {
    let wallets = modules.as_ref().map(wire::read::<Vec<ModuleWallet>>);
    for wallet in wallets.and_then(Result::ok).unwrap_or_default() {
        for namespace in &wallet.namespaces {
            add_announced(engine, of_module(&wallet, *namespace), &[]);
        }
    }
}

/// The wallet that stands for all that are not in this browser, and the one that people sign in to, in each namespace
/// of the host that they serve.
pub(crate) fn hold_own(engine: &Engine) {
    let own = ModuleWallet {
        module: relays::MODULE.to_owned(),
        id: relays::ANY_WALLET.to_owned(),
        name: "WalletConnect".to_owned(),
        icon: None,
        kind: ProviderKind::WalletConnect,
        namespaces: vec![],
    };
    let embedded = ModuleWallet {
        module: embedded::MODULE.to_owned(),
        id: embedded::WALLET.to_owned(),
        name: "E-mail".to_owned(),
        icon: None,
        kind: ProviderKind::Auth,
        namespaces: vec![],
    };
    for namespace in network::namespaces(engine) {
        add_announced(engine, of_module(&own, namespace), &[]);
        if embedded::serves(namespace) {
            add_announced(engine, of_module(&embedded, namespace), &[]);
        }
    }
}

/// The wallet that people sign in to, where the host has a network that it serves.
pub(crate) fn of_vault(engine: &Engine) -> Option<WalletRow> {
    present(engine, &network::namespaces(engine)).into_iter().find(|it| it.id == embedded::WALLET)
}

/// The wallet that a module held a session with.
pub(crate) fn held(engine: &Engine, carrier: &Carrier, namespace: Namespace) -> Option<Found> {
    let is_it = |row: &WalletRow| row.providers.iter().any(|it| it.carrier.is_same_wallet(carrier));
    let row = present(engine, &[namespace]).into_iter().find(is_it)?;
    Some(Found { row, carrier: carrier.clone() })
}

/// Waits until several wallets of this browser say that they are this one.
pub(crate) async fn doubled(engine: &Engine, id: &str) {
    let wanted = [id.to_owned()];
    let mut stream = Stream::open(engine, wanted.to_vec());
    while !is_double(engine, id) {
        add_announced(engine, stream.next().await, &wanted);
    }
}

/// The wallet that calls itself so in a namespace, none of `tried`, as soon as it announces itself,
/// however many others do. Whoever awaits this sets the limit.
pub(crate) async fn announced(
    engine: &Engine,
    id: &str,
    namespace: Namespace,
    tried: &[Carrier],
) -> Found {
    let wanted = vec![id.to_owned()];
    let mut stream = Stream::open(engine, wanted.clone());
    loop {
        let new = stream.next().await;
        let carrier = new.carrier.clone();
        if new.id == id && new.namespace == namespace && !tried.contains(&carrier) {
            add_announced(engine, new, &wanted);
            let mut rows = present(engine, &[namespace]).into_iter();
            let row = rows.find(|row| row.providers.iter().any(|it| it.carrier == carrier));
            if let Some(row) = row {
                return Found { row, carrier };
            }
        }
    }
}

struct Stream(Replies);

impl Stream {
    fn open(engine: &Engine, wanted: Vec<String>) -> Self {
        Stream(engine.world().open(Op::Wallets { wanted }))
    }

    /// The next announcement that can be shown.
    async fn next(&mut self) -> Announced {
        loop {
            if let Reply::Announced { wallet, detail } = self.0.next().await
                && let Some(new) = read(wallet, &detail)
            {
                return new;
            }
        }
    }
}
