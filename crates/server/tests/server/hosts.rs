//! The names the server answers to.

use crate::test_app::{NOTHING_HERE, TestApp, VAULT};
use insta::assert_snapshot;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_host_that_is_not_ours_is_misdirected() {
    let app = TestApp::with_nodes(&[]).await;
    let said = app.ask("GET", "/health", &[("host", "evil.example")], "").await;
    assert_snapshot!(said.status_and_body(), @r#"421 {"status":"FAILED","reasons":[{"field":"host","description":"This server answers as http://api.latchkit.test and http://vault.latchkit.test. Set `public_url` to the name you use."}]}"#);
    let address = app.address().to_string();
    for host in ["api.latchkit.test.evil.example", "api.latchkit.test:8080", "localhost", &address]
    {
        assert_eq!(app.ask("GET", "/", &[("host", host)], "").await.status, 421, "{host}");
    }
    for host in ["API.latchkit.TEST", "api.latchkit.test:80"] {
        assert_eq!(app.ask("GET", "/", &[("host", host)], "").await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn the_vaults_host_has_no_api() {
    let app = TestApp::with_nodes(&[]).await;
    for path in ["/", "/health", "/v1/supported-chains"] {
        let said = app.ask("GET", path, &[("host", VAULT), ("origin", "http://a.test")], "").await;
        assert_eq!(said.status_and_body(), NOTHING_HERE, "{path}");
        assert_eq!(said.header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn no_host_two_hosts_and_a_foreign_request_line_are_misdirected() {
    let app = TestApp::with_nodes(&[]).await;
    for head in [
        "GET /health HTTP/1.0\r\n\r\n",
        "GET /health HTTP/1.1\r\nconnection: close\r\nhost: api.latchkit.test\r\nhost: evil.test\r\n\r\n",
        "GET http://evil.test/health HTTP/1.1\r\nconnection: close\r\nhost: api.latchkit.test\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.contains(" 421 "), "{head}: {answer}");
    }
}
