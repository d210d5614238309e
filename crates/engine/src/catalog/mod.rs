//! The Connect list: which wallets it shows, and in which order. Owns the slice `catalog`.
//!
//! `announced.rs` keeps what the wallets in this browser announce. The list is composed anew whenever
//! something it is made of changes: announcements, recent wallets, the directory, the options.

mod announced;

use protocol::caip::Namespace;
use runtime::{Op, Replies, Reply, Scope};
use wire::wire;

pub(crate) use announced::{claimed, printable};

use crate::options::{AllWallets, Options};
use crate::state::{CatalogRow, Method, RowKind, WalletRow};
use crate::{Engine, directory, item, network};
use announced::{Announced, insert, merged, read};

const CATALOG: Scope = Scope::new("catalog");
const RECENT: Scope = Scope::new("recent");
/// How many wallets are remembered as used lately.
const RECENTS: usize = 2;
/// How many wallets of this browser and used lately make a recommendation needless.
const ENOUGH: usize = 2;
const KINDS: [&str; 5] = ["recent", "injected", "featured", "custom", "recommended"];
const METHODS: [&str; 3] = ["email", "social", "wallet"];

/// What the list is made of.
#[derive(Default)]
pub(crate) struct Memory {
    announced: Vec<Announced>,
    recent: Vec<Recent>,
}

/// A wallet that was connected lately. Stored under `recent-wallets`, the latest first.
#[wire]
pub struct Recent {
    /// The id of its row.
    pub id: String,
    /// Its name to people.
    pub name: String,
}

/// An installed wallet, and its provider in one ecosystem.
pub(crate) struct Found {
    /// Its row.
    pub(crate) row: WalletRow,
    /// The page's handle of the provider.
    pub(crate) handle: u32,
}

/// Watches the wallets of the page for as long as the engine lives. Called again where more of them
/// are wanted: then those come that there was no place for.
pub(crate) fn watch(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(CATALOG, async move {
        let wanted = wanted(&this);
        let mut stream = Stream::open(&this, wanted.clone());
        loop {
            keep(&this, stream.next().await, &wanted);
        }
    });
}

fn keep(engine: &Engine, new: Announced, wanted: &[String]) {
    let is_change = insert(&mut engine.0.catalog.borrow_mut().announced, new, wanted);
    if is_change {
        compose(engine);
    }
}

/// The ids of the wallets that are kept whatever else announces itself: those used lately, and those
/// that the host or the directory knows.
fn wanted(engine: &Engine) -> Vec<String> {
    let mut wanted = directory::names(engine);
    wanted.extend(engine.0.catalog.borrow().recent.iter().map(|it| it.id.clone()));
    wanted
}

/// Reads which wallets were connected lately, then watches those of the page.
pub(crate) fn read_recent(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(RECENT, async move {
        let mut recent: Vec<Recent> =
            item::read(&this, item::RECENT_WALLETS).await.unwrap_or_default();
        recent.truncate(RECENTS);
        this.0.catalog.borrow_mut().recent = recent;
        compose(&this);
        watch(&this);
    });
}

/// A wallet was connected: it goes first among those used lately, if it is not there.
pub(crate) fn used(engine: &Engine, row: &WalletRow) {
    {
        let recent = &mut engine.0.catalog.borrow_mut().recent;
        let id = claimed(&row.id);
        if recent.iter().any(|known| known.id == id) {
            return;
        }
        recent.insert(0, Recent { id: id.to_owned(), name: row.name.clone() });
        recent.truncate(RECENTS);
        item::write(engine, item::RECENT_WALLETS, recent);
    }
    compose(engine);
}

/// Lists only wallets of one ecosystem, or of all.
pub(crate) fn filter(engine: &Engine, namespace: Option<Namespace>) {
    let namespace = namespace.filter(|_| network::namespaces(engine).len() > 1);
    engine.slices().catalog.update(|catalog| catalog.namespace = namespace);
    compose(engine);
}

