//! What nodes and the operator's server are asked while a phone is connected.

use engine::{Ask, Intent};
use protocol::caip::Namespace;
use protocol::module::phone::PhoneIntent;
use protocol::rpc::Node;
use sim::afar::Afar;
use sim::{ANVIL, DEV_CHAIN, NODE_URL, Quirks, Server, Sim, Wallet, config};
use wire::{from_text, to_text};

use super::{PHONE, choose, code, connect, namespaces, pair, world, world_of};

/// What the host is answered that asks the provider of eip155 for this.
fn request(sim: &mut Sim, method: &str) -> String {
    let params = from_text(r#"["0x68656c6c6f"]"#).ok();
    let method = method.to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params });
    sim.run_for(1_000);
    let page = sim.page();
    page.answers.iter().find(|(it, _)| *it == id).unwrap().1.clone()
}

#[test]
fn a_phone_is_not_asked_what_the_account_holds_whatever_it_approved() {
    let (mut sim, phone) = world();
    choose(&mut sim, PHONE);
    let uri = code(&sim);
    pair(&mut sim, phone, uri);
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let approved = to_text(&namespaces(&[DEV_CHAIN]));
        let methods = r#""wallet_getCapabilities","wallet_getAssets","personal_sign""#;
        let namespaces = from_text(&approved.replace(r#""personal_sign""#, methods)).unwrap();
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
    asked(&mut sim);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(5_000);
    assert_eq!(sim.beyond(|afar| afar.shown(phone).requests.len()), 0);
    let is_of_tokens = |url: &&String| url.contains("/v1/account/");
    assert_eq!(asked(&mut sim).iter().filter(is_of_tokens).count(), 1, "the server tells it");
}

#[test]
fn a_node_answers_what_only_reads_and_no_phone_is_asked() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    asked(&mut sim);
    let answer = request(&mut sim, "eth_getBalance");
    assert!(answer.contains(&Server::default().balance), "{answer}");
    let urls = asked(&mut sim);
    assert!(
        matches!(&*urls, [url] if url.contains("/v1?") && url.contains("eip155:31337")),
        "{urls:?}"
    );
    // A transaction that is in no block yet.
    assert!(request(&mut sim, "eth_getTransactionReceipt").contains(r#""value":null"#));
    asked(&mut sim);
    for method in ["eth_sendTransaction", "eth_signTypedData_v4", "wallet_getCallsStatus"] {
        let answer = request(&mut sim, method);
        assert!(answer.contains("4200"), "{method}: {answer}");
    }
    assert_eq!(asked(&mut sim), [""; 0], "no node hears of what needs keys");
    assert!(sim.beyond(|afar| afar.shown(phone).requests.is_empty()));
}

#[test]
fn what_a_node_refuses_is_told_as_the_node_says_it() {
    let mut config = config();
    config.networks[0].nodes = vec![Node { url: NODE_URL.to_owned(), headers: vec![] }];
    let own_node = r#"{"code":3,"message":"execution reverted","data":"0x08c379a0"}"#;
    let server = Server { own_node: Some(own_node.to_owned()), ..Server::default() };
    let (mut sim, phone) = world_of(server, config);
    connect(&mut sim, phone);
    asked(&mut sim);
    let answer = request(&mut sim, "eth_call");
    for part in [r#""code":3"#, "execution reverted", "0x08c379a0"] {
        assert!(answer.contains(part), "{answer}");
    }
    // Nor did it say of which chain it is: it is not asked that again.
    assert_eq!(asked(&mut sim), [NODE_URL]);
}

#[test]
fn where_no_node_is_the_host_reads_what_to_do() {
    let (mut sim, phone) = world_of(Server { chains: vec![], ..Server::default() }, config());
    connect(&mut sim, phone);
    let answer = request(&mut sim, "eth_blockNumber");
    for part in ["4901", "eth_blockNumber", "eip155:31337", "customRpcUrls", "[chains]"] {
        assert!(answer.contains(part), "{answer}");
    }
}

/// What the page asked of the operator's server since the last call.
fn asked(sim: &mut Sim) -> Vec<String> {
    std::mem::take(&mut sim.page().fetched)
}

/// The part of a call that says by which name relays know the page.
fn client_of(url: &str) -> Option<&str> {
    url.split('&').find_map(|it| it.strip_prefix("clientId="))
}

#[test]
fn the_server_hears_the_name_that_relays_know_the_page_by_only_while_a_phone_is_connected() {
    let (mut sim, phone) = world();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let before = asked(&mut sim);
    assert!(!before.is_empty() && before.iter().all(|it| client_of(it).is_none()), "{before:?}");
    connect(&mut sim, phone);
    asked(&mut sim);
    sim.send(&Intent::RefreshBalance);
    sim.run_for(1_000);
    let during = asked(&mut sim);
    let clients = sim.beyond(|afar| afar.relays[0].clients());
    let is_ours = |url: &String| clients.iter().any(|it| Some(&**it) == client_of(url));
    assert!(!during.is_empty() && during.iter().all(is_ours), "{during:?} {clients:?}");
    // Nothing else tells it: no event, no image.
    let shown = {
        let page = sim.page();
        to_text(&page.tracked) + &to_text(&page.state.catalog)
    };
    assert!(!shown.contains("did:key"), "{shown}");
    sim.send(&Intent::Disconnect { namespace: None });
    sim.send(&Intent::Search { text: "mar".to_owned(), is_certified: false });
    sim.run_for(3_000);
    let after = asked(&mut sim);
    assert!(after.iter().all(|it| client_of(it).is_none()), "{after:?}");
}

#[test]
fn each_site_is_known_by_another_name() {
    let names = [1, 2].map(|seed| {
        let mut afar = Afar::new(seed);
        let phone = afar.phone(&[0]);
        let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
        let mut sim = Sim::new(vec![wallet.in_module(sim::PHONES)]).with_phones(afar);
        connect(&mut sim, phone);
        asked(&mut sim);
        sim.send(&Intent::RefreshBalance);
        sim.run_for(1_000);
        asked(&mut sim).iter().find_map(|it| client_of(it).map(str::to_owned)).unwrap()
    });
    assert_ne!(names[0], names[1]);
}
