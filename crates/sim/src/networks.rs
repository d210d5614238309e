//! The networks that hosts have here.

use engine::{Assets, NativeCurrency, Network};
use protocol::caip::ChainId;

fn network(id: ChainId, name: &str, currency: (&str, &str, u32)) -> Network {
    let (currency, symbol, decimals) = currency;
    Network {
        chain_namespace: id.namespace,
        caip_network_id: id,
        name: name.to_owned(),
        native_currency: NativeCurrency {
            name: currency.to_owned(),
            symbol: symbol.to_owned(),
            decimals,
        },
        rpc_urls: vec![],
        nodes: vec![],
        block_explorer: None,
        testnet: false,
        assets: Assets::default(),
    }
}

/// A network of eip155 whose currency is ether.
pub fn ethereum(number: u64, name: &str) -> Network {
    network(ChainId::eip155(number), name, ("Ether", "ETH", 18))
}

/// Solana's main network.
pub fn solana() -> Network {
    let id = ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
    network(id.expect("CAIP-2"), "Solana", ("Solana", "SOL", 9))
}

/// Bitcoin's main network.
pub fn bitcoin() -> Network {
    let id = ChainId::parse("bip122:000000000019d6689c085ae165831e93");
    network(id.expect("CAIP-2"), "Bitcoin", ("Bitcoin", "BTC", 8))
}

/// Polkadot's relay chain.
pub fn polkadot() -> Network {
    let id = ChainId::parse("polkadot:91b171bb158e2d3848fa23a9f1c25182");
    network(id.expect("CAIP-2"), "Polkadot", ("Polkadot", "DOT", 10))
}

/// The Cosmos Hub.
pub fn cosmos() -> Network {
    let id = ChainId::parse("cosmos:cosmoshub-4");
    network(id.expect("CAIP-2"), "Cosmos Hub", ("Atom", "ATOM", 6))
}
