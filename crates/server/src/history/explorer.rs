//! The history of an account by an explorer with the API of Etherscan, where the operator names one.
//!
//! It has a list for each kind of thing that is moved, and pages by number, which shift while something
//! happens. So a page is asked for by the block it ends at: what the lists tell of blocks that all of them tell
//! whole is put together by transaction, and the next page begins at the last block that was told, after as many
//! of its transactions as were told already.

use super::cursor::Cursor;
use super::explorer_records::{LISTS, Row, refusal, rows};
use super::logs::Kind;
use super::naming::Named;
use super::settings::{Explorer, ExplorerKey};
use crate::config_values::NodeUrl;
use crate::db::history::{StoredTransaction, StoredTransfer};
use crate::held_bytes::{Gathering, HeldBytes};
use crate::holdings::NotRead;
use crate::hosted::{Answer, Thrift};
use crate::rate_limits::Deposit;
use crate::upstream::{Client, Errand, causes};
use axum::http::{Request, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use protocol::caip::ChainId;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::{sleep, timeout_at};
use url::Url;

/// Whom the doctor asks about.
const NOBODY: &str = "0x0000000000000000000000000000000000000001";
/// How many transactions a page has.
const PAGE: usize = 50;
/// As many rows as are told at once.
const MOST_ROWS: usize = 1_000;
/// The largest answer.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// Who asks too fast is refused: once more after so long.
const PAUSE: Duration = Duration::from_millis(1_100);
const TRIES: usize = 2;
/// How often all lists are asked for one page.
const ROUNDS: usize = 2;
/// How often an explorer is asked for a page, at most: whoever asks pays for each of them.
pub(super) const MOST_ASKED: usize = LISTS.len() * TRIES * ROUNDS;

/// A transaction with what it moved.
pub(super) type Whole = (StoredTransaction, Vec<StoredTransfer>);

/// Somebody's history at an explorer.
pub(super) struct AtExplorer<'a> {
    pub(super) url: &'a NodeUrl,
    pub(super) key: &'a ExplorerKey,
    pub(super) client: &'a Client,
    pub(super) thrift: &'a Thrift,
    pub(super) errand: Errand,
    /// Who pays for each question; nobody where the operator asks.
    pub(super) deposit: Option<&'a Deposit<'a>>,
    /// The number of the chain.
    pub(super) chain: &'a str,
    /// In lower case.
    pub(super) account: &'a str,
}

/// What the lists told, by transaction.
#[derive(Default)]
struct Gathered {
    all: HashMap<String, Whole>,
    named: Named,
    /// The block, and the place there, of the first transaction that one of the lists may not have told whole.
    torn: Option<(i64, i64)>,
}

impl AtExplorer<'_> {
    /// A page, what the contracts of it call themselves, and after what the next begins. `before` is the block
    /// to begin at, and how many of its transactions are left out.
    pub(super) async fn page(
        &self,
        before: Option<(i64, usize)>,
        room: impl Fn() -> Gathering,
    ) -> Result<(Vec<Whole>, Named, Option<Cursor>), NotRead> {
        let (end, told) = before.map_or((None, 0), |(block, told)| (Some(block), told));
        let mut most = told.saturating_add(PAGE + 1).min(MOST_ROWS);
        loop {
            let mut gathered = Gathered::default();
            for (list, kind) in LISTS {
                let rows = self.rows(list, end, most, &room).await?;
                gathered.take(kind, &rows, rows.len() >= most);
            }
            let is_all = most == MOST_ROWS || gathered.torn.is_none();
            let named = std::mem::take(&mut gathered.named);
            let (page, next) = gathered.page(end, told, is_all);
            if is_all || !page.is_empty() {
                return Ok((page, named, next));
            }
            // What was told already took all the rows.
            most = MOST_ROWS;
        }
    }

    async fn rows(
        &self,
        list: &str,
        end: Option<i64>,
        most: usize,
        room: impl Fn() -> Gathering,
    ) -> Result<Vec<Row>, NotRead> {
        let uri = self.uri(list, end, most).ok_or(NotRead::Silent)?;
        let question = uri.to_string();
        let asking = async {
            for pause in [PAUSE, Duration::ZERO] as [_; TRIES] {
                if !self.thrift.takes_call(self.errand) {
                    return Err(NotRead::Silent);
                }
                if let Some(deposit) = self.deposit {
                    deposit.spend(1);
                }
                let asked = timeout_at(self.errand.end, self.get(uri.clone(), room()));
                let body = asked.await.map_err(|_| NotRead::Silent)??;
                if rows(&body).is_some() {
                    return Ok(Answer { status: 200, body });
                }
                sleep(pause).await;
            }
            tracing::warn!(host = self.url.host(), list, "an explorer did not answer");
            Err(NotRead::Silent)
        };
        let answer = self.thrift.or_ask(self.errand, &[&question], asking).await?;
        rows(&answer.body).ok_or(NotRead::Silent)
    }

    fn uri(&self, list: &str, end: Option<i64>, most: usize) -> Option<Uri> {
        let mut url = Url::parse(&self.url.uri().to_string()).ok()?;
        let most = most.to_string();
        let of = [("chainid", self.chain), ("module", "account"), ("action", list)];
        let how = [("address", self.account), ("page", "1"), ("offset", &most), ("sort", "desc")];
        url.query_pairs_mut().extend_pairs(of).extend_pairs(how);
        if let Some(end) = end {
            url.query_pairs_mut().append_pair("endblock", &end.to_string());
        }
        if !self.key.0.is_empty() {
            url.query_pairs_mut().append_pair("apikey", &self.key.0);
        }
        url.as_str().parse().ok()
    }

    async fn get(&self, uri: Uri, mut room: Gathering) -> Result<Bytes, NotRead> {
        let mut request = Request::new(Full::default());
        *request.uri_mut() = uri;
        let response = self.client.request(request).await.map_err(|error| {
            let why = causes(&error);
            tracing::warn!(host = self.url.host(), why, "an explorer was not reached");
            NotRead::Silent
        })?;
        let mut body = response.into_body();
        while let Some(frame) = body.frame().await {
            let Ok(piece) = frame.map_err(|_| NotRead::Silent)?.into_data() else { continue };
            if room.len() + piece.len() > MOST_BYTES {
                return Err(NotRead::Silent);
            }
            room.add(&piece).map_err(|full| NotRead::NoRoom(full.0))?;
        }
        Ok(room.whole())
    }
}

