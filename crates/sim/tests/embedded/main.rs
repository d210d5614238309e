//! The embedded wallet: the real module in a page, with a vault's frame that does what it is told. What all start from
//! is here; the other files play one subject each.
#![allow(clippy::unwrap_used)]

mod counted;
mod entry;
mod failing;
mod kinds;
mod mute;
mod stored;
mod told;

use engine::{Ask, Intent, Status, VaultStep, View};
use insta::assert_snapshot;
use protocol::caip::Namespace;
use protocol::frame::message::FrameView;
use sim::{EMAIL, Server, Sim, bitcoin, config, solana};
use wire::{Json, from_text};

/// A page of which the operator has e-mail on.
fn page() -> Sim {
    let mut config = config();
    config.networks.push(solana());
    let features = r#"{"features":[{"id":"social_login","isEnabled":true,"config":["email"]}]}"#;
    let server = Server { features: features.to_owned(), counts: true, ..Server::default() };
    let mut sim = Sim::of(vec![], server, config);
    sim.run_for(1_000);
    sim
}

fn open(sim: &mut Sim) {
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(2_000);
}

fn signed_in() -> Sim {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim), [Namespace::Eip155, Namespace::Solana]);
    sim
}

fn connected(sim: &Sim) -> Vec<Namespace> {
    let page = sim.page();
    let accounts = page.state.accounts.iter();
    accounts.filter(|(_, it)| it.status == Status::Connected).map(|(it, _)| it).collect()
}

fn view(sim: &Sim) -> Option<View> {
    let page = sim.page();
    page.state.modal.open.then(|| page.state.route.view())
}

fn ask(sim: &mut Sim, namespace: Namespace, method: &str) -> u32 {
    sim.ask(&Ask::Request { namespace, method: method.to_owned(), params: None })
}

fn answer(sim: &Sim, id: u32) -> Option<String> {
    sim.page().answers.iter().find(|it| it.0 == id).map(|it| it.1.clone())
}

fn events(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let name = |it: &Json| it.get("type").and_then(Json::as_text).map(str::to_owned);
    page.tracked.iter().filter_map(name).filter(|it| it.contains("EMAIL")).collect()
}

#[test]
fn whoever_signs_in_is_connected_on_all_networks_that_the_wallet_serves() {
    let mut sim = page();
    assert_eq!(sim.page().frame.loads, 0, "nothing is loaded before anybody opens the dialog");
    open(&mut sim);
    assert_eq!(sim.page().state.vault.step, VaultStep::Ready);
    assert_eq!(sim.page().state.vault.view, Some(FrameView::EmailLogin));
    sim.transcript();
    sim.enter_email();
    assert_eq!(view(&sim), Some(View::EmailVerifyOtp));
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!((view(&sim), connected(&sim).len()), (None, 2));
    let account = sim.page().state.accounts.get(Namespace::Solana).unwrap().clone();
    assert_eq!(account.user.unwrap().email.as_deref(), Some(EMAIL));
    assert_eq!(account.connected_wallet_info.unwrap().is_elsewhere, None, "it is right here");
    assert_snapshot!(sim.transcript(), @"
    3110ms ! route [Connect, EmailVerifyOtp]
    3110ms ! connect waiting
    3110ms ! accounts connecting
    3420ms ! modal closed
    3420ms ! route [Account]
    3420ms ! connect idle
    3420ms ! accounts connected 0xf39F on eip155:31337
    3420ms → write eip155:connection …
    3420ms → GET /v1/supported-chains
    3420ms → write active-network {\"v\":1,\"value\":\"eip155:31337\"}
    3420ms → write snapshot …
    3420ms → GET /v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
    3470ms → POST /v1
    3520ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH
    3520ms → write snapshot …
    3640ms ! accounts connected 0xf39F on eip155:31337, 10000 ETH; solana connected 7S3P4H on solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
    3640ms → write solana:connection …
    3640ms ! alert chainWithoutNode
    3640ms → write snapshot …
    3640ms → write solana:connection …
    ");
    assert_eq!(
        events(&sim),
        ["EMAIL_SUBMITTED", "EMAIL_VERIFICATION_CODE_SENT", "EMAIL_VERIFICATION_CODE_PASS"]
    );
}

#[test]
fn a_mailed_link_comes_first_in_a_new_browser() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email_in_new_browser();
    assert_eq!(view(&sim), Some(View::EmailVerifyDevice));
    sim.enter_email();
    assert_eq!(view(&sim), Some(View::EmailVerifyOtp));
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
    assert!(events(&sim).contains(&"DEVICE_REGISTERED_FOR_EMAIL".to_owned()));
}

#[test]
fn whoever_goes_back_enters_another_address() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.send(&Intent::Back);
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::Connect));
    assert_eq!(sim.page().frame.view, Some(FrameView::EmailLogin));
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
}

