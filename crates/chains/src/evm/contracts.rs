//! The contracts that are read, by their functions: what is sent to them, and what they answer.
//!
//! Each is an interface of Solidity, from which `alloy-sol-types` makes a type per function:
//! `balanceOfCall { .. }.abi_encode()` is what goes into `eth_call`, [`read`] reads its answer. Source:
//! [Contract ABI](https://docs.soliditylang.org/en/latest/abi-spec.html).
#![allow(missing_docs, clippy::pedantic)]

use super::address::Address;
use crate::amount::Amount;
pub use alloy_primitives::{Bytes, hex};
use alloy_sol_types::private::U256;
use alloy_sol_types::sol;
pub use alloy_sol_types::{SolCall, SolError, SolEvent, SolValue};

/// Reads what a function answered; nothing where that is not what it returns. Empty data is no answer, nor
/// is a boolean that is neither 0 nor 1.
pub fn read<C: SolCall>(answer: &[u8]) -> Option<C::Return> {
    if answer.len() < 32 {
        return None;
    }
    C::abi_decode_returns_validate(answer).ok()
}

impl From<Address> for alloy_primitives::Address {
    fn from(address: Address) -> Self {
        alloy_primitives::Address::new(*address.bytes())
    }
}

impl From<alloy_primitives::Address> for Address {
    fn from(address: alloy_primitives::Address) -> Self {
        Address::new(address.into_array())
    }
}

impl From<Amount> for U256 {
    fn from(amount: Amount) -> Self {
        let quantity = amount.to_quantity();
        U256::from_str_radix(quantity.trim_start_matches("0x"), 16).expect("both have 256 bits")
    }
}

impl From<U256> for Amount {
    fn from(number: U256) -> Self {
        Amount::from_be_bytes(number.to_be_bytes())
    }
}

