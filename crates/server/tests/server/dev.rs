//! `latchkit dev` with a real chain: the dev wallet's route, the demo's origin, and the end.

use crate::program::{latchkit, workspace};
use crate::seeded;
use crate::test_app::{NOTHING_HERE, Reply, TestApp, ask, folder};
use crate::wallets::{id, registry};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ALICE: &str = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const BOB: &str = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

/// The program under test, with what it printed.
struct DevServer {
    process: Child,
    folder: PathBuf,
    /// How it is named where it listens.
    name: &'static str,
    port: u16,
    demo_port: u16,
}

impl Drop for DevServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl DevServer {
    fn start() -> Self {
        Self::start_with(&[])
    }

    fn start_with(options: &[&str]) -> Self {
        let folder = folder();
        let anvil = recorded_anvil(&folder);
        let mut command = command(&folder, &anvil);
        let mut process = command.args(options).stdout(Stdio::piped()).spawn().expect("it runs");
        let printed = BufReader::new(process.stdout.take().expect("piped"));
        let mut lines = printed.lines().map_while(Result::ok);
        let mut port = |beginning: &str, end: &str| -> u16 {
            let line = lines.next().expect("a line");
            let port = line.strip_prefix(beginning).and_then(|it| it.strip_suffix(end));
            port.unwrap_or_else(|| panic!("unexpected line: {line}")).parse().expect("a port")
        };
        let server = port("latchkit: server at http://localhost:", "");
        let demo_port = port("latchkit: demo at http://localhost:", "/");
        DevServer { process, folder, name: "localhost", port: server, demo_port }
    }

    /// At an address that others could reach; the third line is what it says of that.
    fn open_to_others() -> (Self, String) {
        let folder = folder();
        let anvil = recorded_anvil(&folder);
        let mut command = command(&folder, &anvil);
        command.args(["--host", "127.0.0.1"]).stdout(Stdio::piped());
        let mut process = command.spawn().expect("it runs");
        let printed = BufReader::new(process.stdout.take().expect("piped"));
        let lines: Vec<String> = printed.lines().map_while(Result::ok).take(3).collect();
        let port = |line: &str, beginning: &str| -> u16 {
            let port = line.strip_prefix(beginning).expect(line).trim_end_matches('/');
            port.parse().expect("a port")
        };
        let server = port(&lines[0], "latchkit: server at http://127.0.0.1:");
        let demo_port = port(&lines[1], "latchkit: demo at http://127.0.0.1:");
        (
            DevServer { process, folder, name: "127.0.0.1", port: server, demo_port },
            lines[2].clone(),
        )
    }

    async fn ask(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
        let (host, body) = (format!("{}:{}", self.name, self.port), body.to_string());
        ask(local(self.port), &host, "POST", path, headers, body).await
    }

    fn demo_origin(&self) -> String {
        format!("http://{}:{}", self.name, self.demo_port)
    }

    async fn demo(&self, path: &str) -> Reply {
        let host = format!("localhost:{}", self.demo_port);
        ask(local(self.demo_port), &host, "GET", path, &[], String::new()).await
    }

