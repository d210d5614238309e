//! The flows of the vault's frame: who signs in, which wallet they have, what they approve.
//!
//! The [`Vault`] is a synchronous object like the engine. In come intents of the person ([`Vault::dispatch`]) and
//! replies of the page ([`Vault::reply`]); out go slices and ops, through [`runtime::Host`]. What the page around
//! requests comes as frames of a channel, by the words of [`protocol::frame`]. No key is ever here: those are in the
//! worker, which is asked by `Op::AskSigner`.
//!
//! Each file imports only those of the layers before it:
//! - what is said: `otp.rs`, `boot.rs`, `intent.rs`, `state.rs` (the slices), `fault.rs` (what went wrong), `recovery.rs` (what
//!   is to bring a wallet back);
//! - `gate.rs` and `decision.rs`, by which flows wait for one another and for a person; `memory.rs` (what nobody sees);
//! - `vault.rs`, which all flows hold; `flow.rs`, how a person begins one;
//! - what reaches the world: `kept.rs` (what outlives the page) and `dealings.rs`, `server.rs`, `signer.rs`, `nodes.rs`, `words.rs` (where
//!   secrets show), `ticket.rs` (what a frame and its window say to each other);
//! - the owners of slices and their flows: `screen.rs`, `session.rs`, `chain.rs`, `review.rs` (approving in a window),
//!   `queue.rs` (what waits to be approved), `passkey.rs`, `wallet.rs`, `approval.rs`, `sign_in.rs`, `email_change.rs`, `settings.rs`, `provider.rs`;
//! - what comes in: `request.rs` (the page around), `line.rs` (how it reaches us), `window.rs` (what is approved, where
//!   this is a window and no frame).

mod approval;
mod boot;
mod chain;
mod dealings;
mod decision;
mod email_change;
mod fault;
mod flow;
mod gate;
mod intent;
mod kept;
mod line;
mod memory;
mod nodes;
mod otp;
mod passkey;
mod provider;
mod queue;
mod recovery;
mod request;
mod review;
mod screen;
mod server;
mod session;
mod settings;
mod sign_in;
mod signer;
mod state;
mod ticket;
mod vault;
mod wallet;
#[cfg(target_arch = "wasm32")]
mod web;
mod window;
mod words;

use std::rc::Rc;

use protocol::frame::unasked::FrameProgress;
use runtime::Host;
use wire::{WireError, from_text};

use crate::memory::Wanted;
use crate::recovery::Recovery;
use crate::wallet::Means;

pub use boot::Boot;
pub use fault::Fault;
pub use intent::Intent;
pub use state::{
    Approval, EmailChanging, InWindow, ReviewStep, Screen, Settings, SettingsStep, SignIn,
    SignInStep, State,
};
pub use vault::Vault;

impl Vault {
    /// Starts a vault from the JSON text of a [`Boot`].
    pub fn new(host: Box<dyn Host>, boot: &str) -> Result<Self, WireError> {
        let vault = Vault::start(host, from_text(boot)?);
        let followed = Rc::downgrade(&vault.0);
        vault.runtime().at_end_of_turn(move || {
            followed.upgrade().is_some_and(|inner| screen::derive(&Vault(inner)))
        });
        let this = vault.clone();
        vault.runtime().turn(move || match this.boot().review.clone() {
            Some(secret) => window::open(&this, secret),
            None => line::open(&this),
        });
        Ok(vault)
    }

    /// Does what a person wants: the JSON text of an [`Intent`].
    pub fn dispatch(&self, intent: &str) {
        let (this, intent) = (self.clone(), from_text::<Intent>(intent));
        self.runtime().turn(move || match intent {
            Ok(intent) => this.run(intent),
            Err(_) => this.warn("an intent could not be read"),
        });
    }

    /// Hands in the page's reply to op `id`: the JSON text of a [`runtime::Reply`].
    pub fn reply(&self, id: u32, reply: &str) {
        self.runtime().reply(id, reply);
    }

    /// How many ops the page still performs; at rest only streams and timers remain.
    pub fn open_ops(&self) -> usize {
        self.world().open_ops()
    }

    fn run(&self, intent: Intent) {
        match intent {
            Intent::EnterEmail => sign_in::tell(self, FrameProgress::EmailSelected),
            Intent::SubmitEmail { email } => sign_in::submit_email(self, email),
            Intent::SubmitOtp { otp } => sign_in::submit_otp(self, otp),
            Intent::Resend if settings::shows(self) => settings::resend(self),
            Intent::Resend => sign_in::resend(self),
            Intent::Retry => match self.boot().review.clone() {
                Some(secret) => window::open(self, secret),
                None if settings::shows(self) => settings::open(self),
                None => sign_in::retry(self),
            },
            Intent::ChooseCode => sign_in::draw_code(self),
            Intent::ChooseSignIn => sign_in::open_by(self, Means::Given(Recovery::automatic())),
            Intent::SubmitCode { secret } if settings::shows(self) => {
                settings::submit_code(self, Recovery::code(secret));
            }
            Intent::SubmitCode { secret } => sign_in::submit_code(self, Recovery::code(secret)),
            Intent::SubmitPasskey => sign_in::open_by(self, Means::Passkey),
            Intent::Approve { request } => queue::decide(self, request, true),
            Intent::Review { request } => queue::want_window(self, request),
            Intent::Refuse { request } => queue::decide(self, request, false),
            Intent::DrawCode => settings::draw_code(self),
            Intent::KeepCode if settings::shows(self) => settings::keep_code(self),
            Intent::KeepCode => sign_in::keep_code(self),
            Intent::WantPasskey => settings::want_passkey(self),
            Intent::WantAutomatic => settings::want(self, Wanted::Recovery(Recovery::automatic())),
            Intent::WantWords => settings::want(self, Wanted::Words),
            Intent::HideWords if settings::shows(self) => settings::hide_secret(self),
            Intent::HideWords => sign_in::hide_code(self),
            Intent::SubmitProof { otp } => settings::submit_proof(self, otp),
            Intent::ChangeEmail { email } => email_change::change(self, email),
            Intent::SubmitChangeOtp { otp } => email_change::submit_otp(self, otp),
            Intent::RevokeSession { id } => settings::revoke(self, id),
            Intent::Forget => settings::forget(self),
            Intent::Delete if settings::shows(self) => settings::want(self, Wanted::Delete),
            Intent::Delete => sign_in::delete(self),
            Intent::Measured { height } => screen::measured(self, height),
        }
    }
}
