// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {Ledger} from "./Ledger.sol";

/// An ERC-20 as it should be. A proxy of one has no name until it is given one.
contract Token is Ledger {
    error AlreadyNamed();

    string public name;
    string public symbol;
    uint8 public decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        christen(name_, symbol_, decimals_);
    }

    /// Gives the name, once.
    function christen(string memory name_, string memory symbol_, uint8 decimals_) public {
        if (bytes(symbol).length != 0) revert AlreadyNamed();
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }
}
