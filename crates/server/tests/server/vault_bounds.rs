//! What strangers leave in the vault's database has an end: people and browsers that do not come back, wrong codes.

use crate::database::Other;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::state;
use crate::vault_owner::{ANN, elsewhere, owner};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

async fn pass(at: &VaultApp, time: Duration) {
    at.advance(time);
    at.app.vault().forget_what_is_over().await.expect("forgotten");
}

async fn count(at: &VaultApp, table: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {table}");
    Other::open(at.app.folder()).await.numbers(sql.leak()).await[0]
}

#[tokio::test]
async fn who_never_made_a_wallet_and_browsers_without_a_share_are_forgotten() {
    let at = VaultApp::new().await;
    let (_, _) = owner(&at).await;
    let _ = elsewhere(&at).await;
    let mut eve = Browser::new();
    eve.ahead.set(at.ahead());
    eve.sign_in(&at, "eve@example.com").await;
    pass(&at, 89 * DAY).await;
    assert_eq!((count(&at, "users").await, count(&at, "devices").await), (2, 3));
    assert_eq!(count(&at, "sign_ins").await, 0);
    pass(&at, 2 * DAY).await;
    assert_eq!((count(&at, "users").await, count(&at, "devices").await), (1, 0));
    assert_eq!((count(&at, "identities").await, count(&at, "share_sets").await), (1, 1));
    // The wallet is there as before, and who had none is as new.
    let mut ann = Browser::new();
    ann.ahead.set(at.ahead());
    ann.sign_in(&at, ANN).await;
    assert!(state(&ann, &at).await.wallet.is_some());
    eve.session = None;
    eve.ahead.set(at.ahead());
    eve.sign_in(&at, "eve@example.com").await;
    assert_eq!(count(&at, "users").await, 2);
}

#[tokio::test]
async fn who_comes_back_is_remembered() {
    let at = VaultApp::new().await;
    let mut eve = Browser::new();
    for _ in 0..4 {
        eve.session = None;
        eve.ahead.set(at.ahead());
        eve.sign_in(&at, "eve@example.com").await;
        pass(&at, 80 * DAY).await;
        assert_eq!((count(&at, "users").await, count(&at, "devices").await), (1, 1));
    }
}

#[tokio::test]
async fn a_few_wrong_codes_are_forgotten_after_a_month() {
    let at = VaultApp::new().await;
    let eve = Browser::new();
    let attempt = eve.started(&at, "eve@example.com").await.attempt.expect("an attempt");
    let right = at.code("eve@example.com");
    let wrong = if right == "000000" { "000001" } else { "000000" };
    assert_eq!(eve.enter(&at, &attempt, wrong).await.status, 401);
    pass(&at, 29 * DAY).await;
    assert_eq!(count(&at, "lockouts").await, 1);
    pass(&at, 2 * DAY).await;
    for table in ["lockouts", "attempts", "codes", "throttles", "proofs"] {
        assert_eq!(count(&at, table).await, 0, "{table}");
    }
}
