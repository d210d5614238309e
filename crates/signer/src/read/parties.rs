//! Whom something is sent or allowed by a request: those an account has dealt with once it is signed.

use protocol::module::reading::Reading;
use protocol::module::reading_flag::FlagKind;
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};

const PARTIES: [RowLabel; 2] = [RowLabel::To, RowLabel::Spender];
/// No request makes an account forget whom else it has dealt with.
const MOST: usize = 8;

/// Their addresses of eip155, each once and the first few, but for those that look like somebody else.
pub(crate) fn of(reading: &Reading) -> Vec<String> {
    let looks = reading.flags.iter().filter(|it| it.kind == FlagKind::LookAlike);
    let alike: Vec<&String> = looks.flat_map(|it| &it.rows).map(|it| &it.value).collect();
    let is_party = |it: &&ReadingRow| {
        let is_of_evm = it.kind == RowKind::Address && it.value.starts_with("0x");
        is_of_evm && PARTIES.contains(&it.label) && !alike.contains(&&it.value)
    };
    let mut parties: Vec<String> = Vec::new();
    for row in reading.steps.iter().flat_map(|it| &it.rows).filter(is_party) {
        if parties.len() < MOST && !parties.contains(&row.value) {
            parties.push(row.value.clone());
        }
    }
    parties
}
