//! What a wallet grows from, and how it is written as words
//! ([BIP-39](https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki)).
//!
//! [`Entropy`] is random, the words are another way to write it, and [`Seed`] is what keys are derived
//! from. The list of words is the crate `bip39`'s; what is packed into them is packed here, in places
//! that are wiped. The passphrase of BIP-39 is empty, always.

use bip39::Language;
use pbkdf2::pbkdf2_hmac;
use sha2::{Digest, Sha256, Sha512};
use subtle::ConstantTimeEq;

use crate::secret::{Fill, SecretBytes, SecretText, SecretVec};

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
        let list = Language::English.word_list();
        // The entropy, then a byte that begins with the checksum.
        let mut packed = SecretBytes::<33>::made(|_| ());
        for (at, word) in text.split_whitespace().enumerate() {
            let number = list.iter().position(|it| it.eq_ignore_ascii_case(word));
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
        if self.bytes().len() == Length::Words12.bytes() { Length::Words12 } else { Length::Words24 }
    }

    /// The 16 or 32 bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Its English words, in small letters, with one space between two.
    pub fn words(&self) -> SecretText {
        let list = Language::English.word_list();
        let packed = SecretVec::joined(&[self.bytes(), &[self.length().checksum(self.bytes())]]);
        let bit = |at: usize| usize::from(packed.bytes()[at / 8] >> (7 - at % 8) & 1);
        let number = |word: usize| {
            (0..BITS_OF_WORD).fold(0, |number, at| number << 1 | bit(word * BITS_OF_WORD + at))
        };
        let words = self.length().words();
        SecretText::spaced((0..words).map(|at| list[number(at)]), words * MOST_LETTERS)
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

    pub(crate) fn of_bytes(bytes: usize) -> Option<Self> {
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
