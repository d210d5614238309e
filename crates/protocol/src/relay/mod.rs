//! What is said to phones and to the relay between: WalletConnect v2
//! ([specs](https://specs.walletconnect.com/2.0)), pure.
//!
//! No socket, no clock, no chance: random bytes and times come in as arguments. Every length has a
//! limit, and every text that is not what it should be has a fault of its own.
//!
//! How to read it, from the ground up:
//!
//! | to learn | open |
//! |---|---|
//! | how bytes are written as text | `hex.rs`, [`base64`] |
//! | under which name two sides meet at a relay | [`topic`] |
//! | which keys there are, and how two sides come to one | [`key`] |
//! | how a message is sealed | [`envelope`] |
//! | what a code says to a wallet | [`uri`] |
//! | who a client is to a relay | [`token`] |
//! | where it asks one | [`address`] |
//! | how the two speak | [`frame`] |
//! | what a client asks | [`call`] |
//! | what a relay sends | [`push`] |
//! | why a relay says no | [`refusal`] |
//! | what two clients say inside of an envelope | [`message`] |
//! | which methods they have, and how each is published | [`method`] |
//! | what those carry, and what a session may do | [`sign`], [`namespaces`] |
//! | what is told when something cannot be | [`fault`] |

pub mod address;
pub mod base64;
pub mod call;
pub mod envelope;
pub mod fault;
pub mod frame;
pub mod hex;
pub mod key;
pub mod message;
pub mod method;
pub mod namespaces;
pub mod push;
pub mod refusal;
pub mod sign;
pub mod token;
pub mod topic;
pub mod uri;
pub(crate) mod whole;
