//! What somebody does about their own wallet in the vault's frame: its words, a recovery code, other sessions, leaving.

use protocol::api::vault::refusal::WALLET_LOCKED;
use protocol::api::vault::{FactorKind, RecoveryPolicy};
use protocol::frame::message::FrameUser;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::frame::unasked::Unasked;
use runtime::Secret;
use sim::frame_server::{CODE, FrameServer};
use sim::frame_visit::{Visit, show};
use vault::{Fault, Intent, Settings, SettingsStep, SignInStep};
use wire::Long;

const PLACE: &str = "words";

fn in_settings() -> (FrameServer, Visit, FrameUser) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let user = visit.user(&mut server);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    (server, visit, user)
}

fn settings(visit: &Visit) -> Settings {
    visit.page.state().settings
}

#[test]
fn the_view_says_how_things_are() {
    let (_, visit, _) = in_settings();
    let Settings { step, email, factors, sessions, is_whole, is_busy, fault, .. } =
        settings(&visit);
    assert_eq!((step, &*email), (SettingsStep::Overview, "ann@example.com"));
    assert_eq!((factors, sessions.len()), (vec![FactorKind::Automatic], 1));
    assert_eq!((is_whole, is_busy, fault), (true, false, None));
}

#[test]
fn the_words_show_in_their_place_alone_and_are_gone_with_the_view() {
    let (mut server, mut visit, _) = in_settings();
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!(settings(&visit).step, SettingsStep::Words);
    let words = visit.shown(PLACE).expect("words");
    assert_eq!(words.split(' ').count(), 12);
    let state = wire::to_text(&visit.page.state());
    assert!(words.split(' ').filter(|it| it.len() > 4).all(|it| !state.contains(it)), "{state}");
    assert!(visit.page.said.iter().all(|it| !it.contains(&words)));
    visit.does(&mut server, &Intent::HideWords);
    assert_eq!((visit.shown(PLACE), settings(&visit).step), (None, SettingsStep::Overview));
    visit.does(&mut server, &Intent::WantWords);
    assert!(visit.shown(PLACE).is_some());
    visit.asks(&mut server, &Request::Show { view: None }).expect("it is left");
    assert_eq!((visit.shown(PLACE), settings(&visit)), (None, Settings::default()));
}

#[test]
fn who_signed_in_long_ago_proves_it_once_more_and_gets_what_they_wanted() {
    let (mut server, mut visit, user) = in_settings();
    server.is_stale = true;
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!((settings(&visit).step, visit.shown(PLACE)), (SettingsStep::Prove, None));
    assert_eq!(server.mails.len(), 2);
    visit.does(&mut server, &Intent::SubmitProof { otp: "000000".to_owned() });
    assert_eq!(settings(&visit).fault, Some(Fault::OtpRefused));
    visit.does(&mut server, &Intent::Resend);
    assert_eq!((settings(&visit).fault, server.mails.len()), (None, 3));
    assert_eq!((settings(&visit).step, visit.shown(PLACE)), (SettingsStep::Prove, None));
    visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
    assert_eq!(settings(&visit).step, SettingsStep::Words);
    assert!(visit.shown(PLACE).is_some());
    assert_eq!(visit.user(&mut server), user);
}

#[test]
fn who_signed_in_long_ago_proves_it_to_see_the_view_where_the_share_is_lost() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let user = visit.user(&mut server);
    assert!(visit.kept.lose("share"));
    let mut visit = visit.reload();
    server.is_stale = true;
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    let proves = || Settings {
        step: SettingsStep::Prove,
        email: "ann@example.com".to_owned(),
        ..Settings::default()
    };
    assert_eq!((settings(&visit), server.mails.len()), (proves(), 2));
    // Whoever does not want to is told why there is nothing to see.
    visit.does(&mut server, &Intent::HideWords);
    let nothing = Settings { fault: Some(Fault::NotFresh), ..Settings::default() };
    assert_eq!(settings(&visit), nothing);
    visit.does(&mut server, &Intent::Retry);
    assert_eq!((settings(&visit), server.mails.len()), (proves(), 3));
    visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
    let Settings { step, email, fault, .. } = settings(&visit);
    assert_eq!((step, &*email, fault), (SettingsStep::Overview, "ann@example.com", None));
    assert_eq!(visit.user(&mut server), user);
}

