//! What the account in use has and did, read while an open dialog shows it. Owns the slices `tokens`,
//! `activity` and `nfts`; `totals.rs` that of the wallet's other accounts.
//!
//! The native balance is read by `balance.rs`, from nodes. All else reads the module `spend`, and says when it does so
//! again; `asking.rs` asks it, `lists.rs` says what becomes of its answers, and `assets.rs` asks the wallet, which goes
//! before the server; `sent.rs` follows what it sent.

mod asking;
mod assets;
pub(crate) mod balance;
mod lists;
mod sent;
mod totals;

use protocol::caip::{ChainId, Namespace};
use protocol::event::activity::ActivityEvent;
use protocol::event::error::ErrorEvent;
use protocol::module::spend::{Fate, SpendAnswer, SpendWhat};
use runtime::Scope;
use wire::Long;

use crate::engine::Engine;
use crate::holdings::asking::{UNTOLD, ask, is_known, is_read, next, without_node};
use crate::state::{
    AccountTab, Followed, MessageKind, Outage, ReadStep, SentTransaction, Subject, View,
};
use crate::{account, analytics, modal, network, node, route, toast};

pub(crate) use lists::Kind;

/// When what cannot be looked for may be done, each after the one before.
const LATER_MS: [u32; 3] = [6_000, 15_000, 40_000];
/// How long until a module that did not come is asked again.
const AGAIN_MS: u32 = 30_000;

/// Reads what shows, and nothing else.
pub(crate) fn follow(engine: &Engine) {
    balance::watch(engine);
    let subject = subject(engine);
    for kind in Kind::ALL {
        let wanted = subject.clone().filter(|it| is_shown(engine, it.chain.namespace, kind));
        let before = {
            let read = &mut engine.0.holdings.borrow_mut().read[kind as usize];
            std::mem::replace(read, wanted.clone())
        };
        if before == wanted {
            continue;
        }
        let is_same = |it: &Subject| Some(it.caip()) == wanted.as_ref().map(Subject::caip);
        if !before.is_some_and(|it| is_same(&it)) {
            // A page of somebody else's, or for nobody to see.
            engine.runtime().cancel(kind.adding());
            lists::end_adding(engine, kind);
        }
        let Some(wanted) = wanted else {
            engine.runtime().cancel(kind.scope());
            lists::give_up(engine, kind);
            continue;
        };
        let has_changed = {
            let seen = &mut engine.0.holdings.borrow_mut().seen[kind as usize];
            std::mem::replace(seen, wanted.changes) != wanted.changes
        };
        let this = engine.clone();
        engine.runtime().spawn(kind.scope(), async move {
            watch(&this, kind, &wanted, has_changed).await;
        });
    }
    lists::forget_stored(engine);
    totals::follow(engine);
}

/// The native balance, and all else that the account has and did, has probably changed.
pub(crate) fn read_anew(engine: &Engine, namespace: Namespace) {
    changed(engine);
    balance::refresh(engine, namespace);
}

/// Another server is asked from now on.
pub(crate) fn configure(engine: &Engine) {
    changed(engine);
    balance::configure(engine);
}

/// What the account holds and did has probably changed.
fn changed(engine: &Engine) {
    let mut memory = engine.0.holdings.borrow_mut();
    memory.changes += 1;
    memory.untold = None;
    // Whoever asked for it hears where it fails again.
    memory.outage = Outage::default();
}

/// The wallet answered a request that moves something of an account (CAIP-10): what it holds is read anew, and once
/// more when that was done or nobody looks for it any more.
pub(crate) fn sent(engine: &Engine, of: &str, hash: Option<String>) {
    let Some((chain, address)) = of.rsplit_once(':') else { return };
    let Some(chain) = ChainId::parse(chain) else { return };
    let namespace = chain.namespace;
    read_anew(engine, namespace);
    if !account::is_connected(engine, namespace) {
        return;
    }
    let Some(hash) = hash.filter(|it| sent::is_hash(it)) else {
        return read_later(engine, namespace);
    };
    let number = {
        let memory = &mut engine.0.holdings.borrow_mut();
        memory.sent_count += 1;
        memory.sent_count
    };
    let subject = Subject { address: address.to_owned(), chain, changes: 0 };
    let this = engine.clone();
    engine.runtime().spawn(sent::scope(number), async move {
        let at_ms = Long(this.world().now_ms().await);
        let row = SentTransaction { hash: hash.clone(), at_ms, ..SentTransaction::default() };
        sent::add(&this, Followed { of: subject.caip(), number, sent: row });
        let mut told = (Fate::Pending, None);
        if let Some(nodes) = node::everybody(&this, &subject.chain).await {
            let mut answers = ask(&this, &subject, SpendWhat::Sent { hash, nodes });
            if let Some(SpendAnswer::Settled { fate, by }) = next(&mut answers).await {
                told = (fate, by);
            }
        }
        read_anew(&this, namespace);
        sent::settle(&this, number, told.0, told.1);
    });
}

/// A bundle or an operation of a smart account has no hash by which it could be looked for: all is read anew in a while,
/// and then again.
fn read_later(engine: &Engine, namespace: Namespace) {
    let this = engine.clone();
    engine.runtime().spawn(Scope::of("holdings-later", namespace as u32), async move {
        for ms in LATER_MS {
            this.world().sleep(ms).await;
            if !account::is_connected(&this, namespace) {
                return;
            }
            read_anew(&this, namespace);
        }
    });
}

