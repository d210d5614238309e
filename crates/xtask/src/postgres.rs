//! `postgres`: the server's tests on a Postgres server of their own.
//!
//! [`programs`] finds Postgres or installs it, [`run`] starts a server in a new folder below the
//! system's own for such things, on a free port of this machine, and ends it with the tests. Postgres
//! does not run as root, so for root it runs as the user that Debian's package made.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::port;
use crate::redis;
use crate::run::{self, Outcome};
use crate::tools;

/// How long Postgres may take to start.
const START_TIME: Duration = Duration::from_secs(30);

/// The folder of the programs of Postgres; installs Debian's where there is none.
pub fn programs() -> Outcome<PathBuf> {
    if let Some(folder) = find() {
        return Ok(folder);
    }
    if cfg!(target_os = "macos") {
        return Err("Postgres is missing. Install it: brew install postgresql".to_owned());
    }
    tools::install_debian(&["postgresql"])
        .map_err(|sentence| format!("Postgres is missing. {sentence}"))?;
    find().ok_or_else(|| "Postgres was installed but is not below /usr/lib/postgresql.".to_owned())
}

/// Debian and Homebrew have a folder for each version, others have it on the path.
fn find() -> Option<PathBuf> {
    let versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
        .iter()
        .filter_map(|place| std::fs::read_dir(place).ok())
        .flat_map(|entries| entries.filter_map(Result::ok))
        .map(|entry| entry.path().join("bin"));
    let on_path = run::answer(&mut run::program("pg_config", &["--bindir"])).ok();
    let on_path = on_path.map(|folder| PathBuf::from(folder.trim()));
    versions.chain(on_path).find(|folder| folder.join("initdb").exists())
}

/// Runs the tests. Those of several nodes need Redis, too.
pub fn run() -> Outcome {
    let server = Server::start(&programs()?)?;
    redis::program()?;
    let mut tests = run::cargo(&["test", "-p", "server", "--test", "server"]);
    tests.env("TEST_DATABASE_URL", &server.url).env("INSTA_UPDATE", "no");
    tests.env("RUST_TEST_THREADS", run::test_threads());
    run::shown("server tests on Postgres", &mut tests)
}

/// A server that ends with its owner, and its folder with it.
pub struct Server {
    process: Child,
    programs: PathBuf,
    folder: PathBuf,
    /// Its address.
    pub url: String,
}

impl Server {
    pub fn start(programs: &Path) -> Outcome<Self> {
        let folder = run::answer(as_user("mktemp").args(["-d", "/tmp/latchkit-postgres-XXXXXX"]))?;
        let folder = PathBuf::from(folder.trim());
        let initdb = programs.join("initdb");
        let mut initdb = as_user(&initdb.to_string_lossy());
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "-D"]);
        run::answer(initdb.arg(folder.join("files")))?;
        let port = port::free()?.to_string();
        // Nothing here outlives the tests, so it need not reach the disk.
        let process = as_user(&programs.join("postgres").to_string_lossy())
            .args(["-D"])
            .arg(folder.join("files"))
            .args(["-p", &port, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"])
            // Each of many tests at once has several servers, some of them killed with their connections open.
            .args(["-c", "max_connections=400", "-k"])
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Postgres cannot be started: {error}"))?;
        let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        let server = Server { process, programs: programs.to_path_buf(), folder, url };
        server.wait(&port)?;
        Ok(server)
    }

    fn wait(&self, port: &str) -> Outcome {
        let is_ready = self.programs.join("pg_isready");
        let start = Instant::now();
        loop {
            let mut asking = run::program(&is_ready.to_string_lossy(), &["-h", "127.0.0.1", "-p"]);
            match run::answer(asking.arg(port)) {
                Ok(_) => return Ok(()),
                Err(why) if start.elapsed() > START_TIME => return Err(why),
                Err(_) => sleep(Duration::from_millis(100)),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut stop = as_user(&self.programs.join("pg_ctl").to_string_lossy());
        stop.args(["stop", "--mode=immediate", "-D"]).arg(self.folder.join("files"));
        if let Err(sentence) = run::answer(&mut stop) {
            eprintln!("{sentence}");
            self.process.kill().ok();
        }
        self.process.wait().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// A program as this user, or as `postgres` where this user is root.
fn as_user(program: &str) -> Command {
    let mut command = if tools::is_root() {
        run::program("runuser", &["-u", "postgres", "--", program])
    } else {
        run::program(program, &[])
    };
    // Where we are may be closed to another user.
    command.current_dir("/");
    command
}
