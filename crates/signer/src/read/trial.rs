//! What a transaction changed of what the account has when a node tried it: what goes, then what comes.
//!
//! Nodes that know [`eth_simulateV1`](https://ethereum.github.io/execution-apis/api/methods/eth_simulateV1) run a
//! transaction without sending it, and write transfers of the native currency as tokens do theirs. A contract writes
//! what it likes of its own tokens, so each stands with its address. Another run may end differently.

use chains::amount::Amount;
use chains::evm::address::{Address, Strictness};
use chains::evm::hex::from_hex;
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::StepAct;

use wire::Json;

use super::draft::Draft;
use super::{calls, row};

/// How many changes are shown.
const MOST: usize = 20;
/// Stands for the native currency.
const NATIVE: Address = Address::new([0xee; 20]);
/// `Transfer(address,address,uint256)`, of [ERC-20](https://eips.ethereum.org/EIPS/eip-20#events) and
/// [ERC-721](https://eips.ethereum.org/EIPS/eip-721#specification).
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// `TransferSingle(address,address,address,uint256,uint256)`, of
/// [ERC-1155](https://eips.ethereum.org/EIPS/eip-1155#specification).
const TRANSFER_SINGLE: &str = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
/// `TransferBatch(address,address,address,uint256[],uint256[])`, of the same.
const TRANSFER_BATCH: &str = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
/// All that say that something went from one to another.
const TRANSFERS: [&str; 3] = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH];

/// What a log says that went from one to another.
struct Transfer {
    what: What,
    from: Address,
    to: Address,
    amount: Amount,
}

/// A currency, or one piece of a collection.
#[derive(PartialEq, Eq)]
struct What {
    token: Address,
    id: Option<Amount>,
    is_single: bool,
}

/// How much of something came and went in all.
struct Sum {
    what: What,
    got: Amount,
    given: Amount,
}

/// Puts down what the answer of a node says; nothing where that is none.
pub(crate) fn put(draft: &mut Draft, answer: &Json, account: &Address) {
    let Some(call) = first(answer).and_then(|it| first(it.get("calls")?)) else { return };
    if call.get("status").and_then(Json::as_text) != Some("0x1") {
        return draft.flag(FlagKind::WouldFail, Severity::Danger, Vec::new());
    }
    let Some(sums) = sums(call, account) else { return };
    let (mut given, mut got) = (Vec::new(), Vec::new());
    for Sum { what, got: came, given: went } in &sums {
        if let Some(more) = went.checked_sub(*came).filter(|it| *it != Amount::ZERO) {
            given.push(calls::step(0, StepAct::Give, rows(what, more)));
        } else if let Some(more) = came.checked_sub(*went).filter(|it| *it != Amount::ZERO) {
            got.push(calls::step(0, StepAct::Get, rows(what, more)));
        }
    }
    given.append(&mut got);
    let logs = call.get("logs").and_then(Json::as_list).unwrap_or_default();
    if given.len() > MOST || logs.iter().any(|it| is_unread(it, account)) {
        given.truncate(MOST);
        draft.flag(FlagKind::LeftOut, Severity::Danger, Vec::new());
    }
    draft.reading().changes = Some(given);
}

fn first(list: &Json) -> Option<&Json> {
    list.as_list()?.first()
}

/// Nothing where more comes or goes than there can be: then none of it is to be believed.
fn sums(call: &Json, account: &Address) -> Option<Vec<Sum>> {
    let mut sums: Vec<Sum> = Vec::new();
    for Transfer { what, from, to, amount } in call.get("logs")?.as_list()?.iter().filter_map(read)
    {
        if from != *account && to != *account {
            continue;
        }
        let place = sums.iter().position(|it| it.what == what).unwrap_or_else(|| {
            sums.push(Sum { what, got: Amount::ZERO, given: Amount::ZERO });
            sums.len() - 1
        });
        let sum = &mut sums[place];
        if from == *account {
            sum.given = sum.given.checked_add(amount)?;
        }
        if to == *account {
            sum.got = sum.got.checked_add(amount)?;
        }
    }
    Some(sums)
}

fn read(log: &Json) -> Option<Transfer> {
    let token = Address::parse(log.get("address")?.as_text()?, Strictness::Lenient).ok()?;
    let topics: Vec<&str> =
        log.get("topics")?.as_list()?.iter().filter_map(Json::as_text).collect();
    let data = from_hex(log.get("data")?.as_text()?).ok()?;
    let words: Vec<Amount> =
        data.as_chunks::<32>().0.iter().map(|it| Amount::from_be_bytes(*it)).collect();
    let (id, is_single, from, to, amount) = match (&*topics, &*words) {
        ([TRANSFER, from, to], [amount]) => (None, false, from, to, *amount),
        ([TRANSFER, from, to, id], []) => {
            (Some(Amount::from_be_bytes(word(id)?)), true, from, to, Amount::from(1))
        }
        ([TRANSFER_SINGLE, _, from, to], [id, amount]) => (Some(*id), false, from, to, *amount),
        _ => return None,
    };
    let what = What { token, id, is_single };
    Some(Transfer { what, from: party(from)?, to: party(to)?, amount })
}

/// Whether a log says that something went from or to an account, or perhaps did, and not in a way that is read here.
fn is_unread(log: &Json, account: &Address) -> bool {
    let topics = log.get("topics").and_then(Json::as_list).unwrap_or_default();
    let topics: Vec<&str> = topics.iter().filter_map(Json::as_text).collect();
    let is_transfer = topics.first().is_some_and(|it| TRANSFERS.contains(it));
    let is_theirs = topics.iter().any(|it| party(it).as_ref() == Some(account));
    is_transfer && (is_theirs || topics.len() < 3) && read(log).is_none()
}

fn party(topic: &str) -> Option<Address> {
    word(topic)?.last_chunk::<20>().copied().map(Address::new)
}

fn word(topic: &str) -> Option<[u8; 32]> {
    from_hex(topic).ok()?.try_into().ok()
}

fn rows(what: &What, amount: Amount) -> Vec<ReadingRow> {
    let What { token, id, is_single } = what;
    if *token == NATIVE {
        return vec![row::amount(RowLabel::Amount, RowKind::Native, amount)];
    }
    let mut rows = vec![row::address(RowLabel::Token, token)];
    rows.extend(id.map(|it| row::amount(RowLabel::TokenId, RowKind::Number, it)));
    if !is_single {
        rows.push(row::amount(RowLabel::Amount, RowKind::Units, amount));
    }
    rows
}
