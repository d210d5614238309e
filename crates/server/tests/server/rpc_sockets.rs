//! `GET /v1` as a WebSocket: calls, limits, subscriptions; nodes that end under a subscription.

use crate::fake_node::{FakeNode, each};
use crate::relay_peer::{PATIENCE, open};
use crate::seeded::{OWNER, bare_chain};
use crate::test_app::{PROJECT, TestApp, ask};
use futures_util::{SinkExt, StreamExt};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::client_address::Block;
use server::config_values::SocketUrl;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, accept_async};

const UNKNOWN: &str = "what was told may be gone, and more may have come";
const TOPIC: &str = "0x5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";

#[tokio::test]
async fn what_is_asked_in_a_socket_is_answered_as_a_post_of_it_is() {
    let node = FakeNode::sound().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    for (said, answer) in [
        (r#"{"id":7,"method":"eth_call"}"#, r#"{"jsonrpc":"2.0","id":7,"result":"eth_call"}"#),
        (
            r#"[{"id":"a","method":"eth_chainId"},{"id":2,"method":"eth_gasPrice"}]"#,
            r#"[{"jsonrpc":"2.0","id":"a","result":"0x5"},{"jsonrpc":"2.0","id":2,"result":"eth_gasPrice"}]"#,
        ),
        (
            r#"{"id":1,"method":"eth_accounts"}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server does not hand on this method."}}"#,
        ),
        (
            r#"[{"id":1,"method":"eth_subscribe","params":["newHeads"]}]"#,
            r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server does not hand on this method."}}]"#,
        ),
        (
            r#"{"id":1,"method":"eth_subscribe","params":["syncing"]}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Only newHeads and logs are told of."}}"#,
        ),
        (
            r#"{"id":1,"method":"eth_unsubscribe","params":["0x1"]}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"There is no such subscription."}}"#,
        ),
        (
            "[]",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The batch holds no call."}}"#,
        ),
    ] {
        client.say(said).await;
        assert_eq!(client.hear_text().await, answer, "{said}");
    }
    client.say("{").await;
    assert_eq!(client.hear().await["error"]["code"], -32700);
}

#[tokio::test]
async fn who_may_not_ask_has_no_socket() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        config.rpc_client_sockets = 1;
    })
    .await;
    let other = app
        .project('1', |settings| settings.origins = vec!["https://shop.example".to_owned()])
        .await;
    let path = |chain: &str, project: &str| format!("/v1?chainId={chain}&projectId={project}");
    let page = [("origin", "https://evil.example")];
    assert_eq!(refused(&app, &path("eip155:5", &other), &page).await, 403);
    assert_eq!(refused(&app, &path("eip155:6", PROJECT), &[]).await, 400);
    assert_eq!(refused(&app, &path("eip155:5", &"0".repeat(32)), &[]).await, 401);
    assert_eq!(app.get(&path("eip155:5", PROJECT)).await.status, 426);
    let first = Client::of(&app, "eip155:5").await;
    assert_eq!(refused(&app, &path("eip155:5", PROJECT), &[]).await, 429);
    drop(first);
    let again = async {
        while open(app.address(), &path("eip155:5", PROJECT), &[]).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("its place is free");
}

#[tokio::test]
async fn what_is_said_in_a_socket_counts_like_requests() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        config.client_requests_per_minute = 4;
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    let call = r#"{"id":7,"method":"eth_call"}"#;
    client.say(&format!("[{call},{call}]")).await;
    assert_eq!(client.hear().await[1]["result"], "eth_call");
    client.say(&format!("[{call},{call}]")).await;
    assert_eq!(client.hear().await["error"]["code"], -32005);
    client.say(r#"{"id":8,"method":"eth_subscribe","params":["newHeads"]}"#).await;
    let refused = client.hear().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(8), &json!(-32005)));
}

#[tokio::test]
async fn a_client_has_so_many_subscriptions() {
    let node = Blocks::new(10).node().await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let first = client.subscribe(json!(["newHeads"])).await;
    for at in 1..32 {
        client.subscribe(json!(["logs", {"topics": [format!("0x{at:064x}")]}])).await;
    }
    let one_more = r#"{"id":1,"method":"eth_subscribe","params":["newHeads"]}"#;
    client.say(one_more).await;
    assert_eq!(client.hear().await["error"]["code"], -32005);
    assert_eq!(client.ask("eth_unsubscribe", json!([first])).await, true);
    client.say(one_more).await;
    assert!(client.hear().await["result"].is_string());
}

