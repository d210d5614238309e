//! A pairing that the host made itself, with the option `manualWCControl`: what shows is its URI, and no module
//! is asked. Which wallets read it and who is connected by it, the host knows, and closes the dialog.

use protocol::event::wallet::WalletPlatform;
use protocol::relay::uri::{PairingUri, UriFault};
use wire::Json;

use crate::connect::handoff::links::open;
use crate::connect::handoff::shown::{draw, update, with};
use crate::engine::Engine;
use crate::state::HandoffStep;
use crate::{modal, relays};

/// Takes the URI of a pairing, where the host makes them and a wallet could take it up; else why not.
pub(crate) async fn take(engine: &Engine, uri: &Json) -> Result<(), &'static str> {
    if !relays::are_of_host(engine) {
        return Err("it needs the option manualWCControl");
    }
    let text = uri.as_text().ok_or("it is no text")?;
    let pairing = PairingUri::parse(text).map_err(|fault| match fault {
        UriFault::NotPairing => "it is no pairing, wc:…@2?relay-protocol=irn&symKey=…",
        UriFault::Version => "it is not of version 2 of WalletConnect",
        UriFault::Topic => "its topic is not that of its symKey",
        UriFault::Key => "its symKey is missing, or not 64 hexadecimal digits",
        UriFault::Relay => "its relay-protocol is not irn",
        UriFault::Expiry => "its expiryTimestamp is no number",
    })?;
    if pairing.has_expired(engine.world().now_ms().await / 1_000) {
        return Err("its expiryTimestamp is over");
    }
    engine.0.handoff.borrow_mut().prepared = Some(text.to_owned());
    Ok(())
}

/// Shows it, where a wallet is chosen that is not in this browser, which opens in the turn of a tap; whether
/// one is.
pub(crate) fn show(engine: &Engine) -> bool {
    let Some(is_link) = with(engine, |it| it.platform == WalletPlatform::Mobile) else {
        return false;
    };
    let prepared = engine.0.handoff.borrow().prepared.clone();
    if let Some(uri) = prepared {
        update(engine, |it| (it.step, it.uri) = (HandoffStep::Ready, Some(uri)));
        draw(engine);
        if is_link {
            open(engine);
        }
    }
    true
}

/// It shows while the dialog is open, and is the host's to give again.
pub(crate) fn follow(engine: &Engine) {
    if !modal::is_open(engine) {
        engine.0.handoff.borrow_mut().prepared = None;
    }
}
