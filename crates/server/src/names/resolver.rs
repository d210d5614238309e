//! Asks the universal resolver of ENS ([ENSIP-23](https://docs.ens.domains/ensip/23)).

use super::lookup::{self, BATCH_GATEWAY};
use crate::holdings::NotRead;
use crate::outside::Outside;
use crate::upstream::{Chain, Errand, NoResult};
use chains::evm::address::Address;
use chains::evm::contracts::{OffchainLookup, SolCall, SolError, UniversalResolver, hex, read};
use serde_json::json;

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
            Err(NoResult::Refused(Some(revert))) => revert,
            Err(NoResult::Refused(None)) => return Ok(None),
            Err(why) => return Err(why.into()),
        };
        let Ok(lookup) = OffchainLookup::abi_decode_validate(&revert) else { return Ok(None) };
        // Anybody else's would have us call what we did not ask.
        if Address::from(lookup.sender) != RESOLVER {
            return Ok(None);
        }
        let Some(said) = lookup::perform(outside, &lookup).await else { return Ok(None) };
        data = lookup::continued(&lookup, said);
    }
    Ok(None)
}
