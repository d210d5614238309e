//! Giving a wallet another address, and taking that back.

use crate::database::Other;
use crate::test_app::{Reply, VAULT, ask};
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, state};
use crate::vault_owner::{ID, SECOND, created, elsewhere, kinds, owner as owner_with_wallet};
use futures_util::future::join_all;
use protocol::api::vault::{EmailChangeStarted, UpdateEmailAction};
use serde_json::{Value, json};
use std::time::Duration;

const OLD: &str = "ann@example.com";
pub(crate) const NEW: &str = "ann@new.example";
const REFUSED: &str = r#"401 {"status":"FAILED","reasons":[{"field":"otp","description":"The code is wrong or no longer good."}]}"#;

async fn change(browser: &Browser, at: &VaultApp, path: &str, body: Value) -> Reply {
    browser.ask(at, &format!("/v1/vault/email/change{path}"), body).await
}

pub(crate) async fn begin(browser: &Browser, at: &VaultApp, email: &str) -> Reply {
    change(browser, at, "", json!({"email": email, "language": "en"})).await
}

pub(crate) async fn enter(
    browser: &Browser,
    at: &VaultApp,
    step: &str,
    id: &str,
    otp: &str,
) -> Reply {
    change(browser, at, step, json!({"change": id, "otp": otp})).await
}

pub(crate) fn started(reply: &Reply) -> EmailChangeStarted {
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    serde_json::from_slice(&reply.body).expect("an answer")
}

/// Somebody who is signed in, whose clock goes with the server's.
async fn owner(at: &VaultApp) -> Browser {
    let mut browser = Browser::new();
    browser.sign_in(at, OLD).await;
    browser
}

/// The path of the link in the newest mail to somebody.
fn link(at: &VaultApp, email: &str) -> String {
    let mail = at.mail(email).expect("a mail");
    let start = format!("http://{VAULT}");
    let line = mail.text.lines().find_map(|line| line.strip_prefix(&*start));
    line.expect("a link").to_owned()
}

async fn open(at: &VaultApp, method: &str, path: &str) -> u16 {
    ask(at.app.address(), VAULT, method, path, &[], String::new()).await.status
}

async fn changed(browser: &Browser, at: &VaultApp) {
    let first = started(&begin(browser, at, NEW).await);
    assert!(first.action == UpdateEmailAction::VerifyPrimaryOtp);
    let second = started(&enter(browser, at, "/primary", &first.change, &at.code(OLD)).await);
    assert!(second.action == UpdateEmailAction::VerifySecondaryOtp);
    let done = enter(browser, at, "/secondary", &second.change, &at.code(NEW)).await;
    assert_eq!(done.status_and_body(), r#"200 {"newEmail":"ann@new.example"}"#);
    at.settled().await;
}

#[tokio::test]
async fn both_addresses_say_yes_and_the_old_one_is_told() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    at.advance(Duration::from_secs(31));
    let mut other = Browser::new();
    other.ahead.set(31);
    other.sign_in(&at, OLD).await;
    changed(&browser, &at).await;
    let me = browser.ask(&at, "/v1/vault/session/get", json!({})).await.status_and_body();
    assert!(me.contains(NEW), "{me}");
    assert_eq!(other.ask(&at, "/v1/vault/session/get", json!({})).await.status, 401);
    let told = at.mail(OLD).expect("a mail");
    assert_eq!(told.subject, "Your wallet at Test has another e-mail address");
    assert!(!told.text.contains(NEW), "{}", told.text);
}

