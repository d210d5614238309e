//! A Redis or Valkey server for tests and tools: [`program`] finds it or installs Redis, [`Server`] is one
//! in memory alone, on a free port of this machine, that ends with its owner.

use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::port;
use crate::run::{self, Outcome};
use crate::tools;

/// How long it may take to start.
const START_TIME: Duration = Duration::from_secs(10);

/// The program; installs Debian's where there is none.
pub fn program() -> Outcome<&'static str> {
    if let Some(program) = find() {
        return Ok(program);
    }
    tools::install_debian(&["redis-server"])?;
    find().ok_or_else(|| "Redis was installed but is not on the path.".to_owned())
}

fn find() -> Option<&'static str> {
    let is_there = |it: &&str| run::answer(&mut run::program(it, &["--version"])).is_ok();
    ["redis-server", "valkey-server"].into_iter().find(is_there)
}

/// A server that ends with its owner.
pub struct Server {
    process: Child,
    /// Its address.
    pub url: String,
}

impl Server {
    pub fn start() -> Outcome<Self> {
        let (program, port) = (program()?, port::free()?);
        let process = run::program(program, &["--bind", "127.0.0.1", "--port", &port.to_string()])
            .args(["--save", "", "--appendonly", "no", "--maxclients", "12000"])
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let server = Server { process, url: format!("redis://127.0.0.1:{port}") };
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if start.elapsed() > START_TIME {
                return Err(format!("{program} does not listen."));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
