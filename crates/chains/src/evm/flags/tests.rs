//! What drains accounts, and what must not be shouted about.

use super::*;
use crate::evm::calls::read;
use crate::evm::hex::from_hex;
use proptest::prelude::*;
use wire::Json;

const TOKEN: Address = Address::new([0xca; 20]);
const OTHER: Address = Address::new([0x11; 20]);
const SAFE: Address = Address::new([0x5a; 20]);
const NOW_S: u64 = 1_700_000_000;

fn setting() -> Setting<'static> {
    Setting { own: &[SAFE], chain: ChainNumber::ETHEREUM, now_s: NOW_S }
}

fn word(hex: &str) -> String {
    format!("{hex:0>64}")
}

fn other() -> String {
    word(&"11".repeat(20))
}

fn of(to: Address, value: u64, input: &[&str]) -> Vec<Flag> {
    let input = from_hex(&["0x", &input.concat()].concat()).unwrap();
    of_call(&read(Some(to), Amount::from(value), &input), &setting())
}

fn unlimited() -> Flag {
    Flag::UnlimitedApproval { token: TOKEN, spender: OTHER }
}

#[test]
fn an_approval_is_told_where_it_has_no_limit() {
    let approve = |amount: &str| of(TOKEN, 0, &["095ea7b3", &other(), &word(amount)]);
    assert_eq!(approve(&"f".repeat(64)), [unlimited()]);
    assert_eq!(approve(&format!("8{}", "0".repeat(63))), [unlimited()]);
    assert_eq!(approve(&format!("7{}", "f".repeat(63))), []);
    assert_eq!(approve("0"), []);
    let increase = of(TOKEN, 0, &["39509351", &other(), &"f".repeat(64)]);
    assert_eq!(increase, [unlimited()]);
}

#[test]
fn an_approval_for_all_is_told_and_its_end_is_not() {
    let all = |is: &str| of(TOKEN, 0, &["a22cb465", &other(), &word(is)]);
    assert_eq!(all("1"), [Flag::ApprovalForAll { token: TOKEN, operator: OTHER }]);
    assert_eq!(all("0"), []);
}

#[test]
fn an_approval_by_permit2_is_told_with_its_end() {
    let token = word(&"ca".repeat(20));
    let approve = |amount: &str, until_s: u64| {
        of(OTHER, 0, &["87517c45", &token, &other(), &word(amount), &word(&format!("{until_s:x}"))])
    };
    let most = "f".repeat(40);
    let far = |until_s: u64| Flag::FarExpiry { spender: OTHER, until_s: Amount::from(until_s) };
    assert_eq!(approve(&most, NOW_S + FAR_S), [unlimited()]);
    assert_eq!(approve("7", NOW_S + FAR_S + 1), [far(NOW_S + FAR_S + 1)]);
    assert_eq!(approve("0", NOW_S + FAR_S + 1), []);
}

#[test]
fn unknown_calls_are_told_with_what_they_send() {
    for sent in [0, 5] {
        let value = Amount::from(sent);
        assert_eq!(of(OTHER, sent, &["deadbeef"]), [Flag::UnknownCall { to: OTHER, value }]);
    }
    assert_eq!(of(OTHER, 5, &[]), [], "money is sent, and seen");
    let more = of(TOKEN, 0, &["095ea7b3", &other(), &"f".repeat(64), "00"]);
    assert_eq!(more, [Flag::Malformed { to: TOKEN }], "a byte too many hides nothing");
}

#[test]
fn who_rules_and_what_is_created_is_told() {
    assert_eq!(of(TOKEN, 0, &["f2fde38b", &other()]), [Flag::Rule { contract: TOKEN }]);
    let creation = read(None, Amount::ZERO, &[1]);
    assert_eq!(of_call(&creation, &setting()), [Flag::Creation]);
    let own = Flag::OwnContract { contract: SAFE };
    assert_eq!(of(SAFE, 0, &["610b5925", &other()]), [own.clone(), Flag::Rule { contract: SAFE }]);
    let unknown = Flag::UnknownCall { to: SAFE, value: Amount::ZERO };
    assert_eq!(of(SAFE, 0, &["deadbeef"]), [own, unknown]);
    assert_eq!(of(SAFE, 7, &[]), []);
}

