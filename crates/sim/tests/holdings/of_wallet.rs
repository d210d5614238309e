//! What the wallet itself says that the account holds.

use engine::{Intent, ReadStep};
use sim::{ANVIL, DEV_CHAIN, Quirks, Sim, Wallet};
use wire::{Json, Number, from_text};

use crate::{BALANCE, asked, connected, connected_by, open, rich};

/// Account is open; the wallet says of its assets this.
fn told_by_wallet(assets: Json) -> Sim {
    let capabilities = r#"{"0x7a69":{"assetDiscovery":{"supported":true}}}"#;
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
        .answering("wallet_getCapabilities", from_text(capabilities).unwrap())
        .answering("wallet_getAssets", assets);
    let mut sim = connected_by(harbor, rich());
    open(&mut sim);
    sim
}

#[test]
fn a_wallet_that_says_what_the_account_holds_goes_before_the_server() {
    let assets = r#"{"0x7a69":[
        {"address":null,"balance":"0xde0b6b3a7640000","type":"native","metadata":{"price":"2000","value":2000}},
        {"address":"0xa","balance":"0xf4240","type":"erc20","metadata":{"name":"Dollar","symbol":"USD","decimals":6}},
        {"address":"0xb","balance":"0x0","type":"erc20","metadata":{"name":"None","symbol":"NO","decimals":6}},
        {"address":"0xc","balance":"0x1","type":"erc721","metadata":{"name":"Picture"}}
    ]}"#;
    let sim = told_by_wallet(from_text(assets).unwrap());
    assert_eq!(asked(&sim, BALANCE), 0);
    let page = sim.page();
    let read = page.state.tokens.read.as_ref().unwrap();
    let told: Vec<_> =
        read.balances.iter().map(|it| (it.symbol.as_str(), it.quantity.numeric.as_str())).collect();
    assert_eq!(told, [("ETH", "1"), ("USD", "1")]);
    assert_eq!(read.total, Number::of("2000"));
    assert!(read.is_whole);
}

#[test]
fn what_a_wallet_says_too_little_of_is_known_to_be_missing() {
    let assets = r#"{"0x7a69":[
        {"address":"0xa","balance":"0xf4240","type":"erc20","metadata":{"name":"Dollar","symbol":"USD","decimals":"6"}},
        {"address":"0xb","balance":"0x1","type":"erc20","metadata":{"symbol":"NO"}}
    ]}"#;
    let sim = told_by_wallet(from_text(assets).unwrap());
    let read = sim.page().state.tokens.read.clone().unwrap();
    assert_eq!((read.balances.len(), read.is_whole), (1, false));
    assert_eq!(read.balances[0].quantity.numeric, "1");
}

#[test]
fn a_wallet_that_tells_nothing_is_asked_again_only_once_something_has_changed() {
    let mut sim = connected(rich());
    sim.transcript();
    open(&mut sim);
    sim.send(&Intent::Close);
    sim.run_for(60_000);
    open(&mut sim);
    assert_eq!(sim.transcript().matches("wallet_getCapabilities").count(), 1);
    assert_eq!(asked(&sim, BALANCE), 2);
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    assert_eq!(sim.transcript().matches("wallet_getCapabilities").count(), 1);
}

#[test]
fn a_wallet_that_does_not_know_the_chain_leaves_it_to_the_server() {
    let sim = told_by_wallet(Json::object([]));
    assert!(sim.page().state.tokens.step == ReadStep::Read);
    assert_eq!(asked(&sim, BALANCE), 1);
}
