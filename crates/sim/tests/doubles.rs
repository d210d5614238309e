//! Wallets that say they are another one: under its id, its uuid or its name.
#![allow(clippy::unwrap_used)]

use engine::{Carrier, Here, Intent, Status, View};
use protocol::api::{Injected, WalletListing};
use protocol::caip::Namespace;
use sim::{ANVIL, DEV_CHAIN, OTHER_ADDRESS, Quirks, SOLANA_ADDRESS, Server, Sim, Tabs, Wallet};
use sim::{config, solana};

const HARBOR: &str = "example.harbor";

fn harbor() -> Wallet {
    Wallet::new(HARBOR, "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
}

/// Says that it is Harbor, and shares an account of its own without asking anybody.
fn double(announce_delay_ms: u64) -> Wallet {
    let quirks = Quirks { announce_delay_ms, ..Quirks::default() };
    permitted(Wallet::new(HARBOR, "Harbor", OTHER_ADDRESS, DEV_CHAIN, quirks))
}

fn handle(carrier: &Carrier) -> u32 {
    let Carrier::Page { handle } = carrier else { panic!("all wallets are in the page") };
    *handle
}

/// The rows: id, handles, whether it is marked.
fn listed(sim: &Sim) -> Vec<(String, Vec<u32>, bool)> {
    let page = sim.page();
    let rows = page.rows().into_iter().filter(|row| !row.wallet.providers.is_empty());
    rows.map(|row| {
        let handles = row.wallet.providers.iter().map(|it| handle(&it.carrier)).collect();
        (row.wallet.id.clone(), handles, row.wallet.is_double)
    })
    .collect()
}

/// Chooses a wallet that is not seen to be one of several.
fn connect(sim: &mut Sim, id: &str) {
    sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: None });
    sim.run_for(5_000);
}

/// Chooses one of several that show marked on the Connect list.
fn choose_marked(sim: &mut Sim, id: &str) {
    sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None, is_double: Some(true) });
    sim.run_for(5_000);
}

/// Which wallet is connected, and with which account.
fn connected(sim: &Sim) -> Option<(u32, String)> {
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155)?;
    let handle = handle(account.connected_wallet_info.as_ref()?.carrier.as_ref()?);
    (account.status == Status::Connected).then(|| Some((handle, account.address.clone()?)))?
}

/// A page that was connected to Harbor, and is reloaded with these wallets.
fn reloaded_with(wallets: Vec<Wallet>) -> Sim {
    let mut sim = Sim::new(vec![harbor()]);
    connect(&mut sim, HARBOR);
    let permitted = sim.page().wallets[0].is_permitted;
    assert!(permitted);
    sim.page().wallets = wallets;
    sim.reload()
}

fn permitted(mut wallet: Wallet) -> Wallet {
    wallet.is_permitted = true;
    wallet
}

#[test]
fn whoever_says_the_id_of_another_shows_beside_it_and_both_are_marked() {
    let mut sim = Sim::new(vec![harbor()]);
    sim.run_for(100);
    assert_eq!(listed(&sim), [(HARBOR.to_owned(), vec![0], false)]);
    sim.install(double(0));
    let first = (HARBOR.to_owned(), vec![0], true);
    let second = ("example.harbor#2".to_owned(), vec![1], true);
    assert_eq!(listed(&sim), [first, second]);
}

#[test]
fn the_one_that_was_chosen_connects_and_is_known_by_what_it_calls_itself() {
    let mut sim = Sim::new(vec![harbor(), double(0)]);
    choose_marked(&mut sim, "example.harbor#2");
    assert_eq!(connected(&sim), Some((1, OTHER_ADDRESS.to_owned())));
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.connected_wallet_info.as_ref().unwrap().identifier, HARBOR);
    for key in ["eip155:connection", "recent-wallets"] {
        let item = page.storage.item(&format!("@latchkit/default:{key}")).unwrap();
        assert!(item.contains("\"example.harbor\""), "{item}");
    }
}

#[test]
fn what_the_host_excludes_stays_out_however_many_say_they_are_it() {
    let options = wire::from_text(r#"{"excludeWalletIds":["example.harbor"]}"#).unwrap();
    let config = engine::Config { options, ..config() };
    let mut sim = Sim::of(vec![harbor(), double(0)], Server::default(), config);
    sim.run_for(100);
    assert_eq!(listed(&sim), []);
}

#[test]
fn a_reload_connects_the_one_of_several_that_shares_a_stored_account() {
    let mut sim = reloaded_with(vec![double(0), permitted(harbor())]);
    sim.run_for(5_000);
    assert_eq!(connected(&sim), Some((1, ANVIL.to_owned())));
}

/// No proof without a window is known: `docs/security.md` tells what this one is worth.
#[test]
fn of_several_that_share_a_stored_account_the_first_comes_back() {
    let mut stranger = double(0);
    stranger.accounts = vec![ANVIL.to_owned()];
    let mut sim = reloaded_with(vec![stranger, permitted(harbor())]);
    sim.run_for(5_000);
    assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())));
}

