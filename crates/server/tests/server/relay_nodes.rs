//! Two nodes of one relay: on one database, and a Redis server of the test's own. Where neither Redis nor
//! Valkey is installed there is nothing to see; `cargo xtask postgres` installs it.

use crate::logged::Logged;
use crate::relay_peer::{PATIENCE, Peer, message, topic};
use crate::test_app::{TestApp, folder};
use serde_json::json;
use server::redis_url::RedisUrl;
use std::collections::HashSet;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio::sync::watch;

/// A Redis server that ends with the test.
pub(crate) struct Redis {
    process: Child,
    program: &'static str,
    address: SocketAddr,
    options: &'static [&'static str],
}

impl Redis {
    pub(crate) fn start() -> Option<Self> {
        Redis::start_with(&[])
    }

    pub(crate) fn start_with(options: &'static [&'static str]) -> Option<Self> {
        let is_there =
            |it: &&str| Command::new(it).arg("--version").stdout(Stdio::null()).status().is_ok();
        let program = ["redis-server", "valkey-server"].into_iter().find(is_there)?;
        let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let address = free.expect("a free port");
        Some(Redis { process: run(program, address, options), program, address, options })
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// Starts it anew.
    fn start_again(&mut self) {
        self.process = run(self.program, self.address, self.options);
    }

    fn end(&mut self) {
        let _ = self.process.kill();
        self.process.wait().expect("it ended");
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.end();
    }
}

fn run(program: &str, address: SocketAddr, options: &[&str]) -> Child {
    let port = address.port().to_string();
    let process = Command::new(program)
        .args(["--bind", "127.0.0.1", "--port", &port, "--save", "", "--appendonly", "no"])
        .args(options)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    while TcpStream::connect(address).is_err() {
        std::thread::yield_now();
    }
    process
}

/// The attack: a password that was mistyped, with which a server seemed to start well.
#[tokio::test]
async fn who_is_not_let_in_is_told_so_at_the_start() {
    let Some(mut redis) = Redis::start_with(&["--requirepass", "right"]) else { return };
    let check = async |user: &str| {
        let url = format!("redis://{user}{}", redis.address);
        RedisUrl::try_from(url).expect("a URL").check().await.map_err(|it| it.to_string())
    };
    assert_eq!(check(":right@").await, Ok(()));
    for user in [":WRONG@", "", "nobody:WRONG@"] {
        let said = check(user).await.expect_err(user);
        assert!(said.contains(&format!("at {} does not let", redis.address)), "{said}");
        assert!(said.contains("`redis_url`") && !said.contains("WRONG"), "{said}");
    }
    redis.end();
    let url = RedisUrl::try_from(redis.url()).expect("a URL");
    assert!(url.check().await.is_ok(), "nodes wait for one that is away");
}

#[tokio::test]
async fn that_redis_is_away_is_logged_once_and_that_it_is_back() {
    let (logged, _logging) = Logged::start();
    let Some(mut redis) = Redis::start() else { return };
    let _app = node(&folder(), &redis).await;
    let said = async |words: &str| {
        let told = async {
            while logged.lines(words).is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, told).await.unwrap_or_else(|_| panic!("{words}: never"));
    };
    redis.end();
    // It is tried again and again, and each try fails.
    let broken = tokio::net::TcpListener::bind(redis.address).await.expect("a free port");
    for _ in 0..5 {
        drop(broken.accept().await.expect("a try"));
    }
    drop(broken);
    redis.start_again();
    for words in ["told again", "heard again", "not told", "not heard"] {
        said(words).await;
        let lines = logged.lines(words);
        let is_placed =
            lines.iter().all(|it| it.contains(&format!("redis_url=\"{}\"", redis.address)));
        assert!(lines.len() == 1 && is_placed, "{lines:?}");
    }
}

async fn node(folder: &Path, redis: &Redis) -> TestApp {
    node_at(folder, redis.address).await
}

async fn node_at(folder: &Path, redis: SocketAddr) -> TestApp {
    let url = RedisUrl::try_from(format!("redis://{redis}")).expect("a URL");
    TestApp::in_folder(folder.to_owned(), &[], |config| {
        config.redis_url = Some(url);
        config.relay_client_requests_per_minute = 0;
    })
    .await
}

