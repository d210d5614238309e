//! The flows of the vault's frame, with the worker that has the keys: who is let in, signing in, the wallet in this
//! browser, in another one, and in one that forgot.

use protocol::api::vault::{ConnectAction, refusal};
use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::message::{Dapp, DappMetadata, FrameView, VaultAccountType};
use protocol::frame::request::Request;
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::rpc::{LIMIT_EXCEEDED, UNAUTHORIZED, UNSUPPORTED_METHOD};
use sim::frame::{FramePage, Kept};
use sim::frame_server::{CODE, FrameServer};
use sim::frame_visit::{ANN, SHOP, Visit, boot, rpc, show};
use std::panic::{AssertUnwindSafe, catch_unwind};
use vault::{Fault, Intent, SignIn, SignInStep, State};
use wire::{Json, to_text};

#[test]
fn nobody_gets_in_but_the_parent_of_an_origin_that_is_let_in() {
    let mut page = FramePage::new(&boot(), &Kept::default(), 1);
    let hello = r#"{"p":"latchkit/frame@1","id":"01010101-0101-4101-8101-010101010101","type":"HELLO","payload":{"version":"4"}}"#;
    for (origin, is_from_parent, text, ports) in [
        ("https://evil.example", true, hello, 1),
        ("https://shop.example.evil.net", true, hello, 1),
        ("https://evilshop.example", true, hello, 1),
        ("http://shop.example", true, hello, 1),
        ("https://shop.example:8443", true, hello, 1),
        ("https://shop.example.", true, hello, 1),
        ("null", true, hello, 1),
        ("", true, hello, 1),
        (SHOP, false, hello, 1),
        (SHOP, true, hello, 0),
        (SHOP, true, hello, 2),
        (SHOP, true, "HELLO", 1),
    ] {
        page.hear(origin, is_from_parent, Some(text), ports);
        assert_eq!((&*page.said, page.is_ready), (&[][..], false), "{origin}");
    }
    page.knock(SHOP);
    assert!(page.is_ready);
    assert_eq!(page.state().screen.origin, SHOP);
    let said = page.said.len();
    page.hear("https://www.shop.example", true, Some(hello), 1);
    assert_eq!((page.said.len(), &*page.state().screen.origin), (said, SHOP));
}

#[test]
fn somebody_signs_in_in_the_frame_and_the_page_learns_who_it_is() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
    assert_eq!(visit.page.state().screen.view, Some(FrameView::EmailLogin));
    visit.does(&mut server, &Intent::SubmitEmail { email: " ann@example.com ".to_owned() });
    assert_eq!(server.mails, [ANN]);
    let state = visit.page.state();
    assert_eq!(state.screen.view, Some(FrameView::EmailVerifyOtp));
    assert_eq!((state.sign_in.step, &*state.sign_in.email), (SignInStep::Otp, ANN));
    assert!(state.sign_in.again_at_ms.is_some() && !state.sign_in.is_busy);
    visit.does(&mut server, &Intent::Measured { height: 320 });
    let view = Some(FrameView::EmailVerifyOtp);
    assert_eq!(visit.page.told.last(), Some(&Unasked::Shows { view, height: 320 }));

    visit.does(&mut server, &Intent::SubmitOtp { otp: "000 000".to_owned() });
    assert_eq!(visit.page.state().sign_in.fault, Some(Fault::OtpRefused));
    visit.does(&mut server, &Intent::SubmitOtp { otp: "12 345".to_owned() });
    assert_eq!(visit.page.state().sign_in.fault, Some(Fault::OtpMalformed));
    visit.does(&mut server, &Intent::SubmitOtp { otp: "１２３ 456".to_owned() });
    assert_eq!(visit.page.state().screen.view, None);
    let [.., told, gone] = &*visit.page.told else { panic!("{:?}", visit.page.told) };
    assert_eq!(*told, Unasked::Session { is_connected: true });
    assert_eq!(*gone, Unasked::Shows { view: None, height: 0 });

    let user = visit.user(&mut server);
    assert_eq!((user.email.as_deref(), user.is_smart_account_deployed), (Some(ANN), Some(false)));
    assert!(user.address.starts_with("0x") && user.address.len() == 42);
    assert_eq!(user.accounts.len(), 1);
    let solana = ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").expect("a chain");
    let on_solana = Request::GetUser { chain: Some(solana.clone()), preferred: None };
    let Ok(Answer::User(there)) = visit.asks(&mut server, &on_solana) else { panic!("a user") };
    assert_eq!((there.chain, there.is_smart_account_deployed), (solana, None));
    assert!((32..=44).contains(&there.address.len()), "{}", there.address);
    assert_eq!(
        server.asked,
        ["email/start", "email/otp", "email/otp", "wallet/get", "wallet/create"]
    );
}

