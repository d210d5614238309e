//! The signatures of several accounts of Solana as one list, slot by slot.
//!
//! Nodes list the signatures of an account in the order of the chain, and take a signature of any account to list
//! what is before it. They do not say at which place in its slot a transaction is, so what several accounts did in
//! one slot has no order, and a page ends between two slots. A slot with more than a page has the order of the
//! signatures' texts.

use super::cursor::Slot;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};

/// A transaction by its signature.
#[derive(Deserialize)]
pub(super) struct Signed {
    pub(super) signature: String,
    pub(super) slot: u64,
}

/// What nodes listed.
#[derive(Default)]
pub(super) struct Listed {
    /// The signatures of each slot, in the order in which they were listed.
    slots: BTreeMap<u64, Vec<String>>,
    known: HashSet<String>,
    /// The latest slot of which not all may be listed.
    torn: Option<u64>,
}

impl Listed {
    /// The list of an account, of which so much was asked for.
    pub(super) fn add(&mut self, all: Vec<Signed>, most: usize) {
        if all.len() >= most {
            self.torn = self.torn.max(all.last().map(|it| it.slot));
        }
        for it in all {
            if self.known.insert(it.signature.clone()) {
                self.slots.entry(it.slot).or_default().push(it.signature);
            }
        }
    }

    /// A page of at most so many, after what was told, and after what the next begins; nothing where more has to
    /// be listed. `is_all` says that more cannot be had.
    pub(super) fn page(
        mut self,
        told: Option<&Slot>,
        most: usize,
        is_all: bool,
    ) -> Option<(Vec<String>, Option<Slot>)> {
        if let Some(told) = told {
            self.leave_out(told);
        }
        let mut page: Vec<String> = Vec::new();
        let mut next: Option<Slot> = None;
        for (&slot, signatures) in self.slots.iter().rev() {
            let is_whole = self.torn.is_none_or(|torn| slot > torn);
            if page.is_empty() && !is_whole && !is_all {
                return None;
            }
            let is_fit = page.len() + signatures.len() <= most && (is_whole || page.is_empty());
            if !page.is_empty() && !is_fit {
                return Some((page, next));
            }
            if signatures.len() > most {
                return Some(part(slot, signatures, told, most));
            }
            page.extend_from_slice(signatures);
            next = Some(Slot { number: slot, told: String::new(), before: page.last()?.clone() });
        }
        // Where all that was listed is told, there may be more all the same.
        let is_more = self.torn.is_some();
        if page.is_empty() && is_more && !is_all {
            None
        } else {
            Some((page, next.filter(|_| is_more)))
        }
    }

    fn leave_out(&mut self, told: &Slot) {
        drop(self.slots.split_off(&told.number.saturating_add(1)));
        let Some(of_slot) = self.slots.get_mut(&told.number) else { return };
        of_slot.retain(|it| !told.told.is_empty() && *it > told.told);
        if of_slot.is_empty() {
            self.slots.remove(&told.number);
        }
    }
}

/// A part of a slot.
fn part(
    slot: u64,
    signatures: &[String],
    told: Option<&Slot>,
    most: usize,
) -> (Vec<String>, Option<Slot>) {
    let mut page = signatures.to_vec();
    page.sort_unstable();
    page.truncate(most);
    let before = told.map(|it| it.before.clone()).unwrap_or_default();
    let next = page.last().map(|last| Slot { number: slot, told: last.clone(), before });
    (page, next)
}
