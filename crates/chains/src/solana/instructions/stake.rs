//! The stake program: where SOL is staked, and who says so
//! (`StakeInstruction` of [solana-stake-interface](https://docs.rs/solana-stake-interface)).

use super::super::action::{Action, StakeRight};
use super::super::cursor::Cursor;
use super::super::transaction_message::{Instruction, Party};

/// Reads one; nothing where it is none of those that are known.
pub(super) fn read(instruction: &Instruction<'_>) -> Option<Action> {
    let mut cursor = Cursor::new(instruction.payload);
    let [stake] = instruction.parties()?;
    Some(match cursor.u32().ok()? {
        // Who it is given to is in the payload, also where the right was derived of a seed (8).
        1 | 8 => {
            let new_authority = Party::Key(cursor.array().ok()?);
            Action::StakeAuthorize { stake, right: right(&mut cursor)?, new_authority }
        }
        // Who it is given to signs: the fourth account, also where the right was derived of a seed (11).
        10 | 11 => {
            let [stake, _, _, new_authority] = instruction.parties()?;
            Action::StakeAuthorize { stake, right: right(&mut cursor)?, new_authority }
        }
        2 => {
            let [stake, vote, _, _, _, authority] = instruction.parties()?;
            Action::StakeDelegate { stake, vote, authority }
        }
        4 => {
            let [stake, to, _, _, authority] = instruction.parties()?;
            Action::StakeWithdraw { stake, to, lamports: cursor.u64().ok()?, authority }
        }
        5 => {
            let [stake, _, authority] = instruction.parties()?;
            Action::StakeDeactivate { stake, authority }
        }
        _ => return None,
    })
}

fn right(cursor: &mut Cursor<'_>) -> Option<StakeRight> {
    match cursor.u32().ok()? {
        0 => Some(StakeRight::Stake),
        1 => Some(StakeRight::Withdraw),
        _ => None,
    }
}
