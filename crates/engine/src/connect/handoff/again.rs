//! Who approves something in an app of the phone is led there: the link that opens it is kept with the session,
//! whose request the wallet then shows, and opened when that is asked for something that a person decides; at a
//! click, or by the one button of the view `OpenWallet`. The request itself has no name yet in the turn of the
//! click.

use protocol::method::is_of_wallets;
use runtime::{Op, Place, Reply, Scope};

use crate::connect::handoff::links::joined;
use crate::engine::Engine;
use crate::state::{Carrier, View};
use crate::{account, item, modal, route};

const AGAIN: Scope = Scope::new("again");
/// What comes between a wallet's own link and a session.
const SESSION: &str = "wc?sessionTopic=";

/// The wallet is connected: the link that leads there is kept. Where there is none, the one from before is, as
/// long as somebody is connected by its session.
pub(crate) fn keep(engine: &Engine, link: Option<String>, session: Option<&String>) {
    let link = link.zip(session).and_then(|(link, session)| joined(&link, SESSION, session));
    let before = engine.0.handoff.borrow_mut().again.take();
    let link = link.or(before.filter(|it| is_held(engine, it)));
    item::write(engine, item::WALLET_LINK, &link);
    engine.0.handoff.borrow_mut().again = link;
}

/// Whether somebody is connected by the session that a link leads to.
fn is_held(engine: &Engine, link: &str) -> bool {
    account::present(engine).into_iter().any(|it| {
        let carrier = account::wallet(engine, it).and_then(|it| it.carrier);
        carrier.as_ref().and_then(Carrier::session).is_some_and(|it| link.ends_with(&**it))
    })
}

/// Finds the link that was kept by a page before.
pub(crate) async fn find(engine: &Engine) {
    let link: Option<Option<String>> = item::read(engine, item::WALLET_LINK).await;
    engine.0.handoff.borrow_mut().again = link.flatten();
}

/// The wallet was asked: opens it, in the turn of the click that led to this, where it asks a person. Without
/// a click the browser opens nothing: then the person is shown a button that does, until all is answered.
pub(crate) fn lead(engine: &Engine, session: Option<&String>, method: &str) -> Option<Led> {
    let session = session.filter(|_| asks_person(method))?;
    let leads = |link: &String| link.ends_with(&**session);
    if !engine.0.handoff.borrow().again.as_ref().is_some_and(leads) {
        return None;
    }
    engine.0.handoff.borrow_mut().led += 1;
    open(engine);
    Some(Led(engine.clone()))
}

/// Opens the connected wallet.
pub(crate) fn open(engine: &Engine) {
    let Some(url) = engine.0.handoff.borrow().again.clone() else { return };
    let performed = engine.world().perform(Op::OpenLink { url, place: Place::Here });
    let this = engine.clone();
    engine.runtime().spawn(AGAIN, async move {
        if performed.await == Reply::NeedsGesture {
            show(&this);
        }
    });
}

/// A request that a person decides in the wallet that they were led to. Once the last one is answered
/// nobody is led there any more.
pub(crate) struct Led(Engine);

impl Drop for Led {
    fn drop(&mut self) {
        let left = {
            let mut memory = self.0.0.handoff.borrow_mut();
            memory.led -= 1;
            memory.led
        };
        if left == 0 {
            self.0.runtime().cancel(AGAIN);
            leave(&self.0);
        }
    }
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
fn leave(engine: &Engine) {
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
