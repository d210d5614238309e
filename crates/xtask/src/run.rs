//! How a step runs: one child process, its output, its time limit and the line that names it.
//!
//! [`shown`] lets the output through, [`logged`] keeps it in `target/<command>/<step>.log` and shows
//! it only when the step fails. Both print the step's name with its duration. Every child gets an
//! empty stdin, so that nothing ever waits for an answer.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub use crate::outcome::Outcome;
use crate::tree;

/// The `cargo` that runs us, at the root of the repository.
pub fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = program_at_root(program.as_ref());
    command.args(arguments);
    // Left by the `cargo run` that started us; build scripts of the next build would see them change.
    for (name, _) in std::env::vars() {
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// How many Rust tests run at once. Those of the server wait most of their time, for processes that they
/// start and for limits of time that they look at.
pub fn test_threads() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores * 2).to_string()
}

/// Node with a script inside the repository, such as `node_modules/vite/bin/vite.js`.
pub fn node(script: &str, arguments: &[&str]) -> Command {
    let mut command = program_at_root("node".as_ref());
    command.arg(tree::root().join(script)).args(arguments);
    command
}

/// Any program, started at the root of the repository.
pub fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = program_at_root(name.as_ref());
    command.args(arguments);
    command
}

fn program_at_root(name: &Path) -> Command {
    let mut command = Command::new(name);
    command.current_dir(tree::root()).stdin(Stdio::null());
    command
}

/// Runs a step with its output let through.
pub fn shown(name: &str, command: &mut Command) -> Outcome {
    println!("── {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    println!("── {name}: {}", took(start.elapsed()));
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status}), see above")) }
}

/// Runs a short command and gives what it printed; its complaints are part of the error.
pub fn answer(command: &mut Command) -> Outcome<String> {
    let output = command.output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} failed ({}): {}", label(command), output.status, complaint.trim()))
}

/// What a logged step left behind.
pub struct Log {
    pub is_ok: bool,
    pub text: String,
    pub path: PathBuf,
    pub elapsed: Duration,
}

/// Runs a step with its output kept in `log`; a line says every half minute that it still runs.
/// After `limit` the step and all it started are ended and it counts as failed.
pub fn logged(name: &str, command: &mut Command, log: &Path, limit: Duration) -> Log {
    log_of(name, command, log, limit, true)
}

/// The same without the half-minute lines, for a step that runs beside another.
pub fn silent(name: &str, command: &mut Command, log: &Path, limit: Duration) -> Log {
    log_of(name, command, log, limit, false)
}

fn log_of(name: &str, command: &mut Command, log: &Path, limit: Duration, is_told: bool) -> Log {
    let start = Instant::now();
    let (is_ok, note) = match run_into(name, command, log, limit, is_told) {
        Ok(status) => (status.success(), None),
        Err(sentence) => (false, Some(sentence)),
    };
    let mut text = std::fs::read(log)
        .map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned());
    if let Some(note) = note {
        text.push_str(&note);
        text.push('\n');
    }
    Log { is_ok, text, path: log.to_path_buf(), elapsed: start.elapsed() }
}

fn run_into(
    name: &str,
    command: &mut Command,
    log: &Path,
    limit: Duration,
    is_told: bool,
) -> Outcome<ExitStatus> {
    tree::make_parent(log)?;
    let file =
        File::create(log).map_err(|error| format!("cannot write {}: {error}", log.display()))?;
    let twin =
        file.try_clone().map_err(|error| format!("cannot write {}: {error}", log.display()))?;
    let mut child =
        command.stdout(file).stderr(twin).spawn().map_err(|error| cannot_start(command, &error))?;
    wait(name, &mut child, limit, is_told)
}

fn wait(name: &str, child: &mut Child, limit: Duration, is_told: bool) -> Outcome<ExitStatus> {
    let start = Instant::now();
    let is_terminal = std::io::stdout().is_terminal();
    let mut next = Duration::from_secs(if is_terminal { 1 } else { 30 });
    loop {
        if let Some(status) = child.try_wait().map_err(|error| format!("{name}: {error}"))? {
            if is_terminal && is_told {
                print!("\r\x1b[K");
            }
            return Ok(status);
        }
        let elapsed = start.elapsed();
        if elapsed > limit {
            end_with_children(child);
            return Err(format!("{name} was ended: it ran longer than {}", took(limit)));
        }
        if is_told && elapsed > next {
            if is_terminal {
                print!("\r\x1b[K  {name} … {}", took(elapsed));
                next += Duration::from_secs(1);
            } else {
                println!("  {name} … {}", took(elapsed));
                next += Duration::from_secs(30);
            }
            std::io::stdout().flush().ok();
        }
        sleep(Duration::from_millis(if elapsed < Duration::from_secs(2) { 10 } else { 100 }));
    }
}

/// Ends a child and all its descendants: a test runner that hangs has browsers and servers below it.
fn end_with_children(child: &mut Child) {
    let table = answer(&mut program("ps", &["-A", "-o", "pid=,ppid="])).unwrap_or_default();
    let pairs: Vec<(u32, u32)> = table
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace().map(str::parse);
            Some((words.next()?.ok()?, words.next()?.ok()?))
        })
        .collect();
    let mut family = vec![child.id()];
    let mut seen = 0;
    while seen < family.len() {
        let parent = family[seen];
        family.extend(pairs.iter().filter(|pair| pair.1 == parent).map(|pair| pair.0));
        seen += 1;
    }
    for id in family.iter().skip(1) {
        answer(&mut program("kill", &["-9", &id.to_string()])).ok();
    }
    child.kill().ok();
    child.wait().ok();
}

/// A duration as people read it: `0.4 s`, `12 s`, `3 min 05 s`.
pub fn took(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", elapsed.as_secs_f32()),
        10..100 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", label(command))
}

fn label(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
