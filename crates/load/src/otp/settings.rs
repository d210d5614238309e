//! What the server under load is told.

use std::net::SocketAddr;

use serde_json::json;

use crate::server::VAULT;

/// The project that people sign in for.
pub(super) const PROJECT: &str = "10ad10ad10ad10ad10ad10ad10ad10ad";
/// Its page.
pub(super) const SITE: &str = "https://shop.example";
/// What each limit that is not of one mailbox is put to. It is counted as ever, and nobody meets it.
const NEVER_MET: u32 = 1_000_000_000;

/// Its variables, where its mails go to this address.
pub(super) fn variables(mails: SocketAddr) -> [(&'static str, String); 3] {
    let vault = json!({
        // In its own folder.
        "keys": "keys",
        "smtp": format!("smtp://{mails}"),
        "from": "Shop <no-reply@shop.example>",
        "mails_per_day": NEVER_MET,
        "network_mails_per_hour": NEVER_MET,
        "network_tries_per_hour": NEVER_MET,
    });
    let project =
        json!({ "name": "Shop", "origins": [SITE], "features": { "social_login": ["email"] } });
    let projects = json!({ PROJECT: project });
    let log = ("LATCHKIT_LOG", "warn".to_owned());
    [(VAULT, vault.to_string()), ("LATCHKIT_PROJECTS", projects.to_string()), log]
}
