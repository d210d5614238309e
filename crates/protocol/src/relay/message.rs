//! What two clients say to each other inside of an envelope: JSON-RPC 2.0
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-api)).

use wire::{Json, Put, from_text, put_record};

use super::method::SignMethod;
use super::whole::Whole;
use crate::rpc::RpcError;

/// The greatest whole number that every JSON reader keeps.
const GREATEST_ID: u64 = (1 << 53) - 1;
/// More than anybody reads of why something was refused.
const MOST_CHARACTERS: usize = 1_000;
/// How many ids there are in a millisecond.
const IDS_A_MS: u64 = 1_000;

/// A request or an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Something is asked.
    Request {
        /// By which the answer is known.
        id: u64,
        /// The name of a [`SignMethod`](super::method::SignMethod), or one that is not known.
        method: String,
        /// Its parameters.
        params: Json,
    },
    /// Something is answered.
    Answer {
        /// That of the request.
        id: u64,
        /// What came of it.
        result: Result<Json, RpcError>,
    },
}

/// Why a text is no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageFault {
    /// It is no JSON.
    Json,
    /// It is neither a request nor an answer.
    Shape,
    /// Its id is no whole number that every reader keeps.
    Id,
}

/// A new id: greater than each one of an earlier millisecond.
pub fn new_id(now_ms: u64, random: u32) -> u64 {
    now_ms * IDS_A_MS + u64::from(random) % IDS_A_MS
}

/// Whether a request of this id is the last one again, or was made in an earlier millisecond.
pub fn is_old(id: u64, last: u64) -> bool {
    id == last || id / IDS_A_MS < last / IDS_A_MS
}

impl Message {
    /// A request.
    pub fn request(id: u64, method: &str, params: Json) -> Self {
        Message::Request { id, method: method.to_owned(), params }
    }

    /// Its id.
    pub fn id(&self) -> u64 {
        match self {
            Message::Request { id, .. } | Message::Answer { id, .. } => *id,
        }
    }

    /// What is asked, where it is known.
    pub fn method(&self) -> Option<SignMethod> {
        match self {
            Message::Request { method, .. } => SignMethod::named(method),
            Message::Answer { .. } => None,
        }
    }

    /// Its text.
    pub fn text(&self) -> String {
        let (id, version, mut out) = (Whole(self.id()), "2.0", String::new());
        let mut put = |names, values: &[&dyn Put]| put_record(&mut out, names, values);
        match self {
            Message::Request { method, params, .. } => {
                put("id jsonrpc method params", &[&id, &version, method, params]);
            }
            Message::Answer { result: Ok(value), .. } => {
                put("id jsonrpc result", &[&id, &version, value]);
            }
            Message::Answer { result: Err(error), .. } => {
                put("id jsonrpc error", &[&id, &version, error]);
            }
        }
        out
    }

    /// Reads one. An error may be empty, and what is beside is left out; of a message without end only the
    /// beginning is kept.
    pub fn parse(text: &str) -> Result<Self, MessageFault> {
        let json: Json = from_text(text).map_err(|_| MessageFault::Json)?;
        let id = json.get("id").ok_or(MessageFault::Shape)?;
        let id = id.as_number().and_then(|it| it.parse::<u64>().ok()).ok_or(MessageFault::Id)?;
        if id > GREATEST_ID {
            return Err(MessageFault::Id);
        }
        if let Some(method) = json.get("method") {
            let method = method.as_text().ok_or(MessageFault::Shape)?.to_owned();
            let params = json.get("params").cloned().unwrap_or_default();
            return Ok(Message::Request { id, method, params });
        }
        let error = json.get("error").filter(|it| **it != Json::Null);
        let result = match (error, json.get("result")) {
            (Some(error), _) => Err(clipped(RpcError::of(error))),
            (None, Some(value)) => Ok(value.clone()),
            (None, None) => return Err(MessageFault::Shape),
        };
        Ok(Message::Answer { id, result })
    }
}

fn clipped(mut error: RpcError) -> RpcError {
    if let Some((end, _)) = error.message.char_indices().nth(MOST_CHARACTERS) {
        error.message.truncate(end);
    }
    error
}

#[cfg(test)]
mod tests {
    use wire::Json;

    use super::{MOST_CHARACTERS, Message, MessageFault, is_old, new_id};
    use crate::rpc::{INTERNAL, RpcError};

    #[test]
    fn it_is_read_as_it_is_written() {
        let id = new_id(1_795_228_313_104, 666);
        assert_eq!(id, 1_795_228_313_104_666);
        let request = Message::request(id, "wc_sessionPing", Json::object([]));
        let text =
            r#"{"id":1795228313104666,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}"#;
        assert_eq!((&*request.text(), Message::parse(text)), (text, Ok(request)));
        for result in [Ok(Json::Bool(true)), Ok(Json::Null), Err(RpcError::new(5000, "no"))] {
            let answer = Message::Answer { id, result };
            assert_eq!(Message::parse(&answer.text()), Ok(answer));
        }
    }

    #[test]
    fn what_others_write_is_understood() {
        let answer = |text: &str| match Message::parse(text) {
            Ok(Message::Answer { result, .. }) => result,
            other => panic!("{other:?}"),
        };
        assert_eq!(answer(r#"{"id":1,"error":{}}"#).map_err(|it| it.code), Err(INTERNAL));
        assert_eq!(answer(r#"{"id":1,"error":null,"result":[1]}"#).map(|_| ()), Ok(()));
        let long = RpcError::new(1, &"\u{e9}".repeat(600_000));
        let kept = answer(&Message::Answer { id: 1, result: Err(long) }.text()).unwrap_err();
        assert_eq!(kept.message, "\u{e9}".repeat(MOST_CHARACTERS));
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for (text, fault) in [
            ("", MessageFault::Json),
            ("{", MessageFault::Json),
            ("[]", MessageFault::Shape),
            ("{}", MessageFault::Shape),
            (r#"{"id":1}"#, MessageFault::Shape),
            (r#"{"id":1,"method":1}"#, MessageFault::Shape),
            (r#"{"id":"1","result":1}"#, MessageFault::Id),
            (r#"{"id":-1,"result":1}"#, MessageFault::Id),
            (r#"{"id":1.5,"result":1}"#, MessageFault::Id),
            (r#"{"id":9007199254740992,"result":1}"#, MessageFault::Id),
        ] {
            assert_eq!(Message::parse(text), Err(fault), "{text}");
        }
    }

    #[test]
    fn ids_of_one_millisecond_are_not_ordered() {
        assert!(is_old(new_id(1, 999), new_id(2, 0)));
        assert!(is_old(new_id(2, 1), new_id(2, 1)));
        assert!(!is_old(new_id(2, 0), new_id(2, 1)));
    }
}
