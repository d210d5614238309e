//! How many events are kept, who waits for that, and what is forgotten.

use crate::database::Other;
use crate::test_app::TestApp;
use insta::assert_snapshot;
use serde_json::{Map, Value, json};
use server::config::Config;
use server::db::event::{EventFilter, NewEvent, StoredEvent};
use server::project::ProjectId;

const NO_LIMITS: fn(&mut Config) = |_| {};

fn event(id: &str, received_at_ms: i64) -> StoredEvent {
    StoredEvent {
        id: id.to_owned(),
        kind: "track".to_owned(),
        name: "MODAL_OPEN".to_owned(),
        properties: Map::from_iter([("a".to_owned(), "é".into())]),
        address: Some(format!("0xA{id}")),
        url: "https://shop.example/".to_owned(),
        domain: "shop.example".to_owned(),
        sdk: "latchkit".to_owned(),
        sent_at_ms: 1,
        received_at_ms,
    }
}

/// A server, and projects `a` and `b` whose events are kept.
async fn counting(set: impl FnOnce(&mut Config)) -> (TestApp, [String; 2]) {
    let app = TestApp::with(&[], set).await;
    let a = app.project('a', |it| it.analytics = true).await;
    let b = app.project('b', |it| it.analytics = true).await;
    (app, [a, b])
}

/// The same, where nothing is written or forgotten but by the test.
async fn by_hand() -> (TestApp, [String; 2]) {
    let (mut app, projects) = counting(NO_LIMITS).await;
    app.end_events().await;
    (app, projects)
}

async fn send(app: &TestApp, project: &str, ids: std::ops::Range<u32>) {
    let sent =
        |id: u32| json!({"eventId": id.to_string(), "timestamp": 1, "props": {"event": "E"}});
    let batch = Value::from(ids.map(sent).collect::<Vec<_>>());
    let path = format!("/batch?projectId={project}");
    assert_eq!(app.ask("POST", &path, &[], batch.to_string()).await.status, 200);
    app.event_writer().idle().await;
}

async fn add_events(app: &TestApp, project: &str, events: Vec<StoredEvent>) {
    let project = ProjectId::parse(project).expect("an id");
    let events: Vec<_> = events.into_iter().map(|it| NewEvent::new(&project, it)).collect();
    let limits = Config::default().event_limits();
    app.db().add_events(&events, &limits).await.expect("kept");
}

/// The events that were dropped, by why, where there are any.
async fn dropped(app: &TestApp) -> String {
    let said = app.metrics("/metrics").await;
    let text = String::from_utf8(said.body.to_vec()).expect("text");
    let lines = text.lines().filter_map(|line| line.strip_prefix("latchkit_events_dropped_total"));
    lines.filter(|line| !line.ends_with(" 0")).collect::<Vec<_>>().join("\n")
}

/// Project, events and bytes, and whether they are those of the table.
async fn totals(app: &TestApp) -> Vec<(String, u64, u64)> {
    let totals = app.db().event_totals().await.expect("rows");
    totals.into_iter().map(|(id, total)| (id[..1].to_owned(), total.events, total.bytes)).collect()
}

