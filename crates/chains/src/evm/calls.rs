//! What a call does, read from its bytes, so that who approves it is not asked to trust a number.
//!
//! [`read`] tells; `FUNCTIONS` has a row for every function that is known here, and below are the
//! readers that take more than a line. Parameters that are not exactly as they are written make a call
//! unknown. Sources: [ERC-20](https://eips.ethereum.org/EIPS/eip-20),
//! [ERC-721](https://eips.ethereum.org/EIPS/eip-721), [ERC-1155](https://eips.ethereum.org/EIPS/eip-1155),
//! [ERC-2612](https://eips.ethereum.org/EIPS/eip-2612), [Permit2](https://github.com/Uniswap/permit2),
//! [ERC-777](https://eips.ethereum.org/EIPS/eip-777), [ERC-6909](https://eips.ethereum.org/EIPS/eip-6909),
//! [Multicall3](https://www.multicall3.com), [Safe](https://github.com/safe-global/safe-smart-account).

mod act;

use super::abi::{Parts, decode};
use super::address::Address;
use crate::amount::Amount;
pub use act::{Act, Call, Grant, Refund, Transfer, What};
use core::cell::Cell;

/// How deep calls may be inside of calls, and how many of them are read.
const DEPTH: u32 = 4;
const CALLS: u32 = 64;

/// Tells what a transaction of these fields does.
pub fn read(to: Option<Address>, value: Amount, input: &[u8]) -> Call {
    let act = match to {
        None => Act::Create,
        Some(to) => Reading { to, function: "", depth: DEPTH, left: &Cell::new(CALLS) }.act(input),
    };
    Call { to, value, act }
}

/// A call on its way to be understood.
struct Reading<'a> {
    to: Address,
    /// The signature of what is called; empty until it is found.
    function: &'static str,
    /// How much deeper it may go.
    depth: u32,
    /// How many more calls are read, of all of them.
    left: &'a Cell<u32>,
}

/// What a function does with its parameters; `None` where they make no sense together.
type Reader = fn(&Reading<'_>, &Parts<'_>) -> Option<Act>;

