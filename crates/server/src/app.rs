//! What every route can reach, and the layers around the routes.
//!
//! From the outside in: request id and log, metrics, compression, the host that the request names, CORS (so
//! that a page can read every refusal), a net for panics, the limits, the routes. The server answers under two names, `public_url` and `vault_url`; a
//! request that names neither is answered 421, so that no other site can point its name here and
//! read answers as its own (DNS rebinding).

use crate::config::Config;
use crate::db::Db;
use crate::dev::Dev;
use crate::error::ApiError;
use crate::files::Files;
use crate::listen::Count;
use crate::metrics::{self, Metrics};
use crate::problem::Problem;
use crate::project::{Project, ProjectId};
use crate::rate_limits::{self, RateLimits};
use crate::request_log;
use crate::routes;
use crate::upstream::{self, Chains, Client};
use crate::wallets::Wallets;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, ETAG, HOST};
use axum::http::{Extensions, HeaderMap, HeaderName, Method, StatusCode, Version};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower::ServiceExt;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{self, CorsLayer};

/// Smaller answers are not compressed: it would cost more time than it saves.
const COMPRESSED_FROM_BYTES: u64 = 1024;

/// A running server.
pub struct App {
    pub(crate) config: Config,
    pub(crate) db: Db,
    pub(crate) chains: Chains,
    pub(crate) client: Client,
    pub(crate) assets: Files,
    pub(crate) wallets: Wallets,
    pub(crate) limits: RateLimits,
    pub(crate) metrics: Metrics,
    pub(crate) connections: Count,
    pub(crate) start: Instant,
    /// Only in `latchkit dev`.
    pub(crate) dev: Option<Dev>,
}

impl App {
    /// Puts a server together. Nothing is listened on and no node is asked.
    pub fn new(config: Config, db: Db, dev: Option<Dev>) -> Result<Arc<Self>, Problem> {
        let assets = match &config.assets {
            Some(folder) => Files::in_folder(folder, "assets")?,
            None => Files::embedded(),
        };
        let wallets = Wallets::load(&config)?;
        let (chains, client) = (upstream::chains(&config), upstream::client());
        let limits = RateLimits::new(&config);
        Ok(Arc::new(App {
            config,
            db,
            chains,
            client,
            assets,
            wallets,
            limits,
            metrics: Metrics::default(),
            connections: Count::default(),
            start: Instant::now(),
            dev,
        }))
    }

    /// All routes with all layers.
    pub fn routes(self: &Arc<Self>) -> Router {
        let public = routes::public(self);
        let vault = routes::vault();
        let known = format!("{} and {}", self.config.public_url, self.config.vault_url);
        let app = self.clone();
        let by_host = move |request: Request| {
            let place = app.place_of(&request);
            let (public, vault, known) = (public.clone(), vault.clone(), known.clone());
            async move {
                match place {
                    Place::Public => go_to(public, request).await,
                    Place::Vault => go_to(vault, request).await,
                    Place::Unknown => {
                        let refuse = || async move { ApiError::HostUnknown(known) };
                        go_to(Router::new().fallback(refuse).layer(any_origin()), request).await
                    }
                }
            }
        };
        Router::new()
            .fallback(by_host)
            .layer(compression())
            .layer(middleware::from_fn_with_state(self.clone(), metrics::count))
            .layer(middleware::from_fn(request_log::log))
    }

    /// What [`crate::listen::listen_counting`] counts for the metrics.
    pub fn connections(&self) -> Count {
        self.connections.clone()
    }

    /// A project that requests may name. What the configuration says of one goes before the database.
    pub(crate) async fn project(&self, id: ProjectId) -> Result<Option<Project>, ApiError> {
        match self.config.projects.get(&id) {
            Some(settings) => Ok(Some(Project { settings: settings.clone(), id })),
            None => Ok(self.db.project(&id).await?),
        }
    }

    fn place_of(&self, request: &Request) -> Place {
        let mut hosts = request.headers().get_all(HOST).iter();
        let header = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok(),
            _ => None,
        };
        // The absolute form of a request line names the host itself and goes before the header.
        let named = request.uri().authority().map(axum::http::uri::Authority::as_str).or(header);
        match named {
            Some(host) if self.config.public_url.is_named_by(host) => Place::Public,
            Some(host) if self.config.vault_url.is_named_by(host) => Place::Vault,
            _ => Place::Unknown,
        }
    }
}

enum Place {
    Public,
    Vault,
    Unknown,
}

async fn go_to(routes: Router, request: Request) -> Response {
    routes.oneshot(request).await.into_response()
}

/// CORS of what any page may ask: nothing there depends on who asks.
pub(crate) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(cors::Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            CONTENT_TYPE,
            HeaderName::from_static("solana-client"),
            HeaderName::from_static("x-sdk-type"),
            HeaderName::from_static("x-sdk-version"),
            request_log::REQUEST_ID,
        ])
        .expose_headers([&[request_log::REQUEST_ID], &rate_limits::HEADERS[..]].concat())
        .max_age(Duration::from_hours(24))
}

/// Answers 500 where a route panics; otherwise the connection would break without a word.
pub(crate) fn no_panics() -> CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response> {
    CatchPanicLayer::custom(|_| ApiError::Unexpected.into_response())
}

/// Compression of answers that were made for one request; files are compressed once, and better. An
/// answer with a strong tag stays as it is: such a tag promises the very bytes.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let has_weak_tag = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(ETAG).is_none_or(|tag| tag.as_bytes().starts_with(b"W/"))
    };
    let worth =
        SizeAbove::new(COMPRESSED_FROM_BYTES).and(NotForContentType::IMAGES).and(has_weak_tag);
    CompressionLayer::new().quality(CompressionLevel::Precise(4)).compress_when(worth)
}
