//! What is kept, as other versions of the page wrote it.

use protocol::rpc::INTERNAL;
use sim::afar::{Afar, At};

use super::world::*;

/// What a page kept with one session, in version 1. It stays as it is: visitors have it in their browsers.
const KEPT: &str = include_str!("kept-1.json");
const SESSION: &str = "aee247e7b0101ab6b743e8c094cb13ce2bb0475f83ae5d6fdb9e5791a7c62294";

/// A tab that finds this.
fn tab_with(text: &str) -> (Afar, At) {
    let mut afar = Afar::new(1);
    let tab = afar.tab();
    afar.put_secret(tab, text);
    (afar, tab)
}

#[test]
fn what_an_earlier_page_kept_is_read() {
    let (mut afar, tab) = tab_with(KEPT);
    let ask = afar.ask(tab, Some(SESSION), silent());
    afar.run_for(1_000);
    let session = value(&afar, tab, ask).get("session").cloned().unwrap();
    assert_eq!(session.as_text(), Some(SESSION));
    assert!(!afar.transcript().contains("ignored"));
}

#[test]
fn what_a_newer_page_kept_is_left_as_it_is() {
    let newer = r#"{"v":2,"value":{"mail":1}}"#;
    let (mut afar, tab) = tab_with(newer);
    let ask = afar.ask(tab, None, person());
    afar.run_for(1_000);
    assert_eq!(error(&afar, tab, ask).code, INTERNAL);
    assert!(afar.transcript().contains("newer than this version; ignored."));
    let ask = afar.ask(tab, None, silent());
    afar.run_for(60_000);
    assert!(error(&afar, tab, ask).message.contains("newer version"));
    assert_eq!(afar.secrets(tab), [newer]);
    assert_eq!(afar.relays[0].opened, 0);
}

#[test]
fn what_is_broken_is_told_of_and_begun_anew() {
    for broken in
        ["", "{", "1", r#"{"v":1}"#, r#"{"v":"2"}"#, &KEPT.replace("\"mail\"", "\"post\"")]
    {
        let (mut afar, tab) = tab_with(broken);
        let phone = afar.phone(&[0]);
        let session = connected(&mut afar, tab, phone);
        assert_eq!(afar.transcript().matches("ignored.").count(), 1, "{broken}");
        assert!(kept(&afar, tab).is_some(), "{session}");
        signs(&mut afar, tab, phone, &session);
    }
}
