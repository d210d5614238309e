//! Floods a server of its own and prints what that does to everybody else.
//!
//! `cargo build --release -p server && cargo run --release -p server --example flood`, on Linux, where
//! every address of 127.0.0.0/8 is this machine's. It starts the release binary three times, with a node
//! of its own behind it: one address that sends batches, two thousand sockets that never read, pages
//! that send events. It asserts nothing; who runs it reads the numbers.

use axum::Router;
use axum::extract::Request;
use http_body_util::BodyExt;
use server::listen::{Stop, bind, listen};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

const PROJECT: &str = "0123456789abcdef0123456789abcdef";
const READ: &str = r#"{"id":1,"method":"eth_gasPrice"}"#;
const LARGE: &str = r#"{"id":1,"method":"eth_getLogs","params":[{}]}"#;
const LARGE_BYTES: usize = 4_000_000;
const PAGE: &str = r#"{"id":1,"method":"eth_getCode"}"#;
const PAGE_BYTES: usize = 100_000;

#[tokio::main]
async fn main() {
    let program = std::env::args().nth(1).unwrap_or("target/release/latchkit".to_owned());
    rlimit::increase_nofile_limit(20_000).expect("files may be opened");
    let node = start_node().await;
    batches_of_one_address(&Server::start(&program, node, &[]).await).await;
    sockets_that_never_read(&Server::start(&program, node, &[]).await).await;
    let unlimited = [
        ("LATCHKIT_CLIENT_REQUESTS_PER_MINUTE", "0"),
        ("LATCHKIT_PROJECT_REQUESTS_PER_MINUTE", "0"),
    ];
    flood_of_events(&Server::start(&program, node, &unlimited).await).await;
}

