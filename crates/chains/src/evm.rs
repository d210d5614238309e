//! What is particular to chains of the Ethereum Virtual Machine, the CAIP-2 namespace `eip155`.
//!
//! | to learn | open |
//! |---|---|
//! | who, and where | [`address`], [`chain_number`] |
//! | how bytes are written, hashed and nested | [`hex`], [`keccak`], [`rlp`] |
//! | what contracts are asked and answer | [`contracts`] |
//! | what a transaction pays, what of it is signed, and what a page may ask for | [`fee`], [`transaction`], [`transaction_request`] |
//! | what a message is, and one that signs in | [`message`], [`siwe`], [`timestamp`] |
//! | what typed data is, and what it says | [`typed_message`] |
//! | what a call does, and how its bytes are read | [`calls`], [`abi`] |
//! | which call of a Safe its owners sign | [`safe_message`] |
//! | what must not be overlooked before either is approved | [`flags`], [`lookalike`] |

pub mod abi;
pub mod address;
pub mod calls;
pub mod chain_number;
pub mod contracts;
pub mod fee;
pub mod flags;
pub mod hex;
pub mod keccak;
pub mod lookalike;
pub mod message;
pub mod rlp;
pub mod safe_message;
pub mod siwe;
pub mod timestamp;
pub mod transaction;
pub mod transaction_request;
pub mod typed_message;
