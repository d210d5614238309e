//! What `latchkit doctor` says of what signing in by e-mail takes: keys, a mail server, the frame, and the page around it.

use crate::doctor::{Setup, lines, page};
use crate::fake_node::nowhere;
use crate::vault_mail::MailServer;
use insta::assert_snapshot;
use server::listen::bind;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use tokio::io::AsyncWriteExt;

/// What it takes to have people sign in by e-mail.
fn with_email(smtp: &str) -> Setup {
    Setup::new(&format!(
        "[vault]\nkeys = \"keys\"\nsmtp = \"{smtp}\"\nfrom = \"a@b.example\"\nframe = \"frame\"\n"
    ))
}

#[tokio::test]
async fn what_signing_in_by_email_takes_is_looked_at() {
    let mails = MailServer::start();
    let setup = with_email(&format!("smtp://127.0.0.1:{}", mails.port));
    let said = async || lines(&setup, &[], "vault.").await;
    assert_snapshot!(said().await, @r"
    FAIL  vault.keys: The key file keys/auth-share.key cannot be read (No such file or directory (os error 2)). `latchkit kms create` makes those that are missing; one that was there before comes from your copy.
    ok    vault.smtp 127.0.0.1: it answers, and lets this server in
    FAIL  vault.frame: The folder frame is not there. Build it with `cargo xtask web`, or name another with vault.frame.
    ");
    setup.run(&["kms", "create"]).await;
    let frame = setup.folder.join("frame");
    std::fs::create_dir(&frame).expect("a folder");
    assert_snapshot!(said().await, @r"
    ok    vault.keys keys: all are there, for their owner alone
    ok    vault.smtp 127.0.0.1: it answers, and lets this server in
    FAIL  vault.frame frame: no frame.html: nobody can sign in; build it with `cargo xtask web` and name its folder with `frame` under [vault]
    ");
    std::fs::write(frame.join("frame.html"), "<!doctype html>").expect("a file");
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(setup.folder.join("keys/otp-pepper.key"), open).expect("set");
    assert_snapshot!(said().await, @r"
    FAIL  vault.keys: The key file keys/otp-pepper.key can be read or changed by others. `chmod 600` it, and think of who may have read it.
    ok    vault.smtp 127.0.0.1: it answers, and lets this server in
    ok    vault.frame frame: the page is there
    ");
}

#[tokio::test]
async fn a_mail_server_that_takes_nothing_of_ours_is_told_without_its_password() {
    let said = async |smtp: &str| {
        let setup = with_email(smtp);
        let whole = setup.run(&["doctor"]).await;
        assert!(!whole.contains("SECRET"), "{whole}");
        lines(&setup, &[], "vault.smtp").await
    };
    let mails = MailServer::start();
    // It lets in whoever does not say who they are, and nobody else.
    let stranger = format!("smtp://latchkit:SECRET@127.0.0.1:{}", mails.port);
    assert_snapshot!(said(&stranger).await, @"FAIL  vault.smtp 127.0.0.1: it does not let this server in (535): nobody gets a code; correct user and password of `smtp`, where a sign such as @ is written %40");
    let away = nowhere().await.replace("http://", "smtp://latchkit:SECRET@");
    assert_snapshot!(said(&away).await, @"FAIL  vault.smtp 127.0.0.1: it is of no use (Connection error: Connection refused (os error 111)): nobody gets a code; start it, let this machine reach it, or correct `smtp`");
    assert_snapshot!(said(&refusing_all().await).await, @"FAIL  vault.smtp 127.0.0.1: it is of no use (it answers 554): nobody gets a code; start it, let this machine reach it, or correct `smtp`");
}

/// A mail server that wants nobody's mails.
async fn refusing_all() -> String {
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
    let url = format!("smtp://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            stream.write_all(b"554 No mails here\r\n").await.expect("it listens");
        }
    });
    url
}

#[tokio::test]
async fn a_page_in_which_nobody_could_sign_in_is_told_what_to_write() {
    let headers = [
        ("content-security-policy", "script-src 'self' 'wasm-unsafe-eval'; frame-src 'self'"),
        ("permissions-policy", "clipboard-write=(self)"),
    ];
    let page = page(&headers, "<!doctype html>").await;
    let setup = with_email("smtp://127.0.0.1:1");
    let said = async |begin: &str| lines(&setup, &["--host", &page], begin).await;
    assert_snapshot!(said("the policy: frame-src").await, @"FAIL  the policy: frame-src lacks `http://127.0.0.1:PORT`: it is for signing in by e-mail; write `frame-src 'self' http://127.0.0.1:PORT`");
    assert_snapshot!(said("Permissions-Policy").await, @r#"warn  Permissions-Policy: clipboard-write=(self) forbids copying in the vault's frame: the words of a wallet cannot be copied with a click; write `clipboard-write=(self "http://127.0.0.1:PORT")` there"#);
}

#[tokio::test]
async fn a_name_of_this_machine_at_a_port_where_nobody_listens_is_told() {
    let setup = Setup::new("");
    let _server = setup.serve();
    let dead = nowhere().await.replace("127.0.0.1", "vault.localhost");
    let file = setup.folder.join("latchkit.toml");
    let text = std::fs::read_to_string(&file).expect("a file");
    let vault_url = format!("vault_url = \"http://127.0.0.1:{}\"", setup.port);
    let changed = text.replace(&vault_url, &format!("vault_url = \"{dead}\""));
    assert_ne!(changed, text);
    std::fs::write(file, changed).expect("a file");
    let said = lines(&setup, &[], "vault_url").await;
    assert!(said.starts_with("FAIL  vault_url http://vault.localhost:"), "{said}");
}
