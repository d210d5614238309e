//! The program is killed in the middle of a load, as often as `RELAY_KILLS` says (twice otherwise), and
//! started again: everything that was acknowledged is there, for who listened and for who comes later.

use crate::program::latchkit_in;
use crate::relay_peer::{Peer, message, topic};
use crate::test_app::{PROJECT, PUBLIC, folder};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio_tungstenite::tungstenite::Message;

pub(crate) const TOPICS: [&str; 5] = ["a", "b", "c", "d", "e"];
/// How many messages are on their way at once.
pub(crate) const AT_ONCE: usize = 40;

pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// On the database of a test, at a free address; as one node of several where there is a Redis.
    pub(crate) fn start(folder: &Path, redis_url: Option<&str>) -> Self {
        Server::start_with(folder, redis_url, Stdio::null())
    }

    /// The same, with a place for what it logs.
    pub(crate) fn start_with(
        folder: &Path,
        redis_url: Option<&str>,
        log: impl Into<Stdio>,
    ) -> Self {
        let redis = redis_url.map(|it| ("LATCHKIT_REDIS_URL", it.to_owned()));
        Server::start_told(folder, redis, log)
    }

    /// The same, with variables of its own.
    pub(crate) fn start_told(
        folder: &Path,
        told: impl IntoIterator<Item = (&'static str, String)>,
        log: impl Into<Stdio>,
    ) -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let address = free.expect("a free port");
        let mut process = latchkit_in(folder)
            .arg("serve")
            .envs(told)
            .env("LATCHKIT_BIND", address.to_string())
            .env("LATCHKIT_PUBLIC_URL", format!("http://{PUBLIC}"))
            .env("LATCHKIT_PROJECTS", format!(r#"{{"{PROJECT}":{{"name":"Test"}}}}"#))
            .env("LATCHKIT_RELAY_CLIENT_REQUESTS_PER_MINUTE", "0")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program runs");
        let mut printed = BufReader::new(process.stdout.take().expect("piped"));
        printed.read_line(&mut String::new()).expect("it listens");
        Server { process, address }
    }

    /// `kill -9`
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it ran");
        self.process.wait().expect("it ended");
    }
}

impl Server {
    /// As an operator ends it, who waits until it has.
    pub(crate) fn end(&mut self) {
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(told.success() && self.process.wait().expect("it ended").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How often a test kills.
pub(crate) fn kills() -> usize {
    std::env::var("RELAY_KILLS").map_or(2, |it| it.parse().expect("a number"))
}

/// The next frame; nothing where the socket broke.
pub(crate) async fn next(peer: &mut Peer) -> Option<Value> {
    loop {
        match peer.stream.next().await {
            Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

/// Publishes without end, and gives what was acknowledged until the socket broke. `enough` is told how
/// many were, each time.
async fn publish(mut page: Peer, run: usize, mut enough: impl FnMut(usize)) -> HashSet<String> {
    let (mut waiting, mut acknowledged) = (HashMap::new(), HashSet::new());
    for number in 0.. {
        while waiting.len() >= AT_ONCE {
            let Some(answer) = next(&mut page).await else { return acknowledged };
            let text = waiting.remove(&answer["id"].to_string()).expect("it was asked");
            assert_eq!(answer["result"], true, "{answer}");
            acknowledged.insert(text);
            enough(acknowledged.len());
        }
        let text = format!("run{run}message{number}");
        let frame = message(TOPICS[number % TOPICS.len()], &text);
        let id = json!((2_000_000_000 + number).to_string());
        let frame = json!({ "id": id, "jsonrpc": "2.0", "method": "irn_publish", "params": frame });
        if futures_util::SinkExt::send(&mut page.stream, Message::text(frame.to_string()))
            .await
            .is_err()
        {
            break;
        }
        waiting.insert(id.to_string(), text);
    }
    // What was answered before the end may still be on its way.
    while let Some(answer) = next(&mut page).await {
        acknowledged.extend(waiting.remove(&answer["id"].to_string()));
    }
    acknowledged
}

/// What a client that listens is sent until its socket breaks, each said to be there.
async fn listen(mut wallet: Peer) -> HashSet<String> {
    let mut got = HashSet::new();
    while let Some(push) = next(&mut wallet).await {
        let Some(text) = push["params"]["data"]["message"].as_str() else { continue };
        let said = json!({ "id": push["id"], "jsonrpc": "2.0", "result": true });
        let said = Message::text(said.to_string());
        // It has the message, whether the relay hears of it or not.
        got.insert(text.to_owned());
        let _ = futures_util::SinkExt::send(&mut wallet.stream, said).await;
    }
    got
}

pub(crate) async fn subscribed(address: SocketAddr, seed: u8) -> Peer {
    let mut peer = Peer::at(address, seed).await;
    let topics: Vec<String> = TOPICS.iter().map(|it| topic(it)).collect();
    peer.done("irn_batchSubscribe", json!({ "topics": topics })).await;
    peer
}

/// Everything that waits for a client.
pub(crate) async fn waiting(address: SocketAddr, seed: u8) -> Vec<String> {
    let mut peer = subscribed(address, seed).await;
    peer.pushed_until_now().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_was_acknowledged_is_lost_when_the_program_is_killed() {
    let (runs, mut total) = (kills(), 0);
    for run in 0..runs {
        let folder = folder();
        let mut server = Server::start(&folder, None);
        let listening = tokio::spawn(listen(subscribed(server.address, 2).await));
        // Each run ends somewhere else in the load.
        let most = 50 + run * 37 % 300;
        let (told, enough) = tokio::sync::oneshot::channel();
        let mut told = Some(told);
        let page = Peer::at(server.address, 1).await;
        let publishing = tokio::spawn(publish(page, run, move |count| {
            if count >= most
                && let Some(told) = told.take()
            {
                told.send(()).expect("somebody waits");
            }
        }));
        enough.await.expect("it is told");
        server.kill();
        let acknowledged = publishing.await.expect("no panic");
        let mut there = listening.await.expect("no panic");
        assert!(acknowledged.len() >= most);
        let server = Server::start(&folder, None);
        let later = waiting(server.address, 3).await;
        let once: HashSet<String> = later.iter().cloned().collect();
        assert_eq!(once.len(), later.len(), "run {run}: a message came twice");
        let lost: Vec<&String> = acknowledged.difference(&once).collect();
        assert!(lost.is_empty(), "run {run}: who comes later lacks {lost:?}");
        there.extend(waiting(server.address, 2).await);
        let lost: Vec<&String> = acknowledged.difference(&there).collect();
        assert!(lost.is_empty(), "run {run}: who listened lacks {lost:?}");
        total += acknowledged.len();
    }
    println!("{runs} kills, {total} messages acknowledged, none lost");
}
