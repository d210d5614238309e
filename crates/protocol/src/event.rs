//! What happens in a modal that an operator may count: the catalogue of analytics events.

use wire::wire;

/// An event, by the names that collectors of this field know.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum Event {
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
