//! By which relays wallets are reached that are not in this browser, and what the module that speaks to
//! them has to know.
//!
//! A wallet listens where its maker had it listen, which no code and no link can change: the operator says
//! which relay reaches which wallet of the directory. Where the operator names none there is one, their own.
//! A wallet that the host brought is known to be reached: the host would not give its links otherwise.

use std::future::poll_fn;
use std::task::Poll;

use protocol::api::{WalletConnectRelay, WalletListing};
pub(crate) use protocol::module::session::{ANY_WALLET, MODULE};
use protocol::module::session::{Metadata, Relay, SessionConfig};
use protocol::path;
use protocol::reached_wallets::ReachedWallets;
use wire::Json;

use crate::custom_wallet::CustomWallet;
use crate::engine::Engine;
use crate::state::{Account, Carrier, Status};

/// Says which there are; who waits for that goes on.
pub(crate) fn set(engine: &Engine, relays: Option<Vec<WalletConnectRelay>>) {
    let waiting = {
        let mut memory = engine.0.relays.borrow_mut();
        memory.relays = relays;
        if memory.relays.is_none() {
            return;
        }
        std::mem::take(&mut memory.awaiting)
    };
    // What the directory lists follows from it.
    engine.0.directory.change(|_| true);
    for waker in waiting {
        waker.wake();
    }
}

/// The operator's own, which reaches what was made for it.
pub(crate) fn own(engine: &Engine) -> WalletConnectRelay {
    let (server_url, project_id) =
        engine.config(|config| (config.server_url.clone(), config.project_id.clone()));
    // `https:` becomes `wss:`, `http:` becomes `ws:`.
    let url = ["ws", server_url.strip_prefix("http").unwrap_or(&server_url), path::RELAY].concat();
    WalletConnectRelay { url, project_id, wallets: ReachedWallets::default() }
}

/// Waits until it is known which there are. The server answers that, or fails to, in its time.
pub(crate) async fn known(engine: &Engine) {
    poll_fn(|context| {
        let mut memory = engine.0.relays.borrow_mut();
        if memory.relays.is_some() {
            return Poll::Ready(());
        }
        memory.awaiting.push(context.waker().clone());
        Poll::Pending
    })
    .await;
}

/// Whether the host pairs phones itself, by a client and relays that it knows alone.
pub(crate) fn are_of_host(engine: &Engine) -> bool {
    engine.config(|config| config.options.get("manualWCControl") == Some(&Json::Bool(true)))
}

/// Whether a wallet can be connected by a code or a link: it has one for this device, and a relay reaches it.
pub(crate) fn reach(engine: &Engine, listing: &WalletListing) -> bool {
    let options = engine.options();
    if !options.has_wallet_connect || !has_link(engine, listing) {
        return false;
    }
    if are_of_host(engine) {
        return true;
    }
    let is_of_host = || options.custom_wallets.iter().any(|it| it.id == listing.id);
    let memory = engine.0.relays.borrow();
    let mut relays = memory.relays.iter().flatten();
    relays.any(|it| it.wallets.has(&listing.id)) || is_of_host()
}

/// Says of the wallets that are known which are reached, whenever that may have changed.
pub(crate) fn follow(engine: &Engine) {
    let version = || engine.0.directory.version() + engine.0.config.version();
    if engine.0.derived.reached.get() == version() {
        return;
    }
    let options = engine.options();
    let mut known: Vec<WalletListing> =
        options.custom_wallets.iter().map(CustomWallet::listing).collect();
    known.extend(engine.0.directory.borrow().known().cloned());
    known.retain(|it| reach(engine, it));
    let reached: Vec<String> = known.into_iter().map(|it| it.id).collect();
    if engine.0.relays.borrow().reached != reached {
        engine.0.relays.borrow_mut().reached = reached;
        // What shows of them follows from it.
        engine.0.directory.change(|_| true);
    }
    engine.0.derived.reached.set(version());
}

