//! Reads a registry: a JSON array of wallets, the first one ranked first. What is wrong in it is told
//! with line and field, all of it at once.
//!
//! Values are kept as slices of the text until their field takes them, so that each knows its line.

use super::field;
use crate::images::drawing::Color;
use crate::images::{self, Image};
use crate::problem::Problem;
use protocol::api::WalletListing;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// The registry of the repository.
const BUILT_IN: &str = include_str!("../../registry/wallets.json");

/// A wallet of a registry. Its order and the id of its image are not known yet.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) listing: WalletListing,
    /// The icon file that it names.
    pub(super) icon: Option<Image>,
    /// The colour that its letters stand on where it names none.
    pub(super) color: Option<Color>,
}

/// The wallets of the repository.
pub(super) fn built_in() -> Result<Vec<Entry>, Problem> {
    parse(BUILT_IN, Icons::OfProgram)
        .map_err(|faults| registry_problem(Path::new("registry/wallets.json"), &faults))
}

/// The wallets of a file.
pub(super) fn read(file: &Path) -> Result<Vec<Entry>, Problem> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Problem::new(format!(
            "The registry {} cannot be read ({error}). Name another with `wallets`.",
            file.display()
        ))
    })?;
    let folder = file.parent().unwrap_or(Path::new(""));
    parse(&text, Icons::In(folder)).map_err(|faults| registry_problem(file, &faults))
}

/// Something wrong: its line, counted from 1, and a sentence that begins with the field.
struct Fault {
    line: usize,
    sentence: String,
}

fn registry_problem(file: &Path, faults: &[Fault]) -> Problem {
    let mut text = format!("The registry {} cannot be used:", file.display());
    for Fault { line, sentence } in faults {
        text.push_str(&format!("\n  line {line}: {sentence}"));
    }
    Problem::new(text)
}

/// Where a registry's icons are.
#[derive(Clone, Copy)]
enum Icons<'a> {
    /// Among the marks of the program.
    OfProgram,
    /// In this folder.
    In(&'a Path),
}

fn parse(text: &str, icons: Icons<'_>) -> Result<Vec<Entry>, Vec<Fault>> {
    let entries: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| {
        let sentence = format!("it must be a JSON array of wallets; {error}.");
        vec![Fault { line: error.line(), sentence }]
    })?;
    let mut reader = Reader { text, icons, faults: Vec::new(), seen: HashMap::new() };
    let read = entries.into_iter().map(|entry| reader.entry(entry)).collect();
    reader.faults.sort_by_key(|fault| fault.line);
    if reader.faults.is_empty() { Ok(read) } else { Err(reader.faults) }
}

struct Reader<'a> {
    text: &'a str,
    icons: Icons<'a>,
    faults: Vec<Fault>,
    /// The values that may be there once, by field, and where they stood last.
    seen: HashMap<(&'static str, String), &'a RawValue>,
}

impl<'a> Reader<'a> {
    fn entry(&mut self, raw: &'a RawValue) -> Entry {
        let mut entry = Entry { listing: WalletListing::default(), icon: None, color: None };
        let Ok(Fields(fields)) = serde_json::from_str(raw.get()) else {
            let wanted = "a wallet must be an object such as {\"id\":\"…\",\"name\":\"…\"}.";
            self.fault(raw, wanted);
            return entry;
        };
        for (at, (name, value)) in fields.iter().enumerate() {
            if fields[..at].iter().any(|(before, _)| before == name) {
                self.fault(value, &format!("{name} is given twice."));
            } else if let Err(wanted) = self.set(&mut entry, name, value.get()) {
                self.fault(value, &format!("{name} {wanted}."));
            }
        }
        for name in ["id", "name"] {
            match fields.iter().find(|(given, _)| given == name) {
                None => self.fault(raw, &format!("{name} is missing.")),
                Some((_, value)) if name == "id" => self.once("id", &entry.listing.id, value),
                Some(_) => {}
            }
        }
        let rdns = fields.iter().find(|(name, _)| name == "rdns");
        if let (Some((_, value)), Some(rdns)) = (rdns, &entry.listing.rdns) {
            self.once("rdns", rdns, value);
        }
        entry
    }

    fn set(&self, entry: &mut Entry, name: &str, json: &str) -> Result<(), String> {
        match name {
            field::ICON => entry.icon = Some(self.icon(json)?),
            field::COLOR => entry.color = Some(field::color(json)?),
            _ => field::set(&mut entry.listing, name, json)?,
        }
        Ok(())
    }

