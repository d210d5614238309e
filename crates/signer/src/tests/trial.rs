//! What a node says of a transaction before it is sent: what it would change, and whether the account can pay for it.

use protocol::module::reading::Reading;
use protocol::module::reading_flag::FlagKind::{self, *};
use protocol::module::reading_flag::Severity::{self, Danger};
use protocol::module::signer::{NetworkNumbers, SignRequest};
use wire::Json;

use super::page::*;

const NATIVE: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const TRANSFER_SINGLE: &str = "c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";

fn word(digits: &str) -> String {
    format!("{:0>64}", digits.trim_start_matches("0x").to_lowercase())
}

/// A log of topics and words of data, in hex.
fn log(address: &str, topics: &[&str], data: &[&str]) -> String {
    let topics: Vec<_> = topics.iter().map(|it| format!(r#""0x{}""#, word(it))).collect();
    let data: String = data.iter().map(|it| word(it)).collect();
    let topics = topics.join(",");
    format!(r#"{{"address":"{address}","topics":[{topics}],"data":"0x{data}"}}"#)
}

fn transfer(token: &str, from: &str, to: &str, amount: &str) -> String {
    log(token, &[TRANSFER, from, to], &[amount])
}

fn trial(status: &str, logs: &[String]) -> Json {
    let logs = logs.join(",");
    json(&format!(r#"[{{"calls":[{{"status":"{status}","logs":[{logs}]}}]}}]"#))
}

/// A transaction that sends 5 wei, with this of the network.
fn read_with(network: NetworkNumbers) -> Reading {
    let sending = sending(&format!(r#""to":"{FRIEND}","value":"0x5""#));
    read(SignRequest { network: Some(network), ..sending }, setting())
}

fn changes(logs: &[String]) -> Option<Vec<String>> {
    let reading = read_with(NetworkNumbers { trial: Some(trial("0x1", logs)), ..numbers() });
    reading.changes.as_deref().map(lines)
}

fn flags_with(network: NetworkNumbers) -> Vec<(FlagKind, Severity)> {
    flags(&read_with(network))
}

#[test]
fn what_goes_stands_before_what_comes_and_each_once() {
    let logs = [
        transfer(TOKEN, FRIEND, EVM, "64"),
        transfer(NATIVE, EVM, FRIEND, "5"),
        transfer(NATIVE, FRIEND, EVM, "2"),
        transfer(FRIEND, TOKEN, FRIEND, "9"),
        transfer(TOKEN, FRIEND, EVM, "1"),
    ];
    let got = format!("0 get token:address={TOKEN} amount:units=101");
    assert_eq!(changes(&logs), Some(vec!["0 give amount:native=3".to_owned(), got]));
    let back = [transfer(TOKEN, FRIEND, EVM, "7"), transfer(TOKEN, EVM, FRIEND, "7")];
    assert_eq!(changes(&back), Some(vec![]), "what comes back has not gone");
    assert_eq!(changes(&[]), Some(vec![]));
}

#[test]
fn pieces_of_collections_are_told_by_their_numbers() {
    let logs = [
        log(TOKEN, &[TRANSFER, EVM, FRIEND, "2a"], &[]),
        log(FRIEND, &[TRANSFER_SINGLE, FRIEND, TOKEN, EVM], &["7", "3"]),
    ];
    let expected = [
        format!("0 give token:address={TOKEN} tokenId:number=42"),
        format!("0 get token:address={FRIEND} tokenId:number=7 amount:units=3"),
    ];
    assert_eq!(changes(&logs), Some(expected.to_vec()));
}

#[test]
fn logs_that_are_none_are_passed_over_and_sums_beyond_measure_are_no_answer() {
    let most = "f".repeat(64);
    let odd = [
        log(TOKEN, &[TRANSFER, EVM], &["1"]),
        log(TOKEN, &[TRANSFER, EVM, FRIEND], &["1", "2"]),
        log(TOKEN, &[TRANSFER, &format!("1{:0>63}", &EVM[2..]), FRIEND], &[]),
        log("0x12", &[TRANSFER, EVM, FRIEND], &["1"]),
        log(TOKEN, &[], &["1"]),
    ];
    assert_eq!(changes(&odd), Some(vec![]));
    let twice = [transfer(TOKEN, FRIEND, EVM, &most), transfer(TOKEN, FRIEND, EVM, "1")];
    assert_eq!(changes(&twice), None);
}

#[test]
fn what_is_lost_is_told_before_more_gains_than_fit() {
    let token = |at: usize| format!("0x{at:040x}");
    let mut logs: Vec<_> = (1..=30).map(|at| transfer(&token(at), FRIEND, EVM, "1")).collect();
    logs.push(transfer(NATIVE, EVM, FRIEND, "5"));
    let network = NetworkNumbers { trial: Some(trial("0x1", &logs)), ..numbers() };
    let reading = read_with(network);
    let changes = lines(reading.changes.as_deref().expect("a trial"));
    assert_eq!((changes.len(), &*changes[0]), (20, "0 give amount:native=5"));
    assert_eq!(flags(&reading), [(LeftOut, Danger)]);
}

#[test]
fn what_moves_in_a_way_that_is_not_read_is_told_as_left_out() {
    const BATCH: &str = "4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
    let flags_of =
        |log: String| flags_with(NetworkNumbers { trial: Some(trial("0x1", &[log])), ..numbers() });
    let batch = |to: &str| log(TOKEN, &[BATCH, FRIEND, EVM, to], &["40", "80", "0", "0"]);
    assert_eq!(flags_of(batch(FRIEND)), [(LeftOut, Danger)]);
    // Whose it is stands in what is not read.
    assert_eq!(flags_of(log(TOKEN, &[TRANSFER], &["1", "2", "3"])), [(LeftOut, Danger)]);
    assert_eq!(flags_of(log(TOKEN, &[BATCH, FRIEND, FRIEND, FRIEND], &["40"])), []);
}

#[test]
fn what_failed_in_a_trial_is_told_so() {
    let failed = trial("0x0", &[transfer(NATIVE, EVM, FRIEND, "5")]);
    let reading = read_with(NetworkNumbers { trial: Some(failed), ..numbers() });
    assert_eq!((flags(&reading), reading.changes), (vec![(WouldFail, Danger)], None));
    for no_answer in ["null", "[]", "{}", r#"[{"calls":[]}]"#, r#"[{"calls":{}}]"#] {
        let reading = read_with(NetworkNumbers { trial: Some(json(no_answer)), ..numbers() });
        assert_eq!((flags(&reading), reading.changes), (vec![], None), "{no_answer}");
    }
}

#[test]
fn whoever_does_not_have_what_it_costs_is_told() {
    // The fee is 2,583,000 at most, and 5 are sent.
    let with = |balance: &str| NetworkNumbers { balance: Some(balance.to_owned()), ..numbers() };
    assert_eq!(flags_with(with("0x2769dc")), [(NotEnough, Danger)]);
    let reading = read_with(with("0x2769dd"));
    let cost = reading.cost.as_ref().expect("a cost");
    assert_eq!((flags(&reading), cost.balance.as_deref()), (vec![], Some("2583005")));
    assert_eq!(flags_with(numbers()), [], "nobody knows what there is");
}
