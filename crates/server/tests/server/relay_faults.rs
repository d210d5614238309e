//! What clients get wrong, what is too much, and what must not grow.

use crate::database::Other;
use crate::relay_peer::{PATIENCE, Peer, message, topic};
use crate::test_app::TestApp;
use serde_json::{Value, json};
use sqlx::Executor;
use std::time::Duration;

async fn server() -> TestApp {
    TestApp::with(&[], |config| config.relay_client_requests_per_minute = 0).await
}

fn fault(answer: &Value) -> (i64, &str) {
    (answer["error"]["code"].as_i64().unwrap_or(0), answer["error"]["data"].as_str().unwrap_or(""))
}

#[tokio::test]
async fn each_fault_has_its_code_and_tag() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    let a = topic("a");
    let of = |ttl: u64| json!({ "topic": a, "message": "x", "ttl": ttl, "tag": 1 });
    for (method, params, code, tag) in [
        ("irn_watchRegister", json!({}), -32600, "InvalidMethod"),
        ("irn_publish", json!({}), -32600, "InvalidParams"),
        ("irn_subscribe", json!({ "topic": "A".repeat(64) }), -32600, "InvalidTopic"),
        ("irn_batchSubscribe", json!({ "topics": [] }), -32600, "BatchEmpty"),
        (
            "irn_batchFetchMessages",
            json!({ "topics": vec![&a; 501] }),
            -32600,
            "BatchLimitExceeded",
        ),
        ("irn_publish", of(0), -32000, "TtlTooShort"),
        ("irn_publish", of(7 * 24 * 3600 + 1), -32000, "TtlTooLong"),
        (
            "irn_publish",
            json!({ "topic": a, "message": "A".repeat(900_001), "ttl": 1, "tag": 1 }),
            -32600,
            "PayloadSizeExceeded",
        ),
    ] {
        assert_eq!(fault(&peer.ask(method, params).await), (code, tag), "{method}");
    }
    for (text, id, tag) in [
        ("", json!(0), "Serialization"),
        ("null", json!(0), "Serialization"),
        ("[1,2", json!(0), "Serialization"),
        (r#"{"id":1,"jsonrpc":"2.0","method":"irn_subscribe"}"#, json!(0), "InvalidRequestId"),
        (r#"{"id":"1000000000","method":"x"}"#, json!("1000000000"), "InvalidJsonRpcVersion"),
    ] {
        peer.say(text).await;
        let answer = peer.frame().await;
        assert_eq!((fault(&answer), &answer["id"]), ((-32600, tag), &id), "{text}");
    }
    assert_eq!(peer.done("irn_publish", of(7 * 24 * 3600)).await, true);
}

#[tokio::test]
async fn a_blocking_batch_answers_for_each() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    let topics = json!({ "topics": [topic("a"), topic("b")] });
    let each = peer.done("irn_batchSubscribeBlocking", topics.clone()).await;
    assert!(each.as_array().is_some_and(|it| it.len() == 2 && it[0]["id"].is_string()), "{each}");
    assert!(peer.done("irn_subscribeBlocking", json!({ "topic": topic("a") })).await.is_string());
    let gone =
        json!({ "subscriptions": [{ "topic": topic("a") }, { "topic": topic("b"), "id": "x" }] });
    assert_eq!(peer.done("irn_batchUnsubscribe", gone).await, true);
    let mut other = Peer::of(&app, 2).await;
    other.done("irn_publish", message("a", "one")).await;
    assert!(peer.pushed_until_now().await.is_empty());
}

