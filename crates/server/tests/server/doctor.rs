//! `latchkit doctor`: what it finds of the set-up, what it says to do, how it ends.

use crate::fake_node::{FakeNode, each, nowhere};
use crate::program::{exit_code_and_output, latchkit, run};
use crate::relay_nodes::Redis;
use crate::test_app::folder;
use axum::Router;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Html;
use chains::evm::contracts::{Multicall3, SolCall, hex};
use insta::assert_snapshot;
use serde_json::json;
use server::listen::{Stop, bind, listen};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// A page at a random port, with these headers.
pub(crate) async fn page(headers: &[(&'static str, &str)], html: &'static str) -> String {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header"))
        })
        .collect();
    let routes = Router::new().fallback(async move || (headers, Html(html)));
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
    let url = format!("http://{}/shop", listener.local_addr().expect("an address"));
    tokio::spawn(listen(listener, routes, Stop::default()));
    url
}

/// A folder with a configuration. The server has one port under both names: `localhost` needs no
/// resolver, nor does an address.
pub(crate) struct Setup {
    pub(crate) folder: PathBuf,
    pub(crate) port: u16,
    metrics_port: u16,
}

impl Setup {
    pub(crate) fn new(more: &str) -> Self {
        let folder = folder();
        // Both at once, so that they differ.
        let taken = [(); 2].map(|()| std::net::TcpListener::bind("127.0.0.1:0").expect("a port"));
        let [port, metrics_port] = taken.map(|it| it.local_addr().expect("an address").port());
        std::fs::create_dir(folder.join("package")).expect("a folder");
        std::fs::write(folder.join("package/latchkit.js"), "export {}").expect("a file");
        let text = format!(
            "bind = \"127.0.0.1:{port}\"\npublic_url = \"http://localhost:{port}\"\n\
             vault_url = \"http://127.0.0.1:{port}\"\nassets = \"package\"\n\
             metrics_bind = \"127.0.0.1:{metrics_port}\"\n{more}"
        );
        std::fs::write(folder.join("latchkit.toml"), text).expect("a file");
        Setup { folder, port, metrics_port }
    }

    /// The program in the folder; it waits for its end on another thread, so that pages answer.
    pub(crate) async fn run(&self, arguments: &[&str]) -> String {
        let folder = self.folder.clone();
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let output = tokio::task::spawn_blocking(move || {
            let mut command = latchkit();
            command.env_remove("LATCHKIT_METRICS_BIND").current_dir(folder);
            command.args(arguments).output().expect("the program runs")
        });
        let said = exit_code_and_output(&self.folder, &output.await.expect("it ends"));
        let said = said.replace(&format!(":{}", self.port), ":PORT");
        said.replace(&format!(":{}", self.metrics_port), ":METRICS")
    }

    pub(crate) fn serve(&self) -> Server {
        let mut command = latchkit();
        command.env_remove("LATCHKIT_METRICS_BIND").current_dir(&self.folder).arg("serve");
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the program runs");
        let mut line = String::new();
        let mut printed = BufReader::new(process.stdout.take().expect("piped"));
        printed.read_line(&mut line).expect("a line");
        Server(process)
    }
}

/// The program as it serves, until this is dropped.
pub(crate) struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The text without the port of a URL that a test made.
pub(crate) fn without_port(text: &str, url: &str, name: &str) -> String {
    let port = url.rsplit(':').next().and_then(|it| it.split('/').next()).expect("a port");
    text.replace(&format!(":{port}"), name)
}

/// A node that does what accounts need, but for what it refuses or has not got.
pub(crate) async fn whole_node(refused: &'static str, has_multicall: bool) -> FakeNode {
    let result = Multicall3::Result { success: true, returnData: vec![0; 32].into() };
    let held = Multicall3::aggregate3Call::abi_encode_returns(&vec![result]);
    let held = if has_multicall { hex::encode_prefixed(held) } else { "0x".to_owned() };
    FakeNode::answering(move |body| {
        let answers = each(body, |call| {
            let method = call["method"].as_str().expect("a method");
            let result = if method == "eth_call" { json!(held) } else { json!([]) };
            let mut answer = json!({"id": call["id"], "result": result});
            if method == refused {
                answer = json!({"id": call["id"], "error": {"code": -32601, "message": "no such method"}});
            }
            answer.to_string()
        });
        (200, answers)
    })
    .await
}

