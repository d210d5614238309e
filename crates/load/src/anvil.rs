//! A real node: the anvil that npm installed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::chain;

/// How long it may take to start.
const STARTS: Duration = Duration::from_secs(20);

/// It runs until it is dropped.
pub(crate) struct Anvil {
    process: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Anvil {
    /// Starts it, and waits until it listens. `mining` says when it makes blocks.
    pub(crate) async fn start(mining: &[&str]) -> Result<Self, String> {
        let program = installed();
        let mut command = Command::new(&program);
        command.args(["--host", "127.0.0.1", "--port", "0", "--chain-id"]);
        command.arg(chain::NUMBER.to_string()).args(mining);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let failed = |why: String| format!("{}: {why}", program.display());
        let mut process = command.spawn().map_err(|error| failed(error.to_string()))?;
        let printed = process.stdout.take().expect("it is piped");
        let (tell, told) = oneshot::channel();
        // To the end: a full pipe would stop it.
        std::thread::spawn(move || {
            let mut tell = Some(tell);
            for line in BufReader::new(printed).lines().map_while(Result::ok) {
                let address = line.strip_prefix("Listening on ").and_then(|it| it.parse().ok());
                if let Some(address) = address
                    && let Some(tell) = tell.take()
                {
                    tell.send(address).ok();
                }
            }
        });
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let mut anvil = Anvil { process, address: nowhere };
        let address = timeout(STARTS, told).await.map_err(|error| failed(error.to_string()))?;
        anvil.address = address.map_err(|_| failed("it ended at once".to_owned()))?;
        Ok(anvil)
    }
}

impl Drop for Anvil {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Where `npm ci` puts it, seen from the root of the repository.
fn installed() -> PathBuf {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    PathBuf::from(format!("node_modules/@foundry-rs/anvil-{system}-{processor}/bin/anvil"))
}
