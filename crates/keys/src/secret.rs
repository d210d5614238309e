//! How secret bytes are held: on the heap, so that moving a value copies a pointer only, and wiped when
//! they are dropped.
//!
//! [`SecretBytes`] is as long as its type says, [`SecretVec`] as long as it happens to be, [`SecretText`]
//! is for words that a person reads. None of them has `Debug`, `Clone` or `==`; [`is_same`] compares in
//! constant time. [`Fill`] is where random bytes come from.

use hkdf::Hkdf;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// Fills a slice with bytes of a cryptographic source, `crypto.getRandomValues` or the like. It does not
/// come back where there are none.
pub type Fill<'a> = &'a mut dyn FnMut(&mut [u8]);

/// `N` secret bytes.
pub struct SecretBytes<const N: usize>(Box<[u8; N]>);

impl<const N: usize> SecretBytes<N> {
    /// A secret of random bytes.
    pub fn random(fill: Fill<'_>) -> Self {
        Self::made(|bytes| fill(bytes))
    }

    /// A secret that is read from elsewhere; whoever reads it wipes what it was read from.
    pub fn copied(bytes: &[u8; N]) -> Self {
        Self::made(|to| to.copy_from_slice(bytes))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; N] {
        &self.0
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8; N] {
        &mut self.0
    }

    /// A secret that is written in place, over zeros.
    pub(crate) fn made(write: impl FnOnce(&mut [u8; N])) -> Self {
        let mut secret = SecretBytes(Box::new([0; N]));
        write(&mut secret.0);
        secret
    }

    /// A secret that is derived from another one by HKDF-SHA256
    /// ([RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)). `info` says what for.
    pub(crate) fn derived(from: &[u8], salt: &[u8], info: &[&[u8]]) -> Self {
        const { assert!(N <= 255 * 32, "HKDF-SHA256 gives no more") };
        let hkdf = Hkdf::<Sha256>::new(Some(salt), from);
        Self::made(|to| {
            hkdf.expand_multi_info(info, to).expect("the length was checked at compile time");
        })
    }
}

impl<const N: usize> Drop for SecretBytes<N> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// Secret bytes, as many as there are.
pub struct SecretVec(Vec<u8>);

impl SecretVec {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The parts one after the other, in one allocation: a vector that grows leaves copies behind.
    pub(crate) fn joined(parts: &[&[u8]]) -> Self {
        SecretVec(parts.concat())
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for SecretVec {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// A secret that a person reads.
pub struct SecretText(String);

impl SecretText {
    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Words with one space between two, of at most so many letters: a text that grows leaves copies
    /// behind.
    pub(crate) fn spaced<'a>(words: impl Iterator<Item = &'a str>, most: usize) -> Self {
        let mut text = SecretText(String::with_capacity(most));
        for word in words {
            if !text.0.is_empty() {
                text.0.push(' ');
            }
            text.0.push_str(word);
        }
        debug_assert!(text.0.len() <= most, "the text has grown");
        text
    }
}

impl Drop for SecretText {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// Whether two slices are equal. How long that takes depends on their length alone.
pub fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.ct_eq(b).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        account::Account,
        entropy::{Entropy, Seed},
        envelope::EnvelopeKey,
        evm_signature::EvmKey,
        factor::{FactorKey, RecoveryCode},
        passphrase::{Passphrase, Pepper},
        path::{Ed25519Node, Secp256k1Node},
        recovery::RecoveryKey,
        sealed_box::RecipientKey,
        share::{Dealt, Share},
        solana_signature::SolanaKey,
    };

    /// Whether a type has `Debug` or `Clone`: what is a type's own goes before what is a trait's, and
    /// is there for such types only.
    struct Asked<T>(std::marker::PhantomData<T>);
    struct AskedToCopy<T>(std::marker::PhantomData<T>);

    trait HasNone {
        const HAS_DEBUG: bool = false;
        const HAS_CLONE: bool = false;
    }

    impl<T> HasNone for Asked<T> {}
    impl<T> HasNone for AskedToCopy<T> {}

    impl<T: std::fmt::Debug> Asked<T> {
        const HAS_DEBUG: bool = true;
    }

    impl<T: Clone> AskedToCopy<T> {
        const HAS_CLONE: bool = true;
    }

    macro_rules! stays_secret {
        ($($kind:ty),* $(,)?) => {
            $(
                const _: () = assert!(!Asked::<$kind>::HAS_DEBUG, "a secret can be printed");
                const _: () = assert!(!AskedToCopy::<$kind>::HAS_CLONE, "a secret can be copied");
                const _: () = assert!(std::mem::needs_drop::<$kind>(), "a secret stays behind");
            )*
        };
    }

    stays_secret!(
        SecretBytes<32>,
        SecretVec,
        SecretText,
        Account,
        Entropy,
        Seed,
        EnvelopeKey,
        EvmKey,
        FactorKey,
        RecoveryCode,
        Passphrase,
        Pepper,
        Ed25519Node,
        Secp256k1Node,
        RecoveryKey,
        RecipientKey,
        Dealt,
        Share,
        SolanaKey,
    );
    const _: () = assert!(Asked::<String>::HAS_DEBUG, "the question above is answered by a text");
    const _: () = assert!(AskedToCopy::<String>::HAS_CLONE, "and so is this one");

    #[test]
    fn equal_is_what_is_equal_in_every_byte() {
        assert!(is_same(b"", b"") && is_same(b"abc", b"abc"));
        assert!(!is_same(b"abc", b"abd") && !is_same(b"abc", b"ab") && !is_same(b"xbc", b"abc"));
    }

    /// Test case 1 of [RFC 5869, A.1](https://www.rfc-editor.org/rfc/rfc5869#appendix-A.1).
    #[test]
    fn what_is_derived_is_what_the_rfc_derives() {
        let salt: [u8; 13] = std::array::from_fn(|at| u8::try_from(at).unwrap());
        let info: [u8; 10] = std::array::from_fn(|at| 0xf0 + u8::try_from(at).unwrap());
        let derived = SecretBytes::<42>::derived(&[0x0b; 22], &salt, &[&info[..4], &info[4..]]);
        assert_eq!(derived.bytes()[..4], [0x3c, 0xb2, 0x5f, 0x25]);
        assert_eq!(derived.bytes()[38..], [0x87, 0x18, 0x58, 0x65]);
    }
}
