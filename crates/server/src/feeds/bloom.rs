//! The bloom filter of a block's logs, by which most blocks need not be asked for any ([yellow
//! paper](https://ethereum.github.io/yellowpaper/paper.pdf), 4.3.1).

use chains::evm::contracts::hex;
use sha3::{Digest, Keccak256};

const BYTES: usize = 256;

/// The filter of a block.
pub(super) struct Bloom([u8; BYTES]);

impl Bloom {
    /// Reads one. One without any bit is none: some chains do not say what is in their blocks.
    pub(super) fn read(text: &str) -> Option<Self> {
        let bytes: [u8; BYTES] = hex::decode(text).ok()?.try_into().ok()?;
        bytes.iter().any(|it| *it > 0).then_some(Bloom(bytes))
    }

    /// Whether an address or a topic may be in it.
    pub(super) fn may_hold(&self, what: &[u8]) -> bool {
        let hash = Keccak256::digest(what);
        (0..3).all(|pair| {
            let bit = usize::from(u16::from_be_bytes([hash[2 * pair], hash[2 * pair + 1]]) & 0x7ff);
            self.0[BYTES - 1 - bit / 8] & (1 << (bit % 8)) > 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_it_is_found_and_little_else() {
        let mut bytes = [0; BYTES];
        let hash = Keccak256::digest([1; 20]);
        for pair in hash[..6].chunks(2) {
            let bit = usize::from(u16::from_be_bytes([pair[0], pair[1]]) % 2048);
            bytes[BYTES - 1 - bit / 8] |= 1 << (bit % 8);
        }
        let bloom = Bloom::read(&format!("0x{}", hex::encode(bytes))).expect("it is one");
        assert!(bloom.may_hold(&[1; 20]));
        assert_eq!((0..=255).filter(|it| bloom.may_hold(&[*it; 32])).count(), 0);
    }

    #[test]
    fn an_empty_one_says_nothing() {
        assert!(Bloom::read(&format!("0x{}", "00".repeat(BYTES))).is_none());
        assert!(Bloom::read("0x01").is_none());
    }
}
