//! Many reads of contracts in one call of a node, by [Multicall3](https://www.multicall3.com).
//!
//! A contract that burns all gas, or a chain without Multicall3, makes reads fail that would not fail alone:
//! what failed is asked once more, in one batch: some each on its own, and where there are more than that in
//! sixteen parts before. So up to a thousand reads take one call of a node, and two or three where some fail.

use super::asking::NoResult;
use super::chain::Chain;
use super::errand::Errand;
use chains::evm::address::Address;
use chains::evm::contracts::{Multicall3, SolCall, hex, read};
use futures_util::future::join_all;
use protocol::caip::ChainId;
use serde_json::{Value, json};

/// Where it is: [deployments](https://www.multicall3.com/deployments).
const MULTICALL3: Address = Address::new(
    *b"\xca\x11\xbd\xe0\x59\x77\xb3\x63\x11\x67\x02\x88\x62\xbe\x2a\x17\x39\x76\xca\x11",
);
/// `ZKsync` makes addresses in another way.
const OF_ZKSYNC: Address = Address::new(
    *b"\xf9\xcd\xa6\x24\xfb\xc7\xe0\x59\x35\x5c\xe9\x8a\x31\x69\x3d\x29\x9f\xac\xd9\x63",
);

/// Of many that fail together, those that share a part with none that takes all gas have answers.
const GROUPS: usize = 16;

/// As many as a node has gas for in one call.
const MOST_TOGETHER: usize = 1_000;

/// A read of a contract.
#[derive(Clone)]
pub(crate) struct Asked {
    to: Address,
    data: Vec<u8>,
}

impl Asked {
    /// What a function of a contract returns.
    pub(crate) fn of(to: Address, call: &impl SolCall) -> Self {
        Asked { to, data: call.abi_encode() }
    }

    /// How much an account has of the native currency.
    pub(crate) fn native(chain: &ChainId, owner: Address) -> Self {
        let call = Multicall3::getEthBalanceCall { owner: owner.into() };
        Asked::of(multicall3(chain), &call)
    }

    fn alone(&self) -> (&'static str, Value) {
        (
            "eth_call",
            json!([{"to": self.to.to_checksum(), "data": hex::encode_prefixed(&self.data)}, "latest"]),
        )
    }
}

/// What became of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// What the contract returned; nothing, where nobody is there.
    Returned(Vec<u8>),
    /// It fails, whoever asks it.
    Failed,
    /// Nobody knows: no node said.
    Unknown,
}

impl Answer {
    /// The data, where there is some.
    pub(crate) fn data(&self) -> Option<&[u8]> {
        match self {
            Answer::Returned(data) if !data.is_empty() => Some(data),
            _ => None,
        }
    }
}

/// What each of them answers, in their order. Of those that fail together, and in smaller parts where there are more,
/// up to `singles` are asked on their own.
pub(crate) async fn all(
    chain: &Chain,
    errand: Errand,
    asked: &[Asked],
    singles: usize,
) -> Result<Vec<Answer>, NoResult> {
    let id = &chain.nodes().id;
    let mut answers = Vec::with_capacity(asked.len());
    let parts = asked.chunks(MOST_TOGETHER).map(|part| together(chain, errand, part));
    for part in join_all(parts).await {
        answers.extend(part?);
    }
    let mut failed: Vec<usize> =
        (0..asked.len()).filter(|&at| answers[at] == Answer::Unknown).collect();
    if failed.len() > singles.max(GROUPS) && singles > 0 {
        let groups: Vec<&[usize]> = failed.chunks(failed.len().div_ceil(GROUPS)).collect();
        let of =
            |group: &[usize]| -> Vec<Asked> { group.iter().map(|&at| asked[at].clone()).collect() };
        let calls: Vec<_> = groups.iter().map(|it| aggregate(id, &of(it))).collect();
        for (group, said) in groups.iter().zip(chain.results(errand, &calls).await) {
            let each = match each(said, group.len()) {
                Err(NoResult::Silent) => continue,
                each => each?,
            };
            for (&at, answer) in group.iter().zip(each) {
                answers[at] = answer;
            }
        }
        failed.retain(|&at| answers[at] == Answer::Unknown);
    }
    failed.truncate(singles);
    if failed.is_empty() {
        return Ok(answers);
    }
    let calls: Vec<_> = failed.iter().map(|&at| asked[at].alone()).collect();
    for (at, result) in failed.into_iter().zip(chain.results(errand, &calls).await) {
        answers[at] = match result {
            Ok(value) => value.as_str().and_then(unhex).map_or(Answer::Failed, Answer::Returned),
            Err(NoResult::Refused(why)) if !why.is_the_contracts => Answer::Unknown,
            Err(NoResult::Refused(_) | NoResult::TooLarge) => Answer::Failed,
            Err(NoResult::Silent) => Answer::Unknown,
            Err(why) => return Err(why),
        };
    }
    Ok(answers)
}

