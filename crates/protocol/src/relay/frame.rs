//! A text frame between a client and a relay: one JSON-RPC 2.0 object
//! ([relay API](https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc)).
//!
//! Either end sends requests and answers those of the other. JavaScript's ids are decimal text, Rust's
//! are numbers; whoever answers gives back the digits it got, in the form it got them.

use super::refusal::Refusal;
use crate::rpc::RpcError;
use wire::{Json, Put, decimal, from_text, put_record};

/// How many bytes a frame may have.
pub const FRAME_BYTES: usize = 1024 * 1024;
/// The least id of a request.
pub const LEAST_ID: u64 = 1_000_000_000;

/// One frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// Something is asked: see [`Call`](super::call::Call) and [`Push`](super::push::Push).
    Request {
        /// By which it is answered.
        id: FrameId,
        /// The method.
        method: String,
        /// Its parameters, `null` where there are none.
        params: Json,
    },
    /// It was done.
    Answer {
        /// The request's.
        id: FrameId,
        /// What came of it.
        result: Json,
    },
    /// It was not done.
    Refused {
        /// The request's; 0 where it could not be read.
        id: FrameId,
        /// Why; see [`Refusal::of_error`].
        error: RpcError,
    },
}

impl Frame {
    /// Reads a frame. Of an answer only the id counts, of a request everything.
    pub fn read(text: &str) -> Result<Frame, Unread> {
        let unread = |refusal| Unread { id: FrameId::number(0), refusal };
        if text.len() > FRAME_BYTES {
            return Err(unread(Refusal::PayloadSizeExceeded));
        }
        let Ok(Json::Object(mut fields)) = from_text::<Json>(text) else {
            return Err(unread(Refusal::Serialization));
        };
        let mut take = |name: &str| {
            let at = fields.iter().rposition(|(key, _)| key == name)?;
            Some(fields.swap_remove(at).1)
        };
        let id = take("id").and_then(|id| FrameId::read(&id));
        let Some(method) = take("method") else {
            return match (id, take("error"), take("result")) {
                (id, Some(error @ Json::Object(_)), _) => {
                    let id = id.unwrap_or(FrameId::number(0));
                    Ok(Frame::Refused { id, error: RpcError::of(&error) })
                }
                (Some(id), _, Some(result)) => Ok(Frame::Answer { id, result }),
                _ => Err(unread(Refusal::Serialization)),
            };
        };
        let Some(id) = id.filter(|id| id.value() >= Some(LEAST_ID)) else {
            return Err(unread(Refusal::InvalidRequestId));
        };
        if take("jsonrpc").as_ref().and_then(Json::as_text) != Some(VERSION) {
            return Err(Unread { id, refusal: Refusal::InvalidJsonRpcVersion });
        }
        match method {
            Json::Text(method) => {
                Ok(Frame::Request { id, method, params: take("params").unwrap_or_default() })
            }
            _ => Err(Unread { id, refusal: Refusal::InvalidMethod }),
        }
    }
}

const VERSION: &str = "2.0";

/// The text of a request.
pub fn request(id: &FrameId, method: &str, params: &dyn Put) -> String {
    text("id jsonrpc method params", &[id, &VERSION, &method, &params])
}

/// The text of an answer.
pub fn answer(id: &FrameId, result: &dyn Put) -> String {
    text("id jsonrpc result", &[id, &VERSION, &result])
}

/// The text of a refusal.
pub fn refused(id: &FrameId, refusal: Refusal) -> String {
    text("id jsonrpc error", &[id, &VERSION, &refusal.error()])
}

fn text(names: &str, values: &[&dyn Put]) -> String {
    let mut out = String::new();
    put_record(&mut out, names, values);
    out
}

/// A frame that cannot be read, and what is said to that.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Its id; 0 where it has none.
    pub id: FrameId,
    /// Why.
    pub refusal: Refusal,
}

/// The id of a request: up to 20 digits, and whether they stood in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameId {
    digits: Box<str>,
    is_text: bool,
}

impl FrameId {
    /// An id that is a number. JavaScript reads those below 2⁵³.
    pub fn number(value: u64) -> Self {
        FrameId { digits: decimal(value).into(), is_text: false }
    }

    /// An id that is text, as JavaScript's clients write theirs.
    pub fn text(value: u64) -> Self {
        FrameId { digits: decimal(value).into(), is_text: true }
    }

    /// Its value; nothing where it is above `u64`.
    pub fn value(&self) -> Option<u64> {
        self.digits.parse().ok()
    }

