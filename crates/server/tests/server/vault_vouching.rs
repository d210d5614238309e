//! Whoever can write to the database, and has not the keys: they give nobody's address to somebody else, sign nobody in,
//! and have nobody's wallet.

use crate::database::Other;
use crate::logged::Logged;
use crate::test_app::{VAULT, ask as ask_page};
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::state;
use crate::vault_owner::{ANN, ask, owner, receiver, share};
use protocol::api::vault::{EmailChangeStarted, SignedIn};
use serde_json::json;
use std::time::Duration;

const EVE: &str = "eve@example.com";

/// Ann with her wallet, and Eve, who writes to the database.
struct Insider {
    at: VaultApp,
    ann: Browser,
    eve: Browser,
    rows: Other,
}

impl Insider {
    async fn new() -> Self {
        let at = VaultApp::new().await;
        let (ann, _) = owner(&at).await;
        let mut eve = Browser::new();
        eve.sign_in(&at, EVE).await;
        assert!(state(&eve, &at).await.wallet.is_none());
        let rows = Other::open(at.app.folder()).await;
        Insider { at, ann, eve, rows }
    }

    /// Where `$ann` and `$eve` stand for the ids of their users.
    async fn writes(&mut self, sql: &str) {
        const USERS: &str = "SELECT user_id FROM identities ORDER BY verified_at_ms, user_id";
        let wallet = "SELECT user_id FROM wallets";
        let ann = self.rows.texts(wallet).await.remove(0);
        let users = self.rows.texts(USERS).await;
        let eve = users.into_iter().find(|it| *it != ann).expect("two users");
        let sql = sql.replace("$ann", &format!("'{ann}'")).replace("$eve", &format!("'{eve}'"));
        self.rows.run(sql.leak()).await;
    }

    /// What comes of signing in anew, in another browser.
    async fn signs_in(&self, email: &str) -> String {
        self.at.advance(Duration::from_mins(20));
        let browser = Browser::new();
        browser.ahead.set(self.at.ahead());
        let attempt = browser.started(&self.at, email).await.attempt.expect("an attempt");
        let reply = browser.enter(&self.at, &attempt, &self.at.code(email)).await;
        if reply.status == 200 { "200".to_owned() } else { reply.status_and_body() }
    }

    async fn is_signed_in(&self, browser: &Browser) -> bool {
        browser.ahead.set(self.at.ahead());
        browser.ask(&self.at, "/v1/vault/session/get", json!({})).await.status == 200
    }
}

const CHANGED: &str = r#"500 {"status":"FAILED","reasons":[{"field":"","description":"What was kept was changed by somebody who may not. The server's log tells more."}]}"#;

#[tokio::test]
async fn an_address_is_given_to_nobody_else() {
    let (logged, _guard) = Logged::start();
    let mut all = Insider::new().await;
    assert_eq!((all.signs_in(EVE).await, all.signs_in(ANN).await), ("200".into(), "200".into()));
    all.writes("UPDATE identities SET user_id = CASE user_id WHEN $ann THEN $eve ELSE $ann END")
        .await;
    assert_eq!(all.signs_in(EVE).await, CHANGED);
    assert_eq!(all.signs_in(ANN).await, CHANGED);
    // Nor is anybody in who was before.
    assert!(!all.is_signed_in(&all.ann).await && !all.is_signed_in(&all.eve).await);
    all.writes("UPDATE identities SET user_id = CASE user_id WHEN $ann THEN $eve ELSE $ann END")
        .await;
    assert!(all.is_signed_in(&all.ann).await && all.is_signed_in(&all.eve).await, "as it was");
    // Nor by a row without a code.
    all.writes("UPDATE identities SET code = ''").await;
    assert_eq!(all.signs_in(ANN).await, CHANGED);
    let reason = "a row was written or changed by somebody who has not the keys";
    assert!(logged.lines(reason).iter().all(|it| it.contains("identity")));
    assert!(logged.lines(reason).len() >= 3);
}

#[tokio::test]
async fn nobody_is_signed_in_by_a_row_that_was_written() {
    for sql in [
        // Eve's session in a browser of Ann's, with Eve's key.
        "UPDATE devices SET user_id = $ann WHERE user_id = $eve",
        "UPDATE sign_ins SET device_id = (SELECT id FROM devices WHERE user_id = $ann) \
         WHERE device_id IN (SELECT id FROM devices WHERE user_id = $eve)",
        "UPDATE sign_ins SET project_id = 'other'",
        // A session that never grows old.
        "UPDATE sign_ins SET fresh_until_ms = fresh_until_ms + 86400000",
        "UPDATE sign_ins SET until_ms = until_ms + 86400000",
        "UPDATE devices SET origin = 'https://other.example'",
        "UPDATE sign_ins SET code = ''",
    ] {
        let mut all = Insider::new().await;
        assert!(all.is_signed_in(&all.eve).await);
        all.writes(sql).await;
        assert!(!all.is_signed_in(&all.eve).await, "{sql}");
    }
}

