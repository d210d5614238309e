//! What accounts of Solana hold, read from a node that runs its programs (`solana/node.mjs`).

use crate::balances::balances;
use crate::fake_node::{FakeNode, each};
use crate::history::{ask, hashes, page, told, whole};
use crate::program::workspace;
use crate::test_app::{PROJECT, TestApp, folder};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;
use server::config_values::NodeUrl;
use std::collections::BTreeSet;
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
        self.server_with(|_| ()).await
    }

    async fn server_with(&self, set: impl FnOnce(&mut Config)) -> TestApp {
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
            set(config);
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
    for what in ["balance", "history", "nfts"] {
        let said = app.get(&format!("/v1/account/{owner}/{what}?projectId={PROJECT}")).await;
        assert_eq!(
            said.status_and_body(),
            r#"400 {"status":"FAILED","reasons":[{"field":"chainId","description":"No chain of solana is configured here, those for tests aside. /v1/supported-chains lists what is."}]}"#
        );
    }
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

impl SolanaNode {
    /// Gives an account some SOL, in a block of its own.
    async fn give(&self, account: &str, lamports: u64) {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "requestAirdrop", "params": [account, lamports]});
        let url = self.at("/url");
        let address =
            url.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
        let headers = [("content-type", "application/json")];
        let said =
            crate::test_app::ask(address, "localhost", "POST", "/", &headers, body.to_string());
        let said = said.await.status_and_body();
        assert!(!said.contains("error"), "{said}");
    }
}

