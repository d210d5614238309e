//! What a person has or knows that opens the recovery key on a new device.
//!
//! A [`FactorKey`] comes of a passkey, a [`RecoveryCode`] or a
//! [`Passphrase`], each by a derivation of its own, and wraps the
//! [`RecoveryKey`] in a place of its own: what one factor wrapped, no other opens.

use crate::entropy::{Entropy, Length, WordsFault};
use crate::envelope::{self, EnvelopeFault, EnvelopeKey, Place};
use crate::passphrase::{Cost, Passphrase, Pepper, Salt, StretchFault};
use crate::recovery::RecoveryKey;
use crate::secret::{Fill, SecretBytes, SecretText, SecretVec, is_same};

const SCHEMA: u32 = 1;
const PASSKEY: &[u8] = b"latchkit/recovery/prf/v1";
const CODE: &[u8] = b"latchkit/recovery/code/v1";
const PASSPHRASE: &[u8] = b"latchkit/recovery/passphrase/v1";
/// Of what a passkey has to give at least.
const PRF_BYTES: usize = 32;

/// The kinds of factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// A passkey that can evaluate a pseudo-random function.
    Passkey,
    /// 24 words that a person keeps on paper.
    Code,
    /// What a person keeps in mind.
    Passphrase,
}

/// Why a passkey is no factor: it gave fewer than 32 bytes, or zeros only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeakPrf;

/// What wraps the recovery key.
pub struct FactorKey {
    factor: Factor,
    key: EnvelopeKey,
}

/// 32 random bytes that a person keeps, written as 24 words. They are no words of a wallet.
pub struct RecoveryCode(Entropy);

impl FactorKey {
    /// The key of a passkey, by what its [PRF](https://www.w3.org/TR/webauthn-3/#prf-extension) gave for
    /// the salt of the wallet.
    pub fn of_passkey(prf: &[u8]) -> Result<Self, WeakPrf> {
        if prf.len() < PRF_BYTES || is_same(prf, &vec![0; prf.len()]) {
            return Err(WeakPrf);
        }
        Ok(Self::derived(Factor::Passkey, &[prf]))
    }

    /// The key of a recovery code.
    pub fn of_code(code: &RecoveryCode) -> Self {
        Self::derived(Factor::Code, &[code.0.bytes()])
    }

    /// The key of a passphrase. The pepper is the server's: without it nobody can try passphrases, and
    /// with it alone nobody knows one.
    pub fn of_passphrase(
        passphrase: &Passphrase,
        salt: &Salt,
        cost: Cost,
        pepper: &Pepper,
    ) -> Result<Self, StretchFault> {
        let stretched = passphrase.stretched(salt, cost)?;
        Ok(Self::derived(Factor::Passphrase, &[stretched.bytes(), pepper.0.bytes()]))
    }

    /// Which kind it is of.
    pub fn factor(&self) -> Factor {
        self.factor
    }

    /// Wraps the recovery key of a wallet. `row` is the factor's id.
    pub fn wrap(
        &self,
        key: &RecoveryKey,
        wallet: &[u8; 16],
        row: &[u8],
        fill: Fill<'_>,
    ) -> Vec<u8> {
        envelope::seal(&self.key, &self.place(wallet, row), key.bytes(), fill)
    }

    /// Opens what this factor wrapped for this wallet and row. Where the person gave a wrong code,
    /// passphrase or passkey, that is [`EnvelopeFault::OtherKey`].
    pub fn open(
        &self,
        wallet: &[u8; 16],
        row: &[u8],
        wrapped: &[u8],
    ) -> Result<RecoveryKey, EnvelopeFault> {
        let bytes = envelope::open(&self.key, &self.place(wallet, row), wrapped)?;
        let bytes = bytes.bytes().try_into().map_err(|_| EnvelopeFault::Cut)?;
        Ok(RecoveryKey::new(SecretBytes::copied(bytes)))
    }

