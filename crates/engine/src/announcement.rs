//! What of a wallet's announcement can be shown. The engine reads by it, and the page draws by it before
//! there is an engine: its patterns are made of what stands here.

use wire::{Json, facts};

facts! {
    /// The limits of what a wallet says of itself.
    LIMITS:

    /// A name is cut to so many characters.
    pub const NAME_CHARACTERS: u32 = 64;
    /// An icon that is longer is none.
    pub const ICON_CHARACTERS: u32 = 262_144;
    /// An id that is longer is none.
    pub const ID_CHARACTERS: u32 = 253;
}

/// What the labels of an id have besides letters and digits.
pub const LABEL_MARKS: &str = "-_";

/// The images that may be written into the page.
pub const IMAGE_KINDS: [&str; 5] = ["svg+xml", "png", "jpeg", "webp", "gif"];

/// The characters, by first and last, that reorder or hide what stands around them. No name shows these,
/// and none that controls.
pub const HIDDEN: [(char, char); 5] = [
    ('\u{61c}', '\u{61c}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
];

/// What is shown of an announcement.
#[derive(Debug, PartialEq)]
pub struct Shown {
    /// The reverse domain name, or what stands in its place outside of eip155.
    pub id: String,
    /// One line.
    pub name: String,
    /// A `data:` address of an image.
    pub icon: Option<String>,
}

/// Reads the `info` of an announcement; nothing where it cannot be shown.
pub fn read(detail: &Json) -> Option<Shown> {
    let text = |name| detail.get(name).and_then(Json::as_text);
    let id = text("rdns").filter(|id| is_id(id))?.to_owned();
    let name = printable(text("name")?);
    let icon = text("icon").filter(|icon| is_icon(icon)).map(str::to_owned);
    (!name.is_empty()).then_some(Shown { id, name, icon })
}

/// A name in one line, without characters that are [`HIDDEN`] or control.
pub(crate) fn printable(name: &str) -> String {
    one_line(name, NAME_CHARACTERS as usize)
}

/// At most so many characters of somebody else's text, in one line, without those that do not show.
pub(crate) fn one_line(text: &str, characters: usize) -> String {
    let is_hidden = |it: char| {
        it.is_control() || HIDDEN.iter().any(|(first, last)| (*first..=*last).contains(&it))
    };
    let shown = text.chars().filter(|it| !is_hidden(*it)).take(characters);
    shown.collect::<String>().trim().to_owned()
}

/// Whether a wallet may have this id.
pub(crate) fn is_id(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|it| it.is_ascii_alphanumeric() || holds(LABEL_MARKS, it))
    };
    text.len() <= ID_CHARACTERS as usize && text.split('.').all(is_label)
}

/// Whether a text holds this ASCII character. What `str::contains` looks for may be any text, and in
/// WebAssembly that is a kilobyte and a half.
pub(crate) fn holds(text: &str, character: u8) -> bool {
    text.bytes().any(|it| it == character)
}

fn is_icon(icon: &str) -> bool {
    let rest = icon.strip_prefix("data:image/");
    icon.len() <= ICON_CHARACTERS as usize
        && rest.is_some_and(|rest| {
            IMAGE_KINDS.iter().any(|kind| {
                rest.strip_prefix(kind).is_some_and(|rest| rest.starts_with([',', ';']))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::from_text;

    fn shown(detail: &str) -> Option<Shown> {
        read(&from_text(detail).unwrap())
    }

    #[test]
    fn refuses_what_cannot_be_shown() {
        for detail in [
            "null",
            "[]",
            "\"wallet\"",
            "{}",
            r#"{"rdns":"a.b"}"#,
            r#"{"name":"A"}"#,
            r#"{"rdns":7,"name":"A"}"#,
            r#"{"rdns":"a..b","name":"A"}"#,
            r#"{"rdns":"a b","name":"A"}"#,
            r#"{"rdns":"a.b","name":"\u202e\u0000 "}"#,
        ] {
            assert_eq!(shown(detail), None, "{detail}");
        }
    }

    #[test]
    fn cleans_the_name_and_checks_the_icon() {
        let named =
            |name: &str| shown(&[r#"{"rdns":"a.b","name":""#, name, "\"}"].concat()).unwrap().name;
        assert_eq!(named("\\u202eevil\\u0007 Wallet"), "evil Wallet");
        assert_eq!(named(&"x".repeat(100)).len(), 64);
        let icon = |icon: &str| {
            let detail = [r#"{"rdns":"a.b","name":"A","icon":""#, icon, "\"}"].concat();
            shown(&detail).unwrap().icon.is_some()
        };
        assert!(icon("data:image/svg+xml,<svg/>"));
        assert!(icon("data:image/png;base64,AAAA"));
        for bad in
            ["https://a.b/c.png", "data:text/html,x", "data:image/svgz,x", "javascript:1", ""]
        {
            assert!(!icon(bad), "{bad}");
        }
        assert!(!icon(&["data:image/png;base64,", &"A".repeat(256 * 1024)].concat()));
    }
}
