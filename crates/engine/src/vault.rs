//! The vault's frame: whether it is there, what it shows, and what the dialog shows for that. Owns the slice `vault`.
//!
//! The frame is there from when it is of use on: where somebody may sign in, or did. It draws what belongs to the
//! embedded wallet, and says what that is; the dialog follows with a view of the same name, which has a place for it.

use protocol::caip::{ChainId, Namespace};
use protocol::event::email::EmailEvent;
use protocol::frame::message::FrameView;
use protocol::frame::unasked::FrameProgress;
use protocol::module::embedded::{EmbeddedAsk, EmbeddedNews, Frame, FrameFault, MODULE, serves};
use runtime::{Backoff, Reply, Scope};
use wire::{Json, read};

use crate::connect::{attempt, embedded, faults};
use crate::engine::Engine;
use crate::state::{
    Alert, EmailEntry, EntryStep, Features, Method, VaultFrame, VaultMemory, VaultStep, View,
};
use crate::{account, alert, connect, modal, network, relays, route};

const FRAME: Scope = Scope::new("vault-frame");
const ROOM: Scope = Scope::new("vault-room");
const THEME: Scope = Scope::new("vault-theme");
const HOST: Scope = Scope::new("vault-host");
const ABORT: Scope = Scope::new("vault-abort");

/// Has the frame there while it is of use, and tells it who the host is, how the dialog looks and what that has room for.
pub(crate) fn follow(engine: &Engine) {
    let is_here = is_entered_here(engine);
    let vault = &engine.late_slices().vault;
    if vault.with(|it| it.entry.is_some()) != is_here {
        vault.update(|it| it.entry = is_here.then(EmailEntry::default));
    }
    let wanted = wanted(engine);
    if engine.0.vault.borrow().frame != wanted {
        bring(engine, wanted);
    }
    let (room, theme) = (room(engine), theme(engine));
    let shows = modal::is_open(engine) && route::view(engine) == View::ApproveTransaction;
    let mut memory = engine.0.vault.borrow_mut();
    if memory.frame.is_none() {
        return;
    }
    // Nobody looks at it any more: whoever turned away from it approves nothing.
    if memory.view == Some(FrameView::ApproveTransaction) && !shows {
        memory.view = None;
        say(engine, ABORT, EmbeddedAsk::Abort);
    }
    let host = relays::of_host(engine);
    if memory.host.as_ref() != Some(&host) {
        memory.host = Some(host.clone());
        say(engine, HOST, EmbeddedAsk::Dapp { metadata: host });
    }
    if memory.theme != theme {
        memory.theme.clone_from(&theme);
        say(engine, THEME, EmbeddedAsk::Theme { theme: theme.unwrap_or_default() });
    }
    if memory.room != room {
        memory.room = room;
        say(engine, ROOM, EmbeddedAsk::Show { view: room });
        if room == Some(FrameView::WalletSettings) {
            engine.track(&EmailEvent::EmailUpgradeFromModal);
        }
    }
}

/// Loads it once more.
pub(crate) fn retry(engine: &Engine) {
    let is_failed = engine
        .late_slices()
        .vault
        .with(|it| matches!(it.step, VaultStep::Failed | VaultStep::Blocked));
    let frame = engine.0.vault.borrow().frame.clone();
    if is_failed {
        bring(engine, frame);
    }
}

/// Whether address and code are entered in fields of the modal's own, as the host wants it.
pub(crate) fn is_entered_here(engine: &Engine) -> bool {
    let entry = |it: &Json| it.get("emailEntry").and_then(Json::as_text) == Some("host");
    engine.config(|it| entry(&it.options))
}

/// How far somebody is in those.
pub(crate) fn entry(engine: &Engine) -> EmailEntry {
    engine.late_slices().vault.with(|it| it.entry.clone().unwrap_or_default())
}

/// They are somewhere else in them.
pub(crate) fn change_entry(engine: &Engine, change: impl FnOnce(&mut EmailEntry)) {
    engine.late_slices().vault.update(|it| {
        if let Some(entry) = &mut it.entry {
            change(entry);
        }
    });
}

