//! An engine, the real module of sessions, relays and a phone.
#![allow(clippy::unwrap_used)]

use engine::{
    Ask, Carrier, Config, ConnectError, ConnectStep, Handoff, Intent, Node, Status, View, WayKind,
};
use protocol::api::{WalletConnectRelay, WalletListing};
use protocol::caip::{ChainId, Namespace};
use protocol::event::wallet::WalletPlatform;
use protocol::module::phone::PhoneIntent;
use protocol::reached_wallets::ReachedWallets;
use sim::afar::{Afar, At};
use sim::{
    ANVIL, DEV_CHAIN, NODE_URL, Quirks, SOLANA_ADDRESS, Server, Sim, Wallet, config, solana,
};
use wire::{Json, from_text, read, to_text};

const PHONE: &str = sim::ANY_PHONE;

/// A page, and a phone that listens at the operator's relay.
fn world() -> (Sim, At) {
    world_of(Server::default(), config())
}

fn world_of(server: Server, config: Config) -> (Sim, At) {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let sim = Sim::of(vec![wallet.in_module(sim::PHONES)], server, config).with_phones(afar);
    (sim, phone)
}

fn status(sim: &Sim) -> Option<Status> {
    sim.page().state.accounts.get(Namespace::Eip155).map(|account| account.status)
}

fn choose(sim: &mut Sim, wallet: &str) {
    let wallet = wallet.to_owned();
    sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
    sim.run_for(1_000);
}

/// The last code that the page was told.
fn code(sim: &Sim) -> String {
    let page = sim.page();
    let beyond = page.beyond.as_ref().unwrap();
    let uri = beyond.afar.borrow().uri(beyond.tab);
    uri.expect("a code")
}

fn pair(sim: &mut Sim, phone: At, uri: String) {
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri }));
    sim.run_for(1_000);
}

/// What a phone shares on these chains.
fn namespaces(chains: &[u64]) -> Json {
    let accounts: Vec<_> = chains.iter().map(|it| format!("\"eip155:{it}:{ANVIL}\"")).collect();
    let text = format!(
        r#"{{"eip155":{{"accounts":[{}],
            "methods":["personal_sign","wallet_switchEthereumChain","wallet_addEthereumChain"],
            "events":["accountsChanged","chainChanged"]}}}}"#,
        accounts.join(",")
    );
    from_text(&text).unwrap()
}

fn approve(sim: &mut Sim, phone: At, chains: &[u64]) {
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let namespaces = namespaces(chains);
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
}

fn connect_on(sim: &mut Sim, phone: At, chains: &[u64]) {
    choose(sim, PHONE);
    let uri = code(sim);
    pair(sim, phone, uri);
    approve(sim, phone, chains);
    assert_eq!(status(sim), Some(Status::Connected));
}

fn connect(sim: &mut Sim, phone: At) {
    connect_on(sim, phone, &[DEV_CHAIN, 1]);
}

fn sign(sim: &mut Sim, phone: At) -> String {
    let params = from_text(r#"["0x68656c6c6f"]"#).ok();
    let method = "personal_sign".to_owned();
    let id = sim.ask(&Ask::Request { namespace: Namespace::Eip155, method, params });
    sim.run_for(1_000);
    sim.beyond(|afar| {
        let request = afar.shown(phone).requests[0].id;
        afar.person(phone, &PhoneIntent::Answer { request, value: Json::text("0x5160") });
    });
    sim.run_for(1_000);
    let page = sim.page();
    page.answers.iter().find(|(it, _)| *it == id).unwrap().1.clone()
}

#[test]
fn a_phone_connects_signs_survives_a_reload_and_leaves() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    assert!(sign(&mut sim, phone).contains("0x5160"));
    let mut sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert!(sign(&mut sim, phone).contains("0x5160"));
    sim.beyond(|afar| {
        let session = afar.shown(phone).sessions[0].id.clone();
        afar.person(phone, &PhoneIntent::End { session });
    });
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
}

#[test]
fn who_disconnects_here_ends_the_session_on_the_phone() {
    let (mut sim, phone) = world();
    connect(&mut sim, phone);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
}

