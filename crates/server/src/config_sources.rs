//! What a file and the variables say, key by key: where each stands, and everything that cannot be.
//!
//! [`Told`] reads each key alone, and each value in a table, as settings that have a default for every key, so that one
//! fault does not hide the next; what has a fault is left out. What is said of a fault ends with how the key is
//! written, from `latchkit.example.toml`, and quotes no value that might be a secret.

use crate::config_faults::{self, in_words, is_name, nearest};
use crate::problem::Problem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::LazyLock;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Deserializer, Error, ValueDeserializer};

const EXAMPLE: &str = include_str!("../../../latchkit.example.toml");
/// Every key with a value that can be.
static EXAMPLES: LazyLock<toml::Table> = LazyLock::new(|| {
    EXAMPLE.replace("#= ", "").parse().expect("a test reads it, with the lines switched off")
});

/// Where a key stands.
#[derive(Clone)]
enum Place {
    /// In the file at this byte.
    File(usize),
    /// In a variable of this name.
    Variable(String),
}

impl Place {
    /// Those of the file come first, as they stand in it.
    fn order(&self) -> usize {
        match self {
            Place::File(at) => *at,
            Place::Variable(_) => usize::MAX,
        }
    }
}

/// The list of tables.
const TABLES: &str = "walletconnect.relays";

/// The text of a file; empty where there is none, and nobody named it.
pub(crate) fn read(path: &Path, is_named: bool) -> Result<String, Problem> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound && !is_named => Ok(String::new()),
        Err(error) => {
            let name = path.display().to_string();
            // As with every value: a URL may hold a password.
            let name = if name.contains("://") { "that is named by a URL".into() } else { name };
            Err(Problem::new(format!(
                "The configuration {name} cannot be read ({error}). Name a file with --config, or with \
                 LATCHKIT_CONFIG."
            )))
        }
    }
}

/// A step on the way to a value, with its place.
type Key<'i> = Spanned<DeString<'i>>;

/// What a file and variables say.
pub(crate) struct Told<'a> {
    file: &'a Path,
    text: &'a str,
    values: toml::Table,
    /// Of keys, and of values in tables by their way there, with dots.
    places: BTreeMap<String, Place>,
    /// Which of them cannot be read.
    unread: BTreeSet<String>,
    faults: Vec<(Place, String)>,
}

impl<'a> Told<'a> {
    /// Reads the text of the file.
    pub(crate) fn in_file<T: DeserializeOwned>(file: &'a Path, text: &'a str) -> Self {
        let (table, wrong) = DeTable::parse_recoverable(text);
        let (values, places, unread, faults) = Default::default();
        let mut told = Told { file, text, values, places, unread, faults };
        let mut last = None;
        for error in &wrong {
            let at = error.span().map_or(0, |it| it.start);
            // What is read after a slip is often a slip as well.
            if last.replace(line(text, at)) == Some(line(text, at)) {
                continue;
            }
            told.faults.push((Place::File(at), slip(error, text, at)));
        }
        // What was meant by a file with slips is not known.
        if wrong.is_empty() {
            table.into_inner().into_iter().for_each(|(key, value)| told.read::<T>(key, value));
        }
        told
    }

    fn read<T: DeserializeOwned>(&mut self, key: Key<'a>, value: Spanned<DeValue<'a>>) {
        let (at, name) = (key.span().start, key.get_ref().to_string());
        if !EXAMPLES.contains_key(&name) {
            return self.faults.push((Place::File(at), unknown(&name, &name, str::to_owned)));
        }
        self.places.insert(name.clone(), Place::File(at));
        for leaf in leaves(vec![key], &value) {
            let name = dotted(&leaf.0);
            let at = leaf.0.last().map_or(at, |it| it.span().start);
            self.places.insert(name.clone(), Place::File(at));
            if let Err(error) = T::deserialize(Deserializer::from(alone(&leaf))) {
                self.wrong(&leaf.0, &error, is_below::<T>(&leaf));
                self.unread.insert(name);
            }
        }
        let whole = toml::Value::deserialize(ValueDeserializer::from(value)).ok();
        if let Some(left) = whole.and_then(|it| without(it, &name, &self.unread)) {
            let one = toml::Table::from_iter([(name.clone(), left)]);
            if !self.is_unread(&name) || one.clone().try_into::<T>().is_ok() {
                self.values.extend(one);
            }
        }
    }

