//! Which kind of account is used, and what a host is told of it.

use engine::{Account, AccountType, Intent};
use protocol::caip::Namespace;
use sim::Sim;
use wire::{from_text, to_text};

use crate::{connected, open, page, signed_in};

fn account(sim: &Sim, namespace: Namespace) -> Account {
    sim.page().state.accounts.get(namespace).unwrap().clone()
}

/// The kinds that are preferred, and the one that is used on eip155.
fn kinds(sim: &Sim) -> (String, AccountType) {
    let account = account(sim, Namespace::Eip155);
    (to_text(&account.preferred_account_types), account.all_accounts[0].r#type)
}

fn signed_in_with(options: &str) -> Sim {
    let mut sim = page();
    sim.config.options = from_text(options).unwrap();
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    open(&mut sim);
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(connected(&sim).len(), 2);
    sim
}

#[test]
fn what_is_told_of_is_the_kind_that_there_is_whatever_is_wanted() {
    let told = r#"{"eip155":"eoa","solana":"eoa"}"#;
    let wants_smart = signed_in_with(r#"{"defaultAccountTypes":{"eip155":"smartAccount"}}"#);
    assert_eq!(kinds(&wants_smart), (told.to_owned(), AccountType::Eoa));
    let sim = signed_in();
    assert_eq!(kinds(&sim), (told.to_owned(), AccountType::Eoa));
    assert_eq!(account(&sim, Namespace::Eip155).smart_account_deployed, Some(false));
    assert_eq!(account(&sim, Namespace::Solana).smart_account_deployed, None);
}

#[test]
fn what_the_host_says_holds_after_a_reload_and_at_the_next_sign_in() {
    let eoa = (r#"{"eip155":"eoa","solana":"eoa"}"#.to_owned(), AccountType::Eoa);
    let sim = signed_in_with(r#"{"defaultAccountTypes":{"eip155":"eoa"}}"#);
    assert_eq!(kinds(&sim), eoa);
    let mut sim = sim.reload();
    assert_eq!(kinds(&sim), eoa, "it is stored");
    sim.run_for(5_000);
    assert_eq!((connected(&sim).len(), kinds(&sim)), (2, eoa.clone()));
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    open(&mut sim);
    sim.enter_email();
    sim.enter_code();
    sim.run_for(2_000);
    assert_eq!(kinds(&sim), eoa);
}

#[test]
fn addresses_are_called_as_the_host_calls_them_now() {
    let own = "0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266";
    let options = |label: &str| format!(r#"{{"addressLabels":{{"{own}":{label},"0x1":"Other"}}}}"#);
    let mut sim = signed_in_with(&options("\"Till\""));
    let labels = |sim: &Sim| account(sim, Namespace::Eip155).address_labels.map(|it| to_text(&it));
    let told = r#"{"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266":"Till"}"#;
    assert_eq!(labels(&sim).as_deref(), Some(told));
    assert_eq!(account(&sim, Namespace::Solana).address_labels, None);
    sim.config.options = from_text(&options("1")).unwrap();
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    assert_eq!(labels(&sim), None, "that is no text");
}
