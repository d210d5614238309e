//! Published digests, every refusal, and what hostile pages send.

use super::*;
use crate::evm::address::AddressError;
use crate::evm::hex::{HexError, to_hex};
use proptest::prelude::*;

/// The example of the EIP; the two of `eth-sig-util` for arrays and for types that hold themselves;
/// and one of every width, hashed by `eth-sig-util` and by viem.
const PUBLISHED: [(&str, &str); 4] = [
    (
        include_str!("published/mail.json"),
        "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2",
    ),
    (
        include_str!("published/group.json"),
        "0xa85c2e2b118698e88db68a8105b794a8cc7cec074e89ef991cb4f5f533819cc2",
    ),
    (
        include_str!("published/family.json"),
        "0x807773b9faa9879d4971b43856c4d60c2da15c6f8c062bd9d33afefb756de19c",
    ),
    (
        include_str!("published/all.json"),
        "0xa3c240e25b9b139542de9770b99cc3aff0df243d6b283375a13d910c42dbfc28",
    ),
];
const MAIL: &str = PUBLISHED[0].0;

fn json(text: &str) -> Json {
    wire::from_text(text).unwrap()
}

fn read(text: &str) -> Result<TypedMessage, TypedMessageError> {
    TypedMessage::read(&json(text))
}

/// The mail of the EIP with something else in it.
fn mail(from: &str, to: &str) -> (String, TypedMessageFault) {
    assert!(MAIL.contains(from), "{from}");
    let error = read(&MAIL.replacen(from, to, 1)).unwrap_err();
    (error.path, error.fault)
}

fn of(path: &str, fault: TypedMessageFault) -> (String, TypedMessageFault) {
    (path.to_owned(), fault)
}

/// A message of one member `v` of a type.
fn single(kind: &str, value: &str) -> Result<Value, TypedMessageFault> {
    let text = format!(
        r#"{{"types":{{"EIP712Domain":[],"One":[{{"name":"v","type":"{kind}"}}]}},
        "primaryType":"One","domain":{{}},"message":{{"v":{value}}}}}"#
    );
    read(&text).map(|it| it.value("v").unwrap().clone()).map_err(|it| it.fault)
}

fn number(text: &str) -> Value {
    let size = Amount::from_decimal(text.trim_start_matches('-'), 0).unwrap();
    Value::Number { is_negative: text.starts_with('-'), size }
}

#[test]
fn published_messages_have_their_digests() {
    for (text, digest) in PUBLISHED {
        assert_eq!(to_hex(&read(text).unwrap().digest()), digest);
        assert_eq!(TypedMessage::read(&Json::text(text)), read(text), "as text");
    }
    let mail = read(MAIL).unwrap();
    let separator = "0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f";
    assert_eq!(to_hex(&mail.domain_separator), separator);
    let message = "0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e";
    assert_eq!(to_hex(&mail.message_hash), message);
}

#[test]
fn types_are_named_in_their_order() {
    let text = json(MAIL);
    let kinds = Kinds::read(text.get("types").unwrap()).unwrap();
    let named = kinds.encode_type(kinds.find("Mail").unwrap());
    let expected = "Mail(Person from,Person to,string contents)Person(string name,address wallet)";
    assert_eq!(named, expected);
    let types = r#"{"B":[{"name":"a","type":"A[]"}],"M":[{"name":"z","type":"Z"},{"name":"b","type":"B"}],
        "A":[],"Z":[{"name":"m","type":"M[2][]"}]}"#;
    let kinds = Kinds::read(&json(types)).unwrap();
    let named = kinds.encode_type(kinds.find("M").unwrap());
    assert_eq!(named, "M(Z z,B b)A()B(A[] a)Z(M[2][] m)");
}

