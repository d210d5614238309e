//! The directory: what is asked of the server and when, the search, and what is left without a server.
#![allow(clippy::unwrap_used)]

mod coming_back;

use engine::{Config, DirectoryStep, Intent, LIST_ROWS, Method, Reach, RowKind, View, WayKind};
use protocol::api::WalletListing;
use protocol::caip::Namespace;
use sim::directory::listings;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::{Json, from_text, to_text};

fn host(options: &str) -> Config {
    Config { options: from_text(options).unwrap(), ..config() }
}

fn server() -> Server {
    Server { wallets: listings(), ..Server::default() }
}

fn harbor() -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, Quirks::default())
}

fn opened(server: Server, options: &str) -> Sim {
    let mut sim = Sim::of(vec![harbor()], server, host(options));
    sim.run_for(500);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(500);
    sim
}

fn on_all(server: Server, options: &str) -> Sim {
    let mut sim = opened(server, options);
    sim.send(&Intent::Show { view: View::AllWallets });
    sim
}

fn asked(sim: &Sim) -> Vec<String> {
    let page = sim.page();
    let asked = page.fetched.iter().filter(|url| url.contains("/getWallets"));
    asked.map(|url| url.split("&page").last().unwrap().to_owned()).collect()
}

fn search(text: &str) -> Intent {
    Intent::Search { text: text.to_owned(), is_certified: false }
}

fn names(sim: &Sim) -> Vec<String> {
    sim.page().state.directory.rows.iter().map(|row| row.name.clone()).collect()
}

#[test]
fn nothing_is_asked_before_the_dialog_opens_and_the_first_page_once() {
    let mut sim = Sim::of(vec![harbor()], server(), config());
    sim.run_for(5_000);
    assert_eq!(asked(&sim), [""; 0]);
    for _ in 0..2 {
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Close);
    }
    assert_eq!(asked(&sim), ["=1&entries=40&chains=eip155:31337,eip155:1"]);
}

#[test]
fn wallets_come_forty_at_a_time_until_all_are_there() {
    let mut sim = on_all(server(), "{}");
    let mut seen = vec![];
    for _ in 0..20 {
        let page = sim.page();
        seen.push((page.state.directory.rows.len(), page.state.directory.has_more));
        drop(page);
        sim.send(&Intent::MoreWallets);
        sim.run_for(100);
    }
    assert_eq!(seen[..3], [(40, true), (80, true), (120, true)]);
    assert_eq!(seen.last(), Some(&(540, false)));
    assert_eq!(asked(&sim).len(), 14);
}

#[test]
fn a_search_waits_for_its_text_and_the_last_text_wins() {
    let mut sim = on_all(server(), "{}");
    for text in ["h", "ha", "har", "harb"] {
        sim.send(&search(text));
        sim.run_for(100);
    }
    sim.run_for(1_000);
    let asked = asked(&sim);
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[1].starts_with("=1&entries=100&search=harb"), "{asked:?}");
    assert_eq!(names(&sim)[..2], ["Harbor", "Harbor Wallet"]);
    // Too short a text lists all again, and asks nothing.
    sim.send(&search("h"));
    assert_eq!(names(&sim).len(), 40);
    assert_eq!(sim.page().fetched.iter().filter(|url| url.contains("search")).count(), 1);
}

#[test]
fn certified_wallets_are_asked_for_with_any_text() {
    let mut sim = on_all(server(), "{}");
    sim.send(&Intent::Search { text: String::new(), is_certified: true });
    sim.run_for(1_000);
    assert!(asked(&sim)[1].contains("&badge_type=certified"));
    assert_eq!(names(&sim).len(), 8);
    assert!(sim.page().state.directory.has_certified);
}

#[test]
fn the_directory_of_an_older_server_is_read() {
    let sim = on_all(Server { is_older: true, ..server() }, "{}");
    assert_eq!(names(&sim).len(), 40, "and not the wallets that are bundled");
    assert!(!sim.page().state.directory.has_certified);
}

#[test]
fn whether_there_are_certified_wallets_is_known_before_anybody_asks_for_them() {
    let none = || listings().into_iter().map(|it| WalletListing { badge_type: None, ..it });
    for (wallets, expected) in [(listings(), true), (none().collect(), false), (vec![], false)] {
        let mut sim = on_all(Server { wallets, ..Server::default() }, "{}");
        assert_eq!(sim.page().state.directory.has_certified, expected);
        sim.send(&search("quay"));
        sim.run_for(1_000);
        assert_eq!(sim.page().state.directory.has_certified, expected, "while it is searched");
    }
}

