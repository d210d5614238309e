//! What the methods of the Sign API carry
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods)). Each is written as
//! the strictest peers want it and read as the most careless write it.

use wire::{Fields, Json, Put, tree};

use super::fault::SignFault;
use super::key::PublicKey;
use super::namespaces::{Approved, Proposed};
use super::topic::Topic;
use super::whole::Whole;
use crate::module::session::{Metadata, Redirect};

/// How long a session lasts, in seconds, unless it is extended.
pub const SESSION_SECONDS: u64 = 7 * 86_400;

const MOST_CHARACTERS: usize = 512;
const MOST_ICONS: usize = 8;

/// A page asks for a session: `wc_sessionPropose`.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The page's key for this proposal.
    pub proposer: PublicKey,
    /// Who asks, as they say.
    pub metadata: Metadata,
    /// Without these a session is of no use.
    pub required: Vec<Proposed>,
    /// These are wished for.
    pub optional: Vec<Proposed>,
    /// Until when it may be approved, in seconds since 1970.
    pub expires_seconds: Option<u64>,
}

impl Proposal {
    /// Its parameters.
    pub fn json(&self, pairing: &Topic) -> Json {
        tree(&Fields(
            "requiredNamespaces optionalNamespaces relays proposer pairingTopic expiryTimestamp",
            &[
                &Proposed::json(&self.required),
                &Proposed::json(&self.optional),
                &vec![RELAY],
                &participant(&self.proposer, &self.metadata),
                pairing,
                &self.expires_seconds.map(Whole),
            ],
        ))
    }

    /// Reads its parameters.
    pub fn read(json: &Json) -> Result<Self, SignFault> {
        let fault = SignFault::InvalidProposalNamespaces;
        let namespaces = |name| match json.get(name) {
            None | Some(Json::Null) => Ok(vec![]),
            Some(json) => Proposed::read(json),
        };
        let (proposer, metadata) = json.get("proposer").and_then(read_participant).ok_or(fault)?;
        Ok(Proposal {
            proposer,
            metadata,
            required: namespaces("requiredNamespaces")?,
            optional: namespaces("optionalNamespaces")?,
            expires_seconds: json.get("expiryTimestamp").and_then(whole),
        })
    }
}

/// What a wallet answers to a proposal that was approved: its key for the session.
pub fn approval(responder: &PublicKey) -> Json {
    tree(&Fields("relay responderPublicKey", &[&RELAY, &responder.text()]))
}

/// Reads it.
pub fn read_approval(json: &Json) -> Option<PublicKey> {
    PublicKey::parse(json.get("responderPublicKey")?.as_text()?)
}

/// A wallet says what the session is: `wc_sessionSettle`.
#[derive(Clone, PartialEq, Debug)]
pub struct Settlement {
    /// The wallet's key; the one that it answered the proposal with, or it is somebody else's.
    pub controller: PublicKey,
    /// Who the wallet is, as it says.
    pub metadata: Metadata,
    /// What the session may do.
    pub namespaces: Vec<Approved>,
    /// Until when it lasts, in seconds since 1970.
    pub expires_seconds: u64,
    /// What the wallet adds, such as its capabilities.
    pub properties: Option<Json>,
    /// The same, by chain.
    pub scoped_properties: Option<Json>,
    /// Whether the wallet wants no link to be opened for requests.
    pub wants_no_link: bool,
}

impl Settlement {
    /// Its parameters.
    pub fn json(&self) -> Json {
        let no_link = Fields("disableDeepLink", &[&true]);
        tree(&Fields(
            "relay namespaces controller expiry sessionProperties scopedProperties sessionConfig",
            &[
                &RELAY,
                &Approved::json(&self.namespaces),
                &participant(&self.controller, &self.metadata),
                &Whole(self.expires_seconds),
                &self.properties,
                &self.scoped_properties,
                &self.wants_no_link.then_some(no_link),
            ],
        ))
    }

    /// Reads its parameters.
    pub fn read(json: &Json) -> Result<Self, SignFault> {
        let fault = SignFault::InvalidSettleRequest;
        let (controller, metadata) =
            json.get("controller").and_then(read_participant).ok_or(fault)?;
        let wants_no_link = json.get("sessionConfig").and_then(|it| it.get("disableDeepLink"));
        let given = |name| json.get(name).filter(|it| it.as_fields().is_some()).cloned();
        Ok(Settlement {
            controller,
            metadata,
            namespaces: Approved::read(json.get("namespaces").ok_or(fault)?)?,
            expires_seconds: json.get("expiry").and_then(whole).ok_or(fault)?,
            properties: given("sessionProperties"),
            scoped_properties: given("scopedProperties"),
            wants_no_link: wants_no_link == Some(&Json::Bool(true)),
        })
    }
}

