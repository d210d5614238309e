//! What is approved in a window of the vault's own, on pages that may draw over the frame: what such a page can have
//! approved without a window, what a window shows, and what comes of it.

use protocol::api::vault::FactorKind;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::module::reading::ReadingKind;
use protocol::rpc::{RpcError, USER_REJECTED};
use runtime::Secret;
use sim::frame::{FramePage, Kept};
use sim::frame_server::{CODE, FrameServer};
use sim::frame_visit::{ANN, SHOP, Visit, boot, rpc, show};
use vault::{Approval, Boot, Fault, InWindow, Intent, ReviewStep, SettingsStep};
use wire::Json;

/// A page that the project lets in and does not trust.
const OTHER: &str = "https://ads.shop.example";
/// The number of the browser that windows are in: it keeps nothing of the frame's.
const WINDOW: u32 = 7;

fn asked() -> (FrameServer, Visit, MessageId) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::on(OTHER, 1, &Kept::default()));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    let id = visit.begins(&mut server, &personal_sign(&address));
    (server, visit, id)
}

fn personal_sign(address: &str) -> Request {
    rpc("personal_sign", Json::list([Json::text("0x48656c6c6f"), Json::text(address)]))
}

fn approval(visit: &Visit) -> Approval {
    visit.page.state().approval.expect("something shows")
}

fn opens(server: &mut FrameServer, visit: &mut Visit) -> FramePage {
    let request = approval(visit).request;
    visit.does(server, &Intent::Review { request });
    let (_, secret) = visit.page.windows.last().expect("a window").clone();
    window(server, Some(secret))
}

fn window(server: &mut FrameServer, review: Option<Secret>) -> FramePage {
    let mut window = FramePage::new(&Boot { review, ..boot() }, &Kept::default(), 70);
    server.serve(&mut window, WINDOW);
    window
}

fn step(window: &FramePage) -> Option<ReviewStep> {
    window.state().screen.review
}

fn presses(server: &mut FrameServer, window: &mut FramePage, is_approved: bool) {
    let request = window.state().approval.expect("it shows").request;
    let intent = if is_approved { Intent::Approve { request } } else { Intent::Refuse { request } };
    window.dispatch(&intent);
    server.serve(window, WINDOW);
}

fn hears(server: &mut FrameServer, visit: &mut Visit) {
    server.serve(&mut visit.page, 1);
}