#[tokio::test]
async fn all_is_well_under_the_policy_that_the_program_prints() {
    let node = whole_node("", true).await;
    let setup = Setup::new(&format!(
        "wallets = \"own.json\"\nwallets_extend = false\n[chains]\n\"eip155:5\" = [\"{}\"]\n",
        node.url
    ));
    let wallet = format!("[{{\"id\":\"{}\",\"name\":\"Harbor\"}}]", crate::wallets::id(1));
    std::fs::write(setup.folder.join("own.json"), wallet).expect("a file");
    let id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let create = ["project", "create", "--name", "Shop", "--id", id, "--add-origin", "127.0.0.1:*"];
    assert_eq!(setup.run(&create).await, format!("0\n{id}\n"));
    let _server = setup.serve();
    let policy = setup.run(&["csp"]).await.replace(":PORT", &format!(":{}", setup.port));
    let policy = policy.strip_prefix("0\n").expect("it is printed").trim();
    let page = page(&[("content-security-policy", policy)], "<!doctype html>").await;
    let said = setup.run(&["doctor", "--host", &page, "--project", id]).await;
    assert_snapshot!(without_port(&said, &page, ":PAGE"), @r#"
    0
    ok    configuration: it can be read
    ok    database latchkit.db: it opens, with all its tables
    ok    project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: it is `Shop`
    ok    assets package: the package is there
    ok    kept_assets latchkit-assets: 1 version kept (0.1.0), 0.1 MB
    ok    wallets: The directory: 1 wallet, and nothing is wrong.
    ok    vault: signing in by e-mail is not set up (name a folder for keys, a mail server and a sender under [vault], and run `latchkit kms create`)
    ok    limits: clients and projects are counted
    ok    bind 127.0.0.1:PORT: this server listens there
    ok    metrics_bind 127.0.0.1:METRICS: this server listens there
    ok    public_url http://localhost:PORT: latchkit 0.1.0 answers
    ok    vault_url http://127.0.0.1:PORT: this server answers under its second name
    ok    relay ws://localhost:PORT/relay: it lets the page in
    ok    chains: no node for Ethereum, OP Mainnet, BNB Smart Chain, Polygon, Fantom, Base, Arbitrum One, Avalanche, Linea, Solana, Solana Devnet, Solana Testnet, Bitcoin, Bitcoin Testnet (name nodes under [chains] where pages use them, or say `public_nodes = true`)
    ok    ens_chain eip155:1: it has no node, so no account has a name (name one under [chains])
    ok    eip155:5 at 127.0.0.1: it answers, and is on that chain
    ok    the page http://127.0.0.1:PAGE/shop answers 200
    ok    the page may ask http://localhost:PORT as far as schemes go
    ok    the policy allows scripts of the page's own origin
    ok    the policy lets WebAssembly be compiled
    ok    the policy allows `http://localhost:PORT` in connect-src
    ok    the policy allows `'self'` in connect-src
    ok    the policy allows `ws://localhost:PORT` in connect-src
    ok    the policy allows `data:` in img-src
    ok    the policy allows `blob:` in img-src
    ok    the policy allows `http://localhost:PORT` in img-src
    ok    the policy allows `http://127.0.0.1:PORT` in frame-src
    ok    Cross-Origin-Opener-Policy: there is none, popups can answer
    ok    Cross-Origin-Embedder-Policy: there is none
    ok    X-Frame-Options: there is none
    ok    Permissions-Policy: copying is not forbidden
    ok    project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa from http://127.0.0.1:PAGE: the server takes its calls
    "#);
}

#[tokio::test]
async fn what_is_wrong_is_told_with_its_cure() {
    let (other, silent) = (FakeNode::sound().await, nowhere().await);
    other.is_of_chain("0x1");
    let setup = Setup::new(&format!(
        "database = \"nowhere/latchkit.db\"\nwallets = \"none.json\"\ntokens = \"none.json\"\n\
         [chains]\n\"eip155:5\" = [\"{}\", \"{silent}\"]\n",
        other.url
    ));
    std::fs::remove_file(setup.folder.join("package/latchkit.js")).expect("it was there");
    let other_program = bind(SocketAddr::from(([127, 0, 0, 1], setup.metrics_port)), "").await;
    tokio::spawn(listen(other_program.expect("free"), Router::new(), Stop::default()));
    let said = setup.run(&["doctor", "--project", "12", "--host", &silent]).await;
    assert_snapshot!(without_port(&said, &silent, ":NOWHERE"), @r#"
    1
    ok    configuration: it can be read
    FAIL  database nowhere/latchkit.db: there is no folder nowhere: make it, or name a file elsewhere: `database` in latchkit.toml
    FAIL  project 12: it is no id: an id is 32 hex digits, as `latchkit project list` shows them
    FAIL  assets package: no latchkit.js: build the package (`cargo xtask web --release`) and name its folder with `assets`, or let hosts serve the files themselves
    FAIL  wallets: The registry none.json cannot be read (No such file or directory (os error 2)). Name another with `wallets`.
    FAIL  tokens: The tokens none.json cannot be read (No such file or directory (os error 2)). It is JSON such as {"eip155:1": [{"address": "0x…", "symbol": "USDC", "name": "USD Coin", "decimals": 6}]}; see `tokens` in latchkit.toml.
    ok    vault: signing in by e-mail is not set up (name a folder for keys, a mail server and a sender under [vault], and run `latchkit kms create`)
    ok    limits: clients and projects are counted
    ok    bind 127.0.0.1:PORT: it is free, the server does not run
    FAIL  metrics_bind 127.0.0.1:METRICS: another program has it: stop that, or choose another address with `metrics_bind`
    warn  public_url http://localhost:PORT: nothing answers (client error (Connect): tcp connect error: Connection refused (os error 111)): the server does not run here; run the doctor beside a running server to check its names
    warn  vault_url http://127.0.0.1:PORT: nothing answers (client error (Connect): tcp connect error: Connection refused (os error 111)): the server does not run here; run the doctor beside a running server to check its names
    warn  relay ws://localhost:PORT/relay: it does not answer (client error (Connect): tcp connect error: Connection refused (os error 111)): see what is said of public_url
    ok    chains: no node for Ethereum, OP Mainnet, BNB Smart Chain, Polygon, Fantom, Base, Arbitrum One, Avalanche, Linea, Solana, Solana Devnet, Solana Testnet, Bitcoin, Bitcoin Testnet (name nodes under [chains] where pages use them, or say `public_nodes = true`)
    ok    ens_chain eip155:1: it has no node, so no account has a name (name one under [chains])
    FAIL  eip155:5 at 127.0.0.1: it is on another chain, it says `0x1`: visitors would see balances of that one; correct the URL or the chain under [chains]
    FAIL  eip155:5 at 127.0.0.1: eth_chainId is not answered (client error (Connect): tcp connect error: Connection refused (os error 111)): check its URL and key under [chains]; other nodes of the chain are asked instead
    FAIL  the page http://127.0.0.1:NOWHERE/: it cannot be read (client error (Connect): tcp connect error: Connection refused (os error 111)): see whether a browser here opens it
    latchkit: 9 of 18 checks failed.
    "#);
}

#[tokio::test]
async fn another_server_at_the_public_name_is_noticed() {
    let first = Setup::new("");
    let _first = first.serve();
    let second = Setup::new("");
    let file = second.folder.join("latchkit.toml");
    let text = std::fs::read_to_string(&file).expect("it is there");
    let name = format!("http://localhost:{}", first.port);
    let own = format!("public_url = \"http://localhost:{}\"", second.port);
    std::fs::write(&file, text.replace(&own, &format!("public_url = \"{name}\""))).expect("a file");
    let of_name = async || {
        let said = second.run(&["doctor"]).await;
        let line = said.lines().find(|line| line.contains("public_url")).expect(&said).to_owned();
        line.replace(&name, "NAME")
    };
    assert_snapshot!(of_name().await, @"warn  public_url NAME: another latchkit answers, this one does not run: stop that, or correct `public_url` and `bind`");
    let _second = second.serve();
    assert_snapshot!(of_name().await, @"warn  public_url NAME: another latchkit answers than the one at `bind`: that is right where several share the name; else correct `public_url`, or lead the name to this one");
}

/// What the doctor says of these.
pub(crate) async fn lines(setup: &Setup, arguments: &[&str], begin: &str) -> String {
    let said = setup.run(&[&["doctor"], arguments].concat()).await;
    let is_of = |line: &&str| line.get(6..).is_some_and(|it| it.starts_with(begin));
    said.lines().filter(is_of).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn what_is_kept_of_older_versions_is_told() {
    let setup = Setup::new("");
    let kept = async || lines(&setup, &[], "kept_assets").await;
    assert_snapshot!(kept().await, @"ok    kept_assets latchkit-assets: nothing is kept yet, the server does so when it starts");
    drop(setup.serve());
    assert_snapshot!(kept().await, @"ok    kept_assets latchkit-assets: 1 version kept (0.1.0), 0.1 MB");
    let folder = setup.folder.join("latchkit-assets");
    std::fs::create_dir(folder.join("0.0.9")).expect("a folder");
    let copied = |file: &str| {
        std::fs::copy(folder.join("0.1.0").join(file), folder.join("0.0.9").join(file))
            .expect("a file")
    };
    copied("latchkit.js");
    copied("SHA3-256SUMS");
    assert_snapshot!(kept().await, @"ok    kept_assets latchkit-assets: 2 versions kept (0.1.0, 0.0.9), 0.1 MB");
    std::fs::write(folder.join("0.0.9/latchkit.js"), "evil").expect("a file");
    std::fs::write(folder.join("0.1.0/notes.txt"), "mine").expect("a file");
    assert_snapshot!(kept().await, @r"
    ok    kept_assets latchkit-assets: 1 version kept (0.1.0), 0.1 MB
    warn  kept_assets latchkit-assets/0.1.0: it holds notes.txt, which its SHA3-256SUMS does not name: it stays as it is, and counts for nothing; move elsewhere what is not latchkit's
    warn  kept_assets latchkit-assets/0.0.9: latchkit.js is not what it was: pages of that version miss its files; put back what was there, or remove the folder
    ");
    std::fs::write(setup.folder.join("package/latchkit.js"), "export { other }").expect("a file");
    assert_snapshot!(kept().await, @"FAIL  kept_assets latchkit-assets: what is there of 0.1.0 is not latchkit's alone (it holds notes.txt, which its SHA3-256SUMS does not name): the server does not start; move that elsewhere, or name another folder with `kept_assets`");
}

#[tokio::test]
async fn a_folder_that_cannot_keep_anything_is_told() {
    for (more, expected) in [
        (
            "kept_assets = \"\"",
            "ok    kept_assets: empty, so only the files of this version are there",
        ),
        (
            "kept_assets = \"package/latchkit.js/kept\"",
            "FAIL  kept_assets package/latchkit.js/kept: package/latchkit.js is no folder: make it a folder \
             that the server's user may write to, name another with `kept_assets`, or keep none with \
             `kept_assets = \"\"`",
        ),
        (
            "database_url = \"postgres://nobody@127.0.0.1:1/none\"",
            "warn  kept_assets: with `database_url` there is none unless you name a folder: pages that are \
             built with this version miss its files after the next upgrade",
        ),
    ] {
        let said = lines(&Setup::new(more), &[], "kept_assets").await;
        assert_eq!(said.trim_end(), expected, "{more}");
    }
}

#[tokio::test]
async fn of_an_id_that_is_none_one_line_speaks() {
    let setup = Setup::new("");
    let _server = setup.serve();
    let page = page(&[], "<!doctype html>").await;
    let said = lines(&setup, &["--host", &page, "--project", "xyz"], "project").await;
    assert_snapshot!(said, @"FAIL  project xyz: it is no id: an id is 32 hex digits, as `latchkit project list` shows them");
}

#[tokio::test]
async fn limits_that_limit_nobody_are_told() {
    for (more, line) in [
        ("trusted_proxies = [\"0.0.0.0/0\"]", "FAIL  trusted_proxies: 0.0.0.0/0 is everybody: "),
        ("client_requests_per_minute = 0\nproject_requests_per_minute = 0", "warn  limits: "),
        ("client_requests_per_minute = 0", "warn  limits: projects are counted, clients are not: "),
        ("project_requests_per_minute = 0", "ok    limits: clients are counted, projects are not"),
        (
            "connections = 0\nheld_bytes = 0",
            "warn  limits: connections, held_bytes is 0, which is any number: ",
        ),
    ] {
        let said = Setup::new(more).run(&["doctor"]).await;
        assert!(said.lines().any(|it| it.starts_with(line)), "{line} in {said}");
    }
}

#[test]
fn a_configuration_that_cannot_be_read_is_the_only_finding() {
    let folder = folder();
    std::fs::write(folder.join("latchkit.toml"), "metrics_bind = \"8789\"\n").expect("a file");
    let said = exit_code_and_output(&folder, &run(&folder, &["doctor"]));
    assert_snapshot!(said, @r#"
    1
    FAIL  configuration: latchkit.toml, line 1, column 16: metrics_bind: it is not an address with a port such as 127.0.0.1:8789, or empty for none; names are not looked up. Write for instance `metrics_bind = "127.0.0.1:8789"`.
    latchkit: 1 of 1 checks failed.
    "#);
}

#[tokio::test]
async fn what_an_operator_may_not_have_meant_is_said_of_every_project() {
    let [a, b, c] = ["a", "b", "c"].map(|digit| digit.repeat(32));
    let setup = Setup::new(&format!(
        "database_url = \"postgres://latchkit:SECRET@db.invalid/latchkit\"\n\
         [projects.{a}]\nname = \"Shop\"\n[projects.{b}]\nname = \"Preview\"\n\
         origins = [\"*.vercel.app\"]\n[projects.{c}]\nname = \"Own\"\n\
         origins = [\"*.shop.example\"]\n"
    ));
    let said = setup.run(&["doctor"]).await;
    let lines = said.lines().filter(|line| line.starts_with("warn  ") && !line.contains("chains:"));
    let doubts: Vec<_> =
        lines.filter(|it| it.contains("project ") || it.contains("db.invalid")).collect();
    assert_snapshot!(doubts.join("\n"), @r"
    warn  database db.invalid:5432/latchkit: it is on another machine, and its certificate is not checked: whoever is on the way may read and answer in its place; add ?sslmode=verify-full to `database_url`
    warn  project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (`Shop`): any page may use it, at the cost of its limits; name its own by `latchkit project set --add-origin`, or by `origins` where the configuration has it
    warn  project bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb (`Preview`): `*.vercel.app` allows pages of strangers: anybody may have a name there
    ");
    assert!(!said.contains("SECRET"), "{said}");
}

#[tokio::test]
async fn whether_redis_answers_is_told_without_its_password() {
    let Some(redis) = Redis::start_with(&["--requirepass", "right"]) else { return };
    let place = redis.url().replace("redis://", "");
    let said = async |user: &str| {
        let setup = Setup::new(&format!(
            "database_url = \"postgres://nobody@127.0.0.1:1/none\"\nredis_url = \"redis://{user}{place}\"\n"
        ));
        lines(&setup, &[], "redis_url").await.replace(&place, "PLACE")
    };
    assert_snapshot!(said(":right@").await, @"ok    redis_url PLACE: it answers");
    assert_snapshot!(said(":WRONG@").await, @"FAIL  redis_url PLACE: it does not let this server in (Password authentication failed- AuthenticationFailed): the server does not start; correct user and password");
    drop(redis);
    assert_snapshot!(said(":right@").await, @"FAIL  redis_url PLACE: it does not answer (Connection refused (os error 111)): nodes hear each other late, when they read the database anew; start it, or correct `redis_url`");
}
