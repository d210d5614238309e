//! What becomes of what was read: it is shown, and what the account holds is stored for the next page.

use protocol::api::history::Nft;
use protocol::module::spend::{ActivityPage, NftPage, SpendAnswer};
use runtime::Scope;
use wire::{Long, Word};

use super::sent;
use crate::engine::Engine;
use crate::state::{Activity, Nfts, ReadStep, ToastText, Tokens};
use crate::{account, item, network};

/// The item with what the account held last.
const PORTFOLIO: &str = "portfolio";

/// What is read of an account.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Tokens,
    Activity,
    Nfts,
}

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Tokens, Kind::Activity, Kind::Nfts];

    pub(super) fn scope(self) -> Scope {
        Scope::of("holdings", self as u32)
    }

    /// What is said where it could not be read.
    pub(super) fn unavailable(self) -> ToastText {
        match self {
            Kind::Tokens => ToastText::BalanceUnavailable,
            Kind::Activity => ToastText::HistoryUnavailable,
            Kind::Nfts => ToastText::NftsUnavailable,
        }
    }

    pub(super) fn adding(self) -> Scope {
        Scope::of("holdings-page", self as u32)
    }
}

/// Shows what is known of an account: what the page before stored, or nothing yet.
pub(super) async fn recall(engine: &Engine, kind: Kind, of: String) {
    let of = Some(of);
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens if !slices.tokens.with(|it| it.of == of) => {
            slices.tokens.set(Tokens { of: of.clone(), ..Tokens::default() });
            let stored = item::read::<Tokens>(engine, PORTFOLIO).await;
            if let Some(stored) = stored.filter(|it| it.of == of) {
                slices.tokens.set(stored);
            }
        }
        Kind::Activity if !slices.activity.with(|it| it.of == of) => {
            let transaction_url = transaction_url(engine);
            slices.activity.set(Activity { of, transaction_url, ..Activity::default() });
        }
        Kind::Nfts if !slices.nfts.with(|it| it.of == of) => {
            slices.nfts.set(Nfts { of, ..Nfts::default() });
        }
        _ => {}
    }
}

fn transaction_url(engine: &Engine) -> Option<String> {
    let chain = network::active(engine);
    engine.config(|config| {
        let explorer = config.network(&chain)?.block_explorer.as_ref()?;
        Some([&explorer.url, "/tx/"].concat())
    })
}

/// When it was read.
pub(super) fn read_at_ms(engine: &Engine, kind: Kind) -> Option<Long> {
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens => slices.tokens.with(|it| it.read.as_ref().map(|it| it.at_ms)),
        Kind::Activity => slices.activity.with(|it| it.page.as_ref().map(|it| it.at_ms)),
        Kind::Nfts => slices.nfts.with(|it| it.page.as_ref().map(|it| it.at_ms)),
    }
}

pub(super) fn set_step(engine: &Engine, kind: Kind, step: ReadStep) {
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens => slices.tokens.update(|it| it.step = step),
        Kind::Activity => slices.activity.update(|it| it.step = step),
        Kind::Nfts => slices.nfts.update(|it| it.step = step),
    }
}

/// Whoever looks at what could not be read hears that it is asked for again.
pub(super) fn ask_again(engine: &Engine, kind: Kind) {
    if step(engine, kind) == ReadStep::Failed {
        set_step(engine, kind, ReadStep::Again);
    }
}

/// Nobody waits for it any more.
pub(super) fn give_up(engine: &Engine, kind: Kind) {
    if step(engine, kind) == ReadStep::Again {
        set_step(engine, kind, ReadStep::Failed);
    }
}

fn step(engine: &Engine, kind: Kind) -> ReadStep {
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens => slices.tokens.with(|it| it.step),
        Kind::Activity => slices.activity.with(|it| it.step),
        Kind::Nfts => slices.nfts.with(|it| it.step),
    }
}

/// Takes an answer to what is read again and again.
pub(super) fn take(engine: &Engine, kind: Kind, answer: SpendAnswer) {
    let slices = engine.late_slices();
    match answer {
        SpendAnswer::Tokens { tokens } => {
            slices.tokens.update(|it| (it.read, it.step) = (Some(tokens), ReadStep::Read));
            item::write(engine, PORTFOLIO, &slices.tokens.get());
        }
        SpendAnswer::Activity { page } => {
            sent::listed(engine, &page);
            slices.activity.update(|it| {
                it.page = Some(before_older(page, it.page.take()));
                it.step = ReadStep::Read;
            });
        }
        SpendAnswer::Nfts { page } => slices.nfts.update(|it| {
            it.page = Some(nfts_before_older(page, it.page.take()));
            it.step = ReadStep::Read;
        }),
        SpendAnswer::Failed { .. } => set_step(engine, kind, ReadStep::Failed),
        SpendAnswer::Settled { .. } | SpendAnswer::Due => {}
    }
}