#[tokio::test]
async fn a_hundred_thousand_topics_are_not_listened_to() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    let (mut let_in, mut refused) = (0, 0);
    for batch in 0..200 {
        let topics: Vec<String> = (0..500).map(|at| topic(&format!("{batch}-{at}"))).collect();
        let answer = peer.ask("irn_batchSubscribe", json!({ "topics": topics })).await;
        if answer.get("result").is_some() {
            let_in += 1;
        } else {
            assert_eq!(fault(&answer), (-32000, "SubscriberLimitExceeded"));
            refused += 1;
        }
    }
    assert_eq!((let_in, refused), (4, 196));
    let text = String::from_utf8(app.metrics("/metrics").await.body.to_vec()).expect("text");
    assert!(text.contains("\nlatchkit_relay_subscriptions 2000\n"), "{text}");
    let gone: Vec<Value> =
        (0..500).map(|at| json!({ "topic": topic(&format!("0-{at}")) })).collect();
    peer.done("irn_batchUnsubscribe", json!({ "subscriptions": gone })).await;
    peer.done("irn_subscribe", json!({ "topic": topic("another") })).await;
    drop(peer);
    loop {
        let text = String::from_utf8(app.metrics("/metrics").await.body.to_vec()).expect("text");
        if text.contains("\nlatchkit_relay_subscriptions 0\n") {
            assert!(text.contains("\nlatchkit_relay_topics 0\n"));
            break;
        }
    }
}

#[tokio::test]
async fn a_megabyte_of_json_is_refused_in_a_moment() {
    let app = server().await;
    let mut peer = Peer::of(&app, 1).await;
    for text in [
        "[".repeat(1_000_000),
        format!("[{}[]]", "[],".repeat(300_000)),
        format!(
            "{{\"id\":1000000000,\"jsonrpc\":\"2.0\",\"method\":\"irn_publish\",\"params\":{{{}\"a\":1}}}}",
            "\"a\":{},".repeat(100_000)
        ),
        format!("{{\"id\":1000000000,\"method\":\"{}\"}}", "x".repeat(900_000)),
        "\u{0}".repeat(1000),
    ] {
        peer.say(text).await;
        assert_eq!(peer.frame().await["error"]["code"], -32600);
    }
}

#[tokio::test]
async fn who_asks_too_much_is_told_and_in_the_end_hung_up_on() {
    let app = TestApp::with(&[], |config| config.relay_client_requests_per_minute = 100).await;
    let mut peer = Peer::of(&app, 1).await;
    let topics: Vec<String> = (0..100).map(|at| topic(&at.to_string())).collect();
    peer.done("irn_batchSubscribe", json!({ "topics": topics })).await;
    let answer = peer.ask("irn_batchSubscribe", json!({ "topics": topics })).await;
    assert_eq!(fault(&answer), (3001, "TooManyRequests"));
    for _ in 0..1_000 {
        peer.send("irn_batchSubscribe", json!({ "topics": topics })).await;
    }
    assert_eq!(peer.closed().await.0, 1013);
    let mut other = Peer::of(&app, 2).await;
    other.done("irn_subscribe", json!({ "topic": topic("a") })).await;
}

/// A mailbox holds 500 unread messages; those that somebody has do not count.
#[tokio::test]
async fn a_mailbox_that_nobody_reads_is_full_in_the_end() {
    let app = server().await;
    let mut page = Peer::of(&app, 1).await;
    let batch = |from: usize| {
        let messages = (from..from + 100).map(|at| message("a", &format!("m{at}")));
        json!({ "messages": messages.collect::<Vec<_>>() })
    };
    for from in (0..500).step_by(100) {
        page.done("irn_batchPublish", batch(from)).await;
    }
    let full = page.ask("irn_publish", message("a", "more")).await;
    assert_eq!(fault(&full), (-32000, "MailboxLimitExceeded"));
    page.done("irn_publish", message("b", "more")).await;
    page.done("irn_publish", message("a", "m7")).await;
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert_eq!(wallet.messages(500).await.len(), 500);
    assert!(wallet.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    page.done("irn_publish", message("a", "more")).await;
}

/// More than may be watched at once is watched one after the other.
#[tokio::test]
async fn a_place_to_watch_is_given_back_when_somebody_came() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    for at in 0..150 {
        let topic = json!({ "topic": topic(&at.to_string()) });
        assert_eq!(page.done("latchkit_watchTopic", topic.clone()).await, true);
        wallet.done("irn_subscribe", topic).await;
        assert_eq!(page.pushed_until_now().await, ["taken"]);
    }
}

