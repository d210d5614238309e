//! A page that requests signatures, and how what is read of it is written down to be compared.

use protocol::api::vault::WalletAddresses;
use protocol::caip::ChainId;
use protocol::module::reading::Reading;
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowLabel};
use protocol::module::reading_step::ReadingStep;
use protocol::module::signer::{
    NetworkNumbers, SignRequest, SignSetting, SignerAnswer, SignerAsk, SignerRefusal,
};
use wire::{Json, Long, Word, from_text};

use super::none;
use crate::Signer;

/// What anvil and other wallets show.
pub const JUNK: &str = "test test test test test test test test test test test junk";
pub const EVM: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/// By `@scure/bip39` and SLIP-10 over `@noble/hashes`.
pub const SOLANA: &str = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96";
pub const FRIEND: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
pub const TOKEN: &str = "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC";
pub const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
pub const NOW_MS: u64 = 1_700_000_000_000;

pub fn json(text: &str) -> Json {
    from_text(text).expect("JSON")
}

/// A page on Ethereum that asks the account of [`JUNK`].
pub fn setting() -> SignSetting {
    SignSetting {
        origin: "https://shop.example".to_owned(),
        addresses: WalletAddresses { eip155: EVM.to_owned(), solana: SOLANA.to_owned() },
        own: Vec::new(),
        chain: ChainId::eip155(1),
        now_ms: Long(NOW_MS),
        known: Vec::new(),
    }
}

pub fn on(chain: &str) -> SignSetting {
    SignSetting { chain: ChainId::parse(chain).expect("a chain"), ..setting() }
}

pub fn request(method: &str, params: Json) -> SignRequest {
    SignRequest { method: method.to_owned(), params: Some(params), network: None }
}

pub fn numbers() -> NetworkNumbers {
    NetworkNumbers {
        nonce: "0x7".to_owned(),
        gas: Some("0x5208".to_owned()),
        balance: None,
        trial: None,
        base_fee: Some("0x64".to_owned()),
        tip: "0x3".to_owned(),
        gas_price: "0x68".to_owned(),
    }
}

/// A transaction of these fields beside `from`, with the numbers of the network.
pub fn sending(fields: &str) -> SignRequest {
    let more = if fields.is_empty() { "" } else { "," };
    let params = json(&format!(r#"[{{"from":"{EVM}"{more}{fields}}}]"#));
    SignRequest { network: Some(numbers()), ..request("eth_sendTransaction", params) }
}

pub fn personal_sign(message: &str) -> SignRequest {
    let params = Json::list([Json::text(message), Json::text(EVM)]);
    request("personal_sign", params)
}

/// Asks a worker to read.
pub fn ask(signer: &mut Signer, request: SignRequest, setting: SignSetting) -> SignerAnswer {
    let mut never = |_: &mut [u8]| panic!("nothing is drawn");
    signer.ask(&SignerAsk::Read { request, setting }, &none(), &mut never).0
}

/// What is read, where it can be signed.
pub fn read(request: SignRequest, setting: SignSetting) -> Reading {
    match ask(&mut Signer::default(), request, setting) {
        SignerAnswer::Read { reading, .. } => reading.read().expect("a reading"),
        SignerAnswer::Unfit { error } => panic!("{error:?}"),
        _ => panic!("it is read"),
    }
}

/// The code that the page is told.
pub fn code(request: SignRequest, setting: SignSetting) -> i32 {
    match ask(&mut Signer::default(), request, setting) {
        SignerAnswer::Unfit { error } => error.code,
        SignerAnswer::Read { reading, .. } => panic!("{reading:?}"),
        _ => panic!("it is refused"),
    }
}

pub fn refusal(request: SignRequest, setting: SignSetting) -> Option<SignerRefusal> {
    match ask(&mut Signer::default(), request, setting) {
        SignerAnswer::Refused { why } => Some(why),
        _ => None,
    }
}

/// The flags, the gravest first.
pub fn flags(reading: &Reading) -> Vec<(FlagKind, Severity)> {
    reading.flags.iter().map(|it| (it.kind, it.severity)).collect()
}

/// The value of a label.
pub fn value(rows: &[ReadingRow], label: RowLabel) -> Option<&str> {
    rows.iter().find(|it| it.label == label).map(|it| it.value.as_str())
}

/// Rows as `label:kind=value`.
pub fn written(rows: &[ReadingRow]) -> String {
    let one = |it: &ReadingRow| format!("{}:{}={}", it.label.word(), it.kind.word(), it.value);
    rows.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// A line for each step: its depth, what it does, its rows.
pub fn steps(reading: &Reading) -> Vec<String> {
    lines(&reading.steps)
}

/// The same of any steps.
pub fn lines(steps: &[ReadingStep]) -> Vec<String> {
    let one = |it: &ReadingStep| format!("{} {} {}", it.depth, it.act.word(), written(&it.rows));
    steps.iter().map(one).collect()
}
