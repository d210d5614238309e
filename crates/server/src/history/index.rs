//! The index of this server: whom it follows, who reads for it, and what can be known of an account.

use super::cursor::{Cursor, Slot};
use super::follower::{Follower, LATELY};
use super::naming::ContractNames;
use super::pulse::Pulse;
use super::settings::{Explorer, HistorySettings};
use super::solana::{KeptTransactions, kept};
use super::solana_account::SolanaAccount;
use super::walker::Walker;
use crate::client_address::counted_widely;
use crate::clock::{days_before, iso, now_ms};
use crate::config::Config;
use crate::db::Db;
use crate::db::history::Watch;
use crate::db::history_watching::{SAFE_MS, Visit, WatchLimits};
use crate::held_bytes::HeldBytes;
use crate::holdings::NotRead;
use crate::holdings::tokens::Lists;
use crate::hosted::Thrift;
use crate::project::ProjectId;
use crate::rate_limits::Buckets;
use crate::upstream::{Chains, Client};
use chains::evm::address::Address;
use futures_util::future::{join, join_all};
use protocol::api::history::{Coverage, Transaction};
use quick_cache::sync::Cache;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// How long a question waits for what happened lately: a second until it is read, and while it is.
const PATIENCE: Duration = Duration::from_millis(2_500);
/// A visit is noted again after so long: twice before an account would have to make room.
const VISIT_MS: i64 = SAFE_MS / 2;
/// How many accounts are remembered that were asked about and for which there was no room, and for how long.
const MOST_TURNED_AWAY: usize = 10_000;
const TURNED_AWAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// How many visits of a client are noted: so many for all that a project may have followed, in so long. Whoever asks
/// about addresses that are nobody's, again and again, has a part of a project followed and not the whole.
const CLIENT_PARTS: u32 = 4;
const CLIENT_TIME: Duration = Duration::from_hours(24);
/// How often is looked for accounts that nobody asks about any more, where none makes room.
const FORGET: Duration = Duration::from_hours(1);

/// The histories of accounts.
pub struct History {
    pub(super) db: Db,
    pub(super) chains: Arc<Chains>,
    pub(super) names: ContractNames,
    kept_of_solana: KeptTransactions,
    /// Explorers are asked by it.
    pub(super) client: Client,
    pub(super) held: HeldBytes,
    pub(super) settings: HistorySettings,
    /// What is spent of the explorers, by chain.
    pub(crate) thrifts: BTreeMap<String, Thrift>,
    time: Duration,
    pulses: BTreeMap<String, Arc<Pulse>>,
    /// The contracts of listed tokens, by chain.
    listed: BTreeMap<String, Vec<String>>,
    notes: Buckets<(ProjectId, IpAddr)>,
    /// For whom there was no room, and when: who is asked about again is let in before whom nobody asks about.
    turned_away: Cache<(ProjectId, String), i64>,
    let_go: Notify,
    is_over: watch::Sender<bool>,
}

