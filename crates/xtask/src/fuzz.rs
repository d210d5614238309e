//! `fuzz [target] [seconds]`: looks for a text on which the codec and `serde_json` differ, or that a
//! reader does not hold out against: of what relays and wallets send, of what pages want signed, of what is kept
//! sealed.
//!
//! The targets are the crate `fuzz`, outside the workspace, which cargo-fuzz builds and runs. Each
//! starts from the texts of its corpus, and adds to them those that reach more of the code; none is
//! taken away. `crates/sim/tests/hostile` plays them in every `verify`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::run::{self, Outcome};
use crate::tools;
use crate::tree;

/// Each has a file of this name in `fuzz/targets` and in [`CORPORA`].
const TARGETS: [&str; 10] = [
    "codec",
    "uri",
    "envelope",
    "frame",
    "message",
    "token",
    "sealed",
    "typed_message",
    "solana_transaction",
    "sign_in",
];
/// One JSON string a line, the short ones first.
const CORPORA: &str = "crates/sim/tests/hostile/corpus";
const DICTIONARY: &str = "-dict=fuzz/json.dict";

/// Runs each target for so long, or the one that is named.
pub fn run(target: Option<&str>, seconds: &str) -> Outcome {
    let is_wanted = |it: &&str| target.is_none_or(|target| target == *it);
    let wanted: Vec<&str> = TARGETS.into_iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(format!("There is no such target. The targets are {}.", TARGETS.join(", ")));
    }
    wanted.into_iter().try_for_each(|target| search(target, seconds))
}

fn search(target: &str, seconds: &str) -> Outcome {
    let name = format!("{CORPORA}/{target}.jsonl");
    let corpus = tree::root().join(&name);
    let place = tree::root().join("target/fuzz").join(target);
    let [kept, found] = ["kept", "found"].map(|it| place.join(it));
    for folder in [&kept, &found] {
        unpack(&tree::read(&corpus)?, folder)?;
    }
    let time = format!("-max_total_time={seconds}");
    let told = format!("fuzz {target}");
    run::shown(&told, cargo_fuzz(target, &[&found])?.args([&time, DICTIONARY, "-max_len=4096"]))
        .map_err(|failed| {
            format!(
                "{failed}. The text is in fuzz/artifacts: mend what it shows, and add it to {name}."
            )
        })?;
    // Once for each place in the code, and not for each number of times it was passed.
    let adds = ["-merge=1", "-use_counters=0"];
    run::shown("keep what adds", cargo_fuzz(target, &[&kept, &found])?.args(adds))?;
    let texts = packed(&kept)?;
    println!("{} texts are in {name}", texts.lines().count());
    tree::write(&corpus, texts)
}

fn cargo_fuzz(target: &str, corpora: &[&Path]) -> Outcome<Command> {
    let program = tools::cargo_command("cargo-fuzz", "0.13.2")?;
    let mut fuzz = run::program(&program.to_string_lossy(), &["fuzz", "run", target]);
    // Nothing unsafe is in our code, so no sanitizer has anything to see.
    fuzz.args(corpora).args(["--sanitizer", "none", "--target-dir", "target/fuzz", "--"]);
    // Its flags are for a nightly compiler.
    fuzz.env("RUSTC_BOOTSTRAP", "1");
    Ok(fuzz)
}

fn unpack(corpus: &str, folder: &Path) -> Outcome {
    fs::remove_dir_all(folder).ok();
    for (number, line) in corpus.lines().enumerate() {
        let text: String = serde_json::from_str(line)
            .map_err(|error| format!("line {} of the corpus: {error}", number + 1))?;
        tree::write(&folder.join(number.to_string()), text)?;
    }
    Ok(())
}

/// The files of a folder that are texts; the target takes no others.
fn packed(folder: &Path) -> Outcome<String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let read = |entry: fs::DirEntry| fs::read_to_string(entry.path()).ok();
    let mut texts: Vec<String> = entries.flatten().filter_map(read).collect();
    texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let lines: Vec<String> =
        texts.into_iter().map(|text| format!("{}\n", Value::from(text))).collect();
    Ok(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_comes_back_as_it_was() {
        let folder = tree::target().join("fuzz/test");
        let corpus = "\"1\"\n\"\\u0000\\n\"\n\"{\\\"é\\\":1}\"\n";
        unpack(corpus, &folder).expect("unpacked");
        assert_eq!(packed(&folder), Ok(corpus.to_owned()));
    }
}