#[test]
fn a_reload_connects_none_of_several_that_share_other_accounts() {
    let mut sim = reloaded_with(vec![double(0), double(0)]);
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.run_for(30_000);
    assert_eq!(connected(&sim), None);
    let status = sim.page().state.accounts.get(Namespace::Eip155).map(|it| it.status);
    assert_eq!(status, Some(Status::Disconnected));
    // Nobody came and went: what the person opened meanwhile is still there.
    assert!(sim.page().state.modal.open);
}

#[test]
fn who_came_back_with_another_account_goes_when_somebody_else_is_that_wallet_too() {
    let mut late = permitted(harbor());
    late.quirks.announce_delay_ms = 20_000;
    let mut sim = reloaded_with(vec![double(0), late]);
    sim.run_for(10_000);
    // Nobody else says so: people choose another account while a page is closed.
    assert_eq!(connected(&sim), Some((0, OTHER_ADDRESS.to_owned())));
    sim.run_for(20_000);
    assert_eq!(connected(&sim), Some((1, ANVIL.to_owned())));
}

#[test]
fn who_came_back_with_another_account_goes_even_where_the_other_shares_nothing() {
    let mut late = harbor();
    late.quirks.announce_delay_ms = 20_000;
    let mut sim = reloaded_with(vec![double(0), late]);
    sim.run_for(10_000);
    assert_eq!(connected(&sim), Some((0, OTHER_ADDRESS.to_owned())));
    sim.run_for(20_000);
    assert_eq!(connected(&sim), None);
}

#[test]
fn whom_the_person_chose_stays_when_somebody_else_is_that_wallet_too() {
    let mut sim = reloaded_with(vec![double(0)]);
    sim.run_for(5_000);
    connect(&mut sim, HARBOR);
    sim.install(permitted(harbor()));
    sim.run_for(5_000);
    assert_eq!(connected(&sim), Some((0, OTHER_ADDRESS.to_owned())));
}

#[test]
fn a_connection_of_another_tab_is_proven_by_the_account_that_it_stored() {
    let mut tabs = Tabs::new(Sim::new(vec![double(0), harbor()]));
    tabs.open();
    tabs.run_for(500);
    tabs.turn(0, |sim| choose_marked(sim, "example.harbor#2"));
    tabs.run_for(5_000);
    assert_eq!(connected(&tabs[1]), Some((1, ANVIL.to_owned())));
}

#[test]
fn a_wallet_that_woke_up_after_another_tab_wrote_is_still_known_by_its_account() {
    let mut tabs = Tabs::new(Sim::new(vec![harbor(), double(2_000)]));
    tabs.turn(0, |sim| choose_marked(sim, HARBOR));
    tabs[0].page().wallets[0].quirks.announce_delay_ms = 4_000;
    tabs.open();
    tabs.run_for(20_000);
    assert_eq!(connected(&tabs[1]), Some((0, ANVIL.to_owned())));
}

/// Under the uuid that everybody on the page has heard.
fn of_uuid(mut wallet: Wallet) -> Wallet {
    wallet.uuid = Some("heard by everybody".to_owned());
    wallet
}

#[test]
fn another_provider_under_a_known_uuid_gets_no_row_and_marks_the_one_there_is() {
    let [real, thief] = [harbor(), double(0)].map(of_uuid);
    let mut sim = Sim::new(vec![real]);
    connect(&mut sim, HARBOR);
    sim.install(thief);
    sim.run_for(1_000);
    assert_eq!(listed(&sim), [(HARBOR.to_owned(), vec![0], true)]);
    assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())));
}

#[test]
fn who_speaks_before_the_wallet_whose_uuid_it_heard_is_not_brought_back() {
    for announce_delay_ms in [0, 20_000] {
        let mut late = permitted(harbor());
        late.quirks.announce_delay_ms = announce_delay_ms;
        let mut sim = reloaded_with([double(0), late].map(of_uuid).to_vec());
        sim.run_for(40_000);
        assert_eq!(listed(&sim), [(HARBOR.to_owned(), vec![0], true)]);
        assert_eq!(connected(&sim), None);
    }
}

fn on_solana(id: &str, name: &str) -> Wallet {
    let wallet = Wallet::new(id, name, SOLANA_ADDRESS, 1, Quirks::default());
    wallet.of(Namespace::Solana)
}

