//! The server's part of a wallet: what it keeps, to whom it gives it back, and to whom not.

use crate::database::Other;
use crate::vault_browser::{Browser, VaultApp};
use keys::envelope::Place;
use keys::part::{Part, place};
use keys::sealed_box::{RecipientKey, RecipientPublicKey, open, seal};
use protocol::api::vault::{Recovered, ShareTold, WalletEvents, WalletState};
use protocol::relay::base64;
use serde_json::{Value, json};
use std::time::Duration;

const ANN: &str = "ann@example.com";
const EVE: &str = "eve@example.com";
const ID: &str = "00112233445566778899aabbccddeeff";
const ID_BYTES: [u8; 16] = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128.to_be_bytes();
const SET: &str = "0123456789abcdef0123456789abcdef";
const EIP155: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOLANA: &str = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const RECOVERY_KEY: [u8; 32] = [9; 32];

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("random bytes");
}

/// Where the server receives what is sealed to it.
async fn seal_to_server(browser: &Browser, at: &VaultApp) -> RecipientPublicKey {
    let state = state(browser, at).await;
    RecipientPublicKey(base64::decode(&state.seal_to).expect("base64").try_into().expect("a key"))
}

async fn state(browser: &Browser, at: &VaultApp) -> WalletState {
    let reply = browser.ask(at, "/v1/vault/wallet/get", json!({})).await;
    serde_json::from_slice(&reply.body).expect("an answer")
}

/// A set whose shares are of one letter.
fn set(to: &RecipientPublicKey, wallet: &[u8; 16], id: &str, letter: u8) -> Value {
    let place = place(Part::Auth, id, wallet);
    let share = seal(to, &place, &[letter; 50], &mut fill).expect("sealed");
    json!({"id": id, "commitment": base64::encode(&commitment(letter)),
        "authShare": base64::encode(&share), "recoveryShare": base64::encode(&[letter; 120])})
}

fn commitment(letter: u8) -> [u8; 32] {
    [letter ^ 0x80; 32]
}

fn automatic(to: &RecipientPublicKey, wallet: &[u8; 16]) -> Value {
    let place = place(Part::Factor, "automatic", wallet);
    let wrapped = seal(to, &place, &RECOVERY_KEY, &mut fill).expect("sealed");
    json!({"kind": "automatic", "params": "{}", "wrapped": base64::encode(&wrapped)})
}

fn code() -> Value {
    json!({"kind": "code", "params": "{}", "wrapped": base64::encode(&[3; 100])})
}

async fn created(browser: &Browser, at: &VaultApp) -> Value {
    let to = seal_to_server(browser, at).await;
    json!({"id": ID, "addresses": {"eip155": EIP155, "solana": SOLANA},
        "set": set(&to, &ID_BYTES, SET, b'a'), "factors": [automatic(&to, &ID_BYTES), code()]})
}

/// Somebody with a wallet.
async fn owner(at: &VaultApp) -> Browser {
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, ANN).await;
    let reply = browser.ask(at, "/v1/vault/wallet/create", created(&browser, at).await).await;
    assert_eq!(reply.status_and_body(), "200 {}");
    browser
}

/// The same person in another browser, somewhat later.
async fn elsewhere(at: &VaultApp) -> Browser {
    at.advance(Duration::from_mins(20));
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, ANN).await;
    browser
}

fn opened(receiver: &RecipientKey, place: &Place<'_>, sealed: &[u8]) -> Vec<u8> {
    open(receiver, place, sealed).unwrap_or_else(|_| panic!("opened")).bytes().to_vec()
}

fn receiver() -> (RecipientKey, String) {
    let receiver = RecipientKey::random(&mut fill);
    let public = base64::encode(&receiver.public().0);
    (receiver, public)
}

async fn share(browser: &Browser, at: &VaultApp, purpose: &str) -> crate::test_app::Reply {
    let body = json!({"purpose": purpose, "sealTo": receiver().1});
    browser.ask(at, "/v1/vault/wallet/share", body).await
}

