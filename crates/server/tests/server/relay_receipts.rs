//! What a client says to have, and what it does not: much at once, and late.

use crate::relay_peer::{Peer, message, topic};
use crate::test_app::TestApp;
use serde_json::{Value, json};

/// Of two mailboxes: more than the relay waits for, of a client that has been silent for long.
const EACH: usize = 300;

async fn server() -> TestApp {
    TestApp::with(&[], |config| config.relay_client_requests_per_minute = 0).await
}

/// A page that left much at two topics, and a wallet that was sent it and has not said so: with the ids of
/// what it was sent.
async fn silent(app: &TestApp) -> (Peer, Peer, Vec<Value>) {
    let (mut page, mut wallet) = (Peer::of(app, 1).await, Peer::of(app, 2).await);
    for at in ["a", "b"] {
        let messages: Vec<Value> = (0..EACH).map(|it| message(at, &format!("m{at}{it}"))).collect();
        page.done("irn_batchPublish", json!({ "messages": messages })).await;
    }
    wallet.is_polite = false;
    wallet.done("irn_batchSubscribe", json!({ "topics": [topic("a"), topic("b")] })).await;
    let mut ids = Vec::new();
    while ids.len() < 2 * EACH {
        ids.push(wallet.push().await["id"].take());
    }
    (page, wallet, ids)
}

/// What waits at both topics for the wallet that comes again.
async fn waiting(app: &TestApp) -> Vec<String> {
    app.relay_idle().await;
    let mut wallet = Peer::of(app, 2).await;
    wallet.done("irn_batchSubscribe", json!({ "topics": [topic("a"), topic("b")] })).await;
    let mut got = wallet.pushed_until_now().await;
    got.extend(wallet.pushed_until_now().await);
    got
}

/// A repeated message makes its topic be read on. The phone's line was dead, and it comes again.
#[tokio::test]
async fn what_was_never_said_to_be_there_is_not_lost_however_much_it_is() {
    let app = server().await;
    let (mut page, mut wallet, _) = silent(&app).await;
    page.done("irn_publish", message("a", "ma0")).await;
    for _ in 0..2 {
        assert!(wallet.pushed_until_now().await.is_empty(), "it may still be on its way");
    }
    assert_eq!(waiting(&app).await.len(), 2 * EACH);
}

#[tokio::test]
async fn what_is_said_to_be_there_is_however_much_it_is() {
    let app = server().await;
    let (_page, mut wallet, ids) = silent(&app).await;
    for id in ids {
        wallet.say(json!({ "id": id, "jsonrpc": "2.0", "result": true }).to_string()).await;
    }
    assert!(wallet.pushed_until_now().await.is_empty());
    assert!(waiting(&app).await.is_empty());
}
