//! What a key is, and how one is sealed: pure, without input or output, clock or chance of its own.
//!
//! Whoever calls hands in random bytes by a [`Fill`]. It runs in the frame and in the server alike, so what
//! one of them sealed the other opens.
//!
//! | to learn | open |
//! |---|---|
//! | how bytes are sealed for one place and opened for no other | [`envelope`] |
//! | how they are sealed to somebody's public key | [`sealed`] |
//! | which parts of a wallet are sealed, and as what | [`part`] |
#![deny(missing_docs)]

pub mod envelope;
pub mod part;
pub mod sealed;

/// Fills bytes from a cryptographic source.
pub type Fill<'a> = &'a mut dyn FnMut(&mut [u8]);
