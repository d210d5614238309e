//! How much may be open, in flight and held at once, and who is told that it is too much.

use crate::fake_node::{FakeNode, each};
use crate::held_back::Gate;
use crate::program::{latchkit_in, run};
use crate::test_app::{PROJECT, TestApp, folder};
use axum::Router;
use axum::body::Body;
use axum::http::Response;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Frame;
use insta::assert_snapshot;
use server::ceiling::Ceiling;
use server::client_address::Block;
use server::config::Config;
use server::listen::{Bounds, Stop, bind, listen_within};
use server::paced::Pace;
use std::convert::Infallible;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::pin::Pin;
use std::process::Stdio;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};

const MANY_BYTES: usize = 300 * 1024;

fn path() -> String {
    format!("/v1?chainId=eip155:5&projectId={PROJECT}")
}

/// A server whose tests tell it who the client is, and whose node answers `eth_getLogs` with a lot.
async fn server(set: impl FnOnce(&mut Config)) -> TestApp {
    let node = FakeNode::answering(|body| {
        let answer = each(body, |call| {
            let length = if call["method"] == "eth_getLogs" { MANY_BYTES } else { 1 };
            format!(r#"{{"id":{},"result":"{}"}}"#, call["id"], "a".repeat(length))
        });
        (200, answer)
    })
    .await;
    TestApp::with(&[node.url], |config| {
        config.trusted_proxies = vec![Block::try_from("0.0.0.0".to_owned()).expect("a block")];
        set(config);
    })
    .await
}

async fn call(app: &TestApp, method: &str) -> Response<Body> {
    let body = format!(r#"{{"id":1,"method":"{method}"}}"#);
    app.ask_from("203.0.113.1", "POST", &path(), Body::from(body)).await
}

async fn answer_text(answer: Response<Body>) -> String {
    let (head, body) = answer.into_parts();
    let retry = head.headers.get("retry-after").and_then(|it| it.to_str().ok()).unwrap_or("");
    let cors = head.headers.get("access-control-allow-origin").is_some_and(|it| it == "*");
    let body = body.collect().await.expect("a body").to_bytes();
    let body = String::from_utf8_lossy(&body).into_owned();
    format!("{} retry={retry} cors={cors} {body}", head.status.as_u16())
}

#[tokio::test]
async fn a_client_and_all_may_have_so_many_requests_in_flight() {
    let app = server(|config| {
        config.client_requests_at_once = 2;
        config.requests_at_once = 3;
    })
    .await;
    let (gate, mut sending) = (Gate::new(), JoinSet::new());
    for client in ["203.0.113.1", "203.0.113.1", "203.0.113.2"] {
        let body = gate.body(r#"{"id":1,"method":"eth_chainId"}"#);
        sending.spawn(app.ask_from(client, "POST", &path(), body));
        if client == "203.0.113.1" && sending.len() == 2 {
            gate.waits_for(2).await;
            let third = app.ask_from(client, "GET", "/", Body::empty()).await;
            assert_snapshot!(answer_text(third).await, @r#"429 retry=1 cors=true {"status":"FAILED","reasons":[{"field":"rate_limited","description":"This client has 2 requests in flight. Wait for their answers."}]}"#);
        }
    }
    gate.waits_for(3).await;
    for path in ["/health", "/ready"] {
        let watcher = app.ask_from("203.0.113.3", "GET", path, Body::empty()).await;
        assert_eq!(watcher.status(), 200);
    }
    let fourth = app.ask_from("203.0.113.3", "GET", "/", Body::empty()).await;
    assert_snapshot!(answer_text(fourth).await, @r#"503 retry=1 cors=true {"status":"FAILED","reasons":[{"field":"","description":"The server has too many requests in flight."}]}"#);
    gate.open();
    for answer in sending.join_all().await {
        assert_eq!(answer.status(), 200);
    }
    let later = app.ask_from("203.0.113.1", "GET", "/", Body::empty()).await;
    assert_eq!(later.status(), 200);
}

/// As many bodies of a client as are taken. They are held until the gate opens.
async fn hold_all(
    app: &TestApp,
    gate: &Gate,
    client: &str,
    start: &str,
) -> Vec<JoinHandle<Response<Body>>> {
    let mut held = Vec::new();
    loop {
        let body = gate.rest_of_body(start.to_owned(), "{}");
        let mut sending = tokio::spawn(app.ask_from(client, "POST", &path(), body));
        tokio::select! {
            () = gate.waits_for_one_more() => held.push(sending),
            answer = &mut sending => {
                let status = answer.expect("an answer").status();
                assert!([429, 503].contains(&status.as_u16()), "{status}");
                return held;
            }
        }
    }
}

#[tokio::test]
async fn few_clients_leave_requests_to_others() {
    let app = server(|config| {
        config.client_requests_at_once = 4;
        config.requests_at_once = 16;
    })
    .await;
    let (gate, mut held) = (Gate::new(), Vec::new());
    for client in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        held.push(hold_all(&app, &gate, client, "").await);
    }
    assert_eq!(held.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 3, 2]);
    assert_eq!(app.ask_from("203.0.113.5", "GET", "/", Body::empty()).await.status(), 200);
}

#[tokio::test]
async fn a_client_that_holds_bodies_leaves_room_to_others() {
    let app = server(|config| config.held_bytes = 1024 * 1024).await;
    let (gate, large) = (Gate::new(), " ".repeat(100 * 1024));
    let held = hold_all(&app, &gate, "203.0.113.1", &large).await;
    assert_eq!(held.len(), 1, "an eighth of the room");
    let visitor = app.ask_from("203.0.113.2", "POST", &path(), Body::from(large)).await;
    assert_eq!(visitor.status(), 400, "blanks are no call");
}

#[tokio::test]
async fn answers_that_nobody_reads_are_held_up_to_a_limit_and_small_ones_are_let_through() {
    let app = server(|config| config.held_bytes = 16 * MANY_BYTES).await;
    let first = call(&app, "eth_getLogs").await;
    let second = call(&app, "eth_getLogs").await;
    assert_eq!((first.status().as_u16(), second.status().as_u16()), (200, 200));
    assert_snapshot!(answer_text(call(&app, "eth_getLogs").await).await, @r#"429 retry=1 cors=true {"status":"FAILED","reasons":[{"field":"rate_limited","description":"The server holds too many large bodies and answers of this client."}]}"#);
    assert_eq!(call(&app, "eth_gasPrice").await.status(), 200);
    let body = Body::from(r#"{"id":1,"method":"eth_getLogs"}"#);
    let visitor = app.ask_from("203.0.113.2", "POST", &path(), body).await;
    assert_eq!(visitor.status(), 200);
    drop((first, visitor));
    assert_eq!(call(&app, "eth_getLogs").await.status(), 200);
}

#[tokio::test]
async fn bodies_that_are_still_coming_are_held_up_to_a_limit() {
    let app = server(|config| {
        config.held_bytes = 240 * 1024;
        config.trusted_proxies.push(Block::try_from("203.0.113.0/24".to_owned()).expect("a block"));
    })
    .await;
    let (gate, large) = (Gate::new(), " ".repeat(140 * 1024));
    let body = gate.rest_of_body(large.clone(), "{}");
    let first = tokio::spawn(app.ask_from("203.0.113.1", "POST", &path(), body));
    gate.waits_for(1).await;
    assert_snapshot!(answer_text(app.ask_from("203.0.113.2", "POST", &path(), Body::from(large)).await).await, @r#"503 retry=1 cors=true {"status":"FAILED","reasons":[{"field":"","description":"The server holds too many large bodies and answers."}]}"#);
    gate.open();
    assert_eq!(first.await.expect("an end").status(), 400, "blanks and an object are no call");
}

#[tokio::test]
async fn a_client_whose_calls_are_slow_leaves_turns_at_a_node_to_others() {
    let node = FakeNode::deaf_to("eth_call").await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        config.trusted_proxies = vec![Block::try_from("0.0.0.0".to_owned()).expect("a block")];
        config.node_requests_at_once = 8;
    })
    .await;
    let mut slow = JoinSet::new();
    for id in 0..16 {
        let body = Body::from(format!(r#"{{"id":1,"method":"eth_call","params":[{id}]}}"#));
        slow.spawn(app.ask_from("203.0.113.1", "POST", &path(), body));
    }
    node.was_asked(1).await;
    let body = Body::from(r#"{"id":1,"method":"eth_gasPrice"}"#);
    let visitor = app.ask_from("203.0.113.2", "POST", &path(), body).await;
    assert_eq!(visitor.status(), 200);
    assert_eq!(node.asked().len(), 2, "of the first client it has one at a time");
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    let app = server(|config| config.client_connections = 1).await;
    let mut first = TcpStream::connect(app.address()).await.expect("a connection");
    first.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    first.read_u8().await.expect("it was let in");
    let mut second = TcpStream::connect(app.address()).await.expect("a connection");
    let mut answer = String::new();
    second.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after: 1"), "{answer}");
}

/// A listener whose answers never end, and a connection that asked for one.
async fn endless(pace: Pace) -> (Ceiling, TcpStream) {
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let routes = Router::new().fallback(async || Body::new(Endless));
    let bounds = Bounds { connections: Ceiling::default(), pace };
    let connections = bounds.connections.clone();
    tokio::spawn(listen_within(listener, routes, Stop::default(), bounds));
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    stream.readable().await.expect("an answer");
    assert_eq!(connections.now(), 1);
    (connections, stream)
}

struct Endless;

impl hyper::body::Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![0; 64 * 1024])))))
    }
}

