//! What happened, told to the operator's server: only where the host, the operator and the
//! visitor's browser all let it.

use node::Unanswered;
use protocol::api::AnalyticsSwitch;
use protocol::event::error::{ErrorEvent, ErrorPart};
use protocol::event::modal::ModalEvent;
use protocol::path;
use runtime::{Op, Reply, Scope};
use wire::{Json, from_text, to_text};

use crate::config::Config;
use crate::engine::Engine;
use crate::state::Alert;
use crate::{alert, http};

const SWITCH: Scope = Scope::new("analytics");
/// Events that wait for the server's word whether they are wanted.
const WAITING: usize = 20;
/// Longer options are not told.
const OPTION_BYTES: usize = 1024;

/// Tells that there is an instance, and asks the server whether events are wanted.
pub(crate) fn start(engine: &Engine) {
    ask(engine);
    tell(engine, &to_text(&ModalEvent::Initialize { options: engine.config(options_json) }));
}

/// What the host wants, as far as it is told: flags, words and short lists. What else there is holds
/// images, addresses and keys of the host's.
fn options_json(config: &Config) -> Json {
    let is_told = |name: &str, value: &Json| match value {
        Json::Object(_) => matches!(name, "features" | "remoteFeatures"),
        Json::List(items) => items.iter().all(|item| item.as_text().is_some()),
        _ => true,
    };
    let networks = config.networks.iter().map(|network| Json::Text(network.caip_network_id.text()));
    let mut options = vec![("networks".to_owned(), Json::list(networks))];
    if let Json::Object(given) = &config.options {
        let fits = |value| to_text(value).len() <= OPTION_BYTES;
        let kept = given.iter().filter(|(name, value)| is_told(name, value) && fits(value));
        options.extend(kept.cloned());
    }
    Json::Object(options)
}

/// Asks the server whether events are wanted. No answer means they are not.
fn ask(engine: &Engine) {
    let this = engine.clone();
    engine.runtime().spawn(SWITCH, async move {
        let is_on = wants(&this) && is_on(&this).await;
        let waiting = {
            let mut memory = this.0.analytics.borrow_mut();
            memory.is_on = Some(is_on);
            std::mem::take(&mut memory.waiting)
        };
        for event in waiting {
            send(&this, event);
        }
    });
}

async fn is_on(engine: &Engine) -> bool {
    match http::get::<AnalyticsSwitch>(engine, path::ANALYTICS, "").await {
        Ok(switch) => switch.is_analytics_enabled,
        Err(failure) => {
            failed(engine, path::ANALYTICS, &failure);
            false
        }
    }
}

/// The host changed its options: whoever wants events now, or wants them elsewhere, asks whether they are
/// wanted there.
pub(crate) fn configure(engine: &Engine, asks_another: bool) {
    if asks_another {
        engine.0.analytics.borrow_mut().is_on = None;
        ask(engine);
    } else if wants(engine) && engine.0.analytics.borrow().is_on == Some(false) {
        ask(engine);
    }
}

/// Whether the host lets events be sent.
fn wants(engine: &Engine) -> bool {
    engine.options().features.analytics != Some(false)
}

/// Tells of an event, by its text.
pub(crate) fn tell(engine: &Engine, event: &str) {
    send(engine, from_text(event).unwrap_or_default());
}

/// Tells the host of an event, and the server where it is wanted there.
fn send(engine: &Engine, event: Json) {
    let (number, is_on) = {
        let mut memory = engine.0.analytics.borrow_mut();
        let Some(is_on) = memory.is_on else {
            if memory.waiting.len() < WAITING {
                memory.waiting.push(event);
            }
            return;
        };
        memory.sent = memory.sent.wrapping_add(1);
        (memory.sent, is_on)
    };
    let address = engine.address().filter(|_| tells_address(engine));
    let op = Op::Track {
        url: if is_on && wants(engine) {
            engine.config(|config| config.server(path::EVENT, ""))
        } else {
            String::new()
        },
        event,
        address,
    };
    let this = engine.clone();
    engine.runtime().spawn(Scope::of("track", number), async move {
        if let Reply::Fetched { status: 403, .. } = this.world().perform(op).await {
            let origin = this.config(|config| config.origin.clone());
            let values = Json::object([("origin", Json::Text(origin))]);
            alert::raise(&this, Alert::InvalidAppConfiguration, values);
        }
    });
}

/// Whether the host wants events to carry the connected address.
pub(crate) fn tells_address(engine: &Engine) -> bool {
    engine.options().features.analytics_address == Some(true)
}

/// Tells of something that went wrong inside the modal. The page tells five of them a minute at most.
pub(crate) fn report(engine: &Engine, error: &ErrorEvent) {
    let mut event = from_text(&to_text(error)).unwrap_or_default();
    if let Json::Object(fields) = &mut event {
        fields.insert(0, ("type".to_owned(), Json::text("error")));
    }
    send(engine, event);
}

/// Tells that the server refused a call, or answered what cannot be read.
pub(crate) fn failed(engine: &Engine, path: &str, failure: &Unanswered) {
    if let Some(event) = failure.event(path) {
        report(engine, &event);
    }
}

/// Tells that the engine before this one trapped.
pub(crate) fn trapped(engine: &Engine, name: &str, message: String, stack: Option<String>) {
    let event = ErrorEvent::new(ErrorPart::InternalSdkError, name, message);
    report(engine, &ErrorEvent { stack_trace: stack, uncaught: true, ..event });
}
