//! What a client asks of a relay, in either of the two dialects that are spoken: `irn_*` (by older
//! clients also named `iridium_*`), and `wc_*`, which do several steps at once
//! ([relay API](https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc)).
//!
//! What clients send beside that (`tvf`: what they did, in clear) is not read.

use super::envelope::{MOST_CHARACTERS, MessageId};
use super::refusal::Refusal;
use super::topic::Topic;
use wire::{Json, Put, put_record};

/// How many entries a batch may have.
pub const BATCH: usize = 500;
/// How long an attestation may be.
const ATTESTATION_BYTES: usize = 4096;

/// What is asked. Each is answered by `true` unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Leave a message.
    Publish(Publish),
    /// Leave messages.
    BatchPublish(Vec<Publish>),
    /// Hear of a topic. Answered by the subscription's id, and then by what waits there.
    Subscribe {
        /// Which.
        topic: Topic,
        /// Whether it is answered only once it is kept.
        is_blocking: bool,
    },
    /// Hear of topics. Answered by their ids in order; where it is blocking, by `{id}` or `{error}` each.
    BatchSubscribe {
        /// Which.
        topics: Vec<Topic>,
        /// Whether it is answered only once it is kept.
        is_blocking: bool,
    },
    /// Hear no more of a topic. The subscription's id is not looked at: clients make it up.
    Unsubscribe {
        /// Which.
        topic: Topic,
    },
    /// Hear no more of topics.
    BatchUnsubscribe {
        /// Which.
        topics: Vec<Topic>,
    },
    /// Take what waits at a topic: [`Fetched`](super::push::Fetched).
    Fetch {
        /// Where.
        topic: Topic,
    },
    /// Take what waits at topics: [`Fetched`](super::push::Fetched).
    BatchFetch {
        /// Where.
        topics: Vec<Topic>,
    },
    /// These messages need not be sent again.
    BatchReceive(Vec<Receipt>),
    /// Hear of a topic that will be used.
    CreateTopic {
        /// Which.
        topic: Topic,
    },
    /// A page proposes a session: hear of the pairing's topic, and leave the proposal there.
    ProposeSession {
        /// The pairing's.
        pairing: Topic,
        /// The sealed request.
        proposal: String,
        /// See [`Publish::attestation`].
        attestation: Option<String>,
        /// Seconds; the method's own where it is left out.
        ttl: Option<u32>,
    },
    /// A wallet approves: hear of the session's topic, leave the settlement there, and the response at
    /// the pairing's.
    ApproveSession {
        /// The pairing's.
        pairing: Topic,
        /// The session's.
        session: Topic,
        /// The sealed response, for the pairing's topic.
        response: String,
        /// The sealed settlement, for the session's topic.
        settlement: String,
        /// Seconds; the method's own where it is left out.
        ttl: Option<u32>,
    },
    /// Tell when another client comes to the topic: [`TopicTaken`](super::push::Push::TopicTaken). Relays
    /// other than ours refuse it.
    WatchTopic {
        /// Which.
        topic: Topic,
    },
}

/// A message to be left at a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publish {
    /// Where.
    pub topic: Topic,
    /// A sealed envelope as base64, which the relay cannot read.
    pub message: String,
    /// For how many seconds it is kept.
    pub ttl: u32,
    /// What kind of message it says to be; handed on, and nothing follows from it.
    pub tag: u32,
    /// Whether the other end is to be woken.
    pub prompt: bool,
    /// What vouches for the page, for wallets that look at such; handed on.
    pub attestation: Option<String>,
}

/// A message that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Where.
    pub topic: Topic,
    /// Which.
    pub message_id: MessageId,
}

