//! What a person reads of tokens and of whom they send something to, in the vault's frame.

use chains::evm::hex::to_hex;
use protocol::caip::ChainId;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::module::reading::Reading;
use protocol::module::reading_flag::FlagKind;
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::StepAct;
use sim::frame_server::FrameServer;
use sim::frame_visit::{Visit, rpc, show};
use vault::{Approval, Intent};
use wire::Json;

const TOKEN: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const FRIEND: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/// Four digits at each end are those of the friend.
const POISON: &str = "0x70990000000000000000000000000000000079c8";
const DECIMALS: &str = "0x313ce567";
const SYMBOL: &str = "0x95d89b41";

fn word(last: &str) -> String {
    ["0".repeat(64 - last.len()), last.to_owned()].concat()
}

fn string(letters: &str) -> Json {
    let hex = &to_hex(letters.as_bytes())[2..];
    let length = word(&format!("{:x}", letters.len()));
    Json::text(&format!("0x{}{length}{hex:0<64}", word("20")))
}

/// Somebody is signed in, on a chain whose nodes answer.
fn signed_in() -> (FrameServer, Visit, String) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    let chain = ChainId::eip155(31337);
    visit.asks(&mut server, &Request::SwitchNetwork { chain }).expect("it switches");
    server.node = vec![
        ("eth_getTransactionCount", Json::text("0x3")),
        ("eth_getBlockByNumber", Json::object([("baseFeePerGas", Json::text("0x3b9aca00"))])),
        ("eth_gasPrice", Json::text("0x3b9aca00")),
        ("eth_maxPriorityFeePerGas", Json::text("0x1")),
        ("eth_estimateGas", Json::text("0x5208")),
        ("eth_sendRawTransaction", Json::text("0xabc")),
    ];
    (server, visit, address)
}

/// `transfer` of 12,500,000 of the token's smallest units.
fn transfer(from: &str, to: &str) -> Request {
    let to = word(&to[2..].to_lowercase());
    let data = ["0xa9059cbb", &to, &word("bebc20")].concat();
    let fields =
        [("from", Json::text(from)), ("to", Json::text(TOKEN)), ("data", Json::text(&data))];
    rpc("eth_sendTransaction", Json::list([Json::object(fields)]))
}

/// What shows, by its number.
fn read(visit: &Visit) -> (u32, Reading) {
    let Approval { request, reading, .. } = visit.page.state().approval.expect("something shows");
    (request, reading.read().expect("a reading"))
}

fn shown(rows: &[ReadingRow]) -> Vec<(RowLabel, RowKind, &str)> {
    rows.iter().map(|it| (it.label, it.kind, &*it.value)).collect()
}

/// Each party that a flag says looks like somebody else.
fn look_alikes(reading: &Reading) -> Vec<&str> {
    let flags = reading.flags.iter().filter(|it| it.kind == FlagKind::LookAlike);
    flags.map(|it| &*it.rows[0].value).collect()
}

#[test]
fn what_a_token_says_of_itself_is_shown_with_its_address() {
    let (mut server, mut visit, address) = signed_in();
    server.node.push((DECIMALS, Json::text(&format!("0x{}", word("6")))));
    server.node.push((SYMBOL, string("USDC")));
    visit.begins(&mut server, &transfer(&address, FRIEND));
    let (_, reading) = read(&visit);
    for rows in [&reading.steps[0].rows, &reading.brief] {
        let expected = [
            (RowLabel::Token, RowKind::Address, TOKEN),
            (RowLabel::Name, RowKind::Text, "USDC"),
            (RowLabel::To, RowKind::Address, FRIEND),
            (RowLabel::Amount, RowKind::Tokens, "12.5"),
        ];
        assert_eq!(shown(rows), expected);
    }
}

