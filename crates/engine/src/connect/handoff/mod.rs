//! Connecting a wallet that is not in this browser: by a code that a phone reads, or by a link that opens
//! the wallet. What shows of it is the part `handoff` of the slice `connect`.
//!
//! `shown.rs` holds it, `progress.rs` follows the module, `platforms.rs` says where a wallet can be reached
//! and `readers.rs` which ones read a code, `links.rs` makes and opens its links, `prepared.rs` has a pairing
//! ready before anybody asks for one; `of_host.rs` is a pairing that the host made itself;
//! `peer.rs` says which wallet came, `again.rs` leads back to it where it is asked for something later, `asked.rs`
//! tells where to look where no link does.

pub(crate) mod again;
pub(crate) mod asked;
pub(crate) mod links;
pub(crate) mod of_host;
pub(crate) mod peer;
pub(crate) mod platforms;
pub(crate) mod prepared;
pub(super) mod progress;
pub(crate) mod readers;
pub(crate) mod shown;

use protocol::api::WalletListing;
use protocol::caip::Namespace;
use protocol::event::wallet::{ConnectMethod, WalletPlatform};
use protocol::module::session::{Pairing, Unreachable};
use wire::{Json, Word, from_text, to_text};

use crate::connect::attempt::CONNECT;
use crate::connect::conversation::Conversation;
use crate::connect::handoff::platforms::platforms;
use crate::connect::handoff::shown::{update, with};
use crate::connect::listen;
use crate::connect::wish::Wish;
use crate::directory::known;
use crate::engine::Engine;
use crate::intent::Intent;
use crate::relays::{ANY_WALLET, MODULE};
use crate::sharing::Shared;
use crate::state::{
    Carrier, ConnectError, Handoff, HandoffStep, LinkStep, Provider, ProviderKind, View, WalletRow,
};
use crate::waiting::Deferred;
use crate::{directory, network, relays, route};

/// The row of a wallet that is not in this browser, where a relay reaches it.
pub(super) fn row(engine: &Engine, id: &str) -> Option<WalletRow> {
    row_of(engine, &known::known(engine, id)?)
}

/// The same, of what is told of it.
pub(super) fn row_of(engine: &Engine, listing: &WalletListing) -> Option<WalletRow> {
    if !relays::reach(engine, listing) {
        return None;
    }
    let row = known::elsewhere(engine, listing);
    let serves = |namespace: &Namespace| {
        let is_of = |chain: &String| chain.split(':').next() == Some(namespace.word());
        listing.chains.is_empty() || listing.chains.iter().any(is_of)
    };
    let namespaces = network::namespaces(engine).into_iter().filter(serves);
    let provider = |namespace| {
        let (name, wallet) = (MODULE.to_owned(), ANY_WALLET.to_owned());
        let carrier = Carrier::Module { name, wallet, session: None };
        Provider { namespace, carrier, kind: ProviderKind::WalletConnect }
    };
    let providers: Vec<Provider> = namespaces.map(provider).collect();
    (!providers.is_empty()).then_some(WalletRow { providers, ..row })
}

/// Whether the wallet of this browser can be connected on a phone as well.
pub(super) fn is_on_phones(engine: &Engine, row: &WalletRow) -> bool {
    let is_mobile = engine.config(|config| config.is_mobile);
    !is_mobile && !row.is_double && self::row(engine, &row.id).is_some()
}

/// The wallet that is waited for elsewhere, where it is in this browser as well.
pub(super) fn here(engine: &Engine) -> Option<WalletRow> {
    let listing = engine.0.handoff.borrow().listing.clone()?;
    platforms::here(engine, &listing)
}

/// Whoever is quicker than the directory waits for what it tells of the wallet.
pub(super) fn ask_after(engine: &Engine, id: &str, namespace: Option<Namespace>) {
    let (this, wallet) = (engine.clone(), id.to_owned());
    engine.runtime().spawn(CONNECT, async move {
        if !directory::coming_back::tells_of(&this, &wallet).await {
            return directory::choose(&this, &wallet);
        }
        relays::known(&this).await;
        this.defer(Deferred::Intent(Intent::Connect { wallet, namespace, is_double: None }));
    });
}

