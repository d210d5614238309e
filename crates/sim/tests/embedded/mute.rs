//! A frame that is there and does not answer: each request ends by itself, and whoever wants out is out.

use engine::{Intent, VaultStep, View};
use protocol::caip::Namespace;
use sim::Sim;

use crate::stored::{comes_back, tells_who};
use crate::{answer, ask, connected, open, signed_in, view};

const TIMEOUT: &str = "iframeRequestTimeout";

/// Somebody who signed out while the frame did not answer, `ms` later.
fn signed_out_after(ms: u64) -> Sim {
    let mut sim = signed_in();
    sim.page().frame.is_mute = true;
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(ms);
    sim
}

#[test]
fn a_request_that_nobody_answers_in_time_ends_alone() {
    let mut sim = signed_in();
    let signing = ask(&mut sim, Namespace::Eip155, "personal_sign");
    sim.run_for(500);
    sim.page().frame.is_mute = true;
    let lost = ask(&mut sim, Namespace::Eip155, "eth_blockNumber");
    sim.run_for(10_000);
    sim.page().frame.is_mute = false;
    let heard = ask(&mut sim, Namespace::Eip155, "eth_gasPrice");
    sim.run_for(500);
    assert_eq!(answer(&sim, heard).as_deref(), Some(r#"{"type":"value","value":"0x1"}"#));
    sim.run_for(20_000);
    assert!(answer(&sim, lost).unwrap().contains("iframe_request_timeout"));
    assert!(sim.page().alerts.contains(&TIMEOUT.to_owned()));
    // The other one is still decided where it shows.
    assert_eq!((view(&sim), answer(&sim, signing)), (Some(View::ApproveTransaction), None));
    sim.approve();
    assert_eq!(answer(&sim, signing).as_deref(), Some(r#"{"type":"value","value":"0xsigned"}"#));
    assert_eq!(sim.page().state.vault.step, VaultStep::Ready);
    assert_eq!(connected(&sim).len(), 2);
}

#[test]
fn whoever_signs_out_is_out_within_three_seconds_and_nobody_is_alarmed() {
    let mut sim = signed_out_after(3_000);
    assert!(connected(&sim).is_empty());
    assert_eq!((comes_back(&sim), tells_who(&sim)), ([false; 2], false));
    sim.run_for(60_000);
    assert!(!sim.page().alerts.contains(&TIMEOUT.to_owned()));
    // Nor are they back after a reload.
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert!(connected(&sim).is_empty());
}

#[test]
fn the_next_frame_hears_that_they_wanted_out() {
    let mut sim = signed_out_after(5_000);
    assert!(sim.page().frame.is_signed_in);
    sim.page().frame.is_mute = false;
    sim.lose_frame();
    open(&mut sim);
    sim.send(&Intent::RetryFrame);
    sim.run_for(2_000);
    assert!(!sim.page().frame.is_signed_in);
}

#[test]
fn whoever_signs_in_again_is_not_taken_for_who_wanted_out() {
    let mut sim = signed_out_after(5_000);
    sim.page().frame.is_mute = false;
    open(&mut sim);
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
    sim.lose_frame();
    sim.run_for(120_000);
    assert!(sim.page().frame.is_signed_in);
}
