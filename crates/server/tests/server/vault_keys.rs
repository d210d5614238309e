//! The keys of the vault as an operator handles them.

use crate::database::Other;
use crate::program::{exit_code_and_output, run};
use crate::test_app::folder;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, seal_to};
use crate::vault_guessing::restarted;
use crate::vault_owner::{SECOND, ask, events, receiver, share};
use insta::assert_snapshot;
use protocol::relay::base64;
use serde_json::json;
use server::kms::local::LocalKms;
use sha2::{Digest, Sha256};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const CONFIG: &str =
    "[vault]\nkeys = \"keys\"\nsmtp = \"smtp://127.0.0.1:1\"\nfrom = \"a@b.example\"\n";

fn said(folder: &Path, arguments: &[&str]) -> String {
    exit_code_and_output(folder, &run(folder, arguments))
}

fn with_config(text: &str) -> std::path::PathBuf {
    let folder = folder();
    fs::write(folder.join("latchkit.toml"), text).expect("a file");
    folder
}

#[test]
fn keys_are_made_once_for_the_servers_user_alone() {
    let folder = with_config(CONFIG);
    assert_snapshot!(said(&folder, &["kms", "create"]), @"
    0
    Made in FOLDER/keys: auth-share, recovery-auto, otp-pepper, email-index, session-hash, passphrase-pepper.
    Keep a copy of the folder where the database's copies are not: without these keys nobody gets
    into a wallet any more, and keys and database together open every wallet.
    ");
    assert_snapshot!(said(&folder, &["kms", "create"]), @"
    0
    All keys are there already, in FOLDER/keys.
    ");
    let about = fs::metadata(folder.join("keys")).expect("a folder");
    assert_eq!(about.permissions().mode() & 0o777, 0o700);
    let before = fs::read(folder.join("keys/auth-share.key")).expect("a key");
    assert_snapshot!(said(&folder, &["kms", "rotate"]), @"
    0
    auth-share: a new key. Keep the old one beside it, and copy the folder again.
    recovery-auto: a new key. Keep the old one beside it, and copy the folder again.
    auth-share: 0 sealed anew.
    recovery-auto: 0 sealed anew.
    ");
    assert!(!folder.join("latchkit.db").exists(), "nobody has made one yet");
    let files: Vec<_> = fs::read_dir(folder.join("keys")).expect("a folder").collect();
    assert_eq!(files.len(), 8);
    for file in files {
        let about = file.expect("a file").metadata().expect("what it is");
        assert_eq!((about.permissions().mode() & 0o777, about.len()), (0o600, 32));
    }
    assert_eq!(fs::read(folder.join("keys/auth-share.1.old")).expect("a key"), before);
    assert_ne!(fs::read(folder.join("keys/auth-share.key")).expect("a key"), before);
}

/// What a start ends with. On Postgres the log says before that tables are there.
fn refused(folder: &Path) -> String {
    let said = said(folder, &["serve"]);
    assert!(said.starts_with("1\n"), "{said}");
    said.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn no_server_starts_with_keys_that_are_not_as_they_must_be() {
    let folder = with_config(CONFIG);
    assert_snapshot!(refused(&folder), @"latchkit: The key file keys/auth-share.key cannot be read (No such file or directory (os error 2)). `latchkit kms create` makes those that are missing; one that was there before comes from your copy.");
    said(&folder, &["kms", "create"]);
    let file = folder.join("keys/session-hash.key");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    assert_snapshot!(refused(&folder), @"latchkit: The key file keys/session-hash.key can be read or changed by others. `chmod 600` it, and think of who may have read it.");
    assert!(
        said(&folder, &["kms", "rotate"]).starts_with("1\n"),
        "what cannot be used is not rotated"
    );
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).expect("set");
    fs::set_permissions(folder.join("keys"), fs::Permissions::from_mode(0o777)).expect("set");
    assert_snapshot!(refused(&folder), @"latchkit: Others may write in the folder of the keys keys, and so put keys of theirs there or take yours away. `chmod 700` it, and see whether all in it are yours.");
}

#[test]
fn what_is_said_of_the_vault_is_said_whole() {
    assert_snapshot!(said(&with_config(""), &["kms", "create"]), @"
    1
    latchkit: No folder is named for the keys of the vault. Name one by `keys` of the table `[vault]` in latchkit.toml.
    ");
    let open = "[vault]\nkeys = \"keys\"\nsmtp = \"smtp://mail.example.com\"\nmails_per_day = 0\n";
    assert_snapshot!(said(&with_config(open), &["serve"]), @"
    1
    latchkit: 3 faults in the configuration:
      latchkit.toml, line 1, column 2: vault.from: is missing: who mails are from, Shop <no-reply@shop.example>. Signing in by e-mail takes all three.
      latchkit.toml, line 3, column 1: vault.smtp: codes would go over the network for everybody to read. Write smtps://, or add ?tls=required.
      latchkit.toml, line 4, column 1: vault.mails_per_day: must be at least 1.
    ");
    let unreadable =
        "[vault]\nsmtp = \"mail.example.com:secret\"\nfrom = \"Shop\"\nkey = \"keys\"\n";
    let told = said(&with_config(unreadable), &["serve"]);
    for part in [
        "vault.smtp: it has the form smtps://",
        "vault.from: it has the form Shop",
        "vault.key: there is no key `key`",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(!told.contains("secret"), "{told}");
}

/// The id of the newest key of a purpose, as what it sealed names it.
fn key_id(folder: &Path, purpose: &str) -> [u8; 8] {
    let key = fs::read(folder.join("keys").join(format!("{purpose}.key"))).expect("a key");
    *Sha256::digest(key).first_chunk().expect("8 bytes")
}

/// With which keys the rows of a query are sealed.
async fn sealed_with(rows: &mut Other, sql: &'static str) -> Vec<[u8; 8]> {
    let all = rows.texts(sql).await;
    let id = |it: String| base64::decode(&it).expect("base64")[2..10].try_into().expect("8 bytes");
    all.into_iter().map(id).collect()
}

const SHARES: &str = "SELECT key_sealed FROM wallets";
const FACTORS: &str = "SELECT wrapped FROM recovery_factors WHERE kind = 'automatic'";

/// A server, with two people who have a wallet.
async fn two_wallets() -> (VaultApp, [(Browser, FrameWallet); 2]) {
    let at = VaultApp::new().await;
    fs::write(at.app.folder().join("latchkit.toml"), CONFIG).expect("a file");
    let mut all = Vec::new();
    for (email, id) in [("ann@example.com", [0xaa; 16]), ("bob@example.com", [0xbb; 16])] {
        let mut browser = Browser::new();
        browser.sign_in(&at, email).await;
        let wallet = FrameWallet::new(id, seal_to(&browser, &at).await);
        let set = wallet.deal([id[0] ^ 0x11; 16]).1;
        let body = wallet.create(&browser, &set, &json!([wallet.automatic()]));
        assert_eq!(ask(&browser, &at, "create", body).await, 200);
        all.push((browser, wallet));
    }
    (at, all.try_into().unwrap_or_else(|_| panic!("two")))
}

#[tokio::test]
async fn new_keys_seal_anew_what_the_old_ones_sealed_while_the_server_runs() {
    let (at, [(ann, of_ann), (bob, of_bob)]) = two_wallets().await;
    let folder = at.app.folder();
    let mut rows = Other::open(folder).await;
    let before = [key_id(folder, "auth-share"), key_id(folder, "recovery-auto")];
    // Dealt before the keys are replaced, sent afterwards.
    let late = of_ann.rotate(&ann, &of_ann.deal(SECOND).1, &json!([of_ann.automatic()]));
    assert_snapshot!(said(folder, &["kms", "rotate"]), @"
    0
    auth-share: a new key. Keep the old one beside it, and copy the folder again.
    recovery-auto: a new key. Keep the old one beside it, and copy the folder again.
    auth-share: 2 sealed anew.
    recovery-auto: 2 sealed anew.
    ");
    let after = [key_id(folder, "auth-share"), key_id(folder, "recovery-auto")];
    assert!(before[0] != after[0] && before[1] != after[1]);
    assert_eq!(sealed_with(&mut rows, SHARES).await, [after[0]; 2]);
    assert_eq!(sealed_with(&mut rows, FACTORS).await, [after[1]; 2]);

    assert_eq!(ask(&ann, &at, "rotate", late).await, 200);
    let again = restarted(&at).await;
    for at in [&at, &again] {
        for browser in [&ann, &bob] {
            assert_eq!(share(browser, at, "sign").await.status, 200);
            assert!(
                events(browser, at).await.is_whole,
                "keys that go vouch for what they vouched for"
            );
        }
        // What is sealed from now on is sealed to the newest key, and with it.
        let fresh = seal_to(&bob, at).await;
        assert!(fresh != of_bob.receiver());
        let ask_recover = json!({"purpose": "enrol", "sealTo": receiver().1});
        assert_eq!(ask(&bob, at, "recover", ask_recover).await, 200);
    }
    assert_eq!(sealed_with(&mut rows, FACTORS).await, [after[1]; 2]);
    assert_eq!(seal_to(&ann, &at).await, seal_to(&ann, &again).await);
}

#[tokio::test]
async fn sealing_anew_goes_on_where_it_was_cut_off() {
    let (at, [(ann, _), (bob, _)]) = two_wallets().await;
    let folder = at.app.folder();
    let mut rows = Other::open(folder).await;
    rows.run("CREATE TABLE kept AS SELECT id, key_sealed FROM wallets").await;
    assert_snapshot!(said(folder, &["kms", "rotate", "--keys-only"]), @"
    0
    auth-share: a new key. Keep the old one beside it, and copy the folder again.
    recovery-auto: a new key. Keep the old one beside it, and copy the folder again.
    ");
    let old = sealed_with(&mut rows, SHARES).await;
    let rewrap = || said(folder, &["kms", "rewrap"]);
    assert_snapshot!(rewrap(), @"
    0
    auth-share: 2 sealed anew.
    recovery-auto: 2 sealed anew.
    ");
    // Cut off between the two of them.
    rows.run(
        "UPDATE wallets SET key_sealed = (SELECT key_sealed FROM kept WHERE kept.id = wallets.id) \
         WHERE id = (SELECT MAX(id) FROM kept)",
    )
    .await;
    assert!(sealed_with(&mut rows, SHARES).await.contains(&old[0]));
    assert_snapshot!(rewrap(), @"
    0
    auth-share: 1 sealed anew.
    recovery-auto: 0 sealed anew.
    ");
    let newest = key_id(folder, "auth-share");
    assert_eq!(sealed_with(&mut rows, SHARES).await, [newest; 2]);
    for browser in [&ann, &bob] {
        assert_eq!(share(browser, &at, "sign").await.status, 200);
    }
    // One that cannot be opened keeps no other from it.
    rows.run("UPDATE wallets SET key_sealed = (SELECT MIN(key_sealed) FROM kept)").await;
    assert_snapshot!(rewrap(), @"
    1
    auth-share: 1 sealed anew.
    recovery-auto: 0 sealed anew.
    latchkit: 1 were sealed by keys that are not in keys, or were changed, and are as they were. Put the keys back from your copy, and run `latchkit kms rewrap`.
    ");
}

#[test]
fn a_database_that_is_not_there_is_not_taken_for_one_that_fits_the_keys() {
    let folder = with_config(CONFIG);
    said(&folder, &["kms", "create"]);
    let told = said(&folder, &["kms", "rewrap"]);
    assert!(told.starts_with("1\nlatchkit: The database "), "{told}");
    let why = " is not there, or has no tables, so nothing was sealed anew. Correct `database` or `database_url`";
    assert!(told.contains(why) && !told.contains("0 sealed anew"), "{told}");
    assert!(!folder.join("latchkit.db").exists(), "nobody has made one");
    said(&folder, &["project", "create", "--name", "Shop"]);
    assert_snapshot!(said(&folder, &["kms", "rewrap"]), @"
    0
    auth-share: 0 sealed anew.
    recovery-auto: 0 sealed anew.
    ");
}

#[test]
fn no_key_is_made_where_what_the_old_ones_sealed_cannot_be_sealed_anew() {
    const LAST: &str = "DELETE FROM _sqlx_migrations \
         WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
    let folder = with_config(CONFIG);
    said(&folder, &["kms", "create"]);
    said(&folder, &["project", "create", "--name", "Shop"]);
    let older = async || {
        let mut rows = Other::open(&folder).await;
        rows.run(LAST).await;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(older());
    let told = said(&folder, &["kms", "rotate"]);
    assert!(
        told.starts_with("1\nlatchkit: What the keys sealed cannot be sealed anew: "),
        "{told}"
    );
    assert!(!folder.join("keys/auth-share.1.old").exists());
}

#[tokio::test]
async fn keys_that_are_not_those_of_the_database_are_refused() {
    let (at, _) = two_wallets().await;
    let folder = at.app.folder();
    let keys = folder.join("keys");
    fs::rename(&keys, folder.join("kept")).expect("renamed");
    let told = said(folder, &["kms", "create"]);
    assert!(told.starts_with("1\nlatchkit: No key is made: the database "), "{told}");
    let which = "was written with keys that are not in FOLDER/keys (auth-share, recovery-auto, email-index, session-hash).";
    assert!(told.contains(which) && told.contains("Put the folder back from your copy"), "{told}");
    assert!(!keys.exists());

    LocalKms::create(&keys).expect("other ones");
    let names = "(other ones: auth-share, recovery-auto, email-index, session-hash)";
    // So that a server which would start with them ends as well.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let bind = format!("bind = \"{}\"\n{CONFIG}", taken.local_addr().expect("an address"));
    for command in [&["kms", "create"][..], &["doctor"], &["serve"]] {
        // Whoever asks there is not answered.
        let text = if command == ["serve"] { &*bind } else { CONFIG };
        fs::write(folder.join("latchkit.toml"), text).expect("a file");
        let told = said(folder, command);
        let why = "The keys in FOLDER/keys are not all that the database ";
        assert!(told.starts_with("1\n") && told.contains(why) && told.contains(names), "{told}");
        assert!(command != ["doctor"] || told.contains("FAIL  vault.keys: The keys in"), "{told}");
    }
    fs::write(folder.join("latchkit.toml"), CONFIG).expect("a file");
    // One alone is of no use, whichever it is.
    for purpose in ["auth-share", "recovery-auto", "email-index", "session-hash"] {
        fs::remove_dir_all(&keys).expect("gone");
        let copied = Command::new("cp").arg("-r").arg(folder.join("kept")).arg(&keys).status();
        assert!(copied.expect("cp runs").success());
        assert!(said(folder, &["kms", "create"]).starts_with("0\nAll keys are there already"));
        let file = keys.join(purpose).with_extension("key");
        fs::remove_file(&file).expect("gone");
        let told = said(folder, &["kms", "create"]);
        assert!(told.contains(&format!("FOLDER/keys ({purpose})")) && !file.exists(), "{told}");
        LocalKms::create(&keys).expect("another one");
        let told = said(folder, &["doctor"]);
        assert!(told.contains(&format!("(other ones: {purpose})")), "{told}");
    }
}

#[tokio::test]
async fn a_row_that_somebody_changed_keeps_no_server_from_starting() {
    let (at, _) = two_wallets().await;
    let folder = at.app.folder();
    let mut rows = Other::open(folder).await;
    rows.run("UPDATE wallets SET key_sealed = 'x' WHERE id = (SELECT MIN(id) FROM wallets)").await;
    rows.run(
        "UPDATE identities SET code = 'x' WHERE subject = (SELECT MIN(subject) FROM identities)",
    )
    .await;
    let told = said(folder, &["kms", "create"]);
    assert!(told.starts_with("0\nAll keys are there already"), "{told}");
}
