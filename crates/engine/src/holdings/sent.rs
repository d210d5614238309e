//! What the wallet sent, shown until the list of what the account did has it.

use protocol::caip::Namespace;
use protocol::module::spend::{ActivityPage, Fate};
use wire::Word;

use crate::engine::Engine;
use crate::state::SentTransaction;

/// So many are remembered.
const MOST: usize = 99;
/// How long a hash or a signature is at most.
const LONGEST: usize = 100;

/// Whether a text may be the hash, or signature, of a transaction of any kind of chain.
pub(super) fn is_hash(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// An account (CAIP-10) has sent one more.
pub(super) fn add(engine: &Engine, of: String, sent: SentTransaction) {
    change(engine, |all| {
        all.insert(0, (of, sent));
        all.truncate(MOST);
    });
}

/// What became of one. Of what is pending still nobody looks any more.
pub(super) fn settle(engine: &Engine, hash: &str, fate: Fate, by: Option<String>) {
    change(engine, |all| {
        if let Some((_, it)) = all.iter_mut().find(|(_, it)| it.hash == hash) {
            it.is_given_up = fate == Fate::Pending;
            (it.fate, it.by) = (fate, by);
        }
    });
}

/// Forgets what accounts of a namespace sent.
pub(super) fn forget(engine: &Engine, namespace: Namespace) {
    let is_of = |of: &str| of.split(':').next() == Some(namespace.word());
    change(engine, |all| all.retain(|(of, _)| !is_of(of)));
}

/// Those are in the list from now on. What was not done after all stays: the list does not tell of it.
pub(super) fn listed(engine: &Engine, page: &ActivityPage) {
    let is_listed = |it: &SentTransaction| {
        let hash = it.by.as_ref().unwrap_or(&it.hash);
        let is_undone = matches!(it.fate, Fate::Cancelled | Fate::Replaced);
        !is_undone && page.transactions.iter().any(|listed| listed.metadata.hash == *hash)
    };
    change(engine, |all| all.retain(|(_, it)| !is_listed(it)));
}

/// Shows those of the account that is shown.
pub(super) fn show(engine: &Engine) {
    change(engine, |_| {});
}

fn change(engine: &Engine, change: impl FnOnce(&mut Vec<(String, SentTransaction)>)) {
    let memory = &mut engine.0.holdings.borrow_mut().sent;
    change(memory);
    let slice = &engine.late_slices().activity;
    let of = slice.with(|it| it.of.clone());
    let own = memory.iter().filter(|(it, _)| Some(it) == of.as_ref());
    let sent: Vec<SentTransaction> = own.map(|(_, it)| it.clone()).collect();
    if slice.with(|it| it.sent != sent) {
        slice.update(|it| it.sent = sent);
    }
}
