//! What the browser keeps of who signed in, and when it forgets that.

use engine::Intent;
use sim::{EMAIL, Sim};

use crate::{connected, signed_in};

/// Whether somebody comes back by what is stored of each namespace.
pub(crate) fn comes_back(sim: &Sim) -> [bool; 2] {
    ["eip155", "solana"].map(|namespace| {
        let page = sim.page();
        let text = page.storage.item(&format!("@latchkit/default:{namespace}:connection"));
        text.unwrap().contains(r#""connector":"AUTH","isDisconnected":false"#)
    })
}

/// Whether anything that is stored tells who it was.
pub(crate) fn tells_who(sim: &Sim) -> bool {
    sim.page().storage.items().iter().any(|(_, text)| text.contains(EMAIL))
}

#[test]
fn who_signed_in_is_kept_and_forgotten_once_they_sign_out() {
    let mut sim = signed_in();
    assert_eq!((comes_back(&sim), tells_who(&sim)), ([true; 2], true));
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert_eq!((comes_back(&sim), tells_who(&sim)), ([false; 2], false));
}

#[test]
fn who_is_not_signed_in_any_more_after_a_reload_is_forgotten() {
    let sim = signed_in();
    sim.page().frame.is_signed_in = false;
    let mut sim = sim.reload();
    assert!(tells_who(&sim), "nobody has been asked yet");
    sim.run_for(5_000);
    assert_eq!((comes_back(&sim), tells_who(&sim)), ([false; 2], false));
}

#[test]
fn whose_session_ends_elsewhere_is_forgotten() {
    let mut sim = signed_in();
    sim.end_frame_session();
    sim.run_for(1_000);
    assert!(connected(&sim).is_empty());
    assert_eq!((comes_back(&sim), tells_who(&sim)), ([false; 2], false));
}

#[test]
fn a_frame_that_does_not_come_forgets_nobody() {
    let sim = signed_in();
    sim.page().frame.is_missing = true;
    let mut sim = sim.reload();
    sim.run_for(40_000);
    assert!(connected(&sim).is_empty());
    assert_eq!(comes_back(&sim), [true; 2]);
}