#[tokio::test]
async fn chains_that_can_be_subscribed_to_are_listed() {
    let app = TestApp::with(&[FakeNode::sound().await.url], |config| {
        let nodes = config.chains["eip155:5"].clone();
        config.chains.insert("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp".to_owned(), nodes);
    })
    .await;
    let listed = app.get("/v1/supported-chains").await.status_and_body();
    assert_snapshot!(listed, @r#"200 {"http":["eip155:5","solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],"ws":["eip155:5"]}"#);
}

#[tokio::test]
async fn a_real_chain_tells_of_blocks_and_logs() {
    let chain = bare_chain();
    // By its socket, and by asking it.
    for socket in [Some(chain.url.replace("http://", "ws://")), None] {
        let app = TestApp::with(std::slice::from_ref(&chain.url), |config| {
            let nodes = config.chains.remove("eip155:5").expect("it is set");
            config.chains.insert("eip155:31337".to_owned(), nodes);
            let sockets = socket.map(|it| SocketUrl::try_from(it).expect("a URL"));
            config.node_sockets =
                [("eip155:31337".to_owned(), sockets.into_iter().collect())].into();
        })
        .await;
        let mut client = Client::of(&app, "eip155:31337").await;
        let heads = client.subscribe(json!(["newHeads"])).await;
        let logs = client.subscribe(json!(["logs", {"topics": [TOPIC]}])).await;
        let none = client.subscribe(json!(["logs", {"address": OWNER}])).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let code = format!("0x7f{}60006000a100", TOPIC.trim_start_matches("0x"));
        let sent = json!({"from": OWNER, "data": code, "gas": "0x30000"});
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": "eth_sendTransaction", "params": [sent]});
        let hash = asked(&chain.url, &body).await["result"].clone();
        let (mut head, mut log) = (Value::Null, Value::Null);
        while log.is_null() || head["hash"] != log["blockHash"] {
            let told = client.hear().await;
            let params = &told["params"];
            assert_ne!(params["subscription"], none);
            if params["subscription"] == heads
                && (log.is_null() || head["hash"] != log["blockHash"])
            {
                head = params["result"].clone();
            } else if params["subscription"] == logs {
                assert_eq!(params["result"]["transactionHash"], hash);
                log = params["result"].clone();
            }
        }
        assert_eq!((&log["topics"], &log["removed"]), (&json!([TOPIC]), &json!(false)));
        assert!(head["logsBloom"].is_string() && head["transactions"].is_null());
        client.ask("eth_unsubscribe", json!([logs])).await;
        client.ask("eth_unsubscribe", json!([heads])).await;
    }
}

#[tokio::test]
async fn where_a_node_ends_under_a_subscription_another_one_tells_what_came_meanwhile() {
    let blocks = Blocks::new(10);
    let (first, second) = (blocks.node().await, blocks.node().await);
    let app = TestApp::with_nodes(&[first.url.clone(), second.url.clone()]).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let heads = client.subscribe(json!(["newHeads"])).await;
    let logs = client.subscribe(json!(["logs", {}])).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    blocks.grow(1);
    assert_eq!(client.told(&heads, &logs, 11).await, [11]);
    assert!(!first.asked().is_empty());
    first.ends().await;
    blocks.grow(3);
    assert_eq!(client.told(&heads, &logs, 14).await, [12, 13, 14]);
    // What takes the place of the last two: their logs are told again, as removed.
    blocks.replace(2, 3);
    let (mut removed, mut told) = (Vec::new(), Vec::new());
    while told.last() != Some(&15) {
        let said = client.hear().await;
        let result = &said["params"]["result"];
        if said["params"]["subscription"] == logs {
            let number = number(&result["blockNumber"]);
            if result["removed"] == true { removed.push(number) } else { told.push(number) }
        }
    }
    assert_eq!((removed, told), (vec![14, 13], vec![13, 14, 15]));
}

#[tokio::test]
async fn one_node_of_three_that_tells_of_a_block_far_away_keeps_nobody_from_the_next() {
    // There is no such block, or it tells of one.
    for tells_it in [false, true] {
        let blocks = Blocks::new(10);
        let of_liar = blocks.clone();
        let far = format!("0x{:x}", u32::MAX);
        let liar = FakeNode::answering(move |body| {
            let said = each(body, |call| {
                let of_far = [json!("latest"), json!(far)].contains(&call["params"][0]);
                let result = match call["method"].as_str() {
                    Some("eth_blockNumber") => json!(far),
                    Some("eth_getBlockByNumber") if of_far && tells_it => json!({"number": far,
                        "hash": far, "parentHash": far, "timestamp": "0x1"}),
                    Some("eth_getBlockByNumber") if of_far => Value::Null,
                    _ => of_liar.answer(call, 0),
                };
                json!({"id": call["id"], "result": result}).to_string()
            });
            (200, said)
        })
        .await;
        liar.is_at(u32::MAX.into());
        let (one, other) = (blocks.node().await, blocks.node().await);
        let urls = [liar.url.clone(), one.url.clone(), other.url.clone()];
        let app = TestApp::with_nodes(&urls).await;
        let mut client = Client::of(&app, "eip155:5").await;
        let heads = client.subscribe(json!(["newHeads"])).await;
        let logs = client.subscribe(json!(["logs", {}])).await;
        blocks.is_followed(&liar).await;
        blocks.grow(2);
        one.is_at(12);
        other.is_at(12);
        assert_eq!(client.told(&heads, &logs, 12).await, [11, 12], "{tells_it}");
    }
}

#[tokio::test]
async fn where_a_nodes_socket_ends_another_one_is_opened() {
    let blocks = Blocks::new(10);
    let node = blocks.node().await;
    let (first, second) = (blocks.socket("0x5").await, blocks.socket("0x5").await);
    let stranger = blocks.socket("0x1").await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        let sockets = [&stranger.url, &first.url, &second.url];
        let sockets = sockets.map(|it| SocketUrl::try_from(it.clone()).expect("a URL"));
        config.node_sockets = [("eip155:5".to_owned(), sockets.to_vec())].into();
    })
    .await;
    let (mut one, mut other) =
        (Client::of(&app, "eip155:5").await, Client::of(&app, "eip155:5").await);
    let heads =
        [one.subscribe(json!(["newHeads"])).await, other.subscribe(json!(["newHeads"])).await];
    first.is_asked(1).await;
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 11);
    assert_eq!(other.head(&heads[1]).await, 11);
    first.ends();
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 12);
    second.is_asked(1).await;
    blocks.grow(1);
    assert_eq!(one.head(&heads[0]).await, 13);
    assert_eq!((other.head(&heads[1]).await, other.head(&heads[1]).await), (12, 13));
    assert_eq!(stranger.subscribed.load(Ordering::SeqCst), 0, "it is of another chain");
    assert_eq!(second.subscribed.load(Ordering::SeqCst), 1, "all hear of one");
}

