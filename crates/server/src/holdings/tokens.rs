//! Which tokens there are on which chain: the lists of `crates/server/chains`, and the operator's.

use super::holding::owner;
use super::token::{MOST_DECIMALS, Token};
use crate::problem::Problem;
use chains::registry::{self, Currency};
use include_dir::{Dir, include_dir};
use protocol::caip::{ChainId, Namespace};
use std::collections::BTreeMap;
use std::path::Path;

/// The lists in this binary, `eip155-1.json` and so on.
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/chains");
/// As many as one call asks for.
const MOST_TOKENS: usize = 900;

/// The tokens of each chain, the most important first.
pub(crate) struct Lists(BTreeMap<String, Vec<Token>>);

impl Lists {
    /// The built-in lists, before which the operator's tokens stand; theirs counts where both have one.
    pub(crate) fn load(file: Option<&Path>) -> Result<Self, Problem> {
        let mut lists = built_in();
        for (chain, own) in file.map(read).transpose()?.unwrap_or_default() {
            let built_in = lists.remove(&chain).unwrap_or_default();
            let others = built_in
                .into_iter()
                .filter(|it| !own.iter().any(|own| own.address.eq_ignore_ascii_case(&it.address)));
            let all = own.iter().cloned().chain(others).take(MOST_TOKENS).collect();
            lists.insert(chain, all);
        }
        Ok(Lists(lists))
    }

    /// A listed token.
    pub(crate) fn find(&self, chain: &str, address: &str) -> Option<&Token> {
        self.of(chain).iter().find(|it| it.address.eq_ignore_ascii_case(address))
    }

    /// Those of a chain by its CAIP-2 id.
    pub(crate) fn of(&self, chain: &str) -> &[Token] {
        self.0.get(chain).map_or(&[], Vec::as_slice)
    }
}

/// What fees are paid in on a chain. Of eip155, all of which count in wei, one that we do not know has no name; of
/// another namespace there is none.
pub(crate) fn native(chain: &ChainId) -> Option<Currency> {
    let is_evm = chain.namespace == Namespace::Eip155;
    let nameless = is_evm.then_some(Currency { name: "", symbol: "", decimals: 18 });
    known_native(chain).or(nameless)
}

/// The same; nothing where we do not know the chain.
fn known_native(chain: &ChainId) -> Option<Currency> {
    const ETHER: Currency = Currency { name: "Ether", symbol: "ETH", decimals: 18 };
    let known = registry::find(&chain.text()).map(|network| network.native_currency);
    known.or(match &*chain.text() {
        "eip155:324" | "eip155:7777777" | "eip155:1313161554" => Some(ETHER),
        "eip155:100" => Some(Currency { name: "xDAI", symbol: "xDAI", decimals: 18 }),
        "eip155:42220" => Some(Currency { name: "Celo", symbol: "CELO", decimals: 18 }),
        _ => None,
    })
}

fn built_in() -> BTreeMap<String, Vec<Token>> {
    let lists = BUILT_IN.files().filter_map(|file| {
        let (namespace, reference) = file.path().file_stem()?.to_str()?.split_once('-')?;
        let chain = ChainId::parse(&format!("{namespace}:{reference}"))?;
        let tokens = serde_json::from_slice(file.contents()).expect("a test reads it");
        Some((chain.text(), tokens))
    });
    lists.collect()
}

fn read(file: &Path) -> Result<BTreeMap<String, Vec<Token>>, Problem> {
    let told = |why: String| {
        Problem::new(format!(
            "The tokens {} cannot be read ({why}). It is JSON such as {{\"eip155:1\": [{{\"address\": \
             \"0x…\", \"symbol\": \"USDC\", \"name\": \"USD Coin\", \"decimals\": 6}}]}}; see \
             `tokens` in latchkit.toml.",
            file.display()
        ))
    };
    let text = std::fs::read_to_string(file).map_err(|error| told(error.to_string()))?;
    let lists: BTreeMap<String, Vec<Token>> =
        serde_json::from_str(&text).map_err(|error| told(error.to_string()))?;
    for (chain, tokens) in &lists {
        let id = ChainId::parse(chain).ok_or_else(|| told(format!("`{chain}` is no CAIP-2 id")))?;
        for token in tokens {
            let held = owner(&id, &token.address);
            held.ok_or_else(|| told(format!("{chain} has no token `{}`", token.address)))?;
            if !(1..=MOST_DECIMALS).contains(&token.decimals) {
                return Err(told(format!(
                    "{} has no decimals from 1 to {MOST_DECIMALS}",
                    token.address
                )));
            }
        }
    }
    Ok(lists)
}

#[cfg(test)]
mod tests {
    use super::super::token::{name, symbol};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_built_in_token_can_be_asked_for_and_shown() {
        let lists = built_in();
        assert!(lists.len() >= 15 && lists["eip155:1"].len() > 100);
        for (chain, tokens) in &lists {
            let id = ChainId::parse(chain).expect(chain);
            let mut seen = BTreeSet::new();
            assert!(tokens.len() <= MOST_TOKENS && known_native(&id).is_some(), "{chain}");
            for token in tokens {
                assert!(owner(&id, &token.address).is_some(), "{chain} {token:?}");
                assert!(seen.insert(token.address.to_lowercase()), "{chain} {token:?}");
                assert!((1..=MOST_DECIMALS).contains(&token.decimals), "{chain} {token:?}");
                assert_eq!(symbol(&token.symbol), token.symbol, "{chain}");
                assert_eq!(name(&token.name), token.name, "{chain}");
            }
        }
    }
}
