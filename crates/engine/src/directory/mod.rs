//! All wallets that are known, by the operator's server: asked for when the dialog opens, 40 at a
//! time. Owns the slice `directory`.
//!
//! Where the server cannot be reached, the few that came with the package are listed instead.
//! `rows.rs` lists what is known, whenever it has changed. `listing.rs` makes rows of what the server
//! tells, `known.rs` and `named.rs` say what is known of it. `browse.rs` has the links to wallets' own
//! browsers, `code.rs` draws one for a phone, `coming_back.rs` is the way back for who has installed one.

mod browse;
pub(crate) mod code;
pub(crate) mod coming_back;
pub(crate) mod known;
pub(crate) mod listing;
pub(crate) mod named;
pub(crate) mod rows;

use ::directory::{Filter, SHORTEST_SEARCH};
use protocol::api::{WalletListing, WalletPage};
use protocol::event::wallet::WalletEvent;
use protocol::path;
use runtime::{Op, Reply, Scope};

use crate::directory::known::{is_awaited, is_loading, known};
use crate::directory::listing::{encoded, image, links, row};
use crate::engine::Engine;
use crate::state::{
    Directory, DirectoryMemory, DirectoryStep, MessageKind, Stage, ToastText, View, WalletRow,
};
use crate::{catalog, network, route, server, toast};

const FIRST: Scope = Scope::new("directory");
const SEARCH: Scope = Scope::new("search");
/// Whoever closes the dialog does not come back to it.
const COMING_BACK: Scope = Scope::new("coming-back");
/// Of an id of the directory, in hexadecimal.
const ID_DIGITS: usize = 64;
const PAGE: usize = 40;
const FOUND: u32 = 100;
/// A search waits this long for more of its text.
const SEARCH_MS: u32 = 300;
/// The first wallets may take so long before what came with the package is listed.
const FIRST_MS: u32 = 6_000;
/// Those used lately are waited for no longer than this: they come before all others on the list.
const RECENT_MS: u32 = 1_000;
/// How many wallets can be asked for by their ids.
const MOST_IDS: usize = 100;
/// How many images are loaded before anybody sees them.
const IMAGES: usize = 20;

/// Gets what a view shows when it comes up.
pub(crate) fn shown(engine: &Engine, view: View) {
    match view {
        View::Connect | View::ConnectWallets | View::SwitchActiveChain => prefetch(engine),
        // Before SwitchActiveChain shows, so that nothing moves there.
        View::Networks if network::namespaces(engine).len() > 1 => prefetch(engine),
        View::AllWallets | View::GetWallet => {
            prefetch(engine);
            engine.slices().directory.update(|directory| {
                if directory.step == DirectoryStep::Idle {
                    directory.step = DirectoryStep::Loading;
                }
            });
        }
        View::ConnectingExternal
        | View::ConnectingWalletConnect
        | View::ConnectingWalletConnectBasic
        | View::OpenWallet
        | View::ConnectingMultiChain
        | View::Downloads
        | View::OpenOnPhone
        | View::WhatIsAWallet
        | View::Account
        | View::AccountSettings
        | View::SwitchAddress
        | View::WalletReceive
        | View::WalletCompatibleNetworks
        | View::Networks
        | View::SwitchNetwork
        | View::UnsupportedChain
        | View::WhatIsANetwork
        | View::EmailLogin
        | View::EmailVerifyOtp
        | View::EmailVerifyDevice
        | View::UpdateEmailWallet
        | View::UpdateEmailPrimaryOtp
        | View::UpdateEmailSecondaryOtp
        | View::ApproveTransaction
        | View::WalletSettings => {}
    }
}

