//! Which logs somebody wants ([`eth_subscribe`](https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub)):
//! of these addresses, with these topics in their places.

use super::bloom::Bloom;
use chains::evm::contracts::hex;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// How many addresses and topics one may name.
const MOST_NAMED: usize = 256;
/// How many topics a log has.
const TOPICS: usize = 4;

/// A filter. Those that want the same are equal.
#[derive(PartialEq, Eq)]
pub(crate) struct Filter {
    /// Of these addresses; of any where there is none.
    addresses: Vec<[u8; 20]>,
    /// One of these in each place; any where there is none.
    topics: Vec<Vec<[u8; 32]>>,
}

impl Filter {
    /// Reads one; nothing where it cannot be one. Without a value it is that of all logs.
    pub(crate) fn read(value: Option<&Value>) -> Option<Self> {
        let members = match value {
            None | Some(Value::Null) => &Map::new(),
            Some(value) => value.as_object()?,
        };
        let mut addresses = one_or_many(members.get("address"))?;
        addresses.sort_unstable();
        addresses.dedup();
        let mut topics = Vec::new();
        match members.get("topics") {
            None | Some(Value::Null) => {}
            Some(places) => {
                for place in places.as_array()? {
                    topics.push(one_or_many(Some(place))?);
                }
            }
        }
        let count = addresses.len() + topics.iter().map(Vec::len).sum::<usize>();
        let is_fit = count <= MOST_NAMED && topics.len() <= TOPICS;
        is_fit.then_some(Filter { addresses, topics })
    }

    /// What stands for it: the same of those that want the same.
    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(Value::Object(self.parameter()).to_string()).into()
    }

    /// How much it takes.
    pub(super) fn bytes(&self) -> usize {
        let topics = self.topics.iter().map(|it| size_of_val(&**it) + size_of_val(it));
        size_of_val(&*self.addresses) + topics.sum::<usize>()
    }

    /// Whether a block of this bloom may have logs of it.
    pub(super) fn may_be_in(&self, bloom: &Bloom) -> bool {
        let is_there = |all: &[&[u8]]| all.is_empty() || all.iter().any(|it| bloom.may_hold(it));
        let addresses: Vec<&[u8]> = self.addresses.iter().map(|it| &it[..]).collect();
        is_there(&addresses)
            && self.topics.iter().all(|place| {
                let place: Vec<&[u8]> = place.iter().map(|it| &it[..]).collect();
                is_there(&place)
            })
    }

    /// The parameter of `eth_getLogs`, without blocks.
    pub(super) fn parameter(&self) -> Map<String, Value> {
        let text = |bytes: &[u8]| format!("0x{}", hex::encode(bytes));
        let mut members = Map::new();
        if !self.addresses.is_empty() {
            let addresses: Vec<String> = self.addresses.iter().map(|it| text(it)).collect();
            members.insert("address".to_owned(), json!(addresses));
        }
        if !self.topics.is_empty() {
            let place = |all: &Vec<[u8; 32]>| match &all[..] {
                [] => Value::Null,
                all => json!(all.iter().map(|it| text(it)).collect::<Vec<_>>()),
            };
            let places: Vec<Value> = self.topics.iter().map(place).collect();
            members.insert("topics".to_owned(), Value::Array(places));
        }
        members
    }
}

fn one_or_many<const BYTES: usize>(value: Option<&Value>) -> Option<Vec<[u8; BYTES]>> {
    let bytes = |value: &Value| hex::decode(value.as_str()?).ok()?.try_into().ok();
    match value {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(Value::Array(all)) => all.iter().map(bytes).collect(),
        Some(one) => Some(vec![bytes(one)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: Value) -> Option<Value> {
        Filter::read(Some(&value)).map(|it| Value::Object(it.parameter()))
    }

    #[test]
    fn those_that_want_the_same_are_equal() {
        let [low, high] =
            ["0x00000000000000000000000000000000000000Aa", &format!("0x{}", "bb".repeat(20))];
        let topic = format!("0x{}", "01".repeat(32));
        let many =
            json!({"address": [high, low, high], "topics": [null, topic], "fromBlock": "0x1"});
        let told = json!({"address": [low.to_lowercase(), high], "topics": [null, [topic]]});
        assert_eq!(parameter(many), Some(told));
        assert_eq!(parameter(json!({})), Some(json!({})));
        assert!(Filter::read(None) == Filter::read(Some(&json!({"address": [], "topics": []}))));
    }

    #[test]
    fn what_cannot_be_a_filter_is_none() {
        let topic = format!("0x{}", "01".repeat(32));
        for value in [
            json!("newHeads"),
            json!([]),
            json!({"address": "0x01"}),
            json!({"address": 1}),
            json!({"topics": topic}),
            json!({"topics": ["0x01"]}),
            json!({"topics": [[null]]}),
            json!({"topics": [null, null, null, null, null]}),
            json!({"topics": [vec![topic.clone(); MOST_NAMED + 1]]}),
        ] {
            assert_eq!(parameter(value.clone()), None, "{value}");
        }
    }
}