/// Which frame is of use.
fn wanted(engine: &Engine) -> Option<Frame> {
    let memory = engine.0.vault.borrow();
    let vault_url = memory.url.clone()?;
    let is_of_use = memory.frame.is_some() || account::is_of_vault(engine) || may_sign_in(engine);
    if !is_of_use || !engine.slices().features.with(|it| it.email) {
        return None;
    }
    let chain = memory.frame.as_ref().map_or_else(|| first_chain(engine), |it| it.chain.clone());
    let logs = engine.config(|it| it.options.get("enableAuthLogger") == Some(&Json::Bool(true)));
    Some(engine.config(|config| Frame {
        vault_url,
        project_id: config.project_id.clone(),
        chain,
        logs,
        sdk_version: config.sdk_version.clone(),
    }))
}

/// Whether the way to sign in shows.
fn may_sign_in(engine: &Engine) -> bool {
    let is_locked = |it: &Features| it.legal_checkbox && !it.is_accepted;
    if !is_entering(engine) || engine.slices().features.with(is_locked) {
        return false;
    }
    let is_one_way = || engine.slices().catalog.with(|it| it.methods.contains(&Method::Email));
    route::view(engine) == View::EmailLogin || is_one_way()
}

/// The chain in use, or another one that the wallet can be on.
fn first_chain(engine: &Engine) -> ChainId {
    let namespaces = [network::namespace(engine), Namespace::Eip155, Namespace::Solana];
    let is_of_both = |it: &Namespace| serves(*it) && network::namespaces(engine).contains(it);
    let mut served = namespaces.into_iter().filter(is_of_both);
    served.next().map_or(ChainId::eip155(1), |it| network::chain_for(engine, it))
}

/// What the dialog has room for.
fn room(engine: &Engine) -> Option<FrameView> {
    if !modal::is_open(engine) {
        return None;
    }
    let view = route::view(engine);
    if is_entered_here(engine) && (is_entering(engine) || is_verifying(engine)) {
        let EmailEntry { step, is_busy, .. } = entry(engine);
        // Once the code is on its way the frame has something to show.
        let goes_on = step == EntryStep::Opening || step == EntryStep::Code && is_busy;
        let has_room = goes_on && view == View::EmailVerifyOtp;
        return has_room.then_some(FrameView::EmailVerifyOtp);
    }
    match view {
        View::Connect | View::EmailLogin => may_sign_in(engine).then_some(FrameView::EmailLogin),
        View::EmailVerifyOtp => Some(FrameView::EmailVerifyOtp),
        View::EmailVerifyDevice => Some(FrameView::EmailVerifyDevice),
        View::UpdateEmailWallet => Some(FrameView::UpdateEmailWallet),
        View::UpdateEmailPrimaryOtp => Some(FrameView::UpdateEmailPrimaryOtp),
        View::UpdateEmailSecondaryOtp => Some(FrameView::UpdateEmailSecondaryOtp),
        View::WalletSettings => Some(FrameView::WalletSettings),
        // What is approved may be part of what stood there before, and leads back to it.
        View::ApproveTransaction => engine.0.vault.borrow().room,
        _ => None,
    }
}

fn theme(engine: &Engine) -> Option<Json> {
    engine.config(|config| config.options.get("theme").cloned())
}

fn say(engine: &Engine, scope: Scope, ask: EmbeddedAsk) {
    let this = engine.clone();
    engine.runtime().spawn(scope, async move {
        this.world().module(MODULE, &ask).next().await;
    });
}