#[test]
fn what_is_signed_is_listed() {
    let mail = read(MAIL).unwrap();
    let (rows, left) = mail.shown(4, 8);
    let rows: Vec<_> =
        rows.iter().map(|it| (it.path.as_str(), it.kind.as_str(), it.value.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("from.name", "string", "Cow"),
            ("from.wallet", "address", "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"),
            ("to.name", "string", "Bob"),
            ("to.wallet", "address", "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"),
        ]
    );
    assert_eq!((left, mail.shown(99, 5).0[4].value.as_str()), (1, "Hello…"));
    assert_eq!(mail.domain.name.as_deref(), Some("Ether Mail"));
    assert_eq!(mail.domain.chain, Some(Amount::from(1)));
    assert_eq!(mail.domain.contract, Some(Address::new([0xcc; 20])));
    let all = read(PUBLISHED[3].0).unwrap();
    assert_eq!(all.domain.chain, Some(Amount::from(31_337)));
    assert_eq!(all.domain.salt, Some([0xab; 32]));
    let path = |path: &str| all.value(path).unwrap().to_text(9);
    assert_eq!((path("none").as_str(), path("grid[1][1]").as_str()), ("[]", "4"));
    assert_eq!((path("z.a").as_str(), path("flag").as_str()), ("-128", "true"));
    assert_eq!((path("raw").as_str(), path("eight").as_str()), ("0x00ff00", "0x010203…"));
    let family = read(PUBLISHED[2].0).unwrap();
    assert_eq!(family.value("mother.mother"), Some(&Value::Nothing));
}