#[tokio::test]
async fn a_history_goes_back_through_the_token_accounts_too() {
    let node = SolanaNode::start();
    let app = node.server().await;
    let owner = node.at("/accounts/owner");
    let found = page(&app, &owner, "history", &format!("&chainId={CHAIN}")).await;
    let all = found["data"].as_array().expect("a list");
    assert_snapshot!(told(all), @r"
    execute:
    send: out 10.5 EURT out 0.00207408 SOL
    receive: in 7 USDC
    receive: in 20.75 USDC
    send: out 120.5 USDC
    receive: in 0.4 SOL
    send: out 1.25 SOL
    receive: in 1000.5 EURT
    receive: in 1 7VSi…ZpLF
    receive: in 12.345678901 4rQC…8k8A
    receive: in 2500 USDC
    receive: in 10 SOL
    ");
    let signatures = hashes(all);
    for name in ["solOut", "solIn", "usdcOut", "usdcInUnnamed", "usdcIn", "euroOut", "failed"] {
        assert!(signatures.contains(&node.at(&format!("/transactions/{name}"))), "{name}");
    }
    let failed = all.iter().find(|it| it["metadata"]["hash"] == node.at("/transactions/failed"));
    let failed = failed.expect("it is there");
    assert_eq!(
        (&failed["metadata"]["status"], &failed["transfers"]),
        (&json!("failed"), &json!([]))
    );
    assert_eq!(failed["metadata"]["minedAt"], "2026-04-02T12:00:00Z");
    // Nothing moved: what was called is the program of tokens.
    assert_eq!(failed["metadata"]["sentTo"], node.at("/tokens/usdc/program"));
    let euro_out = all.iter().find(|it| it["metadata"]["hash"] == node.at("/transactions/euroOut"));
    let sent_to = &euro_out.expect("it is there")["metadata"]["sentTo"];
    assert_eq!(*sent_to, node.at("/accounts/friend"), "not the account that was made");
    let sol_out = all.iter().find(|it| it["metadata"]["hash"] == node.at("/transactions/solOut"));
    assert_eq!(
        sol_out.expect("it is there")["transfers"][0]["counterparty"],
        node.at("/accounts/friend")
    );
    assert_eq!(found["coverage"], json!({"hasNative": true, "isBehind": false}));
}

#[tokio::test]
async fn pages_of_a_history_follow_each_other_without_a_gap() {
    let node = SolanaNode::start();
    let app = node.server().await;
    let account = node.at("/accounts/tokenless");
    let chain = format!("&chainId={CHAIN}");
    let before =
        page(&app, &account, "history", &chain).await["data"].as_array().map_or(0, Vec::len);
    for count in 1..=70 {
        node.give(&account, 1_000_000 + count).await;
    }
    let all = whole(&app, &account, &chain).await;
    assert_eq!(all.len(), before + 70);
    let amounts: Vec<String> =
        all.iter().take(70).map(|it| told(std::slice::from_ref(it))).collect();
    let want: Vec<String> = (1..=70)
        .rev()
        .map(|it| {
            format!("receive: in {} SOL", format!("0.{:09}", 1_000_000 + it).trim_end_matches('0'))
        })
        .collect();
    assert_eq!(amounts, want);
    for cursor in ["junk", "7b7d"] {
        assert_eq!(
            ask(&app, &account, "history", &format!("{chain}&cursor={cursor}")).await.status,
            400
        );
    }
}

#[tokio::test]
async fn nfts_are_what_cannot_be_divided_and_is_on_no_list() {
    let node = SolanaNode::start();
    let app = node.server().await;
    let found = page(&app, &node.at("/accounts/owner"), "nfts", &format!("&chainId={CHAIN}")).await;
    let mint = node.at("/tokens/collectible/mint");
    let all = found["nfts"].as_array().expect("a list");
    assert_eq!(all.len(), 1, "{found}");
    assert_eq!(all[0]["contract"], format!("{CHAIN}:{mint}"));
    assert_eq!(all[0]["quantity"], "1");
    assert_eq!(all[0]["name"], "7VSi…ZpLF");
}

#[tokio::test]
async fn what_is_asked_about_an_account_counts_as_the_calls_that_it_is() {
    let node = SolanaNode::start();
    let app = node.server_with(|config| config.client_requests_per_minute = 200).await;
    let owner = node.at("/accounts/owner");
    let cost = async |what: &str| {
        let before = app.get(&format!("/v1/supported-chains?projectId={PROJECT}")).await;
        let said = ask(&app, &owner, what, &format!("&chainId={CHAIN}")).await;
        assert_eq!(said.status, 200, "{what}");
        before.remaining() - said.remaining()
    };
    // Some come back meanwhile.
    assert!((2..=3).contains(&cost("balance").await));
    assert!((2..=3).contains(&cost("nfts").await));
    // Both token programs, the account and its token accounts; and twelve transactions, which are kept.
    let first = cost("history").await;
    let second = cost("history").await;
    assert!((5..=10).contains(&second), "{second}");
    assert!((second + 10..=second + 14).contains(&first), "{first}, {second}");
}

/// What accounts did, in the order of the chain, the newest first: slot, signature, and by which of them.
fn busy() -> Vec<(u64, String, Vec<usize>)> {
    let mut all = Vec::new();
    let mut seed = 7_u64;
    for slot in (100..=160_u64).rev() {
        let count = if slot == 130 { 140 } else { slot % 8 };
        for place in 0..count {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let whose = (0..4).filter(|it| (seed >> 33) % 5 == *it || (seed >> 40) % 9 == *it);
            let whose: Vec<usize> = whose.filter_map(|it| usize::try_from(it).ok()).collect();
            if !whose.is_empty() {
                all.push((slot, format!("{seed:016x}{slot}x{place}"), whose));
            }
        }
    }
    all
}

/// A node that lists them as those of Solana do.
async fn busy_node() -> FakeNode {
    FakeNode::answering(|body| {
        let answer = |call: &Value| {
            let params = &call["params"];
            let result = match call["method"].as_str().expect("a method") {
                "getGenesisHash" => json!("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
                "getSlot" => json!(1000),
                "getTokenAccountsByOwner" => {
                    let is_first = params[1]["programId"].as_str().is_some_and(|it| it.starts_with("Tokenkeg"));
                    let mine = if is_first { 1..3 } else { 3..4 };
                    json!({"value": mine.map(|it| json!({"pubkey": it.to_string()})).collect::<Vec<_>>()})
                }
                "getSignaturesForAddress" => {
                    let account = params[0].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
                    let before = params[1]["before"].as_str();
                    let limit = params[1]["limit"].as_u64().and_then(|it| usize::try_from(it).ok());
                    let all = busy();
                    let from = before.map_or(0, |before| {
                        1 + all.iter().position(|it| it.1 == before).expect("it is known")
                    });
                    let mine = all[from..].iter().filter(|it| it.2.contains(&account));
                    mine.take(limit.expect("a limit"))
                        .map(|it| json!({"slot": it.0, "signature": it.1, "err": null}))
                        .collect()
                }
                "getTransaction" => json!({
                    "blockTime": 1,
                    "meta": {"err": null, "fee": 5000, "preBalances": [], "postBalances": []},
                    "transaction": {"message": {"accountKeys": []}},
                }),
                _ => Value::Null,
            };
            json!({"id": call["id"], "result": result}).to_string()
        };
        (200, each(body, answer))
    })
    .await
}

#[tokio::test]
async fn pages_lose_and_repeat_nothing_of_what_several_accounts_did_in_one_slot() {
    let node = busy_node().await;
    let url = NodeUrl::try_from(node.url.clone()).expect("a URL");
    let app = TestApp::with(&[], |config| {
        config.chains = [(CHAIN.to_owned(), vec![url])].into();
    })
    .await;
    let owner = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv";
    let all = hashes(&whole(&app, owner, &format!("&chainId={CHAIN}")).await);
    let want: BTreeSet<String> = busy().into_iter().map(|it| it.1).collect();
    let told: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), told.len(), "each is told once");
    assert_eq!(told, want);
    let slot = |it: &String| it[16..19].parse::<u64>().expect("a slot");
    assert!(all.is_sorted_by(|one, other| slot(one) >= slot(other)));
}
