//! Every setting of `latchkit serve`: the keys of `latchkit.toml` and their `LATCHKIT_…` variables.
//!
//! [`Config`] is the list, with defaults and meaning; `latchkit.example.toml` tells operators the
//! same and a test holds both together. A variable replaces the key of the same name; lists and
//! tables are written as JSON there. `config_sources.rs` reads both; everything that cannot be is told
//! at once, with its place.

use crate::bind_address::{Address, MetricsBind};
use crate::client_address::Block;
use crate::config_sources::Told;
use crate::config_values::{self, NodeUrl};
use crate::db::event::{EventLimits, Total};
use crate::db::url::DatabaseUrl;
use crate::known_chains;
use crate::log_targets::LogTargets;
use crate::origin::Origin;
use crate::prices::places::{self, Place};
use crate::problem::Problem;
use crate::project::{ProjectId, ProjectSettings};
use crate::redis_url::RedisUrl;
use crate::relay::told::Relays;
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
    /// Whether public nodes are asked of the built-in networks that `chains` does not name.
    pub public_nodes: bool,
    /// The chain whose names accounts have.
    #[serde(deserialize_with = "config_values::evm_chain")]
    pub ens_chain: String,
    /// Hosts that names and tokens may point to though they are not public: `host` or `host:port`.
    #[serde(deserialize_with = "config_values::hosts")]
    pub private_hosts: Vec<String>,
    /// CAIP-2 id → the contracts from whose pools prices are read, besides the built-in ones.
    #[serde(deserialize_with = "places::of_operator")]
    pub pools: BTreeMap<String, Place>,
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
            public_nodes: false,
            ens_chain: "eip155:1".to_owned(),
            private_hosts: Vec::new(),
            pools: BTreeMap::new(),
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
        let text = read(file).map_err(|problem| vec![problem])?.unwrap_or_default();
        Config::of(&text, file.unwrap_or(Path::new(DEFAULT_FILE)), variables)
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
        match told.faults() {
            none if none.is_empty() => Ok(config),
            faults => Err(faults),
        }
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
        if self.public_url == self.vault_url {
            let text = "vault_url: the frame needs an origin of its own, it cannot be that of \
                        public_url. Write for instance `vault_url = \"https://vault.example.com\"`.";
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
        self.check_projects(|text| refuse(&["projects"], text));
    }

    fn check_projects(&self, mut refuse: impl FnMut(String)) {
        for (id, settings) in &self.projects {
            if let Err(told) = settings.check() {
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

fn read(file: Option<&Path>) -> Result<Option<String>, Problem> {
    let path = file.unwrap_or(Path::new(DEFAULT_FILE));
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && file.is_none() => Ok(None),
        Err(error) => {
            let name = path.display().to_string();
            // As with every value: a URL may hold a password.
            let name = if name.contains("://") { "that is named by a URL".into() } else { name };
            Err(Problem::new(format!(
                "The configuration {name} cannot be read ({error}). Name a file with --config, or with \
                 LATCHKIT_CONFIG."
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wallets::Wallets;

    fn load(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let variables = variables.iter().map(|(name, text)| (name.to_string(), text.to_string()));
        Config::of(text, Path::new("latchkit.toml"), variables).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            lines.join("\n")
        })
    }

    #[test]
    fn what_is_not_told_of_the_origins_has_the_port_of_bind() {
        let told = "public_url = \"http://localhost:8787\"";
        for (text, variables, expected) in [
            ("", &[][..], ["http://localhost:8787", "http://vault.localhost:8787"]),
            (
                "bind = \"127.0.0.1:8887\"",
                &[],
                ["http://localhost:8887", "http://vault.localhost:8887"],
            ),
            (
                "",
                &[("LATCHKIT_BIND", "[::1]:8887")],
                ["http://localhost:8887", "http://vault.localhost:8887"],
            ),
            (
                &format!("bind = \"0.0.0.0:80\"\n{told}"),
                &[],
                ["http://localhost:8787", "http://vault.localhost"],
            ),
            (
                "bind = \"0.0.0.0:80\"",
                &[("LATCHKIT_PUBLIC_URL", "https://w.example")],
                ["https://w.example", "http://vault.localhost"],
            ),
            (
                "bind = \"127.0.0.1:0\"",
                &[],
                ["http://localhost:8787", "http://vault.localhost:8787"],
            ),
        ] {
            let config = load(text, variables).expect(text);
            let origins = [config.public_url, config.vault_url].map(|it| it.to_string());
            assert_eq!(origins, expected, "{text}");
        }
    }

    #[test]
    fn public_nodes_stand_in_where_they_are_asked_for_and_none_is_named() {
        let own = "public_nodes = true\n[chains]\n\"eip155:1\" = [\"http://own.example\"]";
        let config = load(own, &[]).expect("valid");
        assert_eq!(format!("{:?}", config.chains["eip155:1"]), "[own.example]");
        assert!(config.chains["eip155:250"].len() > 1);
        assert!(load("", &[]).expect("valid").chains.is_empty());
    }

    #[test]
    fn the_example_names_every_key_and_holds_the_defaults() {
        let text = include_str!("../../../latchkit.example.toml");
        let default = Config::default();
        let untouched = load(text, &[]).expect("the example is valid");
        assert_eq!(format!("{untouched:?}"), format!("{default:?}"));

        let whole = load(&text.replace("#= ", ""), &[]).expect("so are the lines switched off");
        assert!(whole.assets.is_some() && whole.chains.len() == 2);
        assert!(whole.database_url.is_some() && whole.projects.len() == 1);
        let shown = format!("{default:#?}");
        let fields = shown.lines().filter_map(|line| line.strip_prefix("    "));
        for field in fields.filter(|line| line.starts_with(char::is_alphabetic)) {
            let key = field.split(':').next().unwrap_or_default();
            let is_told = [format!("\n{key} = "), format!("\n#= {key} = "), format!("\n[{key}]")];
            assert!(is_told.iter().any(|it| text.contains(it)), "`{key}` is not told of");
            let variable = format!("LATCHKIT_{}", key.to_uppercase());
            let answer = load("", &[(&variable, "x")]).err();
            assert!(!answer.is_some_and(|it| it.contains("there is no key")), "{variable}");
        }
    }

    #[test]
    fn the_packages_files_are_kept_beside_the_sqlite_file_unless_told() {
        let kept = |text: &str| {
            load(text, &[]).expect(text).kept_folder().map(|it| it.to_str().map(str::to_owned))
        };
        let folder = |path: &str| Some(Some(path.to_owned()));
        assert_eq!(kept(""), folder("latchkit-assets"));
        assert_eq!(kept("database = \"/data/shop.db\""), folder("/data/latchkit-assets"));
        assert_eq!(kept("kept_assets = \"/kept\""), folder("/kept"));
        assert_eq!(kept("kept_assets = \"\""), None);
        assert_eq!(kept("database_url = \"postgres://a@b/c\""), None);
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_name_and_place() {
        let error = load("log = \"info\"\nbnid = \"127.0.0.1:1\"\n", &[]).unwrap_err();
        assert!(error.contains("latchkit.toml") && error.contains("line 2"), "{error}");
        assert!(error.contains("there is no key `bnid`. Did you mean `bind`?"), "{error}");
        let error = load("", &[("LATCHKIT_HOME", "x")]).unwrap_err();
        assert!(!error.contains("Did you mean"), "{error}");
        let error = load("", &[("LATCHKIT_BNID", "x")]).unwrap_err();
        assert!(error.starts_with("LATCHKIT_BNID (environment): "), "{error}");
        assert!(error.contains("Did you mean `LATCHKIT_BIND`?"), "{error}");
    }

    #[test]
    fn a_variable_replaces_its_key() {
        let config = load(
            "bind = \"127.0.0.1:1\"",
            &[
                ("LATCHKIT_BIND", "127.0.0.1:2"),
                ("LATCHKIT_BODY_LIMIT_BYTES", "2048"),
                ("LATCHKIT_CHAINS", r#"{"eip155:1":["https://node.example/key"]}"#),
                ("LATCHKIT_SERVICE_HOST", "10.0.0.1"),
                ("PATH", "/bin"),
            ],
        )
        .expect("valid");
        assert_eq!(config.bind.port(), 2);
        assert_eq!(config.body_limit_bytes, 2048);
        assert_eq!(config.chains["eip155:1"][0].host(), "node.example");
    }

    #[test]
    fn values_that_cannot_be_are_refused_by_key() {
        for (text, key) in [
            ("vault_url = \"http://localhost:8787\"", "vault_url"),
            ("public_url = \"http://localhost:8787/path\"", "public_url"),
            ("upstream_timeout_ms = 10000", "upstream_timeout_ms"),
            ("body_limit_bytes = 1", "body_limit_bytes"),
            ("client_requests_per_minute = -1", "client_requests_per_minute"),
            ("held_bytes = 1024", "held_bytes: must be at least 33554432,"),
            (
                "bind = \"localhost\"",
                "line 1, column 8: bind: it is not an address with a port such as 127.0.0.1:8787",
            ),
            ("trusted_proxies = [\"10.0.0.1/8\"]", "write 10.0.0.0/8"),
            ("metrics_bind = \"8789\"", "metrics_bind"),
            ("analytics_retention_days = 0", "analytics_retention_days"),
            ("relay_limit_bytes = 0", "relay_limit_bytes: must be at least 16777216"),
            ("relay_limit_bytes = 10", "relay_limit_bytes: must be at least 16777216"),
            ("database_url = \"latchkit.db\"", "database_url"),
            ("[projects.12]", "projects"),
            (&format!("[projects.{}]\nname = \"\"", "a".repeat(32)), "a.name: must be 1 to 100"),
            (
                &format!("[projects.{}]\nname = \"x\"", "de7".repeat(11).split_at(32).0),
                "that of `latchkit dev`",
            ),
            (
                "[chains]\n\"doge:1\" = [\"http://a\"]",
                "line 2, column 1: chains: a chain's name is",
            ),
            (
                "[chains]\n\"eip155:1\" = []",
                "line 2, column 14: chains.eip155:1: a chain has no node",
            ),
            ("[chains]\n\"eip155:1\" = [\"ftp://a\"]", "eip155:1"),
            ("[chains]\n\"eip155:1\" = [\"http://u:p@a\"]", "eip155:1"),
        ] {
            let error = load(text, &[]).expect_err(text);
            assert!(error.contains(key), "{text}: {error}");
        }
    }

    #[test]
    fn a_fault_of_a_relay_is_told_with_how_one_is_written() {
        let relay = |more: &str| format!("[[walletconnect.relays]]\nurl = {more}");
        let of_table =
            "[walletconnect.relays]\nurl = \"wss://relay.example\"\nwallets = \"all\"".to_owned();
        let of_http = relay("\"https://relay.example\"");
        let faults = [of_http, of_table].map(|text| load(&text, &[]).expect_err("a fault"));
        insta::assert_snapshot!(faults.join("\n"), @r#"
        latchkit.toml, line 2, column 7: walletconnect.relays: a relay's URL begins with wss:// or ws://. Write for instance `[[walletconnect.relays]]`, and on a line below it `url = "wss://relay.example"`.
        latchkit.toml, line 1, column 1: walletconnect.relays: it is a table, and must be a list: write it with two brackets. Write for instance `[[walletconnect.relays]]`, and on a line below it `url = "wss://relay.example"`.
        "#);
        let text = "public_url = \"https://a.example\"\nvault_url = \"https://b.example\"\n";
        let at = |url: &str| load(&format!("{text}{}", relay(&format!("\"{url}\""))), &[]);
        assert!(at("ws://relay.example").is_err_and(|it| it.contains("Write wss://")));
        assert!(at("ws://localhost:5555").is_ok() && at("wss://relay.example").is_ok());
        assert!(load(&relay("\"ws://relay.example\""), &[]).is_ok());
    }

    /// Names that are as long as secrets as well.
    #[test]
    fn a_fault_is_told_of_each_key_by_its_name() {
        for key in examples().keys() {
            let told = load(&format!("{key} = [[1.5]]"), &[]).expect_err(key);
            assert!(told.contains(&format!(": {key}")), "{told}");
            let told = load(&format!("{key} = 1\n{key} = 1"), &[]).expect_err(key);
            assert!(told.contains(&format!("`{key}` stands there twice")), "{told}");
        }
    }

    #[test]
    fn a_number_with_a_point_is_told_with_its_key_and_how_a_whole_one_is_written() {
        for (key, value) in examples() {
            let Some(value) = value.as_integer() else { continue };
            let variable = format!("LATCHKIT_{}", key.to_uppercase());
            let file = load(&format!("{key} = 1.5"), &[]).expect_err(&key);
            let environment = load("", &[(&variable, "1.5")]).expect_err(&key);
            let place = format!("latchkit.toml, line 1, column {}: {key}", key.len() + 4);
            for (told, place, written) in [
                (file, place, format!("`{key} = {value}`")),
                (environment, format!("{variable} (environment)"), format!("{variable}={value}")),
            ] {
                let what = ": it is a number with a point, and must be a whole number";
                assert!(told.starts_with(&(place + what)) && told.contains(&written), "{told}");
            }
        }
    }

    #[test]
    fn the_block_that_operators_are_told_to_write_can_be_read() {
        let text = include_str!("../../../docs/self-host.md");
        let block = text.split("```toml\n").nth(1).and_then(|it| it.split("```").next());
        let lines = block.expect("a block").lines().map(str::trim_start);
        let relays = load(&lines.collect::<Vec<_>>().join("\n"), &[]).expect("valid").walletconnect;
        assert_eq!(relays.origins(), ["wss://relay.walletconnect.org"]);
        assert!(Wallets::load(&Config::default()).expect("a directory").lacks(&relays).is_empty());
    }

    #[test]
    fn all_faults_are_told_at_once_as_they_stand() {
        let text = "bind = \"localhost:8787\"\nheld_bytes = \"32 MB\"\nupstream_timeout_ms = 5\n\
                    log = \"loud\"\nvault_url = \"http://localhost:8787\"\n\
                    [chains]\n\"1\" = [\"http://a\"]\n\"eip155:5\" = \"http://node/SECRET\"\n\
                    wallets_extend = false\n[projects.12]\nname = \"x\"\ndev = true\n";
        let error = load(text, &[("LATCHKIT_CONNECTIONS", "many")]).unwrap_err();
        insta::assert_snapshot!(error, @r#"
        latchkit.toml, line 1, column 8: bind: it is not an address with a port such as 127.0.0.1:8787 (this machine alone), 0.0.0.0:8787 (all that reach it) or [::]:8787; names are not looked up. Write for instance `bind = "127.0.0.1:8787"`.
        latchkit.toml, line 2, column 14: held_bytes: it is a text, and must be a whole number, 0 or more. Write for instance `held_bytes = 33554432`.
        latchkit.toml, line 3, column 1: upstream_timeout_ms: must be at least 100, and below 10000, when wallets and viem give up.
        latchkit.toml, line 4, column 7: log: it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug. Write for instance `log = "info"`.
        latchkit.toml, line 5, column 1: vault_url: the frame needs an origin of its own, it cannot be that of public_url. Write for instance `vault_url = "https://vault.example.com"`.
        latchkit.toml, line 7, column 1: chains.1: a chain's name is its CAIP-2 id such as eip155:1. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
        latchkit.toml, line 8, column 14: chains.eip155:5: it is a text, and must be a list. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
        latchkit.toml, line 9, column 1: `wallets_extend` stands below [chains], and so it is taken for a part of it. Move it above the first line in brackets.
        latchkit.toml, line 10, column 11: projects.12: a project's id is 32 hex digits in lower case. Write for instance `[projects.0123456789abcdef0123456789abcdef]`, and on a line below it `name = "Shop"`.
        LATCHKIT_CONNECTIONS (environment): it is a text, and must be a whole number, 0 or more. Write for instance LATCHKIT_CONNECTIONS=4096
        "#);
    }

    #[test]
    fn slips_of_writing_are_told_with_how_it_is_written() {
        let text = "bind = 127.0.0.1:8787\nwallets_extend = yes\nlog = \"info\"\nlog = \"warn\"\n[chains]\neip155:1 = [\"http://a\"]\n";
        insta::assert_snapshot!(load(text, &[]).unwrap_err(), @r#"
        latchkit.toml, line 1, column 13: bind: this cannot be read; it must be a text in quotes, on one line. Write for instance `bind = "127.0.0.1:8787"`.
        latchkit.toml, line 2, column 18: wallets_extend: this cannot be read; it must be true or false, without quotes. Write for instance `wallets_extend = true`.
        latchkit.toml, line 4, column 1: `log` stands there twice. Leave one of them out.
        latchkit.toml, line 6, column 7: chains: this cannot be read; it must be a table, with quotes around texts, and around names of other than letters, digits, - and _. Write for instance `[chains]`, and on a line below it `"eip155:1" = ["https://ethereum.example/v1/key", "http://10.0.0.7:8545"]`.
        "#);
    }

    #[test]
    fn secrets_in_urls_are_not_shown() {
        let text = "database_url = \"postgres://u:SECRET@db.example/latchkit\"\n\
                    [chains]\n\"eip155:1\" = [\"https://node.example/v3/SECRET\"]";
        let shown = format!("{:?}", load(text, &[]).expect("valid"));
        assert!(!shown.contains("SECRET") && shown.contains("db.example:5432/latchkit"), "{shown}");
        for wrong in ["postgres://u:SECRET@db.example:x/y", "mysql://u:SECRET@db.example/y"] {
            let of_variable = load("", &[("LATCHKIT_DATABASE_URL", wrong)]).expect_err(wrong);
            let line = format!("assets = \"é\"\ndatabase_url = \"{wrong}\"");
            let of_file = load(&line, &[]).expect_err(wrong);
            let unclosed = load(line.trim_end_matches('"'), &[]).expect_err(wrong);
            for told in [&of_variable, &of_file, &unclosed] {
                assert!(!told.contains("SECRET"), "{told}");
            }
            let place = "latchkit.toml, line 2, column 16: database_url: a database's URL ";
            assert!(of_file.starts_with(place), "{of_file}");
        }
    }

    /// What was written for a key may be a secret, whichever key it landed at and in whatever form.
    #[test]
    fn no_value_is_told_of_any_key() {
        const SECRET: &str = "4815162342";
        let values = [
            "4815162342",
            "-4815162342",
            "4815162342.5",
            "\"4815162342\"",
            "\"info,4815162342=loud\"",
            "\"127.0.0.1:4815162342\"",
            "\"4815162342/8\"",
            "\"http://[4815162342\"",
            "\"https://user:4815162342@host.example\"",
            "\"https://host.example/4815162342\"",
            "\"postgres://user:4815162342@host:x/y\"",
            "\"postgres://user:4815162342@host/y\"",
            "\"user:4815162342@host/y\"",
            "\"host=db user=u password=4815162342\"",
            "\"a, expected `4815162342`, expected b\"",
            "{ key = \"4815162342\" }",
            "{ \"https://user:4815162342@host\" = true }",
            "{ \"https://user:4815162342@host\" = [\"x\"] }",
            "{ \"https://user:4815162342@host\" = { x = 1 } }",
            "4815162342x",
            "\"unclosed 4815162342",
            "https://user:4815162342@host",
        ];
        let id = "0123456789abcdef".repeat(2);
        let keys = examples().into_iter().flat_map(|(key, value)| match &*key {
            "projects" => {
                let settings = ["dev", "origins", "analytics", "features", "features.swap"];
                settings.map(|it| format!("projects.{id}.{it}")).to_vec()
            }
            _ if value.is_table() => vec![format!("{key}.\"eip155:1\""), key],
            _ => vec![key],
        });
        let url = Path::new("postgres://user:4815162342@host/y");
        let as_file = Config::load(Some(url), std::iter::empty()).expect_err("no file");
        assert!(!as_file.iter().any(|it| it.to_string().contains(SECRET)), "{as_file:?}");
        let as_key = load("\"https://u:4815162342@h\" = 1", &[]).unwrap_err();
        assert!(as_key.contains("there is no such key") && !as_key.contains(SECRET), "{as_key}");
        for key in keys.chain([format!("projects.{id}")]) {
            let lists =
                values.iter().flat_map(|it| [format!("[{it}]"), format!("[\"a\", [{it}]]")]);
            for value in values.map(str::to_owned).into_iter().chain(lists) {
                let line = format!("{key} = {value}");
                let read = toml::from_str::<toml::Table>(&line).ok();
                let first = key.split('.').next().unwrap_or_default();
                let json = read.as_ref().and_then(|it| serde_json::to_string(it.get(first)?).ok());
                let variable = format!("LATCHKIT_{}", first.to_uppercase());
                let text = json.as_deref().unwrap_or(&value);
                let bare = text.trim_matches('"');
                for told in [
                    load(&line, &[]),
                    load("", &[(&variable, text)]),
                    load("", &[(&variable, bare)]),
                ] {
                    // A name, a path or a number of the operator's choice is shown where it can be one.
                    let is_link = ["@", "://", "password="].iter().any(|it| value.contains(it));
                    let shown = match told {
                        Err(faults) => faults,
                        Ok(config) if is_link => format!("{config:?}"),
                        Ok(_) => continue,
                    };
                    assert!(!shown.contains(SECRET), "{line}\n{shown}");
                }
            }
        }
    }

    fn examples() -> toml::Table {
        let text = include_str!("../../../latchkit.example.toml");
        text.replace("#= ", "").parse().expect("the example is valid")
    }
}
