//! Strict reading: the fields of an object, and each kind of value there is in a message.
//!
//! [`Fields::of`] takes an object that has known fields only, each once. What stands in a field is read by one
//! of the functions below; what is wrong is told as a [`Fault`], whose path grows on the way out.

use core::ops::RangeInclusive;

use wire::{Json, Put, Word, put_record};

use super::fault::{Fault, shown};
use crate::caip::{ChainId, EIP155_DIGITS, Namespace};

/// How many characters a version may have.
const MOST_VERSION: usize = 64;
/// How many the name of a message.
const MOST_TYPE: usize = 64;

/// The greatest whole number that every number in JavaScript keeps.
pub(super) const MOST_WHOLE: u64 = (1 << 53) - 1;
/// How long an e-mail address may be, in bytes
/// ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1)).
const MOST_EMAIL: usize = 254;
const MOST_OTP: usize = 64;
const MOST_ADDRESS: usize = 128;

/// The fields of an object, all of them known.
pub(super) struct Fields<'a>(&'a [(String, Json)]);

impl<'a> Fields<'a> {
    /// Those of `json`, which may have these names; spaces separate them.
    pub(super) fn of(json: &'a Json, names: &str) -> Result<Self, Fault> {
        let fields = json.as_fields().ok_or_else(|| Fault::expected("object", json))?;
        for (at, (name, _)) in fields.iter().enumerate() {
            if !names.split(' ').any(|it| it == name) {
                return Err(Fault::unrecognized(name));
            }
            // Every name until here is known and was there once, so that these are few.
            if fields[..at].iter().any(|it| it.0 == *name) {
                return Err(Fault::invalid().within(name));
            }
        }
        Ok(Fields(fields))
    }

    /// A field that must be there.
    pub(super) fn required<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Json) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.get(name)
            .map_or_else(|| Err(Fault::new("Required")), read)
            .map_err(|fault| fault.within(name))
    }

    /// A field that may be left out, but is never null.
    pub(super) fn optional<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Json) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.get(name).map(read).transpose().map_err(|fault| fault.within(name))
    }

    /// A field that may be left out, or be null.
    pub(super) fn nullable<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Json) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        if self.get(name) == Some(&Json::Null) { Ok(None) } else { self.optional(name, read) }
    }

    /// What stands in a field.
    pub(super) fn get(&self, name: &str) -> Option<&'a Json> {
        self.0.iter().find(|it| it.0 == name).map(|it| &it.1)
    }
}

/// A text of so many characters.
pub(super) fn text(json: &Json, characters: RangeInclusive<usize>) -> Result<&str, Fault> {
    let text = json.as_text().ok_or_else(|| Fault::expected("string", json))?;
    let count = text.chars().count();
    let bound = |subject, bound: usize| Fault::bound(subject, bound as u64, " character(s)");
    if count < *characters.start() {
        Err(bound("String must contain at least", *characters.start()))
    } else if count > *characters.end() {
        Err(bound("String must contain at most", *characters.end()))
    } else {
        Ok(text)
    }
}

/// `true` or `false`.
pub(super) fn boolean(json: &Json) -> Result<bool, Fault> {
    match json {
        Json::Bool(value) => Ok(*value),
        _ => Err(Fault::expected("boolean", json)),
    }
}

/// A whole number from 0 to `most`, written in digits alone.
pub(super) fn whole(json: &Json, most: u64) -> Result<u64, Fault> {
    let literal = json.as_number().ok_or_else(|| Fault::expected("number", json))?;
    if !literal.bytes().all(|it| it.is_ascii_digit()) {
        return Err(Fault::invalid());
    }
    let value = literal.parse().ok().filter(|it| *it <= most);
    value.ok_or_else(|| Fault::bound("Number must be less than or equal to", most, ""))
}

