//! What the owner of a wallet hears of by mail, and how often.

use crate::vault_browser::{Browser, FIREFOX, VaultApp};
use crate::vault_frame::FrameWallet;
use crate::vault_owner::{ANN, FIRST, ID, SECOND, THIRD, ask, elsewhere, owner, receiver, share};
use serde_json::json;
use std::time::Duration;

const BACK: &str = "Your wallet at Test is brought back in another browser";
const WORDS: &str = "The words of your wallet at Test were asked for";
const SPLIT: &str = "What brings back your wallet at Test was changed";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36";

/// How many mails of a subject there are, once all that nobody waits for is done.
async fn told(at: &VaultApp, subject: &str) -> usize {
    at.settled().await;
    at.mailbox.all().iter().filter(|it| it.to == ANN && it.subject == subject).count()
}

/// The owner, in a new browser of some family, some time later.
async fn newcomer(at: &VaultApp, user_agent: &'static str, later: Duration) -> Browser {
    at.advance(later);
    let mut browser = Browser::new();
    browser.user_agent = user_agent;
    browser.ahead.set(at.ahead());
    browser.sign_in(at, ANN).await;
    browser
}

async fn recover(browser: &Browser, at: &VaultApp) -> u16 {
    ask(browser, at, "recover", json!({"purpose": "enrol", "sealTo": receiver().1})).await
}

#[tokio::test]
async fn who_brings_a_wallet_back_is_told_of_once_a_week_for_a_family_of_browsers() {
    let hours = Duration::from_hours;
    let at = VaultApp::new().await;
    let (_, wallet) = owner(&at).await;
    assert_eq!(told(&at, BACK).await, 0, "who makes it brings nothing back");
    let chrome = newcomer(&at, CHROME, hours(2)).await;
    assert_eq!(recover(&chrome, &at).await, 200);
    assert_eq!(told(&at, BACK).await, 1);
    let enrol = wallet.enrol(&chrome, FIRST, &wallet.deal(SECOND).1);
    assert_eq!(ask(&chrome, &at, "enrol", enrol).await, 200);
    assert_eq!(told(&at, BACK).await, 1, "both are one thing");
    let text = at.mailbox.all().into_iter().find(|it| it.subject == BACK).expect("a mail");
    assert!(text.text.contains("https://shop.example, Chrome on Windows, "), "{}", text.text);
    assert!(text.html.contains("Chrome on Windows"), "{}", text.html);

    assert_eq!(recover(&newcomer(&at, CHROME, hours(2)).await, &at).await, 200);
    assert_eq!(told(&at, BACK).await, 1, "one whose storage was cleared, as far as anybody knows");
    assert_eq!(recover(&newcomer(&at, FIREFOX, hours(2)).await, &at).await, 200);
    assert_eq!(told(&at, BACK).await, 2, "another family");
    assert_eq!(recover(&newcomer(&at, CHROME, hours(24 * 7)).await, &at).await, 200);
    assert_eq!(told(&at, BACK).await, 3, "a week later");
    assert_eq!(recover(&newcomer(&at, CHROME, hours(2)).await, &at).await, 200);
    assert_eq!(told(&at, BACK).await, 3);
    for count in [4, 5] {
        let browser = newcomer(&at, CHROME, hours(24 * 31)).await;
        assert_eq!(recover(&browser, &at).await, 200);
        assert_eq!(told(&at, BACK).await, count, "after a month nobody knows it");
    }
}

#[tokio::test]
async fn a_new_family_of_browsers_is_told_of_once_an_hour_at_most() {
    let at = VaultApp::new().await;
    owner(&at).await;
    let families = [CHROME, "Mozilla/5.0 (X11; Linux) Edg/141", "Mozilla/5.0 (iPad) FxiOS/140"];
    for user_agent in families {
        let browser = newcomer(&at, user_agent, Duration::from_mins(10)).await;
        assert_eq!(recover(&browser, &at).await, 200);
    }
    assert_eq!(told(&at, BACK).await, 1);
}

#[tokio::test]
async fn that_words_were_shown_is_told_once_an_hour() {
    let at = VaultApp::new().await;
    let (mut browser, _) = owner(&at).await;
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(share(&browser, &at, "enrol").await.status, 200);
    assert_eq!(told(&at, WORDS).await, 0);
    for _ in 0..3 {
        assert_eq!(share(&browser, &at, "export").await.status, 200);
        assert_eq!(told(&at, WORDS).await, 1);
    }
    at.advance(Duration::from_mins(61));
    browser.ahead.set(at.ahead());
    browser.session = None;
    // What is not given is not told of.
    browser.sign_in(&at, ANN).await;
    at.advance(Duration::from_mins(6));
    browser.ahead.set(at.ahead());
    assert_eq!(share(&browser, &at, "export").await.status, 403);
    assert_eq!(told(&at, WORDS).await, 1);
    browser.session = None;
    browser.sign_in(&at, ANN).await;
    assert_eq!(share(&browser, &at, "export").await.status, 200);
    assert_eq!(told(&at, WORDS).await, 2);
}

#[tokio::test]
async fn that_a_wallet_was_split_anew_is_told_and_that_somebody_tried_to_is_not() {
    let at = VaultApp::new().await;
    let (browser, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    let foreign = FrameWallet::new(ID, crate::vault_frame::seal_to(&thief, &at).await);
    let body = foreign.rotate(&thief, &foreign.deal(SECOND).1, &json!([foreign.automatic()]));
    assert_eq!(ask(&thief, &at, "rotate", body).await, 400);
    assert_eq!(told(&at, SPLIT).await, 0);
    browser.ahead.set(at.ahead());
    let mut browser = browser;
    at.advance(Duration::from_secs(31));
    browser.ahead.set(at.ahead());
    browser.session = None;
    browser.sign_in(&at, ANN).await;
    for set in [SECOND, THIRD] {
        let body = wallet.rotate(&browser, &wallet.deal(set).1, &json!([wallet.automatic()]));
        assert_eq!(ask(&browser, &at, "rotate", body).await, 200);
    }
    assert_eq!(told(&at, SPLIT).await, 1);
}
