//! The Connect list: which wallets it shows, and in which order.

use crate::catalog::announced::printable;
use crate::catalog::installed::{installed, wanted_namespace};
use crate::directory::known;
use crate::engine::Engine;
use crate::options::{AllWallets, Options};
use crate::state::{Catalog, CatalogRow, Method, Recent, RowKind, WalletRow};

/// How many wallets of this browser and used lately make a recommendation needless.
const ENOUGH: usize = 2;
const KINDS: [&str; 5] = ["recent", "injected", "featured", "custom", "recommended"];
const METHODS: [&str; 3] = ["email", "social", "wallet"];

/// The list, put together of all that it is made of.
pub(crate) fn compose(engine: &Engine) -> Catalog {
    let options = engine.options();
    let count = known::count(engine).filter(|count| *count > 0);
    Catalog {
        rows: if options.has_wallets { rows(engine, &options) } else { vec![] },
        methods: methods(engine, &options),
        all: count.filter(|_| shows_all(engine, &options)),
        is_collapsed: options.features.collapse_wallets == Some(true),
        is_loading: known::is_loading(engine),
        namespace: wanted_namespace(engine),
    }
}

fn rows(engine: &Engine, options: &Options) -> Vec<CatalogRow> {
    let namespace = wanted_namespace(engine);
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
            "featured" => (RowKind::Featured, known::featured(engine)),
            "custom" => (RowKind::Custom, known::custom(engine)),
            "recommended" if !has_own => (RowKind::Recommended, known::first(engine, needed)),
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
        .filter(|it| known::serves(engine, &it.id));
    let bare = |it: &Recent| WalletRow {
        id: it.id.clone(),
        name: printable(&it.name),
        icon: engine.options().images.of(&it.id),
        providers: vec![],
        is_double: false,
    };
    kept.map(|it| known::listed(engine, &it.id).unwrap_or_else(|| bare(it))).collect()
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
