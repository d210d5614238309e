//! Texts as they are compared: lower case, without accents, without what stands between words.
//!
//! `Café Wallet`, `cafe-wallet` and `CafeWallet` have the same letters; the first two also the same
//! words, and so has the third, since a capital after a small letter begins a word.

/// Letters beyond this many are not looked at, so that no text makes a search slow.
pub(crate) const MOST: usize = 64;

/// The letters of a text, and where its words begin among them.
#[derive(Default)]
pub(crate) struct Letters {
    all: Vec<char>,
    starts: Vec<usize>,
}

impl Letters {
    /// Those of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut letters = Letters::default();
        letters.read(text);
        letters
    }

    /// Takes another text, in the place that the last one had.
    pub(crate) fn read(&mut self, text: &str) {
        self.all.clear();
        self.starts.clear();
        let (mut is_between, mut was_small) = (true, false);
        for letter in text.chars() {
            if letter.is_ascii() {
                if !letter.is_ascii_alphanumeric() {
                    is_between = true;
                    continue;
                }
            } else if is_mark(letter) {
                continue;
            }
            if self.all.len() == MOST {
                break;
            }
            if is_between || was_small && letter.is_ascii_uppercase() {
                self.starts.push(self.all.len());
            }
            is_between = false;
            was_small = letter.is_ascii_lowercase();
            self.all.push(plain(letter));
        }
    }

    /// All of them, with nothing between the words.
    pub(crate) fn all(&self) -> &[char] {
        &self.all
    }

    /// From the start of each word to the end of the text.
    pub(crate) fn tails(&self) -> impl Iterator<Item = &[char]> {
        self.starts.iter().map(|start| &self.all[*start..])
    }

    /// Each word.
    pub(crate) fn words(&self) -> impl Iterator<Item = &[char]> {
        let ends = self.starts.iter().skip(1).copied().chain([self.all.len()]);
        self.starts.iter().zip(ends).map(|(start, end)| &self.all[*start..end])
    }
}

/// Accents that stand behind their letter, and marks that nobody sees.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// The small letter without its accent. Latin only; Greek and Cyrillic are made small, and the
/// letters of other scripts stay what they are.
fn plain(letter: char) -> char {
    match letter {
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' => 'a',
        'Ç' | 'ç' | 'Ć'..='č' => 'c',
        'Ď'..='đ' => 'd',
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' => 'e',
        'Ĝ'..='ģ' => 'g',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' => 'i',
        'Ĺ'..='ł' => 'l',
        'Ñ' | 'ñ' | 'Ń'..='ň' => 'n',
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō'..='ő' => 'o',
        'Ŕ'..='ř' => 'r',
        'Ś'..='š' | 'ß' => 's',
        'Ţ'..='ť' => 't',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' => 'u',
        'Ý' | 'ý' | 'ÿ' | 'Ÿ' => 'y',
        'Ź'..='ž' => 'z',
        'Α'..='Ω' | 'А'..='Я' => char::from_u32(letter as u32 + 32).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_and_words(text: &str) -> (String, Vec<String>) {
        let letters = Letters::of(text);
        let words = letters.words().map(|word| word.iter().collect()).collect();
        (letters.all().iter().collect(), words)
    }

    #[test]
    fn case_accents_and_spaces_make_no_difference() {
        for (text, all, words) in [
            ("Café Wallet", "cafewallet", vec!["cafe", "wallet"]),
            ("Cafe\u{301}-WALLET", "cafewallet", vec!["cafe", "wallet"]),
            ("CafeWallet", "cafewallet", vec!["cafe", "wallet"]),
            ("  1inch\u{202e} (old)  ", "1inchold", vec!["1inch", "old"]),
            ("ŁÓDŹ Straße", "lodzstrase", vec!["lodz", "strase"]),
            ("ВОЛНА", "волна", vec!["волна"]),
            ("αU wallet", "αuwallet", vec!["αu", "wallet"]),
            ("钱包", "钱包", vec!["钱包"]),
            ("!?", "", vec![]),
        ] {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            assert_eq!(all_and_words(text), (all.to_owned(), words), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(Letters::of(&"ab ".repeat(10_000)).all().len(), MOST);
    }

    #[test]
    fn a_text_takes_the_place_of_the_last_one() {
        let mut letters = Letters::of("one two three");
        letters.read("four");
        assert_eq!(letters.words().collect::<Vec<_>>(), [['f', 'o', 'u', 'r']]);
        assert_eq!(letters.tails().count(), 1);
    }
}
