//! The mailed link that lets a new browser in, where a project wants that.

use crate::test_app::{Reply, VAULT, ask};
use crate::vault_browser::{Browser, VaultApp};
use protocol::api::vault::ConnectAction;
use serde_json::json;
use std::time::Duration;

const ANN: &str = "ann@example.com";

/// A server whose one project wants the link.
async fn strict() -> VaultApp {
    let at = VaultApp::new().await;
    at.app.change_project(|it| it.sign_in.device_approval = true).await;
    at
}

/// The path of the link in the newest mail.
fn link(at: &VaultApp) -> String {
    let mail = at.mail(ANN).expect("a mail");
    let start = format!("http://{VAULT}");
    let line = mail.text.lines().find_map(|line| line.strip_prefix(&*start));
    line.expect("a link").to_owned()
}

async fn open(at: &VaultApp, path: &str) -> Reply {
    ask(at.app.address(), VAULT, "GET", path, &[], String::new()).await
}

async fn name(at: &VaultApp, path: &str, number: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    ask(at.app.address(), VAULT, "POST", path, &headers, format!("number={number}")).await
}

async fn is_approved(browser: &Browser, at: &VaultApp, attempt: &str) -> Reply {
    let body = json!({"attempt": attempt, "waitMs": 0});
    browser.ask(at, "/v1/vault/email/device", body).await
}

