//! What `latchkit doctor` says of whom the server asks about chains and accounts: nodes, their sockets, hosted APIs and
//! explorers.

use crate::doctor::{Setup, lines, whole_node};
use crate::fake_node::{FakeNode, nowhere};
use crate::hosted_api::HostedApi;
use crate::seeded;
use insta::assert_snapshot;

#[tokio::test]
async fn what_a_node_does_not_do_of_what_accounts_need_is_told() {
    let said = async |node: &FakeNode| {
        let more = format!("[chains]\n\"eip155:5\" = [\"{}\"]\n", node.url);
        let said = lines(&Setup::new(&more), &[], "eip155:5").await;
        let asked = node.asked().join("\n");
        assert_eq!(
            ["eth_call", "eth_getLogs"].map(|it| asked.matches(it).count()),
            [1, 1],
            "{asked}"
        );
        said
    };
    assert_snapshot!(said(&whole_node("", true).await).await, @"ok    eip155:5 at 127.0.0.1: it answers, and is on that chain");
    assert_snapshot!(said(&whole_node("eth_getLogs", true).await).await, @r"
    ok    eip155:5 at 127.0.0.1: it answers, and is on that chain
    warn  eip155:5 at 127.0.0.1: no search for logs is answered (no such method): what accounts did, their NFTs and what pages subscribe to are not told by it; have `eth_getLogs` without an address allowed there, or name another node under [chains]
    ");
    assert_snapshot!(said(&whole_node("", false).await).await, @r"
    ok    eip155:5 at 127.0.0.1: it answers, and is on that chain
    warn  eip155:5 at 127.0.0.1: many contracts cannot be asked at once (no Multicall3 is there): each token takes a call, and some balances, prices and NFTs are not told; have `eth_call` of Multicall3 allowed there, or name another node under [chains]
    ");
    let chain = seeded::chain();
    let more = format!("[chains]\n\"eip155:31337\" = [\"{}\"]\n", chain.url);
    let said = lines(&Setup::new(&more), &[], "eip155:31337").await;
    assert_snapshot!(said, @"ok    eip155:31337 at 127.0.0.1: it answers, and is on that chain");
}

#[tokio::test]
async fn each_hosted_api_is_asked_once_and_told_of() {
    let key = "SECRET";
    let said = async |status: u16, body: &'static str| {
        HostedApi::answering(move |_| (status, body.to_owned())).await
    };
    let sound = said(200, "{}").await;
    let hosted = async |llama: &HostedApi, gecko: &HostedApi, zerion: &HostedApi| {
        let more = format!(
            "[hosted]\ndefillama = {{ url = \"{}\" }}\ncoingecko = {{ url = \"{}\", key = \"{key}\" }}\n\
             zerion = {{ url = \"{}\", key = \"{key}\" }}\n",
            llama.url, gecko.url, zerion.url
        );
        lines(&Setup::new(&more), &[], "hosted.").await
    };
    assert_snapshot!(hosted(&sound, &sound, &sound).await, @r"
    ok    hosted.defillama at 127.0.0.1: it answers
    ok    hosted.coingecko at 127.0.0.1: it answers, and takes the key
    ok    hosted.zerion at 127.0.0.1: it answers, and takes the key
    ");
    let asked = sound.asked();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().any(|it| it.path == "/prices/current/coingecko:ethereum"), "{asked:?}");
    assert!(asked.iter().any(|it| it.path == "/simple/token_price/ethereum"), "{asked:?}");
    assert!(asked.iter().any(|it| it.path == "/chains/"), "{asked:?}");
    let (refusing, limited, page) =
        (said(401, "{}").await, said(429, "").await, said(200, "<html>").await);
    assert_snapshot!(hosted(&limited, &refusing, &refusing).await, @r"
    warn  hosted.defillama at 127.0.0.1: it takes no more for now (429): ask for a larger plan where that happens often; until then prices are those of pools, and of what else is named
    FAIL  hosted.coingecko at 127.0.0.1: it does not take the key (401): correct `key`, or leave coingecko out of [hosted]; until then prices are those of pools, and of what else is named
    FAIL  hosted.zerion at 127.0.0.1: it does not take the key (401): correct `key`, or leave zerion out of [hosted]; until then balances and histories are those of nodes and the index
    ");
    assert_snapshot!(hosted(&refusing, &page, &said(500, "").await).await, @r"
    FAIL  hosted.defillama at 127.0.0.1: it asks for a key (401): correct `key`, or leave defillama out of [hosted]; until then prices are those of pools, and of what else is named
    warn  hosted.coingecko at 127.0.0.1: something else answers: see whether this machine may ask it, and correct `url`; until then prices are those of pools, and of what else is named
    warn  hosted.zerion at 127.0.0.1: it does not answer (status 500): see whether this machine may ask it, and correct `url`; until then balances and histories are those of nodes and the index
    ");
}

#[tokio::test]
async fn each_explorer_is_asked_once_and_told_of() {
    let explorer = async |body: &'static str| {
        let explorer = HostedApi::answering(move |_| (200, body.to_owned())).await;
        let more = format!(
            "[history.explorers.\"eip155:1\"]\nurl = \"{}/api\"\nkey = \"SECRET\"\n",
            explorer.url
        );
        let line = lines(&Setup::new(&more), &[], "history.explorers").await;
        assert_eq!((explorer.asked().len(), line.contains("SECRET")), (1, false));
        line
    };
    assert_snapshot!(explorer(r#"{"status":"0","message":"No transactions found","result":[]}"#).await, @"ok    history.explorers.eip155:1 at 127.0.0.1: it answers");
    assert_snapshot!(explorer(r#"{"status":"0","message":"NOTOK","result":"Invalid API Key (#err2)|1 "}"#).await, @"warn  history.explorers.eip155:1 at 127.0.0.1: it tells no history (Invalid API Key (#err2)|1 ): correct its `url` and `key`; until then the index tells what it knows");
    assert_snapshot!(explorer("<html>").await, @"warn  history.explorers.eip155:1 at 127.0.0.1: it tells no history (it answers something else): correct its `url` and `key`; until then the index tells what it knows");
}

#[tokio::test]
async fn sockets_of_nodes_are_opened_and_told_of() {
    let chain = seeded::chain();
    let socket = chain.url.replace("http://", "ws://");
    let away = nowhere().await.replace("http://", "ws://");
    let more = format!(
        "[node_sockets]\n\"eip155:31337\" = [\"{socket}\", \"{away}\"]\n\"eip155:5\" = [\"{socket}\"]\n"
    );
    assert_snapshot!(lines(&Setup::new(&more), &[], "node_sockets").await, @r"
    ok    node_sockets eip155:31337 at 127.0.0.1: it is on that chain, and tells of new blocks
    warn  node_sockets eip155:31337 at 127.0.0.1: it is of no use (tcp connect error): correct the URL or the chain under [node_sockets]; where none of a chain is, the nodes under [chains] are asked for new blocks, up to twice a second
    warn  node_sockets eip155:5 at 127.0.0.1: it is of no use (it is of another chain): correct the URL or the chain under [node_sockets]; where none of a chain is, the nodes under [chains] are asked for new blocks, up to twice a second
    ");
}
