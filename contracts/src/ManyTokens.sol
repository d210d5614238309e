// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {Token} from "./Token.sol";

/// Makes tokens by the dozen: minimal proxies (ERC-1167) of one.
contract ManyTokens {
    Token private immutable original;
    uint256 public made;

    constructor(Token original_) {
        original = original_;
    }

    /// Makes `count` more. Of the first the holder receives 1, of the second 2, and so on.
    function make(uint256 count, address holder) external {
        for (uint256 last = made + count; made < last; ) {
            made += 1;
            string memory number = _decimal(made);
            Token token = Token(_proxy());
            token.christen(string.concat("Token ", number), string.concat("T", number), 18);
            token.mint(holder, made * 1 ether);
        }
    }

    function _proxy() private returns (address proxy) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            original,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            proxy := create(0, add(code, 32), mload(code))
        }
        require(proxy != address(0));
    }

    function _decimal(uint256 number) private pure returns (string memory) {
        bytes memory digit = abi.encodePacked(bytes1(uint8(48 + (number % 10))));
        return number < 10 ? string(digit) : string.concat(_decimal(number / 10), string(digit));
    }
}
