//! The codec says what serde says: for every type that crosses an edge, any value has the same text
//! by both and reads back from it by both; and hostile text is accepted or refused alike.
#![allow(clippy::unwrap_used)]

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::{Get, Json, Put, from_text, to_text};

fn holds_for<T>(name: &str, cases: u32)
where
    T: Arbitrary + Put + Get + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(cases) });
    let outcome = runner.run(&any::<T>(), |value| {
        let ours = to_text(&value);
        prop_assert_eq!(&ours, &serde_json::to_string(&value).unwrap());
        let read: T = from_text(&ours).unwrap();
        prop_assert_eq!(&read, &value);
        prop_assert_eq!(&serde_json::from_str::<T>(&ours).unwrap(), &value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{name}: {error}");
    }
}

macro_rules! every {
    ($($path:path => $($name:ident)*;)*) => {
        /// The types that are held, by name.
        const NAMES: &[&str] = &[$($(stringify!($name)),*),*];

        fn hold_all(cases: u32) {
            $({
                use $path as types;
                $(holds_for::<types::$name>(stringify!($name), cases);)*
            })*
        }
    };
}

every! {
    runtime => Op Place Reply Verb;
    protocol::api => AnalyticsSwitch Balance Balances Failed Fungible Fungibles Health Identity Injected
        PriceQuestion ProjectFeature ProjectFeatures ProjectOrigins Quantity Reason Success SupportedChains
        WalletConnect WalletConnectRelay WalletListing WalletPage;
    protocol::api::history => Application Coverage MovedToken History Link Nft NftContent NftFlags MovedNft Nfts
        Transaction TransactionMetadata Transfer TransferQuantity;
    protocol::api::vault => EmailStart EmailStarted ConnectAction EmailDevice EmailDeviceState EmailOtp SignedIn EmailChange
        EmailChangeStarted UpdateEmailAction EmailChangeOtp EmailChangeEnd WalletClaim EmailChanged VaultUser VaultSessions
        VaultSession SessionRevoke SignOut AccountDelete AccountDeleted Nothing WalletState WalletSummary
        WalletAddresses FactorKind Factor ShareSet WalletCreate ShareAsk SharePurpose ShareTold
        RecoverAsk Recovered RecoveryPolicy PepperAsk PepperTold ReviewOffer ReviewWait ReviewState ReviewTake ReviewTaken ReviewDecide WalletEnrol WalletRotate WalletEvents WalletEvent;
    protocol::module::reading => Reading ReadingKind ReadingText ReadingField ReadingCost;
    protocol::module::reading_flag => ReadingFlag FlagKind Severity;
    protocol::module::reading_row => ReadingRow RowLabel RowKind;
    protocol::module::reading_step => ReadingStep StepAct;
    protocol::module::signer => SignerAsk Opening SignRequest NetworkNumbers SignSetting SignerAnswer Signed SignedSolana SignerRefusal;
    protocol::module::spend => ActivityPage Fate NftPage SpendAnswer SpendAsk SpendCurrency SpendServer SpendWhat TokensRead;
    protocol::reached_wallets => ReachedWallets;
    protocol::event::activity => ActivityEvent;
    protocol::event::buy => BuyEvent;
    protocol::event::email => EmailEvent;
    protocol::event::error => ErrorEvent ErrorPart;
    protocol::event::modal => ModalEvent;
    protocol::event::name => NameEvent;
    protocol::event::network => NetworkEvent;
    protocol::event::pay => PayConfiguration PayEvent PayExchange PayMeans Payment;
    protocol::event::send => SendEvent;
    protocol::event::siwx => SiwxEvent;
    protocol::event::social => SocialEvent;
    protocol::event::swap => SwapEvent;
    protocol::event::wallet => ConnectMethod WalletEvent WalletPlatform;
    protocol::caip => Namespace;
    protocol::frame::message => FrameView MessageName SdkType ThemeMode VaultAccountType;
    protocol::rpc => Node Nodes RpcError;
    protocol::module::echo => Echo;
    protocol::frame::unasked => FrameProgress;
    protocol::module::embedded => EmbeddedAsk EmbeddedNews Entry Frame FrameFault;
    protocol::module::phone => Phone PhoneFault PhoneIntent PhoneProposal PhoneRequest PhoneSession;
    protocol::module::session => Metadata Pairing Redirect Relay SessionAnswer SessionAsk SessionConfig SessionWhat Unreachable;
    protocol::module::tabs => Said;
    vault => Approval EmailChanging Fault InWindow ReviewStep Screen Settings SettingsStep SignIn SignInStep State;
    engine => AccountTab Activity AddressTotal Nfts ReadStep Receive SentTransaction Tokens Totals Presence
        Assets Boot ModuleWallet Config Network NativeCurrency Explorer Intent Ask Answer Snapshot Connection WayBack Recent
        CustomWallet
        AllWallets ConnectorType EngineFeatures EngineOptions RemoteFeatures SocialProvider State Modal View Route Catalog CatalogRow RowKind Method WalletRow
        Provider ProviderKind Carrier Directory DirectoryStep Chosen Here Code Way WayKind Reach Connect ConnectStep ConnectError Account Status
        AccountEntry AccountType ConnectedWallet User VaultFrame VaultStep EmailEntry EntryFault EntryIntent EntryStep Networks NetworkRow Unavailable Target
        Handoff HandoffStep LinkStep Readers SwitchStep Features Alert Toast WaitingWallet Message MessageKind ToastText Failure Unexpected;
}

#[test]
fn every_type_crosses_as_serde_would_write_it() {
    // The generator of a large enum takes more of the stack than a test has.
    let roomy = std::thread::Builder::new().stack_size(16 * 1024 * 1024);
    roomy.spawn(|| hold_all(64)).unwrap().join().unwrap();
}

/// The list above is whole: each `#[wire]` in the sources of the crates names a type in it.
#[test]
fn no_type_is_left_out() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut missing = Vec::new();
    for name in ["runtime", "protocol", "chains", "engine", "vault"] {
        visit(&crates.join(name).join("src"), &mut |text| {
            // What holds secrets has no `Debug`, which the test above needs.
            let is_held = |line: &&str| line.starts_with("#[wire") && *line != "#[wire(secret)]";
            let mut lines = text.lines().skip_while(|line| !is_held(line));
            while let Some(declared) = lines.find(|line| line.starts_with("pub ")) {
                let name = declared.split([' ', '(', '{']).nth(2).unwrap().to_owned();
                if !NAMES.contains(&name.as_str()) {
                    missing.push(name);
                }
                lines.find(is_held);
            }
        });
    }
    assert!(missing.is_empty(), "add to `every!`: {missing:?}");
}

