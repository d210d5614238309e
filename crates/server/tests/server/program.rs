//! The binary as an operator runs it: what it prints, how it fails, how it ends.

use crate::database;
use crate::fake_node::{FakeNode, methods_as_results};
use crate::test_app::{ask, folder};
use insta::assert_snapshot;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The binary, run from a folder without a configuration, and without variables of ours.
pub(crate) fn latchkit() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_latchkit"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LATCHKIT_")) {
        command.env_remove(name);
    }
    // Programs of many tests run at once, and that address is the same for all.
    command.env("LATCHKIT_METRICS_BIND", "");
    command
}

/// The workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// The same with the database of a test.
pub(crate) fn latchkit_in(folder: &Path) -> Command {
    let mut command = latchkit();
    command.current_dir(folder);
    if let Some(url) = database::postgres(folder) {
        command.env("LATCHKIT_DATABASE_URL", url);
    }
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    latchkit_in(folder).args(arguments).output().expect("the program runs")
}

/// Exit code, and what was printed to either side, with the folder's name taken out.
pub(crate) fn exit_code_and_output(folder: &Path, output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("an exit code");
    let both = format!("{code}\n{}{}", text(&output.stdout), text(&output.stderr));
    both.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn a_mistake_in_the_configuration_is_told_with_its_place() {
    let folder = folder();
    std::fs::write(folder.join("latchkit.toml"), "log = \"loud\"\nbnid = 1\n").expect("a file");
    let said = exit_code_and_output(&folder, &run(&folder, &["serve"]));
    assert_snapshot!(said, @r#"
    1
    latchkit: 2 faults in the configuration:
      latchkit.toml, line 1, column 7: log: it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug. Write for instance `log = "info"`.
      latchkit.toml, line 2, column 1: there is no key `bnid`. Did you mean `bind`? latchkit.example.toml names all keys.
    "#);
    let said = exit_code_and_output(&folder, &run(&folder, &["doctor"]));
    assert_snapshot!(said, @r#"
    1
    FAIL  configuration: latchkit.toml, line 1, column 7: log: it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug. Write for instance `log = "info"`.
    FAIL  configuration: latchkit.toml, line 2, column 1: there is no key `bnid`. Did you mean `bind`? latchkit.example.toml names all keys.
    latchkit: 2 of 2 checks failed.
    "#);
    let output = run(&folder, &["serve", "--config", "other.toml"]);
    assert_snapshot!(exit_code_and_output(&folder, &output), @r"
    1
    latchkit: The configuration other.toml cannot be read (No such file or directory (os error 2)). Name a file with --config, or with LATCHKIT_CONFIG.
    ");
    let with = |name: &str, value: &str| {
        let mut command = latchkit();
        command.current_dir(self::folder()).arg("serve").env(name, value);
        exit_code_and_output(&folder, &command.output().expect("the program runs"))
    };
    assert_snapshot!(with("LATCHKIT_BIND", "here"), @r"
    1
    latchkit: LATCHKIT_BIND (environment): it is not an address with a port such as 127.0.0.1:8787 (this machine alone), 0.0.0.0:8787 (all that reach it) or [::]:8787; names are not looked up. Write for instance LATCHKIT_BIND=127.0.0.1:8787
    ");
    assert_snapshot!(with("LATCHKIT_LOG", "loud"), @r"
    1
    latchkit: LATCHKIT_LOG (environment): it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug. Write for instance LATCHKIT_LOG=info
    ");
    assert_snapshot!(with("LATCHKIT_CHAINS", "eip155:1=http://a"), @r#"
    1
    latchkit: LATCHKIT_CHAINS (environment): it is a text, and must be a table. Write for instance LATCHKIT_CHAINS='{"eip155:1":["https://ethereum.example/v1/key","http://10.0.0.7:8545"],"eip155:8453":["https://base.example"]}'
    "#);
}

#[test]
fn what_a_flag_says_is_told_with_its_form() {
    let told = |arguments: &[&str]| {
        let output = latchkit().current_dir(folder()).args(arguments).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("text");
        said.lines().next().unwrap_or_default().to_owned()
    };
    assert_snapshot!(told(&["dev", "--host", "localhost"]), @"error: invalid value 'localhost' for '--host [<ADDRESS>]': it is no IP address. Name this machine's own, such as 192.168.1.20 (ports are said by --port and --host-port), or write --host alone, which finds it");
    assert_snapshot!(told(&["dev", "--log", "loud"]), @"error: invalid value 'loud' for '--log <LOG>': it is neither a level (off, error, warn, info, debug, trace) nor target=level pairs with commas between, such as info,server=debug");
    assert_snapshot!(told(&["dev", "--host", "192.0.2.1"]), @"latchkit: 192.0.2.1 is no address of this machine. 127.0.0.1 is always one, 0.0.0.0 stands for all.");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let folder = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let serve = |variables: [(&str, &str); 2]| {
        let mut command = latchkit();
        command.current_dir(&folder).args(["serve"]).envs(variables);
        let output = command.output().expect("the program runs");
        exit_code_and_output(&folder, &output).replace(&address, "ADDRESS")
    };
    assert_snapshot!(serve([("LATCHKIT_BIND", &address), ("LATCHKIT_METRICS_BIND", "")]), @r"
    1
    latchkit: ADDRESS is taken by another program. Stop it, or choose another address with `bind` in latchkit.toml.
    ");
    let free = "127.0.0.1:0";
    assert_snapshot!(serve([("LATCHKIT_BIND", free), ("LATCHKIT_METRICS_BIND", &address)]), @r"
    1
    latchkit: ADDRESS is taken by another program. Stop it, or choose another address with `metrics_bind` in latchkit.toml (empty for none).
    ");
}

#[tokio::test]
async fn a_call_that_is_under_way_at_the_end_is_answered() {
    let folder = folder();
    let slow = FakeNode::after(Duration::from_millis(800), |body| (200, methods_as_results(body)));
    let address = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
    let address = address.expect("a free port");
    let created = run(&folder, &["project", "create", "--name", "Shop"]);
    let project = String::from_utf8(created.stdout).expect("text");
    let mut server = latchkit_in(&folder)
        .args(["serve"])
        .env("LATCHKIT_BIND", address.to_string())
        .env("LATCHKIT_CHAINS", format!(r#"{{"eip155:5":["{}"]}}"#, slow.await.url))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut printed = BufReader::new(server.stdout.take().expect("piped"));
    let mut line = String::new();
    printed.read_line(&mut line).expect("a line");
    let name = format!("localhost:{}", address.port());
    assert_eq!(line, format!("latchkit: server at http://{name}\n"));

    let path = format!("/v1?chainId=eip155:5&projectId={}", project.trim());
    let body = r#"{"id":1,"method":"eth_gasPrice"}"#.to_owned();
    let end = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let id = server.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    };
    let (said, ()) = tokio::join!(ask(address, &name, "POST", &path, &[], body), end);
    assert_snapshot!(said.status_and_body(), @r#"200 {"jsonrpc":"2.0","id":1,"result":"eth_gasPrice"}"#);
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}

#[tokio::test]
async fn a_proxy_that_nobody_trusts_is_told_of_once() {
    for (trusted, expected) in [("[]", 1), (r#"["127.0.0.1"]"#, 0)] {
        let folder = folder();
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let address = free.expect("a free port");
        let bind = address.to_string();
        let told = [("LATCHKIT_BIND", &*bind), ("LATCHKIT_TRUSTED_PROXIES", trusted)];
        let server = serving(&folder, told);
        let name = format!("localhost:{}", address.port());
        for client in ["203.0.113.1", "203.0.113.2"] {
            let headers = [("x-forwarded-for", client)];
            let path = "/v1/supported-chains";
            let said = ask(address, &name, "GET", path, &headers, String::new()).await;
            assert_eq!(said.status, 200);
        }
        let said = log_to_the_end(server);
        assert_eq!(said.matches("no proxy is trusted").count(), expected, "{said}");
    }
}

#[test]
fn what_has_no_node_is_told_when_it_starts() {
    let folder = folder();
    let chains = r#"{"eip155:1":["http://127.0.0.1:9"]}"#;
    let bind = ("LATCHKIT_BIND", "127.0.0.1:0");
    let told = [bind, ("LATCHKIT_CHAINS", chains), ("LATCHKIT_ENS_CHAIN", "eip155:10")];
    let server = serving(&folder, told);
    let said = log_to_the_end(server);
    assert!(said.contains("no node for OP Mainnet, BNB Smart Chain, "), "{said}");
    assert!(said.contains("ens_chain says something of eip155:10, which has no node"), "{said}");
}

/// The program with these variables, once it listens.
fn serving<const N: usize>(folder: &Path, told: [(&str, &str); N]) -> Child {
    let mut server = latchkit_in(folder)
        .arg("serve")
        .envs(told)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut printed = BufReader::new(server.stdout.take().expect("piped"));
    printed.read_line(&mut String::new()).expect("it listens");
    server
}

/// What it has logged, once it was told to end.
fn log_to_the_end(server: Child) -> String {
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    let said = server.wait_with_output().expect("it ends").stderr;
    String::from_utf8(said).expect("text")
}

#[test]
fn a_database_that_cannot_be_written_is_told() {
    let folder = folder();
    let output = latchkit()
        .current_dir(&folder)
        .args(["serve"])
        .env("LATCHKIT_DATABASE", "/proc/latchkit.db")
        .output()
        .expect("the program runs");
    let said = exit_code_and_output(&folder, &output);
    assert!(
        said.starts_with("1\nlatchkit: The database /proc/latchkit.db cannot be used ("),
        "{said}"
    );
    assert!(said.contains("Name a file in a folder that exists and is writable"), "{said}");
}
