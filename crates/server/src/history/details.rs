//! What was found in some blocks, made into what is kept: the transactions with their times and outcomes, what
//! they moved, and in whose histories they are.
//!
//! Nodes are asked only for what the search did not tell: a transaction whose log was found, the block that it
//! is in, and its receipt where nobody knows how it ended, or where somebody else sent the account something
//! of a collection: how many others were sent some at once says what it is.

use super::chain_records::{Hash, Receipt, Transaction};
use super::logs::{Kind, Move, moves};
use super::window::{Asked, Found, Header, Trouble, block_call, parsed};
use crate::db::history::{StoredTransaction, StoredTransfer};
use crate::db::history_writing::{Entry, Piece};
use crate::upstream::NoResult;
use chains::amount::Amount;
use chains::evm::address::Address;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// How many calls a batch has: public nodes take no more.
const MOST_CALLS: usize = 50;
/// Of what one transaction moves from or to an account more is not kept: nobody needs so much, and events cost
/// little.
const MOST_MOVES: usize = 500;

/// The accounts for which blocks are read, and from which block on each of them wants to know.
pub(super) type Wanted = HashMap<Address, i64>;

/// A transaction with what came of it.
struct Told {
    transaction: Transaction,
    at_ms: i64,
    is_failed: bool,
    receivers: i64,
    moves: Vec<Move>,
}

