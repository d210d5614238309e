//! JSON-RPC 2.0 as it is read from clients and nodes, without touching what it carries.
//!
//! Parameters, results and ids stay the text that came ([`RawValue`]). A call is written anew from
//! the members that were checked: a node may read `Method` or a second `method` where we read the
//! first. Source: [JSON-RPC 2.0](https://www.jsonrpc.org/specification).

use super::methods::Kind;
use crate::batch::entries;
use crate::error::ApiError;
use protocol::rpc;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The most calls of a batch; viem sends up to this many.
const MOST_CALLS: usize = 1000;
/// The most arrays and objects inside each other. Calls need about ten; a node may fall over at
/// thousands.
const MOST_LEVELS: usize = 64;

/// A call that was read.
#[derive(Deserialize)]
pub(crate) struct Call<'a> {
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
}

/// One or many calls. Of a batch, what is not a call stays in its place as nothing.
pub(crate) enum Calls<'a> {
    One(Call<'a>),
    Batch(Vec<Option<Call<'a>>>),
}

impl<'a> Calls<'a> {
    /// Reads a body.
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, ApiError> {
        let text = std::str::from_utf8(body).map_err(|it| ApiError::BodyNotJson(it.to_string()))?;
        check_levels(body)?;
        let not_json = |error: serde_json::Error| ApiError::BodyNotJson(error.to_string());
        if text.trim_ascii_start().starts_with('[') {
            let entries = entries(body, MOST_CALLS, not_json)?;
            return match entries.len() {
                0 => Err(ApiError::BatchEmpty),
                _ => Ok(Calls::Batch(entries.into_iter().map(Call::of).collect())),
            };
        }
        let entry: &RawValue = serde_json::from_str(text).map_err(not_json)?;
        Call::of(entry).map(Calls::One).ok_or(ApiError::BodyNotACall)
    }
}

impl<'a> Call<'a> {
    fn of(entry: &'a RawValue) -> Option<Self> {
        // serde also reads an array as a struct.
        let text = entry.get().starts_with('{').then_some(entry.get())?;
        let call: Call<'a> = serde_json::from_str(text).ok()?;
        let begins_with = |raw: Option<&RawValue>, letters: &[char], or: bool| {
            raw.map_or(or, |it| it.get().starts_with(letters))
        };
        let has_plain_id = !begins_with(call.id, &['{', '[', 't', 'f'], false);
        (has_plain_id && begins_with(call.params, &['{', '['], true)).then_some(call)
    }

    /// The id as it came; `null` where none came.
    pub(crate) fn id(&self) -> &'a str {
        self.id.map_or("null", RawValue::get)
    }

    /// The parameters, as they came.
    pub(crate) fn params(&self) -> Option<&'a str> {
        self.params.map(RawValue::get)
    }

    /// The call for a node, under the id that is given.
    pub(crate) fn write(&self, id: &str, out: &mut String) {
        out.push_str(r#"{"jsonrpc":"2.0","id":"#);
        out.push_str(id);
        out.push_str(r#","method":"#);
        match &self.method {
            // As it came, it was nothing but its letters.
            Cow::Borrowed(method) => ["\"", method, "\""].iter().for_each(|it| out.push_str(it)),
            Cow::Owned(method) => out.push_str(&quoted(method)),
        }
        if let Some(params) = self.params() {
            out.push_str(r#","params":"#);
            out.push_str(params);
        }
        out.push('}');
    }
}

/// What a node answered to one call.
#[derive(Deserialize)]
pub(crate) struct Answer<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

impl<'a> Answer<'a> {
    /// Reads an object.
    pub(crate) fn read(body: &'a [u8]) -> Option<Self> {
        let text = std::str::from_utf8(body).ok()?.trim_ascii_start();
        // serde also reads a list as a struct.
        serde_json::from_str(text.starts_with('{').then_some(text)?).ok()
    }

    /// What it answers, where it is to the call of this id. An error may come without one: who could not read
    /// the call does not know it.
    pub(crate) fn outcome_to(&self, id: &str) -> Option<Outcome<'a>> {
        let said = self.id.map_or("null", RawValue::get);
        let outcome = self.outcome()?;
        let is_nobodys_error = said == "null" && matches!(outcome, Outcome::Error(_));
        (said.trim_matches('"') == id || is_nobodys_error).then_some(outcome)
    }

    /// The member that an answer has exactly one of, as it is written. Some nodes send both, one of
    /// them `null`.
    pub(crate) fn outcome(&self) -> Option<Outcome<'a>> {
        match (self.error, self.result) {
            (Some(error), _) => Some(Outcome::Error(error.get())),
            (None, Some(result)) => Some(Outcome::Result(result.get())),
            (None, None) => None,
        }
    }
}