#[tokio::test]
async fn a_socket_that_tells_of_a_block_far_away_keeps_nobody_from_the_next() {
    let (blocks, far) = (Blocks::new(10), Blocks::new(5_000));
    let (node, liar) = (blocks.node().await, far.socket("0x5").await);
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        let socket = SocketUrl::try_from(liar.url.clone()).expect("a URL");
        config.node_sockets = [("eip155:5".to_owned(), vec![socket])].into();
    })
    .await;
    let mut client = Client::of(&app, "eip155:5").await;
    let heads = client.subscribe(json!(["newHeads"])).await;
    liar.is_asked(1).await;
    far.grow(1);
    blocks.grow(1);
    assert_eq!(client.head(&heads).await, 11);
}

#[tokio::test]
async fn who_does_not_read_what_is_told_is_hung_up_on_before_much_of_it_is_held() {
    let blocks = Blocks::new(10);
    let node = blocks.telling(|_| (), 900_000).await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.trusted_proxies = vec![Block::try_from("127.0.0.1".to_owned()).expect("one")];
    })
    .await;
    let mut client = Client::at(&app, "192.0.2.1").await;
    let mut reader = Client::at(&app, "192.0.2.2").await;
    for it in [&mut client, &mut reader] {
        it.subscribe(json!(["logs", {}])).await;
    }
    blocks.is_followed(&node).await;
    blocks.grow(40);
    // It reads nothing until somebody else has read all of it.
    for at in 11..=50 {
        assert_eq!(number(&reader.hear().await["params"]["result"]["blockNumber"]), at);
    }
    assert_eq!(client.end().await, (1013, "what is told was not read".to_owned()));
}

