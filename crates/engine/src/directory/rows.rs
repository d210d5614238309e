//! The rows of the directory, and whether the wallet that was looked for is in this browser by now: put
//! together anew whenever something they are made of has changed.

use ::directory::Filter;
use protocol::api::WalletListing;

use crate::catalog;
use crate::directory::known::{custom, first_of};
use crate::directory::listing::{self, row};
use crate::directory::{PAGE, is_searched};
use crate::engine::Engine;
use crate::relays;
use crate::state::{
    Chosen, Directory, DirectoryMemory, DirectoryStep, Here, Provider, Stage, WalletRow,
};

/// How many the view `GetWallet` offers.
const GUIDE: usize = 4;

/// Puts the rows together, if something has changed.
pub(crate) fn compose(engine: &Engine) {
    let slice = &engine.slices().directory;
    let version = || {
        let (catalog, directory) = (engine.0.catalog.version(), engine.0.directory.version());
        catalog + directory + engine.0.config.version() + slice.version()
    };
    if engine.0.derived.directory.get() == version() {
        return;
    }
    let mut directory = slice.get();
    if let Some(chosen) = &mut directory.chosen {
        chosen.here = here(engine, chosen);
    }
    list(engine, &mut directory);
    slice.set(directory);
    engine.0.derived.directory.set(version());
}

/// All wallets that are known, or what a search found among them. Of a search that goes on nothing is
/// known yet.
fn list(engine: &Engine, directory: &mut Directory) {
    let memory = engine.0.directory.borrow();
    let is_search = is_searched(&directory.query, directory.is_certified);
    let is_awaited = is_search && directory.step == DirectoryStep::Loading;
    if directory.step == DirectoryStep::Idle || memory.stage == Stage::Idle || is_awaited {
        return;
    }
    directory.has_certified = memory.has_certified;
    directory.guide = first_of(engine, &memory, GUIDE);
    if is_search {
        list_found(engine, &memory, directory);
    } else {
        list_all(engine, &memory, directory);
    }
    if !directory.rows.is_empty() {
        directory.step = directory.step.of_what_is_here();
    }
}

fn list_found(engine: &Engine, memory: &DirectoryMemory, directory: &mut Directory) {
    directory.rows = fitting(engine, memory.found.iter()).collect();
    if !directory.is_certified {
        let meant = meant(engine, directory.query.trim());
        first_installed(engine, &mut directory.rows, meant);
    }
    directory.count = u32::try_from(directory.rows.len()).unwrap_or(0);
    directory.has_more = false;
}

fn list_all(engine: &Engine, memory: &DirectoryMemory, directory: &mut Directory) {
    if directory.step != DirectoryStep::More {
        directory.step = match memory.stage {
            Stage::Idle | Stage::Loading => DirectoryStep::Loading,
            Stage::Loaded => DirectoryStep::Ready,
            Stage::Bundled if memory.all.is_empty() => DirectoryStep::Failed,
            Stage::Bundled => DirectoryStep::Offline,
        };
    }
    directory.rows = custom(engine);
    let is_mobile = engine.config(|config| config.is_mobile);
    // On a phone those come first that it can connect, or in which it can open this page.
    let is_first = |it: &&WalletListing| {
        !is_mobile || relays::reach(engine, it) || listing::opens_here(engine, it)
    };
    directory.rows.extend(fitting(engine, memory.all.iter().filter(is_first)));
    directory.rows.extend(fitting(engine, memory.all.iter().filter(|it| !is_first(it))));
    let unknown = first_installed(engine, &mut directory.rows, catalog::listed(engine));
    let added = u32::try_from(engine.options().custom_wallets.len() + unknown).unwrap_or(0);
    directory.count = memory.count + added;
    let is_loaded = memory.stage == Stage::Loaded;
    directory.has_more = is_loaded && memory.pages as usize * PAGE < memory.count as usize;
}

fn fitting<'a>(
    engine: &Engine,
    listings: impl Iterator<Item = &'a WalletListing>,
) -> impl Iterator<Item = WalletRow> {
    listings.filter(|it| listing::fits(engine, it)).map(|it| row(engine, it))
}

/// Puts installed wallets first, each of them once. Returns how many of them were not among the rows.
fn first_installed(engine: &Engine, rows: &mut Vec<WalletRow>, installed: Vec<WalletRow>) -> usize {
    let ids: Vec<String> = installed.iter().flat_map(|row| ids(engine, row)).collect();
    let before = rows.len();
    rows.retain(|row| !ids.contains(&row.id));
    let unknown = installed.len().saturating_sub(before - rows.len());
    rows.splice(0..0, installed);
    unknown
}

/// The ids of an installed wallet: of its row, and of what the directory knows by what it calls itself.
fn ids(engine: &Engine, row: &WalletRow) -> Vec<String> {
    let known = row.providers.iter().filter_map(|it| {
        let own = catalog::own_id(engine, &it.carrier)?;
        catalog::id_of(engine, it.namespace, &own)
    });
    [row.id.clone()].into_iter().chain(known).collect()
}

/// The installed wallets that a search means, whether or not the directory knows them.
fn meant(engine: &Engine, text: &str) -> Vec<WalletRow> {
    let mut installed = catalog::listed(engine);
    let named = |row: &WalletRow| WalletListing {
        id: row.id.clone(),
        name: row.name.clone(),
        ..WalletListing::default()
    };
    let named: Vec<WalletListing> = installed.iter().map(named).collect();
    let found = ::directory::find(&named, &Filter::default(), text);
    installed.retain(|row| found.iter().any(|it| it.id == row.id));
    installed
}

/// What says in this browser that it is the wallet that was looked for.
fn here(engine: &Engine, chosen: &Chosen) -> Option<Here> {
    let memory = engine.0.directory.borrow();
    let is_called = |it: &Provider| {
        let (listing, own) = memory.chosen.as_ref().zip(catalog::own_id(engine, &it.carrier))?;
        Some(catalog::is_called(listing, it.namespace, &own))
    };
    // Of some nobody knows what they put into pages.
    let is_untold = memory.chosen.as_ref().is_none_or(|it| it.injected.is_empty());
    let is_it = |row: &WalletRow| {
        row.id == chosen.wallet.id
            || is_untold && chosen.rdns.as_ref() == Some(&row.id)
            || row.providers.iter().any(|it| is_called(it) == Some(true))
    };
    let mut rows = catalog::listed(engine).into_iter().filter(is_it);
    let wallet = rows.next()?;
    let is_one = rows.next().is_none() && !wallet.is_double;
    Some(if is_one { Here::One { wallet } } else { Here::Several })
}