/// Selector, signature and reader.
const FUNCTIONS: [(u32, &str, Reader); 47] = [
    (0xa905_9cbb, "transfer(address,uint256)", |call, it| {
        Some(call.moves(None, it.address(0)?, What::Amount(it.amount(1)?)))
    }),
    (0x23b8_72dd, "transferFrom(address,address,uint256)", |call, it| {
        Some(call.moves(it.address(0), it.address(1)?, What::AmountOrId(it.amount(2)?)))
    }),
    (0x095e_a7b3, "approve(address,uint256)", approves),
    (0x3950_9351, "increaseAllowance(address,uint256)", allows),
    (0xd73d_d623, "increaseApproval(address,uint256)", allows),
    (0xcae9_ca51, "approveAndCall(address,uint256,bytes)", allows),
    (0xa457_c2d7, "decreaseAllowance(address,uint256)", |call, it| {
        Some(Act::Reduce { token: call.to, spender: it.address(0)?, by: it.amount(1)? })
    }),
    (0xd505_accf, "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", permits),
    (0x9fd5_a6cf, "permit(address,address,uint256,uint256,bytes)", permits),
    (
        0x8fcb_af0c,
        "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
        |call, it| {
            let grant = dai_grant(call.to, it.address(1)?, it.is(4)?, it.amount(3)?);
            Some(Act::Allow { grants: vec![grant], signer: it.address(0) })
        },
    ),
    (0x8751_7c45, "approve(address,address,uint160,uint48)", |_, it| {
        let grant = Grant::of_permit2(it.address(0)?, it.address(1)?, it.amount(2)?);
        Some(Act::Allow { grants: vec![grant.until(it.amount(3)?)], signer: None })
    }),
    (
        0x2b67_b570,
        "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
        |_, it| {
            let permit = it.parts(1)?;
            let grants = vec![permit2_grant(permit.parts(0)?, permit.address(1)?)?];
            Some(Act::Allow { grants, signer: it.address(0) })
        },
    ),
    (
        0x2a2d_80d1,
        "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
        |_, it| {
            let (permit, details) = (it.parts(1)?, it.parts(1)?.parts(0)?);
            let grant = |index| permit2_grant(details.parts(index)?, permit.address(1)?);
            let grants: Option<Vec<Grant>> = (0..details.count()).map(grant).collect();
            Some(Act::Allow { grants: grants?, signer: it.address(0) })
        },
    ),
    (0x36c7_8516, "transferFrom(address,address,uint160,address)", |_, it| {
        Some(Act::Transfer(vec![permit2_transfer(it)?]))
    }),
    (0x0d58_b1db, "transferFrom((address,address,uint160,address)[])", |_, it| {
        let items = it.parts(0)?;
        let transfer = |index| permit2_transfer(items.parts(index)?);
        (0..items.count()).map(transfer).collect::<Option<_>>().map(Act::Transfer)
    }),
    (0xa22c_b465, "setApprovalForAll(address,bool)", |call, it| {
        Some(Act::AllowAll { token: call.to, operator: it.address(0)?, is_allowed: it.is(1)? })
    }),
    (0x558a_7297, "setOperator(address,bool)", |call, it| {
        Some(Act::AllowAll { token: call.to, operator: it.address(0)?, is_allowed: it.is(1)? })
    }),
    (0x959b_8c3f, "authorizeOperator(address)", |call, it| {
        Some(Act::AllowAll { token: call.to, operator: it.address(0)?, is_allowed: true })
    }),
    (0xfad8_b32a, "revokeOperator(address)", |call, it| {
        Some(Act::AllowAll { token: call.to, operator: it.address(0)?, is_allowed: false })
    }),
    (0x4284_2e0e, "safeTransferFrom(address,address,uint256)", moves_one),
    (0xb88d_4fde, "safeTransferFrom(address,address,uint256,bytes)", moves_one),
    (0xf242_432a, "safeTransferFrom(address,address,uint256,uint256,bytes)", |call, it| {
        let what = What::Some { id: it.amount(2)?, amount: it.amount(3)? };
        Some(call.moves(it.address(0), it.address(1)?, what))
    }),
    (
        0x2eb2_c2d6,
        "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
        moves_several,
    ),
    (0xd0e3_0db0, "deposit()", |_, _| Some(Act::Deposit)),
    (0x2e1a_7d4d, "withdraw(uint256)", |_, it| Some(Act::Withdraw { amount: it.amount(0)? })),
    (0xac96_50d8, "multicall(bytes[])", |call, it| call.several(it.parts(0)?)),
    (0x5ae4_01dc, "multicall(uint256,bytes[])", |call, it| call.several(it.parts(1)?)),
    (0x1f04_64d1, "multicall(bytes32,bytes[])", |call, it| call.several(it.parts(1)?)),
    (0x82ad_56cb, "aggregate3((address,bool,bytes)[])", |call, it| {
        let items = it.parts(0)?;
        let one = |index: usize| {
            let item = items.parts(index)?;
            call.inner(item.address(0)?, Amount::ZERO, item.bytes(2)?)
        };
        (0..items.count()).map(one).collect::<Option<_>>().map(Act::Many)
    }),
    (0x174d_ea71, "aggregate3Value((address,bool,uint256,bytes)[])", |call, it| {
        let items = it.parts(0)?;
        let one = |index: usize| {
            let item = items.parts(index)?;
            call.inner(item.address(0)?, item.amount(2)?, item.bytes(3)?)
        };
        (0..items.count()).map(one).collect::<Option<_>>().map(Act::Many)
    }),
    (
        0x6a76_1202,
        "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
        |call, it| {
            let refund = refund(it.amount(6)?, it.address(7)?, it.address(8)?);
            executes(call, it, refund)
        },
    ),
    (0x4687_21a7, "execTransactionFromModule(address,uint256,bytes,uint8)", |call, it| {
        executes(call, it, None)
    }),
    (
        0x5229_073f,
        "execTransactionFromModuleReturnData(address,uint256,bytes,uint8)",
        |call, it| executes(call, it, None),
    ),
    (0x8d80_ff0a, "multiSend(bytes)", |call, it| packed(call, it.bytes(0)?)),
    (0xf2fd_e38b, "transferOwnership(address)", |call, it| Some(call.rules(it, 0))),
    (0x7150_18a6, "renounceOwnership()", |call, it| Some(call.rules(it, 0))),
    (0x2f2f_f15d, "grantRole(bytes32,address)", |call, it| Some(call.rules(it, 1))),
    (0x3659_cfe6, "upgradeTo(address)", |call, it| Some(call.rules(it, 0))),
    (0x4f1e_f286, "upgradeToAndCall(address,bytes)", |call, it| Some(call.rules(it, 0))),
    (0x0d58_2f13, "addOwnerWithThreshold(address,uint256)", |call, it| Some(call.rules(it, 0))),
    (0xf8dc_5dd9, "removeOwner(address,address,uint256)", |call, it| Some(call.rules(it, 1))),
    (0xe318_b52b, "swapOwner(address,address,address)", |call, it| Some(call.rules(it, 2))),
    (0x694e_80c3, "changeThreshold(uint256)", |call, it| Some(call.rules(it, 1))),
    (0x610b_5925, "enableModule(address)", |call, it| Some(call.rules(it, 0))),
    (0xe009_cfde, "disableModule(address,address)", |call, it| Some(call.rules(it, 1))),
    (0xe19a_9dd9, "setGuard(address)", |call, it| Some(call.rules(it, 0))),
    (0xf08a_0323, "setFallbackHandler(address)", |call, it| Some(call.rules(it, 0))),
];

