// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

interface EditionReceiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata note
    ) external returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata note
    ) external returns (bytes4);
}

/// An ERC-1155 with one URI for all of its pieces. Everybody may make more.
contract Edition {
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
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);

    error TooLittle();
    error NotAllowed();
    error NotReceived();
    error UnequalLengths();

    string public name;
    string private template;
    mapping(address owner => mapping(uint256 id => uint256)) private balances;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    constructor(string memory name_, string memory template_) {
        name = name_;
        template = template_;
    }

    function mint(address to, uint256 id, uint256 value) external {
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    /// Where `{id}` is in it, readers put the id, as 64 digits of hex.
    function uri(uint256) external view returns (string memory) {
        return template;
    }

    function balanceOf(address owner, uint256 id) public view returns (uint256) {
        return balances[owner][id];
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory values)
    {
        if (owners.length != ids.length) revert UnequalLengths();
        values = new uint256[](ids.length);
        for (uint256 index; index < ids.length; index++) {
            values[index] = balances[owners[index]][ids[index]];
        }
    }

    function setApprovalForAll(address operator, bool isApproved) external {
        isApprovedForAll[msg.sender][operator] = isApproved;
        emit ApprovalForAll(msg.sender, operator, isApproved);
    }

    function safeTransferFrom(
        address from,
        address to,
        uint256 id,
        uint256 value,
        bytes calldata note
    ) external {
        _move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        bytes4 answer =
            EditionReceiver(to).onERC1155Received(msg.sender, from, id, value, note);
        if (answer != EditionReceiver.onERC1155Received.selector) revert NotReceived();
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata note
    ) external {
        if (ids.length != values.length) revert UnequalLengths();
        for (uint256 index; index < ids.length; index++) {
            _move(from, to, ids[index], values[index]);
        }
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer =
            EditionReceiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, note);
        if (answer != EditionReceiver.onERC1155BatchReceived.selector) revert NotReceived();
    }

    /// ERC-165, ERC-1155 and its metadata.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function _move(address from, address to, uint256 id, uint256 value) private {
        if (to == address(0)) revert NotAllowed();
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed();
        if (balances[from][id] < value) revert TooLittle();
        balances[from][id] -= value;
        balances[to][id] += value;
    }
}
