//! What a wallet grows from, and how it is written as words
//! ([BIP-39](https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki)).
//!
//! [`Entropy`] is random, the words are another way to write it, and [`Seed`] is what keys are derived
//! from. The list of words is [`LIST`]; what is packed into them is packed here, in places that are wiped.
//! The passphrase of BIP-39 is empty, always.

use pbkdf2::pbkdf2_hmac;
use sha2::{Digest, Sha256, Sha512};
use subtle::ConstantTimeEq;

use crate::secret::{Fill, SecretBytes, SecretText, SecretVec};

/// The [English words](https://github.com/bitcoin/bips/blob/master/bip-0039/english.txt) of BIP-39, in the
/// order of the alphabet, one on each line: in a module that a browser loads one text is less than a table.
const LIST: &str = include_str!("words.txt");
const BITS_OF_WORD: usize = 11;
/// Of the longest word, with the space behind it.
const MOST_LETTERS: usize = 9;
const ROUNDS: u32 = 2048;

/// How much entropy there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// 16 bytes, which no one guesses.
    Words12,
    /// 32 bytes.
    Words24,
}

/// Why words are not those of a wallet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordsFault {
    /// There are so many of them, and not 12 or 24; of a recovery code, not 24.
    Count(usize),
    /// This one is not in the list; the first is number 1.
    Unknown(usize),
    /// Each of them is in the list, and they do not belong together: one is wrong or in the wrong place.
    Checksum,
}

/// 16 or 32 random bytes, from which all keys of a wallet come.
pub struct Entropy(SecretVec);

impl Entropy {
    /// What a new wallet grows from.
    pub fn random(length: Length, fill: Fill<'_>) -> Self {
        let mut bytes = SecretVec::joined(&[&[0; 32][..length.bytes()]]);
        fill(bytes.bytes_mut());
        Entropy(bytes)
    }

    /// Takes 16 or 32 bytes; nothing where there are more or fewer.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Length::of_bytes(bytes.len()).map(|_| Entropy(SecretVec::joined(&[bytes])))
    }

    /// Reads 12 or 24 English words in letters of either case, with any white space around them.
    pub fn of_words(text: &str) -> Result<Self, WordsFault> {
        let count = text.split_whitespace().count();
        let length = Length::of_words(count).ok_or(WordsFault::Count(count))?;
        // The entropy, then a byte that begins with the checksum.
        let mut packed = SecretBytes::<33>::made(|_| ());
        for (at, word) in text.split_whitespace().enumerate() {
            let number = LIST.lines().position(|it| it.eq_ignore_ascii_case(word));
            let number = number.ok_or(WordsFault::Unknown(at + 1))?;
            for bit in 0..BITS_OF_WORD {
                let is_set = number >> (BITS_OF_WORD - 1 - bit) & 1 == 1;
                let place = at * BITS_OF_WORD + bit;
                packed.bytes_mut()[place / 8] |= u8::from(is_set) << (7 - place % 8);
            }
        }
        let (bytes, checksum) = packed.bytes().split_at(length.bytes());
        if length.checksum(bytes).ct_ne(&checksum[0]).into() {
            return Err(WordsFault::Checksum);
        }
        Ok(Entropy(SecretVec::joined(&[bytes])))
    }

    /// How much there is.
    pub fn length(&self) -> Length {
        if self.bytes().len() == Length::Words12.bytes() {
            Length::Words12
        } else {
            Length::Words24
        }
    }

    /// The 16 or 32 bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Its English words, in small letters, with one space between two.
    pub fn words(&self) -> SecretText {
        let packed = SecretVec::joined(&[self.bytes(), &[self.length().checksum(self.bytes())]]);
        let bit = |at: usize| usize::from(packed.bytes()[at / 8] >> (7 - at % 8) & 1);
        let number = |word: usize| {
            (0..BITS_OF_WORD).fold(0, |number, at| number << 1 | bit(word * BITS_OF_WORD + at))
        };
        let words = self.length().words();
        // Each number has 11 bits, and there is a word for each of those.
        let all = (0..words).filter_map(|at| LIST.lines().nth(number(at)));
        SecretText::spaced(all, words * MOST_LETTERS)
    }

    /// What keys are derived from.
    pub fn seed(&self) -> Seed {
        let words = self.words();
        Seed(SecretBytes::made(|to| {
            pbkdf2_hmac::<Sha512>(words.text().as_bytes(), b"mnemonic", ROUNDS, to);
        }))
    }
}

