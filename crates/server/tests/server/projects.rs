//! What pages are told of their project, and which pages may use it.

use crate::test_app::{PROJECT, TestApp};
use insta::assert_snapshot;
use server::project::{DEV_PROJECT, Project, ProjectId, ProjectSettings};

const UNKNOWN: &str = "00000000000000000000000000000000";

#[tokio::test]
async fn a_project_that_nothing_was_decided_about_has_nothing() {
    let app = TestApp::with_nodes(&[]).await;
    for (path, body) in [
        (
            "/appkit/v1/config",
            r#"200 {"features":[],"walletConnect":{"relays":[{"url":"ws://api.latchkit.test/relay","projectId":"0123456789abcdef0123456789abcdef","wallets":[]}]}}"#,
        ),
        ("/projects/v1/origins", r#"200 {"allowedOrigins":[]}"#),
        ("/getAnalyticsConfig", r#"200 {"isAnalyticsEnabled":false}"#),
    ] {
        let said = app.get(&format!("{path}?projectId={PROJECT}&st=latchkit&sv=x")).await;
        assert_eq!(said.status_and_body(), body);
        assert_eq!(said.header("cache-control"), "public, max-age=60");
        let said = app.get(&format!("{path}?projectId={UNKNOWN}")).await;
        assert_eq!((said.status, said.header("access-control-allow-origin")), (401, "*"), "{path}");
        assert_eq!(app.get(path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn what_was_decided_is_told_to_every_page() {
    let settings: ProjectSettings = toml::from_str(
        "name = 'Shop'\norigins = ['https://shop.example', '*.shop.example']\nanalytics = true\n\
         features = { social_login = ['email', 'x'], swap = true, onramp = false, \
         reown_branding = true }",
    )
    .expect("settings");
    let app = TestApp::with_nodes(&[]).await;
    let id = app.project('a', |it| *it = settings).await;
    let ask = async |path: &str| {
        let path = format!("{path}?projectId={id}");
        app.ask("GET", &path, &[("origin", "https://other.example")], "").await.status_and_body()
    };
    assert_snapshot!(ask("/appkit/v1/config").await, @r#"200 {"features":[{"id":"social_login","isEnabled":true,"config":["email","x"]},{"id":"swap","isEnabled":true,"config":null},{"id":"onramp","isEnabled":false,"config":null},{"id":"reown_branding","isEnabled":true,"config":[]}],"walletConnect":{"relays":[{"url":"ws://api.latchkit.test/relay","projectId":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","wallets":[]}]}}"#);
    assert_snapshot!(ask("/projects/v1/origins").await, @r#"200 {"allowedOrigins":["https://shop.example","*.shop.example"]}"#);
    assert_snapshot!(ask("/getAnalyticsConfig").await, @r#"200 {"isAnalyticsEnabled":true}"#);
}

#[tokio::test]
async fn only_the_pages_of_a_project_may_use_it() {
    let app = TestApp::with_nodes(&[]).await;
    let strict = app.project('a', |it| it.origins = vec!["*.shop.example".to_owned()]).await;
    let dev = app
        .project('b', |it| {
            it.origins = vec!["*.shop.example".to_owned()];
            it.dev = true;
        })
        .await;
    let ask = async |project: &str, origins: &[&str]| {
        let path = format!("/v1?chainId=eip155:5&projectId={project}");
        let headers: Vec<_> = origins.iter().map(|origin| ("origin", *origin)).collect();
        app.ask("POST", &path, &headers, r#"{"id":1,"method":"eth_chainId"}"#).await
    };
    for (project, origins, status) in [
        (PROJECT, &["https://any.example"][..], 200),
        (PROJECT, &["null"], 200),
        (&*strict, &[], 200),
        (&strict, &["https://a.shop.example"], 200),
        (&strict, &["https://shop.example"], 403),
        (&strict, &["http://localhost:3000"], 403),
        (&strict, &["null"], 403),
        (&strict, &["https://a.shop.example", "https://evil.example"], 403),
        (&dev, &["http://localhost:3000"], 200),
        (&dev, &["https://evil.example"], 403),
    ] {
        assert_eq!(ask(project, origins).await.status, status, "{project} {origins:?}");
    }
    let told = app.get(&format!("/projects/v1/origins?projectId={dev}")).await.status_and_body();
    assert_snapshot!(told, @r#"200 {"allowedOrigins":["*.shop.example","http://localhost:*","https://localhost:*","http://127.0.0.1:*","https://127.0.0.1:*","http://[::1]:*","https://[::1]:*"]}"#);
    for path in ["/getWallets?page=1&entries=1&projectId=", "/e?projectId=", "/batch?projectId="] {
        let method = if path.starts_with("/get") { "GET" } else { "POST" };
        let headers = [("origin", "https://evil.example")];
        let said = app.ask(method, &format!("{path}{strict}"), &headers, "").await;
        assert_eq!(said.status, 403, "{path}");
    }
    let said = ask(&strict, &["https://evil.example"]).await;
    assert_eq!(said.header("access-control-allow-origin"), "*");
    assert_snapshot!(said.status_and_body(), @r#"403 {"status":"FAILED","reasons":[{"field":"origin","description":"Pages of https://evil.example may not use this project. `latchkit project set <id> --add-origin https://evil.example` lets them."}]}"#);
}

#[tokio::test]
async fn the_configuration_describes_a_project_without_the_database() {
    let described = "c".repeat(32);
    let app = TestApp::with(&[], |config| {
        let settings = ProjectSettings { analytics: true, ..ProjectSettings::default() };
        for id in [&described, PROJECT] {
            config.projects.insert(id.to_owned().try_into().expect("an id"), settings.clone());
        }
    })
    .await;
    for id in [&described, PROJECT] {
        let said = app.get(&format!("/getAnalyticsConfig?projectId={id}")).await;
        assert_eq!(said.status_and_body(), r#"200 {"isAnalyticsEnabled":true}"#, "{id}");
    }
}

#[tokio::test]
async fn the_id_that_everybody_knows_is_nobodys() {
    let app = TestApp::with_nodes(&[]).await;
    let settings = ProjectSettings { name: "Demo".to_owned(), ..ProjectSettings::default() };
    let id = ProjectId::parse(DEV_PROJECT).expect("an id");
    assert!(app.db().add_project(&Project { id, settings }).await.expect("a row"));
    let said = app.get(&format!("/getAnalyticsConfig?projectId={DEV_PROJECT}")).await;
    assert_eq!(said.status, 401);
}
