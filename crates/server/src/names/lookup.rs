//! Performs lookups outside of the chain ([ERC-3668](https://eips.ethereum.org/EIPS/eip-3668)): asks gateways
//! for what a contract wants to know. Several at once come as one, addressed to ourselves
//! ([ENSIP-21](https://docs.ens.domains/ensip/21)).

use crate::held_bytes::NoRoom;
use crate::outside::{LONGEST_URL, NotFetched, Outside};
use crate::upstream::Errand;
use chains::evm::address::Address;
use chains::evm::contracts::{
    BatchGateway, HttpError, OffchainLookup, OffchainLookupCallback, SolCall, SolError, SolValue,
    hex,
};
use futures_util::future::try_join_all;
use serde::Deserialize;
use serde_json::json;

/// With this gateway a resolver leaves lookups to who asks.
pub(super) const BATCH_GATEWAY: &str = "x-batch-gateway:true";
/// The largest answer of a gateway.
const ANSWER_BYTES: usize = 64 * 1024;
/// The largest question: a stranger writes it, and it goes to whom they name.
const QUESTION_BYTES: usize = 64 * 1024;
/// How many gateways are asked for one lookup, and how many lookups are made at once.
const MOST_GATEWAYS: usize = 4;
const MOST_AT_ONCE: usize = 8;

/// Why a gateway said nothing of use: a status of HTTP, and words.
struct Failed(u16, &'static str);

/// What gateways answer to a lookup; nothing where none does.
pub(super) async fn perform(
    outside: &Outside,
    errand: Errand,
    lookup: &OffchainLookup,
) -> Result<Option<Vec<u8>>, NoRoom> {
    if lookup.urls.iter().any(|it| it == BATCH_GATEWAY) {
        return batch(outside, errand, &lookup.callData).await;
    }
    let said = ask(outside, errand, lookup.sender.into(), &lookup.urls, &lookup.callData).await;
    Ok(said?.ok())
}

/// The call by which the contract is told.
pub(super) fn continued(lookup: &OffchainLookup, said: Vec<u8>) -> Vec<u8> {
    let call = OffchainLookupCallback::callbackCall {
        response: said.into(),
        extraData: lookup.extraData.clone(),
    };
    // The function is theirs, its parameters are those of every callback.
    let mut data = call.abi_encode();
    data[..4].copy_from_slice(lookup.callbackFunction.as_slice());
    data
}

async fn batch(outside: &Outside, errand: Errand, data: &[u8]) -> Result<Option<Vec<u8>>, NoRoom> {
    let asked = BatchGateway::queryCall::abi_decode_validate(data).ok();
    let Some(asked) = asked.filter(|it| it.requests.len() <= MOST_AT_ONCE) else {
        return Ok(None);
    };
    let answers =
        asked.requests.iter().map(|it| ask(outside, errand, it.sender.into(), &it.urls, &it.data));
    let (mut failures, mut responses) = (Vec::new(), Vec::new());
    for answer in try_join_all(answers).await? {
        failures.push(answer.is_err());
        responses.push(match answer {
            Ok(said) => said.into(),
            Err(Failed(status, why)) => {
                HttpError { status, message: why.to_owned() }.abi_encode().into()
            }
        });
    }
    let answered: (Vec<bool>, Vec<chains::evm::contracts::Bytes>) = (failures, responses);
    Ok(Some(answered.abi_encode_params()))
}

/// Asks one gateway after another, as long as there is room for what they say; none after one that says that the question is at fault.
async fn ask(
    outside: &Outside,
    errand: Errand,
    sender: Address,
    urls: &[String],
    data: &[u8],
) -> Result<Result<Vec<u8>, Failed>, NoRoom> {
    #[derive(Deserialize)]
    struct Said {
        data: String,
    }
    if data.len() > QUESTION_BYTES {
        return Ok(Err(Failed(413, "the question is too large")));
    }
    let (sender, data) = (sender.to_lowercase(), hex::encode_prefixed(data));
    let mut failed = Failed(404, "no gateway");
    for url in urls.iter().take(MOST_GATEWAYS) {
        let Some(place) = filled(url, &sender, &data) else {
            failed = Failed(400, "no gateway has so long an address");
            continue;
        };
        let _turn = outside.gateways.turn(errand.from).await;
        let (room, named) = (outside.held.gather(errand.from), &outside.private_hosts);
        let answer = if url.contains("{data}") {
            outside.get(&place, named, ANSWER_BYTES, room).await
        } else {
            let body = json!({"data": data, "sender": sender}).to_string();
            outside.post(&place, named, body, ANSWER_BYTES, room).await
        };
        failed = match answer {
            Ok(it) if (200..300).contains(&it.status) => {
                let said = serde_json::from_slice::<Said>(&it.body).ok();
                match said.and_then(|it| hex::decode(it.data).ok()) {
                    Some(said) => return Ok(Ok(said)),
                    None => Failed(502, "the gateway's answer cannot be read"),
                }
            }
            Ok(it) if (400..500).contains(&it.status) => {
                return Ok(Err(Failed(it.status, "the gateway refuses")));
            }
            Ok(it) => Failed(it.status, "the gateway fails"),
            Err(NotFetched::NoRoom(why)) => return Err(why),
            Err(NotFetched::Refused) => Failed(400, "no gateway may be there"),
            Err(NotFetched::Away) => Failed(502, "the gateway is away"),
            Err(NotFetched::Slow) => Failed(504, "the gateway takes too long"),
            Err(NotFetched::TooLarge) => Failed(502, "the gateway's answer is too large"),
        };
    }
    Ok(Err(failed))
}

/// The address at which a gateway is asked; nothing where it is longer than one that is asked: a stranger writes all
/// of its parts.
fn filled(url: &str, sender: &str, data: &str) -> Option<String> {
    let added = |place: &str, with: &str| {
        url.matches(place).count() * with.len().saturating_sub(place.len())
    };
    let length = url.len() + added("{sender}", sender) + added("{data}", data);
    let is_fit = length <= LONGEST_URL.max(url.len());
    is_fit.then(|| url.replace("{sender}", sender).replace("{data}", data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_of_a_gateway_is_written_that_is_too_long_to_be_asked() {
        let sender = format!("0x{:040}", 1);
        let of = |url: &str, data: &str| filled(url, &sender, data).map(|it| it.len());
        assert_eq!(of("https://a.example/{sender}/{data}.json", "0x1234"), Some(72));
        assert_eq!(of(&"{data}".repeat(10_000), &"a".repeat(64 * 1024)), None);
        assert_eq!(of(&"{sender}".repeat(10_000), "0x"), None);
        assert_eq!(of("https://a.example/{data}", &"a".repeat(64 * 1024)), None);
        // It is not asked either, but takes no more than it did.
        let long = "a".repeat(100_000);
        assert_eq!(of(&long, "0x"), Some(long.len()));
    }
}
