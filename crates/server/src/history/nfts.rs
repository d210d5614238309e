//! The NFTs of an account: what it was given of collections, less what it gave.

use super::cursor::{Cursor, NftKey};
use super::index::History;
use super::logs::Kind;
use super::spam;
use crate::db::history::{MOST_MOVED, NftTransfer};
use crate::error::ApiError;
use crate::held_bytes::Room;
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

/// What a token takes while it is found out what is left of all.
const TOKEN_BYTES: usize = 200;
/// What one of a page takes as it is told and as it is written.
const TOLD_BYTES: usize = 2 * 1024;

/// One of a collection: the place of its chain among those that are asked about, its contract and its number. There
/// may be very many.
type Token = (u32, [u8; 20], Amount);

/// What there is of a token.
struct Held {
    amount: Amount,
    /// When it came last, with which block, and where in that.
    at_ms: i64,
    block: i64,
    place: i64,
    receivers: i64,
    is_single: bool,
    /// Whether the account dealt with the collection itself.
    is_known: bool,
}

/// What is left of all that came and went.
struct Left<'a> {
    account: &'a str,
    chains: &'a [String],
    tokens: BTreeMap<Token, Held>,
    /// Since when all of collections that the account dealt with was looked at, where it was not all. What is left out of
    /// strangers' is not spoken of.
    since_ms: Option<i64>,
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
    /// A page of the NFTs of an account on some chains, which has `room` from now on, those of collections that it dealt
    /// with before others, each the newest first, and after what the next begins; and since when what moved was looked
    /// at, where it was not all that is kept.
    pub(crate) async fn nfts(
        &self,
        describer: &Describer<'_>,
        room: &mut Room,
        account: Address,
        chains: &[String],
        before: Option<&NftKey>,
    ) -> Result<(Vec<Nft>, Option<Cursor>, Option<i64>), ApiError> {
        let account = account.to_lowercase();
        let moves = self.db.history_nft_moves(&account, chains).await?;
        room.grow_to(usize::try_from(moves).unwrap_or(usize::MAX).saturating_mul(TOKEN_BYTES))?;
        let mut left = Left::new(&account, chains);
        self.db.each_history_nft(&account, chains, |it| left.take(&it)).await?;
        let since_ms = left.since_ms;
        let mut held = left.page(before);
        // What follows may take long.
        drop(left);
        room.shrink_to(PAGE * TOLD_BYTES);
        let is_more = held.len() > PAGE;
        held.truncate(PAGE);
        let next = held.last().filter(|_| is_more).map(|(key, _)| Cursor::Nft(key.clone()));
        let facts = self.facts(describer, &held).await;
        let told = held.into_iter().zip(facts).filter_map(|((key, held), facts)| {
            let (_, _, chain, _, _, contract, token) = key;
            let chain_id = ChainId::parse(&chain)?;
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
    async fn facts(&self, describer: &Describer<'_>, held: &[(NftKey, Held)]) -> Vec<NftFacts> {
        let mut facts = vec![NftFacts::default(); held.len()];
        let mut by_chain: BTreeMap<&str, Vec<(usize, source::Nft)>> = BTreeMap::new();
        for (at, ((_, _, chain, _, _, contract, token), held)) in held.iter().enumerate() {
            let kind = if held.is_single { Kind::Single } else { Kind::Multiple };
            let id = format!("{chain}/{}:{contract}/{token}", kind.name());
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

impl<'a> Left<'a> {
    fn new(account: &'a str, chains: &'a [String]) -> Self {
        Left { account, chains, tokens: BTreeMap::new(), since_ms: None }
    }

    /// Counts what was moved next.
    fn take(&mut self, moved: &NftTransfer) {
        let NftTransfer { at, receivers, is_known, rank, transfer } = moved;
        if *rank == MOST_MOVED && *is_known {
            self.since_ms = Some(at.at_ms);
        }
        let Some((token, amount)) = self.token(moved) else { return };
        let place = |amount| Held {
            amount,
            at_ms: at.at_ms,
            block: at.block,
            place: at.place,
            receivers: *receivers,
            is_single: transfer.kind == Kind::Single.name(),
            is_known: *is_known,
        };
        let it = self.tokens.entry(token).or_insert_with(|| place(Amount::ZERO));
        if transfer.sender == self.account {
            // Of what it had before anybody looked, more may go than came.
            it.amount = it.amount.checked_sub(amount).unwrap_or(Amount::ZERO);
        }
        if transfer.recipient == self.account {
            *it = place(it.amount.checked_add(amount).unwrap_or(Amount::MAX));
        }
    }

    fn token(&self, moved: &NftTransfer) -> Option<(Token, Amount)> {
        let NftTransfer { at, transfer, .. } = moved;
        let chain = self.chains.iter().position(|it| *it == at.chain)?;
        let contract = Address::parse(&transfer.contract, Strictness::Lenient).ok()?;
        let number = Amount::from_decimal(&transfer.token, 0).ok()?;
        let amount = Amount::from_decimal(&transfer.amount, 0).ok()?;
        Some(((u32::try_from(chain).ok()?, *contract.bytes(), number), amount))
    }

    /// Those of a page and one more, in their order.
    fn page(&mut self, before: Option<&NftKey>) -> Vec<(NftKey, Held)> {
        let mut page = BTreeMap::new();
        while let Some(((chain, contract, number), held)) = self.tokens.pop_first() {
            let Some(chain) = self.chains.get(chain as usize) else { continue };
            let contract = Address::new(contract).to_lowercase();
            let token = number.to_decimal(0);
            let Held { is_known, at_ms, block, place, .. } = held;
            let key = (is_known, at_ms, chain.clone(), block, place, contract, token);
            if held.amount != Amount::ZERO && before.is_none_or(|before| key < *before) {
                page.insert(key, held);
            }
            if page.len() > PAGE + 1 {
                page.pop_first();
            }
        }
        page.into_iter().rev().collect()
    }
}
