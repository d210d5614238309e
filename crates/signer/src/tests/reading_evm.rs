//! Messages, typed data and transactions of eip155, as they are read.

use chains::evm::abi;
use protocol::module::reading::ReadingKind;
use protocol::module::reading_flag::FlagKind::{self, *};
use protocol::module::reading_flag::Severity::{self, Blocked, Danger, Notice};
use protocol::module::signer::{
    NetworkNumbers, SignRequest, SignSetting, SignerAnswer, SignerRefusal,
};
use wire::{Json, to_text};

use super::page::*;
use crate::Signer;

/// A word of a call, of hex digits.
pub fn word(digits: &str) -> String {
    format!("{digits:0>64}")
}

pub fn word_of(address: &str) -> String {
    word(&address[2..].to_lowercase())
}

/// A call of a contract with nothing sent along.
pub fn calling(to: &str, words: &[&str]) -> SignRequest {
    sending(&format!(r#""to":"{to}","data":"0x{}""#, words.concat()))
}

#[test]
fn a_message_is_shown_as_what_it_is() {
    let reading = read(personal_sign("Hello,\r\nworld 👋"), setting());
    let text = reading.text.as_ref().expect("a text");
    assert_eq!((text.text.as_str(), text.is_bytes, text.left_out), ("Hello,\nworld 👋", false, 0));
    assert_eq!((reading.kind, flags(&reading)), (ReadingKind::Message, vec![]));
    assert_eq!((reading.account.as_str(), reading.origin.as_str()), (EVM, "https://shop.example"));

    let reading = read(personal_sign("0xff00"), setting());
    let text = reading.text.as_ref().expect("bytes");
    assert_eq!((text.text.as_str(), text.is_bytes), ("0xff00", true));
    assert_eq!(flags(&reading), [(NotText, Danger)]);

    let reading = read(personal_sign("pay\u{202e}me"), setting());
    assert_eq!(reading.text.as_ref().map(|it| it.text.as_str()), Some("pay<U+202E>me"));
    assert_eq!(flags(&reading), [(HiddenCharacters, Danger)]);
}

#[test]
fn nothing_is_left_out_in_silence() {
    let long = "é".repeat(16_385);
    let reading = read(personal_sign(&long), setting());
    assert_eq!(reading.text.as_ref().map(|it| it.left_out), Some(1));
    assert_eq!(flags(&reading), [(LeftOut, Danger)]);
    let whole = read(personal_sign(&"é".repeat(16_384)), setting());
    assert_eq!(flags(&whole), []);
    let bytes = ["0x", &"ff".repeat(4_097)].concat();
    let reading = read(personal_sign(&bytes), setting());
    assert_eq!(reading.text.as_ref().map(|it| it.left_out), Some(1));
    assert_eq!(flags(&reading), [(NotText, Danger), (LeftOut, Danger)]);

    let many = |count: usize| typed(&format!("\"a\":[{}]", vec!["1"; count].join(",")), LIST);
    let reading = read(many(200), setting());
    assert_eq!((reading.fields.len(), reading.fields_left_out), (200, 0));
    assert_eq!(flags(&reading), [(UnknownMessage, Danger)]);
    let reading = read(many(203), setting());
    assert_eq!((reading.fields.len(), reading.fields_left_out), (200, 3));
    assert_eq!(flags(&reading), [(UnknownMessage, Danger), (LeftOut, Danger)]);

    let text = |letters: usize| typed(&format!("\"a\":\"{}\"", "x".repeat(letters)), TEXT);
    let unknown = (UnknownMessage, Danger);
    assert_eq!(flags(&read(text(4_096), setting())), [unknown]);
    assert_eq!(flags(&read(text(4_097), setting())), [unknown, (LeftOut, Danger)]);

    // Permit2's `transferFrom` of a list.
    let one = [word_of(EVM), word_of(FRIEND), word("7"), word_of(TOKEN)].concat();
    let many = |count: usize| {
        let list = [word("20"), word(&format!("{count:x}")), one.repeat(count)].concat();
        read(calling(TOKEN, &["0d58b1db", &list]), setting())
    };
    assert_eq!(flags(&many(200)), []);
    let reading = many(203);
    assert_eq!((reading.steps.len(), reading.steps_left_out), (200, 3));
    assert_eq!(flags(&reading), [(LeftOut, Danger)]);
    assert!(written(&reading.brief).ends_with("count:number=203"));
}

const LIST: &str = r#"[{"name":"a","type":"uint8[]"}]"#;
const TEXT: &str = r#"[{"name":"a","type":"string"}]"#;
const PERMIT: &str = r#"[{"name":"owner","type":"address"},{"name":"spender","type":"address"},
    {"name":"value","type":"uint256"},{"name":"nonce","type":"uint256"},{"name":"deadline","type":"uint256"}]"#;
const SENT: &str = r#"[{"name":"from","type":"address"},{"name":"to","type":"address"},
    {"name":"value","type":"uint256"},{"name":"validAfter","type":"uint256"},
    {"name":"validBefore","type":"uint256"},{"name":"nonce","type":"bytes32"}]"#;

