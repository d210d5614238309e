//! The NFTs of an account: what it was given of collections, less what it gave.

use super::cursor::Cursor;
use super::index::History;
use super::spam;
use super::telling::Teller;
use crate::db::history::{NftTransfer, Place};
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use protocol::api::history::Nft;
use protocol::caip::ChainId;
use std::collections::{BTreeMap, BTreeSet};

/// How many a page has.
const PAGE: usize = 50;

/// By when it came, contract and token.
type Key = (i64, String, i64, i64, String, String);

/// What there is of a token.
struct Held {
    amount: Amount,
    /// How it came last.
    at: Place,
    receivers: i64,
}

impl History {
    /// A page of the NFTs of an account on some chains, the newest first, and after what the next begins.
    pub(crate) async fn nfts(
        &self,
        teller: &Teller<'_>,
        account: Address,
        chains: &[String],
        before: Option<&Key>,
    ) -> sqlx::Result<(Vec<Nft>, Option<Cursor>)> {
        let account = account.to_lowercase();
        let moved = self.db.history_nfts(&account, chains).await?;
        let mut held: Vec<(Key, Held)> = net(&account, &moved).into_iter().collect();
        held.retain(|(key, _)| before.is_none_or(|before| key < before));
        held.reverse();
        let is_more = held.len() > PAGE;
        held.truncate(PAGE);
        let next = held.last().filter(|_| is_more).map(|(key, _)| {
            let (at_ms, chain, block, place, contract, token) = key.clone();
            Cursor::Nft(at_ms, chain, block, place, contract, token)
        });
        let names = self.collections(teller, &held).await;
        let told = held.into_iter().filter_map(|((.., contract, token), held)| {
            let chain_id = ChainId::parse(&held.at.chain)?;
            let collection = names.get(&(held.at.chain, contract.clone())).cloned();
            let collection = collection.unwrap_or_default();
            let reasons = spam::reasons(&[&collection], held.receivers);
            let address = Address::parse(&contract, Strictness::Lenient).ok()?;
            Some(Nft {
                contract: chain_id.account(&address.to_checksum()),
                chain_id,
                token_id: Some(token),
                quantity: held.amount.to_decimal(0),
                name: String::new(),
                collection,
                image_url: String::new(),
                spam_reasons: reasons.into_iter().map(str::to_owned).collect(),
            })
        });
        Ok((told.collect(), next))
    }

    async fn collections(
        &self,
        teller: &Teller<'_>,
        held: &[(Key, Held)],
    ) -> BTreeMap<(String, String), String> {
        let mut contracts: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for ((_, chain, _, _, contract, _), _) in held {
            contracts.entry(chain).or_default().insert(contract.clone());
        }
        let mut names = BTreeMap::new();
        for (id, contracts) in contracts {
            let Some(chain) = self.chains.get(id) else { continue };
            let none = BTreeSet::new();
            let named = self.names.of(teller.holdings, chain, teller.errand, &none, &contracts);
            for (contract, name) in named.await.collections {
                names.insert((id.to_owned(), contract), name);
            }
        }
        names
    }
}

/// What is left of each token, by when it came.
fn net(account: &str, moved: &[NftTransfer]) -> BTreeMap<Key, Held> {
    let mut held: BTreeMap<(&str, &str, &str), Held> = BTreeMap::new();
    for NftTransfer { at, receivers, transfer } in moved {
        let Ok(amount) = Amount::from_decimal(&transfer.amount, 0) else { continue };
        let key = (at.chain.as_str(), transfer.contract.as_str(), transfer.token.as_str());
        let none = || Held { amount: Amount::ZERO, at: at.clone(), receivers: *receivers };
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
