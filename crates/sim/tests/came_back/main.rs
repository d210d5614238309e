//! Who was led to a wallet, and comes back to a page that was loaded anew meanwhile, as phones do it. Each file
//! plays one subject; what they start from is here.
#![allow(clippy::unwrap_used)]

mod approving;
mod giving_up;
mod left;

use engine::{Config, Intent, Status, WayKind};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::Namespace;
use protocol::module::phone::PhoneIntent;
use protocol::reached_wallets::ReachedWallets;
use sim::afar::{Afar, At};
use sim::{
    ANVIL, ANY_PHONE, DEV_CHAIN, OTHER_ADDRESS, PHONES, Quirks, Server, Sim, Wallet, config,
};
use wire::{from_text, to_text};

const HARBOR: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const EXTENSION: &str = "example.extension";

fn server() -> Server {
    let harbor = WalletListing {
        id: HARBOR.to_owned(),
        name: "Harbor".to_owned(),
        mobile_link: Some("harbor://".to_owned()),
        homepage: Some("https://pocket.example".to_owned()),
        ..WalletListing::default()
    };
    let relay = WalletConnectRelay {
        url: "wss://relay.example".to_owned(),
        project_id: "p1".to_owned(),
        wallets: ReachedWallets::Listed(vec![HARBOR.to_owned()]),
    };
    Server { wallets: vec![harbor], relays: vec![relay], counts: true, ..Server::default() }
}

fn on_phone() -> Config {
    Config { is_mobile: true, store: Some(WayKind::PlayStore), ..config() }
}

/// A page whose list shows, and a phone's wallet.
fn world(config: Config) -> (Sim, At) {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let wallet = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let other = Wallet::new(EXTENSION, "Other", OTHER_ADDRESS, DEV_CHAIN, Quirks::default());
    let wallets = vec![wallet.in_module(PHONES), other];
    let mut sim = Sim::of(wallets, server(), config).with_phones(afar);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(1_000);
    (sim, phone)
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
}

/// On a phone: the tap, by which the link opens.
fn tapped() -> (Sim, At, String) {
    let (mut sim, phone) = world(on_phone());
    choose(&mut sim, HARBOR);
    let uri = of_link(&sim, "harbor://wc?");
    (sim, phone, uri)
}

/// The pairing in the link that was opened.
fn of_link(sim: &Sim, before: &str) -> String {
    let link = sim.page().opened[0].0.clone();
    let pairing = link.strip_prefix(before).unwrap();
    form_urlencoded::parse(pairing.as_bytes()).next().unwrap().1.into_owned()
}

/// The last code that the page was told.
fn code(sim: &Sim) -> String {
    let page = sim.page();
    let beyond = page.beyond.as_ref().unwrap();
    let uri = beyond.afar.borrow().uri(beyond.tab);
    uri.expect("a code")
}

/// The browser throws the page away.
fn throw_away(sim: &mut Sim) {
    let tab = sim.page().beyond.as_ref().unwrap().tab;
    sim.beyond(|afar| afar.close(tab));
}

fn pair(sim: &mut Sim, phone: At, uri: &str) {
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri: uri.to_owned() }));
    sim.run_for(500);
}

/// The page was thrown away after this tap, and then the wallet took the pairing up.
fn thrown_away((mut sim, phone, uri): (Sim, At, String)) -> (Sim, At) {
    throw_away(&mut sim);
    pair(&mut sim, phone, &uri);
    (sim, phone)
}

fn approve(sim: &mut Sim, phone: At) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let text = format!(
            r#"{{"eip155":{{"accounts":["eip155:{DEV_CHAIN}:{ANVIL}"],
                "methods":["personal_sign"],"events":["accountsChanged","chainChanged"]}}}}"#
        );
        let namespaces = from_text(&text).unwrap();
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(500);
}

fn sessions(sim: &mut Sim, phone: At) -> usize {
    sim.beyond(|afar| afar.shown(phone).sessions.len())
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|it| it.status)
}

fn address(sim: &Sim) -> Option<String> {
    sim.page().state.accounts.get(Namespace::Eip155)?.address.clone()
}

fn counted(sim: &Sim, what: &str) -> usize {
    to_text(&sim.page().tracked).matches(&format!("\"type\":\"{what}\"")).count()
}

fn is_left(sim: &Sim) -> bool {
    !sim.page().session.is_empty()
}

/// Nothing is left, nobody is connected or asked, and no dialog shows.
fn is_at_rest(sim: &Sim) -> bool {
    let is_asked = sim.page().running.iter().any(|(_, kind)| kind == "module");
    !is_left(sim) && !is_asked && !sim.page().state.modal.open && address(sim).is_none()
}

fn is_connected(sim: &mut Sim, phone: At) {
    assert_eq!((status(sim), address(sim).as_deref()), (Some(Status::Connected), Some(ANVIL)));
    assert_eq!(sessions(sim, phone), 1);
    assert!(!is_left(sim) && !sim.page().state.modal.open);
}