/// Far beyond every limit: what takes longer hangs.
const HANGS: Duration = Duration::from_mins(1);

#[tokio::test]
async fn who_never_reads_is_hung_up_on() {
    let pace = Pace { time: Duration::from_millis(50), ..Pace::default() };
    let (connections, _stream) = endless(pace).await;
    let gone = async {
        while connections.now() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(HANGS, gone).await.expect("it is hung up on");
}

#[tokio::test]
async fn who_reads_a_little_now_and_then_is_hung_up_on() {
    let pace = Pace { time: Duration::from_millis(50), bytes_per_second: u32::MAX };
    let (_, mut stream) = endless(pace).await;
    let trickle = async {
        let mut little = [0; 1024];
        while stream.read(&mut little).await.is_ok_and(|bytes| bytes > 0) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(HANGS, trickle).await.expect("it is hung up on");
}

/// How much memory answers take that clients ask for at once. Run it alone: `cargo test -p server --test server
/// -- --ignored --nocapture large_answers_take`.
#[tokio::test]
#[ignore = "it measures"]
async fn how_much_memory_large_answers_take() {
    const BYTES: usize = 4_000_000;
    let node = FakeNode::answering(|body| {
        let answer = each(body, |call| {
            let length = if call["method"] == "eth_getLogs" { BYTES } else { 1 };
            format!(r#"{{"id":{},"result":"{}"}}"#, call["id"], "a".repeat(length))
        });
        (200, answer)
    })
    .await;
    for (count, room) in [(1, 32), (2, 32), (8, 32), (8, 256), (32, 256)] {
        let server = Serving::start(&node.url, room);
        ask_whole(server.address, &server.path, "eth_gasPrice", 0).await;
        let before = server.peak();
        let mut asking = JoinSet::new();
        for client in 0..count {
            let (at, path) = (server.address, server.path.clone());
            asking.spawn(async move { ask_whole(at, &path, "eth_getLogs", client).await });
        }
        let answers = asking.join_all().await;
        let whole = answers.iter().filter(|length| **length > BYTES).count();
        let added = server.peak().saturating_sub(before);
        println!(
            "{count} at once, room for {room} MiB: {whole} answered, {added} kB more than {before} kB"
        );
    }
}

/// The program, with one chain behind a node. It ends with the test.
struct Serving {
    process: std::process::Child,
    address: SocketAddr,
    path: String,
}

impl Serving {
    fn start(node: &str, room: usize) -> Self {
        let folder = folder();
        let created = run(&folder, &["project", "create", "--name", "Shop"]);
        let project = String::from_utf8(created.stdout).expect("text");
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let address = free.expect("a free port");
        let mut process = latchkit_in(&folder)
            .arg("serve")
            .env("LATCHKIT_BIND", address.to_string())
            .env("LATCHKIT_CHAINS", format!(r#"{{"eip155:5":["{node}"]}}"#))
            .env("LATCHKIT_HELD_BYTES", (room * 1024 * 1024).to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut printed = BufReader::new(process.stdout.take().expect("piped"));
        printed.read_line(&mut String::new()).expect("it listens");
        let path = format!("/v1?chainId=eip155:5&projectId={}", project.trim());
        Serving { process, address, path }
    }

    /// The most memory that it ever had, in kB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.expect("Linux");
        let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Asks from an address of its own; how long the answer is.
async fn ask_whole(server: SocketAddr, path: &str, method: &str, client: u8) -> usize {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 1, client], 0))).expect("an address");
    let mut stream = socket.connect(server).await.expect("a connection");
    let body = format!(r#"{{"id":1,"method":"{method}","params":[{client}]}}"#);
    let (host, length) = (server.port(), body.len());
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost:{host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    answer.len()
}
