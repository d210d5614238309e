//! Where a wallet is.

use wire::wire;

/// Where a wallet is spoken to.
#[wire]
pub enum Carrier {
    /// An object of this page.
    Page {
        /// The page's handle of it.
        handle: u32,
    },
    /// A module, which holds a session with the wallet.
    Module {
        /// The module's name.
        name: String,
        /// The module's name for the session, once there is one.
        session: Option<String>,
    },
}