#[test]
fn every_dear_thing_waits_for_the_code_of_who_signed_in_long_ago() {
    for (name, intent) in [
        ("words", Intent::WantWords),
        ("code", Intent::KeepCode),
        ("automatic", Intent::WantAutomatic),
        ("delete", Intent::Delete),
    ] {
        let (mut server, mut visit, _) = in_settings();
        if intent == Intent::KeepCode {
            visit.does(&mut server, &Intent::DrawCode);
        }
        server.is_stale = true;
        visit.does(&mut server, &intent);
        assert_eq!(settings(&visit).fault, None, "{name}");
        let wrong = Intent::SubmitProof { otp: "000000".to_owned() };
        for is_tried in [false, true] {
            if is_tried {
                visit.does(&mut server, &wrong);
            }
            let Settings { step, factors, .. } = settings(&visit);
            assert_eq!((step, visit.shown(PLACE)), (SettingsStep::Prove, None), "{name}");
            assert_eq!(factors, [FactorKind::Automatic], "{name}");
            assert_eq!(server.mails.len(), 2, "{name}");
            assert!(!server.asked.contains(&"wallet/rotate".to_owned()), "{name}");
            assert!(visit.kept.text().contains(":share="), "{name}");
        }
        assert!(visit.is_connected(&mut server), "{name}");
        visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
        let is_done = match intent {
            Intent::WantWords => visit.shown(PLACE).is_some(),
            Intent::KeepCode => settings(&visit).factors == [FactorKind::Code],
            Intent::WantAutomatic => server.asked.contains(&"wallet/rotate".to_owned()),
            _ => visit.kept.text().is_empty() && !visit.is_connected(&mut server),
        };
        assert!(is_done, "{name}");
    }
}

#[test]
fn a_code_that_was_kept_is_what_brings_the_wallet_back() {
    let (mut server, mut visit, user) = in_settings();
    visit.does(&mut server, &Intent::DrawCode);
    assert_eq!(settings(&visit).step, SettingsStep::Code);
    let words = visit.shown(PLACE).expect("words");
    assert_eq!(words.split(' ').count(), 24);
    assert_eq!(settings(&visit).factors, [FactorKind::Automatic]);
    visit.does(&mut server, &Intent::KeepCode);
    assert_eq!((settings(&visit).factors, visit.shown(PLACE)), (vec![FactorKind::Code], None));
    assert_eq!(visit.user(&mut server), user);

    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    assert!(matches!(elsewhere.page.state().sign_in.step, SignInStep::Recover { .. }));
    let other = Secret::new("abandon ".repeat(23) + "art");
    elsewhere.does(&mut server, &Intent::SubmitCode { secret: other });
    assert_eq!(elsewhere.page.state().sign_in.fault, Some(Fault::FactorWrong));
    let odd = Secret::new("abandon".to_owned());
    elsewhere.does(&mut server, &Intent::SubmitCode { secret: odd });
    assert_eq!(elsewhere.page.state().sign_in.fault, Some(Fault::FactorWrong));
    let again = Secret::new(words.clone());
    elsewhere.does(&mut server, &Intent::SubmitCode { secret: Secret::new(words) });
    assert_eq!(elsewhere.page.state().screen.view, None);
    assert_eq!(elsewhere.user(&mut server), user);

    visit.does(&mut server, &Intent::WantAutomatic);
    visit.does(&mut server, &Intent::SubmitCode { secret: again });
    assert_eq!(settings(&visit).factors, [FactorKind::Automatic]);
    let mut third = Visit::new(3);
    third.signs_in(&mut server);
    assert_eq!(third.user(&mut server), user);
}

/// A wallet that a recovery code brings back, in the settings, and the words of that code.
fn with_code() -> (FrameServer, Visit, String) {
    let (mut server, mut visit, _) = in_settings();
    visit.does(&mut server, &Intent::DrawCode);
    let words = visit.shown(PLACE).expect("words");
    visit.does(&mut server, &Intent::KeepCode);
    assert_eq!(settings(&visit).factors, [FactorKind::Code]);
    server.asked.clear();
    (server, visit, words)
}

fn code(words: &str) -> Intent {
    Intent::SubmitCode { secret: Secret::new(words.to_owned()) }
}

