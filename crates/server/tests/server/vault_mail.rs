//! Mails as a real mail server gets them, and what becomes of signing in where it does not take them.

use crate::database::Other;
use crate::logged::Logged;
use crate::program::workspace;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, seal_to};
use crate::vault_owner::{ID, SECOND, ask, created, share};
use protocol::api::vault::SignedIn;
use serde::Deserialize;
use serde_json::json;
use server::mail::{Sender, SmtpUrl};
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A mail server in Node. It ends with the test.
pub(crate) struct MailServer {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) port: u16,
}

/// What it was given.
#[derive(Deserialize)]
struct Mail {
    from: String,
    to: Vec<String>,
    raw: String,
}

impl MailServer {
    pub(crate) fn start() -> Self {
        let script = workspace().join("crates/server/tests/mail_server.mjs");
        let mut process =
            Command::new("node").arg(script).stdout(Stdio::piped()).spawn().expect("node runs");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let port = lines.next().expect("a line").expect("text").parse().expect("a port");
        MailServer { process, lines, port }
    }

    /// The next one, which has come or comes.
    fn next(&mut self) -> Mail {
        let line = self.lines.next().expect("a line").expect("text");
        serde_json::from_str(&line).expect("a mail")
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A server that sends by the mail server at a port.
async fn sending_to(port: u16) -> VaultApp {
    VaultApp::with(|config| {
        let url = format!("smtp://127.0.0.1:{port}");
        config.vault.mailbox = None;
        config.vault.smtp = Some(SmtpUrl::try_from(url).expect("a URL"));
        let from = "Shop <no-reply@shop.example>".to_owned();
        config.vault.from = Some(Sender::try_from(from).expect("a sender"));
    })
    .await
}

/// The code in a mail.
fn code(mail: &Mail) -> String {
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|it| it.is_ascii_digit());
    mail.raw.lines().find(is_code).expect("a code").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_gets_one_mail_with_text_and_html() {
    let mut mails = MailServer::start();
    let at = sending_to(mails.port).await;
    let browser = Browser::new();
    let attempt = browser.started(&at, "ann@example.com").await.attempt.expect("an attempt");
    let mail = mails.next();
    assert_eq!(
        (&*mail.from, &mail.to[..]),
        ("no-reply@shop.example", &["ann@example.com".to_owned()][..])
    );
    let (head, body) = mail.raw.split_once("\r\n\r\n").expect("a head");
    for line in
        ["Subject: Your code for Test", "To: ann@example.com", "Auto-Submitted: auto-generated"]
    {
        assert!(head.lines().any(|it| it == line), "{line} in {head}");
    }
    for kind in ["Content-Type: text/plain", "Content-Type: text/html"] {
        assert_eq!(body.matches(kind).count(), 1, "{body}");
    }
    assert!(!head.contains(&code(&mail)));
    assert_eq!(browser.enter(&at, &attempt, &code(&mail)).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_its_server_does_not_know_is_told_and_may_be_mended_at_once() {
    let mut mails = MailServer::start();
    let at = sending_to(mails.port).await;
    let browser = Browser::new();
    for _ in 0..2 {
        let reply = browser.start(&at, "ann@unknown.example").await;
        assert_eq!(
            reply.status_and_body(),
            r#"422 {"status":"FAILED","reasons":[{"field":"email","description":"The mail server of this address does not take mail for it."}]}"#
        );
    }
    let attempt = browser.started(&at, "ann@example.com").await.attempt.expect("an attempt");
    let code = code(&mails.next());
    assert_eq!(browser.enter(&at, &attempt, &code).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_mail_server_is_down_the_code_that_came_before_is_still_good() {
    let mut mails = MailServer::start();
    let at = sending_to(mails.port).await;
    let browser = Browser::new();
    let attempt = browser.started(&at, "ann@example.com").await.attempt.expect("an attempt");
    let code = code(&mails.next());
    drop(mails);
    at.advance(Duration::from_secs(31));
    browser.ahead.set(31);
    for _ in 0..2 {
        let reply = browser.start(&at, "ann@example.com").await;
        assert_eq!(
            reply.status_and_body(),
            r#"503 {"status":"FAILED","reasons":[{"field":"email","description":"The mail could not be sent. Try again; a code that came before is still good."}]}"#
        );
        assert_eq!(reply.header("retry-after"), "30");
    }
    assert_eq!(browser.enter(&at, &attempt, &code).await.status, 200);
}

#[tokio::test]
async fn why_a_mail_was_not_sent_is_logged_without_whom_it_was_for() {
    let (logged, _guard) = Logged::start();
    let mails = MailServer::start();
    let at = sending_to(mails.port).await;
    assert_eq!(Browser::new().start(&at, "ann@unknown.example").await.status, 422);
    drop(mails);
    assert_eq!(Browser::new().start(&at, "ann@example.com").await.status, 503);
    let lines = logged.lines("a mail was not sent");
    for (line, why) in lines
        .iter()
        .zip(["the mail server refuses it", "nothing listens at the mail server's port"])
    {
        assert!(line.contains(&format!("why=\"{why}\"")), "{line}");
    }
    assert!(lines.len() == 2 && logged.lines("ann").is_empty(), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_mail_server_is_not_waited_for() {
    let mut mails = MailServer::start();
    let at = sending_to(mails.port).await;
    let browser = Browser::new();
    let started = browser.started(&at, "ann@slow.example").await;
    assert!(started.is_late);
    let attempt = started.attempt.expect("an attempt");
    let code =
        tokio::task::spawn_blocking(move || (code(&mails.next()), mails)).await.expect("a mail");
    // It is good as soon as the server took the mail.
    let mut kept = Other::open(at.app.folder()).await;
    while kept.texts("SELECT id FROM codes").await.is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(browser.enter(&at, &attempt, &code.0).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_cannot_be_sent_stops_nobody_and_is_due_again() {
    let mut mails = MailServer::start();
    let at = sending_to(mails.port).await;
    let mut browser = Browser::new();
    let attempt = browser.started(&at, "ann@example.com").await.attempt.expect("an attempt");
    let reply = browser.enter(&at, &attempt, &code(&mails.next())).await;
    let signed_in: SignedIn = serde_json::from_slice(&reply.body).expect("an answer");
    browser.session = Some(signed_in.session);
    let wallet = FrameWallet::new(ID, seal_to(&browser, &at).await);
    let body = created(&browser, &wallet);
    assert_eq!(ask(&browser, &at, "create", body).await, 200);
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    let mut rows = Other::open(at.app.folder()).await;
    let mut counts = async || rows.texts("SELECT key FROM throttles").await.len();
    let before = counts().await;
    assert_eq!(share(&browser, &at, "export").await.status, 200);
    assert!(mails.next().raw.contains("Subject: The words of your wallet at Test were asked for"));
    assert_eq!(counts().await, before + 1);

    drop(mails);
    let body = wallet.rotate(&browser, &wallet.deal(SECOND).1, &json!([wallet.automatic()]));
    assert_eq!(ask(&browser, &at, "rotate", body).await, 200);
    while counts().await > before + 1 {
        tokio::task::yield_now().await;
    }
}
