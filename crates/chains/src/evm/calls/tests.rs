//! Calls as alloy encodes them, and calls that are not what they seem.

use super::*;
use crate::evm::keccak::selector;
use alloy_sol_types::private::U256;
use alloy_sol_types::{SolCall, sol};
use proptest::prelude::*;

sol! {
    interface Token {
        function transfer(address to, uint256 amount);
        function transferFrom(address from, address to, uint256 amount);
        function approve(address spender, uint256 amount);
        function decreaseAllowance(address spender, uint256 by);
        function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s);
        function setApprovalForAll(address operator, bool approved);
        function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes more);
        function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes more);
        function deposit();
        function withdraw(uint256 amount);
        function multicall(bytes[] calls);
        function transferOwnership(address owner);
        function grantRole(bytes32 role, address account);
        function renounceOwnership();
    }
    interface Dai {
        function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s);
    }
    interface Nft {
        function safeTransferFrom(address from, address to, uint256 id);
        function safeTransferFrom(address from, address to, uint256 id, bytes more);
    }
    struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }
    struct Single { Details details; address spender; uint256 sigDeadline; }
    struct Batch { Details[] details; address spender; uint256 sigDeadline; }
    struct Moved { address from; address to; uint160 amount; address token; }
    interface Permit2 {
        function approve(address token, address spender, uint160 amount, uint48 expiration);
        function permit(address owner, Single permitSingle, bytes signature);
        function permit(address owner, Batch permitBatch, bytes signature);
        function transferFrom(address from, address to, uint160 amount, address token);
        function transferFrom(Moved[] moved);
    }
    struct Call3 { address target; bool allowFailure; bytes callData; }
    struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }
    interface Multi {
        function aggregate3(Call3[] calls);
        function aggregate3Value(Call3Value[] calls);
        function multiSend(bytes calls);
    }
    interface Module {
        function execTransactionFromModule(address to, uint256 value, bytes input, uint8 operation);
        function execTransactionFromModuleReturnData(address to, uint256 value, bytes input, uint8 operation);
    }
    interface Operators {
        function setOperator(address operator, bool approved);
        function authorizeOperator(address operator);
        function revokeOperator(address operator);
        function increaseApproval(address spender, uint256 amount);
        function approveAndCall(address spender, uint256 amount, bytes more);
    }
    interface Safe {
        function execTransaction(address to, uint256 value, bytes input, uint8 operation, uint256 a, uint256 b, uint256 c, address d, address e, bytes signatures);
    }
}

type Foreign = alloy_primitives::Address;

const CALLED: Address = Address::new([0xca; 20]);
const ONE: Address = Address::new([1; 20]);
const TWO: Address = Address::new([2; 20]);

fn one() -> Foreign {
    ONE.into()
}

fn two() -> Foreign {
    TWO.into()
}

fn number(number: u64) -> U256 {
    U256::from(number)
}

fn act(input: &[u8]) -> Act {
    read(Some(CALLED), Amount::ZERO, input).act
}

fn transfer(from: Option<Address>, to: Address, what: What) -> Act {
    Act::Transfer(vec![Transfer { token: CALLED, from, to, what }])
}

fn allowed(grant: Grant, signer: Option<Address>) -> Act {
    Act::Allow { grants: vec![grant], signer }
}

/// What `approve` allows, which may be one of a collection.
fn approved(token: Address, amount: Amount) -> Act {
    let grant = Grant::of_token(token, ONE, amount);
    allowed(Grant { is_id_perhaps: true, ..grant }, None)
}

fn details(token: Foreign, amount: u64) -> Details {
    Details {
        token,
        amount: alloy_primitives::Uint::from(amount),
        expiration: alloy_primitives::Uint::from(9),
        nonce: alloy_primitives::Uint::from(1),
    }
}

