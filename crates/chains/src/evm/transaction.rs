//! A transaction: what of it is signed, and what goes to the node once it is.
//!
//! [`Transaction`] is complete: nothing is left for a node to fill in, so that what a person saw is
//! what is signed. [`Transaction::digest`] is signed elsewhere; [`Transaction::signed`] takes what came
//! back. Three envelopes are written: legacy ([EIP-155](https://eips.ethereum.org/EIPS/eip-155)), with
//! an access list ([EIP-2930](https://eips.ethereum.org/EIPS/eip-2930)) and with a fee cap
//! ([EIP-1559](https://eips.ethereum.org/EIPS/eip-1559)).

use super::address::Address;
use super::chain_number::ChainNumber;
use super::fee::Fees;
use super::keccak::keccak;
use super::rlp::RlpList;
use crate::amount::Amount;

/// The largest nonce an account may use ([EIP-2681](https://eips.ethereum.org/EIPS/eip-2681)).
pub const MAX_NONCE: u64 = u64::MAX - 1;

/// A transaction that is not signed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transaction {
    /// The only chain on which it counts.
    pub chain: ChainNumber,
    /// How many transactions the account has sent before; at most [`MAX_NONCE`].
    pub nonce: u64,
    /// The most gas that it may take.
    pub gas: u64,
    /// What each of them costs.
    pub fees: Fees,
    /// Who receives it; `None` creates a contract.
    pub to: Option<Address>,
    /// In wei.
    pub value: Amount,
    /// What a contract is called with; of a creation, the code that makes it.
    pub input: Vec<u8>,
    /// What it says beforehand that it will touch. With [`Fees::Legacy`] the envelope is that of
    /// EIP-2930 where this is given, even empty.
    pub access_list: Option<Vec<Access>>,
}

/// A contract that is touched, and the slots of its storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The contract.
    pub address: Address,
    /// Its slots.
    pub slots: Vec<[u8; 32]>,
}

/// A signature over [`Transaction::digest`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// 32 bytes, the most significant first.
    pub r: [u8; 32],
    /// Likewise; in the lower half of the order ([EIP-2](https://eips.ethereum.org/EIPS/eip-2)).
    pub s: [u8; 32],
    /// Whether the y of the point is odd.
    pub is_y_odd: bool,
}

impl Transaction {
    /// The bytes that are hashed to be signed.
    pub fn signing_payload(&self) -> Vec<u8> {
        let mut list = self.fields();
        if self.envelope().is_none() {
            list.amount(Amount::from(self.chain.number()));
            list.amount(Amount::ZERO);
            list.amount(Amount::ZERO);
        }
        self.enclosed(list)
    }

    /// What is signed.
    pub fn digest(&self) -> [u8; 32] {
        keccak(&[&self.signing_payload()])
    }

    /// The bytes that `eth_sendRawTransaction` takes. Their hash is [`transaction_hash`].
    pub fn signed(&self, signature: &Signature) -> Vec<u8> {
        let mut list = self.fields();
        let parity = Amount::from(u64::from(signature.is_y_odd));
        list.amount(if self.envelope().is_some() { parity } else { self.v(parity) });
        list.amount(Amount::from_be_bytes(signature.r));
        list.amount(Amount::from_be_bytes(signature.s));
        self.enclosed(list)
    }

    /// The first byte of a typed envelope ([EIP-2718](https://eips.ethereum.org/EIPS/eip-2718)); a
    /// legacy transaction has none.
    pub fn envelope(&self) -> Option<u8> {
        match (&self.fees, &self.access_list) {
            (Fees::Market { .. }, _) => Some(2),
            (Fees::Legacy { .. }, Some(_)) => Some(1),
            (Fees::Legacy { .. }, None) => None,
        }
    }

    /// What all three have, in their order.
    fn fields(&self) -> RlpList {
        let mut list = RlpList::default();
        let envelope = self.envelope();
        if envelope.is_some() {
            list.amount(Amount::from(self.chain.number()));
        }
        list.amount(Amount::from(self.nonce));
        match self.fees {
            Fees::Legacy { gas_price } => list.amount(gas_price),
            Fees::Market { cap, tip } => {
                list.amount(tip);
                list.amount(cap);
            }
        }
        list.amount(Amount::from(self.gas));
        list.bytes(self.to.as_ref().map_or(&[], |to| to.bytes().as_slice()));
        list.amount(self.value);
        list.bytes(&self.input);
        if envelope.is_some() {
            list.list(accesses(self.access_list.as_deref().unwrap_or_default()));
        }
        list
    }

    fn enclosed(&self, list: RlpList) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.envelope().into_iter().collect();
        bytes.extend(list.finish());
        bytes
    }

    /// EIP-155: the chain twice, 35, and the parity. 66 bits at most.
    fn v(&self, parity: Amount) -> Amount {
        let chain = Amount::from(self.chain.number());
        [chain, Amount::from(35), parity]
            .into_iter()
            .fold(chain, |sum, part| sum.checked_add(part).unwrap_or(Amount::MAX))
    }
}