fn signature(answer: Option<Result<Answer, RpcError>>) -> String {
    match answer {
        Some(Ok(Answer::Value { value })) => value.as_text().expect("a text").to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_approved_in_the_frame_of_a_page_that_is_not_trusted() {
    let (mut server, mut visit, id) = asked();
    let Approval { request, in_window, .. } = approval(&visit);
    assert_eq!(in_window, Some(InWindow::Ready));
    for _ in 0..3 {
        visit.does(&mut server, &Intent::Approve { request });
        assert_eq!(visit.page.take(id), None);
    }
    assert!(!server.asked.contains(&"wallet/share".to_owned()));
    // It can be refused: that needs nobody's eyes.
    visit.does(&mut server, &Intent::Refuse { request });
    let Some(Err(RpcError { code, .. })) = visit.page.take(id) else { panic!("refused") };
    assert_eq!(code, USER_REJECTED);
    assert!(server.reviews.is_empty(), "it was taken back");
}

#[test]
fn a_trusted_page_takes_no_window_and_may_have_one_for_want_of_room() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    let id = visit.begins(&mut server, &personal_sign(&address));
    let Approval { request, in_window, .. } = approval(&visit);
    assert_eq!(in_window, None);
    assert!(visit.page.windows.is_empty() && server.reviews.is_empty());
    visit.does(&mut server, &Intent::Approve { request });
    signature(visit.page.take(id));
    let id = visit.begins(&mut server, &personal_sign(&address));
    // One press opens it; from then on it is decided there and nowhere else.
    let mut window = opens(&mut server, &mut visit);
    assert_eq!((visit.page.windows.len(), server.reviews.len()), (1, 1));
    let request = approval(&visit).request;
    visit.does(&mut server, &Intent::Approve { request });
    assert_eq!(visit.page.take(id), None);
    presses(&mut server, &mut window, true);
    hears(&mut server, &mut visit);
    signature(visit.page.take(id));
}

#[test]
fn what_shows_in_the_window_is_approved_there_and_signed_in_the_frame() {
    let (mut server, mut visit, id) = asked();
    let reading = approval(&visit).reading;
    let mut window = opens(&mut server, &mut visit);
    let (url, _) = &visit.page.windows[0];
    assert!(url.starts_with("https://vault.example/review?projectId=de7d"), "{url}");
    assert_eq!(step(&window), Some(ReviewStep::Open));
    let state = window.state();
    assert_eq!(state.screen.view, Some(FrameView::ApproveTransaction));
    assert_eq!((&*state.screen.origin, &*state.screen.site), (OTHER, "The Shop"));
    let shown = state.approval.expect("it shows");
    assert_eq!((shown.reading, shown.in_window), (reading, None));
    hears(&mut server, &mut visit);
    assert_eq!(approval(&visit).in_window, Some(InWindow::Open));
    assert_eq!(visit.page.take(id), None);
    presses(&mut server, &mut window, true);
    assert_eq!(step(&window), Some(ReviewStep::Decided));
    assert_eq!(window.state().approval, None);
    hears(&mut server, &mut visit);
    assert_eq!(signature(visit.page.take(id)).len(), 132);
    // No window asks for a share: those sign nothing.
    assert_eq!(server.asked.iter().filter(|it| *it == "wallet/share").count(), 1);
    assert!(server.reviews.is_empty());
}

#[test]
fn what_is_refused_in_the_window_is_refused() {
    let (mut server, mut visit, id) = asked();
    let mut window = opens(&mut server, &mut visit);
    presses(&mut server, &mut window, false);
    hears(&mut server, &mut visit);
    let Some(Err(RpcError { code, .. })) = visit.page.take(id) else { panic!("refused") };
    assert_eq!(code, USER_REJECTED);
}

#[test]
fn the_server_has_nothing_to_read_and_nothing_to_approve_by() {
    let (mut server, mut visit, id) = asked();
    let _window = opens(&mut server, &mut visit);
    // Whoever writes the database decides in the place of a person, with another key.
    let forged = protocol::relay::base64::encode(br#"other|decided|{"isApproved":true}"#);
    server.reviews[0].decided = Some(forged);
    hears(&mut server, &mut visit);
    assert_eq!(visit.page.take(id), None);
    assert_eq!(approval(&visit).fault, Some(Fault::Unexpected));
    assert!(!server.asked.contains(&"wallet/share".to_owned()));
}

#[test]
fn what_was_offered_is_no_decision_and_a_decision_is_of_its_own_window() {
    let (mut server, mut visit, id) = asked();
    let _window = opens(&mut server, &mut visit);
    let offered = server.reviews[0].sealed.clone();
    server.reviews[0].decided = Some(offered);
    hears(&mut server, &mut visit);
    assert_eq!((visit.page.take(id), approval(&visit).fault), (None, Some(Fault::Unexpected)));
    // It is prepared anew, under another key, and the window of before is over.
    let first = visit.page.windows[0].1.text().to_owned();
    let mut window = opens(&mut server, &mut visit);
    assert_ne!(visit.page.windows[1].1.text(), first);
    presses(&mut server, &mut window, true);
    hears(&mut server, &mut visit);
    signature(visit.page.take(id));
}

#[test]
fn a_window_can_be_opened_again_and_the_first_decision_counts() {
    let (mut server, mut visit, id) = asked();
    let mut first = opens(&mut server, &mut visit);
    let mut second = opens(&mut server, &mut visit);
    presses(&mut server, &mut second, false);
    presses(&mut server, &mut first, true);
    assert_eq!((step(&second), step(&first)), (Some(ReviewStep::Decided), Some(ReviewStep::Over)));
    hears(&mut server, &mut visit);
    assert!(matches!(visit.page.take(id), Some(Err(_))));
}

#[test]
fn a_window_that_is_not_there_in_time_was_perhaps_blocked_until_it_is_opened_again() {
    let (mut server, mut visit, _) = asked();
    let in_window = |visit: &Visit| approval(visit).in_window;
    let request = approval(&visit).request;
    visit.does(&mut server, &Intent::Review { request });
    visit.page.elapse(2_999);
    assert_eq!(in_window(&visit), Some(InWindow::Opening));
    visit.page.elapse(1);
    assert_eq!(in_window(&visit), Some(InWindow::Late));
    let _window = opens(&mut server, &mut visit);
    assert_eq!(in_window(&visit), Some(InWindow::Opening));
    hears(&mut server, &mut visit);
    visit.page.elapse(3_000);
    assert_eq!(in_window(&visit), Some(InWindow::Open));
}

#[test]
fn what_the_page_does_not_want_any_more_is_over_in_its_window() {
    let (mut server, mut visit, id) = asked();
    let mut window = opens(&mut server, &mut visit);
    visit.asks(&mut server, &Request::RpcAbort).expect("it ends");
    assert!(matches!(visit.page.take(id), Some(Err(_))));
    presses(&mut server, &mut window, true);
    assert_eq!(step(&window), Some(ReviewStep::Over));
    assert!(!server.asked.contains(&"wallet/share".to_owned()));
    // So is one that is loaded anew, that was never offered, or whose address was cut off.
    for secret in ["", "abc", "AAAAAAAAAAAAAAAAAAAAAA.AAAA", "."] {
        let window = self::window(&mut server, Some(Secret::new(secret.to_owned())));
        assert_eq!(step(&window), Some(ReviewStep::Over), "{secret}");
    }
}

#[test]
fn without_a_server_it_can_be_tried_again_on_both_sides() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::on(OTHER, 1, &Kept::default()));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    server.is_down = true;
    let id = visit.begins(&mut server, &personal_sign(&address));
    let Approval { request, fault, .. } = approval(&visit);
    assert_eq!(fault, Some(Fault::Offline));
    server.is_down = false;
    visit.does(&mut server, &Intent::Review { request });
    let Approval { fault, in_window, .. } = approval(&visit);
    assert_eq!((fault, in_window), (None, Some(InWindow::Opening)));
    assert_eq!(visit.page.windows.len(), 1, "it was wanted");
    server.is_down = true;
    let mut window = opens(&mut server, &mut visit);
    assert_eq!(step(&window), Some(ReviewStep::Offline));
    server.is_down = false;
    window.dispatch(&Intent::Retry);
    server.serve(&mut window, WINDOW);
    server.is_down = true;
    presses(&mut server, &mut window, true);
    // Nothing can be decided otherwise any more: it may have been heard.
    assert_eq!((step(&window), window.state().approval), (Some(ReviewStep::Sending), None));
    server.is_down = false;
    window.elapse(1_000);
    server.serve(&mut window, WINDOW);
    assert_eq!(step(&window), Some(ReviewStep::Decided));
    hears(&mut server, &mut visit);
    assert_eq!(visit.page.take(id), None);
    visit.page.elapse(1_000);
    hears(&mut server, &mut visit);
    signature(visit.page.take(id));
}