#[test]
fn every_row_has_the_selector_of_its_signature() {
    for (index, (number, signature, _)) in FUNCTIONS.iter().enumerate() {
        assert_eq!(number.to_be_bytes(), selector(signature), "{signature}");
        assert!(!FUNCTIONS[..index].iter().any(|other| other.0 == *number), "{signature} twice");
        let name = signature.split('(').next().unwrap();
        assert_eq!(decode(signature, &[255]), None, "{name} takes no such byte");
    }
}

#[test]
fn tokens_are_moved() {
    let amount = Amount::from(7);
    let call = Token::transferCall { to: one(), amount: number(7) };
    assert_eq!(act(&call.abi_encode()), transfer(None, ONE, What::Amount(amount)));
    let call = Token::transferFromCall { from: one(), to: two(), amount: number(7) };
    assert_eq!(act(&call.abi_encode()), transfer(Some(ONE), TWO, What::AmountOrId(amount)));
    let call = Nft::safeTransferFrom_0Call { from: one(), to: two(), id: number(7) };
    assert_eq!(act(&call.abi_encode()), transfer(Some(ONE), TWO, What::Id(amount)));
    let call =
        Nft::safeTransferFrom_1Call { from: one(), to: two(), id: number(7), more: vec![1].into() };
    assert_eq!(act(&call.abi_encode()), transfer(Some(ONE), TWO, What::Id(amount)));
    let some = What::Some { id: Amount::from(5), amount };
    let call = Token::safeTransferFromCall {
        from: one(),
        to: two(),
        id: number(5),
        amount: number(7),
        more: vec![].into(),
    };
    assert_eq!(act(&call.abi_encode()), transfer(Some(ONE), TWO, some));
    let mut call = Token::safeBatchTransferFromCall {
        from: one(),
        to: two(),
        ids: vec![number(5), number(6)],
        amounts: vec![number(7), number(8)],
        more: vec![].into(),
    };
    let Act::Transfer(both) = act(&call.abi_encode()) else { panic!() };
    assert_eq!((both.len(), both[0].what), (2, some));
    call.amounts.pop();
    assert!(matches!(act(&call.abi_encode()), Act::Unknown { is_malformed: true, .. }));
    let call = Token::withdrawCall { amount: number(7) };
    assert_eq!(act(&call.abi_encode()), Act::Withdraw { amount });
    assert_eq!(act(&Token::depositCall {}.abi_encode()), Act::Deposit);
}

#[test]
fn allowances_are_told_with_their_size() {
    let call = |amount| Token::approveCall { spender: one(), amount }.abi_encode();
    let grant = |amount| Grant::of_token(CALLED, ONE, amount);
    assert_eq!(act(&call(number(7))), approved(CALLED, Amount::from(7)));
    let Act::Allow { grants, .. } = act(&call(U256::MAX)) else { panic!() };
    assert_eq!((grants[0].amount, grants[0].is_unlimited), (Amount::MAX, true));
    let half: U256 = number(1) << 255;
    assert!(grant(half.into()).is_unlimited);
    assert!(!grant((half - number(1)).into()).is_unlimited);
    let call = Token::decreaseAllowanceCall { spender: one(), by: number(7) };
    let reduced = Act::Reduce { token: CALLED, spender: ONE, by: Amount::from(7) };
    assert_eq!(act(&call.abi_encode()), reduced);
    let mut increase = Token::approveCall { spender: one(), amount: number(7) }.abi_encode();
    increase[..4].copy_from_slice(&selector("increaseAllowance(address,uint256)"));
    assert_eq!(act(&increase), allowed(grant(Amount::from(7)), None));
    let call = Token::setApprovalForAllCall { operator: one(), approved: true };
    let all = Act::AllowAll { token: CALLED, operator: ONE, is_allowed: true };
    assert_eq!(act(&call.abi_encode()), all);
}

