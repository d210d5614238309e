//! Where a wallet that is not here can be had, and what opens the page in it.

use engine::{Config, Intent, Reach, View, WayKind};
use protocol::api::Injected;
use sim::directory::listings;
use sim::{Server, Sim, config};

use super::{names, on_all, server};

#[test]
fn a_wallet_that_is_not_installed_shows_where_it_can_be_had() {
    let mut listing = listings()[4].clone();
    listing.homepage = Some("javascript:alert(1)".to_owned());
    let server = Server { wallets: vec![listing.clone()], ..Server::default() };
    let mut sim = on_all(server, "{}");
    sim.send(&Intent::Connect { wallet: listing.id.clone(), namespace: None, is_double: None });
    let page = sim.page();
    assert_eq!(page.state.route.view(), View::Downloads);
    let chosen = page.state.directory.chosen.as_ref().unwrap();
    let ways: Vec<_> = chosen.ways.iter().map(|it| (it.kind, Some(it.url.clone()))).collect();
    let expected =
        [(WayKind::ChromeStore, listing.chrome_store), (WayKind::Webapp, listing.webapp_link)];
    assert_eq!(ways, expected, "and no address that is none of a web page");
}

#[test]
fn only_what_fits_the_device_is_offered() {
    use WayKind::{AppStore, Browse, ChromeStore, Homepage, PlayStore, Webapp};
    let metamask = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
    let trust = "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0";
    for (id, is_mobile, store, expected) in [
        (metamask, false, Some(ChromeStore), vec![ChromeStore, Homepage, Webapp]),
        (metamask, false, None, vec![Homepage, Webapp]),
        (metamask, true, Some(AppStore), vec![Browse, AppStore, Homepage, Webapp]),
        (metamask, true, Some(PlayStore), vec![Browse, PlayStore, Homepage, Webapp]),
        (trust, true, Some(PlayStore), vec![Browse, PlayStore, Homepage, Webapp]),
        (trust, true, Some(AppStore), vec![AppStore, Homepage, Webapp]),
    ] {
        let mut listing = listings()[4].clone();
        id.clone_into(&mut listing.id);
        let server = Server { wallets: vec![listing], ..Server::default() };
        let config = Config { is_mobile, store, ..config() };
        let mut sim = Sim::of(vec![], server, config);
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
        let page = sim.page();
        let ways = &page.state.directory.chosen.as_ref().unwrap().ways;
        assert_eq!(ways.iter().map(|it| it.kind).collect::<Vec<_>>(), expected, "{store:?}");
    }
}

#[test]
fn on_a_desktop_a_phone_that_has_the_wallet_opens_the_page_by_a_code() {
    let metamask = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
    let other = listings()[5].clone();
    let mut listing = listings()[4].clone();
    metamask.clone_into(&mut listing.id);
    let wallets = vec![listing, other.clone()];
    for (is_mobile, id, has_code) in
        [(false, metamask, true), (false, &*other.id, false), (true, metamask, false)]
    {
        let server = Server { wallets: wallets.clone(), ..Server::default() };
        let config = Config { is_mobile, ..config() };
        let mut sim = Sim::of(vec![], server, config);
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
        let address = "https://link.metamask.io/dapp/site.example/a?b=$&{origin}";
        sim.send(&Intent::ShowCode { address: address.to_owned() });
        let page = sim.page();
        let chosen = page.state.directory.chosen.as_ref().unwrap();
        let code_url = has_code.then_some("https://link.metamask.io/dapp/{bare}");
        assert_eq!(chosen.code_url.as_deref(), code_url, "{id}");
        let expected = qr::encode(address).unwrap();
        let dark = chosen.code.as_ref().map(|code| code.dark.clone());
        assert_eq!(dark, has_code.then_some(expected.dark));
        let is_step = page.state.route.view() == View::OpenOnPhone;
        assert_eq!(is_step, has_code, "a step of its own");
        drop(page);
        sim.transcript();
        sim.send(&Intent::CopyLink);
        sim.run_for(100);
        assert_eq!(sim.transcript().contains(&format!("→ copy {address}")), has_code);
        sim.send(&Intent::Back);
        let view = sim.page().state.route.view();
        assert_eq!(view, if has_code { View::Downloads } else { View::AllWallets });
        sim.send(&Intent::Show { view: View::AllWallets });
        sim.send(&Intent::ShowCode { address: address.to_owned() });
        assert_eq!(sim.page().state.route.view(), View::AllWallets, "behind Downloads only");
    }
}