/// Typed data of a type `It` on Ethereum, whose contract is the token.
fn typed(message: &str, members: &str) -> SignRequest {
    typed_of("It", "1", message, members)
}

fn typed_of(primary: &str, chain: &str, message: &str, members: &str) -> SignRequest {
    let text = format!(
        r#"{{"types":{{"EIP712Domain":[{{"name":"name","type":"string"}},{{"name":"chainId","type":"uint256"}},
        {{"name":"verifyingContract","type":"address"}}],"{primary}":{members}}},"primaryType":"{primary}",
        "domain":{{"name":"Coin","chainId":{chain},"verifyingContract":"{TOKEN}"}},"message":{{{message}}}}}"#
    );
    request("eth_signTypedData_v4", Json::list([Json::text(EVM), Json::Text(text)]))
}

#[test]
fn typed_data_is_shown_in_rows() {
    let reading = read(typed("\"a\":[1,2]", LIST), setting());
    let rows = format!("primaryType:text=It name:text=Coin chain:chain=1 contract:address={TOKEN}");
    assert_eq!((reading.kind, written(&reading.rows)), (ReadingKind::TypedMessage, rows));
    let fields: Vec<_> =
        reading.fields.iter().map(|it| format!("{} {} {}", it.path, it.kind, it.value)).collect();
    assert_eq!(fields, ["a[0] uint8 1", "a[1] uint8 2"]);
    assert_eq!(written(&reading.brief), format!("contract:address={TOKEN}"));
    assert_eq!((flags(&reading), reading.cost), (vec![(UnknownMessage, Danger)], None));
    let hidden = read(typed("\"a\":\"x\u{200b}\"", TEXT), setting());
    assert_eq!(hidden.fields[0].value, "x<U+200B>");
    assert_eq!(flags(&hidden), [(UnknownMessage, Danger), (HiddenCharacters, Danger)]);
}

/// Whether or not it names a contract.
#[test]
fn typed_data_that_nobody_knows_is_told() {
    let text = r#"{"types":{"EIP712Domain":[],"Order":[{"name":"offer","type":"uint8"}]},"primaryType":"Order",
        "domain":{},"message":{"offer":1}}"#;
    let params = Json::list([Json::text(EVM), Json::text(text)]);
    let reading = read(request("eth_signTypedData_v4", params), setting());
    assert_eq!(flags(&reading), [(UnknownMessage, Danger)]);
    assert_eq!(flags(&read(typed("\"a\":[1]", LIST), setting())), [(UnknownMessage, Danger)]);
}