    fn read(json: &Json) -> Option<Self> {
        let (digits, is_text) = match json {
            Json::Number(digits) => (&**digits, false),
            Json::Text(digits) => (digits.as_str(), true),
            _ => return None,
        };
        let is_fit =
            (1..=20).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
        is_fit.then(|| FrameId { digits: digits.into(), is_text })
    }
}

impl Put for FrameId {
    fn put(&self, out: &mut String) {
        if self.is_text { self.digits.put(out) } else { out.push_str(&self.digits) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_come_back_digit_for_digit() {
        for id in
            ["1795228209530000007", "\"1795228209530000007\"", "18446744073709551615", "1000000000"]
        {
            let text =
                format!(r#"{{"id":{id},"jsonrpc":"2.0","method":"irn_subscribe","params":{{}}}}"#);
            let Ok(Frame::Request { id: read, method, params }) = Frame::read(&text) else {
                panic!("{id}");
            };
            assert_eq!(request(&read, &method, &params), text);
            assert_eq!(
                answer(&read, &true),
                format!(r#"{{"id":{id},"jsonrpc":"2.0","result":true}}"#)
            );
        }
        assert_eq!(
            refused(&FrameId::number(0), Refusal::OriginNotAllowed),
            r#"{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"Unauthorized: origin not allowed","data":"OriginNotAllowed"}}"#
        );
    }

    #[test]
    fn what_is_no_frame_is_told_why() {
        use Refusal as Is;
        for (text, id, refusal) in [
            ("", 0, Is::Serialization),
            ("[]", 0, Is::Serialization),
            ("{}", 0, Is::Serialization),
            (r#"{"id":1}"#, 0, Is::Serialization),
            (r#"{"result":true}"#, 0, Is::Serialization),
            (r#"{"method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":999999999,"method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":18446744073709551616,"method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":"1e10","method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":-1000000000,"method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":{"a":1},"method":"x"}"#, 0, Is::InvalidRequestId),
            (r#"{"id":1000000000,"method":"x"}"#, LEAST_ID, Is::InvalidJsonRpcVersion),
            (
                r#"{"id":1000000000,"method":"x","jsonrpc":2.0}"#,
                LEAST_ID,
                Is::InvalidJsonRpcVersion,
            ),
            (r#"{"id":1000000000,"method":1,"jsonrpc":"2.0"}"#, LEAST_ID, Is::InvalidMethod),
        ] {
            let unread = Unread { id: FrameId::number(id), refusal };
            assert_eq!(Frame::read(text), Err(unread), "{text}");
        }
        let long = [" ".repeat(FRAME_BYTES), "{}".to_owned()].concat();
        assert_eq!(Frame::read(&long).map_err(|it| it.refusal), Err(Is::PayloadSizeExceeded));
    }

    #[test]
    fn answers_and_errors_are_read_as_others_write_them() {
        let read = |text: &str| Frame::read(text).expect(text);
        let id = FrameId::number(7);
        assert_eq!(
            read(r#"{"result":null,"id":7}"#),
            Frame::Answer { id: id.clone(), result: Json::Null }
        );
        let error = RpcError { code: 3000, message: "no".into(), data: Some(Json::text("X")) };
        assert_eq!(
            read(r#"{"id":7,"jsonrpc":"2.0","error":{"code":3000,"message":"no","data":"X"}}"#),
            Frame::Refused { id, error }
        );
        for text in [r#"{"id":null,"error":{}}"#, r#"{"error":{}}"#] {
            assert!(matches!(read(text), Frame::Refused { id, .. } if id == FrameId::number(0)));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_told_of(text in any::<String>()) {
            let _ = Frame::read(&text);
        }

        #[test]
        fn any_fields_are_read_or_told_of(
            id in "(|null|-?[0-9]{1,22}|\"[0-9n]{1,22}\")",
            rest in prop::sample::subsequence(vec![
                r#""method":"irn_publish""#, r#""jsonrpc":"2.0""#, r#""params":[]"#,
                r#""result":true"#, r#""error":{}"#, r#""error":null"#, r#""method":null"#,
            ], 0..7),
        ) {
            let id = if id.is_empty() { Vec::new() } else { vec![format!("\"id\":{id}")] };
            let fields: Vec<String> = id.into_iter().chain(rest.iter().map(ToString::to_string)).collect();
            let _ = Frame::read(&format!("{{{}}}", fields.join(",")));
        }
    }
}
