//! What is wrong with a message, and where.

use core::{error, fmt};

use wire::{Json, decimal};

/// What is wrong with a message, and where. Its text is for whoever wrote the other side:
/// `payload.email: Required`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which field, `payload.metadata.icons[2]`; empty where it is the whole message.
    pub path: String,
    /// What is wrong with it: `Required`, `Expected string, received number`, `Invalid input`,
    /// `Invalid enum value. …`, `Unrecognized key`, or a bound. Nothing that was received is repeated but names
    /// of fields.
    pub what: String,
}

impl Fault {
    /// Something is wrong with the value itself.
    pub(super) fn new(what: &str) -> Self {
        Fault { path: String::new(), what: what.to_owned() }
    }

    /// It is none of the values there are.
    pub(super) fn invalid() -> Self {
        Fault::new("Invalid input")
    }

    /// It is of another kind: `Expected string, received number`.
    pub(super) fn expected(what: &str, json: &Json) -> Self {
        Fault::new(&["Expected ", what, ", received ", kind(json)].concat())
    }

    /// A field that nobody knows.
    pub(super) fn unrecognized(name: &str) -> Self {
        Fault::new("Unrecognized key").within(shown(name))
    }

    /// A bound that is passed: `String must contain at most 64 character(s)`.
    pub(super) fn bound(subject: &str, bound: u64, unit: &str) -> Self {
        Fault::new(&[subject, " ", &decimal(bound), unit].concat())
    }

    /// The same, as of the field of this name.
    pub(super) fn within(mut self, name: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = [name, dot, &self.path].concat();
        self
    }

    /// The same, as of an item of a list.
    pub(super) fn at(self, index: usize) -> Self {
        self.within(&["[", &decimal(index as u64), "]"].concat())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.path)?;
        formatter.write_str(if self.path.is_empty() { "" } else { ": " })?;
        formatter.write_str(&self.what)
    }
}

impl error::Error for Fault {}

/// The name of a field as a path holds it: what is long or odd is a `?`.
pub(super) fn shown(name: &str) -> &str {
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b'$');
    if (1..=40).contains(&name.len()) && name.bytes().all(is_plain) { name } else { "?" }
}

/// As JavaScript calls a kind of value, but for lists and null.
fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::Text(_) => "string",
        Json::List(_) => "array",
        Json::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_from_the_outermost_field_to_the_innermost() {
        let fault = Fault::invalid().at(2).within("icons").within("payload");
        assert_eq!(fault.to_string(), "payload.icons[2]: Invalid input");
        assert_eq!(Fault::invalid().to_string(), "Invalid input");
        assert_eq!(Fault::invalid().within("b").at(1).to_string(), "[1].b: Invalid input");
    }

    #[test]
    fn a_name_that_nobody_could_read_is_not_repeated() {
        for (name, told) in
            [("__proto__", "__proto__"), ("a b", "?"), ("<b>", "?"), ("", "?"), ("\u{202e}a", "?")]
        {
            assert_eq!(Fault::unrecognized(name).path, told);
        }
        assert_eq!(Fault::unrecognized(&"a".repeat(41)).path, "?");
    }
}