#[test]
fn an_installed_wallet_is_the_same_row_everywhere() {
    let sim = on_all(server(), "{}");
    let page = sim.page();
    let harbor = page.state.directory.rows.iter().find(|row| row.name == "Harbor").unwrap();
    assert_eq!(harbor.id, "example.harbor");
    assert_eq!(harbor.providers.len(), 1);
}

#[test]
fn installed_wallets_come_first_and_are_found_whether_or_not_the_directory_knows_them() {
    let zephyr = Wallet::new("example.zephyr", "Zephyr", ANVIL, DEV_CHAIN, Quirks::default());
    let mut sim = Sim::of(vec![zephyr, harbor()], server(), host("{}"));
    sim.run_for(500);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.send(&Intent::Show { view: View::AllWallets });
    sim.run_for(500);
    let all = names(&sim);
    assert_eq!(all[..2], ["Zephyr", "Harbor"]);
    assert_eq!(all.iter().filter(|name| *name == "Harbor").count(), 1);
    let count = sim.page().state.directory.count;
    sim.send(&search("zeph"));
    sim.run_for(1_000);
    assert_eq!(names(&sim), ["Zephyr"]);
    sim.send(&search(""));
    sim.run_for(1_000);
    assert_eq!(sim.page().state.directory.count, count);
    sim.send(&Intent::Search { text: "zeph".to_owned(), is_certified: true });
    sim.run_for(1_000);
    assert_eq!(names(&sim), [""; 0]);
}

#[test]
fn without_a_server_the_wallets_of_the_package_are_listed_and_searched() {
    let mut sim = opened(Server { is_down: true, ..server() }, "{}");
    let listings = listings();
    let bundled = listings[..10].iter().map(|it| from_text(&to_text(it)).unwrap());
    sim.page().bundled = Some(Json::list(bundled));
    sim.send(&Intent::Show { view: View::AllWallets });
    sim.run_for(10_000);
    assert_eq!(sim.page().state.directory.step, DirectoryStep::Offline);
    assert_eq!(names(&sim).len(), 10);
    sim.send(&search("kes"));
    sim.run_for(1_000);
    assert_eq!(names(&sim), ["Kestrel"]);
    assert_eq!(sim.page().state.directory.step, DirectoryStep::Offline);
    // Whoever lists all again asks again.
    sim.page().server.is_down = false;
    sim.send(&search(""));
    assert_eq!(sim.page().state.directory.step, DirectoryStep::Loading);
    sim.run_for(1_000);
    assert_eq!(sim.page().state.directory.step, DirectoryStep::Ready);
    assert_eq!(sim.page().state.catalog.all, Some(540));
}

#[test]
fn garbage_and_refusals_leave_what_is_in_the_browser() {
    for status in [200, 403, 404, 429, 500] {
        let mut sim = on_all(Server { fails_with: Some(status), ..server() }, "{}");
        sim.page().bundled = None;
        sim.run_for(20_000);
        let page = sim.page();
        assert_eq!(page.state.directory.step, DirectoryStep::Offline, "{status}");
        assert_eq!(page.state.directory.rows.len(), 1);
        assert_eq!(page.state.catalog.rows.len(), 1);
        assert_eq!(page.state.catalog.all, None);
    }
}

#[test]
fn a_server_that_wants_to_be_left_alone_is() {
    for (retry_after_ms, tries) in [(None, 4), (Some(1_000), 4), (Some(60_000), 1)] {
        let server = Server { fails_with: Some(429), retry_after_ms, ..server() };
        let mut sim = Sim::of(vec![], server, config());
        sim.run_for(60_000);
        let asked = |sim: &Sim| sim.page().fetched.len();
        let before = asked(&sim);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(5_900);
        assert_eq!(asked(&sim) - before, tries, "{retry_after_ms:?}");
    }
}

