//! Neutral images: letters on a calm ground, for wallets, networks and currencies whose own marks are
//! not at hand.
//!
//! The same name and id always give the same bytes. What differs is the ground, a wallet's own colour or
//! else chosen by the id, and the letters. Nothing in a drawing needs a style, a script or another file, so that it shows under
//! `default-src 'none'`.

use super::Image;
use sha3::{Digest, Sha3_256};

/// Two ends of a ground each: one lightness and strength all around the circle of hues (OKLCH
/// 0.555 0.085 to 0.455 0.09), on which white letters have a contrast of at least 4.5.
const GROUNDS: [(&str, &str); 16] = [
    ("#9e5e63", "#814237"),
    ("#9e614e", "#7d4721"),
    ("#97673d", "#734f0d"),
    ("#8c6e34", "#64570a"),
    ("#7a7636", "#4f5e1e"),
    ("#657c44", "#356334"),
    ("#4d8158", "#0d664b"),
    ("#34836e", "#006660"),
    ("#238282", "#006373"),
    ("#2a7f94", "#0d5e81"),
    ("#4079a0", "#335888"),
    ("#5873a5", "#4c5088"),
    ("#6e6ca3", "#5f4a81"),
    ("#80659a", "#6f4473"),
    ("#8f608b", "#7a4161"),
    ("#995e78", "#803f4d"),
];

/// How the ground is bounded.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A square with round corners: wallets.
    Tile,
    /// A disc: networks and currencies.
    Disc,
}

/// The image of a wallet: a tile with the initials of its name, of its own colour where that is known.
pub(crate) fn wallet(id: &str, name: &str, color: Option<Color>) -> Image {
    match color {
        None => draw(Shape::Tile, Ground::of(id), name, &initials(name)),
        Some(color) => draw(Shape::Tile, Ground::plain(color), name, &initials(name)),
    }
}

/// The image of a network: a disc with the initials of its name.
pub(crate) fn network(id: &str, name: &str) -> Image {
    draw(Shape::Disc, Ground::of(id), name, &initials(name))
}

/// The image of a currency: a disc with its sign, or with the first four letters of its symbol.
pub(crate) fn currency(symbol: &str, sign: Option<&str>) -> Image {
    let short: String = symbol.chars().take(4).collect();
    draw(Shape::Disc, Ground::of(symbol), symbol, sign.unwrap_or(&short))
}

/// What the letters stand on: a slope between two colours, as browsers write them, and their own.
struct Ground {
    from: String,
    to: String,
    ink: &'static str,
}

impl Ground {
    /// The calm one of an id.
    fn of(id: &str) -> Self {
        let (from, to) = GROUNDS[usize::from(Sha3_256::digest(id.as_bytes())[0]) % GROUNDS.len()];
        Ground { from: from.to_owned(), to: to.to_owned(), ink: "#fff" }
    }

    /// A colour, with letters in white or black, whichever is read better on it.
    fn plain(color: Color) -> Self {
        let Color([red, green, blue]) = color;
        let text = format!("#{red:02x}{green:02x}{blue:02x}");
        let ink = if color.luminance() < 0.179 { "#fff" } else { "#000" };
        Ground { from: text.clone(), to: text, ink }
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color([u8; 3]);

impl Color {
    /// Reads `#f6851b`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let is_hex = digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
        let part = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        (digits.len() == 6 && is_hex).then_some(())?;
        Some(Color([part(0)?, part(2)?, part(4)?]))
    }

    /// How light it is, from 0 to 1
    /// ([WCAG](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)). Black and white are told from it
    /// equally well at 0.179.
    fn luminance(self) -> f64 {
        let linear = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        linear[0] * 0.2126 + linear[1] * 0.7152 + linear[2] * 0.0722
    }
}

fn draw(shape: Shape, ground: Ground, title: &str, letters: &str) -> Image {
    let Ground { from, to, ink } = ground;
    let (corner, edge_corner) = match shape {
        Shape::Tile => ("12", "11.5"),
        Shape::Disc => ("24", "23.5"),
    };
    let (size_px, base_px) = size(letters.chars().count());
    let (title, letters) = (escaped(title), escaped(letters));
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><title>{title}</title><defs><linearGradient id="g" x2="0.6" y2="1"><stop stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient></defs><rect width="48" height="48" rx="{corner}" fill="url(#g)"/><rect x=".5" y=".5" width="47" height="47" rx="{edge_corner}" fill="none" stroke="#fff" stroke-opacity=".14"/><text x="24" y="{base_px}" text-anchor="middle" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif" font-size="{size_px}" font-weight="600" fill="{ink}">{letters}</text></svg>"##
    );
    Image::new(svg, "image/svg+xml")
}

/// The size of this many letters, and the line they stand on: capitals are 0.72 of their size high.
fn size(letters: usize) -> (&'static str, &'static str) {
    match letters {
        0 | 1 => ("23", "32.3"),
        2 => ("18", "30.5"),
        3 => ("14", "29"),
        _ => ("12", "28.3"),
    }
}

/// The first letters of the first two words; `Wallet` is one only where nothing else is there, and
/// what stands in brackets does not count.
fn initials(name: &str) -> String {
    let words: Vec<char> = name
        .split('(')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .filter(|word| !word.eq_ignore_ascii_case("wallet"))
        .filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()))
        .take(2)
        .collect();
    let all = if words.is_empty() { name.chars().find(|it| it.is_alphanumeric()) } else { None };
    words.into_iter().chain(all).flat_map(char::to_uppercase).collect()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(image: &Image) -> String {
        String::from_utf8(image.bytes.to_vec()).expect("text")
    }

    #[test]
    fn initials_are_those_a_person_would_choose() {
        for (name, expected) in [
            ("MetaMask", "M"),
            ("Trust Wallet", "T"),
            ("Magic Eden", "ME"),
            ("Base (formerly Coinbase Wallet)", "B"),
            ("1inch Wallet", "1"),
            ("Wallet", "W"),
            ("Wallet 3", "3"),
            ("clear-wallet", "C"),
            ("MPCVault | Team crypto wallet", "MT"),
            ("αU wallet", "Α"),
            ("ﬁn", "FI"),
            ("🦊", ""),
        ] {
            assert_eq!(initials(name), expected, "{name}");
        }
    }

    #[test]
    fn the_same_wallet_is_always_drawn_the_same() {
        let first = wallet("a1", "Harbor", None);
        assert_eq!(first.id(), wallet("a1", "Harbor", None).id());
        assert_eq!(first.id(), "be7d2f96a6764ae8a6ad0722a97078a0");
        assert_ne!(first.id(), wallet("a2", "Harbor", None).id());
        assert_ne!(first.id(), network("a1", "Harbor").id());
    }

    #[test]
    fn a_name_cannot_become_markup() {
        let drawn = text(&wallet("a1", "</title><script>alert(\"'&'\")</script>", None));
        assert!(!drawn.contains("<script"), "{drawn}");
        assert!(drawn.contains("&lt;/title&gt;&lt;script&gt;alert(&quot;&#39;&amp;&#39;&quot;)"));
    }

    #[test]
    fn a_drawing_is_small_and_passes_the_check_of_icon_files() {
        let image = currency("USDC", None);
        assert!(image.bytes.len() < 900 && text(&image).contains(">USDC</text>"));
        assert_eq!(super::super::file::fault(&image.bytes, "x.svg"), None);
    }
}