async fn kinds(browser: &Browser, at: &VaultApp) -> Vec<String> {
    let reply = browser.ask(at, "/v1/vault/wallet/events", json!({})).await;
    let told: WalletEvents = serde_json::from_slice(&reply.body).expect("an answer");
    assert!(told.is_whole);
    told.events.into_iter().map(|it| it.kind).collect()
}

#[tokio::test]
async fn a_share_goes_back_to_the_browser_it_was_dealt_to() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let summary = state(&browser, &at).await.wallet.expect("a wallet");
    assert_eq!((&*summary.id, summary.set_id.as_deref()), (ID, Some(SET)));
    assert_eq!((&*summary.addresses.eip155, &*summary.addresses.solana), (EIP155, SOLANA));

    let (receiver, seal_to) = receiver();
    let body = json!({"purpose": "sign", "sealTo": seal_to});
    let reply = browser.ask(&at, "/v1/vault/wallet/share", body).await;
    let told: ShareTold = serde_json::from_slice(&reply.body).expect("an answer");
    let sealed = base64::decode(&told.auth_share).expect("base64");
    assert_eq!(opened(&receiver, &place(Part::Auth, SET, &ID_BYTES), &sealed), [b'a'; 50]);
    assert_eq!(told.commitment, base64::encode(&commitment(b'a')));
    assert_eq!(kinds(&browser, &at).await, ["signed", "created"]);
}

#[tokio::test]
async fn a_share_goes_to_nobody_else() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let mut eve = Browser::new();
    eve.sign_in(&at, EVE).await;
    // Somebody else has no wallet, and so nothing to ask for.
    for path in ["share", "recover", "enrol", "rotate", "events"] {
        let to = seal_to_server(&eve, &at).await;
        let body = json!({"purpose": "sign", "sealTo": receiver().1, "set": set(&to, &ID_BYTES, SET, b'e'),
            "factors": [code()]});
        let reply = eve.ask(&at, &format!("/v1/vault/wallet/{path}"), body).await;
        assert_eq!(reply.status, 404, "{path} {}", reply.status_and_body());
    }
    // The same person's other browser has none either, until one is dealt to it.
    let other = elsewhere(&at).await;
    assert_eq!(share(&other, &at, "sign").await.status, 404);
    assert_eq!(kinds(&other, &at).await[0], "refused");
    // Nor has the same browser on another site.
    let mut on_other_site = Browser::new();
    on_other_site.site = "https://other.example";
    at.advance(Duration::from_mins(1));
    on_other_site.ahead.set(at.ahead());
    on_other_site.sign_in(&at, ANN).await;
    assert_eq!(share(&on_other_site, &at, "sign").await.status, 404);
    // Nor whoever signed out.
    browser.ahead.set(at.ahead());
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(browser.ask(&at, "/v1/vault/session/delete", json!({})).await.status, 200);
    assert_eq!(share(&browser, &at, "sign").await.status, 401);
}

#[tokio::test]
async fn what_makes_a_wallet_anew_takes_somebody_who_signed_in_a_moment_ago() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let to = seal_to_server(&browser, &at).await;
    at.advance(Duration::from_mins(6));
    browser.ahead.set(at.ahead());
    let other = "f".repeat(32);
    for (path, body) in [
        ("create", created(&browser, &at).await),
        ("recover", json!({"sealTo": receiver().1})),
        ("enrol", json!({"set": set(&to, &ID_BYTES, &other, b'b')})),
        ("rotate", json!({"set": set(&to, &ID_BYTES, &other, b'b'), "factors": [code()]})),
        ("share", json!({"purpose": "enrol", "sealTo": receiver().1})),
        ("share", json!({"purpose": "export", "sealTo": receiver().1})),
        ("share", json!({"purpose": "rotate", "sealTo": receiver().1})),
    ] {
        let reply = browser.ask(&at, &format!("/v1/vault/wallet/{path}"), body).await;
        assert_eq!(reply.status, 403, "{path} {}", reply.status_and_body());
    }
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(share(&browser, &at, "steal").await.status, 400);
}