#[tokio::test]
async fn no_code_stands_for_another() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let first = started(&begin(&browser, &at, NEW).await).change;
    let primary = at.code(OLD);
    // Not for the second step, not in another session, not for another change.
    assert_eq!(
        enter(&browser, &at, "/secondary", &first, &primary).await.status_and_body(),
        REFUSED
    );
    at.advance(Duration::from_secs(31));
    let mut other = Browser::new();
    other.ahead.set(31);
    other.sign_in(&at, OLD).await;
    assert_eq!(enter(&other, &at, "/primary", &first, &primary).await.status_and_body(), REFUSED);
    let mut eve = Browser::new();
    eve.sign_in(&at, "eve@example.com").await;
    let of_eve = started(&begin(&eve, &at, "eve@new.example").await).change;
    assert_eq!(enter(&eve, &at, "/primary", &first, &primary).await.status_and_body(), REFUSED);
    assert_eq!(
        enter(&browser, &at, "/primary", &of_eve, &primary).await.status_and_body(),
        REFUSED
    );

    started(&enter(&browser, &at, "/primary", &first, &primary).await);
    // Used up, and not good for what comes next.
    assert_eq!(enter(&browser, &at, "/primary", &first, &primary).await.status_and_body(), REFUSED);
    let secondary = at.code(NEW);
    if primary != secondary {
        assert_eq!(
            enter(&browser, &at, "/secondary", &first, &primary).await.status_and_body(),
            REFUSED
        );
    }
    // Whoever names another address in between begins anew.
    at.advance(Duration::from_secs(31));
    browser.ahead.set(31);
    started(&begin(&browser, &at, "ann@third.example").await);
    assert_eq!(
        enter(&browser, &at, "/secondary", &first, &secondary).await.status_and_body(),
        REFUSED
    );
}

#[tokio::test]
async fn five_tries_and_five_minutes() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let id = started(&begin(&browser, &at, NEW).await).change;
    let code = at.code(OLD);
    let wrong = format!("{:06}", (code.parse::<u32>().expect("digits") + 1) % 1_000_000);
    for _ in 0..5 {
        assert_eq!(enter(&browser, &at, "/primary", &id, &wrong).await.status_and_body(), REFUSED);
    }
    assert_eq!(enter(&browser, &at, "/primary", &id, &code).await.status_and_body(), REFUSED);

    at.advance(Duration::from_secs(40));
    browser.ahead.set(40);
    let id = started(&begin(&browser, &at, NEW).await).change;
    at.advance(Duration::from_secs(301));
    browser.ahead.set(341);
    assert_eq!(
        enter(&browser, &at, "/primary", &id, &at.code(OLD)).await.status_and_body(),
        REFUSED
    );
}

#[tokio::test]
async fn of_many_at_once_ten_wrong_ones_are_looked_at_over_all_codes() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    for tries in [5, 10, 10] {
        let id = started(&begin(&browser, &at, NEW).await).change;
        let code = at.code(OLD);
        let wrong =
            |by: u32| format!("{:06}", (code.parse::<u32>().expect("digits") + by) % 1_000_000);
        let all = (1..=20).map(|by| {
            let (browser, at, id, guess) = (&browser, &at, &id, wrong(by));
            async move { enter(browser, at, "/primary", id, &guess).await.status }
        });
        assert!(join_all(all).await.iter().all(|status| *status == 401));
        let kept = Other::open(at.app.folder()).await;
        assert_eq!(kept.numbers("SELECT failures FROM lockouts").await, [tries]);
        if tries == 10 {
            assert_eq!(enter(&browser, &at, "/primary", &id, &code).await.status, 401);
        }
        at.advance(Duration::from_secs(31));
        browser.ahead.set(at.ahead());
    }
}

#[tokio::test]
async fn it_takes_an_address_of_their_own() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    for (email, status) in [("ann", 400), (OLD, 409), ("Ann@Example.com", 409)] {
        assert_eq!(begin(&browser, &at, email).await.status, status, "{email}");
    }
    let mut bob = Browser::new();
    bob.sign_in(&at, NEW).await;
    // That it is somebody else's is told to nobody but its owner.
    let first = started(&begin(&browser, &at, NEW).await).change;
    started(&enter(&browser, &at, "/primary", &first, &at.code(OLD)).await);
    let taken = enter(&browser, &at, "/secondary", &first, &at.code(NEW)).await;
    assert_eq!(taken.status, 409, "{}", taken.status_and_body());
    let me = bob.ask(&at, "/v1/vault/session/get", json!({})).await.status_and_body();
    assert!(me.contains(NEW), "{me}");
}