#[test]
fn the_server_is_asked_again_after_150_ms_and_twice_as_long_each_time() {
    let mut sim = Sim::of(vec![], Server { fails_with: Some(500), ..server() }, config());
    sim.run_for(60_000);
    let before = asked(&sim).len();
    sim.send(&Intent::Open { view: None, namespace: None });
    let mut asked_at = vec![];
    for ms in 0..3_000 {
        while asked(&sim).len() - before > asked_at.len() {
            asked_at.push(ms);
        }
        sim.run_for(1);
    }
    // An answer takes 50 ms; chance takes up to a half off.
    let waits: Vec<_> = asked_at.windows(2).map(|it| it[1] - it[0] - 50).collect();
    assert_eq!(waits.len(), 3, "{waits:?}");
    for (wait, longest) in waits.iter().zip([150, 300, 600]) {
        assert!((longest / 2..=longest).contains(wait), "{waits:?}");
    }
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
fn a_search_before_the_first_wallets_are_there_is_not_forgotten() {
    let mut sim = Sim::of(vec![], server(), config());
    sim.run_for(500);
    sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
    sim.send(&search("harb"));
    sim.run_for(2_000);
    assert_eq!(names(&sim)[..2], ["Harbor", "Harbor Wallet"]);
    assert_eq!(sim.page().state.directory.query, "harb");
}

#[test]
fn a_search_while_the_server_cannot_be_reached_ends() {
    for (bundled, expected) in [
        (Some(Json::list([])), DirectoryStep::Failed),
        (Some(Json::list([from_text(&to_text(&listings()[1])).unwrap()])), DirectoryStep::Offline),
        (None, DirectoryStep::Failed),
    ] {
        let mut sim = Sim::of(vec![], Server { is_down: true, ..server() }, config());
        sim.page().bundled = bundled;
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.send(&search("harb"));
        sim.run_for(20_000);
        assert_eq!(sim.page().state.directory.step, expected);
        let asked = asked(&sim).len();
        sim.run_for(60_000);
        assert_eq!(self::asked(&sim).len(), asked, "nobody asks without end");
    }
}

#[test]
fn a_wallet_excluded_by_its_id_is_not_listed_where_it_is_installed() {
    let mut sim = opened(server(), &format!(r#"{{"excludeWalletIds":["{:064x}"]}}"#, 1));
    sim.send(&Intent::Show { view: View::AllWallets });
    let page = sim.page();
    assert!(page.state.catalog.rows.iter().all(|row| row.wallet.name != "Harbor"));
    assert!(page.state.directory.rows.iter().all(|row| row.name != "Harbor"));
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
        ("{}", 1, (3, 1), true),
        (&*own, 1, (2, 1), true),
        (first, 1, (3, 0), false),
        (&*excluded, 0, (4, 0), true),
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
        page.state.catalog.rows.iter().map(|it| (it.kind, it.wallet.name.clone())).collect()
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
    assert_eq!((usual.0.len(), &*usual.1), (4, &[Method::Wallet][..]));
    for order in ["", r#""installed""#, r#""walletConnect""#, r#""external","installed""#] {
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
        sim.page().set_item("@latchkit/default:recent-wallets", recent[recents / 2]);
        let mut sim = sim.reload();
        sim.run_for(100);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        let page = sim.page();
        let mut ids: Vec<_> = page.state.catalog.rows.iter().map(|it| &it.wallet.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), page.state.catalog.rows.len(), "a wallet has one row");
        page.state.catalog.rows.iter().map(|it| it.kind).collect::<Vec<_>>()
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
    sim.page().set_item("@latchkit/default:recent-wallets", recent);
    let mut sim = sim.reload();
    let mut open = |namespace| {
        sim.send(&Intent::Open { view: None, namespace });
        sim.run_for(1_000);
        let listed: Vec<_> =
            sim.page().state.catalog.rows.iter().map(|it| it.wallet.name.clone()).collect();
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
fn the_hosts_images_of_wallets_show_instead_of_their_own() {
    let id = |number: usize| format!("{number:064x}");
    let options = format!(
        r#"{{"connectorImages":{{"{}":"https://a.example/2.png","example.basalt":"/basalt.svg",
        "own":"/own.svg","gone":"data:image/png;base64,AA"}},"featuredWalletIds":["{}"],
        "customWallets":[{{"id":"own","name":"Own","image_url":"/no.svg"}}]}}"#,
        id(2),
        id(2),
    );
    let sim = Sim::of(vec![], server(), host(&options));
    let recent = r#"{"v":1,"value":[{"id":"gone","name":"Gone"}]}"#;
    sim.page().set_item("@latchkit/default:recent-wallets", recent);
    let mut sim = sim.reload();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim.send(&Intent::Show { view: View::AllWallets });
    let page = sim.page();
    let listed = page.state.catalog.rows.iter().map(|row| &row.wallet);
    let rows: Vec<_> = listed.chain(&page.state.directory.rows).collect();
    for (name, icon) in [
        ("Lagoon", Some("https://a.example/2.png")),
        ("Basalt", Some("/basalt.svg")),
        ("Own", Some("/own.svg")),
        ("Gone", Some("data:image/png;base64,AA")),
        ("Kestrel", None),
    ] {
        let row = rows.iter().find(|row| row.name == name).unwrap();
        assert_eq!(row.icon.as_deref(), icon, "{name}");
    }
}

#[test]
fn an_installed_wallet_has_the_hosts_image_by_what_it_calls_itself() {
    let mut host = config();
    host.networks.push(sim::solana());
    let on_solana = Wallet::new("harbor", "Harbor", ANVIL, 1, Quirks::default());
    let mut wallets = vec![harbor(), on_solana.of(Namespace::Solana)];
    for wallet in &mut wallets {
        wallet.uuid = Some("one object of the page".to_owned());
    }
    let mut sim = Sim::of(wallets, Server::default(), host);
    let listed = |sim: &Sim| sim.page().state.catalog.rows[0].wallet.icon.clone().unwrap();
    let configure = |sim: &mut Sim, options: &str| {
        sim.config.options = from_text(options).unwrap();
        let config = sim.config.clone();
        sim.send(&Intent::Configure { config });
    };
    assert!(listed(&sim).starts_with("data:"));
    configure(&mut sim, r#"{"connectorImages":{"harbor":"/b.svg"}}"#);
    assert_eq!(listed(&sim), "/b.svg");
    configure(&mut sim, r#"{"connectorImages":{"harbor":"/b.svg","example.harbor":"/a.svg"}}"#);
    assert_eq!(listed(&sim), "/a.svg");

    let wallet = "example.harbor".to_owned();
    sim.send(&Intent::Connect { wallet, namespace: Some(Namespace::Eip155) });
    sim.run_for(5_000);
    let connected = |sim: &Sim| {
        let page = sim.page();
        let account = page.state.accounts.get(Namespace::Eip155).unwrap();
        account.connected_wallet_info.clone().unwrap().icon.unwrap()
    };
    assert_eq!(connected(&sim), "/a.svg");
    let mut sim = sim.reload();
    sim.send(&Intent::Restore);
    sim.run_for(5_000);
    assert_eq!(connected(&sim), "/a.svg");
}

#[test]
fn what_the_host_excludes_shows_nowhere() {
    let id = |number: usize| format!("{number:064x}");
    let options = format!(r#"{{"excludeWalletIds":["example.harbor","{}"]}}"#, id(0));
    let sim = on_all(server(), &options);
    let page = sim.page();
    assert!(page.state.catalog.rows.iter().all(|row| row.wallet.id != "example.harbor"));
    assert!(!page.fetched.iter().any(|url| url.contains("&chains=") && !url.contains("&exclude=")));
    drop(page);
    assert!(!names(&sim).contains(&"Kestrel".to_owned()));
}

#[test]
fn a_host_may_hide_all_wallets_or_show_them_on_phones_only() {
    for (options, is_mobile, shows) in [
        (r#"{"allWallets":"HIDE"}"#, true, false),
        (r#"{"allWallets":"ONLY_MOBILE"}"#, false, false),
        (r#"{"allWallets":"ONLY_MOBILE"}"#, true, true),
        (r#"{"features":{"allWallets":false}}"#, false, false),
        ("{}", false, true),
    ] {
        let mut sim = Sim::of(vec![harbor()], server(), Config { is_mobile, ..host(options) });
        sim.run_for(100);
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        assert_eq!(sim.page().state.catalog.all.is_some(), shows, "{options} {is_mobile}");
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

#[test]
fn a_wallet_that_is_not_installed_shows_where_it_can_be_had() {
    let mut listing = listings()[4].clone();
    listing.homepage = Some("javascript:alert(1)".to_owned());
    let server = Server { wallets: vec![listing.clone()], ..Server::default() };
    let mut sim = on_all(server, "{}");
    sim.send(&Intent::Connect { wallet: listing.id.clone(), namespace: None });
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
        (metamask, false, Some(ChromeStore), vec![ChromeStore, Webapp, Homepage]),
        (metamask, false, None, vec![Webapp, Homepage]),
        (metamask, true, Some(AppStore), vec![Browse, AppStore, Webapp, Homepage]),
        (metamask, true, Some(PlayStore), vec![Browse, PlayStore, Webapp, Homepage]),
        (trust, true, Some(PlayStore), vec![Browse, PlayStore, Webapp, Homepage]),
        (trust, true, Some(AppStore), vec![AppStore, Webapp, Homepage]),
    ] {
        let mut listing = listings()[4].clone();
        id.clone_into(&mut listing.id);
        let server = Server { wallets: vec![listing], ..Server::default() };
        let config = Config { is_mobile, store, ..config() };
        let mut sim = Sim::of(vec![], server, config);
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None });
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
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None });
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
    for (id, store, has_extension, reach) in [
        (metamask, Some(ChromeStore), true, Reach::Install),
        (metamask, Some(ChromeStore), false, Reach::Phone),
        (metamask, None, true, Reach::Phone),
        (bare, None, true, Reach::Install),
        (metamask, Some(AppStore), true, Reach::Open),
        (trust, Some(PlayStore), true, Reach::Open),
        (trust, Some(AppStore), true, Reach::Computer),
        (bare, Some(AppStore), false, Reach::Nowhere),
    ] {
        let mut listing = listings()[4].clone();
        id.clone_into(&mut listing.id);
        listing.chrome_store = listing.chrome_store.filter(|_| has_extension);
        let server = Server { wallets: vec![listing], ..Server::default() };
        let is_mobile = matches!(store, Some(AppStore | PlayStore));
        let mut sim = Sim::of(vec![], server, Config { is_mobile, store, ..config() });
        sim.send(&Intent::Open { view: Some("AllWallets".to_owned()), namespace: None });
        sim.run_for(1_000);
        sim.send(&Intent::Connect { wallet: id.to_owned(), namespace: None });
        let said = sim.page().state.directory.chosen.as_ref().unwrap().reach;
        assert_eq!(said, reach, "{id} {store:?} {has_extension}");
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
fn a_wallet_that_announces_itself_late_is_listed_and_found_at_once() {
    let lateling = |name: &str| {
        let id = format!("late.{}", name.to_lowercase().replace(' ', "-"));
        Wallet::new(&id, name, ANVIL, DEV_CHAIN, Quirks::default())
    };
    let mut sim = on_all(server(), "{}");
    sim.send(&Intent::MoreWallets);
    assert_eq!(sim.page().state.directory.step, DirectoryStep::More);
    let count = sim.page().state.directory.count;
    sim.install(lateling("Lateling"));
    assert_eq!(names(&sim)[..2], ["Harbor", "Lateling"]);
    assert_eq!(sim.page().state.directory.count, count + 1);
    assert_eq!(sim.page().state.directory.step, DirectoryStep::More, "they are still asked for");
    sim.run_for(500);
    assert_eq!((names(&sim).len(), sim.page().state.directory.step), (81, DirectoryStep::Ready));

    sim.send(&search("latecomer"));
    sim.install(lateling("Latecomer One"));
    assert_eq!(sim.page().state.directory.step, DirectoryStep::Loading, "it is still searched for");
    sim.run_for(1_000);
    assert_eq!(names(&sim), ["Latecomer One"]);
    sim.install(lateling("Latecomer Two"));
    assert_eq!(names(&sim), ["Latecomer One", "Latecomer Two"]);
    assert_eq!(sim.page().state.directory.count, 2);
    sim.send(&search(""));
    assert_eq!(names(&sim).len(), 83);
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
        sim.send(&Intent::Connect { wallet: listing.id.clone(), namespace: None });
        let page = sim.page();
        let ways = &page.state.directory.chosen.as_ref().unwrap().ways;
        let browse = ways.iter().find(|it| it.kind == WayKind::Browse);
        assert_eq!(browse.map(|it| &*it.url), expected);
    }
}

#[test]
fn options_that_cannot_be_read_are_told_of_and_the_rest_holds() {
    let options = r#"{"allWallets":"SOMETIMES","featuredWalletIds":"abc","customWallets":[{"id":1}],
        "connectorImages":{"a":"javascript:alert(1)","b":7},"termsConditionsUrl":"https://site.example/terms"}"#;
    let sim = opened(server(), options);
    let page = sim.page();
    insta::assert_snapshot!(page.warnings.join("\n"), @r"
    The option featuredWalletIds is ignored: expected a list.
    The option customWallets is ignored: id: expected text.
    The option allWallets is ignored: Invalid enum value. Expected 'SHOW' | 'HIDE' | 'ONLY_MOBILE', received 'SOMETIMES'.
    The option connectorImages.a is ignored: expected the address of an image.
    The option connectorImages.b is ignored: expected the address of an image.
    ");
    assert_eq!(page.state.features.terms_url.as_deref(), Some("https://site.example/terms"));
}

#[test]
fn the_wallet_used_last_is_remembered_once_it_is_gone_from_the_browser() {
    let mut sim = opened(server(), "{}");
    sim.send(&Intent::Connect { wallet: "example.harbor".to_owned(), namespace: None });
    sim.run_for(5_000);
    sim.send(&Intent::Disconnect { namespace: None });
    sim.run_for(500);
    sim.page().wallets.clear();
    let mut sim = sim.reload();
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    let page = sim.page();
    let first = &page.state.catalog.rows[0];
    assert_eq!((first.kind, &*first.wallet.name), (RowKind::Recent, "Harbor"));
}