/// Asks for the first wallets, once; again after a failure.
fn prefetch(engine: &Engine) {
    let stage = engine.0.directory.borrow().stage;
    if matches!(stage, Stage::Loading | Stage::Loaded) || !engine.options().has_wallets {
        return;
    }
    engine.0.directory.borrow_mut().stage = Stage::Loading;
    let this = engine.clone();
    engine.runtime().spawn(FIRST, async move {
        match this.world().within(FIRST_MS, page(&this, 1)).await.flatten() {
            Some(first) => {
                let options = this.options();
                let featured = by_ids(&this, &options.featured_wallet_ids).await;
                let excluded = by_ids(&this, &options.exclude_wallet_ids).await;
                let used = used_beyond(&this, &first);
                let recent = this.world().within(RECENT_MS, by_ids(&this, &used)).await;
                this.0.directory.borrow_mut().recent.extend(recent.unwrap_or_default());
                keep_first_page(&this, first, featured, excluded);
            }
            None => fall_back(&this).await,
        }
        catalog::watch(&this);
        arrived(&this);
    });
}

/// The first wallets are there, or will not come: whoever searches for one finds what there is.
fn arrived(engine: &Engine) {
    let (is_waiting, is_search, query, is_certified) = engine.slices().directory.with(|it| {
        let is_search = is_searched(&it.query, it.is_certified);
        (it.step == DirectoryStep::Loading, is_search, it.query.clone(), it.is_certified)
    });
    let is_known = engine.0.directory.borrow().stage == Stage::Loaded;
    if is_search && (is_known || is_waiting) {
        start_search(engine, query, is_certified);
    }
}

/// The wallets of these ids, as far as the directory has them.
async fn by_ids(engine: &Engine, ids: &[String]) -> Vec<WalletListing> {
    if ids.is_empty() {
        return vec![];
    }
    let ids = &ids[..ids.len().min(MOST_IDS)];
    let (entries, ids) = (ids.len().to_string(), encoded(&ids.join(",")));
    let query = ["&page=1&entries=", &entries, "&include=", &ids].concat();
    let answer: Option<WalletPage> = server::get(engine, path::WALLETS, &query).await;
    answer.unwrap_or_default().data
}

/// The ids of the wallets used lately that are neither among the first nor the host's own. What a wallet of this
/// browser calls itself is no id of the directory, and nobody's business.
fn used_beyond(engine: &Engine, first: &WalletPage) -> Vec<String> {
    let ids = catalog::used_lately(engine).into_iter().filter(|it| is_directory_id(it));
    let is_there = |id: &String| first.data.iter().any(|it| it.id == *id);
    ids.filter(|it| !is_there(it) && known(engine, it).is_none()).collect()
}

/// Whether an id is one of the directory.
fn is_directory_id(id: &str) -> bool {
    id.len() == ID_DIGITS && id.bytes().all(|it| it.is_ascii_hexdigit())
}

/// Whether the directory may still tell of a wallet of which nothing is known: none that was used lately holds
/// the list up for long.
pub(crate) fn may_tell_of(engine: &Engine, id: &str) -> bool {
    known(engine, id).is_none() && (is_awaited(engine) || is_directory_id(id))
}

/// The wallet of this name, as far as the directory has it; it is known from now on.
pub(crate) async fn named_so(engine: &Engine, name: &str) -> Option<WalletListing> {
    let entries = FOUND.to_string();
    let query = ["&page=1&entries=", &entries, "&search=", &encoded(name)].concat();
    let found: Option<WalletPage> = server::get(engine, path::WALLETS, &query).await;
    let listing = found?.data.into_iter().find(|it| it.name == name)?;
    known::keep(engine, listing.clone());
    Some(listing)
}

fn keep_first_page(
    engine: &Engine,
    first: WalletPage,
    featured: Vec<WalletListing>,
    excluded: Vec<WalletListing>,
) {
    let images = {
        let mut memory = engine.0.directory.borrow_mut();
        let options = engine.options();
        let in_order = options.featured_wallet_ids.iter();
        memory.featured =
            in_order.filter_map(|id| featured.iter().find(|it| it.id == *id).cloned()).collect();
        memory.excluded = excluded.into_iter().filter_map(|it| it.rdns).collect();
        memory.stage = Stage::Loaded;
        memory.count = first.count;
        memory.has_certified = first.has_certified == Some(true);
        memory.pages = 1;
        memory.all = first.data;
        let shown = memory.featured.iter().chain(&memory.all).take(IMAGES);
        shown.filter_map(|it| image(engine, it)).collect()
    };
    engine.world().tell(&Op::Preload { urls: images });
}