#[tokio::test]
async fn a_session_that_was_renewed_is_vouched_for() {
    let mut all = Insider::new().await;
    let reply = all.eve.ask(&all.at, "/v1/vault/session/refresh", json!({})).await;
    let told: SignedIn = serde_json::from_slice(&reply.body).expect("one");
    all.eve.session = Some(told.session);
    assert!(all.is_signed_in(&all.eve).await);
}

#[tokio::test]
async fn a_wallet_is_given_to_nobody_else() {
    for sql in [
        "UPDATE wallets SET user_id = $eve",
        "UPDATE wallets SET user_id = $eve, code = (SELECT MAX(code) FROM identities)",
    ] {
        let mut all = Insider::new().await;
        all.writes(sql).await;
        all.rows.run("UPDATE share_sets SET device_id = (SELECT MAX(id) FROM devices)").await;
        for (path, body) in [
            ("get", json!({})),
            ("recover", json!({"purpose": "enrol", "sealTo": receiver().1})),
            ("share", json!({"purpose": "sign", "sealTo": receiver().1})),
        ] {
            assert_eq!(ask(&all.eve, &all.at, path, body).await, 500, "{sql}: {path}");
        }
    }
    // Nor has it another key, by which somebody else would sign for it.
    let mut all = Insider::new().await;
    assert_eq!(share(&all.ann, &all.at, "sign").await.status, 200);
    all.writes("UPDATE wallets SET addresses = REPLACE(addresses, '0x', '0X')").await;
    assert_eq!(share(&all.ann, &all.at, "sign").await.status_and_body(), CHANGED);
}

/// Eve has her own code, and has written that it signs Ann in.
#[tokio::test]
async fn a_code_signs_in_whom_it_was_mailed_to() {
    let mut all = Insider::new().await;
    all.at.advance(Duration::from_mins(1));
    let browser = Browser::new();
    browser.ahead.set(all.at.ahead());
    let ann = browser.started(&all.at, ANN).await.attempt.expect("an attempt");
    let eve = browser.started(&all.at, EVE).await.attempt.expect("an attempt");
    let code = all.at.code(EVE);
    let copy =
        |column: &str| format!("{column} = (SELECT {column} FROM attempts WHERE id = '{ann}')");
    let sql = format!(
        "UPDATE attempts SET {}, {} WHERE id = '{eve}'",
        copy("subject"),
        copy("email_sealed")
    );
    all.writes(&sql).await;
    assert_eq!(browser.enter(&all.at, &eve, &code).await.status, 401);
}

#[tokio::test]
async fn a_change_of_address_is_of_who_began_it_and_so_is_its_way_back() {
    let mut all = Insider::new().await;
    let body = json!({"email": "eve@new.example", "language": "en"});
    let reply = all.eve.ask(&all.at, "/v1/vault/email/change", body).await;
    let begun: EmailChangeStarted = serde_json::from_slice(&reply.body).expect("an answer");
    let change = begun.change;
    let enter = async |all: &Insider, step: &str, otp: String| {
        let body = json!({"change": change, "otp": otp});
        all.eve.ask(&all.at, &format!("/v1/vault/email/change/{step}"), body).await.status
    };
    all.writes("UPDATE email_changes SET user_id = $ann").await;
    assert_eq!(enter(&all, "primary", all.at.code(EVE)).await, 401);
    all.writes("UPDATE email_changes SET user_id = $eve").await;
    assert_eq!(enter(&all, "primary", all.at.code(EVE)).await, 200);
    assert_eq!(enter(&all, "secondary", all.at.code("eve@new.example")).await, 200);
    assert!(all.is_signed_in(&all.eve).await, "the new address is vouched for");
    let mail = all.at.mail(EVE).expect("a mail");
    let start = format!("http://{VAULT}");
    let link =
        mail.text.lines().find_map(|it| it.strip_prefix(&*start)).expect("a link").to_owned();
    let open = async |all: &Insider| {
        ask_page(all.at.app.address(), VAULT, "POST", &link, &[], String::new()).await.status
    };
    // By which Ann's wallet would be Eve's.
    all.writes("UPDATE email_undos SET user_id = $ann").await;
    assert_eq!(open(&all).await, 410);
    all.writes("UPDATE email_undos SET user_id = $eve").await;
    assert_eq!(open(&all).await, 200);
    assert_eq!(all.signs_in(EVE).await, "200");
}

/// A browser that somebody wrote down for an owner is no known one, whose mails are counted by themselves.
#[tokio::test]
async fn a_browser_that_was_written_down_is_not_known() {
    let mut all = Insider::new().await;
    all.writes("UPDATE devices SET user_id = $ann WHERE user_id = $eve").await;
    all.at.advance(Duration::from_mins(1));
    let stranger = Browser::new();
    for browser in [&stranger, &all.ann, &all.eve] {
        browser.ahead.set(all.at.ahead());
    }
    // The cool-down of the mailbox is that of strangers.
    assert_eq!(stranger.start(&all.at, ANN).await.status, 200);
    all.ann.session = None;
    all.eve.session = None;
    assert_eq!(all.ann.start(&all.at, ANN).await.status, 200);
    assert_eq!(all.eve.start(&all.at, ANN).await.status, 429);
}