#[test]
fn a_press_before_the_window_can_be_opened_opens_it_as_soon_as_it_can() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::on(OTHER, 1, &Kept::default()));
    visit.signs_in(&mut server);
    let address = visit.user(&mut server).address;
    let id = visit.page.request(&personal_sign(&address));
    let Approval { request, in_window, .. } = approval(&visit);
    assert_eq!(in_window, Some(InWindow::Preparing));
    visit.page.dispatch(&Intent::Review { request });
    assert!(visit.page.windows.is_empty());
    server.serve(&mut visit.page, 1);
    assert_eq!(visit.page.windows.len(), 1);
    let secret = visit.page.windows[0].1.clone();
    let mut window = window(&mut server, Some(secret));
    presses(&mut server, &mut window, true);
    hears(&mut server, &mut visit);
    signature(visit.page.take(id));
}

#[test]
fn what_is_dear_in_the_settings_takes_the_window_too() {
    for (intent, kind, is_done) in [
        (Intent::WantWords, ReadingKind::ShowWords, "wallet/share"),
        (Intent::Delete, ReadingKind::DeleteWallet, "account/delete"),
    ] {
        let (mut server, mut visit) =
            (FrameServer::default(), Visit::on(OTHER, 1, &Kept::default()));
        visit.signs_in(&mut server);
        visit.user(&mut server);
        visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
        let done = |server: &FrameServer| server.asked.iter().any(|it| it == is_done);
        visit.does(&mut server, &intent);
        let Approval { request, reading, in_window, .. } = approval(&visit);
        let reading = reading.read().expect("a reading");
        assert_eq!((reading.kind, in_window), (kind, Some(InWindow::Ready)));
        visit.does(&mut server, &Intent::Approve { request });
        assert!(!done(&server), "{kind:?}");
        visit.does(&mut server, &Intent::Refuse { request });
        let settings = visit.page.state().settings;
        assert_eq!(
            (settings.step, settings.fault),
            (SettingsStep::Overview, Some(Fault::Declined))
        );
        assert!(!done(&server), "{kind:?}");
        visit.does(&mut server, &intent);
        let mut window = opens(&mut server, &mut visit);
        presses(&mut server, &mut window, true);
        hears(&mut server, &mut visit);
        assert!(done(&server), "{kind:?}");
    }
}

