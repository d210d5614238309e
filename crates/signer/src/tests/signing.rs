//! What is signed is what was read, once, by the wallet that it was read for.

use protocol::api::vault::FactorKind;
use protocol::frame::method::{Class, METHODS};
use protocol::module::reading_flag::Severity;
use protocol::module::signer::{
    SignRequest, SignSetting, Signed, SignerAnswer, SignerAsk, SignerRefusal, SignerSecrets,
};
use protocol::relay::base64;
use wire::Json;

use super::page::*;
use super::{Kept, World, done, none, summary};

/// A world with the wallet of [`JUNK`].
fn world() -> (World, Kept, SignerSecrets) {
    let mut world = World::new();
    let (kept, secrets) = world.of_words(JUNK);
    (world, kept, secrets)
}

impl World {
    fn prepare(&mut self, request: SignRequest, setting: SignSetting) -> u32 {
        match ask(&mut self.signer, request, setting) {
            SignerAnswer::Read { prepared, .. } => prepared,
            _ => panic!("it is read"),
        }
    }
}

/// The page says something else under the same name while a person reads.
#[test]
fn what_the_page_says_afterwards_changes_nothing() {
    let (mut world, kept, secrets) = world();
    let first = || sending(&format!(r#""to":"{FRIEND}","value":"0x1""#));
    let second = || sending(&format!(r#""to":"{TOKEN}","value":"0xffffffff""#));
    let alone = world.prepare(first(), setting());
    let expected = done(world.sign(alone, &kept, &secrets));
    let shown = world.prepare(first(), setting());
    let changed = world.prepare(second(), setting());
    assert_ne!(shown, changed, "what is read later has a name of its own");
    assert_eq!(done(world.sign(shown, &kept, &secrets)), expected);
    assert_ne!(done(world.sign(changed, &kept, &secrets)), expected);
}

#[test]
fn what_was_read_is_good_for_one_signature() {
    let (mut world, kept, secrets) = world();
    let prepared = world.prepare(personal_sign("hi"), setting());
    assert!(world.sign(prepared, &kept, &secrets).is_ok());
    let again = world.sign(prepared, &kept, &secrets).err();
    assert!(again == Some(SignerRefusal::PreparedUnknown));
    // Whoever comes with the wrong share has to ask the person again.
    let prepared = world.prepare(personal_sign("hi"), setting());
    let failed = world.sign(prepared, &kept, &none()).err();
    assert!(failed == Some(SignerRefusal::DeviceShareMissing));
    let again = world.sign(prepared, &kept, &secrets).err();
    assert!(again == Some(SignerRefusal::PreparedUnknown));
}

#[test]
fn so_many_wait_and_one_can_be_dropped() {
    let (mut world, kept, secrets) = world();
    let prepared: Vec<u32> =
        (0..33).map(|it| world.prepare(personal_sign(&it.to_string()), setting())).collect();
    let oldest = world.sign(prepared[0], &kept, &secrets).err();
    assert!(oldest == Some(SignerRefusal::PreparedUnknown));
    let ask = SignerAsk::Forget { prepared: prepared[1] };
    for _ in 0..2 {
        assert!(matches!(world.ask(&ask, &none()).0, SignerAnswer::Forgotten));
    }
    let dropped = world.sign(prepared[1], &kept, &secrets).err();
    assert!(dropped == Some(SignerRefusal::PreparedUnknown));
    for prepared in &prepared[2..] {
        assert!(world.sign(*prepared, &kept, &secrets).is_ok());
    }
    assert!(world.signer.prepared.is_empty());
}

#[test]
fn what_is_blocked_is_never_signed() {
    let (mut world, kept, secrets) = world();
    let elsewhere = "bank.example wants you to sign in with your Ethereum account:\n";
    let prepared = world.prepare(personal_sign(elsewhere), setting());
    let refused = world.sign(prepared, &kept, &secrets).err();
    assert!(refused == Some(SignerRefusal::Blocked));
    let again = world.sign(prepared, &kept, &secrets).err();
    assert!(again == Some(SignerRefusal::PreparedUnknown));
}

#[test]
fn another_wallet_does_not_sign_it() {
    let (mut world, kept, secrets) = world();
    let (foreign, of_foreign) = world.create(FactorKind::Automatic, &none());
    // It was read for the wallet of the words.
    let prepared = world.prepare(personal_sign("hi"), setting());
    let refused = world.sign(prepared, &foreign, &of_foreign).err();
    assert!(refused == Some(SignerRefusal::OtherWallet));
    // The shares are of another wallet than the one they are said to be of.
    let swapped = Kept { addresses: kept.addresses.clone(), ..foreign };
    let prepared = world.prepare(personal_sign("hi"), setting());
    let refused = world.sign(prepared, &swapped, &of_foreign).err();
    assert!(refused == Some(SignerRefusal::OtherWallet));
    // A changed share.
    let share = secrets.device_share.as_deref().and_then(base64::decode);
    let mut share = share.unwrap_or_default();
    if let Some(last) = share.last_mut() {
        *last ^= 1;
    }
    let changed = SignerSecrets { device_share: Some(base64::encode(&share)), ..none() };
    let prepared = world.prepare(personal_sign("hi"), setting());
    let refused = world.sign(prepared, &kept, &changed).err();
    assert!(refused == Some(SignerRefusal::SharesUnfit));
}

/// Parameters with which a method would be read, where it is.
fn fit(method: &str) -> SignRequest {
    let transaction = sample_of_ours();
    let params = match method {
        "personal_sign" => return personal_sign("hi"),
        "eth_sendTransaction" => return sending(&format!(r#""to":"{FRIEND}""#)),
        "eth_signTypedData_v4" => Json::list([
            Json::text(EVM),
            json(include_str!("../../../chains/src/evm/typed_message/published/mail.json")),
        ]),
        "solana_signMessage" => {
            json(&format!(r#"{{"message":"StV1DL6CwTryKyV","pubkey":"{SOLANA}"}}"#))
        }
        "solana_signAllTransactions" => json(&format!(r#"{{"transactions":["{transaction}"]}}"#)),
        name if name.starts_with("solana_") => {
            json(&format!(r#"{{"transaction":"{transaction}"}}"#))
        }
        _ => json(&format!(r#"[{{"from":"{EVM}","calls":[{{"to":"{FRIEND}"}}]}}]"#)),
    };
    request(method, params)
}

fn sample_of_ours() -> String {
    use chains::solana::{address, base58, transaction::Transaction, transfer};
    let ours = address::parse(SOLANA).expect("an address");
    let message = transfer::of_sol(&ours, &[9; 32], 1, None, [7; 32]);
    base58::encode(&Transaction::unsigned(message).to_bytes())
}

/// Every method that a person approves is read, or refused; and whatever else the worker is asked, nothing is signed
/// that was not read.
#[test]
fn no_method_signs_without_being_read() {
    let mut read = Vec::new();
    for method in METHODS.iter().filter(|it| it.class == Class::Approved) {
        let (mut world, kept, secrets) = world();
        let setting = on(method.namespace.own_chain());
        let answer = ask(&mut world.signer, fit(method.name), setting);
        assert_eq!(
            world.signer.prepared.len(),
            usize::from(matches!(answer, SignerAnswer::Read { .. }))
        );
        match answer {
            SignerAnswer::Read { prepared, reading, .. } => {
                let reading = reading.read().expect("a reading");
                assert!(reading.flags.iter().all(|it| it.severity != Severity::Blocked));
                let other = world.sign(prepared + 1, &kept, &secrets).err();
                assert!(other == Some(SignerRefusal::PreparedUnknown), "{}", method.name);
                assert!(world.sign(prepared, &kept, &secrets).is_ok(), "{}", method.name);
                read.push(method.name);
            }
            SignerAnswer::Unfit { error } => assert_eq!(error.code, 4200, "{}", method.name),
            _ => panic!("{} is neither read nor refused", method.name),
        }
        for prepared in 0..9 {
            let refused = world.sign(prepared, &kept, &secrets).err();
            assert!(refused == Some(SignerRefusal::PreparedUnknown), "{}", method.name);
        }
    }
    let expected = [
        "eth_sendTransaction",
        "eth_signTypedData_v4",
        "personal_sign",
        "solana_signAllTransactions",
        "solana_signAndSendTransaction",
        "solana_signMessage",
        "solana_signTransaction",
    ];
    assert_eq!(read, expected);
    for method in METHODS.iter().filter(|it| it.class == Class::Safe) {
        let request = request(method.name, Json::Null);
        assert_eq!(code(request, on(method.namespace.own_chain())), 4200, "{}", method.name);
    }
}

/// The signature of somebody else stays where it is.
#[test]
fn a_transaction_of_several_signers_keeps_the_signatures_of_others() {
    use chains::solana::{address, base58, transaction::Transaction, transfer};
    let payer = [9; 32];
    let ours = address::parse(SOLANA).expect("an address");
    let other = transfer::of_sol(&payer, &ours, 1, None, [7; 32]).to_bytes();
    // Ours is made a signer that is not written to: the first three bytes count signers.
    let mut message = other;
    message[0] = 2;
    let mut bytes = vec![2];
    bytes.extend([0; 128]);
    bytes.extend(&message);
    for of_payer in [[0; 64], [5; 64]] {
        bytes[1..65].copy_from_slice(&of_payer);
        let (mut world, kept, secrets) = world();
        let params = Json::object([("transaction", Json::Text(base58::encode(&bytes)))]);
        let prepared = world.prepare(request("solana_signTransaction", params), on(MAINNET));
        let signed = done(world.sign(prepared, &kept, &secrets));
        let Signed::Solana { transactions, options: None } = signed else { panic!("one") };
        let [one] = transactions.as_slice() else { panic!("one") };
        let whole = base58::decode(&one.transaction, 1232).expect("base58");
        let whole = Transaction::read(&whole).expect("a transaction");
        assert_eq!(whole.signatures()[0], of_payer);
        assert_eq!(base58::encode(&whole.signatures()[1]), one.signature);
        let by_key =
            keys::solana_signature::is_signed(&ours, whole.message_bytes(), &whole.signatures()[1]);
        assert!(by_key);
    }
}

/// A key that received something is used up as well, whatever becomes of the rest.
#[test]
fn nothing_is_kept_of_a_signature_that_failed() {
    let (mut world, kept, secrets) = world();
    let (receiver, to) = world.receive();
    let told = world.told(&kept, &to);
    let ask = SignerAsk::Sign { prepared: 99, receiver, wallet: summary(&kept), told };
    assert!(world.refusal(&ask, &secrets) == Some(SignerRefusal::PreparedUnknown));
    assert!(world.signer.receivers.is_empty());
}
