//! Every field in every wrong form; and what is right.

use super::*;
use crate::evm::address::AddressError;
use crate::evm::hex::HexError;
use proptest::prelude::*;

const ACCOUNT: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

fn account() -> Address {
    Address::parse(ACCOUNT, Strictness::Strict).unwrap()
}

fn read(params: &str) -> Result<TransactionRequest, RequestError> {
    let params: Json = wire::from_text(params).unwrap();
    TransactionRequest::read(&params, &account(), ChainNumber::new(31_337).unwrap())
}

/// With `from`, a recipient and more fields.
fn with(fields: &str) -> Result<TransactionRequest, RequestError> {
    read(&format!(r#"[{{"from":"{ACCOUNT}","to":"{OTHER}"{fields}}}]"#))
}

fn refused(fields: &str) -> (String, RequestFault) {
    let error = with(fields).unwrap_err();
    (error.field, error.fault)
}

fn of(field: &str, fault: RequestFault) -> (String, RequestFault) {
    (field.to_owned(), fault)
}

#[test]
fn everything_that_can_be_asked_is_read() {
    let request = with(
        r#","value":"0xde0b6b3a7640000","data":"0xdeadbeef","input":"0xDEADBEEF","nonce":"0x0",
        "gas":"0x5208","gasLimit":"0x5208","maxFeePerGas":"0x9","maxPriorityFeePerGas":"0x9",
        "type":"0x2","chainId":"0x7a69","accessList":[{"address":"0x0000000000000000000000000000000000000000",
        "storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000001"]}]"#,
    )
    .unwrap();
    assert_eq!(request.to, Some(Address::parse(OTHER, Strictness::Strict).unwrap()));
    assert_eq!(request.value, Amount::from(1_000_000_000_000_000_000));
    assert_eq!(request.input, [0xde, 0xad, 0xbe, 0xef]);
    assert_eq!((request.nonce, request.gas), (Some(0), Some(21_000)));
    assert_eq!(request.fees.cap, Some(Amount::from(9)));
    assert_eq!(request.envelope, Some(2));
    let accesses = request.access_list.unwrap();
    assert_eq!((accesses[0].address, accesses[0].slots[0][31]), (Address::new([0; 20]), 1));
}

#[test]
fn what_is_null_or_missing_is_left_to_us() {
    let nulls = r#","value":null,"data":null,"nonce":null,"gas":null,"gasPrice":null,"type":null,
        "accessList":null,"chainId":null,"authorizationList":null"#;
    for fields in ["", nulls] {
        let request = with(fields).unwrap();
        assert_eq!(request.value, Amount::ZERO);
        assert!(request.input.is_empty() && request.nonce.is_none() && request.gas.is_none());
        assert_eq!(request.fees, AskedFees::default());
        assert_eq!((request.access_list, request.envelope), (None, None));
    }
}

#[test]
fn a_creation_has_no_recipient_but_input() {
    let create = |fields: &str| read(&format!(r#"[{{"from":"{ACCOUNT}"{fields}}}]"#));
    assert_eq!(create(r#","data":"0x60""#).unwrap().to, None);
    assert_eq!(create(r#","to":null,"data":"0x60""#).unwrap().to, None);
    let empty = create(r#","value":"0x1""#).unwrap_err();
    assert_eq!((empty.field.as_str(), empty.fault), ("to", RequestFault::EmptyCreation));
    let text = create(r#","to":"","data":"0x60""#).unwrap_err();
    assert_eq!(text.fault, RequestFault::Address(AddressError::NoPrefix));
}

#[test]
fn the_parameters_are_one_object() {
    for params in
        ["null", "{}", "[]", "[1]", "[null]", "[[]]", r#"["0x"]"#, "[{},{}]", "[{},\"latest\"]"]
    {
        assert_eq!(read(params).unwrap_err().fault, RequestFault::NotOneObject, "{params}");
    }
}

#[test]
fn only_the_account_itself_sends() {
    let from = |from: &str| read(&format!(r#"[{{{from}"to":"{OTHER}"}}]"#)).map_err(|it| it.fault);
    assert_eq!(from(""), Err(RequestFault::Missing));
    assert_eq!(from(r#""from":null,"#), Err(RequestFault::Missing));
    assert_eq!(from(&format!(r#""from":"{OTHER}","#)), Err(RequestFault::OtherAccount));
    assert_eq!(from(r#""from":7,"#), Err(RequestFault::NotText));
    let lower = account().to_lowercase();
    assert!(from(&format!(r#""from":"{lower}","#)).is_ok());
    let both = format!(r#""from":"{OTHER}","from":"{ACCOUNT}","#);
    assert_eq!(from(&both), Err(RequestFault::Twice));
}

#[test]
fn only_the_active_chain_is_meant() {
    for chain in [r#""0x7a69""#, "31337", "null"] {
        assert!(with(&format!(r#","chainId":{chain}"#)).is_ok(), "{chain}");
    }
    for chain in [r#""0x1""#, "1", "31337.0", "-31337", "0", "3.1337e4"] {
        let expected = of("chainId", RequestFault::OtherChain);
        assert_eq!(refused(&format!(r#","chainId":{chain}"#)), expected, "{chain}");
    }
    assert_eq!(refused(r#","chainId":true"#), of("chainId", RequestFault::NotText));
    let decimal = RequestFault::Quantity(QuantityError::NoPrefix);
    assert_eq!(refused(r#","chainId":"31337""#), of("chainId", decimal));
}

#[test]
fn quantities_are_strict() {
    use QuantityError::{BadDigit, Empty, LeadingZero, NoPrefix, TooLarge};
    let large = format!("0x1{}", "0".repeat(64));
    for name in ["value", "nonce", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "type"] {
        for value in ["1", "true", "[]", "{}", "-1", "1e18"] {
            let field = format!(r#","{name}":{value}"#);
            assert_eq!(refused(&field), of(name, RequestFault::NotText), "{field}");
        }
        for (text, error) in [
            ("", NoPrefix),
            ("1", NoPrefix),
            ("-0x1", NoPrefix),
            ("0X1", NoPrefix),
            ("0x", Empty),
            ("0x01", LeadingZero),
            ("0x-1", BadDigit),
            ("0x1.5", BadDigit),
        ] {
            let field = format!(r#","{name}":"{text}""#);
            assert_eq!(refused(&field), of(name, RequestFault::Quantity(error)), "{field}");
        }
    }
    let too_large = refused(&format!(r#","value":"{large}""#));
    assert_eq!(too_large, of("value", RequestFault::Quantity(TooLarge)));
    for name in ["nonce", "gas"] {
        let field = format!(r#","{name}":"0x10000000000000000""#);
        assert_eq!(refused(&field), of(name, RequestFault::TooManyBits(64)));
    }
    assert_eq!(
        refused(r#","nonce":"0xffffffffffffffff""#),
        of("nonce", RequestFault::NonceAtMaximum)
    );
    assert!(with(r#","nonce":"0xfffffffffffffffe""#).is_ok());
}

#[test]
fn an_address_has_its_checksum() {
    let to =
        |to: &str| read(&format!(r#"[{{"from":"{ACCOUNT}","to":{to}}}]"#)).map_err(|it| it.fault);
    let wrong = OTHER.replace('C', "c");
    assert_eq!(to(&format!("\"{wrong}\"")), Err(RequestFault::Address(AddressError::BadChecksum)));
    assert_eq!(to(r#""0x12""#), Err(RequestFault::Address(AddressError::WrongLength)));
    assert_eq!(to(r#""vitalik.eth""#), Err(RequestFault::Address(AddressError::NoPrefix)));
    assert_eq!(to("1"), Err(RequestFault::NotText));
}

#[test]
fn data_and_input_are_one_thing() {
    let differing = r#","data":"0x00","input":"0x""#;
    assert_eq!(refused(differing), of("data", RequestFault::Differs));
    assert_eq!(refused(r#","gas":"0x1","gasLimit":"0x2""#), of("gasLimit", RequestFault::Differs));
    assert_eq!(refused(r#","data":"0x123""#), of("data", RequestFault::Hex(HexError::OddDigits)));
    assert_eq!(refused(r#","input":"00""#), of("input", RequestFault::Hex(HexError::NoPrefix)));
    assert_eq!(refused(r#","data":"0xzz""#), of("data", RequestFault::Hex(HexError::BadDigit)));
    assert_eq!(refused(r#","data":[1]"#), of("data", RequestFault::NotText));
    let long = format!(r#","data":"0x{}""#, "00".repeat(INPUT_BYTES));
    assert_eq!(with(&long).unwrap().input.len(), INPUT_BYTES);
    let longer = long.replace("0x", "0x00");
    assert_eq!(refused(&longer), of("data", RequestFault::TooLong));
}

#[test]
fn fees_go_together() {
    let fee = |fields: &str| refused(fields);
    let large = format!("0x1{}", "0".repeat(64));
    let of_fee = |field: &str, error| of(field, RequestFault::Fee(error));
    assert_eq!(
        fee(&format!(r#","maxFeePerGas":"{large}""#)),
        of_fee("maxFeePerGas", FeeError::CapTooHigh)
    );
    assert_eq!(
        fee(r#","maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x2""#),
        of_fee("maxPriorityFeePerGas", FeeError::TipAboveCap)
    );
    assert_eq!(
        fee(r#","gasPrice":"0x1","maxFeePerGas":"0x2""#),
        of_fee("gasPrice", FeeError::Mixed)
    );
}

#[test]
fn a_type_has_its_own_fields() {
    for fields in [
        r#","type":"0x0","maxFeePerGas":"0x1""#,
        r#","type":"0x0","accessList":[]"#,
        r#","type":"0x1","maxPriorityFeePerGas":"0x1""#,
        r#","type":"0x2","gasPrice":"0x1""#,
    ] {
        assert_eq!(refused(fields), of("type", RequestFault::TypeDiffers), "{fields}");
    }
    for kind in ["0x3", "0x4", "0x7f", "0xffffffff"] {
        let field = format!(r#","type":"{kind}""#);
        assert_eq!(refused(&field), of("type", RequestFault::UnknownType), "{field}");
    }
    assert!(with(r#","type":"0x1","gasPrice":"0x1","accessList":[]"#).is_ok());
}

#[test]
fn what_the_page_left_out_is_filled_in() {
    let chain = ChainNumber::ETHEREUM;
    let network = NetworkFees {
        base_fee: Some(Amount::from(100)),
        tip: Amount::from(3),
        gas_price: Amount::from(104),
    };
    let old = NetworkFees { base_fee: None, ..network };
    let complete = |fields: &str, network: &NetworkFees| {
        with(fields).unwrap().complete(chain, (7, 21_000), network, Multiplier::DEFAULT)
    };
    let sent = complete("", &network).unwrap();
    assert_eq!((sent.nonce, sent.gas, sent.envelope()), (7, 21_000, Some(2)));
    assert_eq!(sent.fees.most_per_gas(), Amount::from(123));
    let sent = complete(r#","nonce":"0x0","gas":"0x1","gasPrice":"0x9""#, &network).unwrap();
    assert_eq!((sent.nonce, sent.gas, sent.envelope()), (0, 1, None));
    let legacy = Fees::Legacy { gas_price: Amount::from(104) };
    for (fields, envelope) in [(r#","type":"0x0""#, None), (r#","type":"0x1""#, Some(1))] {
        let sent = complete(fields, &network).unwrap();
        assert_eq!((sent.fees, sent.envelope()), (legacy, envelope), "{fields}");
    }
    assert_eq!(complete("", &old).unwrap().fees, legacy);
    assert_eq!(complete(r#","type":"0x2""#, &old), Err(FeeError::TypeNotSupported));
}

#[test]
fn what_would_change_the_transaction_is_refused() {
    for name in CHANGING {
        let field = format!(r#","{name}":[]"#);
        assert_eq!(refused(&field), of(name, RequestFault::Changes), "{field}");
    }
    let request = with(r#","hardfork":"london","whatever":1"#).unwrap();
    assert_eq!(request.ignored, ["hardfork", "whatever"]);
    let many: Vec<String> = (0..99).map(|it| format!(r#","é{it}{}":0"#, "é".repeat(99))).collect();
    let ignored = with(&many.concat()).unwrap().ignored;
    assert_eq!(ignored.len(), 16);
    assert!(ignored.iter().all(|name| name.len() <= 64), "{ignored:?}");
}

#[test]
fn an_access_list_names_what_is_wrong_in_it() {
    let list = |list: &str| refused(&format!(r#","accessList":{list}"#));
    let zero = "0x0000000000000000000000000000000000000000";
    assert_eq!(list("{}"), of("accessList", RequestFault::NotList));
    assert_eq!(list("[1]"), of("accessList[0]", RequestFault::NotObject));
    assert_eq!(list("[{}]"), of("accessList[0].address", RequestFault::Missing));
    let entry = |keys: &str| format!(r#"[{{"address":"{zero}","storageKeys":{keys}}}]"#);
    assert_eq!(list(&entry("null")), of("accessList[0].storageKeys", RequestFault::NotList));
    assert_eq!(list(&entry("[1]")), of("accessList[0].storageKeys", RequestFault::NotText));
    assert_eq!(
        list(&entry(r#"["0x01"]"#)),
        of("accessList[0].storageKeys", RequestFault::Not32Bytes)
    );
    let key = format!("\"0x{}\"", "00".repeat(32));
    let many = entry(&format!("[{}]", vec![key; ACCESSES].join(",")));
    assert_eq!(list(&many), of("accessList", RequestFault::TooLong));
}

#[test]
fn an_error_says_what_the_field_must_be() {
    let error = with(r#","chainId":"0x1""#).unwrap_err();
    assert_eq!(error.to_string(), "chainId: must be the active chain");
    let error = with(r#","value":"1""#).unwrap_err();
    assert_eq!(error.to_string(), "value: a quantity starts with 0x");
}

/// JSON of names that mean something here and values of every kind.
fn hostile() -> impl Strategy<Value = Json> {
    let text = prop_oneof![
        any::<String>(),
        "0x[0-9a-fA-F]{0,66}",
        Just(ACCOUNT.to_owned()),
        "[-0-9xé]{0,5}",
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?[0-9]{1,30}(\\.5|e9)?".prop_map(|it| Json::Number(it.into())),
        text.prop_map(Json::Text),
    ];
    let name = prop_oneof![
        proptest::sample::select(KNOWN.as_slice()).prop_map(str::to_owned),
        proptest::sample::select(CHANGING.as_slice()).prop_map(str::to_owned),
        Just("address".to_owned()),
        Just("storageKeys".to_owned()),
        any::<String>(),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::List),
            prop::collection::vec((name.clone(), inner), 0..8).prop_map(Json::Object),
        ]
    })
}

proptest! {
    #[test]
    fn hostile_json_is_an_error_at_worst(json in hostile(), is_wrapped in any::<bool>()) {
        let params = if is_wrapped { Json::List(vec![json]) } else { json };
        let chain = ChainNumber::ETHEREUM;
        if let Err(error) = TransactionRequest::read(&params, &account(), chain) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
