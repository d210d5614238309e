//! Messages that sign in: for whom and where they can be approved, on both kinds of chains.

use protocol::module::reading::ReadingKind;
use protocol::module::reading_flag::FlagKind::*;
use protocol::module::reading_flag::Severity::{Blocked, Danger};
use protocol::module::reading_row::RowLabel;
use protocol::module::signer::SignSetting;
use wire::{Json, Long};

use super::page::*;

const EVM_TEXT: &str = "https://shop.example wants you to sign in with your Ethereum account:\n\
    0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n\
    \n\
    I agree.\n\
    \n\
    URI: https://shop.example/in\n\
    Version: 1\n\
    Chain ID: 1\n\
    Nonce: 32891756\n\
    Issued At: 2023-11-14T22:00:00Z\n\
    Expiration Time: 2023-11-14T22:23:20Z\n\
    Not Before: 2023-11-14T22:13:20Z\n\
    Request ID: some\n\
    Resources:\n\
    - ipfs://one";

fn solana_text() -> String {
    EVM_TEXT
        .replace("Ethereum account", "Solana account")
        .replace(EVM, SOLANA)
        .replace("Chain ID: 1", "Chain ID: mainnet")
}

fn on_solana(text: &str, setting: SignSetting) -> protocol::module::reading::Reading {
    let message = chains::solana::base58::encode(text.as_bytes());
    let params = Json::object([("message", Json::Text(message)), ("pubkey", Json::text(SOLANA))]);
    read(request("solana_signMessage", params), setting)
}

#[test]
fn one_for_this_page_and_account_is_shown_in_its_parts() {
    let rows = "site:text=shop.example scheme:text=https account:address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 \
        statement:text=I agree. uri:text=https://shop.example/in chain:chain=1 nonce:text=32891756 \
        issuedAt:moment=1699999200000 until:moment=1700000600000 notBefore:moment=1700000000000 requestId:text=some \
        resource:text=ipfs://one";
    let reading = read(personal_sign(EVM_TEXT), setting());
    assert_eq!(written(&reading.rows), rows);
    assert_eq!(flags(&reading), []);
    assert_eq!(
        (reading.kind, written(&reading.brief)),
        (ReadingKind::SignIn, "site:text=shop.example".to_owned())
    );
    assert_eq!(reading.text.map(|it| it.text).as_deref(), Some(EVM_TEXT), "and as a whole");

    let reading = on_solana(&solana_text(), on(MAINNET));
    let rows = rows.replace(EVM, SOLANA).replace("chain:chain=1", "chain:text=mainnet");
    assert_eq!((reading.kind, written(&reading.rows)), (ReadingKind::SignIn, rows));
    assert_eq!(flags(&reading), []);
}

#[test]
fn one_for_another_site_or_account_cannot_be_approved() {
    for (from, to, flag) in [
        ("shop.example wants", "bank.example wants", SignInElsewhere),
        ("shop.example wants", "shop.example.evil.net wants", SignInElsewhere),
        ("shop.example wants", "shop.example:8443 wants", SignInElsewhere),
        ("https://shop.example wants", "http://shop.example wants", SignInScheme),
        (EVM, FRIEND, SignInAccount),
    ] {
        let reading = read(personal_sign(&EVM_TEXT.replacen(from, to, 1)), setting());
        assert_eq!(flags(&reading), [(flag, Blocked)], "{to}");
        let to = if to == FRIEND { "11111111111111111111111111111112" } else { to };
        let from = if from == EVM { SOLANA } else { from };
        let reading = on_solana(&solana_text().replacen(from, to, 1), on(MAINNET));
        assert_eq!(flags(&reading), [(flag, Blocked)], "{to}");
    }
    // The page is what the browser says, not what the text says of it.
    let evil = SignSetting { origin: "https://evil.example".to_owned(), ..setting() };
    let reading = read(personal_sign(EVM_TEXT), evil);
    assert_eq!(flags(&reading), [(SignInElsewhere, Blocked)]);
    for origin in ["", "null", "://", "shop.example"] {
        let setting = SignSetting { origin: origin.to_owned(), ..setting() };
        let reading = read(personal_sign(EVM_TEXT), setting);
        assert!(flags(&reading).contains(&(SignInElsewhere, Blocked)), "{origin}");
        let setting = SignSetting { origin: origin.to_owned(), ..on(MAINNET) };
        let reading = on_solana(&solana_text(), setting);
        assert!(flags(&reading).contains(&(SignInElsewhere, Blocked)), "{origin}");
    }
}

#[test]
fn one_of_another_chain_or_time_is_told() {
    let late = |setting| SignSetting { now_ms: Long(NOW_MS + 600_000), ..setting };
    let early = |setting| SignSetting { now_ms: Long(NOW_MS - 1), ..setting };
    let devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
    for (evm, solana, flag) in [
        (on("eip155:10"), on(devnet), SignInChain),
        (late(setting()), late(on(MAINNET)), SignInExpired),
        (early(setting()), early(on(MAINNET)), SignInTooEarly),
    ] {
        assert_eq!(flags(&read(personal_sign(EVM_TEXT), evm)), [(flag, Danger)]);
        assert_eq!(flags(&on_solana(&solana_text(), solana)), [(flag, Danger)]);
    }
}

#[test]
fn what_plays_one_and_cannot_be_read_cannot_be_approved() {
    for text in [
        EVM_TEXT.replace("Nonce: 32891756\n", ""),
        EVM_TEXT.replace("Version: 1", "Version: 2"),
        EVM_TEXT.replace(EVM, &EVM.to_lowercase()),
        EVM_TEXT.replace("\n\n", "\r\n\r\n"),
        EVM_TEXT.replace("I agree.", "\u{1b}[2J"),
        ["Hello.\n", EVM_TEXT].concat(),
        solana_text(),
    ] {
        let reading = read(personal_sign(&text), setting());
        assert_eq!(reading.kind, ReadingKind::SignIn);
        assert!(flags(&reading).contains(&(SignInUnreadable, Blocked)), "{text}");
    }
    // Bytes around it make it no less of one.
    let hidden = ["0xff00", &hex_of(EVM_TEXT)].concat();
    let reading = read(personal_sign(&hidden), setting());
    assert!(flags(&reading).contains(&(SignInUnreadable, Blocked)));
    for text in [
        solana_text().replace("Version: 1", "Version: 2"),
        solana_text().replace("I agree.", "a\u{1b}[2J"),
        ["Hello.\n", &solana_text()].concat(),
        EVM_TEXT.to_owned(),
    ] {
        let reading = on_solana(&text, on(MAINNET));
        assert_eq!(reading.kind, ReadingKind::SignIn);
        assert!(flags(&reading).contains(&(SignInUnreadable, Blocked)), "{text}");
    }
}

fn hex_of(text: &str) -> String {
    chains::evm::hex::to_hex(text.as_bytes()).split_off(2)
}

#[test]
fn what_a_site_says_is_neutralised() {
    let turned = EVM_TEXT.replace("I agree.", "I \u{202e}agree.");
    let reading = read(personal_sign(&turned), setting());
    assert_eq!(value(&reading.rows, RowLabel::Statement), Some("I <U+202E>agree."));
    assert_eq!(flags(&reading), [(HiddenCharacters, Danger)]);
}
