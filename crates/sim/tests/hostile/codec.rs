//! What holds for any text at all, however hostile: our parser takes exactly what JSON is, reads of it
//! what `serde_json` reads, and what it writes reads back the same.

use std::fmt::Debug;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use wire::{Get, Json, Put, from_text, to_text};

/// As deep as a text may nest, for both.
const DEEPEST: usize = 127;

/// Panics where it does not hold.
pub fn hold(text: &str) {
    let ours = from_text::<Json>(text);
    // It reads no value, so it refuses neither numbers beyond its own nor halves of surrogate pairs.
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok() && depth(text) <= DEEPEST;
    assert_eq!(ours.is_ok(), is_json, "{ours:?}");
    let Ok(ours) = ours else { return };
    let written = to_text(&ours);
    assert_eq!(from_text(&written).as_ref(), Ok(&ours), "{written}");
    if let Ok(theirs) = serde_json::from_str(text) {
        assert!(is_same(&ours, &theirs), "{ours:?} is not {theirs:?}");
    }
    hold_as::<runtime::Op>(text);
    hold_as::<runtime::Reply>(text);
    hold_as::<protocol::api::WalletPage>(text);
    hold_as::<protocol::rpc::RpcError>(text);
}

/// What a type of ours takes, `serde` takes too, and means the same by it. Not the other way: `serde`
/// takes a list for a struct, for one.
fn hold_as<T: Get + Put + DeserializeOwned + PartialEq + Debug>(text: &str) {
    let Ok(ours) = from_text::<T>(text) else { return };
    let written = to_text(&ours);
    let again = serde_json::from_str::<T>(&written);
    match (serde_json::from_str::<T>(text), again) {
        (Ok(theirs), Ok(again)) => assert_eq!(again, theirs, "{written}"),
        (Err(theirs), _) | (_, Err(theirs)) => {
            let why = theirs.to_string();
            let is_known = ["number out of range", "hex escape"].iter().any(|it| why.contains(it));
            assert!(is_known, "{ours:?} is refused: {why}");
        }
    }
}

fn is_same(ours: &Json, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Json::Null, Value::Null) => true,
        (Json::Bool(ours), Value::Bool(theirs)) => ours == theirs,
        (Json::Number(literal), Value::Number(theirs)) => {
            serde_json::from_str(literal).is_ok_and(|number: serde_json::Number| number == *theirs)
        }
        (Json::Text(ours), Value::String(theirs)) => ours == theirs,
        (Json::List(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| is_same(a, b))
        }
        // Of a name that is repeated, both mean the last.
        (Json::Object(fields), Value::Object(theirs)) => {
            let is_named = |name: &String| fields.iter().any(|(it, _)| it == name);
            let is_read = |name: &String| {
                ours.get(name).zip(theirs.get(name)).is_some_and(|(a, b)| is_same(a, b))
            };
            theirs.keys().all(is_named) && fields.iter().all(|(name, _)| is_read(name))
        }
        _ => false,
    }
}

/// How deep the brackets of a JSON text nest.
fn depth(text: &str) -> usize {
    let (mut deepest, mut depth, mut is_text, mut is_escaped) = (0, 0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => depth += 1,
            b']' | b'}' if !is_text => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
