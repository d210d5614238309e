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

/// The built-in networks, in the order in which they are listed.
pub static NETWORKS: [Network; 2] = [
    Network {
        caip_id: "eip155:1",
        import: "mainnet",
        name: "Ethereum",
        native_currency: ETHER,
        explorer: Some(Explorer { name: "Etherscan", url: "https://etherscan.io" }),
        is_testnet: false,
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
            let reference = network.caip_id.strip_prefix("eip155:").unwrap();
            assert_eq!(ChainNumber::from_reference(reference).unwrap().to_reference(), reference);
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
