//! Where a picture is: what somebody else wrote down, read.

use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use protocol::caip::{ChainId, Namespace};

/// A longer place is no link any more; what is inline is looked up again instead.
const LONGEST_PLACE: usize = 2_048;

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// At a URI: `https:`, `ipfs:`, or `data:`, which is the picture itself.
    Place(String),
    /// Where the metadata of an NFT says.
    Nft(Nft),
    /// In the record of this name of ENS.
    Record(String),
}

/// One of a contract's NFTs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nft {
    pub(crate) chain: ChainId,
    pub(crate) contract: Address,
    pub(crate) number: Amount,
    pub(crate) standard: Standard,
}

/// By which standard a contract has NFTs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    /// [ERC-721](https://eips.ethereum.org/EIPS/eip-721)
    Erc721,
    /// [ERC-1155](https://eips.ethereum.org/EIPS/eip-1155)
    Erc1155,
}

const STANDARDS: [(&str, Standard); 2] =
    [("erc721", Standard::Erc721), ("erc1155", Standard::Erc1155)];

impl Source {
    /// What a URI leads to. What is inline and long is where it was found.
    pub(crate) fn at(uri: &str, found: impl FnOnce() -> Source) -> Option<Source> {
        let uri = uri.trim();
        let scheme = uri.split(':').next()?.to_ascii_lowercase();
        let is_short = uri.len() <= LONGEST_PLACE;
        match &*scheme {
            "https" | "http" | "ipfs" | "data" if is_short => Some(Source::Place(uri.to_owned())),
            "data" => Some(found()),
            _ => None,
        }
    }

    /// Whether what is there never changes.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self, Source::Place(it) if is_of(it, "data:") || is_of(it, "ipfs:"))
    }

    /// As text, which [`Source::read`] reads.
    pub(super) fn text(&self) -> String {
        match self {
            Source::Place(uri) => format!("p{uri}"),
            Source::Nft(nft) => format!("n{}", nft.text()),
            Source::Record(name) => format!("r{name}"),
        }
    }

    pub(super) fn read(text: &str) -> Option<Source> {
        let rest = text.get(1..)?;
        match text.as_bytes().first()? {
            b'p' => Some(Source::Place(rest.to_owned())),
            b'n' => Nft::read(rest).map(Source::Nft),
            b'r' => Some(Source::Record(rest.to_owned())),
            _ => None,
        }
    }
}

impl Nft {
    /// Its [CAIP-22](https://chainagnostic.org/CAIPs/caip-22) id.
    pub(crate) fn text(&self) -> String {
        let standard = STANDARDS.iter().find(|(_, it)| *it == self.standard);
        let standard = standard.map_or("", |(word, _)| word);
        let (chain, contract) = (self.chain.text(), self.contract.to_checksum());
        format!("{chain}/{standard}:{contract}/{}", self.number.to_decimal(0))
    }

    /// Reads one.
    pub(crate) fn read(text: &str) -> Option<Nft> {
        let mut parts = text.split('/');
        let (chain, asset, number) = (parts.next()?, parts.next()?, parts.next()?);
        let (word, contract) = asset.split_once(':')?;
        let (_, standard) = STANDARDS.iter().find(|(it, _)| it.eq_ignore_ascii_case(word))?;
        let chain = ChainId::parse(&chain.to_ascii_lowercase())?;
        let is_whole = parts.next().is_none() && chain.namespace == Namespace::Eip155;
        let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
        (is_whole && is_number).then_some(())?;
        let contract = Address::parse(contract, Strictness::Lenient).ok()?;
        let number = Amount::from_decimal(number, 0).ok()?;
        Some(Nft { chain, contract, number, standard: *standard })
    }

    /// Its number as metadata have it: 64 digits of hex.
    pub(super) fn digits(&self) -> String {
        let quantity = self.number.to_quantity();
        format!("{:0>64}", quantity.trim_start_matches("0x"))
    }
}

/// Whether a URI begins with a scheme, which ends with its colon.
pub(super) fn is_of(uri: &str, scheme: &str) -> bool {
    uri.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_one_that_can_be_asked() {
        let found = || Source::Record("alice.eth".to_owned());
        let place = |uri: &str| Source::at(uri, found);
        for uri in ["https://a.example/b.png", "ipfs://bafy/1.png", "data:image/png;base64,AA"] {
            assert_eq!(place(uri), Some(Source::Place(uri.to_owned())));
        }
        let long = format!("data:image/png;base64,{}", "A".repeat(3_000));
        assert_eq!(place(&long), Some(found()));
        assert_eq!(place(&format!("https://a.example/{}", "a".repeat(3_000))), None);
        for uri in ["", "a.png", "javascript:alert(1)", "file:///etc/passwd", "ftp://a.example/b"] {
            assert_eq!(place(uri), None, "{uri}");
        }
    }

    #[test]
    fn an_nft_has_one_text() {
        let text = "eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430";
        let nft = Nft::read(text).expect(text);
        assert_eq!(nft.text(), text);
        assert_eq!(nft.digits(), format!("{}97e", "0".repeat(61)));
        assert_eq!(Nft::read(&text.to_lowercase()).as_ref(), Some(&nft));
        let other = Nft::read(&text.replace("erc721", "ERC1155")).expect("another");
        assert_eq!(other.standard, Standard::Erc1155);
        for source in
            [Source::Nft(nft), Source::Place("data:,é".into()), Source::Record("a".into())]
        {
            assert_eq!(Source::read(&source.text()), Some(source));
        }
    }

    #[test]
    fn what_is_no_nft_is_none() {
        let contract = "0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6";
        for text in [
            String::new(),
            format!("eip155:1/erc721:{contract}"),
            format!("eip155:1/erc721:{contract}/"),
            format!("eip155:1/erc721:{contract}/-1"),
            format!("eip155:1/erc721:{contract}/1.0"),
            format!("eip155:1/erc721:{contract}/1/2"),
            format!("eip155:1/erc721:{contract}/{}", "9".repeat(100)),
            format!("eip155:1/erc20:{contract}/1"),
            format!("solana:1/erc721:{contract}/1"),
            "eip155:1/erc721:0x12/1".to_owned(),
        ] {
            assert_eq!(Nft::read(&text), None, "{text}");
        }
        assert_eq!(Source::read(""), None);
        assert_eq!(Source::read("é"), None);
    }
}