#[test]
fn a_link_that_nobody_owns_to_ends_in_one_way_on() {
    for (end, fault) in [
        (refusal::ATTEMPT_REFUSED, Fault::Disowned),
        (refusal::ATTEMPT_UNKNOWN, Fault::AttemptOver),
    ] {
        let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
        (server.wants_device, server.ends_link) = (true, Some(end));
        visit.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
        visit.does(&mut server, &Intent::SubmitEmail { email: ANN.to_owned() });
        let SignIn { step, number, fault: told, is_busy, .. } = visit.page.state().sign_in;
        assert_eq!((step, number, told, is_busy), (SignInStep::Device, None, Some(fault), false));
        // The address is known: nothing has to be typed once more.
        server.is_followed = true;
        visit.does(&mut server, &Intent::Resend);
        let SignIn { step, number, fault: told, .. } = visit.page.state().sign_in;
        assert_eq!((step, number, told), (SignInStep::Otp, Some(42), None));
        assert_eq!(server.mails, [ANN, ANN]);
    }
}

#[test]
fn a_page_that_has_the_fields_itself_goes_the_same_way() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    assert!(!visit.is_connected(&mut server));
    let nobody = visit.asks(&mut server, &Request::GetUser { chain: None, preferred: None });
    assert_eq!(nobody.expect_err("nobody is there").code, UNAUTHORIZED);
    server.wants_device = true;
    let email = ANN.to_owned();
    let connecting = visit.asks(&mut server, &Request::ConnectEmail { email });
    let action = ConnectAction::VerifyDevice;
    let Ok(Answer::Connecting { action: next, number }) = connecting else {
        panic!("{connecting:?}")
    };
    assert_eq!((next, number), (action, visit.page.state().sign_in.number));
    assert!(number.is_some());
    let waits = visit.asks(&mut server, &Request::ConnectDevice).expect_err("nobody followed it");
    assert_eq!(waits.message, "The link was not followed yet");
    server.is_followed = true;
    assert_eq!(visit.asks(&mut server, &Request::ConnectDevice), Ok(Answer::Done));
    let otp = |it: &str| Request::ConnectOtp { otp: it.to_owned() };
    let wrong = visit.asks(&mut server, &otp("654321")).expect_err("another code");
    assert_eq!(wrong.message, "The code is wrong or no longer good");
    assert_eq!(visit.asks(&mut server, &otp(CODE)), Ok(Answer::Done));
    let over = visit.asks(&mut server, &otp(CODE)).expect_err("it was used");
    assert_eq!(over.message, "Signing in took too long. Begin again");
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(ANN));
    // Nothing of it showed in the frame.
    assert_eq!(visit.page.told, [Unasked::Progress { step: FrameProgress::CodeRefused }]);
    let waiting = visit.asks(&mut server, &Request::ConnectEmail { email: ANN.to_owned() });
    assert!(waiting.is_ok());
    server.refuses = Some(refusal::TOO_MANY);
    let email = ANN.to_owned();
    let too_soon = visit.asks(&mut server, &Request::ConnectEmail { email });
    let too_soon = too_soon.expect_err("too soon");
    let text = "Please try again after 17 seconds";
    assert_eq!((too_soon.code, &*too_soon.message), (LIMIT_EXCEEDED, text));
}