/// What shows of an attempt that begins; nothing where the wallet is in this browser.
pub(super) fn begin(engine: &Engine, row: &WalletRow) -> Option<Json> {
    if !row.is_elsewhere() {
        return None;
    }
    begin_with(engine, known::known(engine, &row.id).filter(|_| row.id != ANY_WALLET))
}

/// The same, of a wallet of which this is told; nothing where any may come.
pub(super) fn begin_with(engine: &Engine, listing: Option<WalletListing>) -> Option<Json> {
    let platforms = platforms(engine, listing.as_ref());
    // Who tries again stays where they look for it.
    let chosen = with(engine, |it| it.platform)
        .filter(|it| platforms.contains(it) && is_of(engine, listing.as_ref()));
    let can_be_had = listing.is_some();
    let mut memory = engine.0.handoff.borrow_mut();
    (memory.listing, memory.rung, memory.opened) = (listing, 0, None);
    let handoff = Handoff {
        platform: chosen.or(platforms.first().copied()).unwrap_or(WalletPlatform::Qrcode),
        platforms,
        step: HandoffStep::Reaching,
        uri: None,
        code: None,
        seconds_left: None,
        link: LinkStep::Unopened,
        can_be_had,
        readers: None,
    };
    from_text(&to_text(&handoff)).ok()
}

/// Whether the attempt before was to reach this wallet.
fn is_of(engine: &Engine, listing: Option<&WalletListing>) -> bool {
    let memory = engine.0.handoff.borrow();
    memory.listing.as_ref().map(|it| &it.id) == listing.map(|it| &it.id)
}

/// The attempt shows. Where the pairing is there already, the wallet opens in the turn of the tap.
pub(super) fn begun(engine: &Engine) {
    let prepared = engine.0.handoff.borrow().prepared.clone();
    let is_link = with(engine, |it| it.platform == WalletPlatform::Mobile) == Some(true);
    if let Some(uri) = prepared.filter(|_| is_link) {
        update(engine, |it| (it.step, it.uri) = (HandoffStep::Ready, Some(uri)));
        links::open(engine);
    }
}

/// The person opens the wallet.
pub(crate) fn open(engine: &Engine) {
    if route::view(engine) == View::OpenWallet {
        again::open(engine);
    } else {
        links::open(engine);
    }
}

/// The page is out of sight: the wallet has shown itself.
pub(crate) fn left(engine: &Engine) {
    links::left(engine);
    again::left(engine);
}

/// What the attempt came to on the way to the wallet, where that is why it ended.
pub(super) fn outcome(engine: &Engine) -> Option<&'static str> {
    with(engine, |it| match it.step {
        HandoffStep::Expired => Some("expired"),
        HandoffStep::Unreachable { why: Unreachable::Relay } => None,
        HandoffStep::Unreachable { .. } => Some("unreachable"),
        _ => None,
    })?
}

/// Connects by a conversation. Where what speaks to phones does not load, that is tried again, as a relay is.
pub(super) async fn connect(
    engine: &Engine,
    conversation: &Conversation,
    wish: &Wish,
) -> Result<Shared, ConnectError> {
    let mut delays = listen::backoff();
    loop {
        let answer = conversation.connect(engine, wish).await;
        let is_silent = matches!(answer, Err(ConnectError::NoAnswer));
        if !is_silent || with(engine, is_unasked) != Some(true) {
            return answer;
        }
        progress::progress(engine, Pairing::Unreachable { why: Unreachable::Relay });
        engine.world().wait(&mut delays).await;
    }
}

/// Whether no wallet can have been asked yet, since no relay was reached.
fn is_unasked(it: &Handoff) -> bool {
    matches!(it.step, HandoffStep::Reaching | HandoffStep::Unreachable { why: Unreachable::Relay })
}

/// By which way the wallet that is connected now came.
pub(super) fn method(engine: &Engine) -> ConnectMethod {
    let is_opened = engine.0.handoff.borrow().opened.is_some();
    if is_opened { ConnectMethod::Mobile } else { ConnectMethod::Qrcode }
}

/// Where the wallet is looked for at first.
pub(super) fn platform(engine: &Engine) -> Option<WalletPlatform> {
    with(engine, |it| it.platform)
}
