//! A chain on which much happens.

use std::fs;
use std::net::Ipv4Addr;

use serde_json::{Value, json};

use super::Wish;
use crate::anvil::Anvil;
use crate::connection::{Connection, Target};

/// Seen from the root of the repository.
const TOKEN: &str = "contracts/compiled/Token.json";
/// Where the token is put.
const AT: &str = "0x00000000000000000000000000000000000a70ce";
/// The account whose history is read. It is in one transfer of each block.
pub(super) const ACCOUNT: &str = "0x00000000000000000000000000000000b0a71e55";
/// To whom the other transfers go.
const OTHER: &str = "0x0000000000000000000000000000000007ae70fe";
/// `mint(address,uint256)`.
const MINT: &str = "40c10f19";

/// Starts a node with the blocks that are wished for, each with its transfers.
pub(super) async fn chain(wish: &Wish) -> Result<Anvil, String> {
    let anvil = Anvil::start(&["--no-mining"]).await?;
    let target = Target { address: anvil.address, path: "/".to_owned() };
    let mut node = Connection::open(&target, Ipv4Addr::LOCALHOST).await?;
    let compiled = fs::read_to_string(TOKEN).map_err(|error| format!("{TOKEN}: {error}"))?;
    let compiled: Value = serde_json::from_str(&compiled).map_err(|error| error.to_string())?;
    ask(&mut node, &json!([call("anvil_setCode", &json!([AT, compiled["deployedBytecode"]]))]))
        .await?;
    let known = ask(&mut node, &json!([call("eth_accounts", &json!([]))])).await?;
    let from = known[0]["result"][0].clone();
    let mint = |at: u32| {
        let to = if at == 0 { ACCOUNT } else { OTHER };
        let data = format!("0x{MINT}{:0>64}{:064x}", &to[2..], at + 1);
        let gas = "0x186a0";
        call("eth_sendTransaction", &json!([{ "from": from, "to": AT, "data": data, "gas": gas }]))
    };
    let transfers = Value::Array((0..wish.transfers).map(mint).collect());
    for _ in 0..wish.blocks {
        ask(&mut node, &transfers).await?;
        ask(&mut node, &json!([call("evm_mine", &json!([]))])).await?;
    }
    Ok(anvil)
}

fn call(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// Asks for a batch, each of whose calls must succeed.
async fn ask(node: &mut Connection, batch: &Value) -> Result<Value, String> {
    let (_, text) = node.ask(&batch.to_string()).await?;
    let answers: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let failed = answers.as_array().and_then(|all| all.iter().find(|it| it.get("error").is_some()));
    failed.map_or(Ok(answers.clone()), |it| Err(format!("anvil: {it}")))
}
