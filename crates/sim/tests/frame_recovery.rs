//! What is to bring a wallet back: asked before one is made, and what a passkey does for it, in a window of the vault's
//! own.

use protocol::api::vault::{FactorKind, RecoveryPolicy};
use protocol::frame::message::{FrameUser, FrameView};
use protocol::frame::request::Request;
use protocol::module::reading::ReadingKind;
use sim::authenticator::Authenticator;
use sim::frame::{FramePage, Kept};
use sim::frame_server::{CODE, FrameServer};
use sim::frame_visit::{ANN, Visit, boot, rpc, show};
use vault::{
    Approval, Boot, Fault, InWindow, Intent, ReviewStep, Settings, SettingsStep, SignIn, SignInStep,
};
use wire::{Json, Long};

const PLACE: &str = "words";
/// The number of the browser that windows are in.
const WINDOW: u32 = 7;

fn newcomer(policy: RecoveryPolicy) -> (FrameServer, Visit) {
    let (mut server, mut visit) = (FrameServer::default(), Visit::under(policy, 1));
    visit.signs_in(&mut server);
    (server, visit)
}

fn sign_in(visit: &Visit) -> SignIn {
    visit.page.state().sign_in
}

fn settings(visit: &Visit) -> Settings {
    visit.page.state().settings
}

fn is_made(server: &FrameServer) -> bool {
    server.asked.contains(&"wallet/create".to_owned())
}

fn opens(server: &mut FrameServer, visit: &mut Visit) -> FramePage {
    let Approval { request, in_window, .. } = visit.page.state().approval.expect("it is offered");
    assert_eq!(in_window, Some(InWindow::Ready), "a passkey takes a window on every page");
    visit.does(server, &Intent::Review { request });
    let (_, secret) = visit.page.windows.last().expect("a window").clone();
    let mut window = FramePage::new(&Boot { review: Some(secret), ..boot() }, &Kept::default(), 70);
    server.serve(&mut window, WINDOW);
    window
}

fn approves(server: &mut FrameServer, window: &mut FramePage) {
    let request = window.state().approval.expect("it shows").request;
    window.dispatch(&Intent::Approve { request });
    server.serve(window, WINDOW);
}

/// Has the passkey that is offered made, or used.
fn gives(server: &mut FrameServer, visit: &mut Visit) {
    let mut window = opens(server, visit);
    approves(server, &mut window);
    assert_eq!(window.state().screen.review, Some(ReviewStep::Decided));
    server.serve(&mut visit.page, 1);
}

#[test]
fn a_newcomer_is_asked_before_a_wallet_is_made_where_the_project_wants_that() {
    for (policy, is_sign_in_enough) in [(RecoveryPolicy::Ask, true), (RecoveryPolicy::Own, false)] {
        let (server, visit) = newcomer(policy);
        assert_eq!(sign_in(&visit).step, SignInStep::Choose { is_sign_in_enough });
        assert!(!is_made(&server));
    }
    let (server, visit) = newcomer(RecoveryPolicy::Automatic);
    assert!(is_made(&server) && visit.page.state().screen.view.is_none());
}

#[test]
fn who_left_before_they_chose_is_asked_in_a_view_of_its_own() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Ask);
    visit.asks(&mut server, &Request::Show { view: None }).expect("it is left");
    visit.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
    visit.does(&mut server, &Intent::SubmitEmail { email: ANN.to_owned() });
    assert_eq!(sign_in(&visit).step, SignInStep::Choose { is_sign_in_enough: true });
    assert_eq!(visit.page.state().screen.view, Some(FrameView::EmailVerifyOtp));
}

#[test]
fn a_page_has_no_wallet_made_while_its_owner_is_asked() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Ask);
    let ask = Request::GetUser { chain: None, preferred: None };
    assert!(visit.asks(&mut server, &ask).is_err());
    assert!(!is_made(&server));
    visit.does(&mut server, &Intent::ChooseSignIn);
    assert_eq!(visit.page.state().screen.view, None);
    visit.user(&mut server);
}

#[test]
fn where_signing_in_is_not_enough_nobody_has_it_chosen() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::ChooseSignIn);
    assert!(!is_made(&server));
    assert_eq!(sign_in(&visit).step, SignInStep::Choose { is_sign_in_enough: false });
}

