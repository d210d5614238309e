//! What must hold after every step, whatever happened.

use engine::{Account, Config, ConnectStep, Directory, Status, SwitchStep, View, WalletRow};
use protocol::caip::Namespace;
use wire::Word;

use super::wallets::opens_pages;
use crate::page::Page;
use crate::sim::Sim;

/// Where a wallet is waited for that is not in the page.
const HANDOFF: [View; 2] = [View::ConnectingWalletConnect, View::ConnectingWalletConnectBasic];

/// What must hold after every step.
pub(super) fn legal(sim: &Sim) -> Result<(), String> {
    let page = sim.page();
    legal_views(&page)?;
    legal_attempts(&page)?;
    legal_rows(&page, &sim.config)?;
    for (namespace, account) in page.state.accounts.iter() {
        legal_account(&page, namespace, account)?;
    }
    Ok(())
}

/// What must hold when another tab has cleared the storage: nobody stays, and nobody comes back.
pub(super) fn forgotten(sim: &Sim) -> Result<(), String> {
    let page = sim.page();
    if page.listeners("tab").is_empty() || page.is_storage_full {
        // The half that listens is still to come, and reads the storage first. Who was connected where
        // nothing can be stored was not there to be cleared, and nobody is told of it.
        return Ok(());
    }
    let attempted = page.state.connect.namespace;
    let mut accounts = page.state.accounts.iter();
    let left = accounts.find(|(namespace, account)| {
        account.status != Status::Disconnected && attempted != Some(*namespace)
    });
    left.map_or(Ok(()), |(namespace, account)| {
        Err(format!("{}: {:?} though nothing is stored", namespace.word(), account.status))
    })
}

fn legal_views(page: &Page) -> Result<(), String> {
    let state = &page.state;
    let view = state.route.view();
    let step = &state.connect.step;
    let is_idle = *step == ConnectStep::Idle;
    if !state.modal.open && (!is_idle || state.networks.target.is_some()) {
        return Err("something goes on behind a closed dialog".to_owned());
    }
    let has = |view: &View| state.route.history.contains(view);
    let shows_attempt = match view {
        View::ConnectingExternal
        | View::ConnectingWalletConnect
        | View::ConnectingWalletConnectBasic => !is_idle && *step != ConnectStep::Choosing,
        View::ConnectingMultiChain => *step == ConnectStep::Choosing,
        // Beside an attempt that goes on.
        View::Downloads | View::OpenOnPhone => is_idle || HANDOFF.iter().any(has),
        _ => is_idle,
    };
    if state.modal.open && !shows_attempt {
        return Err(format!("{view:?} shows while the attempt is {step:?}"));
    }
    let shows_target = match view {
        View::SwitchNetwork => {
            state.networks.target.as_ref().is_some_and(|it| it.step != SwitchStep::NeedsWallet)
        }
        View::SwitchActiveChain => state.networks.target.is_some(),
        _ => true,
    };
    if state.modal.open && !shows_target {
        return Err(format!("{view:?} shows while the target is {:?}", state.networks.target));
    }
    let is_waiting = matches!(step, ConnectStep::Waiting { .. })
        || state.networks.target.as_ref().is_some_and(|it| it.step == SwitchStep::Waiting);
    let is_awaited = |kind: &str| ["request", "sleep", "module"].contains(&kind);
    if is_waiting && !page.running.iter().any(|(_, kind)| is_awaited(kind)) {
        return Err("the view waits, and nothing is awaited".to_owned());
    }
    if view == View::Downloads && state.directory.chosen.is_none() {
        return Err("Downloads is about no wallet".to_owned());
    }
    let has_code = state.directory.chosen.as_ref().is_some_and(|it| it.code.is_some());
    if view == View::OpenOnPhone && !has_code {
        return Err("OpenOnPhone has no code".to_owned());
    }
    if state.route.history.is_empty() {
        return Err("no view shows".to_owned());
    }
    let active = state.networks.active.as_ref().and_then(|it| state.accounts.get(it.namespace));
    let is_nobody_there = active.is_none_or(|it| it.address.is_none());
    if state.modal.open && view == View::Account && is_nobody_there {
        return Err("Account shows nobody".to_owned());
    }
    Ok(())
}