/// A word of an enum.
pub(super) fn word<T: Word>(json: &Json) -> Result<T, Fault> {
    let words = || {
        let quoted: Vec<_> = T::ALL.iter().map(|it| ["'", it.0, "'"].concat()).collect();
        quoted.join(" | ")
    };
    let text = json.as_text().ok_or_else(|| Fault::expected(&words(), json))?;
    let invalid = || Fault::new(&["Invalid enum value. Expected ", &words()].concat());
    T::from_word(text).ok_or_else(invalid)
}

/// A list of at most so many.
pub(super) fn list<'a, T>(
    json: &'a Json,
    most: usize,
    read: impl Fn(&'a Json) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let items = json.as_list().ok_or_else(|| Fault::expected("array", json))?;
    if items.len() > most {
        return Err(Fault::bound("Array must contain at most", most as u64, " element(s)"));
    }
    items.iter().enumerate().map(|(at, it)| read(it).map_err(|fault| fault.at(at))).collect()
}

/// A chain: by its CAIP-2 id, or of eip155 by its number, which may stand in quotes.
pub(super) fn chain(json: &Json) -> Result<ChainId, Fault> {
    let read = |text: &str| match (ChainId::parse(text), eip155_number(text)) {
        (None, Some(number)) => Some(ChainId::eip155(number)),
        (Some(chain), _) => {
            let is_eip155 = chain.namespace == Namespace::Eip155;
            (!is_eip155 || eip155_number(&chain.reference).is_some()).then_some(chain)
        }
        _ => None,
    };
    json.as_number()
        .filter(|it| eip155_number(it).is_some())
        .or(json.as_text())
        .and_then(read)
        .ok_or_else(Fault::invalid)
}

/// A chain's number, written in digits alone.
fn eip155_number(text: &str) -> Option<u64> {
    let is_number = text.len() <= EIP155_DIGITS
        && text.bytes().all(|it| it.is_ascii_digit())
        && !text.starts_with('0');
    text.parse().ok().filter(|it| is_number && *it <= MOST_WHOLE)
}

/// What looks like an e-mail address. Whether it is one, the server says.
pub(super) fn email(json: &Json) -> Result<String, Fault> {
    let text = text(json, 1..=MOST_EMAIL)?;
    let is_odd = |it: char| it.is_control() || it.is_ascii_whitespace();
    let is_email = text.len() <= MOST_EMAIL
        && text
            .split_once('@')
            .is_some_and(|(who, at)| !who.is_empty() && !at.is_empty() && !at.contains('@'));
    if is_email && !text.contains(is_odd) {
        Ok(text.to_owned())
    } else {
        Err(Fault::new("Invalid email"))
    }
}

/// A code that was mailed, as it was typed.
pub(super) fn otp(json: &Json) -> Result<String, Fault> {
    text(json, 1..=MOST_OTP).map(str::to_owned)
}

/// An account's address, of any namespace.
pub(super) fn address(json: &Json) -> Result<String, Fault> {
    let text = text(json, 1..=MOST_ADDRESS)?;
    let is_address = text.bytes().all(|it| it.is_ascii_alphanumeric());
    if is_address { Ok(text.to_owned()) } else { Err(Fault::invalid()) }
}

/// Goes through all of a message: nothing is nested deeper than `depth`, and no field anywhere is called
/// `__proto__`, by which JavaScript would name something else.
pub(super) fn look_through(json: &Json, depth: u32) -> Result<(), Fault> {
    match json {
        Json::List(_) | Json::Object(_) if depth == 0 => Err(Fault::new("Nested too deep")),
        Json::List(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(at, item)| look_through(item, depth - 1).map_err(|fault| fault.at(at))),
        Json::Object(fields) => fields.iter().try_for_each(|(name, value)| {
            if name == "__proto__" {
                return Err(Fault::unrecognized(name));
            }
            look_through(value, depth - 1).map_err(|fault| fault.within(shown(name)))
        }),
        _ => Ok(()),
    }
}

