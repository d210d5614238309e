//! A node of a chain on which accounts have names with avatars, and NFTs have metadata, as a test says.

use crate::fake_node::{FakeNode, each};
use chains::evm::address::Address;
use chains::evm::contracts::{
    Erc20, Erc721, Erc1155, Multicall3, NameResolver, SolCall, SolValue, UniversalResolver, hex,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The contract whose NFTs there are. Who has number `n` of it is account `n`.
const CONTRACT: &str = "0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6";

/// The number of its first NFT: accounts of smaller ones have none.
const FIRST: usize = 1_000;

/// What each account's name says of its avatar, and each NFT of its metadata.
#[derive(Clone, Default)]
pub(crate) struct Records {
    avatars: Arc<Mutex<BTreeMap<usize, String>>>,
    metadata: Arc<Mutex<Vec<String>>>,
}

impl Records {
    /// Another account, whose name has this avatar.
    pub(crate) fn add(&self, avatar: &str) -> String {
        let count = self.avatars.lock().expect("sound").range(..FIRST).count();
        self.set(count, avatar)
    }

    /// The account of this number has this avatar.
    pub(crate) fn set(&self, number: usize, avatar: &str) -> String {
        self.avatars.lock().expect("sound").insert(number, avatar.to_owned());
        format!("0x{number:040x}")
    }

    /// Another NFT with metadata at this URI: its number and its CAIP-22 id.
    pub(crate) fn mint(&self, standard: &str, metadata: &str) -> (usize, String) {
        let mut all = self.metadata.lock().expect("sound");
        all.push(metadata.to_owned());
        let number = FIRST + all.len() - 1;
        (number, format!("eip155:5/{standard}:{CONTRACT}/{number}"))
    }

    /// The node.
    pub(crate) async fn node(&self) -> FakeNode {
        let records = self.clone();
        FakeNode::answering(move |body| {
            let answers = each(body, |call| {
                let answer = match call["params"][0]["data"].as_str() {
                    Some(call) => records.said(&hex::decode(call).expect("hex")),
                    None => None,
                };
                let id = &call["id"];
                match answer {
                    Some(said) => {
                        format!(r#"{{"id":{id},"result":"{}"}}"#, hex::encode_prefixed(said))
                    }
                    None => format!(r#"{{"id":{id},"error":{{"code":3,"message":"reverted"}}}}"#),
                }
            });
            (200, answers)
        })
        .await
    }

    fn said(&self, call: &[u8]) -> Option<Vec<u8>> {
        let nobody = Address::new([0; 20]).into();
        if let Ok(it) = UniversalResolver::reverseWithGatewaysCall::abi_decode(call) {
            let name = format!("n{}.eth", number(&it.account));
            return Some(UniversalResolver::reverseWithGatewaysCall::abi_encode_returns(
                &UniversalResolver::reverseWithGatewaysReturn {
                    name,
                    resolver: nobody,
                    reverseResolver: nobody,
                },
            ));
        }
        if let Ok(it) = UniversalResolver::resolveWithGatewaysCall::abi_decode(call) {
            let asked = NameResolver::textCall::abi_decode(&it.question).expect("a text");
            assert_eq!(asked.key, "avatar");
            let label = &it.name[2..=usize::from(it.name[0])];
            let at: usize = std::str::from_utf8(label).expect("text").parse().expect("a number");
            let avatar = self.avatars.lock().expect("sound").get(&at).cloned().unwrap_or_default();
            return Some(UniversalResolver::resolveWithGatewaysCall::abi_encode_returns(
                &UniversalResolver::resolveWithGatewaysReturn {
                    answer: avatar.abi_encode().into(),
                    resolver: nobody,
                },
            ));
        }
        if let Ok(it) = Multicall3::aggregate3Call::abi_decode(call) {
            let results = it.calls.iter().map(|it| {
                let said = self.of_contract(&it.callData);
                let success = said.is_some();
                Multicall3::Result { success, returnData: said.unwrap_or_default().into() }
            });
            return Some(Multicall3::aggregate3Call::abi_encode_returns(&results.collect()));
        }
        self.of_contract(call)
    }

    fn of_contract(&self, call: &[u8]) -> Option<Vec<u8>> {
        let metadata = |id: &[u8]| {
            let at = number(id).checked_sub(FIRST)?;
            self.metadata.lock().expect("sound").get(at).cloned()
        };
        let word = |at: usize| call.get(4 + at * 32..4 + (at + 1) * 32).unwrap_or_default();
        let selector: [u8; 4] = call.get(..4)?.try_into().ok()?;
        match selector {
            Erc20::nameCall::SELECTOR => Some("Pieces".to_owned().abi_encode()),
            Erc721::tokenURICall::SELECTOR | Erc1155::uriCall::SELECTOR => {
                metadata(word(0)).map(|it| it.abi_encode())
            }
            Erc721::ownerOfCall::SELECTOR => Some(word(0).to_vec()),
            Erc1155::balanceOfCall::SELECTOR => {
                let is_owner = number(word(0)) == number(word(1));
                Some([&[0; 31][..], &[u8::from(is_owner)]].concat())
            }
            _ => None,
        }
    }
}

fn number(bytes: &[u8]) -> usize {
    let last = bytes.len().saturating_sub(4);
    bytes[last..].iter().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// What a node is asked for an account with an avatar.
pub(crate) fn asked(node: &FakeNode) -> usize {
    let bodies = node.asked();
    let calls = bodies.iter().map(|it| match serde_json::from_str(it).expect("JSON") {
        Value::Array(calls) => calls.len(),
        _ => 1,
    });
    calls.sum()
}
