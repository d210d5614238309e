//! The relay as its clients know it: both dialects, the mailbox, and who gets what how often.

use crate::relay_peer::{Peer, client, message, topic};
use crate::test_app::TestApp;
use protocol::relay::push::subscription_id;
use protocol::relay::topic::Topic;
use serde_json::{Value, json};

async fn server() -> TestApp {
    TestApp::with(&[], |_| {}).await
}

fn at(name: &str) -> Value {
    json!({ "topic": topic(name) })
}

fn subscription(name: &str, seed: u8) -> String {
    subscription_id(&Topic::of(name.as_bytes()), &client(seed))
}

/// The sequence of two clients of 2.17.
#[tokio::test]
async fn the_classic_dialect_settles_a_session() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    assert_eq!(page.done("irn_subscribe", at("pairing")).await, subscription("pairing", 1));
    let proposal = json!({ "topic": topic("pairing"), "message": "proposal", "ttl": 300, "tag": 1100,
        "prompt": true });
    assert_eq!(page.done("irn_publish", proposal).await, true);
    wallet.done("irn_subscribe", at("pairing")).await;
    let pushed = wallet.pushed().await;
    assert_eq!(pushed["message"], "proposal");
    assert_eq!(pushed["tag"], 1100);
    assert!(pushed["publishedAt"].as_u64().is_some_and(|ms| ms > 1_700_000_000_000));
    wallet.done("irn_subscribe", at("session")).await;
    wallet.done("irn_publish", message("session", "settle")).await;
    wallet.done("irn_publish", message("pairing", "response")).await;
    assert_eq!(page.messages(1).await, ["response"]);
    page.done("iridium_subscribe", at("session")).await;
    assert_eq!(page.messages(1).await, ["settle"]);
    page.done("irn_publish", message("session", "settled")).await;
    assert_eq!(wallet.messages(1).await, ["settled"]);
    assert_eq!(
        page.done("irn_unsubscribe", json!({ "topic": topic("session"), "id": "x" })).await,
        true
    );
    wallet.done("irn_publish", message("session", "late")).await;
    assert!(page.pushed_until_now().await.is_empty());
}

/// The sequence of two clients of 2.21.
#[tokio::test]
async fn the_bundled_dialect_settles_a_session() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let proposal = json!({ "pairingTopic": topic("pairing"), "sessionProposal": "proposal",
        "correlationId": 1, "ttl": 300, "attestation": "a.b.c" });
    assert_eq!(page.done("wc_proposeSession", proposal).await, true);
    wallet.done("irn_subscribe", at("pairing")).await;
    let pushed = wallet.pushed().await;
    assert_eq!((&pushed["tag"], &pushed["attestation"]), (&json!(1100), &json!("a.b.c")));
    let approval = json!({ "pairingTopic": topic("pairing"), "sessionTopic": topic("session"),
        "sessionProposalResponse": "response", "sessionSettlementRequest": "settle",
        "approvedMethods": ["personal_sign"], "correlationId": 1 });
    assert_eq!(wallet.done("wc_approveSession", approval).await, true);
    let pushed = page.pushed().await;
    assert_eq!((&pushed["message"], &pushed["tag"]), (&json!("response"), &json!(1101)));
    page.done("irn_subscribe", at("session")).await;
    let pushed = page.pushed().await;
    assert_eq!((&pushed["message"], &pushed["tag"]), (&json!("settle"), &json!(1102)));
    // Either is subscribed without having asked for it.
    page.done("irn_publish", message("session", "settled")).await;
    assert_eq!(wallet.messages(1).await, ["settled"]);
    assert!(wallet.pushed_until_now().await.is_empty() && page.pushed_until_now().await.is_empty());
}

#[tokio::test]
async fn ids_come_back_digit_for_digit() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    for id in ["1795228209530000007", "\"1795228209530000007\"", "1000000000"] {
        peer.say(format!(
            r#"{{"id":{id},"jsonrpc":"2.0","method":"irn_subscribe","params":{{"topic":"{}"}}}}"#,
            topic("a")
        ))
        .await;
        let Some(Ok(answer)) = peer.next().await else { panic!("no answer") };
        let said = answer.into_text().expect("text");
        assert!(said.starts_with(&format!("{{\"id\":{id},")), "{said}");
    }
}

