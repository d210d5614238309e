//! Signing in by e-mail, as it goes and as it fails.

use crate::database::Other;
use crate::device_key::hash;
use crate::test_app::{PROJECT, VAULT, ask};
use crate::vault_browser::{Browser, SITE, VaultApp, by_email};
use crate::vault_owner::{elsewhere, owner};
use insta::assert_snapshot;
use protocol::api::vault::{ConnectAction, EmailChangeStarted};
use protocol::path::{MAILED_KEEP, MAILED_LINK, MAILED_UNDO};
use serde_json::{Value, json};
use server::project::ProjectSettings;
use server::vault::settings::VaultSettings;
use std::time::Duration;

const ANN: &str = "ann@example.com";
const REFUSED: &str = r#"401 {"status":"FAILED","reasons":[{"field":"otp","description":"The code is wrong or no longer good."}]}"#;
const SWITCHED_OFF: &str = r#"403 {"status":"FAILED","reasons":[{"field":"projectId","description":"Nobody can sign in by e-mail in this project. The operator switches that on: `latchkit project set ID --feature social_login=email`."}]}"#;

#[tokio::test]
async fn whoever_has_the_code_is_signed_in() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    let started = browser.started(&at, "Ann@Example.com").await;
    assert!(started.action == ConnectAction::VerifyOtp && !started.is_late);
    assert_eq!((started.again_in_seconds, started.number), (30, None));
    let mail = at.mail(ANN).expect("a mail");
    assert_eq!(mail.subject, "Your code for Test");
    assert!(mail.text.contains("https://shop.example, Firefox on Linux, "), "{}", mail.text);

    let attempt = started.attempt.expect("an attempt");
    let reply = browser.enter(&at, &attempt, &at.code(ANN)).await;
    let signed_in: serde_json::Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(signed_in["user"], json!({"email": ANN, "isFresh": true}));
    browser.session = signed_in["session"].as_str().map(str::to_owned);
    let me = browser.ask(&at, "/v1/vault/session/get", json!({})).await;
    assert_snapshot!(me.status_and_body(), @r#"200 {"email":"ann@example.com","isFresh":true}"#);
    // What is fresh does not stay so.
    at.advance(Duration::from_mins(6));
    browser.ahead.set(6 * 60);
    let me = browser.ask(&at, "/v1/vault/session/get", json!({})).await;
    assert_snapshot!(me.status_and_body(), @r#"200 {"email":"ann@example.com","isFresh":false}"#);

    // In the same browser nothing has to be done again; on another site it does.
    let again = browser.started(&at, ANN).await;
    assert!(again.action == ConnectAction::Connect && again.attempt.is_none());
    browser.site = "https://other.example";
    assert!(browser.started(&at, ANN).await.action == ConnectAction::VerifyOtp);
}

#[tokio::test]
async fn a_code_is_good_once_for_a_while_and_in_its_browser() {
    let at = VaultApp::new().await;
    let (browser, other) = (Browser::new(), Browser::new());
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let code = at.code(ANN);
    let wrong = format!("{:06}", (code.parse::<u32>().expect("digits") + 1) % 1_000_000);
    for (who, attempt, otp) in [
        (&browser, &*attempt, &*wrong),
        (&other, &*attempt, &*code),
        (&browser, "0123456789abcdef0123456789abcdef", &*code),
        (&browser, "", &*code),
    ] {
        assert_eq!(who.enter(&at, attempt, otp).await.status_and_body(), REFUSED, "{attempt}");
    }
    let spaced = format!(" {}-{} ", &code[..3], &code[3..]);
    assert_eq!(browser.enter(&at, &attempt, &spaced).await.status, 200);
    assert_eq!(browser.enter(&at, &attempt, &code).await.status_and_body(), REFUSED);

    // Too late by a second, and in time by one.
    for (seconds, status) in [(301, 401), (299, 200)] {
        at.advance(Duration::from_mins(1));
        let browser = Browser::new();
        browser.ahead.set(at.ahead());
        let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
        at.advance(Duration::from_secs(seconds));
        browser.ahead.set(at.ahead());
        assert_eq!(browser.enter(&at, &attempt, &at.code(ANN)).await.status, status, "{seconds}");
    }
}

#[tokio::test]
async fn only_the_newest_code_of_a_browser_is_good() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let first = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let old = at.code(ANN);
    let early = browser.start(&at, ANN).await;
    assert_eq!(early.status, 429);
    let told = early.status_and_body();
    assert!(
        told.contains("Please try again after 30 seconds") || told.contains("after 29 seconds"),
        "{told}"
    );
    assert!(["30", "29"].contains(&early.header("retry-after")), "{}", early.header("retry-after"));

    at.advance(Duration::from_secs(31));
    let second = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let new = at.code(ANN);
    assert_eq!(browser.enter(&at, &first, &old).await.status_and_body(), REFUSED);
    if old != new {
        assert_eq!(browser.enter(&at, &second, &old).await.status_and_body(), REFUSED);
    }
    assert_eq!(browser.enter(&at, &second, &new).await.status, 200);
}