/// Has what shows approved in its window.
fn approves(server: &mut FrameServer, visit: &mut Visit, kind: ReadingKind) {
    assert_eq!(approval(visit).reading.read().expect("a reading").kind, kind);
    let mut window = opens(server, visit);
    presses(server, &mut window, true);
    hears(server, visit);
}

#[test]
fn a_recovery_code_is_kept_and_given_up_by_the_window_where_the_share_is_lost_too() {
    let (mut server, mut visit) = (FrameServer::default(), Visit::on(OTHER, 1, &Kept::default()));
    visit.signs_in(&mut server);
    visit.user(&mut server);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    visit.does(&mut server, &Intent::DrawCode);
    let words = visit.shown("words").expect("words");
    visit.does(&mut server, &Intent::KeepCode);
    let request = approval(&visit).request;
    visit.does(&mut server, &Intent::Refuse { request });
    let told = |visit: &Visit| {
        let settings = visit.page.state().settings;
        (settings.step, settings.factors, settings.fault)
    };
    // What they wrote down still stands there, and is taken after all.
    let refused = (SettingsStep::Code, vec![FactorKind::Automatic], Some(Fault::Declined));
    assert_eq!((told(&visit), visit.shown("words").as_ref()), (refused, Some(&words)));
    visit.does(&mut server, &Intent::KeepCode);
    approves(&mut server, &mut visit, ReadingKind::NewRecovery);
    assert_eq!(told(&visit), (SettingsStep::Overview, vec![FactorKind::Code], None));
    assert!(visit.kept.lose("share"));
    let mut visit = Visit::on(OTHER, 1, &visit.kept);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    server.is_down = true;
    visit.does(&mut server, &Intent::WantAutomatic);
    assert_eq!(told(&visit).2, Some(Fault::Offline));
    server.is_down = false;
    visit.does(&mut server, &Intent::WantAutomatic);
    approves(&mut server, &mut visit, ReadingKind::NewAutomaticRecovery);
    assert_eq!(told(&visit), (SettingsStep::Recover, vec![FactorKind::Code], None));
    visit.does(&mut server, &Intent::SubmitCode { secret: Secret::new(words) });
    assert_eq!(told(&visit), (SettingsStep::Overview, vec![FactorKind::Automatic], None));
}

#[test]
fn a_trusted_page_that_is_itself_in_another_one_takes_the_window() {
    let boot = Boot { is_nested: true, ..boot() };
    let mut server = FrameServer::default();
    let mut page = FramePage::new(&boot, &Kept::default(), 3);
    page.knock(SHOP);
    page.request(&show(FrameView::EmailLogin));
    page.dispatch(&Intent::SubmitEmail { email: ANN.to_owned() });
    server.serve(&mut page, 1);
    page.dispatch(&Intent::SubmitOtp { otp: CODE.to_owned() });
    server.serve(&mut page, 1);
    page.request(&show(FrameView::WalletSettings));
    server.serve(&mut page, 1);
    page.dispatch(&Intent::WantWords);
    server.serve(&mut page, 1);
    let approval = page.state().approval.expect("it shows");
    assert_eq!(approval.in_window, Some(InWindow::Ready));
}