/// A page asks something of the wallet: `wc_sessionRequest`.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The chain it is about, by CAIP-2.
    pub chain: String,
    /// The method.
    pub method: String,
    /// Its parameters.
    pub params: Json,
    /// Until when it may be answered, in seconds since 1970.
    pub expires_seconds: Option<u64>,
}

impl Request {
    /// Its parameters.
    pub fn json(&self) -> Json {
        let Request { chain, method, params, expires_seconds } = self;
        let expires = expires_seconds.map(Whole);
        let request = Fields("method params expiryTimestamp", &[method, params, &expires]);
        tree(&Fields("request chainId", &[&request, chain]))
    }

    /// Reads its parameters.
    pub fn read(json: &Json) -> Option<Self> {
        let request = json.get("request")?;
        let expires = request.get("expiryTimestamp").or_else(|| request.get("expiry"));
        Some(Request {
            chain: json.get("chainId")?.as_text()?.to_owned(),
            method: request.get("method")?.as_text()?.to_owned(),
            params: request.get("params").cloned().unwrap_or_default(),
            expires_seconds: expires.and_then(whole),
        })
    }
}

/// A wallet tells what happened: `wc_sessionEvent`.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Where, by CAIP-2.
    pub chain: String,
    /// What, such as `chainChanged`.
    pub name: String,
    /// Its argument.
    pub value: Json,
}

impl Event {
    /// Its parameters.
    pub fn json(&self) -> Json {
        let event = Fields("name data", &[&self.name, &self.value]);
        tree(&Fields("event chainId", &[&event, &self.chain]))
    }

    /// Reads its parameters.
    pub fn read(json: &Json) -> Option<Self> {
        let event = json.get("event")?;
        Some(Event {
            chain: json.get("chainId")?.as_text()?.to_owned(),
            name: event.get("name")?.as_text()?.to_owned(),
            value: event.get("data").cloned().unwrap_or_default(),
        })
    }
}

/// What a session may do from now on: `wc_sessionUpdate`.
pub fn update(namespaces: &[Approved]) -> Json {
    Json::object([("namespaces", Approved::json(namespaces))])
}

/// Reads it.
pub fn read_update(json: &Json) -> Result<Vec<Approved>, SignFault> {
    Approved::read(json.get("namespaces").ok_or(SignFault::InvalidUpdateRequest)?)
}

/// How long a session lasts from now on, in seconds since 1970: `wc_sessionExtend`. Some wallets name
/// no time: then it is as long as a session lasts. It never shortens one, nor makes it longer than that.
pub fn extended(json: &Json, now_seconds: u64, expires_seconds: u64) -> Result<u64, SignFault> {
    let longest = now_seconds + SESSION_SECONDS;
    let until = match json.get("expiry") {
        None | Some(Json::Null) => longest,
        Some(given) => whole(given).ok_or(SignFault::InvalidExtendRequest)?,
    };
    let is_fit = until >= expires_seconds && until <= longest;
    if is_fit { Ok(until) } else { Err(SignFault::InvalidExtendRequest) }
}

/// Why a session or a pairing is over: `wc_sessionDelete`, `wc_pairingDelete`.
pub fn ending(reason: SignFault) -> Json {
    tree(&Fields("code message", &[&reason.code(), &reason.text()]))
}

const RELAY: Fields<'static> = Fields("protocol", &[&"irn"]);

fn participant(key: &PublicKey, metadata: &Metadata) -> Json {
    let Metadata { name, description, url, icons, redirect } = metadata;
    let links = redirect.as_ref().map(|Redirect { native, universal }| {
        let link = |it: &Option<String>| it.clone().unwrap_or_default();
        tree(&Fields("native universal linkMode", &[&link(native), &link(universal), &false]))
    });
    let told: [&dyn Put; 5] = [name, description, url, icons, &links];
    let told = Fields("name description url icons redirect", &told);
    tree(&Fields("publicKey metadata", &[&key.text(), &told]))
}

fn read_participant(json: &Json) -> Option<(PublicKey, Metadata)> {
    let key = PublicKey::parse(json.get("publicKey")?.as_text()?)?;
    let metadata = json.get("metadata").cloned().unwrap_or_default();
    let icons = metadata.get("icons").and_then(Json::as_list).unwrap_or_default();
    let icons = icons.iter().filter_map(Json::as_text).filter(|it| is_fit(it));
    let redirect = metadata
        .get("redirect")
        .map(|it| Redirect { native: text(it, "native"), universal: text(it, "universal") });
    let metadata = Metadata {
        name: text(&metadata, "name").unwrap_or_default(),
        description: text(&metadata, "description").unwrap_or_default(),
        url: text(&metadata, "url").unwrap_or_default(),
        icons: icons.take(MOST_ICONS).map(str::to_owned).collect(),
        redirect: redirect.filter(|it| it.native.is_some() || it.universal.is_some()),
    };
    Some((key, metadata))
}

