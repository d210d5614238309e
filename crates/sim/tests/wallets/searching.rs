//! Wallets that are searched for, installed or not.

use engine::{DirectoryStep, Intent, View};
use sim::directory::listings;
use sim::{ANVIL, DEV_CHAIN, Quirks, Server, Sim, Wallet, config};
use wire::{Json, from_text, to_text};

use super::{asked, harbor, host, names, on_all, search, server};

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
