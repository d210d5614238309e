//! Icon files that an operator's own registry names: SVG or WebP, small, and harmless.
//!
//! An SVG is text that a browser may run when it is opened by itself. The answer forbids that by its
//! policy; here a file is refused that holds a script or asks for another file in the first place.

use super::Image;
use std::path::Path;

/// The largest icon, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Elements and declarations that no icon holds, in small letters, whatever their prefix.
const REFUSED: [&str; 12] = [
    "script",
    "style",
    "foreignobject",
    "iframe",
    "embed",
    "object",
    "audio",
    "video",
    "handler",
    "!doctype",
    "!entity",
    "?xml-stylesheet",
];

/// Spellings that hide something else, or ask for another file.
const HIDING: [(&str, &str); 5] = [
    ("&#", "a character reference"),
    ("\\", "a backslash"),
    ("javascript:", "a javascript: link"),
    ("image-set(", "an image of its own"),
    ("@import", "an import"),
];

/// Reads an icon beside a registry. The error is the end of a sentence that begins with the name.
pub(crate) fn read(folder: &Path, name: &str) -> Result<Image, String> {
    let is_plain = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
        && !name.contains(['\\', ':', '\0']);
    if !is_plain {
        return Err("must be a file in the folder of the registry".to_owned());
    }
    let file = folder.join(name);
    let length = std::fs::metadata(&file).map_err(|error| format!("cannot be read ({error})"))?;
    if length.len() > MOST_BYTES as u64 {
        return Err(too_large());
    }
    let bytes = std::fs::read(&file).map_err(|error| format!("cannot be read ({error})"))?;
    match fault(&bytes, name) {
        Some(fault) => Err(fault),
        None => Ok(Image::new(bytes, media(name).unwrap_or_default())),
    }
}

fn too_large() -> String {
    format!("is larger than {MOST_BYTES} bytes")
}

pub(super) fn media(name: &str) -> Option<&'static str> {
    match Path::new(name).extension()?.to_str()? {
        "svg" => Some("image/svg+xml"),
        "webp" => Some("image/webp"),
        _ => None,
    }
}

/// What is wrong with an icon, if anything is.
pub(super) fn fault(bytes: &[u8], name: &str) -> Option<String> {
    if bytes.len() > MOST_BYTES {
        return Some(too_large());
    }
    match media(name) {
        Some("image/webp") => {
            let is_webp =
                bytes.len() > 16 && bytes.starts_with(b"RIFF") && bytes[8..12] == *b"WEBP";
            (!is_webp).then(|| "is not a WebP image".to_owned())
        }
        Some(_) => svg_fault(bytes),
        None => Some("must end with .svg or .webp".to_owned()),
    }
}

fn svg_fault(bytes: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some("is not text in UTF-8".to_owned());
    };
    let text = text.trim_start_matches('\u{feff}').to_ascii_lowercase();
    let start = text.trim_start();
    let root = match start.strip_prefix("<?xml") {
        Some(rest) => rest.split_once("?>").map_or("", |(_, rest)| rest).trim_start(),
        None => start,
    };
    if !root.starts_with("<svg") || !text.trim_end().ends_with("</svg>") {
        return Some("is not an SVG: it must begin with <svg and end with </svg>".to_owned());
    }
    if let Some(name) = elements(&text).find(|name| REFUSED.contains(name)) {
        return Some(format!("holds <{name}>, which no icon may"));
    }
    if let Some((_, what)) = HIDING.iter().find(|(spelling, _)| text.contains(spelling)) {
        return Some(format!("holds {what}, which no icon may"));
    }
    if let Some(name) = attributes(&text).find(|name| name.starts_with("on")) {
        return Some(format!("holds the event attribute {name}, which no icon may"));
    }
    let is_foreign = targets(&text).any(|target| !target.starts_with('#'));
    is_foreign.then(|| "refers to something outside itself, which no icon may".to_owned())
}

