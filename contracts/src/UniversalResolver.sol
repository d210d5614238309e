// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {OffchainLookup} from "./OffchainLookup.sol";

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function addr(bytes32 node) external view returns (address);

    function name(bytes32 node) external view returns (string memory);
}

/// What whoever calls sends to the gateways: the lookups of resolvers, several at once.
interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] memory requests)
        external
        view
        returns (bool[] memory failures, bytes[] memory responses);
}

/// The one contract that clients ask about names, with the calls and the errors of the one at
/// 0xeeeeeeee14d718c2b47d9923deab1335e144eeee. It is smaller: names have resolvers of their own (no
/// wildcards of ENSIP-10), and only addresses of Ethereum have names (coin type 60).
///
/// The OffchainLookup of a resolver becomes one of ours, which holds it unchanged, for clients
/// believe nobody but whom they called. Where they name no gateway it passes as it is.
contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes fault);
    error UnsupportedResolverProfile(bytes4 selector);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error InvalidBatchGatewayResponse();
    error HttpError(uint16 status, string message);
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();

    /// A question that a resolver has not answered yet.
    struct Question {
        address resolver;
        string[] gateways;
        /// Which function of ours continues, and what it was about.
        bytes4 continuation;
        bytes context;
    }

    Registry private immutable registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    function resolve(bytes calldata name, bytes calldata call)
        external
        view
        returns (bytes memory, address)
    {
        return resolveWithGateways(name, call, _gatewayOfCaller());
    }

    /// Calls the resolver of a name, which is as DNS writes it.
    function resolveWithGateways(bytes memory name, bytes memory call, string[] memory gateways)
        public
        view
        returns (bytes memory, address resolver)
    {
        resolver = _resolverOf(name);
        Question memory question =
            Question(resolver, gateways, this.resolveCallback.selector, "");
        return (_ask(question, call), resolver);
    }

    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory, address)
    {
        (Question memory question, bytes memory answer) = _continue(response, extra);
        return (answer, question.resolver);
    }

    function reverse(bytes calldata account, uint256 coinType)
        external
        view
        returns (string memory, address, address)
    {
        return reverseWithGateways(account, coinType, _gatewayOfCaller());
    }

    /// The name of an account, which is its name only if the name is of the account.
    function reverseWithGateways(bytes memory account, uint256 coinType, string[] memory gateways)
        public
        view
        returns (string memory name, address resolver, address reverseResolver)
    {
        if (account.length == 0) revert EmptyAddress();
        bytes memory reverseName = _encoded(string.concat(_hex(account), ".addr.reverse"));
        if (coinType != 60) revert ResolverNotFound(reverseName);
        reverseResolver = _resolverOf(reverseName);
        name = Resolver(reverseResolver).name(_node(reverseName, 0));
        if (bytes(name).length == 0) return (name, address(0), reverseResolver);
        bytes memory dns = _encoded(name);
        resolver = _resolverOf(dns);
        bytes memory context = abi.encode(account, name, reverseResolver);
        Question memory question =
            Question(resolver, gateways, this.reverseCallback.selector, context);
        bytes memory call = abi.encodeCall(Resolver.addr, (_node(dns, 0)));
        return _confirmed(question, _ask(question, call));
    }

    function reverseCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        (Question memory question, bytes memory answer) = _continue(response, extra);
        return _confirmed(question, answer);
    }

    function _confirmed(Question memory question, bytes memory answer)
        private
        pure
        returns (string memory name, address, address reverseResolver)
    {
        bytes memory account;
        (account, name, reverseResolver) =
            abi.decode(question.context, (bytes, string, address));
        bytes memory primary = abi.encodePacked(abi.decode(answer, (address)));
        if (keccak256(primary) != keccak256(account)) revert ReverseAddressMismatch(name, primary);
        return (name, question.resolver, reverseResolver);
    }

    function _ask(Question memory question, bytes memory call)
        private
        view
        returns (bytes memory)
    {
        (bool isFine, bytes memory said) = question.resolver.staticcall(call);
        if (isFine && said.length == 0) revert UnsupportedResolverProfile(bytes4(call));
        if (isFine) return said;
        if (bytes4(said) != OffchainLookup.selector) revert ResolverError(said);
        if (question.gateways.length == 0) _revertWith(said);
        BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
        bytes4 callback;
        bytes memory extra;
        (requests[0].sender, requests[0].urls, requests[0].data, callback, extra) =
            abi.decode(_withoutSelector(said), (address, string[], bytes, bytes4, bytes));
        revert OffchainLookup(
            address(this),
            question.gateways,
            abi.encodeCall(BatchGateway.query, (requests)),
            question.continuation,
            abi.encode(question, callback, extra)
        );
    }

    /// Gives the resolver what its gateway said. It may send to another one.
    function _continue(bytes calldata response, bytes calldata ours)
        private
        view
        returns (Question memory question, bytes memory answer)
    {
        bytes4 callback;
        bytes memory extra;
        (question, callback, extra) = abi.decode(ours, (Question, bytes4, bytes));
        (bool[] memory failures, bytes[] memory responses) =
            abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        if (failures[0] && bytes4(responses[0]) == HttpError.selector) _revertWith(responses[0]);
        if (failures[0]) revert ResolverError(responses[0]);
        answer = _ask(question, abi.encodeWithSelector(callback, responses[0], extra));
    }

    function _resolverOf(bytes memory name) private view returns (address resolver) {
        resolver = registry.resolver(_node(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
    }

    /// The hash of the labels from a place on (ENSIP-1).
    function _node(bytes memory name, uint256 index) private pure returns (bytes32) {
        if (index >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[index]);
        if (length == 0) return 0;
        bytes32 parent = _node(name, index + 1 + length);
        bytes32 label;
        assembly {
            label := keccak256(add(add(name, 33), index), length)
        }
        return keccak256(abi.encodePacked(parent, label));
    }

    /// The name as DNS writes it: each label with its length in front, and an empty one at the end.
    function _encoded(string memory name) private pure returns (bytes memory dns) {
        bytes memory text = bytes(name);
        dns = abi.encodePacked(bytes1(0), text, bytes1(0));
        uint256 start;
        for (uint256 index; index <= text.length; index++) {
            if (index < text.length && text[index] != ".") continue;
            if (index == start || index - start > 255) revert DNSEncodingFailed(name);
            dns[start] = bytes1(uint8(index - start));
            start = index + 1;
        }
    }

    function _hex(bytes memory raw) private pure returns (string memory) {
        bytes memory text = new bytes(2 * raw.length);
        for (uint256 index; index < text.length; index++) {
            uint8 octet = uint8(raw[index / 2]);
            text[index] = bytes("0123456789abcdef")[index % 2 == 0 ? octet >> 4 : octet & 15];
        }
        return string(text);
    }

    /// Whoever calls asks the gateways of each resolver by itself.
    function _gatewayOfCaller() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
    }

    function _withoutSelector(bytes memory said) private pure returns (bytes memory rest) {
        rest = new bytes(said.length - 4);
        for (uint256 index; index < rest.length; index++) rest[index] = said[index + 4];
    }

    function _revertWith(bytes memory fault) private pure {
        assembly {
            revert(add(fault, 32), mload(fault))
        }
    }
}