#[test]
fn permits_are_allowances_of_who_signed() {
    let call = Token::permitCall {
        owner: two(),
        spender: one(),
        value: number(7),
        deadline: number(9),
        v: 27,
        r: [1; 32].into(),
        s: [2; 32].into(),
    };
    let grant = Grant::of_token(CALLED, ONE, Amount::from(7)).until(Amount::from(9));
    assert_eq!(act(&call.abi_encode()), allowed(grant, Some(TWO)));
    let dai = |allowed, expiry| Dai::permitCall {
        holder: two(),
        spender: one(),
        nonce: number(0),
        expiry: number(expiry),
        allowed,
        v: 27,
        r: [1; 32].into(),
        s: [2; 32].into(),
    };
    let grant = Grant::of_token(CALLED, ONE, Amount::MAX).until(Amount::MAX);
    assert_eq!(act(&dai(true, 0).abi_encode()), allowed(grant, Some(TWO)), "0 is never");
    let grant = Grant::of_token(CALLED, ONE, Amount::ZERO).until(Amount::from(9));
    assert_eq!(act(&dai(false, 9).abi_encode()), allowed(grant, Some(TWO)));
}

#[test]
fn permit2_allows_tokens_of_other_contracts() {
    let most = alloy_primitives::Uint::<160, 3>::MAX;
    let call = |amount| Permit2::approveCall {
        token: two(),
        spender: one(),
        amount,
        expiration: alloy_primitives::Uint::from(9),
    };
    let Act::Allow { grants, signer: None } = act(&call(most).abi_encode()) else { panic!() };
    assert!(grants[0].is_unlimited && grants[0].token == TWO);
    let less = most - alloy_primitives::Uint::from(1);
    let Act::Allow { grants, .. } = act(&call(less).abi_encode()) else { panic!() };
    assert!(!grants[0].is_unlimited);
    let grant =
        |amount: u64| Grant::of_permit2(TWO, ONE, Amount::from(amount)).until(Amount::from(9));
    let single = Single { details: details(two(), 7), spender: one(), sigDeadline: number(5) };
    let call =
        Permit2::permit_0Call { owner: two(), permitSingle: single, signature: vec![1; 65].into() };
    assert_eq!(act(&call.abi_encode()), allowed(grant(7), Some(TWO)));
    let batch = Batch {
        details: vec![details(two(), 7), details(two(), 8)],
        spender: one(),
        sigDeadline: number(5),
    };
    let call =
        Permit2::permit_1Call { owner: two(), permitBatch: batch, signature: vec![1; 65].into() };
    let both = Act::Allow { grants: vec![grant(7), grant(8)], signer: Some(TWO) };
    assert_eq!(act(&call.abi_encode()), both);
    let amount = alloy_primitives::Uint::from(7);
    let moved =
        Transfer { token: ONE, from: Some(ONE), to: TWO, what: What::Amount(Amount::from(7)) };
    let call = Permit2::transferFrom_0Call { from: one(), to: two(), amount, token: one() };
    assert_eq!(act(&call.abi_encode()), Act::Transfer(vec![moved.clone()]));
    let item = || Moved { from: one(), to: two(), amount, token: one() };
    let call = Permit2::transferFrom_1Call { moved: vec![item(), item()] };
    assert_eq!(act(&call.abi_encode()), Act::Transfer(vec![moved.clone(), moved]));
}

#[test]
fn calls_inside_of_calls_are_read() {
    let approve = Token::approveCall { spender: one(), amount: number(7) }.abi_encode();
    let inner = |to| Call { to: Some(to), value: Amount::ZERO, act: approved(to, Amount::from(7)) };
    let call = Token::multicallCall { calls: vec![approve.clone().into(), vec![].into()] };
    let Act::Many(calls) = act(&call.abi_encode()) else { panic!() };
    assert_eq!((&calls[0], &calls[1].act), (&inner(CALLED), &Act::Pay));
    let item = Call3 { target: two(), allowFailure: true, callData: approve.clone().into() };
    let call = Multi::aggregate3Call { calls: vec![item] };
    assert_eq!(act(&call.abi_encode()), Act::Many(vec![inner(TWO)]));
    let item = Call3Value {
        target: two(),
        allowFailure: true,
        value: number(3),
        callData: approve.clone().into(),
    };
    let call = Multi::aggregate3ValueCall { calls: vec![item] };
    let Act::Many(calls) = act(&call.abi_encode()) else { panic!() };
    assert_eq!(calls[0].value, Amount::from(3));
    let safe = |operation| Safe::execTransactionCall {
        to: two(),
        value: number(0),
        input: approve.clone().into(),
        operation,
        a: number(0),
        b: number(0),
        c: number(0),
        d: one(),
        e: one(),
        signatures: vec![1; 65].into(),
    };
    let executed =
        |is_delegate| Act::Execute { call: Box::new(inner(TWO)), is_delegate, refund: None };
    assert_eq!(act(&safe(0).abi_encode()), executed(false));
    assert_eq!(act(&safe(1).abi_encode()), executed(true));
    assert!(matches!(act(&safe(2).abi_encode()), Act::Unknown { is_malformed: true, .. }));
}

