//! Keccak-256, the hash of everything that is signed on an EVM chain.

use sha3::{Digest, Keccak256};

/// The hash of the parts, one after the other. It is the Keccak of
/// [the yellow paper](https://ethereum.github.io/yellowpaper/paper.pdf), not the SHA-3 of FIPS 202.
pub fn keccak(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Keccak256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The first four bytes of the hash of a function's signature, by which a call names it:
/// `transfer(address,uint256)` is `a9059cbb`. Source:
/// [Contract ABI](https://docs.soliditylang.org/en/latest/abi-spec.html#function-selector).
pub fn selector(signature: &str) -> [u8; 4] {
    let [first, second, third, fourth, ..] = keccak(&[signature.as_bytes()]);
    [first, second, third, fourth]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evm::hex::to_hex;

    #[test]
    fn the_hash_of_nothing_is_the_published_one() {
        let empty = "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
        assert_eq!(to_hex(&keccak(&[])), empty);
        assert_eq!(keccak(&[b"ab", b"c"]), keccak(&[b"abc"]));
        assert_eq!(selector("transfer(address,uint256)"), [0xa9, 0x05, 0x9c, 0xbb]);
    }
}