#[test]
fn a_wallet_that_a_code_brings_back_is_made_once_that_was_written_down() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::ChooseCode);
    let words = visit.shown(PLACE).expect("words");
    assert_eq!((sign_in(&visit).step, words.split(' ').count()), (SignInStep::Code, 24));
    visit.does(&mut server, &Intent::HideWords);
    assert_eq!(visit.shown(PLACE), None);
    assert_eq!(sign_in(&visit).step, SignInStep::Choose { is_sign_in_enough: false });
    visit.does(&mut server, &Intent::KeepCode);
    assert!(!is_made(&server), "that code counts no more");

    visit.does(&mut server, &Intent::ChooseCode);
    let words = visit.shown(PLACE).expect("words");
    visit.does(&mut server, &Intent::KeepCode);
    assert_eq!((visit.page.state().screen.view, visit.shown(PLACE)), (None, None));
    let user = visit.user(&mut server);
    assert_eq!(brought_back(&mut server, runtime::Secret::new(words)), user);
}

/// Writing it down takes longer than five minutes.
#[test]
fn whoever_takes_long_to_write_a_code_down_goes_on_after_one_that_is_mailed() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::ChooseCode);
    let words = visit.shown(PLACE).expect("words");
    server.is_stale = true;
    visit.does(&mut server, &Intent::KeepCode);
    let SignIn { step, fault, is_busy, .. } = sign_in(&visit);
    assert_eq!((step, fault, is_busy), (SignInStep::Otp, None, false));
    visit.does(&mut server, &Intent::SubmitOtp { otp: CODE.to_owned() });
    assert_eq!(visit.page.state().screen.view, None);
    let user = visit.user(&mut server);

    // Typing it may take as long.
    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    server.is_stale = true;
    elsewhere.does(&mut server, &Intent::SubmitCode { secret: runtime::Secret::new(words) });
    assert_eq!(sign_in(&elsewhere).step, SignInStep::Otp);
    elsewhere.does(&mut server, &Intent::SubmitOtp { otp: CODE.to_owned() });
    assert_eq!(elsewhere.user(&mut server), user);
}

#[test]
fn what_was_chosen_without_a_server_is_not_chosen_twice() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Ask);
    server.is_down = true;
    visit.does(&mut server, &Intent::ChooseSignIn);
    let SignIn { step, fault, .. } = sign_in(&visit);
    assert_eq!((step, fault), (SignInStep::Opening, Some(Fault::Offline)));
    server.is_down = false;
    visit.does(&mut server, &Intent::Retry);
    assert!(is_made(&server) && visit.page.state().screen.view.is_none());

    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::ChooseCode);
    let words = visit.shown(PLACE).expect("words");
    server.is_down = true;
    visit.does(&mut server, &Intent::KeepCode);
    // Once more in vain.
    visit.does(&mut server, &Intent::Retry);
    server.is_down = false;
    visit.does(&mut server, &Intent::Retry);
    let user = visit.user(&mut server);
    assert_eq!(brought_back(&mut server, runtime::Secret::new(words)), user);

    // Whoever goes back chooses anew.
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Ask);
    server.is_down = true;
    visit.does(&mut server, &Intent::ChooseSignIn);
    visit.asks(&mut server, &Request::Show { view: None }).expect("it is left");
    server.is_down = false;
    visit.asks(&mut server, &show(FrameView::EmailLogin)).expect("it shows");
    visit.does(&mut server, &Intent::Retry);
    assert!(!is_made(&server));
}

fn brought_back(server: &mut FrameServer, secret: runtime::Secret) -> FrameUser {
    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(server);
    let factors = vec![FactorKind::Code];
    assert_eq!(sign_in(&elsewhere).step, SignInStep::Recover { factors, leaves_at_ms: None });
    elsewhere.does(server, &Intent::SubmitCode { secret });
    elsewhere.user(server)
}

#[test]
fn a_passkey_is_made_in_a_window_and_brings_the_wallet_back_elsewhere() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::SubmitPasskey);
    let shown = visit.page.state();
    assert_eq!(shown.screen.view, Some(FrameView::ApproveTransaction));
    assert_eq!(
        shown.approval.map(|it| it.reading.read().expect("a reading").kind),
        Some(ReadingKind::NewPasskey)
    );
    gives(&mut server, &mut visit);
    assert_eq!(visit.page.state().screen.view, None);
    let user = visit.user(&mut server);

    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    let factors = vec![FactorKind::Passkey];
    assert_eq!(
        sign_in(&elsewhere).step,
        SignInStep::Recover { factors: factors.clone(), leaves_at_ms: None }
    );
    elsewhere.does(&mut server, &Intent::SubmitPasskey);
    let mut window = opens(&mut server, &mut elsewhere);
    window.authenticator = Authenticator::Other;
    approves(&mut server, &mut window);
    server.serve(&mut elsewhere.page, 2);
    let SignIn { step, fault, .. } = sign_in(&elsewhere);
    assert_eq!(
        (step, fault),
        (SignInStep::Recover { factors, leaves_at_ms: None }, Some(Fault::FactorWrong))
    );
    elsewhere.does(&mut server, &Intent::SubmitPasskey);
    let mut window = opens(&mut server, &mut elsewhere);
    approves(&mut server, &mut window);
    server.serve(&mut elsewhere.page, 2);
    assert_eq!(elsewhere.user(&mut server), user);
}