#[test]
fn what_a_safe_pays_besides_is_told() {
    let call = Safe::execTransactionCall {
        to: two(),
        value: number(5),
        input: vec![].into(),
        operation: 0,
        a: number(0),
        b: number(9),
        c: number(1),
        d: Foreign::ZERO,
        e: one(),
        signatures: vec![].into(),
    };
    let inner = Call { to: Some(TWO), value: Amount::from(5), act: Act::Pay };
    let refund = Some(Refund { token: None, to: Some(ONE) });
    let executed = Act::Execute { call: Box::new(inner), is_delegate: false, refund };
    assert_eq!(act(&call.abi_encode()), executed);
}

#[test]
fn what_the_modules_of_a_safe_have_it_do_is_read() {
    let inner = || Box::new(Call { to: Some(TWO), value: Amount::from(5), act: Act::Pay });
    for (operation, is_delegate) in [(0, false), (1, true)] {
        let executed = Act::Execute { call: inner(), is_delegate, refund: None };
        let (to, value, input) = (two(), number(5), vec![].into());
        let call = Module::execTransactionFromModuleCall { to, value, input, operation };
        assert_eq!(act(&call.abi_encode()), executed);
        let (to, value, input) = (two(), number(5), vec![].into());
        let call = Module::execTransactionFromModuleReturnDataCall { to, value, input, operation };
        assert_eq!(act(&call.abi_encode()), executed);
    }
}

#[test]
fn calls_of_a_safe_that_are_one_behind_the_other_are_read() {
    let approve = Token::approveCall { spender: one(), amount: number(7) }.abi_encode();
    let one_of = |operation: u8, value: u64, input: &[u8]| {
        let length = Amount::from(input.len() as u64).to_be_bytes();
        let value = Amount::from(value).to_be_bytes();
        [&[operation], &TWO.bytes()[..], &value, &length, input].concat()
    };
    let of = |bytes: Vec<u8>| act(&Multi::multiSendCall { calls: bytes.into() }.abi_encode());
    let paid = Call { to: Some(TWO), value: Amount::from(5), act: Act::Pay };
    let allowing = Call { to: Some(TWO), value: Amount::ZERO, act: approved(TWO, Amount::from(7)) };
    let foreign =
        Act::Execute { call: Box::new(allowing.clone()), is_delegate: true, refund: None };
    let foreign = Call { to: Some(CALLED), value: Amount::ZERO, act: foreign };
    let three = [one_of(0, 5, &[]), one_of(0, 0, &approve), one_of(1, 0, &approve)].concat();
    assert_eq!(of(three.clone()), Act::Many(vec![paid, allowing, foreign]));
    let is_malformed =
        |bytes: Vec<u8>| matches!(of(bytes), Act::Unknown { is_malformed: true, .. });
    assert!(is_malformed(three[..three.len() - 1].to_vec()), "one byte less");
    assert!(is_malformed([&three[..], &[0]].concat()), "one byte more");
    assert!(is_malformed(one_of(2, 0, &[])), "a third way to call");
    assert_eq!(of(Vec::new()), Act::Many(Vec::new()));
}