/// The latest page before those that are there; those that it does not reach are asked for anew.
fn before_older(mut latest: ActivityPage, there: Option<ActivityPage>) -> ActivityPage {
    let Some(there) = there else { return latest };
    let Some(last) = latest.transactions.last() else {
        // Of a page that only lured nothing is left; what is older is there as it was.
        if latest.next.is_some() && !there.transactions.is_empty() {
            (latest.transactions, latest.next) = (there.transactions, there.next);
        }
        return latest;
    };
    let at = there.transactions.iter().position(|it| it.id == last.id);
    if let Some(at) = at {
        latest.transactions.extend(there.transactions.into_iter().skip(at + 1));
        latest.next = there.next;
    }
    latest
}

/// Likewise of NFTs. They come in another order when an account deals with a collection for the first time: what stood
/// further down is among the first then, and the rest is asked for anew.
fn nfts_before_older(mut latest: NftPage, there: Option<NftPage>) -> NftPage {
    let Some(there) = there else { return latest };
    let Some(last) = latest.nfts.last() else {
        if latest.next.is_some() && !there.nfts.is_empty() {
            (latest.nfts, latest.next) = (there.nfts, there.next);
            latest.spam = latest.spam.max(there.spam);
        }
        return latest;
    };
    let is = |one: &Nft, it: &Nft| (&it.contract, &it.token_id) == (&one.contract, &one.token_id);
    let at = there.nfts.iter().position(|it| is(last, it));
    let has_none_of =
        |older: &[Nft]| older.iter().all(|it| !latest.nfts.iter().any(|new| is(new, it)));
    if let Some(at) = at.filter(|at| has_none_of(&there.nfts[at + 1..])) {
        latest.nfts.extend(there.nfts.into_iter().skip(at + 1));
        latest.next = there.next;
        latest.spam = latest.spam.max(there.spam);
    }
    latest
}

/// The cursor of the next page, which is being asked for from now on; nothing where there is none, or it
/// is being asked for already.
pub(super) fn begin_adding(engine: &Engine, kind: Kind) -> Option<String> {
    let slices = engine.late_slices();
    let next = match kind {
        Kind::Tokens => None,
        Kind::Activity => slices.activity.with(|it| it.page.as_ref()?.next.clone()),
        Kind::Nfts => slices.nfts.with(|it| it.page.as_ref()?.next.clone()),
    };
    let (is_adding, has_failed) = adding(engine, kind);
    let next = next.filter(|_| !is_adding)?;
    set_adding(engine, kind, (true, has_failed));
    Some(next)
}

/// The next page is there, or could not be read.
pub(super) fn added(engine: &Engine, kind: Kind, answer: SpendAnswer) {
    let slices = engine.late_slices();
    let mut has_failed = false;
    match answer {
        SpendAnswer::Activity { page } => slices.activity.update(|it| {
            let ActivityPage { transactions, next, .. } = page;
            if let Some(there) = &mut it.page {
                there.transactions.extend(transactions);
                there.next = next;
            }
        }),
        SpendAnswer::Nfts { page } => slices.nfts.update(|it| {
            let NftPage { nfts, next, spam, .. } = page;
            if let Some(there) = &mut it.page {
                there.nfts.extend(nfts);
                there.spam += spam;
                there.next = next;
            }
        }),
        _ => has_failed = true,
    }
    set_adding(engine, kind, (false, has_failed));
}

/// No page is asked for any more, and none has failed.
pub(super) fn end_adding(engine: &Engine, kind: Kind) {
    if adding(engine, kind) != (false, false) {
        set_adding(engine, kind, (false, false));
    }
}

/// Whether a page is being asked for, and whether the last one could not be read.
fn adding(engine: &Engine, kind: Kind) -> (bool, bool) {
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens => (false, false),
        Kind::Activity => slices.activity.with(|it| (it.is_adding, it.has_add_failed)),
        Kind::Nfts => slices.nfts.with(|it| (it.is_adding, it.has_add_failed)),
    }
}

fn set_adding(engine: &Engine, kind: Kind, to: (bool, bool)) {
    let slices = engine.late_slices();
    match kind {
        Kind::Tokens => {}
        Kind::Activity => {
            slices.activity.update(|it| (it.is_adding, it.has_add_failed) = to);
        }
        Kind::Nfts => slices.nfts.update(|it| (it.is_adding, it.has_add_failed) = to),
    }
}

/// Somebody went: what was stored of their account goes.
pub(super) fn forget_stored(engine: &Engine) {
    let present = account::present(engine);
    let before = std::mem::replace(&mut engine.0.holdings.borrow_mut().present, present.clone());
    for namespace in before.into_iter().filter(|it| !present.contains(it)) {
        sent::forget(engine, namespace);
        let this = engine.clone();
        let scope = Scope::of("holdings-stored", namespace as u32);
        engine.runtime().spawn(scope, async move {
            let stored = item::find::<Tokens>(&this, PORTFOLIO).await;
            let is_of = |of: String| of.split(':').next() == Some(namespace.word());
            if stored.and_then(|it| it.of).is_some_and(is_of) {
                item::write(&this, PORTFOLIO, &Tokens::default());
            }
        });
    }
}
