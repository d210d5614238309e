//! Which picture a name has ([ENSIP-12](https://docs.ens.domains/ensip/12)).

use crate::pictures::source::{Nft, Source, Standard};
use crate::upstream::multicall::{self, Asked};
use crate::upstream::{Chain, Chains, Errand};
use chains::amount::Amount;
use chains::evm::address::Address;
use chains::evm::contracts::{Erc721, Erc1155, read};

/// What the record of a name leads to. An NFT counts where a node says that the account has it.
pub(super) async fn source(
    chains: &Chains,
    errand: Errand,
    account: Address,
    name: &str,
    record: &str,
) -> Option<Source> {
    let Some(nft) = Nft::read(record.trim()) else {
        return Source::at(record, || Source::Record(name.to_owned()));
    };
    let chain = chains.get(&nft.chain.text())?;
    let is_owned = is_owned(chain, errand, account, &nft).await?;
    is_owned.then_some(Source::Nft(nft))
}

async fn is_owned(chain: &Chain, errand: Errand, account: Address, nft: &Nft) -> Option<bool> {
    let asked = match nft.standard {
        Standard::Erc721 => {
            Asked::of(nft.contract, &Erc721::ownerOfCall { tokenId: nft.number.into() })
        }
        Standard::Erc1155 => {
            let call = Erc1155::balanceOfCall { owner: account.into(), id: nft.number.into() };
            Asked::of(nft.contract, &call)
        }
    };
    let answers = multicall::all(chain, errand, &[asked], 1).await.ok()?;
    let said = answers.first()?.data()?;
    Some(match nft.standard {
        Standard::Erc721 => {
            read::<Erc721::ownerOfCall>(said).is_some_and(|it| Address::from(it) == account)
        }
        Standard::Erc1155 => {
            read::<Erc1155::balanceOfCall>(said).is_some_and(|it| Amount::from(it) != Amount::ZERO)
        }
    })
}