impl History {
    pub(crate) fn new(
        config: &Config,
        db: &Db,
        chains: &Arc<Chains>,
        client: Client,
        held: &HeldBytes,
        lists: &Lists,
    ) -> Arc<Self> {
        let settings = config.history.clone();
        let is_read = |it: &&String| it.starts_with("eip155:");
        let pulses: BTreeMap<_, _> =
            chains.keys().filter(is_read).map(|it| (it.clone(), Arc::default())).collect();
        let contracts =
            |id: &String| lists.of(id).iter().map(|it| it.address.to_ascii_lowercase()).collect();
        let listed = pulses.keys().map(|id| (id.clone(), contracts(id))).collect();
        let thrift = |(id, it): (&String, &Explorer)| {
            (id.clone(), Thrift::new(&format!("explorer of {id}"), it.calls_per_minute))
        };
        let thrifts = settings.explorers.iter().map(thrift).collect();
        let (time, is_over) = (config.upstream_timeout(), watch::Sender::default());
        let names = ContractNames::default();
        // One account on all chains is always a client's.
        let chains_read = u32::try_from(pulses.len()).unwrap_or(u32::MAX);
        let most = (settings.project_watches / CLIENT_PARTS).max(chains_read);
        let notes = Buckets::within(CLIENT_TIME, NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN));
        Arc::new(History {
            db: db.clone(),
            chains: chains.clone(),
            names,
            kept_of_solana: kept(),
            client,
            held: held.clone(),
            settings,
            thrifts,
            time,
            pulses,
            listed,
            notes,
            turned_away: Cache::new(MOST_TURNED_AWAY),
            let_go: Notify::new(),
            is_over,
        })
    }

    /// Reads all chains, and forgets those whom nobody asks about, until [`History::end`] is called.
    pub async fn run(&self) {
        let followers = self.pulses.iter().map(|(id, pulse)| {
            let (db, chains) = (self.db.clone(), self.chains.clone());
            let listed = self.listed.get(id).map_or(&[][..], Vec::as_slice);
            let walker = Walker::new(&self.settings, self.time, db, chains, id, listed);
            Follower::new(walker, pulse.clone()).run()
        });
        let reading = async { drop(join_all(followers).await) };
        let both = join(reading, self.forget_for_ever());
        let mut is_over = self.is_over.subscribe();
        tokio::select! {
            _ = both => {}
            _ = is_over.wait_for(|it| *it) => {}
        }
    }

    /// How long ago all histories of each chain were whole, where they are.
    pub(crate) fn ages(&self) -> impl Iterator<Item = (&str, Duration)> {
        self.pulses.iter().filter_map(|(id, pulse)| Some((&**id, pulse.age()?)))
    }

    /// Nothing more is read.
    pub fn end(&self) {
        self.is_over.send_replace(true);
    }

    /// A client asks about an account: it is followed on these chains from now on, and what happened lately is
    /// read, if that is done soon. Says what can be known of it.
    pub(crate) async fn visit(
        &self,
        project: &ProjectId,
        client: IpAddr,
        account: Address,
        chains: &[String],
    ) -> sqlx::Result<Coverage> {
        let account = account.to_lowercase();
        let watched = self.db.history_watches_of(&account).await?;
        let now = now_ms();
        let is_noted = |chain: &String| {
            let long_ago = now - VISIT_MS;
            watched.iter().any(|(it, watch)| it == chain && watch.visited_at_ms > long_ago)
        };
        let new = chains.iter().filter(|it| !is_noted(it)).count();
        let new = u32::try_from(new).unwrap_or(u32::MAX);
        let asker = (project.clone(), counted_widely(client));
        if new > 0 && self.notes.take(asker, new, Instant::now()).is_ok() {
            self.note(project, &account, chains, now).await?;
        }
        let pulses = chains.iter().filter_map(|it| self.pulses.get(it));
        join_all(pulses.map(|it| it.read_anew(PATIENCE))).await;
        self.coverage(&account, chains).await
    }

    async fn note(
        &self,
        project: &ProjectId,
        account: &str,
        chains: &[String],
        now: i64,
    ) -> sqlx::Result<()> {
        let key = (project.clone(), account.to_owned());
        let first = self.turned_away.get(&key).filter(|it| *it > now - TURNED_AWAY_MS);
        // Who asks again at once is there once.
        let first_ms = first.filter(|it| *it < now - VISIT_MS).unwrap_or(now);
        let limits = WatchLimits {
            all: self.settings.watches.into(),
            project: self.settings.project_watches.into(),
        };
        let visit = Visit { project: project.as_str(), account, first_ms, at_ms: now };
        let visited = self.db.visit_history(visit, chains, limits).await?;
        if visited.has_let_go {
            self.let_go.notify_one();
        }
        if !visited.is_watched && first.is_none() {
            self.turned_away.insert(key, now);
        }
        Ok(())
    }

    /// A page of what an account of Solana did, and after what the next begins.
    pub(crate) async fn of_solana(
        &self,
        account: &SolanaAccount<'_>,
        before: Option<&Slot>,
    ) -> Result<(Vec<Transaction>, Option<Cursor>), NotRead> {
        account.page(&self.kept_of_solana, before).await
    }

    async fn coverage(&self, account: &str, chains: &[String]) -> sqlx::Result<Coverage> {
        let watched = self.db.history_watches_of(account).await?;
        let now = now_ms();
        let mut since_ms = None;
        let mut coverage = Coverage::whole();
        for chain in chains {
            let watch = watched.iter().find(|(it, _)| it == chain).map(|(_, watch)| watch);
            coverage.has_native &= self.settings.scan_native.contains(chain);
            let is_whole = self.pulses.get(chain).is_some_and(|it| it.is_whole(LATELY));
            let is_read = |it: &Watch| is_whole && (0..=it.floor).contains(&it.lowest);
            coverage.is_behind |= watch.is_some_and(|it| !is_read(it));
            // Of whom nobody follows nothing is known before now.
            let since = match watch {
                Some(Watch { lowest: 0, .. }) => None,
                Some(Watch { lowest: 1.., since_ms, .. }) => Some(*since_ms),
                _ => Some(now),
            };
            since_ms = since_ms.max(since);
        }
        coverage.since = since_ms.map(iso);
        Ok(coverage)
    }

    async fn forget_for_ever(&self) {
        loop {
            let before_ms = days_before(now_ms(), self.settings.forget_days);
            match self.db.forget_history(before_ms).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "no history was forgotten"),
            }
            let _ = timeout(FORGET, self.let_go.notified()).await;
        }
    }
}
