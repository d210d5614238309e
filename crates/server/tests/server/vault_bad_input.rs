//! Bad input in every field of every call of the vault: each is refused with a sentence, and nothing is kept of it.
//!
//! What is bad comes of the body that is right, field by field ([`faults_of`]), and is proved and signed as that one is, so
//! it reaches what reads the field. What looks bad and is none stands in [`is_fit`], with its reason.

use crate::database::Other;
use crate::test_app::{PROJECT, Reply, VAULT, ask};
use crate::vault_browser::VaultApp;
use crate::vault_calls::{Call, call, calls};
use protocol::api::Failed;
use protocol::path::{self, VAULT_PATHS};
use protocol::relay::base64;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use wire::to_text;

/// How long an answer may take: who asks for the longest wait there is has it before.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long an answer that refuses may be, in bytes. It repeats no large text that came.
const MOST_BYTES: usize = 700;
const JSON: &str = "application/json";

/// What no field is that is another one, as JSON or as what is nearly that.
const ANYTHING: [(&str, &str); 22] = [
    ("null", "null"),
    ("a number", "7"),
    ("a number below zero", "-1"),
    ("a fraction", "1.5"),
    ("a number of 33 bits", "4294967296"),
    ("a number beyond measure", "1e400"),
    ("true", "true"),
    ("false", "false"),
    ("no letters", r#""""#),
    ("a blank", r#"" ""#),
    ("a letter", r#""x""#),
    ("two lines", r#""a\r\nb""#),
    ("a zero", r#""\u0000""#),
    ("half a letter", r#""\ud800""#),
    ("what nobody sees", r#""\u202e\u200b""#),
    ("a query", r#""' OR 1=1 --""#),
    ("a prototype's name", r#""__proto__""#),
    ("a constructor's name", r#""constructor""#),
    ("a list", "[]"),
    ("a list of a text", r#"["a"]"#),
    ("an object", "{}"),
    ("a prototype", r#"{"__proto__":{"isFresh":true},"constructor":{"prototype":1}}"#),
];

/// What is no address, or more than one.
const EMAILS: [&str; 18] = [
    "eve@example.com\r\nBcc: bob@example.com",
    "eve@example.com\n",
    "eve@example.com,bob@example.com",
    "eve@example.com;bob@example.com",
    "eve@example.com bob@example.com",
    "Eve <eve@example.com>",
    "\"eve\"@example.com",
    " eve@example.com",
    "eve@example.com ",
    "e ve@example.com",
    "eve@exam ple.com",
    "eve@@example.com",
    "eve@example..com",
    "eve@localhost",
    "eve@[127.0.0.1]",
    // Of Cyrillic, of full width, and with a sign of full width.
    "\u{435}ve@example.com",
    "\u{ff45}ve@example.com",
    "eve\u{ff20}example.com",
];

/// What is no code of six digits.
const CODES: [&str; 12] = [
    "12345",
    "1234567",
    "12 34 5",
    "12 34 56 7",
    "abcdef",
    "12345a",
    "+12345",
    "-1234567",
    "1e5000",
    "123.456",
    "\u{ff11}\u{ff12}\u{ff13}\u{ff14}\u{ff15}",
    "\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}",
];

/// What no key is: others come to the same secret by it ([list](https://cr.yp.to/ecdh.html#validate)).
const LOW_ORDER: [[u8; 32]; 2] = [[0; 32], {
    let mut one = [0; 32];
    one[0] = 1;
    one
}];

/// A fault in a field: what it is, and what stands there, as it is written; nothing where the field is left out.
type Fault = (String, Option<String>);

/// All faults of a field that is right as `value`.
fn faults_of(name: &str, value: &Value) -> Vec<Fault> {
    let is_list_item = name.parse::<usize>().is_ok();
    let mut all: Vec<Fault> = Vec::new();
    let mut add = |what: &str, raw: String| all.push((what.to_owned(), Some(raw)));
    for (what, raw) in ANYTHING {
        let same = (value.is_boolean() && ["true", "false"].contains(&what))
            || (value.is_number() && what == "a number");
        if !same {
            add(what, raw.to_owned());
        }
    }
    add("nested", format!("{}{}", "[".repeat(200), "]".repeat(200)));
    add("nested objects", format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200)));
    add("huge", json!("*".repeat(100_000)).to_string());
    add("huge base64", json!("A".repeat(100_000)).to_string());
    add("in a list", json!([value]).to_string());
    add("as a name", format!("{{{}:null}}", json!(value.as_str().unwrap_or("x"))));
    if let Some(fields) = value.as_object() {
        let values: Vec<_> = fields.values().collect();
        add("values without names", json!(values).to_string());
    }
    if !is_list_item {
        add("twice", format!("{value},{}:{value}", json!(name)));
    }
    let of_name: Vec<String> = match name {
        "email" => {
            let long =
                [format!("{}@example.com", "a".repeat(288)), "a@".to_owned() + &"a.".repeat(149)];
            EMAILS.map(str::to_owned).into_iter().chain(long).collect()
        }
        "otp" => CODES.map(str::to_owned).into(),
        "sealTo" => LOW_ORDER.map(|it| base64::encode(&it)).into(),
        _ => vec![],
    };
    for text in of_name {
        add(&text, json!(text).to_string());
    }
    if name == "isGivenUp" {
        add("no", "false".to_owned());
    }
    if !is_list_item {
        all.push(("left out".to_owned(), None));
    }
    all
}

/// What is taken though it looks bad.
fn is_fit(path: &str, pointer: &str, (what, raw): &Fault) -> bool {
    let is_missing = ["null", "left out"].contains(&&**what);
    match (path, pointer) {
        // Whatever language that is, the mail is in the first one where there are no words of it.
        (path::EMAIL_START | path::EMAIL_CHANGE, "/language") => {
            let is_text = raw.as_ref().is_some_and(|it| it.starts_with('"'));
            is_text && !["a zero", "twice"].contains(&&**what)
        }
        // Taken back.
        (path::REVIEW_OFFER, "/sealed") => is_missing || what == "huge base64",
        // All others are ended; deleted in a week.
        (path::SESSION_REVOKE, "/id") | (path::ACCOUNT_DELETE, "/signature") => is_missing,
        _ => false,
    }
}

/// Where all fields of a body are, the outer ones first.
fn pointers(body: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match body {
        Value::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, it)| (at.to_string(), it)).collect()
        }
        _ => vec![],
    };
    let mut all = Vec::new();
    for (name, it) in inner {
        let pointer = format!("{at}/{name}");
        all.extend([vec![pointer.clone()], pointers(it, &pointer)].concat());
    }
    all
}

/// The body with a fault in it.
fn with_fault(call: &Call, pointer: &str, raw: Option<&str>) -> String {
    const HERE: &str = "what is no JSON";
    let mut body = call.body.clone();
    let (outer, name) = pointer.rsplit_once('/').expect("a pointer");
    let whole = raw.and_then(|it| serde_json::from_str::<Value>(it).ok());
    if raw.is_some() {
        let field = body.pointer_mut(pointer).expect("a field");
        *field = whole.clone().unwrap_or_else(|| json!(HERE));
    } else {
        let outer = body.pointer_mut(outer).and_then(Value::as_object_mut);
        outer.expect("an object").remove(name);
    }
    let body = if pointer == "/signature" { body } else { call.signed(body) };
    match raw {
        Some(raw) if whole.is_none() => body.to_string().replace(&json!(HERE).to_string(), raw),
        _ => body.to_string(),
    }
}

/// Bodies that are none of an object with these fields.
fn faults_of_whole(path: &str, body: &Value) -> Vec<(&'static str, Vec<u8>)> {
    let whole = body.to_string();
    let values: Vec<_> = body.as_object().expect("an object").values().collect();
    let is_empty = values.is_empty();
    let values = json!(values).to_string();
    let deep = "[".repeat(100_000);
    let large = format!("{whole}{}", " ".repeat(210 * 1024));
    let mut all: Vec<(&str, Vec<u8>)> = [
        ("nothing", ""),
        ("a blank", " "),
        ("no JSON", "email=eve"),
        ("null", "null"),
        ("a number", "7"),
        ("true", "true"),
        ("a text", "\"x\""),
        ("a list", "[]"),
        ("values without names", &*values),
        ("in a list", &*format!("[{whole}]")),
        ("cut off", &whole[..whole.len() - 1]),
        ("one more brace", &*format!("{whole}}}")),
        ("twice", &*format!("{whole}{whole}")),
        ("after a mark", &*format!("\u{feff}{whole}")),
        ("deep", &*deep),
        ("deep lists", &*format!("{}{}", "[".repeat(200), "]".repeat(200))),
        ("too large", &*large),
    ]
    .map(|(what, text)| (what, text.as_bytes().to_vec()))
    .into();
    if !is_empty && path != path::SESSION_REVOKE {
        all.push(("no fields", b"{}".to_vec()));
    }
    let mut cut = whole.clone().into_bytes();
    cut.extend([0xff, 0xfe]);
    all.push(("not UTF-8 behind it", cut));
    all.push(("not UTF-8 in a text", [b"{\"email\":\"", &[0xc3, 0x28][..], b"\"}"].concat()));
    all.push(("UTF-16", whole.encode_utf16().flat_map(u16::to_le_bytes).collect()));
    all
}

async fn made(at: &VaultApp, path: &str, call: &Call, body: &[u8]) -> Reply {
    let session = call.browser.session.as_deref();
    let proof = call.browser.proof(path, body, session);
    let made = call.browser.send(at, path, body, &proof, session);
    timeout(PATIENCE, made).await.unwrap_or_else(|_| panic!("{path} hangs"))
}

/// What a refusal of a fault may name: where it is, and what is missing inside.
fn names(pointer: &str, value: &Value) -> Vec<String> {
    let outer: Vec<_> = pointer.split('/').filter(|it| it.parse::<usize>().is_err()).collect();
    let mut all: Vec<String> = outer.iter().skip(1).map(|&it| it.to_owned()).collect();
    all.extend((2..=outer.len()).map(|most| outer[1..most].join(".")));
    let value = value.get(0).unwrap_or(value);
    all.extend(value.as_object().iter().flat_map(|it| it.keys().cloned()));
    // Of which attempt or change a code is, is nobody's business. Nor is it told apart what became of a set or a thing to
    // approve.
    for (name, told) in [("attempt", "otp"), ("change", "otp"), ("from", "set"), ("id", "review")] {
        if pointer.ends_with(name) {
            all.push(told.to_owned());
        }
    }
    all
}

/// What is wrong with a refusal of what has one of these names; nothing where it is as it must be.
fn wrong_with(reply: &Reply, names: &[String]) -> Option<&'static str> {
    // 429 is none: what is bad is refused for what it is.
    if ![400, 401, 403, 404, 409, 413].contains(&reply.status) {
        return Some("the status");
    }
    if reply.header("content-type") != JSON || reply.body.len() > MOST_BYTES {
        return Some("no JSON, or too much of it");
    }
    let Ok(failed) = serde_json::from_slice::<Failed>(&reply.body) else {
        return Some("no refusal");
    };
    let [reason] = &*failed.reasons else { return Some("not one reason") };
    let words = &reason.description;
    let is_named = match &*reason.field {
        "body" => match words.strip_prefix("The body is not what is taken here: ") {
            Some(what) if what.contains(": ") => {
                names.iter().any(|it| what.starts_with(&format!("{it}: ")))
            }
            _ => words.starts_with("The body is "),
        },
        field => names.iter().any(|it| it == field),
    };
    let is_told = failed.status == "FAILED" && words.len() > 10 && words.ends_with('.');
    (!is_told || !is_named).then_some("the words")
}

async fn rows(at: &VaultApp) -> String {
    Other::open(at.app.folder()).await.vault_rows().await
}

/// All faults in a call, and what is wrong with how they are answered.
async fn wrong_answers(at: &VaultApp, path: &str) -> Vec<String> {
    let it = call(at, path).await;
    let before = rows(at).await;
    let (mut wrong, mut fit) = (Vec::new(), Vec::new());
    let mut see = |pointer: &str, what: &str, names: &[String], reply: &Reply| {
        if let Some(why) = wrong_with(reply, names) {
            let told: String = reply.status_and_body().chars().take(300).collect();
            wrong.push(format!("{path} {pointer}, {what}: {why}: {told}"));
        }
    };
    for (what, body) in faults_of_whole(path, &it.body) {
        see("", what, &names("", &it.body), &made(at, path, &it, &body).await);
    }
    for pointer in pointers(&it.body, "") {
        let value = it.body.pointer(&pointer).expect("a field");
        let name = pointer.rsplit('/').next().expect("a name");
        for fault in faults_of(name, value) {
            if is_fit(path, &pointer, &fault) {
                fit.push((pointer.clone(), fault));
                continue;
            }
            let body = with_fault(&it, &pointer, fault.1.as_deref());
            let reply = made(at, path, &it, body.as_bytes()).await;
            see(&pointer, &fault.0, &names(&pointer, value), &reply);
        }
    }
    if rows(at).await != before {
        wrong.push(format!("{path}: something was kept"));
    }
    // It is answered afterwards, and passes over fields that it does not know.
    let mut body = it.body.clone();
    for (what, raw) in ANYTHING.into_iter().filter(|(what, _)| *what != "a zero") {
        body[what] = serde_json::from_str(raw).unwrap_or_default();
    }
    body["__proto__"] = json!({"email": "eve@example.com", "isGivenUp": true});
    body["constructor"] = json!("x".repeat(50_000));
    let mut last = vec![("unknown fields".to_owned(), it, body.to_string())];
    for (pointer, (what, raw)) in fit {
        let it = call(at, path).await;
        let body = with_fault(&it, &pointer, raw.as_deref());
        last.push((format!("{pointer}, {what}"), it, body));
    }
    for (what, it, body) in last {
        let reply = made(at, path, &it, body.as_bytes()).await;
        if reply.status != 200 {
            wrong.push(format!("{path} {what}, which is fit: {}", reply.status_and_body()));
        }
    }
    wrong
}

async fn refuse_all(is_here: impl Fn(&str) -> bool) {
    let at = vault().await;
    let mut wrong = Vec::new();
    for path in calls().into_iter().filter(|it| is_here(it)) {
        wrong.extend(wrong_answers(&at, &path).await);
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A vault that counts no requests.
async fn vault() -> VaultApp {
    VaultApp::with(|config| config.client_requests_per_minute = 0).await
}

#[tokio::test]
async fn no_fault_in_a_call_about_a_wallet_gets_through() {
    refuse_all(|path| path.contains("/wallet/")).await;
}

#[tokio::test]
async fn no_fault_in_any_other_call_gets_through() {
    refuse_all(|path| !path.contains("/wallet/")).await;
}

#[tokio::test]
async fn no_other_kind_of_body_is_read() {
    let at = vault().await;
    for path in calls() {
        let it = call(&at, &path).await;
        let (body, session) = (it.body.to_string(), it.browser.session.as_deref());
        let shown = session.map(|it| format!("DPoP {it}"));
        for kind in [
            "",
            "json",
            "text/json",
            "text/plain",
            "text/plain; application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "application/json-seq",
            "application/json, text/plain",
            "application/ld+json",
        ] {
            let proof = it.browser.proof(&path, &body, session);
            let mut headers = vec![("content-type", kind), ("dpop", &*proof)];
            headers.extend(shown.as_deref().map(|it| ("authorization", it)));
            headers.retain(|(name, value)| *name != "content-type" || !value.is_empty());
            let reply = ask(at.app.address(), VAULT, "POST", &path, &headers, body.clone()).await;
            let told = reply.status_and_body();
            assert!(
                told.starts_with("415 ") && told.contains("application/json."),
                "{kind}: {told}"
            );
        }
        assert_eq!(made(&at, &path, &it, body.as_bytes()).await.status, 200, "{path}");
    }
}

/// A code is read as people type it, and what is no code takes no try away.
#[tokio::test]
async fn what_is_no_code_costs_no_try() {
    let at = vault().await;
    for path in [path::EMAIL_OTP, path::EMAIL_CHANGE_PRIMARY, path::EMAIL_CHANGE_SECONDARY] {
        let it = call(&at, path).await;
        for code in CODES {
            let mut body = it.body.clone();
            body["otp"] = json!(code);
            let told = made(&at, path, &it, body.to_string().as_bytes()).await.status_and_body();
            let refused = r#"400 {"status":"FAILED","reasons":[{"field":"otp""#;
            assert!(told.starts_with(refused), "{path} {code} {told}");
        }
        let wide = |it: char| char::from_u32(u32::from(it) - 0x30 + 0xff10).expect("a digit");
        let code: Vec<_> = it.body["otp"].as_str().expect("a code").chars().map(wide).collect();
        let (first, second) = code.split_at(3);
        let mut body = it.body.clone();
        body["otp"] =
            json!(format!(" {}-{}\n", String::from_iter(first), String::from_iter(second)));
        assert_eq!(made(&at, path, &it, body.to_string().as_bytes()).await.status, 200, "{path}");
    }
}

/// A name that looks like another one is another one: the mail goes where it says, and is no mail of the other.
#[tokio::test]
async fn who_looks_like_another_is_mailed_by_their_own_name() {
    let at = vault().await;
    let it = call(&at, path::EMAIL_START).await;
    let mut body = it.body.clone();
    body["email"] = json!("ann@ex\u{430}mple.com");
    let reply = made(&at, path::EMAIL_START, &it, body.to_string().as_bytes()).await;
    assert_eq!(reply.status, 200, "{}", reply.status_and_body());
    let all: Vec<_> = at.mailbox.all().into_iter().map(|it| it.to).collect();
    assert_eq!(all, ["ann@xn--exmple-4nf.com"]);
}

/// The routes that are no calls, as the server's table has them.
const PAGES: [&str; 8] = [
    "path::FRAME",
    "path::REVIEW",
    "path::RPC",
    "\"/m/{secret}\"",
    "\"/u/{secret}\"",
    "\"/k/{secret}\"",
    // It takes nothing.
    "\"/mailed.css\"",
    "\"/frame/{*file}\"",
];

/// Each route is one of [`calls`] or of the pages, whose faults are below.
#[test]
fn every_route_is_here() {
    let table = include_str!("../../src/routes/vault/mod.rs");
    let routes: Vec<_> =
        table.split(".route(").skip(1).filter_map(|it| it.split(',').next()).collect();
    let calls = VAULT_PATHS.iter().filter(|it| to_text(it.value).starts_with("\"/v1/vault/"));
    let mut known: Vec<_> = calls.map(|it| format!("path::{}", it.name)).collect();
    known.extend(PAGES.map(str::to_owned));
    for route in &routes {
        assert!(known.iter().any(|it| it == route), "{route} is in no table of faults");
    }
    assert_eq!(routes.len(), known.len());
}

#[tokio::test]
async fn no_fault_in_the_address_of_a_page_gets_through() {
    let at = vault().await;
    let long = "a".repeat(8000);
    let mut asked = Vec::new();
    let ids = ["", "x", "__proto__", "%00", "%ff", "0%0d%0aSet-Cookie:a", "%F0%9F%98%80", &*long];
    for page in [path::FRAME, path::REVIEW] {
        asked.extend(["", "?", "?projectId"].map(|it| ("GET", format!("{page}{it}"), "")));
        asked.extend(ids.map(|it| ("GET", format!("{page}?projectId={it}"), "")));
        asked.push(("GET", format!("{page}?projectId={}", "f".repeat(32)), ""));
        asked.push(("GET", format!("{page}?projectId={PROJECT}x&projectId={PROJECT}"), ""));
    }
    for page in [path::MAILED_LINK, path::MAILED_UNDO, path::MAILED_KEEP] {
        for secret in ids {
            asked.push(("GET", format!("{page}{secret}"), ""));
            for body in ["", "number=1", "number=x&number=1", "{\"number\":1}", "%ff=%00", &*long] {
                asked.push(("POST", format!("{page}{secret}"), body));
            }
        }
    }
    for file in ["x", "%00", "%ff", "..%2f..%2fetc%2fpasswd", "__proto__", &*long] {
        asked.push(("GET", format!("/frame/{file}"), ""));
    }
    for (method, path, body) in asked {
        let reply = ask(at.app.address(), VAULT, method, &path, &[], body.to_owned()).await;
        let told = reply.status_and_body();
        let is_page = reply.status == 410 && told.contains("This link is no longer good");
        let is_refusal = serde_json::from_slice::<Failed>(&reply.body).is_ok();
        let is_told = is_page || is_refusal && [400, 401, 404].contains(&reply.status);
        assert!(is_told, "{method} {path} {body}: {told}");
    }
}

/// What is in the calls to nodes is looked at as on the other host: `hostile_bodies.rs`.
#[tokio::test]
async fn no_fault_in_a_call_to_a_node_gets_through() {
    let at = vault().await;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}"#;
    let right = format!("{}?chainId=eip155:5&projectId={PROJECT}", path::RPC);
    let mut asked: Vec<(String, Vec<u8>)> = Vec::new();
    for query in ["", "?chainId=eip155:5", &*format!("?projectId={PROJECT}")] {
        asked.push((format!("{}{query}", path::RPC), call.into()));
    }
    for id in ["", "5", "eip155:", "eip155:5%00", "%ff", "__proto__", "eip155:77"] {
        asked.push((format!("{}?chainId={id}&projectId={PROJECT}", path::RPC), call.into()));
        asked.push((format!("{}?chainId=eip155:5&projectId={id}", path::RPC), call.into()));
    }
    for (what, body) in faults_of_whole(&right, &serde_json::from_str(call).expect("JSON")) {
        // A batch is one.
        if !["in a list", "values without names"].contains(&what) {
            asked.push((right.clone(), body));
        }
    }
    for (field, whole, wrong) in [
        ("id", "1", ["true", "[]", "{}", "7e"]),
        ("method", "\"eth_chainId\"", ["7", "null", "[\"eth_chainId\"]", r#""\ud800""#]),
        ("params", "[]", ["true", "7", "\"[]\"", "[["]),
    ] {
        let of = |it: &str| format!("\"{field}\":{it}");
        for wrong in wrong.into_iter().chain([&*format!("{whole},{}", of(whole))]) {
            asked.push((right.clone(), call.replace(&of(whole), &of(wrong)).into()));
        }
    }
    for (path, body) in asked {
        let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
        let reply = ask(at.app.address(), VAULT, "POST", &path, &[], body).await;
        let is_refusal = serde_json::from_slice::<Failed>(&reply.body).is_ok();
        let is_told = is_refusal && [400, 401, 413].contains(&reply.status);
        assert!(is_told, "{path} {shown}: {}", reply.status_and_body());
    }
    let reply = ask(at.app.address(), VAULT, "POST", &right, &[], call).await;
    assert_eq!(reply.status_and_body(), r#"200 {"jsonrpc":"2.0","id":1,"result":"0x5"}"#);
}
