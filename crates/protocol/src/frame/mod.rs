//! What the modal and the vault's frame say to each other. Pure: neither side is here, and no clock.
//!
//! The frame is a page of the vault's own origin inside a host's page. Two window messages make sure who is
//! at the other end and hand over one end of a channel (`handshake.rs`). From then on each message is one JSON
//! text over that channel (`envelope.rs`): the modal requests (`request.rs`), the frame answers (`answer.rs`),
//! by the names of `message.rs`, and tells a few things unasked (`unasked.rs`). Whatever is not exactly that is refused, with what is wrong and where
//! (`fields.rs`, `theme.rs`, `fault.rs`). `receiver.rs` is the frame's end of the channel and `sender.rs` the
//! modal's: they count, match and forget (`bucket.rs`), and know how long is waited (`wait.rs`). Which methods
//! of a provider the frame has, and which of them a person approves, says `method.rs`.

pub mod answer;
mod bucket;
pub mod envelope;
mod fault;
mod fields;
pub mod handshake;
pub mod message;
pub mod method;
pub mod receiver;
pub mod request;
pub mod sender;
mod theme;
pub mod unasked;
pub mod wait;

pub use fault::Fault;

/// The version of the frame and of whoever has it in a page.
pub const VERSION: &str = "4";
