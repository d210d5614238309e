//! What a person has or knows that opens the recovery key on a new device.
//!
//! A [`FactorKey`] comes of a passkey, a [`RecoveryCode`] or a
//! [`Passphrase`], each by a derivation of its own, and wraps the
//! [`RecoveryKey`] in a place of its own: what one factor wrapped, no other opens.

use crate::entropy::{Entropy, Length, WordsFault};
use crate::envelope::{self, EnvelopeFault, EnvelopeKey, Place};
use crate::passphrase::{Cost, Passphrase, Pepper, Salt, StretchFault};
use crate::recovery::RecoveryKey;
use crate::secret::{Fill, SecretBytes, SecretText, is_same};

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
        let from = crate::secret::SecretVec::joined(from);
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
