//! A QR code in a terminal, for a phone that reads the address from there.

use qr::Squares;

/// As many light squares are around it: a reader finds it by them.
const MARGIN: u32 = 4;
/// Dark on light, whatever the terminal's own colours are; and those again.
const COLOURS: &str = "\x1b[30;107m";
const OWN_COLOURS: &str = "\x1b[0m";

/// The code of a text as lines of a terminal, where a letter is as high as two squares are; nothing where
/// the text is too long for one.
pub(super) fn drawn(text: &str) -> Option<String> {
    let code = qr::encode(text)?;
    let edge = code.size + 2 * MARGIN;
    let mut lines = String::new();
    for y in (0..edge).step_by(2) {
        lines.push_str(COLOURS);
        lines.extend((0..edge).map(|x| match (is_dark(&code, x, y), is_dark(&code, x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        lines.push_str(OWN_COLOURS);
        lines.push('\n');
    }
    Some(lines)
}

fn is_dark(code: &Squares, x: u32, y: u32) -> bool {
    x >= MARGIN && y >= MARGIN && code.is_dark(x - MARGIN, y - MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_where_the_code_has_it() {
        let text = "http://192.168.1.20:8788/";
        let (code, lines) = (qr::encode(text).expect("a code"), drawn(text).expect("a drawing"));
        let mut dark = 0;
        for (row, line) in lines.lines().enumerate() {
            let line = line.strip_prefix(COLOURS).and_then(|it| it.strip_suffix(OWN_COLOURS));
            let letters: Vec<char> = line.expect("its colours").chars().collect();
            assert_eq!(letters.len(), code.size as usize + 8);
            for (column, letter) in letters.into_iter().enumerate() {
                for (half, is_half) in
                    ["▀█", "▄█"].map(|it| it.contains(letter)).into_iter().enumerate()
                {
                    let place = |at: usize| u32::try_from(at).expect("small").checked_sub(4);
                    let square = place(column).zip(place(2 * row + half));
                    assert_eq!(is_half, square.is_some_and(|(x, y)| code.is_dark(x, y)));
                    dark += u32::from(is_half);
                }
            }
        }
        let squares = (0..code.size).flat_map(|x| (0..code.size).map(move |y| (x, y)));
        assert_eq!(dark as usize, squares.filter(|(x, y)| code.is_dark(*x, *y)).count());
    }
}