impl Call {
    /// Reads a request's method and parameters.
    pub fn read(method: &str, params: &Json) -> Result<Call, Refusal> {
        let topic = || topic(params, "topic");
        let topics = || batch(params, "topics", topic_of);
        let text = |name: &str| message(params, name);
        Ok(match method.strip_prefix("irn_").or(method.strip_prefix("iridium_")) {
            Some("publish") => Call::Publish(Publish::read(params)?),
            Some("batchPublish") => Call::BatchPublish(batch(params, "messages", Publish::read)?),
            Some("subscribe") => Call::Subscribe { topic: topic()?, is_blocking: false },
            Some("subscribeBlocking") => Call::Subscribe { topic: topic()?, is_blocking: true },
            Some("batchSubscribe") => {
                Call::BatchSubscribe { topics: topics()?, is_blocking: false }
            }
            Some("batchSubscribeBlocking") => {
                Call::BatchSubscribe { topics: topics()?, is_blocking: true }
            }
            Some("unsubscribe") => Call::Unsubscribe { topic: topic()? },
            Some("batchUnsubscribe") => {
                let of = |entry: &Json| self::topic(entry, "topic");
                Call::BatchUnsubscribe { topics: batch(params, "subscriptions", of)? }
            }
            Some("fetchMessages") => Call::Fetch { topic: topic()? },
            Some("batchFetchMessages") => Call::BatchFetch { topics: topics()? },
            Some("batchReceive") => Call::BatchReceive(batch(params, "receipts", Receipt::read)?),
            Some(_) => return Err(Refusal::InvalidMethod),
            None => match method {
                "wc_createTopic" => Call::CreateTopic { topic: topic()? },
                "wc_proposeSession" => Call::ProposeSession {
                    pairing: self::topic(params, "pairingTopic")?,
                    proposal: text("sessionProposal")?,
                    attestation: attestation(params)?,
                    ttl: optional(params, "ttl")?,
                },
                "wc_approveSession" => Call::ApproveSession {
                    pairing: self::topic(params, "pairingTopic")?,
                    session: self::topic(params, "sessionTopic")?,
                    response: text("sessionProposalResponse")?,
                    settlement: text("sessionSettlementRequest")?,
                    ttl: optional(params, "ttl")?,
                },
                WATCH_TOPIC => Call::WatchTopic { topic: topic()? },
                _ => return Err(Refusal::InvalidMethod),
            },
        })
    }

    /// The method.
    pub fn method(&self) -> &'static str {
        match self {
            Call::Publish(_) => "irn_publish",
            Call::BatchPublish(_) => "irn_batchPublish",
            Call::Subscribe { is_blocking: false, .. } => "irn_subscribe",
            Call::Subscribe { .. } => "irn_subscribeBlocking",
            Call::BatchSubscribe { is_blocking: false, .. } => "irn_batchSubscribe",
            Call::BatchSubscribe { .. } => "irn_batchSubscribeBlocking",
            Call::Unsubscribe { .. } => "irn_unsubscribe",
            Call::BatchUnsubscribe { .. } => "irn_batchUnsubscribe",
            Call::Fetch { .. } => "irn_fetchMessages",
            Call::BatchFetch { .. } => "irn_batchFetchMessages",
            Call::BatchReceive(_) => "irn_batchReceive",
            Call::CreateTopic { .. } => "wc_createTopic",
            Call::ProposeSession { .. } => "wc_proposeSession",
            Call::ApproveSession { .. } => "wc_approveSession",
            Call::WatchTopic { .. } => WATCH_TOPIC,
        }
    }
}

const WATCH_TOPIC: &str = "latchkit_watchTopic";

/// The parameters.
impl Put for Call {
    fn put(&self, out: &mut String) {
        match self {
            Call::Publish(publish) => publish.put(out),
            Call::BatchPublish(messages) => put_record(out, "messages", &[messages]),
            Call::Subscribe { topic, .. }
            | Call::Fetch { topic }
            | Call::CreateTopic { topic }
            | Call::WatchTopic { topic } => put_record(out, "topic", &[topic]),
            // Relays want an id, and do not look at it.
            Call::Unsubscribe { topic } => put_record(out, "topic id", &[topic, topic]),
            Call::BatchSubscribe { topics, .. } | Call::BatchFetch { topics } => {
                put_record(out, "topics", &[topics]);
            }
            Call::BatchUnsubscribe { topics } => {
                let of = |topic: &Topic| Unsubscribed(*topic);
                let entries: Vec<Unsubscribed> = topics.iter().map(of).collect();
                put_record(out, "subscriptions", &[&entries]);
            }
            Call::BatchReceive(receipts) => put_record(out, "receipts", &[receipts]),
            Call::ProposeSession { pairing, proposal, attestation, ttl } => put_record(
                out,
                "pairingTopic sessionProposal attestation ttl",
                &[pairing, proposal, attestation, ttl],
            ),
            Call::ApproveSession { pairing, session, response, settlement, ttl } => put_record(
                out,
                "pairingTopic sessionTopic sessionProposalResponse sessionSettlementRequest ttl",
                &[pairing, session, response, settlement, ttl],
            ),
        }
    }
}