#[test]
fn how_a_wallet_comes_to_the_page_is_said_as_it_is() {
    use WayKind::{AppStore, ChromeStore, PlayStore};
    let metamask = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
    let trust = "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0";
    let bare = &*"b".repeat(64);
    // Whether it is in Chrome's store, has a reverse domain name, puts something into pages.
    for (id, store, [in_store, is_named, is_injected], reach) in [
        (metamask, Some(ChromeStore), [true, true, false], Reach::Install),
        (metamask, Some(ChromeStore), [false, true, false], Reach::Phone),
        (metamask, None, [true, true, false], Reach::Phone),
        (bare, Some(ChromeStore), [true, false, false], Reach::Install),
        (bare, Some(ChromeStore), [false, true, false], Reach::Site),
        (bare, Some(ChromeStore), [false, false, true], Reach::Site),
        (bare, Some(ChromeStore), [false, false, false], Reach::Nowhere),
        (bare, None, [true, false, false], Reach::Site),
        (bare, None, [false, true, false], Reach::Site),
        (bare, None, [false, false, false], Reach::Nowhere),
        (metamask, Some(AppStore), [true, true, false], Reach::Open),
        (trust, Some(PlayStore), [true, true, false], Reach::Open),
        (trust, Some(AppStore), [true, true, false], Reach::Computer),
        (bare, Some(AppStore), [false, true, true], Reach::Nowhere),
    ] {
        let mut listing = listings()[4].clone();
        id.clone_into(&mut listing.id);
        listing.chrome_store = listing.chrome_store.filter(|_| in_store);
        listing.rdns = listing.rdns.filter(|_| is_named);
        if is_injected {
            let injected_id = "isHarbor".to_owned();
            listing.injected = vec![Injected { namespace: "eip155".to_owned(), injected_id }];
        }
        let server = Server { wallets: vec![listing], ..Server::default() };
        let is_mobile = matches!(store, Some(AppStore | PlayStore));
        let mut sim = Sim::of(vec![], server, Config { is_mobile, store, ..config() });
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
        let chosen = sim.page().state.directory.chosen.clone().unwrap();
        let about = format!("{id} {store:?} {in_store} {is_named} {is_injected}");
        assert_eq!(chosen.reach, reach, "{about}");
        let first = chosen.ways.first().map(|it| it.kind);
        let leads_to = match reach {
            Reach::Install => Some(ChromeStore),
            Reach::Site => Some(WayKind::Homepage),
            Reach::Open => Some(WayKind::Browse),
            Reach::Phone | Reach::Computer | Reach::Nowhere => first,
        };
        assert_eq!(first, leads_to, "{about}");
    }
}

#[test]
fn a_phone_lists_those_first_in_which_it_opens_the_page() {
    let metamask = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96";
    let mut wallets = listings()[..8].to_vec();
    for wallet in &mut wallets {
        wallet.mobile_link = Some("harbor://".to_owned());
    }
    metamask.clone_into(&mut wallets[5].id);
    let ids: Vec<String> = wallets.iter().map(|it| it.id.clone()).collect();
    for is_mobile in [false, true] {
        let server = Server { wallets: wallets.clone(), ..Server::default() };
        let mut sim = Sim::of(vec![], server, Config { is_mobile, ..config() });
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        let rows: Vec<String> =
            sim.page().state.directory.rows.iter().map(|it| it.id.clone()).collect();
        let mut expected = ids.clone();
        if is_mobile {
            let first = expected.remove(5);
            expected.insert(0, first);
        }
        assert_eq!(rows, expected, "{is_mobile}");
    }
}

#[test]
fn on_a_phone_some_wallets_open_the_page_in_a_browser_of_their_own() {
    let mut listing = listings()[4].clone();
    listing.id = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393".to_owned();
    for (is_mobile, expected) in
        [(true, Some("https://phantom.app/ul/browse/{page}?ref={origin}")), (false, None)]
    {
        let config = Config { is_mobile, ..config() };
        let server = Server { wallets: vec![listing.clone()], ..Server::default() };
        let mut sim = Sim::of(vec![], server, config);
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: listing.id.clone(), namespace: None, is_double: None });
        let page = sim.page();
        let ways = &page.state.directory.chosen.as_ref().unwrap().ways;
        let browse = ways.iter().find(|it| it.kind == WayKind::Browse);
        assert_eq!(browse.map(|it| &*it.url), expected);
    }
}

#[test]
fn a_phone_without_wallets_starts_on_all_of_them_and_lists_those_it_can_open() {
    let config = Config { is_mobile: true, ..config() };
    let mut sim = Sim::of(vec![], server(), config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    assert_eq!(sim.page().state.route.history, [View::AllWallets]);
    let count = names(&sim).len();
    assert!((20..40).contains(&count), "{count} of 40 have a link");
}
