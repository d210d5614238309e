//! What tests of histories do with a chain of anvil: ask it, change it, and find by brute force what an account
//! did there.

use crate::seeded::Seeded;
use crate::test_app::ask;
use serde_json::{Value, json};

/// The accounts of anvil's mnemonic after [`crate::seeded::OWNER`].
pub(crate) const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
pub(crate) const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
pub(crate) const DAVE: &str = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

/// Anvil reads nothing else.
const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

impl Seeded {
    /// What it says to a call: a result, or an error.
    pub(crate) async fn said(&self, method: &str, params: &Value) -> Value {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let address = self.url.trim_start_matches("http://").parse().expect("an address");
        let said = ask(address, "localhost", "POST", "/", &JSON, body.to_string()).await;
        serde_json::from_slice(&said.body).expect("JSON")
    }

    /// The result of a call.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Value {
        let said = self.said(method, &params).await;
        assert!(said["error"].is_null(), "{method} {params}: {said}");
        said["result"].clone()
    }

    /// Sends some native currency, in a block of its own.
    pub(crate) async fn pay(&self, from: &str, to: &str, value: &str) -> String {
        self.mined(json!({"from": from, "to": to, "value": value})).await
    }

    /// Calls a contract, in a block of its own: a selector, and words.
    pub(crate) async fn send(
        &self,
        from: &str,
        to: &str,
        selector: &str,
        words: &[&str],
    ) -> String {
        let word = |it: &&str| format!("{:0>64}", it.trim_start_matches("0x").to_lowercase());
        let data = format!("{selector}{}", words.iter().map(word).collect::<String>());
        self.mined(json!({"from": from, "to": to, "data": data, "gas": "0x200000"})).await
    }

    /// The hash of a transaction that is in a block.
    pub(crate) async fn mined(&self, transaction: Value) -> String {
        let receipt = self.call("eth_sendTransactionSync", json!([transaction])).await;
        receipt["transactionHash"].as_str().expect("a hash").to_owned()
    }

    /// Makes empty blocks.
    pub(crate) async fn mine(&self, count: u32) {
        self.call("anvil_mine", json!([format!("{count:#x}")])).await;
    }

    /// The latest block.
    pub(crate) async fn head(&self) -> u64 {
        let said = self.call("eth_blockNumber", json!([])).await;
        let digits = said.as_str().expect("a number").trim_start_matches("0x").to_owned();
        u64::from_str_radix(&digits, 16).expect("a number")
    }

    /// The hashes of all transactions that an account signed, was called by, or is named in a log of, the newest
    /// first: by looking at everything.
    pub(crate) async fn everything_of(&self, account: &str) -> Vec<String> {
        let account = account.to_lowercase();
        let topic = format!("0x{:0>64}", &account[2..]);
        let mut found = Vec::new();
        for block in 0..=self.head().await {
            let receipts = self.call("eth_getBlockReceipts", json!([format!("{block:#x}")])).await;
            for receipt in receipts.as_array().expect("a list") {
                let is_end = [&receipt["from"], &receipt["to"]].contains(&&json!(account));
                let logs = receipt["logs"].as_array().expect("logs");
                let is_of_transfer =
                    |it: &&Value| TRANSFERS.iter().any(|topic| it["topics"][0] == *topic);
                let is_named =
                    |it: &Value| it["topics"].as_array().expect("topics").contains(&json!(topic));
                if is_end || logs.iter().filter(is_of_transfer).any(is_named) {
                    found.push(receipt["transactionHash"].as_str().expect("a hash").to_owned());
                }
            }
        }
        found.reverse();
        found
    }
}

const TRANSFERS: [&str; 3] = [
    "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
    "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
    "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb",
];
