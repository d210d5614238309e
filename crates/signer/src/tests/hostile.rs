//! Whatever a page sends is read or refused; nothing of it traps, and nothing odd is shown.

use proptest::prelude::*;
use protocol::frame::method::{Class, METHODS};
use protocol::module::signer::{NetworkNumbers, SignRequest, SignSetting, SignerAnswer};
use wire::{Json, to_text};

use super::page::*;
use crate::Signer;

fn any_json() -> impl Strategy<Value = Json> {
    let word = prop_oneof![
        Just("from"),
        Just("to"),
        Just("data"),
        Just("value"),
        Just("nonce"),
        Just("gas"),
        Just("types"),
        Just("primaryType"),
        Just("domain"),
        Just("message"),
        Just("EIP712Domain"),
        Just("transaction"),
        Just("transactions"),
        Just("pubkey"),
        Just("options"),
        Just("accessList"),
        Just("address"),
        Just("storageKeys"),
    ];
    let text = prop_oneof![
        Just(EVM.to_owned()),
        Just(SOLANA.to_owned()),
        Just("0x5".to_owned()),
        Just("0xa9059cbb".to_owned()),
        "0x[0-9a-f]{0,200}",
        "[1-9A-HJ-NP-Za-km-z]{0,90}",
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "[0-9]{1,30}".prop_map(|it| Json::Number(it.into())),
        text.prop_map(Json::Text),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        let field = (word.clone().prop_map(str::to_owned), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Json::List),
            prop::collection::vec(field, 0..6).prop_map(Json::Object),
        ]
    })
}

/// Whether something in a reading would not be seen as it is.
fn is_odd(text: &str) -> bool {
    text.chars().any(|it| {
        it.is_control() && it != '\n' && it != '\t' || ('\u{202a}'..='\u{202e}').contains(&it)
    })
}

fn look(request: SignRequest, setting: SignSetting) -> Result<(), TestCaseError> {
    let reading = match ask(&mut Signer::default(), request, setting) {
        SignerAnswer::Read { reading, .. } => reading.read().expect("a reading"),
        SignerAnswer::Unfit { error } => {
            prop_assert!([-32602, 4100, 4200].contains(&error.code));
            prop_assert!(!error.message.is_empty());
            return Ok(());
        }
        _ => return Ok(()),
    };
    let rows = reading.rows.iter().chain(&reading.brief);
    let rows = rows.chain(reading.steps.iter().flat_map(|it| &it.rows));
    for row in rows.chain(reading.flags.iter().flat_map(|it| &it.rows)) {
        prop_assert!(!is_odd(&row.value), "{row:?}");
    }
    for field in &reading.fields {
        prop_assert!(!is_odd(&field.value) && !is_odd(&field.path) && !is_odd(&field.kind));
    }
    prop_assert!(reading.text.as_ref().is_none_or(|it| !is_odd(&it.text)));
    for flag in &reading.flags {
        prop_assert!(flag.step.is_none_or(|it| (it as usize) < reading.steps.len()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_parameters_of_any_method(params in any_json(), with_numbers in any::<bool>()) {
        for method in METHODS.iter().filter(|it| it.class == Class::Approved) {
            let network = with_numbers.then(numbers);
            let request = SignRequest { network, ..request(method.name, params.clone()) };
            look(request, on(method.namespace.own_chain()))?;
        }
    }

    #[test]
    fn any_answer_of_a_trial(trial in any_json(), log in any_json()) {
        let logs = Json::object([("status", Json::text("0x1")), ("logs", Json::list([log]))]);
        let whole = Json::list([Json::object([("calls", Json::list([logs]))])]);
        for trial in [trial, whole] {
            let network = Some(NetworkNumbers { trial: Some(trial), ..numbers() });
            look(SignRequest { network, ..sending("") }, setting())?;
        }
    }

    #[test]
    fn any_message(message in prop_oneof![any::<String>(), "0x[0-9a-f]{0,80}"], more in any::<String>()) {
        look(personal_sign(&message), setting())?;
        let text = ["a wants you to sign in with your Ethereum account:\n", &more].concat();
        look(personal_sign(&text), setting())?;
        let params = Json::object([
            ("message", Json::Text(chains::solana::base58::encode(text.as_bytes()))),
            ("pubkey", Json::text(SOLANA)),
        ]);
        look(request("solana_signMessage", params), on(MAINNET))?;
    }

    #[test]
    fn any_call(input in prop::collection::vec(any::<u8>(), 0..300), function in 0..8_usize) {
        let functions = ["a9059cbb", "095ea7b3", "ac9650d8", "82ad56cb", "6a761202", "0d58b1db", "2a2d80d1", "4f1ef286"];
        let input = &chains::evm::hex::to_hex(&input)[2..];
        look(sending(&format!(r#""to":"{TOKEN}","data":"0x{}{input}""#, functions[function])), setting())?;
        look(sending(&format!(r#""to":"{TOKEN}","data":"0x{input}""#)), setting())?;
    }

    #[test]
    fn any_transaction_of_solana(payload in prop::collection::vec(any::<u8>(), 0..60), cut in 0..300_usize, to in any::<u8>()) {
        use chains::solana::{address, base58, transaction::Transaction, transfer};
        let ours = address::parse(SOLANA).expect("an address");
        let message = transfer::of_sol(&ours, &[9; 32], 1, None, [7; 32]);
        let mut bytes = Transaction::unsigned(message).to_bytes();
        let at = cut % bytes.len();
        bytes[at] = to;
        bytes.splice(at..at, payload);
        let params = Json::object([("transaction", Json::Text(base58::encode(&bytes)))]);
        look(request("solana_signTransaction", params.clone()), on(MAINNET))?;
        prop_assert!(!to_text(&params).is_empty());
    }
}
