//! Each method in the words of the clients that send it, and what is refused of each.

use super::*;
use proptest::prelude::*;
use wire::{from_text, to_text};

const A: &str = "7ea0d8e3085cce12bf0ce3d9f6e832632dce2a10232d8b950c3ff9fee3fd9732";

fn read(method: &str, params: &str) -> Result<Call, Refusal> {
    Call::read(method, &from_text(&params.replace("$A", A)).expect(params))
}

fn a() -> Topic {
    Topic::parse(A).expect("a topic")
}

#[test]
fn both_dialects_are_read_as_clients_write_them() {
    let plain = Publish {
        topic: a(),
        message: "AAMD".to_owned(),
        ttl: 300,
        tag: 1108,
        prompt: false,
        attestation: None,
    };
    let whole = Publish { prompt: true, attestation: Some("a.b.c".to_owned()), ..plain.clone() };
    for (method, params, call) in [
        (
            "irn_publish",
            r#"{"topic":"$A","message":"AAMD","ttl":300,"tag":1108}"#,
            Call::Publish(plain.clone()),
        ),
        (
            "iridium_publish",
            r#"{"topic":"$A","message":"AAMD","ttl":300,"prompt":true,"tag":1108,
                "attestation":"a.b.c","tvf":{"correlationId":1,"txHashes":["0x"]}}"#,
            Call::Publish(whole.clone()),
        ),
        (
            "irn_publish",
            r#"{"topic":"$A","message":"AAMD","ttl":300,"prompt":null,"tag":1108,
                "attestation":null,"correlationId":1,"rpcMethods":["personal_sign"]}"#,
            Call::Publish(plain.clone()),
        ),
        (
            "irn_batchPublish",
            r#"{"messages":[{"topic":"$A","message":"AAMD","ttl":300,"tag":1108}]}"#,
            Call::BatchPublish(vec![plain]),
        ),
        ("irn_subscribe", r#"{"topic":"$A"}"#, Call::Subscribe { topic: a(), is_blocking: false }),
        (
            "irn_batchSubscribe",
            r#"{"topics":["$A","$A"]}"#,
            Call::BatchSubscribe { topics: vec![a(), a()], is_blocking: false },
        ),
        ("irn_unsubscribe", r#"{"topic":"$A","id":"whatever"}"#, Call::Unsubscribe { topic: a() }),
        (
            "irn_batchUnsubscribe",
            r#"{"subscriptions":[{"topic":"$A"},{"topic":"$A","id":"x"}]}"#,
            Call::BatchUnsubscribe { topics: vec![a(), a()] },
        ),
        (
            "irn_batchReceive",
            r#"{"receipts":[{"topic":"$A","message_id":"$A"}]}"#,
            Call::BatchReceive(vec![Receipt {
                topic: a(),
                message_id: MessageId::parse(A).expect("an id"),
            }]),
        ),
        (
            "wc_proposeSession",
            r#"{"pairingTopic":"$A","sessionProposal":"AAMD","attestation":"","ttl":300,"correlationId":1}"#,
            Call::ProposeSession {
                pairing: a(),
                proposal: "AAMD".to_owned(),
                attestation: Some(String::new()),
                ttl: Some(300),
            },
        ),
    ] {
        assert_eq!(read(method, params), Ok(call), "{method}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    use Refusal as Is;
    let entries = |count: usize| vec!["\"$A\""; count].join(",");
    let long = "A".repeat(MOST_CHARACTERS + 1);
    for (method, params, refusal) in [
        ("irn_nothing", "{}", Is::InvalidMethod),
        ("waku_publish", "{}", Is::InvalidMethod),
        ("wc_sessionPropose", "{}", Is::InvalidMethod),
        ("", "null", Is::InvalidMethod),
        ("irn_subscribe", "null", Is::InvalidParams),
        ("irn_subscribe", "[]", Is::InvalidParams),
        ("irn_subscribe", r#"{"topic":1}"#, Is::InvalidTopic),
        ("irn_subscribe", r#"{"topic":"7EA0"}"#, Is::InvalidTopic),
        ("irn_batchSubscribe", r#"{"topics":[]}"#, Is::BatchEmpty),
        ("irn_batchSubscribe", r#"{"topics":{}}"#, Is::InvalidParams),
        ("irn_batchFetchMessages", r#"{"topics":["$A",""]}"#, Is::InvalidTopic),
        (
            "irn_batchSubscribe",
            &format!("{{\"topics\":[{}]}}", entries(BATCH + 1)),
            Is::BatchLimitExceeded,
        ),
        ("irn_publish", r#"{"topic":"$A","message":"","ttl":1,"tag":1}"#, Is::InvalidParams),
        ("irn_publish", r#"{"topic":"$A","message":"a\"","ttl":1,"tag":1}"#, Is::InvalidParams),
        ("irn_publish", r#"{"topic":"$A","message":"é","ttl":1,"tag":1}"#, Is::InvalidParams),
        ("irn_publish", r#"{"topic":"$A","message":"a","ttl":-1,"tag":1}"#, Is::InvalidParams),
        ("irn_publish", r#"{"topic":"$A","message":"a","ttl":1.5,"tag":1}"#, Is::InvalidParams),
        (
            "irn_publish",
            r#"{"topic":"$A","message":"a","ttl":4294967296,"tag":1}"#,
            Is::InvalidParams,
        ),
        ("irn_publish", r#"{"topic":"$A","message":"a","tag":1}"#, Is::InvalidParams),
        ("irn_publish", r#"{"topic":"$A","message":"a","ttl":1}"#, Is::InvalidParams),
        (
            "irn_publish",
            r#"{"topic":"$A","message":"a","ttl":1,"tag":1,"prompt":1}"#,
            Is::InvalidParams,
        ),
        (
            "irn_publish",
            r#"{"topic":"$A","message":"a","ttl":1,"tag":1,"attestation":"\u0000"}"#,
            Is::InvalidParams,
        ),
        (
            "irn_publish",
            &format!(r#"{{"topic":"$A","message":"{long}","ttl":1,"tag":1}}"#),
            Is::PayloadSizeExceeded,
        ),
        ("irn_batchReceive", r#"{"receipts":[{"topic":"$A","messageId":"x"}]}"#, Is::InvalidParams),
    ] {
        assert_eq!(read(method, params), Err(refusal), "{method}");
    }
}

fn publish() -> impl Strategy<Value = Publish> {
    let attestation = prop::option::of("[!-~]{0,20}");
    (any::<[u8; 32]>(), "[A-Za-z0-9+/=_-]{1,40}", any::<(u32, u32, bool)>(), attestation).prop_map(
        |(topic, message, (ttl, tag, prompt), attestation)| Publish {
            topic: Topic::of(&topic),
            message,
            ttl,
            tag,
            prompt,
            attestation,
        },
    )
}

fn call() -> impl Strategy<Value = Call> {
    let topics = || prop::collection::vec(any::<[u8; 32]>().prop_map(|it| Topic::of(&it)), 1..4);
    (publish(), publish(), topics(), any::<bool>(), 0..15_u8).prop_map(
        |(one, other, topics, is_blocking, which)| {
            let topic = one.topic;
            let ttl = is_blocking.then_some(one.ttl);
            let receipt = Receipt { topic, message_id: MessageId::of(&one.message) };
            match which {
                0 => Call::Publish(one),
                1 => Call::BatchPublish(vec![one, other]),
                2 => Call::Subscribe { topic, is_blocking },
                3 => Call::BatchSubscribe { topics, is_blocking },
                4 => Call::Unsubscribe { topic },
                5 => Call::BatchUnsubscribe { topics },
                6 => Call::Fetch { topic },
                7 => Call::BatchFetch { topics },
                8 => Call::BatchReceive(vec![receipt, receipt]),
                9 => Call::CreateTopic { topic },
                10 => Call::WatchTopic { topic },
                11 | 12 => Call::ProposeSession {
                    pairing: topic,
                    proposal: one.message,
                    attestation: one.attestation,
                    ttl,
                },
                _ => Call::ApproveSession {
                    pairing: topic,
                    session: other.topic,
                    response: one.message,
                    settlement: other.message,
                    ttl,
                },
            }
        },
    )
}

proptest! {
    #[test]
    fn every_call_comes_back(call in call()) {
        let params = from_text(&to_text(&call)).expect("JSON");
        prop_assert_eq!(Call::read(call.method(), &params), Ok(call));
    }
}
