//! What a passphrase is stretched with: the server's half, without which nobody tries passphrases.

use crate::test_app::Reply;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, fill, id, seal_to};
use crate::vault_owner::{ANN, FIRST, ID, SECOND, ask, elsewhere, kinds, opened, owner, receiver};
use keys::factor::FactorKey;
use keys::part::{Part, place};
use keys::passphrase::{Cost, Passphrase, Pepper, Salt};
use keys::sealed_box::{RecipientKey, open};
use keys::secret::SecretBytes;
use protocol::api::vault::{PepperTold, Recovered};
use protocol::relay::base64;
use serde_json::{Value, json};
use std::time::Duration;

const SALT: Salt = [7; 16];

async fn reply(browser: &Browser, at: &VaultApp, body: Value) -> Reply {
    browser.ask(at, "/v1/vault/wallet/pepper", body).await
}

fn body(wallet: [u8; 16], salt: &[u8], seal_to: &str) -> Value {
    json!({"wallet": id(wallet), "salt": base64::encode(salt), "sealTo": seal_to})
}

async fn pepper(browser: &Browser, at: &VaultApp, wallet: [u8; 16], salt: Salt) -> [u8; 32] {
    let key = RecipientKey::random(&mut fill);
    let seal_to = base64::encode(&key.public().0);
    let reply = reply(browser, at, body(wallet, &salt, &seal_to)).await;
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    let told: PepperTold = serde_json::from_slice(&reply.body).expect("an answer");
    let sealed = base64::decode(&told.pepper).expect("base64");
    let opened = open(&key, &place(Part::Pepper, "passphrase", &wallet), &sealed);
    opened.unwrap_or_else(|_| panic!("opened")).bytes().try_into().expect("32 bytes")
}

async fn factor(browser: &Browser, at: &VaultApp, passphrase: &str) -> FactorKey {
    let pepper = Pepper(SecretBytes::copied(&pepper(browser, at, ID, SALT).await));
    let passphrase = Passphrase::new(passphrase).unwrap_or_else(|_| panic!("strong enough"));
    FactorKey::of_passphrase(&passphrase, &SALT, Cost::LEAST, &pepper).expect("stretched")
}

async fn signed_in(at: &VaultApp, email: &str) -> Browser {
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, email).await;
    browser
}

#[tokio::test]
async fn a_passphrase_brings_a_wallet_back() {
    let at = VaultApp::new().await;
    let browser = signed_in(&at, ANN).await;
    let wallet = FrameWallet::new(ID, seal_to(&browser, &at).await);
    // Before the wallet is there, for making it.
    let made = factor(&browser, &at, "correct horse").await;
    let wrapped = made.wrap(&wallet.key, &ID, b"passphrase", &mut fill);
    let params = json!({"salt": base64::encode(&SALT)}).to_string();
    let factors =
        json!([{"kind": "passphrase", "params": params, "wrapped": base64::encode(&wrapped)}]);
    let body = wallet.create(&browser, &wallet.deal(FIRST).1, &factors);
    assert_eq!(ask(&browser, &at, "create", body).await, 200);

    let other = elsewhere(&at).await;
    let (receiver, to) = receiver();
    let reply =
        other.ask(&at, "/v1/vault/wallet/recover", json!({"purpose": "enrol", "sealTo": to})).await;
    let told: Recovered = serde_json::from_slice(&reply.body).expect("an answer");
    opened(&receiver, Part::Auth, &id(FIRST), &told.set.auth_share);
    let wrapped = base64::decode(&told.factors[0].wrapped).expect("base64");
    let key = factor(&other, &at, "correct horse").await.open(&ID, b"passphrase", &wrapped);
    assert_eq!(key.unwrap_or_else(|_| panic!("opened")).bytes(), wallet.key.bytes());
    let wrong = factor(&other, &at, "correct house").await;
    assert!(wrong.open(&ID, b"passphrase", &wrapped).is_err());
    assert_eq!(kinds(&other, &at).await[..2], ["passphrase", "passphrase"]);
}