/// 1,200 batches of one address, and what a second one gets.
async fn batches_of_one_address(server: &Server) {
    println!("One address sends 1,200 batches of each kind:");
    let event = r#"{"eventId":"a","timestamp":1,"props":{"event":"A"}}"#;
    let calls = format!("[{}]", vec![r#"{"method":"x"}"#; 1_000].join(","));
    for (path, body) in [
        (format!("/batch?projectId={PROJECT}"), format!("[{}]", [event; 100].join(","))),
        (rpc_path(), calls),
    ] {
        let (body, path) = (Arc::<str>::from(body), Arc::<str>::from(path));
        let mut sending = JoinSet::new();
        for _ in 0..48 {
            let (server, path, body) = (server.address, path.clone(), body.clone());
            sending.spawn(async move {
                let mut statuses = Vec::new();
                let mut client = Client::connect(server, address(2, 1)).await;
                for _ in 0..25 {
                    statuses.push(client.post(&path, &body).await);
                }
                statuses
            });
        }
        let statuses = sending.join_all().await.into_iter().flatten();
        println!("  it gets      {:?}", tally(statuses));
    }
    let mut other = Client::connect(server.address, address(3, 1)).await;
    let mut statuses = Vec::new();
    for _ in 0..100 {
        statuses.push(other.post(&rpc_path(), READ).await);
    }
    println!("  another gets {:?}", tally(statuses));
}

/// 2,000 sockets of 200 addresses ask for 4 MB each and read nothing, while a visitor reads on.
async fn sockets_that_never_read(server: &Server) {
    println!("2,000 sockets of 200 addresses ask for {LARGE_BYTES} bytes each and never read:");
    let before = server.memory_kb();
    let (visitor_ends, done) = (Arc::new(AtomicBool::new(false)), Instant::now());
    let visitor = tokio::spawn(visit(server.address, visitor_ends.clone()));
    let mut held = Vec::new();
    for number in 0..2_000_u16 {
        let mut client = Client::stubborn(server.address, address(10, number % 200)).await;
        client.send(&rpc_path(), LARGE).await;
        held.push(client);
    }
    let mut most = 0;
    while done.elapsed() < Duration::from_secs(20) {
        most = most.max(server.memory_kb());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    visitor_ends.store(true, Ordering::Relaxed);
    let (statuses, times) = visitor.await.expect("a visitor");
    println!(
        "  memory: {before} kB before, {most} kB at most (+{} kB)",
        most.saturating_sub(before)
    );
    println!("  the visitor gets {:?}, p99 {:?}", tally(statuses), p99(times));
    drop(held);
}

/// Pages send three times as many events as a project may by default, while others read.
async fn flood_of_events(server: &Server) {
    println!("32 pages send 100 events a second each, no limit on requests:");
    let quiet = read_often(server.address).await;
    println!("  JSON-RPC, quiet:   p99 {quiet:?}");
    let ends = Arc::new(AtomicBool::new(false));
    let mut flood = JoinSet::new();
    for number in 0..32 {
        let (server, ends) = (server.address, ends.clone());
        flood.spawn(async move {
            let path = format!("/batch?projectId={PROJECT}");
            let mut client = Client::connect(server, address(20, number)).await;
            let mut sent = Vec::new();
            while !ends.load(Ordering::Relaxed) {
                let events: Vec<String> = (0..100).map(|event| {
                    let id = format!("{number}-{}-{event}", sent.len());
                    format!(r#"{{"eventId":"{id}","timestamp":1,"props":{{"event":"A","properties":{{"a":"{}"}}}}}}"#, "x".repeat(1_000))
                }).collect();
                sent.push(client.post(&path, &format!("[{}]", events.join(","))).await);
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            sent
        });
    }
    let loud = read_often(server.address).await;
    ends.store(true, Ordering::Relaxed);
    let statuses = flood.join_all().await.into_iter().flatten();
    println!("  JSON-RPC, flooded: p99 {loud:?}; batches of 100 events got {:?}", tally(statuses));
}

/// The 99th percentile of ten thousand reads, one after another.
async fn read_often(server: SocketAddr) -> Duration {
    let mut client = Client::connect(server, address(30, 1)).await;
    let mut times = Vec::new();
    for _ in 0..10_000 {
        let start = Instant::now();
        client.post(&rpc_path(), READ).await;
        times.push(start.elapsed());
    }
    p99(times)
}

/// A visitor who reads 100 kB ten times a second, each time on a connection of its own.
async fn visit(server: SocketAddr, ends: Arc<AtomicBool>) -> (Vec<u16>, Vec<Duration>) {
    let (mut statuses, mut times) = (Vec::new(), Vec::new());
    while !ends.load(Ordering::Relaxed) {
        let start = Instant::now();
        let mut client = Client::connect(server, address(40, 1)).await;
        statuses.push(client.post(&rpc_path(), PAGE).await);
        times.push(start.elapsed());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    (statuses, times)
}

/// A running release binary.
struct Server {
    program: Child,
    address: SocketAddr,
}

impl Server {
    async fn start(program: &str, node: SocketAddr, more: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("latchkit-flood-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let free = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), "").await.expect("a port");
        let address = free.local_addr().expect("an address");
        drop(free);
        let project = format!(r#"{{"{PROJECT}":{{"name":"Flood","analytics":true}}}}"#);
        let program = Path::new(program).canonicalize().expect("the release binary is built");
        let program = Command::new(program)
            .arg("serve")
            .current_dir(&folder)
            .env("LATCHKIT_BIND", address.to_string())
            .env("LATCHKIT_PUBLIC_URL", format!("http://localhost:{}", address.port()))
            .env("LATCHKIT_VAULT_URL", format!("http://vault.localhost:{}", address.port()))
            .env("LATCHKIT_METRICS_BIND", "")
            .env("LATCHKIT_LOG", "error")
            .env("LATCHKIT_CHAINS", format!(r#"{{"eip155:5":["http://{node}/"]}}"#))
            .env("LATCHKIT_PROJECTS", project)
            .envs(more.iter().copied())
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        while TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Server { program, address }
    }

    fn memory_kb(&self) -> u64 {
        let file = format!("/proc/{}/status", self.program.id());
        let status = std::fs::read_to_string(file).expect("it runs, on Linux");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).expect("a number")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// One connection.
struct Client {
    stream: TcpStream,
    host: String,
}

impl Client {
    async fn connect(server: SocketAddr, from: Ipv4Addr) -> Self {
        Client::of(TcpSocket::new_v4().expect("a socket"), server, from).await
    }

    /// With next to no room for what it is sent.
    async fn stubborn(server: SocketAddr, from: Ipv4Addr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a size");
        Client::of(socket, server, from).await
    }

    async fn of(socket: TcpSocket, server: SocketAddr, from: Ipv4Addr) -> Self {
        socket.bind(SocketAddr::from((from, 0))).expect("an address of this machine");
        let stream = socket.connect(server).await.expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Client { stream, host: format!("localhost:{}", server.port()) }
    }

    async fn send(&mut self, path: &str, body: &str) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        // A server that refuses need not read.
        let _ = self.stream.write_all(format!("{head}{body}").as_bytes()).await;
    }

    /// The status; 0 where the connection broke.
    async fn post(&mut self, path: &str, body: &str) -> u16 {
        self.send(path, body).await;
        self.read().await.unwrap_or_default()
    }

    async fn read(&mut self) -> Option<u16> {
        let mut answer = Vec::new();
        let head = loop {
            if let Some(end) = answer.windows(4).position(|it| it == b"\r\n\r\n") {
                break end + 4;
            }
            if self.stream.read_buf(&mut answer).await.ok()? == 0 {
                return None;
            }
        };
        let text = String::from_utf8_lossy(&answer[..head]).to_ascii_lowercase();
        let length = text.split("content-length: ").nth(1)?.split("\r\n").next()?.parse().ok()?;
        let mut rest = usize::saturating_sub(length, answer.len() - head);
        while rest > 0 {
            let mut piece = vec![0; rest.min(64 * 1024)];
            rest -= self.stream.read(&mut piece).await.ok().filter(|it| *it > 0)?;
        }
        text.split(' ').nth(1)?.parse().ok()
    }
}

/// A node that answers reads at once, `eth_getLogs` with a lot and `eth_getCode` with some.
async fn start_node() -> SocketAddr {
    let answer =
        |bytes| bytes::Bytes::from(format!(r#"{{"id":1,"result":"{}"}}"#, "a".repeat(bytes)));
    let (large, page) = (answer(LARGE_BYTES), answer(PAGE_BYTES));
    let routes = Router::new().fallback(move |request: Request| {
        let (large, page) = (large.clone(), page.clone());
        async move {
            let body = request.into_body().collect().await.expect("a body").to_bytes();
            let asks = |method: &[u8]| body.windows(method.len()).any(|it| it == method);
            match () {
                () if asks(b"eth_getLogs") => large,
                () if asks(b"eth_getCode") => page,
                () => bytes::Bytes::from_static(br#"{"id":1,"result":"0x1"}"#),
            }
        }
    });
    let listener = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), "").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(listen(listener, routes, Stop::default()));
    address
}

fn rpc_path() -> String {
    format!("/v1?chainId=eip155:5&projectId={PROJECT}")
}

fn address(room: u8, number: u16) -> Ipv4Addr {
    let [high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, room, high, low.max(1))
}

fn tally(statuses: impl IntoIterator<Item = u16>) -> BTreeMap<u16, usize> {
    let mut tally = BTreeMap::new();
    for status in statuses {
        *tally.entry(status).or_default() += 1;
    }
    tally
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() * 99 / 100).copied().unwrap_or_default()
}