/// A version, as texts of both kinds name it.
pub(super) fn read_version(json: &Json) -> Result<String, Fault> {
    text(json, 1..=MOST_VERSION).map(str::to_owned)
}

/// The text of an object.
pub(super) fn record(names: &str, values: &[&dyn Put]) -> String {
    let mut out = String::new();
    put_record(&mut out, names, values);
    out
}

/// The name of a message.
pub(super) fn read_type(json: &Json) -> Result<&str, Fault> {
    text(json, 1..=MOST_TYPE)
}

#[cfg(test)]
mod tests {
    use wire::from_text;

    use super::*;
    use crate::frame::message::ThemeMode;

    fn json(text: &str) -> Json {
        from_text(text).expect(text)
    }

    /// The text of the fault with which `read` refuses.
    fn refusal<T: core::fmt::Debug>(read: Result<T, Fault>) -> String {
        read.unwrap_err().to_string()
    }

    #[test]
    fn an_object_has_known_fields_only_and_each_once() {
        assert!(Fields::of(&json(r#"{"b":1}"#), "a b").is_ok());
        let refused = |text: &str| Fields::of(&json(text), "a b").err().unwrap().to_string();
        assert_eq!(refused(r#"{"a":1,"c":1}"#), "c: Unrecognized key");
        assert_eq!(refused(r#"{"":1}"#), "?: Unrecognized key");
        assert_eq!(refused(r#"{"a":1,"a":1}"#), "a: Invalid input");
        assert_eq!(refused("[]"), "Expected object, received array");
        assert_eq!(refused("null"), "Expected object, received null");
    }

    #[test]
    fn a_field_is_there_or_may_be_left_out_or_be_null() {
        let object = json(r#"{"a":null,"b":true}"#);
        let fields = Fields::of(&object, "a b").unwrap();
        assert_eq!(fields.required("b", boolean), Ok(true));
        assert_eq!(refusal(fields.required("c", boolean)), "c: Required");
        assert_eq!(refusal(fields.required("a", boolean)), "a: Expected boolean, received null");
        assert_eq!(fields.optional("c", boolean), Ok(None));
        assert_eq!(refusal(fields.optional("a", boolean)), "a: Expected boolean, received null");
        assert_eq!(fields.nullable("a", boolean), Ok(None));
        assert_eq!(fields.nullable("c", boolean), Ok(None));
        assert_eq!(fields.nullable("b", boolean), Ok(Some(true)));
    }

    #[test]
    fn texts_and_lists_have_bounds() {
        assert_eq!(text(&json("\"ää\""), 1..=2), Ok("ää"));
        let told = |value: &str| refusal(text(&json(value), 1..=2));
        assert_eq!(told("\"\""), "String must contain at least 1 character(s)");
        assert_eq!(told("\"äää\""), "String must contain at most 2 character(s)");
        assert_eq!(told("1"), "Expected string, received number");
        assert_eq!(list(&json("[true]"), 1, boolean), Ok(vec![true]));
        let told = |value: &str| refusal(list(&json(value), 2, boolean));
        assert_eq!(told("[true,true,true]"), "Array must contain at most 2 element(s)");
        assert_eq!(told("[true,1]"), "[1]: Expected boolean, received number");
        assert_eq!(told("{}"), "Expected array, received object");
    }

    #[test]
    fn numbers_are_whole_and_words_are_known() {
        assert_eq!(whole(&json("7"), 7), Ok(7));
        let told = |value: &str| refusal(whole(&json(value), 7));
        assert_eq!(told("8"), "Number must be less than or equal to 7");
        assert_eq!(told("99999999999999999999"), "Number must be less than or equal to 7");
        assert_eq!([told("-1"), told("1.0"), told("1e0")], ["Invalid input"; 3]);
        assert_eq!(told("\"1\""), "Expected number, received string");
        assert_eq!(word(&json("\"dark\"")), Ok(ThemeMode::Dark));
        let told = |value: &str| refusal(word::<ThemeMode>(&json(value)));
        assert_eq!(told("\"Dark\""), "Invalid enum value. Expected 'light' | 'dark'");
        assert_eq!(told("null"), "Expected 'light' | 'dark', received null");
    }

    #[test]
    fn a_chain_is_a_number_or_a_name() {
        let solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
        for (value, is) in [
            ("1", "eip155:1"),
            ("\"1\"", "eip155:1"),
            ("\"eip155:31337\"", "eip155:31337"),
            ("9007199254740991", "eip155:9007199254740991"),
            (&["\"", solana, "\""].concat(), solana),
        ] {
            assert_eq!(chain(&json(value)).map(|it| it.text()).as_deref(), Ok(is));
        }
        for value in [
            "0",
            "-1",
            "1.5",
            "1e3",
            "9007199254740992",
            "99999999999999999999",
            "\"\"",
            "\"0x1\"",
            "\"01\"",
            "\"eip155:\"",
            "\"eip155:0\"",
            "\"eip155:x\"",
            "\"eip155:01\"",
            "\"doge:1\"",
            "\"1 \"",
            "null",
            "true",
            "[]",
            "{}",
        ] {
            assert_eq!(refusal(chain(&json(value))), "Invalid input", "{value}");
        }
    }

    #[test]
    fn an_email_has_one_sign_and_no_lines() {
        for value in ["a@b", "a.b+c@example.com", "ä@exämple.com"] {
            assert_eq!(email(&Json::text(value)).as_deref(), Ok(value));
        }
        for value in [
            "a",
            "@",
            "a@",
            "@b",
            "a@b@c",
            "a@b\r\nBcc: c",
            "a b@c",
            "a\u{0}@b",
            "a\u{85}@b",
            "a@b\n",
        ] {
            assert_eq!(refusal(email(&Json::text(value))), "Invalid email", "{value:?}");
        }
        let long = [&"a".repeat(250), "@b.c"].concat();
        assert!(email(&Json::text(&long)).is_ok());
        let longer = Json::text(&["a", &long].concat());
        assert_eq!(refusal(email(&longer)), "String must contain at most 254 character(s)");
        let wide = Json::text(&[&"ä".repeat(126), "@b.c"].concat());
        assert_eq!(refusal(email(&wide)), "Invalid email");
    }

    #[test]
    fn codes_and_addresses_are_short() {
        assert_eq!(otp(&json("\"000000\"")).as_deref(), Ok("000000"));
        assert_eq!(refusal(otp(&json("123456"))), "Expected string, received number");
        let long = Json::text(&"1".repeat(65));
        assert_eq!(refusal(otp(&long)), "String must contain at most 64 character(s)");
        assert_eq!(refusal(otp(&json("\"\""))), "String must contain at least 1 character(s)");
        assert_eq!(address(&json("\"0xAb\"")).as_deref(), Ok("0xAb"));
        assert_eq!(refusal(address(&json("\"0x<\""))), "Invalid input");
    }

    #[test]
    fn what_is_too_deep_or_named_by_javascript_is_refused_wherever_it_is() {
        let nested = |depth: usize| json(&["[".repeat(depth), "]".repeat(depth)].concat());
        assert_eq!(look_through(&nested(4), 4), Ok(()));
        assert_eq!(refusal(look_through(&nested(5), 4)), "[0][0][0][0]: Nested too deep");
        let hidden = json(r#"{"params":[1,{"a":{"__proto__":{"isAdmin":true}}}]}"#);
        let told = "params[1].a.__proto__: Unrecognized key";
        assert_eq!(refusal(look_through(&hidden, 9)), told);
        let escaped = json("{\"\\u005f_proto__\":1}");
        assert_eq!(refusal(look_through(&escaped, 9)), "__proto__: Unrecognized key");
    }
}
