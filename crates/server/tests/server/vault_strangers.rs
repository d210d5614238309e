//! What is somebody's is nobody else's: not by its name in a call, and not by its row in the place of another one.

use crate::database::Other;
use crate::vault_browser::VaultApp;
use crate::vault_calls::{Person, call, calls};
use protocol::path;

/// Calls that name nothing but who makes them.
const ABOUT_CALLERS: [&str; 11] = [
    path::REVIEW_OFFER,
    path::EMAIL_START,
    path::EMAIL_CHANGE,
    path::SESSION_GET,
    path::SESSION_REFRESH,
    path::SESSION_LIST,
    path::SESSION_DELETE,
    path::WALLET_GET,
    path::WALLET_SHARE,
    path::WALLET_RECOVER,
    path::WALLET_EVENTS,
];
/// Calls of windows, which nobody is signed in to: whoever has the name of what is approved is the window.
const BY_THE_NAME: [&str; 2] = [path::REVIEW_TAKE, path::REVIEW_DECIDE];

#[tokio::test]
async fn nobody_does_anything_with_what_is_somebody_elses() {
    let at = VaultApp::new().await;
    let named = calls()
        .into_iter()
        .filter(|it| !ABOUT_CALLERS.contains(&it.as_str()) && !BY_THE_NAME.contains(&it.as_str()));
    for path in named {
        let theirs = call(&at, &path).await;
        let (stranger, _) = Person::owner(&at).await;
        let told = stranger.browser.ask(&at, &path, theirs.body.clone()).await;
        assert!((400..500).contains(&told.status), "{path} {}", told.status_and_body());
        // Whose it is has it as before.
        let own = theirs.browser.ask(&at, &path, theirs.body.clone()).await;
        assert_eq!(own.status, 200, "{path} {}", own.status_and_body());
    }
}

/// Of two people one has the row of the other: whoever has another's is told nothing.
#[tokio::test]
async fn what_is_sealed_for_one_is_of_no_use_to_another() {
    for (path, sql) in [
        (
            path::WALLET_SHARE,
            "UPDATE share_sets SET auth_sealed = (SELECT MAX(auth_sealed) FROM share_sets)",
        ),
        (
            path::WALLET_RECOVER,
            "UPDATE share_sets SET recovery_sealed = (SELECT MAX(recovery_sealed) FROM share_sets)",
        ),
        (
            path::WALLET_RECOVER,
            "UPDATE recovery_factors SET wrapped = (SELECT MAX(wrapped) FROM recovery_factors \
             WHERE kind = 'automatic') WHERE kind = 'automatic'",
        ),
        (
            path::WALLET_SHARE,
            "UPDATE wallets SET key_sealed = (SELECT MAX(key_sealed) FROM wallets)",
        ),
        (
            path::SESSION_GET,
            "UPDATE identities SET email_sealed = (SELECT MAX(email_sealed) FROM identities)",
        ),
    ] {
        let at = VaultApp::new().await;
        let both = [call(&at, path).await, call(&at, path).await];
        for it in &both {
            let told = it.browser.ask(&at, path, it.body.clone()).await;
            assert_eq!(told.status, 200, "{path} {}", told.status_and_body());
        }
        Other::open(at.app.folder()).await.run(sql).await;
        let mut told = Vec::new();
        for it in &both {
            told.push(it.browser.ask(&at, path, it.body.clone()).await.status);
        }
        told.sort_unstable();
        assert_eq!(told, [200, 500], "{sql}");
    }
}