impl Reading<'_> {
    fn act(&self, input: &[u8]) -> Act {
        if input.is_empty() {
            return Act::Pay;
        }
        let Some((selector, parameters)) = input.split_first_chunk::<4>() else {
            return Act::Unknown { input: input.to_vec(), is_malformed: false };
        };
        let unknown = |is_malformed| Act::Unknown { input: input.to_vec(), is_malformed };
        let number = u32::from_be_bytes(*selector);
        let Some((_, signature, reader)) = FUNCTIONS.iter().find(|row| row.0 == number) else {
            return unknown(false);
        };
        let reading = Reading { function: signature, ..*self };
        let parts = decode(signature, parameters);
        parts.and_then(|parts| reader(&reading, &parts)).unwrap_or(unknown(true))
    }

    /// A call inside of this one; `None` where it goes too deep or there are too many.
    fn inner(&self, to: Address, value: Amount, input: &[u8]) -> Option<Call> {
        self.left.set(self.left.get().checked_sub(1)?);
        let reading =
            Reading { to, function: "", depth: self.depth.checked_sub(1)?, left: self.left };
        Some(Call { to: Some(to), value, act: reading.act(input) })
    }

    /// Calls of the same contract.
    fn several(&self, inputs: &Parts<'_>) -> Option<Act> {
        let one = |index| self.inner(self.to, Amount::ZERO, inputs.bytes(index)?);
        (0..inputs.count()).map(one).collect::<Option<_>>().map(Act::Many)
    }

    /// A change of who rules; who is named stands at a place.
    fn rules(&self, it: &Parts<'_>, place: usize) -> Act {
        Act::Rule { function: self.function, who: it.address(place) }
    }

    fn moves(&self, from: Option<Address>, to: Address, what: What) -> Act {
        Act::Transfer(vec![Transfer { token: self.to, from, to, what }])
    }
}

/// What the holder of DAI allows: everything or nothing. An end of 0 is none.
pub(super) fn dai_grant(
    token: Address,
    spender: Address,
    is_allowed: bool,
    expiry: Amount,
) -> Grant {
    let amount = if is_allowed { Amount::MAX } else { Amount::ZERO };
    let until_s = if expiry == Amount::ZERO { Amount::MAX } else { expiry };
    Grant::of_token(token, spender, amount).until(until_s)
}

/// Whom a token lets take how much of the caller's.
fn grant(call: &Reading<'_>, it: &Parts<'_>) -> Option<Grant> {
    Some(Grant::of_token(call.to, it.address(0)?, it.amount(1)?))
}