#[tokio::test]
async fn a_log_that_cannot_be_told_as_removed_is_no_secret() {
    let blocks = Blocks::new(10);
    let node = blocks.telling(|_| (), 300_000).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(1);
    assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), 11);
    blocks.replace(1, 2);
    assert_eq!(client.end().await, (1013, UNKNOWN.to_owned()));
}

#[tokio::test]
async fn what_is_removed_is_told_while_no_node_tells_the_logs_of_many_blocks() {
    let blocks = Blocks::new(10);
    let gate = Arc::new(Semaphore::new(1));
    let (passes, of_blocks) = (gate.clone(), blocks.clone());
    let node = FakeNode::asking(move |body| {
        let (passes, blocks) = (passes.clone(), of_blocks.clone());
        async move {
            if body.contains("eth_getLogs") {
                passes.acquire().await.expect("open").forget();
            }
            (200, blocks.answers(&body, 0))
        }
    })
    .await;
    node.is_at(10);
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let logs = client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    blocks.grow(1);
    assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), 11);
    blocks.grow(1);
    let is_asked = |it: &String| it.contains("eth_getLogs");
    until(|| node.asked().iter().filter(|it| is_asked(it)).count() == 2).await;
    blocks.replace(2, 42);
    let removed = client.hear().await["params"]["result"].clone();
    assert_eq!((number(&removed["blockNumber"]), &removed["removed"]), (11, &json!(true)));
    gate.add_permits(1_000);
    for at in 11..=52 {
        let said = client.hear().await;
        assert_eq!(said["params"]["subscription"], logs);
        let result = &said["params"]["result"];
        assert_eq!((number(&result["blockNumber"]), &result["removed"]), (at, &json!(false)));
    }
}

#[tokio::test]
async fn where_nobody_knows_what_is_between_two_blocks_logs_go_on_only_if_the_first_still_stands() {
    let blocks = Blocks::new(10);
    let is_hidden = Arc::new(AtomicBool::new(false));
    let hidden = is_hidden.clone();
    let hides = move |call: &mut Value| {
        if call["method"] == "eth_getBlockByHash" && hidden.load(Ordering::SeqCst) {
            call["params"][0] = "0x".into();
        }
    };
    let node = blocks.telling(hides, 0).await;
    let app = TestApp::with_nodes(std::slice::from_ref(&node.url)).await;
    let mut client = Client::of(&app, "eip155:5").await;
    client.subscribe(json!(["logs", {}])).await;
    blocks.is_followed(&node).await;
    for (grown, told) in [(1, 11), (4, 15), (1, 16)] {
        is_hidden.store(grown == 4, Ordering::SeqCst);
        blocks.grow(grown);
        assert_eq!(number(&client.hear().await["params"]["result"]["blockNumber"]), told);
    }
    is_hidden.store(true, Ordering::SeqCst);
    blocks.replace(2, 5);
    assert_eq!(client.end().await, (1013, UNKNOWN.to_owned()));
}

#[tokio::test]
async fn messages_that_are_being_answered_take_room_of_their_client() {
    let node = FakeNode::deaf_to("eth_call").await;
    let app = TestApp::with(&[node.url], |config| config.held_bytes = 8 * 64 * 1024).await;
    let mut client = Client::of(&app, "eip155:5").await;
    let long = "a".repeat(60_000);
    for id in 1..=2 {
        let call = json!({"id": id, "method": "eth_call", "params": [long]});
        client.say(&call.to_string()).await;
    }
    assert_eq!(client.end().await, (1013, "too much is on its way from this address".to_owned()));
}

/// Waits for something.
async fn until(is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes");
}