/// What Harbor puts into pages of a namespace, as the directory has it.
fn in_pages(namespace: &str, id: &str) -> Injected {
    Injected { namespace: namespace.to_owned(), injected_id: id.to_owned() }
}

/// A host with Solana, whose directory knows Harbor and what it puts into pages.
fn with_solana(wallets: Vec<Wallet>, injected: Vec<Injected>) -> Sim {
    let mut config = config();
    config.networks.push(solana());
    let listing = WalletListing {
        id: listing_id(),
        name: "Harbor".to_owned(),
        rdns: Some(HARBOR.to_owned()),
        injected,
        ..WalletListing::default()
    };
    let server = Server { wallets: vec![listing], ..Server::default() };
    Sim::of(wallets, server, config)
}

/// The Connect list there, with Harbor and a stranger.
fn rows(stranger: Wallet, injected: Vec<Injected>) -> Vec<(String, Vec<u32>, bool)> {
    let mut sim = with_solana(vec![harbor(), stranger], injected);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    listed(&sim)
}

#[test]
fn a_name_puts_nobody_under_the_row_of_another_wallet() {
    let two = rows(on_solana("Harbor", "Harbor"), vec![]);
    let expected = [(HARBOR.to_owned(), vec![0], false), ("Harbor".to_owned(), vec![1], false)];
    assert_eq!(two, expected);
}

#[test]
fn the_directory_says_what_a_wallet_calls_itself_elsewhere() {
    let injected = |id: &str| vec![in_pages("solana", id)];
    let one = [(HARBOR.to_owned(), vec![0, 1], false)];
    assert_eq!(rows(on_solana("Harbor", "Harbor"), injected("Harbor")), one);
    assert_eq!(rows(on_solana("Tern", "Harbor"), injected("Harbor")).len(), 2);
    // By its domain, where it is known to be in pages.
    assert_eq!(rows(on_solana(HARBOR, "Other"), injected("Harbor")), one);
    assert_eq!(rows(on_solana(HARBOR, "Other"), vec![]).len(), 2);
}

#[test]
fn nobody_stands_under_a_known_wallet_where_that_is_not_known_to_be() {
    let two = rows(on_solana(HARBOR, "Harbor"), vec![in_pages("eip155", "isHarbor")]);
    let second = ("example.harbor#2".to_owned(), vec![1], false);
    assert_eq!(two, [(HARBOR.to_owned(), vec![0], false), second]);
}

#[test]
fn of_two_that_the_directory_takes_for_one_wallet_none_stands_under_it() {
    let [stranger, own] = [on_solana(HARBOR, "Harbor"), on_solana("Harbor", "Harbor")];
    let wallets = vec![harbor(), stranger, own];
    let mut sim = with_solana(wallets, vec![in_pages("solana", "Harbor")]);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let handles: Vec<_> = listed(&sim).into_iter().map(|(_, handles, _)| handles).collect();
    assert_eq!(handles, [[0], [1], [2]]);
}

/// The wallet that `SwitchActiveChain` would ask in one press for Solana: Harbor came back on eip155, and
/// nothing but Networks was opened.
fn asked_for_solana(solana_wallets: &[Wallet], injected: Vec<Injected>) -> Option<String> {
    let wallets = [&[harbor()], solana_wallets].concat();
    let mut sim = with_solana(wallets, injected);
    let namespace = Some(Namespace::Eip155);
    sim.send(&Intent::Connect { wallet: HARBOR.to_owned(), namespace, is_double: None });
    sim.run_for(5_000);
    let mut sim = sim.reload();
    sim.run_for(5_000);
    assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())));
    let wanted = |sim: &Sim| sim.page().state.networks.target.clone().unwrap().wallet;
    let choose = Intent::SwitchNetwork { chain: solana().caip_network_id };
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&choose);
    assert_eq!(sim.page().state.route.view(), View::SwitchActiveChain);
    assert_eq!(wanted(&sim), None, "the directory has not said anything yet");
    sim.send(&Intent::Back);
    sim.run_for(1_000);
    sim.send(&choose);
    wanted(&sim)
}

#[test]
fn nobody_is_asked_in_one_press_for_having_the_domain_of_the_connected_wallet() {
    let stranger = on_solana(HARBOR, "Harbor");
    for injected in [vec![], vec![in_pages("eip155", "isHarbor")]] {
        assert_eq!(asked_for_solana(std::slice::from_ref(&stranger), injected), None);
    }
    let both = [stranger, on_solana("Harbor", "Harbor")];
    assert_eq!(asked_for_solana(&both, vec![in_pages("solana", "Harbor")]), None);
}

#[test]
fn whom_the_directory_takes_for_the_connected_wallet_is_asked_in_one_press() {
    let own = [on_solana("Harbor", "Harbor")];
    let wallet = asked_for_solana(&own, vec![in_pages("solana", "Harbor")]);
    assert_eq!(wallet.as_deref(), Some(HARBOR));
}

