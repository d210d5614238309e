//! Which picture a name has ([ENSIP-12](https://docs.ens.domains/ensip/12)).

use crate::pictures::source::{Nft, Source, Standard};
use crate::upstream::multicall::{self, Answer, Asked};
use crate::upstream::{Chain, Chains, Errand};
use chains::amount::Amount;
use chains::evm::address::Address;
use chains::evm::contracts::{Erc721, Erc1155, read};

/// What the record of a name leads to. An NFT counts where the account has it. The error is that no node said
/// so.
pub(super) async fn source(
    chains: &Chains,
    errand: Errand,
    account: Address,
    name: &str,
    record: &str,
) -> Result<Option<Source>, ()> {
    let Some(nft) = Nft::read(record.trim()) else {
        return Ok(Source::at(record, || Source::Record(name.to_owned())));
    };
    let Some(chain) = chains.get(&nft.chain.text()) else { return Ok(None) };
    let is_owned = is_owned(chain, errand, account, &nft).await?;
    Ok(is_owned.then_some(Source::Nft(nft)))
}

async fn is_owned(chain: &Chain, errand: Errand, account: Address, nft: &Nft) -> Result<bool, ()> {
    let asked = match nft.standard {
        Standard::Erc721 => {
            Asked::of(nft.contract, &Erc721::ownerOfCall { tokenId: nft.number.into() })
        }
        Standard::Erc1155 => {
            let call = Erc1155::balanceOfCall { owner: account.into(), id: nft.number.into() };
            Asked::of(nft.contract, &call)
        }
    };
    let answers = multicall::all(chain, errand, &[asked], 1).await.map_err(|_| ())?;
    let answer = answers.first().filter(|it| **it != Answer::Unknown).ok_or(())?;
    let Some(said) = answer.data() else { return Ok(false) };
    Ok(match nft.standard {
        Standard::Erc721 => {
            read::<Erc721::ownerOfCall>(said).is_some_and(|it| Address::from(it) == account)
        }
        Standard::Erc1155 => {
            read::<Erc1155::balanceOfCall>(said).is_some_and(|it| Amount::from(it) != Amount::ZERO)
        }
    })
}
