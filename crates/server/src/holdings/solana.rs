//! What an account of Solana holds.
//!
//! Three reads in one batch: the native balance, and the token accounts of both token programs
//! ([getTokenAccountsByOwner](https://solana.com/docs/rpc/http/gettokenaccountsbyowner)). Tokens that no
//! list has are left out: anybody may send them, and nothing says what they are called.

use super::holding::{Holding, NotRead};
use super::token::Token;
use crate::upstream::{Chain, NoResult};
use chains::amount::Amount;
use serde_json::{Value, json};
use std::net::IpAddr;

const TOKEN_PROGRAMS: [&str; 2] =
    ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];

/// What an account holds of SOL and of what is listed.
pub(super) async fn read(
    chain: &Chain,
    from: IpAddr,
    owner: &str,
    listed: &[Token],
) -> Result<Vec<Holding>, NotRead> {
    let mut calls = vec![("getBalance", json!([owner, {"commitment": "confirmed"}]))];
    calls.extend(TOKEN_PROGRAMS.map(|program| {
        let how = json!({"encoding": "jsonParsed", "commitment": "confirmed"});
        ("getTokenAccountsByOwner", json!([owner, {"programId": program}, how]))
    }));
    let mut results = chain.results(from, &calls).await.into_iter();
    let native = results.next().ok_or(NotRead::Silent)??;
    let native = native["value"].as_u64().map(Amount::from).ok_or(NotRead::Silent)?;
    let mut held: Vec<(String, Amount)> = Vec::new();
    for result in results {
        let accounts = match result {
            Ok(accounts) => accounts,
            // A node that does not know the second program.
            Err(NoResult::Refused) => continue,
            Err(why) => return Err(why.into()),
        };
        for account in accounts["value"].as_array().into_iter().flatten() {
            if let Some((mint, amount)) = balance(account) {
                match held.iter_mut().find(|(it, _)| *it == mint) {
                    Some((_, sum)) => *sum = sum.checked_add(amount).unwrap_or(Amount::MAX),
                    None => held.push((mint, amount)),
                }
            }
        }
    }
    let of_token = |token: &Token| {
        let (_, amount) = held.iter().find(|(mint, _)| *mint == token.address)?;
        Some(Holding { token: Some(token.clone()), amount: *amount })
    };
    let native = Holding { token: None, amount: native };
    let all = [native].into_iter().chain(listed.iter().filter_map(of_token));
    Ok(all.filter(|it| it.amount != Amount::ZERO).collect())
}

/// The mint of a token account, and how much is in it.
fn balance(account: &Value) -> Option<(String, Amount)> {
    let parsed = &account["account"]["data"]["parsed"]["info"];
    let amount = Amount::from_decimal(parsed["tokenAmount"]["amount"].as_str()?, 0).ok()?;
    Some((parsed["mint"].as_str()?.to_owned(), amount))
}
