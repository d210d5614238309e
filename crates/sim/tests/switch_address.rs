//! A wallet shares several accounts: which of them the page uses, what each is worth, and who decides.
#![allow(clippy::unwrap_used)]

use engine::{Account, Ask, Intent, View};
use protocol::api::{Balance, Balances, Quantity};
use protocol::caip::{ChainId, Namespace};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, SOLANA_ADDRESS, Server, Sim, Wallet, config,
    solana,
};
use wire::Number;

const THIRD: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

fn worth(dollars: &str) -> Balances {
    let balance = Balance {
        name: "Dollar".to_owned(),
        symbol: "USD".to_owned(),
        chain_id: ChainId::eip155(DEV_CHAIN),
        address: Some(ChainId::eip155(DEV_CHAIN).account("USD")),
        value: Number::of(dollars),
        price: None,
        price_source: None,
        price_at: None,
        quantity: Quantity { decimals: "6".to_owned(), numeric: dollars.to_owned() },
        icon_url: String::new(),
    };
    Balances { balances: vec![balance], missing: vec![] }
}

/// A wallet that shares three accounts is connected, and the dialog is open on Account.
fn connected() -> Sim {
    let server = Server {
        holdings: worth("12"),
        others: vec![(OTHER_ADDRESS.to_owned(), worth("34.5"))],
        ..Server::default()
    };
    let mut harbor = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    harbor.accounts = [ANVIL, OTHER_ADDRESS, THIRD].map(str::to_owned).to_vec();
    let mut sim = Sim::of(vec![harbor], server, config());
    sim.run_for(500);
    connect(&mut sim, "example.harbor");
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim
}

fn connect(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(5_000);
}

fn choose(sim: &mut Sim, address: &str) {
    sim.send(&Intent::Show { view: View::SwitchAddress });
    sim.run_for(1_000);
    sim.send(&Intent::SwitchAddress { address: address.to_owned() });
    sim.run_for(1_000);
}

fn shares(sim: &mut Sim, accounts: &[&str]) {
    let accounts: Vec<String> = accounts.iter().map(|it| (*it).to_owned()).collect();
    sim.page().wallets[0].accounts.clone_from(&accounts);
    sim.emit(0, "accountsChanged", &accounts);
    sim.run_for(1_000);
}

fn account(sim: &Sim) -> Account {
    sim.page().state.accounts.get(Namespace::Eip155).unwrap().clone()
}

/// All accounts, the one in use first.
fn all(sim: &Sim) -> Vec<String> {
    let account = account(sim);
    let all: Vec<String> = account.all_accounts.into_iter().map(|it| it.address).collect();
    assert_eq!(account.address.as_ref(), all.first());
    let caip = account.chain.zip(account.address).map(|(chain, address)| chain.account(&address));
    assert_eq!(account.caip_address, caip);
    all
}

fn view(sim: &Sim) -> View {
    sim.page().state.route.view()
}

#[test]
fn all_accounts_show_with_what_each_is_worth_and_another_is_used_from_a_click_on() {
    let mut sim = connected();
    sim.transcript();
    sim.send(&Intent::Show { view: View::SwitchAddress });
    sim.run_for(1_000);
    {
        let page = sim.page();
        let totals = &page.state.totals;
        assert_eq!(totals.on, Some(ChainId::eip155(DEV_CHAIN)));
        let read = totals.read.iter();
        let told: Vec<_> = read.map(|it| (it.address.clone(), it.total.clone())).collect();
        let number = |text| Number::of(text).unwrap();
        let wanted = [(ANVIL, "12"), (OTHER_ADDRESS, "34.5"), (THIRD, "12")];
        assert_eq!(told, wanted.map(|(address, total)| (address.to_owned(), number(total))));
    }
    sim.send(&Intent::SwitchAddress { address: OTHER_ADDRESS.to_owned() });
    sim.run_for(1_000);
    insta::assert_snapshot!(sim.transcript(), @"
    6500ms ! route [Account, SwitchAddress]
    6500ms → GET /v1/account/0x70997970C51812dc3A010C7d01b50e0d17dc79C8/balance
    6550ms → GET /v1/account/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC/balance
    7500ms ! route [Account]
    7500ms ! accounts connected 0x7099 on eip155:31337
    7500ms → POST /v1
    7500ms → write snapshot …
    7500ms → wallet_getCapabilities
    7500ms → GET /v1/identity/0x70997970C51812dc3A010C7d01b50e0d17dc79C8
    7550ms ! accounts connected 0x7099 on eip155:31337, 10000 ETH
    7550ms → write snapshot …
    7600ms → GET /v1/account/0x70997970C51812dc3A010C7d01b50e0d17dc79C8/balance
    7650ms → write portfolio …
    ");
    assert_eq!(all(&sim), [OTHER_ADDRESS, ANVIL, THIRD]);
}

#[test]
fn the_site_hears_of_the_one_in_use_first() {
    let mut sim = connected();
    choose(&mut sim, THIRD);
    let method = "eth_accounts".to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params: None });
    sim.run_for(100);
    let page = sim.page();
    let answer = &page.answers.iter().find(|(it, _)| *it == id).unwrap().1;
    let at = |address| answer.find(address).unwrap();
    assert!(at(THIRD) < at(ANVIL) && at(ANVIL) < at(OTHER_ADDRESS), "{answer}");
}

