//! How many requests a client and a project may make, counted.
//!
//! A client is an address ([`crate::client_address`]); a project is the query's `projectId`. Clients
//! are looked at first, so that one of them cannot use up a project's share with requests that are
//! refused anyway. A batch counts as its entries, and is let in whole or not at all: nobody owes
//! anything, so that nobody can use up more than is his. What asks others more than once, and how often shows
//! only then, makes a [`Deposit`] first. The layer that asks here is `routes/limit.rs`.

mod buckets;

pub(crate) use buckets::{Buckets, RateLimitStatus};

use crate::config::Config;
use crate::error::{ApiError, Limited};
use crate::project::ProjectId;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The counts of all clients and projects.
pub(crate) struct RateLimits {
    clients: Option<Buckets<IpAddr>>,
    projects: Option<Buckets<ProjectId>>,
    refused: [AtomicU64; 2],
}

/// Whom a request is counted for; an extension of requests that are counted.
#[derive(Clone)]
pub(crate) struct Asker {
    pub(crate) client: IpAddr,
    pub(crate) project: Option<ProjectId>,
}

/// What a request may cost besides itself, at most. What it does not cost is given back as this is dropped.
pub(crate) struct Deposit<'a> {
    limits: &'a RateLimits,
    asker: &'a Asker,
    left: AtomicU32,
}

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        RateLimits {
            clients: NonZeroU32::new(config.client_requests_per_minute).map(Buckets::new),
            projects: NonZeroU32::new(config.project_requests_per_minute).map(Buckets::new),
            refused: Default::default(),
        }
    }

    /// How many requests were refused so far, and for whose sake.
    pub(crate) fn refused(&self) -> [(Limited, u64); 2] {
        Limited::ALL.map(|by| (by, self.refused[by as usize].load(Ordering::Relaxed)))
    }

    /// Lets a request in, or refuses it.
    pub(crate) fn admit(&self, asker: &Asker) -> Result<(), ApiError> {
        self.take(asker, 1)
    }

    /// The same for the rest of a batch, whose request was let in already.
    pub(crate) fn admit_batch(&self, asker: &Asker, entries: usize) -> Result<(), ApiError> {
        let entries = u32::try_from(entries).unwrap_or(u32::MAX);
        match self.per_minute() {
            Some(most) if entries > most => Err(ApiError::BatchTooLong(most as usize)),
            _ => self.take(asker, entries.saturating_sub(1)),
        }
    }

    /// Takes what a request may cost besides itself, whole or not at all. Of limits that are smaller than that it
    /// takes a half, or nobody could ask.
    pub(crate) fn deposit<'a>(
        &'a self,
        asker: &'a Asker,
        most: usize,
    ) -> Result<Deposit<'a>, ApiError> {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let most = self.per_minute().map_or(most, |limit| most.min(limit / 2));
        self.take(asker, most)?;
        Ok(Deposit { limits: self, asker, left: AtomicU32::new(most) })
    }

    fn per_minute(&self) -> Option<u32> {
        let clients = self.clients.as_ref().map(Buckets::per_minute);
        let projects = self.projects.as_ref().map(Buckets::per_minute);
        clients.into_iter().chain(projects).min()
    }

    /// What is left for who asks: for the client or the project, whichever has fewer requests left.
    pub(crate) fn status(&self, asker: &Asker) -> Option<RateLimitStatus> {
        let now = Instant::now();
        let client = self.clients.as_ref().map(|it| it.status(&asker.client, now));
        let project = self.projects.as_ref().zip(asker.project.as_ref());
        let project = project.map(|(projects, id)| projects.status(id, now));
        client.into_iter().chain(project).min_by_key(|status| status.remaining)
    }

    /// From the client first: a project loses nothing to requests that their client has not.
    fn take(&self, asker: &Asker, tokens: u32) -> Result<(), ApiError> {
        let now = Instant::now();
        if let Some(clients) = &self.clients {
            let taken = clients.take(asker.client, tokens, now);
            taken.map_err(|wait| self.refuse(Limited::Client, clients.per_minute(), wait))?;
        }
        if let (Some(projects), Some(id)) = (&self.projects, &asker.project) {
            let taken = projects.take(id.clone(), tokens, now);
            taken.map_err(|wait| self.refuse(Limited::Project, projects.per_minute(), wait))?;
        }
        Ok(())
    }

    fn refuse(&self, by: Limited, per_minute: u32, wait: Duration) -> ApiError {
        self.refused[by as usize].fetch_add(1, Ordering::Relaxed);
        ApiError::RateLimited { by, per_minute, wait }
    }
}

impl Deposit<'_> {
    /// So many are asked: they are not given back.
    pub(crate) fn spend(&self, calls: usize) {
        let calls = u32::try_from(calls).unwrap_or(u32::MAX);
        let less = |left: u32| Some(left.saturating_sub(calls));
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

impl Drop for Deposit<'_> {
    fn drop(&mut self) {
        let left = *self.left.get_mut();
        if let Some(clients) = &self.limits.clients {
            clients.give_back(&self.asker.client, left);
        }
        if let (Some(projects), Some(id)) = (&self.limits.projects, &self.asker.project) {
            projects.give_back(id, left);
        }
    }
}