/// It may take more than the code: the frame goes on, where the page has room for that.
#[test]
fn a_page_that_hands_on_the_code_and_has_room_for_it_sees_the_wallet_open() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    let email = ANN.to_owned();
    let connecting = visit.asks(&mut server, &Request::ConnectEmail { email });
    let action = ConnectAction::VerifyOtp;
    assert_eq!(connecting, Ok(Answer::Connecting { action, number: None }));
    visit.asks(&mut server, &show(FrameView::EmailVerifyOtp)).expect("it shows");
    let refused = visit.asks(&mut server, &Request::ConnectOtp { otp: "654321".to_owned() });
    let word = refused.expect_err("another code").data.expect("our own word for it");
    assert_eq!(to_text(&word), r#"{"type":"otpRefused"}"#);
    let entered = visit.asks(&mut server, &Request::ConnectOtp { otp: CODE.to_owned() });
    assert_eq!(entered, Ok(Answer::Done));
    assert!(visit.page.told.contains(&Unasked::Session { is_connected: true }));
    let gone = Unasked::Shows { view: None, height: 0 };
    assert_eq!(visit.page.told.last(), Some(&gone));
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(ANN));
}

#[test]
fn who_comes_again_is_still_in_and_in_another_browser_has_the_same_addresses() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let first = visit.user(&mut server);
    let mut again = visit.reload();
    server.asked.clear();
    assert!(again.is_connected(&mut server));
    assert_eq!(again.user(&mut server), first);
    assert_eq!(server.asked, ["session/get"]);

    let mut elsewhere = Visit::new(2);
    assert!(!elsewhere.is_connected(&mut server));
    elsewhere.signs_in(&mut server);
    assert_eq!(elsewhere.user(&mut server), first);
    assert!(server.asked.ends_with(&["wallet/recover".to_owned(), "wallet/enrol".to_owned()]));

    // Another page of the same site shares what the browser keeps, and has nothing of it.
    let mut other = FramePage::new(&boot(), &visit.kept, 9);
    other.knock("https://www.shop.example");
    let id = other.request(&Request::IsConnected);
    server.serve(&mut other, 1);
    assert_eq!(other.take(id), Some(Ok(Answer::Connected { is_connected: false })));
}

#[test]
fn a_browser_that_forgot_has_the_same_wallet_after_one_more_code() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let first = visit.user(&mut server);
    visit.kept.clear();
    let mut again = visit.reload();
    assert!(!again.is_connected(&mut server));
    again.signs_in(&mut server);
    assert_eq!(again.user(&mut server), first);

    // Taken back by the server, or wiped while the page is there.
    server.revoke(1);
    let mut later = again.reload();
    later.signs_in(&mut server);
    assert_eq!(later.user(&mut server), first);
}

