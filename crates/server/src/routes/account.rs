//! What the routes below an account's address share: whose it is, and on which chains it is looked at.

use crate::app::App;
use crate::error::ApiError;
use crate::holdings::{Owner, owner, owner_of};
use crate::upstream::Chain;
use chains::registry;
use protocol::caip::{ChainId, Namespace};

/// The owner of an address, and the chain that is named, one of eip155 by its number, too; without one, those of its
/// namespace that are not for tests.
pub(super) fn on_chains<'a>(
    app: &'a App,
    address: &str,
    chain: Option<&str>,
) -> Result<(Owner, Vec<&'a Chain>), ApiError> {
    let (owner, chains) = if let Some(text) = chain {
        let number = text.bytes().all(|it| it.is_ascii_digit()).then(|| format!("eip155:{text}"));
        let id = ChainId::parse(&number.unwrap_or_else(|| text.to_owned()));
        let id = id.ok_or(ApiError::ChainMalformed)?;
        let chain = app.chains.get(&id.text()).ok_or(ApiError::ChainUnknown(id.text()))?;
        (owner(&id, address), vec![&**chain])
    } else {
        let owner = owner_of(address);
        let namespace = owner.as_ref().map(Owner::namespace);
        let of_owner = |chain: &&Chain| {
            let id = &chain.nodes().id;
            Some(id.namespace) == namespace && !is_testnet(id)
        };
        (owner, app.chains.values().map(|chain| &**chain).filter(of_owner).collect())
    };
    let wanted = "the address of an account of that chain: 0x and 40 hex digits, all small or with the \
                  capitals of EIP-55, or 32 bytes in base58; not a name";
    let owner = owner.ok_or(ApiError::ParameterMalformed("address", wanted))?;
    Ok((owner, chains))
}

/// How many requests it counts as to look at an account on these chains: on one of Solana its native balance and
/// its tokens by both programs are asked for on their own.
pub(super) fn calls(chains: &[&Chain]) -> usize {
    let of = |chain: &&Chain| if chain.nodes().id.namespace == Namespace::Solana { 3 } else { 1 };
    chains.iter().map(of).sum()
}

/// A parameter of the query that is not empty.
pub(super) fn given<'a>(parameters: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let given = parameters.iter().find(|(key, _)| key == name);
    given.map(|(_, value)| value.as_str()).filter(|it| !it.is_empty())
}

fn is_testnet(chain: &ChainId) -> bool {
    registry::find(&chain.text()).is_some_and(|network| network.is_testnet)
}