#[test]
fn who_closes_the_dialog_is_not_connected_by_a_phone_that_approves_later() {
    let (mut sim, phone) = world();
    sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace: None, is_double: None });
    sim.run_for(1_000);
    let uri = {
        let page = sim.page();
        let beyond = page.beyond.as_ref().unwrap();
        beyond.afar.borrow().uri(beyond.tab)
    };
    sim.send(&Intent::Close);
    sim.beyond(|afar| afar.person(phone, &PhoneIntent::Pair { uri: uri.unwrap() }));
    sim.run_for(1_000);
    sim.beyond(|afar| {
        let proposal = afar.shown(phone).proposals[0].id.clone();
        let text = format!(
            r#"{{"eip155":{{"accounts":["eip155:{DEV_CHAIN}:{ANVIL}"],"methods":[],"events":[]}}}}"#
        );
        let namespaces = from_text(&text).unwrap();
        afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Disconnected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
}

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

#[test]
fn a_phone_is_told_of_the_site_what_its_host_says() {
    let mut afar = Afar::new(3);
    let phone = afar.phone(&[0]);
    let options = r#"{"metadata":{"name":"Isle","description":"Tea","url":"https://isle.example",
        "icons":["https://isle.example/icon.png"]}}"#;
    let config = Config { options: from_text(options).unwrap(), ..config() };
    let wallet = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let wallets = vec![wallet.in_module(sim::PHONES)];
    let mut sim = Sim::of(wallets, Server::default(), config).with_phones(afar);
    connect(&mut sim, phone);
    let peer = sim.beyond(|afar| to_text(&afar.shown(phone).sessions[0].peer));
    for part in ["Isle", "Tea", "https://isle.example", "https://isle.example/icon.png"] {
        assert!(peer.contains(part), "{peer}");
    }
}

#[test]
fn a_new_code_is_another_and_whoever_has_the_first_connects_nobody() {
    let (mut sim, stranger) = world();
    choose(&mut sim, PHONE);
    let first = code(&sim);
    pair(&mut sim, stranger, first.clone());
    sim.send(&Intent::Retry);
    sim.run_for(1_000);
    let second = code(&sim);
    assert_ne!(first, second);
    approve(&mut sim, stranger, &[DEV_CHAIN]);
    sim.run_for(2_000);
    assert_ne!(status(&sim), Some(Status::Connected));
    let phone = sim.beyond(|afar| afar.phone(&[0]));
    pair(&mut sim, phone, second);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    assert_eq!(status(&sim), Some(Status::Connected));
    let sessions = [stranger, phone].map(|it| sim.beyond(|afar| afar.shown(it).sessions.len()));
    assert_eq!(sessions, [0, 1]);
}

