//! A passphrase, and how it is made dear to guess: Argon2id
//! ([RFC 9106](https://www.rfc-editor.org/rfc/rfc9106)).
//!
//! [`Passphrase::new`] refuses what falls in days however dear each guess is. The [`Cost`] comes from the
//! server with the salt; one that is too low would give the passphrase away, one that is too high would
//! hang the page, so both are refused here.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroize;

use crate::secret::{SecretBytes, SecretVec};

const LEAST_CHARACTERS: usize = 10;
/// What people write between the digits of a number.
const BETWEEN_DIGITS: &str = "-_./,:;+#*()";

/// What a person keeps in mind.
pub struct Passphrase(SecretVec);

/// Why a passphrase is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassphraseFault {
    /// It has fewer than 10 characters.
    Short,
    /// It is a number: digits, and what people write between them.
    OnlyDigits,
}

/// 16 random bytes, fresh for each factor, no secret.
pub type Salt = [u8; 16];

/// 32 bytes that the server keeps apart from all else and gives to who is signed in.
pub struct Pepper(pub SecretBytes<32>);

/// How much a guess costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

/// Why a cost is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostFault {
    /// Guesses would be too cheap.
    Low,
    /// It would take a page too long, or too much memory.
    High,
}

/// There was not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StretchFault;

impl Passphrase {
    /// Takes a text as it was typed, white space at both ends included. Who types it in another way of
    /// writing the same letters ([NFC](https://unicode.org/reports/tr15/)) types another one: the page
    /// normalizes it.
    pub fn new(text: &str) -> Result<Self, PassphraseFault> {
        if text.chars().count() < LEAST_CHARACTERS {
            return Err(PassphraseFault::Short);
        }
        let is_of_number =
            |it: char| it.is_numeric() || it.is_whitespace() || BETWEEN_DIGITS.contains(it);
        if text.chars().all(is_of_number) {
            return Err(PassphraseFault::OnlyDigits);
        }
        Ok(Passphrase(SecretVec::joined(&[text.as_bytes()])))
    }

    /// 32 bytes that cost as much to come by as was asked for.
    pub(crate) fn stretched(
        &self,
        salt: &Salt,
        cost: Cost,
    ) -> Result<SecretBytes<32>, StretchFault> {
        let mut secret = SecretBytes::made(|_| ());
        argon2id(self.0.bytes(), salt, cost, secret.bytes_mut())?;
        Ok(secret)
    }
}

impl Cost {
    /// 64 MiB, three passes, one lane, as RFC 9106 recommends where memory is scarce, but for its lanes:
    /// a page has one. About a quarter of a second in a browser.
    pub const DEFAULT: Cost = Cost { memory_kib: 65_536, passes: 3, lanes: 1 };

    /// The least that is taken from a server, which is what
    /// [OWASP](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html) asks
    /// for.
    pub const LEAST: Cost = Cost { memory_kib: 19_456, passes: 2, lanes: 1 };

    /// The most that is taken from a server.
    pub const MOST: Cost = Cost { memory_kib: 262_144, passes: 10, lanes: 4 };

    /// A cost: memory in KiB, how often all of it is passed over, how many lanes it is divided into.
    pub fn new(memory_kib: u32, passes: u32, lanes: u32) -> Result<Self, CostFault> {
        let asked = [memory_kib, passes, lanes];
        let is_beyond = |limit: Cost, is_beyond: fn(&u32, &u32) -> bool| {
            let limit = [limit.memory_kib, limit.passes, limit.lanes];
            asked.iter().zip(&limit).any(|(asked, limit)| is_beyond(asked, limit))
        };
        if is_beyond(Self::LEAST, u32::lt) {
            return Err(CostFault::Low);
        }
        if is_beyond(Self::MOST, u32::gt) {
            return Err(CostFault::High);
        }
        Ok(Cost { memory_kib, passes, lanes })
    }

    /// Memory in KiB.
    pub fn memory_kib(self) -> u32 {
        self.memory_kib
    }

    /// How often all of the memory is passed over.
    pub fn passes(self) -> u32 {
        self.passes
    }

