//! Messages and transactions of Solana, as they are read. The transactions are those of
//! `crates/chains/src/solana/samples.rs`, which says what made them.

use chains::solana::{address, base58};
use protocol::module::reading::{Reading, ReadingKind};
use protocol::module::reading_flag::FlagKind::*;
use protocol::module::reading_flag::Severity::{Danger, Notice};
use protocol::module::signer::SignSetting;
use wire::Json;

use super::page::*;

const OWNER: &str = "AdApmHJToGTdeFGE1B3oTSycp7ACqh4GqXCUAA752q4S";
const FRIEND: &str = "8Ynwn2R2YSHdm4cVVV5GFrDhriDGQWHKMfozoqiiwDeE";
const FAUCET: &str = "3FXdpnfHUCxXp6CvKZhi8Q4z1xNP93icFS7faCS7745v";

fn of_owner() -> SignSetting {
    let mut setting = on(MAINNET);
    OWNER.clone_into(&mut setting.addresses.solana);
    setting
}

fn sample(name: &str) -> &'static str {
    let samples = include_str!("../../../chains/src/solana/samples.txt");
    let mut lines = samples.lines().filter_map(|it| it.split_once(' '));
    lines.find(|it| it.0 == name).expect("a sample").1
}

fn asking(method: &str, name: &str) -> protocol::module::signer::SignRequest {
    request(method, Json::object([("transaction", Json::text(sample(name)))]))
}

fn reading(name: &str) -> Reading {
    read(asking("solana_signTransaction", name), of_owner())
}

#[test]
fn a_message_is_shown_as_what_it_is() {
    let of = |message: &[u8]| {
        let message = Json::Text(base58::encode(message));
        let params = Json::object([("message", message), ("pubkey", Json::text(OWNER))]);
        read(request("solana_signMessage", params), of_owner())
    };
    let reading = of("Grüße".as_bytes());
    assert_eq!(reading.text.as_ref().map(|it| it.text.as_str()), Some("Grüße"));
    assert_eq!(
        (reading.kind, flags(&reading), reading.account.as_str()),
        (ReadingKind::Message, vec![], OWNER)
    );
    let reading = of(b"a\0b");
    assert_eq!(reading.text.as_ref().map(|it| it.text.as_str()), Some("0x610062"));
    assert_eq!(flags(&reading), [(NotText, Danger)]);
}

#[test]
fn what_a_transaction_does_is_shown_in_steps() {
    let plain = reading("SOL_LEGACY");
    let rows = format!("to:address={FRIEND} from:address={OWNER} value:native=1250000000");
    assert_eq!(steps(&plain), [format!("0 pay {rows}")]);
    assert_eq!((plain.kind, flags(&plain)), (ReadingKind::TransactionToPage, vec![]));
    assert_eq!(written(&plain.brief), format!("to:address={FRIEND} value:native=1250000000"));
    let cost = plain.cost.expect("a cost");
    let told = (cost.fee.as_str(), cost.value.as_str(), cost.total.as_str(), cost.is_most);
    assert_eq!(told, ("5000", "1250000000", "1250005000", true));

    let tokens = reading("TRANSFER_CHECKED");
    assert!(steps(&tokens)[0].starts_with("0 transfer to:address="), "{:?}", steps(&tokens));
    assert!(steps(&tokens)[0].contains("amount:tokens="), "{:?}", steps(&tokens));
    let priority = reading("SOL_PRIORITY");
    assert_eq!(steps(&priority)[..2], ["0 budget gas:number=500", "0 budget gasPrice:native=20"]);
}