#[tokio::test]
async fn how_long_to_wait_for_another_mail_counts_down() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    browser.started(&at, ANN).await;
    for left in [20, 10] {
        at.advance(Duration::from_secs(10));
        browser.ahead.set(at.ahead());
        let early = browser.start(&at, ANN).await;
        assert_eq!(early.status, 429);
        let told: u32 = early.header("retry-after").parse().expect("seconds");
        // The test itself takes a moment.
        assert!((left - 1..=left).contains(&told), "{told}");
        let sentence = format!("Please try again after {told} seconds");
        assert!(early.status_and_body().contains(&sentence), "{}", early.status_and_body());
    }
    at.advance(Duration::from_secs(10));
    browser.ahead.set(at.ahead());
    browser.started(&at, ANN).await;
}

#[tokio::test]
async fn whoever_came_in_is_mailed_another_code_at_once_in_that_browser() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    for _ in 0..3 {
        browser.sign_in(&at, ANN).await;
        browser.session = None;
    }
    assert_eq!(Browser::new().start(&at, ANN).await.status, 429);
}

#[tokio::test]
async fn what_is_no_code_costs_no_try() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    for otp in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "null"] {
        let reply = browser.enter(&at, &attempt, otp).await.status_and_body();
        assert_eq!(
            reply,
            r#"400 {"status":"FAILED","reasons":[{"field":"otp","description":"otp must be the six digits that were mailed."}]}"#,
            "{otp}"
        );
    }
    let wide: String =
        at.code(ANN).chars().map(|it| char::from_u32(it as u32 + 0xfee0).expect("wide")).collect();
    assert_eq!(browser.enter(&at, &attempt, &wide).await.status, 200);
}

#[tokio::test]
async fn what_is_no_address_gets_no_mail() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let long = format!("{}@example.com", "a".repeat(300));
    for email in [
        "",
        "ann",
        "ann@example.com\r\nBcc: bob@example.com",
        "ann@example.com, bob@example.com",
        "ann@example.com\u{202e}",
        "аnn@example.com",
        "\"ann\"@example.com",
        &long,
    ] {
        let reply = browser.start(&at, email).await.status_and_body();
        assert_eq!(
            reply,
            r#"400 {"status":"FAILED","reasons":[{"field":"email","description":"email must be an e-mail address such as ann@example.com."}]}"#,
            "{email:?}"
        );
    }
    assert!(at.subjects().is_empty());
}

#[tokio::test]
async fn a_page_that_the_project_does_not_allow_signs_nobody_in() {
    let at = VaultApp::new().await;
    let naming = async |digit: char, origins: &[&str]| {
        let set = |it: &mut ProjectSettings| {
            it.origins = origins.iter().map(ToString::to_string).collect();
            it.features.set(by_email());
        };
        at.app.project(digit, set).await
    };
    let id = naming('a', &[SITE]).await;
    let browser = Browser::new();
    let start = async |project: &str, origin: &str| {
        let body = json!({"projectId": project, "origin": origin, "email": ANN, "language": "en"});
        browser.ask(&at, "/v1/vault/email/start", body).await.status
    };
    for origin in [
        "https://shop.example.evil.net",
        "http://shop.example",
        "https://shop.example:8443",
        "https://shop.example.",
        "https://a@shop.example",
        "https://xn--shop-8na.example",
        "https://evilshop.example",
        "null",
        "",
        "https://shop.example\r\n",
    ] {
        assert_eq!(start(&id, origin).await, 403, "{origin:?}");
    }
    assert_eq!(start(&"e".repeat(32), SITE).await, 401);
    assert_eq!(start("shop", SITE).await, 400);
    // Of a project that names no page none is embedded, and no text that somebody made up stands in a mail.
    let open = naming('b', &[]).await;
    let wide = naming('c', &["*.shop.example"]).await;
    for (project, origin) in [
        (&open, SITE),
        (&open, "Your wallet is being emptied. Move it at https://evil.example"),
        (&wide, "Your wallet is being emptied://a.shop.example"),
        (&wide, "https://a.shop.example/"),
        (&wide, "https://A.shop.example"),
        (&wide, "ftp://a.shop.example"),
    ] {
        assert_eq!(start(project, origin).await, 403, "{origin:?}");
    }
    assert!(at.subjects().is_empty());
    assert_eq!(start(&wide, "https://a.shop.example").await, 200);
    at.advance(Duration::from_secs(31));
    browser.ahead.set(31);
    assert_eq!(start(&id, SITE).await, 200);
}

