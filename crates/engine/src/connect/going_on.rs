//! Phones throw pages away while a wallet's app is in front: who approved there and comes back to another page
//! is connected by that one.
//!
//! While somebody is led to a wallet that is not in this browser, the tab leaves itself which one, and the name of
//! the pairing, whose key the module keeps. The next page has the module go on with that pairing and no other,
//! and shows nothing but that it connects, unless the person opens the dialog. A code on a desktop is gone on with
//! likewise.

use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::relay::uri::{LIFETIME_SECONDS, PairingUri};
use wire::Long;

use crate::connect::attempt::{self, CONNECT, GOING_ON};
use crate::connect::handoff::{self, platforms, shown};
use crate::custom_wallet::is_link;
use crate::directory::coming_back::{is_late, look_up};
use crate::engine::Engine;
use crate::item::{self, WAY_BACK, WayBack};
use crate::relays::ANY_WALLET;
use crate::state::{Carrier, Connect, LinkStep, Provider, WalletRow};
use crate::{catalog, relays};

/// Leaves the next page what it would have to go on with, and takes it back when that is over.
pub(crate) fn follow(engine: &Engine) {
    let left = to_leave(engine);
    if engine.0.handoff.borrow().left != left {
        leave(engine, left);
    }
}

/// This page may be thrown away as well, before it comes to that.
pub(super) fn leave_again(engine: &Engine, back: &WayBack) {
    leave(engine, Some(item::whole(back)));
}

/// The namespace of what the next page would have to go on with.
pub(super) fn namespace(engine: &Engine) -> Option<Namespace> {
    item::open::<WayBack>(engine.0.handoff.borrow().left.as_ref()?)?.namespace
}

/// An attempt begins: what the one before left is over.
pub(super) fn forget(engine: &Engine) {
    if engine.0.handoff.borrow().left.is_some() {
        leave(engine, None);
    }
}

fn leave(engine: &Engine, left: Option<String>) {
    item::leave(engine, WAY_BACK, left.clone());
    engine.0.handoff.borrow_mut().left = left;
}

fn to_leave(engine: &Engine) -> Option<String> {
    let memory = engine.0.handoff.borrow();
    if engine.runtime().is_running(GOING_ON) {
        return memory.left.clone();
    }
    if !engine.runtime().is_running(CONNECT) {
        return None;
    }
    let uri = shown::with(engine, |it| it.uri.clone())?;
    let Some(pairing) = uri.and_then(|it| PairingUri::parse(&it).ok()) else {
        return memory.left.clone();
    };
    let attempt = engine.slices().connect.with(|it| it.wallet.as_ref().map(|row| row.id.clone()));
    let made_seconds = pairing.expires_seconds?.checked_sub(LIFETIME_SECONDS)?;
    Some(item::whole(&WayBack {
        wallet: attempt?,
        at_ms: Long(made_seconds * 1_000),
        pairing: Some(pairing.key.topic().text()),
        namespace: attempt::namespace(engine),
        link: memory.opened.clone(),
    }))
}

/// The wallet that was left, once it shows as on the page before, and by which pairing it is waited for. Where the
/// directory does not tell of it now, it says itself who it is.
pub(super) async fn found(engine: &Engine, back: WayBack) -> Option<(WalletRow, Provider)> {
    if is_late(engine, &back).await {
        return None;
    }
    let id = Some(back.wallet).filter(|it| it != ANY_WALLET);
    let listing = if let Some(id) = id { look_up(engine, id).await } else { None };
    relays::known(engine).await;
    let listing = listing.filter(|it| handoff::row_of(engine, it).is_some());
    let row = match &listing {
        Some(listing) => handoff::row_of(engine, listing),
        None => catalog::find(engine, ANY_WALLET),
    }?;
    let is_meant = |it: &&Provider| Some(it.namespace) == back.namespace;
    let mut provider = row.providers.iter().find(is_meant)?.clone();
    if let Carrier::Module { session, .. } = &mut provider.carrier {
        *session = back.pairing;
    }
    let shows = Connect {
        wallet: Some(row.clone()),
        namespace: back.namespace,
        handoff: handoff::begin_with(engine, listing),
        ..Connect::default()
    };
    let link = back.link.filter(|it| is_link(it));
    attempt::show(engine, shows);
    if link.is_some() {
        shown::update(engine, |it| it.link = LinkStep::Opened);
    } else {
        platforms::choose(engine, WalletPlatform::Qrcode);
    }
    engine.0.handoff.borrow_mut().opened = link;
    Some((row, provider))
}
