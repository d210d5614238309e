//! Values to text.

use crate::json::Json;

/// What can be written as JSON.
pub trait Put {
    /// Appends the value's JSON text.
    fn put(&self, out: &mut String);

    /// Whether a record leaves the field out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// The JSON text of a value.
pub fn to_text<T: Put + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.put(&mut out);
    out
}

/// The field that says which variant an object is.
pub(crate) const TAG: &str = "type";

/// Appends an object of the fields that are not absent; spaces separate their names.
#[inline(never)]
pub fn put_record(out: &mut String, names: &str, values: &[&dyn Put]) {
    out.push('{');
    put_fields(out, names, values);
    out.push('}');
}

/// An object in place, of what is not absent: names, which spaces separate, and values.
pub struct Fields<'a>(pub &'a str, pub &'a [&'a dyn Put]);

impl Put for Fields<'_> {
    fn put(&self, out: &mut String) {
        put_record(out, self.0, self.1);
    }
}

/// Appends an object whose tag stands before the names of its fields.
#[inline(never)]
pub fn put_variant(out: &mut String, variant: &str, values: &[&dyn Put]) {
    let (tag, names) = variant.split_once(' ').unwrap_or((variant, ""));
    out.push('{');
    put_field(out, TAG, &tag);
    put_fields(out, names, values);
    out.push('}');
}

fn put_fields(out: &mut String, names: &str, values: &[&dyn Put]) {
    for (name, value) in names.split(' ').zip(values).filter(|(_, value)| !value.is_absent()) {
        put_field(out, name, *value);
    }
}

pub(crate) fn put_field(out: &mut String, name: &str, value: &dyn Put) {
    put_comma(out, '{');
    put_text(name, out);
    out.push(':');
    value.put(out);
}

/// Appends a comma, unless the list or object has only begun: no value ends with such a bracket.
fn put_comma(out: &mut String, bracket: char) {
    if !out.ends_with(bracket) {
        out.push(',');
    }
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

/// A number in decimal. Rust's own way has a table, and is loaded by all.
pub fn decimal(value: u64) -> String {
    let mut out = String::new();
    put_digits(value, &mut out);
    out
}

pub(crate) fn put_digits(mut value: u64, out: &mut String) {
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

impl Put for u32 {
    fn put(&self, out: &mut String) {
        put_digits(u64::from(*self), out);
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

impl Put for bool {
    fn put(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
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

impl<T: Put> Put for Vec<T> {
    fn put(&self, out: &mut String) {
        out.push('[');
        for item in self {
            put_comma(out, '[');
            item.put(out);
        }
        out.push(']');
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
                for (name, value) in fields {
                    put_field(out, name, value);
                }
                out.push('}');
            }
        }
    }
}
