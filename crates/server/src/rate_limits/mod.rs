//! How many requests a client and a project may make: the layer around the routes that are counted.
//!
//! A client is an address ([`crate::client_address`]); a project is the query's `projectId`. Clients
//! are looked at first, so that one of them cannot use up a project's share with requests that are
//! refused anyway. A batch counts as its calls: it is let in while there is a token, and the rest is
//! owed. Every answer tells how its client stands, by the header fields of
//! [draft-ietf-httpapi-ratelimit-headers-06](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-06).

mod buckets;

use crate::app::App;
use crate::client_address::{self, Block, Peer};
use crate::config::Config;
use crate::error::ApiError;
use crate::extract::parameter;
use crate::project::ProjectId;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use buckets::{Buckets, Standing};
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// What a page may read of an answer.
pub(crate) const HEADERS: [HeaderName; 4] = [RETRY_AFTER, LIMIT, REMAINING, RESET];

/// The counts of all clients and projects.
pub(crate) struct RateLimits {
    clients: Option<Buckets<IpAddr>>,
    projects: Option<Buckets<ProjectId>>,
    trusted: Vec<Block>,
    refused: [AtomicU64; 2],
}

/// Who ran out of requests.
#[derive(Clone, Copy, Debug)]
pub enum Limited {
    /// The address that asked.
    Client,
    /// The project that was named.
    Project,
}

impl Limited {
    const ALL: [Self; 2] = [Self::Client, Self::Project];

    /// In metrics.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Project => "project",
        }
    }
}

/// Whom a request is counted for; an extension of requests that are counted.
#[derive(Clone)]
pub(crate) struct Asker {
    client: IpAddr,
    project: Option<ProjectId>,
}

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        RateLimits {
            clients: NonZeroU32::new(config.client_requests_per_minute).map(Buckets::new),
            projects: NonZeroU32::new(config.project_requests_per_minute).map(Buckets::new),
            trusted: config.trusted_proxies.clone(),
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

    fn asker(&self, request: &Request) -> Asker {
        // Without a socket all are one client.
        let peer = request.extensions().get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |it| it.0);
        let client = client_address::client(peer, request.headers(), &self.trusted);
        let project = parameter(request.uri(), "projectId").and_then(|id| ProjectId::parse(&id));
        Asker { client: client_address::counted(client), project }
    }

    /// The standing to tell: that of who refuses, or of who has fewer requests left.
    fn admit(&self, asker: &Asker, now: Instant) -> Option<(Limited, Standing)> {
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

/// The layer: 429 where there are too many, and the fields in every answer.
pub(crate) async fn limit(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let asker = app.limits.asker(&request);
    let told = app.limits.admit(&asker, Instant::now());
    let mut response = match told {
        Some((by, standing)) if standing.is_refused => {
            app.limits.refused[by as usize].fetch_add(1, Ordering::Relaxed);
            let (per_minute, wait_s) = (standing.per_minute, seconds(standing.wait));
            let mut refusal = ApiError::RateLimited { by, per_minute, wait_s }.into_response();
            refusal.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait_s));
            refusal
        }
        _ => {
            request.extensions_mut().insert(asker);
            next.run(request).await
        }
    };
    if let Some((_, standing)) = told {
        tell(standing, response.headers_mut());
    }
    response
}

fn tell(standing: Standing, headers: &mut HeaderMap) {
    headers.insert(LIMIT, HeaderValue::from(standing.per_minute));
    headers.insert(REMAINING, HeaderValue::from(standing.remaining));
    headers.insert(RESET, HeaderValue::from(seconds(standing.wait)));
}

/// Whole seconds, never too few.
fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}
