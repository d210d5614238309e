//! The system program: accounts, SOL and nonces
//! (`SystemInstruction` of [solana-system-interface](https://docs.rs/solana-system-interface)).

use super::super::action::Action;
use super::super::cursor::Cursor;
use super::super::transaction_message::Instruction;

/// The number of the one that uses up a nonce; 32 bits in front of each payload are its number.
pub(super) const ADVANCE_NONCE: u32 = 4;

/// Reads one; nothing where it is none of those that are known.
pub(super) fn read(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    match cursor.u32().ok()? {
        0 | 1 | 3 | 8 | 10 => of_account(instruction),
        2 => {
            let [from, to] = instruction.parties()?;
            Some(Action::SolTransfer { from, to, lamports: cursor.u64().ok()? })
        }
        // From an account that is derived of a seed and the second account, which signs for it.
        11 => {
            let [from, _, to] = instruction.parties()?;
            Some(Action::SolTransfer { from, to, lamports: cursor.u64().ok()? })
        }
        _ => of_nonce(instruction),
    }
}

fn of_account(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    let kind = cursor.u32().ok()?;
    let [account] = instruction.parties()?;
    if matches!(kind, 3 | 10) {
        skip_seed(&mut cursor)?;
    }
    Some(match kind {
        0 | 3 => {
            let [payer, account] = instruction.parties()?;
            let (lamports, bytes) = (cursor.u64().ok()?, cursor.u64().ok()?);
            Action::CreateAccount { payer, account, lamports, bytes, owner: cursor.array().ok()? }
        }
        8 => Action::Allocate { account, bytes: cursor.u64().ok()? },
        _ => Action::Assign { account, owner: cursor.array().ok()? },
    })
}

fn of_nonce(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    Some(match cursor.u32().ok()? {
        ADVANCE_NONCE => {
            let [nonce, _, authority] = instruction.parties()?;
            Action::AdvanceNonce { nonce, authority }
        }
        5 => {
            let [nonce, to, _, _, authority] = instruction.parties()?;
            Action::WithdrawNonce { nonce, to, lamports: cursor.u64().ok()?, authority }
        }
        6 => {
            let [nonce] = instruction.parties()?;
            Action::InitializeNonce { nonce, authority: cursor.array().ok()? }
        }
        7 => {
            let [nonce, authority] = instruction.parties()?;
            let new_authority = cursor.array().ok()?;
            Action::AuthorizeNonce { nonce, authority, new_authority }
        }
        _ => return None,
    })
}

/// Past the address and the text that an account's address is derived of.
fn skip_seed(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.take(32).ok()?;
    let length = usize::try_from(cursor.u64().ok()?).ok()?;
    cursor.take(length).ok().map(|_| ())
}
