//! How many typing errors lie between what was typed and the beginning of a name.

/// As many errors as are ever allowed.
const MOST_ERRORS: usize = 2;
/// The cells around the diagonal that can hold as few.
const BAND: usize = 2 * MOST_ERRORS + 1;

/// How many errors a text of this many letters may hold.
pub(crate) fn allowed(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => MOST_ERRORS,
    }
}

/// The fewest errors with which `typed` is a beginning of `name`, if they are at most `most`, which is
/// at most 2. An error is a letter too much, too little, wrong, or swapped with its neighbour.
///
/// The optimal string alignment distance, of which only the cells within `most` of the diagonal are
/// computed: the others are larger than `most`.
pub(crate) fn errors(typed: &[char], name: &[char], most: usize) -> Option<usize> {
    debug_assert!(most <= MOST_ERRORS);
    let far = most + 1;
    // The errors between `typed[..i]` and `name[..j]` stand in row `i % 3` at `j + most - i`.
    let mut rows = [[far; BAND]; 3];
    for j in 0..=most {
        rows[0][j + most] = j;
    }
    for i in 1..=typed.len() {
        let (here, above, twice_above) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        let mut least = far;
        for at in 0..=2 * most {
            let mut errors = far;
            if let Some(j) = (i + at).checked_sub(most).filter(|j| *j <= name.len()) {
                let left = if at > 0 { rows[here][at - 1] } else { far };
                let top = if at < 2 * most { rows[above][at + 1] } else { far };
                errors = errors.min(left + 1).min(top + 1);
                if j > 0 {
                    let is_wrong = typed[i - 1] != name[j - 1];
                    errors = errors.min(rows[above][at] + usize::from(is_wrong));
                }
                if i > 1 && j > 1 && typed[i - 1] == name[j - 2] && typed[i - 2] == name[j - 1] {
                    errors = errors.min(rows[twice_above][at] + 1);
                }
            }
            rows[here][at] = errors;
            least = least.min(errors);
        }
        if least > most {
            return None;
        }
    }
    rows[typed.len() % 3].iter().copied().min().filter(|errors| *errors <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn errors_between(typed: &str, name: &str, most: usize) -> Option<usize> {
        errors(&letters(typed), &letters(name), most)
    }

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn errors_are_counted_to_the_nearest_beginning() {
        for (typed, name, most, expected) in [
            ("metamask", "metamask", 2, Some(0)),
            ("meta", "metamask", 1, Some(0)),
            ("metmask", "metamask", 1, Some(1)),
            ("metaamask", "metamask", 1, Some(1)),
            ("metomask", "metamask", 1, Some(1)),
            ("rianbow", "rainbow", 1, Some(1)),
            ("metmsk", "metamask", 1, None),
            ("metmsk", "metamask", 2, Some(2)),
            ("phantoms", "phantom", 1, Some(1)),
            ("wallet", "a", 2, None),
            ("", "a", 2, Some(0)),
            ("ab", "", 2, Some(2)),
        ] {
            assert_eq!(errors_between(typed, name, most), expected, "{typed} {name} {most}");
        }
    }

    /// The same by the book: every cell, every beginning.
    fn by_the_book(typed: &[char], name: &[char]) -> usize {
        let mut cells = vec![vec![0_usize; name.len() + 1]; typed.len() + 1];
        for i in 0..=typed.len() {
            for j in 0..=name.len() {
                cells[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let wrong = usize::from(typed[i - 1] != name[j - 1]);
                    let mut least = (cells[i - 1][j] + 1)
                        .min(cells[i][j - 1] + 1)
                        .min(cells[i - 1][j - 1] + wrong);
                    let is_swap = i > 1
                        && j > 1
                        && typed[i - 1] == name[j - 2]
                        && typed[i - 2] == name[j - 1];
                    if is_swap {
                        least = least.min(cells[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        cells[typed.len()].iter().copied().min().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn the_band_changes_nothing(typed in "[abc]{0,9}", name in "[abc]{0,12}", most in 0..3_usize) {
            let (typed, name) = (letters(&typed), letters(&name));
            let expected = Some(by_the_book(&typed, &name)).filter(|errors| *errors <= most);
            prop_assert_eq!(errors(&typed, &name, most), expected);
        }

        #[test]
        fn no_length_is_too_long(typed in "[a-c]{0,64}", name in "[a-c]{0,200}", most in 0..3_usize) {
            errors(&letters(&typed), &letters(&name), most);
        }
    }
}
