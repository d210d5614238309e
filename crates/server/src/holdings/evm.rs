//! What an account of eip155 holds on a chain.

use super::holding::{Held, Holding, NotRead};
use super::token::{self, Described, Token};
use crate::upstream::multicall::{self, Answer, Asked};
use crate::upstream::{Chain, Errand};
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::{Erc20, read};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A listed token that gave no balance is not asked again for so long: each of those costs a call of its own.
const BAD_TIME: Duration = Duration::from_hours(1);

/// How many listed tokens that failed together are asked on their own.
const MOST_SINGLES: usize = 200;

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
        errand: Errand,
        owner: Address,
        listed: &[Token],
        named: &[Address],
    ) -> Result<Held, NotRead> {
        let id = &chain.nodes().id;
        let parsed = listed.iter().filter_map(|token| {
            let address = Address::parse(&token.address, Strictness::Lenient).ok()?;
            Some((address, token))
        });
        let listed: Vec<(Address, &Token)> = parsed
            .filter(|(address, _)| named.contains(address) || !self.is_bad(&id.text(), *address))
            .collect();
        let is_listed = |it: &&Address| listed.iter().any(|(address, _)| address == *it);
        let others: Vec<Address> = named.iter().filter(|it| !is_listed(it)).copied().collect();
        let mut asked = vec![Asked::native(id, owner)];
        asked.extend(listed.iter().map(|(address, _)| balance(*address, owner)));
        let mut answers = multicall::all(chain, errand, &asked, MOST_SINGLES).await?.into_iter();
        let native = match answers.next().as_ref().and_then(|it| amount(it.data()?)) {
            Some(native) => native,
            // Without Multicall3 there is nobody to say it in a call.
            None => native_alone(chain, errand, owner).await?,
        };
        let mut held = Held { holdings: Vec::new(), is_whole: true };
        if native != Amount::ZERO {
            held.holdings.push(Holding { token: None, amount: native });
        }
        for ((address, token), answer) in listed.iter().zip(answers) {
            match answer.data().and_then(amount) {
                Some(Amount::ZERO) if !named.contains(address) => {}
                Some(amount) => {
                    held.holdings.push(Holding { token: Some((*token).clone()), amount });
                }
                None if answer == Answer::Unknown => held.is_whole = false,
                None => self.is_found_bad(&id.text(), *address),
            }
        }
        // A stranger names them, so they share no call with others.
        held.holdings.extend(unlisted(chain, errand, owner, &others).await?);
        Ok(held)
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

/// What an account holds of tokens that no list has.
async fn unlisted(
    chain: &Chain,
    errand: Errand,
    owner: Address,
    tokens: &[Address],
) -> Result<Vec<Holding>, NotRead> {
    if tokens.is_empty() {
        return Ok(Vec::new());
    }
    let asked: Vec<Asked> = tokens.iter().map(|it| balance(*it, owner)).collect();
    let balances = multicall::all(chain, errand, &asked, 0).await?;
    let described = describe(chain, errand, tokens, 0).await?;
    let holding = |(answer, described): (Answer, Described)| {
        Some(Holding { amount: amount(answer.data()?)?, token: Some(described.token?) })
    };
    Ok(balances.into_iter().zip(described).filter_map(holding).collect())
}

fn balance(token: Address, owner: Address) -> Asked {
    Asked::of(token, &Erc20::balanceOfCall { owner: owner.into() })
}

/// What tokens that no list has say of themselves, in their order.
pub(super) async fn describe(
    chain: &Chain,
    errand: Errand,
    tokens: &[Address],
    singles: usize,
) -> Result<Vec<Described>, NotRead> {
    let asked: Vec<Asked> = tokens.iter().flat_map(|it| of_itself(*it)).collect();
    let said = multicall::all(chain, errand, &asked, singles).await?;
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

fn described(address: Address, said: &[Answer; 3]) -> Described {
    Described { token: token_of(address, said), is_sure: !said.contains(&Answer::Unknown) }
}

fn token_of(address: Address, [decimals, symbol, name]: &[Answer; 3]) -> Option<Token> {
    let decimals = read::<Erc20::decimalsCall>(decimals.data()?)?;
    let text = |said: &Answer| said.data().and_then(text).unwrap_or_default();
    let symbol = token::symbol(&text(symbol));
    let name = Some(token::name(&text(name))).filter(|it| !it.is_empty());
    let name = name.unwrap_or_else(|| symbol.clone());
    let is_money = (1..=token::MOST_DECIMALS).contains(&decimals);
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

async fn native_alone(chain: &Chain, errand: Errand, owner: Address) -> Result<Amount, NotRead> {
    let params = json!([owner.to_checksum(), "latest"]);
    let said = chain.result(errand, "eth_getBalance", params).await?;
    said.as_str().and_then(|it| Amount::from_quantity(it).ok()).ok_or(NotRead::Silent)
}
