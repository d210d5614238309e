//! Phones throw pages away while a wallet's app is in front: who approved there and comes back to another page
//! is connected by that one.
//!
//! While somebody is led to a wallet that is not in this browser, the tab leaves itself which one, and the name of
//! the pairing, whose key the module keeps. The next page has the module go on with that pairing and no other,
//! and shows nothing but that it connects, unless the person opens the dialog. A code on a desktop is gone on with
//! likewise, and shows nothing before a phone has read it. Who gives that up before the module has said a word of
//! it has it refused there all the same.

use std::mem::{replace, take};

use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::relay::uri::{LIFETIME_SECONDS, PairingUri};
use runtime::Scope;
use wire::Long;

use crate::connect::attempt::{self, CONNECT, GOING_ON};
use crate::connect::conversation::Conversation;
use crate::connect::handoff::{self, platforms, shown};
use crate::custom_wallet::is_link;
use crate::directory::coming_back::{is_late, look_up};
use crate::engine::Engine;
use crate::item::{self, WAY_BACK, WayBack};
use crate::relays::{ANY_WALLET, MODULE};
use crate::state::{Carrier, Connect, LinkStep, Provider, WalletRow};
use crate::{catalog, relays};

const GIVING_UP: Scope = Scope::new("giving-up");

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
    engine.0.handoff.borrow_mut().is_untold = true;
}

/// The namespace of what the next page would have to go on with.
pub(super) fn namespace(engine: &Engine) -> Option<Namespace> {
    left(engine)?.namespace
}

/// An attempt begins: what the one before left is over, but where a page before left it for the same wallet.
pub(super) fn forget(engine: &Engine, row: &WalletRow) {
    let is_over = |it: WayBack| !engine.0.handoff.borrow().is_untold || it.wallet != row.id;
    if left(engine).is_some_and(is_over) {
        leave(engine, None);
    }
}

fn left(engine: &Engine) -> Option<WayBack> {
    item::open(engine.0.handoff.borrow().left.as_ref()?)
}

fn leave(engine: &Engine, left: Option<String>) {
    item::leave(engine, WAY_BACK, left.clone());
    let mut memory = engine.0.handoff.borrow_mut();
    let before = replace(&mut memory.left, left);
    let is_given_up = memory.left.is_none() && take(&mut memory.is_untold);
    drop(memory);
    if let Some(before) = before.filter(|_| is_given_up) {
        give_up(engine, &before);
    }
}

/// Has the module refuse a pairing that it never heard anybody come back for.
fn give_up(engine: &Engine, left: &str) {
    let back = item::open(left).unwrap_or_default();
    let WayBack { pairing: session, namespace: Some(namespace), .. } = back else { return };
    let (name, wallet) = (MODULE.to_owned(), ANY_WALLET.to_owned());
    let carrier = Carrier::Module { name, wallet, session };
    let conversation = Conversation::new(engine, &carrier, namespace);
    engine.runtime().spawn(GIVING_UP, async move { drop(conversation.leave().await) });
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
        // So is the pairing.
        engine.0.handoff.borrow_mut().is_untold = false;
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
        offered_in: back.namespace,
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
