//! What happened to a wallet, against whoever writes to the database and has no key.

use crate::database::Other;
use crate::vault_browser::VaultApp;
use crate::vault_owner::{events, kinds, owner, share};
use chains::evm::contracts::hex;
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::time::Duration;

const DROP_LAST: &str = "DELETE FROM wallet_events WHERE number = 3";

#[tokio::test]
async fn what_happened_cannot_be_changed_unseen() {
    const COUNT: &str = "UPDATE wallets SET event_count = 2";
    const NONE: &str = "UPDATE wallets SET event_count = 0, event_head = ''";
    const OLD_HEAD: &str = "UPDATE wallets SET event_head = \
         (SELECT hash FROM wallet_events WHERE number = 2)";
    for sql in [
        &["UPDATE wallet_events SET origin = 'https://nobody.example' WHERE number = 2"][..],
        &["DELETE FROM wallet_events WHERE number = 2"],
        &["DELETE FROM wallet_events WHERE number = 1"],
        // The tail, with all that says how long the list is.
        &[DROP_LAST],
        &[DROP_LAST, COUNT],
        &[DROP_LAST, COUNT, OLD_HEAD],
        &[DROP_LAST, COUNT, "UPDATE wallets SET event_head = ''"],
        // All of it.
        &["DELETE FROM wallet_events"],
        &["DELETE FROM wallet_events", NONE],
        // An entry more.
        &["INSERT INTO wallet_events (wallet_id, number, kind, origin, browser, at_ms, hash) \
           SELECT wallet_id, 6, kind, origin, browser, at_ms, hash FROM wallet_events WHERE number = 3"],
        &[
            "INSERT INTO wallet_events (wallet_id, number, kind, origin, browser, at_ms, hash) \
             SELECT wallet_id, 4, kind, origin, browser, at_ms, hash FROM wallet_events WHERE number = 3",
            "UPDATE wallets SET event_count = 4",
        ],
    ] {
        let at = VaultApp::new().await;
        let (browser, _) = owner(&at).await;
        for _ in 0..2 {
            assert_eq!(share(&browser, &at, "sign").await.status, 200);
        }
        assert_eq!(kinds(&browser, &at).await, ["signed", "signed", "created"]);
        let mut rows = Other::open(at.app.folder()).await;
        for sql in sql {
            rows.run(sql).await;
        }
        assert!(!events(&browser, &at).await.is_whole, "{sql:?}");
        // What is written down afterwards does not vouch for what was changed.
        for _ in 0..2 {
            assert_eq!(share(&browser, &at, "sign").await.status, 200);
            assert!(!events(&browser, &at).await.is_whole, "{sql:?}");
        }
    }
}

/// Whoever knows how the codes are made, and takes the key for one that is none.
#[tokio::test]
async fn a_list_that_is_made_without_the_key_is_known_as_such() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let mut rows = Other::open(at.app.folder()).await;
    let wallet = rows.texts("SELECT id FROM wallets").await.remove(0);
    let happened = [&*wallet, "1", "created", "https://shop.example", "Firefox on Linux", "7"];
    let plain = hex::encode(Sha256::digest([&[""], &happened[..]].concat().join("\0")));
    let keyed = |key: &[u8], parts: &[&str]| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("of any length");
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac.finalize().into_bytes()
    };
    let key = keyed(&[], &["latchkit/wallet-events/v1"]);
    let entry = hex::encode(keyed(&key, &[&["entry", ""], &happened[..]].concat()));
    let head = hex::encode(keyed(&key, &["head", &wallet, "1", &entry]));
    for (entry, head) in [(&plain, &plain), (&entry, &head)] {
        let sql = format!(
            "UPDATE wallet_events SET at_ms = 7, hash = '{entry}'; UPDATE wallets SET event_head = '{head}'"
        );
        rows.run(sql.leak()).await;
        assert!(!events(&browser, &at).await.is_whole);
    }
}

#[tokio::test]
async fn a_long_list_tells_its_last_hundred_and_is_whole() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    for count in 0..105 {
        if count == 55 {
            at.advance(Duration::from_mins(2));
            browser.ahead.set(at.ahead());
        }
        assert_eq!(share(&browser, &at, "sign").await.status, 200);
    }
    let told = events(&browser, &at).await;
    assert!(told.is_whole);
    assert_eq!(told.events.len(), 100);
    Other::open(at.app.folder()).await.run("DELETE FROM wallet_events WHERE number = 50").await;
    assert!(!events(&browser, &at).await.is_whole);
}

#[tokio::test]
async fn of_many_at_once_each_is_written_down() {
    let at = VaultApp::new().await;
    let (browser, _) = owner(&at).await;
    let all = (0..30).map(|_| share(&browser, &at, "sign"));
    let all = join_all(all).await;
    assert!(all.iter().all(|it| it.status == 200));
    assert_eq!(kinds(&browser, &at).await.len(), 31);
}
