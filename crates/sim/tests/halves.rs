//! A page whose engine comes in two files: what the first half does alone, and what waits.

use engine::{Intent, Status, View};
use protocol::caip::Namespace;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};

const ID: &str = "example.harbor";
const DELAY_MS: u64 = 2_000;

/// A page without the second half, its dialog open and its terms accepted.
fn opened() -> Sim {
    let wallet = Wallet::new(ID, "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let mut config = config();
    config.options = wire::from_text(
        r#"{"termsConditionsUrl":"https://site.example/t","features":{"legalCheckbox":true}}"#,
    )
    .expect("options are JSON");
    let server = Server { second_half_delay_ms: DELAY_MS, ..Server::default() };
    let mut sim = Sim::of(vec![wallet], server, config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::AcceptTerms { is_accepted: true });
    sim
}

fn connect() -> Intent {
    Intent::Connect { wallet: ID.to_owned(), namespace: None, is_double: None }
}

#[test]
fn the_list_and_what_the_host_decided_show_without_the_second_half() {
    let sim = opened();
    let page = sim.page();
    assert!(page.state.modal.open && page.state.features.legal_checkbox);
    assert!(page.state.features.is_accepted);
    assert_eq!(page.rows()[0].wallet.id, ID);
    assert!(page.fetched.is_empty(), "the server is asked by the second half");
}

#[test]
fn what_waits_is_done_in_its_order() {
    let mut sim = opened();
    sim.send(&connect());
    let id = sim.request("eth_accounts");
    assert!(sim.page().answers.is_empty());
    sim.run_for(DELAY_MS + 1_000);
    let page = sim.page();
    assert_eq!(
        page.state.accounts.get(Namespace::Eip155).map(|it| it.status),
        Some(Status::Connected)
    );
    assert_eq!(page.answers.first().map(|(it, _)| *it), Some(id));
}

#[test]
fn closing_gives_a_choice_up_at_once() {
    let mut sim = opened();
    sim.send(&connect());
    sim.send(&Intent::Dismiss);
    assert!(!sim.page().state.modal.open);
    sim.run_for(DELAY_MS + 1_000);
    let page = sim.page();
    assert!(!page.state.modal.open && !page.wallets[0].is_permitted, "no wallet was asked");
    let account = page.state.accounts.get(Namespace::Eip155);
    assert!(account.is_none_or(|it| it.status == Status::Disconnected));
}

#[test]
fn going_back_does_not_overtake_a_choice() {
    let mut sim = opened();
    sim.send(&Intent::Show { view: View::AllWallets });
    sim.send(&connect());
    sim.send(&Intent::Back);
    sim.run_for(DELAY_MS + 1_000);
    let page = sim.page();
    assert_eq!(page.state.route.history, [View::Connect, View::AllWallets], "back from the choice");
    let account = page.state.accounts.get(Namespace::Eip155);
    assert!(account.is_none_or(|it| it.status == Status::Disconnected), "and so given up");
}

#[test]
fn a_choice_that_is_given_up_before_it_begins_leaves_who_comes_back() {
    let mut sim = opened();
    sim.send(&connect());
    sim.run_for(DELAY_MS + 1_000);
    let mut sim = sim.reload();
    let status = |sim: &Sim| sim.page().state.accounts.get(Namespace::Eip155).map(|it| it.status);
    assert_eq!(status(&sim), Some(Status::Connecting));
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::AcceptTerms { is_accepted: true });
    sim.send(&connect());
    sim.send(&Intent::Back);
    sim.run_for(DELAY_MS + 10_000);
    assert_eq!(status(&sim), Some(Status::Connected));
}

#[test]
fn the_dialog_moves_while_nothing_waits() {
    let mut sim = opened();
    sim.send(&Intent::Show { view: View::WhatIsAWallet });
    assert_eq!(sim.page().state.route.history, [View::Connect, View::WhatIsAWallet]);
    sim.send(&Intent::Back);
    sim.send(&Intent::Close);
    assert!(!sim.page().state.modal.open);
}

#[test]
fn a_host_that_wants_a_connection_gets_the_list_at_once() {
    let wallet = Wallet::new(ID, "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let server = Server { second_half_delay_ms: DELAY_MS, ..Server::default() };
    let mut sim = Sim::of(vec![wallet], server, config());
    let known = sim.request("eth_accounts");
    assert!(!sim.page().state.modal.open);
    let wanted = sim.request("eth_requestAccounts");
    assert!(sim.page().state.modal.open);
    assert_eq!(sim.page().rows()[0].wallet.id, ID);
    sim.send(&connect());
    sim.run_for(DELAY_MS + 1_000);
    let page = sim.page();
    let order: Vec<_> = page.answers.iter().map(|(id, _)| *id).collect();
    assert_eq!(order, [known, wanted]);
    assert!(page.answers[1].1.contains(ANVIL) && !page.state.modal.open);
}

#[test]
fn closing_the_list_is_a_refusal_before_the_second_half_is_there() {
    let server = Server { second_half_delay_ms: DELAY_MS, ..Server::default() };
    let mut sim = Sim::of(vec![], server, config());
    let known = sim.request("eth_accounts");
    let wanted = sim.request("eth_requestAccounts");
    sim.send(&Intent::Dismiss);
    assert!(!sim.page().state.modal.open);
    {
        let page = sim.page();
        let (id, answer) = page.answers.first().expect("it is refused at once");
        assert!(*id == wanted && answer.contains("The dialog was closed"), "{answer}");
    }
    sim.run_for(DELAY_MS + 1_000);
    let page = sim.page();
    assert!(!page.state.modal.open, "it stays closed");
    assert_eq!(page.answers.last().map(|(id, _)| *id), Some(known));
}
