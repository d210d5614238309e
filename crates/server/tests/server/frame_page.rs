//! The page of the vault's frame: on whose pages it may be, and all headers of all that it is made of.

use crate::test_app::{PROJECT, Reply, TestApp, VAULT, folder};
use crate::vault_browser::VaultApp;
use insta::assert_snapshot;
use protocol::api::vault::RecoveryPolicy;
use serde_json::Value;
use server::config::Config;
use server::origin::Origin;
use server::project::ProjectSettings;
use std::path::PathBuf;

/// What a build leaves.
const PAGE: &str = "<!doctype html><meta name=\"project\" content=\"{project}\" />";

fn built() -> PathBuf {
    let top = folder();
    let frame = top.join("frame");
    std::fs::create_dir_all(&frame).expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(frame.join(name), bytes).expect(name);
    write("frame.html", PAGE.as_bytes());
    write("frame-a1b2c3d4.js", b"export {}");
    write("vault-a1b2c3d4.wasm", b"\0asm\x01\0\0\0");
    std::fs::write(top.join("secret.txt"), "secret").expect("a file");
    frame
}

async fn vault(set: impl FnOnce(&mut Config)) -> VaultApp {
    VaultApp::with(|config| {
        config.vault.frame = Some(built());
        set(config);
    })
    .await
}

async fn page(app: &TestApp, query: &str) -> Reply {
    app.ask("GET", &format!("/frame{query}"), &[("host", VAULT)], "").await
}

/// The page of a project with these settings.
async fn page_of(app: &TestApp, digit: char, set: impl FnOnce(&mut ProjectSettings)) -> Reply {
    let id = app.project(digit, set).await;
    page(app, &format!("?projectId={id}")).await
}

/// Status and every header but those that differ each time, one a line.
fn head(said: &Reply) -> String {
    let changing =
        ["date", "x-request-id", "content-length", "ratelimit-reset", "etag", "content-encoding"];
    let lines = said.headers.iter().filter(|(name, _)| !changing.contains(&name.as_str()));
    let mut lines: Vec<_> =
        lines.map(|(name, value)| format!("{name}: {}", value.to_str().expect("ASCII"))).collect();
    lines.sort();
    format!("{}\n{}", said.status, lines.join("\n"))
}

fn ancestors(said: &Reply) -> &str {
    let policy = said.header("content-security-policy");
    policy.rsplit_once("frame-ancestors ").expect("a directive").1
}

/// What the page carries.
fn told(said: &Reply) -> Value {
    let page = String::from_utf8(said.body.to_vec()).expect("text");
    let written = page.split('"').nth(3).expect("an attribute");
    let text = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    let json = text.iter().fold(written.to_owned(), |it, (from, to)| it.replace(from, to));
    serde_json::from_str(&json).expect("JSON")
}

#[tokio::test]
async fn the_page_has_these_headers_and_no_others() {
    let at = vault(|_| {}).await;
    let said = page(&at.app, &format!("?projectId={PROJECT}&chainId=eip155:1&version=4")).await;
    assert_snapshot!(head(&said), @r"
    200
    cache-control: no-store
    content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types latchkit-worker; frame-ancestors https://shop.example https://other.example
    content-type: text/html; charset=utf-8
    cross-origin-embedder-policy: require-corp
    cross-origin-resource-policy: cross-origin
    permissions-policy: publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), clipboard-read=(), accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), screen-wake-lock=(), serial=(), storage-access=(), sync-xhr=(), usb=(), window-management=(), xr-spatial-tracking=()
    ratelimit-limit: 1200
    ratelimit-remaining: 1199
    referrer-policy: no-referrer
    x-content-type-options: nosniff
    ");
}

