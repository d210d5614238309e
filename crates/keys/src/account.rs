//! The keys of an account, and the addresses by which it is known.
//!
//! The addresses are pinned when a wallet is made. Whenever its entropy is rebuilt from shares,
//! [`Account::rebuilt`] derives them again and compares: shares of another secret, however they came in,
//! never sign anything.

use crate::entropy::Entropy;
use crate::evm_signature::EvmKey;
use crate::path::{self, Ed25519Node, Index, Secp256k1Node};
use crate::solana_signature::SolanaKey;

/// The addresses of one account, which anybody may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    /// `0x` and 40 hex digits with the checksum of [EIP-55](https://eips.ethereum.org/EIPS/eip-55).
    pub eip155: String,
    /// 32 bytes in base58.
    pub solana: String,
}

/// Why there are no keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountFault {
    /// The addresses are not those that were pinned: this is the entropy of another wallet.
    Mismatch,
    /// BIP-32 has no key for this entropy and index, which is one of 2¹²⁷: take another.
    NoKey,
}

/// The keys of one account.
pub struct Account {
    evm: EvmKey,
    solana: SolanaKey,
}

impl Account {
    /// The account of a wallet that is made, imported or shown, whose addresses are not pinned yet.
    pub fn new(entropy: &Entropy, index: Index) -> Result<Self, AccountFault> {
        let seed = entropy.seed();
        let evm = Secp256k1Node::at(seed.bytes(), &path::evm(index)).ok_or(AccountFault::NoKey)?;
        let solana = Ed25519Node::at(seed.bytes(), &path::solana(index));
        Ok(Account {
            evm: EvmKey::new(evm.key()).ok_or(AccountFault::NoKey)?,
            solana: SolanaKey::new(solana.key()),
        })
    }

    /// The account of entropy that was rebuilt, if it is the one that was pinned.
    pub fn rebuilt(entropy: &Entropy, index: Index, pinned: &Pinned) -> Result<Self, AccountFault> {
        let account = Self::new(entropy, index)?;
        if account.addresses() != *pinned {
            return Err(AccountFault::Mismatch);
        }
        Ok(account)
    }

    /// Its addresses.
    pub fn addresses(&self) -> Pinned {
        Pinned { eip155: self.evm.address().to_checksum(), solana: self.solana.address() }
    }

    /// What signs on eip155.
    pub fn evm(&self) -> &EvmKey {
        &self.evm
    }

    /// What signs on Solana.
    pub fn solana(&self) -> &SolanaKey {
        &self.solana
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUNK: &str = "test test test test test test test test test test test junk";
    const ABOUT: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon \
                         abandon abandon about";

    fn account(words: &str, index: u32) -> Account {
        let index = Index::new(index).unwrap();
        Account::new(&Entropy::of_words(words).unwrap(), index).ok().unwrap()
    }

    /// The accounts that anvil, and other wallets, show for these words.
    #[test]
    fn the_addresses_are_those_of_other_wallets() {
        let evm = |words, index| account(words, index).addresses().eip155;
        assert_eq!(evm(JUNK, 0), "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        assert_eq!(evm(JUNK, 1), "0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
        assert_eq!(evm(JUNK, 9), "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720");
        assert_eq!(evm(ABOUT, 0), "0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
        let solana = account(ABOUT, 0).addresses().solana;
        assert_eq!(solana, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk");
    }

    #[test]
    fn another_wallet_or_another_index_is_not_the_pinned_one() {
        let (junk, about) = (Entropy::of_words(JUNK).unwrap(), Entropy::of_words(ABOUT).unwrap());
        let pinned = account(JUNK, 0).addresses();
        let second = Index::new(1).unwrap();
        assert!(Account::rebuilt(&junk, Index::FIRST, &pinned).is_ok());
        let fault = |entropy, index, pinned| Account::rebuilt(entropy, index, pinned).err();
        assert_eq!(fault(&about, Index::FIRST, &pinned), Some(AccountFault::Mismatch));
        assert_eq!(fault(&junk, second, &pinned), Some(AccountFault::Mismatch));
        let foreign = account(ABOUT, 0).addresses();
        let half = Pinned { solana: foreign.solana, ..pinned.clone() };
        assert_eq!(fault(&junk, Index::FIRST, &half), Some(AccountFault::Mismatch));
        let half = Pinned { eip155: foreign.eip155, ..pinned.clone() };
        assert_eq!(fault(&junk, Index::FIRST, &half), Some(AccountFault::Mismatch));
    }
}
