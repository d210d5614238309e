//! Where a wallet is.

use protocol::module::embedded;
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
        /// The wallet, by the name that the module gave it.
        wallet: String,
        /// The module's name for the session, once there is one.
        session: Option<String>,
    },
}

impl Carrier {
    /// The session, where a module holds one.
    pub(crate) fn session(&self) -> Option<&String> {
        match self {
            Carrier::Page { .. } => None,
            Carrier::Module { session, .. } => session.as_ref(),
        }
    }

    /// Whether the embedded wallet is spoken to there.
    pub(crate) fn is_embedded(&self) -> bool {
        matches!(self, Carrier::Module { name, .. } if name == embedded::MODULE)
    }

    /// Whether the wallet there is not in this browser.
    pub(crate) fn is_elsewhere(&self) -> bool {
        matches!(self, Carrier::Module { .. }) && !self.is_embedded()
    }

    /// Whether the same wallet is spoken to there, whatever the session.
    pub(crate) fn is_same_wallet(&self, other: &Carrier) -> bool {
        match (self, other) {
            (
                Carrier::Module { name, wallet, .. },
                Carrier::Module { name: module, wallet: one, .. },
            ) => name == module && wallet == one,
            (own, other) => own == other,
        }
    }
}