#[tokio::test]
async fn bodies_that_no_frame_sends_are_refused_by_name() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let path = "/v1/vault/email/start";
    let whole = json!({"projectId": PROJECT, "origin": SITE, "email": ANN, "language": "en"});
    for field in ["projectId", "origin", "email", "language"] {
        for value in [
            None,
            Some(json!(null)),
            Some(json!(7)),
            Some(json!(["a"])),
            Some(json!({"__proto__": 1})),
        ] {
            let mut body = whole.clone();
            match &value {
                Some(value) => body[field] = value.clone(),
                None => drop(body.as_object_mut().expect("an object").remove(field)),
            }
            let reply = browser.ask(&at, path, body).await;
            let told = reply.status_and_body();
            assert!(
                told.starts_with("400 ") && told.contains("The body is not what is taken here"),
                "{field} {value:?} {told}"
            );
        }
    }
    let deep = "[".repeat(100_000);
    let huge = format!("{{\"email\":\"{}\"}}", "a".repeat(250_000));
    for (body, status) in
        [("", 400), ("[]", 400), ("7", 400), ("{", 400), (&*deep, 400), (&*huge, 413)]
    {
        let proof = browser.proof(path, body, None);
        let reply = browser.send(&at, path, body, &proof, None).await;
        assert_eq!(reply.status, status, "{}", &body[..body.len().min(20)]);
    }
    let mut unknown = whole;
    unknown["__proto__"] = json!({"email": "eve@example.com"});
    unknown["constructor"] = json!(1);
    assert_eq!(browser.ask(&at, path, unknown).await.status, 200);
    assert_eq!(at.mailbox.all()[0].to, ANN);
}

#[tokio::test]
async fn without_keys_and_mail_server_it_says_who_can_mend_that() {
    let at = VaultApp::with(|config| config.vault = VaultSettings::default()).await;
    let reply = Browser::new().start(&at, ANN).await;
    assert_snapshot!(reply.status_and_body(), @r#"503 {"status":"FAILED","reasons":[{"field":"vault","description":"Nobody can sign in by e-mail here. The operator names keys and a mail server by `[vault]` in latchkit.toml."}]}"#);
}

#[tokio::test]
async fn nobody_signs_in_where_the_operator_has_it_off_whatever_a_page_shows() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    for (digit, setting, is_on) in [
        ('1', None, false),
        ('2', Some("off"), false),
        ('3', Some("google,x"), false),
        ('4', Some("google,email"), true),
        ('5', Some("on"), true),
    ] {
        let set = |it: &mut ProjectSettings| {
            it.origins = vec![SITE.to_owned()];
            if let Some(setting) = setting {
                let change = format!("social_login={setting}");
                it.features.set(change.parse().expect("a feature"));
            }
        };
        let id = at.app.project(digit, set).await;
        let config = at.app.get(&format!("/appkit/v1/config?projectId={id}")).await;
        let told = config.status_and_body();
        assert_eq!(told.contains("\"vaultUrl\":\"http://vault.latchkit.test\""), is_on, "{told}");
        let body = json!({"projectId": id, "origin": SITE, "email": ANN, "language": "en"});
        let reply = browser.ask(&at, "/v1/vault/email/start", body).await;
        let said = reply.status_and_body();
        if is_on {
            assert_eq!(reply.status, 200, "{said}");
        } else {
            assert_eq!(said, SWITCHED_OFF, "{setting:?}");
        }
    }
    assert_eq!(at.subjects().len(), 2);
}

