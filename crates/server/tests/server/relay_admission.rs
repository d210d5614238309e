//! Who may connect to the relay, and how who may not is told.

use crate::relay_peer::{Peer, now, open, token_of};
use crate::test_app::{PROJECT, PUBLIC, TestApp};
use protocol::relay::token;
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

const AUDIENCE: &str = "wss://api.latchkit.test/relay";

fn path(auth: &str, project: &str) -> String {
    format!("/relay?auth={auth}&projectId={project}&useOnCloseEvent=true")
}

/// The tag of the error that is told, and with what the socket is closed.
async fn turned_away(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> (String, u16, String) {
    let mut peer = Peer::on(open(app.address(), path, headers).await.expect("a socket"));
    let told = peer.frame().await;
    assert_eq!((&told["id"], &told["error"]["code"]), (&json!(0), &json!(3000)));
    let (code, reason) = peer.closed().await;
    assert_eq!(told["error"]["message"], reason.as_str());
    (told["error"]["data"].as_str().expect("a tag").to_owned(), code, reason)
}

/// The status and field of a refused upgrade.
async fn refused(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let path = path.replace("&useOnCloseEvent=true", "");
    let Err(Error::Http(answer)) = open(app.address(), &path, headers).await else {
        panic!("it is let in");
    };
    let body = answer.body().clone().unwrap_or_default();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let field = body["reasons"][0]["field"].as_str().unwrap_or_default().to_owned();
    (answer.status().as_u16(), field)
}

#[tokio::test]
async fn a_client_may_connect_to_either_path_with_any_spelling_of_the_url() {
    let app = TestApp::with(&[], |_| {}).await;
    for audience in [
        AUDIENCE,
        "ws://api.latchkit.test",
        "http://api.latchkit.test/",
        "wss://api.latchkit.test/relay?x=1",
    ] {
        for start in ["/", "/relay", "/relay/"] {
            let path = path(&token_of(1, audience), PROJECT).replace("/relay", start);
            if start == "/relay/" {
                assert_eq!(refused(&app, &path, &[]).await.0, 404);
                continue;
            }
            let mut peer = Peer::on(open(app.address(), &path, &[]).await.expect("let in"));
            peer.done("irn_fetchMessages", json!({ "topic": "0".repeat(64) })).await;
        }
    }
    let bearer = format!("Bearer {}", token_of(1, AUDIENCE));
    let path = format!("/relay?projectId={PROJECT}");
    let stream = open(app.address(), &path, &[("authorization", &bearer)]).await.expect("let in");
    Peer::on(stream).done("irn_fetchMessages", json!({ "topic": "0".repeat(64) })).await;
    assert!(app.get("/").await.status_and_body().contains("Latchkit"));
    assert_eq!(app.get("/relay").await.status, 426);
}

#[tokio::test]
async fn each_reason_to_stay_out_is_told_by_its_name() {
    let app = TestApp::with(&[], |_| {}).await;
    let id =
        app.project('b', |settings| settings.origins = vec!["https://shop.example".into()]).await;
    let good = token_of(1, AUDIENCE);
    let seed = [1; 32];
    let old = token::sign(&seed, "", AUDIENCE, now() - 1_000, now() - 500);
    let early = token::sign(&seed, "", AUDIENCE, now() + 500, now() + 1_000);
    let foreign = token_of(1, "wss://relay.example");
    let (head, _) = good.rsplit_once('.').expect("parts");
    let forged = format!("{head}.{}", token_of(2, AUDIENCE).rsplit_once('.').expect("parts").1);
    let unknown = "f".repeat(32);
    let evil = [("origin", "https://evil.example")];
    for (path, headers, tag, words, status, field) in [
        (path(&good, ""), &[][..], "ProjectNotFound", "Project not found", 401, "projectId"),
        (path(&good, &unknown), &[], "ProjectNotFound", "Project not found", 401, "projectId"),
        (
            path(&good, PROJECT).replace("projectId", "x"),
            &[],
            "ProjectIdNotSpecified",
            "Project ID is missing",
            401,
            "projectId",
        ),
        (path(&good, &id), &evil, "OriginNotAllowed", "origin not allowed", 403, "origin"),
        (path("", PROJECT), &[], "InvalidJwt", "malformed", 401, "auth"),
        (path(&good, PROJECT).replace("auth", "x"), &[], "MissingJwt", "no token", 401, "auth"),
        (path(&old, PROJECT), &[], "InvalidJwt", "is the clock right", 401, "auth"),
        (path(&early, PROJECT), &[], "InvalidJwt", "not yet valid", 401, "auth"),
        (path(&foreign, PROJECT), &[], "InvalidJwt", "another relay", 401, "auth"),
        (path(&forged, PROJECT), &[], "InvalidJwt", "signature", 401, "auth"),
    ] {
        let (told, code, reason) = turned_away(&app, &path, headers).await;
        assert_eq!((told.as_str(), code), (tag, 3000), "{path}");
        assert!(reason.contains(words), "{path}: {reason}");
        assert_eq!(refused(&app, &path, headers).await, (status, field.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn pages_of_the_project_and_programs_are_let_in() {
    let app = TestApp::with(&[], |_| {}).await;
    let id = app
        .project('b', |settings| {
            settings.origins = vec!["https://shop.example".into()];
            settings.dev = true;
        })
        .await;
    let path = path(&token_of(1, AUDIENCE), &id);
    for headers in
        [&[][..], &[("origin", "https://shop.example")], &[("origin", "http://localhost:3000")]]
    {
        let mut peer = Peer::on(open(app.address(), &path, headers).await.expect("let in"));
        peer.done("irn_fetchMessages", json!({ "topic": "0".repeat(64) })).await;
    }
}

#[tokio::test]
async fn who_connects_without_end_is_refused_before_the_token_is_looked_at() {
    let app = TestApp::with(&[], |_| {}).await;
    let good = path(&token_of(1, AUDIENCE), PROJECT);
    let mut open_ones = Vec::new();
    for _ in 0..62 {
        open_ones.push(Peer::on(open(app.address(), &good, &[]).await.expect("a socket")));
    }
    assert_eq!(refused(&app, &good, &[]).await.0, 429);
    let last = open_ones.last_mut().expect("sockets");
    let told = last.frame().await;
    assert_eq!(
        (&told["error"]["code"], &told["error"]["data"]),
        (&json!(3001), &json!("TooManyRequests"))
    );
    assert_eq!(last.closed().await.0, 1013);
    // Another client of the same address is let in.
    Peer::of(&app, 2).await.done("irn_fetchMessages", json!({ "topic": "0".repeat(64) })).await;
}

#[tokio::test]
async fn sockets_have_a_ceiling() {
    let app = TestApp::with(&[], |config| config.relay_client_sockets = 2).await;
    let _first = Peer::of(&app, 1).await;
    let second = Peer::of(&app, 2).await;
    let path = path(&token_of(3, AUDIENCE), PROJECT);
    assert_eq!(refused(&app, &path, &[]).await.0, 429);
    drop(second);
    loop {
        if open(app.address(), &path, &[]).await.is_ok() {
            break;
        }
    }
}

#[tokio::test]
async fn a_socket_of_another_host_is_not_the_relays() {
    let app = TestApp::with(&[], |_| {}).await;
    let path = path(&token_of(1, AUDIENCE), PROJECT);
    assert_eq!(refused(&app, &path, &[("host", "evil.example")]).await.0, 421);
    assert_ne!(PUBLIC, "evil.example");
}

/// A frame that a socket was never meant to take ends it, and nobody else's.
#[tokio::test]
async fn too_large_a_frame_ends_its_socket() {
    let app = TestApp::with(&[], |_| {}).await;
    let (mut loud, mut calm) = (Peer::of(&app, 1).await, Peer::of(&app, 2).await);
    let large = Message::text(" ".repeat(1024 * 1024 + 1));
    let _ = futures_util::SinkExt::send(&mut loud.stream, large).await;
    let end = loop {
        match loud.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|it| u16::from(it.code)),
            Some(Ok(_)) => {}
            _ => break None,
        }
    };
    assert!(end.is_none_or(|code| code == 1009), "{end:?}");
    calm.done("irn_fetchMessages", json!({ "topic": "0".repeat(64) })).await;
}
