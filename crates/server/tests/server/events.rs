//! Events of pages: what is taken, what is kept of it, and for how long.

use crate::test_app::{PROJECT, PUBLIC, Reply, TestApp, ask};
use insta::assert_snapshot;
use serde_json::{Value, json};
use server::config::Config;
use server::db::event::{NewEvent, StoredEvent};
use server::project::ProjectId;

const SUCCESS: &str = r#"200 {"success":true}"#;

/// A server and a project whose events are kept.
async fn counting() -> (TestApp, String) {
    let app = TestApp::with_nodes(&[]).await;
    let id = app.project('a', |it| it.analytics = true).await;
    (app, id)
}

async fn send(app: &TestApp, path: &str, project: &str, body: &Value) -> Reply {
    let path = format!("{path}?projectId={project}&st=latchkit&sv=html-universal-0.1.0");
    let page = ("origin", "https://shop.example");
    app.ask("POST", &path, &[page, ("content-type", "text/plain")], body.to_string()).await
}

fn event(id: &str, props: Value) -> Value {
    json!({
        "eventId": id,
        "url": "https://shop.example/cart?token=SECRET#x",
        "domain": "shop.example",
        "timestamp": 1_795_253_119_042_i64,
        "props": props,
    })
}

fn opened(id: &str) -> Value {
    let properties = json!({"connected": true});
    event(id, json!({"type": "track", "event": "MODAL_OPEN", "properties": properties}))
}

#[tokio::test]
async fn an_event_is_kept_once_and_without_the_query_of_its_page() {
    let (app, id) = counting().await;
    for _ in 0..2 {
        assert_eq!(send(&app, "/e", &id, &opened("1")).await.status_and_body(), SUCCESS);
    }
    let mut kept = app.events(&id).await;
    assert!(kept[0].received_at_ms > 1_700_000_000_000, "{kept:?}");
    kept[0].received_at_ms = 0;
    let whole = StoredEvent {
        id: "1".into(),
        kind: "track".into(),
        name: "MODAL_OPEN".into(),
        properties: [("connected".into(), true.into())].into_iter().collect(),
        address: None,
        url: "https://shop.example/cart".into(),
        domain: "shop.example".into(),
        sdk: "latchkit html-universal-0.1.0".into(),
        sent_at_ms: 1_795_253_119_042,
        received_at_ms: 0,
    };
    assert_eq!(kept, [whole]);
}

