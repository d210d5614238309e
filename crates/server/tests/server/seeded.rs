//! A local chain with tokens, pools, names and histories on it (`contracts/seed.mjs`), one for all tests: who
//! changes it takes accounts of its own.
//!
//! Anvil ends with the tests: a few lines of `sh` hold the read end of a pipe whose other end is ours.

use crate::program::workspace;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The accounts of anvil's mnemonic.
pub(crate) const OWNER: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

const KEEPER: &str = r#""$0" "$@" </dev/null & chain=$!; { read _; kill $chain; } 2>/dev/null"#;

/// A chain that was filled.
pub(crate) struct Seeded {
    pub(crate) url: String,
    /// What `seed.mjs` printed: all addresses.
    pub(crate) addresses: Value,
    _keeper: Child,
}

impl Seeded {
    /// The address at a path such as `/tokens/usdc`.
    pub(crate) fn address(&self, path: &str) -> String {
        let found = self.addresses.pointer(path).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{path}")).to_owned()
    }
}

/// The chain 31337.
pub(crate) fn chain() -> &'static Seeded {
    static CHAIN: OnceLock<Seeded> = OnceLock::new();
    CHAIN.get_or_init(|| start("31337", &["--many", "200"]))
}

/// Another one, the chain 8453.
pub(crate) fn other_chain() -> &'static Seeded {
    static CHAIN: OnceLock<Seeded> = OnceLock::new();
    CHAIN.get_or_init(|| start("8453", &["--many", "200"]))
}

/// The port of the gateway that [`with_gateway`] points to.
pub(crate) const GATEWAY_PORT: u16 = 18_731;

/// The chain 31337, whose lookups lead to a gateway of this machine.
pub(crate) fn with_gateway() -> &'static Seeded {
    static CHAIN: OnceLock<Seeded> = OnceLock::new();
    let gateway = format!("http://127.0.0.1:{GATEWAY_PORT}");
    CHAIN.get_or_init(|| start("31337", &["--gateway", &gateway]))
}

/// The chain 31337 with its ten accounts and nothing else.
pub(crate) fn bare_chain() -> &'static Seeded {
    static CHAIN: OnceLock<Seeded> = OnceLock::new();
    CHAIN.get_or_init(|| {
        let (keeper, url) = anvil(&workspace(), "31337");
        Seeded { url, addresses: Value::Null, _keeper: keeper }
    })
}

/// A chain of a test's own, with its ten accounts and nothing else.
pub(crate) fn own_chain(number: &str) -> Seeded {
    let (keeper, url) = anvil(&workspace(), number);
    Seeded { url, addresses: Value::Null, _keeper: keeper }
}

/// A chain of a test's own, filled.
pub(crate) fn own_seeded_chain() -> Seeded {
    start("31337", &[])
}

fn start(number: &str, words: &[&str]) -> Seeded {
    let root = workspace();
    let (mut keeper, url) = anvil(&root, number);
    let seed = Command::new("node")
        .args(["contracts/seed.mjs", "--rpc", &url])
        .args(words)
        .current_dir(&root)
        .stderr(Stdio::null())
        .output()
        .expect("node runs");
    if !seed.status.success() {
        let _ = keeper.kill();
        panic!("The chain is not filled. `npm ci --ignore-scripts --prefix contracts` first.");
    }
    let addresses = serde_json::from_slice(&seed.stdout).expect("it prints JSON");
    Seeded { url, addresses, _keeper: keeper }
}

fn anvil(root: &Path, number: &str) -> (Child, String) {
    let mut keeper = Command::new("sh")
        .args(["-c", KEEPER])
        .arg(program(root))
        .args(["--host", "127.0.0.1", "--port", "0", "--chain-id", number])
        .args(["--mnemonic", "test test test test test test test test test test test junk"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let printed = BufReader::new(keeper.stdout.take().expect("piped"));
    let mut lines = printed.lines().map_while(Result::ok);
    let place = lines.find_map(|line| line.strip_prefix("Listening on ").map(str::to_owned));
    let url = format!("http://{}", place.expect("anvil listens"));
    // It stops where nobody reads what it prints.
    std::thread::spawn(move || lines.for_each(drop));
    (keeper, url)
}

/// The program that npm installed for this machine.
pub(crate) fn program(root: &Path) -> PathBuf {
    let scope = root.join("node_modules/@foundry-rs");
    let found = std::fs::read_dir(&scope).into_iter().flatten().flatten();
    let mut programs = found.map(|entry| entry.path().join("bin/anvil"));
    let anvil = programs.find(|path| path.is_file());
    anvil.unwrap_or_else(|| {
        panic!("These tests need anvil, which `npm ci` installs in {}.", scope.display())
    })
}
