//! The images of wallets, networks, currencies and tokens.

use crate::test_app::{PROJECT, Reply, TestApp};
use crate::wallets::{id, registry};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// Everything that is said of an image but its bytes.
fn status_and_headers(said: &Reply) -> String {
    let names = [
        "content-type",
        "cache-control",
        "cross-origin-resource-policy",
        "x-content-type-options",
        "content-security-policy",
        "access-control-allow-origin",
    ];
    let headers = names.map(|name| format!("{name}: {}\n", said.header(name)));
    format!("{}\n{}", said.status, headers.concat())
}

/// The image ids of a directory, by name.
async fn image_ids(app: &TestApp) -> Value {
    let said = app.get(&format!("/getWallets?projectId={PROJECT}")).await;
    let page: Value = serde_json::from_slice(&said.body).expect("JSON");
    let rows = page["data"].as_array().expect("a list");
    rows.iter()
        .map(|row| (row["name"].as_str().expect("a name").to_owned(), row["image_id"].clone()))
        .collect()
}

#[tokio::test]
async fn a_wallets_image_never_changes_under_its_id() {
    let app = TestApp::with(&[], |_| {}).await;
    let ids = image_ids(&app).await;
    let image = ids["MetaMask"].as_str().expect("an id");
    let path = format!("/getWalletImage/{image}?projectId={PROJECT}&st=x");
    let said = app.get(&path).await;
    assert_snapshot!(status_and_headers(&said), @r"
    200
    content-type: image/svg+xml
    cache-control: public, max-age=31536000, immutable
    cross-origin-resource-policy: cross-origin
    x-content-type-options: nosniff
    content-security-policy: default-src 'none'; frame-ancestors 'none'
    access-control-allow-origin: *
    ");
    assert_eq!(said.header("etag"), format!("\"{image}\""));
    let mark = include_bytes!("../../registry/icons/wallets/metamask.svg");
    assert_eq!(&said.body[..], mark, "it is MetaMask's own");
    for tag in [said.header("etag"), &format!("\"x\", {}", said.header("etag"))] {
        let again = app.ask("GET", &path, &[("if-none-match", tag)], "").await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(again.header("access-control-allow-origin"), "*");
    }
}

#[tokio::test]
async fn an_operators_icon_is_served_byte_by_byte() {
    let file = registry(&json!([
        {"id": id(1), "name": "Harbor", "icon": "icons/harbor.svg"},
        {"id": id(2), "name": "Meadow", "icon": "meadow.webp"},
        {"id": id(3), "name": "</title><script>"},
        {"id": id(4), "name": "Quay", "color": "#ffe9a8"},
        {"id": id(5), "name": "Basalt", "color": "#101010"},
    ]));
    let folder = file.parent().expect("a folder");
    std::fs::create_dir(folder.join("icons")).expect("a folder");
    let path = "<path d=\"M0 0\"/>".repeat(200);
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{path}</svg>");
    let webp = b"RIFF\x20\0\0\0WEBPVP8L\x14\0\0\0\x2f";
    std::fs::write(folder.join("icons/harbor.svg"), &svg).expect("a file");
    std::fs::write(folder.join("meadow.webp"), webp).expect("a file");
    let app = TestApp::with(&[], |config| config.wallets = Some(file)).await;
    let ids = image_ids(&app).await;
    let get = async |name: &str| {
        let image = ids[name].as_str().expect("an id");
        let path = format!("/getWalletImage/{image}?projectId={PROJECT}");
        app.ask("GET", &path, &[("accept-encoding", "br, gzip")], "").await
    };
    let harbor = get("Harbor").await;
    assert_eq!((harbor.header("content-encoding"), &harbor.body[..]), ("", svg.as_bytes()));
    let meadow = get("Meadow").await;
    assert_eq!((meadow.header("content-type"), &meadow.body[..]), ("image/webp", &webp[..]));
    let drawn = get("</title><script>").await;
    assert!(!String::from_utf8_lossy(&drawn.body).contains("<script"));
    for (name, ground, ink) in [("Quay", "#ffe9a8", "#000"), ("Basalt", "#101010", "#fff")] {
        let drawn = get(name).await;
        let text = String::from_utf8_lossy(&drawn.body);
        let letter = format!("fill=\"{ink}\">{}</text>", &name[..1]);
        assert!(text.contains(ground) && text.contains(&letter), "{text}");
        assert!(!text.contains("style"), "it shows under default-src 'none'");
    }
}

#[tokio::test]
async fn networks_currencies_and_tokens_have_their_marks() {
    let app = TestApp::with(&[], |_| {}).await;
    let network = app.get("/public/getAssetImage/eip155:1").await;
    assert_snapshot!(status_and_headers(&network), @r"
    200
    content-type: image/svg+xml
    cache-control: public, max-age=86400
    cross-origin-resource-policy: cross-origin
    x-content-type-options: nosniff
    content-security-policy: default-src 'none'; frame-ancestors 'none'
    access-control-allow-origin: *
    ");
    let ethereum = include_str!("../../registry/icons/networks/eip155/1.svg");
    let bitcoin = include_str!("../../registry/icons/currencies/btc.svg");
    let usdc = include_str!("../../registry/icons/currencies/usdc.svg");
    for (path, shown) in [
        ("/public/getAssetImage/eip155:1", ethereum),
        ("/public/getAssetImage/eip155%3A1?projectId=any&st=x", ethereum),
        ("/public/getAssetImage/eip155:11155111", ethereum),
        ("/public/getAssetImage/eip155:31337", ">L</text>"),
        ("/public/getCurrencyImage/eur", ">€</text>"),
        ("/public/getCurrencyImage/BTC", bitcoin),
        ("/public/getTokenImage/btc", bitcoin),
        ("/public/getTokenImage/usdc", usdc),
        ("/public/getTokenImage/weth", ">WETH</text>"),
    ] {
        let said = app.get(path).await;
        let text = String::from_utf8(said.body.to_vec()).expect("text");
        assert!(said.status == 200 && text.contains(shown), "{path} {text}");
        let known = [("if-none-match", said.header("etag"))];
        assert_eq!(app.ask("GET", path, &known, "").await.status, 304, "{path}");
    }
    let (lower, upper) = ("/public/getTokenImage/dai", "/public/getTokenImage/DAI");
    assert_eq!(app.get(lower).await.body, app.get(upper).await.body);
}

/// A page asks for the image of each network of its host: a refusal would stand in the console.
#[tokio::test]
async fn a_network_that_nobody_knows_is_no_failure() {
    let app = TestApp::with(&[], |_| {}).await;
    let said = app.get("/public/getAssetImage/eip155:99999999?projectId=any").await;
    assert_snapshot!(status_and_headers(&said), @r"
    204
    content-type: 
    cache-control: public, max-age=86400
    cross-origin-resource-policy: cross-origin
    x-content-type-options: nosniff
    content-security-policy: default-src 'none'; frame-ancestors 'none'
    access-control-allow-origin: *
    ");
    assert!(said.body.is_empty());
}

#[tokio::test]
async fn what_has_no_image_is_told_as_json() {
    let app = TestApp::with(&[], |_| {}).await;
    let wallet = format!("/getWalletImage/{}?projectId={PROJECT}", "0".repeat(32));
    assert_snapshot!(app.get(&wallet).await.status_and_body(), @r#"404 {"status":"FAILED","reasons":[{"field":"id","description":"There is no image of this id."}]}"#);
    for path in [
        "/public/getAssetImage/Ethereum",
        "/public/getAssetImage/..%2f..%2fetc%2fpasswd",
        "/public/getCurrencyImage/xyz",
        "/public/getTokenImage/%3Cscript%3E",
        &wallet,
    ] {
        let said = app.get(path).await;
        assert_eq!((said.status, said.header("content-type")), (404, "application/json"), "{path}");
        assert_eq!(said.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_wallets_image_is_the_same_for_everybody_and_needs_no_database() {
    let app = TestApp::with(&[], |_| {}).await;
    let ids = image_ids(&app).await;
    let path = format!("/getWalletImage/{}", ids["MetaMask"].as_str().expect("an id"));
    app.db().close().await;
    let unknown = "0".repeat(32);
    for query in ["", "?projectId=x", &format!("?projectId={unknown}")] {
        assert_eq!(app.get(&format!("{path}{query}")).await.status, 200, "{query}");
    }
    assert_eq!(app.get(&format!("/getWallets?projectId={unknown}")).await.status, 500);
}
