//! What the wallet leaves out of the tokens that it tells: their prices, as the server knows them, and what they are
//! worth at those.

use node::{fetch, post};
use protocol::api::{Balance, EIP155_NATIVE, Fungible, Fungibles, PriceQuestion};
use protocol::path;
use wire::{from_text, to_text};

use crate::dollars::worth;
use crate::reading::Account;

/// So many are asked for at once: the server counts each as a call.
const MOST: usize = 100;
/// How long the server has to answer: what the wallet told is shown without prices then.
const PATIENCE_MS: u32 = 3_000;

/// Fills in what is known of those that are on lists: of any other, who made it may have made its price, too.
pub(crate) async fn complete(account: &Account, balances: &mut [Balance]) {
    let is_open = |it: &&mut Balance| it.price.is_none() && it.value.is_none();
    let unpriced = balances.iter_mut().filter(is_open);
    let named = unpriced.filter_map(|it| Some((name(account, it)?, it)));
    let mut asked: Vec<(String, &mut Balance)> =
        named.filter(|(name, _)| !account.unlisted.borrow().contains(name)).take(MOST).collect();
    if !asked.is_empty() {
        let known = read(account, asked.iter().map(|it| it.0.clone()).collect()).await;
        for (name, balance) in &mut asked {
            let known = known.iter().find(|it| it.address == *name && it.is_listed);
            let Some(known) = known.filter(|it| has_unit(it, balance)) else { continue };
            balance.price.clone_from(&known.price);
            balance.price_source.clone_from(&known.price_source);
            balance.price_at.clone_from(&known.price_at);
        }
        let unlisted = known.into_iter().filter(|it| !it.is_listed).map(|it| it.address);
        account.unlisted.borrow_mut().extend(unlisted);
    }
    for it in balances.iter_mut().filter(|it| it.value.is_none()) {
        it.value = it.price.as_ref().and_then(|price| worth(&it.quantity, price));
    }
}

/// Whether both count in the same whole unit, of which the price is.
fn has_unit(known: &Fungible, balance: &Balance) -> bool {
    known.decimals.is_some_and(|it| it.to_string() == balance.quantity.decimals)
}

/// How the server calls it; nothing where the wallet names no contract that can be.
fn name(account: &Account, balance: &Balance) -> Option<String> {
    let Some(token) = &balance.address else { return Some(account.chain.account(EIP155_NATIVE)) };
    let digits = token.rsplit(':').next()?.strip_prefix("0x")?;
    let is_fit = digits.len() == 40 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_fit.then(|| token.to_ascii_lowercase())
}

/// What the server says of these; nothing where it does not answer.
async fn read(account: &Account, addresses: Vec<String>) -> Vec<Fungible> {
    let url = [&account.server.url, path::PRICE, &account.server.query].concat();
    let question = PriceQuestion { project_id: None, currency: "usd".to_owned(), addresses };
    let asking = fetch(account.world(), post(url, to_text(&question)));
    let told = account.world().within(PATIENCE_MS, asking).await;
    let told = told.and_then(|it| from_text::<Fungibles>(&it.ok()?).ok());
    told.unwrap_or_default().fungibles
}
