//! What a person approves in the vault's frame: what shows, what comes of it, and what the page around can do to that.

use protocol::api::vault::refusal::WALLET_LOCKED;
use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::message::FrameView;
use protocol::frame::method::{Class, METHODS};
use protocol::frame::request::Request;
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::module::reading::{Reading, ReadingKind};
use protocol::rpc::{INVALID_PARAMS, LIMIT_EXCEEDED, RpcError, UNAUTHORIZED, USER_REJECTED};
use sim::frame_server::FrameServer;
use sim::frame_visit::{Visit, rpc};
use vault::{Approval, Fault, Intent};
use wire::{Json, from_text, to_text};

fn signed_in() -> (FrameServer, Visit, String) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    (server, visit, address)
}

fn personal_sign(address: &str) -> Request {
    rpc("personal_sign", Json::list([Json::text("0x48656c6c6f"), Json::text(address)]))
}

fn approval(visit: &Visit) -> Approval {
    visit.page.state().approval.expect("something shows")
}

/// Whom a coin is sent to.
const TO: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/// A request to send a coin, on a chain whose nodes answer.
fn sending(server: &mut FrameServer, visit: &mut Visit, address: &str) -> Request {
    let chain = ChainId::eip155(31337);
    visit.asks(server, &Request::SwitchNetwork { chain }).expect("it switches");
    server.node = vec![
        ("eth_getTransactionCount", Json::text("0x3")),
        ("eth_getBlockByNumber", Json::object([("baseFeePerGas", Json::text("0x3b9aca00"))])),
        ("eth_gasPrice", Json::text("0x3b9aca00")),
        ("eth_maxPriorityFeePerGas", Json::text("0x1")),
        ("eth_estimateGas", Json::text("0x5208")),
        ("eth_sendRawTransaction", Json::text("0xabc")),
    ];
    let transaction = Json::object([
        ("from", Json::text(address)),
        ("to", Json::text(TO)),
        ("value", Json::text("0xde0b6b3a7640000")),
    ]);
    rpc("eth_sendTransaction", Json::list([transaction]))
}

#[test]
fn a_message_shows_is_approved_and_signed() {
    let (mut server, mut visit, address) = signed_in();
    let id = visit.begins(&mut server, &personal_sign(&address));
    let Approval { request, reading, is_busy, fault, waiting, in_window } = approval(&visit);
    assert_eq!((is_busy, fault, waiting, in_window), (false, None, 0, None));
    let Reading { kind, origin, account, text, .. } = reading.read().expect("a reading");
    assert_eq!(
        (kind, &*origin, &*account),
        (ReadingKind::Message, "https://shop.example", &*address)
    );
    assert_eq!(text.expect("a text").text, "Hello");
    let view = Some(FrameView::ApproveTransaction);
    assert_eq!(visit.page.told.last(), Some(&Unasked::Shows { view, height: 0 }));
    assert_eq!(visit.page.take(id), None);
    visit.does(&mut server, &Intent::Approve { request });
    let Some(Ok(Answer::Value { value })) = visit.page.take(id) else { panic!("a signature") };
    let signature = value.as_text().expect("a text");
    assert_eq!((signature.len(), &signature[..2]), (132, "0x"));
    assert_eq!((visit.page.state().approval, visit.page.state().screen.view), (None, None));
    assert_eq!(server.asked.last().map(String::as_str), Some("wallet/share"));
}

#[test]
fn what_is_refused_aborted_or_signed_out_of_is_not_signed() {
    for (intent, request, told) in [
        (true, None, "User rejected the request"),
        (false, Some(Request::RpcAbort), "Request was aborted"),
        (false, Some(Request::SignOut), "Request was aborted"),
    ] {
        let (mut server, mut visit, address) = signed_in();
        let id = visit.begins(&mut server, &personal_sign(&address));
        if intent {
            let request = approval(&visit).request;
            visit.does(&mut server, &Intent::Refuse { request });
        }
        if let Some(request) = request {
            visit.asks(&mut server, &request).expect("it is done");
        }
        let Some(Err(RpcError { code, message, .. })) = visit.page.take(id) else {
            panic!("refused")
        };
        assert_eq!((code, &*message), (USER_REJECTED, told));
        assert_eq!(visit.page.state().approval, None);
        assert!(!server.asked.contains(&"wallet/share".to_owned()));
    }
}

