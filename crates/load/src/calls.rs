//! JSON-RPC as a node of our own reads and answers it.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A call.
#[derive(Deserialize)]
pub(crate) struct Call<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    pub(crate) method: &'a str,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

impl<'a> Call<'a> {
    /// Its id, as it was written.
    pub(crate) fn id(&self) -> &'a str {
        self.id.get()
    }

    /// Its parameters, as they were written.
    pub(crate) fn params(&self) -> &'a str {
        self.params.map_or("", RawValue::get)
    }
}

/// Answers a call or a batch, each call by what `each` writes. What is neither gets no words.
pub(crate) fn answer(
    asked: &[u8],
    out: &mut Vec<u8>,
    mut each: impl FnMut(&Call<'_>, &mut Vec<u8>),
) {
    if asked.first() != Some(&b'[') {
        if let Ok(call) = serde_json::from_slice(asked) {
            each(&call, out);
        }
        return;
    }
    let calls: Vec<Call<'_>> = serde_json::from_slice(asked).unwrap_or_default();
    for (place, call) in calls.iter().enumerate() {
        out.push(if place == 0 { b'[' } else { b',' });
        each(call, out);
    }
    out.push(b']');
}

/// Writes an answer: `member` is `result` or `error`, `value` its JSON.
pub(crate) fn write(out: &mut Vec<u8>, id: &str, member: &str, value: &str) {
    for part in [r#"{"jsonrpc":"2.0","id":"#, id, ",\"", member, "\":", value, "}"] {
        out.extend_from_slice(part.as_bytes());
    }
}
