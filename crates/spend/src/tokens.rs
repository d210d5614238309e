//! What an account holds: as its wallet says by [ERC-7811](https://eips.ethereum.org/EIPS/eip-7811), or else
//! as the server reads it.

use chains::amount::Amount;
use protocol::api::{Balance, Balances, Quantity};
use protocol::event::error::ErrorEvent;
use protocol::module::spend::{FRESH_MS, SpendAnswer, SpendCurrency, TokensRead};
use wire::{Json, Long, Number, keep};

use crate::dollars::{amount, total};
use crate::prices::complete;
use crate::reading::Account;

/// Answers what the account holds, again and again.
pub(crate) async fn watch(account: &Account, read_at_ms: Option<Long>) {
    account
        .watch(read_at_ms, async || {
            let read = account.read::<Balances>("/balance", "&currency=usd").await;
            let read = read.map(|it| (named(account, it.balances), it.missing.is_empty()));
            tell(account, read).await;
            FRESH_MS
        })
        .await;
}

/// Answers what the wallet says, with prices of the server where it leaves them out, and when that is to be asked
/// for again; where it says nothing of the chain, what the server does.
pub(crate) async fn of_wallet(account: &Account, assets: &Json) {
    let Some((mut told, is_whole)) = balances(account, assets) else {
        return watch(account, None).await;
    };
    keep(&mut told, is_shown);
    complete(account, &mut told).await;
    tell(account, Ok((told, is_whole))).await;
    account.rest().await;
    account.answer(SpendAnswer::Due);
}

/// The native currency of a chain that the server does not know is called as the host calls it.
fn named(account: &Account, mut balances: Vec<Balance>) -> Vec<Balance> {
    let is_nameless = |it: &Balance| it.address.is_none() && it.symbol.is_empty();
    for it in balances.iter_mut().filter(|it| is_nameless(it) && it.chain_id == account.chain) {
        it.name.clone_from(&account.currency.name);
        it.symbol.clone_from(&account.currency.symbol);
    }
    balances
}

async fn tell(account: &Account, read: Result<(Vec<Balance>, bool), Option<ErrorEvent>>) {
    let at_ms = Long(account.world().now_ms().await);
    account.answer(match read {
        Ok((balances, is_whole)) => SpendAnswer::Tokens { tokens: told(balances, is_whole, at_ms) },
        Err(error) => SpendAnswer::Failed { error },
    });
}

/// Whether it shows: what has no parts is no currency.
fn is_shown(balance: &Balance) -> bool {
    balance.quantity.decimals != "0"
}

/// What can be shown of it, what is worth most first. Of what is worth as much the order stays.
fn told(mut balances: Vec<Balance>, is_whole: bool, at_ms: Long) -> TokensRead {
    keep(&mut balances, is_shown);
    let mut sorted: Vec<(Option<Amount>, Balance)> = Vec::with_capacity(balances.len());
    for balance in balances {
        let value = amount(balance.value.as_ref());
        let at = sorted.iter().position(|(before, _)| *before < value).unwrap_or(sorted.len());
        sorted.insert(at, (value, balance));
    }
    let balances: Vec<Balance> = sorted.into_iter().map(|it| it.1).collect();
    let total = total(balances.iter().map(|it| it.value.as_ref()));
    TokensRead { balances, total, is_whole, at_ms }
}

/// The assets of the account's chain in the answer to `wallet_getAssets`, and whether all of them could be read; nothing
/// where it has none of that chain.
fn balances(account: &Account, assets: &Json) -> Option<(Vec<Balance>, bool)> {
    let chain = Amount::from_decimal(&account.chain.reference, 0).ok()?.to_quantity();
    let listed = assets.get(&chain)?.as_list()?;
    let (mut balances, mut is_whole) = (Vec::with_capacity(listed.len()), true);
    for it in listed.iter().filter(|it| is_held(it)) {
        let read = asset(account, it);
        is_whole &= read.is_some();
        balances.extend(read);
    }
    Some((balances, is_whole))
}

/// Whether it is a token or the native currency, and there is some of it.
fn is_held(asset: &Json) -> bool {
    let text = |name: &str| asset.get(name).and_then(Json::as_text).unwrap_or_default();
    let is_money = ["native", "erc20"].iter().any(|it| it.eq_ignore_ascii_case(text("type")));
    is_money && Amount::from_quantity(text("balance")) != Ok(Amount::ZERO)
}

/// Such an asset; nothing where it says too little.
fn asset(account: &Account, asset: &Json) -> Option<Balance> {
    let amount = Amount::from_quantity(asset.get("balance")?.as_text()?).ok()?;
    let metadata = asset.get("metadata").unwrap_or(&Json::Null);
    let text = |name: &str| metadata.get(name).and_then(Json::as_text).map(str::to_owned);
    let number = |name: &str| {
        let it = metadata.get(name)?;
        Number::of(it.as_number().or(it.as_text())?)
    };
    let decimals = metadata.get("decimals").and_then(|it| it.as_number().or(it.as_text()));
    let SpendCurrency { name, symbol, decimals: native_decimals } = &account.currency;
    let (name, symbol, decimals, address) =
        match asset.get("type")?.as_text()?.to_ascii_uppercase().as_str() {
            "NATIVE" => (name.clone(), symbol.clone(), u8::try_from(*native_decimals).ok()?, None),
            "ERC20" => {
                let address = account.chain.account(asset.get("address")?.as_text()?);
                (text("name")?, text("symbol")?, decimals?.parse().ok()?, Some(address))
            }
            _ => return None,
        };
    Some(Balance {
        name,
        symbol,
        chain_id: account.chain.clone(),
        address,
        value: number("value"),
        price: number("price"),
        price_source: None,
        price_at: None,
        quantity: Quantity { decimals: decimals.to_string(), numeric: amount.to_decimal(decimals) },
        // Pages load no pictures of others.
        icon_url: text("iconUrl").filter(|it| it.starts_with("data:")).unwrap_or_default(),
    })
}
