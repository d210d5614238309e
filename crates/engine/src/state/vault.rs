//! The vault's frame.

use protocol::frame::message::FrameView;
use protocol::module::embedded::Frame;
use protocol::module::session::Metadata;
use wire::{Json, wire};

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
