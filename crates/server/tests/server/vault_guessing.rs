//! Whoever guesses codes, floods mailboxes, or wants to know who has a wallet.

use crate::database::Other;
use crate::test_app::TestApp;
use crate::vault_browser::{Browser, VaultApp};
use futures_util::future::join_all;
use std::time::Duration;

const ANN: &str = "ann@example.com";

/// A code that is not the one.
fn wrong(code: &str, by: u32) -> String {
    format!("{:06}", (code.parse::<u32>().expect("digits") + by) % 1_000_000)
}

#[tokio::test]
async fn the_sixth_try_fails_even_if_it_is_right() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let code = at.code(ANN);
    for by in 1..=5 {
        assert_eq!(browser.enter(&at, &attempt, &wrong(&code, by)).await.status, 401);
    }
    assert_eq!(browser.enter(&at, &attempt, &code).await.status, 401);
}

#[tokio::test]
async fn of_many_at_once_one_is_let_in_and_each_wrong_one_is_counted() {
    let at = VaultApp::new().await;
    let browser = Browser::new();
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let code = at.code(ANN);
    let all = join_all((0..50).map(|_| browser.enter(&at, &attempt, &code))).await;
    assert_eq!(all.iter().filter(|it| it.status == 200).count(), 1);

    at.advance(Duration::from_secs(31));
    let other = Browser::new();
    other.ahead.set(31);
    let attempt = other.started(&at, ANN).await.attempt.expect("an attempt");
    let code = at.code(ANN);
    let guesses = (1..=50).map(|by| {
        let (other, at, attempt, guess) = (&other, &at, &attempt, wrong(&code, by));
        async move { other.enter(at, attempt, &guess).await.status }
    });
    assert!(join_all(guesses).await.iter().all(|status| *status == 401));
    // Of fifty, five were looked at, each of them counted.
    assert_eq!(failure_count(&at).await, [5]);
    let kept = Other::open(at.app.folder()).await;
    assert_eq!(kept.numbers("SELECT tries FROM codes").await, [5]);
    assert_eq!(other.enter(&at, &attempt, &code).await.status, 401);
}

/// Five browsers have five codes of one address, and so five tries of each: no more than ten are looked at.
#[tokio::test]
async fn of_many_codes_at_once_ten_wrong_ones_are_looked_at() {
    let at = VaultApp::new().await;
    let mut browsers = Vec::new();
    for _ in 0..5 {
        at.advance(Duration::from_secs(31));
        let browser = Browser::new();
        browser.ahead.set(at.ahead());
        let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
        browsers.push((browser, attempt, at.code(ANN)));
    }
    for (browser, ..) in &browsers {
        browser.ahead.set(at.ahead());
    }
    let guesses = (1..=10).flat_map(|by| browsers.iter().map(move |it| (by, it)));
    let guesses = guesses.map(|(by, (browser, attempt, code))| {
        let (at, guess) = (&at, wrong(code, by));
        async move { browser.enter(at, attempt, &guess).await.status }
    });
    assert!(join_all(guesses).await.iter().all(|status| *status == 401));
    assert_eq!(failure_count(&at).await, [10]);
    let kept = Other::open(at.app.folder()).await;
    let tries = kept.numbers("SELECT tries FROM codes").await;
    assert_eq!(tries.iter().sum::<i64>(), 10, "{tries:?}");
    // The right one is not looked at either, though it has tries left.
    for (browser, attempt, code) in &browsers {
        assert_eq!(browser.enter(&at, attempt, code).await.status, 401);
    }
    assert_eq!(failure_count(&at).await, [10]);
}

#[tokio::test]
async fn what_was_never_looked_at_locks_nobody_out() {
    let at = VaultApp::new().await;
    let stranger = Browser::new();
    let attempt = stranger.started(&at, ANN).await.attempt.expect("an attempt");
    let code = at.code(ANN);
    for by in 1..=200 {
        assert_eq!(stranger.enter(&at, &attempt, &wrong(&code, by)).await.status, 401);
    }
    at.advance(Duration::from_secs(31));
    let mut owner = Browser::new();
    owner.ahead.set(31);
    owner.sign_in(&at, ANN).await;
}

