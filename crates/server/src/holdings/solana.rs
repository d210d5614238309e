//! What an account of Solana holds.
//!
//! The native balance, and the token accounts of both token programs in one batch
//! ([getTokenAccountsByOwner](https://solana.com/docs/rpc/http/gettokenaccountsbyowner)): where somebody was
//! sent more of those than a node tells, there is still the native balance. Tokens that no list has are left
//! out: anybody may send them, and nothing says what they are called.

use super::holding::{Held, Holding, NotRead};
use super::token::Token;
use crate::upstream::{Chain, Errand, NoResult};
use chains::amount::Amount;
use chains::solana::TOKEN_PROGRAMS;
use futures_util::future::join;
use serde_json::{Value, json};
use std::collections::HashMap;

/// What an account holds of SOL and of what is listed.
pub(super) async fn read(
    chain: &Chain,
    errand: Errand,
    owner: &str,
    listed: &[Token],
) -> Result<Held, NotRead> {
    let of_native = json!([owner, {"commitment": "confirmed"}]);
    let of_tokens = TOKEN_PROGRAMS.map(|program| {
        let how = json!({"encoding": "jsonParsed", "commitment": "confirmed"});
        ("getTokenAccountsByOwner", json!([owner, {"programId": program}, how]))
    });
    let native = chain.result(errand, "getBalance", of_native);
    let (native, tokens) = join(native, chain.results(errand, &of_tokens)).await;
    let native = native?["value"].as_u64().map(Amount::from).ok_or(NotRead::Silent)?;
    let mut is_whole = true;
    let mut amounts: HashMap<String, Amount> = HashMap::new();
    for result in tokens {
        let accounts = match result {
            Ok(accounts) => accounts,
            // A node that does not know the second program, or finds too much.
            Err(NoResult::Refused(_) | NoResult::TooLarge | NoResult::Silent) => {
                is_whole = false;
                continue;
            }
            Err(why) => return Err(why.into()),
        };
        for account in accounts["value"].as_array().into_iter().flatten() {
            if let Some((mint, amount)) = balance(account) {
                let sum = amounts.entry(mint).or_insert(Amount::ZERO);
                *sum = sum.checked_add(amount).unwrap_or(Amount::MAX);
            }
        }
    }
    let of_token = |token: &Token| {
        let amount = *amounts.get(&token.address)?;
        Some(Holding { token: Some(token.clone()), amount })
    };
    let native = Holding { token: None, amount: native };
    let all = [native].into_iter().chain(listed.iter().filter_map(of_token));
    Ok(Held { holdings: all.filter(|it| it.amount != Amount::ZERO).collect(), is_whole })
}

/// The mint of a token account, and how much is in it.
fn balance(account: &Value) -> Option<(String, Amount)> {
    let parsed = &account["account"]["data"]["parsed"]["info"];
    let amount = Amount::from_decimal(parsed["tokenAmount"]["amount"].as_str()?, 0).ok()?;
    Some((parsed["mint"].as_str()?.to_owned(), amount))
}
