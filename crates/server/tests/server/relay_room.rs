//! What strangers take of the relay's room, and what is left of it for everybody else.

use crate::database::Other;
use crate::logged::Logged;
use crate::relay_peer::{Peer, message, open, token_of, topic};
use crate::test_app::{PROJECT, PUBLIC, TestApp};
use protocol::relay::envelope::MessageId;
use serde_json::{Value, json};
use server::client_address::Block;

const DAY: u32 = 24 * 3600;

/// So much room, behind a proxy that says who is who; anybody may ask as often as they like.
pub(crate) async fn server(room: u64) -> TestApp {
    TestApp::with(&[], |config| {
        config.relay_limit_bytes = room;
        config.relay_client_requests_per_minute = 0;
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("one")];
    })
    .await
}

/// The client with this seed, at an address, for a project.
pub(crate) async fn peer(app: &TestApp, seed: u8, address: &str, project: &str) -> Peer {
    let auth = token_of(seed, &format!("ws://{PUBLIC}/relay"));
    let path = format!("/relay?auth={auth}&projectId={project}");
    let headers = [("x-forwarded-for", address)];
    Peer::on(open(app.address(), &path, &headers).await.expect("let in"))
}

/// A message that lives as long as it may.
fn long(at: &str, text: &str) -> Value {
    json!({ "topic": topic(at), "message": text, "ttl": 7 * DAY, "tag": 1108 })
}

fn tag(answer: &Value) -> &str {
    answer["error"]["data"].as_str().unwrap_or("")
}

async fn total(app: &TestApp) -> u64 {
    let text = String::from_utf8(app.metrics("/metrics").await.body.to_vec()).expect("text");
    let line = text.lines().find_map(|it| it.strip_prefix("latchkit_relay_bytes ")).expect("it");
    line.parse().expect("a number")
}

/// Leaves messages at topics of its own until there is no room for them; says how many.
async fn fill(peer: &mut Peer, name: &str, letters: usize) -> usize {
    for count in 0.. {
        let left = long(&format!("{name}{count}"), &"A".repeat(letters));
        let answer = peer.ask("irn_publish", left).await;
        if answer.get("result").is_none() {
            assert_eq!(tag(&answer), "MailboxLimitExceeded");
            return count;
        }
    }
    unreachable!("it ends")
}

/// The attack: one stranger fills the relay with what lives for days, and nobody can leave anything.
#[tokio::test]
async fn one_stranger_does_not_stop_the_relay() {
    let app = server(2_000_000).await;
    let mut count = 0;
    for key in 10..13 {
        let mut stranger = peer(&app, key, "192.0.2.1", PROJECT).await;
        count += fill(&mut stranger, &format!("{key}-"), 10_000).await;
    }
    assert!((15..25).contains(&count), "an eighth of it, whatever its keys: {count}");
    let mut page = peer(&app, 1, "198.51.100.1", PROJECT).await;
    let mut wallet = peer(&app, 2, "203.0.113.1", PROJECT).await;
    for at in 0..10 {
        page.done("irn_publish", message("a", &format!("{at}{}", "A".repeat(10_000)))).await;
    }
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert_eq!(wallet.messages(10).await.len(), 10);
}

/// Nobody else can know that the operator has to give it more room.
#[tokio::test]
async fn a_relay_that_is_full_is_logged() {
    let (logged, _logging) = Logged::start();
    let app = server(2_000_000).await;
    for key in 10..13 {
        fill(&mut peer(&app, key, "192.0.2.1", PROJECT).await, &key.to_string(), 10_000).await;
    }
    let lines = logged.lines("MailboxLimitExceeded");
    assert!((1..3).contains(&lines.len()), "one a second: {lines:?}");
    assert!(lines[0].contains("WARN") && lines[0].contains("count=1"), "{lines:?}");
    assert!(!logged.lines("status=101").is_empty());
    assert!(logged.lines("TooManyRequests").is_empty());
}