#[tokio::test]
async fn another_browser_brings_the_wallet_back_and_has_a_set_of_its_own() {
    let at = VaultApp::new().await;
    let first = owner(&at).await;
    let second = elsewhere(&at).await;
    let (receiver, seal_to) = receiver();
    let reply = second.ask(&at, "/v1/vault/wallet/recover", json!({"sealTo": seal_to})).await;
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    let sealed = base64::decode(&told.set.auth_share).expect("base64");
    assert_eq!(opened(&receiver, &place(Part::Auth, SET, &ID_BYTES), &sealed), [b'a'; 50]);
    assert_eq!(told.set.recovery_share, base64::encode(&[b'a'; 120]));
    let [automatic, code] = &told.factors[..] else { panic!("two factors") };
    let sealed = base64::decode(&automatic.wrapped).expect("base64");
    assert_eq!(
        opened(&receiver, &place(Part::Factor, "automatic", &ID_BYTES), &sealed),
        RECOVERY_KEY
    );
    assert_eq!(code.wrapped, base64::encode(&[3; 100]));

    let to = seal_to_server(&second, &at).await;
    let other = "e".repeat(32);
    let enrol = json!({"set": set(&to, &ID_BYTES, &other, b'b')});
    assert_eq!(second.ask(&at, "/v1/vault/wallet/enrol", enrol).await.status, 200);
    first.ahead.set(at.ahead());
    for (browser, id) in [(&first, SET), (&second, &*other)] {
        let told: ShareTold =
            serde_json::from_slice(&share(browser, &at, "sign").await.body).expect("an answer");
        assert_eq!(told.set_id, id);
    }
    // Splitting it anew takes all other sets and factors back.
    let rotated = "d".repeat(32);
    let to = seal_to_server(&second, &at).await;
    let rotate = json!({"set": set(&to, &ID_BYTES, &rotated, b'c'), "factors": [code_of(7)]});
    assert_eq!(second.ask(&at, "/v1/vault/wallet/rotate", rotate).await.status, 200);
    assert_eq!(share(&first, &at, "sign").await.status, 404);
    assert_eq!(share(&second, &at, "sign").await.status, 200);
    let reply = second.ask(&at, "/v1/vault/wallet/recover", json!({"sealTo": seal_to})).await;
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    assert_eq!(told.set.id, rotated);
    assert_eq!(told.factors.len(), 1, "automatic is gone");
    let happened = kinds(&second, &at).await;
    assert_eq!(happened[..3], ["recovered", "signed", "refused"]);
    assert_eq!(happened[3], "rotated");
}

fn code_of(letter: u8) -> Value {
    json!({"kind": "code", "params": "{}", "wrapped": base64::encode(&[letter; 100])})
}

