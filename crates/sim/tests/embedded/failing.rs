//! A frame that cannot be had, or does not answer, while somebody signs in or comes back: they are told and begin anew.

use engine::{Intent, MessageKind, Status, ToastText, VaultStep, View};
use protocol::caip::Namespace;
use sim::Sim;

use crate::{connected, open, page, signed_in, view};

/// What the dialog says at its foot.
fn toast(sim: &Sim) -> Option<(MessageKind, ToastText)> {
    let page = sim.page();
    page.state.toast.shown.as_ref().map(|it| (it.kind, it.text))
}

const TOLD: Option<(MessageKind, ToastText)> =
    Some((MessageKind::Error, ToastText::AuthenticationFailed));

#[test]
fn a_frame_that_is_lost_while_a_code_is_waited_for_leads_back_to_the_list() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.lose_frame();
    assert_eq!((view(&sim), toast(&sim)), (Some(View::Connect), TOLD));
    assert_eq!(sim.page().alerts, ["iframeLoadFailed"]);
    let status = sim.page().state.accounts.get(Namespace::Eip155).unwrap().status;
    assert_eq!((status, sim.page().state.vault.step), (Status::Disconnected, VaultStep::Failed));
    sim.send(&Intent::RetryFrame);
    sim.run_for(2_000);
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
}

#[test]
fn a_frame_that_the_policy_of_the_page_forbids_is_told_of_at_once_and_as_that() {
    let mut sim = page();
    sim.page().frame.is_blocked = true;
    open(&mut sim);
    assert_eq!(sim.page().state.vault.step, VaultStep::Blocked);
    assert_eq!(sim.page().alerts, ["iframeBlocked"]);
    sim.page().frame.is_blocked = false;
    sim.send(&Intent::RetryFrame);
    sim.run_for(2_000);
    assert_eq!(sim.page().state.vault.step, VaultStep::Ready);
}

#[test]
fn whom_the_frame_does_not_name_is_signed_out_and_begins_anew() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.page().frame.is_mute = true;
    sim.enter_code();
    sim.run_for(299_000);
    assert_eq!((view(&sim), toast(&sim)), (Some(View::EmailVerifyOtp), None));
    sim.page().frame.is_mute = false;
    sim.run_for(3_000);
    assert_eq!((view(&sim), toast(&sim)), (Some(View::Connect), TOLD));
    assert!(sim.page().alerts.contains(&"iframeRequestTimeout".to_owned()));
    assert!(!sim.page().frame.is_signed_in);
}

#[test]
fn who_does_not_come_back_for_want_of_the_frame_is_told_where_they_look() {
    let sim = signed_in();
    sim.page().frame.is_missing = true;
    let mut sim = sim.reload();
    open(&mut sim);
    assert_eq!((view(&sim), toast(&sim)), (Some(View::Account), None));
    sim.run_for(10_000);
    assert_eq!((view(&sim), toast(&sim)), (Some(View::Connect), TOLD));
    sim.run_for(20_000);
    assert!(sim.page().alerts.contains(&"iframeLoadFailed".to_owned()));
    sim.page().frame.is_missing = false;
    sim.run_for(120_000);
    assert_eq!(connected(&sim).len(), 2);
}