    fn derived(factor: Factor, from: &[&[u8]]) -> Self {
        let info = match factor {
            Factor::Passkey => PASSKEY,
            Factor::Code => CODE,
            Factor::Passphrase => PASSPHRASE,
        };
        let from = SecretVec::joined(from);
        let key = EnvelopeKey::new(SecretBytes::derived(from.bytes(), &[], &[info]));
        FactorKey { factor, key }
    }

    fn place<'a>(&self, wallet: &'a [u8; 16], row: &'a [u8]) -> Place<'a> {
        let column = match self.factor {
            Factor::Passkey => "passkey",
            Factor::Code => "code",
            Factor::Passphrase => "passphrase",
        };
        Place { table: "recovery_factors", column, row, wallet, schema: SCHEMA }
    }
}

impl RecoveryCode {
    /// A code of random bytes.
    pub fn random(fill: Fill<'_>) -> Self {
        RecoveryCode(Entropy::random(Length::Words24, fill))
    }

    /// Its 24 words, to be shown once.
    pub fn words(&self) -> SecretText {
        self.0.words()
    }

    /// Reads the 24 words, as [`Entropy::of_words`] does.
    pub fn read(text: &str) -> Result<Self, WordsFault> {
        let entropy = Entropy::of_words(text)?;
        match entropy.length() {
            Length::Words24 => Ok(RecoveryCode(entropy)),
            Length::Words12 => Err(WordsFault::Count(12)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::{array, chance};
    use crate::passphrase::{Cost, PassphraseFault};
    use proptest::prelude::*;

    const WALLET: [u8; 16] = [7; 16];

    fn of_passphrase(text: &str, pepper: u8) -> FactorKey {
        let passphrase = Passphrase::new(text).ok().unwrap();
        let pepper = Pepper(SecretBytes::copied(&[pepper; 32]));
        FactorKey::of_passphrase(&passphrase, &[1; 16], Cost::LEAST, &pepper).ok().unwrap()
    }

    fn of_passkey(prf: &[u8]) -> FactorKey {
        FactorKey::of_passkey(prf).ok().unwrap()
    }

    fn of_code(bytes: u8) -> FactorKey {
        FactorKey::of_code(&RecoveryCode(Entropy::of_bytes(&[bytes; 32]).unwrap()))
    }

    /// Three factors of the same 32 bytes, as far as that goes.
    fn all() -> [FactorKey; 3] {
        [of_passkey(&[5; 32]), of_code(5), of_passphrase("correct horse", 5)]
    }

    /// By other code, in Python: what somebody wrapped years ago has to open.
    #[test]
    fn the_keys_of_factors_are_as_recorded() {
        let ids = all().map(|it| it.key.id().0);
        assert_eq!(ids, ["83a9f53b74ffa30d", "23b84b2b1b94114e", "0e9f29b08088bfe5"].map(array));
    }

    #[test]
    fn each_factor_opens_what_it_wrapped_and_no_other_does() {
        let mut fill = chance(1);
        let recovery = RecoveryKey::random(&mut fill);
        for (at, factor) in all().iter().enumerate() {
            let wrapped = factor.wrap(&recovery, &WALLET, b"row", &mut fill);
            for (other_at, other) in all().iter().enumerate() {
                let opened = other.open(&WALLET, b"row", &wrapped);
                if at == other_at {
                    assert_eq!(opened.ok().unwrap().bytes(), recovery.bytes());
                } else {
                    assert_eq!(opened.err(), Some(EnvelopeFault::OtherKey), "{at} {other_at}");
                }
            }
            let elsewhere =
                [factor.open(&[8; 16], b"row", &wrapped), factor.open(&WALLET, b"", &wrapped)];
            for opened in elsewhere {
                assert_eq!(opened.err(), Some(EnvelopeFault::Seal));
            }
        }
    }

    /// Even one and the same key: what was wrapped as one kind is not opened as another.
    #[test]
    fn each_kind_has_a_place_of_its_own() {
        let recovery = RecoveryKey::random(&mut chance(1));
        let kinds = [Factor::Passkey, Factor::Code, Factor::Passphrase];
        let key =
            |factor| FactorKey { factor, key: EnvelopeKey::new(SecretBytes::copied(&[5; 32])) };
        for kind in kinds {
            let wrapped = key(kind).wrap(&recovery, &WALLET, b"row", &mut chance(2));
            for other in kinds {
                let fault = key(other).open(&WALLET, b"row", &wrapped).err();
                assert_eq!(fault, (kind != other).then_some(EnvelopeFault::Seal));
            }
        }
    }

    #[test]
    fn what_a_person_gave_wrong_is_another_key() {
        let recovery = RecoveryKey::random(&mut chance(1));
        for (right, wrong) in [
            (of_passkey(&[5; 32]), of_passkey(&[6; 32])),
            (of_passkey(&[5; 32]), of_passkey(&[5; 64])),
            (of_code(5), of_code(6)),
            (of_passphrase("correct horse", 5), of_passphrase("correct horsf", 5)),
            (of_passphrase("correct horse", 5), of_passphrase("correct horse", 6)),
        ] {
            let wrapped = right.wrap(&recovery, &WALLET, b"row", &mut chance(2));
            let fault = wrong.open(&WALLET, b"row", &wrapped).err();
            assert_eq!(fault, Some(EnvelopeFault::OtherKey), "{:?}", right.factor());
        }
    }

    #[test]
    fn a_passkey_that_gives_too_little_or_nothing_is_refused() {
        for length in 0..32 {
            assert_eq!(FactorKey::of_passkey(&vec![5; length]).err(), Some(WeakPrf), "{length}");
        }
        for length in [0, 31, 32, 33, 64] {
            assert_eq!(FactorKey::of_passkey(&vec![0; length]).err(), Some(WeakPrf), "{length}");
        }
        let mut one_bit = [0; 32];
        one_bit[31] = 1;
        assert!(FactorKey::of_passkey(&one_bit).is_ok() && FactorKey::of_passkey(&[5; 64]).is_ok());
    }

    #[test]
    fn a_code_is_24_words_that_belong_together() {
        let code = RecoveryCode::random(&mut chance(1));
        let words = code.words();
        assert_eq!(words.text().split(' ').count(), 24);
        let read = RecoveryCode::read(&words.text().to_uppercase()).ok().unwrap();
        assert_eq!(read.0.bytes(), code.0.bytes());
        let fault = |text: &str| RecoveryCode::read(text).err();
        let wallet = format!("{}about", "abandon ".repeat(11));
        assert_eq!(fault(&wallet), Some(WordsFault::Count(12)));
        assert_eq!(fault(&"abandon ".repeat(24)), Some(WordsFault::Checksum));
        assert_eq!(fault(&format!("{}artt", "abandon ".repeat(23))), Some(WordsFault::Unknown(24)));
    }

    proptest! {
        #[test]
        fn hostile_input_is_an_error_at_worst(
            bytes in prop::collection::vec(any::<u8>(), 0..150),
            text in any::<String>(),
        ) {
            if let Ok(key) = FactorKey::of_passkey(&bytes) {
                prop_assert!(key.open(&WALLET, b"row", &bytes).is_err());
            }
            prop_assert!(RecoveryCode::read(&text).is_err());
            prop_assert_eq!(text.chars().count() < 10, {
                matches!(Passphrase::new(&text).err(), Some(PassphraseFault::Short))
            });
        }
    }

    #[test]
    fn what_is_no_recovery_key_is_not_taken_for_one() {
        let factor = of_code(5);
        for length in [0, 31, 33] {
            let place = factor.place(&WALLET, b"row");
            let sealed = envelope::seal(&factor.key, &place, &vec![1; length], &mut chance(1));
            assert_eq!(factor.open(&WALLET, b"row", &sealed).err(), Some(EnvelopeFault::Cut));
        }
    }
}
