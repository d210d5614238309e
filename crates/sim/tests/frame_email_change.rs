//! Another address to sign in with: typed in the frame, or requested by the page around, which a person approves first.

use protocol::api::vault::refusal;
use protocol::frame::answer::Answer;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::module::reading::ReadingKind;
use protocol::rpc::USER_REJECTED;
use sim::frame::Kept;
use sim::frame_server::{CODE, FrameServer};
use sim::frame_visit::{ANN, Visit, show};
use vault::{Fault, InWindow, Intent};

const BOB: &str = "bob@example.com";

fn signed_in() -> (FrameServer, Visit) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::new(1));
    visit.signs_in(&mut server);
    visit.user(&mut server);
    (server, visit)
}

fn update() -> Request {
    Request::UpdateEmail { email: BOB.to_owned() }
}

fn shown(visit: &Visit) -> Option<FrameView> {
    visit.page.state().screen.view
}

#[test]
fn somebody_types_it_and_both_codes_in_the_frame() {
    let (mut server, mut visit) = signed_in();
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    assert_eq!(visit.page.state().email_change.old_email, ANN);
    visit.does(&mut server, &Intent::ChangeEmail { email: BOB.to_owned() });
    assert_eq!(visit.page.state().email_change.new_email, BOB);
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailPrimaryOtp));
    assert_eq!(server.mails.last().map(String::as_str), Some(ANN));
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: CODE.to_owned() });
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailSecondaryOtp));
    assert_eq!(server.mails.last().map(String::as_str), Some(BOB));
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: CODE.to_owned() });
    assert_eq!(shown(&visit), None);
    let told = Unasked::Progress { step: FrameProgress::EmailChanged };
    assert!(visit.page.told.contains(&told));
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(BOB));
}

#[test]
fn what_goes_wrong_shows_and_going_back_begins_anew() {
    let (mut server, mut visit) = signed_in();
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    server.refuses = Some(refusal::EMAIL_TAKEN);
    visit.does(&mut server, &Intent::ChangeEmail { email: BOB.to_owned() });
    assert_eq!(visit.page.state().email_change.fault, Some(Fault::EmailTaken));
    visit.does(&mut server, &Intent::ChangeEmail { email: BOB.to_owned() });
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: "12345".to_owned() });
    assert_eq!(visit.page.state().email_change.fault, Some(Fault::OtpMalformed));
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailPrimaryOtp));
    server.refuses = Some(refusal::OTP_REFUSED);
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: CODE.to_owned() });
    assert_eq!(visit.page.state().email_change.fault, Some(Fault::OtpRefused));
    visit.asks(&mut server, &Request::Show { view: None }).expect("it goes");
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailWallet));
    // A code of before changes nothing any more.
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: CODE.to_owned() });
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(ANN));
}

#[test]
fn the_address_of_now_is_no_other_one() {
    let (mut server, mut visit) = signed_in();
    let mails = server.mails.len();
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    visit.does(&mut server, &Intent::ChangeEmail { email: " Ann@Example.com ".to_owned() });
    assert_eq!(visit.page.state().email_change.fault, Some(Fault::EmailSame));
    let email = ANN.to_owned();
    assert!(visit.asks(&mut server, &Request::UpdateEmail { email }).is_err());
    assert!(visit.page.state().approval.is_none() && server.mails.len() == mails);
}

#[test]
fn a_change_that_is_over_begins_anew_at_the_field() {
    let (mut server, mut visit) = signed_in();
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    visit.does(&mut server, &Intent::ChangeEmail { email: BOB.to_owned() });
    server.refuses = Some(refusal::ATTEMPT_UNKNOWN);
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: CODE.to_owned() });
    assert_eq!(visit.page.state().email_change.fault, Some(Fault::AttemptOver));
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailWallet));
    // Nor are codes awaited because a page says so.
    visit.asks(&mut server, &show(FrameView::UpdateEmailSecondaryOtp)).expect("it shows");
    assert_eq!(shown(&visit), Some(FrameView::UpdateEmailWallet));
}

#[test]
fn what_a_page_requests_a_person_approves_before_anybody_is_mailed() {
    let (mut server, mut visit) = signed_in();
    let mails = server.mails.len();
    let id = visit.begins(&mut server, &update());
    let approval = visit.page.state().approval.expect("it shows");
    let reading = approval.reading.read().expect("a reading");
    assert_eq!(reading.kind, ReadingKind::NewEmail);
    let values: Vec<_> = reading.brief.iter().map(|it| &*it.value).collect();
    assert_eq!(values, [ANN, BOB]);
    assert_eq!((visit.page.take(id), server.mails.len()), (None, mails));
    visit.does(&mut server, &Intent::Refuse { request: approval.request });
    let refused = visit.page.take(id).expect("an answer").expect_err("refused");
    assert_eq!((refused.code, server.mails.len()), (USER_REJECTED, mails));
    let otp = || CODE.to_owned();
    let primary = Request::UpdateEmailPrimaryOtp { otp: otp() };
    assert!(visit.asks(&mut server, &primary).is_err(), "nothing was begun");

    let id = visit.begins(&mut server, &update());
    let request = visit.page.state().approval.expect("it shows").request;
    visit.does(&mut server, &Intent::Approve { request });
    assert!(matches!(visit.page.take(id), Some(Ok(Answer::Updating { .. }))));
    assert_eq!(visit.asks(&mut server, &primary), Ok(Answer::Done));
    let secondary = Request::UpdateEmailSecondaryOtp { otp: otp() };
    let new_email = BOB.to_owned();
    assert_eq!(visit.asks(&mut server, &secondary), Ok(Answer::Updated { new_email }));
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(BOB));
}

#[test]
fn on_a_page_that_is_not_trusted_that_takes_a_window() {
    let mut server = FrameServer::default();
    let mut visit = Visit::on("https://ads.shop.example", 1, &Kept::default());
    visit.signs_in(&mut server);
    visit.user(&mut server);
    let mails = server.mails.len();
    let id = visit.begins(&mut server, &update());
    let approval = visit.page.state().approval.expect("it shows");
    assert_eq!(approval.in_window, Some(InWindow::Ready));
    visit.does(&mut server, &Intent::Approve { request: approval.request });
    assert_eq!((visit.page.take(id), server.mails.len()), (None, mails));
}

#[test]
fn an_address_that_only_looks_like_another_is_not_approved() {
    let (mut server, mut visit) = signed_in();
    let email = "аnn@example.com".to_owned();
    let refused = visit.asks(&mut server, &Request::UpdateEmail { email }).expect_err("refused");
    assert_eq!(refused.message, "Invalid email");
    assert_eq!(visit.page.state().approval, None);
}

#[test]
fn codes_of_a_change_are_taken_where_it_was_begun() {
    let (mut server, mut visit) = signed_in();
    visit.asks(&mut server, &show(FrameView::UpdateEmailWallet)).expect("it shows");
    visit.does(&mut server, &Intent::ChangeEmail { email: BOB.to_owned() });
    let otp = || CODE.to_owned();
    let primary = Request::UpdateEmailPrimaryOtp { otp: otp() };
    let secondary = Request::UpdateEmailSecondaryOtp { otp: otp() };
    assert!(visit.asks(&mut server, &primary).is_err());
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: otp() });
    assert!(visit.asks(&mut server, &secondary).is_err());
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(ANN));
    visit.does(&mut server, &Intent::SubmitChangeOtp { otp: otp() });
    assert_eq!(visit.user(&mut server).email.as_deref(), Some(BOB));
}