/// Who is signed in for long, in a browser whose share was lost, or taken back: a code is mailed once more.
#[test]
fn who_signed_in_long_ago_where_the_share_is_gone_goes_on_after_one_more_code() {
    for is_handed_on in [false, true] {
        let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
        visit.signs_in(&mut server);
        let first = visit.user(&mut server);
        visit.kept.lose("share");
        let mut again = visit.reload();
        server.is_stale = true;
        assert!(again.is_connected(&mut server));
        let ask = Request::GetUser { chain: None, preferred: None };
        assert_eq!(again.asks(&mut server, &ask).expect_err("not so").code, UNAUTHORIZED);
        let email = ANN.to_owned();
        if is_handed_on {
            let connecting = again.asks(&mut server, &Request::ConnectEmail { email });
            let action = ConnectAction::VerifyOtp;
            assert_eq!(connecting, Ok(Answer::Connecting { action, number: None }));
            let entered = again.asks(&mut server, &Request::ConnectOtp { otp: CODE.to_owned() });
            assert_eq!(entered, Ok(Answer::Done));
        } else {
            again.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
            again.does(&mut server, &Intent::SubmitEmail { email });
            let State { sign_in, screen, .. } = again.page.state();
            assert_eq!((sign_in.step, sign_in.fault), (SignInStep::Otp, None));
            assert_eq!(screen.view, Some(FrameView::EmailVerifyOtp));
            again.does(&mut server, &Intent::Resend);
            assert_eq!(again.page.state().sign_in.step, SignInStep::Otp);
            again.does(&mut server, &Intent::SubmitOtp { otp: CODE.to_owned() });
            assert_eq!(again.page.state().screen.view, None);
        }
        assert_eq!(again.user(&mut server), first, "{is_handed_on}");
    }
}

/// Two tabs of one browser, whose answers come in turns once the first is ahead by so many.
#[test]
fn two_tabs_that_sign_in_at_once_have_one_wallet_and_both_sign() {
    for ahead in 0..8 {
        let (mut server, first) = (FrameServer::default(), Visit::new(1));
        let mut tabs = [first.reload(), first];
        for tab in &mut tabs {
            tab.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
            tab.does(&mut server, &Intent::SubmitEmail { email: ANN.to_owned() });
        }
        for tab in &mut tabs {
            tab.page.dispatch(&Intent::SubmitOtp { otp: CODE.to_owned() });
        }
        for _ in 0..ahead {
            server.serve_one(&mut tabs[0].page, 1);
        }
        for _ in 0..20 {
            for tab in &mut tabs {
                server.serve_one(&mut tab.page, 1);
            }
        }
        for tab in &mut tabs {
            // Whoever reads that it did not work tries again, once.
            if tab.page.state().sign_in.fault.is_some() {
                tab.does(&mut server, &Intent::Retry);
            }
            assert_eq!(tab.page.state().sign_in.fault, None, "{ahead}");
        }
        let [one, other] = tabs.each_mut().map(|it| it.user(&mut server).address);
        assert_eq!(one, other, "{ahead}");
        for at in [0, 1, 0] {
            assert!(signs(&mut server, &mut tabs[at]), "{ahead} {at}");
        }
    }
}

#[test]
fn whoever_loses_the_way_half_way_finds_everything_as_it_was() {
    for steps in 0..4 {
        let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
        visit.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
        visit.does(&mut server, &Intent::SubmitEmail { email: ANN.to_owned() });
        // The page is gone after so many of the answers that follow the code.
        visit.page.dispatch(&Intent::SubmitOtp { otp: CODE.to_owned() });
        for _ in 0..steps * 2 {
            server.serve_one(&mut visit.page, 1);
        }
        let mut again = visit.reload();
        again.signs_in(&mut server);
        let user = again.user(&mut server);
        again.kept.clear();
        let mut wiped = again.reload();
        wiped.signs_in(&mut server);
        assert_eq!(wiped.user(&mut server).address, user.address, "{steps}");
    }
}

#[test]
fn a_session_that_ended_elsewhere_ends_here_and_the_page_hears_it() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    visit.user(&mut server);
    server.end_sessions();
    assert!(!visit.is_connected(&mut server));
    assert_eq!(visit.page.told.last(), Some(&Unasked::Session { is_connected: false }));
    let again = Request::ConnectEmail { email: ANN.to_owned() };
    assert!(visit.asks(&mut server, &again).is_ok());
}

