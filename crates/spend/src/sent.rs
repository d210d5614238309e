//! What became of a transaction that the account sent, as the nodes of its chain tell it.
//!
//! Of an account on eip155 at most one transaction has a number (nonce). As long as nobody has done it, the account may send
//! another one of its number in its place: once the account has come past the number without it, the blocks since
//! the last look say which one it was.

use node::{Call, Ranks, Told, ask};
use protocol::caip::Namespace;
use protocol::module::spend::{Fate, SpendAnswer};
use protocol::rpc::Nodes;
use wire::Json;

use crate::reading::Account;

/// How often it is looked for.
const POLL_MS: u32 = 4_000;
/// After so long in sight nobody looks any more.
const PATIENCE_MS: u32 = 180_000;
/// In how many blocks another one is looked for at once.
const MOST_BLOCKS: u64 = 24;
/// A node may know a block before it has what is in it.
const OVERLAP_BLOCKS: u64 = 2;

/// Answers what became of it.
pub(crate) async fn watch(account: &Account, nodes: Nodes, hash: &str) {
    let mut sent = Sent {
        account,
        nodes,
        ranks: Ranks::default(),
        hash: hash.to_owned(),
        first: None,
        block: None,
        other: None,
    };
    let (world, mut sight) = (account.world(), account.sight());
    // Each look is one in sight: whoever comes back later is told at once.
    for _ in 0..PATIENCE_MS / POLL_MS {
        let fate = match account.chain.namespace {
            Namespace::Solana => sent.look_on_solana().await,
            _ => sent.look().await,
        };
        if let Some(fate) = fate {
            let by = sent.other.map(|_| sent.hash);
            return account.answer(SpendAnswer::Settled { fate, by });
        }
        sight.wait(world, POLL_MS).await;
    }
    account.answer(SpendAnswer::Settled { fate: Fate::Pending, by: None });
}

/// A transaction that is being looked for.
struct Sent<'a> {
    account: &'a Account,
    nodes: Nodes,
    ranks: Ranks,
    /// Its hash, or that of the one in its place.
    hash: String,
    /// It, once a node had it.
    first: Option<Json>,
    /// The latest block at the last look, or up to which one another was looked for.
    block: Option<u64>,
    /// What the one in its place makes of it.
    other: Option<Fate>,
}

impl Sent<'_> {
    async fn ask(&self, calls: &[Call<'_>]) -> Vec<Told> {
        let server = async || self.nodes.server.clone();
        ask(self.account.world(), &self.ranks, &self.nodes, server, calls).await.told
    }

    async fn look(&mut self) -> Option<Fate> {
        // The wallet may have sent it from another of its accounts.
        let sender = self.first.as_ref().and_then(|it| it.get("from")).and_then(Json::as_text);
        let address = Json::text(sender.unwrap_or(&self.account.address));
        let hash = Json::text(&self.hash);
        let mut told = self
            .ask(&[
                call("eth_getTransactionReceipt", [hash.clone()]),
                call("eth_getTransactionByHash", [hash]),
                call("eth_getTransactionCount", [address, Json::text("latest")]),
                call("eth_blockNumber", []),
            ])
            .await
            .into_iter()
            .map(|told| told.and_then(Result::ok).filter(|it| *it != Json::Null));
        let (receipt, found) = (told.next()?, told.next()?);
        let (count, latest) = (number(told.next()?.as_ref()), number(told.next()?.as_ref()));
        if let Some(receipt) = receipt {
            let is_done = number(receipt.get("status")) != Some(0);
            return Some(match &self.other {
                Some(fate) if is_done || *fate != Fate::Repriced => *fate,
                _ if is_done => Fate::Confirmed,
                _ => Fate::Failed,
            });
        }
        if self.first.is_none() {
            self.first = found;
        }
        let nonce = self.first.as_ref().and_then(|it| number(it.get("nonce")));
        let latest = latest?;
        let since = self.block.unwrap_or(latest).saturating_sub(OVERLAP_BLOCKS);
        if nonce.zip(count).is_some_and(|(nonce, count)| count > nonce) {
            // Where there are more than that, as after a while out of sight, the next look goes on.
            self.find_another(since, latest.min(since + MOST_BLOCKS)).await;
        } else {
            self.block = Some(latest);
        }
        None
    }

    /// Looks for the one in its place: it is followed from then on.
    async fn find_another(&mut self, since: u64, latest: u64) {
        let blocks: Vec<Call<'_>> = (since..=latest)
            .map(|it| {
                let block = Json::Text(format!("0x{it:x}"));
                call("eth_getBlockByNumber", [block, Json::Bool(true)])
            })
            .collect();
        let Some(first) = &self.first else { return };
        let told: Vec<Json> = self.ask(&blocks).await.into_iter().flatten().flatten().collect();
        if told.len() == blocks.len() && !told.contains(&Json::Null) {
            self.block = Some(latest);
        }
        for block in told {
            let all = block.get("transactions").and_then(Json::as_list).unwrap_or_default();
            let same = |field: &str, it: &Json| text(it.get(field)) == text(first.get(field));
            let another = all.iter().find(|it| same("from", it) && same("nonce", it));
            let hash = another.and_then(|it| it.get("hash")).and_then(Json::as_text);
            let (Some(another), Some(hash)) = (another, hash) else { continue };
            if hash.eq_ignore_ascii_case(&self.hash) {
                return;
            }
            self.other = Some(if ["to", "value", "input"].iter().all(|it| same(it, another)) {
                Fate::Repriced
            } else if text(another.get("to")) == text(another.get("from"))
                && number(another.get("value")) == Some(0)
            {
                Fate::Cancelled
            } else {
                Fate::Replaced
            });
            hash.clone_into(&mut self.hash);
            return;
        }
    }

    async fn look_on_solana(&self) -> Option<Fate> {
        let all = Json::object([("searchTransactionHistory", Json::Bool(true))]);
        let signatures = Json::list([Json::text(&self.hash)]);
        let told = self.ask(&[call("getSignatureStatuses", [signatures, all])]).await;
        let told = told.into_iter().next()??.ok()?;
        let status = told.get("value")?.as_list()?.first()?;
        let is_sure =
            matches!(status.get("confirmationStatus")?.as_text()?, "confirmed" | "finalized");
        let has_failed = status.get("err").is_some_and(|it| *it != Json::Null);
        is_sure.then_some(if has_failed { Fate::Failed } else { Fate::Confirmed })
    }
}

fn call<const N: usize>(method: &str, params: [Json; N]) -> Call<'_> {
    Call { method, params: Json::list(params) }
}

/// Addresses and quantities, however they are written.
fn text(json: Option<&Json>) -> String {
    json.and_then(Json::as_text).unwrap_or_default().to_ascii_lowercase()
}

fn number(json: Option<&Json>) -> Option<u64> {
    let digits = json?.as_text()?.strip_prefix("0x")?;
    u64::from_str_radix(digits, 16).ok()
}