#[tokio::test]
async fn nobody_hears_themselves_and_every_socket_of_the_others_hears() {
    let app = server().await;
    let (mut page, mut tab) = (Peer::of(&app, 1).await, Peer::of(&app, 1).await);
    let (mut wallet, mut other) = (Peer::of(&app, 2).await, Peer::of(&app, 2).await);
    for peer in [&mut page, &mut tab, &mut wallet, &mut other] {
        peer.done("irn_subscribe", at("a")).await;
        // What waited is read before the next request is: from here on what comes is sent at once.
        assert!(peer.pushed_until_now().await.is_empty());
    }
    page.done("irn_publish", message("a", "one")).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    assert_eq!(other.messages(1).await, ["one"]);
    assert!(page.pushed_until_now().await.is_empty() && tab.pushed_until_now().await.is_empty());
    // Either of them says that it has it: then the client has it.
    assert!(wallet.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    let mut third = Peer::of(&app, 2).await;
    third.done("irn_subscribe", at("a")).await;
    assert!(third.pushed_until_now().await.is_empty());
    // A client that never heard of it still finds it.
    let mut stranger = Peer::of(&app, 3).await;
    stranger.done("irn_subscribe", at("a")).await;
    assert_eq!(stranger.messages(1).await, ["one"]);
}

#[tokio::test]
async fn what_is_published_twice_arrives_once() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.done("irn_subscribe", at("a")).await;
    page.done("irn_publish", message("a", "one")).await;
    page.done("irn_publish", message("a", "one")).await;
    page.done("irn_publish", message("b", "one")).await;
    let twice = json!({ "messages": [message("a", "two"), message("a", "two")] });
    page.done("irn_batchPublish", twice).await;
    assert_eq!(wallet.pushed_until_now().await, ["one", "two"]);
    let mut again = Peer::of(&app, 1).await;
    again.done("irn_publish", message("a", "one")).await;
    assert!(wallet.pushed_until_now().await.is_empty());
}

/// Neither who has it nor who left it first hears what anybody leaves again.
#[tokio::test]
async fn what_is_left_again_is_for_who_does_not_have_it() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    for peer in [&mut page, &mut wallet] {
        peer.done("irn_subscribe", at("a")).await;
        assert!(peer.pushed_until_now().await.is_empty());
    }
    page.done("irn_publish", message("a", "one")).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    assert!(wallet.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    let (mut wallet, mut other) = (Peer::of(&app, 2).await, Peer::of(&app, 3).await);
    wallet.done("irn_subscribe", at("a")).await;
    assert!(wallet.pushed_until_now().await.is_empty());
    for peer in [&mut page, &mut other] {
        peer.done("irn_publish", message("a", "one")).await;
    }
    assert!(page.pushed_until_now().await.is_empty() && wallet.pushed_until_now().await.is_empty());
    page.done("irn_publish", message("a", "two")).await;
    assert_eq!(wallet.messages(1).await, ["two"]);
}

#[tokio::test]
async fn what_was_fetched_is_not_pushed_by_the_subscription_that_follows() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    for text in ["one", "two"] {
        page.done("irn_publish", message("a", text)).await;
    }
    page.done("irn_publish", message("b", "three")).await;
    let both = json!({ "topics": [topic("a"), topic("b")] });
    let fetched = wallet.done("irn_batchFetchMessages", both.clone()).await;
    let texts: Vec<&Value> =
        fetched["messages"].as_array().expect("a list").iter().map(|it| &it["message"]).collect();
    assert_eq!(texts, ["one", "two", "three"]);
    assert_eq!(
        (&fetched["hasMore"], &fetched["messages"][0]["tag"]),
        (&json!(false), &json!(1108))
    );
    let expected = json!([subscription("a", 2), subscription("b", 2)]);
    assert_eq!(wallet.done("irn_batchSubscribe", both).await, expected);
    assert!(wallet.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    let again = wallet.done("irn_fetchMessages", at("a")).await;
    assert_eq!(again["messages"].as_array().map(Vec::len), Some(0));
    page.done("irn_publish", message("a", "four")).await;
    assert_eq!(wallet.messages(1).await, ["four"]);
}

