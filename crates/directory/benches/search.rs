//! How long a search over 10,000 wallets takes: printed, never asserted.
#![expect(clippy::disallowed_methods, reason = "a bench is timed, and never reaches the browser")]

use std::time::Instant;

use directory::{Filter, find};
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
            chains: vec!["eip155:1".to_owned()],
            ..WalletListing::default()
        }
    };
    (0..WALLETS).map(row).collect()
}
