//! How far a pairing is, as the module tells it.

use protocol::event::wallet::WalletPlatform;
use protocol::module::session::{Pairing, Relay, SessionAnswer, Unreachable};
use runtime::Reply;
use wire::{Json, read};

use crate::connect::attempt::HINT;
use crate::connect::handoff::links::open;
use crate::connect::handoff::shown::{draw, update, with};
use crate::engine::Engine;
use crate::state::{Alert, Handoff, HandoffStep, LinkStep};
use crate::{alert, relays};

/// In its last seconds the time that is left of a code is told.
const COUNTED_S: u32 = 60;

/// How far a pairing is, where a module tells of one.
pub(crate) fn pairing(reply: &Reply) -> Option<Pairing> {
    let Reply::Value { value } = reply else { return None };
    match read(value) {
        Ok(SessionAnswer::Progress { value }) => Some(value),
        _ => None,
    }
}

/// Shows how far the pairing is.
pub(crate) fn progress(engine: &Engine, pairing: Pairing) {
    engine.0.handoff.borrow_mut().is_untold = false;
    let was_ready = with(engine, |it| it.uri.is_some()) != Some(false);
    let step = match pairing {
        Pairing::Reaching => HandoffStep::Reaching,
        Pairing::Ready { uri, expires_ms } => {
            update(engine, |it| it.uri = Some(uri));
            count_down(engine, expires_ms.0);
            HandoffStep::Ready
        }
        Pairing::TakenUp => HandoffStep::TakenUp,
        Pairing::Settling => HandoffStep::Settling,
        Pairing::Expired => HandoffStep::Expired,
        Pairing::Unreachable { why } => {
            tell(engine, why);
            HandoffStep::Unreachable { why }
        }
    };
    update(engine, |it| it.step = step);
    draw(engine);
    // Whoever tapped while there was no link yet waits for it: the browser may still take that for a tap.
    let is_link =
        |it: &Handoff| it.platform == WalletPlatform::Mobile && it.link == LinkStep::Unopened;
    if with(engine, is_link) == Some(true)
        && !was_ready
        && with(engine, |it| it.uri.is_some()) == Some(true)
    {
        open(engine);
    }
}

/// The host's developer hears what keeps visitors from the relay, once per kind.
pub(crate) fn tell(engine: &Engine, why: Unreachable) {
    let (alert, value) = match why {
        Unreachable::Relay => return,
        Unreachable::Origin => (Alert::RelayOrigin, engine.config(|config| config.origin.clone())),
        Unreachable::Clock => (Alert::RelayClock, String::new()),
        Unreachable::Key => (Alert::RelayKey, projects(engine)),
    };
    alert::raise(engine, alert, Json::object([("value", Json::Text(value))]));
}

/// By which projects the relays know the operator that were asked: `project at wss://…`.
fn projects(engine: &Engine) -> String {
    let wallet = engine.0.handoff.borrow().listing.as_ref().map(|it| it.id.clone());
    let relays = relays::session_config(engine, wallet.as_deref()).relays;
    let told = |it: &Relay| [&it.project_id, " at ", &it.url].concat();
    relays.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Tells in the last minute how much time is left.
fn count_down(engine: &Engine, expires_ms: u64) {
    let this = engine.clone();
    engine.runtime().spawn(HINT, async move {
        let left_ms = expires_ms.saturating_sub(this.world().now_ms().await);
        let before_ms = left_ms.saturating_sub(u64::from(COUNTED_S) * 1_000);
        this.world().sleep(u32::try_from(before_ms).unwrap_or(u32::MAX)).await;
        let counted = u32::try_from((left_ms - before_ms) / 1_000).unwrap_or_default();
        for seconds in (0..=counted).rev() {
            update(&this, |it| it.seconds_left = Some(seconds));
            this.world().sleep(1_000).await;
        }
    });
}