#[test]
fn whoever_is_signed_in_and_has_not_the_code_sees_no_words_and_splits_nothing() {
    let other = "abandon ".repeat(23) + "art";
    for intent in [Intent::WantWords, Intent::WantAutomatic, Intent::KeepCode] {
        let (mut server, mut visit, words) = with_code();
        if intent == Intent::KeepCode {
            visit.does(&mut server, &Intent::DrawCode);
        }
        visit.does(&mut server, &intent);
        let asked = (settings(&visit).step, visit.shown(PLACE), settings(&visit).fault);
        assert_eq!(asked, (SettingsStep::Recover, None, None));
        assert!(!server.asked.contains(&"wallet/recover".to_owned()), "nothing is told before");
        visit.does(&mut server, &code(&other));
        let asked = (settings(&visit).step, visit.shown(PLACE), settings(&visit).fault);
        assert_eq!(asked, (SettingsStep::Recover, None, Some(Fault::FactorWrong)));
        assert!(!server.asked.contains(&"wallet/share".to_owned()));
        assert!(!server.asked.contains(&"wallet/rotate".to_owned()));
        // The right one is taken afterwards.
        visit.does(&mut server, &code(&words));
        match intent {
            Intent::WantWords => assert_eq!(settings(&visit).step, SettingsStep::Words),
            _ => assert!(server.asked.contains(&"wallet/rotate".to_owned())),
        }
        assert_eq!(settings(&visit).fault, None);
    }
}

#[test]
fn what_is_known_shows_where_the_share_is_lost_and_the_code_is_still_taken() {
    let (mut server, mut visit, words) = with_code();
    let user = visit.user(&mut server);
    assert!(visit.kept.lose("share"));
    let mut visit = visit.reload();
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    let Settings { step, factors, sessions, fault, .. } = settings(&visit);
    assert_eq!(
        (step, factors, sessions.len()),
        (SettingsStep::Overview, vec![FactorKind::Code], 1)
    );
    assert_eq!(fault, Some(Fault::FactorMissing));
    visit.does(&mut server, &Intent::WantAutomatic);
    assert_eq!((settings(&visit).step, settings(&visit).fault), (SettingsStep::Recover, None));
    visit.does(&mut server, &code(&words));
    let Settings { step, factors, fault, .. } = settings(&visit);
    assert_eq!((step, factors), (SettingsStep::Overview, vec![FactorKind::Automatic]));
    assert_eq!((fault, visit.user(&mut server)), (None, user));
}

#[test]
fn what_is_known_shows_of_a_wallet_that_the_operator_locked() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    assert!(visit.kept.lose("share"));
    let mut visit = visit.reload();
    server.refuses = Some(WALLET_LOCKED);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    let Settings { factors, sessions, fault, .. } = settings(&visit);
    assert_eq!((factors, sessions.len()), (vec![FactorKind::Automatic], 1));
    assert_eq!(fault, Some(Fault::WalletLocked));
}

#[test]
fn the_code_counts_once_they_proved_who_they_are_and_not_after_they_left() {
    let (mut server, mut visit, words) = with_code();
    server.is_stale = true;
    visit.does(&mut server, &Intent::WantWords);
    visit.does(&mut server, &code(&words));
    assert_eq!((settings(&visit).step, visit.shown(PLACE)), (SettingsStep::Prove, None));
    visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
    assert!(visit.shown(PLACE).is_some());
    visit.does(&mut server, &Intent::HideWords);
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!((settings(&visit).step, visit.shown(PLACE)), (SettingsStep::Recover, None));
    // Nor is it asked for any more once they do not want it after all.
    visit.does(&mut server, &Intent::HideWords);
    assert_eq!(settings(&visit).step, SettingsStep::Overview);
    visit.does(&mut server, &code(&words));
    assert_eq!(visit.shown(PLACE), None);
}

#[test]
fn the_code_is_entered_once_more_where_the_server_was_not_reached_and_counts_for_nothing_else() {
    let (mut server, mut visit, words) = with_code();
    visit.does(&mut server, &Intent::WantWords);
    server.is_down = true;
    visit.does(&mut server, &code(&words));
    let told = (settings(&visit).step, settings(&visit).fault);
    assert_eq!(told, (SettingsStep::Recover, Some(Fault::Offline)));
    server.is_down = false;
    visit.does(&mut server, &code(&words));
    assert_eq!(settings(&visit).step, SettingsStep::Words);
    visit.does(&mut server, &Intent::HideWords);
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!((settings(&visit).step, visit.shown(PLACE)), (SettingsStep::Recover, None));
}

/// What showed while they signed in is not taken for what shows in the settings.
#[test]
fn a_code_of_the_settings_counts_there_though_one_was_shown_before() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::under(RecoveryPolicy::Ask, 1));
    visit.signs_in(&mut server);
    visit.does(&mut server, &Intent::ChooseCode);
    assert_eq!(visit.page.state().sign_in.step, SignInStep::Code);
    // Meanwhile the wallet is made in another tab of the browser.
    visit.reload().does(&mut server, &Intent::ChooseSignIn);
    assert!(server.asked.contains(&"wallet/create".to_owned()));
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    visit.does(&mut server, &Intent::DrawCode);
    visit.does(&mut server, &Intent::KeepCode);
    assert_eq!(settings(&visit).factors, [FactorKind::Code]);
    assert!(server.asked.contains(&"wallet/rotate".to_owned()));
}