/// Brings the frame, or takes the one away that is there.
fn bring(engine: &Engine, frame: Option<Frame>) {
    let url = engine.0.vault.borrow().url.clone();
    engine.0.vault.replace(VaultMemory { url, frame: frame.clone(), ..VaultMemory::default() });
    let Some(frame) = frame else {
        engine.runtime().cancel(FRAME);
        return set(engine, VaultStep::Absent);
    };
    let this = engine.clone();
    engine.runtime().spawn(FRAME, async move {
        let mut delays = Backoff::new(1_000, 60_000);
        loop {
            set(&this, VaultStep::Loading);
            let step = listen(&this, EmbeddedAsk::Frame { of: frame.clone() }).await;
            set(&this, step);
            shows(&this, None);
            embedded::abandon(&this);
            // A person who sees that tries again; a wallet that is connected, or is to be, is not given up meanwhile.
            if !account::is_of_vault(&this) && !connect::is_at_it(&this) {
                return;
            }
            this.world().wait(&mut delays).await;
        }
    });
}

/// It is so far, and shows nothing yet.
fn set(engine: &Engine, step: VaultStep) {
    engine.late_slices().vault.update(|it| {
        *it = VaultFrame { step, entry: it.entry.take(), ..VaultFrame::default() };
    });
}

/// Listens to the frame until it fails, and how far that is.
async fn listen(engine: &Engine, ask: EmbeddedAsk) -> VaultStep {
    let mut replies = engine.world().module(MODULE, &ask);
    loop {
        let Reply::Value { value } = replies.next().await else { return VaultStep::Failed };
        match read(&value) {
            // One that loaded itself anew shows nothing of what the one before did.
            Ok(EmbeddedNews::Ready) => {
                set(engine, VaultStep::Ready);
                shows(engine, None);
            }
            Ok(EmbeddedNews::Shows { view, height }) => {
                engine.late_slices().vault.update(|it| (it.view, it.height) = (view, height));
                shows(engine, view);
            }
            Ok(EmbeddedNews::Session { is_connected: true }) => signed_in(engine),
            Ok(EmbeddedNews::Progress { step }) => progress(engine, step),
            Ok(EmbeddedNews::Failed { why }) => {
                let (alert, step) = match why {
                    FrameFault::Request => (Alert::IframeRequestTimeout, None),
                    FrameFault::Load => (Alert::IframeLoadFailed, Some(VaultStep::Failed)),
                    FrameFault::Blocked => (Alert::IframeBlocked, Some(VaultStep::Blocked)),
                };
                tell(engine, alert);
                if let Some(step) = step {
                    return step;
                }
            }
            Ok(
                EmbeddedNews::Session { is_connected: false }
                | EmbeddedNews::Done
                | EmbeddedNews::Entered { .. }
                | EmbeddedNews::Refused { .. },
            )
            | Err(_) => {}
        }
    }
}

/// Somebody did something in the frame that no view tells.
fn progress(engine: &Engine, step: FrameProgress) {
    engine.track(&match step {
        FrameProgress::EmailSelected => EmailEvent::EmailLoginSelected,
        FrameProgress::CodeRefused => {
            EmailEvent::EmailVerificationCodeFail { message: "refused".to_owned() }
        }
        FrameProgress::EmailChanged => EmailEvent::EmailEdit,
        FrameProgress::NotSent => return faults::not_sent(engine),
    });
    // The wallet says who they are.
    if step == FrameProgress::EmailChanged {
        for namespace in account::namespaces_of_vault(engine) {
            connect::look_again(engine, namespace);
        }
    }
}

/// The frame shows this from now on.
fn shows(engine: &Engine, view: Option<FrameView>) {
    let before = std::mem::replace(&mut engine.0.vault.borrow_mut().view, view);
    if before != view {
        if !is_entered_here(engine) {
            count(engine, before, view);
        }
        lead(engine, before, view);
    }
}

/// Somebody is signed in. Who needed no code for it, as their browser still knew them, is connected like others.
fn signed_in(engine: &Engine) {
    let step = if is_verifying(engine) {
        Some(EmailEvent::EmailVerificationCodePass)
    } else {
        is_entering(engine).then_some(EmailEvent::EmailSubmitted)
    };
    // In fields of the modal's own it was counted as it was entered.
    if let Some(step) = step.filter(|_| !is_entered_here(engine)) {
        engine.track(&step);
    }
    if modal::is_open(engine) && !account::is_of_vault(engine) {
        embedded::take(engine);
    }
}

