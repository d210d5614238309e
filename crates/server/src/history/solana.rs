//! The history of an account of Solana, asked for as it is wanted: nodes keep one themselves
//! ([getSignaturesForAddress](https://solana.com/docs/rpc/http/getsignaturesforaddress)).
//!
//! What somebody sends of a token names the token's account and not its owner, so the signatures of those
//! accounts are looked through, too. A transaction that is done never changes: what it was to an account is kept.

use super::cursor::{Cursor, Slot};
use super::solana_account::SolanaAccount;
use super::solana_records::{Done, done, shortened};
use super::solana_slots::{Listed, Signed};
use crate::holdings::NotRead;
use crate::upstream::NoResult;
use chains::solana::TOKEN_PROGRAMS;
use futures_util::future::join_all;
use protocol::api::history::{Nft, Transaction};
use quick_cache::sync::Cache;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// How many transactions a page has.
const PAGE: usize = 50;
/// The token accounts of somebody that are looked through.
const MOST_ACCOUNTS: usize = 20;
/// How many transactions are asked for at once: some are large.
const AT_ONCE: usize = 10;
/// How many transactions are kept.
const MOST_KEPT: usize = 5_000;
/// How many signatures of an account a node tells at once.
const MOST_SIGNATURES: usize = 1_000;
/// How many calls a page of a history is, at most, and one of NFTs.
pub(crate) const PAGE_CALLS: usize = TOKEN_PROGRAMS.len() + 2 * (1 + MOST_ACCOUNTS) + PAGE;
pub(crate) const NFT_CALLS: usize = TOKEN_PROGRAMS.len();

/// What transactions were, by chain, account and signature.
pub(super) type KeptTransactions = Cache<(String, String, String), Transaction>;

/// An empty one.
pub(super) fn kept() -> KeptTransactions {
    Cache::new(MOST_KEPT)
}

