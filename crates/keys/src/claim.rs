//! What whoever changes the shares of a wallet, gives it another address or deletes it signs with its key, so that no
//! one-time code alone does it.
//!
//! The digest is of none of the forms that a page may ask to sign
//! ([EIP-191](https://eips.ethereum.org/EIPS/eip-191), [EIP-712](https://eips.ethereum.org/EIPS/eip-712),
//! a transaction): those begin otherwise, and none of them is a bare hash of this one.

use sha2::{Digest, Sha256};

/// What is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A wallet is made.
    Create,
    /// Another browser gets a set.
    Enrol,
    /// The wallet is split anew.
    Rotate,
    /// Another e-mail address signs in to the wallet.
    Move,
    /// The wallet is deleted.
    Delete,
}

impl Claim {
    /// What is signed: `parts` are all that is sent, in their order, and `session` who sends it. 32 bytes.
    pub fn digest(self, wallet: &[u8; 16], session: &str, parts: &[&str]) -> [u8; 32] {
        let kind = match self {
            Claim::Create => "create",
            Claim::Enrol => "enrol",
            Claim::Rotate => "rotate",
            Claim::Move => "move",
            Claim::Delete => "delete",
        };
        let mut hash = Sha256::new();
        let head = ["latchkit/claim/v1", kind].map(str::as_bytes);
        let all = head.into_iter().chain([&wallet[..], session.as_bytes()]);
        for part in all.chain(parts.iter().map(|it| it.as_bytes())) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_differs_is_another_claim() {
        let first = Claim::Create.digest(&[1; 16], "s", &["ab", "c"]);
        for other in [
            Claim::Enrol.digest(&[1; 16], "s", &["ab", "c"]),
            Claim::Rotate.digest(&[1; 16], "s", &["ab", "c"]),
            Claim::Move.digest(&[1; 16], "s", &["ab", "c"]),
            Claim::Delete.digest(&[1; 16], "s", &["ab", "c"]),
            Claim::Create.digest(&[2; 16], "s", &["ab", "c"]),
            Claim::Create.digest(&[1; 16], "t", &["ab", "c"]),
            Claim::Create.digest(&[1; 16], "s", &["a", "bc"]),
            Claim::Create.digest(&[1; 16], "s", &["ab", "c", ""]),
        ] {
            assert_ne!(first, other);
        }
    }
}
