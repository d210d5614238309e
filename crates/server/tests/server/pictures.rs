//! Pictures that lie elsewhere: that pages have them from this server, and what a stranger may not do with them.

use crate::fake_names::{Records, asked};
use crate::history::{ask, in_folder, page};
use crate::local_chain::DAVE;
use crate::metrics::samples;
use crate::picture_host::{PictureHost, written};
use crate::seeded::{self, OWNER, Seeded};
use crate::test_app::{PROJECT, PUBLIC, Reply, TestApp, folder};
use chains::evm::contracts::hex;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use image::{ImageFormat, ImageReader};
use protocol::relay::base64;
use serde_json::Value;
use server::config::Config;
use server::config_values::{NamedPlace, NodeUrl};
use std::io::Cursor;
use std::time::{Duration, Instant};

const NONE: &str = r#"404 {"status":"FAILED","reasons":[{"field":"id","description":"There is no image of this id."}]}"#;

struct Set {
    app: TestApp,
    host: PictureHost,
    records: Records,
    node: crate::fake_node::FakeNode,
}

/// A server whose gateway of IPFS is a host of pictures on this machine, and names with avatars.
async fn set(set: impl FnOnce(&mut Config, &str)) -> Set {
    let (host, records) = (PictureHost::start().await, Records::default());
    let node = records.node().await;
    let app = TestApp::with(std::slice::from_ref(&node.url), |config| {
        "eip155:5".clone_into(&mut config.ens_chain);
        config.ipfs_gateway = host.gateway();
        set(config, &host.host);
    })
    .await;
    Set { app, host, records, node }
}

async fn avatar(app: &TestApp, address: &str) -> Option<String> {
    let said = app.get(&format!("/v1/identity/{address}?projectId={PROJECT}")).await;
    assert_eq!(said.status, 200, "{}", said.status_and_body());
    let found: Value = serde_json::from_slice(&said.body).expect("JSON");
    found["avatar"].as_str().map(str::to_owned)
}

/// The path of a URL, which is this server's.
fn path(url: &str) -> &str {
    url.strip_prefix(&format!("http://{PUBLIC}")).expect("this server's own")
}

impl Set {
    /// What is served for an avatar that leads there.
    async fn shown(&self, record: &str) -> Reply {
        let url = avatar(&self.app, &self.records.add(record)).await;
        self.app.get(path(&url.unwrap_or_else(|| panic!("{record} leads somewhere")))).await
    }

    async fn shown_at(&self, path: &str) -> Reply {
        self.shown(&PictureHost::ipfs(path)).await
    }

    /// What is served for an avatar that is an NFT with metadata there.
    async fn shown_of_nft(&self, metadata: &str) -> Reply {
        let (number, nft) = self.records.mint("erc721", metadata);
        let url = self.owned(number, &nft).await.expect("it is theirs");
        self.app.get(path(&url)).await
    }

    /// The avatar of the account of this number, whose name says that it is that NFT.
    async fn owned(&self, number: usize, nft: &str) -> Option<String> {
        avatar(&self.app, &self.records.set(number, nft)).await
    }
}

fn size(reply: &Reply) -> (u32, u32) {
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    let reader = ImageReader::new(Cursor::new(&reply.body)).with_guessed_format().expect("memory");
    reader.into_dimensions().expect("a picture")
}

#[tokio::test]
async fn an_avatar_is_shown_by_this_server_small_and_for_long() {
    let set = set(|_, _| {}).await;
    let address = set.records.add(&PictureHost::ipfs("/a.png"));
    let url = avatar(&set.app, &address).await.expect("it has one");
    assert_eq!(asked(&set.node), 2, "one call for the name, one for its avatar");
    assert_eq!(set.host.asked(), Vec::<String>::new(), "nobody is asked before it is shown");
    let shown = set.app.get(path(&url)).await;
    assert_eq!(size(&shown), (256, 128));
    assert!(shown.body.len() < 20_000, "{}", shown.body.len());
    for (name, want) in [
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(shown.header(name), want, "{name}");
    }
    let known = [("if-none-match", shown.header("etag"))];
    assert_eq!(set.app.ask("GET", path(&url), &known, "").await.status, 304);
    assert_eq!(set.host.asked(), ["/ipfs/bafy1/a.png"], "it was kept");
    assert_eq!(avatar(&set.app, &address).await, Some(url));
    assert_eq!(asked(&set.node), 2, "so is what the name says");
}