/// Asks an explorer for somebody's last transaction, as the doctor does; or says why there is no answer.
pub(crate) async fn ask_once(
    explorer: &Explorer,
    client: &Client,
    chain: &ChainId,
    errand: Errand,
) -> Result<(), String> {
    let url = explorer.url.as_ref().ok_or("it has no url")?;
    let (key, chain) = (&explorer.key, chain.reference.as_str());
    let thrift = &Thrift::new(url.host(), None);
    let at = AtExplorer { url, key, client, thrift, errand, chain, account: NOBODY, deposit: None };
    let uri = at.uri(LISTS[0].0, None, 1).ok_or("it has no such URL")?;
    let asked = timeout_at(errand.end, at.get(uri, HeldBytes::new(0, &[]).gather(errand.from)));
    let body = asked.await.map_err(|_| "it took too long")?;
    let body = body.map_err(|_| "it was not reached")?;
    match rows(&body) {
        Some(_) => Ok(()),
        None => Err(refusal(&body)),
    }
}

impl Gathered {
    fn take(&mut self, kind: Kind, rows: &[Row], is_cut: bool) {
        let is_list = kind == Kind::Native;
        for (place, row) in (0_i64..).zip(rows) {
            let Some(transaction) = row.transaction(is_list) else { continue };
            let (known, moved) = self
                .all
                .entry(transaction.hash.clone())
                .or_insert_with(|| (transaction.clone(), Vec::new()));
            if known.recipient.is_empty() && is_list {
                known.clone_from(&transaction);
            }
            // Of a transaction the lists tell in the order of its logs, backwards.
            let log = if is_list { -1 } else { i64::MAX - place };
            moved.extend(row.transfer(kind, log));
            moved.sort_by_key(|it| it.log);
            let contract = row.contract_of(kind);
            match kind {
                Kind::Native => {}
                Kind::Fungible => {
                    self.named.tokens.extend(row.token().map(|token| (contract, token)));
                }
                Kind::Single | Kind::Multiple => {
                    self.named.collections.insert(contract, row.collection());
                }
            }
        }
        if is_cut {
            self.torn = self.torn.max(rows.last().and_then(Row::place));
        }
    }

    /// A page of it, and after what the next begins. `is_all` says that more cannot be had.
    fn page(self, end: Option<i64>, told: usize, is_all: bool) -> (Vec<Whole>, Option<Cursor>) {
        let mut all: Vec<Whole> = self.all.into_values().collect();
        all.sort_by(|(one, _), (other, _)| {
            (other.block, other.place, &other.hash).cmp(&(one.block, one.place, &one.hash))
        });
        let left = all.iter().filter(|it| Some(it.0.block) == end).count().min(told);
        let mut page = all.split_off(left);
        let is_whole = |it: &Whole| self.torn.is_none_or(|torn| (it.0.block, it.0.place) > torn);
        if !is_all || page.iter().any(is_whole) {
            page.retain(is_whole);
        }
        let is_more = page.len() > PAGE || self.torn.is_some();
        page.truncate(PAGE);
        let next = page.last().filter(|_| is_more).map(|(last, _)| {
            let of_last = page.iter().filter(|it| it.0.block == last.block).count();
            let before = if Some(last.block) == end { told } else { 0 };
            Cursor::Explorer(last.block, before.saturating_add(of_last))
        });
        (page, next)
    }
}