async fn refused(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> u16 {
    match open(app.address(), path, headers).await {
        Err(Error::Http(answer)) => answer.status().as_u16(),
        other => panic!("{other:?}"),
    }
}

/// What a node answers.
async fn asked(url: &str, body: &Value) -> Value {
    let host = url.trim_start_matches("http://");
    let json = [("content-type", "application/json")];
    let address = host.parse().expect("an address");
    let reply = ask(address, host, "POST", "/", &json, body.to_string()).await;
    serde_json::from_slice(&reply.body).expect("JSON")
}

fn number(quantity: &Value) -> u64 {
    let text = quantity.as_str().unwrap_or_default().trim_start_matches("0x");
    u64::from_str_radix(text, 16).expect("a quantity")
}

struct Client(WebSocketStream<TcpStream>);

impl Client {
    async fn of(app: &TestApp, chain: &str) -> Self {
        let path = format!("/v1?chainId={chain}&projectId={PROJECT}");
        Client(open(app.address(), &path, &[]).await.expect("a socket"))
    }

    /// One whose address a proxy tells.
    async fn at(app: &TestApp, address: &str) -> Self {
        let path = format!("/ws?chainId=eip155:5&projectId={PROJECT}");
        let headers = [("x-forwarded-for", address)];
        Client(open(app.address(), &path, &headers).await.expect("a socket"))
    }

    async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("sent");
    }

    async fn hear_text(&mut self) -> String {
        loop {
            let heard = timeout(PATIENCE, self.0.next()).await.expect("in time");
            if let Message::Text(text) = heard.expect("it is open").expect("sound") {
                return text.to_string();
            }
        }
    }

    /// Why it was hung up on, whatever was told before.
    async fn end(&mut self) -> (u16, String) {
        loop {
            let heard = timeout(PATIENCE, self.0.next()).await.expect("in time");
            if let Message::Close(Some(why)) = heard.expect("it is open").expect("sound") {
                return (why.code.into(), why.reason.to_string());
            }
        }
    }

    async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.hear_text().await).expect("JSON")
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.say(&json!({"id": "asked", "method": method, "params": params}).to_string()).await;
        loop {
            let heard = self.hear().await;
            if heard["id"] == "asked" {
                return heard["result"].clone();
            }
        }
    }

    async fn subscribe(&mut self, params: Value) -> Value {
        let id = self.ask("eth_subscribe", params).await;
        assert_eq!(id.as_str().map(str::len), Some(34), "{id}");
        id
    }

    /// The number of the block that is told of next.
    async fn head(&mut self, heads: &Value) -> u64 {
        let said = self.hear().await;
        assert_eq!(
            (&said["method"], &said["params"]["subscription"]),
            (&json!("eth_subscription"), heads)
        );
        number(&said["params"]["result"]["number"])
    }

    /// The blocks whose headers and logs are told, until both came of `last`. Each is told once.
    async fn told(&mut self, heads: &Value, logs: &Value, last: u64) -> Vec<u64> {
        let (mut headers, mut logged) = (Vec::new(), Vec::new());
        while headers.last() != Some(&last) || logged.last() != Some(&last) {
            let said = self.hear().await;
            let (of, result) = (&said["params"]["subscription"], &said["params"]["result"]);
            if of == heads {
                headers.push(number(&result["number"]));
            } else if of == logs {
                logged.push(number(&result["blockNumber"]));
            }
        }
        assert_eq!(headers, logged);
        headers
    }
}

/// Blocks of a made-up chain, with a log in each; several nodes may tell of them.
#[derive(Clone)]
struct Blocks(Arc<Mutex<Vec<String>>>, Arc<tokio::sync::Notify>);

impl Blocks {
    fn new(latest: u64) -> Self {
        let hashes = (0..=latest).map(|it| format!("0xa{it:063x}")).collect();
        Blocks(Arc::new(Mutex::new(hashes)), Arc::default())
    }

    fn grow(&self, more: usize) {
        self.replace(0, more);
    }