/// Each action has a step of its own kind, with rows.
#[test]
fn every_action_is_shown() {
    let mut told = Vec::new();
    let samples = include_str!("../../../chains/src/solana/samples.txt");
    for (name, _) in samples.lines().filter_map(|it| it.split_once(' ')) {
        if name == "NONCE" {
            continue;
        }
        for step in steps(&reading(name)) {
            let mut words = step.split(' ');
            let act = words.nth(1).unwrap_or_default().to_owned();
            assert!(words.next().is_some_and(|it| it.contains(':')), "{name}: {step}");
            if !told.contains(&act) {
                told.push(act);
            }
        }
    }
    for act in [
        "pay",
        "transfer",
        "allow",
        "revoke",
        "createAccount",
        "allocate",
        "assign",
        "advanceNonce",
        "withdrawNonce",
        "initializeNonce",
        "authorizeNonce",
        "setAuthority",
        "mint",
        "burn",
        "closeAccount",
        "initializeTokenAccount",
        "createTokenAccount",
        "syncNative",
        "budget",
        "unread",
    ] {
        assert!(told.iter().any(|it| it == act), "{act}");
    }
}

#[test]
fn each_flag_is_told_with_its_step() {
    let told = |name: &str| {
        let reading = reading(name);
        let of = |it: &protocol::module::reading_flag::ReadingFlag| (it.kind, it.severity, it.step);
        reading.flags.iter().map(of).collect::<Vec<_>>()
    };
    for (name, flag) in [
        ("TABLES", (LookupTables, Notice, None)),
        ("CREATE_ACCOUNT", (OtherSigners, Notice, None)),
        ("ADVANCE", (DurableNonce, Danger, None)),
        ("ASSIGN", (AuthorityChange, Danger, Some(0))),
        ("SET_AUTHORITY", (AuthorityChange, Danger, Some(0))),
        ("SET_AUTHORITY_NONE", (AuthorityChange, Danger, Some(0))),
        ("APPROVE", (UnlimitedApproval, Danger, Some(0))),
        ("CLOSE_STRANGER", (ClosedToStranger, Danger, Some(0))),
        ("TRANSFER_22", (PossibleHook, Notice, Some(0))),
        ("FREEZE", (UnreadAction, Notice, Some(0))),
    ] {
        assert_eq!(told(name), [flag], "{name}");
    }
    assert!(steps(&reading("APPROVE"))[0].contains("amount:unlimited=18446744073709551615"));
    let tables = reading("TABLES");
    assert!(steps(&tables).concat().contains(":inTable="), "{:?}", steps(&tables));

    let nonce = reading("NONCE");
    let expected = [(DurableNonce, Danger), (OtherFeePayer, Notice), (OtherSigners, Notice)];
    assert_eq!(flags(&nonce), expected);
    assert_eq!(written(&nonce.flags[1].rows), format!("payer:address={FAUCET}"));
    assert_eq!(written(&nonce.flags[2].rows), format!("account:address={FAUCET} count:number=1"));
    assert_eq!(nonce.cost.expect("a cost").fee, "0", "somebody else pays");
}

#[test]
fn what_programs_take_unseen_may_cost_more() {
    assert!(!reading("FREEZE").cost.expect("a cost").is_most);
    assert!(!reading("CREATE_ATA").cost.expect("a cost").is_most);
    let made = reading("CREATE_ACCOUNT").cost.expect("a cost");
    assert!(made.is_most && made.value != "0", "{made:?}");
    let unread = steps(&reading("FREEZE"));
    assert!(unread[0].contains("bytes:bytes=0x0a length:number=1 count:number=3"), "{unread:?}");
}

#[test]
fn several_transactions_are_told_apart() {
    let both = Json::list([Json::text(sample("SOL_LEGACY")), Json::text(sample("APPROVE"))]);
    let params = Json::object([("transactions", both)]);
    let reading = read(request("solana_signAllTransactions", params), of_owner());
    let places: Vec<_> = reading.steps.iter().map(|it| it.transaction).collect();
    assert_eq!(places, [0, 1]);
    assert_eq!(flags(&reading), [(UnlimitedApproval, Danger)]);
    assert_eq!(reading.flags[0].step, Some(1), "of the second");
    assert_eq!(reading.cost.as_ref().map(|it| it.fee.as_str()), Some("10000"));
    assert!(written(&reading.brief).ends_with("count:number=2"));
}

