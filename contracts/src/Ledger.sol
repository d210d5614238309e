// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

/// What every ERC-20 has that is not its name: who owns how much. Everybody may make more of it.
abstract contract Ledger {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error TooLittle();

    uint256 public totalSupply;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    mapping(address owner => uint256) internal balances;

    function balanceOf(address owner) public view virtual returns (uint256) {
        return balances[owner];
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    /// An allowance of the largest number is never used up.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert TooLittle();
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        if (balances[from] < value) revert TooLittle();
        balances[from] -= value;
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}