#[tokio::test]
async fn the_old_address_takes_it_back_for_three_days() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    changed(&browser, &at).await;
    let path = link(&at, OLD);
    for _ in 0..2 {
        assert_eq!(open(&at, "GET", &path).await, 200, "opening it changes nothing");
    }
    assert_eq!(open(&at, "POST", &path).await, 200);
    assert_eq!(browser.ask(&at, "/v1/vault/session/get", json!({})).await.status, 401);
    assert_eq!(open(&at, "POST", &path).await, 410);
    at.advance(Duration::from_mins(1));
    let mut again = Browser::new();
    again.ahead.set(60);
    again.sign_in(&at, OLD).await;
    let me = again.ask(&at, "/v1/vault/session/get", json!({})).await.status_and_body();
    assert!(me.contains(OLD), "{me}");

    at.advance(Duration::from_mins(1));
    again.ahead.set(120);
    changed(&again, &at).await;
    let path = link(&at, OLD);
    at.advance(Duration::from_hours(73));
    assert_eq!(open(&at, "GET", &path).await, 410);
    assert_eq!(open(&at, "POST", &path).await, 410);
}

#[tokio::test]
async fn nobody_is_new_by_the_old_address_while_it_may_take_the_wallet_back() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    changed(&browser, &at).await;
    let path = link(&at, OLD);
    at.advance(Duration::from_mins(1));
    let thief = Browser::new();
    thief.ahead.set(60);
    let attempt = thief.started(&at, OLD).await.attempt.expect("like anybody else");
    let refused = thief.enter(&at, &attempt, &at.code(OLD)).await;
    assert_eq!(refused.status, 409, "{}", refused.status_and_body());
    assert_eq!(open(&at, "POST", &path).await, 200, "it is taken back all the same");

    changed(&owner_again(&at).await, &at).await;
    at.advance(Duration::from_hours(73));
    let mut later = Browser::new();
    later.ahead.set(at.ahead());
    later.sign_in(&at, OLD).await;
    assert_eq!(later.ask(&at, "/v1/vault/session/get", json!({})).await.status, 200);
}

async fn owner_again(at: &VaultApp) -> Browser {
    at.advance(Duration::from_mins(1));
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, OLD).await;
    browser
}

/// Both codes of a change but the last, which is entered with what the wallet signed.
async fn both(browser: &Browser, at: &VaultApp, new: &str) -> (String, String) {
    let change = started(&begin(browser, at, new).await).change;
    let second = started(&enter(browser, at, "/primary", &change, &at.code(OLD)).await);
    assert_eq!(second.new_email, new);
    (change, at.code(new))
}

async fn end(browser: &Browser, at: &VaultApp, codes: &(String, String), by: Value) -> Reply {
    let (change_id, otp) = codes;
    change(browser, at, "/secondary", json!({"change": change_id, "otp": otp, "signature": by}))
        .await
}

