//! The history of an account as clients read it, from what is kept.

use super::cursor::Cursor;
use super::explorer::{AtExplorer, MOST_ASKED};
use super::index::History;
use super::naming::Named;
use super::operation::{Flows, word};
use super::spam;
use crate::clock::iso;
use crate::db::history::{Place, StoredTransaction, StoredTransfer};
use crate::error::ApiError;
use crate::held_bytes::Room;
use crate::holdings::tokens::native;
use crate::holdings::{Holdings, NotRead};
use crate::rate_limits::Deposit;
use crate::upstream::Errand;
use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use protocol::api::history::{
    Link, MovedNft, MovedToken, NftFlags, Transaction, TransactionMetadata, Transfer,
    TransferQuantity,
};
use protocol::caip::ChainId;
use std::collections::{BTreeMap, BTreeSet};

/// How many transactions a page has, at most.
const PAGE: usize = 50;
/// How many moves a page has, at most: it ends before the transaction with which it had more. Of one that has more on
/// its own the first are told.
const PAGE_MOVES: usize = 500;
/// What a move takes as it was kept, as it is told and as it is written.
const MOVE_BYTES: usize = 2 * 1024;
/// From and to whom is what is made and destroyed.
const NOBODY: &str = "0x0000000000000000000000000000000000000000";

/// What is needed to tell what things are called.
pub(crate) struct Teller<'a> {
    pub(crate) errand: Errand,
    pub(crate) holdings: &'a Holdings,
    /// Where the picture of a symbol is, if there is one.
    pub(crate) icon: &'a (dyn Fn(&str) -> Option<Link> + Sync),
}

impl History {
    /// A page of what an account did on some chains, which has `room` from now on, after what the next begins, and
    /// whether names of what moved are missing for now.
    pub(crate) async fn page(
        &self,
        teller: &Teller<'_>,
        room: &mut Room,
        account: Address,
        chains: &[String],
        before: Option<&Place>,
    ) -> Result<(Vec<Transaction>, Option<Cursor>, bool), ApiError> {
        let account = account.to_lowercase();
        let one_more = |it: usize| i64::try_from(it + 1).unwrap_or(i64::MAX);
        let mut found = self.db.history_page(&account, chains, before, one_more(PAGE)).await?;
        let name =
            |(place, it): &(Place, StoredTransaction)| (place.chain.clone(), it.hash.clone());
        let of: Vec<_> = found.iter().take(PAGE).map(name).collect();
        let asked: Vec<_> = of.iter().map(|(chain, hash)| (&**chain, &**hash)).collect();
        let all = self.db.history_transfers(&account, &asked, one_more(PAGE_MOVES)).await?;
        room.grow_to(all.len() * MOVE_BYTES)?;
        let cut = all.get(PAGE_MOVES).map(|(chain, it)| (chain.clone(), it.hash.clone()));
        let told = cut.and_then(|cut| of.iter().position(|it| *it == cut)).unwrap_or(PAGE).max(1);
        let is_more = found.len() > told;
        found.truncate(told);
        let next = found.last().filter(|_| is_more).map(|(place, _)| Cursor::of(place));
        let mut moved: BTreeMap<(String, String), Vec<StoredTransfer>> = BTreeMap::new();
        for (chain, it) in all.into_iter().take(PAGE_MOVES) {
            moved.entry((chain, it.hash.clone())).or_default().push(it);
        }
        let named = self.named(teller, &moved).await;
        let is_cut = named.values().any(|it| it.is_cut);
        let told = found.into_iter().filter_map(|(place, transaction)| {
            let chain = ChainId::parse(&place.chain)?;
            let moved = moved.remove(&(place.chain.clone(), transaction.hash.clone()));
            let named = named.get(&place.chain);
            let seen = Seen { account: &account, chain, named, icon: teller.icon };
            Some(seen.transaction(&transaction, place.at_ms, &moved.unwrap_or_default()))
        });
        Ok((told.collect(), next, is_cut))
    }

    /// How often the explorer of a chain is asked for a page, at most; nothing where the operator names none.
    pub(crate) fn explorer_calls(&self, chain: &ChainId) -> Option<usize> {
        let explorer = self.settings.explorers.get(&chain.text())?;
        explorer.url.as_ref().map(|_| MOST_ASKED)
    }

    /// A page by the explorer of a chain, after a block and as many of its transactions as were told; nothing where
    /// the operator names none.
    pub(crate) async fn explored(
        &self,
        teller: &Teller<'_>,
        deposit: &Deposit<'_>,
        account: Address,
        chain: &ChainId,
        before: Option<(i64, usize)>,
    ) -> Option<Result<(Vec<Transaction>, Option<Cursor>), NotRead>> {
        let explorer = self.settings.explorers.get(&chain.text())?;
        let (url, key) = (explorer.url.as_ref()?, &explorer.key);
        let thrift = self.thrifts.get(&chain.text())?;
        let (client, errand, account) = (&self.client, teller.errand, account.to_lowercase());
        let number = chain.reference.as_str();
        let deposit = Some(deposit);
        let account = account.as_str();
        let at = AtExplorer { url, key, client, thrift, errand, deposit, chain: number, account };
        let room = || self.held.gather(errand.from);
        Some(at.page(before, room).await.map(|(page, named, next)| {
            let listed = |it: &String| teller.holdings.lists.find(&chain.text(), it).is_some();
            let named = named.listed(listed);
            let (named, icon) = (Some(&named), teller.icon);
            let seen = Seen { account, chain: chain.clone(), named, icon };
            let told = page.iter().map(|(it, moved)| seen.transaction(it, it.at_ms, moved));
            (told.collect(), next)
        }))
    }

