//! Random walks. `WALK_SECONDS` says for how long (2 by default), `WALK_SEED` where to start; a
//! failure prints the seed that repeats it. At the end a walk prints its steps and what it covered;
//! one of half a minute or more goes on for pairs of the reviewed list that were not reached, at most four
//! times as long, and fails if one still was not.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sim::Walk;

/// Reviewed: what a walk of a minute must have seen happen, as view, what was done, how it stood
/// afterwards.
const MUST_REACH: &[(&str, &str, &str)] = &[
    ("Connect", "connect", "waiting"),
    ("ConnectingExternal", "time", "refused"),
    ("ConnectingExternal", "time", "pending"),
    ("ConnectingExternal", "time", "noAccounts"),
    ("ConnectingExternal", "time", "chainRefused"),
    ("ConnectingExternal", "time", "noAnswer"),
    ("ConnectingExternal", "time", "connected"),
    ("ConnectingExternal", "time", "waiting"),
    ("ConnectingExternal", "retry", "waiting"),
    ("ConnectingExternal", "close", "disconnected"),
    ("ConnectingExternal", "back", "disconnected"),
    ("ConnectingExternal", "reload", "none"),
    ("ConnectingExternal", "disconnect", "disconnected"),
    ("Account", "disconnect", "disconnected"),
    ("Account", "reload", "connecting"),
    ("Account", "accountsChanged", "connected"),
    ("Account", "accountsChanged", "disconnected"),
    ("Account", "chainChanged", "connected"),
    ("Account", "switchNetwork", "connected"),
    ("Account", "time", "connected"),
    ("Account", "network", "connected"),
    ("closed", "reload", "connecting"),
    ("closed", "time", "connected"),
    ("closed", "ask eth_requestAccounts", "disconnected"),
    ("closed", "ask eth_requestAccounts", "connected"),
    ("closed", "ask switchNetwork", "connected"),
    ("Connect", "connect", "choosing"),
    ("ConnectingMultiChain", "connect", "waiting"),
    ("ConnectingMultiChain", "back", "disconnected"),
    ("ConnectWallets", "connect", "waiting"),
    ("AllWallets", "connect", "waiting"),
    ("AllWallets", "search", "disconnected"),
    ("AllWallets", "moreWallets", "disconnected"),
    ("AllWallets", "time", "disconnected"),
    ("Downloads", "back", "disconnected"),
    ("Downloads", "showCode", "disconnected"),
    ("OpenOnPhone", "back", "disconnected"),
    ("AllWallets", "look up install", "disconnected"),
    ("AllWallets", "look up open", "disconnected"),
    ("AllWallets", "look up site", "disconnected"),
    ("AllWallets", "look up phone", "disconnected"),
    ("AllWallets", "look up computer", "disconnected"),
    ("Networks", "switchNetwork", "waiting"),
    ("Networks", "switchNetwork", "needsWallet"),
    ("SwitchNetwork", "time", "declined"),
    ("SwitchNetwork", "time", "connected"),
    ("SwitchNetwork", "retry", "waiting"),
    ("SwitchNetwork", "chainChanged", "waiting"),
    ("SwitchNetwork", "reload", "connecting"),
    ("SwitchActiveChain", "connectNamespace", "needsWallet"),
    ("UnsupportedChain", "dismiss", "connected"),
    ("UnsupportedChain", "disconnect", "disconnected"),
    ("UnsupportedChain", "chainChanged", "connected"),
    ("UnsupportedChain", "time", "connected"),
    ("Account", "stored", "disconnected"),
    ("Account", "resumed", "connected"),
    ("Account", "cleared", "disconnected"),
    ("closed", "cleared", "disconnected"),
    ("closed", "stored", "connecting"),
    ("closed", "ask solana_requestAccounts", "disconnected"),
    ("Connect", "connect double", "waiting"),
    ("Account", "thief", "connected"),
    ("closed", "thief", "connected"),
    ("Connect", "connect phone", "waiting"),
    ("ConnectingWalletConnectBasic", "time", "waiting"),
    ("ConnectingWalletConnectBasic", "time", "connected"),
    ("ConnectingWalletConnectBasic", "time", "refused"),
    ("ConnectingWalletConnectBasic", "time", "noAnswer"),
    ("ConnectingWalletConnectBasic", "retry", "waiting"),
    ("ConnectingWalletConnectBasic", "back", "disconnected"),
    ("ConnectingWalletConnectBasic", "copyLink", "waiting"),
    ("Account", "phone accountsChanged", "connected"),
    ("Account", "phone accountsChanged", "disconnected"),
    ("Account", "phone chainChanged", "connected"),
    ("Account", "phone disconnect", "disconnected"),
    ("closed", "trap", "connected"),
    ("Connect", "connect polkadot", "waiting"),
    ("Connect", "connect cosmos", "waiting"),
    ("Account", "configure", "connected"),
    ("ConnectingExternal", "configure", "waiting"),
    ("closed", "configure", "connected"),
    ("ConnectingExternal", "other time", "connected"),
    ("closed", "other time", "connected"),
    ("closed", "other connect", "connected"),
    ("Account", "other disconnect", "disconnected"),
    ("closed", "other disconnect", "disconnected"),
    ("closed", "other cleared", "disconnected"),
    ("closed", "another tab", "connecting"),
    ("Account", "closed tab", "none"),
    ("Account", "useAccount", "connected"),
    ("Downloads", "reloadPage", "disconnected"),
    ("Downloads", "reloadPage", "none"),
    ("ConnectingExternal", "stayOnNetwork", "waiting"),
    ("Account", "other accountsChanged", "disconnected"),
];

#[test]
fn walks() {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let limit = Duration::from_secs(number("WALK_SECONDS").unwrap_or(2));
    let first_seed = number("WALK_SEED").unwrap_or(0);
    let start = Instant::now();
    let mut seen: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    let (mut seed, mut steps) = (first_seed, 0_u64);
    let is_long = limit >= Duration::from_secs(30);
    // What is rare is waited for: how far a walk comes depends on the machine.
    while start.elapsed() < limit
        || is_long && start.elapsed() < 4 * limit && !missed(&seen).is_empty()
    {
        let mut walk = Walk::new(seed);
        for step in 0..40 {
            if let Err(broken) = walk.step() {
                let told: Vec<_> = walk.steps.iter().map(|it| format!("{it:?}")).collect();
                let told = told.join("\n");
                panic!("seed {seed}, step {step}: {broken}\n{told}\n{}", walk.transcripts());
            }
        }
        steps += walk.steps.len() as u64;
        for it in &walk.steps {
            *seen.entry(it.clone()).or_default() += 1;
        }
        if let Err(left) = walk.finish() {
            panic!("seed {seed}, at rest: {left}\n{}", walk.transcripts());
        }
        seed += 1;
    }
    println!(
        "walks: {} walks, {steps} steps, {} pairs, seeds {first_seed}..{seed}",
        seed - first_seed,
        seen.len()
    );
    let missed = missed(&seen);
    assert!(missed.is_empty() || !is_long, "not reached: {missed:?}");
}

/// What no walk has reached yet.
fn missed(seen: &BTreeMap<(String, String, String), u64>) -> Vec<(&str, &str, &str)> {
    let is_seen = |it: &(&str, &str, &str)| {
        seen.contains_key(&(it.0.to_owned(), it.1.to_owned(), it.2.to_owned()))
    };
    MUST_REACH.iter().filter(|it| !is_seen(it)).copied().collect()
}
