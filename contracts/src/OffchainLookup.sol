// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

/// ERC-3668: the answer is at one of `urls`. Whoever fetched it calls back with it.
error OffchainLookup(
    address sender,
    string[] urls,
    bytes callData,
    bytes4 callbackFunction,
    bytes extraData
);