const SAFE_MESSAGE: &str = r#"[{"name":"to","type":"address"},{"name":"value","type":"uint256"},
    {"name":"data","type":"bytes"},{"name":"operation","type":"uint8"},{"name":"safeTxGas","type":"uint256"},
    {"name":"baseGas","type":"uint256"},{"name":"gasPrice","type":"uint256"},{"name":"gasToken","type":"address"},
    {"name":"refundReceiver","type":"address"},{"name":"nonce","type":"uint256"}]"#;

#[test]
fn what_a_safe_does_is_told_whether_it_is_sent_or_signed() {
    let nobody = format!("0x{}", "0".repeat(40));
    let signed = |operation: u8, gas_price: u8| {
        let message = format!(
            r#""to":"{FRIEND}","value":5,"data":"0x","operation":{operation},"safeTxGas":0,"baseGas":0,
            "gasPrice":{gas_price},"gasToken":"{nobody}","refundReceiver":"{FRIEND}","nonce":0"#
        );
        read(typed_of("SafeTx", "1", &message, SAFE_MESSAGE), setting())
    };
    // `execTransaction`, with 65 bytes of signatures.
    let sent = |operation: &str, gas_price: &str| {
        let zero = word("0");
        let head = [&word_of(FRIEND), &word("5"), &word("140"), &word(operation), &zero, &zero];
        let head: String = head.into_iter().map(String::as_str).collect();
        let price = [word(gas_price), zero.clone(), word_of(FRIEND), word("160")].concat();
        let rest = [zero, word("41"), "1".repeat(130), "0".repeat(62)].concat();
        read(calling(TOKEN, &["6a761202", &head, &price, &rest]), setting())
    };
    let pay = format!("1 pay to:address={FRIEND} value:native=5");
    for reading in [signed(0, 0), sent("0", "0")] {
        let execute = format!("0 execute contract:address={TOKEN}");
        assert_eq!((steps(&reading), flags(&reading)), (vec![execute, pay.clone()], vec![]));
        assert_eq!(written(&reading.brief), format!("to:address={FRIEND} value:native=5"));
    }
    for reading in [signed(1, 0), sent("1", "0")] {
        let execute = format!("0 delegateExecute contract:address={TOKEN}");
        assert_eq!(steps(&reading), [execute, pay.clone()]);
        assert_eq!(flags(&reading), [(DelegateCall, Danger)]);
    }
    for reading in [signed(0, 1), sent("0", "1")] {
        assert_eq!(flags(&reading), [(SafeRefund, Danger)]);
        let rows = format!("contract:address={TOKEN} to:address={FRIEND}");
        assert_eq!(written(&reading.flags[0].rows), rows);
    }
}

#[test]
fn who_may_use_all_that_somebody_has_is_told() {
    let friend = word_of(FRIEND);
    for call in [
        ["a22cb465", &friend, &word("1")].concat(),
        ["558a7297", &friend, &word("1")].concat(),
        ["959b8c3f", &*friend].concat(),
    ] {
        let reading = read(calling(TOKEN, &[&call]), setting());
        assert_eq!(flags(&reading), [(ApprovalForAll, Danger)], "{call}");
        assert!(steps(&reading)[0].starts_with("0 allowAll token:address="), "{call}");
    }
    // What would let a page sign by itself is not done at all.
    for name in ["wallet_grantPermissions", "wallet_requestExecutionPermissions"] {
        assert_eq!(code(request(name, json("[{}]")), setting()), 4200, "{name}");
    }
}