#[test]
fn whoever_signs_in_after_the_dialog_was_closed_is_not_connected() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.send(&Intent::Dismiss);
    sim.enter_code();
    sim.run_for(5_000);
    assert_eq!((view(&sim), connected(&sim).len()), (None, 0));
}

#[test]
fn a_request_is_approved_in_a_dialog_that_opens_for_it() {
    let mut sim = signed_in();
    let id = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::ApproveTransaction));
    sim.approve();
    assert_eq!(view(&sim), None);
    assert_eq!(answer(&sim, id).as_deref(), Some(r#"{"type":"value","value":"0xsigned"}"#));
}

#[test]
fn whatever_shows_before_shows_again_after_it() {
    let mut sim = signed_in();
    open(&mut sim);
    let id = ask(&mut sim, Namespace::Solana, "solana_signMessage");
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::ApproveTransaction));
    sim.refuse();
    assert_eq!(view(&sim), Some(View::Account));
    assert!(answer(&sim, id).unwrap().contains("4001"));
}

#[test]
fn a_dialog_that_is_closed_refuses_what_was_to_be_approved() {
    let mut sim = signed_in();
    let ids = [(); 2].map(|()| ask(&mut sim, Namespace::Eip155, "personal_sign"));
    sim.run_for(500);
    sim.send(&Intent::Dismiss);
    sim.run_for(500);
    assert_eq!(view(&sim), None);
    for id in ids {
        assert!(answer(&sim, id).unwrap().contains("Request was aborted"));
    }
}

#[test]
fn reads_need_nobody_and_what_the_wallet_does_not_do_is_told() {
    let mut sim = signed_in();
    let id = ask(&mut sim, Namespace::Eip155, "eth_blockNumber");
    sim.run_for(500);
    assert_eq!((view(&sim), answer(&sim, id).is_some()), (None, true));
    let waiting = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    let id = ask(&mut sim, Namespace::Solana, "eth_sign");
    sim.run_for(299);
    assert!(sim.page().state.toast.shown.is_none());
    sim.run_for(500);
    assert!(answer(&sim, id).unwrap().contains("4200"));
    assert!(answer(&sim, waiting).unwrap().contains("Request was aborted"));
    assert!(format!("{:?}", sim.page().state.toast.shown).contains("ActionNotAllowed"));
}

#[test]
fn whoever_approved_what_no_node_took_is_told_after_it_is_out_of_sight() {
    let mut sim = signed_in();
    let sending = ask(&mut sim, Namespace::Eip155, "eth_sendTransaction");
    sim.run_for(500);
    sim.approve();
    sim.run_for(500);
    assert_eq!((view(&sim), answer(&sim, sending).is_some()), (None, true));
    sim.fail_to_send();
    sim.run_for(299);
    assert!(sim.page().state.toast.shown.is_none());
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::Account));
    assert!(format!("{:?}", sim.page().state.toast.shown).contains("NotSent"));
}

#[test]
fn after_a_reload_whoever_was_signed_in_still_is() {
    let mut sim = signed_in().reload();
    assert_eq!(connected(&sim).len(), 0);
    let connecting = sim.page().state.accounts.get(Namespace::Eip155).unwrap().status;
    assert_eq!(connecting, Status::Connecting);
    sim.run_for(5_000);
    assert_eq!((connected(&sim).len(), view(&sim)), (2, None));
}

#[test]
fn a_session_that_is_over_is_forgotten_wherever_it_ends() {
    let mut sim = signed_in();
    sim.end_frame_session();
    sim.run_for(1_000);
    assert_eq!(connected(&sim).len(), 0);
    let mut sim = signed_in();
    sim.page().frame.is_signed_in = false;
    let mut sim = {
        sim.run_for(0);
        sim.reload()
    };
    sim.run_for(5_000);
    assert_eq!(connected(&sim).len(), 0);
    let loads = sim.page().frame.loads;
    let sim = sim.reload();
    assert_eq!(sim.page().frame.loads, loads, "nobody is brought back any more");
}

