//! The smallest ask there can be: it comes back twice, a second apart; or once, by way of a socket.

use wire::wire;

/// An ask of the module `echo`, and each of its answers.
#[wire]
pub struct Echo {
    /// What is said, and comes back.
    pub text: String,
    /// The other end of a socket, which is to say it back.
    pub by_way_of: Option<String>,
}