#[test]
fn who_lost_the_code_still_deletes_the_wallet() {
    let (mut server, mut visit, _) = with_code();
    visit.does(&mut server, &Intent::Delete);
    assert_eq!(visit.kept.text(), "");
}

#[test]
fn a_code_that_was_written_down_is_taken_once_the_server_is_reached() {
    let (mut server, mut visit, _) = in_settings();
    visit.does(&mut server, &Intent::DrawCode);
    let words = visit.shown(PLACE);
    server.is_down = true;
    visit.does(&mut server, &Intent::KeepCode);
    let told = (settings(&visit).step, settings(&visit).fault, visit.shown(PLACE));
    assert_eq!(told, (SettingsStep::Code, Some(Fault::Offline), words));
    server.is_down = false;
    visit.does(&mut server, &Intent::KeepCode);
    let Settings { step, factors, fault, .. } = settings(&visit);
    assert_eq!((step, factors, fault), (SettingsStep::Overview, vec![FactorKind::Code], None));
    assert_eq!(visit.shown(PLACE), None);
}

#[test]
fn a_code_that_nobody_kept_changes_nothing() {
    let (mut server, mut visit, _) = in_settings();
    visit.does(&mut server, &Intent::DrawCode);
    visit.does(&mut server, &Intent::HideWords);
    visit.does(&mut server, &Intent::KeepCode);
    assert_eq!(settings(&visit).factors, [FactorKind::Automatic]);
    assert!(!server.asked.contains(&"wallet/rotate".to_owned()));
}

#[test]
fn whoever_is_signed_in_elsewhere_is_signed_out() {
    let (mut server, mut visit, _) = in_settings();
    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    assert!(elsewhere.is_connected(&mut server));
    visit.asks(&mut server, &Request::Show { view: None }).expect("it is left");
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    let sessions = settings(&visit).sessions;
    let [_, other] = &*sessions else { panic!("{sessions:?}") };
    visit.does(&mut server, &Intent::RevokeSession { id: Some(other.id.clone()) });
    assert_eq!(settings(&visit).sessions.len(), 1);
    assert!(!elsewhere.is_connected(&mut server));
}

#[test]
fn a_browser_that_is_to_forget_has_nothing_left() {
    let (mut server, mut visit, user) = in_settings();
    visit.does(&mut server, &Intent::Forget);
    assert_eq!(visit.kept.text(), "");
    assert!(visit.page.told.contains(&Unasked::Session { is_connected: false }));
    assert_eq!(visit.page.state().screen.view, None);
    let mut again = visit.reload();
    assert!(!again.is_connected(&mut server));
    again.signs_in(&mut server);
    assert_eq!(again.user(&mut server), user);
}

#[test]
fn who_is_forgotten_by_the_server_begins_with_another_wallet() {
    let (mut server, mut visit, user) = in_settings();
    visit.does(&mut server, &Intent::Delete);
    assert_eq!(visit.kept.text(), "");
    let mut again = visit.reload();
    again.signs_in(&mut server);
    assert_ne!(again.user(&mut server).address, user.address);
}

/// What the worker can sign here is gone at once; else there is a week to think it over.
#[test]
fn a_wallet_that_is_not_here_is_deleted_in_a_week() {
    let (mut server, mut visit, _) = in_settings();
    // Taken back elsewhere, and nothing but a code brings it back.
    server.revoke(1);
    server.remove_automatic();
    visit.does(&mut server, &Intent::Delete);
    assert_eq!(settings(&visit).leaves_at_ms, Some(Long(1_700_000_000_000 + 7 * 86_400_000)));
    assert_eq!(settings(&visit).fault, None);
    assert!(visit.is_connected(&mut server));
}

#[test]
fn without_a_server_the_view_says_so() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    server.is_down = true;
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    assert_eq!(settings(&visit).fault, Some(Fault::Offline));
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!((settings(&visit).fault, visit.shown(PLACE)), (Some(Fault::Offline), None));
    server.is_down = false;
    visit.does(&mut server, &Intent::Retry);
    let Settings { email, fault, .. } = settings(&visit);
    assert_eq!((&*email, fault), ("ann@example.com", None));
}
