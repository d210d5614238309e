//! What an account of eip155 holds on a chain.

use super::holding::{Holding, NotRead};
use super::token::{self, Token};
use crate::upstream::Chain;
use crate::upstream::multicall::{self, Asked};
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::{Erc20, read};
use serde_json::json;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A listed token that gave no balance is not asked again for so long: each of those costs a call of its own.
const BAD_TIME: Duration = Duration::from_hours(1);

/// Reads balances, and remembers what cannot be read.
#[derive(Default)]
pub(super) struct Reader {
    /// By chain and contract.
    bad: Mutex<HashMap<(String, Address), Instant>>,
}

impl Reader {
    /// What an account holds of the native currency, of what is listed, and of `named` tokens besides.
    pub(super) async fn read(
        &self,
        chain: &Chain,
        from: IpAddr,
        owner: Address,
        listed: &[Token],
        named: &[Address],
    ) -> Result<Vec<Holding>, NotRead> {
        let id = &chain.nodes().id;
        let parsed = listed.iter().filter_map(|token| {
            let address = Address::parse(&token.address, Strictness::Lenient).ok()?;
            Some((address, token))
        });
        let listed: Vec<(Address, &Token)> = parsed
            .filter(|(address, _)| named.contains(address) || !self.is_bad(&id.text(), *address))
            .collect();
        let others: Vec<Address> = named
            .iter()
            .copied()
            .filter(|it| !listed.iter().any(|(address, _)| address == it))
            .collect();
        let balance = |of: Address| Asked::of(of, &Erc20::balanceOfCall { owner: owner.into() });
        let mut asked = vec![Asked::native(id, owner)];
        asked.extend(listed.iter().map(|(address, _)| balance(*address)));
        for other in &others {
            asked.push(balance(*other));
            asked.extend(of_itself(*other));
        }
        let mut answers = multicall::all(chain, from, &asked).await?.into_iter();
        let native = match answers.next().flatten().as_deref().and_then(amount) {
            Some(native) => native,
            // Without Multicall3 there is nobody to say it in a call.
            None => native_alone(chain, from, owner).await?,
        };
        let mut holdings = vec![Holding { token: None, amount: native }];
        holdings.retain(|it| it.amount != Amount::ZERO);
        for ((address, token), answer) in listed.iter().zip(answers.by_ref().take(listed.len())) {
            let Some(amount) = answer.as_deref().and_then(amount) else {
                self.is_found_bad(&id.text(), *address);
                continue;
            };
            if amount != Amount::ZERO || named.contains(address) {
                holdings.push(Holding { token: Some((*token).clone()), amount });
            }
        }
        let rest: Vec<Option<Vec<u8>>> = answers.collect();
        let unlisted = others.iter().zip(rest.as_chunks::<4>().0);
        holdings.extend(unlisted.filter_map(|(address, [balance, of_itself @ ..])| {
            let amount = amount(balance.as_deref()?)?;
            Some(Holding { token: Some(described(*address, of_itself)?), amount })
        }));
        Ok(holdings)
    }

    fn is_bad(&self, chain: &str, token: Address) -> bool {
        let bad = self.bad.lock().unwrap_or_else(PoisonError::into_inner);
        bad.get(&(chain.to_owned(), token)).is_some_and(|since| since.elapsed() < BAD_TIME)
    }

    fn is_found_bad(&self, chain: &str, token: Address) {
        tracing::warn!(chain, token = token.to_checksum(), "a listed token tells no balance");
        let mut bad = self.bad.lock().unwrap_or_else(PoisonError::into_inner);
        bad.insert((chain.to_owned(), token), Instant::now());
    }
}

/// What tokens that no list has say of themselves, in their order; nothing of what is no token of money.
pub(super) async fn describe(
    chain: &Chain,
    from: IpAddr,
    tokens: &[Address],
) -> Result<Vec<Option<Token>>, NotRead> {
    let asked: Vec<Asked> = tokens.iter().flat_map(|it| of_itself(*it)).collect();
    let said = multicall::all(chain, from, &asked).await?;
    let said_by = tokens.iter().zip(said.as_chunks::<3>().0);
    Ok(said_by.map(|(address, said)| described(*address, said)).collect())
}

/// What a token is asked of itself.
fn of_itself(token: Address) -> [Asked; 3] {
    [
        Asked::of(token, &Erc20::decimalsCall {}),
        Asked::of(token, &Erc20::symbolCall {}),
        Asked::of(token, &Erc20::nameCall {}),
    ]
}

fn described(address: Address, [decimals, symbol, name]: &[Option<Vec<u8>>; 3]) -> Option<Token> {
    let decimals = read::<Erc20::decimalsCall>(decimals.as_deref()?)?;
    let text = |said: &Option<Vec<u8>>| said.as_deref().and_then(text).unwrap_or_default();
    let symbol = token::symbol(&text(symbol));
    let name = Some(token::name(&text(name))).filter(|it| !it.is_empty());
    let name = name.unwrap_or_else(|| symbol.clone());
    let is_money = decimals <= token::MOST_DECIMALS;
    is_money.then(|| Token { address: address.to_checksum(), symbol, name, decimals })
}

fn amount(answer: &[u8]) -> Option<Amount> {
    read::<Erc20::balanceOfCall>(answer).map(Amount::from)
}

/// A text, or the 32 bytes in which tokens of before wrote theirs.
fn text(answer: &[u8]) -> Option<String> {
    if let Some(text) = read::<Erc20::symbolCall>(answer) {
        return Some(text);
    }
    let bytes: &[u8; 32] = answer.try_into().ok()?;
    let end = bytes.iter().position(|&it| it == 0).unwrap_or(32);
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

async fn native_alone(chain: &Chain, from: IpAddr, owner: Address) -> Result<Amount, NotRead> {
    let params = json!([owner.to_checksum(), "latest"]);
    let said = chain.result(from, "eth_getBalance", params).await?;
    said.as_str().and_then(|it| Amount::from_quantity(it).ok()).ok_or(NotRead::Silent)
}
