//! The Connect list: which wallets it shows, and in which order.

use wire::Word;

use crate::announcement::{holds, printable};
use crate::catalog::installed::{offered, wanted_namespace};
use crate::directory::known;
use crate::engine::Engine;
use crate::options::{AllWallets, ConnectorType, Options};
use crate::state::{Catalog, CatalogRow, LIST_ROWS, Method, Recent, RowKind, WalletRow};

const METHODS: [&str; 3] = ["email", "social", "wallet"];

/// The list, put together of all that it is made of.
pub(crate) fn compose(engine: &Engine) -> Catalog {
    let options = engine.options();
    let count = known::count(engine).filter(|count| *count > 0);
    let is_loading = options.has_wallets && known::is_awaited(engine);
    let shows_all = shows_all(engine, &options);
    let Listed { rows, awaited, awaited_from } =
        if options.has_wallets { list(engine, &options) } else { Listed::default() };
    Catalog {
        rows,
        awaited: if is_loading { to_u32(awaited) } else { 0 },
        awaited_from: to_u32(awaited_from),
        methods: methods(engine, &options),
        all: count.filter(|_| shows_all),
        awaits_all: is_loading && shows_all,
        is_collapsed: options.features.collapse_wallets == Some(true),
        is_loading,
        namespace: wanted_namespace(engine),
    }
}

