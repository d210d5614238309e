//! Who is signed in: by what, in which browser, for how long.

use crate::test_app::{VAULT, ask};
use crate::vault_browser::{Browser, SITE, VaultApp};
use crate::vault_calls::calls;
use crate::vault_guessing::restarted;
use futures_util::future::join_all;
use protocol::api::vault::{SignedIn, VaultSessions};
use protocol::path;
use serde_json::json;
use std::time::Duration;

const ANN: &str = "ann@example.com";
const GET: &str = "/v1/vault/session/get";
/// What all of these take.
const BODY: &str = r#"{"forget":false}"#;
/// All that a session opens.
const ALL: [&str; 5] = [
    GET,
    "/v1/vault/session/refresh",
    "/v1/vault/session/delete",
    "/v1/vault/session/list",
    "/v1/vault/session/revoke",
];

/// What takes nobody who is signed in. It takes a proof all the same.
const FOR_ANYBODY: [&str; 5] = [
    path::EMAIL_START,
    path::EMAIL_DEVICE,
    path::EMAIL_OTP,
    path::REVIEW_TAKE,
    path::REVIEW_DECIDE,
];
/// What all calls there are can read.
const FITS_ALL: &str = r#"{"projectId":"0123456789abcdef0123456789abcdef","origin":"https://shop.example",
    "email":"ann@example.com","language":"en","attempt":"","otp":"123456","change":"","id":"","sealed":"",
    "taken":0,"waitMs":0,"forget":false,"isGivenUp":true,"signature":"","purpose":"sign","sealTo":"",
    "wallet":"","salt":"","from":"","addresses":{"eip155":"","solana":""},"factors":[],
    "set":{"id":"","commitment":"","authShare":"","recoveryShare":""}}"#;

async fn status(browser: &Browser, at: &VaultApp, path: &str) -> u16 {
    browser.ask(at, path, json!({"forget": false})).await.status
}

/// A proof that says that one key signed it, and that another one signed.
fn forged(proof: &str, other: &str) -> String {
    let (said, _) = proof.rsplit_once('.').expect("a signature");
    let (_, signature) = other.rsplit_once('.').expect("a signature");
    format!("{said}.{signature}")
}

#[tokio::test]
async fn no_call_goes_without_the_browsers_key_and_the_frame_itself() {
    const JSON: (&str, &str) = ("content-type", "application/json");
    let at = VaultApp::new().await;
    let mut ann = Browser::new();
    let session = ann.sign_in(&at, ANN).await.session;
    let shown = format!("DPoP {session}");
    let by_ann = ("authorization", &*shown);
    let thief = Browser::new();
    let mails = at.subjects();
    let calls = calls();
    assert!(calls.len() > 20, "{calls:?}");
    for path in &calls {
        let proof = ann.proof(path, FITS_ALL, Some(&session));
        let other = thief.proof(path, FITS_ALL, Some(&session));
        let forged = forged(&proof, &other);
        let proof = ("dpop", &*proof);
        let mut all = vec![
            ("no proof", "POST", vec![JSON, by_ann], 401),
            ("a forged proof", "POST", vec![JSON, by_ann, ("dpop", &*forged)], 401),
            ("another page", "POST", vec![JSON, by_ann, proof, ("origin", SITE)], 403),
            ("a form", "POST", vec![("content-type", "text/plain"), by_ann, proof], 415),
            ("a link", "GET", vec![JSON, by_ann, proof], 405),
        ];
        if !FOR_ANYBODY.contains(&&**path) {
            all.push(("another key", "POST", vec![JSON, by_ann, ("dpop", &*other)], 401));
        }
        for (what, method, headers, status) in all {
            let body = FITS_ALL.to_owned();
            let reply = ask(at.app.address(), VAULT, method, path, &headers, body).await;
            assert_eq!(reply.status, status, "{path}, {what}: {}", reply.status_and_body());
        }
    }
    assert_eq!(at.subjects(), mails, "nobody was mailed anything");
    assert_eq!(status(&ann, &at, GET).await, 200, "nobody was signed out");
}

