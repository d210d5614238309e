//! Deleting a wallet: at once by its own signature, and else in a week, unless it is used or its owner says no.

use crate::database::Other;
use crate::test_app::{Reply, VAULT, ask as ask_page};
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, state};
use crate::vault_owner::{
    ANN, FIRST, ID, SECOND, ask, elsewhere, events, kinds, owner, receiver, share,
};
use protocol::api::vault::AccountDeleted;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

async fn delete(browser: &Browser, at: &VaultApp, by: Value) -> Reply {
    let body = json!({"isGivenUp": true, "signature": by});
    browser.ask(at, "/v1/vault/account/delete", body).await
}

/// Somebody who reads the owner's mails and has nothing of the wallet has it deleted.
async fn planned(at: &VaultApp) -> Browser {
    let thief = elsewhere(at).await;
    let reply = delete(&thief, at, Value::Null).await;
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    let told: AccountDeleted = serde_json::from_slice(&reply.body).expect("an answer");
    assert!(told.at_ms.is_some(), "nothing is deleted yet");
    thief
}

/// Time goes by, and what is over is forgotten.
async fn pass(at: &VaultApp, browsers: &[&Browser], time: Duration) {
    at.advance(time);
    for it in browsers {
        it.ahead.set(at.ahead());
    }
    at.app.vault().forget_what_is_over().await.expect("forgotten");
    at.settled().await;
}

/// The path of the link in the newest mail.
fn link(at: &VaultApp) -> String {
    let mail = at.mail(ANN).expect("a mail");
    let start = format!("http://{VAULT}");
    let line = mail.text.lines().find_map(|line| line.strip_prefix(&*start));
    line.expect("a link").to_owned()
}

async fn open(at: &VaultApp, method: &str, path: &str) -> u16 {
    ask_page(at.app.address(), VAULT, method, path, &[], String::new()).await.status
}

async fn is_there(at: &VaultApp) -> bool {
    !Other::open(at.app.folder()).await.texts("SELECT id FROM wallets").await.is_empty()
}

#[tokio::test]
async fn a_mailed_code_alone_deletes_nothing_for_a_week() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    let foreign = FrameWallet::new(ID, wallet.receiver());
    let moved = wallet.moved(&thief, ["", "", ""]);
    for (why, by) in [
        ("no signature", json!("")),
        ("another wallet", json!(foreign.deleted(&thief))),
        ("another session", json!(wallet.deleted(&browser))),
        ("another claim", json!(moved)),
    ] {
        let told = delete(&thief, &at, by).await.status_and_body();
        let refused = r#"400 {"status":"FAILED","reasons":[{"field":"signature""#;
        assert!(told.starts_with(refused), "{why}: {told}");
    }
    let told = delete(&thief, &at, Value::Null).await;
    let told: AccountDeleted = serde_json::from_slice(&told.body).expect("an answer");
    let mail = at.mail(ANN).expect("a mail");
    assert_eq!(mail.subject, "Your wallet at Test is about to be deleted");
    assert!(mail.text.contains("In 7 days"), "{}", mail.text);
    assert_eq!(events(&thief, &at).await.leaves_at_ms, told.at_ms);
    // Asked once more it is as late as before, and nobody is mailed again.
    let again = delete(&thief, &at, Value::Null).await;
    assert_eq!(serde_json::from_slice::<AccountDeleted>(&again.body).ok(), Some(told));
    let mails = at.subjects().iter().filter(|it| it.contains("about to be")).count();
    assert_eq!(mails, 1);
    // Who only looks at it does not use it.
    pass(&at, &[&browser, &thief], 6 * DAY).await;
    assert!(state(&browser, &at).await.wallet.is_some());
    assert_eq!(kinds(&browser, &at).await[..2], ["leaving", "created"]);
    pass(&at, &[&browser, &thief], Duration::from_secs(86_399)).await;
    assert!(is_there(&at).await);
    pass(&at, &[&browser, &thief], Duration::from_secs(2)).await;
    let mut rows = Other::open(at.app.folder()).await;
    for sql in ["SELECT id FROM users", "SELECT id FROM wallets", "SELECT user_id FROM deletions"] {
        assert!(rows.texts(sql).await.is_empty(), "{sql}");
    }
    let kinds = rows.texts("SELECT kind FROM wallet_events ORDER BY number DESC").await;
    assert_eq!(kinds[..2], ["deleted", "leaving"]);
    assert_eq!(at.mail(ANN).expect("a mail").subject, "Your wallet at Test was deleted");
}