#[test]
fn what_is_given_up_while_nodes_are_asked_about_it_never_shows() {
    for ended in [Request::RpcAbort, Request::SignOut] {
        let (mut server, mut visit, address) = signed_in();
        let send = sending(&mut server, &mut visit, &address);
        let id = visit.page.request(&send);
        assert_eq!(visit.page.state().approval, None, "nodes are asked first");
        visit.page.elapse(1_000);
        let given_up = visit.page.request(&ended);
        server.serve(&mut visit.page, 1);
        visit.page.elapse(1_000);
        server.serve(&mut visit.page, 1);
        assert_eq!(visit.page.take(given_up), Some(Ok(Answer::Done)));
        assert!(matches!(visit.page.take(id), Some(Err(_))), "{ended:?}");
        assert_eq!(visit.page.state().approval, None, "{ended:?}");
    }
}

/// The server is asked for its share by then: it makes no difference whether the browser's proof for that is there yet.
#[test]
fn what_is_taken_back_after_it_was_approved_is_neither_signed_nor_sent() {
    for (ended, served) in [
        (Request::RpcAbort, 0),
        (Request::RpcAbort, 1),
        (Request::SignOut, 0),
        (Request::SignOut, 1),
    ] {
        let (mut server, mut visit, address) = signed_in();
        let send = sending(&mut server, &mut visit, &address);
        let id = visit.begins(&mut server, &send);
        visit.page.dispatch(&Intent::Approve { request: approval(&visit).request });
        for _ in 0..served {
            server.serve_one(&mut visit.page, 1);
        }
        assert!(approval(&visit).is_busy);
        assert_eq!(visit.asks(&mut server, &ended), Ok(Answer::Done));
        assert!(matches!(visit.page.take(id), Some(Err(_))), "{ended:?} {served}");
        assert_eq!(visit.page.signatures, 0, "{ended:?} {served}");
        assert!(server.sent.is_empty(), "{ended:?} {served}");
        assert_eq!(visit.page.state().approval, None);
    }
}

#[test]
fn approving_and_taking_back_in_one_moment_has_one_answer_whichever_is_first() {
    for is_approved_first in [true, false] {
        let (mut server, mut visit, address) = signed_in();
        let id = visit.begins(&mut server, &personal_sign(&address));
        let approve = Intent::Approve { request: approval(&visit).request };
        if is_approved_first {
            visit.page.dispatch(&approve);
        }
        let aborted = visit.page.request(&Request::RpcAbort);
        visit.page.dispatch(&approve);
        server.serve(&mut visit.page, 1);
        visit.page.elapse(1_000);
        server.serve(&mut visit.page, 1);
        assert_eq!(visit.page.take(aborted), Some(Ok(Answer::Done)));
        assert!(matches!(visit.page.take(id), Some(Err(_))), "{is_approved_first}");
        assert!(visit.page.answers.is_empty(), "{:?}", visit.page.answers);
        assert_eq!(visit.page.signatures, 0, "{is_approved_first}");
        // What comes after it is asked about as before.
        let id = visit.begins(&mut server, &personal_sign(&address));
        visit.does(&mut server, &Intent::Approve { request: approval(&visit).request });
        assert!(matches!(visit.page.take(id), Some(Ok(_))));
    }
}

#[test]
fn one_shows_at_a_time_and_only_that_one_can_be_approved() {
    let (mut server, mut visit, address) = signed_in();
    let first = visit.begins(&mut server, &personal_sign(&address));
    let second = visit.begins(&mut server, &personal_sign(&address));
    let Approval { request, waiting, .. } = approval(&visit);
    assert_eq!(waiting, 1);
    // What waits behind it, what is not there, and the same twice.
    for other in [request + 1, request + 7, 0] {
        visit.does(&mut server, &Intent::Approve { request: other });
        assert_eq!((visit.page.take(first), visit.page.take(second)), (None, None));
    }
    visit.does(&mut server, &Intent::Approve { request });
    visit.does(&mut server, &Intent::Approve { request });
    assert!(matches!(visit.page.take(first), Some(Ok(_))));
    assert_eq!((visit.page.take(second), approval(&visit).waiting), (None, 0));
    visit.does(&mut server, &Intent::Refuse { request: approval(&visit).request });
    assert!(matches!(visit.page.take(second), Some(Err(_))));
    let queued: Vec<_> =
        (0..11).map(|_| visit.begins(&mut server, &personal_sign(&address))).collect();
    let Some(Err(error)) = visit.page.take(queued[10]) else { panic!("too many") };
    assert_eq!(error.code, LIMIT_EXCEEDED);
    assert_eq!(approval(&visit).waiting, 9);
    // What was read last did not take the place of what was read first.
    for id in &queued[..10] {
        visit.does(&mut server, &Intent::Approve { request: approval(&visit).request });
        assert!(matches!(visit.page.take(*id), Some(Ok(_))));
    }
}