#[tokio::test]
async fn each_kind_of_picture_is_shown_whatever_it_is_said_to_be() {
    let set = set(|_, _| {}).await;
    for path in ["/a.png", "/a.jpg", "/a.webp", "/lies-of-text", "/to-picture"] {
        assert_eq!(size(&set.shown_at(path).await), (256, 128), "{path}");
    }
    let first = set.shown_at("/a.gif").await;
    assert_eq!(size(&first), (40, 20));
    let pixels = image::load_from_memory(&first.body).expect("a picture").into_rgb8();
    assert!(pixels.get_pixel(5, 5).0[0] > 200, "it is the first of them");
    let drawn = set.shown_at("/script.svg").await;
    assert_eq!(drawn.status_and_body(), NONE, "an SVG is drawn by nobody");
    assert_eq!(
        samples(&set.app, "latchkit_pictures_total").await,
        "latchkit_pictures_total{outcome=\"made\"} 6\nlatchkit_pictures_total{outcome=\"missing\"} 1"
    );
    let inline = base64::encode(&written(ImageFormat::Png));
    let record = format!("data:image/png;base64,{inline}");
    assert!(record.len() > 2_048, "the link does not hold it");
    let shown = set.shown(&record).await;
    assert_eq!(size(&shown), (256, 128));
    assert_eq!(shown.header("cache-control"), "public, max-age=86400");
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
    let shown = set.shown(&format!("data:image/png;base64,{dot}")).await;
    assert_eq!(size(&shown), (1, 1));
    assert_eq!(shown.header("cache-control"), "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn what_is_no_picture_or_asks_for_too_much_is_not_shown() {
    let set = set(|_, _| {}).await;
    for path in [
        "/lies-of-picture",
        "/bomb.png",
        "/half.png",
        "/empty.png",
        "/gone.png",
        "/fault.png",
        "/round",
        "/to-metadata-of-cloud",
        "/to-itself",
        "/to-file",
        "/to-inline",
        "/to-outside",
        "/declared-gigabyte",
        "/gigabyte",
    ] {
        let start = Instant::now();
        assert_eq!(set.shown_at(path).await.status_and_body(), NONE, "{path}");
        assert!(start.elapsed() < Duration::from_secs(4), "{path}");
    }
    let count = set.host.asked().len();
    assert_eq!(set.shown_at("/gone.png").await.status, 404);
    assert_eq!(set.host.asked().len(), count, "that there is none is kept, too");
}

#[tokio::test]
async fn a_slow_drip_ends_and_keeps_nobody_else_waiting() {
    let set = set(|_, _| {}).await;
    let start = Instant::now();
    let (drip, other) = tokio::join!(set.shown_at("/drip"), async {
        let shown = set.shown_at("/a.png").await;
        (shown.status, start.elapsed())
    });
    assert_eq!(drip.status_and_body(), NONE);
    assert!((4..8).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    assert!(other.0 == 200 && other.1 < Duration::from_secs(4), "{other:?}");
}

/// Neither where the operator named nothing, nor where it is for gateways of names or for IPFS.
#[tokio::test]
async fn nothing_inside_is_asked_for_a_stranger() {
    let nothing = set(|config, _| config.ipfs_gateway = None).await;
    for record in ["", "a.png", "file:///etc/passwd", "javascript:alert(1)", "ipfs://bafy1/a.png"] {
        assert_eq!(avatar(&nothing.app, &nothing.records.add(record)).await, None, "{record}");
    }
    let named = set(|config, host| {
        let all = [host, "127.0.0.1", "localhost", "[::1]", "169.254.169.254"];
        config.private_hosts = all.map(|it| NamedPlace::try_from(it.to_owned()).expect(it)).into();
    })
    .await;
    for set in [nothing, named] {
        for record in [
            set.host.url("/a.png"),
            set.host.url("/ipfs/bafy1/a.png"),
            "http://169.254.169.254/latest/meta-data".to_owned(),
            "https://127.0.0.1/a.png".to_owned(),
            "https://[::1]/a.png".to_owned(),
            "https://localhost/a.png".to_owned(),
            "https://2130706433/a.png".to_owned(),
            "https://user:secret@a.example/a.png".to_owned(),
        ] {
            assert_eq!(set.shown(&record).await.status_and_body(), NONE, "{record}");
            let metadata = format!("data:,{{\"image\":\"{record}\"}}");
            assert_eq!(set.shown_of_nft(&metadata).await.status_and_body(), NONE, "{record}");
            assert_eq!(set.shown_of_nft(&record).await.status_and_body(), NONE, "{record}");
        }
        assert_eq!(set.host.asked(), Vec::<String>::new());
        for path in ["/../../a.png", "/..%2f..%2fa.png", "/%2e%2e/%2e%2e/a.png", "/..\\..\\a.png"] {
            if let Some(url) = avatar(&set.app, &set.records.add(&PictureHost::ipfs(path))).await {
                assert_eq!(set.app.get(self::path(&url)).await.status_and_body(), NONE, "{path}");
            }
        }
        assert_eq!(set.host.asked(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_link_that_this_server_did_not_make_leads_nowhere() {
    let set = set(|_, _| {}).await;
    let place = PictureHost::ipfs("/a.png");
    let url = avatar(&set.app, &set.records.add(&place)).await.expect("one");
    let path = path(&url).to_owned();
    let mut other = path.clone().into_bytes();
    let last = other.len() - 2;
    other[last] = if other[last] == b'A' { b'B' } else { b'A' };
    let own = base64::encode_url(format!("0123456789abcdefp{place}").as_bytes());
    for forged in [
        String::from_utf8(other).expect("ASCII"),
        format!("/v1/picture/{own}"),
        format!("/v1/picture/{}", place.replace('/', "%2f")),
        "/v1/picture/x".to_owned(),
    ] {
        assert_eq!(set.app.get(&forged).await.status_and_body(), NONE, "{forged}");
    }
    assert_eq!(set.host.asked(), Vec::<String>::new());
    // Another node on the same database knows what this one named.
    let folder = set.app.folder().to_owned();
    let second =
        TestApp::in_folder(folder, &[], |config| config.ipfs_gateway = set.host.gateway()).await;
    assert_eq!(size(&second.get(&path).await), (256, 128));
    let stranger = TestApp::with(&[], |_| {}).await;
    assert_eq!(stranger.get(&path).await.status_and_body(), NONE);
}

#[tokio::test]
async fn an_nft_is_an_avatar_of_whoever_has_it() {
    let set = set(|_, _| {}).await;
    let (first, nft) = set.records.mint("erc721", &PictureHost::ipfs("/metadata.json"));
    let url = set.owned(first, &nft).await.expect("it is theirs");
    assert_eq!(size(&set.app.get(path(&url)).await), (256, 128));
    assert_eq!(set.host.asked(), ["/ipfs/bafy1/metadata.json", "/ipfs/bafy1/a.png"]);
    assert_eq!(avatar(&set.app, &set.records.add(&nft)).await, None, "it is somebody else's");
    let (second, edition) = set.records.mint("erc1155", &PictureHost::ipfs("/metadata.json?{id}"));
    let url = set.owned(second, &edition).await.expect("it has one of them");
    assert_eq!(size(&set.app.get(path(&url)).await), (256, 128));
    let digits = format!("/ipfs/bafy1/metadata.json?{second:064x}");
    assert!(set.host.asked().contains(&digits), "{:?}", set.host.asked());
    assert_eq!(avatar(&set.app, &set.records.add(&edition)).await, None);
    let elsewhere = nft.replace("eip155:5", "eip155:6");
    assert_eq!(avatar(&set.app, &set.records.add(&elsewhere)).await, None, "no such chain");
}

/// Accounts 0, 5, 6 and 7 of the mnemonic, on a real ENS: see `contracts/seed`.
#[tokio::test]
async fn avatars_of_a_real_chain_are_shown_where_they_are_the_accounts_own() {
    let node = NodeUrl::try_from(seeded::chain().url.clone()).expect("a URL");
    let app = TestApp::with(&[], |config| {
        config.chains = [("eip155:31337".to_owned(), vec![node])].into();
        "eip155:31337".clone_into(&mut config.ens_chain);
    })
    .await;
    for (address, want) in [
        (seeded::OWNER, Some([0, 128, 128])),
        ("0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc", Some([0, 0, 128])),
        ("0x976EA74026E726554dB657fA54763abd0C3a0aa9", None),
        ("0x14dC79964da2C08b23698B3D3cc7Ca32193d9955", Some([128, 128, 0])),
    ] {
        let url = avatar(&app, address).await;
        assert_eq!(url.is_some(), want.is_some(), "{address}");
        let Some(url) = url else { continue };
        let shown = app.get(path(&url)).await;
        assert_eq!(size(&shown), (1, 1), "{address}");
        let pixels = image::load_from_memory(&shown.body).expect("a picture").into_rgb8();
        assert_eq!(Some(pixels.get_pixel(0, 0).0), want, "{address}");
    }
}

#[tokio::test]
async fn metadata_of_strangers_are_believed_in_nothing() {
    let set = set(|_, _| {}).await;
    for metadata in [
        PictureHost::ipfs("/metadata-large.json"),
        PictureHost::ipfs("/metadata-deep.json"),
        PictureHost::ipfs("/metadata-wrong.json"),
        PictureHost::ipfs("/metadata-inside.json"),
        PictureHost::ipfs("/a.png"),
        "http://127.0.0.1:1/".to_owned(),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "data:application/json,{\"image\":\"file:///etc/passwd\"}".to_owned(),
        "data:application/json,{\"image\":\"data:image/png;base64,AAAA\"}".to_owned(),
        String::new(),
    ] {
        assert_eq!(set.shown_of_nft(&metadata).await.status_and_body(), NONE, "{metadata:.60}");
    }
}

#[tokio::test]
async fn nobody_is_asked_where_the_operator_does_not_want_it() {
    let set = set(|config, _| config.fetch_pictures = false).await;
    assert_eq!(avatar(&set.app, &set.records.add(&PictureHost::ipfs("/a.png"))).await, None);
    let inline = base64::encode(&written(ImageFormat::Jpeg));
    let record = format!("data:image/jpeg;base64,{inline}");
    assert_eq!(size(&set.shown(&record).await), (256, 128));
    let nft = format!("data:,{{\"image\":\"{record}\"}}");
    assert_eq!(size(&set.shown_of_nft(&nft).await), (256, 128));
    let away = format!("data:,{{\"image\":\"{}\"}}", PictureHost::ipfs("/a.png"));
    assert_eq!(set.shown_of_nft(&away).await.status_and_body(), NONE);
    assert_eq!(set.host.asked(), Vec::<String>::new());
}

/// An account is given an NFT with metadata at a URI.
async fn mint(chain: &Seeded, account: &str, number: u32, uri: &str) {
    let length = format!("{:x}", uri.len());
    let text = format!("{:0<128}", hex::encode(uri));
    // mint(address,uint256,string)
    let words = [account, &format!("{number:x}"), "60", &length, &text[..64], &text[64..]];
    chain.send(OWNER, &chain.address("/collectibles/pictures"), "0xd3fc9864", &words).await;
}

#[tokio::test]
async fn of_metadata_so_many_are_fetched_at_once_for_one_client() {
    let (chain, host) = (seeded::own_seeded_chain(), PictureHost::start().await);
    let accounts = [1, 2, 3].map(|it| format!("0x{it:040x}"));
    for (account, first) in accounts.iter().zip([100, 200, 300]) {
        for number in first..first + 8 {
            mint(&chain, account, number, &PictureHost::ipfs("/drip")).await;
        }
    }
    let app = in_folder(folder(), &chain.url, |config| {
        config.ipfs_gateway = host.gateway();
    })
    .await;
    for account in &accounts {
        page(&app, account, "history", "").await;
    }
    let asked = accounts.iter().map(async |account| ask(&app, account, "nfts", "").await.status);
    let mut answers: FuturesUnordered<_> = asked.collect();
    assert_eq!(answers.next().await, Some(200));
    // With its answer the first leaves its places to who waits for them, who is asked from then on.
    assert_eq!(host.asked().len(), 16);
    assert_eq!(answers.collect::<Vec<_>>().await, [200; 2]);
}

#[tokio::test]
async fn metadata_are_not_had_without_room_for_them() {
    let (chain, host) = (seeded::own_seeded_chain(), PictureHost::start().await);
    mint(&chain, DAVE, 100, &PictureHost::ipfs("/metadata-long.json")).await;
    for (bytes, name) in [(8 * 256 * 1024, ""), (32 * 1024 * 1024, "Long")] {
        let app = in_folder(folder(), &chain.url, |config| {
            config.ipfs_gateway = host.gateway();
            config.held_bytes = bytes;
        })
        .await;
        for asked in [1, 2] {
            let found = page(&app, DAVE, "nfts", "").await;
            assert_eq!(found["nfts"][0]["name"].as_str().unwrap_or_default(), name, "{found}");
            if name.is_empty() {
                assert_eq!(host.asked().len(), asked, "who has no room takes nothing from others");
            }
        }
    }
}

#[tokio::test]
async fn metadata_that_are_fetched_count_as_requests() {
    let (chain, host) = (seeded::own_seeded_chain(), PictureHost::start().await);
    let app = in_folder(folder(), &chain.url, |config| {
        config.ipfs_gateway = host.gateway();
        config.client_requests_per_minute = 240;
    })
    .await;
    page(&app, DAVE, "history", "").await;
    for number in 100..110 {
        mint(&chain, DAVE, number, &PictureHost::ipfs("/metadata.json")).await;
    }
    let before = ask(&app, DAVE, "history", "").await.remaining();
    let said = ask(&app, DAVE, "nfts", "").await;
    assert_eq!(host.asked().len(), 10, "{}", said.status_and_body());
    let after = said.remaining();
    // Some come back meanwhile.
    assert!((7..=11).contains(&(before - after)), "{before}, {after}");
    let again = ask(&app, DAVE, "nfts", "").await;
    assert_eq!((again.status, host.asked().len()), (200, 10));
    assert!(again.remaining() + 1 >= after, "they are kept");
}