    /// How many lanes the memory is divided into.
    pub fn lanes(self) -> u32 {
        self.lanes
    }
}

fn argon2id(
    passphrase: &[u8],
    salt: &[u8],
    cost: Cost,
    out: &mut [u8; 32],
) -> Result<(), StretchFault> {
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(out.len()))
        .map_err(|_| StretchFault)?;
    let mut memory: Vec<Block> = Vec::new();
    // Where a page may not have so much, that is an answer and not the end of the module.
    memory.try_reserve_exact(params.block_count()).map_err(|_| StretchFault)?;
    memory.resize(params.block_count(), Block::default());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let outcome = argon2.hash_password_into_with_memory(passphrase, salt, out, &mut memory);
    memory.iter_mut().for_each(Zeroize::zeroize);
    outcome.map_err(|_| StretchFault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::array;

    /// From the [tests](https://github.com/P-H-C/phc-winner-argon2/blob/master/src/test.c) of those who
    /// made Argon2.
    #[test]
    fn what_is_stretched_is_what_argon2id_gives() {
        let cost = Cost::new(65_536, 2, 1).unwrap();
        let mut out = [0; 32];
        argon2id(b"password", b"somesalt", cost, &mut out).unwrap();
        let expected = "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7";
        assert_eq!(out, array(expected));
    }

    #[test]
    fn a_cost_that_is_too_low_or_too_high_is_refused() {
        let fault = |memory_kib, passes, lanes| Cost::new(memory_kib, passes, lanes).err();
        assert_eq!(fault(65_536, 3, 1), None);
        assert_eq!(Cost::new(65_536, 3, 1), Ok(Cost::DEFAULT));
        assert_eq!(fault(19_456, 2, 1), None);
        assert_eq!(fault(262_144, 10, 4), None);
        for (memory_kib, passes, lanes) in
            [(19_455, 2, 1), (19_456, 1, 1), (19_456, 2, 0), (0, 0, 0), (262_144, 1, 1), (8, 10, 1)]
        {
            let found = fault(memory_kib, passes, lanes);
            assert_eq!(found, Some(CostFault::Low), "{memory_kib} {passes} {lanes}");
        }
        for (memory_kib, passes, lanes) in
            [(262_145, 3, 1), (65_536, 11, 1), (65_536, 3, 5), (u32::MAX, u32::MAX, u32::MAX)]
        {
            let found = fault(memory_kib, passes, lanes);
            assert_eq!(found, Some(CostFault::High), "{memory_kib} {passes} {lanes}");
        }
    }

    #[test]
    fn a_passphrase_is_long_enough_and_no_number() {
        let fault = |text: &str| Passphrase::new(text).err();
        for short in ["", "123456", "correct h", "ééééééééé", "🦀🦀🦀🦀🦀🦀🦀🦀🦀"]
        {
            assert_eq!(fault(short), Some(PassphraseFault::Short), "{short}");
        }
        for number in
            ["1234567890", "+49 (0)30 1234-567", "24.12.1999 12:00", "          ", "١٢٣٤٥٦٧٨٩٠"]
        {
            assert_eq!(fault(number), Some(PassphraseFault::OnlyDigits), "{number}");
        }
        for fine in ["correct horse", "éééééééééé", "123456789a", "        1x"] {
            assert_eq!(fault(fine), None, "{fine}");
        }
    }

    #[test]
    fn salt_and_cost_change_what_it_becomes() {
        let passphrase = Passphrase::new("correct horse").ok().unwrap();
        let of =
            |salt, cost| *passphrase.stretched(&salt, cost).unwrap_or_else(|_| panic!()).bytes();
        let first = of([1; 16], Cost::LEAST);
        assert_eq!(first, of([1; 16], Cost::LEAST));
        assert_ne!(first, of([2; 16], Cost::LEAST));
        assert_ne!(first, of([1; 16], Cost::new(19_456, 3, 1).unwrap()));
        assert_ne!(first, of([1; 16], Cost::new(19_456, 2, 2).unwrap()));
    }
}
