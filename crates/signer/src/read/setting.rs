//! By whom and where something is signed, read once for all that is held against it.

use chains::evm::address::{Address, Strictness};
use chains::evm::chain_number::ChainNumber;
use chains::evm::flags;
use chains::solana::address as solana;
use protocol::caip::{ChainId, Namespace};
use protocol::module::signer::{SignSetting, SignerRefusal};

use crate::outcome::Outcome;

/// By whom and where something is signed.
pub(crate) struct Setting<'a> {
    /// The page that asks.
    pub(crate) origin: &'a str,
    /// The chain in use.
    pub(crate) chain: &'a ChainId,
    /// The account on chains of eip155.
    pub(crate) evm: Address,
    /// The account on Solana.
    pub(crate) solana: solana::Address,
    /// The contracts that are the account's own.
    pub(crate) own: Vec<Address>,
    /// Addresses that another one may be made to look like: those the account has dealt with, and its own.
    pub(crate) known: Vec<Address>,
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
}

impl<'a> Setting<'a> {
    pub(crate) fn read(setting: &'a SignSetting) -> Outcome<Self> {
        let evm = address(&setting.addresses.eip155)?;
        let solana = solana::parse(&setting.addresses.solana).ok_or(SignerRefusal::Malformed)?;
        let own = addresses(&setting.own)?;
        let mut known = addresses(&setting.known)?;
        known.push(evm);
        known.extend(&own);
        let SignSetting { origin, chain, now_ms, .. } = setting;
        Ok(Setting { origin, chain, evm, solana, own, known, now_ms: now_ms.0 })
    }

    /// The chain in use by its number, on eip155.
    pub(crate) fn chain_number(&self) -> Outcome<ChainNumber> {
        let number = ChainNumber::from_reference(&self.chain.reference).ok();
        number.filter(|_| self.chain.namespace == Namespace::Eip155).ok_or(SignerRefusal::Malformed)
    }

    /// What the flags of eip155 depend on.
    pub(crate) fn of_flags(&self) -> Outcome<flags::Setting<'_>> {
        let chain = self.chain_number()?;
        Ok(flags::Setting { own: &self.own, chain, now_s: self.now_ms / 1000 })
    }

    /// The scheme of the page, and its host with its port where it has one of its own.
    pub(crate) fn site(&self) -> (&'a str, &'a str) {
        self.origin.split_once("://").unwrap_or_default()
    }

    /// The time as messages have it.
    pub(crate) fn now_ms(&self) -> i64 {
        i64::try_from(self.now_ms).unwrap_or(i64::MAX)
    }
}

fn addresses(texts: &[String]) -> Outcome<Vec<Address>> {
    texts.iter().map(|it| address(it)).collect()
}

fn address(text: &str) -> Outcome<Address> {
    Address::parse(text, Strictness::Lenient).map_err(|_| SignerRefusal::Malformed)
}