/// The rows that are there, and how many the directory may add, from which place on.
#[derive(Default)]
struct Listed {
    rows: Vec<CatalogRow>,
    awaited: usize,
    awaited_from: usize,
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The rows, by the kinds in the host's order. How many there are follows from the host's options and
/// from this browser, whatever the directory says: where the host puts no wallet forward and brings none,
/// those of this browser and those used lately, filled up to [`LIST_ROWS`] by the first of the
/// directory; else those, the featured and the host's own, and nothing fills them up.
fn list(engine: &Engine, options: &Options) -> Listed {
    let namespace = wanted_namespace(engine);
    let kinds = order(options);
    let (elsewhere, mut installed): (Vec<_>, Vec<_>) =
        offered(engine).into_iter().partition(WalletRow::is_elsewhere);
    let is_mobile = engine.config(|config| config.is_mobile);
    // By which id the wallet of an excluded listing announces itself, the directory knows.
    let is_known = |id: &String| holds(id, b'.') || !known::is_awaited(engine);
    if !options.exclude_wallet_ids.iter().all(is_known) {
        let awaited = LIST_ROWS as usize + if is_mobile { 0 } else { elsewhere.len() };
        return Listed { awaited, ..Listed::default() };
    }
    let is_wanted = |row: &WalletRow| {
        namespace.is_none_or(|wanted| row.providers.iter().any(|it| it.namespace == wanted))
    };
    let has_recent = kinds.contains(&ConnectorType::Recent);
    let recent = if has_recent { recent(engine, &installed, is_wanted) } else { vec![] };
    installed.retain(|row| is_wanted(row) && recent.iter().all(|it| it.id != row.id));
    let mut list: Vec<CatalogRow> = Vec::new();
    let mut recommended_from = None;
    let mut featured_from = None;
    for kind in kinds {
        let (kind, rows) = match kind {
            // A phone shows no code to itself.
            ConnectorType::WalletConnect if is_mobile => continue,
            ConnectorType::WalletConnect => (RowKind::WalletConnect, elsewhere.clone()),
            ConnectorType::Recent => (RowKind::Recent, recent.clone()),
            ConnectorType::Injected => (RowKind::Installed, installed.clone()),
            ConnectorType::Featured => {
                featured_from = Some(list.len());
                (RowKind::Featured, known::featured(engine))
            }
            ConnectorType::Custom => (RowKind::Custom, known::custom(engine)),
            ConnectorType::Recommended => {
                recommended_from = Some(list.len());
                continue;
            }
            ConnectorType::External => continue,
        };
        for wallet in rows {
            // A wallet that is installed shows where the installed ones do, or those used lately.
            let is_elsewhere =
                matches!(kind, RowKind::Featured | RowKind::Custom) && !wallet.providers.is_empty();
            if !is_elsewhere && !has(&list, &wallet) {
                list.push(CatalogRow { kind, wallet });
            }
        }
    }
    let featured = options.featured_wallet_ids.len();
    let has_own = featured > 0 || !options.custom_wallets.is_empty();
    if let Some(awaited_from) = recommended_from.filter(|_| !has_own) {
        // The row that stands for others is none of those.
        let rows = LIST_ROWS as usize + list.iter().filter(|it| it.wallet.is_elsewhere()).count();
        let awaited = rows.saturating_sub(list.len());
        fill(engine, &mut list, awaited_from, rows);
        return Listed { rows: list, awaited, awaited_from };
    }
    let awaited = featured_from.map_or(0, |_| featured);
    Listed { rows: list, awaited, awaited_from: featured_from.unwrap_or_default() }
}

/// The kinds in the host's order; in the usual one where the host names none that has wallets.
fn order(options: &Options) -> Vec<ConnectorType> {
    let words = options.features.connector_type_order.iter().flatten();
    let kinds: Vec<_> = words.filter_map(|it| ConnectorType::from_word(it)).collect();
    if kinds.iter().any(|it| it.has_rows()) { kinds } else { ConnectorType::all().collect() }
}

/// The first wallets of the directory, from this place on, as far as there is room for so many rows.
fn fill(engine: &Engine, list: &mut Vec<CatalogRow>, mut place: usize, rows: usize) {
    for wallet in known::first(engine, LIST_ROWS as usize + list.len()) {
        if list.len() < rows && !has(list, &wallet) {
            list.insert(place, CatalogRow { kind: RowKind::Recommended, wallet });
            place += 1;
        }
    }
}

fn has(list: &[CatalogRow], wallet: &WalletRow) -> bool {
    list.iter().any(|row| row.wallet.id == wallet.id)
}

/// The wallets used lately: as they are in this browser, where `is_wanted`; else as they are known.
fn recent(
    engine: &Engine,
    installed: &[WalletRow],
    is_wanted: impl Fn(&WalletRow) -> bool,
) -> Vec<WalletRow> {
    let excluded = &engine.options().exclude_wallet_ids;
    let bare = |it: &Recent| WalletRow {
        id: it.id.clone(),
        name: printable(&it.name),
        icon: engine.options().images.of(&it.id),
        providers: vec![],
        is_double: false,
        is_reached: false,
    };
    let row = |it: &Recent| {
        let here = installed.iter().find(|row| row.id == it.id).cloned();
        here.or_else(|| known::listed(engine, &it.id)).unwrap_or_else(|| bare(it))
    };
    let is_kept = |(it, row): &(&Recent, WalletRow)| {
        if row.providers.is_empty() { known::serves(engine, &it.id) } else { is_wanted(row) }
    };
    let recent = &engine.0.catalog.borrow().recent;
    let allowed = recent.iter().filter(|it| !excluded.contains(&it.id));
    allowed.map(|it| (it, row(it))).filter(is_kept).map(|(_, row)| row).collect()
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

/// The ways to connect in the host's order; in the usual one where none that the host names is on.
fn methods(engine: &Engine, options: &Options) -> Vec<Method> {
    let (email, socials) =
        engine.slices().features.with(|features| (features.email, !features.socials.is_empty()));
    let method = |name: &str| match name {
        "email" if email => Some(Method::Email),
        "social" if socials => Some(Method::Social),
        "wallet" if options.has_wallets => Some(Method::Wallet),
        _ => None,
    };
    let order = options.features.connect_methods_order.iter().flatten();
    let methods: Vec<_> = order.filter_map(|name| method(name)).collect();
    if methods.is_empty() { METHODS.into_iter().filter_map(method).collect() } else { methods }
}
