//! What the wallet sent: shown until the list of what the account did has it, and looked for by a flow each, which
//! ends with the account.

use protocol::caip::Namespace;
use protocol::module::spend::{ActivityPage, Fate};
use runtime::Scope;
use wire::Word;

use crate::engine::Engine;
use crate::state::{Followed, SentTransaction};

/// So many are remembered.
const MOST: usize = 99;
/// So many are looked for at once: each look asks nodes.
const MOST_FOLLOWED: usize = 10;
/// What became of one is shown for this long.
const SHOWN_MS: u64 = 60 * 60 * 1_000;
/// How long a hash or a signature is at most.
const LONGEST: usize = 100;

/// Whether a text may be the hash, or signature, of a transaction of any kind of chain.
pub(super) fn is_hash(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// The flow that looks for one.
pub(super) fn scope(number: u32) -> Scope {
    Scope::of("sent", number)
}

/// An account has sent one more. Of many the first are looked for no more.
pub(super) fn add(engine: &Engine, followed: Followed) {
    change(engine, |all| {
        all.insert(0, followed);
        all.truncate(MOST);
        let open = all.iter_mut().filter(|it| is_open(&it.sent));
        for it in open.skip(MOST_FOLLOWED) {
            it.sent.is_given_up = true;
            engine.runtime().cancel(scope(it.number));
        }
    });
}

/// What became of one. Of what is pending still nobody looks any more.
pub(super) fn settle(engine: &Engine, number: u32, fate: Fate, by: Option<String>) {
    change(engine, |all| {
        if let Some(it) = all.iter_mut().find(|it| it.number == number) {
            it.sent.is_given_up = fate == Fate::Pending;
            (it.sent.fate, it.sent.by) = (fate, by);
        }
    });
}

/// Forgets what accounts of a namespace sent.
pub(super) fn forget(engine: &Engine, namespace: Namespace) {
    let is_of = |it: &Followed| it.of.split(':').next() == Some(namespace.word());
    change(engine, |all| {
        for it in all.iter().filter(|it| is_of(it)) {
            engine.runtime().cancel(scope(it.number));
        }
        all.retain(|it| !is_of(it));
    });
}

/// Those are in the list from now on. What was not done after all stays: the list does not tell of it.
pub(super) fn listed(engine: &Engine, page: &ActivityPage) {
    let is_listed = |it: &SentTransaction| {
        let hash = it.by.as_ref().unwrap_or(&it.hash);
        let is_undone = matches!(it.fate, Fate::Cancelled | Fate::Replaced);
        !is_undone && page.transactions.iter().any(|listed| listed.metadata.hash == *hash)
    };
    change(engine, |all| all.retain(|it| !is_listed(&it.sent)));
}

/// Shows those of the account that is shown, but for what became of those of long ago.
pub(super) fn show(engine: &Engine, now_ms: u64) {
    let is_old = |it: &SentTransaction| now_ms.saturating_sub(it.at_ms.0) > SHOWN_MS;
    change(engine, |all| all.retain(|it| is_open(&it.sent) || !is_old(&it.sent)));
}

/// Whether it is being looked for.
fn is_open(sent: &SentTransaction) -> bool {
    sent.fate == Fate::Pending && !sent.is_given_up
}

fn change(engine: &Engine, change: impl FnOnce(&mut Vec<Followed>)) {
    let memory = &mut engine.0.holdings.borrow_mut().sent;
    change(memory);
    let slice = &engine.late_slices().activity;
    let of = slice.with(|it| it.of.clone());
    let own = memory.iter().filter(|it| Some(&it.of) == of.as_ref());
    let sent: Vec<SentTransaction> = own.map(|it| it.sent.clone()).collect();
    if slice.with(|it| it.sent != sent) {
        slice.update(|it| it.sent = sent);
    }
}
