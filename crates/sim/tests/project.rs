//! What the operator decides: features, origins, and whether what happens is counted.
#![allow(clippy::unwrap_used)]

use engine::{Alert, Config, Intent, Method};
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use sim::directory::listings;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config, solana};
use wire::{Json, Word, from_text};

fn sim(server: Server, options: &str) -> Sim {
    let wallet = Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default());
    let config = Config { options: from_text(options).unwrap(), ..config() };
    let mut sim = Sim::of(vec![wallet], server, config);
    sim.run_for(20_000);
    sim
}

fn configure(sim: &mut Sim, options: &str) {
    sim.config.options = from_text(options).unwrap();
    let config = sim.config.clone();
    sim.send(&Intent::Configure { config });
    sim.run_for(20_000);
}

fn on(sim: &Sim) -> String {
    let page = sim.page();
    let it = &page.state.features;
    format!(
        "email {}, socials {:?}, swaps {}, onramp {:?}, activity {}, branding {}",
        it.email, it.socials, it.swaps, it.onramp, it.activity, it.branding
    )
}

const NOTHING: &str =
    "email false, socials [], swaps false, onramp [], activity false, branding false";

const SOME: &str = r#"{"features":[
    {"id":"social_login","isEnabled":true,"config":["email","github","myspace"]},
    {"id":"swap","isEnabled":false,"config":["1inch"]},
    {"id":"onramp","isEnabled":true,"config":null},
    {"id":"activity","isEnabled":true,"config":[]},
    {"id":"something_new","isEnabled":true,"config":{}}]}"#;

