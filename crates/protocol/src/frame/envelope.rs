//! One message, as JSON text: a request `{p, id, seq, type, payload?}`, a reply `{id, ok}` or `{id, error}`, or
//! what the frame says unasked, `{type, payload?}` (`unasked.rs`).
//!
//! Texts are written by [`request`], [`reply`] and [`refusal`]. [`Envelope::read`] reads a request as
//! far as it is the same for all; [`FrameText::read`] reads what the frame says. Either refuses what is longer
//! or deeper than it may be before anything else looks at it.

use wire::{Json, Put, facts, from_text};

use super::answer::Answer;
use super::fault::Fault;
use super::fields::{Fields, look_through, read_type, record, text, whole};
use super::request::Request;
use super::unasked::Unasked;
use crate::relay::hex::hex;
use crate::rpc::RpcError;

facts! {
    /// What both sides of a frame know of its messages.
    MESSAGES:

    /// Which protocol a message is of, and its version: the field `p`.
    pub const PROTOCOL: &str = "latchkit/frame@1";
    /// How many bytes a request may have.
    pub const REQUEST_BYTES: u32 = 256 * 1024;
    /// How many bytes a reply may have: a block with all its transactions is longer than any request.
    pub const REPLY_BYTES: u32 = 4 * 1024 * 1024;
}

/// How many lists and objects there may be in each other.
pub const DEPTH: u32 = 32;

/// The id of a message: a UUID of version 4 ([RFC 9562](https://www.rfc-editor.org/rfc/rfc9562#section-5.4)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageId([u8; 16]);

impl MessageId {
    /// Of 16 random bytes.
    pub fn of(mut random: [u8; 16]) -> Self {
        random[6] = random[6] & 0x0f | 0x40;
        random[8] = random[8] & 0x3f | 0x80;
        MessageId(random)
    }

    /// Reads its text, which is in small letters; nothing where it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        let mut digits = text.bytes().filter(|it| *it != b'-');
        for byte in &mut bytes {
            let mut digit = || match digits.next()? {
                it @ b'0'..=b'9' => Some(it - b'0'),
                it @ b'a'..=b'f' => Some(it - b'a' + 10),
                _ => None,
            };
            *byte = digit()? << 4 | digit()?;
        }
        // Version, variant and the places of the hyphens are right where the text is the one that is written.
        Some(MessageId::of(bytes)).filter(|it| it.text() == text)
    }

    /// Its text.
    pub fn text(&self) -> String {
        let digits = hex(&self.0);
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|it| &digits[it]);
        parts.join("-")
    }
}

impl Put for MessageId {
    fn put(&self, out: &mut String) {
        self.text().put(out);
    }
}

/// The text of a request, the `seq`th of its side.
pub fn request(id: MessageId, seq: u32, request: &Request) -> String {
    record("p id seq type payload", &[&PROTOCOL, &id, &seq, &request.name(), request])
}

/// The text of an answer.
pub fn reply(id: MessageId, answer: &Answer) -> String {
    record("id ok", &[&id, answer])
}

/// The text of a refusal.
pub fn refusal(id: MessageId, error: &RpcError) -> String {
    record("id error", &[&id, error])
}

/// A request, as far as it is the same for all.
#[derive(Clone, PartialEq, Debug)]
pub struct Envelope {
    /// By which it is answered.
    pub id: MessageId,
    /// Each is greater than the one before.
    pub seq: u32,
    /// What it is called; which names there are says [`MessageName`](super::message::MessageName).
    pub name: String,
    /// What it carries.
    pub payload: Option<Json>,
}

/// A request that is not understood.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    /// By which that can be answered; nothing where it is not known to be a request.
    pub id: Option<MessageId>,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Envelope {
    /// Reads one.
    ///
    /// # Errors
    /// What is wrong first, and whom to tell.
    pub fn read(text: &str) -> Result<Envelope, Unread> {
        let nobody = |fault| Unread { id: None, fault };
        let json = parse(text, REQUEST_BYTES).map_err(nobody)?;
        // Whoever is answered speaks this protocol and names their request, whatever else is wrong with it.
        let id = json.get("id").and_then(Json::as_text).and_then(MessageId::parse);
        let is_ours = json.get("p").and_then(Json::as_text) == Some(PROTOCOL);
        let unread = |fault| Unread { id: id.filter(|_| is_ours), fault };
        look_through(&json, DEPTH).map_err(unread)?;
        let fields = Fields::of(&json, "p id seq type payload").map_err(unread)?;
        fields.required("p", read_protocol).map_err(unread)?;
        Ok(Envelope {
            id: fields.required("id", read_id).map_err(unread)?,
            seq: fields.required("seq", read_seq).map_err(unread)?,
            name: fields.required("type", read_type).map_err(unread)?.to_owned(),
            payload: fields.get("payload").cloned(),
        })
    }
}

