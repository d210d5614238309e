//! A project that has new browsers wait for a wallet which signing in brings back.

use crate::test_app::Reply;
use crate::vault_browser::{Browser, FIREFOX, VaultApp};
use crate::vault_frame::{FrameWallet, fill, seal_to};
use crate::vault_owner::{ANN, FIRST, ID, SECOND, ask, elsewhere, kinds, owner, receiver, share};
use keys::factor::RecoveryCode;
use protocol::api::vault::VaultSessions;
use serde_json::json;
use std::time::Duration;

const WAITS: &str = "Another browser waits for your wallet at Test";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36";

async fn where_one_waits() -> VaultApp {
    let at = VaultApp::new().await;
    at.app.change_project(|it| it.sign_in.recovery_delay_hours = 24).await;
    at
}

/// The owner of a wallet, or whoever reads their mails, in a browser of this family.
async fn newcomer(at: &VaultApp, user_agent: &'static str) -> Browser {
    let mut browser = Browser::new();
    browser.user_agent = user_agent;
    come(at, &mut browser, Duration::from_hours(1)).await;
    browser
}

/// They come to it so much later, and sign in anew.
async fn come(at: &VaultApp, browser: &mut Browser, later: Duration) {
    at.advance(later);
    browser.ahead.set(at.ahead());
    browser.session = None;
    browser.sign_in(at, ANN).await;
}

async fn recover(browser: &Browser, at: &VaultApp) -> Reply {
    browser
        .ask(at, "/v1/vault/wallet/recover", json!({"purpose": "enrol", "sealTo": receiver().1}))
        .await
}

async fn told(at: &VaultApp) -> usize {
    at.settled().await;
    at.mailbox.all().iter().filter(|it| it.to == ANN && it.subject == WAITS).count()
}

#[tokio::test]
async fn a_new_browser_waits_and_the_owner_hears_of_it_first() {
    let at = where_one_waits().await;
    let (owners, _) = owner(&at).await;
    let mut browser = newcomer(&at, CHROME).await;
    let refused = recover(&browser, &at).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.header("retry-after"), "86400");
    assert!(refused.status_and_body().contains(r#""field":"recovery""#));
    assert_eq!(told(&at).await, 1);
    let mail = at.mailbox.all().into_iter().find(|it| it.subject == WAITS).expect("a mail");
    assert!(mail.text.contains("In 24 hours it is given"), "{}", mail.text);
    assert!(mail.text.contains("Chrome on Windows"), "{}", mail.text);
    owners.ahead.set(at.ahead());
    assert_eq!(kinds(&owners, &at).await, ["waits", "created"]);

    come(&at, &mut browser, Duration::from_hours(23)).await;
    assert_eq!(recover(&browser, &at).await.status, 403);
    assert_eq!(told(&at).await, 1, "it still waits for the same");
    come(&at, &mut browser, Duration::from_hours(1)).await;
    assert_eq!(recover(&browser, &at).await.status, 200);
}

#[tokio::test]
async fn whoever_waits_vouches_for_nobody_and_who_is_sent_away_waits_anew() {
    let at = where_one_waits().await;
    let (mut owners, _) = owner(&at).await;
    let mut thief = newcomer(&at, CHROME).await;
    assert_eq!(recover(&thief, &at).await.status, 403);
    let again = newcomer(&at, CHROME).await;
    assert_eq!(recover(&again, &at).await.status, 403, "another one of the family has no wallet");

    come(&at, &mut owners, Duration::from_hours(1)).await;
    let reply = owners.ask(&at, "/v1/vault/session/revoke", json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    come(&at, &mut thief, Duration::from_hours(23)).await;
    assert_eq!(recover(&thief, &at).await.header("retry-after"), "86400");
}

/// What its owner does not see where they are signed in is over.
#[tokio::test]
async fn a_wait_ends_with_its_session_and_once_it_is_long_over() {
    let at = where_one_waits().await;
    owner(&at).await;
    let mut thief = newcomer(&at, CHROME).await;
    assert_eq!(recover(&thief, &at).await.status, 403);
    let body = json!({"forget": false});
    assert_eq!(thief.ask(&at, "/v1/vault/session/delete", body).await.status, 200);
    come(&at, &mut thief, Duration::from_hours(25)).await;
    assert_eq!(recover(&thief, &at).await.header("retry-after"), "86400");
    assert_eq!(told(&at).await, 2, "the owner hears of it again");
    come(&at, &mut thief, Duration::from_hours(49)).await;
    assert_eq!(recover(&thief, &at).await.header("retry-after"), "86400");
    assert_eq!(told(&at).await, 3);
    come(&at, &mut thief, Duration::from_hours(47)).await;
    assert_eq!(recover(&thief, &at).await.status, 200);
}

#[tokio::test]
async fn whoever_waits_signs_others_out_and_takes_no_share_from_them() {
    let at = where_one_waits().await;
    let (mut owners, _) = owner(&at).await;
    let thief = newcomer(&at, CHROME).await;
    let sessions = thief.ask(&at, "/v1/vault/session/list", json!({})).await;
    let sessions: VaultSessions = serde_json::from_slice(&sessions.body).expect("an answer");
    let theirs = sessions.sessions.iter().find(|it| !it.is_this).expect("the owner's");
    for body in [json!({"id": theirs.id}), json!({})] {
        assert_eq!(thief.ask(&at, "/v1/vault/session/revoke", body).await.status, 200);
        owners.ahead.set(at.ahead());
        assert_eq!(share(&owners, &at, "sign").await.status, 401);
        come(&at, &mut owners, Duration::from_mins(1)).await;
        assert_eq!(share(&owners, &at, "sign").await.status, 200);
    }
}

#[tokio::test]
async fn a_browser_that_was_cleared_does_not_wait() {
    let at = where_one_waits().await;
    let (owners, _) = owner(&at).await;
    assert_eq!(owners.user_agent, FIREFOX);
    assert_eq!(recover(&owners, &at).await.status, 200, "its share alone may be gone");
    let cleared = newcomer(&at, FIREFOX).await;
    assert_eq!(recover(&cleared, &at).await.status, 200);
    at.advance(Duration::from_hours(24 * 31));
    let later = newcomer(&at, FIREFOX).await;
    assert_eq!(recover(&later, &at).await.status, 403, "after a month nobody knows it");
}

#[tokio::test]
async fn nobody_waits_for_a_wallet_that_signing_in_does_not_bring_back() {
    let at = where_one_waits().await;
    let mut owners = Browser::new();
    owners.sign_in(&at, ANN).await;
    let wallet = FrameWallet::new(ID, seal_to(&owners, &at).await);
    let code = wallet.by_code(&RecoveryCode::random(&mut fill));
    let body = wallet.create(&owners, &wallet.deal(FIRST).1, &json!([code]));
    assert_eq!(ask(&owners, &at, "create", body).await, 200);
    let browser = newcomer(&at, CHROME).await;
    assert_eq!(recover(&browser, &at).await.status, 200);
    let enrol = wallet.enrol(&browser, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&browser, &at, "enrol", enrol).await, 200);
}

#[tokio::test]
async fn without_the_setting_nobody_waits() {
    let at = VaultApp::new().await;
    owner(&at).await;
    assert_eq!(recover(&elsewhere(&at).await, &at).await.status, 200);
}