/// Answers that answer nothing are requests, too; and one token that returns does not begin it all anew.
#[tokio::test]
async fn who_answers_what_nobody_asked_is_hung_up_on() {
    let app = TestApp::with(&[], |config| config.relay_client_requests_per_minute = 100).await;
    let mut peer = Peer::of(&app, 1).await;
    for _ in 0..1_300 {
        peer.say(r#"{"id":1795228209530000007,"jsonrpc":"2.0","result":true}"#).await;
    }
    assert_eq!(peer.closed().await.0, 1013);
}

/// What cannot be read now is read later; nobody is hung up on for it.
#[tokio::test]
async fn a_socket_waits_for_a_database_that_cannot_be_read() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    page.done("irn_publish", message("a", "one")).await;
    let mut other = Other::open(app.folder()).await;
    other.run("ALTER TABLE relay_messages RENAME TO gone").await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    let fetched = wallet.ask("irn_fetchMessages", json!({ "topic": topic("a") })).await;
    assert_eq!(fault(&fetched), (-32603, "StorageError"));
    other.run("ALTER TABLE gone RENAME TO relay_messages").await;
    assert_eq!(wallet.messages(1).await, ["one"]);
}

/// Nobody waits for who reads nothing.
#[tokio::test]
async fn a_socket_that_never_reads_holds_nobody_up() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let mut deaf = Peer::of(&app, 3).await;
    deaf.send("irn_subscribe", json!({ "topic": topic("a") })).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    let text = |at: usize| format!("{at}{}", "A".repeat(500_000));
    for at in 0..40 {
        page.done("irn_publish", message("a", &text(at))).await;
        assert_eq!(wallet.messages(1).await, [text(at)]);
    }
    // What it was not sent waits for it.
    drop(deaf);
    let mut again = Peer::of(&app, 3).await;
    again.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    let got = again.messages(40).await;
    assert!(got.iter().enumerate().all(|(at, it)| *it == text(at)), "in order");
}

#[tokio::test]
async fn a_socket_that_never_reads_is_hung_up_on() {
    let app = server().await;
    let (mut page, mut deaf) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let topics = ["a", "b", "c"];
    deaf.send("irn_batchSubscribe", json!({ "topics": topics.map(topic) })).await;
    for at in 0..40 {
        let text = format!("{at}{}", "A".repeat(500_000));
        page.done("irn_publish", message(topics[at % 3], &text)).await;
    }
    let gone = async {
        let mut looks = tokio::time::interval(Duration::from_millis(200));
        loop {
            looks.tick().await;
            let told = app.metrics("/metrics").await.body;
            if String::from_utf8_lossy(&told).contains("\nlatchkit_relay_sockets 1\n") {
                break;
            }
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("it is hung up on");
}

/// Two tabs of a page are one client: what one of them says to have, the other gets all the same.
#[tokio::test]
async fn a_slow_socket_gets_what_another_of_its_client_has_already() {
    let app = server().await;
    let (mut page, mut quick) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let mut slow = Peer::of(&app, 2).await;
    for peer in [&mut quick, &mut slow] {
        peer.done("irn_subscribe", json!({ "topic": topic("a") })).await;
        assert!(peer.pushed_until_now().await.is_empty());
    }
    let text = |at: usize| format!("{at}{}", "A".repeat(500_000));
    for at in 0..40 {
        page.done("irn_publish", message("a", &text(at))).await;
        assert_eq!(quick.messages(1).await, [text(at)]);
    }
    assert!(quick.pushed_until_now().await.is_empty());
    app.relay_idle().await;
    let got = slow.messages(40).await;
    assert!(got.iter().enumerate().all(|(at, it)| *it == text(at)), "in order");
}

#[tokio::test]
async fn nothing_is_acknowledged_that_is_not_kept() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    // What may wait there is read before the table is gone.
    assert!(wallet.pushed_until_now().await.is_empty());
    let mut other = Other::open(app.folder()).await;
    other.run("ALTER TABLE relay_messages RENAME TO gone").await;
    let answer = page.ask("irn_publish", message("a", "one")).await;
    assert_eq!(fault(&answer), (-32603, "StorageError"));
    other.run("ALTER TABLE gone RENAME TO relay_messages").await;
    assert_eq!(wallet.messages(1).await, ["one"], "who listens has heard it");
    let mut late = Peer::of(&app, 3).await;
    late.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(late.pushed_until_now().await.is_empty());
    assert_eq!(page.done("irn_publish", message("a", "one")).await, true);
    assert_eq!(late.messages(1).await, ["one"]);
    assert!(wallet.pushed_until_now().await.is_empty(), "it said to have it");
    app.relay_idle().await;
    let mut wallet = Peer::of(&app, 2).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(wallet.pushed_until_now().await.is_empty(), "wherever it comes again");
}

#[tokio::test]
async fn who_listens_hears_a_message_before_it_is_kept() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(wallet.pushed_until_now().await.is_empty());
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    let published = page.send("irn_publish", message("a", "one")).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    other.run("ROLLBACK").await;
    assert_eq!(page.answer_to(&published).await["result"], true);
}

