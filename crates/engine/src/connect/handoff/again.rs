//! Who approves something in an app of the phone is led there: the link that opens it is kept with the session,
//! whose request the wallet then shows, and opened when that is asked for something that a person decides; at a
//! click, or by the one button of the view `OpenWallet`. The request itself has no name yet in the turn of the
//! click.

use std::mem::take;

use protocol::method::is_of_wallets;
use runtime::{Op, Place, Reply, Scope};
use wire::Json;

use crate::connect::handoff::links::{LOOK_MS, joined};
use crate::engine::Engine;
use crate::state::{Carrier, View};
use crate::{account, item, modal, route};

const AGAIN: Scope = Scope::new("again");
/// Who comes back has decided, as a rule: until then a socket that died unseen is found out, and another one
/// brings the answer.
const BACK_MS: u32 = 8_000;
/// What comes between a wallet's own link and a session.
const SESSION: &str = "wc?sessionTopic=";

/// A wallet is connected, or is not any more: the link that leads there is kept, beside those of the other sessions
/// by which somebody is.
pub(crate) fn keep(engine: &Engine, link: Option<String>, session: Option<&String>) {
    let link = link.zip(session).and_then(|(link, session)| joined(&link, SESSION, session));
    let mut memory = engine.0.handoff.borrow_mut();
    let is_before = |it: &String| link.is_some() && session.is_some_and(|of| it.ends_with(&**of));
    let before = memory.again.clone();
    wire::keep(&mut memory.again, |it| is_held(engine, it) && !is_before(it));
    memory.again.extend(link);
    if memory.again != before {
        item::write(engine, item::WALLET_LINK, &memory.again);
    }
}

/// Whether somebody is connected by the session that a link leads to.
fn is_held(engine: &Engine, link: &str) -> bool {
    account::present(engine).into_iter().any(|it| {
        let carrier = account::wallet(engine, it).and_then(|it| it.carrier);
        carrier.as_ref().and_then(Carrier::session).is_some_and(|it| link.ends_with(&**it))
    })
}

/// Finds the links that were kept by a page before: a list, or one as a text, as versions before wrote it.
pub(crate) async fn find(engine: &Engine) {
    let kept: Json = item::read(engine, item::WALLET_LINK).await.unwrap_or_default();
    let links = kept.as_list().unwrap_or(std::slice::from_ref(&kept)).iter();
    let again = links.filter_map(Json::as_text).map(str::to_owned).collect();
    engine.0.handoff.borrow_mut().again = again;
}

/// The link that leads to the wallet of a session.
pub(super) fn link(engine: &Engine, session: &str) -> Option<String> {
    engine.0.handoff.borrow().again.iter().find(|it| it.ends_with(session)).cloned()
}

/// Opens the wallet that was asked last and has not answered, in the turn of the click that led to this. Where
/// that leads nowhere (without a click the browser opens nothing, and a phone's app may be gone), the person is
/// shown a button that does, until all is answered. An app of a desktop leaves the page in sight.
pub(crate) fn open(engine: &Engine) {
    let url = engine.0.handoff.borrow().asked.iter().rev().find_map(|it| it.link.clone());
    let Some(url) = url else { return };
    let performed = engine.world().perform(Op::OpenLink { url, place: Place::Here });
    let is_mobile = engine.config(|config| config.is_mobile);
    let this = engine.clone();
    engine.runtime().spawn(AGAIN, async move {
        if performed.await != Reply::NeedsGesture {
            if !is_mobile {
                return;
            }
            this.world().sleep(LOOK_MS).await;
        }
        show(&this);
    });
}

/// The page is out of sight: the wallet has shown itself, where it was opened just now.
pub(super) fn left(engine: &Engine) {
    let is_opened = engine.runtime().is_running(AGAIN);
    engine.runtime().cancel(AGAIN);
    engine.0.handoff.borrow_mut().is_away |= is_opened;
}

/// The page is in sight again. What the person decided in the wallet is on its way; who has decided nothing is
/// shown the button.
pub(crate) fn came_back(engine: &Engine) {
    if !take(&mut engine.0.handoff.borrow_mut().is_away) {
        return;
    }
    let this = engine.clone();
    engine.runtime().spawn(AGAIN, async move {
        this.world().sleep(BACK_MS).await;
        show(&this);
    });
}

/// The dialog was closed, with what showed in it: nobody is led anywhere any more.
pub(crate) fn turn_away(engine: &Engine) {
    engine.runtime().cancel(AGAIN);
    engine.0.handoff.borrow_mut().is_away = false;
}

/// Shows the button, unless the person is about something else in the dialog.
fn show(engine: &Engine) {
    if !modal::is_open(engine) {
        modal::open(engine, None, None);
        route::reset(engine, View::OpenWallet);
    } else if route::view(engine) == View::Account {
        route::push(engine, View::OpenWallet);
    }
}

/// The button goes; the dialog with it, where nothing else was shown.
pub(super) fn leave(engine: &Engine) {
    turn_away(engine);
    if route::is_first(engine) && route::view(engine) == View::OpenWallet {
        modal::close(engine);
    } else {
        route::leave(engine, &[View::OpenWallet]);
    }
}

/// Whether a wallet decides a request only with a person.
pub(super) fn asks_person(method: &str) -> bool {
    let only_tells = method == "eth_sendRawTransaction" || method.starts_with("wallet_get");
    is_of_wallets(method) && !only_tells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_and_sent_is_decided_by_a_person() {
        for (method, asks) in [
            ("personal_sign", true),
            ("eth_signTypedData_v4", true),
            ("eth_sendTransaction", true),
            ("solana_signMessage", true),
            ("sendTransfer", true),
            ("wallet_watchAsset", true),
            ("wallet_sendCalls", true),
            ("eth_sendRawTransaction", false),
            ("wallet_getCapabilities", false),
            ("wallet_getCallsStatus", false),
            ("eth_call", false),
            ("eth_getBalance", false),
        ] {
            assert_eq!(asks_person(method), asks, "{method}");
        }
    }
}
