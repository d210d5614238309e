// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

interface Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata note)
        external
        returns (bytes4);
}

/// An ERC-721 with a URI for each piece. Everybody may make more.
contract Collectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);

    error NotThere();
    error AlreadyThere();
    error NotAllowed();
    error NotReceived();

    string public name;
    string public symbol;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => address) private owners;
    mapping(uint256 id => address) private spenders;
    mapping(uint256 id => string) private uris;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 id, string calldata uri) external {
        if (owners[id] != address(0)) revert AlreadyThere();
        owners[id] = to;
        balanceOf[to] += 1;
        uris[id] = uri;
        emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        if (owner == address(0)) revert NotThere();
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        return uris[id];
    }

    function getApproved(uint256 id) external view returns (address) {
        ownerOf(id);
        return spenders[id];
    }

    function approve(address spender, uint256 id) external {
        address owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed();
        spenders[id] = spender;
        emit Approval(owner, spender, id);
    }

    function setApprovalForAll(address operator, bool isApproved) external {
        isApprovedForAll[msg.sender][operator] = isApproved;
        emit ApprovalForAll(msg.sender, operator, isApproved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        if (ownerOf(id) != from || to == address(0)) revert NotAllowed();
        bool isAllowed =
            msg.sender == from || msg.sender == spenders[id] || isApprovedForAll[from][msg.sender];
        if (!isAllowed) revert NotAllowed();
        delete spenders[id];
        owners[id] = to;
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory note) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        bytes4 answer = Receiver(to).onERC721Received(msg.sender, from, id, note);
        if (answer != Receiver.onERC721Received.selector) revert NotReceived();
    }

    /// ERC-165, ERC-721 and its metadata.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }
}
