//! Named states for stories and view tests, each reached by playing the session that leads there:
//! a story can only show what the engine can reach.

use engine::{Failure, Intent, State, Unexpected};
use protocol::rpc::{RESOURCE_UNAVAILABLE, USER_REJECTED};
use wire::Json;

use crate::sim::{ANVIL, DEV_CHAIN, ETHEREUM, Sim};
use crate::wallet::{Quirks, Reaction, Wallet, hex};

const LATE_MS: u64 = 400_000;

/// All fixtures, by the names that stories use.
pub fn all() -> Vec<(&'static str, State)> {
    let mut all = connecting();
    all.extend(account());
    all.push(("connect.empty", opened(vec![])));
    all.push(("connect.one", opened(vec![harbor(Quirks::default())])));
    all.push(("connect.many", opened(many())));
    all.push(("failure", failure()));
    all
}

fn harbor(quirks: Quirks) -> Wallet {
    Wallet::new("example.harbor", "Harbor", ANVIL, DEV_CHAIN, quirks)
}

fn many() -> Vec<Wallet> {
    let names = [
        ("example.harbor", "Harbor"),
        ("example.kestrel", "Kestrel"),
        ("example.long", "The Extraordinarily Long Wallet of Tidewater Governance and Sons"),
        ("example.markup", "<b>Bold</b> & \u{202e}reversed"),
        ("example.rtl", "محفظة المرفأ"),
    ];
    let wallet =
        |(id, name): &(&str, &str)| Wallet::new(id, name, ANVIL, DEV_CHAIN, Quirks::default());
    names.iter().map(wallet).collect()
}

fn open(wallets: Vec<Wallet>) -> Sim {
    let mut sim = Sim::new(wallets);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim
}

fn opened(wallets: Vec<Wallet>) -> State {
    open(wallets).page().state.clone()
}

/// Harbor was chosen, and so much time passed.
fn chosen(quirks: Quirks, ms: u64) -> Sim {
    let mut sim = open(vec![harbor(quirks)]);
    sim.send(&Intent::Connect { wallet: "example.harbor".to_owned() });
    sim.run_for(ms);
    sim
}

fn connecting() -> Vec<(&'static str, State)> {
    let normal = Quirks::default;
    let connect = |connect| Quirks { connect, ..normal() };
    let elsewhere = {
        let mut wallet = harbor(Quirks { switch: Reaction::Refuses(USER_REJECTED), ..normal() });
        wallet.chain = ETHEREUM;
        wallet.chains = vec![ETHEREUM, DEV_CHAIN];
        wallet
    };
    let mut stubborn = open(vec![elsewhere]);
    stubborn.send(&Intent::Connect { wallet: "example.harbor".to_owned() });
    stubborn.run_for(5_000);
    let state = |sim: Sim| sim.page().state.clone();
    vec![
        ("connecting.waiting", state(chosen(connect(Reaction::Hangs), 1_000))),
        ("connecting.slow", state(chosen(connect(Reaction::Hangs), 11_000))),
        ("connecting.noAnswer", state(chosen(connect(Reaction::Hangs), LATE_MS))),
        ("connecting.refused", state(chosen(connect(Reaction::Refuses(USER_REJECTED)), 1_000))),
        (
            "connecting.pending",
            state(chosen(connect(Reaction::Refuses(RESOURCE_UNAVAILABLE)), 1_000)),
        ),
        ("connecting.failed", state(chosen(connect(Reaction::Refuses(-32000)), 1_000))),
        (
            "connecting.noAccounts",
            state(chosen(Quirks { shares_nothing: true, ..normal() }, 1_000)),
        ),
        ("connecting.chainRefused", state(stubborn)),
    ]
}

/// Harbor is connected, and the dialog is open on Account.
fn connected() -> Sim {
    let mut sim = chosen(Quirks::default(), 5_000);
    sim.send(&Intent::Open { view: None, namespace: None });
    sim.run_for(1_000);
    sim
}

fn account() -> Vec<(&'static str, State)> {
    let state = |sim: &Sim| sim.page().state.clone();
    let mut all = vec![("account.connected", state(&connected()))];

    let mut copied = connected();
    copied.send(&Intent::CopyAddress);
    all.push(("toast.copied", state(&copied)));

    let mut uncopied = connected();
    uncopied.page().is_copy_blocked = true;
    uncopied.send(&Intent::CopyAddress);
    all.push(("toast.failed", state(&uncopied)));

    let mut stale = connected();
    stale.page().server.is_down = true;
    stale.run_for(60_000);
    stale.send(&Intent::DismissToast);
    all.push(("account.stale", state(&stale)));

    let mut elsewhere = connected();
    elsewhere.emit(0, "chainChanged", &Json::Text(hex(99_999)));
    all.push(("account.wrongNetwork", state(&elsewhere)));

    let mut loading = connected().reload();
    loading.send(&Intent::Open { view: None, namespace: None });
    all.push(("account.loading", state(&loading)));

    let mut unknown = chosen(Quirks::default(), 300);
    unknown.page().server.chains.clear();
    unknown.run_for(5_000);
    unknown.send(&Intent::Open { view: None, namespace: None });
    all.push(("account.noBalance", state(&unknown)));
    all
}

fn failure() -> State {
    let report = "RuntimeError: unreachable\n    at engine.wasm:0x2f1c\nLatchkit 0.1.0".to_owned();
    let failure = Failure { unexpected: Some(Unexpected { report }) };
    State { failure, ..opened(vec![harbor(Quirks::default())]) }
}