#[tokio::test]
async fn a_batch_holds_events_and_errors_of_every_client() {
    let (app, id) = counting().await;
    let flat = json!({"type": "error", "event": "API_ERROR", "errorType": "TypeError",
        "errorMessage": "no", "stackTrace": "at x"});
    let nested = json!({"type": "error", "event": "INTERNAL_SDK_ERROR",
        "properties": {"errorType": "E", "uncaught": true}});
    let mut dated = event("2", flat);
    dated["timestamp"] = json!("2026-11-21T09:25:19.042Z");
    let addressed =
        event("4", json!({"type": "track", "event": "CONNECT_SUCCESS", "address": "0xab\u{0}"}));
    let bare =
        json!({"eventId": "5", "timestamp": 1, "bundleId": "x", "props": {"event": "ERROR"}});
    let batch = json!([dated, event("3", nested), addressed, bare]);
    assert_eq!(send(&app, "/batch", &id, &batch).await.status_and_body(), SUCCESS);
    let mut kept: Vec<String> = app
        .events(&id)
        .await
        .into_iter()
        .map(|it| {
            format!(
                "{} {} {} {} {:?} {}",
                it.id,
                it.kind,
                it.name,
                it.sent_at_ms,
                it.address,
                Value::from(it.properties)
            )
        })
        .collect();
    kept.sort();
    assert_snapshot!(kept.join("\n"), @r#"
    2 error API_ERROR 1795253119042 None {"errorMessage":"no","errorType":"TypeError","stackTrace":"at x"}
    3 error INTERNAL_SDK_ERROR 1795253119042 None {"errorType":"E","uncaught":true}
    4 track CONNECT_SUCCESS 1795253119042 Some("0xab") {}
    5  ERROR 1 None {}
    "#);
    assert_eq!(send(&app, "/batch", &id, &json!([])).await.status_and_body(), SUCCESS);
}

#[tokio::test]
async fn a_list_of_101_events_is_refused_and_one_of_100_is_not() {
    let (app, id) = counting().await;
    let list = |events: u32| {
        let event =
            |id: u32| json!({"eventId": id.to_string(), "timestamp": 1, "props": {"event": "E"}});
        Value::from((0..events).map(event).collect::<Vec<_>>())
    };
    assert_snapshot!(send(&app, "/batch", &id, &list(101)).await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The batch holds more than 100 entries. Split it."}]}"#);
    assert_eq!(app.events(&id).await, []);
    assert_eq!(send(&app, "/batch", &id, &list(100)).await.status_and_body(), SUCCESS);
    assert_eq!(app.events(&id).await.len(), 100);
}

#[tokio::test]
async fn more_events_than_a_statement_takes_are_all_kept() {
    let (app, id) = counting().await;
    assert_eq!(send(&app, "/e", &id, &opened("0")).await.status_and_body(), SUCCESS);
    let first = app.events(&id).await.remove(0);
    let project = ProjectId::parse(&id).expect("an id");
    let event = |number: u32| StoredEvent { id: number.to_string(), ..first.clone() };
    let all: Vec<_> = (0..1_100).map(|it| NewEvent::new(&project, event(it))).collect();
    app.db().add_events(&all, &Config::default().event_limits()).await.expect("kept");
    assert_eq!(app.events(&id).await.len(), 1_100);
}

#[tokio::test]
async fn events_of_many_pages_at_once_are_all_kept() {
    let app = TestApp::with(&[], |config| config.client_requests_at_once = 0).await;
    let id = app.project('a', |it| it.analytics = true).await;
    let (address, path) = (app.address(), format!("/e?projectId={id}"));
    let mut sending = tokio::task::JoinSet::new();
    for number in 0..100 {
        let (path, body) = (path.clone(), opened(&number.to_string()).to_string());
        sending.spawn(async move {
            ask(address, PUBLIC, "POST", &path, &[], body).await.status_and_body()
        });
    }
    assert!(sending.join_all().await.iter().all(|told| told == SUCCESS));
    assert_eq!(app.events(&id).await.len(), 100);
}

#[tokio::test]
async fn nothing_is_kept_where_the_project_or_the_browser_says_no() {
    let (app, id) = counting().await;
    assert_eq!(send(&app, "/e", PROJECT, &opened("1")).await.status_and_body(), SUCCESS);
    let path = format!("/e?projectId={id}");
    for header in [("sec-gpc", "1"), ("dnt", "1")] {
        let said = app.ask("POST", &path, &[header], opened("2").to_string()).await;
        assert_eq!(said.status_and_body(), SUCCESS, "{header:?}");
    }
    assert_eq!((app.events(PROJECT).await, app.events(&id).await), (vec![], vec![]));
    let said = app.ask("POST", &path, &[("dnt", "0")], opened("2").to_string()).await;
    assert_eq!(said.status_and_body(), SUCCESS);
    assert_eq!(app.events(&id).await.len(), 1);
}

#[tokio::test]
async fn nothing_is_read_where_nothing_is_kept() {
    let app = TestApp::with_nodes(&[]).await;
    assert_eq!(send(&app, "/e", PROJECT, &json!({})).await.status_and_body(), SUCCESS);
    assert_eq!(send(&app, "/batch", PROJECT, &json!([{}])).await.status_and_body(), SUCCESS);
    assert_eq!(send(&app, "/batch", PROJECT, &json!({})).await.status, 400, "its entries count");
}

#[tokio::test]
async fn another_page_and_an_unknown_project_are_refused_readably() {
    let app = TestApp::with_nodes(&[]).await;
    let strict = app.project('b', |it| it.origins = vec!["https://other.example".into()]).await;
    for (project, field) in [(&*strict, "origin"), (&"0".repeat(32), "projectId")] {
        for (path, body) in [("/e", opened("1")), ("/batch", json!([opened("1")]))] {
            let said = send(&app, path, project, &body).await;
            assert_eq!(said.status, 403, "{path} {field}");
            assert_eq!(said.header("access-control-allow-origin"), "*");
            assert!(
                said.status_and_body().contains(&format!(r#""field":"{field}""#)),
                "{}",
                said.status_and_body()
            );
        }
    }
    assert_eq!(app.events(&strict).await, []);
}

#[tokio::test]
async fn what_is_no_event_is_told_why() {
    let (app, id) = counting().await;
    let track = |event: &str| json!({"type": "track", "event": event});
    let mut late = opened("1");
    late["timestamp"] = json!("tomorrow");
    let mut early = opened("1");
    early["timestamp"] = json!(1.5);
    let huge = json!({"event": "E", "properties": {"a": "x".repeat(17_000)}});
    for (body, why) in [
        (json!({}), "not an event: missing field `eventId`"),
        (json!([]), "not an event: invalid length 0"),
        (event("", track("E")), "eventId: must be 1 to 64 visible ASCII letters"),
        (event("1", track("É")), "props.event: must be 1 to 64 visible"),
        (event("1", json!({"type": "track"})), "missing field `event`"),
        (event("1", huge), "larger than 16384 bytes"),
        (late, "timestamp: neither whole milliseconds"),
        (early, "timestamp: neither whole milliseconds"),
    ] {
        let said = send(&app, "/e", &id, &body).await;
        assert_eq!(said.status, 400, "{body}");
        assert!(said.status_and_body().contains(why), "{body}: {}", said.status_and_body());
    }
    let path = format!("/e?projectId={id}");
    assert_snapshot!(app.ask("POST", &path, &[], "{").await.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"body","description":"The body is not JSON: EOF while parsing an object at line 1 column 1."}]}"#);
    assert_eq!(app.ask("POST", &path, &[], "").await.status, 400);
    let mixed = json!([opened("1"), {}]);
    assert_eq!(send(&app, "/batch", &id, &mixed).await.status, 400);
    assert_eq!(app.events(&id).await, []);
}
