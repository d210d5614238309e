//! A running server: what every route can reach.

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::db::Db;
use crate::dev::phone;
use crate::dev::settings::Dev;
use crate::error::ApiError;
use crate::event_writer::EventWriter;
use crate::feeds::Feeds;
use crate::files::Files;
use crate::held_bytes::HeldBytes;
use crate::history::History;
use crate::holdings::Holdings;
use crate::holdings::tokens::Lists;
use crate::kept_assets::{self, KeptAssets};
use crate::listen::Bounds;
use crate::metrics::Metrics;
use crate::names::Names;
use crate::outside::Outside;
use crate::pictures::Pictures;
use crate::prices::places::Places;
use crate::prices::{Elsewhere, Prices};
use crate::problem::Problem;
use crate::project::{Project, ProjectId};
use crate::project_cache::ProjectCache;
use crate::rate_limits::RateLimits;
use crate::readiness::Readiness;
use crate::relay::Relay;
use crate::upstream::{self, Chains};
use crate::vault::Vault;
use crate::wallets::Wallets;
use crate::zerion::Zerion;
use std::sync::{Arc, Once};
use std::time::Instant;

/// A running server.
pub struct App {
    pub(crate) config: Config,
    pub(crate) db: Db,
    pub(crate) projects: ProjectCache,
    pub(crate) events: EventWriter,
    pub(crate) relay: Arc<Relay>,
    pub(crate) chains: Arc<Chains>,
    pub(crate) feeds: Feeds,
    pub(crate) history: Arc<History>,
    pub(crate) holdings: Holdings,
    pub(crate) prices: Prices,
    /// Only where the operator names it.
    pub(crate) zerion: Option<Zerion>,
    pub(crate) names: Names,
    pub(crate) pictures: Pictures,
    /// Servers of others.
    pub(crate) outside: Outside,
    /// Only where the operator set it up.
    pub(crate) vault: Option<Arc<Vault>>,
    pub(crate) assets: Files,
    /// The page of the vault's frame.
    pub(crate) frame: Files,
    pub(crate) kept_assets: KeptAssets,
    pub(crate) wallets: Wallets,
    pub(crate) limits: RateLimits,
    pub(crate) metrics: Metrics,
    pub(crate) connections: Ceiling,
    pub(crate) requests: Ceiling,
    pub(crate) held: HeldBytes,
    pub(crate) readiness: Readiness,
    pub(crate) start: Instant,
    /// 16 hex digits by which this process is told from others.
    pub(crate) instance: String,
    /// Whether it was told that a proxy is in front that nobody trusts.
    pub(crate) proxy_told: Once,
    /// Only in `latchkit dev`.
    pub(crate) dev: Option<Dev>,
}

impl App {
    /// Puts a server together. Nothing is listened on and no node is asked.
    pub fn new(config: Config, db: Db, dev: Option<Dev>) -> Result<Arc<Self>, Problem> {
        let (assets, frame) = (Files::of_package(&config)?, Files::of_frame(&config)?);
        let kept_assets = match config.kept_folder() {
            Some(folder) if dev.is_none() => kept_assets::keep(&folder, &assets)?,
            _ => KeptAssets::default(),
        };
        let mut wallets = Wallets::load(&config)?;
        if let Some(dev) = &dev {
            wallets.add_last(dev.phone().listing(), phone::icon());
        }
        warn_of_relays(&config, &wallets);
        let holdings = Holdings::new(Lists::load(config.tokens.as_deref())?);
        let held = HeldBytes::new(config.held_bytes, &config.trusted_proxies);
        let outside = Outside::new(&config.private_hosts, &held, &config.trusted_proxies);
        let pictures = Pictures::new(&config);
        let client = upstream::client();
        let elsewhere = Elsewhere::new(&config.hosted, &client, &held);
        let prices = Prices::new(Places::new(&config.pools), elsewhere);
        let zerion = Zerion::new(&config.hosted, &client, &held);
        let chains = Arc::new(upstream::chains(&config, &client, &held));
        let feeds = Feeds::new(&chains, &config, client.clone());
        let history = History::new(&config, &db, &chains, client, &held, &holdings.lists);
        let [connections, requests] = ceilings(&config);
        let limits = RateLimits::new(&config);
        let events = EventWriter::new(&config, db.clone());
        let vault = Vault::new(&config, &db)?;
        let instance = instance();
        let relay = Relay::new(&config, db.clone(), &instance);
        Ok(Arc::new(App {
            config,
            db,
            projects: ProjectCache::default(),
            events,
            relay,
            chains,
            feeds,
            history,
            holdings,
            prices,
            zerion,
            names: Names::default(),
            pictures,
            outside,
            vault,
            assets,
            frame,
            kept_assets,
            wallets,
            limits,
            metrics: Metrics::default(),
            connections,
            requests,
            held,
            readiness: Readiness::default(),
            start: Instant::now(),
            instance,
            proxy_told: Once::new(),
            dev,
        }))
    }

    /// What [`crate::listen::listen_within`] keeps to.
    pub fn bounds(&self) -> Bounds {
        Bounds { connections: self.connections.clone(), ..Bounds::default() }
    }

    /// What keeps the events. Nothing is written before [`EventWriter::run`] is called.
    pub fn events(&self) -> EventWriter {
        self.events.clone()
    }

    /// The relay. Nothing is kept before [`Relay::run`] is called.
    pub fn relay(&self) -> Arc<Relay> {
        self.relay.clone()
    }

    /// What follows accounts. Nothing is read before [`History::run`] is called.
    pub fn history(&self) -> Arc<History> {
        self.history.clone()
    }

    /// What signs people in, where it is set up. Nothing is forgotten before [`crate::vault::sweep`] is called.
    pub fn vault(&self) -> Option<Arc<Vault>> {
        self.vault.clone()
    }

    /// A project that requests may name. What the configuration says of one goes before the database.
    pub(crate) async fn project(&self, id: ProjectId) -> Result<Option<Arc<Project>>, ApiError> {
        if id.is_of_dev() && self.dev.is_none() {
            return Ok(None);
        }
        match self.config.projects.get(&id) {
            Some(settings) => Ok(Some(Arc::new(Project { settings: settings.clone(), id }))),
            // Whoever develops sees at once what they changed.
            None if self.dev.is_some() => Ok(Box::pin(self.db.project(&id)).await?.map(Arc::new)),
            None => Ok(self.projects.find(&id, async || self.db.project(&id).await).await?),
        }
    }
}

/// How many connections may be open, and how many requests in flight.
fn ceilings(config: &Config) -> [Ceiling; 2] {
    [
        (config.connections, config.client_connections),
        (config.requests_at_once, config.client_requests_at_once),
    ]
    .map(|(all, of_client)| Ceiling::new(all, of_client, &config.trusted_proxies))
}

fn warn_of_relays(config: &Config, wallets: &Wallets) {
    for id in wallets.lacks(&config.walletconnect) {
        tracing::warn!(%id, "a relay is said to reach a wallet that the directory has not got");
    }
    for (relay, why) in config.walletconnect.doubts(&config.public_url) {
        tracing::warn!(relay, "a relay may not be as it was meant: {why}");
    }
}

fn instance() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    format!("{:016x}", u64::from_be_bytes(bytes))
}
