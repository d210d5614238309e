//! Somebody with a wallet: what they ask of the server, here and in other browsers.

use crate::test_app::Reply;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, fill, seal_to};
use keys::factor::RecoveryCode;
use keys::part::{Part, place};
use keys::sealed_box::{RecipientKey, open};
use protocol::api::vault::WalletEvents;
use protocol::relay::base64;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) const ANN: &str = "ann@example.com";
pub(crate) const ID: [u8; 16] = [0xaa; 16];
pub(crate) const FIRST: [u8; 16] = [0x11; 16];
pub(crate) const SECOND: [u8; 16] = [0x22; 16];
pub(crate) const THIRD: [u8; 16] = [0x33; 16];

/// Somebody with a wallet, and what the frame has of it.
pub(crate) async fn owner(at: &VaultApp) -> (Browser, FrameWallet) {
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, ANN).await;
    let wallet = FrameWallet::new(ID, seal_to(&browser, at).await);
    let body = created(&browser, &wallet);
    let reply = browser.ask(at, "/v1/vault/wallet/create", body).await;
    assert_eq!(reply.status_and_body(), "200 {}");
    (browser, wallet)
}

pub(crate) fn created(browser: &Browser, wallet: &FrameWallet) -> Value {
    let factors = json!([wallet.automatic(), wallet.by_code(&RecoveryCode::random(&mut fill))]);
    wallet.create(browser, &wallet.deal(FIRST).1, &factors)
}

/// The same person in another browser, somewhat later.
pub(crate) async fn elsewhere(at: &VaultApp) -> Browser {
    at.advance(Duration::from_mins(20));
    let mut browser = Browser::new();
    browser.ahead.set(at.ahead());
    browser.sign_in(at, ANN).await;
    browser
}

pub(crate) fn receiver() -> (RecipientKey, String) {
    let receiver = RecipientKey::random(&mut fill);
    let public = base64::encode(&receiver.public().0);
    (receiver, public)
}

/// The bytes of a part that was sealed to a receiver.
pub(crate) fn opened(receiver: &RecipientKey, part: Part, row: &str, sealed: &str) -> Vec<u8> {
    let sealed = base64::decode(sealed).expect("base64");
    let opened = open(receiver, &place(part, row, &ID), &sealed);
    opened.unwrap_or_else(|_| panic!("opened")).bytes().to_vec()
}

pub(crate) async fn share(browser: &Browser, at: &VaultApp, purpose: &str) -> Reply {
    let body = json!({"purpose": purpose, "sealTo": receiver().1});
    browser.ask(at, "/v1/vault/wallet/share", body).await
}

pub(crate) async fn ask(browser: &Browser, at: &VaultApp, path: &str, body: Value) -> u16 {
    browser.ask(at, &format!("/v1/vault/wallet/{path}"), body).await.status
}

pub(crate) async fn events(browser: &Browser, at: &VaultApp) -> WalletEvents {
    let reply = browser.ask(at, "/v1/vault/wallet/events", json!({})).await;
    serde_json::from_slice(&reply.body).expect("an answer")
}

/// What happened, the newest first, of which nothing was changed.
pub(crate) async fn kinds(browser: &Browser, at: &VaultApp) -> Vec<String> {
    let told = events(browser, at).await;
    assert!(told.is_whole);
    told.events.into_iter().map(|it| it.kind).collect()
}