#[test]
fn without_a_server_who_was_in_stays_in_and_nobody_else_gets_in() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let user = visit.user(&mut server);
    server.is_down = true;
    let mut again = visit.reload();
    assert!(again.is_connected(&mut server));
    assert_eq!(again.user(&mut server), user);
    let mut other = Visit::new(2);
    other.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
    other.does(&mut server, &Intent::SubmitEmail { email: ANN.to_owned() });
    assert_eq!(other.page.state().sign_in.fault, Some(Fault::Offline));
    assert_eq!(other.page.state().screen.view, Some(FrameView::EmailLogin));
}

#[test]
fn signing_out_ends_it_whether_the_server_hears_it_or_not() {
    for is_down in [false, true] {
        let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
        visit.signs_in(&mut server);
        server.is_down = is_down;
        assert_eq!(visit.asks(&mut server, &Request::SignOut), Ok(Answer::Done));
        server.is_down = false;
        assert!(!visit.is_connected(&mut server));
        assert!(!visit.reload().is_connected(&mut server));
        // What stays is of use to nobody alone: the same browser needs no more than a code.
        assert!(visit.kept.text().contains("share"));
    }
}

/// What was lost while the page was there is known in it still.
#[test]
fn who_signs_out_where_the_browser_forgot_them_is_out_of_the_server_too() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    visit.kept.clear();
    assert_eq!(visit.asks(&mut server, &Request::SignOut), Ok(Answer::Done));
    assert_eq!(server.asked.last().map(String::as_str), Some("session/delete"));
    assert!(!visit.is_connected(&mut server));
}

#[test]
fn a_wallet_that_signing_in_does_not_bring_back_asks_for_what_does() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    server.remove_automatic();
    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    let state = elsewhere.page.state();
    assert!(matches!(state.sign_in.step, SignInStep::Recover { .. }), "{:?}", state.sign_in);
    assert_eq!(state.screen.view, Some(FrameView::EmailVerifyOtp));
    assert!(!elsewhere.page.told.contains(&Unasked::Session { is_connected: true }));
    let words = runtime::Secret::new("abandon ".repeat(24));
    elsewhere.does(&mut server, &Intent::SubmitCode { secret: words });
    // This one has no code either.
    assert_eq!(elsewhere.page.state().sign_in.fault, Some(Fault::FactorMissing));
    assert!(matches!(elsewhere.page.state().sign_in.step, SignInStep::Recover { .. }));
}

#[test]
fn what_the_frame_does_not_do_is_refused() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    for method in ["eth_sign", "wallet_addEthereumChain", "eth_signTransaction", "nonsense"] {
        let request = Request::RpcRequest { method: method.to_owned(), params: None };
        let refused = visit.asks(&mut server, &request).expect_err("it is not allowed");
        let told = (UNSUPPORTED_METHOD, "Requested RPC call is not allowed");
        assert_eq!((refused.code, &*refused.message), told, "{method}");
    }
    let bitcoin = ChainId::parse("bip122:000000000019d6689c085ae165831e93").expect("a chain");
    let switched = visit.asks(&mut server, &Request::SwitchNetwork { chain: bitcoin });
    assert_eq!(switched.expect_err("no such chain").message, "Chain is not supported");
    let smart = Request::SetPreferredAccount { account_type: VaultAccountType::SmartAccount };
    assert!(visit.asks(&mut server, &smart).is_err());
}

#[test]
fn nodes_are_asked_by_way_of_the_vault_and_what_is_known_is_answered_here() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    let rpc = |method: &str| rpc(method, Json::list([]));
    let value = |text: &str| Ok(Answer::Value { value: Json::text(text) });
    let empty = Ok(Answer::Value { value: Json::list([]) });
    assert_eq!(visit.asks(&mut server, &rpc("eth_accounts")), empty);
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    let accounts = Ok(Answer::Value { value: Json::list([Json::text(&address)]) });
    assert_eq!(visit.asks(&mut server, &rpc("eth_accounts")), accounts);
    assert_eq!(visit.asks(&mut server, &rpc("eth_chainId")), value("0x1"));
    let chain = ChainId::eip155(31337);
    let switched = visit.asks(&mut server, &Request::SwitchNetwork { chain: chain.clone() });
    assert_eq!(switched, Ok(Answer::Chain { chain }));
    assert_eq!(visit.asks(&mut server, &rpc("eth_chainId")), value("0x7a69"));
    server.node.push(("eth_blockNumber", Json::text("0x10")));
    assert_eq!(visit.asks(&mut server, &rpc("eth_blockNumber")), value("0x10"));
    let error = visit.asks(&mut server, &rpc("eth_newFilter")).expect_err("no node does it for us");
    assert_eq!(error.code, UNSUPPORTED_METHOD);
}

