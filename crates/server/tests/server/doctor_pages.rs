//! What `latchkit doctor --host` says of the page that embeds the modal, and the policy for it that `latchkit csp` prints.

use crate::doctor::{Setup, page, without_port};
use crate::program::{exit_code_and_output, run};
use crate::test_app::folder;
use insta::assert_snapshot;
use std::path::{Path, PathBuf};

#[tokio::test]
async fn a_page_that_would_break_the_modal_is_told_what_to_write() {
    let setup = Setup::new("");
    let policy = "default-src 'self'; script-src 'none'; img-src *; sandbox allow-scripts";
    let headers = [
        ("content-security-policy", policy),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("x-frame-options", "DENY"),
        ("permissions-policy", "camera=(), clipboard-write=()"),
    ];
    let html = r#"<head><meta http-equiv="Content-Security-Policy" content="connect-src
        https://shop.example; upgrade-insecure-requests">"#;
    let page = page(&headers, html).await;
    let said = setup.run(&["doctor", "--host", &page]).await;
    let about_page: Vec<&str> =
        said.lines().skip_while(|line| !line.contains("the page")).collect();
    assert_snapshot!(without_port(&about_page.join("\n"), &page, ":PAGE"), @r#"
    ok    the page http://127.0.0.1:PAGE/shop answers 200
    ok    the page may ask http://localhost:PORT as far as schemes go
    FAIL  the policy: script-src lacks `'self'` (or `http://localhost:PORT`): the package cannot be loaded; write `script-src 'self' 'wasm-unsafe-eval'`
    FAIL  the policy: script-src lacks `'wasm-unsafe-eval'`: the engine is WebAssembly and cannot start; write `script-src 'self' 'wasm-unsafe-eval'`
    FAIL  the policy: connect-src lacks `http://localhost:PORT`: it is for what the modal asks the server; write `connect-src 'self' http://localhost:PORT ws://localhost:PORT`
    ok    the policy allows `'self'` in connect-src
    warn  the policy: connect-src lacks `ws://localhost:PORT`: it is for the relay by which phones are reached; write `connect-src 'self' http://localhost:PORT ws://localhost:PORT`
    warn  the policy: img-src lacks `data:`: it is for icons of browser wallets (else their first letter is drawn); write `img-src * data: blob:`
    warn  the policy: img-src lacks `blob:`: it is for images that the modal makes; write `img-src * data: blob:`
    ok    the policy allows `http://localhost:PORT` in img-src
    warn  the policy: frame-src lacks `http://127.0.0.1:PORT`: it is for signing in by e-mail, once that is set up; write `frame-src 'self' http://127.0.0.1:PORT`
    FAIL  the policy: sandbox lacks allow-same-origin: the page has no origin, so no storage and no access; add allow-same-origin
    warn  the policy: sandbox lacks allow-popups: wallets that open a window cannot, nor do links; add allow-popups
    ok    the policy in <meta> allows scripts of the page's own origin
    ok    the policy in <meta> lets WebAssembly be compiled
    FAIL  the policy in <meta>: connect-src lacks `http://localhost:PORT`: it is for what the modal asks the server; write `connect-src https://shop.example http://localhost:PORT 'self' ws://localhost:PORT`
    warn  the policy in <meta>: connect-src lacks `'self'`: it is for the WebAssembly beside the package's entry (else it comes from the server); write `connect-src https://shop.example http://localhost:PORT 'self' ws://localhost:PORT`
    warn  the policy in <meta>: connect-src lacks `ws://localhost:PORT`: it is for the relay by which phones are reached; write `connect-src https://shop.example http://localhost:PORT 'self' ws://localhost:PORT`
    ok    the policy in <meta> allows `data:` in img-src
    ok    the policy in <meta> allows `blob:` in img-src
    ok    the policy in <meta> allows `http://localhost:PORT` in img-src
    ok    the policy in <meta> allows `http://127.0.0.1:PORT` in frame-src
    warn  Cross-Origin-Opener-Policy: same-origin breaks popups of other origins: wallets that open a window of their own, and social sign-in, cannot answer the page; write `Cross-Origin-Opener-Policy: same-origin-allow-popups`
    ok    Cross-Origin-Embedder-Policy: require-corp is fine, because the server's files and images carry `Cross-Origin-Resource-Policy: cross-origin` and all else is asked with CORS
    ok    X-Frame-Options: deny is fine, because Latchkit's frame is inside the page; only wallets that open sites in a frame of theirs, such as Safe, cannot open this one
    warn  Permissions-Policy: clipboard-write=() forbids copying: addresses cannot be copied with a click; write `clipboard-write=(self)` there
    latchkit: 5 of 39 checks failed.
    "#);
}

#[tokio::test]
async fn an_origin_that_the_project_does_not_allow_is_named() {
    let setup = Setup::new("");
    let id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let allowing = ["--add-origin", "https://shop.example"];
    setup
        .run(&[&["project", "create", "--name", "Shop", "--id", id], &allowing[..]].concat())
        .await;
    let _server = setup.serve();
    let page = page(&[], "").await;
    let said = setup.run(&["doctor", "--host", &page, "--project", id]).await;
    let line = said.lines().find(|line| line.contains("allowed origins")).expect(&said);
    assert_snapshot!(without_port(line, &page, ":PAGE"), @r#"FAIL  project aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa from http://127.0.0.1:PAGE: http://127.0.0.1:PAGE is not among the project's allowed origins: allow it: `latchkit project set aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa --add-origin http://127.0.0.1:PAGE`"#);
}

#[test]
fn the_policy_fits_the_configuration_and_the_page() {
    let folder: PathBuf = folder();
    let csp = |arguments: &[&str]| csp(&folder, arguments);
    assert_snapshot!(csp(&[]), @r#"
    0
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob: https://w.example; connect-src 'self' https://w.example wss://w.example; frame-src https://vault.w.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    "#);
    assert_snapshot!(csp(&["--host-origin", "https://w.example"]), @r#"
    0
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' wss://w.example; frame-src https://vault.w.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    "#);
    assert_snapshot!(csp(&["--scripts-from-server"]), @r#"
    0
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval' https://w.example; style-src 'self'; img-src 'self' data: blob: https://w.example; connect-src 'self' https://w.example wss://w.example; frame-src https://vault.w.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    "#);
    assert_snapshot!(csp(&["--host-origin", "shop"]).lines().take(2).collect::<Vec<_>>().join("\n"), @r#"
    2
    error: invalid value 'shop' for '--host-origin <ORIGIN>': it is not an origin such as https://api.example.com: http:// or https://, a host, and a port where it is not the scheme's own
    "#);
}

fn csp(folder: &Path, arguments: &[&str]) -> String {
    std::fs::write(
        folder.join("latchkit.toml"),
        "public_url = \"https://w.example\"\nvault_url = \"https://vault.w.example\"\n",
    )
    .expect("a file");
    exit_code_and_output(folder, &run(folder, &[&["csp"], arguments].concat()))
}
