// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {Ledger} from "./Ledger.sol";
import {Token} from "./Token.sol";

/// Name and symbol are 32 bytes, as in the oldest tokens.
contract Bytes32Token is Ledger {
    bytes32 public constant name = "Thirty-two Bytes";
    bytes32 public constant symbol = "BYTES32";
    uint8 public constant decimals = 18;
}

/// Nobody learns how many decimals it has.
contract RevertingDecimalsToken is Ledger {
    string public constant name = "No Decimals To Tell";
    string public constant symbol = "NODEC";

    function decimals() external pure returns (uint8) {
        revert("decimals are not told");
    }
}

/// It cannot be divided.
contract ZeroDecimalsToken is Token {
    constructor() Token("Whole Pieces", "WHOLE", 0) {}
}

/// Its symbol has 10,000 bytes.
contract LongSymbolToken is Ledger {
    string public constant name = "Long Symbol";
    uint8 public constant decimals = 18;

    function symbol() external pure returns (string memory) {
        bytes memory long = new bytes(10_000);
        for (uint256 index; index < long.length; index++) long[index] = "L";
        return string(long);
    }
}

/// Its symbol is a script to whoever shows it as HTML.
contract MarkupSymbolToken is Token {
    constructor() Token("Markup Symbol", "<img src=x onerror=alert(1)>", 18) {}
}

/// Nobody learns who owns how much.
contract RevertingBalanceToken is Token {
    constructor() Token("Reverting Balance", "REVERTS", 18) {}

    function balanceOf(address) public pure override returns (uint256) {
        revert("balances are not told");
    }
}

/// To ask for a balance costs all the gas there is.
contract BurningBalanceToken is Token {
    constructor() Token("Burning Balance", "BURNS", 18) {}

    function balanceOf(address owner) public view override returns (uint256 sum) {
        while (true) {
            unchecked {
                sum += balances[owner];
            }
        }
    }
}

/// A balance has 5 bytes, where 32 are due.
contract ShortBalanceToken is Token {
    constructor() Token("Short Balance", "SHORT", 18) {}

    function balanceOf(address) public pure override returns (uint256) {
        assembly {
            mstore(0, not(0))
            return(0, 5)
        }
    }
}

/// Whatever it is asked, it answers with nothing. It says once that somebody received some of it.
contract SilentToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address holder) {
        emit Transfer(address(0), holder, 1 ether);
    }

    fallback() external {}
}