    async fn wallet(&self, method: &str, params: Value) -> Value {
        let origin = self.demo_origin();
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let said = self.ask("/dev/rpc", &[("origin", &origin)], &call).await;
        assert_eq!(said.header("access-control-allow-origin"), origin);
        let answer: Value = serde_json::from_slice(&said.body).expect("JSON");
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    async fn node(&self, method: &str, params: Value) -> Value {
        let path = format!("/v1?chainId=eip155:31337&projectId={}", server::project::DEV_PROJECT);
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let said = self.ask(&path, &[], &call).await;
        serde_json::from_slice::<Value>(&said.body).expect("JSON")["result"].clone()
    }

    fn chain_process(&self) -> String {
        let id = std::fs::read_to_string(self.folder.join("anvil.pid")).expect("anvil's id");
        id.trim().to_owned()
    }
}

fn local(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// Anvil, through a script that writes down its process id.
fn recorded_anvil(folder: &Path) -> PathBuf {
    let anvil = seeded::program(&workspace());
    let (anvil, pid) = (anvil.display(), folder.join("anvil.pid").display().to_string());
    script(folder, &format!("echo $$ > '{pid}'\nexec '{anvil}' \"$@\"\n"))
}

fn script(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("anvil.sh");
    std::fs::write(&path, format!("#!/bin/sh\n{text}")).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    path
}

fn command(folder: &Path, anvil: &Path) -> Command {
    let (web, package, gallery) =
        (folder.join("web"), folder.join("package"), folder.join("gallery"));
    for (place, file, text) in [
        (&web, "index.html", "<!doctype html><title>Demo</title>"),
        (&web, "main-a1b2c3d4.js", "import '/latchkit/latchkit.js'"),
        (&web, "phone.html", "<!doctype html><title>Dev Phone</title>"),
        (&web, "assets/phone-a1b2c3d4.js", "export {}"),
        (&package, "latchkit.js", "export {}"),
        (&package, "engine-a1b2c3d4.wasm", "\0asm"),
        (&gallery, "index.html", "<!doctype html><title>Gallery</title>"),
    ] {
        let file = place.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    let mut command = latchkit();
    command.current_dir(folder).arg("dev").args(["--port", "0", "--host-port", "0"]);
    for (flag, path) in [
        ("--web", web.as_path()),
        ("--package", &package),
        ("--gallery", &gallery),
        ("--anvil", anvil),
        ("--database", &folder.join("dev/latchkit.db")),
    ] {
        command.arg(flag).arg(path);
    }
    command
}

fn signal(name: &str, id: &str) -> bool {
    let done = Command::new("kill").args([name, id]).stderr(Stdio::null()).status();
    done.expect("kill runs").success()
}

/// The exit code. A program that does not end fails the test and does not stop it.
fn exit_code(process: &mut Child) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if let Some(status) = process.try_wait().expect("it was started") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the program does not end");
}

fn waits_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[tokio::test]
async fn with_an_address_the_demo_leads_others_to_the_server_there() {
    let (server, said) = DevServer::open_to_others();
    assert!(said.starts_with("latchkit: every device of this network can open the demo"), "{said}");
    let settings: Value =
        serde_json::from_slice(&server.demo("/config.json").await.body).expect("JSON");
    let name = format!("127.0.0.1:{}", server.port);
    assert_eq!(settings["serverUrl"], format!("http://{name}"));
    let page = format!("http://127.0.0.1:{}", server.demo_port);
    let path = format!("/getWallets?projectId={}", server::project::DEV_PROJECT);
    let headers = [("origin", page.as_str())];
    let said = ask(local(server.port), &name, "GET", &path, &headers, String::new()).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
}

#[tokio::test]
async fn a_dev_wallet_signs_and_sends_on_the_local_chain() {
    let dev = DevServer::start();
    let accounts = dev.wallet("eth_accounts", json!([])).await;
    assert_eq!((&accounts[0], &accounts[1]), (&json!(ALICE), &json!(BOB)));
    assert_eq!(dev.node("eth_getBalance", json!([BOB, "latest"])).await, "0x21e19e0c9bab2400000");

    let signature = dev.wallet("personal_sign", json!(["0x68656c6c6f", ALICE])).await;
    assert_snapshot!(signature, @r#""0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c""#);
    let data = json!({
        "types": {"EIP712Domain": [{"name": "name", "type": "string"}], "M": [{"name": "a", "type": "string"}]},
        "primaryType": "M", "domain": {"name": "x"}, "message": {"a": "b"}
    });
    let typed = dev.wallet("eth_signTypedData_v4", json!([ALICE, data.to_string()])).await;
    assert_eq!(typed.as_str().map(str::len), Some(132));

    let transfer = json!([{"from": ALICE, "to": BOB, "value": "0xde0b6b3a7640000"}]);
    let hash = dev.wallet("eth_sendTransaction", transfer).await;
    // The chain answers before it has made the block.
    dev.wallet("evm_mine", json!([])).await;
    let receipt = dev.node("eth_getTransactionReceipt", json!([hash])).await;
    assert_eq!(receipt["status"], "0x1");
    assert_eq!(dev.node("eth_getBalance", json!([BOB, "latest"])).await, "0x21e27c1806e59a40000");

    dev.wallet("anvil_setBalance", json!([BOB, "0x1"])).await;
    dev.wallet("evm_mine", json!([])).await;
    assert_eq!(dev.node("eth_getBalance", json!([BOB, "latest"])).await, "0x1");
    assert_eq!(dev.node("eth_accounts", json!([])).await, Value::Null);
}

#[tokio::test]
async fn the_project_of_the_demo_has_every_feature_that_is_built_in() {
    let dev = DevServer::start();
    let host = format!("localhost:{}", dev.port);
    let path = format!("/appkit/v1/config?projectId={}", server::project::DEV_PROJECT);
    let said = ask(local(dev.port), &host, "GET", &path, &[], String::new()).await;
    assert_eq!(said.header("cache-control"), "no-store");
    let told: Value = serde_json::from_slice(&said.body).expect("JSON");
    let features = ["social_login", "swap", "onramp", "activity"]
        .map(|id| json!({"id": id, "isEnabled": true, "config": null}));
    assert_eq!(told["features"], Value::from(features.to_vec()));
}

#[tokio::test]
async fn mails_are_read_on_this_machine() {
    let dev = DevServer::start();
    let get = async |path: &str| {
        ask(local(dev.port), &format!("localhost:{}", dev.port), "GET", path, &[], String::new())
            .await
    };
    assert_eq!(get("/dev/mailbox.json").await.status_and_body(), "200 []");
    let page = get("/dev/mailbox").await;
    assert!(page.status_and_body().contains("No mail yet."), "{}", page.status_and_body());
    assert!(page.header("content-security-policy").contains("style-src 'self'"));
    assert_eq!(get("/dev/mailbox.css").await.status, 200);
    // Not where mails are sent.
    let served = TestApp::with_nodes(&[]).await;
    for path in ["/dev/mailbox", "/dev/mailbox.json"] {
        assert_eq!(served.get(path).await.status_and_body(), NOTHING_HERE, "{path}");
    }
}

#[tokio::test]
async fn wallets_of_a_file_stand_before_the_built_in_ones() {
    let file = registry(&json!([{"id": id(1), "name": "Harbor", "badge_type": "certified"}]));
    let dev = DevServer::start_with(&["--wallets", file.to_str().expect("text")]);
    let host = format!("localhost:{}", dev.port);
    let path = format!("/getWallets?projectId={}&entries=2", server::project::DEV_PROJECT);
    let said = ask(local(dev.port), &host, "GET", &path, &[], String::new()).await;
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    assert_eq!(
        [0, 1].map(|at| &page["data"][at]["name"]),
        [&json!("Harbor"), &json!("MetaMask")],
        "{page}"
    );
}

#[tokio::test]
async fn only_pages_of_the_demo_reach_the_unlocked_accounts() {
    let dev = DevServer::start();
    let call = json!({"id": 1, "method": "eth_accounts"});
    let demo = format!("http://localhost:{}", dev.demo_port);
    let phone = format!("http://localhost:{}", dev.port);
    let vault = format!("http://vault.localhost:{}", dev.port);
    let preflight = ("access-control-request-method", "POST");
    let beside = format!("{demo}0");
    for origin in ["https://evil.example", "null", &vault, "http://localhost", &beside] {
        let said = dev.ask("/dev/rpc", &[("origin", origin)], &call).await;
        assert_eq!(said.status, 403, "{origin}");
        assert!(
            said.status_and_body().contains("Only the demo page and the dev phone may ask here."),
            "{origin}"
        );
        assert_eq!(said.header("access-control-allow-origin"), "", "{origin}");
        let host = format!("localhost:{}", dev.port);
        let headers = [("origin", origin), preflight];
        let said =
            ask(local(dev.port), &host, "OPTIONS", "/dev/rpc", &headers, String::new()).await;
        assert_eq!(said.status, 403);
        assert_eq!(said.header("access-control-allow-origin"), "", "{origin}");
    }
    let host = format!("localhost:{}", dev.port);
    let headers =
        [("origin", &*demo), preflight, ("access-control-request-headers", "content-type")];
    let said = ask(local(dev.port), &host, "OPTIONS", "/dev/rpc", &headers, String::new()).await;
    assert_eq!(said.status, 200);
    assert_eq!(said.header("access-control-allow-origin"), demo);
    assert_eq!(said.header("access-control-allow-headers"), "content-type");
    let said = dev.ask("/dev/rpc", &[("origin", &*phone)], &call).await;
    assert_eq!((said.status, said.header("access-control-allow-origin")), (200, &*phone));
    // No other name leads there either.
    let said = dev.ask("/dev/rpc", &[("host", "evil.example")], &call).await;
    assert_eq!(said.status, 421);
    assert_eq!(dev.ask("/dev/rpc", &[], &call).await.status, 200);
}

/// An address that tells whether anybody knocked.
fn unasked() -> (std::net::TcpListener, String) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("it does not wait");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    (listener, url)
}

#[tokio::test]
async fn nobody_makes_the_local_chain_ask_others() {
    for dev in [DevServer::start(), DevServer::open_to_others().0] {
        let (listener, url) = unasked();
        let fork = json!([{"forking": {"jsonRpcUrl": url, "blockNumber": 1}}]);
        let demo = dev.demo_origin();
        for (method, params) in [
            ("anvil_reset", fork.clone()),
            ("hardhat_reset", fork.clone()),
            ("anvil_setRpcUrl", json!([url])),
            ("hardhat_setRpcUrl", json!([url])),
            ("anvil_dumpState", json!([])),
            ("anvil_nodeInfo", json!([])),
            ("debug_traceTransaction", json!([])),
        ] {
            let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
            let error =
                json!({"code": -32601, "message": "This server does not hand on this method."});
            let refused = json!({"jsonrpc": "2.0", "id": 1, "error": error});
            for headers in [&[][..], &[("origin", &*demo)]] {
                for (call, refused) in [(&call, &refused), (&json!([call]), &json!([refused]))] {
                    let said = dev.ask("/dev/rpc", headers, call).await;
                    assert_eq!(
                        serde_json::from_slice::<Value>(&said.body).ok().as_ref(),
                        Some(refused)
                    );
                }
            }
        }
        // What the node is given was written anew: it does not read a method that was not looked at.
        let hidden =
            json!({"id": 1, "method": "eth_chainId", "Method": "anvil_reset", "params": fork});
        assert_eq!(dev.ask("/dev/rpc", &[], &hidden).await.status, 200);
        dev.wallet("evm_mine", json!([])).await;
        let knock = listener.accept().map(|(_, from)| from);
        assert!(knock.is_err(), "the local chain asked {url}: {knock:?}");
    }
}

#[cfg(target_os = "linux")]
/// The places where the local chain listens, as Linux tells them.
fn places(chain: &str) -> Vec<SocketAddrV4> {
    let open = std::fs::read_dir(format!("/proc/{chain}/fd")).expect("a process").flatten();
    let sockets: Vec<String> = open
        .filter_map(|it| std::fs::read_link(it.path()).ok())
        .filter_map(|it| Some(it.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let table = std::fs::read_to_string(format!("/proc/{chain}/net/tcp")).expect("a table");
    let place = |row: &str| {
        // Of its words: the place, what listens (0A), and the socket.
        let words: Vec<&str> = row.split_whitespace().collect();
        let is_its = words[3] == "0A" && sockets.iter().any(|it| it == words[9]);
        let (address, port) = words[1].split_once(':').filter(|_| is_its)?;
        let address = u32::from_str_radix(address, 16).expect("a number").to_ne_bytes();
        let port = u16::from_str_radix(port, 16).expect("a number");
        Some(SocketAddrV4::new(address.into(), port))
    };
    table.lines().skip(1).filter_map(place).collect()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_page_finds_the_local_chain_nowhere() {
    let dev = DevServer::start();
    let found = places(&dev.chain_process());
    assert_eq!(found.len(), 1, "{found:?}");
    for place in found {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"eth_accounts","params":[]}"#.to_owned();
        let foreign = ("origin", "https://evil.example");
        // It answers pages of any origin, and so must not be where they look.
        let there = SocketAddr::V4(place);
        assert_eq!(ask(there, "x", "POST", "/", &[foreign], call).await.status, 200);
        for known in [Ipv4Addr::LOCALHOST, Ipv4Addr::new(127, 0, 1, 1)] {
            assert!(std::net::TcpStream::connect((known, place.port())).is_err(), "{known}");
        }
    }
}

#[tokio::test]
async fn the_demo_is_served_under_the_strict_policy() {
    let dev = DevServer::start();
    let server = format!("http://localhost:{}", dev.port);
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob: {server}; \
         connect-src 'self' {server} ws://localhost:{port}; \
         frame-src http://vault.localhost:{port} {server}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        port = dev.port
    );
    for (path, kind, cached) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/gallery/", "text/html; charset=utf-8", "no-cache"),
        (
            "/main-a1b2c3d4.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
        ("/latchkit/latchkit.js", "text/javascript; charset=utf-8", "no-cache"),
        (
            "/latchkit/engine-a1b2c3d4.wasm",
            "application/wasm",
            "public, max-age=31536000, immutable",
        ),
        ("/config.json", "application/json", "no-cache"),
    ] {
        let said = dev.demo(path).await;
        assert_eq!(said.status, 200, "{path}");
        assert_eq!(said.header("content-type"), kind, "{path}");
        assert_eq!(said.header("cache-control"), cached, "{path}");
        assert_eq!(said.header("content-security-policy"), policy, "{path}");
    }
    let settings: Value =
        serde_json::from_slice(&dev.demo("/config.json").await.body).expect("JSON");
    assert_eq!(settings, json!({"serverUrl": server, "projectId": server::project::DEV_PROJECT}));
    let said = dev.demo("/gallery").await;
    assert_eq!((said.status, said.header("location")), (308, "/gallery/"));
    for path in ["/nowhere", "/latchkit/../../dev/latchkit.db", "/latchkit/%2e%2e/anvil.sh"] {
        assert_eq!(dev.demo(path).await.status, 404, "{path}");
    }
    let host = format!("localhost:{}", dev.port);
    let said = ask(local(dev.port), &host, "GET", "/v1/supported-chains", &[], String::new()).await;
    assert_snapshot!(said.status_and_body(), @r#"200 {"http":["eip155:31337"],"ws":["eip155:31337"]}"#);
    assert_eq!(said.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn the_dev_phone_is_another_origin_which_the_demo_may_frame() {
    let dev = DevServer::start();
    let (server, demo) = (format!("http://localhost:{}", dev.port), dev.demo_origin());
    let host = format!("localhost:{}", dev.port);
    let get = async |path: &str| ask(local(dev.port), &host, "GET", path, &[], String::new()).await;
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self'; connect-src 'self' ws://localhost:{}; base-uri 'none'; \
         form-action 'none'; frame-ancestors {demo}",
        dev.port
    );
    for (path, kind) in [
        ("/dev/wallet/", "text/html; charset=utf-8"),
        ("/dev/wallet/wc?uri=wc%3A7f%402", "text/html; charset=utf-8"),
        ("/dev/wallet/assets/phone-a1b2c3d4.js", "text/javascript; charset=utf-8"),
        ("/dev/wallet/config.json", "application/json"),
    ] {
        let said = get(path).await;
        assert_eq!((said.status, said.header("content-type")), (200, kind), "{path}");
        assert_eq!(said.header("content-security-policy"), policy, "{path}");
    }
    let said = get("/dev/wallet?uri=wc%3A7f%402").await;
    let to = "/dev/wallet/?uri=wc%3A7f%402";
    assert_eq!((said.status, said.header("location")), (307, to));
    for path in ["/dev/wallet/index.html", "/dev/wallet/assets/../index.html", "/dev/wallet/x"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }

    let project = server::project::DEV_PROJECT;
    let said = get(&format!("/getWallets?projectId={project}&search=Dev%20Phone")).await;
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    let listed = &page["data"][0];
    let link = json!(format!("{server}/dev/wallet"));
    assert_eq!((&listed["name"], &listed["mobile_link"]), (&json!("Dev Phone"), &link));
    assert_eq!(listed["webapp_link"], link);
    // It looks in the directory as it does on its own page.
    let image = listed["image_id"].as_str().expect("an image");
    let said = get(&format!("/getWalletImage/{image}")).await;
    assert_eq!(said.body.as_ref(), include_bytes!("../../../../web/demo/src/wallet/wallet.svg"));
    let said = get(&format!("/appkit/v1/config?projectId={project}")).await;
    let told: Value = serde_json::from_slice(&said.body).expect("JSON");
    let relay = json!({
        "url": format!("ws://localhost:{}/relay", dev.port),
        "projectId": project,
        "wallets": [listed["id"]],
    });
    assert_eq!(told["walletConnect"], json!({"relays": [relay]}));
}

#[test]
fn one_signal_ends_everything() {
    for name in ["-INT", "-TERM"] {
        let mut dev = DevServer::start();
        let chain = dev.chain_process();
        assert!(signal("-0", &chain), "the chain runs");
        assert!(signal(name, &dev.process.id().to_string()));
        let code = exit_code(&mut dev.process);
        assert_eq!(code, Some(0), "{name}");
        assert!(!signal("-0", &chain), "the chain ended before the program did");
    }
}

#[test]
fn connections_that_ask_nothing_do_not_delay_the_end() {
    let mut dev = DevServer::start();
    let open = [dev.port, dev.demo_port, dev.port]
        .map(|port| std::net::TcpStream::connect(local(port)).expect("a connection"));
    (&open[2]).write_all(b"GET /health HT").expect("half a request");
    let start = Instant::now();
    assert!(signal("-INT", &dev.process.id().to_string()));
    assert_eq!(exit_code(&mut dev.process), Some(0));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn the_chain_ends_even_when_the_program_is_killed() {
    let mut dev = DevServer::start();
    let chain = dev.chain_process();
    dev.process.kill().expect("killed");
    dev.process.wait().expect("it ends");
    waits_until("the chain outlived the program", || !signal("-0", &chain));
}

#[test]
fn the_program_ends_when_the_chain_does() {
    let mut dev = DevServer::start();
    assert!(signal("-KILL", &dev.chain_process()));
    assert_eq!(exit_code(&mut dev.process), Some(1));
}

#[test]
fn what_keeps_it_from_starting_is_told() {
    let folder = folder();
    let said = |command: &mut Command| {
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        let said = String::from_utf8(output.stderr).expect("text");
        said.replace(&folder.display().to_string(), "FOLDER")
    };
    assert_snapshot!(said(&mut command(&folder, Path::new("no-such-anvil"))), @"latchkit: The local chain no-such-anvil is not there. Install it with `npm ci`, or name it with --anvil.");
    let broken = script(&folder, "exit 3\n");
    assert_snapshot!(said(&mut command(&folder, &broken)), @"latchkit: The local chain FOLDER/anvil.sh does not start (it ended at once). Run it by hand to see why, or name another with --anvil.");
    let mut no_page = command(&folder, &broken);
    assert_snapshot!(said(no_page.args(["--web", "no-such-folder"])), @"latchkit: The folder no-such-folder is not there. Build it with `cargo xtask web`, or name another with --web.");
    let mut read_only = command(&folder, &broken);
    assert_snapshot!(said(read_only.args(["--database", "/proc/dev/latchkit.db"])), @"latchkit: The folder /proc/dev cannot be made (No such file or directory (os error 2)). Name a file in a writable folder with --database.");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let mut second = command(&folder, &broken);
    let text = said(second.args(["--port", &port])).replace(&port, "PORT");
    assert_snapshot!(text, @"latchkit: 127.0.0.1:PORT is taken by another program. Stop it, or choose other ports with --port and --host-port (0 takes a free one).");
}
