//! What accounts of Solana hold, read from a node that runs its programs (`solana/node.mjs`).

use crate::balances::balances;
use crate::program::workspace;
use crate::test_app::{PROJECT, TestApp, folder};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config_values::NodeUrl;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const CHAIN: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";

/// A node that was filled. It ends with the test.
struct SolanaNode {
    process: Child,
    /// What it printed: its URL, and all addresses.
    said: Value,
}

impl SolanaNode {
    fn start() -> Self {
        let mut process = Command::new("node")
            .args(["solana/node.mjs", "--port", "0", "--seed"])
            .current_dir(workspace())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node runs");
        let mut line = String::new();
        let mut printed = BufReader::new(process.stdout.take().expect("piped"));
        printed.read_line(&mut line).expect("a line");
        let said = serde_json::from_str(&line);
        let said = said.expect("it starts; `npm ci --ignore-scripts --prefix solana` first");
        SolanaNode { process, said }
    }

    fn at(&self, path: &str) -> String {
        let found = self.said.pointer(path).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{path}")).to_owned()
    }

    async fn server(&self) -> TestApp {
        let token = |name: &str, symbol: &str, decimals: u8| {
            let mint = self.at(&format!("/tokens/{name}/mint"));
            json!({"address": mint, "symbol": symbol, "name": symbol, "decimals": decimals})
        };
        let tokens = json!([token("euro", "EURT", 2), token("usdc", "USDC", 6)]);
        let file = folder().join("tokens.json");
        std::fs::write(&file, json!({CHAIN: tokens}).to_string()).expect("a file");
        let url = NodeUrl::try_from(self.at("/url")).expect("a URL");
        TestApp::with(&[], |config| {
            config.chains = [(CHAIN.to_owned(), vec![url])].into();
            config.tokens = Some(file);
        })
        .await
    }
}

impl Drop for SolanaNode {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn sol_and_listed_tokens_of_both_programs_are_told() {
    let node = SolanaNode::start();
    let app = node.server().await;
    let (owner, more) = (node.at("/accounts/owner"), format!("&chainId={CHAIN}"));
    let found = balances(&app, &owner, &more).await;
    let told = |it: &Value| format!("{} {}", it["symbol"], it["quantity"]["numeric"]);
    let all = found["balances"].as_array().expect("a list");
    // What no list has is left out: anybody may send it.
    assert_eq!(all.len(), 3, "{found}");
    let native = format!("{CHAIN}:So11111111111111111111111111111111111111111");
    assert_eq!(all[0]["address"], native);
    assert_snapshot!(told(&all[1]), @r#""EURT" "990""#);
    assert_snapshot!(told(&all[2]), @r#""USDC" "2407.25""#);
    let tokenless = balances(&app, &node.at("/accounts/tokenless"), &more).await;
    assert!(tokenless["balances"].as_array().is_some_and(|it| it.len() <= 1), "{tokenless}");
    // A network for tests is not among those that are meant where none is named.
    assert_eq!(balances(&app, &owner, "").await, json!({"balances": [], "missing": []}));
}

#[tokio::test]
async fn a_node_of_another_network_of_solana_is_not_asked() {
    let node = SolanaNode::start();
    let url = NodeUrl::try_from(node.at("/url")).expect("a URL");
    let mainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
    let app = TestApp::with(&[], |config| {
        config.chains = [(mainnet.to_owned(), vec![url])].into();
    })
    .await;
    let owner = node.at("/accounts/owner");
    let path = format!("/v1/account/{owner}/balance?projectId={PROJECT}&chainId={mainnet}");
    assert_eq!(app.get(&path).await.status, 503);
}