async fn fall_back(engine: &Engine) {
    let bundled: Vec<WalletListing> = match engine.world().perform(Op::Bundled).await {
        Reply::Value { value } => wire::read(&value).unwrap_or_default(),
        _ => vec![],
    };
    let filter = filter(engine);
    let mut memory = engine.0.directory.borrow_mut();
    memory.stage = Stage::Bundled;
    memory.has_certified = false;
    memory.all = bundled.into_iter().filter(|it| filter.takes(it)).collect();
    memory.count = u32::try_from(memory.all.len()).unwrap_or(0);
}

async fn page(engine: &Engine, number: u32) -> Option<WalletPage> {
    let entries = PAGE.to_string();
    let start = ["&page=", &number.to_string(), "&entries=", &entries].concat();
    server::get(engine, path::WALLETS, &[start, narrowed(engine)].concat()).await
}

/// The part of a query that says which wallets the host wants.
fn narrowed(engine: &Engine) -> String {
    let Filter { include, exclude, chains, .. } = filter(engine);
    let mut query = ["&chains=", &encoded(&chains.join(","))].concat();
    for (name, ids) in [("&include=", include), ("&exclude=", exclude)] {
        if !ids.is_empty() {
            query.push_str(name);
            query.push_str(&encoded(&ids.join(",")));
        }
    }
    query
}

fn filter(engine: &Engine) -> Filter {
    let chains =
        engine.config(|it| it.networks.iter().map(|it| it.caip_network_id.text()).collect());
    let options = engine.options();
    Filter {
        include: options.include_wallet_ids.clone(),
        exclude: options.exclude_wallet_ids.clone(),
        chains,
        ..Filter::default()
    }
}

/// Asks for the next wallets.
pub(crate) fn load_next_page(engine: &Engine) {
    let may_ask = engine.slices().directory.with(|directory| {
        directory.has_more && directory.step == DirectoryStep::Ready && directory.query.is_empty()
    });
    if !may_ask {
        return;
    }
    engine.slices().directory.update(|directory| directory.step = DirectoryStep::More);
    let this = engine.clone();
    engine.runtime().spawn(SEARCH, async move {
        let number = this.0.directory.borrow().pages + 1;
        if let Some(next) = page(&this, number).await {
            let mut memory = this.0.directory.borrow_mut();
            memory.pages = number;
            memory.count = if next.data.is_empty() { 0 } else { next.count };
            memory.all.extend(next.data);
        } else {
            toast::show(&this, MessageKind::Error, ToastText::DirectoryUnavailable);
        }
        catalog::watch(&this);
        this.slices().directory.update(|directory| directory.step = DirectoryStep::Ready);
    });
}

/// Searches; a text too short lists all again.
pub(crate) fn search(engine: &Engine, text: String, is_certified: bool) {
    engine.slices().directory.update(|directory| {
        directory.query.clone_from(&text);
        directory.is_certified = is_certified;
        directory.step = DirectoryStep::Loading;
    });
    // Where the server could not be reached, whoever searches or lists all again asks again.
    prefetch(engine);
    if !is_searched(&text, is_certified) {
        return engine.runtime().cancel(SEARCH);
    }
    start_search(engine, text, is_certified);
}

/// Searches, as soon as the text stands.
fn start_search(engine: &Engine, text: String, is_certified: bool) {
    engine.slices().directory.update(|directory| {
        directory.step = DirectoryStep::Loading;
        directory.has_more = false;
    });
    let this = engine.clone();
    engine.runtime().spawn(SEARCH, async move {
        this.world().sleep(SEARCH_MS).await;
        let found = find(&this, text.trim(), is_certified).await;
        let badge = is_certified.then(|| "certified".to_owned());
        this.track(&WalletEvent::SearchWallet { badge, search: text });
        keep_found(&this, found);
    });
}