/// What the frame says.
#[derive(Clone, PartialEq, Debug)]
pub enum FrameText {
    /// It answers.
    Ok {
        /// The request's.
        id: MessageId,
        /// What came of it: see [`Answer::read`].
        ok: Json,
    },
    /// It refuses.
    Error {
        /// The request's.
        id: MessageId,
        /// Why.
        error: RpcError,
    },
    /// It tells something that nobody asked.
    Unasked(Unasked),
}

impl FrameText {
    /// Reads what the frame says.
    ///
    /// # Errors
    /// What is wrong first.
    pub fn read(text: &str) -> Result<FrameText, Unread> {
        let nobody = |fault| Unread { id: None, fault };
        let json = parse(text, REPLY_BYTES).map_err(nobody)?;
        let id = json.get("id").and_then(Json::as_text).and_then(MessageId::parse);
        let unread = |fault| Unread { id, fault };
        look_through(&json, DEPTH).map_err(unread)?;
        if json.get("type").is_some() {
            return Unasked::read(&json).map(FrameText::Unasked).map_err(unread);
        }
        let fields = Fields::of(&json, "id ok error").map_err(unread)?;
        let id = fields.required("id", read_id).map_err(unread)?;
        match (fields.get("ok"), fields.get("error")) {
            (Some(ok), None) => Ok(FrameText::Ok { id, ok: ok.clone() }),
            (None, Some(_)) => {
                let error = fields.required("error", read_error).map_err(unread)?;
                Ok(FrameText::Error { id, error })
            }
            _ => Err(unread(Fault::invalid())),
        }
    }
}

/// Parses a text that is not too long.
pub(super) fn parse(text: &str, most_bytes: u32) -> Result<Json, Fault> {
    if text.len() > most_bytes as usize {
        return Err(Fault::bound("Message must contain at most", most_bytes.into(), " byte(s)"));
    }
    from_text(text).map_err(|_| Fault::new("Expected JSON"))
}

pub(super) fn read_protocol(json: &Json) -> Result<(), Fault> {
    if json.as_text() == Some(PROTOCOL) { Ok(()) } else { Err(Fault::invalid()) }
}

pub(super) fn read_id(json: &Json) -> Result<MessageId, Fault> {
    let text = json.as_text().ok_or_else(|| Fault::expected("string", json))?;
    MessageId::parse(text).ok_or_else(|| Fault::new("Invalid uuid"))
}

fn read_seq(json: &Json) -> Result<u32, Fault> {
    let value = whole(json, u32::MAX.into())?;
    u32::try_from(value).map_err(|_| Fault::invalid())
}