#[tokio::test]
async fn a_wallet_that_signs_it_is_deleted_at_once() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    // Even where it was to be deleted later.
    let thief = planned(&at).await;
    pass(&at, &[&browser, &thief], DAY).await;
    let late = delete(&browser, &at, json!(wallet.deleted(&browser))).await;
    assert_eq!(late.status, 403, "it takes somebody who signed in a moment ago");
    let again = elsewhere(&at).await;
    let reply = delete(&again, &at, json!(wallet.deleted(&again))).await;
    assert_eq!(reply.status_and_body(), "200 {}");
    assert!(!is_there(&at).await);
}

#[tokio::test]
async fn whoever_has_no_wallet_is_forgotten_at_once() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    assert_eq!(delete(&browser, &at, Value::Null).await.status_and_body(), "200 {}");
    let users = Other::open(at.app.folder()).await.texts("SELECT id FROM users").await;
    assert!(users.is_empty());
}

#[tokio::test]
async fn whoever_uses_the_wallet_keeps_it() {
    for purpose in ["share", "recover", "enrol", "rotate"] {
        let at = VaultApp::new().await;
        let (browser, wallet) = owner(&at).await;
        let thief = planned(&at).await;
        pass(&at, &[&browser, &thief], 3 * DAY).await;
        let user = if purpose == "share" { browser } else { elsewhere(&at).await };
        let set = wallet.deal(SECOND).1;
        let body = match purpose {
            "share" => json!({"purpose": "sign", "sealTo": receiver().1}),
            "recover" => json!({"purpose": "enrol", "sealTo": receiver().1}),
            "enrol" => wallet.enrol(&user, FIRST, &set),
            _ => wallet.rotate(&user, &set, &json!([wallet.automatic()])),
        };
        assert_eq!(ask(&user, &at, purpose, body).await, 200, "{purpose}");
        assert!(kinds(&user, &at).await.contains(&"kept".to_owned()), "{purpose}");
        assert_eq!(events(&user, &at).await.leaves_at_ms, None, "{purpose}");
        pass(&at, &[&user], 5 * DAY).await;
        assert!(is_there(&at).await, "{purpose}");
    }
}

/// A thief who has no share of it uses nothing by asking for one.
#[tokio::test]
async fn whoever_is_refused_a_share_does_not_use_the_wallet() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let thief = planned(&at).await;
    assert_eq!(share(&thief, &at, "sign").await.status, 404);
    assert!(events(&thief, &at).await.leaves_at_ms.is_some());
    pass(&at, &[&browser, &thief], 7 * DAY).await;
    assert!(!is_there(&at).await);
}

#[tokio::test]
async fn the_mailed_link_keeps_it() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let thief = planned(&at).await;
    let path = link(&at);
    for _ in 0..2 {
        assert_eq!(open(&at, "GET", &path).await, 200, "opening it changes nothing");
    }
    assert_eq!(open(&at, "POST", &path).await, 200);
    assert_eq!(open(&at, "POST", &path).await, 410);
    assert_eq!(open(&at, "GET", &path).await, 410);
    browser.ahead.set(at.ahead());
    assert_eq!(share(&thief, &at, "sign").await.status, 401, "everybody is signed out");
    pass(&at, &[&browser], 8 * DAY).await;
    assert!(is_there(&at).await);
    assert_eq!(open(&at, "GET", "/k/none").await, 410);
}

#[tokio::test]
async fn nothing_is_planned_whose_owner_cannot_be_told() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let thief = elsewhere(&at).await;
    // A mailbox gets five mails an hour.
    for round in 0..6 {
        let reply = delete(&thief, &at, Value::Null).await;
        let leaves_at_ms = events(&thief, &at).await.leaves_at_ms;
        let expected = if round < 5 { (200, true) } else { (429, false) };
        assert_eq!((reply.status, leaves_at_ms.is_some()), expected, "{round}");
        browser.ahead.set(at.ahead());
        assert_eq!(share(&browser, &at, "sign").await.status, 200);
        at.advance(Duration::from_secs(31));
        thief.ahead.set(at.ahead());
    }
}
