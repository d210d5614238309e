//! Asks the universal resolver of ENS ([ENSIP-23](https://docs.ens.domains/ensip/23)).

use super::lookup::{self, BATCH_GATEWAY};
use crate::holdings::NotRead;
use crate::outside::Outside;
use crate::upstream::{Chain, Errand, NoResult, Refusal};
use chains::evm::address::Address;
use chains::evm::contracts::{
    NameResolver, OffchainLookup, SolCall, SolError, UniversalResolver, hex, read,
};
use serde_json::json;
use sha3::{Digest, Keccak256};

/// Where it is, on each chain that has ENS.
const RESOLVER: Address = Address::new(
    *b"\xee\xee\xee\xee\x14\xd7\x18\xc2\xb4\x7d\x99\x23\xde\xab\x13\x35\xe1\x44\xee\xee",
);
/// Addresses of Ethereum ([ENSIP-11](https://docs.ens.domains/ensip/11)).
const COIN: u16 = 60;
/// How often one lookup may lead to another.
const MOST_LOOKUPS: usize = 4;

/// The name of an account, which the name confirms; nothing where it has none, or another account's.
pub(super) async fn name(
    chain: &Chain,
    outside: &Outside,
    errand: Errand,
    account: Address,
) -> Result<Option<String>, NotRead> {
    let call = UniversalResolver::reverseWithGatewaysCall {
        account: account.bytes().to_vec().into(),
        coinType: COIN.try_into().expect("it is small"),
        gateways: vec![BATCH_GATEWAY.to_owned()],
    };
    let answer = ask(chain, outside, errand, call.abi_encode()).await?;
    let found = answer.and_then(|it| read::<UniversalResolver::reverseWithGatewaysCall>(&it));
    Ok(found.map(|it| it.name).filter(|name| !name.is_empty()))
}

/// The record of a name under a key; nothing where it has none.
pub(super) async fn record(
    chain: &Chain,
    outside: &Outside,
    errand: Errand,
    name: &str,
    key: &str,
) -> Result<Option<String>, NotRead> {
    let Some(dns) = dns(name) else { return Ok(None) };
    let question = NameResolver::textCall { node: node(name).into(), key: key.to_owned() };
    let call = UniversalResolver::resolveWithGatewaysCall {
        name: dns.into(),
        question: question.abi_encode().into(),
        gateways: vec![BATCH_GATEWAY.to_owned()],
    };
    let said = ask(chain, outside, errand, call.abi_encode()).await?;
    let found = said.and_then(|it| read::<UniversalResolver::resolveWithGatewaysCall>(&it));
    let record = found.and_then(|it| read::<NameResolver::textCall>(&it.answer));
    Ok(record.filter(|it| !it.is_empty()))
}

/// The hash of a name ([ENSIP-1](https://docs.ens.domains/ensip/1)).
fn node(name: &str) -> [u8; 32] {
    let hash = |text: &[u8]| -> [u8; 32] { Keccak256::digest(text).into() };
    let labels = name.rsplit('.').map(|it| hash(it.as_bytes()));
    labels.fold([0; 32], |parent, label| hash(&[parent, label].concat()))
}

/// A name as DNS writes it: each label with its length in front, and an empty one at the end.
fn dns(name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(name.len() + 2);
    for label in name.split('.') {
        bytes.push(u8::try_from(label.len()).ok().filter(|it| *it > 0)?);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.push(0);
    Some(bytes)
}

/// What it answers, by way of gateways where it says so; nothing where it says no.
async fn ask(
    chain: &Chain,
    outside: &Outside,
    errand: Errand,
    mut data: Vec<u8>,
) -> Result<Option<Vec<u8>>, NotRead> {
    for _ in 0..=MOST_LOOKUPS {
        let params =
            json!([{"to": RESOLVER.to_checksum(), "data": hex::encode_prefixed(&data)}, "latest"]);
        let revert = match chain.result(errand, "eth_call", params).await {
            Ok(value) => return Ok(value.as_str().and_then(|it| hex::decode(it).ok())),
            Err(NoResult::Refused(Refusal { revert: Some(revert), .. })) => revert,
            Err(NoResult::Refused(why)) if why.is_the_contracts => return Ok(None),
            Err(why) => return Err(why.into()),
        };
        let Ok(lookup) = OffchainLookup::abi_decode_validate(&revert) else { return Ok(None) };
        // Anybody else's would have us call what we did not ask.
        if Address::from(lookup.sender) != RESOLVER {
            return Ok(None);
        }
        let said = lookup::perform(outside, errand, &lookup).await;
        let Some(said) = said.map_err(|why| NotRead::NoRoom(why.0))? else { return Ok(None) };
        data = lookup::continued(&lookup, said);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_hashes_that_the_world_knows() {
        for (name, want) in [
            ("eth", "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"),
            ("foo.eth", "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"),
        ] {
            assert_eq!(hex::encode(node(name)), want, "{name}");
        }
        assert_eq!(dns("foo.eth").as_deref(), Some(&b"\x03foo\x03eth\0"[..]));
        assert_eq!(dns("foo..eth"), None);
        assert_eq!(dns(&"a".repeat(256)), None);
    }
}