#[tokio::test]
async fn what_is_not_said_to_be_there_comes_again_to_who_comes_again() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.is_polite = false;
    wallet.done("irn_subscribe", at("a")).await;
    page.done("irn_publish", message("a", "one")).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    wallet.done("irn_subscribe", at("a")).await;
    assert!(wallet.pushed_until_now().await.is_empty(), "it may still be on its way");
    drop(wallet);
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_batchSubscribe", json!({ "topics": [topic("a")] })).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    assert!(wallet.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_subscribe", at("a")).await;
    assert!(wallet.pushed_until_now().await.is_empty());
}

#[tokio::test]
async fn receipts_say_what_arrived() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.is_polite = false;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    page.done("irn_publish", message("a", "one")).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    let id = protocol::relay::envelope::MessageId::of("one").text();
    let receipts = json!({ "receipts": [{ "topic": topic("a"), "message_id": id }] });
    wallet.done("irn_batchReceive", receipts).await;
    app.relay_idle().await;
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_subscribe", at("a")).await;
    assert!(wallet.pushed_until_now().await.is_empty());
}

#[tokio::test]
async fn a_topic_keeps_its_order_whoever_comes_when() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let texts: Vec<String> = (0..300).map(|number| format!("m{number}")).collect();
    let mut ids = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        ids.push(page.send("irn_publish", message("a", text)).await);
        if at == 150 {
            wallet.send("irn_subscribe", json!({ "topic": topic("a") })).await;
        }
    }
    for id in ids {
        assert_eq!(page.answer_to(&id).await["result"], true);
    }
    assert_eq!(wallet.messages(300).await, texts);
    assert!(wallet.pushed_until_now().await.is_empty());
}

#[tokio::test]
async fn who_watches_a_topic_is_told_once_that_another_client_came() {
    let app = server().await;
    let (mut page, mut tab) = (Peer::of(&app, 1).await, Peer::of(&app, 1).await);
    assert_eq!(page.done("latchkit_watchTopic", at("a")).await, true);
    tab.done("irn_subscribe", at("a")).await;
    assert!(page.pushed_until_now().await.is_empty(), "its own tabs are no phone");
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_fetchMessages", at("a")).await;
    let push = page.frame().await;
    assert_eq!((&push["method"], &push["params"]), (&json!("latchkit_topicTaken"), &at("a")));
    wallet.done("irn_subscribe", at("a")).await;
    assert!(page.pushed_until_now().await.is_empty());
    assert_eq!(page.done("latchkit_watchTopic", at("a")).await, true);
    assert_eq!(page.pushed_until_now().await, ["taken"], "it is there already");
}

#[tokio::test]
async fn the_server_tells_its_clients_to_come_again_before_it_ends() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    peer.done("irn_publish", message("a", "one")).await;
    app.stop();
    assert_eq!(peer.closed().await, (1001, "going away".to_owned()));
}

#[tokio::test]
async fn a_socket_is_asked_whether_it_is_there() {
    let app = TestApp::with(&[], |config| config.relay_ping_seconds = 1).await;
    let (mut quiet, mut there) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    for _ in 0..3 {
        let Some(Ok(ping)) = there.next().await else { panic!("it is hung up on") };
        assert!(ping.is_ping());
    }
    // A stream that nobody reads answers no ping.
    let ended = quiet.stream.get_mut();
    let mut bytes = vec![0; 64];
    while tokio::io::AsyncReadExt::read(ended, &mut bytes).await.expect("no fault") > 0 {}
    there.done("irn_subscribe", at("a")).await;
}
