//! The yardstick: nginx, which hands requests on over connections that it keeps, and knows nothing of them.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server::free_address;

/// How long it may take to start.
const STARTS: Duration = Duration::from_secs(10);

/// It runs until it is dropped.
pub(crate) struct Nginx {
    program: String,
    process: Child,
    folder: PathBuf,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Nginx {
    /// Starts it in front of a node, and waits until it listens.
    pub(crate) async fn start(program: &str, node: SocketAddr) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("latchkit-nginx-{}", std::process::id()));
        let config = folder.join("nginx.conf");
        let address = free_address()?;
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&config, settings(address, node)))
            .map_err(|error| format!("{}: {error}", config.display()))?;
        let process = command(program, &folder)
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let nginx = Nginx { program: program.to_owned(), process, folder, address };
        let listens = async {
            while TcpStream::connect(address).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let listens = timeout(STARTS, listens).await;
        listens.map_err(|_| "nginx does not listen; what it says is above.".to_owned())?;
        Ok(nginx)
    }

    /// The parent of its workers.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Killed, it would leave its workers behind.
        let told = command(&self.program, &self.folder).args(["-s", "stop"]).output();
        if !told.is_ok_and(|it| it.status.success()) {
            self.process.kill().ok();
        }
        self.process.wait().ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "stderr"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// A worker for each processor, as most run it; connections are kept on both sides, and nothing is written down.
fn settings(address: SocketAddr, node: SocketAddr) -> String {
    format!(
        "daemon off;
worker_processes auto;
pid nginx.pid;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path client_body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  keepalive_requests 1000000000;
  upstream node {{
    server {node};
    keepalive 1024;
    keepalive_requests 1000000000;
  }}
  server {{
    listen {address};
    location / {{
      proxy_pass http://node;
      proxy_http_version 1.1;
      proxy_set_header Connection \"\";
    }}
  }}
}}
"
    )
}