impl Asked<'_> {
    /// Asks for what is missing, and puts together what is kept.
    pub(super) async fn piece(&self, found: Found, wanted: &Wanted) -> Result<Piece, Trouble> {
        let Found { blocks: mut headers, moved, mut seen, .. } = found;
        let unseen: Vec<&Hash> = moved.keys().filter(|it| !seen.contains_key(*it)).collect();
        for transaction in self.transactions(&unseen).await? {
            seen.insert(transaction.hash.clone(), transaction);
        }
        for (hash, moved) in &moved {
            let is_same = seen.get(hash).is_some_and(|it| {
                it.block_hash == moved.block_hash && it.block_number.0 == moved.block
            });
            if !is_same {
                return Err(Trouble::Torn);
            }
        }
        self.add_headers(&seen, &mut headers).await?;
        let mut moved: HashMap<Hash, Vec<Move>> =
            moved.into_iter().map(|(hash, moved)| (hash, moved.moves)).collect();
        let receipts = self.receipts(&seen, &moved, wanted).await?;
        let mut all = Vec::new();
        for (hash, transaction) in seen {
            let at = headers.get(&transaction.block_number.0);
            let at = at.filter(|it| it.hash == transaction.block_hash).ok_or(Trouble::Torn)?;
            let moves = moved.remove(&hash).unwrap_or_default();
            let receipt = receipts.get(&hash);
            let status = receipt.and_then(|it| it.as_ref()?.status.as_ref());
            let is_failed = status.is_some_and(|it| it.0 == 0);
            let receivers = match receipt {
                None => 0,
                Some(None) => i64::MAX,
                Some(Some(receipt)) => receivers(receipt, &moves),
            };
            all.push(Told { transaction, at_ms: at.at_ms, is_failed, receivers, moves });
        }
        all.sort_by_key(|it| (it.transaction.block_number, it.transaction.place));
        Ok(kept(all, wanted, self.is_scan))
    }

    async fn transactions(&self, hashes: &[&Hash]) -> Result<Vec<Transaction>, Trouble> {
        let calls = hashes.iter().map(|it| ("eth_getTransactionByHash", json!([it.0])));
        let found: Vec<Option<Transaction>> = self.all(calls.collect()).await?;
        found.into_iter().collect::<Option<_>>().ok_or(Trouble::Torn)
    }

    async fn add_headers(
        &self,
        seen: &HashMap<Hash, Transaction>,
        headers: &mut BTreeMap<i64, Header>,
    ) -> Result<(), Trouble> {
        let blocks: BTreeSet<i64> = seen.values().map(|it| it.block_number.0).collect();
        let unknown: Vec<i64> = blocks.into_iter().filter(|it| !headers.contains_key(it)).collect();
        let calls = unknown.iter().map(|it| block_call(*it, false)).collect();
        let found: Vec<Option<super::chain_records::Block>> = self.all(calls).await?;
        for block in found {
            let block = block.ok_or(Trouble::Torn)?;
            let header =
                Header { hash: block.hash, at_ms: block.timestamp.0.saturating_mul(1_000) };
            headers.insert(block.number.0, header);
        }
        Ok(())
    }

    /// The receipts of transactions of which no log says that they succeeded, and of those that may have been
    /// sent to many; nothing of one that is too large.
    async fn receipts(
        &self,
        seen: &HashMap<Hash, Transaction>,
        moved: &HashMap<Hash, Vec<Move>>,
        wanted: &Wanted,
    ) -> Result<HashMap<Hash, Option<Receipt>>, Trouble> {
        let is_meant = |(hash, transaction): &(&Hash, &Transaction)| {
            let is_gift = |it: &Move| {
                it.kind.is_nft() && wanted.contains_key(&it.to) && it.to != transaction.from
            };
            moved.get(*hash).is_none_or(|all| all.iter().any(is_gift))
        };
        let hashes = seen.iter().filter(is_meant).map(|(hash, _)| hash);
        let hashes: Vec<&Hash> = hashes.collect();
        let calls = hashes.iter().map(|it| ("eth_getTransactionReceipt", json!([it.0])));
        let calls: Vec<_> = calls.collect();
        let mut found = HashMap::new();
        for (hashes, calls) in hashes.chunks(MOST_CALLS).zip(calls.chunks(MOST_CALLS)) {
            for (hash, said) in hashes.iter().zip(self.said(calls).await) {
                let receipt = match said {
                    // So many logs are for anybody, and none of them says that it failed.
                    Err(NoResult::TooLarge) => None,
                    said => Some(parsed::<Option<Receipt>>(said?)?.ok_or(Trouble::Torn)?),
                };
                found.insert((*hash).clone(), receipt);
            }
        }
        Ok(found)
    }

    async fn all<T: DeserializeOwned>(
        &self,
        calls: Vec<(&'static str, Value)>,
    ) -> Result<Vec<T>, Trouble> {
        let mut found = Vec::with_capacity(calls.len());
        for some in calls.chunks(MOST_CALLS) {
            for said in self.said(some).await {
                found.push(parsed(said.map_err(|why: NoResult| Trouble::from(why))?)?);
            }
        }
        Ok(found)
    }
}

/// How many were given something of the collections of which some was moved.
fn receivers(receipt: &Receipt, moved: &[Move]) -> i64 {
    let of: HashSet<_> = moved.iter().filter(|it| it.kind.is_nft()).map(|it| it.contract).collect();
    let all = receipt.logs.iter().flat_map(moves).filter(|it| of.contains(&it.contract));
    i64::try_from(all.map(|it| it.to).collect::<HashSet<_>>().len()).unwrap_or(i64::MAX)
}

