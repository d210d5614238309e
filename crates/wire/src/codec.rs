//! Values to text, tree to values.

use crate::json::Json;
use crate::parse::parse;
use crate::wire_error::WireError;

/// What can be written as JSON.
pub trait Put {
    /// Appends the value's JSON text.
    fn put(&self, out: &mut String);

    /// Whether a record leaves the field out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// What can be read from a JSON tree.
pub trait Get: Sized {
    /// Reads the value, or says what is wrong with it.
    fn get(json: &Json) -> Result<Self, WireError>;

    /// What a missing field reads as.
    fn absent() -> Option<Self> {
        None
    }
}

/// What is read field by field: one that cannot be read is told of and left out, and the rest holds.
pub trait GetParts: Sized {
    /// The names of the fields.
    const NAMES: &'static [&'static str];

    /// Reads what can be read, and tells of each field that cannot.
    fn get_parts(json: &Json, tell: &mut dyn FnMut(&'static str, WireError)) -> Self;
}

/// An enum without fields: each variant is a word.
pub trait Word: Copy + 'static {
    /// All words and their variants.
    const ALL: &'static [(&'static str, Self)];

    /// The word of a variant.
    fn word(&self) -> &'static str;

    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, variant)| *variant)
    }
}

/// The JSON text of a value.
pub fn to_text<T: Put + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.put(&mut out);
    out
}

/// Reads a value from JSON text.
pub fn from_text<T: Get>(text: &str) -> Result<T, WireError> {
    T::get(&parse(text)?)
}

/// Appends an object: the tag, if any, then the fields that are not absent.
#[inline(never)]
pub fn put_record(out: &mut String, tag: Option<&str>, fields: &[(&str, &dyn Put)]) {
    out.push('{');
    if let Some(tag) = tag {
        out.push_str("\"type\":");
        put_text(tag, out);
    }
    let mut is_first = tag.is_none();
    for (name, value) in fields {
        if value.is_absent() {
            continue;
        }
        if !is_first {
            out.push(',');
        }
        is_first = false;
        put_text(name, out);
        out.push(':');
        value.put(out);
    }
    out.push('}');
}

/// The fields of an object, to be read by name.
pub struct Record<'a>(&'a [(String, Json)]);

impl<'a> Record<'a> {
    /// The fields of `json`, which must be an object.
    pub fn of(json: &'a Json) -> Result<Self, WireError> {
        match json {
            Json::Object(fields) => Ok(Record(fields)),
            _ => Err(WireError::new("", "expected an object")),
        }
    }

    #[inline(never)]
    fn find(&self, name: &'static str) -> Result<Option<&'a Json>, WireError> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let first = found.next();
        if found.next().is_some() {
            return Err(WireError::new(name, "given twice"));
        }
        Ok(first.map(|(_, value)| value))
    }

    /// The word under `"type"`.
    pub fn tag(&self) -> Result<&'a str, WireError> {
        let tag = self.find("type")?.and_then(Json::as_text);
        tag.ok_or(WireError::new("type", "missing"))
    }

    /// Reads a field. An error inside it is named by the innermost field.
    // Once per type and not once per field: in WebAssembly that is bytes.
    #[inline(never)]
    pub fn field<T: Get>(&self, name: &'static str) -> Result<T, WireError> {
        match self.find(name)? {
            Some(json) => T::get(json).map_err(|error| error.inside(name)),
            None => T::absent().ok_or(WireError::new(name, "missing")),
        }
    }
}

/// Reads a word of an enum without fields.
pub fn get_word<T: Word>(json: &Json) -> Result<T, WireError> {
    json.as_text().and_then(T::from_word).ok_or(WireError::new("", "unknown word"))
}

/// Reads a field of [`GetParts`].
// Once per type and not once per field: in WebAssembly that is bytes.
#[inline(never)]
pub fn part<T: Get>(
    json: &Json,
    name: &'static str,
    tell: &mut dyn FnMut(&'static str, WireError),
) -> Option<T> {
    let value = json.get(name).filter(|value| **value != Json::Null)?;
    T::get(value).map_err(|error| tell(name, error)).ok()
}

/// Appends text as a JSON string, escaped as `serde_json` escapes it.
pub(crate) fn put_text(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (index, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            8 => "\\b",
            12 => "\\f",
            0..=0x1f => "\\u00",
            _ => continue,
        };
        out.push_str(&text[from..index]);
        out.push_str(escape);
        if escape.len() == 4 {
            for nibble in [byte >> 4, byte & 15] {
                out.extend(char::from_digit(u32::from(nibble), 16));
            }
        }
        from = index + 1;
    }
    out.push_str(&text[from..]);
    out.push('"');
}

