//! Every setting of `latchkit serve`: the keys of `latchkit.toml` and their `LATCHKIT_…` variables.
//!
//! [`Config`] is the list, with defaults and meaning; `latchkit.example.toml` tells operators the
//! same and a test holds both together. A variable replaces the key of the same name; lists and
//! tables are written as JSON there. `config_sources.rs` reads both; everything that cannot be is told
//! at once, with its place.

use crate::bind_address::{Address, MetricsBind};
use crate::client_address::Block;
use crate::config_sources::{self, Told};
use crate::config_values::{self, GatewayUrl, NamedPlace, NodeUrl, SocketUrl};
use crate::db::event::{EventLimits, Total};
use crate::db::url::DatabaseUrl;
use crate::history::settings::HistorySettings;
use crate::hosted::settings::HostedSettings;
use crate::known_chains;
use crate::log_targets::LogTargets;
use crate::origin::Origin;
use crate::prices::places::{self, Place};
use crate::problem::Problem;
use crate::project::{ProjectId, ProjectSettings};
use crate::redis_url::RedisUrl;
use crate::relay::told::Relays;
use crate::vault::settings::VaultSettings;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tracing_subscriber::filter::LevelFilter;

/// The file that is read when no other is named; it may be missing.
pub const DEFAULT_FILE: &str = "latchkit.toml";

/// Room for eight messages of the largest size (`protocol::relay::frame::FRAME_BYTES`), with their rows.
const LEAST_RELAY_BYTES: u64 = 16 * 1024 * 1024;