fn kept(all: Vec<Told>, wanted: &Wanted, is_scan: bool) -> Piece {
    let mut piece = Piece::default();
    for mut told in all {
        let block = told.transaction.block_number.0;
        let is_wanted = |it: &Address| wanted.get(it).is_some_and(|floor| *floor <= block);
        let mut counts: HashMap<Address, usize> = HashMap::new();
        told.moves.retain(|it| {
            let ends = [it.from, it.to].into_iter().filter(is_wanted);
            ends.fold(false, |is_kept, end| {
                let count = counts.entry(end).or_default();
                *count += 1;
                is_kept || *count <= MOST_MOVES
            })
        });
        // Whether an NFT is among what went from or to somebody, and how much that is.
        let mut whose: BTreeMap<String, (bool, i64)> = BTreeMap::new();
        for it in &told.moves {
            for end in [it.from, it.to].into_iter().filter(is_wanted) {
                let (has_nft, moves) = whose.entry(end.to_lowercase()).or_default();
                *has_nft |= it.kind.is_nft();
                *moves += 1;
            }
        }
        if is_scan {
            for end in told.transaction.ends().filter(is_wanted) {
                whose.entry(end.to_lowercase()).or_default();
            }
        }
        if whose.is_empty() {
            continue;
        }
        let transaction = piece.transactions.len();
        let entry = |(account, (has_nft, moves))| Entry { account, transaction, has_nft, moves };
        piece.entries.extend(whose.into_iter().map(entry));
        let hash = &told.transaction.hash.0;
        let native = native(&told);
        piece.transfers.extend(native.iter().chain(&told.moves).map(|it| transfer(hash, it)));
        piece.transactions.push(stored(&told));
    }
    piece
}

/// The native currency that a transaction itself moved.
fn native(told: &Told) -> Option<Move> {
    let Transaction { from, to, value, .. } = told.transaction;
    (value != Amount::ZERO && !told.is_failed).then_some(Move {
        log: -1,
        part: 0,
        kind: Kind::Native,
        contract: None,
        token: None,
        from,
        to: to?,
        amount: value,
    })
}

fn stored(told: &Told) -> StoredTransaction {
    let it = &told.transaction;
    StoredTransaction {
        hash: it.hash.0.clone(),
        block: it.block_number.0,
        block_hash: it.block_hash.0.clone(),
        place: it.place.0,
        at_ms: told.at_ms,
        sender: it.from.to_lowercase(),
        recipient: it.to.map(|it| it.to_lowercase()).unwrap_or_default(),
        nonce: it.nonce.0,
        is_failed: told.is_failed,
        selector: it.selector(),
        receivers: told.receivers,
    }
}

fn transfer(hash: &str, it: &Move) -> StoredTransfer {
    StoredTransfer {
        hash: hash.to_owned(),
        log: it.log,
        part: it.part,
        kind: it.kind.name().to_owned(),
        contract: it.contract.map(|it| it.to_lowercase()).unwrap_or_default(),
        token: it.token.map(|it| it.to_decimal(0)).unwrap_or_default(),
        sender: it.from.to_lowercase(),
        recipient: it.to.to_lowercase(),
        amount: it.amount.to_decimal(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_one_transaction_moves_everybody_has_a_part() {
        let (hash, word) = (format!("0x{}", "1".repeat(64)), |of: u8| format!("0x{of:040x}"));
        let transaction = json!({"hash": hash, "blockNumber": "0x1", "blockHash": hash, "nonce": "0x0",
            "transactionIndex": "0x0", "from": word(9), "to": word(8), "value": "0x0", "input": "0x"});
        let of = |to: u8, log: i64| Move {
            log,
            part: 0,
            kind: Kind::Fungible,
            contract: Some(Address::new([7; 20])),
            token: None,
            from: Address::new([9; 20]),
            to: Address::new([to; 20]),
            amount: Amount::from(1_u64),
        };
        let moves = (0..2_000).map(|log| of(if log < 1_990 { 1 } else { 2 }, log)).collect();
        let transaction = serde_json::from_value(transaction).expect("a transaction");
        let told = Told { transaction, at_ms: 0, is_failed: false, receivers: 0, moves };
        let wanted = [1, 2].map(|it| (Address::new([it; 20]), 0)).into();
        let piece = kept(vec![told], &wanted, false);
        let count = |to: u8| {
            let to = Address::new([to; 20]).to_lowercase();
            piece.transfers.iter().filter(|it| it.recipient == to).count()
        };
        assert_eq!((count(1), count(2)), (MOST_MOVES, 10));
        let moves: Vec<_> = piece.entries.iter().map(|it| it.moves).collect();
        assert_eq!(moves, [500, 10], "and it is counted to whoever has it");
    }
}
