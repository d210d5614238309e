//! How the modal looks, as the frame takes it: custom properties of CSS, of which only plain colours, lengths,
//! fonts and numbers are taken. What could load something, end a declaration or compute is none of them.
//!
//! [`variables`] reads a map of them; below it is what is a name, and what a value.

use wire::{Fields as Written, Json, Number, Put};

use super::fault::{Fault, shown};
use super::fields;
use super::message::{Theme, ThemeValue};

/// How many variables of one kind there may be.
const MOST_VARIABLES: usize = 64;
const MOST_NAME: usize = 64;
const MOST_VALUE: usize = 100;
const MOST_DIGITS: usize = 20;
/// What computes a colour of numbers.
const COLOURS: &str = "rgb rgba hsl hsla hwb lab lch oklab oklch";
const UNITS: &str = "px em rem % pt ch ex vw vh vmin vmax ms s deg";

/// Reads a map of variables; where `takes_numbers`, a value may be a number.
pub(super) fn variables(
    json: &Json,
    takes_numbers: bool,
) -> Result<Vec<(String, ThemeValue)>, Fault> {
    let fields = json.as_fields().ok_or_else(|| Fault::expected("object", json))?;
    if fields.len() > MOST_VARIABLES {
        let most = MOST_VARIABLES as u64;
        return Err(Fault::bound("Object must contain at most", most, " element(s)"));
    }
    let mut variables: Vec<(String, ThemeValue)> = Vec::new();
    for (name, json) in fields {
        if !is_name(name) {
            return Err(Fault::unrecognized(name));
        }
        let is_new = !variables.iter().any(|it| it.0 == *name);
        let value = match json {
            _ if !is_new => Err(Fault::invalid()),
            Json::Number(literal) if takes_numbers => {
                let number = Number::of(literal).filter(|it| is_number(it.literal()));
                number.map(ThemeValue::Number).ok_or_else(Fault::invalid)
            }
            _ => fields::text(json, 1..=MOST_VALUE).and_then(|text| {
                let value = is_value(text).then(|| ThemeValue::Text(text.to_owned()));
                value.ok_or_else(Fault::invalid)
            }),
        };
        variables.push((name.clone(), value.map_err(|fault| fault.within(shown(name)))?));
    }
    Ok(variables)
}

impl Put for Theme {
    fn put(&self, out: &mut String) {
        Written(
            "themeMode themeVariables w3mThemeVariables",
            &[&self.mode, &Variables(&self.variables), &Variables(&self.w3m_variables)],
        )
        .put(out);
    }
}

/// A map of variables.
struct Variables<'a>(&'a [(String, ThemeValue)]);

impl Put for Variables<'_> {
    fn put(&self, out: &mut String) {
        let fields = self.0.iter().map(|(name, value)| {
            let value = match value {
                ThemeValue::Number(number) => Json::Number(number.literal().into()),
                ThemeValue::Text(text) => Json::text(text),
            };
            (name.clone(), value)
        });
        Json::Object(fields.collect()).put(out);
    }

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}

/// A custom property: two hyphens, then letters, digits and hyphens.
fn is_name(name: &str) -> bool {
    let is_of_name = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
    let rest = name.strip_prefix("--").unwrap_or_default();
    (1..=MOST_NAME).contains(&rest.len()) && rest.bytes().all(is_of_name)
}

fn is_value(text: &str) -> bool {
    // Old browsers ran what follows this word.
    let is_expression = |it: &[u8]| it.eq_ignore_ascii_case(b"expression");
    !text.as_bytes().windows(10).any(is_expression)
        && (is_colour(text) || is_length(text) || is_fonts(text))
}

/// `#fff`, `rgb(0 0 0 / 50%)`. A name of a colour looks like one of a font.
fn is_colour(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8)
            && digits.bytes().all(|it| it.is_ascii_hexdigit());
    }
    let Some((name, parts)) = text.strip_suffix(')').and_then(|it| it.split_once('(')) else {
        return false;
    };
    let is_part = |it: u8| it.is_ascii_alphanumeric() || b" ,./%+-".contains(&it);
    COLOURS.split(' ').any(|it| it == name) && parts.bytes().all(is_part)
}

/// `10px`, `-1.5em`, `50%`, `0`.
fn is_length(text: &str) -> bool {
    let is_of_number = |it: u8| it.is_ascii_digit() || matches!(it, b'.' | b'-');
    let end = text.bytes().position(|it| !is_of_number(it)).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    is_number(number) && (unit.is_empty() || UNITS.split(' ').any(|it| it == unit))
}

/// Digits with at most one point among them, and a sign.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    text.len() <= MOST_DIGITS
        && !(whole.is_empty() && part.is_empty())
        && [whole, part].iter().all(|it| it.bytes().all(|it| it.is_ascii_digit()))
}

/// `"Open Sans", Inter, system-ui`.
fn is_fonts(text: &str) -> bool {
    text.split(',').all(|family| is_font(family.trim_matches(' ')))
}

