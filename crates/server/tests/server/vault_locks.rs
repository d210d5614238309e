//! Wallets that the operator locked.

use crate::database::Other;
use crate::program::{exit_code_and_output, run};
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_email_change::{NEW, begin, enter, started};
use crate::vault_frame::{FrameWallet, id};
use crate::vault_owner::{ANN, FIRST, ID, SECOND, kinds, owner, receiver, share};
use insta::assert_snapshot;
use protocol::relay::base64;
use serde_json::{Value, json};
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

fn address(wallet: &FrameWallet, chain: &str) -> String {
    wallet.addresses()[chain].as_str().expect("an address").to_owned()
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
    let address = address(&wallet, "eip155");
    let locked = said(&at, &["vault", "lock", &address.to_lowercase()]);
    let told = locked.replace(&address.to_lowercase(), "ADDRESS");
    assert_snapshot!(told, @r"
    0
    The wallet of ADDRESS is locked.
    Whoever has its words has it all the same. Who used it reads its owner in the settings.
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
    said(&at, &["vault", "lock", &address(&wallet, "solana")]);
    let told = enter(&browser, &at, "/secondary", &second, &at.code(NEW)).await;
    assert_eq!(told.status, 423, "{}", told.status_and_body());
}

#[tokio::test]
async fn what_was_to_be_deleted_is_there_while_it_is_locked() {
    let at = app().await;
    let (browser, wallet) = owner(&at).await;
    let body = json!({"isGivenUp": true, "signature": null});
    assert_eq!(browser.ask(&at, "/v1/vault/account/delete", body).await.status, 200);
    let address = address(&wallet, "eip155");
    said(&at, &["vault", "lock", &address]);
    let wallets = async || Other::open(at.app.folder()).await.texts("SELECT id FROM wallets").await;
    at.advance(Duration::from_hours(8 * 24));
    at.app.vault().forget_what_is_over().await.expect("forgotten");
    assert_eq!(wallets().await.len(), 1);
    said(&at, &["vault", "unlock", &address]);
    at.app.vault().forget_what_is_over().await.expect("forgotten");
    assert_eq!(wallets().await.len(), 0);
}

#[tokio::test]
async fn what_cannot_be_locked_is_said_whole() {
    let at = app().await;
    owner(&at).await;
    assert_snapshot!(said(&at, &["vault", "lock", "0x%"]), @"
    1
    latchkit: `0x%` is no address. Give one of the wallet's, such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or that of Solana.
    ");
    assert_snapshot!(said(&at, &["vault", "lock", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]), @"
    1
    latchkit: No wallet of this server has the address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045. Owners see theirs in the modal.
    ");
    fs::write(at.app.folder().join("latchkit.toml"), "").expect("a file");
    assert_snapshot!(said(&at, &["vault", "unlock", "0x1"]), @"
    1
    latchkit: There are no wallets: nothing is set in the table `[vault]` of latchkit.toml.
    ");
}