    /// Something of the file cannot be. Where it is a table's name, each value in the table tells of it.
    fn wrong(&mut self, way: &[Key<'_>], error: &Error, is_below: bool) {
        let at = error.span().map_or(way[0].span().start, |it| it.start);
        let is_told = |it: &(Place, String)| matches!(it.0, Place::File(place) if place == at);
        if self.faults.iter().any(is_told) {
            return;
        }
        let names: Vec<&str> = way.iter().map(|it| &**it.get_ref()).collect();
        let named = way.iter().position(|it| Some(it.span()) == error.span());
        let (first, last) = (names[0], names[names.len() - 1]);
        let text = if is_below {
            format!(
                "`{last}` stands below [{first}], and so it is taken for a part of it. Move it above the \
                 first line in brackets."
            )
        } else {
            let way = names[..named.map_or(names.len(), |it| it + 1)].iter().copied();
            let name = way.take_while(|it| may_be_told(it)).collect::<Vec<_>>().join(".");
            let mut words = in_words(error.message());
            if name == TABLES && words.ends_with("must be a list") {
                words.push_str(": write it with two brackets");
            }
            format!("{name}: {words}.{}", how_in_file(first, &names[1..]))
        };
        self.faults.push((Place::File(at), text));
    }

    /// A `LATCHKIT_…` variable replaces the key of its name; other variables are not ours.
    pub(crate) fn replace<T: DeserializeOwned>(&mut self, variable: String, text: String) {
        let Some(name) = variable.strip_prefix("LATCHKIT_") else { return };
        if name == "CONFIG" || is_set_by_kubernetes(name) {
            return;
        }
        let key = name.to_lowercase();
        if !EXAMPLES.contains_key(&key) || name != key.to_uppercase() {
            let told = unknown(&variable, &key, variable_of);
            return self.faults.push((Place::Variable(variable), told));
        }
        let read = |value| {
            let one = toml::Table::from_iter([(key.clone(), value)]);
            one.clone().try_into::<T>().map(|_| one)
        };
        let json = serde_json::from_str::<toml::Value>(&text).ok();
        let as_text = read(toml::Value::String(text));
        let place = Place::Variable(variable);
        match (as_text, json.map(read)) {
            (Ok(one), _) | (Err(_), Some(Ok(one))) => {
                // Of two that say the same key the variable counts.
                self.values.extend(one);
                self.places.retain(|it, _| !is_within(it, &key));
                self.unread.retain(|it| !is_within(it, &key));
                self.places.insert(key, place);
            }
            (Err(error), None) | (Err(_), Some(Err(error))) => {
                let text = format!("{}.{}", in_words(error.message()), how_in_variable(&key));
                self.faults.push((place, text));
            }
        }
    }

    /// Whether something was said of a key, be it wrong.
    pub(crate) fn says(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// The settings, without what cannot be.
    pub(crate) fn settings<T: DeserializeOwned + Default>(&mut self) -> T {
        self.values.clone().try_into().unwrap_or_else(|error: Error| {
            self.faults.push((Place::File(0), in_words(error.message())));
            T::default()
        })
    }

    /// What all keys together say cannot be; `keys` are those it is about, of a value in a table the way there.
    pub(crate) fn refuse(&mut self, keys: &[&str], text: &str) {
        // Of a key that could not be read enough is said.
        if keys.iter().any(|key| self.is_unread(key)) {
            return;
        }
        let place = keys.iter().find_map(|key| self.place_of(key)).cloned();
        self.faults.push((place.unwrap_or(Place::File(0)), text.to_owned()));
    }

    /// Whether some of a key could not be read.
    fn is_unread(&self, key: &str) -> bool {
        self.unread.iter().any(|it| is_within(it, key))
    }

    /// Where a key stands; if it does not, where the table stands that lacks it.
    fn place_of(&self, key: &str) -> Option<&Place> {
        let mut tables = std::iter::successors(Some(key), |it| Some(it.rsplit_once('.')?.0));
        tables.find_map(|key| {
            let within = self.places.iter().filter(|(it, _)| is_within(it, key));
            within.map(|(_, place)| place).min_by_key(|it| it.order())
        })
    }

    /// Every fault as a sentence with its place, those of the file first and as they stand in it.
    pub(crate) fn faults(self) -> Vec<Problem> {
        let Told { file, text, mut faults, .. } = self;
        faults.sort_by_key(|(place, _)| place.order());
        let told = faults.into_iter().map(|(place, what)| match place {
            Place::File(at) => format!("{}{}: {what}", file.display(), line_and_column(text, at)),
            Place::Variable(name) => format!("{name} (environment): {what}"),
        });
        told.map(Problem::new).collect()
    }
}

/// A value and the way to it.
type Leaf<'i> = (Vec<Key<'i>>, Spanned<DeValue<'i>>);

/// What stands in a table and the tables in it, each with the way there.
fn leaves<'i>(way: Vec<Key<'i>>, value: &Spanned<DeValue<'i>>) -> Vec<Leaf<'i>> {
    match value.get_ref() {
        DeValue::Table(table) if !table.is_empty() && dotted(&way) != TABLES => {
            let of = |(key, value): (&Key<'i>, &_)| {
                leaves([&*way, std::slice::from_ref(key)].concat(), value)
            };
            table.iter().flat_map(of).collect()
        }
        _ => vec![(way, value.clone())],
    }
}

/// Whether a way is one there or beyond it.
fn is_within(way: &str, there: &str) -> bool {
    way.strip_prefix(there).is_some_and(|it| it.is_empty() || it.starts_with('.'))
}

/// A value without what cannot be read of it; `way` is the way to it. Nothing where nothing is left.
fn without(value: toml::Value, way: &str, unread: &BTreeSet<String>) -> Option<toml::Value> {
    let value = Some(value).filter(|_| !unread.contains(way))?;
    let toml::Value::Table(table) = value else { return Some(value) };
    let was_empty = table.is_empty();
    let left = table.into_iter().filter_map(|(key, value)| {
        let left = without(value, &format!("{way}.{key}"), unread)?;
        Some((key, left))
    });
    let left: toml::Table = left.collect();
    (was_empty || !left.is_empty()).then_some(toml::Value::Table(left))
}

fn dotted(way: &[Key<'_>]) -> String {
    way.iter().map(|it| &**it.get_ref()).collect::<Vec<_>>().join(".")
}

/// Whether a key of the file stands below the name of a table, and so is taken for a part of it. Features have
/// names of their own, and what stands in a project may be one of them.
fn is_below<'i, T: Deserialize<'i>>((way, value): &Leaf<'i>) -> bool {
    let Some((last, tables)) = way.split_last() else { return false };
    let is_ours = !tables.is_empty() && EXAMPLES.contains_key(&**last.get_ref());
    let is_feature = tables.iter().any(|it| &**it.get_ref() == "features");
    let key = (vec![last.clone()], value.clone());
    is_ours && !is_feature && T::deserialize(Deserializer::from(alone(&key))).is_ok()
}

/// A file that says nothing else.
fn alone<'i>((way, value): &Leaf<'i>) -> Spanned<DeTable<'i>> {
    let below = way.iter().skip(1).rev().fold(value.clone(), |value, key| {
        let span = value.span();
        Spanned::new(span, DeValue::Table(DeTable::from_iter([(key.clone(), value)])))
    });
    Spanned::new(below.span(), DeTable::from_iter([(way[0].clone(), below)]))
}

/// Whether a name is one of ours, or too short for a secret.
fn may_be_told(name: &str) -> bool {
    EXAMPLES.contains_key(name) || is_name(name)
}

/// What is wrong where the file cannot be parsed, by what the key of that line must be.
fn slip(error: &Error, text: &str, at: usize) -> String {
    if error.message() == "duplicate key" {
        let name = error.span().and_then(|it| text.get(it)).unwrap_or_default().trim_matches('"');
        let said = if may_be_told(name) { format!("`{name}`") } else { "a key".to_owned() };
        return format!("{said} stands there twice. Leave one of them out.");
    }
    let Some(key) = key_at(text, at) else {
        return format!("this cannot be read: {}.", error.message());
    };
    let wanted = match &EXAMPLES[key] {
        toml::Value::String(_) => "a text in quotes, on one line",
        toml::Value::Integer(_) | toml::Value::Float(_) => {
            "a whole number, without quotes and units"
        }
        toml::Value::Boolean(_) => "true or false, without quotes",
        toml::Value::Array(_) => "a list in brackets, each text of it in quotes",
        _ => {
            "a table, with quotes around texts, and around names of other than letters, digits, - and _"
        }
    };
    format!("{key}: this cannot be read; it must be {wanted}.{}", how_in_file(key, &[]))
}

/// `name` is no key; `key` is what it may have meant, `written` how a key is written there.
fn unknown(name: &str, key: &str, written: impl Fn(&str) -> String) -> String {
    let near = nearest(key, EXAMPLES.keys().map(String::as_str));
    let meant = near.map_or_else(String::new, |it| format!(" Did you mean `{}`?", written(it)));
    format!(
        "there is no {}.{meant} latchkit.example.toml names all keys.",
        config_faults::key(name)
    )
}

/// How a key is written in the file, as the end of a sentence. `below` are the names below it on the way to a value: of
/// a table the line is shown that says one of them, or else its first.
fn how_in_file(key: &str, below: &[&str]) -> String {
    let lines = || EXAMPLE.lines().map(|line| line.strip_prefix("#= ").unwrap_or(line));
    let written = lines().find(|line| line.starts_with(&format!("{key} = ")));
    let says = |line: &&str| line.split_once(" = ").is_some_and(|it| below.contains(&it.0));
    let in_table = || {
        let is_told = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let after = lines().skip_while(|line| *line != format!("[{key}]")).skip(1);
        let mut after = after.filter(is_told);
        let first = after.next()?;
        // A table in a table says its own name.
        let is_table = first.starts_with('[');
        let (head, line) =
            if is_table { (first.to_owned(), after.next()?) } else { (format!("[{key}]"), first) };
        let others = after.take_while(|line| !line.starts_with('['));
        let line = std::iter::once(line).chain(others).find(says).unwrap_or(line);
        Some(format!(" Write for instance `{head}`, and on a line below it `{line}`."))
    };
    written
        .map(|line| format!(" Write for instance `{line}`."))
        .or_else(in_table)
        .unwrap_or_default()
}

/// The same of a variable: lists and tables are JSON there.
fn how_in_variable(key: &str) -> String {
    let written = match &EXAMPLES[key] {
        toml::Value::String(text) => text.clone(),
        value => match serde_json::to_string(value).unwrap_or_default() {
            json if value.is_table() || value.is_array() => format!("'{json}'"),
            json => json,
        },
    };
    format!(" Write for instance {}={written}", variable_of(key))
}

fn variable_of(key: &str) -> String {
    format!("LATCHKIT_{}", key.to_uppercase())
}

/// The key that is told of at a byte: that of its line, or the table in which the line stands.
fn key_at<'a>(text: &'a str, at: usize) -> Option<&'a str> {
    let end = text.get(at..)?.find('\n').map_or(text.len(), |it| at + it);
    let mut lines = text.get(..end)?.lines().rev().map(str::trim).peekable();
    let first = |it: &'a str| it.split(['=', '.', ']']).next().unwrap_or_default().trim();
    let is_key = |it: &&str| EXAMPLES.contains_key(*it);
    let own = lines.peek().map(|line| first(line)).filter(is_key);
    let head = || lines.find_map(|line| line.strip_prefix('[')).map(first).filter(is_key);
    own.or_else(head)
}

/// Kubernetes sets these in every pod of a namespace that has a service named `latchkit`.
fn is_set_by_kubernetes(key: &str) -> bool {
    key == "PORT" || key.starts_with("PORT_") || key.starts_with("SERVICE_")
}

fn line(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Where a byte of a file is, as editors count.
fn line_and_column(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    format!(", line {}, column {}", line(text, at), before[start..].chars().count() + 1)
}