#[tokio::test]
async fn a_session_is_of_no_use_without_the_browsers_key() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    let session = browser.sign_in(&at, ANN).await.session;
    let mut thief = Browser::new();
    thief.session = Some(session.clone());
    for path in ALL {
        assert_eq!(status(&thief, &at, path).await, 401, "{path}");
        // Without a session, with an empty one, and with one that is none.
        for other in [None, Some(""), Some("x"), Some(&*"x".repeat(5000))] {
            let proof = browser.proof(path, BODY, other);
            assert_eq!(browser.send(&at, path, BODY, &proof, other).await.status, 401, "{path}");
        }
        // Without a proof, with one of another key, and with one that is for no session.
        let proofs = [
            String::new(),
            thief.proof(path, BODY, Some(&session)),
            browser.proof(path, BODY, None),
        ];
        for proof in &proofs {
            assert_eq!(
                browser.send(&at, path, BODY, proof, Some(&session)).await.status,
                401,
                "{path}"
            );
        }
    }
    assert_eq!(status(&browser, &at, GET).await, 200);
}

#[tokio::test]
async fn a_proof_is_used_once_and_for_what_it_is_for() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    let session = browser.sign_in(&at, ANN).await.session;
    let session = Some(&*session);
    let proof = browser.proof(GET, "{}", session);
    assert_eq!(browser.send(&at, GET, "{}", &proof, session).await.status, 200);
    let again = browser.send(&at, GET, "{}", &proof, session).await.status_and_body();
    assert_eq!(
        again,
        r#"401 {"status":"FAILED","reasons":[{"field":"dpop","description":"The proof of the browser's key is refused: it was used before."}]}"#
    );
    // Nor more than once where many come at once.
    let proof = browser.proof(GET, "{}", session);
    let all = join_all((0..20).map(|_| browser.send(&at, GET, "{}", &proof, session))).await;
    assert_eq!(all.iter().filter(|it| it.status == 200).count(), 1);
    // For another path, and for another body.
    let proof = browser.proof(GET, "{}", session);
    assert_eq!(
        browser.send(&at, "/v1/vault/session/list", "{}", &proof, session).await.status,
        401
    );
    let proof = browser.proof(GET, "{}", session);
    assert_eq!(browser.send(&at, GET, "{ }", &proof, session).await.status, 401);
    // A clock that is ten minutes off.
    for ahead in [600, -600] {
        browser.ahead.set(ahead);
        assert_eq!(status(&browser, &at, GET).await, 401, "{ahead}");
    }
    browser.ahead.set(240);
    assert_eq!(status(&browser, &at, GET).await, 200);
}

#[tokio::test]
async fn signing_in_again_makes_another_session() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    // What somebody else put there before is not what is signed in afterwards.
    browser.session = Some("A".repeat(43));
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let reply = browser.enter(&at, &attempt, &at.code(ANN)).await;
    let signed_in: SignedIn = serde_json::from_slice(&reply.body).expect("an answer");
    assert_ne!(Some(&signed_in.session), browser.session.as_ref());
    assert_eq!(status(&browser, &at, GET).await, 401);
    browser.session = Some(signed_in.session);
    assert_eq!(status(&browser, &at, GET).await, 200);

    let reply = browser.ask(&at, "/v1/vault/session/refresh", json!({})).await;
    let renewed: SignedIn = serde_json::from_slice(&reply.body).expect("an answer");
    assert_eq!(status(&browser, &at, GET).await, 401, "the one before is over");
    browser.session = Some(renewed.session);
    assert_eq!(status(&browser, &at, GET).await, 200);
}

#[tokio::test]
async fn a_session_ends_by_itself() {
    let day = 24 * 60 * 60;
    let at = VaultApp::new().await;
    let mut idle = Browser::new();
    idle.sign_in(&at, ANN).await;
    let mut used = Browser::new();
    used.sign_in(&at, "bob@example.com").await;
    for passed in 1..=31 {
        at.advance(Duration::from_secs(day));
        let ahead = at.ahead();
        used.ahead.set(ahead);
        idle.ahead.set(ahead);
        let expected = if passed < 30 { 200 } else { 401 };
        assert_eq!(status(&used, &at, GET).await, expected, "day {passed}");
    }
    assert_eq!(status(&idle, &at, GET).await, 401);

    let mut idle = Browser::new();
    idle.ahead.set(at.ahead());
    idle.sign_in(&at, ANN).await;
    at.advance(Duration::from_secs(7 * day + 1));
    idle.ahead.set(at.ahead());
    assert_eq!(status(&idle, &at, GET).await, 401);
}