fn put_digits(mut value: u64, out: &mut String) {
    let mut digits = [b'0'; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(value % 10).unwrap_or(0);
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

/// A 64-bit count or time. It crosses as decimal text, since a JSON number loses the lower bits in
/// JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Long(pub u64);

impl Put for Long {
    fn put(&self, out: &mut String) {
        out.push('"');
        put_digits(self.0, out);
        out.push('"');
    }
}

impl Get for Long {
    fn get(json: &Json) -> Result<Self, WireError> {
        let text = json.as_text().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        text.and_then(|text| text.parse().ok().map(Long))
            .ok_or(WireError::new("", "expected decimal text"))
    }
}

impl Put for u32 {
    fn put(&self, out: &mut String) {
        put_digits(u64::from(*self), out);
    }
}

impl Get for u32 {
    fn get(json: &Json) -> Result<Self, WireError> {
        let literal = json.as_number().filter(|literal| !literal.starts_with('-'));
        literal.and_then(|text| text.parse().ok()).ok_or(WireError::new("", "expected 0 to 2^32-1"))
    }
}

impl Put for i32 {
    fn put(&self, out: &mut String) {
        if *self < 0 {
            out.push('-');
        }
        put_digits(u64::from(self.unsigned_abs()), out);
    }
}

impl Get for i32 {
    fn get(json: &Json) -> Result<Self, WireError> {
        let literal = json.as_number().filter(|literal| *literal != "-0");
        literal.and_then(|text| text.parse().ok()).ok_or(WireError::new("", "expected an integer"))
    }
}

impl Put for bool {
    fn put(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Get for bool {
    fn get(json: &Json) -> Result<Self, WireError> {
        match json {
            Json::Bool(value) => Ok(*value),
            _ => Err(WireError::new("", "expected true or false")),
        }
    }
}

impl Put for str {
    fn put(&self, out: &mut String) {
        put_text(self, out);
    }
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, out: &mut String) {
        (**self).put(out);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl Put for String {
    fn put(&self, out: &mut String) {
        put_text(self, out);
    }
}

impl Get for String {
    fn get(json: &Json) -> Result<Self, WireError> {
        json.as_text().map(str::to_owned).ok_or(WireError::new("", "expected text"))
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, out: &mut String) {
        match self {
            Some(value) => value.put(out),
            None => out.push_str("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Get> Get for Option<T> {
    fn get(json: &Json) -> Result<Self, WireError> {
        if *json == Json::Null { Ok(None) } else { T::get(json).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Put> Put for Vec<T> {
    fn put(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            item.put(out);
        }
        out.push(']');
    }
}

impl<T: Get> Get for Vec<T> {
    fn get(json: &Json) -> Result<Self, WireError> {
        let list = json.as_list().ok_or(WireError::new("", "expected a list"))?;
        let mut items = Vec::with_capacity(list.len());
        for item in list {
            items.push(T::get(item)?);
        }
        Ok(items)
    }
}

impl<A: Put, B: Put> Put for (A, B) {
    fn put(&self, out: &mut String) {
        out.push('[');
        self.0.put(out);
        out.push(',');
        self.1.put(out);
        out.push(']');
    }
}

impl<A: Get, B: Get> Get for (A, B) {
    fn get(json: &Json) -> Result<Self, WireError> {
        match json.as_list() {
            Some([first, second]) => Ok((A::get(first)?, B::get(second)?)),
            _ => Err(WireError::new("", "expected two items")),
        }
    }
}

impl Put for Json {
    fn put(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => value.put(out),
            Json::Number(literal) => out.push_str(literal),
            Json::Text(text) => put_text(text, out),
            Json::List(items) => items.put(out),
            Json::Object(fields) => {
                out.push('{');
                for (index, (name, value)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    put_text(name, out);
                    out.push(':');
                    value.put(out);
                }
                out.push('}');
            }
        }
    }
}

impl Get for Json {
    fn get(json: &Json) -> Result<Self, WireError> {
        Ok(json.clone())
    }
}