/// The names that stand after a `<`, without their prefix.
fn elements(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).filter_map(|rest| {
        let name = rest.split(|letter| is_gap(letter) || letter == '>').next()?;
        name.rsplit(':').next()
    })
}

/// The names that stand before a `=`.
fn attributes(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('=').filter_map(|piece| {
        let before = piece.strip_suffix('=')?.trim_end();
        before.rsplit(is_gap).next()
    })
}

/// Where a name ends.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '"' | '\'' | '/' | '<')
}

/// What `href`, `src` and `url(…)` point at.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let attributes = ["href", "src"].into_iter().flat_map(move |name| {
        text.split(name).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('='))
    });
    let functions = text.split("url(").skip(1);
    attributes.chain(functions).map(|rest| rest.trim_start().trim_start_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inside: &str) -> Option<String> {
        let text = format!(
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>\n"
        );
        fault(text.as_bytes(), "a.svg")
    }

    #[test]
    fn a_sound_icon_passes() {
        assert_eq!(svg("<defs><path id=\"a\"/></defs><use href=\"#a\" fill=\"url(#g)\"/>"), None);
        assert_eq!(svg("<g fill='url(\"#g\")' xlink:href = '#a'><path d=\"M0 0\"/></g>"), None);
        assert_eq!(fault(b"RIFF\x20\0\0\0WEBPVP8 \x14\0\0\0", "a.webp"), None);
    }

    #[test]
    fn what_runs_or_asks_for_more_is_refused() {
        for (inside, word) in [
            ("<script>1</script>", "script"),
            ("<SCRIPT href='#a'/>", "script"),
            ("<svg:script/>", "script"),
            ("<foreignObject/>", "foreignobject"),
            ("<style>a{}</style>", "<style>"),
            ("<path onclick=\"x\"/>", "event"),
            ("<path fill='a'onload=x/>", "event"),
            ("<path\nonload = \"x\"/>", "event"),
            ("<path/onload=\"x\"/>", "event"),
            ("<image href=\"https://a.example/b.png\"/>", "outside"),
            ("<image xlink:href='//a.example'/>", "outside"),
            ("<image href=\"data:image/png;base64,AA\"/>", "outside"),
            ("<a href = \"b.html\"/>", "outside"),
            ("<path fill=\"url( 'https://a.example#b')\"/>", "outside"),
            ("<a href=\"&#106;avascript:1\"/>", "character reference"),
            ("<a href=\"javascript:1\"/>", "javascript"),
        ] {
            let fault = svg(inside).expect(inside);
            assert!(fault.contains(word), "{inside}: {fault}");
        }
        let entity = b"<?xml version=\"1.0\"?><svg><!ENTITY a \"b\"></svg>";
        assert!(fault(entity, "a.svg").is_some_and(|fault| fault.contains("!entity")));
    }

    #[test]
    fn what_is_no_image_is_refused() {
        for (bytes, name, expected) in [
            (
                &b"<html></html>"[..],
                "a.svg",
                "is not an SVG: it must begin with <svg and end with </svg>",
            ),
            (b"<svg>", "a.svg", "is not an SVG: it must begin with <svg and end with </svg>"),
            (b"\xff\xfe<svg></svg>", "a.svg", "is not text in UTF-8"),
            (b"\x89PNG\r\n\x1a\n0000000000", "a.webp", "is not a WebP image"),
            (b"RIFF", "a.webp", "is not a WebP image"),
            (b"<svg></svg>", "a.png", "must end with .svg or .webp"),
            (&vec![b' '; 64 * 1024 + 1], "a.svg", "is larger than 65536 bytes"),
        ] {
            assert_eq!(fault(bytes, name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn a_file_is_looked_for_beside_the_registry_only() {
        for name in ["../a.svg", "/etc/a.svg", "a//b.svg", ".a.svg", "c:a.svg", ""] {
            let error = read(Path::new("."), name).expect_err(name);
            assert_eq!(error, "must be a file in the folder of the registry", "{name}");
        }
        assert!(read(Path::new("."), "no.svg").expect_err("missing").starts_with("cannot be read"));
    }
}
