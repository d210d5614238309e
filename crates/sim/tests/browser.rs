//! What tabs of one browser share beside local storage: who has a lock, what is said on a channel, and
//! which secrets are kept. No engine asks for it; modules do.
#![allow(clippy::unwrap_used)]

use runtime::{Op, Place, Reply, Secret};
use sim::{Sim, Tabs};

const NAME: &str = "@latchkit/default:module";

fn tabs(count: usize) -> Tabs {
    let mut tabs = Tabs::new(Sim::new(vec![]));
    (1..count).for_each(|_| tabs.open());
    tabs
}

fn perform(tabs: &mut Tabs, tab: usize, op: &Op) -> u32 {
    let id = tabs.turn(tab, |sim| sim.perform(op));
    tabs.run_for(10);
    id
}

fn abort(tabs: &mut Tabs, tab: usize, id: u32) {
    tabs.turn(tab, |sim| sim.abort(id));
    tabs.run_for(10);
}

/// What op `id` was replied since this was asked last.
fn heard(tabs: &Tabs, tab: usize, id: u32) -> Vec<Reply> {
    let mut page = tabs[tab].page();
    let all = std::mem::take(&mut page.replies);
    let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(it, _)| *it == id);
    page.replies = others;
    own.into_iter().map(|(_, reply)| reply).collect()
}

fn lock() -> Op {
    Op::Lock { name: NAME.to_owned() }
}

#[test]
fn a_lock_is_one_tabs_and_goes_to_who_asked_next() {
    let mut tabs = tabs(3);
    let first = perform(&mut tabs, 0, &lock());
    let second = perform(&mut tabs, 1, &lock());
    let third = perform(&mut tabs, 2, &lock());
    let other = perform(&mut tabs, 2, &Op::Lock { name: "another".to_owned() });
    assert_eq!(heard(&tabs, 0, first), [Reply::Done]);
    assert_eq!(heard(&tabs, 2, other), [Reply::Done]);
    assert_eq!([heard(&tabs, 1, second), heard(&tabs, 2, third)], [vec![], vec![]]);
    abort(&mut tabs, 1, second);
    assert_eq!(heard(&tabs, 2, third), []);
    abort(&mut tabs, 0, first);
    assert_eq!(heard(&tabs, 2, third), [Reply::Done]);
    let again = perform(&mut tabs, 0, &lock());
    assert_eq!(heard(&tabs, 0, again), []);
    tabs.close(2);
    tabs.run_for(10);
    assert_eq!(heard(&tabs, 0, again), [Reply::Done]);
    let waiting = perform(&mut tabs, 1, &lock());
    tabs.reload(0);
    tabs.run_for(10);
    assert_eq!(heard(&tabs, 1, waiting), [Reply::Done]);
}

#[test]
fn a_channel_is_heard_in_the_other_tabs_and_never_in_its_own() {
    let mut tabs = tabs(3);
    let channel = || Op::Channel { name: NAME.to_owned() };
    let [first, second, third] = [0, 1, 2].map(|tab| perform(&mut tabs, tab, &channel()));
    let opened = [Reply::Opened { socket: 1 }];
    for (tab, id) in [(0, first), (1, second), (2, third)] {
        assert_eq!(heard(&tabs, tab, id), opened);
    }
    let other = perform(&mut tabs, 2, &Op::Channel { name: "another".to_owned() });
    assert_eq!(heard(&tabs, 2, other), [Reply::Opened { socket: 2 }]);
    let hello = Op::Send { socket: 1, text: "hello".to_owned() };
    let sent = perform(&mut tabs, 0, &hello);
    assert_eq!(heard(&tabs, 0, sent), [Reply::Done]);
    let frame = [Reply::Frame { text: "hello".to_owned() }];
    assert_eq!(heard(&tabs, 1, second), frame);
    assert_eq!(heard(&tabs, 2, third), frame);
    assert_eq!([heard(&tabs, 0, first), heard(&tabs, 2, other)], [vec![], vec![]]);
    abort(&mut tabs, 1, second);
    perform(&mut tabs, 0, &hello);
    assert_eq!(heard(&tabs, 1, second), []);
    let late = perform(&mut tabs, 1, &hello);
    assert!(matches!(heard(&tabs, 1, late)[..], [Reply::Failed { .. }]));
}

fn keep(secret: Option<&str>) -> Op {
    let secret = secret.map(|it| Secret::new(it.to_owned()));
    Op::Keep { slot: NAME.to_owned(), secret }
}