#[test]
fn what_is_sent_is_a_transaction_that_all_others_have_signed() {
    let method = "solana_signAndSendTransaction";
    let reading = read(asking(method, "SOL_LEGACY"), of_owner());
    assert_eq!((reading.kind, flags(&reading)), (ReadingKind::Transaction, vec![]));
    assert_eq!(code(asking(method, "CREATE_ACCOUNT"), of_owner()), -32602);
    assert_eq!(
        flags(&read(asking("solana_signTransaction", "CREATE_ACCOUNT"), of_owner())).len(),
        1
    );
    let options = json(r#"{"skipPreflight":true}"#);
    let transaction = Json::text(sample("SOL_LEGACY"));
    let params = Json::object([("transaction", transaction), ("options", options)]);
    let reading = read(request(method, params), of_owner());
    assert_eq!(flags(&reading), [(PreflightSkipped, Notice)]);
}

#[test]
fn the_page_is_told_what_is_wrong() {
    assert_eq!(
        code(asking("solana_signTransaction", "SOL_LEGACY"), on(MAINNET)),
        4100,
        "not ours to sign"
    );
    for params in ["null", "[]", "{}", r#"{"transaction":"!"}"#, r#"{"transaction":1}"#] {
        assert_eq!(
            code(request("solana_signTransaction", json(params)), of_owner()),
            -32602,
            "{params}"
        );
    }
    let other = json(&format!(r#"{{"message":"StV1DL6CwTryKyV","pubkey":"{FRIEND}"}}"#));
    assert_eq!(code(request("solana_signMessage", other), of_owner()), 4100);
    // A message that is a transaction.
    let owner = address::parse(OWNER).expect("an address");
    let message = chains::solana::transfer::of_sol(&owner, &[9; 32], 1, None, [7; 32]).to_bytes();
    let params = format!(r#"{{"message":"{}","pubkey":"{OWNER}"}}"#, base58::encode(&message));
    assert_eq!(code(request("solana_signMessage", json(&params)), of_owner()), -32602);
    assert_eq!(code(request("solana_signIn", Json::Null), of_owner()), 4200);
    assert_eq!(code(personal_sign("hi"), of_owner()), 4200, "on a chain of another namespace");
}

/// A transaction by which the owner has a program run with these payloads, and with two accounts each.
fn running(program: [u8; 32], payloads: &[Vec<u8>]) -> Reading {
    let owner = address::parse(OWNER).expect("an address");
    let mut bytes = [&[1][..], &[0; 64], &[1, 0, 1, 3], &owner, &[9; 32], &program].concat();
    bytes.extend([7; 32]);
    let short = |count: usize| u8::try_from(count).expect("few");
    bytes.push(short(payloads.len()));
    for it in payloads {
        bytes.extend([2, 2, 0, 1, short(it.len())]);
        bytes.extend(it);
    }
    let params = Json::object([("transaction", Json::Text(base58::encode(&bytes)))]);
    read(request("solana_signTransaction", params), of_owner())
}

#[test]
fn an_unknown_program_is_told_with_all_that_it_is_given() {
    let reading = running([8; 32], &[vec![1, 2]]);
    assert_eq!(flags(&reading), [(UnknownProgram, Danger)]);
    let rows = "bytes:bytes=0x0102 length:number=2 count:number=2";
    assert!(steps(&reading)[0].ends_with(rows), "{:?}", steps(&reading));
}

#[test]
fn a_fee_out_of_the_ordinary_is_told() {
    // A million units, at so many millionths of a lamport each.
    let fee = |lamports: u64| {
        let limit = [&[2][..], &1_000_000_u32.to_le_bytes()].concat();
        let price = [&[3][..], &lamports.to_le_bytes()].concat();
        flags(&running(chains::solana::programs::COMPUTE_BUDGET, &[limit, price]))
    };
    assert_eq!(fee(50_000_000 - 5_000), []);
    assert_eq!(fee(50_000_000), [(HighFee, Danger)]);
}
