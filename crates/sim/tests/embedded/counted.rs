//! What is counted of signing in by e-mail, by the names and in the order that collectors of this field know.

use engine::{Intent, View};
use sim::Sim;
use wire::{Json, to_text};

use crate::{open, page, signed_in};

/// What was counted so far of who signs in, and of their connection.
fn counted(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let is_of_email = |it: &&Json| {
        let name = it.get("type").and_then(Json::as_text).unwrap_or_default();
        name.contains("EMAIL") || name.starts_with("CONNECT_") || name == "SELECT_WALLET"
    };
    page.tracked.iter().filter(is_of_email).map(to_text).collect()
}

#[test]
fn each_step_of_signing_in_is_counted_once_in_its_order() {
    let mut sim = page();
    open(&mut sim);
    sim.come_to_email();
    sim.enter_email_in_new_browser();
    sim.enter_email();
    sim.enter_wrong_code();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(
        counted(&sim),
        [
            r#"{"type":"EMAIL_LOGIN_SELECTED"}"#,
            r#"{"type":"EMAIL_SUBMITTED"}"#,
            r#"{"type":"DEVICE_REGISTERED_FOR_EMAIL"}"#,
            r#"{"type":"EMAIL_VERIFICATION_CODE_SENT"}"#,
            r#"{"type":"EMAIL_VERIFICATION_CODE_FAIL","message":"refused"}"#,
            r#"{"type":"EMAIL_VERIFICATION_CODE_PASS"}"#,
            r#"{"type":"CONNECT_SUCCESS","method":"email","name":"E-mail"}"#,
        ]
    );
}

#[test]
fn whoever_begins_anew_is_counted_anew() {
    let mut sim = page();
    open(&mut sim);
    sim.enter_email();
    sim.send(&Intent::Back);
    sim.run_for(500);
    sim.enter_email();
    let once = [r#"{"type":"EMAIL_SUBMITTED"}"#, r#"{"type":"EMAIL_VERIFICATION_CODE_SENT"}"#];
    assert_eq!(counted(&sim), [once, once].concat());
}

#[test]
fn another_address_and_what_makes_a_wallet_their_own_are_counted() {
    let mut sim = signed_in();
    let before = counted(&sim).len();
    sim.send(&Intent::Open { view: Some("AccountSettings".to_owned()), namespace: None });
    sim.send(&Intent::Show { view: View::UpdateEmailWallet });
    sim.run_for(500);
    sim.change_email("bob@example.com");
    sim.run_for(2_000);
    sim.send(&Intent::Show { view: View::WalletSettings });
    sim.run_for(500);
    assert_eq!(
        counted(&sim)[before..],
        [r#"{"type":"EMAIL_EDIT"}"#, r#"{"type":"EMAIL_UPGRADE_FROM_MODAL"}"#]
    );
}
