//! The files of the package.

use crate::test_app::{TestApp, folder};
use insta::assert_snapshot;
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
async fn another_version_is_named() {
    let (app, _) = app_with_files().await;
    let said = app.get("/assets/0.0.0/latchkit.js").await.status_and_body();
    assert_snapshot!(said.replace(VERSION, "VERSION"), @r#"404 {"status":"FAILED","reasons":[{"field":"version","description":"This server holds the assets of version VERSION."}]}"#);
}
