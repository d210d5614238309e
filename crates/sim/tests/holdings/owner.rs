//! Whose account it is: the name that it has, and its address as a code.

use engine::{Intent, View};
use protocol::api::Identity;
use sim::{ANVIL, Server, Sim};
use wire::from_text;

use crate::{connected, open, rich};

#[test]
fn the_address_shows_as_a_code_while_its_view_does() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Show { view: View::WalletReceive });
    let code = sim.page().state.receive.code.as_ref().map(|it| it.address.clone());
    assert_eq!(code.as_deref(), Some(ANVIL));
    sim.send(&Intent::Back);
    assert!(sim.page().state.receive.code.is_none());
    sim.send(&Intent::Show { view: View::WalletReceive });
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert!(!sim.page().state.route.history.contains(&View::WalletReceive));
}

#[test]
fn the_way_to_be_paid_leaves_when_the_site_takes_it_away() {
    let mut sim = connected(rich());
    open(&mut sim);
    sim.send(&Intent::Show { view: View::WalletReceive });
    assert_eq!(sim.page().state.route.history.last(), Some(&View::WalletReceive));
    sim.config.options = from_text(r#"{"features":{"receive":false}}"#).unwrap();
    sim.send(&Intent::Configure { config: sim.config.clone() });
    sim.run_for(1_000);
    assert_eq!(sim.page().state.route.history.last(), Some(&View::Account));
}

#[test]
fn an_account_is_called_by_its_name_until_another_is_there() {
    let name = Some("harbour.eth".to_owned());
    let identity = Identity { name: name.clone(), avatar: None, resolved_at: None };
    let sim = connected(Server { identity, ..rich() });
    let called = |sim: &Sim| {
        let page = sim.page();
        let mut accounts = page.state.accounts.iter();
        accounts.next().and_then(|(_, it)| it.profile_name.clone())
    };
    assert_eq!(called(&sim), name);
    let mut sim = sim.reload();
    assert_eq!(called(&sim), name, "the next page knows it at once");
    sim.run_for(2_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    assert_eq!(called(&sim), None);
    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
    assert_eq!(called(&sim), name, "who comes back is asked about again");
    sim.page().server.identity = Identity::default();
    sim.emit(0, "accountsChanged", &vec![sim::OTHER_ADDRESS.to_owned()]);
    sim.run_for(10);
    assert_eq!(called(&sim), None, "another is there, whatever the server says later");
}

#[test]
fn a_name_is_as_good_as_new_for_five_minutes() {
    const IDENTITY: &str = "/identity";
    let named = |name: &str| Identity { name: Some(name.to_owned()), ..Identity::default() };
    let mut sim = connected(Server { identity: named("harbour.eth"), ..rich() });
    let asked = |sim: &Sim| sim.page().fetched.iter().filter(|url| url.contains(IDENTITY)).count();
    open(&mut sim);
    assert_eq!(asked(&sim), 1);
    sim.page().server.identity = named("pier.eth");
    sim.send(&Intent::Close);
    sim.run_for(300_000);
    assert_eq!(asked(&sim), 1, "nobody looks");
    open(&mut sim);
    assert_eq!(asked(&sim), 2);
    let page = sim.page();
    let (_, account) = page.state.accounts.iter().next().unwrap();
    assert_eq!(account.profile_name.as_deref(), Some("pier.eth"));
}

#[test]
fn a_name_that_could_not_be_asked_for_is_asked_for_again() {
    let identity =
        Identity { name: Some("harbour.eth".to_owned()), avatar: None, resolved_at: None };
    let mut sim = connected(Server { is_down: true, identity, ..rich() });
    let called = |sim: &Sim| {
        let page = sim.page();
        let mut accounts = page.state.accounts.iter();
        accounts.next().and_then(|(_, it)| it.profile_name.clone())
    };
    sim.run_for(10_000);
    sim.page().server.is_down = false;
    sim.run_for(10_000);
    assert_eq!(called(&sim), None);
    sim.run_for(20_000);
    assert_eq!(called(&sim).as_deref(), Some("harbour.eth"));
}