/// What the operator calls the site shows, and the origin that the browser tells.
#[test]
fn what_a_page_calls_itself_changes_nothing_that_shows() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    visit.begins(&mut server, &personal_sign(&address));
    let before = visit.page.state();
    assert!(before.approval.is_some());
    assert_eq!((&*before.screen.site, &*before.screen.origin), ("The Shop", SHOP));
    let name = "Bank\u{202e}\u{2066}<img src=x onerror=alert(1)>".to_owned();
    let metadata = DappMetadata {
        description: format!("<script>{name}</script>"),
        url: "https://bank.example".to_owned(),
        icons: vec!["https://bank.example/a.svg".to_owned()],
        name,
    };
    let dapp = Dapp { metadata: Some(metadata), project_id: "bank".to_owned(), ..Dapp::default() };
    assert_eq!(visit.asks(&mut server, &Request::SyncDappData(dapp)), Ok(Answer::Done));
    assert_eq!(visit.page.state(), before);
}

/// Nothing that the page around is told, or that shows, has a secret in it.
#[test]
fn no_secret_leaves_the_frame() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    assert!(signs(&mut server, &mut visit));
    let state = to_text(&visit.page.state());
    for secret in secrets(&visit) {
        let mut told = visit.page.said.iter().chain(&visit.page.warnings).chain([&state]);
        assert!(told.all(|it| !it.contains(&secret)), "{secret}");
    }
}

/// So does every other test of frames: no page is told a secret in it without that being noticed.
#[test]
fn a_secret_that_a_page_is_told_is_noticed() {
    for at in 0..4 {
        let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
        visit.signs_in(&mut server);
        visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
        visit.does(&mut server, &Intent::WantWords);
        // A node says it, and what nodes say is handed on.
        server.node.push(("eth_blockNumber", Json::text(&secrets(&visit)[at])));
        let asked = rpc("eth_blockNumber", Json::list([]));
        let told = catch_unwind(AssertUnwindSafe(|| visit.asks(&mut server, &asked)));
        let told = told.expect_err("it is noticed");
        let told = told.downcast_ref::<String>().expect("a text");
        assert!(told.starts_with("the page around is told a secret"), "{told}");
    }
}

/// Session and share as the browser keeps them, the code, and the words where they show.
fn secrets(visit: &Visit) -> Vec<String> {
    let kept = visit.kept.text();
    let text = |field: &str| {
        let (_, rest) = kept.split_once(field).expect("it is kept");
        rest.split('"').next().expect("a text").to_owned()
    };
    let mut all = vec![text(r#""session":""#), text(r#""share":""#), CODE.to_owned()];
    all.extend(visit.shown("words"));
    all
}

fn personal_sign(address: &str) -> Request {
    rpc("personal_sign", Json::list([Json::text("0x48656c6c6f"), Json::text(address)]))
}

/// Whether a message that somebody approves is signed.
fn signs(server: &mut FrameServer, visit: &mut Visit) -> bool {
    let address = visit.user(server).address;
    let id = visit.begins(server, &personal_sign(&address));
    let request = visit.page.state().approval.expect("it shows").request;
    visit.does(server, &Intent::Approve { request });
    matches!(visit.page.take(id), Some(Ok(_)))
}
