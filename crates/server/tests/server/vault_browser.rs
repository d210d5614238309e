//! A browser in which somebody signs in: a key of its own, and what the frame asks its server.

use crate::device_key::DeviceKey;
use crate::test_app::{PROJECT, Reply, TestApp, VAULT, ask};
use protocol::api::vault::{EmailStarted, SignedIn};
use serde_json::{Value, json};
use server::config::Config;
use server::kms::local::LocalKms;
use server::mail::{Mailbox, Received};
use server::project::FeatureChange;
use server::vault::settings::VaultSettings;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// The page that embeds the frame.
pub(crate) const SITE: &str = "https://shop.example";
/// What most browsers here are.
pub(crate) const FIREFOX: &str =
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// What an operator says of a project in which people sign in by e-mail.
pub(crate) fn by_email() -> FeatureChange {
    "social_login=email".parse().expect("a feature")
}

/// A server with a vault, whose mails are read here.
pub(crate) struct VaultApp {
    pub(crate) app: TestApp,
    pub(crate) mailbox: Arc<Mailbox>,
}

impl VaultApp {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(set: impl FnOnce(&mut Config)) -> Self {
        Self::with_nodes(&[], set).await
    }

    /// The same, with nodes of the dev chain.
    pub(crate) async fn with_nodes(urls: &[String], set: impl FnOnce(&mut Config)) -> Self {
        let mailbox = Arc::new(Mailbox::default());
        let kept = mailbox.clone();
        let app = TestApp::with(urls, |config| {
            let keys = config.database.with_file_name("keys");
            LocalKms::create(&keys).expect("keys");
            config.vault = VaultSettings {
                keys: Some(keys),
                network_mails_per_hour: 0,
                network_tries_per_hour: 0,
                mailbox: Some(kept),
                ..VaultSettings::default()
            };
            set(config);
        })
        .await;
        let origins = [SITE, "https://other.example"].map(str::to_owned);
        app.change_project(|it| {
            it.origins = origins.into();
            it.features.set(by_email());
        })
        .await;
        VaultApp { app, mailbox }
    }

    /// The code in the newest mail to somebody.
    pub(crate) fn code(&self, email: &str) -> String {
        let mail = self.mail(email).expect("a mail");
        let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|it| it.is_ascii_digit());
        mail.text.lines().find(is_code).expect("a code").to_owned()
    }

    /// The newest mail to somebody.
    pub(crate) fn mail(&self, email: &str) -> Option<Received> {
        self.mailbox.all().into_iter().find(|it| it.to == email)
    }

    /// The subjects of all mails, the newest first.
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.mailbox.all().into_iter().map(|it| it.subject).collect()
    }

    /// Time goes by.
    pub(crate) fn advance(&self, time: Duration) {
        self.app.vault().clock().advance(time);
    }

    /// By how many seconds its clock is ahead of ours.
    pub(crate) fn ahead(&self) -> i64 {
        i64::try_from(self.app.vault().clock().ahead().as_secs()).expect("not for ever")
    }

    /// What nobody waits for is done: all runs on this thread, and no mail here waits for anything.
    pub(crate) async fn settled(&self) {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
}

/// A browser.
pub(crate) struct Browser {
    key: DeviceKey,
    pub(crate) user_agent: &'static str,
    pub(crate) site: &'static str,
    pub(crate) session: Option<String>,
    /// Seconds by which its clock is ahead.
    pub(crate) ahead: Cell<i64>,
}

impl Browser {
    pub(crate) fn new() -> Self {
        let key = DeviceKey::random();
        Browser { key, user_agent: FIREFOX, site: SITE, session: None, ahead: Cell::new(0) }
    }

    /// Asks as the frame does.
    pub(crate) async fn ask(&self, at: &VaultApp, path: &str, body: Value) -> Reply {
        let body = body.to_string();
        let proof = self.proof(path, &body, self.session.as_deref());
        self.send(at, path, &body, &proof, self.session.as_deref()).await
    }

    /// Sends a proof and a session, whichever they are.
    pub(crate) async fn send(
        &self,
        at: &VaultApp,
        path: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
        proof: &str,
        session: Option<&str>,
    ) -> Reply {
        let session = session.map(|it| format!("DPoP {it}"));
        let mut headers = vec![
            ("content-type", "application/json"),
            ("user-agent", self.user_agent),
            ("dpop", proof),
        ];
        headers.extend(session.as_deref().map(|it| ("authorization", it)));
        ask(at.app.address(), VAULT, "POST", path, &headers, body.as_ref().to_vec()).await
    }

    /// A proof for one request.
    pub(crate) fn proof(
        &self,
        path: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
        session: Option<&str>,
    ) -> String {
        self.key.proof(&format!("http://{VAULT}{path}"), body, session, self.ahead.get())
    }

    /// A token of these claims.
    pub(crate) fn signed(&self, claims: &str) -> String {
        self.key.signed(claims)
    }

    /// Asks for a code.
    pub(crate) async fn start(&self, at: &VaultApp, email: &str) -> Reply {
        let body =
            json!({"projectId": PROJECT, "origin": self.site, "email": email, "language": "en"});
        self.ask(at, "/v1/vault/email/start", body).await
    }

    /// The same, where it is sent.
    pub(crate) async fn started(&self, at: &VaultApp, email: &str) -> EmailStarted {
        let reply = self.start(at, email).await;
        assert_eq!(reply.status, 200, "{}", reply.status_and_body());
        serde_json::from_slice(&reply.body).expect("an answer")
    }

    /// Enters a code.
    pub(crate) async fn enter(&self, at: &VaultApp, attempt: &str, otp: &str) -> Reply {
        self.ask(at, "/v1/vault/email/otp", json!({"attempt": attempt, "otp": otp})).await
    }

    /// Signs in, from the address to the session.
    pub(crate) async fn sign_in(&mut self, at: &VaultApp, email: &str) -> SignedIn {
        let attempt = self.started(at, email).await.attempt.expect("an attempt");
        let reply = self.enter(at, &attempt, &at.code(email)).await;
        assert_eq!(reply.status, 200, "{}", reply.status_and_body());
        let signed_in: SignedIn = serde_json::from_slice(&reply.body).expect("an answer");
        self.session = Some(signed_in.session.clone());
        signed_in
    }
}
