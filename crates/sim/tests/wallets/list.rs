//! The Connect list: which rows it has, and in which order.

use engine::{Config, Intent, LIST_ROWS, Method, RowKind, View};
use protocol::caip::Namespace;
use protocol::reached_wallets::ReachedWallets;
use sim::directory::listings;
use sim::{ANVIL, ANY_PHONE, DEV_CHAIN, PHONES, Quirks, Server, Sim, Wallet, config};

use super::{asked, harbor, host, names, on_all, opened, server};

#[test]
fn an_installed_wallet_is_the_same_row_everywhere() {
    let sim = on_all(server(), "{}");
    let page = sim.page();
    let harbor = page.state.directory.rows.iter().find(|row| row.name == "Harbor").unwrap();
    assert_eq!(harbor.id, "example.harbor");
    assert_eq!(harbor.providers.len(), 1);
}

#[test]
fn a_view_that_there_is_not_is_warned_of_and_the_dialog_opens() {
    let mut sim = Sim::of(vec![harbor()], server(), config());
    sim.run_for(500);
    sim.send(&Intent::Open { view: Some("Nowhere".to_owned()), namespace: None });
    let page = sim.page();
    assert_eq!(page.warnings, ["There is no view Nowhere to open."]);
    assert!(page.state.modal.open);
    assert_eq!(page.state.route.history, [View::Connect]);
}