/// A window in which something is approved has the same page, with no hold on another window and none on it.
/// But for what is left of a limit: some of it comes back meanwhile.
fn unlimited(head: &str) -> String {
    head.lines().filter(|it| !it.starts_with("ratelimit-remaining")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn nobody_frames_a_window_and_nobody_holds_it() {
    let at = vault(|_| {}).await;
    let framed = page(&at.app, &format!("?projectId={PROJECT}")).await;
    let path = format!("/review?projectId={PROJECT}");
    let said = at.app.ask("GET", &path, &[("host", VAULT)], "").await;
    let sources = "frame-ancestors https://shop.example https://other.example";
    let expected = head(&framed).replace(sources, "frame-ancestors 'none'").replace(
        "cross-origin-resource",
        "cross-origin-opener-policy: same-origin\ncross-origin-resource",
    );
    assert_eq!(unlimited(&head(&said)), unlimited(&expected));
    assert_eq!(told(&said)["origins"], Value::Array(vec![]));
    assert_eq!(told(&said)["trusted"], Value::Array(vec![]));
    // The frame opens it, and no link of anybody's does.
    for (whose, status) in
        [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 403)]
    {
        let headers = [("host", VAULT), ("sec-fetch-site", whose)];
        assert_eq!(at.app.ask("GET", &path, &headers, "").await.status, status, "{whose}");
    }
}

#[tokio::test]
async fn what_the_page_is_made_of_has_these_headers_and_is_kept_for_good() {
    let at = vault(|_| {}).await;
    let (script, module) = ("text/javascript; charset=utf-8", "application/wasm");
    let said = page(&at.app, "/frame-a1b2c3d4.js").await;
    let other = page(&at.app, "/vault-a1b2c3d4.wasm").await;
    assert_eq!(head(&other).replace(module, script), head(&said));
    assert_snapshot!(head(&said), @r"
    200
    cache-control: public, max-age=31536000, immutable
    content-security-policy: default-src 'none'; script-src 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'
    content-type: text/javascript; charset=utf-8
    cross-origin-embedder-policy: require-corp
    cross-origin-resource-policy: same-origin
    referrer-policy: no-referrer
    vary: accept-encoding
    x-content-type-options: nosniff
    ");
}

#[tokio::test]
async fn where_browsers_come_by_https_they_never_come_otherwise() {
    let at = vault(|config| {
        config.vault_url = Origin::parse(&format!("https://{VAULT}")).expect("an origin");
    })
    .await;
    for path in [format!("?projectId={PROJECT}"), "/frame-a1b2c3d4.js".to_owned()] {
        let said = page(&at.app, &path).await;
        assert_eq!(said.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
}

#[tokio::test]
async fn the_page_knows_its_project_and_nothing_in_a_name_is_run() {
    let at = vault(|_| {}).await;
    let said = page_of(&at.app, 'a', |it| {
        "\"><script>alert(1)</script>&quot;{project}".clone_into(&mut it.name);
        it.origins = vec!["https://*.shop.example".to_owned(), "bare.example".to_owned()];
        it.sign_in.trusted = vec!["https://pay.shop.example".to_owned()];
        it.sign_in.recovery = RecoveryPolicy::Own;
    })
    .await;
    let text = said.status_and_body();
    assert_eq!(text.matches('<').count(), PAGE.matches('<').count(), "{text}");
    assert_snapshot!(told(&said), @r#"{"isDev":false,"name":"\"><script>alert(1)</script>&quot;{project}","origins":["https://*.shop.example","bare.example"],"recovery":"own","trusted":["https://pay.shop.example"]}"#);
    assert_eq!(ancestors(&said), "https://*.shop.example https://bare.example");
}

#[tokio::test]
async fn a_project_without_origins_lets_nobody_in() {
    let at = vault(|_| {}).await;
    let said = page_of(&at.app, 'a', |_| {}).await;
    assert_eq!((said.status, ancestors(&said)), (200, "'none'"));
    assert_snapshot!(told(&said), @r#"{"isDev":false,"name":"Test","origins":[],"recovery":"ask","trusted":[]}"#);
}

#[tokio::test]
async fn what_a_policy_cannot_say_lets_nobody_in() {
    let at = vault(|_| {}).await;
    let origins = ["https://a.*.example", "https://*.*.example", "http://[2001:db8::1]:3000"];
    let said = page_of(&at.app, 'a', |it| it.origins = origins.map(str::to_owned).into()).await;
    assert_eq!(ancestors(&said), "'none'");
}

#[tokio::test]
async fn a_page_to_which_browsers_give_no_keys_is_not_let_in() {
    let at = vault(|_| {}).await;
    let named = |origins: &'static [&str]| {
        |it: &mut ProjectSettings| {
            it.origins = origins.iter().map(ToString::to_string).collect();
            it.features.set("social_login=email".parse().expect("a feature"));
        }
    };
    let open = &["http://shop.example:5190", "HTTP://a.example", "http://*.b.example"];
    let said = page_of(&at.app, 'a', named(open)).await;
    assert_eq!(ancestors(&said), "'none'");
    assert_eq!(told(&said)["origins"], Value::Array(vec![]));
    page_of(&at.app, 'b', named(&["https://*.shop.*"])).await;
    let said = page_of(&at.app, 'c', named(&["http://shop.example", "https://shop.example"])).await;
    assert_eq!(ancestors(&said), "https://shop.example");
    for (project, is_told) in [('a', false), ('b', false), ('c', true)] {
        let path = format!("/appkit/v1/config?projectId={}", project.to_string().repeat(32));
        let said = at.app.get(&path).await.status_and_body();
        assert_eq!(said.contains("vaultUrl"), is_told, "{project}: {said}");
    }
}

#[tokio::test]
async fn pages_of_this_machine_are_let_in_by_projects_of_developers_alone() {
    let local = [
        "http://localhost:3000",
        "https://LOCALHOST",
        "http://127.0.0.1:*",
        "127.0.0.2",
        "http://[::1]:1",
        "https://*.localhost",
    ]
    .map(str::to_owned);
    let at = vault(|_| {}).await;
    let said = page_of(&at.app, 'a', |it| it.origins = local.clone().into()).await;
    assert_eq!(ancestors(&said), "'none'");
    assert_eq!(told(&said)["origins"], Value::Array(vec![]));
    let said = page_of(&at.app, 'b', |it| it.dev = true).await;
    assert_snapshot!(ancestors(&said), @"http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*");
    assert_snapshot!(told(&said), @r#"{"isDev":true,"name":"Test","origins":["http://localhost:*","https://localhost:*","http://127.0.0.1:*","https://127.0.0.1:*","http://[::1]:*","https://[::1]:*"],"recovery":"ask","trusted":[]}"#);
}

#[tokio::test]
async fn every_refusal_lets_nobody_in() {
    let at = vault(|_| {}).await;
    let unknown = page(&at.app, &format!("?projectId={}", "f".repeat(32))).await;
    assert_snapshot!(unknown.status_and_body(), @r#"401 {"status":"FAILED","reasons":[{"field":"projectId","description":"This server does not know the project. `latchkit project list` shows those it knows."}]}"#);
    let malformed = page(&at.app, "?projectId=1").await;
    assert_snapshot!(malformed.status_and_body(), @r#"400 {"status":"FAILED","reasons":[{"field":"projectId","description":"projectId must be 32 hex digits."}]}"#);
    let missing = page(&at.app, "").await;
    assert_eq!(missing.status_and_body(), malformed.status_and_body());
    let posted = at.app.ask("POST", "/frame", &[("host", VAULT)], "").await;
    assert_eq!(posted.status, 405);
    for said in [&unknown, &malformed, &missing, &posted] {
        assert_eq!(said.header("cache-control"), "no-store");
        assert_eq!(
            said.header("content-security-policy"),
            "default-src 'none'; frame-ancestors 'none'"
        );
        assert_eq!(said.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn without_a_database_nobody_is_let_in() {
    let at = vault(|_| {}).await;
    at.app.db().close().await;
    let said = page(&at.app, &format!("?projectId={PROJECT}")).await;
    assert_snapshot!(said.status_and_body(), @r#"500 {"status":"FAILED","reasons":[{"field":"","description":"Something unexpected happened. The server's log tells more under this answer's x-request-id."}]}"#);
    assert_eq!(ancestors(&said), "'none'");
}

#[tokio::test]
async fn a_vault_that_is_not_set_up_or_not_built_has_no_page() {
    let frame = built();
    let app = TestApp::with(&[], |config| config.vault.frame = Some(frame)).await;
    let said = page(&app, &format!("?projectId={PROJECT}")).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"vault","description":"Nobody can sign in by e-mail here. The operator names keys and a mail server by `[vault]` in latchkit.toml."}]}"#);
    assert_eq!(ancestors(&said), "'none'");
    let at = VaultApp::new().await;
    let said = page(&at.app, &format!("?projectId={PROJECT}")).await;
    assert_snapshot!(said.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"vault","description":"This server holds no page of the frame. Build it with `cargo xtask web`, and name its folder by `frame` under `[vault]` in latchkit.toml."}]}"#);
    assert_eq!(ancestors(&said), "'none'");
}

#[tokio::test]
async fn the_page_is_at_the_vaults_origin_alone() {
    let at = vault(|_| {}).await;
    for path in [format!("/frame?projectId={PROJECT}"), "/frame/frame-a1b2c3d4.js".to_owned()] {
        assert_eq!(at.app.get(&path).await.status, 404, "{path}");
        let said = at.app.ask("GET", &path, &[("host", "evil.example")], "").await;
        assert_eq!(said.status, 421, "{path}");
    }
}

#[tokio::test]
async fn no_other_file_is_served_and_no_page_that_lacks_what_is_put_into_it() {
    let at = vault(|_| {}).await;
    for file in ["frame.html", "./frame.html", "../secret.txt", "..%2fsecret.txt", "", "."] {
        let said = page(&at.app, &format!("/{file}")).await;
        assert_eq!(said.status, 404, "{file}");
        assert_eq!(ancestors(&said), "'none'", "{file}");
    }
}

#[tokio::test]
async fn nothing_of_the_frame_sets_a_cookie_or_may_be_read_elsewhere() {
    let at = vault(|_| {}).await;
    for path in [format!("?projectId={PROJECT}"), "/frame-a1b2c3d4.js".to_owned()] {
        let headers = [("host", VAULT), ("origin", "https://shop.example"), ("cookie", "a=1")];
        let said = at.app.ask("GET", &format!("/frame{path}"), &headers, "").await;
        for name in ["set-cookie", "access-control-allow-origin", "x-frame-options"] {
            assert_eq!(said.header(name), "", "{path} {name}");
        }
    }
}
