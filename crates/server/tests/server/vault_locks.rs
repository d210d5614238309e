//! Wallets that the operator locked.

use crate::database::Other;
use crate::program::{exit_code_and_output, run};
use crate::test_app::folder;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_email_change::{NEW, begin, enter, started};
use crate::vault_frame::{FrameWallet, id};
use crate::vault_owner::{ANN, FIRST, ID, SECOND, elsewhere, kinds, owner, receiver, share};
use insta::assert_snapshot;
use protocol::relay::base64;
use serde_json::{Value, json};
use server::kms::local::LocalKms;
use std::fs;
use std::time::Duration;

const CONFIG: &str =
    "[vault]\nkeys = \"keys\"\nsmtp = \"smtp://127.0.0.1:1\"\nfrom = \"a@b.example\"\n";

/// A server that an operator may do something to by the command line.
async fn app() -> VaultApp {
    let at = VaultApp::new().await;
    fs::write(at.app.folder().join("latchkit.toml"), CONFIG).expect("a file");
    at
}

fn said(at: &VaultApp, arguments: &[&str]) -> String {
    let folder = at.app.folder();
    exit_code_and_output(folder, &run(folder, arguments))
}

fn address(wallet: &FrameWallet) -> String {
    wallet.addresses()["eip155"].as_str().expect("an address").to_owned()
}

/// All that uses a wallet, as its owner asks for it.
fn uses(browser: &Browser, wallet: &FrameWallet) -> Vec<(&'static str, Value)> {
    let to = receiver().1;
    let (_, set) = wallet.deal(SECOND);
    let factors = json!([wallet.automatic()]);
    let mut uses: Vec<_> = ["sign", "enrol", "export", "rotate", "claim"]
        .map(|it| ("wallet/share", json!({"purpose": it, "sealTo": to})))
        .into();
    uses.extend([
        ("wallet/recover", json!({"purpose": "enrol", "sealTo": to})),
        ("wallet/recover", json!({"purpose": "export", "sealTo": to})),
        ("wallet/enrol", wallet.enrol(browser, FIRST, &set)),
        ("wallet/rotate", wallet.rotate(browser, &set, &factors)),
        (
            "wallet/pepper",
            json!({"wallet": id(ID), "salt": base64::encode(&[7; 16]), "sealTo": to}),
        ),
        ("account/delete", json!({"isGivenUp": true, "signature": wallet.deleted(browser)})),
        ("account/delete", json!({"isGivenUp": true, "signature": null})),
    ]);
    uses
}

