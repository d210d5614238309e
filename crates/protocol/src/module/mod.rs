//! What the engine asks of its modules, and what they answer: one file for each kind of ask.
//!
//! An ask crosses as JSON text that the page hands on unread; each side reads it here.

pub mod echo;
pub mod embedded;
pub mod phone;
pub mod reading;
pub mod reading_flag;
pub mod reading_row;
pub mod reading_step;
pub mod session;
pub mod signer;
pub mod spend;
pub mod tabs;
