//! A node, as the vault's server asks it for the frame.

use wire::{Json, from_text, to_text};

/// What it answers to one call or to several, by what is known; it is written down what was sent to it.
pub(crate) fn answered(
    body: &str,
    known: &[(&'static str, Json)],
    sent: &mut Vec<String>,
) -> String {
    let body: Json = from_text(body).expect("JSON");
    let calls = body.as_list().map_or_else(|| vec![body.clone()], <[Json]>::to_vec);
    let answers = calls.iter().map(|call| {
        let method = call.get("method").and_then(Json::as_text).expect("a method");
        let params = || call.get("params").and_then(Json::as_list).expect("parameters");
        let asked = match method {
            "eth_call" => params()[0].get("data").and_then(Json::as_text).expect("bytes"),
            _ => method,
        };
        if matches!(method, "eth_sendRawTransaction" | "sendTransaction") {
            sent.push(params()[0].as_text().expect("a transaction").to_owned());
        }
        let found = known.iter().find(|it| it.0 == asked);
        let (name, value) = match found {
            Some((_, value)) => ("result", value.clone()),
            None => ("error", from_text(r#"{"code":-32601,"message":"no"}"#).expect("JSON")),
        };
        let id = call.get("id").cloned().unwrap_or_default();
        Json::object([("jsonrpc", Json::text("2.0")), ("id", id), (name, value)])
    });
    to_text(&Json::list(answers.collect::<Vec<_>>()))
}
