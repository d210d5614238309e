//! The local chain: anvil as a child process that ends when this process does.
//!
//! It answers whoever reaches it, pages of any origin included, and its accounts are unlocked. So it
//! listens where no page finds it: at one of the 16 million addresses of this machine, on a free port.
//!
//! Anvil does not watch its parent, so a few lines of `sh` do: they hold the read end of a pipe whose
//! other end is ours, and end anvil when it closes, however we ended. The child has a process group of
//! its own: Ctrl-C in a terminal reaches us alone, and the order of the end is ours.

use crate::config_values::NodeUrl;
use crate::problem::Problem;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Its accounts are known to every wallet developer, and hold 10,000 each.
const MNEMONIC: &str = "test test test test test test test test test test test junk";
const READY_TIME: Duration = Duration::from_secs(20);
const END_TIME: Duration = Duration::from_secs(5);

/// `read` returns when the pipe closes. The second `kill` is for anvil ending by itself.
const KEEPER: &str = "\
exec 3<&0
\"$0\" \"$@\" 3<&- </dev/null & chain=$!
{ read _ <&3; kill $chain; } 2>/dev/null & keeper=$!
exec 3<&-
wait $chain; code=$?
kill $keeper 2>/dev/null
exit $code";

/// A running chain.
pub(super) struct Anvil {
    keeper: Child,
    /// Closing it ends the chain.
    pipe: Option<ChildStdin>,
    url: NodeUrl,
}

impl Anvil {
    /// Starts the program, or the one that npm installed, on a free port, and waits until it listens.
    pub(super) async fn start(program: Option<&Path>) -> Result<Self, Problem> {
        let program = match program {
            Some(named) => named.to_owned(),
            None => installed(),
        };
        if !program.is_file() {
            return Err(Problem::new(format!(
                "The local chain {} is not there. Install it with `npm ci`, or name it with \
                 --anvil.",
                program.display()
            )));
        }
        let failed = |why: String| {
            let program = program.display();
            Problem::new(format!(
                "The local chain {program} does not start ({why}). Run it by hand to see why, or \
                 name another with --anvil."
            ))
        };
        let host = hidden_address().await;
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER])
            .arg(&program)
            .args(["--host", &host.to_string(), "--port", "0", "--no-cors"])
            .args(["--chain-id", "31337", "--mnemonic", MNEMONIC])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let pipe = keeper.stdin.take();
        let printed = keeper.stdout.take().expect("the output is piped");
        let address = tokio::time::timeout(READY_TIME, address_of(printed));
        match address.await {
            Ok(Some(address)) => Ok(Anvil { keeper, pipe, url: node_url(address) }),
            Ok(None) => Err(failed("it ended at once".to_owned())),
            Err(_) => Err(failed(format!("not ready after {} s", READY_TIME.as_secs()))),
        }
    }

    pub(super) fn url(&self) -> &NodeUrl {
        &self.url
    }

    /// Waits until the chain ends by itself, which it should not.
    pub(super) async fn end(&mut self) -> Problem {
        let _ = self.keeper.wait().await;
        Problem::new("The local chain ended by itself. Start again.")
    }

    /// Ends the chain and waits for it.
    pub(super) async fn stop(mut self) {
        drop(self.pipe.take());
        let _ = tokio::time::timeout(END_TIME, self.keeper.wait()).await;
    }
}

/// A random one of 127.0.0.0/8. Where the system has only the first of them, as macOS does, it is that.
async fn hidden_address() -> Ipv4Addr {
    let mut random = [0; 3];
    getrandom::fill(&mut random).expect("the system gives random bytes");
    let [a, b, c] = random;
    let address = Ipv4Addr::new(127, a, b, c);
    let is_ours = TcpListener::bind((address, 0)).await.is_ok();
    if is_ours { address } else { Ipv4Addr::LOCALHOST }
}

/// Reads until `Listening on <address>`, and then on and on, for a full pipe would stop anvil.
async fn address_of(printed: ChildStdout) -> Option<SocketAddr> {
    let mut lines = BufReader::new(printed).lines();
    let address = loop {
        let line = lines.next_line().await.ok()??;
        if let Some(address) = line.strip_prefix("Listening on ") {
            break address.trim().parse().ok()?;
        }
    };
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Some(address)
}

fn node_url(address: SocketAddr) -> NodeUrl {
    NodeUrl::try_from(format!("http://{address}/")).expect("a URL of an address is one")
}

/// Where `npm ci` puts the program for this machine, seen from the workspace.
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
