//! Fields of the modal's own, which hand on what is entered: the option `emailEntry`.

use engine::{EmailEntry, EntryFault, EntryIntent, EntryStep, Intent, View};
use protocol::api::vault::ConnectAction;
use protocol::frame::message::FrameView;
use sim::frame_server::CODE;
use sim::{EMAIL, Sim};
use wire::{Json, from_text, to_text, tree};

use crate::{connected, events, open, page, view};

fn configure(sim: &mut Sim, options: &str) {
    sim.config.options = from_text(options).unwrap();
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
}

/// A dialog on the list, with the field of its own.
fn opened() -> Sim {
    let mut sim = page();
    configure(&mut sim, r#"{"emailEntry":"host"}"#);
    open(&mut sim);
    sim
}

fn enter(sim: &mut Sim, what: &EntryIntent) {
    sim.send(&Intent::Enter { what: tree(what) });
    sim.run_for(500);
}

fn address() -> EntryIntent {
    EntryIntent::Email { email: EMAIL.to_owned() }
}

fn code(otp: &str) -> EntryIntent {
    EntryIntent::Otp { otp: otp.to_owned() }
}

fn entry(sim: &Sim) -> EmailEntry {
    sim.page().state.vault.entry.clone().unwrap()
}

#[test]
fn who_enters_address_and_code_there_is_connected_and_the_frame_opens_their_wallet() {
    let mut sim = opened();
    assert_eq!(sim.page().frame.view, None, "nothing of it is to be seen");
    enter(&mut sim, &EntryIntent::Select);
    enter(&mut sim, &address());
    assert_eq!((view(&sim), entry(&sim).step), (Some(View::EmailVerifyOtp), EntryStep::Code));
    assert_eq!((entry(&sim).email.as_str(), entry(&sim).is_busy), (EMAIL, false));
    assert!(entry(&sim).again_at_ms.is_some());
    enter(&mut sim, &code("654321"));
    let told = entry(&sim);
    assert_eq!((told.fault, told.is_busy), (Some(EntryFault::OtpRefused), false));
    enter(&mut sim, &code(CODE));
    sim.run_for(2_000);
    assert_eq!((view(&sim), connected(&sim).len()), (None, 2));
    assert_eq!(
        events(&sim),
        [
            "EMAIL_LOGIN_SELECTED",
            "EMAIL_SUBMITTED",
            "EMAIL_VERIFICATION_CODE_SENT",
            "EMAIL_VERIFICATION_CODE_PASS"
        ]
    );
    assert_eq!(entry(&sim), EmailEntry { email: EMAIL.to_owned(), ..EmailEntry::default() });
}

#[test]
fn a_mailed_link_is_waited_for_with_the_number_that_its_page_asks_for() {
    let mut sim = opened();
    sim.page().frame.action = Some(ConnectAction::VerifyDevice);
    enter(&mut sim, &address());
    assert_eq!((view(&sim), entry(&sim).number), (Some(View::EmailVerifyDevice), Some(42)));
    sim.run_for(5_000);
    assert_eq!((view(&sim), entry(&sim).is_busy), (Some(View::EmailVerifyDevice), false));
    sim.page().frame.is_followed = true;
    sim.run_for(5_000);
    assert_eq!(view(&sim), Some(View::EmailVerifyOtp));
    enter(&mut sim, &code(CODE));
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
    assert_eq!(
        events(&sim),
        [
            "EMAIL_SUBMITTED",
            "DEVICE_REGISTERED_FOR_EMAIL",
            "EMAIL_VERIFICATION_CODE_SENT",
            "EMAIL_VERIFICATION_CODE_PASS"
        ]
    );
}

#[test]
fn whom_their_browser_still_knows_needs_no_code_there_either() {
    let mut sim = opened();
    sim.page().frame.is_signed_in = true;
    sim.page().frame.action = Some(ConnectAction::Connect);
    enter(&mut sim, &address());
    sim.run_for(2_000);
    assert_eq!((view(&sim), connected(&sim).len()), (None, 2));
    assert_eq!(events(&sim), ["EMAIL_SUBMITTED"]);
}

#[test]
fn who_goes_back_or_closes_begins_anew_and_no_link_is_waited_for_any_more() {
    for way_out in [Intent::Back, Intent::Dismiss] {
        let mut sim = opened();
        sim.page().frame.action = Some(ConnectAction::VerifyDevice);
        enter(&mut sim, &address());
        sim.send(&way_out);
        sim.run_for(500);
        let kept = EmailEntry { email: EMAIL.to_owned(), ..EmailEntry::default() };
        assert_eq!(entry(&sim), kept, "{way_out:?}");
        sim.page().frame.is_followed = true;
        sim.run_for(5_000);
        assert!(view(&sim).is_none_or(|it| it == View::Connect), "{way_out:?}");
    }
}

#[test]
fn what_is_not_taken_is_told_in_the_words_of_the_vault() {
    for told in [
        EntryFault::Offline,
        EntryFault::EmailMalformed,
        EntryFault::EmailUnknown,
        EntryFault::MailNotSent,
        EntryFault::TooSoon { seconds: 17 },
        EntryFault::AttemptOver,
        EntryFault::ClockOff,
        EntryFault::NotSetUp,
        EntryFault::Unexpected,
    ] {
        let mut sim = opened();
        sim.page().frame.fault = Some(tree(&told));
        enter(&mut sim, &address());
        assert_eq!((view(&sim), entry(&sim).fault), (Some(View::Connect), Some(told)));
        // Another try takes it away.
        sim.page().frame.fault = None;
        enter(&mut sim, &address());
        assert_eq!((view(&sim), entry(&sim).fault), (Some(View::EmailVerifyOtp), None));
    }
}

/// Each is one of the vault's own, by the same word.
#[test]
fn the_words_are_those_of_the_vault() {
    for told in [
        EntryFault::Offline,
        EntryFault::EmailMalformed,
        EntryFault::EmailUnknown,
        EntryFault::MailNotSent,
        EntryFault::TooSoon { seconds: 17 },
        EntryFault::OtpMalformed,
        EntryFault::OtpRefused,
        EntryFault::AttemptOver,
        EntryFault::EmailLeft,
        EntryFault::ClockOff,
        EntryFault::NotSetUp,
        EntryFault::Unexpected,
    ] {
        let text = to_text(&told);
        assert_eq!(to_text(&from_text::<vault::Fault>(&text).unwrap()), text);
    }
}

#[test]
fn a_fault_of_which_there_is_no_word_is_an_unexpected_one_and_a_lost_frame_is_offline() {
    let mut sim = opened();
    sim.page().frame.fault = Some(Json::object([("type", Json::text("signedOut"))]));
    enter(&mut sim, &address());
    assert_eq!(entry(&sim).fault, Some(EntryFault::Unexpected));
    let mut sim = opened();
    sim.page().frame.is_mute = true;
    enter(&mut sim, &address());
    assert!(entry(&sim).is_busy);
    sim.run_for(30_000);
    assert_eq!(entry(&sim).fault, Some(EntryFault::Offline));
}

#[test]
fn another_mail_stays_where_it_is_asked_for() {
    let mut sim = opened();
    enter(&mut sim, &address());
    sim.run_for(30_000);
    let before = entry(&sim).again_at_ms;
    enter(&mut sim, &EntryIntent::Resend);
    assert_eq!(view(&sim), Some(View::EmailVerifyOtp));
    assert!(entry(&sim).again_at_ms > before);
    assert_eq!(events(&sim).len(), 2, "it is the same sign-in");
    let requested = sim.page().frame.requested.clone();
    assert_eq!(requested.iter().filter(|it| *it == "ConnectEmail").count(), 2);
}

#[test]
fn without_the_option_and_before_the_terms_are_accepted_nothing_is_handed_on() {
    let mut sim = page();
    open(&mut sim);
    assert_eq!(sim.page().state.vault.entry, None);
    assert_eq!(sim.page().frame.view, Some(FrameView::EmailLogin));
    enter(&mut sim, &address());
    assert!(!sim.page().frame.requested.contains(&"ConnectEmail".to_owned()));
    let mut sim = page();
    let terms = r#""termsConditionsUrl":"https://shop.example","features":{"legalCheckbox":true}"#;
    configure(&mut sim, &format!(r#"{{"emailEntry":"host",{terms}}}"#));
    open(&mut sim);
    enter(&mut sim, &address());
    assert_eq!(sim.page().frame.loads, 0);
    sim.send(&Intent::AcceptTerms { is_accepted: true });
    sim.run_for(2_000);
    enter(&mut sim, &address());
    assert_eq!(view(&sim), Some(View::EmailVerifyOtp));
}