fn is_searched(text: &str, is_certified: bool) -> bool {
    is_certified || text.trim().chars().count() >= SHORTEST_SEARCH as usize
}

/// What a search finds, and whether at the server or only among what is known here; nothing where
/// neither can be.
async fn find(
    engine: &Engine,
    text: &str,
    is_certified: bool,
) -> Option<(Vec<WalletListing>, DirectoryStep)> {
    let entries = FOUND.to_string();
    let badge = if is_certified { "&badge_type=certified" } else { "" };
    let query = ["&page=1&entries=", &entries, "&search=", &encoded(text), badge].concat();
    if engine.0.directory.borrow().stage == Stage::Loaded {
        let query = [query, narrowed(engine)].concat();
        let answer: Option<WalletPage> = server::get(engine, path::WALLETS, &query).await;
        if let Some(answer) = answer {
            return Some((answer.data, DirectoryStep::Ready));
        }
    }
    let memory = engine.0.directory.borrow();
    let filter = Filter { is_certified: is_certified.then_some(true), ..filter(engine) };
    let known = ::directory::find(&memory.all, &filter, text);
    let found = || (known.into_iter().cloned().collect(), DirectoryStep::Offline);
    (!memory.all.is_empty()).then(found)
}

fn keep_found(engine: &Engine, found: Option<(Vec<WalletListing>, DirectoryStep)>) {
    if found.is_none() && is_loading(engine) {
        // The first wallets are still coming; they bring the search with them.
        return;
    }
    let (found, step) = found.unwrap_or((vec![], DirectoryStep::Failed));
    engine.0.directory.borrow_mut().found = found;
    catalog::watch(engine);
    engine.slices().directory.update(|directory| directory.step = step);
}

/// Nobody looks at the wallets any more.
pub(crate) fn close(engine: &Engine) {
    engine.runtime().cancel(SEARCH);
    engine.runtime().cancel(COMING_BACK);
    let mut memory = engine.0.directory.borrow_mut();
    (memory.found, memory.chosen) = (vec![], None);
    drop(memory);
    engine.slices().directory.set(Directory::default());
}

/// The person chose a wallet that is not installed: shows where it can be had.
pub(crate) fn choose(engine: &Engine, id: &str) {
    let listing = known(engine, id);
    let wallet = match &listing {
        Some(listing) => Some(row(engine, listing)),
        // One used lately that the directory does not know.
        None => catalog::shown(engine, id),
    };
    if let Some(wallet) = wallet {
        show_ways(engine, wallet, listing);
    }
}

/// Shows where a wallet can be had, by what the directory tells of it.
fn show_ways(engine: &Engine, wallet: WalletRow, listing: Option<WalletListing>) {
    engine.0.directory.borrow_mut().chosen.clone_from(&listing);
    let chosen = links(engine, wallet, listing.unwrap_or_default());
    engine.slices().directory.update(|directory| directory.chosen = Some(chosen));
    // The code of the wallet before went with it.
    route::leave(engine, &[View::OpenOnPhone]);
    route::push(engine, View::Downloads);
}

/// Other wallets are wanted, or they are asked for elsewhere: they are asked for anew when a view shows
/// some. The one that is looked for stays.
pub(crate) fn forget(engine: &Engine) {
    engine.runtime().cancel(FIRST);
    engine.runtime().cancel(SEARCH);
    engine.0.directory.change(|memory| {
        *memory = DirectoryMemory { chosen: memory.chosen.take(), ..DirectoryMemory::default() };
        true
    });
    engine.slices().directory.update(|directory| {
        if directory.step != DirectoryStep::Idle {
            directory.step = DirectoryStep::Loading;
        }
    });
}
