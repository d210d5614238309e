//! How long a search over 10,000 wallets takes: printed, never asserted.
#![expect(clippy::disallowed_methods, reason = "a bench is timed, and never reaches the browser")]

use std::time::Instant;

use directory::{Filter, Query, find};
use protocol::api::WalletListing;

const WALLETS: usize = 10_000;
const TURNS: u32 = 20;

fn main() {
    let wallets = wallets();
    for text in ["", "wallet", "harbor 42", "harbro", "com.example.meadow", "nothing like it"] {
        let start = Instant::now();
        let mut found = 0;
        for _ in 0..TURNS {
            found = find(&wallets, &Filter::default(), text).len();
        }
        let each_ms = start.elapsed().as_secs_f64() * 1000.0 / f64::from(TURNS);
        println!("{each_ms:6.2} ms for `{text}` among {WALLETS}: {found} found");
    }
    let list = |name: &str, item: &str| {
        let items: Vec<String> = (0..200).map(|at| format!("{item}{at}")).collect();
        (name.to_owned(), items.join(","))
    };
    let id = "0".repeat(61);
    let dearest = [
        list("exclude", &id),
        (
            "chains".to_owned(),
            (100..120).map(|at| format!("a{at}:1")).collect::<Vec<_>>().join(","),
        ),
    ];
    let start = Instant::now();
    let query = Query::read(&dearest).expect("it may be asked");
    let found = query.answer(&wallets).count;
    let ms = start.elapsed().as_secs_f64() * 1000.0;
    println!("{ms:6.2} ms for the longest lists among {WALLETS}: {found} found");
}

/// Names of one to three words, as wallets have them.
fn wallets() -> Vec<WalletListing> {
    let first = ["Harbor", "Meadow", "Copper", "Lantern", "Granite", "Willow", "Comet", "Juniper"];
    let last = ["Wallet", "Pay", "Vault", "Super Wallet", "Money", "", "Key", "One", "Exchange"];
    let row = |at: usize| {
        let (first, last) = (first[at % first.len()], last[at % last.len()]);
        WalletListing {
            name: format!("{first} {at} {last}"),
            rdns: at.is_multiple_of(3).then(|| format!("com.example.{}{at}", first.to_lowercase())),
            id: format!("{at:064}"),
            chains: (1..=10).map(|chain| format!("eip155:{chain}")).collect(),
            ..WalletListing::default()
        }
    };
    (0..WALLETS).map(row).collect()
}
