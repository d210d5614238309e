//! Signing in by e-mail in fields that the modal draws itself, where the host wants it so (`emailEntry: 'host'`): what is
//! entered is handed on to the vault's frame. From the code on the frame goes on by itself: it opens the wallet, shows how
//! far it is, and asks for whatever else that takes.

use protocol::api::vault::ConnectAction;
use protocol::event::email::EmailEvent;
use protocol::module::embedded::{EmbeddedAsk, EmbeddedNews, Entry, MODULE};
use protocol::rpc::{INTERNAL, INVALID_PARAMS, RESOURCE_UNAVAILABLE, RpcError};
use runtime::{Reply, Scope};
use wire::{Json, Long, read};

use crate::connect::embedded;
use crate::engine::Engine;
use crate::intent::EntryIntent;
use crate::state::{EmailEntry, EntryFault, EntryStep, Features, View};
use crate::{modal, route, vault};

const ENTRY: Scope = Scope::new("entry");
/// How long nobody is mailed anything more.
const COOL_DOWN_MS: u64 = 30_000;

/// Does what a person does in the fields.
pub(crate) fn run(engine: &Engine, what: &Json) {
    let is_locked = |it: &Features| it.legal_checkbox && !it.is_accepted;
    let Ok(what) = read(what) else { return };
    if !vault::is_entered_here(engine) || engine.slices().features.with(is_locked) {
        return;
    }
    match what {
        EntryIntent::Select => engine.track(&EmailEvent::EmailLoginSelected),
        EntryIntent::Email { email } => spawn(engine, start(engine.clone(), email)),
        EntryIntent::Resend => {
            let email = vault::entry(engine).email;
            spawn(engine, start(engine.clone(), email));
        }
        EntryIntent::Otp { otp } => spawn(engine, enter(engine.clone(), otp)),
        EntryIntent::Retry if vault::entry(engine).step == EntryStep::Device => {
            spawn(engine, wait_for_device(engine.clone()));
        }
        EntryIntent::Retry => {}
    }
}

/// Whoever goes elsewhere, or could not be connected, begins anew.
pub(crate) fn follow(engine: &Engine) {
    let entry = vault::entry(engine);
    let is_there = match route::view(engine) {
        View::Connect | View::EmailLogin => entry.step == EntryStep::Email,
        View::EmailVerifyOtp | View::EmailVerifyDevice => entry.step != EntryStep::Email,
        _ => false,
    };
    let is_at_it = engine.runtime().is_running(ENTRY) || embedded::is_begun(engine);
    if modal::is_open(engine) && is_there && (!entry.is_busy || is_at_it) {
        return;
    }
    let rest = EmailEntry { email: entry.email.clone(), ..EmailEntry::default() };
    if entry != rest {
        engine.runtime().cancel(ENTRY);
        vault::change_entry(engine, |it| *it = rest);
    }
}

/// One thing at a time is done, and what goes wrong shows.
fn spawn(engine: &Engine, flow: impl Future<Output = Result<(), RpcError>> + 'static) {
    vault::change_entry(engine, |it| (it.is_busy, it.fault) = (true, None));
    let this = engine.clone();
    engine.runtime().spawn(ENTRY, async move {
        if let Err(error) = flow.await {
            let fault = Some(fault(&error));
            vault::change_entry(&this, |it| (it.is_busy, it.fault) = (false, fault));
        }
    });
}

/// Has a code or a link mailed.
async fn start(engine: Engine, email: String) -> Result<(), RpcError> {
    let is_again = !vault::is_entering(&engine);
    let (action, number) = ask(&engine, Entry::Email { email: email.clone() }).await?;
    let now_ms = engine.world().now_ms().await;
    let step = match action {
        Some(ConnectAction::VerifyDevice) => EntryStep::Device,
        Some(ConnectAction::VerifyOtp) => EntryStep::Code,
        Some(ConnectAction::Connect) | None => EntryStep::Email,
    };
    vault::change_entry(&engine, |it| {
        (it.email, it.number, it.step) = (email, number, step);
        it.again_at_ms = Some(Long(now_ms + COOL_DOWN_MS));
        // Whom their browser still knows is connected at once.
        it.is_busy = step == EntryStep::Email;
    });
    if !is_again {
        engine.track(&EmailEvent::EmailSubmitted);
    }
    match step {
        EntryStep::Device => {
            vault::enter(&engine, View::EmailVerifyDevice);
            return wait_for_device(engine).await;
        }
        EntryStep::Code => come_to_code(&engine),
        EntryStep::Email | EntryStep::Opening => embedded::take(&engine),
    }
    Ok(())
}

/// Waits until the mailed link was followed, as long as that takes: whoever goes back ends it.
async fn wait_for_device(engine: Engine) -> Result<(), RpcError> {
    vault::change_entry(&engine, |it| it.is_busy = false);
    loop {
        match ask(&engine, Entry::Device).await {
            Err(error) if error.code == RESOURCE_UNAVAILABLE => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    engine.track(&EmailEvent::DeviceRegisteredForEmail);
    vault::change_entry(&engine, |it| it.step = EntryStep::Code);
    come_to_code(&engine);
    Ok(())
}

/// A code was mailed.
fn come_to_code(engine: &Engine) {
    if route::view(engine) != View::EmailVerifyOtp {
        engine.track(&EmailEvent::EmailVerificationCodeSent);
        vault::enter(engine, View::EmailVerifyOtp);
    }
}

/// Signs in by the code that was mailed.
async fn enter(engine: Engine, otp: String) -> Result<(), RpcError> {
    ask(&engine, Entry::Otp { otp }).await?;
    engine.track(&EmailEvent::EmailVerificationCodePass);
    vault::change_entry(&engine, |it| it.step = EntryStep::Opening);
    Ok(())
}

/// Hands it on to the frame. What comes next is told of an address, and the number that the page behind a mailed link
/// asks for.
async fn ask(
    engine: &Engine,
    what: Entry,
) -> Result<(Option<ConnectAction>, Option<u32>), RpcError> {
    let reply = engine.world().module(MODULE, &EmbeddedAsk::Enter { what }).next().await;
    let news = match &reply {
        Reply::Value { value } => read(value).ok(),
        _ => None,
    };
    match news {
        Some(EmbeddedNews::Entered { action, number }) => Ok((action, number)),
        Some(EmbeddedNews::Refused { error }) => Err(error),
        _ => Err(RpcError::new(INTERNAL, "")),
    }
}

/// Why it did not go on, in the frame's words; what it says in none of them nobody here can do anything about.
fn fault(error: &RpcError) -> EntryFault {
    let told = error.data.as_ref().and_then(|it| read(it).ok());
    told.unwrap_or(match error.code {
        // The frame takes an address or a code of such a form only.
        INVALID_PARAMS => EntryFault::EmailMalformed,
        _ if error.message.starts_with("iframe_") => EntryFault::Offline,
        _ => EntryFault::Unexpected,
    })
}