#[test]
fn a_reload_keeps_who_was_chosen_and_so_does_a_wallet_that_wakes_up_late() {
    for announce_delay_ms in [0, 4_000] {
        let mut sim = connected();
        choose(&mut sim, OTHER_ADDRESS);
        sim.page().wallets[0].quirks.announce_delay_ms = announce_delay_ms;
        let mut sim = sim.reload();
        assert_eq!(all(&sim), [OTHER_ADDRESS, ANVIL, THIRD], "at once");
        sim.run_for(8_000);
        assert_eq!(all(&sim), [OTHER_ADDRESS, ANVIL, THIRD]);
        choose(&mut sim, ANVIL);
        let mut sim = sim.reload();
        sim.run_for(8_000);
        assert_eq!(all(&sim), [ANVIL, OTHER_ADDRESS, THIRD]);
    }
}

#[test]
fn who_is_not_shared_any_more_makes_room_for_the_wallets_first() {
    let mut sim = connected();
    choose(&mut sim, OTHER_ADDRESS);
    shares(&mut sim, &[ANVIL, THIRD]);
    assert_eq!(all(&sim), [ANVIL, THIRD]);
    shares(&mut sim, &[ANVIL, OTHER_ADDRESS, THIRD]);
    assert_eq!(all(&sim), [ANVIL, OTHER_ADDRESS, THIRD]);
    choose(&mut sim, OTHER_ADDRESS);
    sim.page().wallets[0].accounts = vec![ANVIL.to_owned(), THIRD.to_owned()];
    let mut sim = sim.reload();
    sim.run_for(2_000);
    assert_eq!(all(&sim), [ANVIL, THIRD]);
}

#[test]
fn whom_the_wallet_puts_first_later_goes_before_who_was_chosen() {
    let mut sim = connected();
    choose(&mut sim, OTHER_ADDRESS);
    shares(&mut sim, &[ANVIL, THIRD, OTHER_ADDRESS]);
    assert_eq!(all(&sim), [OTHER_ADDRESS, ANVIL, THIRD], "its first is the same");
    shares(&mut sim, &[THIRD, ANVIL, OTHER_ADDRESS]);
    assert_eq!(all(&sim), [THIRD, ANVIL, OTHER_ADDRESS]);
    shares(&mut sim, &[ANVIL, THIRD, OTHER_ADDRESS]);
    assert_eq!(all(&sim), [ANVIL, THIRD, OTHER_ADDRESS]);
}

#[test]
fn who_was_chosen_stays_on_another_network() {
    let mut sim = connected();
    choose(&mut sim, OTHER_ADDRESS);
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    sim.run_for(2_000);
    assert_eq!(account(&sim).chain, Some(ChainId::eip155(ETHEREUM)));
    assert_eq!(all(&sim), [OTHER_ADDRESS, ANVIL, THIRD]);
}

#[test]
fn what_was_known_of_the_one_before_goes_with_it() {
    let mut sim = connected();
    sim.send(&Intent::Show { view: View::SwitchAddress });
    sim.run_for(1_000);
    sim.send(&Intent::SwitchAddress { address: OTHER_ADDRESS.to_owned() });
    assert_eq!(account(&sim).balance_at_ms, None);
    assert_eq!(view(&sim), View::Account);
    sim.run_for(1_000);
    let caip = account(&sim).caip_address;
    let page = sim.page();
    assert_eq!(page.state.tokens.of, caip);
    assert_eq!(page.state.tokens.read.as_ref().unwrap().total, Number::of("34.5"));
}

#[test]
fn what_is_read_of_them_is_not_read_again_soon_and_nobody_goes_on_who_has_failed() {
    let mut sim = connected();
    let asked = |sim: &Sim| {
        let page = sim.page();
        page.fetched.iter().filter(|url| url.contains("/balance?")).count()
    };
    let show = |sim: &mut Sim| {
        sim.send(&Intent::Show { view: View::SwitchAddress });
        sim.run_for(1_000);
        sim.send(&Intent::Back);
    };
    assert_eq!(asked(&sim), 1);
    show(&mut sim);
    assert_eq!(asked(&sim), 3, "of the one in use it is known");
    show(&mut sim);
    assert_eq!(asked(&sim), 3);
    sim.send(&Intent::Close);
    sim.run_for(60_000);
    sim.page().server.is_down = true;
    sim.send(&Intent::Open { view: Some("SwitchAddress".to_owned()), namespace: None });
    sim.run_for(60_000);
    let page = sim.page();
    let told = page.fetched.iter().filter(|url| url.contains(&[THIRD, "/balance?"].concat()));
    assert_eq!(told.count(), 1);
    assert_eq!(page.state.totals.read.len(), 3, "what is known stays");
}

#[test]
fn one_account_is_no_choice_and_those_of_solana_are_the_wallets() {
    let mut sim = connected();
    sim.send(&Intent::Show { view: View::SwitchAddress });
    assert_eq!(view(&sim), View::SwitchAddress);
    shares(&mut sim, &[ANVIL]);
    assert_eq!(view(&sim), View::Account, "there is nothing to choose from any more");
    sim.send(&Intent::Show { view: View::SwitchAddress });
    assert_eq!(view(&sim), View::Account);
    sim.send(&Intent::SwitchAddress { address: OTHER_ADDRESS.to_owned() });
    assert_eq!(all(&sim), [ANVIL]);

    let mut tern = Wallet::new("sol.tern", "Tern", SOLANA_ADDRESS, 1, Quirks::default());
    tern.accounts.push("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv".to_owned());
    let mut config = config();
    config.networks = vec![solana()];
    config.default_network = None;
    let mut sim = Sim::of(vec![tern.of(Namespace::Solana)], Server::default(), config);
    connect(&mut sim, "sol.tern");
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Show { view: View::SwitchAddress });
    assert_eq!(view(&sim), View::Account);
}
