//! Events of the modal itself.

use wire::{Json, wire};

use super::Event;

/// What happens to the modal.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum ModalEvent {
    /// The modal was made. Recorded and never sent.
    ModalCreated,
    /// The host made its instance.
    Initialize {
        /// The options it was made with: flags, words and short lists, and `networks` as CAIP-2 ids.
        options: Json,
    },
    /// The modal opened.
    ModalOpen {
        /// Whether an account was connected.
        connected: bool,
    },
    /// The modal closed.
    ModalClose {
        /// Whether an account was connected.
        connected: bool,
    },
}

impl Event for ModalEvent {}