fn tell(engine: &Engine, alert: Alert) {
    let url = engine.0.vault.borrow().url.clone().unwrap_or_default();
    let origin = engine.config(|config| config.origin.clone());
    let values = [("url", Json::Text(url)), ("origin", Json::Text(origin))];
    alert::raise(engine, alert, Json::object(values));
}

/// Counts how far somebody is who signs in.
fn count(engine: &Engine, before: Option<FrameView>, now: Option<FrameView>) {
    use FrameView::{EmailLogin, EmailVerifyDevice, EmailVerifyOtp};
    let is_one = |it: Option<FrameView>| matches!(it, Some(EmailVerifyOtp | EmailVerifyDevice));
    if before == Some(EmailLogin) && is_one(now) {
        engine.track(&EmailEvent::EmailSubmitted);
    }
    if before == Some(EmailVerifyDevice) && now == Some(EmailVerifyOtp) {
        engine.track(&EmailEvent::DeviceRegisteredForEmail);
    }
    if now == Some(EmailVerifyOtp) {
        engine.track(&EmailEvent::EmailVerificationCodeSent);
    }
}

/// Shows the view that has a place for what the frame shows now.
fn lead(engine: &Engine, before: Option<FrameView>, now: Option<FrameView>) {
    if before == Some(FrameView::ApproveTransaction) {
        decided(engine);
    }
    match now {
        Some(FrameView::EmailVerifyOtp) => enter(engine, View::EmailVerifyOtp),
        Some(FrameView::EmailVerifyDevice) => enter(engine, View::EmailVerifyDevice),
        Some(FrameView::EmailLogin) if is_verifying(engine) => drop(attempt::give_up(engine)),
        Some(FrameView::UpdateEmailWallet) => update(engine, View::UpdateEmailWallet),
        Some(FrameView::UpdateEmailPrimaryOtp) => update(engine, View::UpdateEmailPrimaryOtp),
        Some(FrameView::UpdateEmailSecondaryOtp) => update(engine, View::UpdateEmailSecondaryOtp),
        Some(FrameView::ApproveTransaction) if modal::is_open(engine) => {
            route::push(engine, View::ApproveTransaction);
        }
        Some(FrameView::ApproveTransaction) => {
            modal::open(engine, Some(View::ApproveTransaction), None);
        }
        None if is_updating(engine) => drop(route::leave(engine, &UPDATES)),
        Some(FrameView::EmailLogin | FrameView::WalletSettings) | None => {}
    }
}

/// What was to be approved was, or was refused: its view goes, and the dialog with it where nothing else shows.
fn decided(engine: &Engine) {
    if modal::is_open(engine)
        && route::view(engine) == View::ApproveTransaction
        && !route::go_back(engine)
    {
        modal::close(engine);
    }
}

/// Somebody entered their address, or followed the link.
pub(crate) fn enter(engine: &Engine, view: View) {
    let shows = route::view(engine);
    if !modal::is_open(engine) || shows == view {
        return;
    }
    if is_entering(engine) {
        embedded::begin(engine);
        route::push(engine, view);
    } else if is_verifying(engine) {
        route::replace(engine, view);
    }
}

/// Whether the view for an address shows, alone or within the list of wallets.
pub(crate) fn is_entering(engine: &Engine) -> bool {
    modal::is_open(engine) && matches!(route::view(engine), View::Connect | View::EmailLogin)
}

fn is_verifying(engine: &Engine) -> bool {
    modal::is_open(engine)
        && matches!(route::view(engine), View::EmailVerifyOtp | View::EmailVerifyDevice)
}

const UPDATES: [View; 3] =
    [View::UpdateEmailWallet, View::UpdateEmailPrimaryOtp, View::UpdateEmailSecondaryOtp];

fn is_updating(engine: &Engine) -> bool {
    modal::is_open(engine) && UPDATES.contains(&route::view(engine))
}

fn update(engine: &Engine, view: View) {
    if is_updating(engine) && route::view(engine) != view {
        route::replace(engine, view);
    }
}