/// Which wallets read a code that names none of them, by their ids; nothing where each one does that has
/// WalletConnect. None of them where all that is known listens elsewhere.
pub(crate) fn readers(engine: &Engine) -> Option<Vec<String>> {
    let options = engine.options();
    let custom = options.custom_wallets.iter().filter(|it| has_link(engine, &it.listing()));
    let mut readers: Vec<String> = custom.map(|it| it.id.clone()).collect();
    for relay in engine.0.relays.borrow().relays.iter().flatten() {
        let ReachedWallets::Listed(ids) = &relay.wallets else { return None };
        readers.extend(ids.iter().filter(|it| !readers.contains(it)).cloned().collect::<Vec<_>>());
    }
    Some(readers)
}

/// A desktop shows a code to a phone that has the wallet; a phone does not lead to a desktop.
fn has_link(engine: &Engine, listing: &WalletListing) -> bool {
    let is_mobile = engine.config(|config| config.is_mobile);
    let beside = if is_mobile { &None } else { &listing.desktop_link };
    [&listing.mobile_link, &listing.link_mode, &listing.webapp_link, beside]
        .iter()
        .any(|link| link.is_some())
}

/// What the module has to know, to reach the wallet of this id where one is meant; else any. A phone has one
/// pairing ready for whichever wallet is tapped.
pub(crate) fn session_config(engine: &Engine, id: Option<&str>) -> SessionConfig {
    let memory = engine.0.relays.borrow();
    let wallet = id.map(str::to_owned);
    let id = id.filter(|_| !engine.config(|config| config.is_mobile));
    let all: Vec<_> = memory.relays.iter().flatten().collect();
    let reaches = |it: &&&WalletConnectRelay| id.is_some_and(|id| it.wallets.has(id));
    let some: Vec<_> = all.iter().filter(reaches).copied().collect();
    // A wallet of the host's own is where the host says, which is any of them.
    let relays = if some.is_empty() { all } else { some };
    let relay =
        |it: &WalletConnectRelay| Relay { url: it.url.clone(), project_id: it.project_id.clone() };
    let relays = relays.into_iter().map(relay).collect();
    engine.config(|config| SessionConfig {
        name: ["@latchkit/", &engine.0.instance, ":", MODULE].concat(),
        relays,
        metadata: metadata(&config.options, &config.origin),
        chains: config.networks.iter().map(|it| it.caip_network_id.clone()).collect(),
        wallet,
    })
}

/// The module has told by which name relays know this page.
pub(crate) fn introduce(engine: &Engine, client: Option<&Json>) {
    if let Some(client) = client.and_then(Json::as_text) {
        engine.0.relays.borrow_mut().client = Some(client.to_owned());
    }
}

/// What a call to the operator's server says of that, as more of its query: nothing unless a session is
/// there. The name is another one on each site, and for each instance of a page.
pub(crate) fn client_query(engine: &Engine) -> String {
    let carrier = |it: &Account| it.connected_wallet_info.as_ref()?.carrier.clone();
    let has_session = |it: &Account| {
        let is_connected = it.status == Status::Connected;
        is_connected && matches!(carrier(it), Some(Carrier::Module { name, .. }) if name == MODULE)
    };
    let is_there = engine.slices().accounts.with(|all| all.iter().any(|(_, it)| has_session(it)));
    let client = engine.0.relays.borrow().client.clone().filter(|_| is_there);
    client.map(|it| ["&clientId=", &it].concat()).unwrap_or_default()
}

/// How the site names itself to wallets.
pub(crate) fn of_host(engine: &Engine) -> Metadata {
    engine.config(|config| metadata(&config.options, &config.origin))
}

/// How the site names itself to wallets: by the option `metadata`, in which the page has filled in what the
/// host left out.
fn metadata(options: &Json, origin: &str) -> Metadata {
    let given = options.get("metadata");
    let text = |name| given.and_then(|it| it.get(name)?.as_text().map(str::to_owned));
    let icons = given.and_then(|it| it.get("icons")?.as_list()).unwrap_or_default();
    Metadata {
        name: text("name").unwrap_or_else(|| origin.to_owned()),
        description: text("description").unwrap_or_default(),
        url: text("url").unwrap_or_else(|| origin.to_owned()),
        redirect: None,
        icons: icons.iter().filter_map(Json::as_text).map(str::to_owned).collect(),
    }
}