fn visit(folder: &Path, see: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, see);
        } else {
            see(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// Text that is nearly JSON: pieces of it in any order.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just(":"),
        Just("\""),
        Just("\\"),
        Just("\\u00e9"),
        Just("\\ud83d\\ude00"),
        Just("\\n"),
        Just("\u{1}"),
        Just("é😀"),
        Just(" "),
        Just("\n"),
        Just("null"),
        Just("true"),
        Just("false"),
        Just("0"),
        Just("-"),
        Just("1.5"),
        Just("-0"),
        Just("01"),
        Just("1e5"),
        Just("."),
        Just("\"type\""),
        Just("\"sleep\""),
        Just("\"ms\""),
        Just("\"a\":1"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn hostile_text_is_refused_where_serde_refuses_it(text in nearly_json()) {
        let ours = from_text::<Json>(&text);
        match serde_json::from_str::<serde_json::Value>(&text) {
            // serde_json has no numbers beyond f64; ours keeps them as they are written.
            Err(error) if error.to_string().contains("number out of range") => {}
            theirs => prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}", text),
        }
        if let Ok(json) = ours {
            prop_assert_eq!(from_text::<Json>(&to_text(&json)), Ok(json));
        }
    }

    #[test]
    fn any_text_at_all_never_panics(text in any::<String>()) {
        let _ = from_text::<Json>(&text);
        let _ = from_text::<runtime::Op>(&text);
        let _ = from_text::<engine::State>(&text);
    }
}

#[test]
fn depth_ends_where_serde_ends_it() {
    for depth in [1, 126, 127, 128, 129, 100_000] {
        let text = ["[".repeat(depth), "]".repeat(depth)].concat();
        let theirs = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        assert_eq!(from_text::<Json>(&text).is_ok(), theirs, "{depth}");
    }
}

#[test]
fn a_declared_field_given_twice_is_refused_and_an_unknown_one_ignored() {
    assert!(from_text::<runtime::Op>(r#"{"type":"sleep","ms":1,"ms":2}"#).is_err());
    assert!(serde_json::from_str::<runtime::Op>(r#"{"type":"sleep","ms":1,"ms":2}"#).is_err());
    assert_eq!(
        from_text(r#"{"type":"sleep","x":0,"ms":1,"x":0}"#),
        Ok(runtime::Op::Sleep { ms: 1 })
    );
}

#[test]
fn escapes_and_lone_surrogates() {
    assert_eq!(
        from_text(r#""\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t""#),
        Ok("é😀\"\\/\u{8}\u{c}\n\r\t".to_owned())
    );
    for (text, read) in [
        (r#""\ud83d""#, "\u{fffd}"),
        (r#""\ude00""#, "\u{fffd}"),
        (r#""\ud83dx""#, "\u{fffd}x"),
        (r#""\ud83d\u0041""#, "\u{fffd}A"),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
    ] {
        assert_eq!(from_text(text), Ok(read.to_owned()), "{text}");
    }
    for text in [r#""\u12""#, r#""\u{41}""#, r#""\x41""#, "\"\u{0}\"", "\"\n\"", "\"", r#""\"#] {
        assert!(from_text::<String>(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_keep_to_their_bounds() {
    for text in
        ["-1", "4294967296", "1.0", "1e2", "-0", "01", "+1", "1_0", "\"1\"", "null", "1e999"]
    {
        assert!(from_text::<u32>(text).is_err(), "{text}");
        assert!(serde_json::from_str::<u32>(text).is_err(), "{text}");
    }
    assert_eq!(from_text("4294967295"), Ok(u32::MAX));
    assert_eq!(from_text("-2147483648"), Ok(i32::MIN));
    let huge = "1".repeat(10_000);
    assert_eq!(to_text(&from_text::<Json>(&huge).unwrap()), huge);
    assert_eq!(from_text("\"18446744073709551615\""), Ok(wire::Long(u64::MAX)));
    for text in
        ["18446744073709551615", "\"18446744073709551616\"", "\"-1\"", "\"+1\"", "\"\"", "\" 1\""]
    {
        assert!(from_text::<wire::Long>(text).is_err(), "{text}");
    }
}

#[test]
fn an_error_names_the_field() {
    let error = from_text::<runtime::Op>(r#"{"type":"sleep","ms":-1}"#).unwrap_err();
    assert_eq!(error.to_string(), "ms: expected 0 to 2^32-1");
    let error = from_text::<runtime::Op>(r#"{"type":"sleep"}"#).unwrap_err();
    assert_eq!(error.to_string(), "ms: missing");
    let error = from_text::<runtime::Op>(r#"{"type":"dance"}"#).unwrap_err();
    assert_eq!(error.to_string(), "type: unknown variant");
    let error = from_text::<runtime::Op>(r#"{"type":"fetch","method":1}"#).unwrap_err();
    assert_eq!(error.to_string(), "url: missing", "the first of several");
    let listed = r#"[{"name":"Ether","symbol":"ETH","decimals":18},1]"#;
    let error = from_text::<Vec<engine::NativeCurrency>>(listed).unwrap_err();
    assert_eq!(error.to_string(), "expected an object", "not in a field that was read before");
}

#[test]
fn the_papers_tell_of_every_option_that_the_engine_reads() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let told = fs::read_to_string(crates.parent().unwrap().join("docs/embed.md")).unwrap();
    let options = <engine::EngineOptions as wire::GetParts>::NAMES;
    let untold: Vec<_> = options.iter().filter(|it| !told.contains(&format!("| `{it}`"))).collect();
    // These two share a row.
    assert_eq!(untold, [&"privacyPolicyUrl"]);
}