#[tokio::test]
async fn whoever_is_signed_in_sees_where_and_ends_it() {
    let at = VaultApp::new().await;
    let mut browsers = [Browser::new(), Browser::new(), Browser::new()];
    for (browser, ahead) in browsers.iter_mut().zip([0, 31, 62]) {
        browser.ahead.set(ahead);
        browser.sign_in(&at, ANN).await;
        at.advance(Duration::from_secs(31));
    }
    let mut stranger = Browser::new();
    stranger.sign_in(&at, "eve@example.com").await;
    let list = async |browser: &Browser| {
        let reply = browser.ask(&at, "/v1/vault/session/list", json!({})).await;
        serde_json::from_slice::<VaultSessions>(&reply.body).expect("an answer").sessions
    };
    let [first, second, third] = &browsers;
    let all = list(first).await;
    assert_eq!(all.len(), 3);
    assert!(
        all.iter()
            .all(|it| it.browser == "Firefox on Linux" && it.origin == "https://shop.example")
    );
    assert_eq!(list(&stranger).await.len(), 1);
    let own: Vec<_> = all.iter().filter(|it| it.is_this).collect();
    assert_eq!(own.len(), 1);

    // What another person names is not there for them.
    let of_first = own[0].id.clone();
    let revoke = async |browser: &Browser, body| {
        browser.ask(&at, "/v1/vault/session/revoke", body).await.status
    };
    for id in [&*of_first, "x", ""] {
        assert_eq!(revoke(&stranger, json!({"id": id})).await, 404, "{id}");
    }
    assert_eq!(status(first, &at, GET).await, 200);

    let of_third = list(third).await.into_iter().find(|it| it.is_this).expect("its own").id;
    assert_eq!(revoke(first, json!({"id": of_third})).await, 200);
    assert_eq!(status(third, &at, GET).await, 401);
    assert_eq!(status(second, &at, GET).await, 200);
    assert_eq!(revoke(first, json!({})).await, 200);
    assert_eq!(status(second, &at, GET).await, 401);
    assert_eq!(status(first, &at, "/v1/vault/session/delete").await, 200);
    assert_eq!(status(first, &at, GET).await, 401);
    assert_eq!(status(&stranger, &at, GET).await, 200);
}

#[tokio::test]
async fn what_the_operator_takes_away_is_taken_away_from_whoever_was_there() {
    let at = VaultApp::new().await;
    let mut browser = Browser::new();
    browser.sign_in(&at, ANN).await;
    at.app.change_project(|it| it.origins = vec!["https://other.example".to_owned()]).await;
    // The one that asked for the project before knows it for a while; another does not.
    let again = restarted(&at).await;
    assert_eq!(status(&browser, &again, GET).await, 401);
}

#[tokio::test]
async fn a_new_browser_is_told_of_and_a_cleared_one_once_a_week() {
    let at = VaultApp::new().await;
    let news = "Signed in to Test in a new browser";
    let told = || at.subjects().iter().filter(|it| *it == news).count();
    let sign_in = async |user_agent: &'static str| {
        at.advance(Duration::from_hours(2));
        let mut browser = Browser::new();
        browser.user_agent = user_agent;
        browser.ahead.set(at.ahead());
        browser.sign_in(&at, ANN).await;
        at.settled().await;
    };
    let firefox = crate::vault_browser::FIREFOX;
    sign_in(firefox).await;
    assert_eq!(told(), 0, "who is new has no other browser");
    sign_in(firefox).await;
    assert_eq!(told(), 1, "its storage was cleared");
    sign_in(firefox).await;
    assert_eq!(told(), 1, "once a week is enough");
    sign_in("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36").await;
    assert_eq!(told(), 2, "another family of browsers");
    sign_in("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36").await;
    assert_eq!(told(), 2, "of which one was told this week");
    at.advance(Duration::from_hours(24 * 7));
    sign_in(firefox).await;
    assert_eq!(told(), 3, "a week later");
}
