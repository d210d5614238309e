//! What is drawn: the slices, and the shapes in them. No secret stands in any.

use protocol::api::vault::{FactorKind, VaultSession, WalletEvent};
use protocol::frame::message::FrameView;
use protocol::module::reading::Reading;
use runtime::{Runtime, Slice};
use wire::{Json, Long, Opaque, wire};

use crate::fault::Fault;

/// All slices, by the names they are published under.
#[wire]
#[derive(Default)]
pub struct State {
    /// Owned by `screen.rs`.
    pub screen: Screen,
    /// Owned by `sign_in.rs`.
    pub sign_in: SignIn,
    /// Owned by `queue.rs`.
    pub approval: Option<Approval>,
    /// Owned by `settings.rs`.
    pub settings: Settings,
    /// Owned by `email_change.rs`.
    pub email_change: EmailChanging,
    /// Owned by `screen.rs`: the theme of the page around, `SYNC_THEME` as it came.
    pub theme: Option<Json>,
}

/// What shows.
#[wire]
#[derive(Default)]
pub struct Screen {
    /// Which view; none where nothing is to be seen.
    pub view: Option<FrameView>,
    /// The page around, by its origin; empty until it is let in.
    pub origin: String,
    /// What the operator calls the site.
    pub site: String,
    /// How far this window is, where it is one in which something is approved.
    pub review: Option<ReviewStep>,
}

/// How far a window is in which something is approved.
#[wire]
pub enum ReviewStep {
    /// What is to be approved is on its way.
    Loading,
    /// It shows.
    Open,
    /// It was decided, which is on its way.
    Sending,
    /// Whoever waited has it. The window may be closed.
    Decided,
    /// Nobody waits for it any more.
    Over,
    /// The server was not reached.
    Offline,
}

/// How far a frame is that has something approved in a window.
#[wire]
#[derive(Default)]
pub enum InWindow {
    /// What the window is to show is on its way to the server.
    #[default]
    Preparing,
    /// The window can be opened.
    Ready,
    /// It was opened, and is not there yet.
    Opening,
    /// It was opened, and should be there by now: the browser may have blocked it.
    Late,
    /// It shows.
    Open,
}

/// How far somebody is who signs in.
#[wire]
#[derive(Default)]
pub struct SignIn {
    /// Which step.
    pub step: SignInStep,
    /// The address, once it was entered.
    pub email: String,
    /// What the page behind the mailed link has to name; none once it can name nothing any more.
    pub number: Option<u32>,
    /// From when on another mail may be asked for, in milliseconds since 1970.
    pub again_at_ms: Option<Long>,
    /// Whether the mail server takes so long that nobody knows whether the mail left.
    pub is_late: bool,
    /// Whether an answer is waited for.
    pub is_busy: bool,
    /// Why the last thing did not work.
    pub fault: Option<Fault>,
}

/// A step of signing in.
#[wire]
#[derive(Default)]
pub enum SignInStep {
    /// The address is asked for.
    #[default]
    Email,
    /// A link was mailed, which is to be followed.
    Device,
    /// A code was mailed, which is to be entered.
    Otp,
    /// There is no wallet yet: what is to bring it back is asked for.
    Choose {
        /// Whether it may be signing in.
        is_sign_in_enough: bool,
    },
    /// A recovery code shows, in the place `words`, which is to bring it back once they say that they have it.
    Code,
    /// The wallet is being made, or brought back.
    Opening,
    /// It cannot be brought back without one of these.
    Recover {
        /// Which there are.
        factors: Vec<FactorKind>,
        /// When the wallet is deleted, as whoever has none of them wanted just now: see [`Settings::leaves_at_ms`].
        leaves_at_ms: Option<Long>,
    },
}

/// Something that is to be approved, or refused.
#[wire]
pub struct Approval {
    /// Its name.
    pub request: u32,
    /// What it says.
    pub reading: Opaque<Reading>,
    /// Whether it was approved, and is being signed.
    pub is_busy: bool,
    /// Why it could not be signed. It can be approved once more.
    pub fault: Option<Fault>,
    /// How many more wait behind it.
    pub waiting: u32,
    /// How far its window is, where it cannot be approved here.
    pub in_window: Option<InWindow>,
}

/// What somebody does about their wallet.
#[wire]
#[derive(Default)]
pub struct Settings {
    /// How far they are.
    pub step: SettingsStep,
    /// The address that they sign in with.
    pub email: String,
    /// What brings the wallet back.
    pub factors: Vec<FactorKind>,
    /// Whether signing in may be what does.
    pub is_sign_in_enough: bool,
    /// Where they are signed in.
    pub sessions: Vec<VaultSession>,
    /// What happened to the wallet, the newest first.
    pub events: Vec<WalletEvent>,
    /// Whether that is all that happened, as far as the server can tell.
    pub is_whole: bool,
    /// When the wallet is deleted, in milliseconds since 1970, unless somebody uses it before; nothing where it stays.
    pub leaves_at_ms: Option<Long>,
    /// Whether an answer is waited for.
    pub is_busy: bool,
    /// Why the last thing did not work.
    pub fault: Option<Fault>,
}

/// A step of what somebody does about their wallet.
#[wire]
#[derive(Default)]
pub enum SettingsStep {
    /// All there is.
    #[default]
    Overview,
    /// A recovery code shows, in the place `words`, which counts once they say that they have it.
    Code,
    /// The words of the wallet show, in the place `words`.
    Words,
    /// A code was mailed, by which they prove once more who they are.
    Prove,
    /// It takes the recovery code that they keep.
    Recover,
}

/// Somebody takes another address to sign in with. How far they are says the view that shows.
#[wire]
#[derive(Default)]
pub struct EmailChanging {
    /// The address of now.
    pub old_email: String,
    /// The other one, once it was entered.
    pub new_email: String,
    /// Whether an answer is waited for.
    pub is_busy: bool,
    /// Why the last thing did not work.
    pub fault: Option<Fault>,
}

/// The slices of one vault.
pub(crate) struct Slices {
    pub(crate) screen: Slice<Screen>,
    pub(crate) sign_in: Slice<SignIn>,
    pub(crate) approval: Slice<Option<Approval>>,
    pub(crate) settings: Slice<Settings>,
    pub(crate) email_change: Slice<EmailChanging>,
    pub(crate) theme: Slice<Option<Json>>,
}

impl Slices {
    pub(crate) fn new(runtime: &Runtime, screen: Screen) -> Self {
        Slices {
            screen: runtime.slice("screen", screen),
            sign_in: runtime.slice("signIn", SignIn::default()),
            approval: runtime.slice("approval", None),
            settings: runtime.slice("settings", Settings::default()),
            email_change: runtime.slice("emailChange", EmailChanging::default()),
            theme: runtime.slice("theme", None),
        }
    }
}