#[test]
fn operators_of_all_that_somebody_has_are_told() {
    let all = |is_allowed| Act::AllowAll { token: CALLED, operator: ONE, is_allowed };
    for is_allowed in [true, false] {
        let call = Token::setApprovalForAllCall { operator: one(), approved: is_allowed };
        assert_eq!(act(&call.abi_encode()), all(is_allowed));
        let call = Operators::setOperatorCall { operator: one(), approved: is_allowed };
        assert_eq!(act(&call.abi_encode()), all(is_allowed));
    }
    let call = Operators::authorizeOperatorCall { operator: one() };
    assert_eq!(act(&call.abi_encode()), all(true));
    let call = Operators::revokeOperatorCall { operator: one() };
    assert_eq!(act(&call.abi_encode()), all(false));
    let allowed = allowed(Grant::of_token(CALLED, ONE, Amount::from(7)), None);
    let call = Operators::increaseApprovalCall { spender: one(), amount: number(7) };
    assert_eq!(act(&call.abi_encode()), allowed);
    let (spender, amount, more) = (one(), number(7), vec![1].into());
    let call = Operators::approveAndCallCall { spender, amount, more };
    assert_eq!(act(&call.abi_encode()), allowed);
}

#[test]
fn who_rules_is_told() {
    let rule = |function, who| Act::Rule { function, who };
    let call = Token::transferOwnershipCall { owner: one() };
    assert_eq!(act(&call.abi_encode()), rule("transferOwnership(address)", Some(ONE)));
    let call = Token::grantRoleCall { role: [9; 32].into(), account: one() };
    assert_eq!(act(&call.abi_encode()), rule("grantRole(bytes32,address)", Some(ONE)));
    let call = Token::renounceOwnershipCall {};
    assert_eq!(act(&call.abi_encode()), rule("renounceOwnership()", None));
}

#[test]
fn what_is_not_exactly_as_written_is_unknown() {
    let call = Token::approveCall { spender: one(), amount: U256::MAX }.abi_encode();
    let unknown = |input: &[u8]| match act(input) {
        Act::Unknown { input: told, is_malformed } => {
            assert_eq!(told, input, "all of it is told");
            is_malformed
        }
        other => panic!("{other:?}"),
    };
    assert!(unknown(&[call.as_slice(), &[0]].concat()), "one byte more");
    assert!(unknown(&call[..call.len() - 1]), "one byte less");
    let mut dirty = call.clone();
    dirty[4] = 1;
    assert!(unknown(&dirty), "more than an address");
    assert!(!unknown(&[0xde, 0xad, 0xbe, 0xef, 1]));
    assert!(!unknown(&[1, 2, 3]));
    assert_eq!(act(&[]), Act::Pay);
    assert_eq!(read(None, Amount::ZERO, &call).act, Act::Create);
}

#[test]
fn calls_inside_of_calls_have_an_end() {
    let mut call = Token::depositCall {}.abi_encode();
    for _ in 0..4 {
        call = Token::multicallCall { calls: vec![call.into()] }.abi_encode();
    }
    let mut inner = &read(Some(CALLED), Amount::ZERO, &call);
    for _ in 0..4 {
        let Act::Many(calls) = &inner.act else { panic!("{inner:?}") };
        inner = &calls[0];
    }
    assert_eq!(inner.act, Act::Deposit);
    let deeper = Token::multicallCall { calls: vec![call.into()] }.abi_encode();
    assert!(format!("{:?}", act(&deeper)).contains("is_malformed: true"));
    let many = |count| Token::multicallCall { calls: vec![vec![].into(); count] }.abi_encode();
    assert!(matches!(act(&many(64)), Act::Many(_)));
    assert!(matches!(act(&many(65)), Act::Unknown { is_malformed: true, .. }));
}

proptest! {
    #[test]
    fn hostile_bytes_are_unknown_at_worst(
        row in 0..FUNCTIONS.len(),
        rest in prop::collection::vec(prop_oneof![Just(0_u8), Just(32), any::<u8>()], 0..400),
    ) {
        let input = [FUNCTIONS[row].0.to_be_bytes().as_slice(), &rest].concat();
        let _ = act(&input);
        let _ = act(&rest);
    }
}