#[tokio::test]
async fn what_is_left_at_one_node_arrives_at_the_other() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let (mut page, mut wallet) = (Peer::of(&one, 1).await, Peer::of(&other, 2).await);
    let a = json!({ "topic": topic("a") });
    page.done("irn_subscribe", a.clone()).await;
    wallet.done("irn_subscribe", a).await;
    let texts: Vec<String> = (0..200).map(|at| format!("m{at}")).collect();
    for text in &texts {
        page.done("irn_publish", message("a", text)).await;
    }
    assert_eq!(wallet.messages(200).await, texts);
    wallet.done("irn_publish", message("a", "back")).await;
    assert_eq!(page.messages(1).await, ["back"]);
}

/// Each message makes its topic be read on, at which what was just said to be there still waits.
#[tokio::test]
async fn what_is_said_to_be_there_is_noted_once_more_at_most() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let (mut page, mut wallet) = (Peer::of(&one, 1).await, Peer::of(&other, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    for at in 0..20 {
        page.done("irn_publish", message("a", &format!("m{at}"))).await;
        assert_eq!(wallet.messages(1).await, [format!("m{at}")]);
    }
    assert!(wallet.pushed_until_now().await.is_empty());
    other.relay_idle().await;
    let told = String::from_utf8(other.metrics("/metrics").await.body.to_vec()).expect("text");
    let taken = told.lines().find(|it| it.contains("outcome=\"taken\"")).expect("a count");
    let count: u32 = taken.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a number");
    assert!((20..=40).contains(&count), "{taken}");
}

/// A node whose database kept a message and could not say so does not know that there is news.
#[tokio::test]
async fn what_was_kept_unknown_to_its_node_arrives_when_it_is_left_again() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let alone = TestApp::in_folder(folder.clone(), &[], |_| {}).await;
    let mut wallet = Peer::of(&other, 2).await;
    let mut pages = [Peer::of(&alone, 1).await, Peer::of(&one, 1).await];
    hear_each_other(&mut pages[1], &mut wallet).await;
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert!(wallet.pushed_until_now().await.is_empty());
    for page in &mut pages {
        page.done("irn_publish", message("a", "one")).await;
    }
    assert_eq!(wallet.messages(1).await, ["one"]);
}

#[tokio::test]
async fn a_page_is_told_once_of_a_phone_at_another_node_whoever_came_first() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let (mut page, mut tab) = (Peer::of(&one, 1).await, Peer::of(&other, 1).await);
    let mut wallet = Peer::of(&other, 2).await;
    hear_each_other(&mut page, &mut wallet).await;
    for at in ["a", "b"] {
        tab.done("irn_subscribe", json!({ "topic": topic(at) })).await;
    }
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    for at in ["a", "b"] {
        page.done("latchkit_watchTopic", json!({ "topic": topic(at) })).await;
    }
    let taken = |at: &str| json!({ "topic": topic(at) });
    assert_eq!(page.push().await["params"], taken("a"), "it was there before");
    // Its own tab at the other node is no phone.
    wallet.done("irn_fetchMessages", json!({ "topic": topic("b") })).await;
    assert_eq!(page.push().await["params"], taken("b"), "it comes now");
    wallet.done("irn_subscribe", json!({ "topic": topic("b") })).await;
    wallet.done("irn_publish", message("a", "last")).await;
    page.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    assert_eq!(page.pushed().await["message"], "last", "and nothing is told twice");
}

/// Two tabs of a page are one client, wherever their sockets are.
#[tokio::test]
async fn a_socket_gets_what_another_of_its_client_has_from_another_node() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let mut page = Peer::of(&one, 1).await;
    let mut tabs = [Peer::of(&one, 2).await, Peer::of(&other, 2).await];
    for tab in &mut tabs {
        tab.done("irn_subscribe", json!({ "topic": topic("a") })).await;
        assert!(tab.pushed_until_now().await.is_empty());
    }
    let [quick, late] = &mut tabs;
    for at in 0..100 {
        let text = format!("m{at}");
        page.done("irn_publish", message("a", &text)).await;
        for tab in [&mut *quick, &mut *late] {
            assert_eq!(tab.messages(1).await, [text.as_str()]);
        }
    }
}