#[test]
fn calls_inside_of_calls_are_looked_at() {
    let inner = ["095ea7b3", &other(), &"f".repeat(64), &"0".repeat(56)].concat();
    let multicall =
        ["ac9650d8", &word("20"), &word("1"), &word("20"), &word("44"), &inner].concat();
    assert_eq!(of(TOKEN, 0, &[&multicall]), [unlimited()]);
    let zero = word("0");
    let execute = |operation: &str, gas_price: &str| {
        let head = [
            &word(&"ca".repeat(20)),
            &zero,
            &word("140"),
            &word(operation),
            &zero,
            &zero,
            &word(gas_price),
            &zero,
            &other(),
        ];
        let head: String = head.into_iter().map(String::as_str).collect();
        of(OTHER, 0, &["6a761202", &head, &word("1c0"), &word("44"), &inner, &zero])
    };
    assert_eq!(execute("0", "0"), [unlimited()]);
    assert_eq!(execute("1", "0"), [Flag::DelegateCall { to: TOKEN }, unlimited()]);
    let refund = Refund { token: None, to: Some(OTHER) };
    assert_eq!(execute("0", "1"), [Flag::SafeRefund { safe: OTHER, refund }, unlimited()]);
}

/// Types, primary type and message of a permit; the token or Permit2 is `contract`.
fn signed(types: &str, primary: &str, domain: &str, message: &str) -> TypedMessage {
    let text = format!(
        r#"{{"types":{{"EIP712Domain":[{{"name":"chainId","type":"uint256"}},
        {{"name":"verifyingContract","type":"address"}}],{types}}},"primaryType":"{primary}",
        "domain":{domain},"message":{message}}}"#
    );
    TypedMessage::read(&Json::Text(text)).unwrap()
}

