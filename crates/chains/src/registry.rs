//! The networks we know without being told, one row each.
//!
//! [`NETWORKS`] is the table; [`find`] looks a row up. A network is a row, never a type: to add one,
//! add a row. The networks a host imports from the package are generated from this table.

/// A network as a person knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    /// Its [CAIP-2](https://chainagnostic.org/CAIPs/caip-2) id, "eip155:31337".
    pub caip_id: &'static str,
    /// What hosts import it as; the name it has in viem.
    pub import: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What fees are paid in.
    pub native_currency: Currency,
    /// Where people look transactions up; `None` where there is no such place.
    pub explorer: Option<Explorer>,
    /// Its money is worth nothing. No balance is asked for on such a network.
    pub is_testnet: bool,
}

/// The currency that a chain itself keeps account of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Currency {
    /// "Ether".
    pub name: &'static str,
    /// "ETH".
    pub symbol: &'static str,
    /// Places between the whole unit and the smallest one: 18 from ether to wei.
    pub decimals: u8,
}

/// A site that shows what is on a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explorer {
    /// "Etherscan".
    pub name: &'static str,
    /// Without a slash at the end; an account is at `/address/<address>`
    /// ([EIP-3091](https://eips.ethereum.org/EIPS/eip-3091)).
    pub url: &'static str,
}

/// The name of every network we know nothing of.
pub const UNKNOWN_NAME: &str = "Unknown Network";

const ETHER: Currency = Currency { name: "Ether", symbol: "ETH", decimals: 18 };
const SOL: Currency = Currency { name: "Solana", symbol: "SOL", decimals: 9 };
const BITCOIN: Currency = Currency { name: "Bitcoin", symbol: "BTC", decimals: 8 };

/// The built-in networks, in the order in which they are listed.
pub static NETWORKS: [Network; 15] = [
    Network {
        caip_id: "eip155:1",
        import: "mainnet",
        name: "Ethereum",
        native_currency: ETHER,
        explorer: Some(Explorer { name: "Etherscan", url: "https://etherscan.io" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:10",
        import: "optimism",
        name: "OP Mainnet",
        native_currency: ETHER,
        explorer: Some(Explorer {
            name: "Optimism Explorer",
            url: "https://optimistic.etherscan.io",
        }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:56",
        import: "bsc",
        name: "BNB Smart Chain",
        native_currency: Currency { name: "BNB", symbol: "BNB", decimals: 18 },
        explorer: Some(Explorer { name: "BscScan", url: "https://bscscan.com" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:137",
        import: "polygon",
        name: "Polygon",
        native_currency: Currency { name: "POL", symbol: "POL", decimals: 18 },
        explorer: Some(Explorer { name: "PolygonScan", url: "https://polygonscan.com" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:250",
        import: "fantom",
        name: "Fantom",
        native_currency: Currency { name: "Fantom", symbol: "FTM", decimals: 18 },
        explorer: Some(Explorer { name: "FTMScan", url: "https://ftmscan.com" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:8453",
        import: "base",
        name: "Base",
        native_currency: ETHER,
        explorer: Some(Explorer { name: "Basescan", url: "https://basescan.org" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:42161",
        import: "arbitrum",
        name: "Arbitrum One",
        native_currency: ETHER,
        explorer: Some(Explorer { name: "Arbiscan", url: "https://arbiscan.io" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:43114",
        import: "avalanche",
        name: "Avalanche",
        native_currency: Currency { name: "Avalanche", symbol: "AVAX", decimals: 18 },
        explorer: Some(Explorer { name: "SnowTrace", url: "https://snowtrace.io" }),
        is_testnet: false,
    },
    Network {
        caip_id: "eip155:59144",
        import: "linea",
        name: "Linea",
        native_currency: ETHER,
        explorer: Some(Explorer { name: "Lineascan", url: "https://lineascan.build" }),
        is_testnet: false,
    },
    Network {
        caip_id: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        import: "solana",
        name: "Solana",
        native_currency: SOL,
        explorer: Some(Explorer { name: "Solana Explorer", url: "https://explorer.solana.com" }),
        is_testnet: false,
    },
    Network {
        caip_id: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
        import: "solanaDevnet",
        name: "Solana Devnet",
        native_currency: SOL,
        explorer: None,
        is_testnet: true,
    },
    Network {
        caip_id: "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
        import: "solanaTestnet",
        name: "Solana Testnet",
        native_currency: SOL,
        explorer: None,
        is_testnet: true,
    },
    Network {
        caip_id: "bip122:000000000019d6689c085ae165831e93",
        import: "bitcoin",
        name: "Bitcoin",
        native_currency: BITCOIN,
        explorer: Some(Explorer { name: "Mempool", url: "https://mempool.space" }),
        is_testnet: false,
    },
    Network {
        caip_id: "bip122:000000000933ea01ad0ee984209779ba",
        import: "bitcoinTestnet",
        name: "Bitcoin Testnet",
        native_currency: BITCOIN,
        explorer: Some(Explorer { name: "Mempool", url: "https://mempool.space/testnet" }),
        is_testnet: true,
    },
    // The chain of `latchkit dev`. Not marked as a testnet, because balances are asked for on no
    // testnet.
    Network {
        caip_id: "eip155:31337",
        import: "localhost",
        name: "Localhost",
        native_currency: ETHER,
        explorer: None,
        is_testnet: false,
    },
];

/// The built-in network of a CAIP-2 id, if it is one.
pub fn find(caip_id: &str) -> Option<&'static Network> {
    NETWORKS.iter().find(|network| network.caip_id == caip_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evm::chain_number::ChainNumber;

    #[test]
    fn every_row_names_its_chain_and_its_money() {
        for network in &NETWORKS {
            let (namespace, reference) = network.caip_id.split_once(':').unwrap();
            if namespace == "eip155" {
                let number = ChainNumber::from_reference(reference).unwrap();
                assert_eq!(number.to_reference(), reference);
            }
            assert!((1..=32).contains(&reference.len()), "{}", network.caip_id);
            assert!(!network.name.is_empty() && !network.native_currency.symbol.is_empty());
            assert!(network.explorer.is_none_or(|it| !it.url.ends_with('/')));
            assert_eq!(find(network.caip_id), Some(network));
        }
        assert_eq!(find("eip155:5"), None);
    }

    #[test]
    fn the_dev_chain_is_asked_for_balances() {
        assert!(!find("eip155:31337").unwrap().is_testnet);
    }
}
