//! What the account has and did. Each file plays one subject; what they start from is here.
#![allow(clippy::unwrap_used)]

mod lists;
mod of_wallet;
mod owner;
mod reading;

use engine::{Config, Intent};
use protocol::api::history::{
    History, MovedNft, MovedToken, Nft, NftFlags, Nfts, Transaction, TransactionMetadata, Transfer,
    TransferQuantity,
};
use protocol::api::{Balance, Balances, Quantity};
use protocol::caip::ChainId;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::Number;

const BALANCE: &str = "/balance";
const HISTORY: &str = "/history";

fn rich() -> Server {
    let page = |ids: &[&str], next: Option<&str>| History {
        data: ids.iter().map(|id| transaction(id, DEV_CHAIN, vec![transfer(None)])).collect(),
        next: next.map(str::to_owned),
        coverage: None,
    };
    Server {
        holdings: Balances {
            balances: vec![
                token("CHEAP", "18", "5", Some("0.5")),
                token("TICKET", "0", "1", Some("99")),
                token("WORTHY", "6", "2", Some("100.25")),
                token("UNKNOWN", "18", "7", None),
            ],
            missing: vec![],
        },
        features: r#"{"features":[{"id":"activity","isEnabled":true,"config":null}]}"#.to_owned(),
        history: vec![page(&["5", "4", "3"], Some("1")), page(&["2", "1"], None)],
        ..Server::default()
    }
}

fn token(symbol: &str, decimals: &str, numeric: &str, value: Option<&str>) -> Balance {
    Balance {
        name: symbol.to_owned(),
        symbol: symbol.to_owned(),
        chain_id: ChainId::eip155(DEV_CHAIN),
        address: Some(ChainId::eip155(DEV_CHAIN).account(symbol)),
        value: value.and_then(Number::of),
        price: None,
        price_source: None,
        price_at: None,
        quantity: Quantity { decimals: decimals.to_owned(), numeric: numeric.to_owned() },
        icon_url: String::new(),
    }
}

fn transaction(id: &str, chain: u64, transfers: Vec<Transfer>) -> Transaction {
    let metadata = TransactionMetadata {
        operation_type: "send".to_owned(),
        hash: format!("0x{id}"),
        mined_at: "2023-11-14T20:11:00Z".to_owned(),
        sent_from: ANVIL.to_owned(),
        sent_to: ANVIL.to_owned(),
        status: "confirmed".to_owned(),
        nonce: None,
        application: None,
        chain: Some(ChainId::eip155(chain)),
    };
    Transaction { id: id.to_owned(), metadata, transfers }
}

fn transfer(is_spam: Option<bool>) -> Transfer {
    let fungible = MovedToken { name: "A".to_owned(), symbol: "A".to_owned(), icon: None };
    Transfer {
        fungible_info: is_spam.is_none().then_some(fungible),
        nft_info: is_spam.map(|is_spam| MovedNft {
            name: String::new(),
            content: None,
            flags: NftFlags { is_spam },
        }),
        direction: "in".to_owned(),
        quantity: TransferQuantity { numeric: "1".to_owned() },
        value: None,
        price: None,
        counterparty: None,
    }
}

/// One NFT, and more after it.
fn with_more() -> Nfts {
    let nft = Nft {
        chain_id: ChainId::eip155(DEV_CHAIN),
        contract: "a".to_owned(),
        token_id: Some("1".to_owned()),
        quantity: "1".to_owned(),
        name: String::new(),
        collection: String::new(),
        image_url: String::new(),
        spam_reasons: vec![],
    };
    Nfts { nfts: vec![nft], next: Some("1".to_owned()), coverage: None }
}

/// Somebody is connected at such a server; the dialog is closed.
fn connected(server: Server) -> Sim {
    connected_in(config(), server)
}

fn connected_by(wallet: Wallet, server: Server) -> Sim {
    connected_with(wallet, server, config())
}

/// The same, on a page that is set up so.
fn connected_in(config: Config, server: Server) -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    connected_with(harbor, server, config)
}

fn connected_with(wallet: Wallet, server: Server, config: Config) -> Sim {
    let mut sim = Sim::of(vec![wallet], server, config);
    sim.run_for(500);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    sim
}

fn open(sim: &mut Sim) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
}

fn asked(sim: &Sim, of: &str) -> usize {
    sim.page().fetched.iter().filter(|url| url.split('?').next().unwrap().ends_with(of)).count()
}

fn ids(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let activity = page.state.activity.page.as_ref().unwrap();
    activity.transactions.iter().map(|it| it.id.clone()).collect()
}