#[tokio::test]
async fn what_is_kept_tells_of_nobody() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    let session = browser.sign_in(&at, ANN).await.session;
    let other = Browser::new();
    at.advance(Duration::from_secs(31));
    other.ahead.set(31);
    other.started(&at, ANN).await;
    let code = at.code(ANN);
    let kept = Other::open(at.app.folder()).await.vault_rows().await;
    assert!(kept.contains("https://shop.example"), "it is all there");
    for secret in [ANN, "ann", "example.com", &session, &code] {
        assert!(!kept.contains(secret), "{secret} in {kept}");
    }
}

/// Of each link what it is known by is kept, and of none what opens it.
#[tokio::test]
async fn what_is_kept_opens_no_mailed_link() {
    let at = VaultApp::new().await;
    // A wallet that is to be deleted, an address that was changed, a new browser that is to be let in.
    let (_, _) = owner(&at).await;
    let body = json!({"isGivenUp": true});
    let planned = elsewhere(&at).await.ask(&at, "/v1/vault/account/delete", body).await;
    assert_eq!(planned.status, 200, "{}", planned.status_and_body());
    let mut bob = Browser::new();
    bob.ahead.set(at.ahead());
    bob.sign_in(&at, "bob@example.com").await;
    let change = async |step: &str, body: Value| {
        let reply = bob.ask(&at, &format!("/v1/vault/email/change{step}"), body).await;
        assert_eq!(reply.status, 200, "{}", reply.status_and_body());
        reply
    };
    let begun = change("", json!({"email": "bob@new.example", "language": "en"})).await;
    let begun: EmailChangeStarted = serde_json::from_slice(&begun.body).expect("an answer");
    for (step, email) in [("/primary", "bob@example.com"), ("/secondary", "bob@new.example")] {
        change(step, json!({"change": begun.change, "otp": at.code(email)})).await;
    }
    let strict = at.app.project('b', |it| {
        it.origins = vec![SITE.to_owned()];
        it.features.set(by_email());
        it.sign_in.device_approval = true;
    });
    let strict = strict.await;
    let body = json!({"projectId": strict, "origin": SITE, "email": ANN, "language": "en"});
    assert_eq!(bob.ask(&at, "/v1/vault/email/start", body).await.status, 200);

    let kept = Other::open(at.app.folder()).await.vault_rows().await;
    let mails: Vec<_> = at.mailbox.all().into_iter().map(|it| it.text).collect();
    for path in [MAILED_LINK, MAILED_UNDO, MAILED_KEEP] {
        let start = format!("http://{VAULT}{path}");
        let mut lines = mails.iter().flat_map(|it| it.lines());
        let secret = lines.find_map(|it| it.strip_prefix(&*start)).expect("a link");
        assert!(kept.contains(&hash(secret)), "{path}: it is all there");
        assert!(!kept.contains(secret), "{path}");
    }
}

#[tokio::test]
async fn pages_of_others_read_nothing() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let path = "/v1/vault/email/start";
    let body =
        json!({"projectId": PROJECT, "origin": SITE, "email": ANN, "language": "en"}).to_string();
    for origin in [
        SITE,
        "null",
        "http://api.latchkit.test",
        "http://a.vault.latchkit.test",
        "https://vault.latchkit.test",
    ] {
        let proof = browser.proof(path, &body, None);
        let headers = [("content-type", "application/json"), ("dpop", &*proof), ("origin", origin)];
        let reply = ask(at.app.address(), VAULT, "POST", path, &headers, body.clone()).await;
        assert_eq!(reply.status, 403, "{origin}");
        assert!(
            reply.headers.iter().all(|(name, _)| !name.as_str().starts_with("access-control")),
            "{origin}"
        );
        let preflight = [("origin", origin), ("access-control-request-method", "POST")];
        let reply = ask(at.app.address(), VAULT, "OPTIONS", path, &preflight, String::new()).await;
        assert!(
            reply.headers.iter().all(|(name, _)| !name.as_str().starts_with("access-control")),
            "{origin}"
        );
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"] {
        let proof = browser.proof(path, &body, None);
        let headers = [("content-type", kind), ("dpop", &*proof)];
        let reply = ask(at.app.address(), VAULT, "POST", path, &headers, body.clone()).await;
        assert_eq!(reply.status, 415, "{kind}");
    }
    for method in ["GET", "PUT", "DELETE", "PATCH"] {
        let headers = [("content-type", "application/json"), ("x-http-method-override", "POST")];
        let reply = ask(at.app.address(), VAULT, method, path, &headers, body.clone()).await;
        assert_eq!(reply.status, 405, "{method}");
    }
    assert!(at.subjects().is_empty());
}