/// A text that is there, is not empty and not too long to be shown.
fn text(json: &Json, name: &str) -> Option<String> {
    json.get(name).and_then(Json::as_text).filter(|it| is_fit(it)).map(str::to_owned)
}

fn is_fit(text: &str) -> bool {
    (1..=MOST_CHARACTERS).contains(&text.len())
}

fn whole(json: &Json) -> Option<u64> {
    json.as_number()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use wire::{Json, from_text};

    use super::*;
    use crate::relay::key::KeyPair;

    fn key() -> PublicKey {
        KeyPair::new([1; 32]).public()
    }

    fn metadata() -> Metadata {
        let redirect = Redirect { native: Some("wallet://".to_owned()), universal: None };
        Metadata {
            name: "A".to_owned(),
            description: "B".to_owned(),
            url: "https://a.example".to_owned(),
            icons: vec!["https://a.example/a.png".to_owned()],
            redirect: Some(redirect),
        }
    }

    fn json(text: &str) -> Json {
        from_text(text).unwrap()
    }

    #[test]
    fn a_proposal_is_read_as_it_is_written_and_as_others_write_it() {
        let eip155 =
            r#"{"eip155":{"chains":["eip155:1"],"methods":["personal_sign"],"events":[]}}"#;
        let proposal = Proposal {
            proposer: key(),
            metadata: metadata(),
            required: vec![],
            optional: Proposed::read(&json(eip155)).unwrap(),
            expires_seconds: Some(1_795_228_613),
        };
        let pairing = Topic::of(&[1; 32]);
        assert_eq!(Proposal::read(&proposal.json(&pairing)), Ok(proposal));
        let bare = json(
            &[r#"{"optionalNamespaces":null,"proposer":{"publicKey":""#, &key().text(), r#""}}"#]
                .concat(),
        );
        let bare = Proposal::read(&bare).unwrap();
        assert_eq!(
            (bare.optional, bare.metadata, bare.expires_seconds),
            (vec![], Metadata::default(), None)
        );
        assert!(Proposal::read(&json(r#"{"proposer":{"publicKey":"00"}}"#)).is_err());
        assert_eq!(read_approval(&approval(&key())), Some(key()));
        assert_eq!(read_approval(&json("true")), None);
    }

    #[test]
    fn a_settlement_is_read_as_it_is_written() {
        let session = r#"{"eip155":{"accounts":["eip155:1:0xA"],"methods":[],"events":[]}}"#;
        let settlement = Settlement {
            controller: key(),
            metadata: metadata(),
            namespaces: Approved::read(&json(session)).unwrap(),
            expires_seconds: 1_795_228_613,
            properties: Some(json(r#"{"a":"b"}"#)),
            scoped_properties: None,
            wants_no_link: true,
        };
        assert_eq!(Settlement::read(&settlement.json()), Ok(settlement));
        assert_eq!(Settlement::read(&json("{}")), Err(SignFault::InvalidSettleRequest));
    }

    #[test]
    fn a_name_that_nobody_could_read_is_left_out() {
        let long = Metadata { name: "x".repeat(10_000), ..metadata() };
        let (_, read) = read_participant(&participant(&key(), &long)).unwrap();
        assert_eq!(read, Metadata { name: String::new(), ..metadata() });
    }

    #[test]
    fn requests_and_events_are_read_as_they_are_written() {
        let request = Request {
            chain: "eip155:1".to_owned(),
            method: "personal_sign".to_owned(),
            params: json(r#"["0x00","0xA"]"#),
            expires_seconds: Some(5),
        };
        assert_eq!(Request::read(&request.json()), Some(request.clone()));
        let native = json(
            r#"{"request":{"method":"personal_sign","params":["0x00","0xA"],"expiry":5},"chainId":"eip155:1"}"#,
        );
        assert_eq!(Request::read(&native), Some(request));
        let event = Event {
            chain: "eip155:1".to_owned(),
            name: "chainChanged".to_owned(),
            value: json("1"),
        };
        assert_eq!(Event::read(&event.json()), Some(event));
        assert_eq!((Request::read(&Json::Null), Event::read(&Json::Null)), (None, None));
    }

    #[test]
    fn nothing_shortens_a_session_or_makes_it_last_for_ever() {
        let until = |text: &str| extended(&json(text), 1_000, 2_000).ok();
        let longest = 1_000 + SESSION_SECONDS;
        assert_eq!(until("{}"), Some(longest));
        assert_eq!(until(r#"{"expiry":3000}"#), Some(3_000));
        for text in [r#"{"expiry":1999}"#, r#"{"expiry":99999999999}"#, r#"{"expiry":"x"}"#] {
            assert_eq!(until(text), None, "{text}");
        }
        let at_most = ["{\"expiry\":", &longest.to_string(), "}"].concat();
        assert_eq!(until(&at_most), Some(longest));
    }
}
