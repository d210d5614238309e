//! What the wallet itself says that the account holds.

use engine::{Intent, ReadStep};
use protocol::api::{EIP155_NATIVE, Fungible};
use protocol::caip::ChainId;
use protocol::module::spend::TokensRead;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet};
use wire::{Json, Number, from_text};

use crate::{BALANCE, asked, connected, connected_by, open, rich};

const PRICE: &str = "/price";

/// Account is open; the wallet says of its assets this.
fn told_by_wallet(assets: Json) -> Sim {
    told_beside(assets, rich())
}

/// The same beside such a server.
fn told_beside(assets: Json, server: Server) -> Sim {
    let mut sim = connected_telling(assets, server);
    open(&mut sim);
    sim
}

/// Somebody is connected by a wallet that says of its assets this.
fn connected_telling(assets: Json, server: Server) -> Sim {
    let capabilities = r#"{"0x7a69":{"assetDiscovery":{"supported":true}}}"#;
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
        .answering("wallet_getCapabilities", from_text(capabilities).unwrap())
        .answering("wallet_getAssets", assets);
    connected_by(harbor, server)
}

/// A server that knows what this token and the native currency are worth.
fn knowing(token: &str) -> Server {
    let chain = ChainId::eip155(DEV_CHAIN);
    let native = chain.account(EIP155_NATIVE);
    let prices = vec![listed(native, "2000", 18), listed(chain.account(token), "1.01", 6)];
    Server { prices, ..rich() }
}

/// A token on a list of the server's.
fn listed(address: String, price: &str, decimals: u32) -> Fungible {
    Fungible {
        address,
        name: "Some".to_owned(),
        symbol: "SOME".to_owned(),
        icon_url: String::new(),
        price: Number::of(price),
        price_source: Some("uniswap-v3".to_owned()),
        price_at: None,
        decimals: Some(decimals),
        is_listed: true,
    }
}

const TOKEN: &str = "0x00000000000000000000000000000000000000aa";

/// One ETH and 2.5 of a token, neither with a price; beside them a token that has one, and one of no contract.
fn unpriced() -> Json {
    let assets = format!(
        r#"{{"0x7a69":[
            {{"address":null,"balance":"0xde0b6b3a7640000","type":"native"}},
            {{"address":"{}","balance":"0x2625a0","type":"erc20","metadata":{{"name":"Dollar","symbol":"USD","decimals":6}}}},
            {{"address":"0x{}","balance":"0x1e8480","type":"erc20","metadata":{{"name":"Euro","symbol":"EUR","decimals":6,"price":"1.5"}}}},
            {{"address":"0xb","balance":"0xf4240","type":"erc20","metadata":{{"name":"Odd","symbol":"ODD","decimals":6}}}}
        ]}}"#,
        TOKEN.to_uppercase().replace("0X", "0x"),
        "0".repeat(40)
    );
    from_text(&assets).unwrap()
}

fn read(sim: &Sim) -> TokensRead {
    sim.page().state.tokens.read.clone().unwrap()
}

/// What each is worth, by its symbol.
fn worth(sim: &Sim) -> Vec<(String, Option<String>)> {
    let value = |it: Option<Number>| it.map(|it| it.literal().to_owned());
    read(sim).balances.into_iter().map(|it| (it.symbol, value(it.value))).collect()
}

#[test]
fn what_a_wallet_tells_without_a_price_has_that_of_the_server() {
    let mut sim = connected_telling(unpriced(), knowing(TOKEN));
    sim.transcript();
    open(&mut sim);
    let worth = worth(&sim);
    let told: Vec<_> = worth.iter().map(|(it, value)| (&**it, value.as_deref())).collect();
    let of_odd = ("ODD", None);
    assert_eq!(told, [("ETH", Some("2000")), ("EUR", Some("3")), ("USD", Some("2.525")), of_odd]);
    assert_eq!(read(&sim).total, Number::of("2005.525"));
    assert_eq!((asked(&sim, PRICE), asked(&sim, BALANCE)), (1, 0));
    let source = |at: usize| read(&sim).balances[at].price_source.clone();
    assert_eq!((source(0).as_deref(), source(1)), (Some("uniswap-v3"), None));
    let transcript = sim.transcript();
    let lines = transcript.lines().filter(|it| it.contains("wallet_") || it.contains("/v1"));
    let lines: Vec<_> = lines.map(|it| it.trim_start().split_once(' ').unwrap().1).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    → wallet_getCapabilities
    → wallet_getAssets
    → POST /v1/fungible/price
    ");
    sim.run_for(31_000);
    assert_eq!(asked(&sim, PRICE), 2, "each time that the wallet is asked");
}