#[tokio::test]
async fn it_is_another_one_for_each_person_wallet_and_salt() {
    let at = VaultApp::new().await;
    let ann = signed_in(&at, ANN).await;
    let bob = signed_in(&at, "bob@example.com").await;
    let first = pepper(&ann, &at, ID, SALT).await;
    assert_eq!(first, pepper(&ann, &at, ID, SALT).await);
    for other in [
        pepper(&bob, &at, ID, SALT).await,
        pepper(&ann, &at, [0xbb; 16], SALT).await,
        pepper(&ann, &at, ID, [8; 16]).await,
        [0; 32],
    ] {
        assert_ne!(first, other);
    }
    // Nobody on the way reads it, and it is nothing else that is sealed.
    let (key, to) = receiver();
    let told = reply(&ann, &at, body(ID, &SALT, &to)).await;
    let told: PepperTold = serde_json::from_slice(&told.body).expect("an answer");
    let sealed = base64::decode(&told.pepper).expect("base64");
    assert!(
        open(&RecipientKey::random(&mut fill), &place(Part::Pepper, "passphrase", &ID), &sealed)
            .is_err()
    );
    assert!(open(&key, &place(Part::Factor, "passphrase", &ID), &sealed).is_err());
}

#[tokio::test]
async fn it_takes_who_may_bring_the_wallet_back() {
    let at = VaultApp::new().await;
    let (ann, _) = owner(&at).await;
    let to = receiver().1;
    let mut nobody = Browser::new();
    assert_eq!(reply(&nobody, &at, body(ID, &SALT, &to)).await.status, 401);
    nobody.session.clone_from(&ann.session);
    assert_eq!(reply(&nobody, &at, body(ID, &SALT, &to)).await.status, 401);
    for (of, field) in [
        (body([0xbb; 16], &SALT, &to), "wallet"),
        (json!({"wallet": "x", "salt": base64::encode(&SALT), "sealTo": to}), "wallet"),
        (body(ID, &[7; 15], &to), "salt"),
        (body(ID, &[7; 17], &to), "salt"),
        (body(ID, &SALT, "!"), "sealTo"),
    ] {
        let told = reply(&ann, &at, of).await.status_and_body();
        let expected = format!(r#"400 {{"status":"FAILED","reasons":[{{"field":"{field}""#);
        assert!(told.starts_with(&expected), "{told}");
    }
    at.advance(Duration::from_mins(6));
    ann.ahead.set(at.ahead());
    assert_eq!(reply(&ann, &at, body(ID, &SALT, &to)).await.status, 403);
}

#[tokio::test]
async fn it_is_told_so_often_and_no_more_in_whichever_browser() {
    let at = VaultApp::new().await;
    let (ann, wallet) = owner(&at).await;
    let to = receiver().1;
    let mut statuses = Vec::new();
    for count in 0..12 {
        statuses.push(reply(&ann, &at, body(ID, &[count; 16], &to)).await.status);
    }
    assert_eq!(statuses, [[200; 10].as_slice(), &[429; 2]].concat());
    let other = elsewhere(&at).await;
    assert_eq!(reply(&other, &at, body(ID, &SALT, &to)).await.status, 429);
    // Nor is there another count for another wallet's name, or for somebody else's.
    let enrol = wallet.enrol(&other, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&other, &at, "enrol", enrol).await, 200);
    let bob = signed_in(&at, "bob@example.com").await;
    assert_eq!(reply(&bob, &at, body(ID, &SALT, &to)).await.status, 200);
    let mut days = Vec::new();
    for _ in 0..4 {
        at.advance(Duration::from_mins(61));
        let browser = signed_in(&at, ANN).await;
        for _ in 0..10 {
            days.push(reply(&browser, &at, body(ID, &SALT, &to)).await.status);
        }
    }
    assert_eq!(days.iter().filter(|it| **it == 200).count(), 20, "30 a day");
}
