//! Networks that a phone shares, learns of and is asked to go to.

use engine::Ask;
use protocol::caip::{ChainId, Namespace};
use sim::afar::At;
use sim::{DEV_CHAIN, Sim};

use super::{connect_on, requested, says, shares, world};

#[test]
fn a_network_that_the_phone_adds_later_can_be_chosen() {
    let (mut sim, phone) = world();
    connect_on(&mut sim, phone, &[1]);
    let approved = |sim: &Sim| {
        let page = sim.page();
        page.state.accounts.get(Namespace::Eip155).unwrap().approved.clone().unwrap()
    };
    assert_eq!(approved(&sim), [ChainId::eip155(1)]);
    shares(&mut sim, phone, &[1, DEV_CHAIN]);
    assert_eq!(approved(&sim), [ChainId::eip155(1), ChainId::eip155(DEV_CHAIN)]);
    let chain = |sim: &Sim| sim.page().state.accounts.get(Namespace::Eip155).unwrap().chain.clone();
    assert_eq!(chain(&sim), Some(ChainId::eip155(1)), "it stays where it is");
    shares(&mut sim, phone, &[DEV_CHAIN]);
    assert_eq!(approved(&sim), [ChainId::eip155(DEV_CHAIN)]);
    assert_eq!(chain(&sim), Some(ChainId::eip155(DEV_CHAIN)));
}

/// The host goes to the local network, of which the phone shares nothing; the id of that.
fn leave(sim: &mut Sim, phone: At) -> u32 {
    connect_on(sim, phone, &[1]);
    let id = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(DEV_CHAIN)) });
    sim.run_for(1_000);
    assert_eq!(requested(sim, phone).0, "wallet_switchEthereumChain");
    id
}

/// What the host is answered, and on which chain the account is.
fn outcome(sim: &Sim, id: u32) -> (Option<String>, u64) {
    let page = sim.page();
    let answer = page.answers.iter().find(|(it, _)| *it == id).map(|it| it.1.clone());
    let chain = page.state.accounts.get(Namespace::Eip155).unwrap().chain.clone().unwrap();
    (answer, chain.reference.parse().unwrap())
}

const WENT: &str = r#"{"type":"value","value":null}"#;

#[test]
fn a_phone_that_does_not_know_a_network_is_asked_once_to_add_it() {
    let (mut sim, phone) = world();
    let id = leave(&mut sim, phone);
    says(&mut sim, phone, Some(4902));
    let (method, params) = requested(&mut sim, phone);
    assert_eq!(method, "wallet_addEthereumChain");
    for part in [r#""chainId":"0x7a69""#, "Latchkit Dev", "rpcUrls", "nativeCurrency"] {
        assert!(params.contains(part), "{params}");
    }
    shares(&mut sim, phone, &[1, DEV_CHAIN]);
    says(&mut sim, phone, None);
    assert_eq!(outcome(&sim, id), (Some(WENT.to_owned()), DEV_CHAIN));
    assert!(sim.beyond(|afar| afar.shown(phone).requests.is_empty()));
    // Where it is known nobody is asked.
    let back = sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(1)) });
    sim.run_for(1_000);
    assert_eq!(outcome(&sim, back), (Some(WENT.to_owned()), 1));
}

#[test]
fn a_phone_that_added_a_network_and_shares_nothing_there_is_asked_to_switch_and_no_more() {
    let (mut sim, phone) = world();
    let id = leave(&mut sim, phone);
    says(&mut sim, phone, Some(4902));
    says(&mut sim, phone, None);
    sim.run_for(4_000);
    assert_eq!(requested(&mut sim, phone).0, "wallet_switchEthereumChain");
    says(&mut sim, phone, Some(4902));
    let (answer, chain) = outcome(&sim, id);
    assert!(answer.is_some_and(|it| it.contains("4200")) && chain == 1);
    assert!(sim.beyond(|afar| afar.shown(phone).requests.is_empty()));
}

#[test]
fn a_phone_that_refuses_a_network_is_asked_nothing_more() {
    for refuses_to_add in [false, true] {
        let (mut sim, phone) = world();
        let id = leave(&mut sim, phone);
        if refuses_to_add {
            says(&mut sim, phone, Some(4902));
        }
        says(&mut sim, phone, Some(4001));
        let (answer, chain) = outcome(&sim, id);
        assert!(answer.is_some_and(|it| it.contains("4001")) && chain == 1);
        assert!(sim.beyond(|afar| afar.shown(phone).requests.is_empty()));
    }
}

#[test]
fn a_phone_that_shares_the_network_and_answers_nothing_has_switched() {
    let (mut sim, phone) = world();
    let id = leave(&mut sim, phone);
    assert_eq!(outcome(&sim, id), (None, 1));
    shares(&mut sim, phone, &[1, DEV_CHAIN]);
    assert_eq!(outcome(&sim, id), (Some(WENT.to_owned()), DEV_CHAIN));
    // What it answers after that is no news.
    says(&mut sim, phone, Some(4001));
    assert_eq!(outcome(&sim, id).1, DEV_CHAIN);
}