#[tokio::test]
async fn who_writes_events_keeps_nobody_else_from_the_database() {
    let (app, [a, b]) = counting(NO_LIMITS).await;
    let mut other = Other::open(app.folder()).await;
    other.hold_events().await;
    let event = json!({"eventId": "1", "timestamp": 1, "props": {"event": "E"}}).to_string();
    let path = format!("/e?projectId={a}");
    for _ in 0..12 {
        assert_eq!(app.ask("POST", &path, &[], event.clone()).await.status, 200);
    }
    let asked = app.get(&format!("/getAnalyticsConfig?projectId={b}")).await;
    assert_eq!(asked.status_and_body(), r#"200 {"isAnalyticsEnabled":true}"#);
    other.run("ROLLBACK").await;
    assert_eq!(app.events(&a).await.len(), 1);
}

#[tokio::test]
async fn events_beyond_what_a_project_may_keep_are_dropped_and_counted() {
    let (app, [a, b]) = counting(|config| {
        config.analytics_project_limit_events = 3;
        config.analytics_limit_events = 5;
    })
    .await;
    send(&app, &a, 0..2).await;
    send(&app, &a, 2..7).await;
    assert_eq!(app.events(&a).await.len(), 3);
    send(&app, &b, 0..3).await;
    assert_eq!(app.events(&b).await.len(), 2);
    assert_snapshot!(dropped(&app).await, @r#"
    {why="project_full"} 4
    {why="all_full"} 1
    "#);
}

#[tokio::test]
async fn events_that_take_too_much_room_are_dropped() {
    let (app, [a, b]) = counting(|config| {
        config.analytics_project_limit_bytes = 1_000;
        config.analytics_limit_bytes = 1_500;
    })
    .await;
    send(&app, &a, 0..9).await;
    send(&app, &b, 0..9).await;
    assert_eq!((app.events(&a).await.len(), app.events(&b).await.len()), (3, 2));
    let all: u64 = totals(&app).await.iter().map(|(_, _, bytes)| bytes).sum();
    assert!(all <= 1_500, "{all}");
}

#[tokio::test]
async fn the_room_that_events_take_is_told_by_what_is_kept() {
    let (app, [a, b]) = by_hand().await;
    let some = |ids: &[&str]| ids.iter().map(|id| event(id, 1)).collect::<Vec<_>>();
    add_events(&app, &a, some(&["1", "2"])).await;
    add_events(&app, &a, some(&["2", "3"])).await;
    add_events(&app, &b, some(&["1"])).await;
    let id = ProjectId::parse(&a).expect("an id");
    let bytes = NewEvent::new(&id, event("1", 1)).bytes();
    let told = |a: u64| vec![("a".to_owned(), a, a * bytes), ("b".to_owned(), 1, bytes)];
    assert_eq!(totals(&app).await, told(3));
    let one = EventFilter { address: Some("0Xa2".to_owned()), ..EventFilter::default() };
    assert_eq!(app.db().forget_events(&one, 100).await.expect("done"), 1);
    assert_eq!(totals(&app).await, told(2));
    let all = EventFilter { project: Some(id), ..EventFilter::default() };
    assert_eq!(app.db().forget_events(&all, 1).await.expect("done"), 1);
    assert_eq!(app.db().forget_events(&all, 100).await.expect("done"), 1);
    assert_eq!(totals(&app).await, told(1)[1..]);
}

#[tokio::test]
async fn old_events_are_forgotten() {
    let (app, [a, _]) = by_hand().await;
    add_events(&app, &a, vec![event("old", 1), event("new", i64::MAX)]).await;
    assert_eq!(app.event_writer().forget_old().await.expect("done"), 1);
    let left: Vec<_> = app.events(&a).await.into_iter().map(|it| it.id).collect();
    assert_eq!(left, ["new"]);
}

#[tokio::test]
async fn a_clock_that_jumps_ahead_takes_a_tenth_at_a_time() {
    let (app, [a, _]) = by_hand().await;
    let old = (0..2_100).map(|number| event(&number.to_string(), number)).collect();
    add_events(&app, &a, old).await;
    assert_eq!(app.event_writer().forget_old().await.expect("done"), 210);
    assert_eq!(app.event_writer().forget_old().await.expect("done"), 189);
    assert_eq!(totals(&app).await[0].1, 1_701);
}

#[tokio::test]
async fn the_file_shrinks_when_events_are_forgotten() {
    let (app, [a, _]) = by_hand().await;
    let Other::Sqlite(_) = Other::open(app.folder()).await else { return };
    let large = |number: i64| {
        let mut it = event(&number.to_string(), number);
        it.url = "x".repeat(2_000);
        it
    };
    add_events(&app, &a, (0..1_000).map(large).collect()).await;
    let mut other = Other::open(app.folder()).await;
    let size = || std::fs::metadata(app.folder().join("latchkit.db")).expect("a file").len();
    other.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let before = size();
    assert_eq!(app.db().forget_events(&EventFilter::default(), 1_000).await.expect("done"), 1_000);
    other.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
    assert!(size() < before / 4, "{before} {}", size());
}

#[tokio::test]
async fn what_waits_is_written_before_the_end() {
    let (mut app, [a, _]) = counting(NO_LIMITS).await;
    let path = format!("/e?projectId={a}");
    let event = json!({"eventId": "1", "timestamp": 1, "props": {"event": "E"}}).to_string();
    assert_eq!(app.ask("POST", &path, &[], event).await.status, 200);
    app.end_events().await;
    assert_eq!(app.events(&a).await.len(), 1);
}