/// The attack: much that waits to be kept at one topic. Each group of it waits for the database as long as
/// it may.
#[tokio::test]
async fn a_database_that_is_stuck_keeps_nobody_from_asking() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    for batch in 0..6 {
        let messages = (0..500).map(|at| message("a", &format!("m{batch}m{at}")));
        let batch = json!({ "messages": messages.collect::<Vec<_>>() });
        page.send("irn_batchPublish", batch).await;
    }
    assert!(page.pushed_until_now().await.is_empty(), "they wait");
    for at in ["a", "b", "c"] {
        wallet.done("irn_subscribe", json!({ "topic": topic(at) })).await;
    }
    other.run("ROLLBACK").await;
}

#[tokio::test]
async fn who_subscribes_while_a_message_is_being_kept_gets_it() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    let published = page.send("irn_publish", message("a", "one")).await;
    assert!(page.pushed_until_now().await.is_empty());
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    other.run("ROLLBACK").await;
    assert_eq!(page.answer_to(&published).await["result"], true);
    assert_eq!(wallet.messages(1).await, ["one"]);
}

/// The attack: a topic at which something is always being kept, by a database that is slow.
#[tokio::test]
async fn what_is_kept_is_handed_out_while_more_is_being_kept() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    page.done("irn_publish", message("a", "one")).await;
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    let published = page.send("irn_publish", message("a", "two")).await;
    assert!(page.pushed_until_now().await.is_empty());
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert_eq!(wallet.messages(1).await, ["one"]);
    other.run("ROLLBACK").await;
    assert_eq!(page.answer_to(&published).await["result"], true);
    assert_eq!(wallet.messages(1).await, ["two"]);
    assert!(wallet.pushed_until_now().await.is_empty());
}

/// A client may say that it has a message before that is kept, and before the group in which it is.
#[tokio::test]
async fn what_was_heard_before_it_was_kept_is_not_heard_again() {
    let app = server().await;
    let (mut page, mut wallet) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(wallet.pushed_until_now().await.is_empty());
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    let mut published = Vec::new();
    for others in ["b", "c", "d"] {
        let many: Vec<Value> = (0..300).map(|at| message(others, &at.to_string())).collect();
        published.push(page.send("irn_batchPublish", json!({ "messages": many })).await);
    }
    published.push(page.send("irn_publish", message("a", "one")).await);
    assert_eq!(wallet.messages(1).await, ["one"]);
    assert!(wallet.pushed_until_now().await.is_empty());
    other.run("ROLLBACK").await;
    for id in &published {
        assert_eq!(page.answer_to(id).await["result"], true);
    }
    app.relay_idle().await;
    let mut again = Peer::of(&app, 2).await;
    again.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(again.pushed_until_now().await.is_empty());
}

/// As when another node ended: each socket reads again what may wait for it.
#[tokio::test]
async fn sockets_that_all_read_at_once_leave_the_database_to_others() {
    let app = server().await;
    let Other::Postgres(mut other) = Other::open(app.folder()).await else { return };
    assert!(app.db().is_ready().await);
    other.execute("BEGIN; LOCK TABLE relay_messages").await.expect("locked");
    let mut wallets = Vec::new();
    for client in 1..=20 {
        let mut wallet = Peer::of(&app, client).await;
        wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
        assert!(app.db().is_ready().await, "{client} sockets read");
        wallets.push(wallet);
    }
    other.execute("ROLLBACK").await.expect("let go");
    let mut page = Peer::of(&app, 21).await;
    page.done("irn_publish", message("a", "last")).await;
    for wallet in &mut wallets {
        assert_eq!(wallet.messages(1).await, ["last"]);
    }
}
