//! The server under load: a process of its own, with a database of its own, without limits for its
//! clients.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use tokio::net::TcpStream;

use crate::client::{ADDRESS, Client, PROJECT};
use crate::place::Place;

/// Where it would tell how it is; nothing else may be there.
const METRICS: &str = "127.0.0.1:18800";
/// How long it may take to start.
const STARTS: Duration = Duration::from_secs(20);

/// Where it keeps what it keeps.
pub(crate) enum Store {
    Sqlite,
    /// As one of several nodes.
    Postgres {
        database: String,
        redis: String,
    },
}

/// A server that runs until it is dropped.
pub(crate) struct Relay {
    process: Child,
    folder: PathBuf,
    name: &'static str,
    /// When it was started: a database that was there before may still hold what other runs left.
    start: SystemTime,
}

impl Relay {
    /// Starts a server.
    pub(crate) fn start(program: &str, store: &Store) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("latchkit-load-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let config = folder.join("latchkit.toml");
        let text = format!("[projects.{PROJECT}]\nname = \"load\"\norigins = []\n");
        fs::write(&config, text).map_err(|error| format!("{}: {error}", config.display()))?;
        let file = folder.join("relay.db").display().to_string();
        let mut command = Command::new(program);
        command.args(["serve", "--config"]).arg(&config).stderr(Stdio::inherit());
        command.envs([
            ("LATCHKIT_BIND", ADDRESS.to_string()),
            ("LATCHKIT_PUBLIC_URL", format!("http://{ADDRESS}")),
            ("LATCHKIT_METRICS_BIND", METRICS.to_owned()),
            ("LATCHKIT_RELAY_CLIENT_REQUESTS_PER_MINUTE", "0".to_owned()),
            ("LATCHKIT_CONNECTIONS", "0".to_owned()),
            ("LATCHKIT_LOG", "error".to_owned()),
        ]);
        let name = match store {
            Store::Sqlite => {
                command.env("LATCHKIT_DATABASE", file);
                "SQLite"
            }
            Store::Postgres { database, redis } => {
                command.envs([("LATCHKIT_DATABASE_URL", database), ("LATCHKIT_REDIS_URL", redis)]);
                "Postgres and Redis"
            }
        };
        command.stdout(Stdio::null());
        let process = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        Ok(Relay { process, folder, name, start: SystemTime::now() })
    }

    fn topic(&self, number: usize) -> String {
        format!("{:?} {number}", self.start)
    }

    /// Waits until it listens.
    pub(crate) async fn wait(&self) -> Result<(), String> {
        let listens = async {
            while TcpStream::connect(ADDRESS).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(STARTS, listens)
            .await
            .map_err(|_| "The server does not listen; what it says is above.".to_owned())
    }
}

impl Place for Relay {
    type Sender = Client;
    type Listener = Client;

    fn name(&self) -> &'static str {
        self.name
    }

    async fn listener(&self, number: usize, topics: usize) -> Result<Client, String> {
        let mut client = Client::connect(2 * number, &self.topic(number), topics).await?;
        client.subscribe().await?;
        Ok(client)
    }

    async fn sender(&self, number: usize, topics: usize) -> Result<Client, String> {
        Client::connect(2 * number + 1, &self.topic(number), topics).await
    }

    async fn memory_bytes(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.process.id());
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = text.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let number = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
        number.map(|kib| kib * 1_024).ok_or_else(|| format!("{path} does not say VmRSS"))
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}
