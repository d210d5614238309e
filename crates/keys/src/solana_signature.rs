//! How an account of Solana signs: Ed25519 ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)).
//!
//! A message is signed as it is; what it says was decided, and shown to a person, elsewhere.

use chains::solana::address;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

use crate::secret::SecretBytes;

/// A private key of Solana.
pub struct SolanaKey(SecretBytes<32>);

impl SolanaKey {
    /// The key of these bytes, which RFC 8032 calls a seed. Any will do.
    pub fn new(bytes: &[u8; 32]) -> Self {
        SolanaKey(SecretBytes::copied(bytes))
    }

    /// The public key, which is the account.
    pub fn public(&self) -> [u8; 32] {
        self.signing_key().verifying_key().to_bytes()
    }

    /// The public key in base58.
    pub fn address(&self) -> String {
        address::text(&self.public())
    }

    /// Signs a message of any length.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.signing_key().sign(message).to_bytes()
    }

    /// It wipes itself, and stands for as long as one signature takes.
    fn signing_key(&self) -> SigningKey {
        SigningKey::from_bytes(self.0.bytes())
    }
}

/// Whether the account of a public key signed this message. Keys under which anything is signed are
/// refused.
pub fn is_signed(public: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let signature = Signature::from_bytes(signature);
    VerifyingKey::from_bytes(public).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
}
