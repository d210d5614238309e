//! What ours writes, for another client of WalletConnect to read: `interop/test/ours.test.mjs` opens
//! `recorded/ours.json` with it. `RECORD=1 cargo test -p protocol --test ours` writes the file anew.

use std::path::Path;

use protocol::module::session::Metadata;
use protocol::relay::envelope::{seal, seal_to};
use protocol::relay::key::{KeyPair, SymKey};
use protocol::relay::message::Message;
use protocol::relay::method::SignMethod;
use protocol::relay::namespaces::{Approved, Proposed};
use protocol::relay::sign::{self, Event, Proposal, Request, Settlement};
use protocol::relay::token::{self, ClientId};
use protocol::relay::uri::PairingUri;
use wire::{Json, to_text};

/// The first second of 2100, so that nothing of it is over.
const LATE_SECONDS: u64 = 4_102_444_800;
const IV: [u8; 12] = [5; 12];
const ADDRESS: &str = "0xabababababababababababababababababababab";

#[test]
fn the_recording_is_what_ours_writes() {
    let ours = to_text(&Json::object([
        ("uris", Json::list(uris())),
        ("envelopes", Json::list(envelopes())),
        ("tokens", Json::list(tokens())),
        ("pairing", pairing()),
        ("namespaces", namespaces()),
        ("messages", Json::list(messages().iter().map(|it| Json::text(&it.text())))),
    ]));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded/ours.json");
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&path, &ours).expect("the recording is written");
    }
    let recorded: Json =
        wire::from_text(&std::fs::read_to_string(path).expect("the recording is there"))
            .expect("the recording is JSON");
    assert_eq!(to_text(&recorded), ours, "`RECORD=1 cargo test -p protocol --test ours` writes it");
}

fn uris() -> Vec<Json> {
    let methods = ["wc_sessionAuthenticate", "wc_sessionPropose"];
    [(None, 0), (Some(LATE_SECONDS), 0), (Some(LATE_SECONDS), 1), (None, 2)]
        .into_iter()
        .map(|(expires_seconds, count)| {
            let methods = methods[..count].iter().map(|it| (*it).to_owned()).collect();
            let uri = PairingUri { key: SymKey::new([6; 32]), expires_seconds, methods };
            Json::object([
                ("text", Json::text(&uri.text())),
                ("topic", Json::text(&uri.topic().text())),
                ("key", Json::text(&uri.key.text())),
                ("expires", expires_seconds.map_or(Json::Null, number)),
                ("methods", Json::list(uri.methods.iter().map(|it| Json::text(it)))),
            ])
        })
        .collect()
}

fn envelopes() -> Vec<Json> {
    let (own, other) = (page(), KeyPair::new([8; 32]));
    let key = own.agree(&other.public()).expect("a key is agreed on");
    let row = |text: &str| {
        Json::object([
            ("text", Json::text(text)),
            ("key", Json::text(&key.text())),
            ("sealed", Json::text(&seal(&key, IV, text))),
            ("secret", Json::text(&other.text())),
            ("sender", Json::text(&own.public().text())),
            (
                "sealedTo",
                Json::text(&seal_to(&own, &other.public(), IV, text).expect("a key is agreed on")),
            ),
        ])
    };
    ["{}", r#"{"id":1,"jsonrpc":"2.0","result":true}"#, "Grüße, 世界 🦊"].map(row).into()
}

fn tokens() -> Vec<Json> {
    [("wss://relay.example.com", 1), ("ws://127.0.0.1:5577/relay?x=1", 2)]
        .map(|(audience, seed)| {
            let token =
                token::sign(&[seed; 32], "a subject", audience, 1_795_228_004, LATE_SECONDS);
            Json::object([
                ("token", Json::text(&token)),
                ("client", Json::text(&ClientId::of_seed(&[seed; 32]).text())),
                ("audience", Json::text(audience)),
            ])
        })
        .into()
}

/// A code and the proposal that waits under it: another client's wallet pairs with it.
fn pairing() -> Json {
    let key = SymKey::new([4; 32]);
    let topic = key.topic();
    let uri = PairingUri { key, expires_seconds: Some(LATE_SECONDS), methods: vec![] };
    let message = Message::request(
        1_795_228_313_104_666,
        SignMethod::SessionPropose.name(),
        proposal().json(&topic),
    );
    Json::object([
        ("uri", Json::text(&uri.text())),
        ("topic", Json::text(&topic.text())),
        ("key", Json::text(&uri.key.text())),
        ("secret", Json::text(&page().text())),
        ("proposal", Json::text(&seal(&uri.key, IV, &message.text()))),
    ])
}

fn namespaces() -> Json {
    Json::object([
        ("proposed", Proposed::json(&proposal().optional)),
        ("approved", Approved::json(&approved())),
    ])
}

/// One of each that a wallet or a page of ours may send in a session.
fn messages() -> Vec<Message> {
    let settlement = Settlement {
        controller: page().public(),
        metadata: metadata(),
        namespaces: approved(),
        expires_seconds: LATE_SECONDS,
        properties: None,
        scoped_properties: None,
        wants_no_link: true,
    };
    let request = Request {
        chain: "eip155:1".to_owned(),
        method: "personal_sign".to_owned(),
        params: Json::list([Json::text("0x68656c6c6f"), Json::text(ADDRESS)]),
        expires_seconds: Some(LATE_SECONDS),
    };
    let event =
        Event { chain: "eip155:1".to_owned(), name: "chainChanged".to_owned(), value: number(1) };
    let bodies = [
        (SignMethod::SessionSettle, settlement.json()),
        (SignMethod::SessionRequest, request.json()),
        (SignMethod::SessionEvent, event.json()),
        (SignMethod::SessionUpdate, sign::update(&approved())),
    ];
    (1..)
        .zip(bodies)
        .map(|(id, (method, params))| Message::request(id, method.name(), params))
        .collect()
}

fn proposal() -> Proposal {
    let proposed = Proposed {
        namespace: "eip155".to_owned(),
        chains: vec!["eip155:1".to_owned(), "eip155:137".to_owned()],
        methods: vec!["personal_sign".to_owned()],
        events: vec!["chainChanged".to_owned()],
    };
    Proposal {
        proposer: page().public(),
        metadata: metadata(),
        required: vec![],
        optional: vec![proposed],
        expires_seconds: Some(LATE_SECONDS),
    }
}

fn approved() -> Vec<Approved> {
    vec![Approved {
        namespace: "eip155".to_owned(),
        accounts: vec![["eip155:1:", ADDRESS].concat()],
        methods: vec!["personal_sign".to_owned()],
        events: vec!["chainChanged".to_owned()],
    }]
}

fn metadata() -> Metadata {
    Metadata {
        name: "A page".to_owned(),
        description: "Ours".to_owned(),
        url: "https://page.example".to_owned(),
        icons: vec!["https://page.example/icon.png".to_owned()],
        redirect: None,
    }
}

fn page() -> KeyPair {
    KeyPair::new([7; 32])
}

fn number(value: u64) -> Json {
    Json::Number(value.to_string().into())
}
