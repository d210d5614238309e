//! `size`: what a visitor downloads and a host installs, as *ours / budget / ok*.
//!
//! [`bytes`] fails when a row is over its budget: it is a step of `verify`. [`run`] prints the times too,
//! which fail nothing. Bytes are brotli (quality 11) of the release build in `web/modal/dist` and `web/vault/dist`,
//! which is made first. What loads when is read from the imports of the built files
//! (`size/chunks.rs`). The rows that need a browser come from `web/e2e/speed.config.ts`, a Playwright run
//! that writes `size/slow.json` and `size/wallet.json` where cargo builds: objects from the row's key to a number.

mod chunks;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::demo::RELEASE_SERVER;
use crate::run::{self, Outcome};
use crate::tree;
use crate::wasm::{self, Kind};

/// Key in a report of the browser, what the row says, unit, budget.
const SLOW: [(&str, &str, &str, f64); 17] = [
    ("buttonUsableMs", "slow: navigation to button usable", "ms", 700.0),
    ("dialogPaintedMs", "slow: click to dialog painted", "ms", 100.0),
    ("walletsReadableMs", "slow: click to installed wallets, cold", "ms", 100.0),
    ("askedColdMs", "slow: click on one to the wallet asked, cold", "ms", 1400.0),
    ("listColdMs", "slow: click to list, cold", "ms", 1400.0),
    ("listWarmMs", "slow: click to list, warmed by hover", "ms", 150.0),
    ("addressMs", "slow: wallet click to host knows the address", "ms", 100.0),
    ("codeColdMs", "slow: tap on WalletConnect to its code, cold", "ms", 1500.0),
    ("codeWarmMs", "slow: the same, warmed by hover", "ms", 300.0),
    ("codeAgainMs", "slow: the same once more", "ms", 300.0),
    ("accountWarmMs", "slow: click to Account with what is stored, warm", "ms", 150.0),
    ("blockingMs", "slow: blocking time on load", "ms", 30.0),
    ("heapMb", "JS heap with the modal open", "MB", 3.5),
    ("thirdPartyRequests", "requests to third parties", "", 0.0),
    ("mailSentMs", "4x CPU: Continue to the field for the code", "ms", f64::INFINITY),
    ("walletConnectedMs", "4x CPU: last digit to host knows the address", "ms", f64::INFINITY),
    ("signatureMs", "4x CPU: Approve to the host has the signature", "ms", f64::INFINITY),
];
const SPEED: &str = "web/e2e/speed.config.ts";
const SPEED_REPORTS: [&str; 2] = ["size/slow.json", "size/wallet.json"];
const COMPRESS: &str = "
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
for (const path of process.argv.slice(1)) {
  const raw = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length }
  console.log(raw.length, brotliCompressSync(raw, { params }).length)
}";

const MINIFY: &str = "
import { readFileSync, writeFileSync } from 'node:fs'
import { minifySync } from 'vite'
const [from, to] = process.argv.slice(1)
writeFileSync(to, minifySync(from, readFileSync(from, 'utf8'), { module: true }).code)";

/// Prints every row; fails when one of [`bytes`] is over its budget.
pub fn run() -> Outcome {
    let verdict = bytes();
    slow()?;
    verdict
}

/// Prints the rows that are not about time, and fails when one is over its budget.
pub fn bytes() -> Outcome {
    println!("{:<48} {:>12} {:>12}", "what", "ours", "budget");
    let rows = budgets()?;
    rows.iter().for_each(Row::print);
    goals()?;
    let broken: Vec<String> =
        rows.iter().filter(|row| row.is_broken()).map(Row::sentence).collect();
    if broken.is_empty() { Ok(()) } else { Err(format!("Over budget: {}.", broken.join(", "))) }
}

/// What fails `verify`.
fn budgets() -> Outcome<Vec<Row>> {
    let dist = Kind::Release.package();
    let (entry, list) = (chunks::loaded_at_import(&dist)?, chunks::loaded_for_list(&dist)?);
    let first_half = with_glue("engine")?;
    let signer = with_glue("signer")?;
    let added = kilobytes(&chunks::of_module(&dist, "walletconnect")?)?;
    let account = kilobytes(&chunks::of_module(&dist, "spend")?)?;
    let [field, frame] = chunks::of_frame(&Kind::Release.frame())?;
    let (packages, megabytes) = installed()?;
    Ok(vec![
        Row::of("requests before a click", to_float(entry.len()), "", 3.0),
        Row::of("bytes before a click", kilobytes(&entry)?, "kB", 13.5),
        Row::of("bytes until the Connect list", kilobytes(&list)?, "kB", 156.0),
        Row::of("first half of the engine, with its glue, at most", first_half, "kB", 56.2),
        Row::of("added when WalletConnect opens, at most", added, "kB", 70.0),
        Row::of("added when Account opens", account, "kB", 60.0),
        Row::of("bytes until the frame's field", kilobytes(&field)?, "kB", 120.0),
        Row::of("the vault's worker, with its glue", signer, "kB", 120.0),
        Row::of("bytes of the frame in all", kilobytes(&frame)?, "kB", 250.0),
        Row::of("installed packages", packages, "", 5.0),
        Row::of("installed size", megabytes, "MB", 5.0),
    ])
}

/// What a module and its glue weigh.
fn with_glue(module: &str) -> Outcome<f64> {
    let folder = Kind::Release.folder().join(module);
    let glue = as_shipped(&folder.join(format!("{module}.js")))?;
    kilobytes(&[folder.join(format!("{module}_bg.wasm")), glue])
}

