//! `size`: what a visitor downloads and a host installs, as *ours / budget / ok*.
//!
//! Bytes are brotli (quality 11) of the release build in `web/modal/dist`, which is made first. What
//! loads when is read from the imports of the built files
//! (`size/chunks.rs`), where a module's bytes sit from its code section (`size/functions.rs`). The
//! rows that need a browser come from `web/e2e/speed.config.ts`, a Playwright run that writes
//! `target/size/slow.json`: an object from the row's key to a number.

mod chunks;
mod functions;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{self, Outcome};
use crate::tree;
use crate::wasm;

/// Key in the report of the browser, what the row says, unit, budget.
const SLOW: [(&str, &str, &str, f64); 8] = [
    ("buttonUsableMs", "slow: navigation to button usable", "ms", 700.0),
    ("dialogPaintedMs", "slow: click to dialog painted", "ms", 100.0),
    ("listColdMs", "slow: click to list, cold", "ms", 1400.0),
    ("listWarmMs", "slow: click to list, warmed by hover", "ms", 150.0),
    ("addressMs", "slow: wallet click to host knows the address", "ms", 100.0),
    ("blockingMs", "slow: blocking time on load", "ms", 30.0),
    ("heapMb", "JS heap with the modal open", "MB", 3.5),
    ("thirdPartyRequests", "requests to third parties", "", 0.0),
];
const SPEED: &str = "web/e2e/speed.config.ts";
const SPEED_REPORT: &str = "target/size/slow.json";
const COMPRESS: &str = "
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
for (const path of process.argv.slice(1)) {
  const raw = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length }
  console.log(raw.length, brotliCompressSync(raw, { params }).length)
}";

/// Prints every row.
pub fn run() -> Outcome {
    let dist = tree::root().join("web/modal/dist");
    if !dist.join("latchkit.js").exists() {
        return Err("web/modal/dist is empty. Run `cargo xtask web --release` first.".to_owned());
    }
    println!("{:<48} {:>12} {:>12}", "what", "ours", "budget");
    let first = chunks::loaded_at_import(&dist)?;
    row("requests before a click", to_float(first.len()), "", 3.0);
    row("bytes before a click", kilobytes(&first)?, "kB", 12.0);
    let list = chunks::loaded_for_list(&dist)?;
    row("requests until the Connect list", to_float(list.len()), "", f64::INFINITY);
    row("bytes until the Connect list", kilobytes(&list)?, "kB", 150.0);
    for (path, (raw, packed)) in list.iter().zip(compress(&list)?) {
        println!(
            "  {:<46} {packed:>10} B  ({raw} raw)",
            path.file_name().unwrap_or_default().to_string_lossy()
        );
    }
    namespaces(&dist)?;
    modules()?;
    installed()?;
    slow()
}

fn row(what: &str, ours: f64, unit: &str, budget: f64) {
    let shown = |number: f64| match unit {
        "" => format!("{number}"),
        "ms" => format!("{number:.0} ms"),
        _ => format!("{number:.1} {unit}"),
    };
    let verdict = if ours <= budget { "ok" } else { "TOO MUCH" };
    let budget = if budget.is_finite() { shown(budget) } else { "-".to_owned() };
    println!("{what:<48} {:>12} {budget:>12}  {verdict}", shown(ours));
}

/// What a host pays for a namespace besides eip155. The goal is printed as a budget; nothing fails by it.
fn namespaces(dist: &Path) -> Outcome {
    for name in chunks::NAMESPACES {
        match chunks::of_namespace(dist, name) {
            Some(path) => row(&format!("wallets of {name}"), kilobytes(&[path])?, "kB", 6.0),
            None => not_yet(&format!("wallets of {name}")),
        }
    }
    Ok(())
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
    Ok(printed.lines().filter_map(pair).collect())
}

fn modules() -> Outcome {
    for module in wasm::MODULES {
        let path = tree::root().join("target/web").join(module).join(format!("{module}_bg.wasm"));
        let Some((raw, packed)) = path
            .exists()
            .then(|| compress(&[path]))
            .transpose()?
            .and_then(|sizes| sizes.first().copied())
        else {
            not_yet(&format!("{module}.wasm"));
            continue;
        };
        let budget = if module == "engine" { 53.0 } else { f64::INFINITY };
        row(&format!("{module}.wasm"), to_float(packed) / 1000.0, "kB", budget);
        if module == "engine" {
            let late = tree::root().join("target/web/engine/engine_late.wasm");
            row("engine.wasm, its second half", kilobytes(&[late])?, "kB", f64::INFINITY);
        }
        println!("  {raw} bytes raw in front; heaviest functions (bytes raw):");
        let named =
            tree::root().join("target/web/names").join(module).join(format!("{module}_bg.wasm"));
        match fs::read(&named) {
            Ok(bytes) => functions::heaviest(&bytes, 10)?
                .iter()
                .for_each(|(size, name)| println!("  {size:>8}  {name}")),
            Err(_) => println!(
                "           unknown: the names are kept by `cargo xtask web --release` only"
            ),
        }
    }
    Ok(())
}

/// What `npm install latchkit` brings.
fn installed() -> Outcome {
    let folder = tree::root().join("web/modal");
    let printed =
        run::answer(run::program("npm", &["pack", "--dry-run", "--json"]).current_dir(&folder))?;
    let packed: Value =
        serde_json::from_str(&printed).map_err(|error| format!("npm pack: {error}"))?;
    let count = |name: &str| {
        packed[0][name].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
    };
    let manifest: Value =
        serde_json::from_str(&tree::read(&folder.join("package.json"))?).unwrap_or_default();
    let own = manifest["dependencies"].as_object().map_or(0, serde_json::Map::len);
    row("installed packages", to_float(own + 1), "", 5.0);
    row("installed size", to_float(count("unpackedSize")) / 1e6, "MB", 5.0);
    println!("  {} files, {} bytes packed", count("entryCount"), count("size"));
    Ok(())
}

fn slow() -> Outcome {
    let report = tree::root().join(SPEED_REPORT);
    fs::remove_file(&report).ok();
    if tree::root().join(SPEED).exists() {
        let mut command =
            run::node("node_modules/@playwright/test/cli.js", &["test", "--config", SPEED]);
        run::answer(&mut command)?;
    }
    let text = fs::read_to_string(&report).unwrap_or_default();
    let report: Value = serde_json::from_str(&text).unwrap_or_default();
    for (key, what, unit, budget) in SLOW {
        match report[key].as_f64() {
            Some(ours) => row(what, ours, unit, budget),
            None => not_yet(what),
        }
    }
    Ok(())
}