fn domain(chain: u64, contract: Address) -> String {
    format!(r#"{{"chainId":{chain},"verifyingContract":"{}"}}"#, contract.to_lowercase())
}

fn members(list: &str) -> String {
    let member = |it: &str| {
        let (kind, name) = it.trim().split_once(' ').unwrap();
        format!(r#"{{"name":"{name}","type":"{kind}"}}"#)
    };
    list.split(',').map(member).collect::<Vec<_>>().join(",")
}

fn permit(value: &str, deadline: &str, domain: &str) -> Vec<Flag> {
    let types = format!(
        "\"Permit\":[{}]",
        members("address owner,address spender,uint256 value,uint256 nonce,uint256 deadline")
    );
    let spender = OTHER.to_lowercase();
    let message = format!(
        r#"{{"owner":"{spender}","spender":"{spender}","value":"{value}","nonce":0,"deadline":"{deadline}"}}"#
    );
    of_typed_message(&signed(&types, "Permit", domain, &message), &setting())
}

fn by_signature() -> Flag {
    Flag::PermitBySignature { spender: Some(OTHER) }
}

fn far(until_s: Amount) -> Flag {
    Flag::FarExpiry { spender: OTHER, until_s }
}

#[test]
fn a_permit_is_told_with_all_that_it_allows() {
    let soon = (NOW_S + 1800).to_string();
    let most = Amount::MAX.to_decimal(0);
    assert_eq!(permit("7", &soon, &domain(1, TOKEN)), [by_signature()]);
    let all = [by_signature(), unlimited(), far(Amount::MAX)];
    assert_eq!(permit(&most, &most, &domain(1, TOKEN)), all);
    let chain = Some(Amount::from(5));
    assert_eq!(permit("7", &soon, &domain(5, TOKEN)), [by_signature(), Flag::OtherChain { chain }]);
    let own = Flag::OwnContract { contract: SAFE };
    assert_eq!(permit("7", &soon, &domain(1, SAFE)), [by_signature(), own]);
}

#[test]
fn the_permit_of_dai_allows_all_or_nothing() {
    let types = format!(
        "\"Permit\":[{}]",
        members("address holder,address spender,uint256 nonce,uint256 expiry,bool allowed")
    );
    let of = |is_allowed: bool, expiry: u64| {
        let spender = OTHER.to_lowercase();
        let message = format!(
            r#"{{"holder":"{spender}","spender":"{spender}","nonce":0,"expiry":{expiry},"allowed":{is_allowed}}}"#
        );
        of_typed_message(&signed(&types, "Permit", &domain(1, TOKEN), &message), &setting())
    };
    assert_eq!(of(true, NOW_S), [by_signature(), unlimited()]);
    assert_eq!(of(true, 0), [by_signature(), unlimited(), far(Amount::MAX)], "0 is never");
    assert_eq!(of(false, 0), [by_signature()]);
}

const DETAILS: &str = "address token,uint160 amount,uint48 expiration,uint48 nonce";

#[test]
fn the_permits_of_permit2_are_told_for_every_token() {
    let details = |amount: &str, expiration: u64| {
        let token = TOKEN.to_lowercase();
        format!(r#"{{"token":"{token}","amount":"{amount}","expiration":{expiration},"nonce":0}}"#)
    };
    let most = format!("0x{}", "f".repeat(40));
    let of = |kind: &str, primary: &str, details: &str| {
        let types = format!(
            "\"{primary}\":[{}],\"PermitDetails\":[{}]",
            members(&format!("{kind} details,address spender,uint256 sigDeadline")),
            members(DETAILS)
        );
        let spender = OTHER.to_lowercase();
        let message =
            format!(r#"{{"details":{details},"spender":"{spender}","sigDeadline":{NOW_S}}}"#);
        signed(&types, primary, &domain(1, SAFE), &message)
    };
    let setting = Setting { own: &[], ..setting() };
    let single = of("PermitDetails", "PermitSingle", &details(&most, NOW_S));
    assert_eq!(of_typed_message(&single, &setting), [by_signature(), unlimited()]);
    let single = of("PermitDetails", "PermitSingle", &details("7", NOW_S + FAR_S + 1));
    let far = far(Amount::from(NOW_S + FAR_S + 1));
    assert_eq!(of_typed_message(&single, &setting), [by_signature(), far]);
    let batch = format!("[{},{}]", details("7", NOW_S), details(&most, NOW_S));
    let batch = of("PermitDetails[]", "PermitBatch", &batch);
    assert_eq!(of_typed_message(&batch, &setting), [by_signature(), unlimited()]);
    let [first, second] = grants(&batch).try_into().unwrap();
    assert_eq!((first.amount, second.is_unlimited), (Amount::from(7), true));
}

#[test]
fn transfers_by_permit2_are_told() {
    let types = format!(
        "\"PermitTransferFrom\":[{}],\"TokenPermissions\":[{}]",
        members("TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline"),
        members("address token,uint256 amount")
    );
    let (token, spender) = (TOKEN.to_lowercase(), OTHER.to_lowercase());
    let message = format!(
        r#"{{"permitted":{{"token":"{token}","amount":"{}"}},"spender":"{spender}","nonce":0,"deadline":{NOW_S}}}"#,
        Amount::MAX.to_decimal(0)
    );
    let typed_message = signed(&types, "PermitTransferFrom", &domain(1, OTHER), &message);
    assert_eq!(of_typed_message(&typed_message, &setting()), [by_signature(), unlimited()]);
}

#[test]
fn a_permit_by_any_other_name_is_one() {
    let types = format!("\"Login\":[{}]", members("address spender,uint256 value"));
    let message = format!(r#"{{"spender":"{}","value":7}}"#, OTHER.to_lowercase());
    let typed_message = signed(&types, "Login", &domain(1, TOKEN), &message);
    assert_eq!(of_typed_message(&typed_message, &setting()), [by_signature()]);
    let types = format!("\"PermitX\":[{}]", members("uint256 value"));
    let typed_message = signed(&types, "PermitX", &domain(1, TOKEN), r#"{"value":7}"#);
    let flags = of_typed_message(&typed_message, &setting());
    assert_eq!(flags, [Flag::PermitBySignature { spender: None }, Flag::UnknownMessage]);
    let types = format!("\"TransferWithAuthorization\":[{}]", members("address to,uint256 value"));
    let message = format!(r#"{{"to":"{}","value":7}}"#, OTHER.to_lowercase());
    let typed_message = signed(&types, "TransferWithAuthorization", &domain(1, TOKEN), &message);
    let flags = of_typed_message(&typed_message, &setting());
    assert_eq!(flags, [Flag::TransferBySignature { to: Some(OTHER) }]);
}

#[test]
fn a_permit_without_a_chain_counts_on_all() {
    let text = format!(
        r#"{{"types":{{"EIP712Domain":[],"Permit":[{}]}},"primaryType":"Permit","domain":{{}},
        "message":{{"value":7}}}}"#,
        members("uint256 value")
    );
    let typed_message = TypedMessage::read(&Json::Text(text)).unwrap();
    let flags = of_typed_message(&typed_message, &setting());
    let permit = Flag::PermitBySignature { spender: None };
    assert_eq!(flags, [permit, Flag::UnknownMessage, Flag::OtherChain { chain: None }]);
}

#[test]
fn a_message_of_a_kind_that_nobody_knows_is_told() {
    let mail = include_str!("../typed_message/published/mail.json");
    let mail = TypedMessage::read(&Json::text(mail)).unwrap();
    assert!(mail.domain.contract.is_some());
    assert_eq!(of_typed_message(&mail, &setting()), [Flag::UnknownMessage]);
    // Without a contract in its domain it is one that any of them may look at.
    let text = r#"{"types":{"EIP712Domain":[],"Order":[{"name":"offer","type":"uint256"}]},
        "primaryType":"Order","domain":{},"message":{"offer":7}}"#;
    let order = TypedMessage::read(&Json::text(text)).unwrap();
    assert_eq!(of_typed_message(&order, &setting()), [Flag::UnknownMessage]);
}

/// A message of the Safe `OTHER`, which pays `gas_price` for gas.
fn safe_message(primary: &str, data: &str, operation: u8, gas_price: u8) -> Vec<Flag> {
    let types = format!(
        "\"{primary}\":[{}]",
        members(
            "address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,\
             uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce"
        )
    );
    let (to, nobody) = (TOKEN.to_lowercase(), format!("0x{}", "0".repeat(40)));
    let message = format!(
        r#"{{"to":"{to}","value":5,"data":"{data}","operation":{operation},"safeTxGas":0,"baseGas":0,
        "gasPrice":{gas_price},"gasToken":"{nobody}","refundReceiver":"{to}","nonce":0}}"#
    );
    of_typed_message(&signed(&types, primary, &domain(1, OTHER), &message), &setting())
}

#[test]
fn what_the_owners_of_a_safe_sign_is_read_as_its_call() {
    let approve = ["0x095ea7b3", &other(), &"f".repeat(64)].concat();
    assert_eq!(safe_message("SafeTx", "0x", 0, 0), []);
    assert_eq!(safe_message("SafeTx", &approve, 0, 0), [unlimited()]);
    let delegate = Flag::DelegateCall { to: TOKEN };
    assert_eq!(safe_message("SafeTx", &approve, 1, 0), [delegate, unlimited()]);
    let unknown = Flag::UnknownCall { to: TOKEN, value: Amount::from(5) };
    assert_eq!(safe_message("SafeTx", "0xdeadbeef", 0, 0), [unknown]);
    let refund = Refund { token: None, to: Some(TOKEN) };
    assert_eq!(safe_message("SafeTx", "0x", 0, 1), [Flag::SafeRefund { safe: OTHER, refund }]);
    // No Safe calls in a third way, nor takes a message of another name.
    assert_eq!(safe_message("SafeTx", &approve, 2, 0), [Flag::UnknownMessage]);
    assert_eq!(safe_message("Login", &approve, 1, 0), [Flag::UnknownMessage]);
}

proptest! {
    #[test]
    fn hostile_calls_panic_nowhere(input in prop::collection::vec(any::<u8>(), 0..200), to in any::<Option<[u8; 20]>>()) {
        let call = read(to.map(Address::new), Amount::MAX, &input);
        let _ = of_call(&call, &setting());
    }
}
