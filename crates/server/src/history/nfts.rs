//! The NFTs of an account: what it was given of collections, less what it gave.

use super::cursor::Cursor;
use super::index::History;
use super::spam;
use crate::db::history::{MOST_MOVED, NftTransfer, Place};
use crate::outside::Outside;
use crate::pictures::links::Links;
use crate::pictures::metadata::{Fetching, NftFacts};
use crate::pictures::{Pictures, source};
use crate::rate_limits::Deposit;
use crate::upstream::Errand;
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use protocol::api::history::Nft;
use protocol::caip::ChainId;
use std::collections::BTreeMap;

/// How many a page has.
pub(crate) const PAGE: usize = 50;

/// By when it came, contract and token.
type Key = (i64, String, i64, i64, String, String);

/// What there is of a token.
struct Held {
    amount: Amount,
    /// How it came last.
    at: Place,
    receivers: i64,
    /// `erc721` or `erc1155`.
    kind: String,
}

/// Asks NFTs what they say of themselves.
pub(crate) struct Describer<'a> {
    pub(crate) errand: Errand,
    /// Whoever asks pays for all that is fetched by it.
    pub(crate) deposit: &'a Deposit<'a>,
    pub(crate) pictures: &'a Pictures,
    pub(crate) outside: &'a Outside,
    /// Names pictures.
    pub(crate) links: &'a Links,
}

impl History {
    /// A page of the NFTs of an account on some chains, the newest first, and after what the next begins; and since
    /// when what moved was looked at, where it was not all that is kept.
    pub(crate) async fn nfts(
        &self,
        describer: &Describer<'_>,
        account: Address,
        chains: &[String],
        before: Option<&Key>,
    ) -> sqlx::Result<(Vec<Nft>, Option<Cursor>, Option<i64>)> {
        let account = account.to_lowercase();
        let moved = self.db.history_nfts(&account, chains).await?;
        let is_all = i64::try_from(moved.len()).is_ok_and(|it| it < MOST_MOVED);
        let since_ms = moved.first().filter(|_| !is_all).map(|it| it.at.at_ms);
        let mut held: Vec<(Key, Held)> = net(&account, &moved).into_iter().collect();
        // There may be very many, and what follows may take long.
        drop(moved);
        held.retain(|(key, _)| before.is_none_or(|before| key < before));
        held.reverse();
        let is_more = held.len() > PAGE;
        held.truncate(PAGE);
        let next = held.last().filter(|_| is_more).map(|(key, _)| {
            let (at_ms, chain, block, place, contract, token) = key.clone();
            Cursor::Nft(at_ms, chain, block, place, contract, token)
        });
        let facts = self.facts(describer, &held).await;
        let told =
            held.into_iter().zip(facts).filter_map(|(((.., contract, token), held), facts)| {
                let chain_id = ChainId::parse(&held.at.chain)?;
                let NftFacts { name, collection, picture } = facts;
                let reasons = spam::reasons(&[&collection, &name], held.receivers);
                let address = Address::parse(&contract, Strictness::Lenient).ok()?;
                Some(Nft {
                    contract: chain_id.account(&address.to_checksum()),
                    chain_id,
                    token_id: Some(token),
                    quantity: held.amount.to_decimal(0),
                    name,
                    collection,
                    image_url: picture.map(|it| describer.links.url(&it)).unwrap_or_default(),
                    spam_reasons: reasons.into_iter().map(str::to_owned).collect(),
                })
            });
        Ok((told.collect(), next, since_ms))
    }

    /// What the NFTs of a page say of themselves, in their order.
    async fn facts(&self, describer: &Describer<'_>, held: &[(Key, Held)]) -> Vec<NftFacts> {
        let mut facts = vec![NftFacts::default(); held.len()];
        let mut by_chain: BTreeMap<&str, Vec<(usize, source::Nft)>> = BTreeMap::new();
        for (at, ((_, chain, _, _, contract, token), held)) in held.iter().enumerate() {
            let id = format!("{chain}/{}:{contract}/{token}", held.kind);
            if let Some(nft) = source::Nft::read(&id) {
                by_chain.entry(chain).or_default().push((at, nft));
            }
        }
        let Describer { errand, deposit, pictures, outside, .. } = describer;
        for (id, asked) in by_chain {
            let Some(chain) = self.chains.get(id) else { continue };
            let (places, nfts): (Vec<usize>, Vec<source::Nft>) = asked.into_iter().unzip();
            let asked =
                Fetching { elsewhere: &pictures.elsewhere, outside, errand: *errand, deposit };
            let Ok(told) = pictures.metadata.of(chain, &asked, &nfts).await else { continue };
            for (at, told) in places.into_iter().zip(told) {
                facts[at] = told;
            }
        }
        facts
    }
}

/// What is left of each token, by when it came.
fn net(account: &str, moved: &[NftTransfer]) -> BTreeMap<Key, Held> {
    let mut held: BTreeMap<(&str, &str, &str), Held> = BTreeMap::new();
    for NftTransfer { at, receivers, transfer } in moved {
        let Ok(amount) = Amount::from_decimal(&transfer.amount, 0) else { continue };
        let key = (at.chain.as_str(), transfer.contract.as_str(), transfer.token.as_str());
        let kind = transfer.kind.clone();
        let none = || Held { amount: Amount::ZERO, at: at.clone(), receivers: *receivers, kind };
        let it = held.entry(key).or_insert_with(none);
        if transfer.sender == account {
            // Of what it had before anybody looked, more may go than came.
            it.amount = it.amount.checked_sub(amount).unwrap_or(Amount::ZERO);
        }
        if transfer.recipient == account {
            it.amount = it.amount.checked_add(amount).unwrap_or(Amount::MAX);
            (it.at, it.receivers) = (at.clone(), *receivers);
        }
    }
    let keyed = held.into_iter().filter(|(_, it)| it.amount != Amount::ZERO);
    let keyed = keyed.map(|((chain, contract, token), it)| {
        let (at, contract, token) = (&it.at, contract.to_owned(), token.to_owned());
        ((at.at_ms, chain.to_owned(), at.block, at.place, contract, token), it)
    });
    keyed.collect()
}