#[tokio::test]
async fn wrong_codes_in_a_row_close_the_door_for_strangers_and_not_for_the_owner() {
    let at = VaultApp::new().await;
    let mut owner = Browser::new();
    owner.sign_in(&at, ANN).await;
    owner.session = None;
    let stranger = Browser::new();
    let mut failures = 0;
    let pass = async |time: Duration| {
        at.advance(time);
        let ahead = at.ahead();
        owner.ahead.set(ahead);
        stranger.ahead.set(ahead);
    };
    // Two codes of five tries are ten in a row.
    for _ in 0..2 {
        pass(Duration::from_secs(31)).await;
        let attempt = stranger.started(&at, ANN).await.attempt.expect("an attempt");
        let code = at.code(ANN);
        for by in 1..=5 {
            assert_eq!(stranger.enter(&at, &attempt, &wrong(&code, by)).await.status, 401);
            failures += 1;
        }
    }
    assert_eq!(failures, 10);
    pass(Duration::from_secs(31)).await;
    let attempt = stranger.started(&at, ANN).await.attempt.expect("an attempt");
    let refused = stranger.enter(&at, &attempt, &at.code(ANN)).await;
    let told = stranger.enter(&at, &attempt, "000000").await;
    assert_eq!(
        refused.status_and_body(),
        told.status_and_body(),
        "a right one looks like a wrong one"
    );
    assert!(at.subjects().contains(&"Wrong codes for Test".to_owned()), "{:?}", at.subjects());

    // What comes while it is closed is not looked at, and does not keep it closed for longer.
    assert_eq!(failure_count(&at).await, [10]);
    for _ in 0..30 {
        assert_eq!(stranger.enter(&at, &attempt, "000000").await.status, 401);
    }
    assert_eq!(failure_count(&at).await, [10]);

    // It is closed behind another server on the same database, too.
    let again = restarted(&at).await;
    pass(Duration::from_secs(31)).await;
    let ahead = Duration::from_secs(at.ahead().unsigned_abs());
    again.advance(ahead);
    let attempt = stranger.started(&again, ANN).await.attempt.expect("an attempt");
    assert_eq!(stranger.enter(&again, &attempt, &again.code(ANN)).await.status, 401);

    // The owner's browser is known, and so has counts of its own: of codes, and of mails.
    let attempt = owner.started(&at, ANN).await.attempt.expect("an attempt");
    assert_eq!(owner.enter(&at, &attempt, &at.code(ANN)).await.status, 200);
}

async fn failure_count(at: &VaultApp) -> Vec<i64> {
    let kept = Other::open(at.app.folder()).await;
    kept.numbers("SELECT failures FROM lockouts").await
}

/// Another server on the same folder.
pub(crate) async fn restarted(at: &VaultApp) -> VaultApp {
    let mailbox = at.mailbox.clone();
    let kept = mailbox.clone();
    let app = TestApp::in_folder(at.app.folder().to_owned(), &[], |config| {
        config.vault.keys = Some(config.database.with_file_name("keys"));
        config.vault.mailbox = Some(kept);
        config.vault.network_mails_per_hour = 0;
        config.vault.network_tries_per_hour = 0;
    })
    .await;
    VaultApp { app, mailbox }
}

#[tokio::test]
async fn a_mailbox_is_not_flooded_whatever_its_aliases_and_whoever_asks() {
    let at = VaultApp::new().await;
    let mut sent = 0;
    for count in 0..12 {
        at.advance(Duration::from_secs(31));
        let browser = Browser::new();
        browser.ahead.set(at.ahead());
        let reply = browser.start(&at, &format!("ann+{count}@example.com")).await;
        sent += u32::from(reply.status == 200);
        assert_eq!(reply.status, if count < 5 { 200 } else { 429 }, "{}", reply.status_and_body());
    }
    assert_eq!(sent, 5);
    // After an hour there are some again, and after a day's worth none.
    for hour in 0..4 {
        at.advance(Duration::from_hours(1));
        for _ in 0..5 {
            at.advance(Duration::from_secs(31));
            let browser = Browser::new();
            browser.ahead.set(at.ahead());
            sent += u32::from(browser.start(&at, ANN).await.status == 200);
        }
        assert_eq!(sent, 10, "{hour}");
    }
}

#[tokio::test]
async fn a_network_and_a_project_have_so_many_mails() {
    let at = VaultApp::with(|config| config.vault.network_mails_per_hour = 3).await;
    let statuses = async |count: u32, from: u32| {
        let mut all = Vec::new();
        for number in from..from + count {
            all.push(Browser::new().start(&at, &format!("p{number}@example.com")).await.status);
        }
        all
    };
    assert_eq!(statuses(5, 0).await, [200, 200, 200, 429, 429]);
    // Who is refused is not made to wait as well.
    at.advance(Duration::from_mins(61));
    let browser = Browser::new();
    browser.ahead.set(61 * 60);
    assert_eq!(browser.start(&at, "p4@example.com").await.status, 200);

    let at = VaultApp::with(|config| config.vault.mails_per_day = 2).await;
    let mut all = Vec::new();
    for number in 0..3 {
        all.push(Browser::new().start(&at, &format!("p{number}@example.com")).await.status);
    }
    assert_eq!(all, [200, 200, 429]);
}

#[tokio::test]
async fn a_network_tries_so_many_codes() {
    let at = VaultApp::with(|config| config.vault.network_tries_per_hour = 4).await;
    let browser = Browser::new();
    let attempt = browser.started(&at, ANN).await.attempt.expect("an attempt");
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(Browser::new().enter(&at, &attempt, "000000").await.status);
    }
    assert_eq!(all, [401, 401, 401, 401, 429, 429]);
}

/// Nothing but the attempt's name differs.
#[tokio::test]
async fn nobody_learns_who_has_a_wallet() {
    let at = VaultApp::new().await;
    Browser::new().sign_in(&at, ANN).await;
    at.advance(Duration::from_secs(31));
    let mut told = Vec::new();
    for email in [ANN, "bob@example.com"] {
        let browser = Browser::new();
        browser.ahead.set(31);
        let reply = browser.start(&at, email).await;
        let attempt = String::from_utf8_lossy(&reply.body);
        let (before, after) = attempt.split_once("\"attempt\":\"").expect("an attempt");
        let mut headers: Vec<_> = reply.headers.keys().map(ToString::to_string).collect();
        headers.sort();
        told.push((reply.status, before.to_owned(), after[32..].to_owned(), headers));
    }
    assert_eq!(told[0], told[1]);
}
