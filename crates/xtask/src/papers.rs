//! What lies beside what we publish, so that whoever takes it knows what is in it: both licences of
//! ours, `THIRD_PARTY_LICENSES` with the texts of everybody else's, and `sbom.cdx.json`, the bill of
//! materials.
//!
//! [`of_package`] writes them for npm, [`of_binary`] for the server. What is inside is found in
//! `papers/parts.rs` and written down in `papers/bill.rs` and `papers/texts.rs`. The same tree gives
//! the same papers, byte for byte.

mod bill;
mod parts;
mod texts;

use std::path::Path;

use serde_json::Value;

use crate::run::{self, Outcome};
use crate::tree;
use crate::wasm::{self, Toolchain};
use parts::Parts;

const PACKAGE: &str = "web/modal";
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
const THIRD_PARTY: &str = "THIRD_PARTY_LICENSES";
const BILL: &str = "sbom.cdx.json";

/// Copies our licences into the package, where npm wants them; before the pages are built, which look
/// for what has changed in its folder.
pub fn licences() -> Outcome {
    for name in LICENCES {
        let text = tree::read(&tree::root().join(name))?;
        write_new(&tree::root().join(PACKAGE).join(name), &text)?;
    }
    Ok(())
}

/// Writes the papers of the built package, and sees that npm will take them along.
pub fn of_package(toolchain: Toolchain) -> Outcome {
    let folder = tree::root().join(PACKAGE);
    write(&folder.join("dist"), bill::LIBRARY, &in_package(toolchain)?)?;
    let listed = packed(&folder)?;
    let in_dist = [THIRD_PARTY, BILL].map(|name| format!("dist/{name}"));
    let wanted =
        LICENCES.iter().copied().chain(["README.md"]).chain(in_dist.iter().map(String::as_str));
    for name in wanted {
        if !listed.iter().any(|path| path == name) {
            return Err(format!(
                "npm would leave {name} out of the package: see `files` in {PACKAGE}/package.json."
            ));
        }
    }
    Ok(())
}

/// Writes the papers of the release binary, which has the package and the frame in it, beside it.
pub fn of_binary(toolchain: Toolchain) -> Outcome {
    let mut parts = Parts::of_crates(&["-p", "server", "--features", "embed"], "rustc")?;
    parts.add(in_package(toolchain)?);
    parts.add(of_modules(&wasm::FRAME_MODULES, toolchain)?);
    parts.add(Parts::of_packages(parts::IN_FRAME)?);
    let folder = tree::target().join("release");
    write(&folder, bill::APPLICATION, &parts)?;
    println!("   beside the binary: {THIRD_PARTY}, {BILL}");
    Ok(())
}

fn in_package(toolchain: Toolchain) -> Outcome<Parts> {
    let mut parts = of_modules(&wasm::MODULES, toolchain)?;
    parts.add(Parts::of_packages(parts::IN_PACKAGE)?);
    Ok(parts)
}

fn of_modules(modules: &[&str], toolchain: Toolchain) -> Outcome<Parts> {
    let mut selection = vec!["--target", wasm::TRIPLE];
    selection.extend(modules.iter().flat_map(|module| ["-p", module]));
    Parts::of_crates(&selection, toolchain.rustc())
}

fn write(folder: &Path, kind: &str, parts: &Parts) -> Outcome {
    write_new(&folder.join(THIRD_PARTY), &texts::third_party(parts)?)?;
    write_new(&folder.join(BILL), &bill::of(kind, parts))
}

/// Leaves a file alone that says so already: what is built of it stays fresh.
fn write_new(path: &Path, text: &str) -> Outcome {
    if tree::read(path).is_ok_and(|last| last == text) { Ok(()) } else { tree::write(path, text) }
}

/// What npm would publish, by path.
fn packed(folder: &Path) -> Outcome<Vec<String>> {
    let mut command = run::program("npm", &["pack", "--dry-run", "--json"]);
    let printed = run::answer(command.current_dir(folder))?;
    let packed: Value =
        serde_json::from_str(&printed).map_err(|error| format!("npm pack: {error}"))?;
    let files = packed[0]["files"].as_array().into_iter().flatten();
    Ok(files.filter_map(|file| file["path"].as_str().map(str::to_owned)).collect())
}
