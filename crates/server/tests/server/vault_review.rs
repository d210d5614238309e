//! What is approved in a window of the vault's own: who may leave something for one, who hears what was decided, and who
//! does not.

use crate::vault_browser::{Browser, VaultApp};
use crate::vault_owner::ANN;
use protocol::api::vault::{ReviewState, ReviewTaken};
use protocol::relay::base64;
use serde_json::{Value, json};
use std::time::Duration;

const EVE: &str = "eve@example.com";

/// A name.
fn name(byte: u8) -> String {
    base64::encode_url(&[byte; 16])
}

fn sealed(text: &str) -> String {
    base64::encode(text.as_bytes())
}

async fn ask(browser: &Browser, at: &VaultApp, path: &str, body: Value) -> u16 {
    browser.ask(at, &format!("/v1/vault/review/{path}"), body).await.status
}

async fn offer(browser: &Browser, at: &VaultApp, byte: u8) -> u16 {
    ask(browser, at, "offer", json!({"id": name(byte), "sealed": sealed("offered")})).await
}

async fn state(browser: &Browser, at: &VaultApp, byte: u8) -> Option<ReviewState> {
    let body = json!({"id": name(byte), "taken": 0, "waitMs": 0});
    let reply = browser.ask(at, "/v1/vault/review/wait", body).await;
    (reply.status == 200).then(|| serde_json::from_slice(&reply.body).expect("an answer"))
}

async fn signed_in(at: &VaultApp, email: &str) -> Browser {
    let mut browser = Browser::new();
    browser.sign_in(at, email).await;
    browser
}

#[tokio::test]
async fn what_was_left_is_taken_decided_once_and_heard_by_who_left_it() {
    let at = VaultApp::new().await;
    let ann = signed_in(&at, ANN).await;
    assert_eq!(offer(&ann, &at, 1).await, 200);
    let state_of = async || state(&ann, &at, 1).await.map(|it| (it.taken, it.sealed));
    assert_eq!(state_of().await, Some((0, None)));
    // Nobody is signed in in a window, which has a key of its own.
    let window = Browser::new();
    let decide = |text: &str| json!({"id": name(1), "sealed": sealed(text)});
    // What nobody saw is not decided.
    assert_eq!(ask(&window, &at, "decide", decide("yes")).await, 404);
    let reply = window.ask(&at, "/v1/vault/review/take", json!({"id": name(1)})).await;
    let taken: ReviewTaken = serde_json::from_slice(&reply.body).expect("an answer");
    assert_eq!(taken.sealed, sealed("offered"));
    assert_eq!(state_of().await, Some((1, None)));
    assert_eq!(ask(&window, &at, "decide", decide("yes")).await, 200);
    assert_eq!(ask(&window, &at, "decide", decide("yes")).await, 200, "its answer was lost");
    assert_eq!(ask(&window, &at, "decide", decide("no")).await, 404);
    assert_eq!(ask(&window, &at, "take", json!({"id": name(1)})).await, 404);
    assert_eq!(state_of().await, Some((1, Some(sealed("yes")))));
    let back = json!({"id": name(1), "sealed": null});
    assert_eq!(ask(&ann, &at, "offer", back).await, 200);
    assert_eq!(state_of().await, None);
}

#[tokio::test]
async fn nobody_else_hears_it_takes_it_back_or_puts_another_in_its_place() {
    let at = VaultApp::new().await;
    let (ann, eve) = (signed_in(&at, ANN).await, signed_in(&at, EVE).await);
    assert_eq!(offer(&ann, &at, 1).await, 200);
    assert!(state(&eve, &at, 1).await.is_none());
    assert_eq!(offer(&eve, &at, 1).await, 429, "the name is taken");
    let back = json!({"id": name(1), "sealed": null});
    assert_eq!(ask(&eve, &at, "offer", back).await, 200);
    let window = Browser::new();
    let reply = window.ask(&at, "/v1/vault/review/take", json!({"id": name(1)})).await;
    assert_eq!(reply.status, 200, "it is still there");
    // Whoever is not signed in leaves nothing and hears nothing.
    assert_eq!(offer(&window, &at, 2).await, 401);
    let body = json!({"id": name(1), "taken": 0, "waitMs": 0});
    assert_eq!(ask(&window, &at, "wait", body).await, 401);
}

#[tokio::test]
async fn it_is_over_after_five_minutes_and_so_many_wait_at_most() {
    let at = VaultApp::new().await;
    let ann = signed_in(&at, ANN).await;
    for byte in 1..=20 {
        assert_eq!(offer(&ann, &at, byte).await, 200);
    }
    assert_eq!(offer(&ann, &at, 21).await, 429);
    at.advance(Duration::from_mins(5));
    let window = Browser::new();
    for browser in [&ann, &window] {
        browser.ahead.set(at.ahead());
    }
    assert!(state(&ann, &at, 1).await.is_none());
    assert_eq!(ask(&window, &at, "take", json!({"id": name(1)})).await, 404);
    assert_eq!(offer(&ann, &at, 21).await, 200);
    at.app.vault().forget_what_is_over().await.expect("it is forgotten");
    // The name may come again: nothing of before is there.
    assert_eq!(offer(&ann, &at, 1).await, 200);
    assert_eq!(ask(&window, &at, "take", json!({"id": name(1)})).await, 200);
}

#[tokio::test]
async fn whoever_waits_hears_at_once() {
    let at = VaultApp::new().await;
    let ann = signed_in(&at, ANN).await;
    assert_eq!(offer(&ann, &at, 1).await, 200);
    let window = Browser::new();
    let body = json!({"id": name(1), "taken": 0, "waitMs": 30_000});
    let waiting = ann.ask(&at, "/v1/vault/review/wait", body);
    let taking = window.ask(&at, "/v1/vault/review/take", json!({"id": name(1)}));
    let (heard, _) = tokio::join!(waiting, taking);
    let heard: ReviewState = serde_json::from_slice(&heard.body).expect("an answer");
    assert_eq!((heard.taken, heard.sealed), (1, None));
}

#[tokio::test]
async fn what_is_no_name_and_what_is_no_sealed_text_is_refused() {
    let at = VaultApp::new().await;
    let ann = signed_in(&at, ANN).await;
    let long = "A".repeat(300_000);
    for (number, body) in [
        json!({"id": "", "sealed": sealed("x")}),
        json!({"id": base64::encode_url(&[1; 15]), "sealed": sealed("x")}),
        json!({"id": base64::encode(&[0xff; 16]), "sealed": sealed("x")}),
        json!({"id": name(1), "sealed": ""}),
        json!({"id": name(1), "sealed": "not base64!"}),
        json!({"id": name(1), "sealed": long}),
        json!({"id": 1, "sealed": sealed("x")}),
        json!({"sealed": sealed("x")}),
    ]
    .into_iter()
    .enumerate()
    {
        let status = ask(&ann, &at, "offer", body).await;
        assert!(matches!(status, 400 | 413), "{number}: {status}");
    }
    let body = json!({"id": name(1), "sealed": sealed(&"x".repeat(1_000))});
    assert_eq!(ask(&ann, &at, "decide", body).await, 400);
}