#[test]
fn whoever_signs_out_is_out_of_all_networks() {
    let mut sim = signed_in();
    sim.send(&Intent::Disconnect { namespace: Some(Namespace::Solana) });
    sim.run_for(1_000);
    assert_eq!(connected(&sim).len(), 0);
    assert!(!sim.page().frame.is_signed_in);
    assert_eq!(sim.page().frame.requested.iter().filter(|it| *it == "SignOut").count(), 1);
}

#[test]
fn a_frame_that_does_not_come_is_told_of_and_tried_again() {
    let mut sim = page();
    sim.page().frame.is_missing = true;
    open(&mut sim);
    assert_eq!(sim.page().state.vault.step, VaultStep::Loading);
    sim.run_for(20_000);
    assert_eq!(sim.page().state.vault.step, VaultStep::Failed);
    assert_eq!(sim.page().alerts, ["iframeLoadFailed"]);
    sim.page().frame.is_missing = false;
    sim.send(&Intent::RetryFrame);
    sim.run_for(2_000);
    assert_eq!(sim.page().state.vault.step, VaultStep::Ready);
    assert_eq!(sim.page().frame.view, Some(FrameView::EmailLogin));
}

#[test]
fn a_frame_that_comes_late_brings_back_who_was_signed_in() {
    let sim = signed_in();
    sim.page().frame.is_missing = true;
    let mut sim = sim.reload();
    sim.run_for(40_000);
    assert_eq!(connected(&sim).len(), 0);
    sim.page().frame.is_missing = false;
    sim.run_for(120_000);
    assert_eq!(connected(&sim).len(), 2);
}

#[test]
fn a_frame_that_does_not_answer_leaves_nobody_waiting() {
    let mut sim = signed_in();
    sim.page().frame.is_mute = true;
    let id = ask(&mut sim, Namespace::Eip155, "eth_blockNumber");
    sim.run_for(29_000);
    assert_eq!(answer(&sim, id), None);
    sim.run_for(2_000);
    assert!(answer(&sim, id).unwrap().contains("iframe_request_timeout"));
    assert!(sim.page().alerts.contains(&"iframeRequestTimeout".to_owned()));
}

#[test]
fn on_a_page_without_https_there_is_no_frame_and_the_console_says_why() {
    let sim = page();
    let warned = "Signing in by e-mail needs https; this page is http://localhost:8788";
    assert!(!sim.page().warnings.contains(&warned.to_owned()));
    let mut sim = sim;
    sim.config.is_insecure = Some(true);
    let mut sim = sim.reload();
    sim.run_for(1_000);
    open(&mut sim);
    assert_eq!(sim.page().frame.loads, 0);
    assert!(!sim.page().state.features.email);
    assert_eq!(sim.page().warnings, [warned]);
}