/// The smallest call that asks contracts together.
pub(crate) fn smallest(chain: &ChainId) -> (&'static str, Value) {
    aggregate(chain, &[Asked::native(chain, MULTICALL3)])
}

/// Whether what a node says answers it.
pub(crate) fn is_answered(said: &Value) -> bool {
    each(Ok(said.clone()), 1).is_ok_and(|it| matches!(it[..], [Answer::Returned(_)]))
}

/// What they answer in one call.
async fn together(chain: &Chain, errand: Errand, asked: &[Asked]) -> Result<Vec<Answer>, NoResult> {
    let (method, params) = aggregate(&chain.nodes().id, asked);
    each(chain.result(errand, method, params).await, asked.len())
}

/// The call that asks all of them.
fn aggregate(chain: &ChainId, asked: &[Asked]) -> (&'static str, Value) {
    let calls = asked.iter().map(|it| Multicall3::Call3 {
        target: it.to.into(),
        allowFailure: true,
        callData: it.data.clone().into(),
    });
    let whole = Multicall3::aggregate3Call { calls: calls.collect() };
    Asked::of(multicall3(chain), &whole).alone()
}

/// What each of so many says in the answer to such a call. What fails there is unknown: another one may have left it
/// no gas.
fn each(said: Result<Value, NoResult>, count: usize) -> Result<Vec<Answer>, NoResult> {
    let nothing = || Ok((0..count).map(|_| Answer::Unknown).collect());
    let said = match said {
        Ok(value) => value,
        Err(NoResult::Refused(_) | NoResult::TooLarge) => return nothing(),
        Err(why) => return Err(why),
    };
    let data = said.as_str().and_then(unhex).unwrap_or_default();
    let Some(results) = read::<Multicall3::aggregate3Call>(&data) else { return nothing() };
    if results.len() != count {
        return nothing();
    }
    let answer = |it: Multicall3::Result| {
        if it.success { Answer::Returned(it.returnData.to_vec()) } else { Answer::Unknown }
    };
    Ok(results.into_iter().map(answer).collect())
}

fn multicall3(chain: &ChainId) -> Address {
    if chain.reference == "324" { OF_ZKSYNC } else { MULTICALL3 }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chains::evm::address::Strictness;

    #[test]
    fn it_is_where_it_was_deployed() {
        for (chain, want) in [
            ("eip155:1", "0xcA11bde05977b3631167028862bE2a173976CA11"),
            ("eip155:324", "0xF9cda624FBC7e059355ce98a31693d299FACd963"),
        ] {
            let want = Address::parse(want, Strictness::Strict).expect(want);
            assert_eq!(multicall3(&ChainId::parse(chain).expect(chain)), want);
        }
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        assert_eq!(unhex("0x000fFF"), Some(vec![0, 15, 255]));
        for wrong in ["0x0", "0x0g", "0x+1", "0x0x00"] {
            assert_eq!(unhex(wrong), None, "{wrong}");
        }
    }
}
