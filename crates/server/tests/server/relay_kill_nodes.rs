//! Two processes of the program on one Postgres and one Redis server, one of which is killed in the middle
//! of a load: the first, the second, the first … as often as `RELAY_KILLS` says (twice otherwise); or told
//! to end. Its clients move to the other, say again what was not acknowledged, and nobody lacks anything.
//! It is under `cargo xtask postgres` only: nodes share no SQLite file.

use crate::database;
use crate::relay_kill::{AT_ONCE, Server, TOPICS, kills, next, subscribed, waiting};
use crate::relay_nodes::Redis;
use crate::relay_peer::{PATIENCE, Peer, message};
use crate::test_app::folder;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// How many messages each of two clients leaves.
const EACH: usize = 1_000;

/// Where a client is at home, and where it goes from there.
type Ways = [SocketAddr; 2];

/// Publishes until everything is acknowledged, at the next node where one breaks off, and tells how much is.
async fn publish(ways: Ways, seed: u8, told: watch::Sender<usize>) -> HashSet<String> {
    let mut left: Vec<String> =
        (0..EACH).rev().map(|at| format!("from{seed}message{at}{}", "A".repeat(at % 9))).collect();
    let (mut acknowledged, mut last_id) = (HashSet::new(), 2_000_000_000_u64);
    for way in ways.iter().cycle() {
        let mut page = Peer::at(*way, seed).await;
        let mut open: HashMap<String, String> = HashMap::new();
        while acknowledged.len() < EACH {
            while open.len() < AT_ONCE
                && let Some(text) = left.pop()
            {
                last_id += 1;
                // The same again where it is said again: otherwise it would be another message.
                let params = message(TOPICS[text.len() % TOPICS.len()], &text);
                let id = last_id.to_string();
                let frame = json!({ "id": id, "jsonrpc": "2.0", "method": "irn_publish",
                    "params": params });
                open.insert(id, text);
                // Where that fails, no answer comes.
                let _ = page.stream.send(Message::text(frame.to_string())).await;
            }
            let Some(answer) = next(&mut page).await else { break };
            assert_eq!(answer["result"], true, "{answer}");
            let id = answer["id"].as_str().expect("an id");
            acknowledged.insert(open.remove(id).expect("it was asked"));
            told.send_replace(acknowledged.len());
        }
        if acknowledged.len() == EACH {
            break;
        }
        left.extend(open.into_values());
    }
    acknowledged
}

/// What a client hears until that is so much, at the next node where one breaks off. What it has it says to
/// have, whether a node hears of it or not.
async fn listen(ways: Ways, seed: u8, most: usize) -> HashSet<String> {
    let mut got = HashSet::new();
    for way in ways.iter().cycle() {
        let mut wallet = subscribed(*way, seed).await;
        // What came with the answer to the subscription comes again: nobody said to have it.
        while got.len() < most
            && let Some(push) = next(&mut wallet).await
        {
            let Some(text) = push["params"]["data"]["message"].as_str() else { continue };
            got.insert(text.to_owned());
            let said = json!({ "id": push["id"], "jsonrpc": "2.0", "result": Value::Bool(true) });
            let _ = wallet.stream.send(Message::text(said.to_string())).await;
        }
        if got.len() == most {
            break;
        }
    }
    got
}

/// How a node ends.
type Ends = fn(&mut Server);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_node_is_killed_under_load_and_nobody_lacks_anything() {
    for run in 0..kills() {
        if !under_load(run, Server::kill).await {
            return;
        }
    }
    println!("{} kills of a node of two, {} messages each, none lost", kills(), 2 * EACH);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_node_is_ended_under_load_and_sends_its_clients_to_the_other() {
    for run in 0..2 {
        if !under_load(run, Server::end).await {
            return;
        }
    }
}

/// Has one of two nodes end in the middle of a load; each run somewhere else in it. Says whether there was
/// what it takes.
async fn under_load(run: usize, end: Ends) -> bool {
    let folder = folder();
    if database::postgres(&folder).is_none() {
        return false;
    }
    let Some(redis) = Redis::start() else { return false };
    let mut nodes = [(); 2].map(|()| Server::start(&folder, Some(&redis.url())));
    let here: Ways = [nodes[0].address, nodes[1].address];
    let there: Ways = [here[1], here[0]];
    let listening =
        [(here, 2), (there, 3)].map(|(ways, seed)| tokio::spawn(listen(ways, seed, 2 * EACH)));
    let (told, mut count) = watch::channel(0);
    let ending = run % 2;
    let publishing = [(here, 4), (there, 5)].map(|(ways, seed)| {
        let told = if ways[0] == here[ending] { told.clone() } else { watch::Sender::new(0) };
        tokio::spawn(publish(ways, seed, told))
    });
    count.wait_for(|it| *it >= 50 + run * 137 % 600).await.expect("it publishes");
    end(&mut nodes[ending]);
    let mut acknowledged = HashSet::new();
    for task in publishing {
        acknowledged.extend(task.await.expect("no panic"));
    }
    assert_eq!(acknowledged.len(), 2 * EACH);
    for task in listening {
        let got = timeout(PATIENCE, task).await.expect("nothing is lost").expect("no panic");
        assert!(got == acknowledged, "run {run}: what nobody left came");
    }
    let later = waiting(there[ending], 6).await;
    let once: HashSet<String> = later.iter().cloned().collect();
    assert_eq!(once.len(), later.len(), "run {run}: a message came twice");
    assert!(once == acknowledged, "run {run}: who comes later lacks something");
    true
}
