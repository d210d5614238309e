//! Who is asked to sign is led back to the wallet, in the turn of the click or by one button, or told where
//! a request waits.

use engine::{Ask, Intent, Status, View};
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use runtime::Place;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Reaction, Sim, Wallet, config};

use super::{REACHED, choose, name, on_phone, page, page_of, status, view, with_options};

/// What leads back to the wallet for a request: its link, with the session that the request is of.
const AGAIN: &str = "marlin://wc?sessionTopic=session-1";

#[test]
fn a_wallet_that_wants_no_link_is_not_opened_for_a_request() {
    let quirks = Quirks { wants_no_link: true, ..Quirks::default() };
    let phone = Wallet::new(ANY_PHONE, "Marlin", ANVIL, DEV_CHAIN, quirks);
    let mut sim = page_of(on_phone(), phone.in_module(PHONES));
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    assert_eq!(name(&sim), "Marlin");
    sim.page().opened.clear();
    let namespace = Namespace::Eip155;
    sim.ask_at_click(&Ask::Request { namespace, method: "personal_sign".to_owned(), params: None });
    assert!(sim.page().opened.is_empty());
}

#[test]
fn who_signs_is_led_to_the_wallet_that_was_opened_last_also_after_a_reload() {
    let mut sim = page(on_phone(), Reaction::Approves);
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    let mut sim = sim.reload();
    sim.run_for(2_000);
    sim.page().opened.clear();
    let ask = |method: &str| Ask::Request {
        namespace: Namespace::Eip155,
        method: method.to_owned(),
        params: None,
    };
    sim.ask_at_click(&ask("eth_call"));
    assert!(sim.page().opened.is_empty());
    sim.ask_at_click(&ask("personal_sign"));
    assert_eq!(sim.page().opened, [(AGAIN.to_owned(), Place::Here)]);
    // Without a click the browser opens nothing, and nobody asks it twice.
    sim.ask(&ask("personal_sign"));
    sim.run_for(1_000);
    assert_eq!(sim.page().opened.len(), 1);
}

/// A page on a phone, whose wallet is connected by its link; nothing is open.
fn led() -> Sim {
    let mut sim = page(on_phone(), Reaction::Approves);
    choose(&mut sim, REACHED);
    sim.run_for(2_000);
    sim.page().opened.clear();
    sim
}

fn is_open(sim: &Sim) -> bool {
    sim.page().state.modal.open
}

fn sign() -> Ask {
    let (namespace, method) = (Namespace::Eip155, "personal_sign".to_owned());
    Ask::Request { namespace, method, params: None }
}

#[test]
fn who_signs_without_a_click_opens_the_wallet_by_one_button_until_it_has_answered() {
    let mut sim = led();
    sim.ask(&sign());
    sim.run_for(10);
    assert!(is_open(&sim));
    assert_eq!(view(&sim), View::OpenWallet);
    assert!(sim.page().opened.is_empty());
    sim.send(&Intent::OpenWallet);
    assert_eq!(sim.page().opened, [(AGAIN.to_owned(), Place::Here)]);
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(1_000);
    assert!(!is_open(&sim));
}

#[test]
fn the_button_stays_until_the_last_of_several_requests_is_answered_and_goes_where_it_came() {
    let mut sim = led();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.ask(&sign());
    sim.run_for(60);
    sim.ask(&sign());
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(60);
    assert_eq!(view(&sim), View::OpenWallet);
    sim.run_for(1_000);
    assert!(is_open(&sim));
    assert_eq!(view(&sim), View::Account);
}

#[test]
fn who_closes_the_button_is_asked_in_the_wallet_all_the_same() {
    let mut sim = led();
    let asked = sim.ask(&sign());
    sim.run_for(10);
    sim.send(&Intent::Dismiss);
    sim.run_for(1_000);
    assert!(!is_open(&sim));
    assert!(sim.page().answers.iter().any(|(id, _)| *id == asked));
}

/// A page on a phone whose wallet was opened for a request, which nobody decides.
fn led_to_sign() -> (Sim, u32) {
    let mut sim = led();
    sim.page().wallets[0].quirks.answer_ms = 60_000;
    let asked = sim.ask_at_click(&sign());
    sim.run_for(500);
    (sim, asked)
}

#[test]
fn who_comes_back_without_a_decision_is_shown_the_button_and_may_close_it() {
    let (mut sim, _) = led_to_sign();
    sim.tab("hidden", None);
    sim.run_for(20_000);
    assert!(!is_open(&sim));
    sim.tab("visible", None);
    sim.run_for(7_900);
    assert!(!is_open(&sim));
    sim.run_for(200);
    assert_eq!((is_open(&sim), view(&sim)), (true, View::OpenWallet));
    // Another tab is looked at: the wallet is not what was left for.
    sim.send(&Intent::Dismiss);
    sim.tab("hidden", None);
    sim.tab("visible", None);
    sim.run_for(4_000);
    assert!(!is_open(&sim));
}

