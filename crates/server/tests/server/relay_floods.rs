//! What strangers send without end, or never take, and that everybody else is served meanwhile.

use crate::database::Other;
use crate::relay_peer::{PATIENCE, Peer, message, topic};
use crate::relay_room::{peer, server};
use crate::test_app::{PROJECT, TestApp};
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::client_address::Block;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

const STRANGER: &str = "192.0.2.1";
const ROOM: u64 = 0x4000_0000;

/// Sends a text of so many letters that is only the beginning of a message.
async fn begin(peer: &mut Peer, letters: usize) {
    let piece = Frame::message("A".repeat(letters), OpCode::Data(Data::Text), false);
    peer.stream.send(Message::Frame(piece)).await.expect("sent");
}

/// Whether the server goes on with a socket; if not, the code with which it closes it.
async fn answers_pings(peer: &mut Peer) -> Result<(), u16> {
    peer.stream.send(Message::Ping("?".into())).await.expect("sent");
    loop {
        match peer.next().await {
            Some(Ok(Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Close(frame))) => return Err(frame.expect("a reason").code.into()),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Waits until there are so many sockets.
async fn sockets(app: &TestApp, count: usize) {
    let line = format!("\nlatchkit_relay_sockets {count}\n");
    let counted = async {
        while !String::from_utf8_lossy(&app.metrics("/metrics").await.body).contains(&line) {}
    };
    tokio::time::timeout(PATIENCE, counted).await.expect("in time");
}

/// The attack: a megabyte of a message that never ends, on each socket of an address.
#[tokio::test]
async fn messages_that_never_end_take_the_room_of_their_address_alone() {
    let app = server(ROOM).await;
    let (mut strangers, mut closed) = (Vec::new(), 0);
    for key in 0..20 {
        let mut stranger = peer(&app, key, STRANGER, PROJECT).await;
        begin(&mut stranger, 1_000_000).await;
        match answers_pings(&mut stranger).await {
            Ok(()) => strangers.push(stranger),
            Err(code) => {
                assert_eq!(code, 1013, "it may come again");
                closed += 1;
            }
        }
    }
    assert_eq!((strangers.len(), closed), (8, 12), "an eighth of 64 MiB");
    let mut neighbour = peer(&app, 100, STRANGER, PROJECT).await;
    neighbour.done("irn_publish", message("a", "small")).await;
    let mut other = peer(&app, 101, "198.51.100.1", PROJECT).await;
    other.done("irn_publish", message("a", &"A".repeat(900_000))).await;
    drop(strangers);
    sockets(&app, 2).await;
    neighbour.done("irn_publish", message("a", &"B".repeat(900_000))).await;
}

/// The attack: pongs for ever, in the middle of a message.
#[tokio::test]
async fn who_never_ends_a_message_is_hung_up_on_whatever_it_says_meanwhile() {
    let app = TestApp::with(&[], |config| config.relay_ping_seconds = 1).await;
    let mut stranger = Peer::of(&app, 2).await;
    begin(&mut stranger, 10).await;
    // It answers each ping as it reads it.
    let gone = async { while let Some(Ok(_)) = stranger.next().await {} };
    tokio::time::timeout(PATIENCE, gone).await.expect("it is hung up on");
}

/// The attack: a large message to many sockets of one address. What there is no room for waits its turn.
#[tokio::test]
async fn a_large_message_reaches_all_sockets_of_one_address() {
    let app = server(ROOM).await;
    let mut wallets = Vec::new();
    for key in 0..12 {
        let mut wallet = peer(&app, key, STRANGER, PROJECT).await;
        wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
        assert!(wallet.pushed_until_now().await.is_empty());
        wallets.push(wallet);
    }
    let mut page = peer(&app, 100, "198.51.100.1", PROJECT).await;
    let texts: Vec<String> = (0..2).map(|at| format!("{at}{}", "A".repeat(800_000))).collect();
    for text in &texts {
        page.done("irn_publish", message("a", text)).await;
    }
    page.done("irn_publish", message("a", "small")).await;
    for wallet in &mut wallets {
        let got = wallet.messages(3).await;
        assert!(got[..2] == texts[..] && got[2] == "small", "in order");
        assert!(wallet.pushed_until_now().await.is_empty());
    }
}

#[tokio::test]
async fn what_is_no_text_ends_its_socket() {
    let app = TestApp::with(&[], |_| {}).await;
    let mut peer = Peer::of(&app, 1).await;
    peer.stream.send(Message::binary("{}")).await.expect("sent");
    assert_eq!(peer.closed().await.0, 1003);
}

/// Pings, pongs and pieces of messages are work, too.
#[tokio::test]
async fn who_sends_frames_without_end_is_hung_up_on() {
    let app = TestApp::with(&[], |config| config.relay_client_requests_per_minute = 100).await;
    let piece = |opcode| Message::Frame(Frame::message("", OpCode::Data(opcode), false));
    for (key, first, more) in [
        (1, Message::Pong("".into()), Message::Pong("".into())),
        (2, Message::Ping("".into()), Message::Ping("".into())),
        (3, piece(Data::Text), piece(Data::Continue)),
    ] {
        let mut peer = Peer::of(&app, key).await;
        peer.stream.send(first).await.expect("sent");
        for _ in 0..1_300 {
            peer.stream.feed(more.clone()).await.expect("sent");
        }
        peer.stream.flush().await.expect("sent");
        assert_eq!(peer.closed().await.0, 1013);
    }
}

async fn fill(page: &mut Peer, at: &str, count: usize) {
    let messages: Vec<Value> = (0..count).map(|it| message(at, &format!("m{it}"))).collect();
    page.done("irn_batchPublish", json!({ "messages": messages })).await;
}

async fn fetched(peer: &mut Peer) -> usize {
    let answer = peer.ask("irn_fetchMessages", json!({ "topic": topic("a") })).await;
    answer["result"]["messages"].as_array().map_or(0, Vec::len)
}

/// The attack: the same full topic, fetched under new keys.
#[tokio::test]
async fn what_is_fetched_counts_with_each_message() {
    let app = TestApp::with(&[], |config| {
        config.relay_client_requests_per_minute = 600;
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("one")];
    })
    .await;
    fill(&mut peer(&app, 255, "198.51.100.1", PROJECT).await, "a", 500).await;
    let mut count = 0;
    for key in 0..60 {
        count += fetched(&mut peer(&app, key, STRANGER, PROJECT).await).await;
    }
    // Of 30,000: 16 times 600 at once, and as many in a minute.
    assert!((9_000..20_000).contains(&count), "{count}");
    let mut other = peer(&app, 100, "203.0.113.1", PROJECT).await;
    assert_eq!(fetched(&mut other).await, 500);
}

/// The attack: a stranger says without end to have something, while the database is slow.
#[tokio::test]
async fn what_a_stranger_has_keeps_nobody_else_from_having_something() {
    let app = server(ROOM).await;
    let mut page = peer(&app, 255, "198.51.100.1", PROJECT).await;
    fill(&mut page, "a", 500).await;
    let mut wallet = peer(&app, 1, "203.0.113.1", PROJECT).await;
    wallet.is_polite = false;
    wallet.done("irn_subscribe", json!({ "topic": topic("w") })).await;
    page.done("irn_publish", message("w", "one")).await;
    let push = wallet.push().await;
    let mut other = Other::open(app.folder()).await;
    other.hold_messages().await;
    let mut stranger = peer(&app, 2, STRANGER, PROJECT).await;
    for _ in 0..110 {
        assert_eq!(fetched(&mut stranger).await, 500);
    }
    wallet.say(json!({ "id": push["id"], "jsonrpc": "2.0", "result": true }).to_string()).await;
    assert!(wallet.pushed_until_now().await.is_empty());
    other.run("ROLLBACK").await;
    app.relay_idle().await;
    let mut again = peer(&app, 1, "203.0.113.1", PROJECT).await;
    again.done("irn_subscribe", json!({ "topic": topic("w") })).await;
    assert!(again.pushed_until_now().await.is_empty(), "it said to have it");
}