#[test]
fn who_connects_another_wallet_ends_the_session_with_the_phone() {
    let mut afar = Afar::new(1);
    let phone = afar.phone(&[0]);
    let any = Wallet::new(PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let here = Wallet::new("com.here", "Here", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::new(vec![any.in_module(sim::PHONES), here]).with_phones(afar);
    connect(&mut sim, phone);
    choose(&mut sim, "com.here");
    sim.run_for(3_000);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
    let page = sim.page();
    let told = page.tracked.iter().map(to_text).collect::<String>();
    assert!(!told.contains("DISCONNECT_"), "nobody disconnected: {told}");
    // By another phone likewise.
    drop(page);
    connect(&mut sim, phone);
    let other = sim.beyond(|afar| afar.phone(&[0]));
    connect(&mut sim, other);
    sim.run_for(3_000);
    let sessions = [phone, other].map(|it| sim.beyond(|afar| afar.shown(it).sessions.len()));
    assert_eq!(sessions, [0, 1]);
}

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

/// The one thing that the phone is asked: its method and parameters.
fn requested(sim: &mut Sim, phone: At) -> (String, String) {
    let mut requests = sim.beyond(|afar| afar.shown(phone).requests.clone());
    let request = requests.pop().unwrap();
    assert!(requests.is_empty());
    (request.method, to_text(&request.params))
}

/// What the person, or the phone for them, says to that.
fn says(sim: &mut Sim, phone: At, code: Option<i32>) {
    sim.beyond(|afar| {
        let request = afar.shown(phone).requests[0].id;
        let error = || from_text(&format!(r#"{{"code":{},"message":"no"}}"#, code.unwrap()));
        let intent = match code {
            None => PhoneIntent::Answer { request, value: Json::Null },
            Some(_) => PhoneIntent::Decline { request, error: error().unwrap() },
        };
        afar.person(phone, &intent);
    });
    sim.run_for(1_000);
}

fn shares(sim: &mut Sim, phone: At, chains: &[u64]) {
    sim.beyond(|afar| {
        let session = afar.shown(phone).sessions[0].id.clone();
        let namespaces = namespaces(chains);
        afar.person(phone, &PhoneIntent::Update { session, namespaces });
    });
    sim.run_for(1_000);
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

#[test]
fn a_phone_that_shares_nothing_of_use_here_is_told_so_and_so_is_the_person() {
    for namespaces in [
        r#"{"eip155":{"accounts":["eip155:56:0xA"],"methods":[],"events":[]}}"#,
        r#"{"tezos":{"accounts":["tezos:NetXdQprcVkpaWU:tz1"],"methods":[],"events":[]}}"#,
        r#"{"eip155":{"accounts":[],"methods":[],"events":[]}}"#,
    ] {
        let (mut sim, phone) = world();
        choose(&mut sim, PHONE);
        let uri = code(&sim);
        pair(&mut sim, phone, uri);
        sim.beyond(|afar| {
            let proposal = afar.shown(phone).proposals[0].id.clone();
            let namespaces = from_text(namespaces).unwrap();
            afar.person(phone, &PhoneIntent::Approve { proposal, namespaces });
        });
        sim.run_for(1_000);
        let network = "Latchkit Dev".to_owned();
        let error = ConnectError::ChainUnsupported { network, stays_on: None };
        let step = sim.page().state.connect.step.clone();
        assert_eq!(step, ConnectStep::Failed { error }, "{namespaces}");
        assert!(sim.beyond(|afar| afar.shown(phone).sessions.is_empty()));
    }
}

/// A page on a phone, whose person opened a wallet there by its link; that wallet, and the code.
fn opened(mut config: Config) -> (Sim, At, String) {
    let pocket = WalletListing {
        id: "1".repeat(64),
        name: "Pocket".to_owned(),
        mobile_link: Some("pocket://".to_owned()),
        ..WalletListing::default()
    };
    let relay = WalletConnectRelay {
        url: "wss://relay.example".to_owned(),
        project_id: "p1".to_owned(),
        wallets: ReachedWallets::All,
    };
    let id = pocket.id.clone();
    let server = Server { wallets: vec![pocket], relays: vec![relay], ..Server::default() };
    (config.is_mobile, config.store) = (true, Some(WayKind::PlayStore));
    let (mut sim, phone) = world_of(server, config);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    choose(&mut sim, &id);
    let uri = code_shown(&sim);
    assert!(sim.page().opened[0].0.starts_with("pocket://wc?uri="));
    (sim, phone, uri)
}

/// The code that shows; another may be ready for the next tap.
fn code_shown(sim: &Sim) -> String {
    let handoff = sim.page().state.connect.handoff.clone().unwrap();
    read::<Handoff>(&handoff).unwrap().uri.unwrap()
}

/// What opens at a click that asks for a signature.
fn opened_to_sign(sim: &mut Sim) -> Vec<String> {
    opened_to(sim, Namespace::Eip155, "personal_sign")
}

fn opened_to(sim: &mut Sim, namespace: Namespace, method: &str) -> Vec<String> {
    sim.page().opened.clear();
    let (method, params) = (method.to_owned(), from_text(r#"["0x68656c6c6f"]"#).ok());
    sim.ask_at_click(&Ask::Request { namespace, method, params });
    sim.run_for(1_000);
    let page = sim.page();
    page.opened.iter().map(|it| it.0.clone()).collect()
}

#[test]
fn who_has_another_phone_read_the_code_after_all_is_led_nowhere() {
    let (mut sim, phone, uri) = opened(config());
    sim.send(&Intent::ChoosePlatform { platform: WalletPlatform::Qrcode });
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    assert_eq!(status(&sim), Some(Status::Connected));
    assert_eq!(opened_to_sign(&mut sim), [""; 0]);
}

#[test]
fn who_connects_another_phone_beside_it_is_still_led_to_the_wallet_that_was_opened() {
    let mut config = config();
    config.networks.push(solana());
    let (mut sim, phone, uri) = opened(config);
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    let namespace = Some(Namespace::Solana);
    sim.send(&Intent::Connect { wallet: PHONE.to_owned(), namespace, is_double: None });
    sim.run_for(1_000);
    connect_of_solana(&mut sim);
    let opened = opened_to_sign(&mut sim);
    assert!(opened.iter().any(|it| it.starts_with("pocket://wc?sessionTopic=")), "{opened:?}");
    assert_eq!(opened_to(&mut sim, Namespace::Solana, "solana_signMessage"), [""; 0]);
}

/// Another phone reads the code that shows, and shares an account of Solana beside the one that is there.
fn connect_of_solana(sim: &mut Sim) -> At {
    let (other, uri) = (sim.beyond(|afar| afar.phone(&[0])), code_shown(sim));
    pair(sim, other, uri);
    sim.beyond(|afar| {
        let proposal = afar.shown(other).proposals[0].id.clone();
        let chain = solana().caip_network_id.text();
        let text = format!(
            r#"{{"solana":{{"accounts":["{chain}:{SOLANA_ADDRESS}"],
                "methods":["solana_signMessage"],"events":[]}}}}"#
        );
        let namespaces = from_text(&text).unwrap();
        afar.person(other, &PhoneIntent::Approve { proposal, namespaces });
    });
    sim.run_for(1_000);
    let of_solana = sim.page().state.accounts.get(Namespace::Solana).map(|it| it.status);
    assert_eq!((status(sim), of_solana), (Some(Status::Connected), Some(Status::Connected)));
    other
}

/// The session of a namespace that a page stored.
fn session(sim: &Sim, namespace: Namespace) -> String {
    let account = sim.page().state.accounts.get(namespace).cloned().unwrap();
    let carrier = account.connected_wallet_info.unwrap().carrier.unwrap();
    let Carrier::Module { session, .. } = carrier else { panic!("{carrier:?}") };
    session.unwrap()
}

/// A page to which two phones are connected, each by its link.
fn two_led() -> (Sim, At) {
    let mut config = config();
    config.networks.push(solana());
    let (mut sim, phone, uri) = opened(config);
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[DEV_CHAIN]);
    let (view, namespace) = (Some("AllWallets".to_owned()), Some(Namespace::Solana));
    sim.send(&Intent::Open { view, namespace });
    sim.run_for(1_000);
    sim.send(&Intent::Connect { wallet: "1".repeat(64), namespace, is_double: None });
    let other = connect_of_solana(&mut sim);
    (sim, other)
}

const LINKS: &str = "@latchkit/default:wallet-link";

#[test]
fn who_opened_two_phones_by_their_links_is_led_to_each_for_its_own_requests() {
    let (mut sim, of_solana) = two_led();
    let signs = [(Namespace::Eip155, "personal_sign"), (Namespace::Solana, "solana_signMessage")];
    let link = |sim: &Sim, of| format!("pocket://wc?sessionTopic={}", session(sim, of));
    for _ in 0..2 {
        for (namespace, method) in signs.into_iter().chain(signs) {
            let own = link(&sim, namespace);
            assert_eq!(opened_to(&mut sim, namespace, method), [own]);
        }
        sim = sim.reload();
        sim.run_for(3_000);
    }
    // The button is of the one that was asked last and has not answered.
    for (namespace, method) in signs {
        let (method, params) = (method.to_owned(), from_text(r#"["0x68656c6c6f"]"#).ok());
        sim.ask(&Ask::Request { namespace, method, params });
        sim.run_for(1_000);
    }
    for namespace in [Namespace::Solana, Namespace::Eip155] {
        assert_eq!(sim.page().state.route.view(), View::OpenWallet);
        assert_eq!(sim.page().state.toast.led, Some(namespace));
        sim.page().opened.clear();
        sim.send(&Intent::OpenWallet);
        let own = link(&sim, namespace);
        assert_eq!(sim.page().opened[0].0, own);
        if namespace == Namespace::Solana {
            while !sim.beyond(|afar| afar.shown(of_solana).requests.is_empty()) {
                says(&mut sim, of_solana, None);
            }
        }
    }
}

#[test]
fn of_links_those_are_kept_by_whose_sessions_somebody_is_connected() {
    let (mut sim, _) = two_led();
    let kept = |sim: &Sim| sim.page().storage.item(LINKS).unwrap().to_owned();
    let topics = [Namespace::Eip155, Namespace::Solana].map(|it| session(&sim, it));
    assert!(topics.iter().all(|it| kept(&sim).contains(it)), "{}", kept(&sim));
    // One as a text is what versions before wrote.
    let before = format!(r#"{{"v":1,"value":"pocket://wc?sessionTopic={}"}}"#, topics[0]);
    sim.page().storage.set_item(LINKS, &before);
    sim = sim.reload();
    sim.run_for(3_000);
    assert_eq!(opened_to_sign(&mut sim).len(), 1);
    assert_eq!(opened_to(&mut sim, Namespace::Solana, "solana_signMessage"), [""; 0]);
    // Who connects another by its link keeps none of a session that is over.
    sim.ask(&Ask::Disconnect { namespace: Some(Namespace::Eip155) });
    assert!(!kept(&sim).contains("pocket"), "{}", kept(&sim));
    sim.run_for(1_000);
    let (view, namespace) = (Some("AllWallets".to_owned()), Some(Namespace::Eip155));
    sim.send(&Intent::Open { view, namespace });
    sim.run_for(1_000);
    sim.send(&Intent::Connect { wallet: "1".repeat(64), namespace, is_double: None });
    let (other, uri) = (sim.beyond(|afar| afar.phone(&[0])), code_shown(&sim));
    pair(&mut sim, other, uri);
    approve(&mut sim, other, &[DEV_CHAIN]);
    let now = session(&sim, Namespace::Eip155);
    assert!(kept(&sim).contains(&now) && !kept(&sim).contains(&topics[0]), "{}", kept(&sim));
}

#[test]
fn whoever_has_a_network_added_is_led_to_the_phone_each_time_that_it_asks() {
    let (mut sim, phone, uri) = opened(config());
    pair(&mut sim, phone, uri);
    approve(&mut sim, phone, &[1]);
    let is_led = |sim: &mut Sim| {
        let mut page = sim.page();
        page.opened.clear();
        page.state.modal.open && page.state.route.view() == View::OpenWallet
    };
    sim.ask(&Ask::SwitchNetwork { chain: Some(ChainId::eip155(DEV_CHAIN)) });
    sim.run_for(1_000);
    for method in ["wallet_switchEthereumChain", "wallet_addEthereumChain"] {
        assert_eq!(requested(&mut sim, phone).0, method);
        assert!(is_led(&mut sim), "{method}");
        sim.send(&Intent::OpenWallet);
        assert!(sim.page().opened[0].0.starts_with("pocket://wc?sessionTopic="));
        // The person has what they came for.
        sim.send(&Intent::Dismiss);
        assert!(!is_led(&mut sim));
        let adds = method == "wallet_addEthereumChain";
        says(&mut sim, phone, Some(4902).filter(|_| !adds));
    }
    // It was added, but not switched to.
    sim.run_for(4_000);
    assert_eq!(requested(&mut sim, phone).0, "wallet_switchEthereumChain");
    assert!(is_led(&mut sim));
    says(&mut sim, phone, Some(4001));
    assert!(!is_led(&mut sim));
}

#[test]
fn who_looks_where_a_wallet_can_be_had_instead_of_choosing_its_network_chooses_no_more() {
    let (mut sim, _) = world();
    let cosmos = Some(Namespace::Cosmos);
    let wallet = "walletConnect".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: cosmos, is_double: None });
    assert_eq!(sim.page().state.connect.step, ConnectStep::Choosing);
    sim.send(&Intent::ShowWays);
    let page = sim.page();
    assert_eq!(
        (page.state.route.view(), &page.state.connect.step),
        (View::Downloads, &ConnectStep::Idle)
    );
}
