//! Names of chains and accounts that say which namespace they belong to.

use wire::{Get, Json, Put, Reading, Word, decimal, wire};

/// How long a reference may be (CAIP-2).
pub const REFERENCE_CHARACTERS: usize = 32;
/// How many digits a host's number of eip155 may have: those that every number in JavaScript keeps.
pub const EIP155_DIGITS: usize = 16;

/// A family of chains ([CAIP-2](https://chainagnostic.org/CAIPs/caip-2) namespace).
#[wire]
pub enum Namespace {
    /// Ethereum and what follows it ([EIP-155](https://eips.ethereum.org/EIPS/eip-155)).
    Eip155,
    /// Solana.
    Solana,
    /// Polkadot.
    Polkadot,
    /// Bitcoin ([BIP-122](https://github.com/bitcoin/bips/blob/master/bip-0122.mediawiki)).
    Bip122,
    /// Cosmos.
    Cosmos,
}

impl Namespace {
    /// The chain by which people know it, whose mark stands for all of it: its CAIP-2 id.
    pub fn own_chain(self) -> &'static str {
        match self {
            Namespace::Eip155 => "eip155:1",
            Namespace::Solana => "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            Namespace::Polkadot => "polkadot:91b171bb158e2d3848fa23a9f1c25182",
            Namespace::Bip122 => "bip122:000000000019d6689c085ae165831e93",
            Namespace::Cosmos => "cosmos:cosmoshub-4",
        }
    }
}

/// A chain, `namespace:reference` ([CAIP-2](https://chainagnostic.org/CAIPs/caip-2)), such as
/// `eip155:1`. It crosses as that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainId {
    /// Before the colon.
    pub namespace: Namespace,
    /// After the colon: 1 to 32 of `[-_a-zA-Z0-9]`.
    pub reference: String,
}

impl ChainId {
    /// A chain of eip155 by its number.
    pub fn eip155(number: u64) -> Self {
        ChainId { namespace: Namespace::Eip155, reference: decimal(number) }
    }

    /// Reads `namespace:reference`; nothing where it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let (namespace, reference) = text.split_once(':')?;
        let is_fit = (1..=REFERENCE_CHARACTERS).contains(&reference.len())
            && reference.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_');
        let namespace = Namespace::from_word(namespace)?;
        is_fit.then(|| ChainId { namespace, reference: reference.to_owned() })
    }

    /// `namespace:reference`
    pub fn text(&self) -> String {
        [self.namespace.word(), ":", &self.reference].concat()
    }

    /// `namespace:reference:address` ([CAIP-10](https://chainagnostic.org/CAIPs/caip-10)).
    pub fn account(&self, address: &str) -> String {
        [self.namespace.word(), ":", &self.reference, ":", address].concat()
    }
}

impl Put for ChainId {
    fn put(&self, out: &mut String) {
        self.text().put(out);
    }
}

impl Get for ChainId {
    fn get(json: &Json, reading: &mut Reading) -> Self {
        json.as_text().and_then(ChainId::parse).unwrap_or_else(|| {
            reading.fail("expected a CAIP-2 chain id");
            ChainId { namespace: Namespace::Eip155, reference: String::new() }
        })
    }
}

#[cfg(feature = "serde")]
mod by_serde {
    use super::ChainId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    impl Serialize for ChainId {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.serialize_str(&self.text())
        }
    }

    impl<'de> Deserialize<'de> for ChainId {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let text = String::deserialize(from)?;
            ChainId::parse(&text).ok_or_else(|| D::Error::custom("expected a CAIP-2 chain id"))
        }
    }
}

#[cfg(feature = "types")]
impl ts_rs::TS for ChainId {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "string".into()
    }

    fn inline(_: &ts_rs::Config) -> String {
        "string".into()
    }
}

#[cfg(feature = "arbitrary")]
impl proptest::arbitrary::Arbitrary for ChainId {
    type Parameters = ();
    type Strategy = proptest::strategy::BoxedStrategy<ChainId>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        use proptest::prelude::{Strategy, any};
        (any::<Namespace>(), "[-_a-zA-Z0-9]{1,32}")
            .prop_map(|(namespace, reference)| ChainId { namespace, reference })
            .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_caip_2() {
        let chain = ChainId::parse("eip155:31337").unwrap();
        assert_eq!(chain, ChainId::eip155(31337));
        assert_eq!(chain.text(), "eip155:31337");
        assert_eq!(chain.account("0xab"), "eip155:31337:0xab");
    }

    #[test]
    fn refuses_what_is_no_chain() {
        for text in ["", "1", "eip155", "eip155:", ":1", "doge:1", "eip155:1:0xab", "eip155: 1"] {
            assert_eq!(ChainId::parse(text), None, "{text}");
        }
        assert_eq!(ChainId::parse(&["eip155:", &"1".repeat(33)].concat()), None);
    }
}
