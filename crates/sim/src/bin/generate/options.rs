//! What a host tells the engine: types that a host may fill with what it cannot change, the names of the
//! options, and the words that some of them take.

use std::fs;
use std::io;
use std::path::Path;

use engine::{ConnectorType, EngineOptions, Method};
use ts_rs::{Config, TS};
use wire::{GetParts, Json, Word, to_text};

/// Files that hosts write values for.
const GIVEN: [&str; 5] =
    ["Choice", "CustomWallet", "EngineFeatures", "EngineOptions", "RemoteFeatures"];

/// Writes them into a folder.
pub fn write(folder: &Path, config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    EngineOptions::export_all(config)?;
    for name in GIVEN {
        let path = folder.join(name).with_extension("ts");
        fs::write(&path, given(&fs::read_to_string(&path)?))?;
    }
    names(folder)?;
    Ok(())
}

fn names(folder: &Path) -> io::Result<()> {
    let names = list(EngineOptions::NAMES.iter().copied());
    let types = words::<ConnectorType>();
    let methods = words::<Method>();
    let text = format!(
        "import type {{ EngineOptions }} from './EngineOptions.ts'\n\n\
         /** The options that the engine reads. */\n\
         export const engineOptions = {names} as const satisfies readonly (keyof EngineOptions)[]\n\
         /** The kinds of wallets in the list. */\n\
         export const connectorTypes = {types} as const\n\
         /** The ways to connect. */\n\
         export const connectMethods = {methods} as const\n"
    );
    fs::write(folder.join("optionNames.ts"), text)
}

fn words<T: Word>() -> String {
    list(T::ALL.iter().map(|(word, _)| *word))
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    to_text(&Json::list(names.map(Json::text)))
}

/// Fields and lists that are only read; what may be left out may also be given as `undefined`.
fn given(text: &str) -> String {
    let lines = text.replace("Array<", "ReadonlyArray<");
    let lines = lines.lines().map(|line| match field(line) {
        Some((name, value, end)) if name.ends_with('?') => {
            format!("readonly {name}: {value} | undefined,{end}\n")
        }
        Some((name, value, end)) => format!("readonly {name}: {value},{end}\n"),
        None => format!("{line}\n"),
    });
    lines.collect::<Vec<_>>().concat()
}

/// The name of a field, its type, and what stands behind the comma.
fn field(line: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = line.split_once(": ")?;
    let is_name = name.trim_end_matches('?').chars().all(|it| it.is_alphanumeric() || it == '_');
    let (value, end) = rest.rsplit_once(',')?;
    (is_name && !name.is_empty()).then_some((name, value, end))
}