#[tokio::test]
async fn a_socket_that_is_turned_away_is_no_success() {
    let (logged, _logging) = Logged::start();
    let app = server(2_000_000).await;
    let path = format!("/relay?projectId={PROJECT}&useOnCloseEvent=true");
    drop(open(app.address(), &path, &[]).await.expect("it opens, to be told why not"));
    let lines = logged.lines("status=101");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("refused") && lines[0].contains(r#"why="MissingJwt""#), "{lines:?}");
    assert_eq!(logged.lines("refused by the relay").len(), 1);
}

/// So does one project, however many addresses ask for it.
#[tokio::test]
async fn one_project_leaves_room_for_the_others() {
    let app = server(2_000_000).await;
    let other = app.project('b', |_| {}).await;
    for last in 1..30 {
        let mut stranger = peer(&app, last, &format!("192.0.2.{last}"), PROJECT).await;
        fill(&mut stranger, &format!("{last}-"), 10_000).await;
    }
    assert!(total(&app).await <= 1_000_000);
    let mut page = peer(&app, 1, "198.51.100.1", &other).await;
    page.done("irn_publish", message("a", &"A".repeat(10_000))).await;
}

/// What somebody has makes room, and what nobody has is never forgotten for it.
#[tokio::test]
async fn what_somebody_has_is_forgotten_where_there_is_no_room_and_nothing_else() {
    let app = server(400_000).await;
    let mut page = peer(&app, 1, "198.51.100.1", PROJECT).await;
    let mut wallet = peer(&app, 2, "203.0.113.1", PROJECT).await;
    page.done("irn_publish", long("kept", "kept")).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    for at in 0..100 {
        let text = format!("{at}{}", "A".repeat(10_000));
        page.done("irn_publish", long("a", &text)).await;
        assert_eq!(wallet.messages(1).await, [text]);
        assert!(wallet.pushed_until_now().await.is_empty());
        app.relay_idle().await;
        assert!(total(&app).await <= 400_000);
    }
    wallet.done("irn_subscribe", json!({ "topic": topic("kept") })).await;
    assert_eq!(wallet.messages(1).await, ["kept"]);
}

/// A letter is not all that a message takes.
#[tokio::test]
async fn what_vouches_for_a_message_and_its_row_take_room_too() {
    let app = server(400_000).await;
    let mut stranger = peer(&app, 1, "192.0.2.1", PROJECT).await;
    let mut count = 0;
    loop {
        let params = json!({ "topic": topic(&count.to_string()), "message": "A", "ttl": DAY, "tag": 1,
            "attestation": "a".repeat(4_096) });
        if stranger.ask("irn_publish", params).await.get("result").is_none() {
            break;
        }
        count += 1;
    }
    // An eighth of the room, at 1 + 4,096 + 1,024 bytes each.
    assert_eq!(count, 9);
    assert_eq!(total(&app).await, 9 * 5_121);
}

/// Keys are free: whoever fetches under a thousand of them is not remembered a thousand times.
#[tokio::test]
async fn it_is_remembered_of_few_clients_that_they_have_a_message() {
    let app = server(10_000_000).await;
    let mut page = peer(&app, 255, "198.51.100.1", PROJECT).await;
    page.done("irn_publish", long("a", "one")).await;
    for key in 0..80 {
        let mut reader = peer(&app, key, "192.0.2.1", PROJECT).await;
        let fetched = reader.done("irn_fetchMessages", json!({ "topic": topic("a") })).await;
        assert_eq!(fetched["messages"][0]["message"], "one");
        app.relay_idle().await;
    }
    page.done("irn_publish", long("b", "two")).await;
    assert_eq!(total(&app).await, 2 * 1_027 + 64 * 512);
}

/// The attack: who fills a mailbox confirms its own messages, and fills it on.
#[tokio::test]
async fn nobody_frees_a_mailbox_by_receipts_of_what_they_were_not_sent() {
    let app = server(0x4000_0000).await;
    let mut page = peer(&app, 1, "192.0.2.1", PROJECT).await;
    let mut friend = peer(&app, 3, "192.0.2.1", PROJECT).await;
    let texts: Vec<String> = (0..500).map(|at| format!("m{at}")).collect();
    let messages: Vec<Value> = texts.iter().map(|it| message("a", it)).collect();
    page.done("irn_batchPublish", json!({ "messages": messages })).await;
    let receipt =
        |it: &String| json!({ "topic": topic("a"), "messageId": MessageId::of(it).text() });
    let receipts: Vec<Value> = texts.iter().map(receipt).collect();
    for forger in [&mut page, &mut friend] {
        forger.done("irn_batchReceive", json!({ "receipts": receipts })).await;
    }
    app.relay_idle().await;
    let more = page.ask("irn_publish", message("a", "more")).await;
    assert_eq!(tag(&more), "MailboxLimitExceeded");
    let mut wallet = peer(&app, 2, "203.0.113.1", PROJECT).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert_eq!(wallet.messages(500).await, texts);
}

/// A friend of who fills a mailbox takes everything there; the topic stays small all the same.
#[tokio::test]
async fn a_topic_is_bounded_by_what_was_taken_too() {
    let app = server(0x4000_0000).await;
    let mut page = peer(&app, 1, "192.0.2.1", PROJECT).await;
    let mut friend = peer(&app, 3, "192.0.2.1", PROJECT).await;
    for batch in 0..7 {
        let messages: Vec<Value> =
            (0..400).map(|at| message("a", &format!("m{batch}-{at}"))).collect();
        page.done("irn_batchPublish", json!({ "messages": messages })).await;
        let fetched = friend.done("irn_fetchMessages", json!({ "topic": topic("a") })).await;
        assert_eq!(fetched["messages"].as_array().map(Vec::len), Some(400));
        app.relay_idle().await;
    }
    let mut late = peer(&app, 2, "203.0.113.1", PROJECT).await;
    late.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    let left = late.pushed_until_now().await;
    assert!((1_500..=2_400).contains(&left.len()), "{}", left.len());
    assert_eq!(left.last().map(String::as_str), Some("m6-399"));
}

/// Three pages of one topic among others: each is read from where the one before ended.
#[tokio::test]
async fn what_waits_at_many_topics_comes_whole_and_in_order() {
    let app = server(0x4000_0000).await;
    let (mut page, mut friend) =
        (peer(&app, 1, "192.0.2.1", PROJECT).await, peer(&app, 3, "192.0.2.1", PROJECT).await);
    let text = |at: usize| format!("m{at}");
    for from in (0..1_200).step_by(400) {
        let messages: Vec<Value> = (from..from + 400).map(|at| message("a", &text(at))).collect();
        page.done("irn_batchPublish", json!({ "messages": messages })).await;
        friend.done("irn_fetchMessages", json!({ "topic": topic("a") })).await;
        app.relay_idle().await;
    }
    page.done("irn_publish", message("b", "beside")).await;
    let topics = json!({ "topics": [topic("c"), topic("a"), topic("b")] });
    let mut wallet = peer(&app, 2, "203.0.113.1", PROJECT).await;
    let fetched = wallet.done("irn_batchFetchMessages", topics.clone()).await;
    assert_eq!(
        (fetched["messages"].as_array().map(Vec::len), &fetched["hasMore"]),
        (Some(500), &json!(true))
    );
    let mut other = peer(&app, 4, "203.0.113.1", PROJECT).await;
    other.done("irn_batchSubscribe", topics).await;
    let (beside, rest): (Vec<String>, Vec<String>) =
        other.messages(1_201).await.into_iter().partition(|it| it == "beside");
    assert_eq!((beside.len(), rest), (1, (0..1_200).map(text).collect()));
}

/// As the operator's guide says it is done.
#[tokio::test]
async fn an_operator_purges_what_a_project_left() {
    let app = server(2_000_000).await;
    let mut stranger = peer(&app, 1, "192.0.2.1", PROJECT).await;
    fill(&mut stranger, "x", 10_000).await;
    let other = app.project('b', |_| {}).await;
    peer(&app, 3, "192.0.2.9", &other).await.done("irn_publish", long("a", "other")).await;
    let mut sql = Other::open(app.folder()).await;
    sql.run(
        "UPDATE relay_messages SET expires_at_ms = 0 \
         WHERE project = '0123456789abcdef0123456789abcdef'",
    )
    .await;
    while app.db().forget_relay(1).await.expect("forgotten") {}
    assert_eq!(app.db().relay_bytes().await.expect("a number"), 1_029);
    stranger.done("irn_publish", long("a", &"A".repeat(10_000))).await;
}
