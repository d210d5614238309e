//! The share sets of a wallet: which browser keeps one, for how long, and that one is there for as long as the wallet.

use crate::database::Other;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, id, state};
use crate::vault_owner::{
    ANN, FIRST, SECOND, THIRD, ask, elsewhere, opened, owner, receiver, share,
};
use keys::part::Part;
use protocol::api::vault::Recovered;
use serde_json::json;
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// What is over is forgotten, as the server does from time to time.
async fn sweep(at: &VaultApp) {
    at.app.vault().forget_what_is_over().await.expect("forgotten");
}

/// Somebody signs in in a browser of theirs again.
async fn again(browser: &mut Browser, at: &VaultApp) {
    browser.ahead.set(at.ahead());
    browser.session = None;
    browser.sign_in(at, ANN).await;
}

async fn sets(at: &VaultApp) -> Vec<String> {
    Other::open(at.app.folder()).await.texts("SELECT id FROM share_sets").await
}

/// The wallet is brought back in a browser, by what the server has of it, and has a set there.
async fn comes_back(browser: &Browser, at: &VaultApp, wallet: &FrameWallet, set: [u8; 16]) {
    let (receiver, seal_to) = receiver();
    let reply = browser
        .ask(at, "/v1/vault/wallet/recover", json!({"purpose": "enrol", "sealTo": seal_to}))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    let key = opened(&receiver, Part::Factor, "automatic", &told.factors[0].wrapped);
    assert_eq!(key, wallet.key.bytes());
    opened(&receiver, Part::Auth, &told.set.id, &told.set.auth_share);
    let from = u128::from_str_radix(&told.set.id, 16).expect("hex").to_be_bytes();
    let body = wallet.enrol(browser, from, &wallet.deal(set).1);
    assert_eq!(ask(browser, at, "enrol", body).await, 200);
    assert_eq!(share(browser, at, "sign").await.status, 200);
    assert!(sets(at).await.contains(&id(set)));
}

#[tokio::test]
async fn of_a_site_five_browsers_keep_their_sets() {
    let at = VaultApp::new().await;
    let (first, wallet) = owner(&at).await;
    let mut browsers = vec![first];
    let mut last = FIRST;
    for count in 0..6 {
        at.advance(Duration::from_hours(3));
        let browser = elsewhere(&at).await;
        let set = [0x40 + count; 16];
        let body = wallet.enrol(&browser, last, &wallet.deal(set).1);
        assert_eq!(ask(&browser, &at, "enrol", body).await, 200);
        last = set;
        browsers.push(browser);
    }
    let mut statuses = Vec::new();
    for browser in &browsers {
        browser.ahead.set(at.ahead());
        statuses.push(share(browser, &at, "sign").await.status);
    }
    assert_eq!(statuses, [404, 404, 200, 200, 200, 200, 200]);
}

#[tokio::test]
async fn whoever_is_thrown_out_has_no_share_and_no_favour_any_more() {
    let at = VaultApp::new().await;
    let (first, wallet) = owner(&at).await;
    let second = elsewhere(&at).await;
    let body = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", body).await, 200);
    first.ahead.set(at.ahead());
    assert_eq!(first.ask(&at, "/v1/vault/session/revoke", json!({})).await.status, 200);
    assert_eq!(share(&second, &at, "sign").await.status, 401);
    let mut kept = Other::open(at.app.folder()).await;
    assert_eq!(kept.texts("SELECT id FROM share_sets").await, [id(FIRST)]);
    assert_eq!(kept.texts("SELECT id FROM devices").await.len(), 1);
}

#[tokio::test]
async fn a_browser_that_is_forgotten_is_a_new_one() {
    let at = VaultApp::new().await;
    let (mut browser, wallet) = owner(&at).await;
    let forget = json!({"forget": true});
    assert_eq!(browser.ask(&at, "/v1/vault/session/delete", forget).await.status, 200);
    at.advance(Duration::from_secs(31));
    browser.ahead.set(31);
    browser.session = None;
    browser.sign_in(&at, ANN).await;
    assert_eq!(share(&browser, &at, "sign").await.status, 404);
    let summary = state(&browser, &at).await.wallet.expect("the wallet is still there");
    assert!(summary.set_id.is_none());
    comes_back(&browser, &at, &wallet, SECOND).await;
}

#[tokio::test]
async fn a_set_that_no_browser_used_for_90_days_is_taken_back() {
    let at = VaultApp::new().await;
    let (mut first, wallet) = owner(&at).await;
    let mut second = elsewhere(&at).await;
    let body = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", body).await, 200);
    // The first is used all the time, the newer one not.
    for _ in 0..3 {
        at.advance(29 * DAY);
        again(&mut first, &at).await;
        assert_eq!(share(&first, &at, "sign").await.status, 200);
        sweep(&at).await;
        assert_eq!(sets(&at).await.len(), 2);
    }
    at.advance(4 * DAY);
    sweep(&at).await;
    assert_eq!(sets(&at).await, [id(FIRST)]);
    first.ahead.set(at.ahead());
    again(&mut second, &at).await;
    assert_eq!(share(&second, &at, "sign").await.status, 404);
    at.advance(Duration::from_secs(31));
    again(&mut first, &at).await;
    assert_eq!(share(&first, &at, "sign").await.status, 200);
}

/// With its last set a wallet would be gone, whoever has the words or the code of it.
#[tokio::test]
async fn the_last_set_stays_for_bringing_the_wallet_back_and_for_no_browser() {
    let at = VaultApp::new().await;
    let (mut first, wallet) = owner(&at).await;
    let second = elsewhere(&at).await;
    let body = wallet.enrol(&second, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&second, &at, "enrol", body).await, 200);
    at.advance(91 * DAY);
    for _ in 0..2 {
        sweep(&at).await;
        assert_eq!(sets(&at).await, [id(SECOND)]);
    }
    again(&mut first, &at).await;
    assert_eq!(share(&first, &at, "sign").await.status, 404);
    comes_back(&first, &at, &wallet, THIRD).await;
    assert_eq!(sets(&at).await, [id(THIRD)]);
}

/// Whoever reads somebody's mails signs in as them, and destroys nothing.
#[tokio::test]
async fn whoever_throws_all_others_out_destroys_no_wallet() {
    let at = VaultApp::new().await;
    let (mut first, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    assert_eq!(thief.ask(&at, "/v1/vault/session/revoke", json!({})).await.status, 200);
    let forget = json!({"forget": true});
    assert_eq!(thief.ask(&at, "/v1/vault/session/delete", forget).await.status, 200);
    at.advance(Duration::from_secs(31));
    again(&mut first, &at).await;
    assert_eq!(share(&first, &at, "sign").await.status, 404);
    comes_back(&first, &at, &wallet, SECOND).await;
    assert_eq!(sets(&at).await, [id(SECOND)]);
}
