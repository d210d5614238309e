//! What a log says was moved: ERC-20, ERC-721 and ERC-1155 tell it by their events, which are told apart by
//! the first topic and, as the first two share that, by how many topics there are.

use super::chain_records::{Hash, Log};
use chains::amount::Amount;
use chains::evm::address::Address;
use chains::evm::contracts::{Erc20, Erc721, Erc1155, SolEvent, hex};
use serde_json::{Value, json};

/// More of one batch is not looked at: no wallet gives so many at once.
const MOST_PARTS: usize = 100;

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Native,
    Fungible,
    Single,
    Multiple,
}

/// Something that went from one account to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The index of the log; -1 for the native currency.
    pub(super) log: i64,
    /// The place in a batch.
    pub(super) part: i64,
    pub(super) kind: Kind,
    /// Nothing for the native currency.
    pub(super) contract: Option<Address>,
    /// Which of a collection.
    pub(super) token: Option<Amount>,
    pub(super) from: Address,
    pub(super) to: Address,
    pub(super) amount: Amount,
}

impl Kind {
    /// As it is kept.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Native => "native",
            Kind::Fungible => "erc20",
            Kind::Single => "erc721",
            Kind::Multiple => "erc1155",
        }
    }

    /// Whether it is of a collection.
    pub(super) fn is_nft(self) -> bool {
        matches!(self, Kind::Single | Kind::Multiple)
    }
}

/// The first topics of what is searched for: the account that gives is the second topic of the first, and the
/// third of the other two.
pub(super) fn topics() -> [String; 3] {
    [
        Erc20::Transfer::SIGNATURE_HASH,
        Erc1155::TransferSingle::SIGNATURE_HASH,
        Erc1155::TransferBatch::SIGNATURE_HASH,
    ]
    .map(hex::encode_prefixed)
}

/// The smallest search, for what nobody gave in the latest block: whoever takes none like it tells no history.
pub(crate) fn smallest_search() -> (&'static str, Value) {
    let [transfer, ..] = topics();
    let nobody = topic_of(&Address::new([0xee; 20]));
    let latest =
        json!({"fromBlock": "latest", "toBlock": "latest", "topics": [transfer, [nobody]]});
    ("eth_getLogs", json!([latest]))
}

/// What a log says was moved; nothing where it is another event, or not what it must be. To move nothing of a
/// token anybody may do in anybody's name, so that is nothing, too.
pub(super) fn moves(log: &Log) -> Vec<Move> {
    let mut all = read(log).unwrap_or_default();
    all.retain(|it| it.amount != Amount::ZERO);
    all
}

fn read(log: &Log) -> Option<Vec<Move>> {
    let topics = log.topics.iter().map(word).collect::<Option<Vec<[u8; 32]>>>()?;
    let data = log.bytes()?;
    let first = topics.first()?;
    let one = |kind, from: Address, to: Address, token: Option<Amount>, amount: Amount| Move {
        log: log.index.0,
        part: 0,
        kind,
        contract: Some(log.address),
        token,
        from,
        to,
        amount,
    };
    if *first == Erc20::Transfer::SIGNATURE_HASH.0 && topics.len() == 3 {
        let it = Erc20::Transfer::decode_raw_log_validate(&topics, &data).ok()?;
        let amount = it.value.into();
        return Some(vec![one(Kind::Fungible, it.from.into(), it.to.into(), None, amount)]);
    }
    if *first == Erc721::Transfer::SIGNATURE_HASH.0 {
        let it = Erc721::Transfer::decode_raw_log_validate(&topics, &data).ok()?;
        let token = Some(it.tokenId.into());
        return Some(vec![one(Kind::Single, it.from.into(), it.to.into(), token, 1_u64.into())]);
    }
    if *first == Erc1155::TransferSingle::SIGNATURE_HASH.0 {
        let it = Erc1155::TransferSingle::decode_raw_log_validate(&topics, &data).ok()?;
        let (token, amount) = (Some(it.id.into()), it.value.into());
        return Some(vec![one(Kind::Multiple, it.from.into(), it.to.into(), token, amount)]);
    }
    if *first == Erc1155::TransferBatch::SIGNATURE_HASH.0 {
        let it = Erc1155::TransferBatch::decode_raw_log_validate(&topics, &data).ok()?;
        let pairs = it.ids.iter().zip(&it.values).take(MOST_PARTS).enumerate();
        let moved = pairs.map(|(part, (id, value))| {
            let token = Some((*id).into());
            let moved = one(Kind::Multiple, it.from.into(), it.to.into(), token, (*value).into());
            Move { part: i64::try_from(part).unwrap_or(i64::MAX), ..moved }
        });
        return Some(moved.collect());
    }
    None
}