#[test]
fn what_a_trial_run_changes_is_shown_in_whole_tokens_and_what_the_account_has() {
    let (mut server, mut visit, address) = signed_in();
    let topics = [
        "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
        &format!("0x{}", word(&address[2..])),
        &format!("0x{}", word(&FRIEND[2..])),
    ];
    let log = Json::object([
        ("address", Json::text(TOKEN)),
        ("topics", Json::list(topics.map(Json::text))),
        ("data", Json::text(&format!("0x{}", word("bebc20")))),
    ]);
    let call = Json::object([("status", Json::text("0x1")), ("logs", Json::list([log]))]);
    let block = Json::object([("calls", Json::list([call]))]);
    server.node.extend([
        (DECIMALS, Json::text(&format!("0x{}", word("6")))),
        (SYMBOL, string("USDC")),
        ("eth_simulateV1", Json::list([block])),
        ("eth_getBalance", Json::text("0x1")),
    ]);
    visit.begins(&mut server, &transfer(&address, FRIEND));
    let (_, reading) = read(&visit);
    let [change] = &*reading.changes.expect("it was tried") else { panic!("one change") };
    assert_eq!(change.act, StepAct::Give);
    let expected = [
        (RowLabel::Token, RowKind::Address, TOKEN),
        (RowLabel::Name, RowKind::Text, "USDC"),
        (RowLabel::Amount, RowKind::Tokens, "12.5"),
    ];
    assert_eq!(shown(&change.rows), expected);
    assert_eq!(reading.cost.expect("a cost").balance.as_deref(), Some("1"));
    let kinds: Vec<_> = reading.flags.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [FlagKind::NotEnough]);
}

#[test]
fn a_token_that_says_nothing_fit_is_counted_in_its_smallest_units() {
    let units = [
        (RowLabel::Token, RowKind::Address, TOKEN),
        (RowLabel::To, RowKind::Address, FRIEND),
        (RowLabel::Amount, RowKind::Units, "12500000"),
    ];
    let said = [vec![], vec![(DECIMALS, Json::text("0x06"))], vec![(SYMBOL, string("USDC"))]];
    for said in said {
        let (mut server, mut visit, address) = signed_in();
        server.node.extend(said);
        visit.begins(&mut server, &transfer(&address, FRIEND));
        assert_eq!(shown(&read(&visit).1.brief), units);
    }
    // Nobody sees what is in this name.
    let (mut server, mut visit, address) = signed_in();
    server.node.push((DECIMALS, Json::text(&format!("0x{}", word("6")))));
    server.node.push((SYMBOL, string("US\u{202e}")));
    visit.begins(&mut server, &transfer(&address, FRIEND));
    let (_, reading) = read(&visit);
    let whole = (RowLabel::Amount, RowKind::Tokens, "12.5");
    assert_eq!(shown(&reading.brief), [units[0], units[1], whole]);
}

#[test]
fn whom_something_was_sent_to_is_known_and_who_is_made_to_look_like_them_is_told() {
    let (mut server, mut visit, address) = signed_in();
    visit.begins(&mut server, &transfer(&address, POISON));
    let (request, reading) = read(&visit);
    assert_eq!(look_alikes(&reading), Vec::<&str>::new(), "nobody is known yet");
    visit.does(&mut server, &Intent::Refuse { request });

    visit.begins(&mut server, &transfer(&address, FRIEND));
    let (request, reading) = read(&visit);
    assert_eq!(look_alikes(&reading), Vec::<&str>::new(), "what was refused makes nobody known");
    visit.does(&mut server, &Intent::Approve { request });
    assert_eq!(server.sent.len(), 1);

    let mut visit = visit.reload();
    let chain = ChainId::eip155(31337);
    visit.asks(&mut server, &Request::SwitchNetwork { chain }).expect("it switches");
    // Approved in spite of that, it is no friend.
    for _ in 0..2 {
        visit.begins(&mut server, &transfer(&address, POISON));
        let (request, reading) = read(&visit);
        assert_eq!(look_alikes(&reading), [POISON]);
        visit.does(&mut server, &Intent::Approve { request });
    }
    visit.begins(&mut server, &transfer(&address, FRIEND));
    assert_eq!(look_alikes(&read(&visit).1), Vec::<&str>::new());
}

#[test]
fn whom_a_wallet_dealt_with_is_kept_when_somebody_signs_out_and_gone_with_the_wallet() {
    let (mut server, mut visit, address) = signed_in();
    visit.begins(&mut server, &transfer(&address, FRIEND));
    let (request, _) = read(&visit);
    visit.does(&mut server, &Intent::Approve { request });
    assert!(visit.kept.text().contains(":dealings="));
    visit.asks(&mut server, &Request::SignOut).expect("signed out");
    assert!(visit.kept.text().contains(":dealings="));
    visit.signs_in(&mut server);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    visit.does(&mut server, &Intent::Delete);
    assert!(!visit.kept.text().contains(":dealings="));
}
