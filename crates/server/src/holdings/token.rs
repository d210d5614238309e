//! A token, and what may be shown of what it says of itself.

use serde::Deserialize;

/// Longer symbols and names are cut: contracts may say anything.
const SYMBOL_LETTERS: usize = 16;
const NAME_LETTERS: usize = 64;
/// More places than that has no money.
pub(crate) const MOST_DECIMALS: u8 = 36;

/// A token, as people know it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Token {
    /// Its contract, with the capitals of EIP-55; on Solana its mint.
    pub(crate) address: String,
    pub(crate) symbol: String,
    pub(crate) name: String,
    /// Places between the whole unit and the smallest one.
    pub(crate) decimals: u8,
}

/// What a contract calls itself, as one line that can be shown: without characters that do not show, and
/// not longer than a symbol.
pub(crate) fn symbol(said: &str) -> String {
    one_line(said, SYMBOL_LETTERS)
}

/// The same of a name.
pub(crate) fn name(said: &str) -> String {
    one_line(said, NAME_LETTERS)
}

fn one_line(said: &str, most: usize) -> String {
    let is_shown = |it: &char| !it.is_control() && !is_direction(*it);
    said.chars().filter(is_shown).take(most).collect::<String>().trim().to_owned()
}

/// Characters that turn the direction of a text, or take no room
/// ([UAX 9](https://www.unicode.org/reports/tr9/)).
fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What a contract says of itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Described {
    /// The token of money that it is, as far as it says.
    pub(crate) token: Option<Token>,
    /// It said all that it has to say. If not, no node did, or what was asked beside it left it no gas.
    pub(crate) is_sure: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_contract_says_is_one_short_line() {
        assert_eq!(symbol(&"A".repeat(10_000)), "A".repeat(16));
        assert_eq!(symbol(" US\u{202e}D\u{0}C\n"), "USDC");
        assert_eq!(name("<img src=x>"), "<img src=x>");
        assert_eq!(symbol("\u{200b}\u{feff}"), "");
    }
}