    /// What the contracts call themselves, by chain.
    async fn named(
        &self,
        teller: &Teller<'_>,
        moved: &BTreeMap<(String, String), Vec<StoredTransfer>>,
    ) -> BTreeMap<String, Named> {
        let mut contracts: BTreeMap<&str, [BTreeSet<String>; 2]> = BTreeMap::new();
        for ((chain, _), moved) in moved {
            let [tokens, collections] = contracts.entry(chain).or_default();
            for it in moved.iter().filter(|it| !it.contract.is_empty()) {
                let set = if it.token.is_empty() { &mut *tokens } else { &mut *collections };
                set.insert(it.contract.clone());
            }
        }
        let mut named = BTreeMap::new();
        for (id, [tokens, collections]) in contracts {
            let Some(chain) = self.chains.get(id) else { continue };
            let names = self.names.of(teller.holdings, chain, teller.errand, &tokens, &collections);
            named.insert(id.to_owned(), names.await);
        }
        named
    }
}

/// A chain as an account sees it.
struct Seen<'a> {
    account: &'a str,
    chain: ChainId,
    named: Option<&'a Named>,
    icon: &'a (dyn Fn(&str) -> Option<Link> + Sync),
}

impl Seen<'_> {
    fn transaction(
        &self,
        it: &StoredTransaction,
        at_ms: i64,
        moved: &[StoredTransfer],
    ) -> Transaction {
        let operation = word(self.flows(moved), &it.selector, it.recipient.is_empty());
        Transaction {
            id: format!("{}:{}", self.chain.text(), it.hash),
            metadata: TransactionMetadata {
                operation_type: operation.to_owned(),
                hash: it.hash.clone(),
                mined_at: iso(at_ms),
                sent_from: written(&it.sender),
                sent_to: written(&it.recipient),
                status: if it.is_failed { "failed" } else { "confirmed" }.to_owned(),
                nonce: u32::try_from(it.nonce).ok(),
                application: None,
                chain: Some(self.chain.clone()),
            },
            transfers: moved
                .iter()
                .filter_map(|moved| self.transfer(moved, it.receivers))
                .collect(),
        }
    }

    fn flows(&self, moved: &[StoredTransfer]) -> Flows {
        let mut flows = Flows { was_destroyed: true, ..Flows::default() };
        for it in moved {
            match (it.sender == self.account, it.recipient == self.account) {
                (true, true) => flows.stayed = true,
                (true, false) => {
                    flows.went = true;
                    flows.was_destroyed &= it.recipient == NOBODY;
                }
                (false, _) => {
                    flows.came = true;
                    flows.was_made |= it.sender == NOBODY;
                }
            }
        }
        flows
    }

    /// Nothing of a token of which nobody knows where its point is.
    fn transfer(&self, it: &StoredTransfer, receivers: i64) -> Option<Transfer> {
        let amount = Amount::from_decimal(&it.amount, 0).ok()?;
        let (mut fungible_info, mut nft_info, mut decimals) = (None, None, 0);
        match it.kind.as_str() {
            "native" => {
                let currency = native(&self.chain)?;
                decimals = currency.decimals;
                // Pages know the name of their own chains, but not which move is of what.
                let name = if currency.name.is_empty() { "Native currency" } else { currency.name };
                fungible_info = Some(self.fungible(name, currency.symbol, true));
            }
            "erc20" => {
                let named = self.named?;
                let token = named.tokens.get(&it.contract)?;
                decimals = token.decimals;
                fungible_info =
                    Some(self.fungible(&token.name, &token.symbol, named.is_listed(&it.contract)));
            }
            _ => {
                let name = self.named.and_then(|named| named.collections.get(&it.contract));
                let name = name.cloned().unwrap_or_default();
                let is_spam = !spam::reasons(&[&name], receivers).is_empty();
                nft_info = Some(MovedNft { name, content: None, flags: NftFlags { is_spam } });
            }
        }
        let (direction, counterparty) =
            match (it.sender == self.account, it.recipient == self.account) {
                (true, true) => ("self", &it.recipient),
                (true, false) => ("out", &it.recipient),
                (false, _) => ("in", &it.sender),
            };
        Some(Transfer {
            fungible_info,
            nft_info,
            direction: direction.to_owned(),
            quantity: TransferQuantity { numeric: amount.to_decimal(decimals) },
            value: None,
            price: None,
            counterparty: Some(written(counterparty)),
        })
    }

    fn fungible(&self, name: &str, symbol: &str, is_known: bool) -> MovedToken {
        let icon = if is_known { (self.icon)(symbol) } else { None };
        MovedToken { name: name.to_owned(), symbol: symbol.to_owned(), icon }
    }
}

/// An address with its checksum; empty where there is none.
fn written(address: &str) -> String {
    Address::parse(address, Strictness::Lenient).map(|it| it.to_checksum()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_of_a_native_currency_without_a_name_is_told() {
        let account = "0x00000000000000000000000000000000000000aa";
        let chain = ChainId::parse("eip155:990077").expect("an id");
        let seen = Seen { account, chain, named: None, icon: &|_| None };
        let moved = StoredTransfer {
            hash: String::new(),
            log: -1,
            part: 0,
            kind: "native".to_owned(),
            contract: String::new(),
            token: String::new(),
            sender: NOBODY.to_owned(),
            recipient: account.to_owned(),
            amount: "1500000000000000000".to_owned(),
        };
        let told = seen.transfer(&moved, 1).expect("it is told");
        assert_eq!((&*told.direction, &*told.quantity.numeric), ("in", "1.5"));
        let currency = told.fungible_info.expect("a currency");
        assert_eq!((&*currency.name, &*currency.symbol), ("Native currency", ""));
    }
}