/// The settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The address and port that are listened on.
    #[serde(deserialize_with = "Address::of_bind")]
    pub bind: SocketAddr,
    /// The origin under which pages reach the API and the assets. Where it is not told, it is that of
    /// `localhost` at the port of `bind`; `vault_url` likewise.
    pub public_url: Origin,
    /// The origin of the embedded wallet's frame; its host differs from that of `public_url`.
    pub vault_url: Origin,
    /// The SQLite file. Its folder must exist and be writable.
    #[serde(deserialize_with = "config_values::file")]
    pub database: PathBuf,
    /// A Postgres server, instead of the SQLite file.
    pub database_url: Option<DatabaseUrl>,
    /// A Redis or Valkey server, through which several nodes on one Postgres server are one relay.
    pub redis_url: Option<RedisUrl>,
    /// The folder of the built package. Without it the files inside the binary are served.
    #[serde(deserialize_with = "config_values::place")]
    pub assets: Option<PathBuf>,
    /// The folder in which the package's files of this version and the two before it are kept; empty for
    /// none. See [`Config::kept_folder`].
    #[serde(deserialize_with = "config_values::place")]
    pub kept_assets: Option<PathBuf>,
    /// The operator's own registry of wallets.
    #[serde(deserialize_with = "config_values::place")]
    pub wallets: Option<PathBuf>,
    /// Whether it adds to the built-in registry; otherwise it stands in its place.
    pub wallets_extend: bool,
    /// Tokens whose balances are asked for besides the built-in ones.
    #[serde(deserialize_with = "config_values::place")]
    pub tokens: Option<PathBuf>,
    /// The largest body of a request, in bytes.
    pub body_limit_bytes: usize,
    /// How long the nodes of a chain may take for one request, all together. Below 10 s, because
    /// wallets and viem give up then.
    pub upstream_timeout_ms: u64,
    /// The largest answer taken from a node, in bytes.
    pub upstream_answer_limit_bytes: usize,
    /// Methods that are handed to nodes besides the built-in ones. They are taken for sending: no
    /// second node is given a call that the first one may have taken.
    #[serde(deserialize_with = "config_values::methods")]
    pub rpc_methods: Vec<String>,
    /// The same for methods that only read.
    #[serde(deserialize_with = "config_values::methods")]
    pub rpc_read_methods: Vec<String>,
    /// How many requests a client may make in a minute, and at once; 0 is any number.
    pub client_requests_per_minute: u32,
    /// The same for all clients of a project together.
    pub project_requests_per_minute: u32,
    /// How many connections may be open; 0 is any number, here and below.
    pub connections: usize,
    /// How many of them one peer may have that is no trusted proxy.
    pub client_connections: usize,
    /// How many requests may be in flight, from their head until their answer is written.
    pub requests_at_once: usize,
    /// How many of them one client may have.
    pub client_requests_at_once: usize,
    /// How many calls a node may be given at once; one client an eighth of them.
    pub node_requests_at_once: usize,
    /// How many of the connections may be `WebSockets` for JSON-RPC.
    pub rpc_sockets: usize,
    /// How many of them one client address may have.
    pub rpc_client_sockets: usize,
    /// How many bytes of answers of nodes are kept; 0 keeps none.
    pub node_cache_bytes: usize,
    /// How many bytes of large bodies and answers are held, in all; of one client an eighth.
    pub held_bytes: usize,
    /// The proxies whose `X-Forwarded-For` says who the client is.
    pub trusted_proxies: Vec<Block>,
    /// The address and port of `/metrics`, if any.
    pub metrics_bind: MetricsBind,
    /// How long events of pages are kept.
    pub analytics_retention_days: u32,
    /// How many events are kept at most; what comes then is dropped, and counted in the metrics.
    pub analytics_limit_events: u64,
    /// How much room they may take, in bytes.
    pub analytics_limit_bytes: u64,
    /// How many events of one project are kept at most.
    pub analytics_project_limit_events: u64,
    /// How much room those may take, in bytes.
    pub analytics_project_limit_bytes: u64,
    /// How many sockets the relay may have; 0 is any number, here and in the next two.
    pub relay_sockets: usize,
    /// How many of them one client address may have.
    pub relay_client_sockets: usize,
    /// How many requests a client of the relay may make in a minute, and at once.
    pub relay_client_requests_per_minute: u32,
    /// How much room the relay has for messages, in bytes.
    pub relay_limit_bytes: u64,
    /// How long a message may be kept at most.
    pub relay_retention_days: u32,
    /// How often the relay asks a socket whether it is still there, in seconds.
    pub relay_ping_seconds: u32,
    /// What is logged: a level, or `target=level` pairs with commas between.
    pub log: LogTargets,
    /// By which relays pages reach phones.
    pub walletconnect: Relays,
    /// CAIP-2 id → URLs of the chain's JSON-RPC nodes, the preferred one first.
    #[serde(deserialize_with = "config_values::chains")]
    pub chains: BTreeMap<String, Vec<NodeUrl>>,
    /// CAIP-2 id → `WebSockets` of the chain's nodes, which tell of new blocks, the preferred one first.
    #[serde(deserialize_with = "config_values::node_sockets")]
    pub node_sockets: BTreeMap<String, Vec<SocketUrl>>,
    /// Whether public nodes are asked of the built-in networks that `chains` does not name.
    pub public_nodes: bool,
    /// The chain whose names accounts have.
    #[serde(deserialize_with = "config_values::evm_chain")]
    pub ens_chain: String,
    /// Where gateways of names may be though it is not public.
    pub private_hosts: Vec<NamedPlace>,
    /// Whether pictures and metadata are fetched from wherever names and NFTs say that they are.
    pub fetch_pictures: bool,
    /// A gateway by which what lies on IPFS is fetched; without one nothing is.
    #[serde(deserialize_with = "config_values::gateway")]
    pub ipfs_gateway: Option<GatewayUrl>,
    /// How many bytes of pictures are kept; 0 keeps none.
    pub picture_cache_bytes: usize,
    /// CAIP-2 id → the contracts from whose pools prices are read, besides the built-in ones.
    #[serde(deserialize_with = "places::of_operator")]
    pub pools: BTreeMap<String, Place>,
    /// How the histories of accounts are known.
    #[serde(deserialize_with = "config_values::table")]
    pub history: HistorySettings,
    /// The APIs of others that are asked.
    #[serde(deserialize_with = "config_values::table")]
    pub hosted: HostedSettings,
    /// Who signs in by e-mail, and how.
    #[serde(deserialize_with = "config_values::table")]
    pub vault: VaultSettings,
    /// Projects that are described here, whatever the database says of them.
    #[serde(deserialize_with = "config_values::projects")]
    pub projects: BTreeMap<ProjectId, ProjectSettings>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            bind: SocketAddr::from(([127, 0, 0, 1], 8787)),
            public_url: Origin::local("localhost", 8787),
            vault_url: Origin::local("vault.localhost", 8787),
            database: PathBuf::from("latchkit.db"),
            database_url: None,
            redis_url: None,
            assets: None,
            kept_assets: None,
            wallets: None,
            wallets_extend: true,
            tokens: None,
            body_limit_bytes: 1024 * 1024,
            upstream_timeout_ms: 9_000,
            upstream_answer_limit_bytes: 4 * 1024 * 1024,
            rpc_methods: Vec::new(),
            rpc_read_methods: Vec::new(),
            client_requests_per_minute: 1_200,
            project_requests_per_minute: 60_000,
            connections: 4_096,
            client_connections: 256,
            requests_at_once: 4_096,
            client_requests_at_once: 64,
            node_requests_at_once: 256,
            rpc_sockets: 2_048,
            rpc_client_sockets: 64,
            node_cache_bytes: 64 * 1024 * 1024,
            held_bytes: 32 * 1024 * 1024,
            trusted_proxies: Vec::new(),
            metrics_bind: MetricsBind::default(),
            analytics_retention_days: 90,
            analytics_limit_events: 10_000_000,
            analytics_limit_bytes: 4 * 1024 * 1024 * 1024,
            analytics_project_limit_events: 2_000_000,
            analytics_project_limit_bytes: 1024 * 1024 * 1024,
            relay_sockets: 15_360,
            relay_client_sockets: 256,
            relay_client_requests_per_minute: 3_000,
            relay_limit_bytes: 1024 * 1024 * 1024,
            relay_retention_days: 7,
            relay_ping_seconds: 27,
            log: LogTargets::level(LevelFilter::INFO),
            walletconnect: Relays::default(),
            chains: BTreeMap::new(),
            node_sockets: BTreeMap::new(),
            public_nodes: false,
            ens_chain: "eip155:1".to_owned(),
            private_hosts: Vec::new(),
            fetch_pictures: true,
            ipfs_gateway: None,
            picture_cache_bytes: 32 * 1024 * 1024,
            pools: BTreeMap::new(),
            history: HistorySettings::default(),
            hosted: HostedSettings::default(),
            vault: VaultSettings::default(),
            projects: BTreeMap::new(),
        }
    }
}