#[tokio::test]
async fn whoever_names_the_number_gets_a_code() {
    let at = strict().await;
    let browser = Browser::new();
    let started = browser.started(&at, ANN).await;
    assert!(started.action == ConnectAction::VerifyDevice);
    let (attempt, number) =
        (started.attempt.expect("an attempt"), started.number.expect("a number"));
    let path = link(&at);
    // Before the link is followed no code helps, and none was mailed.
    assert_eq!(browser.enter(&at, &attempt, "123456").await.status, 401);
    // Opening it changes nothing, however often.
    for _ in 0..3 {
        let page = open(&at, &path).await;
        assert_eq!(page.status, 200);
        let text = String::from_utf8_lossy(&page.body);
        assert!(text.contains(&format!("The site shows {number}")), "{text}");
        assert_eq!(text.matches("The site shows ").count(), 3);
        assert!(
            text.contains("Firefox on Linux") && text.contains("https://shop.example"),
            "{text}"
        );
        assert_eq!(page.header("cross-origin-opener-policy"), "same-origin");
        let policy = page.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(page.header("cache-control"), "no-store");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
    }
    let pending = is_approved(&browser, &at, &attempt).await;
    assert_eq!(pending.status_and_body(), r#"200 {"isApproved":false}"#);
    assert_eq!(name(&at, &path, &number.to_string()).await.status, 200);
    let approved = is_approved(&browser, &at, &attempt).await;
    assert_eq!(approved.status_and_body(), r#"200 {"isApproved":true}"#);
    assert_eq!(browser.enter(&at, &attempt, &at.code(ANN)).await.status, 200);
    // It is good once.
    assert_eq!(name(&at, &path, &number.to_string()).await.status, 410);
    assert_eq!(open(&at, &path).await.status, 410);
    // The browser is known now, and gets its code at once.
    at.advance(Duration::from_secs(31));
    browser.ahead.set(31);
    assert!(browser.started(&at, ANN).await.action == ConnectAction::VerifyOtp);
}

#[tokio::test]
async fn a_code_that_comes_late_is_good_for_as_long_as_its_mail_says() {
    let at = strict().await;
    let browser = Browser::new();
    let started = browser.started(&at, ANN).await;
    let (attempt, number) =
        (started.attempt.expect("an attempt"), started.number.expect("a number"));
    at.advance(Duration::from_mins(9));
    assert_eq!(name(&at, &link(&at), &number.to_string()).await.status, 200);
    let code = at.code(ANN);
    at.advance(Duration::from_mins(4));
    browser.ahead.set(at.ahead());
    assert_eq!(browser.enter(&at, &attempt, &code).await.status, 200);
}

#[tokio::test]
async fn of_two_attempts_the_code_that_was_mailed_last_is_good() {
    let at = strict().await;
    let browser = Browser::new();
    let mut begun = Vec::new();
    for minutes in [3, 6] {
        let started = browser.started(&at, ANN).await;
        let number = started.number.expect("a number").to_string();
        begun.push((started.attempt.expect("an attempt"), link(&at), number));
        at.advance(Duration::from_mins(minutes));
        browser.ahead.set(at.ahead());
    }
    let [(first, first_link, first_number), (second, second_link, second_number)] = &begun[..]
    else {
        panic!("two")
    };
    assert_eq!(name(&at, first_link, first_number).await.status, 200);
    let early = at.code(ANN);
    at.advance(Duration::from_mins(3));
    browser.ahead.set(at.ahead());
    assert_eq!(name(&at, second_link, second_number).await.status, 200);
    assert_eq!(browser.enter(&at, first, &early).await.status, 401);
    assert_eq!(browser.enter(&at, second, &at.code(ANN)).await.status, 200);
}

#[tokio::test]
async fn whoever_names_another_number_ends_it() {
    let at = strict().await;
    for named in ["0", "", "abc", "-1", "4294967296", "7"] {
        at.advance(Duration::from_mins(61));
        let browser = Browser::new();
        browser.ahead.set(at.ahead());
        let started = browser.started(&at, ANN).await;
        let attempt = started.attempt.expect("an attempt");
        let path = link(&at);
        let told = name(&at, &path, named).await;
        assert_eq!(told.status, 403, "{named}");
        // Nobody named a number who said that it was not them.
        let (text, is_number) =
            (told.status_and_body(), named.parse::<u32>().is_ok_and(|it| it > 0));
        assert_eq!(text.contains("another number"), is_number, "{named} {text}");
        assert_eq!(text.contains("it was not you"), !is_number, "{named} {text}");
        // The browser that waits hears of it, and no other one does.
        assert_eq!(is_approved(&browser, &at, &attempt).await.status, 410, "{named}");
        let other = Browser::new();
        other.ahead.set(at.ahead());
        assert_eq!(is_approved(&other, &at, &attempt).await.status, 404, "{named}");
        let right = started.number.expect("a number").to_string();
        assert_eq!(name(&at, &path, &right).await.status, 410, "{named}");
    }
}

#[tokio::test]
async fn a_link_is_nobody_elses() {
    let at = strict().await;
    let (browser, other) = (Browser::new(), Browser::new());
    let started = browser.started(&at, ANN).await;
    let attempt = started.attempt.expect("an attempt");
    assert_eq!(is_approved(&other, &at, &attempt).await.status, 404);
    assert_eq!(is_approved(&browser, &at, "").await.status, 404);
    for path in [
        "/m/",
        "/m/x",
        "/m/..%2f",
        &*format!("/m/{}", "a".repeat(43)),
        &*format!("/m/{}", "a".repeat(4000)),
    ] {
        let reply = open(&at, path).await;
        assert!([404, 410].contains(&reply.status), "{path} {}", reply.status);
    }
    // It is over after ten minutes.
    let path = link(&at);
    at.advance(Duration::from_secs(601));
    assert_eq!(open(&at, &path).await.status, 410);
    assert_eq!(name(&at, &path, &started.number.expect("a number").to_string()).await.status, 410);
}

#[tokio::test]
async fn names_and_origins_are_text_on_the_page() {
    let at = strict().await;
    let name = "<script>alert(1)</script>\"".to_owned();
    at.app.change_project(|it| it.name = name).await;
    Browser::new().started(&at, ANN).await;
    let page = open(&at, &link(&at)).await;
    let text = String::from_utf8_lossy(&page.body);
    assert!(
        text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;") && !text.contains("<script"),
        "{text}"
    );
}
