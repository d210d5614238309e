//! SPL Token and Token-2022: what is alike in both
//! (`TokenInstruction` of [spl-token-2022-interface](https://docs.rs/spl-token-2022-interface)).

use super::super::action::{Action, Mint, TokenRight};
use super::super::cursor::Cursor;
use super::super::transaction_message::{Instruction, Party};

/// Reads one; nothing where it is none of those that are known.
pub(super) fn read(instruction: &Instruction<'_>) -> Option<Action> {
    match instruction.payload.first()? {
        3 | 4 | 12 | 13 => of_holding(instruction),
        7 | 8 | 14 | 15 => of_supply(instruction),
        1 | 16 | 18 => initialization(instruction),
        6 => authority(instruction),
        5 => {
            let [account, authority] = instruction.parties()?;
            Some(Action::Revoke { account, authority })
        }
        9 => {
            let [account, to, authority] = instruction.parties()?;
            Some(Action::CloseAccount { account, to, authority })
        }
        17 => {
            let [account] = instruction.parties()?;
            Some(Action::SyncNative { account })
        }
        _ => None,
    }
}

/// Transfers and approvals, each in a form that names the mint and one that does not.
fn of_holding(instruction: &Instruction<'_>) -> Option<Action> {
    let program = instruction.program;
    let mut cursor = Cursor::new(instruction.payload);
    let kind = cursor.byte().ok()?;
    let amount = cursor.u64().ok()?;
    let (account, other, authority, checked) = if kind >= 12 {
        let [account, mint, other, authority] = instruction.parties()?;
        (account, other, authority, Some(Mint { mint, decimals: cursor.byte().ok()? }))
    } else {
        let [account, other, authority] = instruction.parties()?;
        (account, other, authority, None)
    };
    Some(if matches!(kind, 3 | 12) {
        Action::TokenTransfer { program, from: account, to: other, authority, amount, checked }
    } else {
        Action::Approve { program, account, delegate: other, authority, amount, checked }
    })
}

/// More tokens and fewer. The checked form only adds decimals.
fn of_supply(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    let kind = cursor.byte().ok()?;
    let amount = cursor.u64().ok()?;
    if kind >= 14 {
        cursor.byte().ok()?;
    }
    let [first, second, authority] = instruction.parties()?;
    Some(if matches!(kind, 7 | 14) {
        Action::MintTo { mint: first, to: second, authority, amount }
    } else {
        Action::Burn { mint: second, from: first, authority, amount }
    })
}

/// The owner is an account in the first form, in the payload since.
fn initialization(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    let kind = cursor.byte().ok()?;
    let [account, mint] = instruction.parties()?;
    let owner = match kind {
        1 => *instruction.accounts.get(2)?,
        _ => Party::Key(cursor.array().ok()?),
    };
    Some(Action::InitializeTokenAccount { account, mint, owner })
}

fn authority(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    cursor.byte().ok()?;
    let right = match cursor.byte().ok()? {
        0 => TokenRight::MintTokens,
        1 => TokenRight::FreezeAccount,
        2 => TokenRight::AccountOwner,
        3 => TokenRight::CloseAccount,
        other => TokenRight::Other(other),
    };
    let new_authority = match cursor.byte().ok()? {
        0 => None,
        1 => Some(cursor.array().ok()?),
        _ => return None,
    };
    let [account, authority] = instruction.parties()?;
    Some(Action::SetAuthority { account, right, authority, new_authority })
}