/// Shows another part of the account.
pub(crate) fn show_tab(engine: &Engine, tab: AccountTab) {
    if tab == AccountTab::Activity {
        engine.track(&ActivityEvent::ClickTransactions { is_smart_account: false });
    }
    account::update(engine, network::namespace(engine), |it| it.current_tab = tab);
}

/// Asks for the page after those that are there.
pub(crate) fn add(engine: &Engine, kind: Kind) {
    let Some(subject) = subject(engine) else { return };
    let Some(cursor) = lists::begin_adding(engine, kind) else { return };
    if kind == Kind::Activity {
        let cursor = told(engine, Some(cursor.clone()));
        engine.track(&ActivityEvent::LoadMoreTransactions { cursor, is_smart_account: false });
    }
    let this = engine.clone();
    engine.runtime().spawn(kind.adding(), async move {
        let what = match kind {
            Kind::Nfts => SpendWhat::NftsAfter { cursor: cursor.clone() },
            _ => SpendWhat::ActivityAfter { cursor: cursor.clone() },
        };
        let mut answers = ask(&this, &subject, what);
        let answer = next(&mut answers).await.unwrap_or(UNTOLD);
        if let SpendAnswer::Failed { error } = &answer {
            track_failure(&this, kind, error.as_ref(), Some(cursor));
        }
        lists::added(&this, kind, answer);
    });
}

fn subject(engine: &Engine) -> Option<Subject> {
    if !modal::is_open(engine) {
        return None;
    }
    let namespace = network::namespace(engine);
    let is_fit =
        account::is_connected(engine, namespace) && !account::is_unsupported(engine, namespace);
    let (address, chain) = account::address_and_chain(engine, namespace).filter(|_| is_fit)?;
    let changes = engine.0.holdings.borrow().changes;
    Some(Subject { address, chain, changes })
}

/// Whether somebody looks at it. Which tabs there are is the view's to say (`useTabs.ts`), and of a feature that is off
/// nothing is read all the same; of which chains anything is read says [`is_read`].
fn is_shown(engine: &Engine, namespace: Namespace, kind: Kind) -> bool {
    let tab =
        account::with(engine, namespace, |it| it.map(|it| it.current_tab).unwrap_or_default());
    route::view(engine) == View::Account
        && match kind {
            // What all of it is worth shows above every tab.
            Kind::Tokens => true,
            Kind::Nfts => tab == AccountTab::Nfts,
            Kind::Activity => {
                tab == AccountTab::Activity && engine.slices().features.with(|it| it.activity)
            }
        }
}

async fn watch(engine: &Engine, kind: Kind, subject: &Subject, has_changed: bool) {
    lists::recall(engine, kind, subject.caip()).await;
    lists::ask_again(engine, kind);
    if kind == Kind::Activity {
        sent::show(engine, engine.world().now_ms().await);
    }
    if !is_known(engine, &subject.chain).await {
        if is_read(engine, &subject.chain) {
            without_node(engine, &subject.chain);
        }
        return lists::set_step(engine, kind, ReadStep::Unknown);
    }
    let mut read_at_ms = lists::read_at_ms(engine, kind).filter(|_| !has_changed);
    loop {
        let assets = match kind {
            Kind::Tokens => assets::of_wallet(engine, subject).await,
            _ => None,
        };
        let what = match kind {
            Kind::Tokens => SpendWhat::Tokens { assets, read_at_ms },
            Kind::Activity => SpendWhat::Activity { read_at_ms },
            Kind::Nfts => SpendWhat::Nfts { read_at_ms },
        };
        let mut answers = ask(engine, subject, what);
        let is_over = loop {
            match next(&mut answers).await {
                Some(SpendAnswer::Due) => break false,
                Some(answer) => heard(engine, kind, answer),
                None => break true,
            }
        };
        drop(answers);
        // The module did not come, or trapped.
        if is_over {
            heard(engine, kind, UNTOLD);
            engine.world().sleep(AGAIN_MS).await;
        }
        read_at_ms = None;
    }
}

/// A cursor as events carry it: it leads to a transaction, and that to the account.
fn told(engine: &Engine, cursor: Option<String>) -> Option<String> {
    cursor.filter(|_| analytics::tells_address(engine))
}

/// Whoever counts is told that a page of a kind could not be read, the first one where there is no cursor, and why.
fn track_failure(engine: &Engine, kind: Kind, error: Option<&ErrorEvent>, cursor: Option<String>) {
    if kind == Kind::Activity {
        let cursor = told(engine, cursor);
        engine.track(&ActivityEvent::ErrorFetchTransactions { cursor, is_smart_account: false });
    }
    if let Some(error) = error {
        analytics::report(engine, error);
    }
}

fn heard(engine: &Engine, kind: Kind, answer: SpendAnswer) {
    let error = match &answer {
        SpendAnswer::Failed { error } => Some(error.clone()),
        _ => None,
    };
    lists::take(engine, kind, answer);
    // An outage is told once.
    let is_news = engine.0.holdings.borrow_mut().outage.kind(kind as usize, error.is_some());
    if is_news {
        track_failure(engine, kind, error.flatten().as_ref(), None);
        toast::show(engine, MessageKind::Error, kind.unavailable());
    }
}