#[tokio::test]
async fn while_redis_is_away_messages_are_kept_and_then_arrive() {
    let Some(mut redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let (mut page, mut wallet) = (Peer::of(&one, 1).await, Peer::of(&other, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    page.done("irn_publish", message("a", "before")).await;
    assert_eq!(wallet.messages(1).await, ["before"]);
    redis.end();
    page.done("irn_publish", message("a", "meanwhile")).await;
    redis.start_again();
    assert_eq!(wallet.messages(1).await, ["meanwhile"]);
}

/// The way from a node to Redis. Nothing passes before it is free; when it is freed anew, nothing ever passes
/// again on the connections that there were, and nobody is told: as behind a router that forgot them.
struct Way {
    address: SocketAddr,
    freed: watch::Sender<u32>,
    opened: watch::Sender<usize>,
}

impl Way {
    async fn blocked(redis: SocketAddr) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a port");
        let way = Way { address, freed: watch::Sender::new(0), opened: watch::Sender::new(0) };
        let (freed, opened) = (way.freed.clone(), way.opened.clone());
        tokio::spawn(async move {
            while let Ok((mut node, _)) = listener.accept().await {
                opened.send_modify(|it| *it += 1);
                let mut freed = freed.subscribe();
                tokio::spawn(async move {
                    let before = *freed.borrow();
                    if before > 0 {
                        let mut redis = tokio::net::TcpStream::connect(redis).await.expect("Redis");
                        tokio::select! {
                            _ = tokio::io::copy_bidirectional(&mut node, &mut redis) => return,
                            _ = freed.wait_for(|it| *it != before) => {}
                        }
                    }
                    // The connection stays.
                    std::future::pending::<()>().await;
                });
            }
        });
        way
    }

    fn free(&self) {
        self.freed.send_modify(|it| *it += 1);
    }

    /// Waits until a node has opened so many connections.
    async fn opened(&self, count: usize) {
        let opened = async { drop(self.opened.subscribe().wait_for(|it| *it >= count).await) };
        tokio::time::timeout(PATIENCE, opened).await.expect("in time");
    }
}

#[tokio::test]
async fn a_connection_on_which_redis_never_answers_is_given_up() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let way = Way::blocked(redis.address).await;
    let (one, other) = (node_at(&folder, way.address).await, node(&folder, &redis).await);
    // To speak, and to hear.
    way.opened(2).await;
    way.free();
    let (mut page, mut wallet) = (Peer::of(&one, 1).await, Peer::of(&other, 2).await);
    for (peer, at) in [(&mut wallet, "a"), (&mut page, "b")] {
        peer.done("irn_subscribe", json!({ "topic": topic(at) })).await;
        assert!(peer.pushed_until_now().await.is_empty());
    }
    for time in ["never", "nomore"] {
        // The first may be found as the silence is noticed.
        for at in 0..2 {
            let text = format!("{time}{at}");
            page.done("irn_publish", message("a", &text)).await;
            assert_eq!(wallet.messages(1).await, [text.as_str()]);
            wallet.done("irn_publish", message("b", &text)).await;
            assert_eq!(page.messages(1).await, [text]);
        }
        way.free();
    }
}

/// A node that dies may have kept what it did not live to tell of.
#[tokio::test]
async fn when_a_node_ends_its_clients_move_and_nothing_is_lost() {
    let Some(redis) = Redis::start() else { return };
    let folder = folder();
    let (one, other) = (node(&folder, &redis).await, node(&folder, &redis).await);
    let (mut page, mut wallet) = (Peer::of(&one, 1).await, Peer::of(&other, 2).await);
    wallet.done("irn_subscribe", json!({ "topic": topic("a") })).await;
    let mut acknowledged = HashSet::new();
    for at in 0..100 {
        if at == 50 {
            one.stop();
            assert_eq!(page.closed().await.0, 1001);
            page = Peer::of(&other, 1).await;
        }
        let text = format!("m{at}");
        page.done("irn_publish", message("a", &text)).await;
        acknowledged.insert(text);
    }
    let got: HashSet<String> = wallet.messages(100).await.into_iter().collect();
    assert_eq!(got, acknowledged);
}

/// A node that has not begun to listen to the others is not told of who comes: it is no more than a hint. What
/// is left it has in any case, as soon as it does.
async fn hear_each_other(one: &mut Peer, other: &mut Peer) {
    one.done("irn_subscribe", json!({ "topic": topic("c") })).await;
    other.done("irn_publish", message("c", "one")).await;
    assert_eq!(one.pushed().await["message"], "one");
    other.done("irn_subscribe", json!({ "topic": topic("d") })).await;
    one.done("irn_publish", message("d", "other")).await;
    assert_eq!(other.pushed().await["message"], "other");
}