#[test]
fn what_the_directory_will_bring_has_its_place_before_it_answers() {
    let id = |number: usize| format!("{number:064x}");
    let own = format!(r#"{{"featuredWalletIds":["{}","{}"]}}"#, id(3), id(2));
    let first =
        r#"{"features":{"connectorTypeOrder":["recommended","injected"]},"allWallets":"HIDE"}"#;
    // Only the directory knows by which name the excluded one announces itself.
    let excluded = format!(r#"{{"excludeWalletIds":["{}"]}}"#, id(1));
    for (options, rows, (awaited, from), awaits_all) in [
        ("{}", 2, (3, 2), true),
        (r#"{"enableWalletConnect":false}"#, 1, (3, 1), true),
        (&*own, 2, (2, 2), true),
        (first, 1, (3, 0), false),
        (&*excluded, 0, (5, 0), true),
        (r#"{"enableWallets":false}"#, 0, (0, 0), false),
    ] {
        let mut sim = Sim::of(vec![harbor()], server(), host(options));
        sim.run_for(500);
        sim.send(&Intent::Open { view: None, namespace: None });
        let before = sim.page().state.catalog.clone();
        assert_eq!(before.rows.len(), rows, "{options}");
        assert_eq!((before.awaited, before.awaited_from), (awaited, from), "{options}");
        assert_eq!((before.awaits_all, before.is_loading), (awaits_all, awaited > 0), "{options}");
        sim.run_for(1_000);
        let catalog = sim.page().state.catalog.clone();
        assert_eq!(catalog.rows.len(), rows + awaited as usize, "{options}");
        assert_eq!((catalog.awaited, catalog.awaits_all), (0, false), "{options}");
        assert_eq!((catalog.all.is_some(), catalog.is_loading), (awaits_all, false), "{options}");
        // Those that were there have not changed places.
        let kept = catalog.rows.iter().skip(if from == 0 { awaited as usize } else { 0 });
        for (row, now) in before.rows.iter().zip(kept) {
            assert_eq!(row.wallet.id, now.wallet.id, "{options}");
        }
    }
}

#[test]
fn a_host_without_wallets_lists_none() {
    let mut sim = on_all(server(), r#"{"enableWallets":false}"#);
    assert_eq!(sim.page().state.route.history, [View::Connect]);
    sim.send(&Intent::Open { view: Some("GetWallet".to_owned()), namespace: None });
    assert_eq!(sim.page().state.route.history, [View::Connect]);
    assert_eq!(asked(&sim), [""; 0]);
}

#[test]
fn the_rows_stand_in_the_order_of_the_host() {
    let id = |number: usize| format!("{number:064x}");
    let options = format!(
        r#"{{"featuredWalletIds":["{}","{}"],"customWallets":[{{"id":"own","name":"Own"}}],
        "features":{{"connectorTypeOrder":["external","custom","featured","walletConnect","injected"]}}}}"#,
        id(3),
        id(2)
    );
    let sim = opened(server(), &options);
    let rows: Vec<_> = {
        let page = sim.page();
        page.rows().iter().map(|it| (it.kind, it.wallet.name.clone())).collect()
    };
    let expected = [
        (RowKind::Custom, "Own"),
        (RowKind::Featured, "Basalt"),
        (RowKind::Featured, "Lagoon"),
        (RowKind::Installed, "Harbor"),
    ];
    assert_eq!(rows, expected.map(|(kind, name)| (kind, name.to_owned())));
    assert_eq!(sim.page().warnings, [""; 0]);
    assert_eq!(sim.page().state.catalog.all, Some(541));
}

#[test]
fn an_order_of_which_nothing_can_show_counts_as_left_out() {
    let listed = |options: &str| {
        let sim = opened(server(), options);
        let catalog = sim.page().state.catalog.clone();
        let ids = catalog.rows.iter().map(|row| row.wallet.id.clone()).collect::<Vec<_>>();
        (ids, catalog.methods)
    };
    let usual = listed("{}");
    assert_eq!((usual.0.len(), &*usual.1), (5, &[Method::Wallet][..]));
    for order in ["", r#""installed""#, r#""external""#, r#""external","installed""#] {
        let options = format!(r#"{{"features":{{"connectorTypeOrder":[{order}]}}}}"#);
        assert_eq!(listed(&options), usual, "{order}");
    }
    // Nobody signs in by e-mail here: what is left of the last order is nothing.
    for order in ["", r#""wallets""#, r#""email""#] {
        let options = format!(r#"{{"features":{{"connectMethodsOrder":[{order}]}}}}"#);
        assert_eq!(listed(&options), usual, "{order}");
    }
    let some = r#"{"features":{"connectorTypeOrder":["installed","injected"],
        "connectMethodsOrder":["sms","wallet"]}}"#;
    assert_eq!(listed(some), (vec!["example.harbor".to_owned()], vec![Method::Wallet]));
}

#[test]
fn the_list_has_four_rows_and_what_the_browser_lacks_is_recommended() {
    use RowKind::{Custom, Featured, Installed, Recent, Recommended};
    let wallet = |number: usize| {
        let (id, name) = (format!("example.own{number}"), format!("Own {number}"));
        Wallet::new(&id, &name, ANVIL, DEV_CHAIN, Quirks::default())
    };
    let recent = [
        r#"{"v":1,"value":[]}"#,
        r#"{"v":1,"value":[{"id":"example.basalt","name":"Basalt"},{"id":"gone","name":"Gone"}]}"#,
    ];
    let kinds = |installed: usize, recents: usize, options: &str| {
        let wallets = (0..installed).map(wallet).collect();
        let sim = Sim::of(wallets, server(), host(options));
        sim.page().storage.set_item("@latchkit/default:recent-wallets", recent[recents / 2]);
        let mut sim = sim.reload();
        sim.run_for(100);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        let page = sim.page();
        let mut ids: Vec<_> = page.rows().iter().map(|it| &it.wallet.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), page.rows().len(), "a wallet has one row");
        page.rows().iter().map(|it| it.kind).collect::<Vec<_>>()
    };
    let four = LIST_ROWS as usize;
    for installed in 0..=5 {
        for recents in [0, 2] {
            let mut expected = vec![Recent; recents];
            expected.extend(vec![Installed; installed]);
            expected.resize(four.max(expected.len()), Recommended);
            assert_eq!(kinds(installed, recents, "{}"), expected, "{installed}, {recents}");
        }
    }
    let own = format!(r#"{{"featuredWalletIds":["{:064x}"]}}"#, 3);
    assert_eq!(kinds(1, 0, &own), [Installed, Featured]);
    assert_eq!(kinds(0, 0, r#"{"customWallets":[{"id":"own","name":"Own"}]}"#), [Custom]);
    let order = |kinds: &str| format!(r#"{{"features":{{"connectorTypeOrder":[{kinds}]}}}}"#);
    let first = order(r#""walletConnect","recommended","external","injected""#);
    assert_eq!(kinds(1, 0, &first), [Recommended, Recommended, Recommended, Installed]);
    assert_eq!(kinds(1, 2, &order(r#""injected""#)), [Installed]);
}

#[test]
fn opened_for_one_namespace_the_list_leaves_out_wallets_known_to_be_of_others() {
    let mut wallets = listings();
    wallets.truncate(6);
    let chain = |text: &str| vec![text.to_owned()];
    // Basalt and Quay are featured; of Heron, Lagoon and Kestrel nobody knows the chains.
    wallets[3].chains = chain("eip155:1");
    wallets[4].chains = chain("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
    let options = format!(r#"{{"featuredWalletIds":["{:064x}","{:064x}"]}}"#, 3, 4);
    let mut host = host(&options);
    host.networks.push(sim::solana());
    let sim = Sim::of(vec![], Server { wallets, ..Server::default() }, host);
    let recent = r#"{"v":1,"value":[{"id":"example.basalt","name":"Basalt"},{"id":"example.heron","name":"Heron"}]}"#;
    sim.page().storage.set_item("@latchkit/default:recent-wallets", recent);
    let mut sim = sim.reload();
    let mut open = |namespace| {
        sim.send(&Intent::Open { view: None, namespace });
        sim.run_for(1_000);
        let listed: Vec<_> = sim.page().rows().iter().map(|it| it.wallet.name.clone()).collect();
        sim.send(&Intent::Show { view: View::AllWallets });
        let all = names(&sim);
        sim.send(&Intent::Close);
        (listed.join(", "), all.join(", "))
    };
    insta::assert_debug_snapshot!([open(None), open(Some(Namespace::Solana))], @r#"
    [
        (
            "Basalt, Heron, Quay",
            "Kestrel, Harbor, Lagoon, Basalt, Quay, Heron",
        ),
        (
            "Heron, Quay",
            "Kestrel, Harbor, Lagoon, Quay, Heron",
        ),
    ]
    "#);
}

#[test]
fn wallets_used_lately_come_first_and_are_listed_once_whatever_the_order() {
    let own = |name: &str| {
        Wallet::new(&format!("example.{name}"), name, ANVIL, DEV_CHAIN, Quirks::default())
    };
    let listed = |options: &str, namespace| {
        let mut host = host(options);
        host.networks.push(sim::solana());
        let wallets = vec![own("one"), own("two"), own("two"), own("sun").of(Namespace::Solana)];
        let sim = Sim::of(wallets, server(), host);
        let recent = r#"{"v":1,"value":[{"id":"example.two","name":"two"},{"id":"example.sun","name":"sun"}]}"#;
        sim.page().storage.set_item("@latchkit/default:recent-wallets", recent);
        let mut sim = sim.reload();
        sim.run_for(100);
        sim.send(&Intent::Open { view: None, namespace });
        sim.run_for(1_000);
        let page = sim.page();
        let installed = page.rows().into_iter().filter(|it| !it.wallet.providers.is_empty());
        installed.map(|it| format!("{:?} {}", it.kind, it.wallet.id)).collect::<Vec<_>>()
    };
    let usual = [
        "Recent example.two",
        "Recent example.sun",
        "Installed example.one",
        "Installed example.two#2",
    ];
    assert_eq!(listed("{}", None), usual);
    let late = r#"{"features":{"connectorTypeOrder":["injected","recent"]}}"#;
    assert_eq!(listed(late, None), [usual[2], usual[3], usual[0], usual[1]]);
    assert_eq!(listed("{}", Some(Namespace::Solana)), ["Recent example.sun"]);
}

#[test]
fn the_wallet_used_last_is_remembered_once_it_is_gone_from_the_browser() {
    let mut sim = opened(server(), "{}");
    sim.send(&Intent::Connect {
        wallet: "example.harbor".to_owned(),
        namespace: None,
        is_double: None,
    });
    sim.run_for(5_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(500);
    sim.page().wallets.clear();
    let mut sim = sim.reload();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let page = sim.page();
    let first = page.rows()[0];
    assert_eq!((first.kind, &*first.wallet.name), (RowKind::Recent, "Harbor"));
}

#[test]
fn who_points_at_what_leads_to_a_phone_has_its_module_loaded() {
    let [known, reached] = [3, 2].map(|it: usize| format!("{it:064x}"));
    let mut server = server();
    server.relays[0].wallets = ReachedWallets::Listed(vec![reached.clone()]);
    let phone = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, Quirks::default());
    let featured = format!(r#"{{"featuredWalletIds":["{known}","{reached}"]}}"#);
    let wallets = vec![harbor(), phone.in_module(PHONES)];
    let mut sim = Sim::of(wallets, server, host(&featured));
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(2_000);
    let listed: Vec<String> =
        sim.page().state.catalog.rows.iter().map(|it| it.wallet.id.clone()).collect();
    for (id, loads) in
        [(ANY_PHONE, true), (&*reached, true), (&*known, false), ("example.harbor", false)]
    {
        assert!(listed.iter().any(|it| it == id), "{id} in {listed:?}");
        sim.transcript();
        sim.send(&Intent::PointAt { wallet: id.to_owned() });
        sim.run_for(1_000);
        assert_eq!(sim.transcript().contains("→ load walletconnect"), loads, "{id}");
    }
    sim.send(&Intent::PointAt { wallet: "of.nobody".to_owned() });
    assert!(!sim.transcript().contains("→ load"));
}

#[test]
fn a_host_opens_the_code_for_any_wallet_where_there_is_one() {
    let opened = |options: &str, is_mobile: bool, is_connected: bool| {
        let waits = Quirks { answer_ms: 60_000, ..Quirks::default() };
        let phone = Wallet::new(ANY_PHONE, "Phone", ANVIL, DEV_CHAIN, waits);
        let config = Config { is_mobile, ..host(options) };
        let mut sim = Sim::of(vec![harbor(), phone.in_module(PHONES)], server(), config);
        sim.run_for(500);
        if is_connected {
            let wallet = "example.harbor".to_owned();
            sim.send(&Intent::Connect { wallet, namespace: None, is_double: None });
            sim.run_for(1_000);
        }
        let view = Some("ConnectingWalletConnectBasic".to_owned());
        sim.send(&Intent::Open { view, namespace: None });
        sim.run_for(1_000);
        let page = sim.page();
        (page.state.route.history.clone(), page.state.connect.wallet.clone().map(|it| it.id))
    };
    let code = [View::Connect, View::ConnectingWalletConnectBasic];
    assert_eq!(opened("{}", false, false), (code.to_vec(), Some(ANY_PHONE.to_owned())));
    // A phone shows no code to itself, but which wallets there are.
    assert_eq!(opened("{}", true, false), (vec![View::AllWallets], None));
    assert_eq!(opened(r#"{"enableWalletConnect":false}"#, false, false).0, [View::Connect]);
    assert_eq!(opened("{}", false, true).0, [View::Account]);
}
