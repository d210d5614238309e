//! Who is at the other end of a session with a phone: whichever wallet was tapped, another may have approved.
#![allow(clippy::unwrap_used)]

use engine::{Ask, Config, Intent, RowKind, View, WayKind};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::Namespace;
use protocol::module::session::Redirect;
use protocol::reached_wallets::ReachedWallets;
use sim::directory::listings;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Server, Sim, Wallet, config};

const MARLIN: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const BASALT: &str = "2222222222222222222222222222222222222222222222222222222222222222";

fn listing(id: &str, name: &str) -> WalletListing {
    let host = name.to_lowercase();
    WalletListing {
        id: id.to_owned(),
        name: name.to_owned(),
        mobile_link: Some(format!("{host}://")),
        link_mode: Some(format!("https://{host}.example")),
        homepage: Some(format!("https://www.{host}.example/download")),
        ..WalletListing::default()
    }
}

fn server() -> Server {
    let (url, project_id) = ("wss://own.example".to_owned(), "own".to_owned());
    Server {
        wallets: vec![listing(MARLIN, "Marlin"), listing(BASALT, "Basalt")],
        relays: vec![WalletConnectRelay { url, project_id, wallets: ReachedWallets::All }],
        ..Server::default()
    }
}

fn on_phone() -> Config {
    Config { is_mobile: true, store: Some(WayKind::PlayStore), ..config() }
}

/// Who approves: as whom, at home where, opened how.
type Peer<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>);

/// A page on which this row was tapped, and that wallet approved.
fn approved(config: Config, tapped: &str, peer: Peer<'_>) -> Sim {
    approved_at(server(), config, tapped, peer)
}

