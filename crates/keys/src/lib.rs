//! What a key is: entropy, words, derivation, shares, envelopes, recovery, signatures.
//!
//! Everything here is pure: no input or output, no clock, and no randomness of its own, for whoever calls
//! passes it in as [`secret::Fill`]. It runs in the visitor's browser and in the server alike. Every
//! parser takes hostile bytes without a panic. What holds a secret lies on the heap, is wiped when it is
//! dropped, and has neither `Debug` nor `Clone`.
//!
//! How to read it, from the ground up:
//!
//! | to learn | open |
//! |---|---|
//! | how secret bytes are held, and where random ones come from | [`secret`] |
//! | what a wallet grows from, and how it is written as words | [`entropy`] |
//! | how keys are derived along a path | [`path`] |
//! | which keys an account has, and how a rebuilt one is held against what was pinned | [`account`] |
//! | how an account signs | [`evm_signature`], [`solana_signature`] |
//! | how entropy is split among three holders, of whom any two rebuild it | [`share`], over `field.rs` |
//! | how bytes are sealed at rest, each in its place | [`envelope`] |
//! | how bytes are sealed for whoever has a private key | [`sealed_box`] |
//! | which parts of a wallet are sealed, and as what | [`part`] |
//! | what whoever changes its shares signs | [`claim`] |
//! | what opens the recovery share on a new device | [`recovery`], [`factor`], [`passphrase`] |
#![deny(missing_docs)]

pub mod account;
pub mod claim;
pub mod entropy;
pub mod envelope;
pub mod evm_signature;
pub mod factor;
mod field;
#[cfg(test)]
mod given;
pub mod part;
pub mod passphrase;
pub mod path;
#[cfg(test)]
mod poly1305_collision;
pub mod recovery;
pub mod sealed_box;
pub mod secret;
pub mod share;
pub mod solana_signature;