/// The wallets in this browser, in the order of their announcements.
pub(crate) fn installed(engine: &Engine) -> Vec<WalletRow> {
    let options = engine.options();
    let excluded = &options.exclude_wallet_ids;
    let mut rows = present(engine, &network::namespaces(engine));
    rows.retain(|row| {
        let id = claimed(&row.id);
        !excluded.iter().any(|it| it == id) && !directory::is_excluded(engine, id)
    });
    rows
}

/// The wallets that announced themselves for these ecosystems, with the host's images of them.
fn present(engine: &Engine, namespaces: &[Namespace]) -> Vec<WalletRow> {
    let options = engine.options();
    let has_several = namespaces.len() > 1;
    let listing_of = |it: &Announced| {
        has_several.then(|| directory::id_of(engine, it.namespace, &it.id)).flatten()
    };
    let mut rows = merged(&engine.0.catalog.borrow().announced, namespaces, listing_of);
    for row in &mut rows {
        let mut ids = row.providers.iter().filter_map(|it| own_id(engine, it.handle));
        if let Some(image) = ids.find_map(|id| options.images.of(&id)) {
            row.icon = Some(image);
        }
    }
    rows
}

/// Whether there is a wallet in this browser.
pub(crate) fn has_installed(engine: &Engine) -> bool {
    !installed(engine).is_empty()
}

/// The wallet of this id, if it is in this browser.
pub(crate) fn find(engine: &Engine, id: &str) -> Option<WalletRow> {
    // Rows hold images: they are put together only where one is wanted.
    if engine.0.catalog.borrow().announced.iter().all(|it| it.id != claimed(id)) {
        return None;
    }
    installed(engine).into_iter().find(|row| row.id == id)
}

/// The row of this id on the list, whether it is installed or not.
pub(crate) fn shown(engine: &Engine, id: &str) -> Option<WalletRow> {
    engine.slices().catalog.with(|catalog| {
        catalog.rows.iter().find(|row| row.wallet.id == id).map(|row| row.wallet.clone())
    })
}

/// What the wallet behind a provider calls itself: a wallet of several ecosystems may have a name of
/// its own in each.
pub(crate) fn own_id(engine: &Engine, handle: u32) -> Option<String> {
    let catalog = engine.0.catalog.borrow();
    catalog.announced.iter().find(|it| it.handle == handle).map(|it| it.id.clone())
}

/// Whether several wallets of this browser say that they are this one.
pub(crate) fn is_double(engine: &Engine, id: &str) -> bool {
    announced::is_double(&engine.0.catalog.borrow().announced, id)
}

/// Waits until several do.
pub(crate) async fn doubled(engine: &Engine, id: &str) {
    let wanted = [id.to_owned()];
    let mut stream = Stream::open(engine, wanted.to_vec());
    while !is_double(engine, id) {
        keep(engine, stream.next().await, &wanted);
    }
}

