//! The server under load: a process of its own, with a database and a project of its own, without limits for
//! its clients.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::net::TcpStream;

/// How long it may take to start.
const STARTS: Duration = Duration::from_secs(20);
/// What is limited for one client or one project, and is not here.
const LIMITS: [&str; 9] = [
    "LATCHKIT_CLIENT_REQUESTS_PER_MINUTE",
    "LATCHKIT_PROJECT_REQUESTS_PER_MINUTE",
    "LATCHKIT_CONNECTIONS",
    "LATCHKIT_CLIENT_CONNECTIONS",
    "LATCHKIT_REQUESTS_AT_ONCE",
    "LATCHKIT_CLIENT_REQUESTS_AT_ONCE",
    "LATCHKIT_NODE_REQUESTS_AT_ONCE",
    "LATCHKIT_HELD_BYTES",
    "LATCHKIT_RELAY_CLIENT_REQUESTS_PER_MINUTE",
];

/// The variable of whoever signs people in, which takes keys.
pub(crate) const VAULT: &str = "LATCHKIT_VAULT";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    process: Child,
    folder: PathBuf,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The project that its clients use.
    pub(crate) project: String,
}

impl Server {
    /// Starts a program with these variables besides, and waits until it listens. What it logs goes to `log`.
    pub(crate) async fn start(
        program: &str,
        variables: &[(&str, String)],
        log: impl Into<Stdio>,
    ) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("latchkit-load-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let program = Path::new(program).canonicalize();
        let program = program.map_err(|error| format!("the server: {error}"))?;
        let address = free_address()?;
        let command = |words: &[&str]| {
            let mut command = Command::new(&program);
            // A file of settings that lies about where we are is not meant.
            command.args(words).current_dir(&folder).stdin(Stdio::null());
            command.env("LATCHKIT_DATABASE", folder.join("load.db"));
            command.env("LATCHKIT_BIND", address.to_string());
            command.env("LATCHKIT_PUBLIC_URL", format!("http://{address}"));
            command.env("LATCHKIT_METRICS_BIND", "");
            command.envs(LIMITS.map(|name| (name, "0")));
            command.envs(variables.iter().map(|(name, value)| (name, value)));
            command
        };
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        let told = |words: &[&str]| {
            let made = command(words).output().map_err(failed)?;
            let text = |bytes| String::from_utf8_lossy(bytes).trim().to_owned();
            if made.status.success() { Ok(text(&made.stdout)) } else { Err(text(&made.stderr)) }
        };
        let project = told(&["project", "create", "--name", "load"])?;
        if variables.iter().any(|(name, _)| *name == VAULT) {
            told(&["kms", "create"])?;
        }
        let mut serve = command(&["serve"]);
        let process = serve.stdout(Stdio::null()).stderr(log).spawn().map_err(failed)?;
        let server = Server { process, folder, address, project };
        server.wait().await?;
        Ok(server)
    }

    async fn wait(&self) -> Result<(), String> {
        let listens = async {
            while TcpStream::connect(self.address).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(STARTS, listens)
            .await
            .map_err(|_| "The server does not listen; what it says is above.".to_owned())
    }

    /// The process.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// How much memory it has.
    pub(crate) fn memory_bytes(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.process.id());
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = text.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let number = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
        number.map(|kib| kib * 1_024).ok_or_else(|| format!("{path} does not say VmRSS"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// An address of this machine that nobody has.
pub(crate) fn free_address() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr());
    listener.map_err(|error| format!("no port is free: {error}"))
}