sol! {
    /// [ERC-20](https://eips.ethereum.org/EIPS/eip-20)
    interface Erc20 {
        function balanceOf(address owner) external view returns (uint256);
        function decimals() external view returns (uint8);
        function symbol() external view returns (string);
        function name() external view returns (string);
        event Transfer(address indexed from, address indexed to, uint256 value);
    }

    /// [ERC-721](https://eips.ethereum.org/EIPS/eip-721)
    interface Erc721 {
        function ownerOf(uint256 tokenId) external view returns (address);
        function tokenURI(uint256 tokenId) external view returns (string);
        event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    }

    /// [ERC-1155](https://eips.ethereum.org/EIPS/eip-1155)
    interface Erc1155 {
        function balanceOf(address owner, uint256 id) external view returns (uint256);
        function uri(uint256 id) external view returns (string);
        event TransferSingle(
            address indexed operator,
            address indexed from,
            address indexed to,
            uint256 id,
            uint256 value
        );
        event TransferBatch(
            address indexed operator,
            address indexed from,
            address indexed to,
            uint256[] ids,
            uint256[] values
        );
    }

    /// [Multicall3](https://www.multicall3.com), at one address on most chains.
    interface Multicall3 {
        struct Call3 {
            address target;
            bool allowFailure;
            bytes callData;
        }
        struct Result {
            bool success;
            bytes returnData;
        }
        function aggregate3(Call3[] calls) external payable returns (Result[]);
        function getEthBalance(address owner) external view returns (uint256);
    }

    /// [ENSIP-23](https://docs.ens.domains/ensip/23)
    interface UniversalResolver {
        function reverseWithGateways(bytes account, uint256 coinType, string[] gateways)
            external view returns (string name, address resolver, address reverseResolver);
        function resolveWithGateways(bytes name, bytes question, string[] gateways)
            external view returns (bytes answer, address resolver);
    }

    /// What a name's resolver knows besides addresses: [ENSIP-5](https://docs.ens.domains/ensip/5)
    interface NameResolver {
        function text(bytes32 node, string key) external view returns (string);
    }

    /// [ERC-3668](https://eips.ethereum.org/EIPS/eip-3668)
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );

    /// The parameters of every callback of it.
    interface OffchainLookupCallback {
        function callback(bytes response, bytes extraData) external view;
    }

    /// [ENSIP-21](https://docs.ens.domains/ensip/21)
    interface BatchGateway {
        struct Request {
            address sender;
            string[] urls;
            bytes data;
        }
        function query(Request[] requests) external view returns (bool[] failures, bytes[] responses);
    }

    /// What a gateway of such a batch failed with.
    error HttpError(uint16 status, string message);

    /// [Uniswap v3](https://docs.uniswap.org/contracts/v3/reference/core/interfaces/IUniswapV3Factory)
    interface UniswapV3Factory {
        function getPool(address one, address other, uint24 fee) external view returns (address);
    }

    /// [A pool of it](https://docs.uniswap.org/contracts/v3/reference/core/interfaces/pool/IUniswapV3PoolState)
    interface UniswapV3Pool {
        struct Slot0 {
            uint160 sqrtPriceX96;
            int24 tick;
            uint16 observationIndex;
            uint16 observationCardinality;
            uint16 observationCardinalityNext;
            uint8 feeProtocol;
            bool unlocked;
        }
        function slot0() external view returns (Slot0);
        function liquidity() external view returns (uint128);
    }

    /// [Uniswap v2](https://docs.uniswap.org/contracts/v2/reference/smart-contracts/factory)
    interface UniswapV2Factory {
        function getPair(address one, address other) external view returns (address);
    }

    /// [A pair of it](https://docs.uniswap.org/contracts/v2/reference/smart-contracts/pair)
    interface UniswapV2Pair {
        function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(last: u8) -> Vec<u8> {
        let mut word = vec![0; 32];
        word[31] = last;
        word
    }

    #[test]
    fn what_is_too_short_or_not_what_is_returned_is_no_answer() {
        assert_eq!(read::<Erc20::balanceOfCall>(&word(7)).map(Amount::from), Some(7.into()));
        assert_eq!(read::<Erc20::balanceOfCall>(&[]), None);
        assert_eq!(read::<Erc20::balanceOfCall>(&[0; 31]), None);
        assert_eq!(read::<Erc20::decimalsCall>(&word(255)), Some(255));
        let mut large = word(0);
        large[30] = 1;
        assert_eq!(read::<Erc20::decimalsCall>(&large), None, "256 is no uint8");
        assert_eq!(read::<Erc20::symbolCall>(&word(32)), None, "a text without its length");
    }

    #[test]
    fn a_boolean_is_0_or_1() {
        let call = |flag: u8| {
            // One result: success at `flag`, no data.
            [word(32), word(1), word(32), word(flag), word(64), word(0)].concat()
        };
        assert!(read::<Multicall3::aggregate3Call>(&call(1)).unwrap()[0].success);
        assert!(!read::<Multicall3::aggregate3Call>(&call(0)).unwrap()[0].success);
        assert!(read::<Multicall3::aggregate3Call>(&call(2)).is_none());
    }

    /// `cast sig`, checked against the published tables.
    #[test]
    fn functions_have_the_selectors_that_the_world_knows() {
        assert_eq!(Erc20::balanceOfCall::SELECTOR, [0x70, 0xa0, 0x82, 0x31]);
        assert_eq!(Multicall3::aggregate3Call::SELECTOR, [0x82, 0xad, 0x56, 0xcb]);
        assert_eq!(UniswapV3Factory::getPoolCall::SELECTOR, [0x16, 0x98, 0xee, 0x82]);
        assert_eq!(UniswapV3Pool::slot0Call::SELECTOR, [0x38, 0x50, 0xc7, 0xbd]);
        assert_eq!(UniswapV2Factory::getPairCall::SELECTOR, [0xe6, 0xa4, 0x39, 0x05]);
        assert_eq!(UniswapV2Pair::getReservesCall::SELECTOR, [0x09, 0x02, 0xf1, 0xac]);
    }
}
