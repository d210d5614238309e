//! Requests that a wallet has open: answered in the end, they count where the person still wants that
//! wallet, and none is opened twice.
#![allow(clippy::unwrap_used)]

use engine::{Intent, Status};
use protocol::caip::Namespace;
use protocol::rpc::{INTERNAL, RESOURCE_UNAVAILABLE, USER_REJECTED};
use sim::{
    ANVIL, DEV_CHAIN, ETHEREUM, OTHER_ADDRESS, Quirks, Reaction, SOLANA_ADDRESS, Server, Sim,
    Wallet, config, solana,
};
use wire::Json;

fn harbor(quirks: Quirks) -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks)
}

fn choose(sim: &mut Sim) {
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
}

/// A page on which Harbor was chosen, a second ago.
fn chosen(wallet: Wallet) -> Sim {
    let mut config = config();
    config.networks.push(solana());
    let mut sim = Sim::of(vec![wallet], Server::default(), config);
    sim.run_for(0);
    choose(&mut sim);
    sim.run_for(1_000);
    sim
}

/// Harbor has a request open already.
fn busy() -> Sim {
    let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    let mut sim = chosen(harbor(Quirks { connect, ..Quirks::default() }));
    assert!(sim.transcript().contains(r#"! connect failed {"type":"pending"}"#));
    sim
}

fn status(sim: &Sim, namespace: Namespace) -> Status {
    sim.page().state.accounts.get(namespace).map_or(Status::Disconnected, |it| it.status)
}

fn is_connected(sim: &Sim) -> bool {
    status(sim, Namespace::Eip155) == Status::Connected
}

/// How often the wallet was asked for accounts since the last look.
fn prompts(sim: &mut Sim) -> usize {
    sim.transcript().matches("→ wallet_requestPermissions").count()
}

#[test]
fn the_answer_to_a_request_that_was_open_connects() {
    let mut sim = busy();
    sim.run_for(60_000);
    assert_eq!(status(&sim, Namespace::Eip155), Status::Connecting, "the person takes their time");
    sim.page().wallets[0].is_permitted = true;
    sim.emit(0, "accountsChanged", &Json::list([Json::text(ANVIL)]));
    sim.run_for(300);
    assert!(is_connected(&sim));
    assert!(!sim.page().state.modal.open);
    assert_eq!(prompts(&mut sim), 0, "no second window");
}

#[test]
fn a_wallet_that_tells_nothing_is_looked_at() {
    let mut sim = busy();
    sim.page().wallets[0].is_permitted = true;
    sim.run_for(1_500);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn so_it_is_outside_of_eip155() {
    let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    let quirks = Quirks { connect, ..Quirks::default() };
    let tern = Wallet::new("example.harbor", "Harbor", SOLANA_ADDRESS, 1, quirks);
    let mut sim = chosen(tern.of(Namespace::Solana));
    sim.run_for(20_000);
    assert_eq!(status(&sim, Namespace::Solana), Status::Connecting);
    sim.page().wallets[0].is_permitted = true;
    sim.run_for(1_500);
    assert_eq!(status(&sim, Namespace::Solana), Status::Connected);
}

#[test]
fn once_the_person_has_turned_away_it_connects_nothing() {
    for way_out in [Intent::Close, Intent::Back] {
        let mut sim = busy();
        sim.send(&way_out);
        sim.page().wallets[0].is_permitted = true;
        sim.emit(0, "accountsChanged", &Json::list([Json::text(ANVIL)]));
        sim.run_for(60_000);
        assert_eq!(status(&sim, Namespace::Eip155), Status::Disconnected);
    }
}

#[test]
fn trying_again_takes_what_is_shared_by_then() {
    let mut sim = busy();
    sim.page().wallets[0].is_permitted = true;
    sim.send(&Intent::Retry);
    sim.run_for(500);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn a_switch_that_is_open_already_is_waited_for() {
    let quirks = Quirks { switch: Reaction::Refuses(RESOURCE_UNAVAILABLE), ..Quirks::default() };
    let mut wallet = harbor(quirks).knowing(&[ETHEREUM, DEV_CHAIN]);
    wallet.chain = ETHEREUM;
    let mut sim = chosen(wallet);
    sim.run_for(10_000);
    let transcript = sim.transcript();
    assert!(transcript.contains(r#"! connect failed {"type":"pending"}"#), "{transcript}");
    assert_eq!(transcript.matches("→ wallet_switchEthereumChain").count(), 1, "{transcript}");
    assert!(!is_connected(&sim), "it is on another network");
    sim.page().wallets[0].chain = DEV_CHAIN;
    sim.run_for(1_500);
    assert!(is_connected(&sim));
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155).unwrap();
    assert_eq!(account.chain.as_ref().unwrap().text(), "eip155:31337");
}

/// Harbor shared its accounts with the site before, and has a request open now.
fn busy_though_it_shares() -> Sim {
    let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    let mut wallet = harbor(Quirks { connect, ..Quirks::default() });
    wallet.is_permitted = true;
    let mut sim = chosen(wallet);
    assert!(sim.transcript().contains(r#"! connect failed {"type":"pending"}"#));
    sim
}

#[test]
fn what_was_shared_before_is_no_answer() {
    let mut sim = busy_though_it_shares();
    sim.run_for(60_000);
    assert_eq!(status(&sim, Namespace::Eip155), Status::Connecting, "the request is still open");
    assert_eq!(prompts(&mut sim), 0);
    sim.emit(0, "chainChanged", &Json::text("0x1"));
    sim.emit(0, "accountsChanged", &Json::list([]));
    sim.run_for(2_000);
    assert_eq!(status(&sim, Namespace::Eip155), Status::Connecting, "nobody has said yes");
    sim.emit(0, "accountsChanged", &Json::list([Json::text(ANVIL)]));
    sim.run_for(2_000);
    assert!(is_connected(&sim));
}

/// How a reading of what a wallet shares may fail.
const FAILURES: [Reaction; 3] = [Reaction::Refuses(INTERNAL), Reaction::Hangs, Reaction::TalksJunk];

/// The same in each namespace: Harbor, and one that speaks as those outside of eip155.
fn sharing() -> [Wallet; 2] {
    let elsewhere = Wallet::new("example.harbor", "Harbor", SOLANA_ADDRESS, 1, Quirks::default());
    [harbor(Quirks::default()), elsewhere.of(Namespace::Solana)].map(|mut wallet| {
        wallet.is_permitted = true;
        wallet.quirks.connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
        wallet
    })
}

#[test]
fn a_reading_that_fails_says_nothing_of_what_was_shared_before() {
    for (wallet, failure) in sharing().iter().flat_map(|it| FAILURES.map(|failure| (it, failure))) {
        for fails_first in [true, false] {
            let namespace = wallet.namespace;
            let mut sim = chosen(wallet.clone());
            if fails_first {
                let mut wallet = wallet.clone();
                wallet.quirks.read = failure;
                sim = chosen(wallet);
            }
            sim.page().wallets[0].quirks.read = failure;
            sim.transcript();
            sim.run_for(30_000);
            sim.page().wallets[0].quirks.read = Reaction::Approves;
            sim.run_for(60_000);
            assert_eq!(status(&sim, namespace), Status::Connecting, "{namespace:?} {failure:?}");
            assert_eq!(prompts(&mut sim), 0);
            sim.page().wallets[0].is_permitted = false;
            sim.run_for(1_500);
            sim.page().wallets[0].is_permitted = true;
            sim.run_for(1_500);
            assert_eq!(status(&sim, namespace), Status::Connected, "taken back, and shared again");
        }
    }
}

#[test]
fn trying_again_asks_a_wallet_of_which_nobody_knows_what_it_shared_before() {
    for failure in FAILURES {
        let [mut wallet, _] = sharing();
        wallet.quirks.read = failure;
        let mut sim = chosen(wallet);
        sim.page().wallets[0].quirks.read = Reaction::Approves;
        prompts(&mut sim);
        sim.send(&Intent::Retry);
        sim.run_for(5_000);
        assert!(!is_connected(&sim), "{failure:?}");
        assert_eq!(prompts(&mut sim), 1, "{failure:?}");
    }
}

#[test]
fn other_accounts_than_were_shared_before_are_one() {
    let mut sim = busy_though_it_shares();
    sim.page().wallets[0].accounts.insert(0, OTHER_ADDRESS.to_owned());
    sim.run_for(1_500);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn accounts_that_were_taken_back_and_are_shared_again_are_one() {
    let mut sim = busy_though_it_shares();
    for is_permitted in [false, true] {
        assert!(!is_connected(&sim));
        sim.page().wallets[0].is_permitted = is_permitted;
        sim.run_for(1_500);
    }
    assert!(is_connected(&sim));
}

#[test]
fn trying_again_asks_a_wallet_that_shared_before() {
    let mut sim = busy_though_it_shares();
    sim.send(&Intent::Retry);
    sim.run_for(5_000);
    assert!(!is_connected(&sim));
    assert_eq!(prompts(&mut sim), 1);
    // Answered without a word: the accounts are those of before, and no request is open any more.
    sim.page().wallets[0].quirks.connect = Reaction::Approves;
    sim.send(&Intent::Retry);
    sim.run_for(500);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 1);
}

#[test]
fn what_this_page_asked_before_in_other_words_is_answered_by_a_yes() {
    let quirks = Quirks { answer_ms: 600, has_permissions: false, ..Quirks::default() };
    let mut wallet = harbor(quirks);
    wallet.is_permitted = true;
    let mut sim = chosen(wallet);
    sim.send(&Intent::Back);
    let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    sim.page().wallets[0].quirks = Quirks { connect, answer_ms: 0, ..Quirks::default() };
    choose(&mut sim);
    sim.run_for(100);
    assert!(sim.transcript().contains(r#"! connect failed {"type":"pending"}"#));
    sim.page().wallets[0].quirks.connect = Reaction::Approves;
    sim.run_for(50);
    assert!(!is_connected(&sim), "the first request is still open");
    sim.run_for(1_000);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn so_it_is_outside_of_eip155_for_one_that_shared_before() {
    let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    let quirks = Quirks { connect, ..Quirks::default() };
    let mut tern = Wallet::new("example.harbor", "Harbor", SOLANA_ADDRESS, 1, quirks);
    tern.is_permitted = true;
    let mut sim = chosen(tern.of(Namespace::Solana));
    sim.run_for(60_000);
    assert_eq!(status(&sim, Namespace::Solana), Status::Connecting);
    let account = Json::object([("address", Json::text(SOLANA_ADDRESS))]);
    sim.emit(0, "accountsChanged", &Json::list([account]));
    sim.run_for(1_500);
    assert_eq!(status(&sim, Namespace::Solana), Status::Connected);
}

#[test]
fn whoever_gives_up_is_out_of_it() {
    for way_out in [Intent::Close, Intent::Back] {
        let mut sim = busy_though_it_shares();
        sim.send(&way_out);
        assert_eq!(status(&sim, Namespace::Eip155), Status::Disconnected);
        sim.transcript();
        sim.emit(0, "accountsChanged", &Json::list([Json::text(ANVIL)]));
        sim.run_for(60_000);
        assert_eq!(status(&sim, Namespace::Eip155), Status::Disconnected);
        assert!(!sim.transcript().contains("→ eth_accounts"), "nobody looks any more");
    }
}

#[test]
fn a_wallet_that_answers_at_once_and_tells_without_end_is_looked_at_four_times_a_second() {
    let elsewhere = Wallet::new("example.harbor", "Harbor", SOLANA_ADDRESS, 1, Quirks::default());
    for wallet in [harbor(Quirks::default()), elsewhere.of(Namespace::Solana)] {
        for is_permitted in [false, true] {
            let connect = Reaction::Refuses(RESOURCE_UNAVAILABLE);
            let quirks = Quirks { connect, answer_ms: 0, ..Quirks::default() };
            let mut wallet = wallet.clone();
            (wallet.quirks, wallet.is_permitted) = (quirks, is_permitted);
            let mut sim = chosen(wallet);
            sim.transcript();
            for _ in 0..1_000 {
                sim.emit(0, "message", &Json::Null);
                sim.run_for(10);
            }
            let transcript = sim.transcript();
            let looks = |method: &str| transcript.matches(&format!("→ {method}\n")).count();
            let looks = looks("eth_accounts") + looks("connect");
            assert!((30..=40).contains(&looks), "{looks} looks in ten seconds");
            assert!(!is_connected(&sim));
        }
    }
}

#[test]
fn a_wallet_that_gives_and_takes_is_asked_for_the_network_once() {
    let busy = Reaction::Refuses(RESOURCE_UNAVAILABLE);
    let quirks = Quirks { connect: busy, switch: busy, answer_ms: 0, ..Quirks::default() };
    let mut wallet = harbor(quirks).knowing(&[ETHEREUM, DEV_CHAIN]);
    wallet.chain = ETHEREUM;
    let mut sim = chosen(wallet);
    for turn in 0..1_000 {
        sim.page().wallets[0].is_permitted = turn % 2 == 0;
        sim.emit(0, "accountsChanged", &Json::list([Json::text(ANVIL)]));
        sim.run_for(10);
    }
    let transcript = sim.transcript();
    assert_eq!(transcript.matches("→ wallet_switchEthereumChain").count(), 1, "{transcript}");
    assert!(transcript.matches("→ eth_accounts").count() <= 50);
}

/// Harbor was chosen, and the person went back while it asked.
fn left(answer_ms: u64, connect: Reaction) -> Sim {
    let mut sim = chosen(harbor(Quirks { answer_ms, connect, ..Quirks::default() }));
    sim.send(&Intent::Back);
    sim.page().wallets[0].quirks.answer_ms = 100;
    assert_eq!(prompts(&mut sim), 1);
    sim
}

#[test]
fn whoever_comes_back_to_a_wallet_that_still_asks_is_not_asked_twice() {
    let mut sim = left(5_000, Reaction::Approves);
    sim.run_for(1_000);
    choose(&mut sim);
    sim.run_for(60_000);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn so_it_is_for_whoever_comes_back_again_and_again() {
    let mut sim = left(20_000, Reaction::Approves);
    for _ in 0..3 {
        choose(&mut sim);
        sim.run_for(1_000);
        sim.send(&Intent::Close);
        sim.run_for(1_000);
    }
    sim.run_for(60_000);
    assert_eq!(status(&sim, Namespace::Eip155), Status::Disconnected, "nobody wants it now");
    choose(&mut sim);
    sim.run_for(60_000);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 0);
}

#[test]
fn who_declined_meanwhile_is_asked_anew() {
    let mut sim = left(2_000, Reaction::Refuses(USER_REJECTED));
    sim.run_for(10_000);
    sim.page().wallets[0].quirks.connect = Reaction::Approves;
    choose(&mut sim);
    sim.run_for(60_000);
    assert!(is_connected(&sim));
    assert_eq!(prompts(&mut sim), 1);
}
