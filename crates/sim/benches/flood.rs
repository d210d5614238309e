//! How long an engine is busy with ten thousand wallets that announce themselves: printed, never
//! asserted.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use engine::{Boot, Engine};
use runtime::{Host, Op, Reply};
use sim::config;
use wire::{Json, from_text, to_text};

/// Remembers under which id the wallets are watched, and does nothing else.
#[derive(Clone, Default)]
struct Page {
    watch: Rc<Cell<u32>>,
    read: Rc<Cell<u32>>,
}

impl Host for Page {
    fn publish(&self, _: &str, _: &str) {}

    fn answer(&self, _: u32, _: &str) {}

    fn perform(&self, id: u32, op: &str) {
        match from_text(op) {
            Ok(Op::Wallets { .. }) => self.watch.set(id),
            Ok(Op::Read { key }) if key.ends_with("recent-wallets") => self.read.set(id),
            _ => {}
        }
    }
}

fn main() {
    let page = Page::default();
    let boot = Boot {
        config: config(),
        snapshot: None,
        way_back: None,
        modules: None,
        instance: "default".to_owned(),
    };
    let engine = Engine::new(Box::new(page.clone()), &to_text(&boot)).expect("a boot reads back");
    engine.reply(page.read.get(), &to_text(&Reply::Stored { value: None }));
    assert!(page.watch.get() > 0, "the wallets are watched once it is known which were used");
    let flood: Vec<String> = (1..=10_000).map(announcement).collect();
    let start = Instant::now();
    for reply in &flood {
        engine.reply(page.watch.get(), reply);
    }
    println!("a flood of {} announcements: {} ms", flood.len(), start.elapsed().as_millis());
}

fn announcement(wallet: u32) -> String {
    let detail = Json::object([
        ("uuid", Json::Text(wallet.to_string())),
        ("name", Json::Text(format!("Wallet {wallet}"))),
        ("icon", Json::Text(format!("data:image/svg+xml,{}", "x".repeat(1_000)))),
        ("rdns", Json::Text(format!("flood.w{wallet}"))),
    ]);
    to_text(&Reply::Announced { wallet, detail })
}