/// On a phone those wallets of the directory come first that it can connect, or in which it can open the page.
fn legal_rows(page: &Page, config: &Config) -> Result<(), String> {
    let Directory { rows, query, is_certified, .. } = &page.state.directory;
    if !config.is_mobile || !query.is_empty() || *is_certified {
        return Ok(());
    }
    let listed = rows.iter().filter(|it| it.providers.is_empty());
    let is_of_use = |it: &&WalletRow| it.is_reached || opens_pages(config, &it.id);
    match listed.skip_while(is_of_use).find(is_of_use) {
        Some(late) => Err(format!("{} is of use here and stands behind others", late.name)),
        None => Ok(()),
    }
}

/// A wallet whose request is open is not asked the same a second time: whoever goes back and tries again
/// waits for the first.
fn legal_attempts(page: &Page) -> Result<(), String> {
    let mut asked = page.asked_to_connect();
    asked.sort_unstable();
    match asked.windows(2).find(|it| it[0] == it[1]) {
        Some(twice) => Err(format!("a wallet is asked twice to connect: {}", twice[0])),
        None => Ok(()),
    }
}

/// The namespace in which a wallet is waited for.
pub(super) fn attempted(sim: &Sim) -> Option<Namespace> {
    attempted_on(&sim.page())
}

fn attempted_on(page: &Page) -> Option<Namespace> {
    let connect = &page.state.connect;
    connect.namespace.filter(|_| matches!(connect.step, ConnectStep::Waiting { .. }))
}

/// What must hold once the person gave an attempt in this namespace up: nobody is being connected in it,
/// though somebody may be coming back.
pub(super) fn at_rest(sim: &Sim, namespace: Namespace) -> Result<(), String> {
    let page = sim.page();
    let is_connecting =
        page.state.accounts.get(namespace).is_some_and(|account| {
            account.status == Status::Connecting && account.address.is_none()
        });
    if is_connecting && attempted_on(&page) != Some(namespace) {
        return Err(format!("{}: connecting though the attempt was given up", namespace.word()));
    }
    Ok(())
}

fn legal_account(page: &Page, namespace: Namespace, account: &Account) -> Result<(), String> {
    let broken = |what: &str| Err(format!("{}: {what}", namespace.word()));
    let carrier = account.connected_wallet_info.as_ref().and_then(|it| it.carrier.as_ref());
    let index = carrier.map(|it| page.wallet_at(it, namespace));
    let wallet = index.map(|index| index.map(|index| &page.wallets[index]));
    match account.status {
        Status::Connected if account.address.is_none() || wallet.is_none() => {
            broken("connected without an account or a provider")
        }
        Status::Disconnected if account.address.is_some() || account.balance.is_some() => {
            broken("disconnected with an account")
        }
        Status::Connected
            if account.chain.as_ref().is_some_and(|chain| chain.namespace != namespace) =>
        {
            broken("on a chain of another namespace")
        }
        Status::Connected
            if wallet.flatten().is_some_and(|wallet| wallet.namespace != namespace) =>
        {
            broken("connected by a wallet of another namespace")
        }
        Status::Connected if matches!(wallet, Some(None)) => {
            broken("connected by a wallet that took another's place")
        }
        Status::Connected if !index.flatten().is_some_and(|index| page.is_listened_to(index)) => {
            broken("connected, and nobody listens to the wallet")
        }
        _ => Ok(()),
    }
}

/// What must hold when everybody has turned away long ago: nothing is left over.
pub(super) fn left_over(sim: &Sim) -> Result<(), String> {
    legal(sim)?;
    let page = sim.page();
    if page.state.modal.open {
        return Err("the dialog does not close".to_owned());
    }
    if page.state.accounts.iter().any(|(_, it)| it.status == Status::Connecting) {
        return Err("somebody is connecting for ever".to_owned());
    }
    let is_stream = |kind: &str| matches!(kind, "wallets" | "events" | "tab");
    let left: Vec<_> = page.running.iter().filter(|(_, kind)| !is_stream(kind)).collect();
    // A request of the host to its wallet waits for the person as long as the host does.
    if !left.iter().all(|(_, kind)| kind == "request" || kind == "module") {
        return Err(format!("ops outlive their flows: {left:?}"));
    }
    // One follows each connected wallet, one may bring back who was connected in a namespace, and one
    // keeps the list.
    let count = |kind: &str| page.listeners(kind).len();
    let accounts = &page.state.accounts;
    let connected = accounts.iter().filter(|(_, it)| it.status == Status::Connected).count();
    let is_bounded = count("tab") <= 1
        && count("events") <= connected
        && count("wallets") <= 1 + accounts.iter().count();
    if is_bounded { Ok(()) } else { Err(format!("streams are left over: {:?}", page.running)) }
}