#[tokio::test]
async fn of_a_site_five_browsers_keep_their_sets() {
    let at = VaultApp::new().await;
    let mut browsers = vec![owner(&at).await];
    for count in 0..6 {
        at.advance(Duration::from_hours(3));
        let browser = elsewhere(&at).await;
        let to = seal_to_server(&browser, &at).await;
        let id = format!("{count:032x}");
        let body = json!({"set": set(&to, &ID_BYTES, &id, b'b')});
        assert_eq!(browser.ask(&at, "/v1/vault/wallet/enrol", body).await.status, 200);
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
async fn shares_are_released_so_often_and_no_more() {
    let at = VaultApp::new().await;
    let browser = owner(&at).await;
    let mut statuses = Vec::new();
    for _ in 0..61 {
        statuses.push(share(&browser, &at, "sign").await.status);
    }
    assert!(statuses[..60].iter().all(|it| *it == 200));
    assert_eq!(statuses[60], 429);
    assert_eq!(kinds(&browser, &at).await[0], "refused");
}

#[tokio::test]
async fn what_cannot_be_a_wallet_is_refused_by_name() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    let whole = created(&browser, &at).await;
    let to = seal_to_server(&browser, &at).await;
    let of_other = set(&to, &[0xcc; 16], SET, b'a')["authShare"].clone();
    let as_factor = automatic(&to, &ID_BYTES)["wrapped"].clone();
    for (pointer, value, field) in [
        ("/id", json!("x"), "id"),
        ("/id", json!(ID.to_uppercase()), "id"),
        ("/addresses/eip155", json!(""), "addresses"),
        ("/addresses/solana", json!("a b"), "addresses"),
        ("/set/id", json!("0"), "set.id"),
        ("/set/commitment", json!("AAAA"), "set.commitment"),
        ("/set/authShare", json!("!"), "set.authShare"),
        ("/set/authShare", json!(""), "set.authShare"),
        // Sealed for another wallet, or as something else.
        ("/set/authShare", of_other, "set.authShare"),
        ("/set/authShare", as_factor, "set.authShare"),
        ("/set/recoveryShare", json!(base64::encode(&[0; 1025])), "set.recoveryShare"),
        ("/factors", json!([]), "factors"),
        ("/factors", json!([code(), code()]), "factors"),
        ("/factors/0/wrapped", json!(base64::encode(&RECOVERY_KEY)), "factors.wrapped"),
        ("/factors/1/params", json!("x".repeat(1025)), "factors.params"),
    ] {
        let mut body = whole.clone();
        *body.pointer_mut(pointer).expect("a field") = value;
        let told = browser.ask(&at, "/v1/vault/wallet/create", body).await.status_and_body();
        let expected = format!(r#"400 {{"status":"FAILED","reasons":[{{"field":"{field}""#);
        assert!(told.starts_with(&expected), "{pointer} {told}");
    }
    assert!(state(&browser, &at).await.wallet.is_none());
    for status in [200, 409] {
        let reply = browser.ask(&at, "/v1/vault/wallet/create", whole.clone()).await;
        assert_eq!(reply.status, status);
    }
    // Nobody takes the id of somebody else's wallet.
    let mut eve = Browser::new();
    eve.sign_in(&at, EVE).await;
    let body = created(&eve, &at).await;
    assert_eq!(eve.ask(&at, "/v1/vault/wallet/create", body).await.status, 409);
    assert!(state(&eve, &at).await.wallet.is_none());
}

#[tokio::test]
async fn rows_that_are_swapped_are_of_no_use() {
    for sql in [
        // The server's share and the recovery share.
        "UPDATE share_sets SET auth_sealed = recovery_sealed, recovery_sealed = auth_sealed",
        // The share of another set.
        "UPDATE share_sets SET id = 'ffffffffffffffffffffffffffffffff'",
    ] {
        let at = VaultApp::new().await;
        let browser = owner(&at).await;
        Other::open(at.app.folder()).await.run(sql).await;
        assert_eq!(share(&browser, &at, "sign").await.status, 500, "{sql}");
    }
}

#[tokio::test]
async fn what_happened_cannot_be_changed_unseen() {
    for sql in [
        "UPDATE wallet_events SET origin = 'https://nobody.example' WHERE number = 2",
        "DELETE FROM wallet_events WHERE number = 2",
        "DELETE FROM wallet_events WHERE number = 1",
    ] {
        let at = VaultApp::new().await;
        let browser = owner(&at).await;
        for _ in 0..2 {
            assert_eq!(share(&browser, &at, "sign").await.status, 200);
        }
        assert_eq!(kinds(&browser, &at).await, ["signed", "signed", "created"]);
        Other::open(at.app.folder()).await.run(sql).await;
        let reply = browser.ask(&at, "/v1/vault/wallet/events", json!({})).await;
        let told: WalletEvents = serde_json::from_slice(&reply.body).expect("an answer");
        assert!(!told.is_whole, "{sql}");
    }
}

#[tokio::test]
async fn what_is_kept_of_a_wallet_is_sealed() {
    let at = VaultApp::new().await;
    owner(&at).await;
    let kept = Other::open(at.app.folder()).await.vault_rows().await;
    assert!(kept.contains(EIP155), "it is all there");
    let secrets = [[b'a'; 50].to_vec(), RECOVERY_KEY.to_vec()];
    for secret in secrets {
        assert!(!kept.contains(&base64::encode(&secret)[..24]), "{secret:?}");
    }
}