/// The text of a result or of an error, byte by byte as the node sent it.
#[derive(Clone, Copy)]
pub(crate) enum Outcome<'a> {
    Result(&'a str),
    Error(&'a str),
}

impl Outcome<'_> {
    /// Whether the node counts requests, and this was one too many: by the code, not by words.
    pub(crate) fn is_limit(&self) -> bool {
        self.code().is_some_and(|code| code == 429 || code == i64::from(rpc::LIMIT_EXCEEDED))
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> Option<i64> {
        #[derive(Deserialize)]
        struct Coded {
            code: i64,
        }
        let Outcome::Error(text) = self else { return None };
        serde_json::from_str::<Coded>(text).ok().map(|it| it.code)
    }

    /// Whether another node may do better: this one counts requests or is not well. Never a revert
    /// or another fault of the call, which every node would answer. Under the code of limits some
    /// nodes say that `eth_getLogs` found too much.
    pub(crate) fn is_the_nodes_fault(&self, kind: Kind) -> bool {
        #[derive(Deserialize)]
        struct Fault<'a> {
            code: i64,
            #[serde(borrow, default)]
            message: Cow<'a, str>,
        }
        let Outcome::Error(text) = self else { return false };
        let Ok(fault) = serde_json::from_str::<Fault<'_>>(text) else { return false };
        let message = fault.message.to_ascii_lowercase();
        let is_of_the_node = match fault.code {
            // Not in the reserved range, but what some hosted nodes send with HTTP 200.
            429 => true,
            code if code == i64::from(rpc::LIMIT_EXCEEDED) => {
                kind != Kind::Dear || !TOO_MUCH.iter().any(|words| message.contains(words))
            }
            -32099..=-32000 => NODE_FAULTS.iter().any(|words| message.contains(words)),
            _ => false,
        };
        // A contract chooses the words of its revert.
        is_of_the_node && !message.contains("revert")
    }
}

/// Words of nodes that are limited, behind or broken, under codes that also carry faults of calls.
const NODE_FAULTS: [&str; 15] = [
    "rate limit",
    "rate-limit",
    "ratelimit",
    "request limit",
    "request count exceeded",
    "too many requests",
    "compute units",
    "quota",
    "throttl",
    "overloaded",
    "try again",
    "unavailable",
    "header not found",
    "missing trie node",
    "not synced",
];

/// Words of a search that found too much: every node would say so.
const TOO_MUCH: [&str; 4] = ["results", "block range", "blocks range", "response size"];

/// The text of an error of ours.
pub(crate) fn error_text(code: impl Into<i64>, message: &str) -> String {
    #[derive(Serialize)]
    struct Error<'a> {
        code: i64,
        message: &'a str,
    }
    serde_json::to_string(&Error { code: code.into(), message })
        .expect("a number and a text are JSON")
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// Tells `null` from a member that is missing.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