#[test]
fn a_price_that_says_nothing_of_the_token_is_not_taken() {
    let odd: [fn(&mut Fungible); 3] = [
        // Whoever made the token may have made the pool that tells its price.
        |it| it.is_listed = false,
        // The price is of another unit than what is held.
        |it| it.decimals = Some(18),
        |it| it.decimals = None,
    ];
    for change in odd {
        let mut server = knowing(TOKEN);
        change(&mut server.prices[1]);
        let sim = told_beside(unpriced(), server);
        let worth = worth(&sim);
        assert_eq!(worth.iter().find(|it| it.0 == "USD").unwrap().1, None);
        assert_eq!(read(&sim).total, Number::of("2003"));
    }
}

#[test]
fn a_wallet_that_tells_all_prices_leaves_nothing_to_ask() {
    let assets = r#"{"0x7a69":[
        {"address":null,"balance":"0xde0b6b3a7640000","type":"native","metadata":{"price":"2000"}},
        {"address":"0x00000000000000000000000000000000000000aa","balance":"0xf4240","type":"erc20","metadata":{"name":"Dollar","symbol":"USD","decimals":6,"value":"1"}}
    ]}"#;
    let sim = told_beside(from_text(assets).unwrap(), knowing(TOKEN));
    assert_eq!(read(&sim).total, Number::of("2001"));
    assert_eq!(asked(&sim, PRICE), 0);
}

#[test]
fn a_server_that_does_not_tell_prices_leaves_what_the_wallet_told() {
    let is_bare = |sim: &Sim| {
        let page = sim.page();
        assert!(page.state.tokens.step == ReadStep::Read && page.state.toast.shown.is_none());
        page.state.tokens.read.as_ref().is_some_and(|it| it.total == Number::of("3"))
    };
    let mut sim = connected_telling(unpriced(), knowing(TOKEN));
    sim.page().server.refuses_with = Some(403);
    open(&mut sim);
    assert!(is_bare(&sim));
    assert_eq!(asked(&sim, PRICE), 1);
    let mut sim = connected_telling(unpriced(), knowing(TOKEN));
    sim.page().server.answers_in_ms = 60_000;
    open(&mut sim);
    assert!(sim.page().state.tokens.step == ReadStep::Reading);
    sim.run_for(3_000);
    assert!(is_bare(&sim), "nobody waits longer for prices alone");
}

/// A wallet with one of each of 300 tokens, of which the server lists those of some numbers, at a dollar.
fn with_very_many(is_listed: impl Fn(u32) -> bool) -> Sim {
    let asset = |number: u32| {
        format!(
            r#"{{"address":"0x{number:040x}","balance":"0xf4240","type":"erc20","metadata":{{"name":"A","symbol":"A","decimals":6}}}}"#
        )
    };
    let assets: Vec<_> = (1..=300).map(asset).collect();
    let assets = format!(r#"{{"0x7a69":[{}]}}"#, assets.join(","));
    let address = |number: u32| ChainId::eip155(DEV_CHAIN).account(&format!("0x{number:040x}"));
    let price = |it| Fungible { is_listed: is_listed(it), ..listed(address(it), "1", 6) };
    let prices = (1..=300).map(price).collect();
    told_beside(from_text(&assets).unwrap(), Server { prices, ..rich() })
}

#[test]
fn of_very_many_tokens_the_first_hundred_are_priced() {
    let sim = with_very_many(|_| true);
    assert_eq!((read(&sim).total, asked(&sim, PRICE)), (Number::of("100"), 1));
}

#[test]
fn tokens_that_no_list_has_take_no_other_ones_turn() {
    let mut sim = with_very_many(|it| it > 150);
    assert_eq!(read(&sim).total, None);
    sim.run_for(31_000);
    assert_eq!(read(&sim).total, Number::of("50"));
    sim.run_for(31_000);
    assert_eq!((read(&sim).total, asked(&sim, PRICE)), (Number::of("100"), 3));
}

#[test]
fn on_a_chain_that_the_server_does_not_reach_nobody_is_asked_for_prices() {
    let sim = told_beside(unpriced(), Server { chains: vec![], ..knowing(TOKEN) });
    assert!(sim.page().state.tokens.step == ReadStep::Unknown);
    assert_eq!(asked(&sim, PRICE), 0);
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
