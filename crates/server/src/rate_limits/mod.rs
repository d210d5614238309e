//! How many requests a client and a project may make, counted.
//!
//! A client is an address ([`crate::client_address`]); a project is the query's `projectId`. Clients
//! are looked at first, so that one of them cannot use up a project's share with requests that are
//! refused anyway. A batch counts as its calls: it is let in while there is a token, and the rest is
//! owed. The layer that asks here is `routes/limit.rs`.

mod buckets;

pub(crate) use buckets::Standing;

use crate::config::Config;
use crate::error::Limited;
use crate::project::ProjectId;
use buckets::Buckets;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

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

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        RateLimits {
            clients: NonZeroU32::new(config.client_requests_per_minute).map(Buckets::new),
            projects: NonZeroU32::new(config.project_requests_per_minute).map(Buckets::new),
            refused: Default::default(),
        }
    }

    /// Counts what a request turned out to be besides itself.
    pub(crate) fn owe(&self, asker: &Asker, requests: usize) {
        let (tokens, now) = (u32::try_from(requests).unwrap_or(u32::MAX), Instant::now());
        if let Some(clients) = &self.clients {
            clients.owe(asker.client, tokens, now);
        }
        if let (Some(projects), Some(project)) = (&self.projects, &asker.project) {
            projects.owe(project.clone(), tokens, now);
        }
    }

    /// How many requests were refused so far, and for whose sake.
    pub(crate) fn refused(&self) -> [(Limited, u64); 2] {
        Limited::ALL.map(|by| (by, self.refused[by as usize].load(Ordering::Relaxed)))
    }

    /// Takes one request. The standing to tell: that of who refuses, or of who has fewer requests left.
    pub(crate) fn admit(&self, asker: &Asker) -> Option<(Limited, Standing)> {
        let told = self.take(asker, Instant::now());
        if let Some((by, _)) = told.filter(|(_, standing)| standing.is_refused) {
            self.refused[by as usize].fetch_add(1, Ordering::Relaxed);
        }
        told
    }

    fn take(&self, asker: &Asker, now: Instant) -> Option<(Limited, Standing)> {
        let client = self.clients.as_ref().map(|it| it.take(asker.client, now));
        let client = client.map(|it| (Limited::Client, it));
        if client.is_some_and(|(_, standing)| standing.is_refused) {
            return client;
        }
        let both = self.projects.as_ref().zip(asker.project.clone());
        let project = both.map(|(buckets, id)| (Limited::Project, buckets.take(id, now)));
        let all = client.into_iter().chain(project);
        all.min_by_key(|(_, standing)| (!standing.is_refused, standing.remaining))
    }
}