fn is_font(family: &str) -> bool {
    let is_of_word = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_');
    let is_word = |it: &str| {
        let rest = it.strip_prefix('-').unwrap_or(it);
        rest.starts_with(|it: char| it.is_ascii_alphabetic()) && rest.bytes().all(is_of_word)
    };
    for quote in ['"', '\''] {
        if let Some(inner) = family.strip_prefix(quote) {
            let inner = inner.strip_suffix(quote).unwrap_or_default();
            return !inner.is_empty()
                && inner.bytes().all(|it| is_of_word(it) || b" .".contains(&it));
        }
    }
    family.split(' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wire::{from_text, to_text};

    use super::*;

    fn read(text: &str, takes_numbers: bool) -> Result<Vec<(String, ThemeValue)>, Fault> {
        variables(&from_text(text).expect(text), takes_numbers)
    }

    fn refusal(text: &str, takes_numbers: bool) -> String {
        read(text, takes_numbers).unwrap_err().to_string()
    }

    fn of_value(value: &str) -> Json {
        Json::Object(vec![("--w3m-x".to_owned(), Json::text(value))])
    }

    #[test]
    fn what_hosts_set_is_taken() {
        for value in [
            "#fff",
            "#FFF8",
            "#0d75ff",
            "#0d75ff80",
            "rgb(0, 0, 0)",
            "rgba(0,0,0,.5)",
            "hsl(230 100% 67%)",
            "hsl(230deg 100% 67% / 50%)",
            "oklch(0.7 0.1 +200)",
            "red",
            "transparent",
            "10px",
            "1.5rem",
            ".5em",
            "50%",
            "0",
            "-4px",
            "999",
            "Inter",
            "Inter, system-ui, -apple-system, BlinkMacSystemFont, 'Segoe UI', \"Open Sans 3.0\"",
            "Open Sans",
            "KHTeka",
        ] {
            assert!(variables(&of_value(value), false).is_ok(), "{value}");
        }
        let both = r##"{"--w3m-accent":"#fff","--w3m-color-mix-strength":20}"##;
        let read = read(both, true).unwrap();
        assert_eq!(to_text(&Variables(&read)), both);
    }

    #[test]
    fn what_loads_ends_or_computes_is_refused() {
        for value in [
            "url(https://evil.example)",
            "URL(x)",
            "url (x)",
            "image-set('x' 1x)",
            "expression(1)",
            "exPRESsion",
            "red;",
            "red}",
            "}",
            "{",
            "@import",
            "\\75rl(x)",
            "\\",
            "var(--x)",
            "calc(1px + 1px)",
            "attr(x)",
            "rgb(url(x))",
            "rgb(0,0,0))",
            "rgb(var(--x))",
            "rgb(0",
            "hsl(0;1)",
            "color-mix(in srgb, red, blue)",
            "#ff",
            "#ggg",
            "# fff",
            "10xyz",
            "10 px",
            "1.2.3px",
            "--",
            "-",
            ".",
            "1e9px",
            "red !important",
            "red/**/",
            "<b>",
            "a\nb",
            "a\u{202e}",
            "ü",
            "'",
            "\"",
            "''",
            "'a",
            "'a\"",
            "'a'b'",
            "'a;b'",
            "'a(b'",
            ",",
            "a,",
            "a  b",
            "3a b",
            " ",
        ] {
            let told = variables(&of_value(value), false).unwrap_err().to_string();
            assert!(told.starts_with("--w3m-x: Invalid input"), "{value:?}: {told}");
        }
    }

    #[test]
    fn maps_are_of_bounded_names_and_values() {
        assert_eq!(refusal("[]", true), "Expected object, received array");
        let number = r#"{"--a":1}"#;
        assert!(read(number, true).is_ok());
        assert_eq!(refusal(number, false), "--a: Expected string, received number");
        assert_eq!(refusal(r#"{"--a":null}"#, true), "--a: Expected string, received null");
        assert_eq!(refusal(r#"{"--a":{}}"#, true), "--a: Expected string, received object");
        assert_eq!(refusal(r#"{"--a":1e9}"#, true), "--a: Invalid input");
        assert_eq!(refusal(r#"{"--a":1,"--a":1}"#, true), "--a: Invalid input");
        for name in ["a", "-a", "--", "--a b", "--a:", "--ä", "__proto__", "--a;", "--\\61"] {
            let map = Json::Object(vec![(name.to_owned(), Json::text("red"))]);
            let told = variables(&map, true).unwrap_err().to_string();
            assert!(told.ends_with(": Unrecognized key"), "{name}: {told}");
        }
        let long = of_value(&"a".repeat(101));
        let told = variables(&long, true).unwrap_err().to_string();
        assert_eq!(told, "--w3m-x: String must contain at most 100 character(s)");
        let many = (0..65).map(|it| (["--a", &"b".repeat(it)].concat(), Json::text("0")));
        let told = variables(&Json::Object(many.collect()), true).unwrap_err().to_string();
        assert_eq!(told, "Object must contain at most 64 element(s)");
    }

    proptest! {
        #[test]
        fn no_value_that_is_taken_leaves_its_declaration(
            value in "[a-zA-Z0-9#(),.%/ '\"_-]{0,40}|[ -~]{0,20}|.{0,20}|(url|rgb|hsl)\\([^)]{0,20}\\)?",
        ) {
            if variables(&of_value(&value), true).is_ok() {
                prop_assert!(!value.contains([';', '{', '}', '@', '\\', '<', '>', '!', ':']), "{}", value);
                prop_assert!(!value.contains('(') || COLOURS.split(' ').any(|it| value.starts_with(it)));
                prop_assert!(value.matches(['\'', '"']).count() % 2 == 0);
                prop_assert!(value.matches('(').count() == value.matches(')').count());
            }
        }
    }
}