/// The same, over this server.
fn approved_at(
    server: Server,
    config: Config,
    tapped: &str,
    (name, home, native, universal): Peer<'_>,
) -> Sim {
    let mut wallet = Wallet::new(ANY_PHONE, name, ANVIL, DEV_CHAIN, Quirks::default());
    home.clone_into(&mut wallet.home);
    let text = |it: Option<&str>| it.map(str::to_owned);
    if native.or(universal).is_some() {
        wallet.redirect = Some(Redirect { native: text(native), universal: text(universal) });
    }
    let mut sim = Sim::of(vec![wallet.in_module(PHONES)], server, config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let wallet = tapped.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(2_000);
    sim
}

/// What opens at the click that asks for a signature.
fn opened(sim: &mut Sim) -> Option<String> {
    sim.page().opened.clear();
    let (namespace, method) = (Namespace::Eip155, "personal_sign".to_owned());
    sim.ask_at_click(&Ask::Request { namespace, method, params: None });
    sim.run_for(1_000);
    let url = sim.page().opened.pop().map(|it| it.0);
    url.map(|it| it.strip_suffix("wc?sessionTopic=session-1").unwrap().to_owned())
}

/// As whom a wallet is known: its id and its name.
fn known(sim: &Sim) -> (String, String) {
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    let wallet = account.connected_wallet_info.clone().unwrap();
    (wallet.identifier, wallet.name)
}

const STRANGE: &str = "https://strange.example";

#[test]
fn who_approved_is_led_to_and_known_and_not_who_was_tapped() {
    let own = Some("own://");
    let web = Some("https://own.example");
    for (peer, link, id, name) in [
        (("Marlin", STRANGE, None, None), Some("marlin://"), MARLIN, "Marlin"),
        (("Marlin Mobile", STRANGE, None, None), Some("marlin://"), MARLIN, "Marlin"),
        (("Fish", "https://marlin.example", None, None), Some("marlin://"), MARLIN, "Marlin"),
        // Who is known is opened as it is known, whatever it says itself.
        (("Marlin", STRANGE, own, web), Some("marlin://"), MARLIN, "Marlin"),
        (("Basalt", STRANGE, None, None), Some("basalt://"), BASALT, "Basalt"),
        (("Basalt", STRANGE, own, web), Some("basalt://"), BASALT, "Basalt"),
        (("Rock", "https://basalt.example/", None, None), Some("basalt://"), BASALT, "Basalt"),
        // Nobody else takes the tab to a page.
        (("Fish", STRANGE, None, None), None, ANY_PHONE, "Fish"),
        (("Fish", STRANGE, own, web), Some("own://"), ANY_PHONE, "Fish"),
        (("Fish", "https://own.example", None, web), None, ANY_PHONE, "Fish"),
        (("Fish", STRANGE, web, None), None, ANY_PHONE, "Fish"),
        (("Fish", STRANGE, Some("HTTP://own.example"), None), None, ANY_PHONE, "Fish"),
        (("Fish", STRANGE, Some("intent://own#Intent;end"), None), None, ANY_PHONE, "Fish"),
        (("Fish", STRANGE, Some("javascript:x"), None), None, ANY_PHONE, "Fish"),
        (("", "", None, None), Some("marlin://"), MARLIN, "Marlin"),
    ] {
        let mut sim = approved(on_phone(), MARLIN, peer);
        let is_known = || (id.to_owned(), name.to_owned());
        assert_eq!((opened(&mut sim).as_deref(), known(&sim)), (link, is_known()), "{peer:?}");
        let mut sim = sim.reload();
        sim.run_for(2_000);
        assert_eq!((opened(&mut sim).as_deref(), known(&sim)), (link, is_known()), "{peer:?}");
    }
}

#[test]
fn a_wallet_that_was_opened_on_the_web_is_led_to_there() {
    let options = wire::from_text(r#"{"experimental_preferUniversalLinks":true}"#).unwrap();
    let config = Config { options, ..on_phone() };
    for (name, link) in
        [("Marlin", "https://marlin.example/"), ("Basalt", "https://basalt.example/")]
    {
        let mut sim = approved(config.clone(), MARLIN, (name, STRANGE, Some("own://"), None));
        assert_eq!(opened(&mut sim).as_deref(), Some(link));
    }
}

#[test]
fn who_read_a_code_with_another_phone_is_led_nowhere() {
    let mut sim = approved(config(), ANY_PHONE, ("Marlin", STRANGE, Some("own://"), None));
    assert_eq!(opened(&mut sim), None);
}

#[test]
fn the_wallet_that_approved_was_used_last() {
    for (tapped, name, used) in [
        (ANY_PHONE, "Basalt", Some(BASALT)),
        (MARLIN, "Basalt", Some(BASALT)),
        (MARLIN, "Marlin", Some(MARLIN)),
        (MARLIN, "Fish", None),
        (ANY_PHONE, "Fish", None),
    ] {
        let mut sim = approved(config(), tapped, (name, STRANGE, None, None));
        sim.send(&Intent::Disconnect { namespace: None });
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        let page = sim.page();
        let recent = page.rows().into_iter().find(|it| it.kind == RowKind::Recent);
        assert_eq!(recent.map(|it| &*it.wallet.id), used, "{tapped} {name}");
    }
}

#[test]
fn a_wallet_far_down_the_directory_that_read_the_code_is_known_and_leads_back_to_its_code() {
    let far = WalletListing { image_id: Some("d1".to_owned()), ..listing(BASALT, "Driftwood") };
    let wallets: Vec<WalletListing> = listings().into_iter().chain([far]).collect();
    for (reached, id) in [(ReachedWallets::All, BASALT), (listed(MARLIN), ANY_PHONE)] {
        let mut server = Server { wallets: wallets.clone(), ..server() };
        server.relays[0].wallets = reached;
        let mut sim = approved_at(server, config(), ANY_PHONE, ("Driftwood", STRANGE, None, None));
        assert_eq!(known(&sim), (id.to_owned(), "Driftwood".to_owned()));
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap().clone();
        drop(page);
        assert_eq!(account.connected_wallet_info.unwrap().icon.is_some(), id == BASALT);
        sim.send(&Intent::Disconnect { namespace: None });
        // Another page knows as much.
        let mut sim = sim.reload();
        sim.run_for(2_000);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        let recent = sim.page().rows().into_iter().find(|it| it.kind == RowKind::Recent).cloned();
        let told = recent.map(|it| (it.wallet.id, it.wallet.icon.is_some(), it.wallet.is_reached));
        assert_eq!(told, (id == BASALT).then(|| (BASALT.to_owned(), true, true)));
        if id == BASALT {
            let wallet = BASALT.to_owned();
            sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
            assert_eq!(sim.page().state.route.view(), View::ConnectingWalletConnect);
        }
    }
}

fn listed(id: &str) -> ReachedWallets {
    ReachedWallets::Listed(vec![id.to_owned()])
}