/// The hash by which the network knows a signed transaction.
pub fn transaction_hash(signed: &[u8]) -> [u8; 32] {
    keccak(&[signed])
}

fn accesses(accesses: &[Access]) -> RlpList {
    let mut list = RlpList::default();
    for access in accesses {
        let mut slots = RlpList::default();
        for slot in &access.slots {
            slots.bytes(slot);
        }
        let mut entry = RlpList::default();
        entry.bytes(access.address.bytes());
        entry.list(slots);
        list.list(entry);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evm::hex::{from_hex, to_hex};

    fn word(hex: &str) -> [u8; 32] {
        from_hex(&["0x", hex].concat()).unwrap().try_into().unwrap()
    }

    fn legacy() -> Transaction {
        Transaction {
            chain: ChainNumber::ETHEREUM,
            nonce: 9,
            gas: 21_000,
            fees: Fees::Legacy { gas_price: Amount::from(20_000_000_000) },
            to: Some(Address::new([0x35; 20])),
            value: Amount::from(1_000_000_000_000_000_000),
            input: vec![],
            access_list: None,
        }
    }

    fn market(cap: u64, tip: u64) -> Fees {
        Fees::Market { cap: Amount::from(cap), tip: Amount::from(tip) }
    }

    /// Payload, digest, signed bytes and their hash.
    fn check(transaction: &Transaction, signature: &Signature, expected: [&str; 4]) {
        assert_eq!(to_hex(&transaction.signing_payload()), expected[0]);
        assert_eq!(to_hex(&transaction.digest()), expected[1]);
        let signed = transaction.signed(signature);
        assert_eq!(to_hex(&signed), expected[2]);
        assert_eq!(to_hex(&transaction_hash(&signed)), expected[3]);
    }

    /// The example of EIP-155, signed there with the key 0x4646…46.
    #[test]
    fn the_example_of_eip_155() {
        let signature = Signature {
            r: word("28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"),
            s: word("67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"),
            is_y_odd: false,
        };
        check(
            &legacy(),
            &signature,
            [
                "0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080",
                "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53",
                "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
                "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788",
            ],
        );
    }

    /// Nonce 785 of viem's tests of EIP-1559, signed by viem with the key 0x4646…46.
    #[test]
    fn a_fee_cap_as_viem_writes_it() {
        let to = from_hex("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266").unwrap();
        let transaction = Transaction {
            nonce: 785,
            gas: 21_001,
            fees: market(2_000_000_000, 2_000_000_000),
            to: Some(Address::new(to.try_into().unwrap())),
            ..legacy()
        };
        let signature = Signature {
            r: word("55991a0ef982e03a0cd0207b4e43b9015614aca282d7873fca230efb1a2c55a3"),
            s: word("4ad78f10cb74a883d62c33836a1998978c92bd7b586e14b6a6864c8d009546d0"),
            is_y_odd: false,
        };
        check(
            &transaction,
            &signature,
            [
                "0x02f1018203118477359400847735940082520994f39fd6e51aad88f6f4ce6ab8827279cfffb92266880de0b6b3a764000080c0",
                "0xcff5ce2c8864d3a4fe42fc5f3281c65bde3413074785a57bddd573630ffa959a",
                "0x02f874018203118477359400847735940082520994f39fd6e51aad88f6f4ce6ab8827279cfffb92266880de0b6b3a764000080c080a055991a0ef982e03a0cd0207b4e43b9015614aca282d7873fca230efb1a2c55a3a04ad78f10cb74a883d62c33836a1998978c92bd7b586e14b6a6864c8d009546d0",
                "0xcd7c82fd1c97ee9feae21aea9435e774e1ed2ad0bc05968e2637aafcbe52ca68",
            ],
        );
    }

    #[test]
    fn an_access_list_as_viem_writes_it() {
        let mut one = [0; 32];
        one[31] = 1;
        let slot = word("60fdd29ff912ce880cd3edaf9f932dc61d3dae823ea77e0323f94adb9f6a72fe");
        let accesses = vec![
            Access { address: Address::new([0; 20]), slots: vec![one, slot] },
            Access { address: Address::new([0x35; 20]), slots: vec![] },
        ];
        let transaction = Transaction {
            chain: ChainNumber::new(31_337).unwrap(),
            nonce: 0,
            gas: 100_000,
            fees: market(0, 0),
            value: Amount::ZERO,
            input: vec![0xde, 0xad, 0xbe, 0xef, 0],
            access_list: Some(accesses),
            ..legacy()
        };
        let signature = Signature {
            r: word("28c4a299e0da1f6bb26e89a668b3fc7567967eeba122a8bc2e85dad3b803659c"),
            s: word("4f7bea58608958dae82c2c855896cf0b4434ef6f3edf56e450db700fd858d39e"),
            is_y_odd: true,
        };
        check(
            &transaction,
            &signature,
            [
                "0x02f89a827a69808080830186a09435353535353535353535353535353535353535358085deadbeef00f872f859940000000000000000000000000000000000000000f842a00000000000000000000000000000000000000000000000000000000000000001a060fdd29ff912ce880cd3edaf9f932dc61d3dae823ea77e0323f94adb9f6a72fed6943535353535353535353535353535353535353535c0",
                "0x565c7efd4b865d880314fc396756cb63f628f06ef21664d61cf3c515227444e6",
                "0x02f8dd827a69808080830186a09435353535353535353535353535353535353535358085deadbeef00f872f859940000000000000000000000000000000000000000f842a00000000000000000000000000000000000000000000000000000000000000001a060fdd29ff912ce880cd3edaf9f932dc61d3dae823ea77e0323f94adb9f6a72fed6943535353535353535353535353535353535353535c001a028c4a299e0da1f6bb26e89a668b3fc7567967eeba122a8bc2e85dad3b803659ca04f7bea58608958dae82c2c855896cf0b4434ef6f3edf56e450db700fd858d39e",
                "0xde29b23ea2cc81e6df30cd4d83abf4fbcb054b7ea86619a02eb7f22a7db32f72",
            ],
        );
    }

    #[test]
    fn a_creation_has_no_recipient() {
        let transaction = Transaction {
            chain: ChainNumber::new(8453).unwrap(),
            nonce: 1,
            gas: 1_000_000,
            fees: market(1_234_567_890, 7),
            to: None,
            value: Amount::ZERO,
            input: vec![0x60, 0, 0x60, 0, 0x55],
            access_list: None,
        };
        let signature = Signature {
            r: word("51635d419ef84db046c87a7dd055895fcde59d80c1e7d3ed9728ec0bc324f646"),
            s: word("4d84b462c09de0f4c27c4ded09ccf2be99ec8f205313108e43d05bd20b8eb2b4"),
            is_y_odd: true,
        };
        check(
            &transaction,
            &signature,
            [
                "0x02d7822105010784499602d2830f42408080856000600055c0",
                "0x6ecb9e691c79f8c53688ea915067a30ec685fd7e056275650d443a4366a1331b",
                "0x02f85a822105010784499602d2830f42408080856000600055c001a051635d419ef84db046c87a7dd055895fcde59d80c1e7d3ed9728ec0bc324f646a04d84b462c09de0f4c27c4ded09ccf2be99ec8f205313108e43d05bd20b8eb2b4",
                "0x35101959151a0e4d40830c2d847c04c29c92aa8b431b8d264db37f46f52a554f",
            ],
        );
    }

    #[test]
    fn a_legacy_price_with_an_access_list_is_eip_2930() {
        let mut one = [0; 32];
        one[31] = 1;
        let transaction = Transaction {
            nonce: 2,
            gas: 30_000,
            fees: Fees::Legacy { gas_price: Amount::from(1) },
            value: Amount::from(5),
            access_list: Some(vec![Access { address: Address::new([0x35; 20]), slots: vec![one] }]),
            ..legacy()
        };
        let signature = Signature {
            r: word("67864c547cb9f3685c8b1c5cf4a8e34d14f546d9e445f8aba349af7e0c7b8dad"),
            s: word("3564ee048f93d1c460fa2062d48183842969386443a4730feccb03458becb161"),
            is_y_odd: true,
        };
        check(
            &transaction,
            &signature,
            [
                "0x01f8570102018275309435353535353535353535353535353535353535350580f838f7943535353535353535353535353535353535353535e1a00000000000000000000000000000000000000000000000000000000000000001",
                "0xc53a7a3486571bdb5df850c56a2b88fda2e2865599ac10e190a5efca8ca2ff5a",
                "0x01f89a0102018275309435353535353535353535353535353535353535350580f838f7943535353535353535353535353535353535353535e1a0000000000000000000000000000000000000000000000000000000000000000101a067864c547cb9f3685c8b1c5cf4a8e34d14f546d9e445f8aba349af7e0c7b8dada03564ee048f93d1c460fa2062d48183842969386443a4730feccb03458becb161",
                "0x6b87f7be5b6e1c634d5c7a5da75f22c2886ebf3d131f5554f9adf66bb4999e68",
            ],
        );
    }

    #[test]
    fn the_largest_chain_id_overflows_nothing() {
        let transaction = Transaction { chain: ChainNumber::new(u64::MAX).unwrap(), ..legacy() };
        let v = transaction.v(Amount::from(1));
        assert_eq!(v.to_decimal(0), (2 * u128::from(u64::MAX) + 36).to_string());
    }
}