/// Whoever reads the mails of both addresses signs in as the owner, and has no key of the wallet.
#[tokio::test]
async fn both_codes_without_the_wallet_move_it_nowhere() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner_with_wallet(&at).await;
    let thief = elsewhere(&at).await;
    let codes = both(&thief, &at, NEW).await;
    let foreign = FrameWallet::new(ID, wallet.receiver());
    let parts = [&*codes.0, OLD, NEW];
    let split = wallet.rotate(&thief, &wallet.deal(SECOND).1, &json!([wallet.automatic()]));
    for (why, by) in [
        ("nothing is signed", Value::Null),
        ("no signature", json!("")),
        ("another wallet", json!(foreign.moved(&thief, parts))),
        ("another session", json!(wallet.moved(&browser, parts))),
        ("another change", json!(wallet.moved(&thief, ["", OLD, NEW]))),
        ("from another address", json!(wallet.moved(&thief, [&codes.0, "eve@example.com", NEW]))),
        ("to another address", json!(wallet.moved(&thief, [&codes.0, OLD, "ann@third.example"]))),
        ("the other way round", json!(wallet.moved(&thief, [&codes.0, NEW, OLD]))),
        ("another claim", split["signature"].clone()),
    ] {
        let told = end(&thief, &at, &codes, by).await.status_and_body();
        let refused = r#"400 {"status":"FAILED","reasons":[{"field":"signature""#;
        assert!(told.starts_with(refused), "{why}: {told}");
    }
    browser.ahead.set(at.ahead());
    let me = browser.ask(&at, "/v1/vault/session/get", json!({})).await.status_and_body();
    assert!(me.contains(OLD), "{me}");
    // What is missing is the signature and nothing else.
    let by = json!(wallet.moved(&thief, parts));
    assert_eq!(end(&thief, &at, &codes, by).await.status, 200);
    assert_eq!(kinds(&thief, &at).await[0], "moved");
}

/// Eve has a wallet, and the codes of two of her own addresses: she moves nobody else's.
#[tokio::test]
async fn what_one_wallet_signs_moves_no_other() {
    let at = VaultApp::new().await;
    let (ann, wallet) = owner_with_wallet(&at).await;
    let mut eve = Browser::new();
    eve.sign_in(&at, "eve@example.com").await;
    let hers = FrameWallet::new([0xee; 16], wallet.receiver());
    let set = hers.deal([0xef; 16]).1;
    let body = hers.create(&eve, &set, &json!([hers.automatic()]));
    assert_eq!(eve.ask(&at, "/v1/vault/wallet/create", body).await.status, 200);
    let codes = both(&ann, &at, NEW).await;
    let parts = [&*codes.0, OLD, NEW];
    let of_eve = json!(hers.moved(&eve, parts));
    assert_eq!(end(&ann, &at, &codes, of_eve.clone()).await.status, 400);
    // Nor has she Ann's change in her own session.
    assert_eq!(end(&eve, &at, &codes, of_eve).await.status, 401);
    assert_eq!(end(&ann, &at, &codes, json!(wallet.moved(&ann, parts))).await.status, 200);
}

#[tokio::test]
async fn a_wallet_that_is_made_meanwhile_has_to_agree() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let codes = both(&browser, &at, NEW).await;
    let wallet = FrameWallet::new(ID, crate::vault_frame::seal_to(&browser, &at).await);
    let body = created(&browser, &wallet);
    assert_eq!(browser.ask(&at, "/v1/vault/wallet/create", body).await.status, 200);
    assert_eq!(end(&browser, &at, &codes, Value::Null).await.status, 400);
    let by = json!(wallet.moved(&browser, [&codes.0, OLD, NEW]));
    assert_eq!(end(&browser, &at, &codes, by).await.status, 200);
    assert!(state(&browser, &at).await.wallet.is_some());
}

#[tokio::test]
async fn nobody_else_takes_the_old_address_while_it_may_take_the_wallet_back() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    changed(&browser, &at).await;
    let path = link(&at, OLD);
    let mut thief = Browser::new();
    thief.sign_in(&at, "eve@example.com").await;
    at.advance(Duration::from_mins(1));
    thief.ahead.set(60);
    let change = started(&begin(&thief, &at, OLD).await).change;
    started(&enter(&thief, &at, "/primary", &change, &at.code("eve@example.com")).await);
    let taken = enter(&thief, &at, "/secondary", &change, &at.code(OLD)).await;
    assert_eq!(taken.status, 409, "{}", taken.status_and_body());
    assert_eq!(open(&at, "POST", &path).await, 200);
}