#[test]
fn texts_are_shown_without_what_nobody_sees() {
    let Ok(text) = single("string", r#""pay \u202e001""#) else { panic!() };
    assert_eq!(text, Value::Text("pay \u{202e}001".to_owned()));
    assert_eq!(text.to_text(99), "pay <U+202E>001");
}

#[test]
fn integers_stay_exact_and_in_their_range() {
    use TypedMessageFault::{Negative, NotNumber, TooManyBits};
    let most = Amount::MAX.to_decimal(0);
    for text in ["0", "255", "9007199254740993", &most] {
        assert_eq!(single("uint256", text), Ok(number(text)), "{text}");
        assert_eq!(single("uint256", &format!("\"{text}\"")), Ok(number(text)), "{text}");
    }
    assert_eq!(single("uint8", "\"0x00ff\""), Ok(number("255")));
    assert_eq!(single("uint8", "-0"), Ok(number("0")));
    assert_eq!(single("int8", "-128"), Ok(number("-128")));
    assert_eq!(single("int8", "127"), Ok(number("127")));
    assert_eq!(single("int24", "\"-8388608\""), Ok(number("-8388608")));
    for (kind, text, error) in [
        ("uint8", "256", TooManyBits(8)),
        ("uint8", "\"0x100\"", TooManyBits(8)),
        ("uint160", "\"0x10000000000000000000000000000000000000000\"", TooManyBits(160)),
        ("uint256", &format!("{most}0"), TooManyBits(256)),
        ("uint256", &format!("\"0x1{}\"", "0".repeat(64)), TooManyBits(256)),
        ("uint8", "-1", Negative),
        ("int8", "128", TooManyBits(8)),
        ("int8", "-129", TooManyBits(8)),
        ("int256", &most, TooManyBits(256)),
        ("int256", &format!("-{most}"), TooManyBits(256)),
        ("uint8", "1.0", NotNumber),
        ("uint8", "1e1", NotNumber),
        ("uint8", "\"\"", NotNumber),
        ("uint8", "\"-\"", NotNumber),
        ("uint8", "\"0x\"", NotNumber),
        ("uint8", "\"-0x1\"", NotNumber),
        ("uint8", "\"+1\"", NotNumber),
        ("uint8", "\" 1\"", NotNumber),
        ("uint8", "\"1.\"", NotNumber),
        ("uint8", "null", NotNumber),
        ("uint8", "true", NotNumber),
        ("uint8", "[1]", NotNumber),
    ] {
        assert_eq!(single(kind, text), Err(error), "{kind} {text}");
    }
}

#[test]
fn every_value_is_of_its_type() {
    use TypedMessageFault::{Hex, NotBool, NotList, NotText, WrongBytes, WrongLength};
    let address = |error| TypedMessageFault::Address(error);
    for (kind, text, error) in [
        ("bool", "1", NotBool),
        ("bool", "\"true\"", NotBool),
        ("bool", "null", NotBool),
        ("string", "1", NotText),
        ("string", "null", NotText),
        ("address", "1", NotText),
        ("address", "\"0x12\"", address(AddressError::WrongLength)),
        (
            "address",
            "\"0xcD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826\"",
            address(AddressError::BadChecksum),
        ),
        ("bytes", "\"0x1\"", Hex(HexError::OddDigits)),
        ("bytes", "\"hello\"", Hex(HexError::NoPrefix)),
        ("bytes", "[1]", NotText),
        ("bytes4", "\"0x0102\"", WrongBytes(4)),
        ("bytes4", "\"0x0102030405\"", WrongBytes(4)),
        ("uint8[]", "{}", NotList),
        ("uint8[]", "null", NotList),
        ("uint8[2]", "[1]", WrongLength),
        ("uint8[2]", "[1,2,3]", WrongLength),
        ("uint8[2][]", "[[1,2],[3]]", WrongLength),
    ] {
        assert_eq!(single(kind, text), Err(error), "{kind} {text}");
    }
}

#[test]
fn unknown_types_are_refused() {
    for kind in [
        "uint",
        "int",
        "uint7",
        "uint0",
        "uint08",
        "uint264",
        "int1",
        "bytes0",
        "bytes33",
        "byte",
        "Mail",
        "",
        "[]",
        "uint8[",
        "uint8]",
        "uint8[0]",
        "uint8[-1]",
        "uint8[01]",
        "uint8[99999]",
        "uint8 ",
        "string[] ",
        "mapping(address=>uint256)",
        "tuple",
    ] {
        assert_eq!(single(kind, "0"), Err(TypedMessageFault::UnknownType), "{kind}");
    }
    let deep = format!("uint8{}", "[]".repeat(9));
    assert_eq!(single(&deep, "[]"), Err(TypedMessageFault::TooDeep));
}

#[test]
fn what_is_signed_is_what_the_types_say() {
    use TypedMessageFault::{Extra, Missing, NotObject, Twice};
    let contents = r#""contents": "Hello, Bob!""#;
    assert_eq!(mail(contents, r#""contents": "", "more": 1"#), of("message.more", Extra));
    assert_eq!(mail(&format!(",\n    {contents}"), ""), of("message.contents", Missing));
    assert_eq!(mail(contents, r#""contents": "", "contents": """#), of("message.contents", Twice));
    assert_eq!(
        mail(r#""name": "Bob""#, r#""name": 7"#),
        of("message.to.name", TypedMessageFault::NotText)
    );
    assert_eq!(mail(r#""version": "1","#, ""), of("domain.version", Missing));
    assert_eq!(
        mail(r#""version": "1","#, r#""version": "1", "salt": "0x","#),
        of("domain.salt", Extra)
    );
    assert_eq!(mail(r#""message": {"#, r#""message": [], "x": {"#), of("message", NotObject));
    let twice = r#""message": {}, "message": {"#;
    assert_eq!(mail(r#""message": {"#, twice), of("message", Twice));
    for name in ["types", "primaryType", "domain", "message"] {
        assert_eq!(mail(&format!("\"{name}\""), "\"x\""), of(name, Missing));
    }
}

#[test]
fn types_are_well_formed() {
    use TypedMessageFault::{
        BadName, Missing, NotList, NotText, PrimaryIsDomain, ReservedName, Twice, UnknownType,
    };
    let primary = r#""primaryType": "Mail""#;
    assert_eq!(mail(primary, r#""primaryType": "Mails""#), of("primaryType", UnknownType));
    assert_eq!(mail(primary, r#""primaryType": 1"#), of("primaryType", NotText));
    assert_eq!(
        mail(primary, r#""primaryType": "EIP712Domain""#),
        of("primaryType", PrimaryIsDomain)
    );
    assert_eq!(mail("\"Person\": [", "\"Mail\": [], \"Person\": ["), of("types.Mail", Twice));
    assert_eq!(mail("\"Person\": [", "\"uint256\": ["), of("types.uint256", ReservedName));
    assert_eq!(mail("\"Person\": [", "\"int\": ["), of("types.int", ReservedName));
    assert_eq!(mail("\"Person\": [", "\"1x\": ["), of("types.1x", BadName));
    assert_eq!(mail("\"Person\": [", "\"x(y z)\": ["), of("types.x(y z)", BadName));
    assert_eq!(mail("\"Person\": [", "\"Person\": {}, \"y\": ["), of("types.Person", NotList));
    assert_eq!(mail("\"Person\": [", "\"x:\": ["), of("types.x:", BadName));
    let held = read(&MAIL.replace("\"Person\"", "\"x:Person\"")).unwrap_err();
    assert_eq!((held.path.as_str(), held.fault), ("types.Mail[0].type", UnknownType));
    let holds = read(&MAIL.replace("\"Mail\"", "\"x:Mail\"")).unwrap_err();
    assert_eq!((holds.path.as_str(), holds.fault), ("types.x:Mail", BadName));
    assert_eq!(mail("\"Person\": [", "\"Per$on\": ["), of("types.Per$on", BadName));
    let wallet = r#""name": "wallet""#;
    assert_eq!(mail(wallet, r#""name": "name""#), of("types.Person[1].name", Twice));
    assert_eq!(mail(wallet, r#""name": "a,uint256 b""#), of("types.Person[1].name", BadName));
    assert_eq!(mail(wallet, r#""name": 1"#), of("types.Person[1].name", NotText));
    assert_eq!(mail(&format!("{wallet},"), ""), of("types.Person[1].name", Missing));
    assert_eq!(
        mail(r#""type": "Person""#, r#""type": "Human""#),
        of("types.Mail[0].type", UnknownType)
    );
}

/// A withdrawal as Hyperliquid asks for it, hashed by viem.
#[test]
fn a_type_may_be_named_with_a_colon() {
    let text = r#"{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"chainId","type":"uint256"}],
        "Exchange:Send":[{"name":"destination","type":"string"},{"name":"time","type":"uint64"}]},
        "primaryType":"Exchange:Send","domain":{"name":"Exchange","chainId":42161},
        "message":{"destination":"0x00","time":1700000000000}}"#;
    let digest = "0x5884de95138d6b7492c6fc46f5886c81176cfc444e654d96c95d0dcd7ac665a9";
    assert_eq!(to_hex(&read(text).unwrap().digest()), digest);
}

#[test]
fn a_domain_is_some_of_the_five_in_their_order() {
    let domain = |members: &str, domain: &str| {
        let text = format!(
            r#"{{"types":{{"EIP712Domain":[{members}],"A":[]}},"primaryType":"A","domain":{domain},"message":{{}}}}"#
        );
        read(&text).map(|it| it.domain).map_err(|it| it.fault)
    };
    let name = r#"{"name":"name","type":"string"}"#;
    let chain = r#"{"name":"chainId","type":"uint256"}"#;
    let salt = r#"{"name":"salt","type":"bytes32"}"#;
    assert_eq!(domain("", "{}"), Ok(Domain::default()));
    let both = domain(&format!("{name},{chain}"), r#"{"chainId":5,"name":"x"}"#).unwrap();
    assert_eq!((both.name.as_deref(), both.chain), (Some("x"), Some(Amount::from(5))));
    for members in [
        format!("{chain},{name}"),
        format!("{salt},{chain}"),
        r#"{"name":"chainId","type":"uint64"}"#.to_owned(),
        r#"{"name":"verifyingContract","type":"string"}"#.to_owned(),
        r#"{"name":"chainID","type":"uint256"}"#.to_owned(),
    ] {
        assert_eq!(domain(&members, "{}"), Err(TypedMessageFault::DomainType), "{members}");
    }
    let without = MAIL.replacen("EIP712Domain", "Domain", 1);
    let error = read(&without).unwrap_err();
    assert_eq!(
        (error.path.as_str(), error.fault),
        ("types.EIP712Domain", TypedMessageFault::Missing)
    );
}

/// A type that holds itself, as an array of arrays would.
const TREE: &str = r#""T":[{"name":"t","type":"T[]"}]"#;

fn tree(message: &str) -> Result<TypedMessage, TypedMessageFault> {
    let text = format!(
        r#"{{"types":{{"EIP712Domain":[],{TREE}}},"primaryType":"T","domain":{{}},"message":{message}}}"#
    );
    read(&text).map_err(|it| it.fault)
}

#[test]
fn what_is_too_much_is_refused() {
    let nested =
        |depth: usize| format!("{}{{\"t\":[]}}{}", "{\"t\":[".repeat(depth), "]}".repeat(depth));
    assert!(tree(&nested(11)).is_ok());
    assert_eq!(tree(&nested(30)), Err(TypedMessageFault::TooDeep));
    let wide = |count: usize| format!("{{\"t\":[{}]}}", vec!["null"; count].join(","));
    assert!(tree(&wide(4095)).is_ok());
    assert_eq!(tree(&wide(4096)), Err(TypedMessageFault::TooMany));
    let types: Vec<String> = (0..70).map(|it| format!("\"A{it}\":[]")).collect();
    let many = format!("\"types\": {{{},", types.join(","));
    assert_eq!(mail("\"types\": {", &many), of("types", TypedMessageFault::TooMany));
    let members: Vec<String> =
        (0..513).map(|it| format!(r#"{{"name":"a{it}","type":"bool"}}"#)).collect();
    let many = format!("\"types\": {{\"Z\":[{}],", members.join(","));
    assert_eq!(mail("\"types\": {", &many), of("types.Z", TypedMessageFault::TooMany));
    let long = Json::Text(" ".repeat(TEXT_BYTES + 1));
    assert_eq!(TypedMessage::read(&long).unwrap_err().fault, TypedMessageFault::TooLong);
    let deep = Json::Text("[".repeat(TEXT_BYTES));
    assert_eq!(TypedMessage::read(&deep).unwrap_err().fault, TypedMessageFault::NotJson);
}

#[test]
fn only_the_account_itself_signs() {
    let account =
        Address::parse("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826", Strictness::Strict).unwrap();
    let params = |address: &str| Json::list([Json::text(address), Json::text(MAIL)]);
    let fault = |params: &Json| TypedMessage::read_params(params, &account).map_err(|it| it.fault);
    assert_eq!(fault(&params(&account.to_lowercase())), Ok(read(MAIL).unwrap()));
    let other = Address::new([7; 20]).to_checksum();
    assert_eq!(fault(&params(&other)), Err(TypedMessageFault::OtherAccount));
    assert_eq!(fault(&params("me")), Err(TypedMessageFault::Address(AddressError::NoPrefix)));
    for params in ["{}", "[]", "[1,2]", "[\"a\"]", "[1,2,3]"] {
        assert_eq!(fault(&json(params)), Err(TypedMessageFault::NotTwo), "{params}");
    }
    let error = TypedMessage::read_params(&params(&other), &account).unwrap_err();
    assert_eq!(error.to_string(), "address: must be the account that is connected");
}

fn hostile() -> impl Strategy<Value = Json> {
    let kind = "(address|bool|string|bytes|bytes[0-9]{1,2}|u?int[0-9]{0,3}|A|B)(\\[[0-3]?\\]){0,2}";
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?[0-9]{1,80}(\\.5|e9)?".prop_map(|it| Json::Number(it.into())),
        any::<String>().prop_map(Json::Text),
        "(0x)?[-0-9a-f]{0,70}".prop_map(Json::Text),
        kind.prop_map(Json::Text),
    ];
    leaf.prop_recursive(5, 64, 6, |inner| {
        let name = prop_oneof![
            "types|domain|message|primaryType|EIP712Domain|A|B|name|type|a|b|chainId|salt",
            any::<String>(),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::List),
            prop::collection::vec((name, inner), 0..6).prop_map(Json::Object),
        ]
    })
}

proptest! {
    #[test]
    fn hostile_json_is_an_error_at_worst(json in hostile(), a in hostile(), b in hostile()) {
        let _ = TypedMessage::read(&json);
        let types = Json::object([("EIP712Domain", Json::List(vec![])), ("A", a.clone()), ("B", b.clone())]);
        let whole = Json::object([
            ("types", types), ("primaryType", Json::text("A")), ("domain", Json::object([])), ("message", json),
        ]);
        let _ = TypedMessage::read(&whole);
    }

    /// Well-formed types with values that are not of them.
    #[test]
    fn hostile_values_are_an_error_at_worst(
        kind in "(address|bool|string|bytes|bytes4|uint8|int256|One)(\\[[2]?\\]){0,2}", value in hostile(),
    ) {
        let member = Json::object([("name", Json::text("v")), ("type", Json::text(&kind))]);
        let types = Json::object([("EIP712Domain", Json::List(vec![])), ("One", Json::List(vec![member]))]);
        let whole = Json::object([
            ("types", types), ("primaryType", Json::text("One")), ("domain", Json::object([])),
            ("message", Json::object([("v", value)])),
        ]);
        if let Ok(read) = TypedMessage::read(&whole) {
            let _ = read.shown(9, 9);
        }
    }

    #[test]
    fn a_change_anywhere_panics_nowhere(at in 0..2000_usize, letter in any::<char>()) {
        let mut letters: Vec<char> = MAIL.chars().collect();
        let at = at % letters.len();
        letters[at] = letter;
        let _ = TypedMessage::read(&Json::Text(letters.into_iter().collect()));
    }

    #[test]
    fn a_negative_number_is_its_twos_complement(number in any::<i64>()) {
        let value = value::read(&kinds::Kind::Int(64), &Json::Number(number.to_string().into())).unwrap();
        let word = value::word(&kinds::Kind::Int(64), &value);
        prop_assert_eq!(&word[24..], number.to_be_bytes());
        prop_assert_eq!(word[0], if number < 0 { 255 } else { 0 });
    }
}
