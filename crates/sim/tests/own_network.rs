//! On which network a wallet is connected: its own where nobody chose another, and what there is to do
//! where one was chosen and the wallet stays elsewhere.
#![allow(clippy::unwrap_used)]

use engine::{ConnectError, ConnectStep, Intent, Status};
use protocol::caip::{ChainId, Namespace};
use protocol::rpc::USER_REJECTED;
use sim::{ANVIL, DEV_CHAIN, ETHEREUM, Quirks, Reaction, Server, Sim, Wallet, config};

/// A page of a host with the dev chain and Ethereum that prefers neither, and a wallet on this chain.
fn page(chain: u64, quirks: Quirks) -> Sim {
    let harbor = Wallet::new("example.harbor", "Harbor", ANVIL, chain, quirks);
    let mut config = config();
    config.default_network = None;
    let harbor = harbor.knowing(&[ETHEREUM, DEV_CHAIN, chain]);
    let mut sim = Sim::of(vec![harbor], Server::default(), config);
    sim.run_for(100);
    sim
}

/// Connects Harbor; what was asked of it.
fn connect(sim: &mut Sim) -> String {
    sim.transcript();
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    asked(sim)
}

/// What a person was asked since the last look.
fn asked(sim: &mut Sim) -> String {
    let transcript = sim.transcript();
    let methods = transcript.lines().filter_map(|line| line.split_once("→ wallet_"));
    methods.map(|(_, method)| method).collect::<Vec<_>>().join(", ")
}

fn chain(sim: &Sim) -> Option<ChainId> {
    let page = sim.page();
    let account = page.state.accounts.get(Namespace::Eip155)?;
    (account.status == Status::Connected).then(|| account.chain.clone())?
}

const BOTH: &str = "requestPermissions, switchEthereumChain";

#[test]
fn where_nobody_chose_a_wallet_on_a_network_of_the_site_stays_there() {
    let mut sim = page(DEV_CHAIN, Quirks::default());
    assert_eq!(sim.page().state.networks.active, Some(ChainId::eip155(ETHEREUM)));
    assert_eq!(connect(&mut sim), "requestPermissions");
    assert_eq!(chain(&sim), Some(ChainId::eip155(DEV_CHAIN)));
    assert_eq!(sim.page().state.networks.active, Some(ChainId::eip155(DEV_CHAIN)));
}

#[test]
fn where_nobody_chose_a_wallet_that_is_elsewhere_is_asked_to_come() {
    let mut sim = page(10, Quirks::default());
    assert_eq!(connect(&mut sim), BOTH);
    assert_eq!(chain(&sim), Some(ChainId::eip155(ETHEREUM)));
}

#[test]
fn what_the_visitor_chose_now_or_when_they_were_here_last_is_asked_for() {
    let mut sim = page(DEV_CHAIN, Quirks::default());
    sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
    sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
    let mut sim = sim.reload();
    sim.run_for(100);
    assert_eq!(connect(&mut sim), BOTH);
    assert_eq!(chain(&sim), Some(ChainId::eip155(ETHEREUM)));

    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(1_000);
    sim.page().wallets[0].chain = DEV_CHAIN;
    assert_eq!(connect(&mut sim), BOTH, "the network used last");
}