impl Config {
    /// Reads the file and the variables, and tells everything that cannot be. A file that is named must
    /// exist.
    pub fn load(
        file: Option<&Path>,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, Vec<Problem>> {
        let path = file.unwrap_or(Path::new(DEFAULT_FILE));
        let text = config_sources::read(path, file.is_some()).map_err(|it| vec![it])?;
        Config::of(&text, path, variables)
    }

    fn of(
        text: &str,
        file: &Path,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, Vec<Problem>> {
        let mut told = Told::in_file::<Config>(file, text);
        variables.for_each(|(name, text)| told.replace::<Config>(name, text));
        let mut config: Config = told.settings();
        config.follow_bind(&told);
        config.add_public_nodes();
        config.check(|keys, text| told.refuse(keys, &text));
        let faults = told.faults();
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }

    /// What is not told of the two origins has the port that is listened on.
    fn follow_bind(&mut self, told: &Told<'_>) {
        let port = self.bind.port();
        let follows = |key: &str| port != 0 && !told.says(key);
        if follows("public_url") {
            self.public_url = Origin::local("localhost", port);
        }
        if follows("vault_url") {
            self.vault_url = Origin::local("vault.localhost", port);
        }
    }

    /// Names public nodes of the networks that have none, where they are asked for.
    fn add_public_nodes(&mut self) {
        if self.public_nodes {
            for (chain, nodes) in known_chains::public_nodes() {
                self.chains.entry(chain).or_insert(nodes);
            }
        }
    }

    /// Tells what cannot be, with the keys it is about.
    fn check(&self, mut refuse: impl FnMut(&[&str], String)) {
        if let Some(text) = self.vault.fault_of_origin(&self.vault_url, &self.public_url) {
            refuse(&["vault_url", "public_url"], text.into());
        }
        if !(100..10_000).contains(&self.upstream_timeout_ms) {
            let text = "upstream_timeout_ms: must be at least 100, and below 10000, when wallets and \
                        viem give up.";
            refuse(&["upstream_timeout_ms"], text.into());
        }
        for (key, bytes) in [
            ("body_limit_bytes", self.body_limit_bytes),
            ("upstream_answer_limit_bytes", self.upstream_answer_limit_bytes),
        ] {
            if bytes < 1024 {
                refuse(&[key], format!("{key}: must be at least 1024."));
            }
        }
        let largest = self.body_limit_bytes.max(self.upstream_answer_limit_bytes);
        if self.held_bytes != 0 && self.held_bytes < largest.saturating_mul(8) {
            let text = format!(
                "held_bytes: must be at least {}, which is eight times upstream_answer_limit_bytes \
                 or body_limit_bytes, whichever is larger; or 0.",
                largest.saturating_mul(8)
            );
            refuse(&["held_bytes", "upstream_answer_limit_bytes", "body_limit_bytes"], text);
        }
        if !(1..=3650).contains(&self.analytics_retention_days) {
            let text = "analytics_retention_days: must be from 1 to 3650.";
            refuse(&["analytics_retention_days"], text.into());
        }
        if self.redis_url.is_some() && self.database_url.is_none() {
            let text = "redis_url: it is for several nodes on one Postgres server, which `database_url` \
                        names.";
            refuse(&["redis_url"], text.into());
        }
        if self.relay_limit_bytes < LEAST_RELAY_BYTES {
            let text = format!(
                "relay_limit_bytes: must be at least {LEAST_RELAY_BYTES}: an address has an eighth of it, \
                 in which its largest message has to find room."
            );
            refuse(&["relay_limit_bytes"], text);
        }
        if self.public_url.is_secure() && self.walletconnect.is_open_to_listeners() {
            let text =
                "walletconnect.relays: no page of https may open a relay at ws://. Write wss://.";
            refuse(&["walletconnect"], text.into());
        }
        if !(1..=30).contains(&self.relay_retention_days) {
            let text = "relay_retention_days: must be from 1 to 30.";
            refuse(&["relay_retention_days"], text.into());
        }
        if !(1..=30).contains(&self.relay_ping_seconds) {
            let text = "relay_ping_seconds: must be from 1 to 30: clients give up soon after that.";
            refuse(&["relay_ping_seconds"], text.into());
        }
        self.check_tables(refuse);
    }

    fn check_tables(&self, mut refuse: impl FnMut(&[&str], String)) {
        for (table, faults) in [
            ("history", self.history.faults()),
            ("hosted", self.hosted.faults()),
            ("vault", self.vault.faults()),
        ] {
            for (key, words) in faults {
                refuse(&[&*format!("{table}.{key}")], format!("{table}.{words}"));
            }
        }
        self.check_projects(|text| refuse(&["projects"], text));
    }

    fn check_projects(&self, mut refuse: impl FnMut(String)) {
        for (id, settings) in &self.projects {
            let checked = settings.check().and_then(|()| settings.check_delay(&self.vault_url));
            if let Err(told) = checked {
                refuse(format!("projects.{id}.{told}"));
            }
            if id.is_of_dev() {
                refuse(format!(
                    "projects.{id}: this id is that of `latchkit dev`. Choose another."
                ));
            }
        }
    }

    /// How many events are kept at most.
    pub fn event_limits(&self) -> EventLimits {
        let project = Total {
            events: self.analytics_project_limit_events,
            bytes: self.analytics_project_limit_bytes,
        };
        let all = Total { events: self.analytics_limit_events, bytes: self.analytics_limit_bytes };
        EventLimits { project, all }
    }

    /// Where the package's files are kept: where that is not told, beside the SQLite file, whose folder is
    /// writable anyway.
    pub(crate) fn kept_folder(&self) -> Option<PathBuf> {
        match (&self.kept_assets, &self.database_url) {
            (Some(told), _) => Some(told.clone()).filter(|it| !it.as_os_str().is_empty()),
            (None, None) => Some(self.database.with_file_name("latchkit-assets")),
            (None, Some(_)) => None,
        }
    }

    /// How long the nodes of a chain may take for one request, all together.
    pub fn upstream_timeout(&self) -> Duration {
        Duration::from_millis(self.upstream_timeout_ms)
    }
}

#[cfg(test)]
mod tests;
