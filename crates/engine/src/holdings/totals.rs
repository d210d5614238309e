//! What each account of the wallet is worth, asked one after the other while one of them is chosen. Owns the
//! slice `totals`.

use protocol::caip::ChainId;
use protocol::module::spend::{FRESH_MS, SpendAnswer, SpendWhat, TokensRead};
use runtime::Scope;

use crate::engine::Engine;
use crate::holdings::asking::{ask, is_known, next};
use crate::state::{AddressTotal, Subject, Totals, View};
use crate::{account, modal, network, route};

const SCOPE: Scope = Scope::new("totals");
/// More are not asked for: a wallet may share a thousand.
const MOST: usize = 20;

/// Asks while the accounts show, once for all that there are.
pub(super) fn follow(engine: &Engine) {
    let wanted = wanted(engine);
    let before = {
        let shown = &mut engine.0.holdings.borrow_mut().compared;
        std::mem::replace(shown, wanted.clone())
    };
    if before == wanted {
        return;
    }
    let Some((chain, addresses)) = wanted else { return engine.runtime().cancel(SCOPE) };
    let this = engine.clone();
    engine.runtime().spawn(SCOPE, async move { read(&this, chain, addresses).await });
}

/// The accounts that show, the one in use first, and their chain.
fn wanted(engine: &Engine) -> Option<(ChainId, Vec<String>)> {
    let is_shown = modal::is_open(engine) && route::view(engine) == View::SwitchAddress;
    let namespace = network::namespace(engine);
    let chain = account::chain(engine, namespace).filter(|_| is_shown)?;
    Some((chain, account::addresses(engine, namespace)))
}

async fn read(engine: &Engine, chain: ChainId, addresses: Vec<String>) {
    let totals = &engine.late_slices().totals;
    if totals.with(|it| it.on.as_ref() != Some(&chain)) {
        totals.set(Totals { on: Some(chain.clone()), read: vec![] });
    }
    for address in addresses.into_iter().take(MOST) {
        let subject = Subject { address, chain: chain.clone(), changes: 0 };
        if is_fresh(engine, &subject.address).await {
            continue;
        }
        let held = engine.late_slices().tokens.with(|it| {
            let is_it = it.of.as_ref() == Some(&subject.caip());
            it.read.clone().filter(|_| is_it)
        });
        let held = match held {
            Some(held) => held,
            None if !is_known(engine, &subject.chain).await => return,
            None => {
                let what = SpendWhat::Tokens { assets: None, read_at_ms: None };
                let mut answers = ask(engine, &subject, what);
                // Who has not answered for one does not for the next.
                let Some(SpendAnswer::Tokens { tokens }) = next(&mut answers).await else {
                    return;
                };
                tokens
            }
        };
        put(engine, subject.address, held);
    }
}

async fn is_fresh(engine: &Engine, address: &str) -> bool {
    let at_ms = engine.late_slices().totals.with(|it| {
        let of_it = it.read.iter().find(|it| it.address == address);
        of_it.map(|it| it.at_ms.0)
    });
    let Some(at_ms) = at_ms else { return false };
    engine.world().now_ms().await.saturating_sub(at_ms) < u64::from(FRESH_MS)
}

fn put(engine: &Engine, address: String, held: TokensRead) {
    let is_of_part = !held.is_whole || held.balances.iter().any(|it| it.value.is_none());
    engine.late_slices().totals.update(|it| {
        it.read.retain(|it| it.address != address);
        if let Some(total) = held.total {
            it.read.push(AddressTotal { address, total, is_of_part, at_ms: held.at_ms });
        }
    });
}