impl Length {
    const fn bytes(self) -> usize {
        match self {
            Length::Words12 => 16,
            Length::Words24 => 32,
        }
    }

    const fn words(self) -> usize {
        match self {
            Length::Words12 => 12,
            Length::Words24 => 24,
        }
    }

    fn of_bytes(bytes: usize) -> Option<Self> {
        [Length::Words12, Length::Words24].into_iter().find(|it| it.bytes() == bytes)
    }

    fn of_words(words: usize) -> Option<Self> {
        [Length::Words12, Length::Words24].into_iter().find(|it| it.words() == words)
    }

    /// The first bits of the hash, one for every 32 of the entropy; the rest is 0.
    fn checksum(self, entropy: &[u8]) -> u8 {
        Sha256::digest(entropy)[0] & 0xff << (8 - self.bytes() / 4)
    }
}

/// 64 bytes that words become by PBKDF2-HMAC-SHA512 in 2048 rounds.
pub struct Seed(SecretBytes<64>);

impl Seed {
    /// The bytes.
    pub fn bytes(&self) -> &[u8; 64] {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::{array, chance, hex};
    use proptest::prelude::*;

    /// The [vectors](https://github.com/trezor/python-mnemonic/blob/master/vectors.json) of BIP-39 with
    /// 12 or 24 words: entropy, words, the seed under the passphrase `TREZOR`, and the one under none,
    /// which Python's `hashlib.pbkdf2_hmac` gave.
    const VECTORS: &str = include_str!("../tests/bip39.txt");

    #[test]
    fn words_and_seeds_are_those_of_the_vectors() {
        let lines: Vec<&str> = VECTORS.lines().filter(|it| !it.is_empty()).collect();
        assert_eq!(lines.len(), 16 * 4);
        for vector in lines.chunks(4) {
            let [bytes, words, with_passphrase, seed] = vector else { unreachable!() };
            let entropy = Entropy::of_bytes(&hex(bytes)).unwrap();
            assert_eq!(entropy.words().text(), *words);
            assert_eq!(Entropy::of_words(words).ok().unwrap().bytes(), entropy.bytes());
            assert_eq!(entropy.seed().bytes(), &array::<64>(seed));
            let mut other = [0; 64];
            pbkdf2_hmac::<Sha512>(words.as_bytes(), b"mnemonicTREZOR", ROUNDS, &mut other);
            assert_eq!(other, array::<64>(with_passphrase));
        }
    }

    #[test]
    fn the_list_is_that_of_the_crate_bip39() {
        let list: Vec<&str> = LIST.lines().collect();
        assert_eq!(list, bip39::Language::English.word_list());
        assert_eq!(list.len(), 1 << BITS_OF_WORD);
        assert!(list.is_sorted() && list.iter().all(|it| it.len() < MOST_LETTERS));
    }

    #[test]
    fn words_are_read_in_either_case_and_with_any_space_around() {
        let text = " \u{3000}LEGAL winner\tthank\r\nYear wave sausage worth useful\nlegal winner thank \
                    yeLLow\n";
        assert_eq!(Entropy::of_words(text).ok().unwrap().bytes(), [0x7f; 16]);
    }

    #[test]
    fn words_that_are_none_say_why() {
        let fault = |text: &str| Entropy::of_words(text).err();
        let eleven = "zoo ".repeat(11);
        for (count, text) in [
            (0, String::new()),
            (0, " \n".to_owned()),
            (11, eleven.clone()),
            (13, "zoo ".repeat(13)),
            // BIP-39 has 18 words as well; no wallet of ours has.
            (18, format!("{}when", "zoo ".repeat(17))),
            (5000, "zoo ".repeat(5000)),
        ] {
            assert_eq!(fault(&text), Some(WordsFault::Count(count)), "{text:.40}");
        }
        assert_eq!(fault(&format!("{eleven}zoo")), Some(WordsFault::Checksum));
        assert_eq!(fault(&format!("{eleven}wrongs")), Some(WordsFault::Unknown(12)));
        assert_eq!(fault(&format!("zo\u{f6} {eleven}")), Some(WordsFault::Unknown(1)));
        // Four letters tell words apart; who writes four has not written the word.
        assert_eq!(fault(&format!("aban {eleven}")), Some(WordsFault::Unknown(1)));
        let swapped = "winner legal thank year wave sausage worth useful legal winner thank yellow";
        assert_eq!(fault(swapped), Some(WordsFault::Checksum));
    }

    #[test]
    fn entropy_is_16_or_32_bytes() {
        for length in 0..70 {
            let is_some = Entropy::of_bytes(&vec![1; length]).is_some();
            assert_eq!(is_some, length == 16 || length == 32, "{length}");
        }
        let mut fill = chance(1);
        for (length, bytes) in [(Length::Words12, 16), (Length::Words24, 32)] {
            let (a, b) = (Entropy::random(length, &mut fill), Entropy::random(length, &mut fill));
            assert_eq!((a.bytes().len(), a.length()), (bytes, length));
            assert_ne!(a.bytes(), b.bytes());
            assert_ne!(a.bytes()[bytes - 8..], [0; 8], "all of it is random");
        }
    }

    proptest! {
        #[test]
        fn entropy_is_its_words(bytes in any::<[u8; 32]>(), is_long in any::<bool>()) {
            let bytes = &bytes[..if is_long { 32 } else { 16 }];
            let words = Entropy::of_bytes(bytes).unwrap().words();
            let read = Entropy::of_words(words.text()).ok().unwrap();
            prop_assert_eq!(read.bytes(), bytes);
            let other = bip39::Mnemonic::from_entropy(bytes).unwrap();
            prop_assert_eq!(words.text(), other.to_string());
        }

        #[test]
        fn words_are_taken_as_the_crate_bip39_takes_them(
            numbers in proptest::collection::vec(0..2048_usize, 24),
            is_long in any::<bool>(),
            is_put_right in any::<bool>(),
        ) {
            let numbers = &numbers[..if is_long { 24 } else { 12 }];
            let (last, first) = numbers.split_last().unwrap();
            let text = |last: usize| {
                let all = first.iter().chain([&last]).map(|it| LIST.lines().nth(*it).unwrap());
                all.collect::<Vec<_>>().join(" ")
            };
            let read = |last: usize| bip39::Mnemonic::parse_normalized(&text(last)).ok();
            let last = if is_put_right { (0..2048).find(|it| read(*it).is_some()).unwrap() } else { *last };
            let other = read(last).map(|it| {
                let (bytes, length) = it.to_entropy_array();
                bytes[..length].to_vec()
            });
            let ours = Entropy::of_words(&text(last)).ok().map(|it| it.bytes().to_vec());
            prop_assert_eq!(ours, other);
        }

        #[test]
        fn hostile_text_is_an_error_at_worst(text in prop_oneof![
            any::<String>(),
            "([a-zA-Z]{3,8}[ \\n]){12}",
            "((zoo|abandon|art|legal)[ \\n]){12}",
            "((zoo|abandon|art|legal)[ \\n]){24}",
        ]) {
            if let Ok(entropy) = Entropy::of_words(&text) {
                let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
                let written = entropy.words();
                prop_assert_eq!(written.text(), words.join(" "));
            }
        }
    }
}
