//! How an account of eip155 signs: ECDSA over secp256k1, deterministic by
//! [RFC 6979](https://www.rfc-editor.org/rfc/rfc6979), with the lower of the two values of `s`
//! ([EIP-2](https://eips.ethereum.org/EIPS/eip-2)).
//!
//! A digest is signed; what it is the hash of was decided, and shown to a person, elsewhere.

use chains::evm::address::Address;
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use sha3::{Digest, Keccak256};

use crate::secret::SecretBytes;

/// A private key of eip155.
pub struct EvmKey(SecretBytes<32>);

/// A signature of eip155.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvmSignature {
    /// 32 bytes, the highest first.
    pub r: [u8; 32],
    /// 32 bytes, the highest first.
    pub s: [u8; 32],
    /// Whether y of the point is odd: `yParity` of typed transactions.
    pub is_y_odd: bool,
}

/// Why nobody can be told to have signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignatureFault {
    /// It has not 65 bytes.
    Length,
    /// Its last byte is none of 0, 1, 27 and 28.
    Parity,
    /// `s` is the higher of its two values, which others can make of the lower one.
    HighS,
    /// `r` or `s` is no number of a signature, or no key fits.
    NoKey,
}

impl EvmKey {
    /// The key of these bytes. Nothing where they are 0, or not below the order of the curve.
    pub fn new(bytes: &[u8; 32]) -> Option<Self> {
        SigningKey::from_slice(bytes).ok().map(|_| EvmKey(SecretBytes::copied(bytes)))
    }

    /// Whose it is.
    pub fn address(&self) -> Address {
        address_of(self.signing_key().verifying_key())
    }

    /// Signs a hash of 32 bytes.
    pub fn sign(&self, digest: &[u8; 32]) -> EvmSignature {
        // `r` would be more than the order, and tell nobody the key, for one digest of 2¹²⁷.
        let (signature, id) = self.signing_key().sign_prehash_recoverable(digest);
        let (r, s) = signature.split_bytes();
        EvmSignature { r: r.into(), s: s.into(), is_y_odd: id.is_y_odd() }
    }

    /// It wipes itself, and stands for as long as one signature takes.
    fn signing_key(&self) -> SigningKey {
        SigningKey::from_slice(self.0.bytes()).expect("it was read before")
    }
}

impl EvmSignature {
    /// r, s and 27 or 28: 65 bytes, as `personal_sign` answers.
    pub fn bytes(&self) -> [u8; 65] {
        let mut bytes = [0; 65];
        bytes[..32].copy_from_slice(&self.r);
        bytes[32..64].copy_from_slice(&self.s);
        bytes[64] = 27 + u8::from(self.is_y_odd);
        bytes
    }

    /// Reads 65 bytes, of which the last is 27, 28, 0 or 1.
    pub fn read(bytes: &[u8]) -> Result<Self, SignatureFault> {
        let bytes: &[u8; 65] = bytes.try_into().map_err(|_| SignatureFault::Length)?;
        let (rs, [parity]) = bytes.split_at(64) else { return Err(SignatureFault::Length) };
        let is_y_odd = match parity {
            0 | 27 => false,
            1 | 28 => true,
            _ => return Err(SignatureFault::Parity),
        };
        let (mut r, mut s) = ([0; 32], [0; 32]);
        r.copy_from_slice(&rs[..32]);
        s.copy_from_slice(&rs[32..]);
        Ok(EvmSignature { r, s, is_y_odd })
    }

    /// Who signed this hash of 32 bytes.
    pub fn recover(&self, digest: &[u8; 32]) -> Result<Address, SignatureFault> {
        let signature =
            Signature::from_scalars(self.r, self.s).map_err(|_| SignatureFault::NoKey)?;
        if signature.normalize_s() != signature {
            return Err(SignatureFault::HighS);
        }
        let id = RecoveryId::new(self.is_y_odd, false);
        let key = VerifyingKey::recover_from_prehash(digest, &signature, id);
        key.map(|key| address_of(&key)).map_err(|_| SignatureFault::NoKey)
    }
}

/// The last 20 bytes of the hash of the point, without the byte that says how it is written.
fn address_of(key: &VerifyingKey) -> Address {
    let point = key.to_sec1_point(false);
    let hash = Keccak256::digest(&point.as_bytes()[1..]);
    Address::new(*hash.last_chunk().expect("32 bytes end with 20"))
}