#[test]
fn a_passkey_that_cannot_bring_it_back_everywhere_is_not_taken() {
    for (authenticator, why) in [
        (Authenticator::Refused, Fault::PasskeyRefused),
        (Authenticator::WithoutPrf, Fault::PasskeyUnfit),
        (Authenticator::Alone, Fault::PasskeyAlone),
    ] {
        let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
        visit.does(&mut server, &Intent::SubmitPasskey);
        let mut window = opens(&mut server, &mut visit);
        window.authenticator = authenticator;
        approves(&mut server, &mut window);
        let Approval { is_busy, fault, .. } = window.state().approval.expect("it still shows");
        assert_eq!((is_busy, fault), (false, Some(why)));
        assert!(!is_made(&server));
        // Another one does.
        window.authenticator = Authenticator::BackedUp;
        approves(&mut server, &mut window);
        server.serve(&mut visit.page, 1);
        visit.user(&mut server);
    }
}

#[test]
fn who_does_not_want_a_passkey_after_all_is_asked_once_more() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Ask);
    visit.does(&mut server, &Intent::SubmitPasskey);
    let request = visit.page.state().approval.expect("it is offered").request;
    visit.does(&mut server, &Intent::Refuse { request });
    let SignIn { step, fault, is_busy, .. } = sign_in(&visit);
    assert_eq!(step, SignInStep::Choose { is_sign_in_enough: true });
    assert_eq!((fault, is_busy), (Some(Fault::Declined), false));
    visit.does(&mut server, &Intent::ChooseSignIn);
    visit.user(&mut server);
}

#[test]
fn a_splitting_whose_answer_is_lost_leaves_a_wallet_that_signs_and_comes_back() {
    for (intent, kind) in
        [(Intent::WantAutomatic, FactorKind::Automatic), (Intent::WantPasskey, FactorKind::Passkey)]
    {
        let (mut server, mut visit) = newcomer(RecoveryPolicy::Automatic);
        let user = visit.user(&mut server);
        visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
        server.loses = Some("/wallet/rotate");
        visit.does(&mut server, &intent);
        if intent == Intent::WantPasskey {
            gives(&mut server, &mut visit);
        }
        assert!(server.asked.contains(&"wallet/rotate".to_owned()));
        // The page is left before anybody hears that it was done.
        server.loses = None;
        let mut again = visit.reload();
        for _ in 0..2 {
            assert_eq!(again.user(&mut server), user);
            assert!(signs(&mut server, &mut again, &user));
        }
        again.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
        assert_eq!(settings(&again).factors, [kind]);
        again.does(&mut server, &Intent::WantAutomatic);
        if kind == FactorKind::Passkey {
            gives(&mut server, &mut again);
        }
        assert_eq!((settings(&again).fault, again.user(&mut server)), (None, user));
    }
}

fn signs(server: &mut FrameServer, visit: &mut Visit, user: &FrameUser) -> bool {
    let params = Json::list([Json::text("0x48656c6c6f"), Json::text(&user.address)]);
    let id = visit.begins(server, &rpc("personal_sign", params));
    let request = visit.page.state().approval.expect("it shows").request;
    visit.does(server, &Intent::Approve { request });
    visit.page.take(id).is_some_and(|it| it.is_ok())
}

#[test]
fn who_chose_something_that_another_tab_was_faster_than_hears_of_it() {
    let mut server = FrameServer::default();
    let kept = Kept::default();
    let boot = Boot { recovery: RecoveryPolicy::Ask, ..boot() };
    let mut tabs = [(); 2].map(|()| Visit::of(&boot, sim::frame_visit::SHOP, 1, &kept));
    for tab in &mut tabs {
        tab.signs_in(&mut server);
    }
    let [chooser, other] = &mut tabs;
    chooser.does(&mut server, &Intent::SubmitPasskey);
    other.does(&mut server, &Intent::ChooseSignIn);
    let user = other.user(&mut server);
    gives(&mut server, chooser);
    assert_eq!(sign_in(chooser).fault, Some(Fault::WalletThere));
    chooser.does(&mut server, &Intent::ChooseSignIn);
    for tab in &mut tabs {
        assert!(signs(&mut server, tab, &user));
    }
}