#[tokio::test]
async fn a_locked_wallet_is_used_by_nobody_until_it_is_unlocked() {
    let at = app().await;
    let (browser, wallet) = owner(&at).await;
    let address = address(&wallet);
    let locked = said(&at, &["vault", "lock", &address.to_lowercase()]);
    let told = locked.replace(&address, "ADDRESS");
    assert_snapshot!(told, @r"
    0
    The wallet of ADDRESS is locked.
    Whoever has its words, or signed with it before, may have its keys all the same: once you unlock it,
    its owner moves what is in it. In the wallet's settings they see what was done with it, and where.
    ");
    for (path, body) in uses(&browser, &wallet) {
        let told = browser.ask(&at, &format!("/v1/vault/{path}"), body.clone()).await;
        assert_eq!(
            told.status_and_body(),
            r#"423 {"status":"FAILED","reasons":[{"field":"wallet","description":"The operator of this server has locked the wallet."}]}"#,
            "{path} {body}"
        );
    }
    // Its owner reads what happened, and that once an hour somebody wanted to use it.
    assert_eq!(kinds(&browser, &at).await, ["refused", "locked", "created"]);
    assert_eq!(
        said(&at, &["vault", "lock", &address]),
        format!("0\nThe wallet of {address} was locked already.\n")
    );
    assert_eq!(
        said(&at, &["vault", "unlock", &address]),
        format!("0\nThe wallet of {address} is unlocked.\n")
    );
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
    assert_eq!(kinds(&browser, &at).await, ["signed", "unlocked", "refused", "locked", "created"]);
}

#[tokio::test]
async fn a_locked_wallet_is_given_no_other_address() {
    let at = app().await;
    let (browser, wallet) = owner(&at).await;
    at.advance(Duration::from_secs(31));
    browser.ahead.set(at.ahead());
    let first = started(&begin(&browser, &at, NEW).await).change;
    let second = started(&enter(&browser, &at, "/primary", &first, &at.code(ANN)).await).change;
    said(&at, &["vault", "lock", &address(&wallet)]);
    let told = enter(&browser, &at, "/secondary", &second, &at.code(NEW)).await;
    assert_eq!(told.status, 423, "{}", told.status_and_body());
    assert_eq!(begin(&browser, &at, NEW).await.status, 423, "no code is mailed for nothing");
}

#[tokio::test]
async fn what_was_to_be_deleted_stays_once_it_was_locked() {
    let at = app().await;
    let (_, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    let body = json!({"isGivenUp": true, "signature": null});
    assert_eq!(thief.ask(&at, "/v1/vault/account/delete", body).await.status, 200);
    let address = address(&wallet);
    said(&at, &["vault", "lock", &address]);
    let mut rows = Other::open(at.app.folder()).await;
    // As by somebody who was asked by the server to wait for the mail while it was locked.
    rows.run(
        "INSERT INTO deletions (user_id, link_hash, at_ms, site, origin, browser) \
         SELECT user_id, '', 0, '', '', '' FROM wallets",
    )
    .await;
    for action in ["lock", "unlock"] {
        said(&at, &["vault", action, &address]);
        at.advance(Duration::from_hours(8 * 24));
        at.app.vault().forget_what_is_over().await.expect("forgotten");
        assert_eq!(rows.texts("SELECT id FROM wallets").await.len(), 1, "{action}");
    }
}

#[tokio::test]
async fn whoever_came_into_a_locked_wallet_takes_nobodys_share() {
    let at = app().await;
    let (mut browser, wallet) = owner(&at).await;
    let thief = elsewhere(&at).await;
    said(&at, &["vault", "lock", &address(&wallet)]);
    assert_eq!(thief.ask(&at, "/v1/vault/session/revoke", json!({})).await.status, 200);
    // Nor is it taken since nobody used it for long, who could not, until long after it is unlocked.
    let mut rows = Other::open(at.app.folder()).await;
    rows.run("UPDATE share_sets SET used_at_ms = 0").await;
    for action in ["lock", "unlock"] {
        said(&at, &["vault", action, &address(&wallet)]);
        at.app.vault().forget_what_is_over().await.expect("forgotten");
    }
    browser.ahead.set(at.ahead());
    browser.sign_in(&at, ANN).await;
    assert_eq!(share(&browser, &at, "sign").await.status, 200);
}

#[tokio::test]
async fn what_cannot_be_locked_is_said_whole() {
    let at = app().await;
    owner(&at).await;
    assert_snapshot!(said(&at, &["vault", "lock", "0x%"]), @"
    1
    latchkit: `0x%` is no address of eip155: an address has 40 digits after 0x. Owners see theirs in the modal, such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045.
    ");
    let other = ["vault", "lock", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"];
    assert_snapshot!(said(&at, &other), @"
    1
    latchkit: No wallet of this server has the address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045. Owners see theirs in the modal.
    ");
    // Keys of another server.
    let keys = at.app.folder().join("keys");
    fs::rename(&keys, at.app.folder().join("kept")).expect("moved");
    LocalKms::create(&keys).unwrap_or_else(|_| panic!("keys"));
    let told = said(&at, &other);
    assert!(told.contains("are not all that the database"), "{told}");
    // The folder of another program.
    for config in ["", CONFIG] {
        let folder = folder();
        fs::write(folder.join("latchkit.toml"), config).expect("a file");
        let told = exit_code_and_output(&folder, &run(&folder, &other));
        assert!(
            told.starts_with("1\nlatchkit: No wallet is here: latchkit.toml names no"),
            "{told}"
        );
        assert!(!folder.join("latchkit.db").exists(), "none is made");
    }
}