    fn icon(&self, json: &str) -> Result<Image, String> {
        let file: String = serde_json::from_str(json).map_err(|_| "must be a text".to_owned())?;
        let icon = match self.icons {
            Icons::OfProgram => images::marks::icon(&file),
            Icons::In(folder) => images::file::read(folder, &file),
        };
        icon.map_err(|fault| format!("{file:?} {fault}"))
    }

    fn once(&mut self, field: &'static str, text: &str, value: &'a RawValue) {
        if text.is_empty() {
            return;
        }
        if let Some(before) = self.seen.insert((field, text.to_owned()), value) {
            let line = self.line(before);
            self.fault(value, &format!("{field} {text:?} is that of line {line}, too."));
        }
    }

    fn fault(&mut self, at: &RawValue, sentence: &str) {
        let line = self.line(at);
        self.faults.push(Fault { line, sentence: sentence.to_owned() });
    }

    /// A value is a slice of the text, so its address tells where it stands.
    fn line(&self, value: &RawValue) -> usize {
        let offset = value.get().as_ptr().addr() - self.text.as_ptr().addr();
        self.text[..offset].matches('\n').count() + 1
    }
}

/// The fields of an object in their order, those given twice included.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                    if fields.len() > 100 {
                        return Err(A::Error::custom("too many fields"));
                    }
                }
                Ok(fields)
            }
        }

        from.deserialize_map(InOrder).map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn faults(text: &str) -> Vec<String> {
        let text = text.replace("ID", ID);
        match parse(&text, Icons::In(Path::new("."))) {
            Ok(entries) => vec![format!("{} wallets", entries.len())],
            Err(faults) => {
                faults.into_iter().map(|it| format!("{}: {}", it.line, it.sentence)).collect()
            }
        }
    }

    #[test]
    fn the_built_in_registry_has_one_wallet_a_line() {
        let inside = BUILT_IN.strip_prefix("[\n").and_then(|it| it.strip_suffix("\n]\n"));
        for line in inside.expect("brackets on lines of their own").lines() {
            let wallet = line.trim().trim_end_matches(',');
            let Fields(fields) = serde_json::from_str(wallet).expect(line);
            assert!(fields.iter().all(|(name, _)| name != "badge_type"));
        }
    }

    #[test]
    fn a_registry_that_is_cut_off_is_refused() {
        let end = BUILT_IN.match_indices('\n').nth(2).map_or(0, |(at, _)| at);
        for at in (0..end).filter(|at| BUILT_IN.is_char_boundary(*at)) {
            assert!(parse(&BUILT_IN[..at], Icons::OfProgram).is_err(), "at {at}");
        }
    }

    #[test]
    fn a_registry_may_be_empty() {
        assert_eq!(faults("[]"), ["0 wallets"]);
        assert_eq!(faults("[{\"id\":\"ID\",\"name\":\"Harbor\"}]"), ["1 wallets"]);
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_line_and_field() {
        let text = "[\n{\"id\":\"ID\",\n\"name\":\"\"},\n7,\n{\"nmae\":\"x\",\"id\":1},\n\
                    {\"id\":\"ID\",\"name\":\"a\",\"name\":\"b\",\n\"icon\":\"../a.svg\"}]";
        assert_eq!(
            faults(text),
            [
                "3: name must be 1 to 60 letters without signs that nobody sees, \"\" is not.",
                "4: a wallet must be an object such as {\"id\":\"…\",\"name\":\"…\"}.",
                "5: nmae is not a field of a wallet.",
                "5: id must be 64 hex digits in small letters.",
                "5: name is missing.",
                "6: name is given twice.",
                &format!("6: id \"{ID}\" is that of line 2, too."),
                "7: icon \"../a.svg\" must be a file in the folder of the registry.",
            ]
        );
    }

    #[test]
    fn a_domain_may_be_there_once() {
        let other = ID.replace('0', "f");
        let text = format!(
            "[{{\"id\":\"ID\",\"name\":\"a\",\"rdns\":\"a.b\"}},\n\
             {{\"id\":\"{other}\",\"name\":\"a\",\"rdns\":\"a.b\"}}]"
        );
        assert_eq!(faults(&text), ["2: rdns \"a.b\" is that of line 1, too."]);
    }

    #[test]
    fn what_is_no_array_is_told_with_its_line() {
        for (text, expected) in [
            (
                "",
                "1: it must be a JSON array of wallets; EOF while parsing a value at line 1 column 0.",
            ),
            (
                "[\n{},\n]",
                "3: it must be a JSON array of wallets; trailing comma at line 3 column 1.",
            ),
            (
                "{}",
                "1: it must be a JSON array of wallets; invalid type: map, expected a sequence at line 1 column 0.",
            ),
        ] {
            assert_eq!(faults(text), [expected]);
        }
    }
}