#[test]
fn who_closes_the_button_after_pressing_it_is_left_alone() {
    let (mut sim, _) = led_to_sign();
    sim.run_for(2_600);
    sim.send(&Intent::OpenWallet);
    sim.send(&Intent::Dismiss);
    sim.run_for(10_000);
    assert!(!is_open(&sim));
}

#[test]
fn an_app_of_a_desktop_leaves_the_page_in_sight_and_nothing_is_shown() {
    let own = r#"{"customWallets":[{"id":"own","name":"Marlin Mobile","desktop_link":"own-desktop://"}]}"#;
    let mut sim = page(with_options(own), Reaction::Approves);
    sim.page().wallets[0].quirks.answer_ms = 3_000;
    choose(&mut sim, "own");
    sim.run_for(1_000);
    sim.send(&Intent::OpenWallet);
    sim.run_for(5_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    sim.page().wallets[0].quirks.answer_ms = 60_000;
    sim.page().opened.clear();
    sim.ask_at_click(&sign());
    assert!(sim.page().opened[0].0.starts_with("own-desktop://wc?sessionTopic="));
    sim.run_for(10_000);
    assert!(!is_open(&sim));
}

#[test]
fn who_comes_back_with_a_decision_is_shown_nothing() {
    let (mut sim, asked) = led_to_sign();
    sim.tab("hidden", None);
    sim.run_for(52_000);
    sim.tab("visible", None);
    for ms in [10, 7_400, 3_000] {
        assert!(!is_open(&sim));
        sim.run_for(ms);
    }
    assert!(!is_open(&sim));
    assert!(sim.page().answers.iter().any(|(id, _)| *id == asked));
}

#[test]
fn where_the_link_of_a_request_shows_nothing_the_person_is_shown_the_button() {
    let (mut sim, _) = led_to_sign();
    sim.run_for(2_600);
    assert_eq!((is_open(&sim), view(&sim)), (true, View::OpenWallet));
}

#[test]
fn a_request_that_nobody_decides_shows_no_button_nor_one_of_a_wallet_that_no_link_opened() {
    let mut sim = led();
    let method = "eth_call".to_owned();
    sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params: None });
    sim.run_for(10);
    assert!(!is_open(&sim));
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(2_000);
    sim.ask(&sign());
    sim.run_for(10);
    assert!(!is_open(&sim));
}

fn awaited(sim: &Sim) -> Option<String> {
    sim.page().state.toast.awaited.as_ref().map(|it| it.wallet.clone())
}

#[test]
fn who_has_the_wallet_on_another_device_is_told_where_a_request_waits_until_all_are_answered() {
    let mut sim = page(config(), Reaction::Approves);
    choose(&mut sim, ANY_PHONE);
    sim.run_for(1_000);
    let (namespace, method) = (Namespace::Eip155, "eth_call".to_owned());
    sim.ask(&Ask::Request { namespace, method, params: None });
    assert_eq!(awaited(&sim), None);
    sim.ask(&sign());
    assert_eq!((awaited(&sim).as_deref(), is_open(&sim)), (Some("Marlin Mobile"), false));
    sim.run_for(60);
    sim.ask(&sign());
    sim.run_for(60);
    assert_eq!(awaited(&sim).as_deref(), Some("Marlin Mobile"));
    sim.run_for(1_000);
    assert_eq!(awaited(&sim), None);
    // Whom a link leads there needs no telling.
    let mut sim = led();
    sim.ask_at_click(&sign());
    assert_eq!(awaited(&sim), None);
    assert_eq!(sim.page().opened.len(), 1);
}

#[test]
fn nobody_is_led_again_to_a_wallet_that_is_a_page() {
    let mut sim = page(config(), Reaction::Hangs);
    choose(&mut sim, REACHED);
    sim.run_for(1_000);
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Web });
    sim.send(&Intent::OpenWallet);
    assert!(sim.page().opened[0].0.starts_with("https://app.example/wc?uri="));
    // The phone is asked, and approves at once.
    sim.page().wallets[0].quirks.connect = Reaction::Approves;
    sim.send(&Intent::Retry);
    sim.run_for(2_000);
    assert_eq!(status(&sim, Namespace::Eip155), Some(Status::Connected));
    sim.page().opened.clear();
    sim.ask_at_click(&sign());
    assert!(sim.page().opened.is_empty());
}