#[test]
fn a_fee_out_of_the_ordinary_is_told() {
    let eth = 1_000_000_000_000_000_000_u128;
    let of = |value: u128, fields: &str, price: u128| {
        let network = NetworkNumbers {
            base_fee: Some("0x0".to_owned()),
            tip: format!("0x{price:x}"),
            ..numbers()
        };
        let fields = format!(r#""to":"{FRIEND}","value":"0x{value:x}"{fields}"#);
        let request = SignRequest { network: Some(network), ..sending(&fields) };
        flags(&read(request, setting()))
    };
    // 21,000 units of gas.
    let price = |fee: u128| fee.div_ceil(21_000);
    let (high, low) = (eth / 20, eth / 1000);
    assert_eq!(of(eth, "", high / 21_000), []);
    assert_eq!(of(eth, "", price(high + 21_000)), [(HighFee, Notice)]);
    // More than what it sends, but for what is next to nothing.
    assert_eq!(of(2 * low, "", price(3 * low)), [(HighFee, Notice)]);
    assert_eq!(of(4 * low, "", price(3 * low)), []);
    assert_eq!(of(1, "", low / 21_000), []);
    assert_eq!(of(0, "", price(3 * low)), [], "nothing is sent that it could be held against");
    // What the page chose is graver.
    let chosen = format!(r#","gasPrice":"0x{:x}""#, price(high + 21_000));
    assert_eq!(of(eth, &chosen, 1), [(HighFee, Danger)]);
    let much = r#","gas":"0x1c9c380""#;
    assert_eq!(of(eth, much, price(high)), [(HighFee, Danger)]);
}

#[test]
fn a_permit_is_a_grant() {
    let permit = |value: &str, deadline: &str| {
        let message = format!(
            r#""owner":"{EVM}","spender":"{FRIEND}","value":"{value}","nonce":0,"deadline":"{deadline}""#
        );
        read(typed_of("Permit", "1", &message, PERMIT), setting())
    };
    let reading = permit("1000", "1700000600");
    let rows = format!(
        "token:address={TOKEN} spender:address={FRIEND} amount:units=1000 until:moment=1700000600000"
    );
    assert_eq!(steps(&reading), [format!("0 permit {rows}")]);
    assert_eq!(flags(&reading), [(PermitBySignature, Danger)]);
    let brief = format!("token:address={TOKEN} spender:address={FRIEND} amount:units=1000");
    assert_eq!(written(&reading.brief), brief);
    let most = format!("0x{}", "f".repeat(64));
    let reading = permit(&most, &most);
    let expected = [(PermitBySignature, Danger), (UnlimitedApproval, Danger), (FarExpiry, Notice)];
    assert_eq!(flags(&reading), expected);
    assert!(steps(&reading)[0].contains("amount:unlimited=115792"));
    assert!(steps(&reading)[0].contains("until:never=115792"));
    let elsewhere = read(typed_of("It", "137", "\"a\":[]", LIST), setting());
    assert_eq!(flags(&elsewhere), [(UnknownMessage, Danger), (OtherChain, Danger)]);
    assert_eq!(written(&elsewhere.flags[1].rows), "chain:chain=137");
}

#[test]
fn a_signature_that_sends_is_a_transfer() {
    let message = format!(
        r#""from":"{EVM}","to":"{FRIEND}","value":5,"validAfter":0,"validBefore":1700000600,"nonce":"0x{}""#,
        "00".repeat(32)
    );
    let reading = read(typed_of("TransferWithAuthorization", "1", &message, SENT), setting());
    let rows = format!(
        "token:address={TOKEN} to:address={FRIEND} from:address={EVM} amount:units=5 until:moment=1700000600000"
    );
    assert_eq!(steps(&reading), [format!("0 transfer {rows}")]);
    assert_eq!(flags(&reading), [(TransferBySignature, Danger)]);
}

#[test]
fn a_signature_for_the_accounts_own_contract_cannot_be_approved() {
    let own = SignSetting { own: vec![TOKEN.to_owned()], ..setting() };
    let reading = read(typed("\"a\":[1]", LIST), own.clone());
    assert_eq!(flags(&reading), [(OwnContract, Blocked), (UnknownMessage, Danger)]);
    // Of a transaction it is read what it does.
    let reading = read(calling(TOKEN, &["f2fde38b", &word_of(FRIEND)]), own);
    assert_eq!(flags(&reading), [(OwnContract, Danger), (Rule, Danger)]);
}

#[test]
fn a_transaction_is_complete_once_the_network_has_said_its_numbers() {
    let whole = sending(&format!(
        r#""to":"{FRIEND}","value":"0x5","accessList":[{{"address":"{TOKEN}",
        "storageKeys":["0x{}"]}}]"#,
        "01".repeat(32)
    ));
    let alone = SignRequest { network: None, ..whole.clone() };
    let mut signer = Signer::default();
    let SignerAnswer::Incomplete { call, needs_gas } = ask(&mut signer, alone, setting()) else {
        panic!("it lacks the network's numbers")
    };
    let expected = format!(
        r#"{{"from":"{}","to":"{}","value":"0x5","data":"0x","accessList":[{{"address":"{}","storageKeys":["0x{}"]}}]}}"#,
        EVM.to_lowercase(),
        FRIEND.to_lowercase(),
        TOKEN.to_lowercase(),
        "01".repeat(32)
    );
    assert_eq!((to_text(&call), needs_gas), (expected, true));
    assert!(signer.prepared.is_empty(), "nothing can be signed yet");

    let reading = read(whole, setting());
    let rows = format!(
        "nonce:number=7 gas:number=21000 gasPrice:native=123 tip:native=3 touches:text={TOKEN} 1"
    );
    assert_eq!(written(&reading.rows), rows);
    let cost = reading.cost.expect("a cost");
    let told = (cost.fee.as_str(), cost.value.as_str(), cost.total.as_str(), cost.is_most);
    assert_eq!(told, ("2583000", "5", "2583005", true));
    let page_says = sending(&format!(r#""to":"{FRIEND}","gas":"0x5208""#));
    let alone = SignRequest { network: None, ..page_says.clone() };
    let answer = ask(&mut Signer::default(), alone, setting());
    assert!(matches!(answer, SignerAnswer::Incomplete { needs_gas: false, .. }));
    let network = Some(NetworkNumbers { gas: None, ..numbers() });
    let reading = read(SignRequest { network, ..page_says }, setting());
    assert_eq!(value(&reading.rows, protocol::module::reading_row::RowLabel::Gas), Some("21000"));
}

#[test]
fn numbers_of_nodes_that_are_none_are_not_used() {
    let with = |network: NetworkNumbers| {
        let request = sending(&format!(r#""to":"{FRIEND}""#));
        refusal(SignRequest { network: Some(network), ..request }, setting())
    };
    let text = |it: &str| it.to_owned();
    for network in [
        NetworkNumbers { nonce: text("7"), ..numbers() },
        NetworkNumbers { nonce: text("0xffffffffffffffff"), ..numbers() },
        NetworkNumbers { gas: None, ..numbers() },
        NetworkNumbers { gas: Some(text("0x10000000000000000")), ..numbers() },
        NetworkNumbers { base_fee: Some(text("")), ..numbers() },
        NetworkNumbers { tip: text("0x01"), ..numbers() },
        NetworkNumbers { gas_price: text("null"), ..numbers() },
    ] {
        assert!(with(network) == Some(SignerRefusal::NetworkUnfit));
    }
    let most = format!("0x{}", "f".repeat(64));
    let huge = NetworkNumbers { base_fee: Some(most), ..numbers() };
    let request = sending(&format!(r#""to":"{FRIEND}""#));
    assert_eq!(code(SignRequest { network: Some(huge), ..request }, setting()), -32602);
}

#[test]
fn what_a_call_does_is_shown_in_steps() {
    let pay = read(sending(&format!(r#""to":"{FRIEND}","value":"0x5""#)), setting());
    assert_eq!(steps(&pay), [format!("0 pay to:address={FRIEND} value:native=5")]);
    assert_eq!(written(&pay.brief), format!("to:address={FRIEND} value:native=5"));
    assert_eq!((pay.kind, flags(&pay)), (ReadingKind::Transaction, vec![]));

    let to = word_of(FRIEND);
    let transfer = read(calling(TOKEN, &["a9059cbb", &to, &word("7")]), setting());
    let rows = format!("token:address={TOKEN} to:address={FRIEND} amount:units=7");
    assert_eq!(steps(&transfer), [format!("0 transfer {rows}")]);
    assert_eq!(written(&transfer.brief), rows);
    let bytes = format!("bytes:bytes=0xa9059cbb{to}{} length:number=68", word("7"));
    assert!(written(&transfer.rows).starts_with(&bytes), "the bytes themselves are there too");

    let approve = read(calling(TOKEN, &["095ea7b3", &to, &"f".repeat(64)]), setting());
    assert_eq!(flags(&approve), [(UnlimitedApproval, Danger)]);
    let rows = format!("token:address={TOKEN} spender:address={FRIEND} amount:unlimited=115792");
    assert!(steps(&approve)[0].starts_with(&format!("0 allow {rows}")));

    // That of a piece of a collection is the same call.
    let piece = read(calling(TOKEN, &["095ea7b3", &to, &word("7")]), setting());
    let rows = format!("token:address={TOKEN} spender:address={FRIEND} amountOrTokenId:units=7");
    assert_eq!((steps(&piece), flags(&piece)), (vec![format!("0 allow {rows}")], vec![]));
    // The number of one may be as large as what has no limit.
    let hash = "f".repeat(63) + "0";
    let piece = read(calling(TOKEN, &["095ea7b3", &to, &hash]), setting());
    assert_eq!(flags(&piece), [(UnlimitedApproval, Danger)]);
    assert!(steps(&piece)[0].contains(" amountOrTokenId:units=115792"), "{:?}", steps(&piece));
    assert!(!steps(&approve)[0].contains("amountOrTokenId"));

    let all = |is: &str| read(calling(TOKEN, &["a22cb465", &to, &word(is)]), setting());
    assert_eq!(flags(&all("1")), [(ApprovalForAll, Danger)]);
    assert_eq!(
        (flags(&all("0")), steps(&all("0"))[0].starts_with("0 disallowAll")),
        (vec![], true)
    );

    let unknown =
        read(sending(&format!(r#""to":"{TOKEN}","value":"0x1","data":"0xdeadbeef01""#)), setting());
    let rows = "selector:bytes=0xdeadbeef bytes:bytes=0xdeadbeef01 length:number=5 value:native=1";
    assert_eq!(steps(&unknown), [format!("0 unknown contract:address={TOKEN} {rows}")]);
    assert_eq!(flags(&unknown), [(UnknownCall, Danger)]);
    let sends_nothing = read(calling(TOKEN, &["deadbeef"]), setting());
    assert_eq!(flags(&sends_nothing), [(UnknownCall, Notice)]);
    let malformed = read(calling(TOKEN, &["095ea7b3", &to]), setting());
    assert_eq!(flags(&malformed), [(MalformedCall, Danger)]);
    assert!(steps(&malformed)[0].starts_with("0 malformed"));

    let create = read(sending(r#""data":"0x6001","value":"0x2""#), setting());
    assert_eq!(
        (steps(&create), flags(&create)),
        (vec!["0 create value:native=2".to_owned()], vec![(Creation, Notice)])
    );
}

#[test]
fn calls_inside_of_calls_are_steps_below_them() {
    let to = word_of(FRIEND);
    let approve = ["095ea7b3", &to, &"f".repeat(64)].concat();
    // `multicall(bytes[])` of one approval, 68 bytes and 28 of padding.
    let call =
        ["ac9650d8", &word("20"), &word("1"), &word("20"), &word("44"), &approve, &"0".repeat(56)]
            .concat();
    assert!(
        abi::decode(
            "f(bytes[])",
            &chains::evm::hex::from_hex(&format!("0x{}", &call[8..])).expect("hex")
        )
        .is_some()
    );
    let reading = read(calling(TOKEN, &[&call]), setting());
    let steps = steps(&reading);
    assert_eq!(steps[0], format!("0 many contract:address={TOKEN}"));
    assert!(
        steps[1].starts_with(&format!("1 allow token:address={TOKEN} spender:address={FRIEND}"))
    );
    assert_eq!(flags(&reading), [(UnlimitedApproval, Danger)]);
    assert!(
        written(&reading.brief)
            .starts_with(&format!("token:address={TOKEN} spender:address={FRIEND}"))
    );
}

#[test]
fn an_address_made_to_be_taken_for_another_is_told() {
    let real = "0x1234500000000000000000000000000000056789";
    let fake = "0x1234f000000000000000000000000000000f6789";
    let known = SignSetting { known: vec![real.to_owned()], ..setting() };
    let told = |request: SignRequest| {
        let reading = read(request, known.clone());
        let found = reading.flags.iter().find(|it| it.kind == LookAlike);
        found.map(|it| (it.severity, it.step, written(&it.rows)))
    };
    let rows = format!("account:address={} looksLike:address={}", sum(fake), sum(real));
    let expected = Some((Danger, Some(0), rows.clone()));
    assert_eq!(told(sending(&format!(r#""to":"{fake}","value":"0x1""#))), expected);
    assert_eq!(told(calling(TOKEN, &["a9059cbb", &word_of(fake), &word("1")])), expected);
    assert_eq!(told(calling(TOKEN, &["095ea7b3", &word_of(fake), &word("1")])), expected);
    assert_eq!(told(sending(&format!(r#""to":"{real}","value":"0x1""#))), None);
    let members = r#"[{"name":"a","type":"address"}]"#;
    let told_typed = told(typed(&format!(r#""a":"{fake}""#), members));
    assert_eq!(told_typed, Some((Danger, None, rows)));
    // One like the account's own.
    let own =
        format!("{}{}{}", &EVM[..8].to_lowercase(), "0".repeat(28), &EVM[36..].to_lowercase());
    let found = told(sending(&format!(r#""to":"{own}","value":"0x1""#)));
    assert!(found.is_some_and(|it| it.2.ends_with(EVM)));
}

fn sum(address: &str) -> String {
    use chains::evm::address::{Address, Strictness};
    Address::parse(address, Strictness::Lenient).expect("an address").to_checksum()
}

#[test]
fn what_the_page_chose_or_nobody_reads_is_told() {
    let chosen = sending(&format!(r#""to":"{FRIEND}","nonce":"0x9""#));
    let reading = read(chosen, setting());
    assert_eq!(flags(&reading), [(OtherNonce, Notice)]);
    assert_eq!(written(&reading.flags[0].rows), "nonce:number=7");
    assert!(written(&reading.rows).starts_with("nonce:number=9"));
    let usual = sending(&format!(r#""to":"{FRIEND}","nonce":"0x7""#));
    assert_eq!(flags(&read(usual, setting())), []);
    let more = sending(&format!(r#""to":"{FRIEND}","mood\u202e":1"#));
    let reading = read(more, setting());
    assert_eq!(flags(&reading), [(IgnoredFields, Notice)]);
    assert_eq!(written(&reading.flags[0].rows), "field:text=mood<U+202E>");
}

/// What a page is told of what is not signed.
#[test]
fn the_page_is_told_what_is_wrong() {
    let other = Json::list([Json::text("hi"), Json::text(FRIEND)]);
    assert_eq!(code(request("personal_sign", other), setting()), 4100);
    assert_eq!(code(request("personal_sign", json("[1]")), setting()), -32602);
    let missing = SignRequest { params: None, ..request("personal_sign", Json::Null) };
    assert_eq!(code(missing, setting()), -32602);
    let other = Json::list([Json::text(FRIEND), json("{}")]);
    assert_eq!(code(request("eth_signTypedData_v4", other), setting()), 4100);
    let nothing = Json::list([Json::text(EVM), json("{}")]);
    assert_eq!(code(request("eth_signTypedData_v4", nothing), setting()), -32602);
    for (fields, expected) in [
        (format!(r#"{{"from":"{FRIEND}","to":"{EVM}"}}"#), 4100),
        (format!(r#"{{"to":"{EVM}"}}"#), -32602),
        (format!(r#"{{"from":"{EVM}","to":"{FRIEND}","chainId":"0x89"}}"#), -32602),
        (format!(r#"{{"from":"{EVM}","to":"{FRIEND}","authorizationList":[]}}"#), -32602),
        (format!(r#"{{"from":"{EVM}","to":"{FRIEND}","type":"0x4"}}"#), -32602),
        (
            format!(r#"{{"from":"{EVM}","to":"{FRIEND}","gasPrice":"0x1","maxFeePerGas":"0x1"}}"#),
            -32602,
        ),
        (
            format!(
                r#"{{"from":"{EVM}","to":"{FRIEND}","maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x2"}}"#
            ),
            -32602,
        ),
        // Less than the base fee of the block.
        (format!(r#"{{"from":"{EVM}","to":"{FRIEND}","maxFeePerGas":"0x63"}}"#), -32602),
        // More than there can be.
        (format!(r#"{{"from":"{EVM}","to":"{FRIEND}","value":"0x{}"}}"#, "f".repeat(64)), -32602),
    ] {
        let params = json(&format!("[{fields}]"));
        let request =
            SignRequest { network: Some(numbers()), ..request("eth_sendTransaction", params) };
        assert_eq!(code(request, setting()), expected, "{fields}");
    }
    for name in ["eth_sign", "eth_call", "wallet_sendCalls", "", "PERSONAL_SIGN"] {
        assert_eq!(code(request(name, Json::Null), setting()), 4200, "{name}");
    }
    assert_eq!(code(personal_sign("hi"), on(MAINNET)), 4200, "on a chain of another namespace");
}

#[test]
fn a_setting_that_is_none_reads_nothing() {
    let hi = || personal_sign("hi");
    let addresses = |eip155: &str, solana: &str| SignSetting {
        addresses: protocol::api::vault::WalletAddresses {
            eip155: eip155.to_owned(),
            solana: solana.to_owned(),
        },
        ..setting()
    };
    for wrong in [
        addresses("0x", SOLANA),
        addresses(EVM, ""),
        SignSetting { own: vec!["0x1".to_owned()], ..setting() },
        SignSetting { known: vec![String::new()], ..setting() },
    ] {
        assert!(refusal(hi(), wrong) == Some(SignerRefusal::Malformed));
    }
    let odd = SignSetting {
        chain: protocol::caip::ChainId::parse("eip155:0").expect("one"),
        ..setting()
    };
    assert!(refusal(sending(r#""data":"0x00""#), odd) == Some(SignerRefusal::Malformed));
}

/// The gravest come first, whatever order they were found in.
#[test]
fn flags_are_in_order() {
    let mut last = 0;
    let own = SignSetting { own: vec![TOKEN.to_owned()], ..setting() };
    let most = format!("0x{}", "f".repeat(64));
    let message = format!(
        r#""owner":"{EVM}","spender":"{FRIEND}","value":"{most}","nonce":0,"deadline":"{most}""#
    );
    let reading = read(typed_of("Permit", "5", &message, PERMIT), own);
    let kinds: Vec<FlagKind> = reading.flags.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [OwnContract, PermitBySignature, UnlimitedApproval, OtherChain, FarExpiry]);
    for (_, severity) in flags(&reading) {
        let place = [Severity::Blocked, Danger, Notice].iter().position(|it| *it == severity);
        assert!(place.is_some_and(|it| it >= last));
        last = place.unwrap_or(last);
    }
}