#[test]
fn the_server_decides_and_says_which_options_it_overrides() {
    let server = Server { features: SOME.to_owned(), ..Server::default() };
    let sim = sim(server, r#"{"features":{"email":false,"swaps":true,"receive":false}}"#);
    insta::assert_snapshot!(on(&sim), @r#"email true, socials ["github"], swaps false, onramp ["coinbase", "meld"], activity true, branding false"#);
    insta::assert_snapshot!(sim.page().warnings.join("\n"), @"The server decides about email, swaps: the option features is ignored for them. To decide here, name them in remoteFeatures, or set it to false.");
    assert!(!sim.page().state.features.receive);
}

#[test]
fn without_the_server_what_it_would_decide_is_off() {
    for server in [
        Server { is_down: true, ..Server::default() },
        Server { fails_with: Some(200), ..Server::default() },
        Server { fails_with: Some(500), ..Server::default() },
    ] {
        let sim = sim(server, r#"{"features":{"email":true,"history":true}}"#);
        assert_eq!(on(&sim), NOTHING);
        assert_eq!(sim.page().warnings, [""; 0]);
    }
}

#[test]
fn a_host_that_decides_by_itself_does_not_ask() {
    let options = r#"{"remoteFeatures":false,"features":{"socials":["x"],"onramp":false}}"#;
    let sim = sim(Server { features: SOME.to_owned(), ..Server::default() }, options);
    insta::assert_snapshot!(on(&sim), @r#"email false, socials ["x"], swaps true, onramp [], activity true, branding false"#);
    assert!(!sim.page().fetched.iter().any(|url| url.contains("/config")));
}

#[test]
fn a_host_that_stops_deciding_leaves_nothing_of_its_own_on() {
    let options = r#"{"remoteFeatures":false,"features":{"branding":true}}"#;
    let mut sim = sim(Server { is_down: true, ..Server::default() }, options);
    assert!(sim.page().state.features.swaps && sim.page().state.features.branding);
    configure(&mut sim, "{}");
    assert_eq!(on(&sim), NOTHING);
}

#[test]
fn what_the_host_names_holds_over_the_servers_word() {
    let options = r#"{"remoteFeatures":{"email":false,"socials":["x","myspace"],"swaps":true,
        "onramp":["meld","bank"],"branding":true},"features":{"email":true,"history":false}}"#;
    let server = || Server { features: SOME.to_owned(), ..Server::default() };
    let before =
        Sim::of(vec![], server(), Config { options: from_text(options).unwrap(), ..config() });
    insta::assert_snapshot!(on(&before), @r#"email false, socials ["x"], swaps true, onramp ["meld"], activity false, branding true"#);
    let answered = sim(server(), options);
    insta::assert_snapshot!(on(&answered), @r#"email false, socials ["x"], swaps true, onramp ["meld"], activity true, branding true"#);
    // What is named there is not overridden, so that only the rest is warned of.
    insta::assert_snapshot!(answered.page().warnings.join("\n"), @"The server decides about history: the option features is ignored for them. To decide here, name them in remoteFeatures, or set it to false.");
    let down = sim(Server { is_down: true, ..Server::default() }, options);
    assert_eq!(on(&down), on(&before));
}

#[test]
fn what_the_host_names_no_longer_is_the_servers_again() {
    let mut sim = sim(Server { features: SOME.to_owned(), ..Server::default() }, "{}");
    let of_server = on(&sim);
    let methods = |sim: &Sim| sim.page().state.catalog.methods.clone();
    configure(&mut sim, r#"{"remoteFeatures":{"email":false,"socials":false,"activity":false}}"#);
    insta::assert_snapshot!(on(&sim), @r#"email false, socials [], swaps false, onramp ["coinbase", "meld"], activity false, branding false"#);
    assert_eq!(methods(&sim), [Method::Wallet]);
    configure(&mut sim, r#"{"remoteFeatures":{}}"#);
    assert_eq!(on(&sim), of_server);
    assert_eq!(methods(&sim), [Method::Email, Method::Social, Method::Wallet]);
    let asked = sim.page().fetched.iter().filter(|url| url.contains("/config")).count();
    assert_eq!(asked, 1);
}

#[test]
fn a_list_of_remote_features_that_cannot_be_read_leaves_the_server_to_decide() {
    for options in [r#"{"remoteFeatures":true}"#, r#"{"remoteFeatures":{"email":"yes"}}"#] {
        let sim = sim(Server { features: SOME.to_owned(), ..Server::default() }, options);
        assert!(on(&sim).starts_with("email true"), "{options}");
        let warnings = &sim.page().warnings;
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].starts_with("The option remoteFeatures is ignored: "), "{warnings:?}");
    }
}

#[test]
fn a_server_that_is_not_there_or_refuses_is_told_of_once() {
    let told = |server: Server, options: &str| {
        let mut sim = sim(server, options);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(20_000);
        sim.page().alerts.clone()
    };
    let down = || Server { is_down: true, ..Server::default() };
    let failing = |status| Server { fails_with: Some(status), ..Server::default() };
    assert_eq!(told(down(), "{}"), ["serverMissing"]);
    // A site that answers every path with its page, and one that answers none.
    assert_eq!(told(failing(200), "{}"), ["serverMissing"]);
    assert_eq!(told(failing(404), "{}"), ["serverMissing"]);
    let refusing = |status| Server { refuses_with: Some(status), ..Server::default() };
    assert_eq!(told(refusing(401), "{}"), ["serverRefuses"]);
    assert_eq!(told(refusing(421), r#"{"remoteFeatures":false}"#), ["serverRefuses"]);
    // Ours, below another path than its own, or of another version.
    assert_eq!(told(refusing(404), "{}"), ["serverMissing"]);
    // Somebody else who speaks JSON.
    for said in [r#"{"features":7}"#, r#"{"message":"hello"}"#, "[]", "true"] {
        let other = Server { features: said.to_owned(), ..Server::default() };
        assert_eq!(told(other, "{}"), ["serverMissing"], "{said}");
    }
    // A gateway without a server behind it, one that lets nobody in, and ours.
    assert_eq!(told(failing(502), "{}"), ["serverFails"]);
    assert_eq!(told(failing(403), "{}"), ["serverFails"]);
    assert_eq!(told(refusing(503), "{}"), ["serverFails"]);
    // Of an origin that ours refuses another alert speaks.
    assert_eq!(told(refusing(403), "{}"), [""; 0]);
    assert_eq!(told(Server::default(), "{}"), [""; 0]);
    assert_eq!(told(down(), r#"{"debug":false}"#), [""; 0]);
}

#[test]
fn a_server_that_fails_is_told_of_with_path_status_and_reason() {
    let told = |server: Server| {
        let mut sim = sim(server, "{}");
        sim.run_for(20_000);
        wire::to_text(&Json::list(sim.page().alert_values.clone()))
    };
    insta::assert_snapshot!(told(Server { fails_with: Some(403), ..Server::default() }), @r#"[{"url":"http://localhost:8787/appkit/v1/config","status":"403","reason":"It is not Latchkit that says so."}]"#);
    insta::assert_snapshot!(told(Server { refuses_with: Some(503), ..Server::default() }), @r#"[{"url":"http://localhost:8787/appkit/v1/config","status":"503","reason":"This server does not know the project."}]"#);
}

#[test]
fn a_chain_without_a_node_is_told_of_once() {
    let server = Server { chains: vec!["eip155:1".to_owned()], ..Server::default() };
    let mut sim = sim(server, "{}");
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(60_000);
    assert_eq!(sim.page().alerts, ["chainWithoutNode"]);
}

#[test]
fn an_origin_the_project_does_not_allow_is_told_of_once() {
    let allowed = |patterns: &[&str]| {
        let origins = patterns.iter().map(|it| (*it).to_owned()).collect();
        let mut host = config();
        host.origin = "https://shop.site.example".to_owned();
        let mut sim = Sim::of(vec![], Server { origins, ..Server::default() }, host);
        sim.run_for(20_000);
        let config = Config { sdk_version: "2".to_owned(), ..sim.config.clone() };
        sim.send(&Intent::Configure { config });
        sim.run_for(20_000);
        let page = sim.page();
        assert_eq!(
            page.state.features.alert.map(|it| it.word()),
            page.alerts.first().map(|it| &**it),
            "the dialog says it, too"
        );
        page.alerts.clone()
    };
    assert_eq!(allowed(&[]), [""; 0]);
    assert_eq!(allowed(&["https://*.site.example"]), [""; 0]);
    assert_eq!(allowed(&["https://*.example"]), ["unverifiedDomain"]);
    assert_eq!(allowed(&["https://other.example"]), ["unverifiedDomain"]);
}

fn tracked_types(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    page.tracked
        .iter()
        .map(|it| it.get("type").and_then(Json::as_text).unwrap().to_owned())
        .collect()
}

fn journey(server: Server, options: &str) -> Sim {
    let mut sim = sim(server, options);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(500);
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(500);
    sim
}

#[test]
fn what_happens_is_counted_where_everybody_lets_it() {
    let counts = || Server { counts: true, ..Server::default() };
    let sim = journey(counts(), "{}");
    assert_eq!(
        tracked_types(&sim),
        [
            "INITIALIZE",
            "MODAL_OPEN",
            "SELECT_WALLET",
            "MODAL_CLOSE",
            "CONNECT_SUCCESS",
            "DISCONNECT_SUCCESS"
        ]
    );
    for (server, options) in [
        (Server::default(), "{}"),
        (counts(), r#"{"features":{"analytics":false}}"#),
        (Server { is_down: true, ..counts() }, "{}"),
    ] {
        assert_eq!(tracked_types(&journey(server, options)), [""; 0], "{options}");
    }
}

#[test]
fn a_host_that_stops_counting_is_obeyed_at_once_and_may_start_again() {
    let mut sim = sim(Server { counts: true, ..Server::default() }, "{}");
    let mut turn = |analytics: bool| {
        let options = format!(r#"{{"features":{{"analytics":{analytics}}}}}"#);
        sim.config.options = from_text(&options).unwrap();
        let config = sim.config.clone();
        sim.send(&Intent::Configure { config });
        sim.run_for(1_000);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&Intent::Close);
        sim.run_for(1_000);
        tracked_types(&sim).len()
    };
    assert_eq!([turn(false), turn(true), turn(false)], [1, 3, 3]);
}

#[test]
fn what_happens_before_the_server_has_answered_is_not_lost() {
    let mut sim = Sim::of(vec![], Server { counts: true, ..Server::default() }, config());
    sim.send(&Intent::Open { view: None, namespace: None });
    assert_eq!(tracked_types(&sim), [""; 0]);
    sim.run_for(1_000);
    assert_eq!(tracked_types(&sim), ["INITIALIZE", "MODAL_OPEN"]);
}

#[test]
fn of_another_project_the_alerts_of_the_one_before_say_nothing() {
    let mut host = config();
    host.origin = "https://shop.site.example".to_owned();
    let refusing = Server { refuses_with: Some(401), ..Server::default() };
    let mut sim = Sim::of(vec![], refusing, host);
    sim.run_for(20_000);
    let other = |sim: &mut Sim, digit: &str, origins: &[&str]| {
        sim.page().server.origins = origins.iter().map(|it| (*it).to_owned()).collect();
        let config = Config { project_id: digit.repeat(32), ..sim.config.clone() };
        sim.send(&Intent::Configure { config });
        sim.run_for(20_000);
        sim.page().state.features.alert
    };
    assert_eq!(sim.page().state.features.alert, Some(Alert::ServerRefuses));
    sim.page().server.refuses_with = None;
    let wrong = ["https://other.example"];
    assert_eq!(other(&mut sim, "a", &wrong), Some(Alert::UnverifiedDomain));
    assert_eq!(other(&mut sim, "b", &[]), None);
    sim.page().server.refuses_with = Some(401);
    assert_eq!(other(&mut sim, "c", &[]), Some(Alert::ServerRefuses));
    assert_eq!(sim.page().alerts, ["serverRefuses", "unverifiedDomain", "serverRefuses"]);
}

#[test]
fn of_another_server_nothing_is_taken_from_what_the_one_before_said() {
    let chains = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect();
    let server = Server {
        chains: chains(&["eip155:1"]),
        wallets: listings()[..30].to_vec(),
        counts: true,
        ..Server::default()
    };
    let mut sim = sim(server, "{}");
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.run_for(1_000);
    let listed = |sim: &Sim| {
        let rows = &sim.page().state.directory.rows;
        rows.iter().filter(|it| it.providers.is_empty()).map(|it| it.name.clone()).collect()
    };
    let names = |wallets: &[WalletListing]| -> Vec<String> {
        let fits = |it: &&WalletListing| it.rdns.as_deref() != Some("example.harbor");
        wallets.iter().filter(fits).map(|it| it.name.clone()).collect()
    };
    let before: Vec<String> = listed(&sim);
    assert_eq!(before, names(&listings()[..30]));
    assert_eq!(sim.page().alerts, ["chainWithoutNode"]);
    assert_eq!(balance(&sim), None);

    sim.page().server.chains = chains(&["eip155:1", "eip155:31337"]);
    sim.page().server.wallets = listings()[30..40].to_vec();
    sim.page().server.counts = false;
    let server_url = "https://other.example".to_owned();
    let config = Config { server_url, ..sim.config.clone() };
    sim.send(&Intent::Configure { config });
    sim.run_for(5_000);
    assert_eq!(listed(&sim), names(&listings()[30..40]));
    assert_eq!(sim.page().alerts, ["chainWithoutNode"]);
    assert_eq!(balance(&sim).as_deref(), Some("10000"));
    let told = sim.page().tracked.len();
    sim.send(&Intent::Close);
    sim.run_for(1_000);
    assert_eq!(sim.page().tracked.len(), told, "the other server wants no events");
}

#[test]
fn of_other_networks_the_wallets_are_asked_for_again() {
    let mut sim = sim(Server { wallets: listings()[..30].to_vec(), ..Server::default() }, "{}");
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let asked = |sim: &Sim| {
        let page = sim.page();
        let urls = page.fetched.iter().filter(|url| url.contains("/getWallets"));
        urls.map(|url| url.contains("solana")).collect::<Vec<_>>()
    };
    assert_eq!(asked(&sim), [false]);
    let mut config = sim.config.clone();
    sim.send(&Intent::Configure { config: Config { origin: String::new(), ..config.clone() } });
    sim.run_for(1_000);
    assert_eq!(asked(&sim), [false], "by the same networks");
    config.networks.push(solana());
    sim.send(&Intent::Configure { config });
    sim.run_for(1_000);
    assert_eq!(asked(&sim), [false, true]);
}

fn balance(sim: &Sim) -> Option<String> {
    sim.page().state.accounts.get(Namespace::Eip155).unwrap().balance.clone()
}

#[test]
fn what_the_host_wants_is_told_once_and_nothing_that_may_be_secret() {
    let options = format!(
        r#"{{"features":{{"email":false}},"remoteFeatures":{{"swaps":true}},"allWallets":"HIDE",
        "enableReconnect":true,"featuredWalletIds":["abc"],"includeWalletIds":["{}"],
        "termsConditionsUrl":"/terms","customWallets":[{{"id":"own","name":"Own"}}],
        "connectorImages":{{"own":"data:image/png;base64,AA"}},"metadata":{{"name":"Shop"}},
        "universalProviderConfigOverride":{{"rpcMap":{{"eip155:1":"https://node.example/key"}}}}}}"#,
        "a".repeat(2_000)
    );
    let mut sim = sim(Server { counts: true, ..Server::default() }, &options);
    configure(&mut sim, "{}");
    let page = sim.page();
    let [event] = &page.tracked[..] else { panic!("{:?}", page.tracked) };
    insta::assert_snapshot!(wire::to_text(event), @r#"{"type":"INITIALIZE","options":{"networks":["eip155:31337","eip155:1"],"features":{"email":false},"remoteFeatures":{"swaps":true},"allWallets":"HIDE","enableReconnect":true,"featuredWalletIds":["abc"],"termsConditionsUrl":"/terms"}}"#);
}

#[test]
fn a_refused_event_is_told_of_once() {
    let mut sim = sim(Server { counts: true, ..Server::default() }, "{}");
    sim.page().server.refuses_with = Some(403);
    for _ in 0..3 {
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.send(&Intent::Close);
        sim.run_for(200);
    }
    assert_eq!(sim.page().alerts, ["invalidAppConfiguration"]);
    assert_eq!(sim.page().state.features.alert, Some(Alert::InvalidAppConfiguration));
}

#[test]
fn a_host_that_wants_no_alerts_shows_none_either() {
    let origins = vec!["https://other.example".to_owned()];
    let mut sim = sim(Server { origins, ..Server::default() }, r#"{"debug":false}"#);
    sim.page().server.fails_with = Some(403);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(20_000);
    assert_eq!(sim.page().alerts, [""; 0]);
    assert_eq!(sim.page().state.features.alert, None);
}

/// What was told of errors, without their types.
fn errors(sim: &Sim) -> String {
    let page = sim.page();
    let errors = page.tracked.iter().filter(|it| it.get("errorType").is_some());
    errors.map(wire::to_text).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_the_server_refuses_or_garbles_is_told_without_its_words() {
    let mut sim = sim(Server { counts: true, ..Server::default() }, "{}");
    for status in [404, 200] {
        sim.page().server.fails_with = Some(status);
        sim.send(&Intent::Search { text: format!("harbor {status}"), is_certified: false });
        sim.run_for(1_000);
    }
    insta::assert_snapshot!(errors(&sim), @r#"
    {"type":"error","event":"API_ERROR","errorType":"HttpError","errorMessage":"HTTP status code: 404","uncaught":false}
    {"type":"error","event":"DATA_PARSING_ERROR","errorType":"WireError","errorMessage":"/getWallets: not JSON","uncaught":false}
    "#);
}

#[test]
fn a_trap_is_told_by_the_engine_that_follows_where_it_is_wanted() {
    let trapped = || Intent::Trapped {
        error_type: "RuntimeError".to_owned(),
        error_message: "unreachable".to_owned(),
        stack_trace: Some("at engine.wasm:wasm-function[12]:0x3f".to_owned()),
    };
    let mut told = sim(Server { counts: true, ..Server::default() }, "{}");
    told.send(&trapped());
    insta::assert_snapshot!(errors(&told), @r#"{"type":"error","event":"INTERNAL_SDK_ERROR","errorType":"RuntimeError","errorMessage":"unreachable","stackTrace":"at engine.wasm:wasm-function[12]:0x3f","uncaught":true}"#);
    for (counts, options) in [(false, "{}"), (true, r#"{"features":{"analytics":false}}"#)] {
        let mut silent = sim(Server { counts, ..Server::default() }, options);
        silent.send(&trapped());
        silent.run_for(1_000);
        assert_eq!(errors(&silent), "");
    }
}

#[test]
fn terms_that_are_to_be_accepted_come_before_any_wallet() {
    let options =
        r#"{"termsConditionsUrl":"https://site.example/t","features":{"legalCheckbox":true}}"#;
    let mut sim = sim(Server::default(), options);
    let connect =
        Intent::Connect { wallet: "example.harbor".to_owned(), namespace: None, is_double: None };
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.transcript();
    sim.send(&connect);
    sim.run_for(1_000);
    assert_eq!(sim.transcript(), "");
    sim.send(&Intent::AcceptTerms { is_accepted: true });
    sim.send(&connect);
    sim.run_for(1_000);
    assert!(sim.transcript().contains("accounts connected"));
}
