//! What holds for any text at all that a page wants signed: it is read or refused, nothing of what is shown hides, and
//! what is read is all that is signed.

use chains::evm::chain_number::ChainNumber;
use chains::evm::hex::to_hex;
use chains::evm::message::neutralised;
use chains::evm::siwe::{self, Asking};
use chains::evm::timestamp::milliseconds;
use chains::evm::typed_message::TypedMessage;
use chains::solana::approval::Approval;
use chains::solana::base58;
use chains::solana::sign_in;
use chains::solana::transaction::{MAX_BYTES, Transaction};
use protocol::api::vault::WalletAddresses;
use protocol::caip::ChainId;
use protocol::module::reading::{Reading, ReadingKind};
use protocol::module::reading_flag::Severity;
use protocol::module::signer::{SignRequest, SignSetting, SignerAnswer, SignerAsk, SignerSecrets};
use protocol::relay::base64;
use signer::Signer;
use wire::{Json, Long, from_text, to_text};

const EVM: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOLANA: &str = "AdApmHJToGTdeFGE1B3oTSycp7ACqh4GqXCUAA752q4S";
const ETHEREUM: &str = "eip155:1";
const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const NOW_MS: i64 = 1_700_000_000_000;
/// What a field of a page says at most where it is shown whole.
const LETTERS: usize = 10_000;

/// Typed data of EIP-712.
pub fn hold_typed_message(text: &str) {
    let params = Json::list([Json::text(EVM), Json::text(text)]);
    let shown = shown("eth_signTypedData_v4", params, ETHEREUM);
    let read = TypedMessage::read(&Json::text(text));
    assert_eq!(shown.is_some(), read.is_ok(), "{:?}", read.err());
    let Ok(read) = read else { return };
    let json: Json = from_text(text).expect("it was read");
    let written = to_text(&json);
    for again in [json, Json::Text(written)] {
        let again = TypedMessage::read(&again).expect("it says the same");
        assert!(again == read && again.digest() == read.digest(), "{text}");
    }
    assert_eq!(read.shown(usize::MAX, LETTERS).0.len(), read.rows.len());
}

/// A transaction of Solana: base64, as sites send it, or base58.
pub fn hold_solana_transaction(text: &str) {
    let params = Json::object([("transaction", Json::text(text))]);
    let shown = ["solana_signTransaction", "solana_signAndSendTransaction"]
        .map(|method| shown(method, params.clone(), MAINNET).is_some());
    let ours = chains::solana::address::parse(SOLANA).expect("an address");
    let bytes = [base64::decode_lax(text), base58::decode(text, MAX_BYTES)];
    let mut is_ours = false;
    for bytes in bytes.into_iter().flatten() {
        let Ok(read) = Transaction::read(&bytes) else { continue };
        assert_eq!(read.to_bytes(), bytes, "all of it is read");
        assert_eq!(
            read.message().to_bytes(),
            read.message_bytes(),
            "what is signed is what is read"
        );
        assert_eq!(read.signatures().len(), read.message().signers().len());
        let approval = Approval::of(read.message(), &ours);
        assert_eq!(approval.actions.len(), read.message().instructions().count());
        is_ours |= read.signature_index(&ours).is_ok();
    }
    assert!(is_ours || shown == [false; 2], "it is not ours to sign");
}

/// A message that signs in, of Ethereum or of Solana.
pub fn hold_sign_in(text: &str) {
    let params = Json::list([Json::Text(to_hex(text.as_bytes())), Json::text(EVM)]);
    let of_evm = shown("personal_sign", params, ETHEREUM);
    let encoded = Json::Text(base58::encode(text.as_bytes()));
    let params = Json::object([("message", encoded), ("pubkey", Json::text(SOLANA))]);
    let of_solana = shown("solana_signMessage", params, MAINNET);
    let (read, read_of_solana) = (siwe::SignIn::parse(text), sign_in::SignIn::read(text));
    let fits = [read.is_ok(), matches!(read_of_solana, Ok(Some(_)))];
    let is_meant = siwe::is_meant(text.as_bytes());
    for (shown, fits) in [of_evm, of_solana].into_iter().zip(fits) {
        assert!(!fits || is_meant, "what is read as one is taken for one");
        let Some(shown) = shown else { continue };
        assert_eq!(shown.kind == ReadingKind::SignIn, is_meant);
        let is_blocked = shown.flags.iter().any(|it| it.severity == Severity::Blocked);
        assert!(!is_meant || fits || is_blocked, "nobody signs what plays one");
    }
    let Ok(read) = read else { return };
    let chain = ChainNumber::ETHEREUM;
    let asking =
        Asking { origin: "https://shop.example", account: &read.account, chain, now_ms: NOW_MS };
    read.mismatches(&asking);
    hold_written(&read, text);
}

