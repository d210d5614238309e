//! A transaction of Solana as nodes write it
//! ([getTransaction](https://solana.com/docs/rpc/http/gettransaction)), and what it was to an account: by what
//! that had before and has after, so that programs nobody knows are told, too.

use super::operation::{Flows, word};
use super::solana_account::SolanaAccount;
use crate::clock::iso;
use crate::holdings::tokens::native;
use chains::amount::Amount;
use protocol::api::history::{
    MovedNft, MovedToken, NftFlags, Transaction, TransactionMetadata, Transfer, TransferQuantity,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const COMPUTE_BUDGET: &str = "ComputeBudget111111111111111111111111111111";

/// A transaction that is done.
pub(super) struct Done {
    signature: String,
    said: Said,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Said {
    block_time: Option<i64>,
    meta: Meta,
    transaction: Signed,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    err: Value,
    fee: u64,
    pre_balances: Vec<u64>,
    post_balances: Vec<u64>,
    #[serde(default)]
    pre_token_balances: Option<Vec<TokenBalance>>,
    #[serde(default)]
    post_token_balances: Option<Vec<TokenBalance>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenBalance {
    mint: String,
    #[serde(default)]
    owner: String,
    ui_token_amount: TokenAmount,
}

#[derive(Deserialize)]
struct TokenAmount {
    amount: String,
    decimals: u8,
}

#[derive(Deserialize)]
struct Signed {
    message: Message,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    account_keys: Vec<Key>,
    #[serde(default)]
    instructions: Vec<Instruction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Instruction {
    program_id: String,
}

#[derive(Deserialize)]
struct Key {
    pubkey: String,
}

/// How much somebody had before and has after.
#[derive(Clone, Copy)]
struct Change {
    before: Amount,
    after: Amount,
    decimals: u8,
}

/// By whom, of one token.
type Changes<'a> = BTreeMap<&'a str, Change>;

/// What a node said of a transaction, read; nothing where it knows it not yet, or says something else.
pub(super) fn done(signature: &str, said: Value) -> Option<Done> {
    let said: Said = serde_json::from_value(said).ok()?;
    Some(Done { signature: signature.to_owned(), said })
}

impl Change {
    fn is_in(self) -> bool {
        self.after > self.before
    }

    fn size(self) -> Amount {
        let grown = self.after.checked_sub(self.before);
        grown.or_else(|| self.before.checked_sub(self.after)).unwrap_or(Amount::ZERO)
    }
}

impl Done {
    /// What it was to an account.
    pub(super) fn told(&self, to: &SolanaAccount<'_>) -> Transaction {
        let is_failed = !self.said.meta.err.is_null();
        let mut flows = Flows::default();
        let mut transfers = Vec::new();
        if !is_failed {
            let tokens = self.tokens();
            let changes = tokens.iter().map(|(mint, changes)| (Some(*mint), changes));
            let natives = self.natives();
            // What an account for a token costs goes with the token, which is what was meant.
            for (mint, changes) in changes.chain([(None, &natives)]) {
                let Some(change) = changes.get(to.address).filter(|it| it.size() != Amount::ZERO)
                else {
                    continue;
                };
                flows.came |= change.is_in();
                flows.went |= !change.is_in();
                transfers.push(transfer(to, mint, *change, changes));
            }
        }
        let chain = to.chain.nodes().id.clone();
        let payer = self.said.transaction.message.account_keys.first();
        let counterparty = transfers.iter().find_map(|it| it.counterparty.clone());
        // A program is called in any case.
        let operation = word(flows, "program", false);
        Transaction {
            id: format!("{}:{}", chain.text(), self.signature),
            metadata: TransactionMetadata {
                operation_type: operation.to_owned(),
                hash: self.signature.clone(),
                mined_at: iso(self.said.block_time.unwrap_or_default().saturating_mul(1_000)),
                sent_from: payer.map(|it| it.pubkey.clone()).unwrap_or_default(),
                sent_to: counterparty.or_else(|| self.program()).unwrap_or_default(),
                status: if is_failed { "failed" } else { "confirmed" }.to_owned(),
                nonce: None,
                application: None,
                chain: Some(chain),
            },
            transfers,
        }
    }

    /// The program that was called first, but for what only says how haste is paid.
    fn program(&self) -> Option<String> {
        let mut called = self.said.transaction.message.instructions.iter().map(|it| &it.program_id);
        called.find(|it| *it != COMPUTE_BUDGET).cloned()
    }

    /// The native currency of each, as if nobody had paid for the transaction.
    fn natives(&self) -> Changes<'_> {
        let meta = &self.said.meta;
        let mut changes = Changes::new();
        for (at, key) in self.said.transaction.message.account_keys.iter().enumerate() {
            let balances = (meta.pre_balances.get(at), meta.post_balances.get(at));
            let (Some(before), Some(after)) = balances else { continue };
            let fee = if at == 0 { meta.fee } else { 0 };
            let [before, after] = [*before, after.saturating_add(fee)].map(Amount::from);
            changes.insert(&key.pubkey, Change { before, after, decimals: 9 });
        }
        changes
    }

    /// The tokens of each, by mint and owner.
    fn tokens(&self) -> BTreeMap<&str, Changes<'_>> {
        let mut all: BTreeMap<&str, Changes<'_>> = BTreeMap::new();
        let meta = &self.said.meta;
        for (balances, is_before) in
            [(&meta.pre_token_balances, true), (&meta.post_token_balances, false)]
        {
            for it in balances.iter().flatten() {
                let Ok(amount) = Amount::from_decimal(&it.ui_token_amount.amount, 0) else {
                    continue;
                };
                let decimals = it.ui_token_amount.decimals;
                let none = Change { before: Amount::ZERO, after: Amount::ZERO, decimals };
                let of_mint = all.entry(&it.mint).or_default();
                let change = of_mint.entry(&it.owner).or_insert(none);
                let side = if is_before { &mut change.before } else { &mut change.after };
                *side = side.checked_add(amount).unwrap_or(Amount::MAX);
            }
        }
        all
    }
}

/// What came to an account, or went: to whom is who has most of it now.
fn transfer(
    to: &SolanaAccount<'_>,
    mint: Option<&str>,
    change: Change,
    changes: &Changes<'_>,
) -> Transfer {
    let id = &to.chain.nodes().id;
    let others = changes.iter().filter(|(_, it)| it.is_in() != change.is_in());
    let other = others.max_by_key(|(_, it)| it.size()).filter(|(_, it)| it.size() != Amount::ZERO);
    let listed = mint.and_then(|it| to.lists.find(&id.text(), it));
    let is_nft = mint.is_some() && change.decimals == 0 && listed.is_none();
    let fungible = |name: &str, symbol: &str, is_known: bool| MovedToken {
        name: name.to_owned(),
        symbol: symbol.to_owned(),
        icon: if is_known { (to.icon)(symbol) } else { None },
    };
    let fungible_info = match (mint, listed) {
        _ if is_nft => None,
        (None, _) => native(id).map(|it| fungible(it.name, it.symbol, true)),
        (Some(_), Some(token)) => Some(fungible(&token.name, &token.symbol, true)),
        (Some(mint), None) => Some(fungible("", &shortened(mint), false)),
    };
    let nft_info = mint.filter(|_| is_nft).map(|mint| MovedNft {
        name: shortened(mint),
        content: None,
        flags: NftFlags { is_spam: false },
    });
    Transfer {
        fungible_info,
        nft_info,
        direction: if change.is_in() { "in" } else { "out" }.to_owned(),
        quantity: TransferQuantity { numeric: change.size().to_decimal(change.decimals) },
        value: None,
        price: None,
        counterparty: other.map(|(owner, _)| (*owner).to_owned()),
    }
}

/// A mint that no list has, as people tell addresses apart.
pub(super) fn shortened(mint: &str) -> String {
    match (mint.get(..4), mint.get(mint.len().saturating_sub(4)..)) {
        (Some(start), Some(end)) => format!("{start}…{end}"),
        _ => mint.to_owned(),
    }
}