/// The wallet that calls itself so in an ecosystem, none of `tried`, as soon as it announces itself,
/// however many others do. Whoever awaits this sets the limit.
pub(crate) async fn announced(
    engine: &Engine,
    id: &str,
    namespace: Namespace,
    tried: &[u32],
) -> Found {
    let wanted = vec![id.to_owned()];
    let mut stream = Stream::open(engine, wanted.clone());
    loop {
        let new = stream.next().await;
        let handle = new.handle;
        if new.id == id && new.namespace == namespace && !tried.contains(&handle) {
            keep(engine, new, &wanted);
            let mut rows = present(engine, &[namespace]).into_iter();
            let row = rows.find(|row| row.providers.iter().any(|it| it.handle == handle));
            if let Some(row) = row {
                return Found { row, handle };
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

/// Puts the list together.
pub(crate) fn compose(engine: &Engine) {
    let options = engine.options();
    let rows = if options.has_wallets { rows(engine, &options) } else { vec![] };
    let count = directory::count(engine).filter(|count| *count > 0);
    let all = count.filter(|_| shows_all(engine, &options));
    let methods = methods(engine, &options);
    let is_loading = directory::is_asked(engine);
    engine.slices().catalog.update(|catalog| {
        catalog.rows = rows;
        catalog.methods = methods;
        catalog.all = all.map(counted);
        catalog.is_collapsed = options.features.collapse_wallets == Some(true);
        catalog.is_loading = is_loading;
    });
}

fn rows(engine: &Engine, options: &Options) -> Vec<CatalogRow> {
    let namespace = engine.slices().catalog.with(|catalog| catalog.namespace);
    let mut installed = installed(engine);
    let recent = recent(engine, &installed, &options.exclude_wallet_ids);
    installed.retain(|row| {
        namespace.is_none_or(|wanted| row.providers.iter().any(|it| it.namespace == wanted))
    });
    let has_own = !options.featured_wallet_ids.is_empty() || !options.custom_wallets.is_empty();
    let needed = ENOUGH.saturating_sub(installed.len() + recent.len());
    let order = options.features.connector_type_order.clone();
    let order = order.unwrap_or_else(|| KINDS.map(str::to_owned).to_vec());
    let mut list: Vec<CatalogRow> = Vec::new();
    for kind in &order {
        let (kind, rows) = match &**kind {
            "recent" => (RowKind::Recent, recent.clone()),
            "injected" => (RowKind::Installed, installed.clone()),
            "featured" => (RowKind::Featured, directory::featured(engine)),
            "custom" => (RowKind::Custom, directory::custom(engine)),
            "recommended" if !has_own => (RowKind::Recommended, directory::first(engine, needed)),
            _ => continue,
        };
        for wallet in rows {
            // A wallet that is installed shows where the installed ones do.
            let is_elsewhere = kind != RowKind::Installed && !wallet.providers.is_empty();
            if !is_elsewhere && list.iter().all(|row| row.wallet.id != wallet.id) {
                list.push(CatalogRow { kind, wallet });
            }
        }
    }
    list
}

/// The wallets used lately that are not installed.
fn recent(engine: &Engine, installed: &[WalletRow], excluded: &[String]) -> Vec<WalletRow> {
    let recent = &engine.0.catalog.borrow().recent;
    let kept = recent
        .iter()
        .filter(|it| !excluded.contains(&it.id) && installed.iter().all(|row| row.id != it.id))
        .filter(|it| directory::serves(engine, &it.id));
    let bare = |it: &Recent| WalletRow {
        id: it.id.clone(),
        name: printable(&it.name),
        icon: engine.options().images.of(&it.id),
        providers: vec![],
        is_double: false,
    };
    kept.map(|it| directory::listed(engine, &it.id).unwrap_or_else(|| bare(it))).collect()
}

fn shows_all(engine: &Engine, options: &Options) -> bool {
    let is_mobile = engine.config(|config| config.is_mobile);
    options.has_wallets
        && options.features.all_wallets != Some(false)
        && match options.all_wallets.unwrap_or(AllWallets::Show) {
            AllWallets::Show => true,
            AllWallets::Hide => false,
            AllWallets::OnlyMobile => is_mobile,
        }
}

/// Exact below ten, else rounded down to tens.
fn counted(count: u32) -> String {
    if count < 10 { count.to_string() } else { [&(count / 10 * 10).to_string(), "+"].concat() }
}

fn methods(engine: &Engine, options: &Options) -> Vec<Method> {
    let (email, socials) =
        engine.slices().features.with(|features| (features.email, !features.socials.is_empty()));
    let order = options.features.connect_methods_order.clone();
    let order = order.unwrap_or_else(|| METHODS.map(str::to_owned).to_vec());
    let method = |name: &String| match &**name {
        "email" if email => Some(Method::Email),
        "social" if socials => Some(Method::Social),
        "wallet" if options.has_wallets => Some(Method::Wallet),
        _ => None,
    };
    order.iter().filter_map(method).collect()
}