/// A topic of which nothing is to be heard any more.
struct Unsubscribed(Topic);

impl Put for Unsubscribed {
    fn put(&self, out: &mut String) {
        put_record(out, "topic id", &[&self.0, &self.0]);
    }
}

impl Publish {
    fn read(params: &Json) -> Result<Self, Refusal> {
        Ok(Publish {
            topic: topic(params, "topic")?,
            message: message(params, "message")?,
            ttl: optional(params, "ttl")?.ok_or(Refusal::InvalidParams)?,
            tag: optional(params, "tag")?.ok_or(Refusal::InvalidParams)?,
            prompt: match params.get("prompt") {
                None | Some(Json::Null) => false,
                Some(Json::Bool(prompt)) => *prompt,
                Some(_) => return Err(Refusal::InvalidParams),
            },
            attestation: attestation(params)?,
        })
    }
}

impl Put for Publish {
    fn put(&self, out: &mut String) {
        let Publish { topic, message, ttl, tag, prompt, attestation } = self;
        put_record(
            out,
            "topic message ttl tag prompt attestation",
            &[topic, message, ttl, tag, prompt, attestation],
        );
    }
}

impl Receipt {
    fn read(params: &Json) -> Result<Self, Refusal> {
        // The specification's name, and that of the Rust clients.
        let id = params.get("messageId").or_else(|| params.get("message_id"));
        let id = id.and_then(Json::as_text).and_then(MessageId::parse);
        let message_id = id.ok_or(Refusal::InvalidParams)?;
        Ok(Receipt { topic: topic(params, "topic")?, message_id })
    }
}

impl Put for Receipt {
    fn put(&self, out: &mut String) {
        put_record(out, "topic messageId", &[&self.topic, &self.message_id.text()]);
    }
}

pub(super) fn topic(params: &Json, name: &str) -> Result<Topic, Refusal> {
    topic_of(params.get(name).ok_or(Refusal::InvalidParams)?)
}

fn topic_of(json: &Json) -> Result<Topic, Refusal> {
    json.as_text().and_then(Topic::parse).ok_or(Refusal::InvalidTopic)
}

fn batch<T>(
    params: &Json,
    name: &str,
    read: impl Fn(&Json) -> Result<T, Refusal>,
) -> Result<Vec<T>, Refusal> {
    let entries = params.get(name).and_then(Json::as_list).ok_or(Refusal::InvalidParams)?;
    match entries.len() {
        0 => Err(Refusal::BatchEmpty),
        1..=BATCH => entries.iter().map(read).collect(),
        _ => Err(Refusal::BatchLimitExceeded),
    }
}

/// Letters of base64 or base64url: what is sealed has no others, and nothing of it needs escaping.
pub(super) fn message(params: &Json, name: &str) -> Result<String, Refusal> {
    let text = params.get(name).and_then(Json::as_text).ok_or(Refusal::InvalidParams)?;
    let is_letter = |it: u8| it.is_ascii_alphanumeric() || b"+/=-_".contains(&it);
    match text.len() {
        0 => Err(Refusal::InvalidParams),
        1..=MOST_CHARACTERS if text.bytes().all(is_letter) => Ok(text.to_owned()),
        1..=MOST_CHARACTERS => Err(Refusal::InvalidParams),
        _ => Err(Refusal::PayloadSizeExceeded),
    }
}

/// A JWT, or nothing.
pub(super) fn attestation(params: &Json) -> Result<Option<String>, Refusal> {
    match params.get("attestation") {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Text(text)) if text.len() > ATTESTATION_BYTES => {
            Err(Refusal::PayloadSizeExceeded)
        }
        Some(Json::Text(text)) if text.bytes().all(|it| it.is_ascii_graphic()) => {
            Ok(Some(text.clone()))
        }
        Some(_) => Err(Refusal::InvalidParams),
    }
}

pub(super) fn optional(params: &Json, name: &str) -> Result<Option<u32>, Refusal> {
    match params.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Number(digits)) => digits.parse().map(Some).map_err(|_| Refusal::InvalidParams),
        Some(_) => Err(Refusal::InvalidParams),
    }
}

#[cfg(test)]
mod tests;
