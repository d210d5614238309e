//! What is on, for this site.

use wire::wire;

use super::alert::Alert;

/// What the site and its operator have on.
#[wire]
#[derive(Default)]
pub struct Features {
    /// Sign-in by a code sent by e-mail.
    pub email: bool,
    /// Sign-in by accounts elsewhere, in the order in which they show; empty: none.
    pub socials: Vec<String>,
    /// Swapping one token for another.
    pub swaps: bool,
    /// Who sells crypto; empty: nobody.
    pub onramp: Vec<String>,
    /// The history of transactions.
    pub activity: bool,
    /// A line that names Latchkit.
    pub branding: bool,
    /// Showing the address to be paid at.
    pub receive: bool,
    /// Sending.
    pub send: bool,
    /// The site's terms.
    pub terms_url: Option<String>,
    /// The site's privacy policy.
    pub privacy_url: Option<String>,
    /// They are to be accepted by a tick before anything is connected.
    pub legal_checkbox: bool,
    /// The person ticked it.
    pub is_accepted: bool,
    /// A way to a wallet for those who have none.
    pub wallet_guide: bool,
    /// Choosing networks.
    pub network_switch: bool,
    /// What the site's developer is to put right.
    pub alert: Option<Alert>,
}
