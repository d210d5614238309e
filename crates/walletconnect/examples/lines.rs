//! The module as a program, so that other clients can be held against it without a browser: `interop/`
//! plays the page around it; `lines phone` is the other role.
//!
//! Each line of its input is JSON: `{"ask": [1, "…"]}`, `{"cancel": [1, ""]}`, for a phone
//! `{"dispatch": [0, "…"]}`, and `{"reply": [7, "…"]}`. Each of its output is `{"perform": [7, "…"]}`,
//! `{"answer": [1, "…"]}` or `{"publish": [0, "…"]}`. The texts are those that cross between a module
//! and a page.

use std::io::{BufRead, stdin};

use runtime::Host;
use walletconnect::{Module, Phone};
use wire::{Json, from_text, to_text};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("phone") {
        let phone = Phone::new(Box::new(Lines));
        each_line(|what, id, text| match what {
            "dispatch" => phone.dispatch(text),
            _ => phone.reply(id, text),
        });
    } else {
        let module = Module::new(Box::new(Lines));
        each_line(|what, id, text| match what {
            "ask" => module.ask(id, text),
            "cancel" => module.cancel(id),
            _ => module.reply(id, text),
        });
    }
}

fn each_line(mut take: impl FnMut(&str, u32, &str)) {
    for line in stdin().lock().lines() {
        let line = line.expect("the input is text");
        let said: Json = from_text(&line).expect("each line is JSON");
        let Json::Object(fields) = said else { panic!("{line} is no object") };
        for (what, words) in fields {
            let words = words.as_list().unwrap_or_default();
            let id = words.first().and_then(Json::as_number).and_then(|it| it.parse().ok());
            let text = words.get(1).and_then(Json::as_text);
            take(&what, id.expect("an id comes first"), text.expect("then a text"));
        }
    }
}

/// Whoever reads the output.
struct Lines;

impl Host for Lines {
    fn publish(&self, _slice: &str, value: &str) {
        say("publish", 0, value);
    }

    fn answer(&self, id: u32, answer: &str) {
        say("answer", id, answer);
    }

    fn perform(&self, id: u32, op: &str) {
        say("perform", id, op);
    }
}

fn say(what: &str, id: u32, text: &str) {
    let words = Json::list([Json::Number(id.to_string().into()), Json::text(text)]);
    println!("{}", to_text(&Json::object([(what, words)])));
}
