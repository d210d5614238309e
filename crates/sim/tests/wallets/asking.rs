//! What is asked of the server and when, and what is left where it does not answer.

use engine::{DirectoryStep, Intent, View};
use protocol::api::WalletListing;
use sim::directory::listings;
use sim::{Server, Sim, config};
use wire::{Json, from_text, to_text};

use super::{asked, harbor, names, on_all, opened, search, server};

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
fn of_wallets_used_lately_the_server_hears_only_the_ids_that_are_its_own() {
    let own = "f".repeat(64);
    let asked_of = |ids: [&str; 2]| {
        let recent = ids.map(|id| format!(r#"{{"id":"{id}","name":"Used"}}"#)).join(",");
        let sim = Sim::of(vec![], server(), config());
        let recent = format!(r#"{{"v":1,"value":[{recent}]}}"#);
        sim.page().storage.set_item("@latchkit/default:recent-wallets", &recent);
        let mut sim = sim.reload();
        sim.send(&Intent::Open { view: None, namespace: None });
        sim.run_for(1_000);
        asked(&sim)
    };
    let first = "=1&entries=40&chains=eip155:31337,eip155:1";
    assert_eq!(asked_of(["example.harbor", "Phantom"]), [first]);
    assert_eq!(asked_of(["Phantom", &own]), [first, &format!("=1&entries=1&include={own}")]);
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
        assert_eq!(page.rows().len(), 1);
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