fn recalled(tabs: &mut Tabs, tab: usize) -> Option<String> {
    let id = perform(tabs, tab, &Op::Recall { slot: NAME.to_owned() });
    match &heard(tabs, tab, id)[..] {
        [Reply::Secret { secret }] => secret.as_ref().map(|it| it.text().to_owned()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_secret_is_kept_for_all_tabs_beyond_a_reload_until_it_is_forgotten_or_lost() {
    let mut tabs = tabs(2);
    assert_eq!(recalled(&mut tabs, 0), None);
    perform(&mut tabs, 0, &keep(Some("the first")));
    perform(&mut tabs, 1, &keep(Some("the seed")));
    tabs.reload(0);
    assert_eq!(recalled(&mut tabs, 0).as_deref(), Some("the seed"));
    perform(&mut tabs, 0, &keep(None));
    assert_eq!(recalled(&mut tabs, 1), None);
    perform(&mut tabs, 0, &keep(Some("the seed")));
    tabs[1].page().lose_secrets();
    assert_eq!(recalled(&mut tabs, 0), None);
    let told = tabs.transcripts();
    assert!(told.contains("→ keep module •") && told.contains("→ keep module nothing"), "{told}");
    assert!(!told.contains("seed"), "{told}");
}

#[test]
fn without_a_database_a_secret_is_its_pages_alone() {
    let mut tabs = tabs(2);
    tabs[0].page().set_without_database(true);
    let kept = perform(&mut tabs, 0, &keep(Some("the seed")));
    assert_eq!(heard(&tabs, 0, kept), [Reply::Done]);
    assert_eq!(recalled(&mut tabs, 0).as_deref(), Some("the seed"));
    assert_eq!(recalled(&mut tabs, 1), None);
    tabs.reload(0);
    assert_eq!(recalled(&mut tabs, 0), None);
}

#[test]
fn a_page_that_is_left_holds_nothing_and_what_it_asks_for_meanwhile_comes_with_it_back() {
    let mut tabs = tabs(2);
    let url = "ws://localhost:8787/relay".to_owned();
    let ops = [lock(), Op::Channel { name: NAME.to_owned() }, Op::Socket { url }];
    let [held, channel, socket] = ops.clone().map(|op| perform(&mut tabs, 0, &op));
    let events = perform(&mut tabs, 0, &Op::Tab);
    let next = perform(&mut tabs, 1, &lock());
    for id in [held, channel, socket] {
        assert_eq!(heard(&tabs, 0, id).len(), 1);
    }
    tabs.turn(0, Sim::leave);
    tabs.run_for(10);
    assert!(matches!(heard(&tabs, 0, held)[..], [Reply::Failed { .. }]));
    for id in [channel, socket] {
        assert_eq!(heard(&tabs, 0, id), [Reply::Closed { code: 1001 }]);
    }
    assert_eq!(heard(&tabs, 1, next), [Reply::Done]);
    let [again, dropped, _] = ops.map(|op| perform(&mut tabs, 0, &op));
    abort(&mut tabs, 0, dropped);
    abort(&mut tabs, 1, next);
    assert_eq!(heard(&tabs, 0, again), []);
    tabs.turn(0, Sim::come_back);
    tabs.run_for(10);
    assert_eq!(heard(&tabs, 0, again), [Reply::Done]);
    assert_eq!(heard(&tabs, 0, dropped), []);
    tabs.turn(0, |sim| sim.tab("hidden", None));
    let event = |name: &str| Reply::Event { name: name.to_owned(), value: None };
    assert_eq!(heard(&tabs, 0, events), ["left", "resumed", "hidden"].map(event));
}

#[test]
fn a_link_opens_in_the_turn_of_a_click_and_at_no_other_moment() {
    let mut tabs = tabs(1);
    let url = "wallet://wc?uri=wc%3Atopic%402%3FsymKey%3Dseed".to_owned();
    let open = Op::OpenLink { url: url.clone(), place: Place::Here };
    let late = perform(&mut tabs, 0, &open);
    assert_eq!(heard(&tabs, 0, late), [Reply::NeedsGesture]);
    let at_click = tabs.turn(0, |sim| sim.perform_at_click(&open));
    assert_eq!(heard(&tabs, 0, at_click), [Reply::Done]);
    assert_eq!(tabs[0].page().opened, [(url, Place::Here)]);
    tabs[0].page().are_links_blocked = true;
    let blocked = tabs.turn(0, |sim| sim.perform_at_click(&open));
    assert_eq!(heard(&tabs, 0, blocked), [Reply::NeedsGesture]);
    let told = tabs.transcripts();
    assert!(told.contains("→ open wallet://wc here") && !told.contains("seed"), "{told}");
}