#[test]
fn without_a_server_nothing_is_signed_and_it_can_be_approved_once_more() {
    let (mut server, mut visit, address) = signed_in();
    let id = visit.begins(&mut server, &personal_sign(&address));
    let request = approval(&visit).request;
    server.is_down = true;
    visit.does(&mut server, &Intent::Approve { request });
    assert_eq!(approval(&visit).fault, Some(Fault::Offline));
    server.is_down = false;
    visit.does(&mut server, &Intent::Approve { request });
    assert!(matches!(visit.page.take(id), Some(Ok(_))));
}

#[test]
fn nothing_is_approved_once_its_page_waits_no_more_however_often_it_was_tried() {
    let (mut server, mut visit, address) = signed_in();
    let id = visit.begins(&mut server, &personal_sign(&address));
    visit.page.elapse(200_000);
    server.is_down = true;
    let request = approval(&visit).request;
    visit.does(&mut server, &Intent::Approve { request });
    assert_eq!(approval(&visit).fault, Some(Fault::Offline));
    server.is_down = false;
    visit.page.elapse(85_000);
    assert_eq!((visit.page.take(id), approval(&visit).request), (None, request));
    visit.page.elapse(5_000);
    assert!(matches!(visit.page.take(id), Some(Err(_))));
    assert_eq!(visit.page.state().approval, None);
    // Nor is what was approved at the last moment, where the server is slow to tell its share.
    let id = visit.begins(&mut server, &personal_sign(&address));
    visit.page.elapse(285_000);
    server.is_slow = true;
    visit.does(&mut server, &Intent::Approve { request: approval(&visit).request });
    visit.page.elapse(4_000);
    assert_eq!(visit.page.take(id), None);
    visit.page.elapse(6_000);
    assert!(matches!(visit.page.take(id), Some(Err(_))));
}

#[test]
fn a_share_that_was_taken_back_signs_nothing() {
    let (mut server, mut visit, address) = signed_in();
    let id = visit.begins(&mut server, &personal_sign(&address));
    server.revoke(1);
    visit.does(&mut server, &Intent::Approve { request: approval(&visit).request });
    assert_eq!(approval(&visit).fault, Some(Fault::ShareLost));
    assert_eq!(visit.page.take(id), None);
    assert!(!visit.kept.text().contains(":share="));
}

#[test]
fn a_wallet_that_the_operator_locked_is_said_to_be_and_signs_once_it_is_not() {
    let (mut server, mut visit, address) = signed_in();
    let id = visit.begins(&mut server, &personal_sign(&address));
    let request = approval(&visit).request;
    server.refuses = Some(WALLET_LOCKED);
    visit.does(&mut server, &Intent::Approve { request });
    assert_eq!(approval(&visit).fault, Some(Fault::WalletLocked));
    assert!(visit.kept.text().contains(":share="), "it is of use again later");
    visit.does(&mut server, &Intent::Approve { request });
    assert!(matches!(visit.page.take(id), Some(Ok(_))));
}

