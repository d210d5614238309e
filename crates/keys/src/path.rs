//! How keys are derived along a path, each from the one above by one HMAC-SHA512.
//!
//! [`Secp256k1Node`] is [BIP-32](https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki), for
//! eip155; [`Ed25519Node`] is [SLIP-10](https://github.com/satoshilabs/slips/blob/master/slip-0010.md),
//! for Solana, where every step is hardened. Private keys only: nothing here is written as text.
//! [`evm`] and [`solana`] are the paths that other wallets use, so that exported words work there.

use hmac::{Hmac, KeyInit, Mac};
use k256::NonZeroScalar;
use k256::ecdsa::SigningKey;
use k256::elliptic_curve::ff::PrimeField;
use sha2::Sha512;

use crate::secret::SecretBytes;

/// What is added to the number of a step that is hardened, written `'`.
pub const HARDENED: u32 = 1 << 31;

/// The number of an account in its wallet, below 2³¹.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index(u32);

impl Index {
    /// The account that every wallet has.
    pub const FIRST: Index = Index(0);

    /// An account's number; nothing where it is 2³¹ or more.
    pub fn new(number: u32) -> Option<Self> {
        (number < HARDENED).then_some(Index(number))
    }

    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// `m/44'/60'/0'/0/i`
pub fn evm(index: Index) -> [u32; 5] {
    [HARDENED + 44, HARDENED + 60, HARDENED, 0, index.0]
}

/// `m/44'/501'/i'/0'`
pub fn solana(index: Index) -> [u32; 4] {
    [HARDENED + 44, HARDENED + 501, HARDENED + index.0, HARDENED]
}

/// A private key of secp256k1 and its chain code.
pub struct Secp256k1Node(Link);

impl Secp256k1Node {
    /// The root. Nothing where BIP-32 has none for this seed, which is one of 2¹²⁷.
    pub fn root(seed: &[u8]) -> Option<Self> {
        let link = Link::of(b"Bitcoin seed", &[seed]);
        scalar(link.key()).map(|_| Secp256k1Node(link))
    }

    /// The node under this number, to which [`HARDENED`] may have been added. Nothing where BIP-32
    /// has none, which is one of 2¹²⁷.
    pub fn child(&self, number: u32) -> Option<Self> {
        let key = SigningKey::from_slice(self.key()).ok()?;
        let number_bytes = number.to_be_bytes();
        let mut link = if number >= HARDENED {
            Link::of(self.chain_code(), &[&[0], self.key(), &number_bytes])
        } else {
            let public = key.verifying_key().to_sec1_point(true);
            Link::of(self.chain_code(), &[public.as_bytes(), &number_bytes])
        };
        let sum = *scalar(link.key())?.as_ref() + key.as_nonzero_scalar().as_ref();
        let sum = NonZeroScalar::new(sum).into_option()?;
        link.0.bytes_mut()[..32].copy_from_slice(&sum.to_repr());
        Some(Secp256k1Node(link))
    }

    /// The node at the end of a path.
    pub fn at(seed: &[u8], path: &[u32]) -> Option<Self> {
        path.iter().try_fold(Self::root(seed)?, |node, number| node.child(*number))
    }

    /// The private key, 32 bytes.
    pub fn key(&self) -> &[u8; 32] {
        self.0.key()
    }

    /// 32 bytes.
    pub fn chain_code(&self) -> &[u8; 32] {
        self.0.chain_code()
    }
}

/// A private key of Ed25519 and its chain code.
pub struct Ed25519Node(Link);

impl Ed25519Node {
    /// The root.
    pub fn root(seed: &[u8]) -> Self {
        Ed25519Node(Link::of(b"ed25519 seed", &[seed]))
    }

    /// The node under this number, which is hardened whether or not [`HARDENED`] was added to it:
    /// Ed25519 has no others.
    pub fn child(&self, number: u32) -> Self {
        let number = (number | HARDENED).to_be_bytes();
        Ed25519Node(Link::of(self.chain_code(), &[&[0], self.key(), &number]))
    }

    /// The node at the end of a path.
    pub fn at(seed: &[u8], path: &[u32]) -> Self {
        path.iter().fold(Self::root(seed), |node, number| node.child(*number))
    }

    /// The private key, which RFC 8032 calls a seed: 32 bytes.
    pub fn key(&self) -> &[u8; 32] {
        self.0.key()
    }

    /// 32 bytes.
    pub fn chain_code(&self) -> &[u8; 32] {
        self.0.chain_code()
    }
}

/// What one HMAC gives: a key, then a chain code.
struct Link(SecretBytes<64>);

impl Link {
    fn of(key: &[u8], parts: &[&[u8]]) -> Self {
        let mut mac = Hmac::<Sha512>::new_from_slice(key).expect("HMAC takes a key of any length");
        for part in parts {
            mac.update(part);
        }
        let mut code = mac.finalize().into_bytes();
        let link = Link(SecretBytes::made(|to| to.copy_from_slice(&code)));
        zeroize::Zeroize::zeroize(&mut code[..]);
        link
    }

    fn key(&self) -> &[u8; 32] {
        self.0.bytes().first_chunk().expect("64 bytes begin with 32")
    }

    fn chain_code(&self) -> &[u8; 32] {
        self.0.bytes().last_chunk().expect("64 bytes end with 32")
    }
}

/// A number below the order of the curve and not 0.
fn scalar(bytes: &[u8; 32]) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr((*bytes).into()).into_option()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_below_the_hardened_ones() {
        assert_eq!(Index::new(HARDENED - 1).map(Index::number), Some(HARDENED - 1));
        assert_eq!((Index::new(HARDENED), Index::new(u32::MAX)), (None, None));
    }

    #[test]
    fn an_index_is_in_one_step_of_a_path() {
        let index = Index::new(7).unwrap();
        let hardened = |number: u32| number + HARDENED;
        assert_eq!(evm(index), [hardened(44), hardened(60), hardened(0), 0, 7]);
        assert_eq!(solana(index), [hardened(44), hardened(501), hardened(7), hardened(0)]);
    }

    #[test]
    fn no_number_is_a_key_but_those_of_the_curve() {
        let order = [
            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xff, 0xfe, 0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c,
            0xd0, 0x36, 0x41, 0x41,
        ];
        let mut below = order;
        below[31] -= 1;
        assert!(scalar(&[0; 32]).is_none() && scalar(&order).is_none());
        assert!(scalar(&[255; 32]).is_none() && scalar(&below).is_some());
    }
}