/// The glue without what the build of the package takes out of it.
fn as_shipped(glue: &Path) -> Outcome<PathBuf> {
    let small = tree::target().join("size/glue.js");
    tree::make_parent(&small)?;
    let mut command = run::program("node", &["--input-type=module", "--eval", MINIFY, "--"]);
    run::answer(command.arg(glue).arg(&small))?;
    Ok(small)
}

/// What is told besides: of what the list is made, and what comes later.
fn goals() -> Outcome {
    let dist = Kind::Release.package();
    let list = chunks::loaded_for_list(&dist)?;
    println!("until the Connect list, {} requests:", list.len());
    for (path, (raw, packed)) in list.iter().zip(compress(&list)?) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!("  {name:<46} {packed:>10} B  ({raw} raw)");
    }
    println!("in the engine, the heaviest functions (bytes raw):");
    let named = Kind::Release.folder().join("names/engine/engine_bg.wasm");
    let mut heaviest = Command::new(wasm::build_glue()?);
    print!("{}", run::answer(heaviest.arg("heaviest").arg(named))?);
    let second_half = Kind::Release.folder().join("engine/engine_late.wasm");
    Row::of("second half of the engine", kilobytes(&[second_half])?, "kB", f64::INFINITY).print();
    Row::of("first half of the engine, the goal", with_glue("engine")?, "kB", 55.0).print();
    let added = kilobytes(&chunks::of_module(&dist, "walletconnect")?)?;
    Row::of("added when WalletConnect opens, the goal", added, "kB", 60.0).print();
    let added = kilobytes(&chunks::of_module(&dist, "embedded")?)?;
    Row::of("added to the list by signing in by e-mail", added, "kB", f64::INFINITY).print();
    for name in chunks::NAMESPACES {
        let what = format!("wallets of {name}");
        match chunks::of_namespace(&dist, name) {
            Some(path) => Row::of(&what, kilobytes(&[path])?, "kB", 6.0).print(),
            None => not_yet(&what),
        }
    }
    Ok(())
}

/// One row: what it says, what it is in which unit, and the most that it should be.
struct Row {
    what: String,
    ours: f64,
    unit: &'static str,
    budget: f64,
}

impl Row {
    fn of(what: &str, ours: f64, unit: &'static str, budget: f64) -> Self {
        Row { what: what.to_owned(), ours, unit, budget }
    }

    fn is_broken(&self) -> bool {
        self.ours > self.budget
    }

    fn print(&self) {
        let verdict = if self.is_broken() { "TOO MUCH" } else { "ok" };
        let budget = if self.budget.is_finite() { self.shown(self.budget) } else { "-".to_owned() };
        println!("{:<48} {:>12} {budget:>12}  {verdict}", self.what, self.shown(self.ours));
    }

    fn sentence(&self) -> String {
        let Self { what, ours, budget, .. } = self;
        format!("{what} {} of {}", self.shown(*ours), self.shown(*budget))
    }

    fn shown(&self, number: f64) -> String {
        match self.unit {
            "" => format!("{number}"),
            "ms" => format!("{number:.0} ms"),
            unit => format!("{number:.2} {unit}"),
        }
    }
}

fn not_yet(what: &str) {
    println!("{what:<48} {:>12}", "not yet");
}

fn kilobytes(paths: &[PathBuf]) -> Outcome<f64> {
    Ok(to_float(compress(paths)?.iter().map(|(_, packed)| packed).sum()) / 1000.0)
}

/// Sizes stay far below the 52 bits where a float loses count.
fn to_float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Length and brotli length of each file.
fn compress(paths: &[PathBuf]) -> Outcome<Vec<(usize, usize)>> {
    let mut command = run::program("node", &["--input-type=module", "--eval", COMPRESS, "--"]);
    let printed = run::answer(command.args(paths))?;
    let pair = |line: &str| {
        let (raw, packed) = line.split_once(' ')?;
        Some((raw.parse().ok()?, packed.parse().ok()?))
    };
    let sizes: Option<Vec<_>> = printed.lines().map(pair).collect();
    sizes.filter(|it| it.len() == paths.len()).ok_or_else(|| format!("sizes expected: {printed}"))
}

/// How many packages and megabytes `npm install latchkit` brings.
fn installed() -> Outcome<(f64, f64)> {
    let folder = tree::root().join("web/modal");
    let printed =
        run::answer(run::program("npm", &["pack", "--dry-run", "--json"]).current_dir(&folder))?;
    let read = |text: &str| -> Outcome<Value> {
        serde_json::from_str(text).map_err(|error| format!("npm pack or package.json: {error}"))
    };
    let unpacked = read(&printed)?[0]["unpackedSize"].as_f64().ok_or("npm pack tells no size")?;
    let manifest = read(&tree::read(&folder.join("package.json"))?)?;
    let own = manifest["dependencies"].as_object().map_or(0, serde_json::Map::len);
    Ok((to_float(own + 1), unpacked / 1e6))
}

fn slow() -> Outcome {
    let reports = SPEED_REPORTS.map(|report| tree::target().join(report));
    for report in &reports {
        fs::remove_file(report).ok();
    }
    run::shown("compile the server (release)", &mut run::cargo(&RELEASE_SERVER))?;
    if tree::root().join(SPEED).exists() {
        let mut command =
            run::node("node_modules/@playwright/test/cli.js", &["test", "--config", SPEED]);
        run::answer(&mut command)?;
    }
    let reports = reports.map(|report| {
        let text = fs::read_to_string(report).unwrap_or_default();
        serde_json::from_str::<Value>(&text).unwrap_or_default()
    });
    for (key, what, unit, budget) in SLOW {
        match reports.iter().find_map(|report| report[key].as_f64()) {
            Some(ours) => Row::of(what, ours, unit, budget).print(),
            None => not_yet(what),
        }
    }
    Ok(())
}
