//! What a relay sends of itself, and what it hands out when it is asked
//! ([relay API](https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc)).

use super::call::{BATCH, attestation, message, optional, topic};
use super::hex::hex;
use super::refusal::Refusal;
use super::token::ClientId;
use super::topic::Topic;
use super::whole::Whole;
use sha2::{Digest, Sha256};
use wire::{Json, Put, put_record};

/// What a relay sends. A client answers `true` as soon as it has it, or gets it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Push {
    /// A message of a topic that it subscribed to.
    Message {
        /// The subscription's id, which clients do not look at: [`subscription_id`].
        subscription: String,
        /// The message.
        message: Delivery,
    },
    /// Another client came to a topic that is watched. Only ours sends it.
    TopicTaken {
        /// Which.
        topic: Topic,
    },
}

impl Push {
    /// Reads a request's method and parameters.
    pub fn read(method: &str, params: &Json) -> Result<Push, Refusal> {
        if method == TOPIC_TAKEN {
            return Ok(Push::TopicTaken { topic: topic(params, "topic")? });
        }
        if !method.ends_with("_subscription") {
            return Err(Refusal::InvalidMethod);
        }
        let subscription = params.get("id").and_then(Json::as_text).unwrap_or_default();
        let message = Delivery::read(params.get("data").ok_or(Refusal::InvalidParams)?)?;
        Ok(Push::Message { subscription: subscription.to_owned(), message })
    }

    /// The method.
    pub fn method(&self) -> &'static str {
        match self {
            Push::Message { .. } => "irn_subscription",
            Push::TopicTaken { .. } => TOPIC_TAKEN,
        }
    }
}

const TOPIC_TAKEN: &str = "latchkit_topicTaken";

/// The parameters.
impl Put for Push {
    fn put(&self, out: &mut String) {
        match self {
            Push::Message { subscription, message } => {
                put_record(out, "id data", &[subscription, message]);
            }
            Push::TopicTaken { topic } => put_record(out, "topic", &[topic]),
        }
    }
}

/// A message that was left at a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Where.
    pub topic: Topic,
    /// As it was published.
    pub message: String,
    /// When, in Unix milliseconds by the relay's clock.
    pub published_ms: u64,
    /// As it was published.
    pub tag: u32,
    /// As it was published.
    pub attestation: Option<String>,
}

impl Delivery {
    fn read(json: &Json) -> Result<Self, Refusal> {
        let published = json.get("publishedAt").and_then(Json::as_number);
        Ok(Delivery {
            topic: topic(json, "topic")?,
            message: message(json, "message")?,
            published_ms: published.and_then(|it| it.parse().ok()).unwrap_or(0),
            tag: optional(json, "tag")?.unwrap_or(0),
            attestation: attestation(json)?,
        })
    }
}

impl Put for Delivery {
    fn put(&self, out: &mut String) {
        let Delivery { topic, message, published_ms, tag, attestation } = self;
        put_record(
            out,
            "topic message publishedAt tag attestation",
            &[topic, message, &Whole(*published_ms), tag, attestation],
        );
    }
}

/// What waited, oldest first. What was handed out is not sent again to the client that took it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// At most [`BATCH`].
    pub messages: Vec<Delivery>,
    /// Whether more waits: ask again.
    pub has_more: bool,
}

impl Fetched {
    /// Reads the answer of a fetch.
    pub fn read(json: &Json) -> Result<Self, Refusal> {
        let messages =
            json.get("messages").and_then(Json::as_list).ok_or(Refusal::InvalidParams)?;
        if messages.len() > BATCH {
            return Err(Refusal::BatchLimitExceeded);
        }
        let messages = messages.iter().map(Delivery::read).collect::<Result<_, _>>()?;
        Ok(Fetched { messages, has_more: json.get("hasMore") == Some(&Json::Bool(true)) })
    }
}

impl Put for Fetched {
    fn put(&self, out: &mut String) {
        put_record(out, "messages hasMore", &[&self.messages, &self.has_more]);
    }
}

/// The id of a client's subscription to a topic: SHA-256 of both names, as hex digits.
pub fn subscription_id(topic: &Topic, client: &ClientId) -> String {
    hex(&Sha256::digest([topic.text(), client.text()].concat()))
}

#[cfg(test)]
mod tests {
    use super::super::frame::{Frame, FrameId, request};
    use super::*;
    use wire::{from_text, to_text};

    fn topic() -> Topic {
        Topic::parse(&"07".repeat(32)).expect("a topic")
    }

    fn delivery() -> Delivery {
        Delivery {
            topic: topic(),
            message: "AAMD+/==".to_owned(),
            published_ms: 1_795_228_004_237,
            tag: 1100,
            attestation: None,
        }
    }

    #[test]
    fn a_push_comes_back() {
        let id = FrameId::number(459_578_421_785_106);
        let message = Push::Message { subscription: "a".to_owned(), message: delivery() };
        for push in [message, Push::TopicTaken { topic: topic() }] {
            let text = request(&id, push.method(), &push);
            let Ok(Frame::Request { method, params, .. }) = Frame::read(&text) else {
                panic!("{text}");
            };
            assert_eq!(Push::read(&method, &params), Ok(push));
        }
    }

    #[test]
    fn a_push_of_another_relay_is_read() {
        let topic = "07".repeat(32);
        let text = format!(
            r#"{{"id":"x","data":{{"topic":"{topic}","message":"AAMD+/==","publishedAt":1795228004237,"tag":1100,"attestation":null}}}}"#
        );
        let params = from_text(&text).expect("JSON");
        let Ok(Push::Message { message, .. }) = Push::read("iridium_subscription", &params) else {
            panic!("{text}");
        };
        assert_eq!(message, delivery());
        assert_eq!(Push::read("irn_subscribed", &params), Err(Refusal::InvalidMethod));
    }

    #[test]
    fn what_was_fetched_comes_back_and_no_more_than_a_batch() {
        let one = Fetched { messages: vec![delivery()], has_more: true };
        let read = |fetched: &Fetched| Fetched::read(&from_text(&to_text(fetched)).expect("JSON"));
        assert_eq!(read(&one).as_ref(), Ok(&one));
        let many = Fetched { messages: vec![delivery(); BATCH + 1], has_more: false };
        assert_eq!(read(&many), Err(Refusal::BatchLimitExceeded));
        assert_eq!(Fetched::read(&Json::Bool(true)), Err(Refusal::InvalidParams));
    }

    #[test]
    fn a_subscription_is_named_by_topic_and_client() {
        let topic = "7ea0d8e3085cce12bf0ce3d9f6e832632dce2a10232d8b950c3ff9fee3fd9732";
        let client = "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH";
        let (topic, client) = (Topic::parse(topic), ClientId::parse(client));
        assert_eq!(
            subscription_id(&topic.expect("a topic"), &client.expect("a client")),
            "7992ecca163f1e6578b18ec76ec9817c05bd2c56e23cf13f65363beedd9fc619"
        );
    }
}
