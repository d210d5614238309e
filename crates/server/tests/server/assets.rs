//! The files of the package.

use crate::test_app::{TestApp, folder};
use insta::assert_snapshot;
use serde_json::Value;
use server::VERSION;
use std::path::Path;

async fn app_with_files() -> (TestApp, std::path::PathBuf) {
    let top = folder();
    let package = top.join("package");
    std::fs::create_dir_all(package.join("text")).expect("a folder");
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).expect("a file");
    write(&package.join("latchkit.js"), b"export {}");
    write(&package.join("engine-a1b2c3d4.wasm"), &b"\0asm\x01\0\0\0".repeat(200));
    write(&package.join("text/de-0a1b2c3d.js"), b"export default 1");
    write(&package.join(".env"), b"KEY=1");
    write(&top.join("secret.txt"), b"secret");
    std::os::unix::fs::symlink(top.join("secret.txt"), package.join("link.txt")).expect("a link");
    let assets = package.clone();
    (TestApp::with(&[], |config| config.assets = Some(assets)).await, package)
}

#[tokio::test]
async fn files_come_with_their_type_and_to_any_origin() {
    let (app, _) = app_with_files().await;
    for (file, kind, cached) in [
        ("latchkit.js", "text/javascript; charset=utf-8", "no-cache"),
        ("engine-a1b2c3d4.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        (
            "text/de-0a1b2c3d.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let said = app.get(&format!("/assets/{VERSION}/{file}")).await;
        assert_eq!(said.status, 200, "{file}");
        assert_eq!(said.header("content-type"), kind);
        assert_eq!(said.header("cache-control"), cached);
        assert_eq!(said.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(said.header("access-control-allow-origin"), "*");
        assert_eq!(said.header("x-content-type-options"), "nosniff");
        assert_eq!(said.header("vary"), "accept-encoding");
    }
}

#[tokio::test]
async fn files_are_compressed_as_the_client_takes_them() {
    let (app, _) = app_with_files().await;
    let path = &format!("/assets/{VERSION}/engine-a1b2c3d4.wasm");
    let plain = app.get(path).await;
    assert_eq!((plain.header("content-encoding"), plain.body.len()), ("", 1600));
    for coding in ["br", "gzip"] {
        let said = app.ask("GET", path, &[("accept-encoding", coding)], "").await;
        assert_eq!(said.header("content-encoding"), coding);
        assert_eq!(said.header("content-type"), "application/wasm");
        assert!(said.body.len() < 100, "{coding}: {} bytes", said.body.len());
    }
}

#[tokio::test]
async fn a_file_that_changed_is_read_again() {
    let (app, package) = app_with_files().await;
    let path = &format!("/assets/{VERSION}/latchkit.js");
    let first = app.get(path).await;
    let known = [("if-none-match", first.header("etag"))];
    assert_eq!(app.ask("GET", path, &known, "").await.status, 304);
    std::fs::write(package.join("latchkit.js"), "export { changed }").expect("a file");
    let said = app.ask("GET", path, &known, "").await;
    assert_snapshot!(said.status_and_body(), @"200 export { changed }");
}

#[tokio::test]
async fn nothing_outside_the_folder_is_served() {
    let (app, _) = app_with_files().await;
    for file in [
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "text/../../secret.txt",
        "..%5csecret.txt",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "link.txt",
        ".env",
        "text",
        "text/",
        "latchkit.js%00.png",
        "",
    ] {
        let said = app.get(&format!("/assets/{VERSION}/{file}")).await;
        assert_eq!(said.status, 404, "{file}: {}", said.status_and_body());
    }
}

#[tokio::test]
async fn a_file_of_another_build_is_told_from_a_wrong_path() {
    let (app, _) = app_with_files().await;
    let said = app.get(&format!("/assets/{VERSION}/engine-00000000.wasm")).await.status_and_body();
    let health: Value = serde_json::from_slice(&app.get("/health").await.body).expect("JSON");
    let commit = health["commit"].as_str().expect("text");
    let said = said.replace(VERSION, "VERSION").replace(commit, "COMMIT");
    assert_snapshot!(said, @r#"404 {"status":"FAILED","reasons":[{"field":"file","description":"This server holds another build of VERSION: its own is that of commit COMMIT."}]}"#);
}

/// What a server of the version before left there, as `kept_assets.rs` writes it.
#[tokio::test]
async fn a_page_that_was_built_before_an_upgrade_goes_on() {
    let kept = folder().join("kept");
    std::fs::create_dir_all(kept.join("0.0.9/text")).expect("a folder");
    std::fs::write(kept.join("0.0.9/text/de-0a1b2c3d.js"), "export default 9").expect("a file");
    let list =
        "b46162a6be359e95777926278cbc17141c0555749450578b32d3b91befcdde7e  text/de-0a1b2c3d.js\n";
    std::fs::write(kept.join("0.0.9/SHA3-256SUMS"), list).expect("a file");
    std::fs::write(kept.join("0.0.9/more.js"), "not on the list").expect("a file");
    let place = kept.clone();
    let app = TestApp::with(&[], |config| config.kept_assets = Some(place)).await;
    let said = app.get("/assets/0.0.9/text/de-0a1b2c3d.js").await;
    assert_eq!((said.status, &said.body[..]), (200, &b"export default 9"[..]));
    assert_eq!(said.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(said.header("cross-origin-resource-policy"), "cross-origin");
    for path in ["0.0.9/more.js", "0.0.9/SHA3-256SUMS", "0.0.9/../0.0.9/more.js", "0.0.8/a.js"] {
        assert_eq!(app.get(&format!("/assets/{path}")).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn another_version_is_named() {
    let (app, _) = app_with_files().await;
    let said = app.get("/assets/0.0.0/latchkit.js").await.status_and_body();
    assert_snapshot!(said.replace(VERSION, "VERSION"), @r#"404 {"status":"FAILED","reasons":[{"field":"version","description":"This server holds the assets of version VERSION."}]}"#);
}
