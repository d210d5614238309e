//! The keys of the vault as an operator handles them.

use crate::program::{exit_code_and_output, run};
use crate::test_app::folder;
use insta::assert_snapshot;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

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
    Made in keys: auth-share, recovery-auto, otp-pepper, email-index, session-hash, passphrase-pepper.
    Keep a copy of the folder where the database's copies are not: without these keys nobody gets
    into a wallet any more, and with both anybody does.
    ");
    assert_snapshot!(said(&folder, &["kms", "create"]), @"
    0
    All keys are there already.
    ");
    let before = fs::read(folder.join("keys/auth-share.key")).expect("a key");
    assert_snapshot!(said(&folder, &["kms", "rotate"]), @"
    0
    auth-share: a new key. Keep the old one beside it, and copy the folder again.
    recovery-auto: a new key. Keep the old one beside it, and copy the folder again.
    ");
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