#[test]
fn a_transaction_shows_with_what_the_network_says_and_is_sent() {
    let (mut server, mut visit, address) = signed_in();
    let send = sending(&mut server, &mut visit, &address);
    let id = visit.begins(&mut server, &send);
    let Approval { request, reading, .. } = approval(&visit);
    let reading = reading.read().expect("a reading");
    assert_eq!(reading.kind, ReadingKind::Transaction);
    let cost = reading.cost.clone().expect("it costs something");
    assert_eq!(cost.value, "1000000000000000000");
    let shown = to_text(&reading);
    assert!(shown.contains(TO) && shown.contains("eip155:31337"), "{shown}");
    visit.does(&mut server, &Intent::Approve { request });
    let Some(Ok(Answer::Value { value })) = visit.page.take(id) else { panic!("a hash") };
    assert_eq!(value.as_text().map(str::len), Some(66));
    let [raw] = &*server.sent else { panic!("{:?}", server.sent) };
    assert!(raw.starts_with("0x02f8"), "{raw}");
    assert!(raw.contains(&TO[2..].to_lowercase()), "{raw}");
    assert_eq!(visit.page.signatures, 1);
}

#[test]
fn a_transaction_without_a_node_is_refused_before_anybody_is_asked() {
    let (mut server, mut visit, address) = signed_in();
    let transaction = Json::object([("from", Json::text(&address)), ("to", Json::text(&address))]);
    let send = rpc("eth_sendTransaction", Json::list([transaction]));
    let refused = visit.asks(&mut server, &send).expect_err("no node answers");
    assert!(!refused.message.is_empty());
    assert_eq!(visit.page.state().approval, None);
}

#[test]
fn whatever_is_malformed_or_of_another_account_is_refused_with_its_code() {
    let (mut server, mut visit, _) = signed_in();
    let other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    let refused = visit.asks(&mut server, &personal_sign(other)).expect_err("another account");
    assert_eq!(refused.code, UNAUTHORIZED);
    let odd = rpc("personal_sign", Json::list([]));
    assert_eq!(visit.asks(&mut server, &odd).expect_err("odd").code, INVALID_PARAMS);
    assert_eq!(visit.page.state().approval, None);
}

/// No method signs anything that nobody approved: none is answered by a value while nobody does.
#[test]
fn nothing_is_signed_in_silence() {
    let (mut server, mut visit, address) = signed_in();
    let params: [Option<Json>; 4] = [
        None,
        Some(Json::list([])),
        Some(Json::list([Json::text("0x00"), Json::text(&address)])),
        Some(from_text(r#"{"message":"2NEpo7TZRRrLZSi2U","pubkey":"1"}"#).expect("JSON")),
    ];
    for method in METHODS.iter().filter(|it| it.class == Class::Approved) {
        for params in &params {
            let (method, params) = (method.name.to_owned(), params.clone());
            let name = method.clone();
            let id = visit.begins(&mut server, &Request::RpcRequest { method, params });
            assert!(!matches!(visit.page.take(id), Some(Ok(_))), "{name}");
            visit.asks(&mut server, &Request::RpcAbort).expect("it ends");
            assert!(!matches!(visit.page.take(id), Some(Ok(_))), "{name}");
        }
    }
    assert!(!server.asked.contains(&"wallet/share".to_owned()));
}

#[test]
fn who_is_not_signed_in_is_asked_nothing() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    let to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    let refused = visit.asks(&mut server, &personal_sign(to)).expect_err("nobody is there");
    assert_eq!(refused.code, UNAUTHORIZED);
    assert_eq!(visit.page.state().approval, None);
}

#[test]
fn what_was_approved_and_no_node_takes_is_told_to_the_page_and_to_whoever_approved_it() {
    let (mut server, mut visit, address) = signed_in();
    let send = sending(&mut server, &mut visit, &address);
    server.node.pop();
    let id = visit.begins(&mut server, &send);
    let request = approval(&visit).request;
    visit.does(&mut server, &Intent::Approve { request });
    assert!(matches!(visit.page.take(id), Some(Err(_))));
    let told = Unasked::Progress { step: FrameProgress::NotSent };
    assert_eq!(visit.page.told.last(), Some(&told));
    // What is only signed, or was refused, fails nobody.
    let id = visit.begins(&mut server, &personal_sign(&address));
    visit.does(&mut server, &Intent::Approve { request: approval(&visit).request });
    assert!(matches!(visit.page.take(id), Some(Ok(_))));
    let id = visit.begins(&mut server, &send);
    visit.does(&mut server, &Intent::Refuse { request: approval(&visit).request });
    assert!(matches!(visit.page.take(id), Some(Err(_))));
    assert_eq!(visit.page.told.iter().filter(|it| **it == told).count(), 1);
}