#[test]
fn a_chosen_network_that_the_wallet_does_not_come_to_is_no_connection_but_two_ways_on() {
    // Refused, broken, without the method, and a wallet that says yes and stays.
    let refuses = |code| Quirks { switch: Reaction::Refuses(code), ..Quirks::default() };
    let stays = Quirks { stays: true, ..Quirks::default() };
    for quirks in [refuses(USER_REJECTED), refuses(-32603), refuses(-32601), stays] {
        let mut sim = page(DEV_CHAIN, quirks);
        sim.send(&Intent::Open { view: Some("Networks".to_owned()), namespace: None });
        sim.send(&Intent::SwitchNetwork { chain: ChainId::eip155(ETHEREUM) });
        connect(&mut sim);
        assert_eq!(chain(&sim), None);
        let step = sim.page().state.connect.step.clone();
        let ConnectStep::Failed {
            error:
                ConnectError::ChainRefused { network, stays_on }
                | ConnectError::ChainUnsupported { network, stays_on },
        } = step
        else {
            panic!("{step:?}")
        };
        assert_eq!((&*network, stays_on.as_deref()), ("Ethereum", Some("Latchkit Dev")));

        sim.send(&Intent::StayOnNetwork);
        sim.run_for(2_000);
        assert_eq!(asked(&mut sim), "", "who uses the wallet's network is asked nothing more");
        assert_eq!(chain(&sim), Some(ChainId::eip155(DEV_CHAIN)));
        let mut sim = sim.reload();
        sim.run_for(2_000);
        assert_eq!(chain(&sim), Some(ChainId::eip155(DEV_CHAIN)));
    }
}

#[test]
fn who_is_asked_to_switch_reads_so() {
    let mut sim = page(10, Quirks { switch: Reaction::Hangs, ..Quirks::default() });
    connect(&mut sim);
    let step = |sim: &Sim| sim.page().state.connect.step.clone();
    let switching = || Some("Ethereum".to_owned());
    assert_eq!(step(&sim), ConnectStep::Waiting { slow: false, switching: switching() });
    sim.run_for(10_000);
    assert_eq!(step(&sim), ConnectStep::Waiting { slow: true, switching: switching() });
    sim.send(&Intent::Back);
    sim.page().wallets[0].quirks.switch = Reaction::Approves;
    sim.page().wallets[0].quirks.connect = Reaction::Hangs;
    connect(&mut sim);
    assert_eq!(step(&sim), ConnectStep::Waiting { slow: false, switching: None });
}

#[test]
fn whoever_took_long_to_share_accounts_gets_the_hint_of_the_switch_in_its_own_time() {
    for answer_ms in [3_000, 4_000] {
        let quirks = Quirks { answer_ms, switch: Reaction::Hangs, ..Quirks::default() };
        let mut sim = page(10, quirks);
        connect(&mut sim);
        let is_slow = |sim: &Sim| match sim.page().state.connect.step.clone() {
            ConnectStep::Waiting { slow, switching } => (slow, switching.is_some()),
            step => panic!("{step:?}"),
        };
        let mut waited = 5_000;
        while !is_slow(&sim).1 {
            assert_eq!(is_slow(&sim).0, waited >= 10_000, "for accounts");
            sim.run_for(100);
            waited += 100;
        }
        assert_eq!(is_slow(&sim), (false, true), "{answer_ms}");
        sim.run_for(9_800);
        assert_eq!(is_slow(&sim), (false, true), "not before its time: {answer_ms}");
        sim.run_for(200);
        assert_eq!(is_slow(&sim), (true, true), "{answer_ms}");
    }
}

#[test]
fn trying_again_asks_for_the_network_only() {
    let refuses = Quirks { switch: Reaction::Refuses(USER_REJECTED), ..Quirks::default() };
    let mut sim = page(10, refuses);
    connect(&mut sim);
    let stays_on = |sim: &Sim| match &sim.page().state.connect.step {
        ConnectStep::Failed { error: ConnectError::ChainRefused { stays_on, .. } } => {
            stays_on.clone()
        }
        step => panic!("{step:?}"),
    };
    assert_eq!(stays_on(&sim), None, "the site does not have that network");
    sim.send(&Intent::StayOnNetwork);
    sim.run_for(1_000);
    assert_eq!((chain(&sim), asked(&mut sim)), (None, String::new()));
    sim.page().wallets[0].quirks.switch = Reaction::Approves;
    sim.send(&Intent::Retry);
    sim.run_for(2_000);
    assert_eq!(asked(&mut sim), "switchEthereumChain");
    assert_eq!(chain(&sim), Some(ChainId::eip155(ETHEREUM)));
}