#[test]
fn whoever_wants_e_mail_where_it_is_off_is_told_in_the_console() {
    let told = |options: &str| {
        let mut sim = page();
        sim.config.options = from_text(options).unwrap();
        let mut sim = sim.reload();
        sim.run_for(1_000);
        let view = Some("EmailLogin".to_owned());
        sim.send(&Intent::Open { view, namespace: None });
        sim.page().warnings.clone()
    };
    let order = r#""features":{"connectMethodsOrder":["email"]}"#;
    assert_eq!(told(&format!("{{{order}}}")), [""; 0]);
    assert_eq!(
        told(&format!(r#"{{"remoteFeatures":{{"email":false}},{order}}}"#)),
        [
            "connectMethodsOrder names email, which is off: wallets show in its place.",
            "The view EmailLogin does not show: e-mail is off, or the server has not said yet that it is on.",
        ]
    );
}

#[test]
fn without_a_vault_or_where_it_is_off_there_is_no_frame() {
    let sim = page();
    sim.page().server.vault_url = None;
    let mut sim = sim.reload();
    sim.run_for(1_000);
    open(&mut sim);
    assert_eq!(sim.page().frame.loads, 0);
    assert_eq!(sim.page().state.vault.step, VaultStep::Absent);
    let mut sim = page();
    sim.config.options = from_text(r#"{"remoteFeatures":{"email":false}}"#).unwrap();
    let mut sim = sim.reload();
    sim.run_for(1_000);
    open(&mut sim);
    assert_eq!(sim.page().frame.loads, 0);
}

#[test]
fn whom_their_browser_still_knows_is_connected_without_a_code() {
    let mut sim = page();
    sim.page().frame.is_signed_in = true;
    open(&mut sim);
    assert_eq!(connected(&sim).len(), 0);
    sim.enter_known_email();
    sim.run_for(2_000);
    assert_eq!((view(&sim), connected(&sim).len()), (None, 2));
    assert_eq!(events(&sim), ["EMAIL_SUBMITTED"]);
}

#[test]
fn whoever_goes_back_from_a_request_refuses_it() {
    let mut sim = signed_in();
    open(&mut sim);
    let id = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    sim.send(&Intent::Back);
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::Account));
    assert!(answer(&sim, id).unwrap().contains("Request was aborted"));
    let next = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    assert_eq!(view(&sim), Some(View::ApproveTransaction));
    sim.approve();
    assert!(answer(&sim, next).unwrap().contains("0xsigned"));
}

#[test]
fn what_libraries_probe_disturbs_nobody() {
    let mut sim = signed_in();
    let waiting = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    ask(&mut sim, Namespace::Eip155, "net_version");
    sim.run_for(1_000);
    assert_eq!((view(&sim), answer(&sim, waiting)), (Some(View::ApproveTransaction), None));
    assert!(sim.page().state.toast.shown.is_none());
}

#[test]
fn on_a_phone_the_field_shows_too() {
    let mut config = config();
    config.is_mobile = true;
    let features = r#"{"features":[{"id":"social_login","isEnabled":true,"config":["email"]}]}"#;
    let server = Server { features: features.to_owned(), ..Server::default() };
    let mut sim = Sim::of(vec![], server, config);
    sim.run_for(1_000);
    open(&mut sim);
    assert_eq!(view(&sim), Some(View::Connect));
    assert_eq!(sim.page().frame.view, Some(FrameView::EmailLogin));
}

#[test]
fn whoever_was_there_before_is_not_taken_for_who_signs_in() {
    let mut sim = page();
    sim.page().frame.is_signed_in = true;
    open(&mut sim);
    sim.enter_email();
    sim.run_for(5_000);
    assert_eq!((view(&sim), connected(&sim).len()), (Some(View::EmailVerifyOtp), 0));
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
}

#[test]
fn whoever_signs_out_while_there_is_no_frame_is_out_as_soon_as_there_is_one() {
    let sim = signed_in();
    sim.page().frame.is_missing = true;
    let mut sim = sim.reload();
    sim.run_for(2_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(25_000);
    assert!(sim.page().frame.is_signed_in);
    sim.page().frame.is_missing = false;
    open(&mut sim);
    sim.send(&Intent::RetryFrame);
    sim.run_for(2_000);
    assert!(!sim.page().frame.is_signed_in);
}

#[test]
fn whoever_takes_another_address_is_called_by_that_and_is_back_where_they_came_from() {
    let mut sim = signed_in();
    sim.send(&Intent::Open { view: Some("AccountSettings".to_owned()), namespace: None });
    sim.run_for(500);
    sim.send(&Intent::Show { view: View::UpdateEmailWallet });
    sim.run_for(500);
    assert_eq!(sim.page().state.vault.view, Some(FrameView::UpdateEmailWallet));
    sim.change_email("bob@example.com");
    sim.run_for(2_000);
    assert_eq!(view(&sim), Some(View::AccountSettings));
    for namespace in [Namespace::Eip155, Namespace::Solana] {
        let user = sim.page().state.accounts.get(namespace).unwrap().user.clone();
        assert_eq!(user.unwrap().email.as_deref(), Some("bob@example.com"), "{namespace:?}");
    }
    assert_eq!(events(&sim).last().map(String::as_str), Some("EMAIL_EDIT"));
}

#[test]
fn whoever_waits_too_long_with_the_code_for_another_address_is_back_at_the_field() {
    let mut sim = signed_in();
    sim.send(&Intent::Open { view: Some("AccountSettings".to_owned()), namespace: None });
    sim.run_for(500);
    sim.send(&Intent::Show { view: View::UpdateEmailWallet });
    sim.run_for(500);
    sim.change_email_too_late();
    sim.run_for(2_000);
    assert_eq!(view(&sim), Some(View::UpdateEmailWallet));
    assert_eq!(sim.page().state.vault.view, Some(FrameView::UpdateEmailWallet));
}

#[test]
fn a_site_on_whose_networks_the_wallet_is_not_offers_no_way_to_sign_in() {
    let mut config = config();
    config.networks = vec![bitcoin()];
    let features = r#"{"features":[{"id":"social_login","isEnabled":true,"config":["email"]}]}"#;
    let server = Server { features: features.to_owned(), ..Server::default() };
    let mut sim = Sim::of(vec![], server, config);
    sim.run_for(1_000);
    open(&mut sim);
    assert!(!sim.page().state.features.email);
    assert_eq!(sim.page().frame.loads, 0);
}
