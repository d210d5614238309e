//! Keys, and how two sides come to the same one without saying it
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/core/crypto)): X25519, then
//! HKDF-SHA256 without salt or info.
//!
//! A key has no `Debug` and is wiped when it is dropped. Its text leaves for one place only, the
//! store of secrets.

use hkdf::Hkdf;
use sha2::Sha256;
use x25519_dalek::{PublicKey as Point, StaticSecret};
use zeroize::{Zeroize, Zeroizing};

use super::hex::{bytes32, hex};
use super::topic::Topic;

/// A symmetric key: who has it reads what is said under its topic.
#[derive(Clone)]
pub struct SymKey([u8; 32]);

impl SymKey {
    /// A key of 32 random bytes.
    pub fn new(random: [u8; 32]) -> Self {
        SymKey(random)
    }

    /// Reads 64 hexadecimal digits; nothing where they are not that.
    pub fn parse(text: &str) -> Option<Self> {
        bytes32(text).map(SymKey)
    }

    /// 64 hexadecimal digits, for a pairing URI and for the store of secrets.
    pub fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(&self.0))
    }

    /// Where it is spoken under.
    pub fn topic(&self) -> Topic {
        Topic::of(&self.0)
    }

    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for SymKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// What one side tells of its key pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Reads 64 hexadecimal digits; nothing where they are not that.
    pub fn parse(text: &str) -> Option<Self> {
        bytes32(text).map(PublicKey)
    }

    /// 64 hexadecimal digits.
    pub fn text(&self) -> String {
        hex(&self.0)
    }

    /// Where the answer to a one-click sign-in is said.
    pub fn response_topic(&self) -> Topic {
        Topic::of(&self.0)
    }

    pub(super) fn of_bytes(bytes: [u8; 32]) -> Self {
        PublicKey(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// One side's key pair, fresh for each proposal and each approval.
#[derive(Clone)]
pub struct KeyPair(StaticSecret);

impl KeyPair {
    /// A pair of 32 random bytes.
    pub fn new(random: [u8; 32]) -> Self {
        KeyPair(StaticSecret::from(random))
    }

    /// Reads the secret's 64 hexadecimal digits; nothing where they are not that.
    pub fn parse(text: &str) -> Option<Self> {
        bytes32(text).map(Self::new)
    }

    /// The secret's 64 hexadecimal digits, for the store of secrets.
    pub fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(self.0.as_bytes()))
    }

    /// What is told of it.
    pub fn public(&self) -> PublicKey {
        PublicKey(Point::from(&self.0).to_bytes())
    }

    /// The key that both sides come to. Nothing where the other's is a point of small order, under
    /// which everybody would come to the same
    /// ([RFC 7748, 6.1](https://www.rfc-editor.org/rfc/rfc7748#section-6.1)).
    pub fn agree(&self, other: &PublicKey) -> Option<SymKey> {
        let shared = self.0.diffie_hellman(&Point::from(other.0));
        if !shared.was_contributory() {
            return None;
        }
        let mut key = SymKey([0; 32]);
        // 32 bytes are never too many for HKDF.
        Hkdf::<Sha256>::new(None, shared.as_bytes()).expand(&[], &mut key.0).ok()?;
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPair, PublicKey, SymKey};

    #[test]
    fn two_sides_come_to_the_recorded_key_and_topics() {
        let (a, b) = (KeyPair::new([1; 32]), KeyPair::new([2; 32]));
        let (public_a, public_b) = (
            "a4e09292b651c278b9772c569f5fa9bb13d906b46ab68c9df9dc2b4409f8a209",
            "ce8d3ad1ccb633ec7b70c17814a5c76ecd029685050d344745ba05870e587d59",
        );
        assert_eq!((&*a.public().text(), &*b.public().text()), (public_a, public_b));
        let key = a.agree(&b.public()).unwrap();
        let text = "cfe64b3a58371451aa931b549552ee76ba01b9e87e196eb7fe91ad4594913244";
        assert_eq!(&**key.text(), text);
        assert_eq!(&**b.agree(&a.public()).unwrap().text(), text);
        assert_eq!(
            key.topic().text(),
            "7ea0d8e3085cce12bf0ce3d9f6e832632dce2a10232d8b950c3ff9fee3fd9732"
        );
        assert_eq!(
            a.public().response_topic().text(),
            "1a92f23852dc908d97316a3b13578281196c1dd73d9ae5e313f3fb6b8954bf55"
        );
    }

    #[test]
    fn a_point_under_which_everybody_comes_to_the_same_key_is_refused() {
        for point in [[0; 32], {
            let mut one = [0; 32];
            one[0] = 1;
            one
        }] {
            assert!(KeyPair::new([7; 32]).agree(&PublicKey::of_bytes(point)).is_none());
        }
    }

    #[test]
    fn what_is_stored_is_read_again() {
        let pair = KeyPair::new([9; 32]);
        assert_eq!(KeyPair::parse(&pair.text()).unwrap().public(), pair.public());
        let key = SymKey::new([9; 32]);
        assert_eq!(SymKey::parse(&key.text()).unwrap().topic(), key.topic());
        assert!(SymKey::parse("").is_none() && KeyPair::parse("0").is_none());
        assert!(PublicKey::parse(&"x".repeat(64)).is_none());
    }
}
