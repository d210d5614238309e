//! Addresses that programs derive: no key exists for them, so that only the program moves what is
//! there ([program-derived addresses](https://solana.com/docs/core/pda)).
//!
//! [`token_account`] is where an owner's tokens of a mint are. The hash of the seeds must not be a
//! public key, which is a point of Curve25519: one byte is counted down until it is none.

use ed25519_dalek::VerifyingKey;
use sha2::{Digest as _, Sha256};

use super::address::Address;
use super::programs::ASSOCIATED_TOKEN;

/// The account in which an owner keeps tokens of a mint: the associated token account
/// ([source](https://www.solana-program.com/docs/associated-token-account)). `token_program` is the
/// one that the mint belongs to. Nothing where no such address exists, which nobody has met.
pub fn token_account(owner: &Address, mint: &Address, token_program: &Address) -> Option<Address> {
    find(&[owner, token_program, mint], &ASSOCIATED_TOKEN).map(|(address, _)| address)
}

/// The first address of seeds that is no public key, and the byte by which it is (the bump).
pub fn find(seeds: &[&[u8]], program: &Address) -> Option<(Address, u8)> {
    (0..=u8::MAX).rev().find_map(|bump| {
        let mut hash = Sha256::new();
        for seed in seeds {
            hash.update(seed);
        }
        hash.update([bump]);
        hash.update(program);
        hash.update(b"ProgramDerivedAddress");
        let address: Address = hash.finalize().into();
        VerifyingKey::from_bytes(&address).is_err().then_some((address, bump))
    })
}

#[cfg(test)]
mod tests {
    use super::super::address::parse;
    use super::super::programs::{SYSTEM, TOKEN, TOKEN_2022};
    use super::super::samples::{FRIEND, FRIEND_TOKENS, MINT, OWNER, OWNER_TOKENS};
    use super::*;

    /// What `findAssociatedTokenPda` of `@solana-program/token` returns for accounts of the seed of the
    /// folder `solana/`; of some the first hashes are public keys.
    #[test]
    fn tokens_are_where_other_programs_look_for_them() {
        assert_eq!(token_account(&OWNER, &MINT, &TOKEN), Some(OWNER_TOKENS));
        assert_eq!(token_account(&FRIEND, &MINT, &TOKEN), Some(FRIEND_TOKENS));
        for (owner, program, expected, bump) in [
            (OWNER, TOKEN, "xgVndvUXFU4pScSVgJVBQdeUr3Ffabg4wxfEJb6EZ9a", 253),
            (OWNER, TOKEN_2022, "GADJNv2UCD4jTL2TKUbnmqdU8nyG28DLgdK15wuzBbCB", 254),
            (FRIEND, TOKEN_2022, "Dp4KssR9kj67aXwgbwfQhYdAisvzeeoXv7vQs7eM4STY", 255),
            (
                parse("52jEhvGzFKkzafvXkaVJUSX9iHxPcyDFpr77qQ95NCxA").unwrap(),
                TOKEN,
                "3aqogo7ZsXm3jbzLZZEHsRQLx9tjMXDr21cNHHsA16C8",
                252,
            ),
        ] {
            let found = find(&[&owner, &program, &MINT], &ASSOCIATED_TOKEN);
            assert_eq!(found, Some((parse(expected).unwrap(), bump)));
        }
    }

    /// `getProgramDerivedAddress` of `@solana/kit`.
    #[test]
    fn seeds_may_have_any_length() {
        let expected = parse("792g6vcRV86cC66baKgNGvmyWhAnSKEfzQzG95buevN3").unwrap();
        assert_eq!(find(&[b"hello", &[1, 2, 3]], &SYSTEM), Some((expected, 255)));
    }
}