fn approves(call: &Reading<'_>, it: &Parts<'_>) -> Option<Act> {
    let grant = Grant { is_id_perhaps: true, ..grant(call, it)? };
    Some(Act::Allow { grants: vec![grant], signer: None })
}

fn allows(call: &Reading<'_>, it: &Parts<'_>) -> Option<Act> {
    Some(Act::Allow { grants: vec![grant(call, it)?], signer: None })
}

fn permits(call: &Reading<'_>, it: &Parts<'_>) -> Option<Act> {
    let grant = Grant::of_token(call.to, it.address(1)?, it.amount(2)?).until(it.amount(3)?);
    Some(Act::Allow { grants: vec![grant], signer: it.address(0) })
}

/// What a Safe does: whom it calls, with what, and how.
fn executes(call: &Reading<'_>, it: &Parts<'_>, refund: Option<Refund>) -> Option<Act> {
    let is_delegate = is_delegate(it.amount(3)?)?;
    let inner = call.inner(it.address(0)?, it.amount(1)?, it.bytes(2)?)?;
    Some(Act::Execute { call: Box::new(inner), is_delegate, refund })
}

/// How a Safe calls; `None` where it does not call so.
pub(super) fn is_delegate(operation: Amount) -> Option<bool> {
    operation.to_u64().filter(|it| *it < 2).map(|it| it == 1)
}

/// What a Safe pays besides; nothing where gas costs nothing.
pub(super) fn refund(gas_price: Amount, token: Address, to: Address) -> Option<Refund> {
    let named = |it: Address| Some(it).filter(|it| *it.bytes() != [0; 20]);
    (gas_price != Amount::ZERO).then(|| Refund { token: named(token), to: named(to) })
}

/// Calls of a Safe, one behind the other: each how, whom, with what value, and how long what it is called with is,
/// then that.
fn packed(call: &Reading<'_>, mut bytes: &[u8]) -> Option<Act> {
    let mut calls = Vec::new();
    while let Some((operation, rest)) = bytes.split_first() {
        let (to, rest) = rest.split_first_chunk::<20>()?;
        let (value, rest) = rest.split_first_chunk::<32>()?;
        let (length, rest) = rest.split_first_chunk::<32>()?;
        let length = Amount::from_be_bytes(*length).to_u64().and_then(|it| it.try_into().ok())?;
        let (input, rest) = rest.split_at_checked(length)?;
        bytes = rest;
        let is_delegate = is_delegate(Amount::from(u64::from(*operation)))?;
        let inner = call.inner(Address::new(*to), Amount::from_be_bytes(*value), input)?;
        calls.push(if is_delegate {
            let act = Act::Execute { call: Box::new(inner), is_delegate, refund: None };
            Call { to: Some(call.to), value: Amount::ZERO, act }
        } else {
            inner
        });
    }
    Some(Act::Many(calls))
}

/// Of token, amount, expiration and nonce.
fn permit2_grant(details: &Parts<'_>, spender: Address) -> Option<Grant> {
    let grant = Grant::of_permit2(details.address(0)?, spender, details.amount(1)?);
    Some(grant.until(details.amount(2)?))
}

/// Of from, to, amount and token.
fn permit2_transfer(it: &Parts<'_>) -> Option<Transfer> {
    let what = What::Amount(it.amount(2)?);
    Some(Transfer { token: it.address(3)?, from: it.address(0), to: it.address(1)?, what })
}

fn moves_one(call: &Reading<'_>, it: &Parts<'_>) -> Option<Act> {
    Some(call.moves(it.address(0), it.address(1)?, What::Id(it.amount(2)?)))
}

fn moves_several(call: &Reading<'_>, it: &Parts<'_>) -> Option<Act> {
    let (from, to) = (it.address(0), it.address(1)?);
    let (ids, amounts) = (it.parts(2)?, it.parts(3)?);
    if ids.count() != amounts.count() {
        return None;
    }
    let one = |index| {
        let what = What::Some { id: ids.amount(index)?, amount: amounts.amount(index)? };
        Some(Transfer { token: call.to, from, to, what })
    };
    (0..ids.count()).map(one).collect::<Option<_>>().map(Act::Transfer)
}

#[cfg(test)]
mod tests;