/// The directory's id of Harbor.
fn listing_id() -> String {
    "1".repeat(64)
}

/// Who looks at where Harbor can be had.
fn looking_for_harbor() -> Sim {
    let mut sim = with_solana(vec![], vec![in_pages("eip155", "isHarbor")]);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(1_000);
    connect(&mut sim, &listing_id());
    assert_eq!(sim.page().state.route.view(), View::Downloads);
    sim
}

fn here(sim: &Sim) -> Option<Here> {
    sim.page().state.directory.chosen.as_ref().unwrap().here.clone()
}

/// Nobody is asked; the list shows, with both.
fn leads_to_the_list(sim: &Sim) {
    assert_eq!(connected(sim), None);
    assert_eq!(sim.page().state.route.view(), View::Connect);
    assert!(listed(sim).iter().all(|(.., is_double)| *is_double));
}

#[test]
fn the_one_that_was_looked_for_is_here_by_the_name_it_gives_itself() {
    let mut sim = looking_for_harbor();
    assert_eq!(here(&sim), None);
    sim.install(harbor());
    let Some(Here::One { wallet }) = here(&sim) else { panic!("it is here") };
    assert_eq!((&*wallet.id, &*wallet.name), (HARBOR, "Harbor"));
    connect(&mut sim, HARBOR);
    assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())));
}

#[test]
fn one_that_is_where_the_one_that_was_looked_for_is_not_known_to_be_is_not_it() {
    let mut sim = looking_for_harbor();
    sim.install(on_solana(HARBOR, "Harbor"));
    assert_eq!(here(&sim), None);
}

#[test]
fn where_two_say_they_are_the_one_that_was_looked_for_neither_is_taken_for_it() {
    for id in [HARBOR.to_owned(), "example.harbor#2".to_owned(), listing_id()] {
        let mut sim = looking_for_harbor();
        sim.install(double(0));
        sim.install(harbor());
        assert_eq!(here(&sim), Some(Here::Several));
        connect(&mut sim, &id);
        leads_to_the_list(&sim);
        choose_marked(&mut sim, "example.harbor#2");
        assert_eq!(connected(&sim), Some((1, ANVIL.to_owned())), "chosen on the list");
    }
}

#[test]
fn of_two_under_one_uuid_neither_is_taken_for_the_one_that_was_looked_for() {
    let mut sim = looking_for_harbor();
    for wallet in [double(0), harbor()].map(of_uuid) {
        sim.install(wallet);
    }
    sim.run_for(1_000);
    assert_eq!(here(&sim), Some(Here::Several));
    connect(&mut sim, HARBOR);
    leads_to_the_list(&sim);
}

#[test]
fn a_tile_of_all_wallets_takes_neither_of_two_that_say_they_are_one() {
    let mut sim = looking_for_harbor();
    sim.install(double(0));
    sim.install(harbor());
    sim.send(&Intent::Back);
    assert_eq!(sim.page().state.route.view(), View::AllWallets);
    connect(&mut sim, HARBOR);
    leads_to_the_list(&sim);
    sim.send(&Intent::Back);
    assert_eq!(sim.page().state.route.view(), View::AllWallets);
}

/// A page whose engine is not whole yet, on which Harbor was chosen while nobody else said that it is it.
fn chosen_early(namespace: Option<Namespace>) -> Sim {
    let server = Server { second_half_delay_ms: 2_000, ..Server::default() };
    let mut sim = Sim::of(vec![harbor()], server, config());
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(100);
    assert_eq!(listed(&sim), [(HARBOR.to_owned(), vec![0], false)]);
    sim.send(&Intent::Connect { wallet: HARBOR.to_owned(), namespace, is_double: Some(false) });
    sim
}

#[test]
fn whom_somebody_chose_before_another_said_it_is_that_wallet_too_is_not_asked() {
    for namespace in [None, Some(Namespace::Eip155)] {
        let mut sim = chosen_early(namespace);
        sim.install(double(0));
        sim.transcript();
        sim.run_for(10_000);
        leads_to_the_list(&sim);
        assert!(sim.page().state.modal.open);
        assert!(!sim.transcript().contains("→ wallet_requestPermissions"), "neither is asked");
        choose_marked(&mut sim, HARBOR);
        assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())), "chosen on the list");
    }
}

#[test]
fn whom_somebody_chose_early_is_asked_where_nobody_else_says_it_is_that_wallet() {
    let mut sim = chosen_early(None);
    sim.run_for(10_000);
    assert_eq!(connected(&sim), Some((0, ANVIL.to_owned())));
}