impl SolanaAccount<'_> {
    /// A page of what it did, and after what the next begins.
    pub(super) async fn page(
        &self,
        kept: &KeptTransactions,
        before: Option<&Slot>,
    ) -> Result<(Vec<Transaction>, Option<Cursor>), NotRead> {
        let (signatures, next) = self.signatures(before).await?;
        let next = next.map(Cursor::Slot);
        let id = self.chain.nodes().id.text();
        let key = |it: &String| (id.clone(), self.address.to_owned(), it.clone());
        let mut told: HashMap<String, Transaction> = HashMap::new();
        let mut unknown = Vec::new();
        for it in &signatures {
            match kept.get(&key(it)) {
                Some(transaction) => drop(told.insert(it.clone(), transaction)),
                None => unknown.push(it.clone()),
            }
        }
        self.deposit.spend(unknown.len());
        let asked = join_all(unknown.chunks(AT_ONCE).map(|some| self.transactions(some))).await;
        for done in asked.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            let transaction = done.told(self);
            kept.insert(key(&transaction.metadata.hash), transaction.clone());
            told.insert(transaction.metadata.hash.clone(), transaction);
        }
        Ok((signatures.iter().filter_map(|it| told.remove(it)).collect(), next))
    }

    /// A page of the NFTs that it holds, by their mints: the nodes do not tell when they came.
    pub(crate) async fn nfts(
        &self,
        before: Option<&str>,
    ) -> Result<(Vec<Nft>, Option<Cursor>), NotRead> {
        let how = json!({"encoding": "jsonParsed", "commitment": "confirmed"});
        let calls = TOKEN_PROGRAMS.map(|program| {
            ("getTokenAccountsByOwner", json!([self.address, {"programId": program}, how]))
        });
        self.deposit.spend(calls.len());
        let mut held = BTreeMap::new();
        for (said, program) in
            self.chain.results(self.errand, &calls).await.into_iter().zip(TOKEN_PROGRAMS)
        {
            let said = match said {
                Ok(said) => said,
                // A node that does not know the second program.
                Err(NoResult::Refused(_)) if program == TOKEN_PROGRAMS[1] => continue,
                Err(why) => return Err(why.into()),
            };
            held.extend(said["value"].as_array().into_iter().flatten().filter_map(nft));
        }
        let chain = &self.chain.nodes().id;
        held.retain(|mint, _| self.lists.find(&chain.text(), mint).is_none());
        let after = held.into_iter().filter(|(mint, _)| before.is_none_or(|it| mint.as_str() > it));
        let mut page: Vec<(String, String)> = after.take(PAGE + 1).collect();
        let is_more = page.len() > PAGE;
        page.truncate(PAGE);
        let next = page.last().filter(|_| is_more).map(|(mint, _)| Cursor::Mint(mint.clone()));
        let nft = |(mint, quantity): (String, String)| Nft {
            chain_id: chain.clone(),
            contract: chain.account(&mint),
            token_id: None,
            quantity,
            name: shortened(&mint),
            collection: String::new(),
            image_url: String::new(),
            spam_reasons: Vec::new(),
        };
        Ok((page.into_iter().map(nft).collect(), next))
    }

    /// A page of the signatures of its own and of its token accounts, the newest first, and after what the next
    /// begins.
    async fn signatures(
        &self,
        before: Option<&Slot>,
    ) -> Result<(Vec<String>, Option<Slot>), NotRead> {
        let mut accounts = vec![self.address.to_owned()];
        accounts.extend(self.token_accounts().await?);
        for most in [PAGE + 1, MOST_SIGNATURES] {
            let listed = self.listed(&accounts, before, most).await?;
            if let Some(page) = listed.page(before, PAGE, most == MOST_SIGNATURES) {
                return Ok(page);
            }
        }
        Ok((Vec::new(), None))
    }

    async fn listed(
        &self,
        accounts: &[String],
        before: Option<&Slot>,
        most: usize,
    ) -> Result<Listed, NotRead> {
        let mut how = json!({"limit": most, "commitment": "confirmed"});
        if let Some(Slot { before, .. }) = before.filter(|it| !it.before.is_empty()) {
            how["before"] = json!(before);
        }
        let calls: Vec<(&str, Value)> =
            accounts.iter().map(|it| ("getSignaturesForAddress", json!([it, how]))).collect();
        self.deposit.spend(calls.len());
        let mut listed = Listed::default();
        for said in self.chain.results(self.errand, &calls).await {
            let all: Vec<Signed> = serde_json::from_value(said?).map_err(|_| NotRead::Silent)?;
            listed.add(all, most);
        }
        Ok(listed)
    }

    async fn token_accounts(&self) -> Result<Vec<String>, NotRead> {
        let how = json!({
            "encoding": "base64",
            "dataSlice": {"offset": 0, "length": 0},
            "commitment": "confirmed",
        });
        let calls = TOKEN_PROGRAMS.map(|program| {
            ("getTokenAccountsByOwner", json!([self.address, {"programId": program}, how]))
        });
        self.deposit.spend(calls.len());
        let mut found = Vec::new();
        for said in self.chain.results(self.errand, &calls).await {
            // A node that does not know the second program, or finds too much.
            let Ok(said) = said else { continue };
            let all = said["value"].as_array().cloned().unwrap_or_default();
            found.extend(all.iter().filter_map(|it| it["pubkey"].as_str().map(str::to_owned)));
        }
        found.truncate(MOST_ACCOUNTS);
        Ok(found)
    }

    async fn transactions(&self, signatures: &[String]) -> Result<Vec<Done>, NotRead> {
        let how = json!({
            "encoding": "jsonParsed",
            "maxSupportedTransactionVersion": 0,
            "commitment": "confirmed",
        });
        let calls: Vec<(&str, Value)> =
            signatures.iter().map(|it| ("getTransaction", json!([it, how]))).collect();
        let said = self.chain.results(self.errand, &calls).await;
        let mut found = Vec::new();
        for (signature, said) in signatures.iter().zip(said) {
            // A node that knows the signature and not yet the rest.
            found.extend(done(signature, said?));
        }
        Ok(found)
    }
}

/// The mint of a token account, and how many are in it; nothing where those can be divided.
fn nft(account: &Value) -> Option<(String, String)> {
    let parsed = &account["account"]["data"]["parsed"]["info"];
    let held = &parsed["tokenAmount"];
    let (amount, mint) = (held["amount"].as_str()?, parsed["mint"].as_str()?);
    let is_nft = held["decimals"].as_u64()? == 0 && amount != "0";
    is_nft.then(|| (mint.to_owned(), amount.to_owned()))
}