#[test]
fn a_passkey_takes_the_place_of_what_brought_the_wallet_back_once_they_proved_who_they_are() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Automatic);
    let user = visit.user(&mut server);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    server.is_stale = true;
    visit.does(&mut server, &Intent::WantPasskey);
    gives(&mut server, &mut visit);
    assert_eq!(settings(&visit).factors, [FactorKind::Automatic]);
    visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
    assert_eq!(
        (settings(&visit).factors, settings(&visit).fault),
        (vec![FactorKind::Passkey], None)
    );

    let mut elsewhere = Visit::new(2);
    elsewhere.signs_in(&mut server);
    elsewhere.does(&mut server, &Intent::SubmitPasskey);
    let mut window = opens(&mut server, &mut elsewhere);
    approves(&mut server, &mut window);
    server.serve(&mut elsewhere.page, 2);
    assert_eq!(elsewhere.user(&mut server), user);
}

#[test]
fn the_words_of_a_wallet_that_a_passkey_brings_back_take_that_passkey() {
    let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
    visit.does(&mut server, &Intent::SubmitPasskey);
    gives(&mut server, &mut visit);
    visit.asks(&mut server, &show(FrameView::WalletSettings)).expect("it shows");
    server.is_stale = true;
    visit.does(&mut server, &Intent::WantWords);
    assert_eq!((visit.page.state().approval, visit.shown(PLACE)), (None, None));
    visit.does(&mut server, &Intent::SubmitProof { otp: CODE.to_owned() });
    assert_eq!(visit.shown(PLACE), None, "a fresh code alone shows nothing");
    let mut window = opens(&mut server, &mut visit);
    assert_eq!(
        window.state().approval.map(|it| it.reading.read().expect("a reading").kind),
        Some(ReadingKind::UsePasskey)
    );
    window.authenticator = Authenticator::Other;
    approves(&mut server, &mut window);
    server.serve(&mut visit.page, 1);
    let Settings { step, fault, .. } = settings(&visit);
    assert_eq!((step, fault), (SettingsStep::Overview, Some(Fault::FactorWrong)));
    assert_eq!(visit.shown(PLACE), None);
    visit.does(&mut server, &Intent::WantWords);
    gives(&mut server, &mut visit);
    assert_eq!((settings(&visit).step, settings(&visit).fault), (SettingsStep::Words, None));
    assert!(visit.shown(PLACE).is_some());
}

/// On a page that the operator trusts, and on one where it takes a window.
#[test]
fn who_lost_what_brings_the_wallet_back_has_it_deleted_in_a_week() {
    for is_trusted in [true, false] {
        let (mut server, mut visit) = newcomer(RecoveryPolicy::Own);
        visit.does(&mut server, &Intent::SubmitPasskey);
        gives(&mut server, &mut visit);
        let trusted = if is_trusted { boot().trusted } else { vec![] };
        let boot = Boot { trusted, ..boot() };
        let kept = Kept::default();
        let mut elsewhere = Visit::of(&boot, sim::frame_visit::SHOP, 2, &kept);
        elsewhere.signs_in(&mut server);
        elsewhere.does(&mut server, &Intent::Delete);
        if !is_trusted {
            assert!(!server.asked.contains(&"account/delete".to_owned()));
            assert_eq!(
                elsewhere.page.state().approval.map(|it| it
                    .reading
                    .read()
                    .expect("a reading")
                    .kind),
                Some(ReadingKind::DeleteWallet)
            );
            let mut window = opens(&mut server, &mut elsewhere);
            approves(&mut server, &mut window);
            server.serve(&mut elsewhere.page, 2);
        }
        let leaves_at_ms = Some(Long(1_700_000_000_000 + 7 * 86_400_000));
        let factors = vec![FactorKind::Passkey];
        let SignIn { step, fault, is_busy, .. } = sign_in(&elsewhere);
        assert_eq!((fault, is_busy), (None, false));
        assert_eq!(step, SignInStep::Recover { factors: factors.clone(), leaves_at_ms });
        // Whoever finds it after all keeps the wallet.
        elsewhere.does(&mut server, &Intent::SubmitPasskey);
        assert_eq!(sign_in(&elsewhere).step, SignInStep::Recover { factors, leaves_at_ms: None });
    }
}