/// `{code, message, data?}`.
fn read_error(json: &Json) -> Result<RpcError, Fault> {
    let fields = Fields::of(json, "code message data")?;
    fields.required("message", |it| text(it, 0..=usize::MAX))?;
    fields.required("code", |it| {
        let code = it.as_number().ok_or_else(|| Fault::expected("number", it))?;
        code.parse::<i32>().map_err(|_| Fault::invalid())
    })?;
    Ok(RpcError::of(json))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frame::message::MessageName;
    use crate::rpc::USER_REJECTED;

    const ID: &str = "07070707-0707-4707-8707-070707070707";

    fn id() -> MessageId {
        MessageId::of([7; 16])
    }

    fn envelope(rest: &str) -> Result<Envelope, Unread> {
        Envelope::read(&format!(r#"{{"p":"{PROTOCOL}","id":"{ID}",{rest}}}"#))
    }

    #[test]
    fn an_id_is_a_uuid_of_version_4_in_small_letters() {
        assert_eq!((id().text().as_str(), MessageId::parse(ID)), (ID, Some(id())));
        let ends = "ffffffff-ffff-4fff-bfff-ffffffffffff";
        assert_eq!(MessageId::of([255; 16]).text(), ends);
        for text in [
            "",
            "07070707-0707-1707-8707-070707070707",
            "07070707-0707-4707-c707-070707070707",
            "07070707070747078707070707070707",
            "0707070-70707-4707-8707-070707070707",
            "07070707-0707-4707-8707-0707070707070",
            "07070707-0707-4707-8707-07070707070",
            "07070707-0707-4707-8707-07070707070g",
            "FFFFFFFF-ffff-4fff-bfff-ffffffffffff",
            "{07070707-0707-4707-8707-070707070707}",
        ] {
            assert_eq!(MessageId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_three_texts_are_written_and_read() {
        let text = request(
            id(),
            3,
            &Request::SetPreferredAccount {
                account_type: crate::frame::message::VaultAccountType::Eoa,
            },
        );
        assert_eq!(
            text,
            format!(
                r#"{{"p":"latchkit/frame@1","id":"{ID}","seq":3,"type":"SET_PREFERRED_ACCOUNT","payload":{{"type":"eoa"}}}}"#
            )
        );
        let envelope = Envelope::read(&text).unwrap();
        assert_eq!(
            (envelope.id, envelope.seq, envelope.name.as_str()),
            (id(), 3, "SET_PREFERRED_ACCOUNT")
        );
        let text = request(id(), 4, &Request::SignOut);
        assert_eq!(
            text,
            format!(r#"{{"p":"latchkit/frame@1","id":"{ID}","seq":4,"type":"SIGN_OUT"}}"#)
        );
        assert_eq!(Envelope::read(&text).unwrap().payload, None);

        let text = reply(id(), &Answer::Done);
        assert_eq!(text, format!(r#"{{"id":"{ID}","ok":null}}"#));
        assert_eq!(FrameText::read(&text), Ok(FrameText::Ok { id: id(), ok: Json::Null }));
        let error =
            RpcError { data: Some(Json::text("0x08c379a0")), ..RpcError::new(USER_REJECTED, "no") };
        let text = refusal(id(), &error);
        assert_eq!(
            text,
            format!(
                r#"{{"id":"{ID}","error":{{"code":4001,"message":"no","data":"0x08c379a0"}}}}"#
            )
        );
        assert_eq!(FrameText::read(&text), Ok(FrameText::Error { id: id(), error }));
    }

    #[test]
    fn an_envelope_has_its_fields_and_no_others() {
        for (rest, told) in [
            (r#""type":"SIGN_OUT""#, "seq: Required"),
            (r#""seq":null,"type":"SIGN_OUT""#, "seq: Expected number, received null"),
            (r#""seq":"1","type":"SIGN_OUT""#, "seq: Expected number, received string"),
            (r#""seq":-1,"type":"SIGN_OUT""#, "seq: Invalid input"),
            (
                r#""seq":4294967296,"type":"SIGN_OUT""#,
                "seq: Number must be less than or equal to 4294967295",
            ),
            (r#""seq":1"#, "type: Required"),
            (r#""seq":1,"type":null"#, "type: Expected string, received null"),
            (r#""seq":1,"type":{"toString":"SIGN_OUT"}"#, "type: Expected string, received object"),
            (r#""seq":1,"type":"""#, "type: String must contain at least 1 character(s)"),
            (r#""seq":1,"type":"A","a":1"#, "a: Unrecognized key"),
            (r#""seq":1,"seq":2,"type":"A""#, "seq: Invalid input"),
            (r#""seq":1,"type":"A","__proto__":{}"#, "__proto__: Unrecognized key"),
            (
                r#""seq":1,"type":"A","payload":{"params":[{"__proto__":1}]}"#,
                "payload.params[0].__proto__: Unrecognized key",
            ),
        ] {
            let unread = envelope(rest).unwrap_err();
            assert_eq!(
                (unread.id, unread.fault.to_string().as_str()),
                (Some(id()), told),
                "{rest}"
            );
        }
        let deep = |depth: usize| [&"[".repeat(depth), "]".repeat(depth).as_str()].concat();
        let nested = |depth| envelope(&format!(r#""seq":1,"type":"A","payload":{}"#, deep(depth)));
        assert!(nested(31).is_ok());
        let unread = nested(32).unwrap_err();
        assert_eq!((unread.id, unread.fault.what.as_str()), (Some(id()), "Nested too deep"));
        assert_eq!(nested(100_000).unwrap_err().id, None);
    }

    #[test]
    fn nobody_is_answered_who_is_not_known() {
        for (text, told) in [
            ("", "Expected JSON"),
            ("{", "Expected JSON"),
            ("[]", "Expected object, received array"),
            ("null", "Expected object, received null"),
            ("{}", "p: Required"),
            (r#"{"p":1}"#, "p: Invalid input"),
            (
                r#"{"p":"latchkit/frame@2","id":"07070707-0707-4707-8707-070707070707"}"#,
                "p: Invalid input",
            ),
            (r#"{"p":"latchkit/frame@1"}"#, "id: Required"),
            (r#"{"p":"latchkit/frame@1","id":7}"#, "id: Expected string, received number"),
            (r#"{"p":"latchkit/frame@1","id":"7"}"#, "id: Invalid uuid"),
            (r#"{"type":"@w3m-app/SIGN_OUT"}"#, "p: Required"),
        ] {
            let unread = Envelope::read(text).unwrap_err();
            assert_eq!((unread.id, unread.fault.to_string().as_str()), (None, told), "{text}");
        }
    }

    #[test]
    fn a_text_has_a_length() {
        let request = |length: usize| {
            let text = format!(r#"{{"p":"{PROTOCOL}","id":"{ID}","seq":1,"type":"A"}}"#);
            Envelope::read(&[text.as_str(), &" ".repeat(length - text.len())].concat())
        };
        assert!(request(REQUEST_BYTES as usize).is_ok());
        let told = "Message must contain at most 262144 byte(s)";
        for length in [REQUEST_BYTES as usize + 1, 1 << 20] {
            let unread = request(length).unwrap_err();
            assert_eq!((unread.id, unread.fault.to_string().as_str()), (None, told));
        }
        let long = |length| reply(id(), &Answer::Value { value: Json::text(&"a".repeat(length)) });
        assert!(FrameText::read(&long(1 << 20)).is_ok());
        assert!(FrameText::read(&long(REPLY_BYTES as usize)).is_err());
    }

    #[test]
    fn what_the_frame_says_is_read_as_strictly() {
        for (rest, told) in [
            ("", "?: Unrecognized key"),
            (r#""ok":1,"error":{"code":1,"message":""}"#, "Invalid input"),
            (r#""ok":1,"ok":2"#, "ok: Invalid input"),
            (r#""error":null"#, "error: Expected object, received null"),
            (r#""error":{"code":1}"#, "error.message: Required"),
            (
                r#""error":{"code":"1","message":""}"#,
                "error.code: Expected number, received string",
            ),
            (r#""error":{"code":1.5,"message":""}"#, "error.code: Invalid input"),
            (r#""error":{"code":1,"message":"","stack":""}"#, "error.stack: Unrecognized key"),
            (r#""ok":1,"p":1"#, "p: Unrecognized key"),
            (r#""ok":{"__proto__":1}"#, "ok.__proto__: Unrecognized key"),
            (r#""type":"READY""#, "id: Unrecognized key"),
        ] {
            let rest = if rest.is_empty() { r#""":1"# } else { rest };
            let unread = FrameText::read(&format!(r#"{{"id":"{ID}",{rest}}}"#)).unwrap_err();
            assert_eq!(
                (unread.id, unread.fault.to_string().as_str()),
                (Some(id()), told),
                "{rest}"
            );
        }
        for text in [
            format!(r#"{{"id":"{ID}"}}"#).as_str(),
            r#"{"ok":null}"#,
            r#"{"type":"ready"}"#,
            r#"{"type":"SESSION_UPDATE","payload":{"token":"x"}}"#,
            r#"{"type":"READY","payload":{"version":4}}"#,
            r#"{"type":"READY","payload":null}"#,
        ] {
            assert!(FrameText::read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_at_all_is_read_or_refused(
            text in ".{0,60}|[\\[\\]{}\":,a-z@/1 ]{0,60}|\\{(\"(p|id|seq|type|payload|ok|error)\":(1|null|\"x\"|\\{\\}),?){0,6}\\}",
        ) {
            let _ = (Envelope::read(&text), FrameText::read(&text));
        }

        #[test]
        fn every_id_is_read_as_it_is_written(random in any::<[u8; 16]>()) {
            let id = MessageId::of(random);
            prop_assert_eq!(MessageId::parse(&id.text()), Some(id));
        }

        #[test]
        fn fields_in_any_order_say_the_same(order in Just(vec![0, 1, 2, 3, 4]).prop_shuffle()) {
            let (id, name) = (ID, MessageName::ConnectDevice);
            let name = wire::to_text(&name);
            let fields = [
                format!(r#""p":"{PROTOCOL}""#), format!(r#""id":"{id}""#), r#""seq":9"#.to_owned(),
                format!(r#""type":{name}"#), r#""payload":{"a":[1]}"#.to_owned(),
            ];
            let shuffled: Vec<_> = order.iter().map(|it| fields[*it].as_str()).collect();
            let read = Envelope::read(&format!("{{{}}}", shuffled.join(","))).unwrap();
            prop_assert_eq!((read.seq, read.name.as_str()), (9, "CONNECT_DEVICE"));
        }
    }
}