fn word(topic: &Hash) -> Option<[u8; 32]> {
    hex::decode(&topic.0).ok()?.try_into().ok()
}

/// An address as a topic.
pub(super) fn topic_of(account: &Address) -> String {
    format!("0x{}{}", "0".repeat(24), &account.to_lowercase()[2..])
}

#[cfg(test)]
mod tests {
    use super::super::chain_records::Natural;
    use super::*;

    const FROM: Address = Address::new([1; 20]);
    const TO: Address = Address::new([2; 20]);

    fn log(topics: &[&str], data: &[&str]) -> Log {
        let topics = topics.iter().map(|it| Hash::try_from((*it).to_owned()).expect(it));
        Log {
            address: Address::new([9; 20]),
            topics: topics.collect(),
            data: format!("0x{}", data.concat()),
            block_number: Natural(1),
            block_hash: Hash(String::new()),
            transaction_hash: Hash(String::new()),
            index: Natural(7),
            removed: false,
        }
    }

    fn word(number: u64) -> String {
        format!("{number:064x}")
    }

    #[test]
    fn the_four_events_say_what_was_moved() {
        let [transfer, single, batch] = topics();
        let (from, to) = (topic_of(&FROM), topic_of(&TO));
        let by = topic_of(&Address::new([3; 20]));
        let id = format!("0x{}", word(5));
        let told = |log: Log| {
            let all = moves(&log).into_iter();
            let text = |it: Move| {
                assert_eq!((it.from, it.to, it.log), (FROM, TO, 7));
                let token = it.token.map(|it| it.to_decimal(0)).unwrap_or_default();
                format!("{} {} {} {token}", it.kind.name(), it.part, it.amount.to_decimal(0))
            };
            all.map(text).collect::<Vec<_>>()
        };
        assert_eq!(told(log(&[&transfer, &from, &to], &[&word(12)])), ["erc20 0 12 "]);
        assert_eq!(told(log(&[&transfer, &from, &to, &id], &[])), ["erc721 0 1 5"]);
        let one = log(&[&single, &by, &from, &to], &[&word(5), &word(3)]);
        assert_eq!(told(one), ["erc1155 0 3 5"]);
        let words = [64, 160, 2, 1, 2, 2, 20, 30].map(word);
        let data: Vec<&str> = words.iter().map(String::as_str).collect();
        let many = log(&[&batch, &by, &from, &to], &data);
        assert_eq!(told(many), ["erc1155 0 20 1", "erc1155 1 30 2"]);
    }

    #[test]
    fn what_is_not_what_the_event_says_moves_nothing() {
        let [transfer, _, batch] = topics();
        let (from, to) = (topic_of(&FROM), topic_of(&TO));
        let odd = format!("0x{}", "ff".repeat(32));
        for broken in [
            log(&[], &[]),
            log(&[&odd], &[]),
            log(&[&transfer], &[]),
            log(&[&transfer, &from], &[&word(1)]),
            log(&[&transfer, &from, &to], &[]),
            log(&[&transfer, &odd, &to], &[&word(1)]),
            log(&[&transfer, &from, &to], &[&word(0)]),
            log(&[&batch, &from, &from, &to], &[&word(64), &odd[2..]]),
        ] {
            assert_eq!(moves(&broken), [], "{:?}", broken.topics);
        }
    }
}