/// A message has nothing in it but what was read of it.
fn hold_written(read: &siwe::SignIn, text: &str) {
    let scheme = read.scheme.as_ref().map(|it| [it, "://"].concat()).unwrap_or_default();
    let statement = read.statement.as_ref().map(|it| [it, "\n"].concat()).unwrap_or_default();
    let head = format!(
        "{scheme}{} wants you to sign in with your Ethereum account:\n{}\n\n{statement}\nURI: {}\nVersion: \
         1\nChain ID: {}\nNonce: {}",
        read.domain,
        read.account.to_checksum(),
        read.uri,
        read.chain.to_reference(),
        read.nonce
    );
    let mut left = text.strip_prefix(&*head).unwrap_or_else(|| panic!("{head}\n\n{text}"));
    for (label, time) in [
        ("\nIssued At: ", Some(read.issued_ms)),
        ("\nExpiration Time: ", read.expires_ms),
        ("\nNot Before: ", read.not_before_ms),
    ] {
        if let Some(time) = time {
            left = left.strip_prefix(label).expect(label);
            let (written, rest) = left.split_at(left.find('\n').unwrap_or(left.len()));
            assert_eq!(milliseconds(written), Some(time), "{label}{written}");
            left = rest;
        }
    }
    let id = read.request_id.as_ref().map(|it| ["\nRequest ID: ", it].concat()).unwrap_or_default();
    let resources: String = read.resources.iter().map(|it| ["\n- ", it].concat()).collect();
    let rests = ["", "\nResources:"].map(|it| [&id, it, &resources].concat());
    assert!(rests.iter().any(|it| it == left), "{left}");
}

/// What is shown of a request, where it can be signed or could be if it were for somebody else.
fn shown(method: &str, params: Json, chain: &str) -> Option<Reading> {
    let request = SignRequest { method: method.to_owned(), params: Some(params), network: None };
    let setting = SignSetting {
        origin: "https://shop.example".to_owned(),
        addresses: WalletAddresses { eip155: EVM.to_owned(), solana: SOLANA.to_owned() },
        own: Vec::new(),
        chain: ChainId::parse(chain).expect("a chain"),
        now_ms: Long(NOW_MS.unsigned_abs()),
        known: Vec::new(),
    };
    let ask = SignerAsk::Read { request, setting };
    let mut never = |_: &mut [u8]| panic!("nothing is drawn");
    let (answer, beside) = Signer::default().ask(&ask, &SignerSecrets::default(), &mut never);
    assert!(beside == SignerSecrets::default(), "there are no secrets yet");
    assert!(from_text(&to_text(&answer)).as_ref() == Ok(&answer), "it crosses as it is");
    match answer {
        SignerAnswer::Read { reading, .. } => {
            let reading = reading.read().expect("a reading");
            hold_visible(&reading);
            Some(reading)
        }
        SignerAnswer::Unfit { error } => {
            assert!([-32602, 4100, 4200].contains(&error.code) && !error.message.is_empty());
            None
        }
        _ => None,
    }
}

/// Nothing that is shown hides, or turns what stands beside it around.
fn hold_visible(reading: &Reading) {
    let steps = reading.steps.iter().flat_map(|it| &it.rows);
    let flags = reading.flags.iter().flat_map(|it| &it.rows);
    let rows = reading.rows.iter().chain(&reading.brief).chain(steps).chain(flags);
    let fields = reading.fields.iter().flat_map(|it| [&it.path, &it.kind, &it.value]);
    let texts = rows.map(|it| &it.value).chain(fields);
    for text in texts.chain(reading.text.iter().map(|it| &it.text)) {
        let hides = |it: char| {
            it.is_control() && it != '\n' && it != '\t' || ('\u{202a}'..='\u{202e}').contains(&it)
        };
        assert!(!text.contains(hides), "{text:?}");
        assert_eq!(neutralised(text, usize::MAX), *text, "it is spelt out");
    }
}
