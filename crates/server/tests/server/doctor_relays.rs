//! What `latchkit doctor` says of the relays by which phones are reached: the server's own, and those of others.

use crate::doctor::{Setup, lines, page, without_port};
use insta::assert_snapshot;

#[tokio::test]
async fn a_wallet_of_a_relay_that_the_directory_has_not_got_is_told() {
    let setup = Setup::new(&format!(
        "[[walletconnect.relays]]\nurl = \"ws://localhost:1\"\nwallets = [{:?}]\n",
        crate::wallets::id(7)
    ));
    let said = lines(&setup, &[], "walletconnect").await;
    assert_snapshot!(said.replace(&crate::wallets::id(7), "ID"), @"warn  walletconnect.relays: the directory has no wallet ID: no visitor is led to it; `/getWallets` has the ids, and `wallets` adds wallets of your own");
}

#[tokio::test]
async fn a_relay_that_lets_no_page_in_is_told_with_its_words() {
    let relay = Setup::new(&format!(
        "[projects.{}]\nname = \"Shop\"\norigins = [\"https://shop.example\"]\n",
        "a".repeat(32)
    ));
    let _relay = relay.serve();
    let page = page(&[], "<!doctype html>").await;
    let no_relay = page.replace("http://", "ws://");
    let said = async |id: &str, arguments: &[&str]| {
        let at = |url: &str| {
            format!(
                "[[walletconnect.relays]]\nurl = \"{url}\"\nproject_id = \"{id}\"\nwallets = \"all\"\n"
            )
        };
        let here = format!("ws://localhost:{}/relay", relay.port);
        let setup = Setup::new(&[at(&here), at(&no_relay), at("ws://localhost:1")].concat());
        let said = lines(&setup, arguments, "relay ").await;
        let said = said.replace(&here, "RELAY").replace(&"a".repeat(32), "ID");
        without_port(&said, &page, ":PAGE")
    };
    let (known, unknown) = ("a".repeat(32), "b".repeat(32));
    assert_snapshot!(said(&known, &[]).await, @r"
    ok    relay RELAY: it lets project ID in; whether also a page of it is seen with --host
    FAIL  relay ws://127.0.0.1:PAGE/shop: it answers 200 to a WebSocket: no phone connects by it; correct `url` in [[walletconnect.relays]]
    FAIL  relay ws://localhost:1: it does not answer (client error (Connect): tcp connect error: Connection refused (os error 111)): no phone connects by it; correct `url` in [[walletconnect.relays]]
    ");
    for (id, arguments, words) in [
        (&unknown, &[][..], "FAIL  relay RELAY: it refuses pages (`Project not found`)"),
        (
            &known,
            &["--host", &page],
            "FAIL  relay RELAY: it refuses pages (`Unauthorized: origin not allowed`)",
        ),
    ] {
        let said = said(id, arguments).await;
        assert!(said.starts_with(words), "{said}");
    }
}

#[tokio::test]
async fn a_relay_is_asked_for_the_only_project_that_is_kept_and_what_it_lacks_is_told() {
    let setup = Setup::new("[[walletconnect.relays]]\nurl = \"ws://localhost:1\"\n");
    let said = lines(&setup, &[], "relay ").await;
    assert_snapshot!(said, @r#"
    warn  relay ws://localhost:1: it has no `project_id`, so it is told this server's projects, which only a server of the same ones knows; name the id that you have there
    warn  relay ws://localhost:1: it has no `wallets`, so nobody is led there but to those that a site brings; name them by the ids of `/getWallets`, or "all"
    FAIL  relay ws://localhost:1: it does not answer (client error (Connect): tcp connect error: Connection refused (os error 111)): no phone connects by it; correct `url` in [[walletconnect.relays]]
    "#);
    let setup = Setup::new("");
    let id = "a".repeat(32);
    setup.run(&["project", "create", "--name", "Shop", "--id", &id]).await;
    let _server = setup.serve();
    let said = lines(&setup, &[], "relay ").await.replace(&id, "ID");
    assert_snapshot!(said, @"ok    relay ws://localhost:PORT/relay: it lets project ID in; whether also a page of it is seen with --host");
    setup.run(&["project", "create", "--name", "Another"]).await;
    let said = lines(&setup, &[], "relay ").await;
    assert_snapshot!(said, @"ok    relay ws://localhost:PORT/relay: it opens sockets; whether it lets pages of a project in is seen with --project");
}

/// A proxy in front that speaks HTTP alone: everything else works.
#[tokio::test]
async fn a_proxy_that_hands_on_no_upgrade_is_found() {
    let proxy = page(&[], "<!doctype html>").await;
    let port = proxy.trim_end_matches("/shop").rsplit(':').next().expect("a port");
    let setup = Setup::new("");
    let file = setup.folder.join("latchkit.toml");
    let text = std::fs::read_to_string(&file).expect("it is there");
    let own = format!("public_url = \"http://localhost:{}\"", setup.port);
    let there = format!("public_url = \"http://localhost:{port}\"");
    std::fs::write(&file, text.replace(&own, &there)).expect("a file");
    let said = lines(&setup, &[], "relay ").await;
    assert_snapshot!(said.replace(port, "PROXY"), @"FAIL  relay ws://localhost:PROXY/relay: it answers 200 to a WebSocket: no phone connects by it; have the proxy in front hand on `Upgrade`");
    let setup = Setup::new("");
    let _server = setup.serve();
    let said = lines(&setup, &[], "relay ").await;
    assert_snapshot!(said, @"ok    relay ws://localhost:PORT/relay: it opens sockets; whether it lets pages of a project in is seen with --project");
}