    /// The last ones are gone, and others come.
    fn replace(&self, gone: usize, come: usize) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut all = self.0.lock().expect("sound");
        let left = all.len() - gone;
        all.truncate(left);
        all.extend((0..come).map(|_| format!("0xb{:063x}", NEXT.fetch_add(1, Ordering::SeqCst))));
        drop(all);
        self.1.notify_waiters();
    }

    fn block(&self, at: usize) -> Value {
        let all = self.0.lock().expect("sound");
        json!({"number": format!("0x{at:x}"), "hash": all[at], "parentHash": all[at - 1],
            "timestamp": format!("0x{at:x}"), "transactions": []})
    }

    fn answer(&self, call: &Value, log_bytes: usize) -> Value {
        let (length, params) = (self.0.lock().expect("sound").len(), &call["params"]);
        let place = |hash: &Value| {
            let all = self.0.lock().expect("sound");
            all.iter().position(|it| hash == it.as_str())
        };
        let log = |at: usize| {
            let hash = self.0.lock().expect("sound")[at].clone();
            let data = "0".repeat(log_bytes);
            json!({"blockNumber": format!("0x{at:x}"), "blockHash": hash, "removed": false, "data": data})
        };
        match call["method"].as_str() {
            Some("eth_blockNumber") => json!(format!("0x{:x}", length - 1)),
            Some("eth_getBlockByNumber") if params[0] == "latest" => self.block(length - 1),
            Some("eth_getBlockByNumber") => {
                self.block(usize::try_from(number(&params[0])).expect("small"))
            }
            Some("eth_getBlockByHash") => place(&params[0]).map(|at| self.block(at)).into(),
            Some("eth_getLogs") => place(&params[0]["blockHash"]).map(log).into_iter().collect(),
            _ => Value::Null,
        }
    }

    async fn node(&self) -> FakeNode {
        self.telling(|_| (), 0).await
    }

    /// A node that tells of them, with so much in each log, and hears other calls than are made.
    async fn telling(
        &self,
        hears: impl Fn(&mut Value) + Clone + Send + Sync + 'static,
        log_bytes: usize,
    ) -> FakeNode {
        let blocks = self.clone();
        let node = FakeNode::answering(move |body| {
            let mut calls: Value = serde_json::from_str(body).expect("JSON");
            match &mut calls {
                Value::Array(calls) => calls.iter_mut().for_each(&hears),
                call => hears(call),
            }
            (200, blocks.answers(&calls.to_string(), log_bytes))
        })
        .await;
        // So that nobody is behind, whoever is asked by whom.
        node.is_at(10);
        node
    }

    fn answers(&self, body: &str, log_bytes: usize) -> String {
        each(body, |call| {
            json!({"id": call["id"], "result": self.answer(call, log_bytes)}).to_string()
        })
    }

    /// Waits until a node was asked where they begin.
    async fn is_followed(&self, node: &FakeNode) {
        until(|| node.asked().iter().any(|it| it.contains("eth_getBlockByNumber"))).await;
    }

    async fn socket(&self, chain: &'static str) -> FakeSocket {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("ws://{}/key", listener.local_addr().expect("an address"));
        let (blocks, subscribed) = (self.clone(), Arc::new(AtomicU64::new(0)));
        let count = subscribed.clone();
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                let Ok(mut stream) = accept_async(stream).await else { continue };
                // One after another: it is dropped with the task.
                blocks.tell(&mut stream, chain, &count).await;
            }
        });
        FakeSocket { url, subscribed, task }
    }

    async fn tell(&self, stream: &mut WebSocketStream<TcpStream>, chain: &str, count: &AtomicU64) {
        let mut known = usize::MAX;
        loop {
            let news = self.1.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            let length = self.0.lock().expect("sound").len();
            while known < length {
                let result = self.block(known);
                let told = json!({"method": "eth_subscription", "params": {"subscription": "s", "result": result}});
                if stream.send(Message::text(told.to_string())).await.is_err() {
                    return;
                }
                known += 1;
            }
            tokio::select! {
                () = news => {}
                said = stream.next() => {
                    let Some(Ok(Message::Text(text))) = said else { return };
                    let call: Value = serde_json::from_str(&text).expect("JSON");
                    let is_question = call["method"] == "eth_chainId";
                    let result = if is_question { chain } else { "s" };
                    let answer = json!({"id": call["id"], "result": result});
                    if stream.send(Message::text(answer.to_string())).await.is_err() {
                        return;
                    }
                    if !is_question {
                        known = self.0.lock().expect("sound").len();
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                }
            }
        }
    }
}

/// The socket of a node.
struct FakeSocket {
    url: String,
    subscribed: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl FakeSocket {
    async fn is_asked(&self, times: u64) {
        let asked = async {
            while self.subscribed.load(Ordering::SeqCst) < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, asked).await.expect("it is");
    }

    fn ends(&self) {
        self.task.abort();
    }
}
