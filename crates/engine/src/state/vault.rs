//! The vault's frame.

use protocol::frame::message::FrameView;
use protocol::module::embedded::Frame;
use protocol::module::session::Metadata;
use wire::{Json, Long, wire};

/// The vault's frame, as the modal has it.
#[wire]
#[derive(Default)]
pub struct VaultFrame {
    /// How far it is.
    pub step: VaultStep,
    /// What it shows; none where it has nothing to show.
    pub view: Option<FrameView>,
    /// How high that is, in CSS pixels; 0 until it has said so.
    pub height: u32,
    /// How far somebody is who signs in by e-mail, where the modal draws the fields for it.
    pub entry: Option<EmailEntry>,
}

/// How far somebody is who signs in by e-mail, in fields of the modal's own. Owned by `entry.rs`.
#[wire]
#[derive(Default)]
pub struct EmailEntry {
    /// Which step.
    pub step: EntryStep,
    /// The address, once it was entered.
    pub email: String,
    /// What the page behind the mailed link asks for.
    pub number: Option<u32>,
    /// From when on another mail may be asked for, in milliseconds since 1970.
    pub again_at_ms: Option<Long>,
    /// Whether an answer is waited for.
    pub is_busy: bool,
    /// Why the last thing did not work.
    pub fault: Option<EntryFault>,
}

/// A step of signing in by e-mail.
#[wire]
#[derive(Default)]
pub enum EntryStep {
    /// The address is asked for.
    #[default]
    Email,
    /// A link was mailed, which is to be followed.
    Device,
    /// A code was mailed, which is to be entered.
    Code,
    /// The frame opens the wallet.
    Opening,
}

/// Why signing in by e-mail did not go on, by the words of the vault.
#[wire]
pub enum EntryFault {
    /// The vault's server was not reached, or the frame.
    Offline,
    /// It is no e-mail address.
    EmailMalformed,
    /// Its mail server knows no such address.
    EmailUnknown,
    /// The mail could not be sent.
    MailNotSent,
    /// Another mail was asked for too soon, or too many codes were tried.
    TooSoon {
        /// How long to wait.
        seconds: u32,
    },
    /// It is no code of six digits.
    OtpMalformed,
    /// The code is wrong, or no longer good.
    OtpRefused,
    /// Signing in took too long, or was begun anew elsewhere.
    AttemptOver,
    /// This address was given up for another one lately, which can be taken back.
    EmailLeft,
    /// The clock of this device is off by minutes.
    ClockOff,
    /// The operator has set up no e-mail sign-in, or not for this page.
    NotSetUp,
    /// Something that nobody here can do anything about.
    Unexpected,
}

/// How far the frame is.
#[wire]
#[derive(Default)]
pub enum VaultStep {
    /// Nobody has had a use for it yet.
    #[default]
    Absent,
    /// It is being loaded.
    Loading,
    /// It takes requests.
    Ready,
    /// It did not come.
    Failed,
    /// It did not come, and does not for anybody: the policy of the site's page forbids it.
    Blocked,
}

/// What is remembered of the frame.
#[derive(Default)]
pub(crate) struct VaultMemory {
    /// Where the operator has it; nothing where they have none, or have not said so yet.
    pub(crate) url: Option<String>,
    /// Which one is there.
    pub(crate) frame: Option<Frame>,
    /// What it was told that the modal has room for.
    pub(crate) room: Option<FrameView>,
    /// What it was told of how the modal looks.
    pub(crate) theme: Option<Json>,
    /// What it was told of who the host is.
    pub(crate) host: Option<Metadata>,
    /// What it shows.
    pub(crate) view: Option<FrameView>,
}
