//! Tree to values.

use crate::json::Json;
use crate::parse::parse;
use crate::put::{Put, TAG, to_text};
use crate::wire_error::WireError;
use crate::word::Word;

/// What can be read from a JSON tree.
pub trait Get: Sized {
    /// Whether a record may leave the field out; it is then read from `null`.
    const IS_OPTIONAL: bool = false;

    /// Reads the value. Where it cannot be read, `reading` is told why, and gets something in its place.
    fn get(json: &Json, reading: &mut Reading) -> Self;
}

/// What is read field by field: one that cannot be read is told of and left out, and the rest holds.
pub trait GetParts: Sized {
    /// The names of the fields.
    const NAMES: &'static [&'static str];

    /// Reads what can be read, and tells of each field that cannot.
    fn get_parts(json: &Json, tell: &mut dyn FnMut(&'static str, WireError)) -> Self;
}

/// Reads a value from JSON text.
pub fn from_text<T: Get>(text: &str) -> Result<T, WireError> {
    read(&parse(text)?)
}

/// A value as a tree, by way of its text: in WebAssembly a tree is dearer to build than to parse.
#[inline(never)]
pub fn tree(value: &dyn Put) -> Json {
    parse(&to_text(value)).unwrap_or_default()
}

/// Reads a value from a JSON tree.
pub fn read<T: Get>(json: &Json) -> Result<T, WireError> {
    let mut reading = Reading::default();
    let value = T::get(json, &mut reading);
    reading.fault.map_or(Ok(value), Err)
}

/// How reading goes. What is wrong does not end it: in the end the whole value is refused. An end at
/// each field would have to drop all that was read before it, and in WebAssembly that is bytes.
#[derive(Default)]
pub struct Reading {
    /// The field that is being read; empty outside of records.
    field: &'static str,
    /// What was wrong first.
    fault: Option<WireError>,
}

impl Reading {
    /// The value that is being read is wrong.
    #[inline(never)]
    pub fn fail(&mut self, what: &'static str) {
        self.fault.get_or_insert(WireError::new(self.field, what));
    }

    /// The value, or what stands in for it where it is wrong.
    pub fn expect<T: Default>(&mut self, value: Option<T>, what: &'static str) -> T {
        value.unwrap_or_else(|| {
            self.fail(what);
            T::default()
        })
    }
}

/// The fields of an object, which are read in the order of their names.
pub struct Record<'a> {
    fields: &'a [(String, Json)],
    /// Of the fields still to be read, separated by spaces.
    names: &'static str,
    reading: &'a mut Reading,
}

impl<'a> Record<'a> {
    /// The fields of `json`, which must be an object, by these names.
    #[inline(never)]
    pub fn of(json: &'a Json, names: &'static str, reading: &'a mut Reading) -> Self {
        let fields = reading.expect(json.as_fields(), "expected an object");
        Record { fields, names, reading }
    }

    /// Which of the variants `json` is, and its fields. Commas separate the variants; the tag of each
    /// stands before the names of its fields.
    #[inline(never)]
    pub fn variant(
        json: &'a Json,
        variants: &'static str,
        reading: &'a mut Reading,
    ) -> (usize, Self) {
        let mut record = Record::of(json, TAG, reading);
        let outer = record.reading.field;
        let tag = record.enter(false).as_text();
        let all = variants.split(',').map(|it| it.split_once(' ').unwrap_or((it, "")));
        let found = all.enumerate().find(|(_, (word, _))| Some(*word) == tag);
        let (index, (_, names)) = found.unwrap_or_else(|| {
            record.reading.fail(if tag.is_some() { "unknown variant" } else { "missing" });
            (0, ("", ""))
        });
        record.reading.field = outer;
        (index, Record { names, ..record })
    }

    /// Reads the next field. An error inside it is named by the innermost field.
    // Once per type and not once per field: in WebAssembly that is bytes.
    #[inline(never)]
    pub fn field<T: Get>(&mut self) -> T {
        let outer = self.reading.field;
        let json = self.enter(T::IS_OPTIONAL);
        let value = T::get(json, self.reading);
        self.reading.field = outer;
        value
    }

    /// The next field, which is being read from here on.
    #[inline(never)]
    fn enter(&mut self, is_optional: bool) -> &'a Json {
        let (name, names) = self.names.split_once(' ').unwrap_or((self.names, ""));
        (self.reading.field, self.names) = (name, names);
        let mut found = self.fields.iter().filter(|(key, _)| key == name);
        let first = found.next();
        if first.is_none() && !is_optional {
            self.reading.fail("missing");
        }
        if found.next().is_some() {
            self.reading.fail("given twice");
        }
        first.map_or(&Json::Null, |(_, value)| value)
    }
}

/// Reads a word of an enum without fields.
pub fn get_word<T: Word>(json: &Json, reading: &mut Reading) -> T {
    json.as_text().and_then(T::from_word).unwrap_or_else(|| {
        reading.fail("unknown word");
        T::ALL[0].1
    })
}

/// Reads a field of [`GetParts`].
// Once per type and not once per field: in WebAssembly that is bytes.
#[inline(never)]
pub fn part<T: Get>(
    json: &Json,
    name: &'static str,
    tell: &mut dyn FnMut(&'static str, WireError),
) -> Option<T> {
    let value = json.get(name).filter(|value| !matches!(value, Json::Null))?;
    read(value).map_err(|error| tell(name, error)).ok()
}

impl Get for u32 {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        // As `Long` is: another width is another parser.
        let value = json.as_number().and_then(|literal| literal.parse::<u64>().ok());
        reading.expect(value.and_then(|value| value.try_into().ok()), "expected 0 to 2^32-1")
    }
}

impl Get for i32 {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let literal = json.as_number().filter(|literal| *literal != "-0");
        reading.expect(literal.and_then(|text| text.parse().ok()), "expected an integer")
    }
}

impl Get for bool {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let value = if let Json::Bool(value) = json { Some(*value) } else { None };
        reading.expect(value, "expected true or false")
    }
}

impl Get for String {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        reading.expect(json.as_text(), "expected text").to_owned()
    }
}

impl<T: Get> Get for Option<T> {
    const IS_OPTIONAL: bool = true;

    fn get(json: &Json, reading: &mut Reading) -> Self {
        match json {
            Json::Null => None,
            json => Some(T::get(json, reading)),
        }
    }
}

impl<T: Get> Get for Vec<T> {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let list = reading.expect(json.as_list(), "expected a list");
        list.iter().map(|item| T::get(item, reading)).collect()
    }
}

impl<A: Get, B: Get> Get for (A, B) {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        let pair = reading.expect(json.as_list().filter(|it| it.len() == 2), "expected two items");
        let item = |index| pair.get(index).unwrap_or(&Json::Null);
        (A::get(item(0), reading), B::get(item(1), reading))
    }
}

impl Get for Json {
    fn get(json: &Json, _: &mut Reading) -> Self {
        json.clone()
    }
}