fn check_levels(body: &[u8]) -> Result<(), ApiError> {
    let (mut level, mut is_in_text, mut is_escaped) = (0_usize, false, false);
    for byte in body {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_text => is_escaped = true,
            b'"' => is_in_text = !is_in_text,
            b'[' | b'{' if !is_in_text => level += 1,
            b']' | b'}' if !is_in_text => level = level.saturating_sub(1),
            _ => {}
        }
        if level > MOST_LEVELS {
            return Err(ApiError::BodyTooDeep(MOST_LEVELS));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(body: &str) -> Option<String> {
        let Ok(Calls::One(call)) = Calls::read(body.as_bytes()) else { return None };
        let mut out = String::new();
        call.write(call.id(), &mut out);
        Some(out)
    }

    #[test]
    fn a_call_is_written_from_the_members_that_were_read() {
        let body = r#" {"id":1.50,"Method":"admin_x","method":"eth_\u0063all","params":[ 1e2 ]}"#;
        let same = r#"{"jsonrpc":"2.0","id":1.50,"method":"eth_call","params":[ 1e2 ]}"#;
        assert_eq!(written(body).as_deref(), Some(same));
        let bare = r#"{"jsonrpc":"2.0","id":null,"method":"a\"b"}"#;
        assert_eq!(written(r#"{"method":"a\"b"}"#).as_deref(), Some(bare));
    }

    #[test]
    fn what_is_not_a_call_is_refused() {
        for body in [
            "1",
            "null",
            "\"x\"",
            "{}",
            r#"{"method":1}"#,
            r#"{"method":"a","method":"b"}"#,
            r#"{"method":"a","id":{}}"#,
            r#"{"method":"a","id":[]}"#,
            r#"{"method":"a","id":true}"#,
            r#"{"method":"a","params":1}"#,
            r#"{"method":"a","params":"x"}"#,
            r#"{"method":"a"} {"method":"b"}"#,
            r#"[["a",1,[]]]"#,
        ] {
            assert_eq!(written(body), None, "{body}");
        }
    }

    #[test]
    fn only_faults_of_the_node_are_asked_again() {
        let is_fault = |kind: Kind, code: i64, message: &str| {
            Outcome::Error(&format!(r#"{{"code":{code},"message":"{message}"}}"#))
                .is_the_nodes_fault(kind)
        };
        assert!(!is_fault(Kind::Dear, -32005, "query returned more than 10000 results"));
        assert!(is_fault(Kind::Dear, -32005, "request rate limited: daily request limit"));
        assert!(is_fault(Kind::Dear, -32005, "limit exceeded"));
        let is_the_nodes_fault = |code: i64, message: &str| is_fault(Kind::Read, code, message);
        assert!(is_the_nodes_fault(-32005, "whatever"));
        assert!(is_the_nodes_fault(-32000, "Too Many Requests"));
        assert!(is_the_nodes_fault(-32000, "header not found"));
        assert!(is_the_nodes_fault(429, "slow down"));
        assert!(!is_the_nodes_fault(3, "execution reverted"));
        assert!(!is_the_nodes_fault(-32000, "execution reverted: rate limit"));
        assert!(!is_the_nodes_fault(-32000, "nonce too low"));
        assert!(!is_the_nodes_fault(-32000, "exceeds block gas limit"));
        assert!(!is_the_nodes_fault(-32603, "rate limit"));
        assert!(!is_the_nodes_fault(5000, "rate limit"));
        assert!(!Outcome::Error("\"rate limit\"").is_the_nodes_fault(Kind::Read));
        assert!(!Outcome::Result("\"rate limit\"").is_the_nodes_fault(Kind::Read));
    }

    #[test]
    fn a_result_of_null_is_a_result() {
        let answer: Answer<'_> = serde_json::from_str(r#"{"id":1,"result":null}"#).expect("JSON");
        assert!(matches!(answer.outcome(), Some(Outcome::Result("null"))));
        let answer: Answer<'_> =
            serde_json::from_str(r#"{"id":1,"result":1,"error":null}"#).expect("JSON");
        assert!(matches!(answer.outcome(), Some(Outcome::Result("1"))));
        let answer: Answer<'_> = serde_json::from_str(r#"{"id":1}"#).expect("JSON");
        assert!(answer.outcome().is_none());
    }

    #[test]
    fn what_answers_another_call_is_no_answer() {
        let is_answer =
            |body: &str| Answer::read(body.as_bytes()).and_then(|it| it.outcome_to("1")).is_some();
        for ours in [r#"{"id":1,"result":7}"#, r#" {"id":"1","error":7}"#, r#"{"error":7}"#] {
            assert!(is_answer(ours), "{ours}");
        }
        assert!(is_answer(r#"{"id":null,"error":7}"#));
        for other in [
            r#"{"id":2,"result":7}"#,
            r#"{"id":2,"error":7}"#,
            r#"{"id":null,"result":7}"#,
            r#"{"result":7}"#,
            "[1,7]",
        ] {
            assert!(!is_answer(other), "{other}");
        }
    }

    #[test]
    fn brackets_inside_texts_are_no_levels() {
        let text = format!(r#"{{"method":"\"{}"}}"#, "[".repeat(1000));
        assert!(check_levels(text.as_bytes()).is_ok());
        assert!(check_levels("[".repeat(64).as_bytes()).is_ok());
        assert!(check_levels("[".repeat(65).as_bytes()).is_err());
    }
}
