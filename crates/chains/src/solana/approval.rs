//! What a person sees of a transaction before it is signed: what it does, what it costs, and what
//! should make them stop.
//!
//! [`Approval::of`] reads all of it from the message; what the chain alone knows (balances, who owns
//! an account of tokens, what stands in a table) is for a simulation to tell.

use super::action::Action;
use super::address::Address;
use super::fee::Fee;
use super::instructions::{action, is_nonce_advance};
use super::programs::TOKEN_2022;
use super::transaction_message::{Party, TransactionMessage};

/// What a person sees of a transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approval {
    /// What it does, one per instruction, in order.
    pub actions: Vec<Action>,
    /// What should make a person stop: first what is of the whole, then by instruction.
    pub flags: Vec<Flag>,
    /// What its payer pays, who is not always us.
    pub fee: Fee,
}

/// What should make a person stop. `action` is a place in [`Approval::actions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// It does not expire: whoever has it can send it at any later time
    /// ([durable nonces](https://solana.com/docs/core/transactions/durable-nonce)).
    DurableNonce,
    /// So many tables on the chain say which accounts take part; they may say something else by the
    /// time it is sent ([tables](https://solana.com/docs/advanced/lookup-tables)).
    LookupTables {
        /// How many.
        count: usize,
    },
    /// Somebody else pays the fee.
    OtherFeePayer {
        /// Who.
        payer: Address,
    },
    /// So many others must sign too.
    OtherSigners {
        /// How many.
        count: usize,
    },
    /// Somebody is given a right over an account.
    AuthorityChange {
        /// By which action.
        action: usize,
    },
    /// A delegate may take all there ever will be in an account of tokens: at least [`UNLIMITED`].
    UnlimitedApproval {
        /// By which action.
        action: usize,
    },
    /// The SOL of an account that ends goes to somebody else.
    ClosedToStranger {
        /// By which action.
        action: usize,
    },
    /// An account that is made belongs to somebody else, and with it the SOL that is put there.
    MadeForStranger {
        /// By which action.
        action: usize,
    },
    /// Tokens of Token-2022 move, whose mint can have a program run that the message does not name as
    /// such ([transfer hooks](https://www.solana-program.com/docs/transfer-hook-interface)).
    PossibleHook {
        /// By which action.
        action: usize,
    },
    /// A known program does something that we do not read.
    Unread {
        /// Which action.
        action: usize,
    },
    /// A program that we do not know does something.
    UnknownProgram {
        /// Which action.
        action: usize,
    },
}

/// From how many of the smallest unit on an approval has no limit that anybody would reach: half of what there
/// can be, so that a thief who asks for one less than all is told as well.
pub const UNLIMITED: u64 = 1 << 63;

impl Approval {
    /// What the owner of the account `ours` sees of a message.
    pub fn of(message: &TransactionMessage, ours: &Address) -> Approval {
        let actions: Vec<Action> = message.instructions().map(|it| action(&it)).collect();
        let mut flags = of_whole(message, ours);
        for (at, action) in actions.iter().enumerate() {
            flags.extend(of_action(at, action, ours));
        }
        Approval { actions, flags, fee: Fee::of(message) }
    }
}

fn of_whole(message: &TransactionMessage, ours: &Address) -> Vec<Flag> {
    let mut flags = Vec::new();
    if message.instructions().next().is_some_and(|first| is_nonce_advance(&first)) {
        flags.push(Flag::DurableNonce);
    }
    let count = message.lookup_table_count();
    if count > 0 {
        flags.push(Flag::LookupTables { count });
    }
    let payer = *message.fee_payer();
    if payer != *ours {
        flags.push(Flag::OtherFeePayer { payer });
    }
    let count = message.signers().iter().filter(|it| *it != ours).count();
    if count > 0 {
        flags.push(Flag::OtherSigners { count });
    }
    flags
}

fn of_action(at: usize, action: &Action, ours: &Address) -> Option<Flag> {
    match action {
        it if it.is_authority_change() => Some(Flag::AuthorityChange { action: at }),
        Action::Approve { amount: UNLIMITED.., .. } => Some(Flag::UnlimitedApproval { action: at }),
        Action::CloseAccount { to, .. } if *to != Party::Key(*ours) => {
            Some(Flag::ClosedToStranger { action: at })
        }
        Action::InitializeTokenAccount { owner, .. } if *owner != Party::Key(*ours) => {
            Some(Flag::MadeForStranger { action: at })
        }
        Action::InitializeNonce { authority, .. } if authority != ours => {
            Some(Flag::MadeForStranger { action: at })
        }
        Action::TokenTransfer { program, .. } if *program == TOKEN_2022 => {
            Some(Flag::PossibleHook { action: at })
        }
        Action::Unread { .. } => Some(Flag::Unread { action: at }),
        Action::UnknownProgram { .. } => Some(Flag::UnknownProgram { action: at }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{FAUCET, FRIEND, OWNER, transaction};
    use super::super::transaction_message::{Call, Version};
    use super::*;

    fn flags(name: &str) -> Vec<Flag> {
        Approval::of(transaction(name).message(), &OWNER).flags
    }

    #[test]
    fn a_plain_transfer_stops_nobody() {
        let approval = Approval::of(transaction("SOL_LEGACY").message(), &OWNER);
        assert_eq!((approval.actions.len(), approval.flags), (1, Vec::new()));
        assert_eq!(approval.fee.lamports(), 5_000);
        for name in
            ["SOL_V0", "SOL_PRIORITY", "TOKEN_LEGACY", "CLOSE", "REVOKE", "APPROVE_CHECKED", "SYNC"]
        {
            assert_eq!(flags(name), [], "{name}");
        }
    }

    #[test]
    fn each_flag_is_raised() {
        let action = 0;
        for (name, flag) in [
            ("TABLES", Flag::LookupTables { count: 2 }),
            ("CREATE_ACCOUNT", Flag::OtherSigners { count: 1 }),
            ("ADVANCE", Flag::DurableNonce),
            ("ASSIGN", Flag::AuthorityChange { action }),
            ("ASSIGN_WITH_SEED", Flag::AuthorityChange { action }),
            ("AUTHORIZE_NONCE", Flag::AuthorityChange { action }),
            ("SET_AUTHORITY", Flag::AuthorityChange { action }),
            ("SET_AUTHORITY_NONE", Flag::AuthorityChange { action }),
            ("APPROVE", Flag::UnlimitedApproval { action }),
            ("CLOSE_STRANGER", Flag::ClosedToStranger { action }),
            ("TRANSFER_22", Flag::PossibleHook { action }),
            ("FREEZE", Flag::Unread { action }),
        ] {
            assert_eq!(flags(name), [flag], "{name}");
        }
        let nonce = [
            Flag::DurableNonce,
            Flag::OtherFeePayer { payer: FAUCET },
            Flag::OtherSigners { count: 1 },
        ];
        assert_eq!(flags("NONCE"), nonce);
    }

    #[test]
    fn what_is_made_for_others_is_told() {
        for name in ["INIT_ACCOUNT", "INIT_ACCOUNT3", "INIT_NONCE"] {
            let approval = Approval::of(transaction(name).message(), &FRIEND);
            let flag = Flag::MadeForStranger { action: 0 };
            assert!(approval.flags.contains(&flag), "{name}");
            assert_eq!(flags(name), [], "{name}");
        }
    }

    /// A message of one signer that tells programs this, each with four accounts.
    fn telling(calls: &[(Address, &[u8])]) -> Vec<Flag> {
        let call = |it: &(Address, &[u8])| Call {
            program: if it.0 == [8; 32] { 1 } else { 2 },
            accounts: vec![0, 3, 3, 3],
            payload: it.1.to_vec(),
        };
        let other = calls.iter().map(|it| it.0).find(|it| *it != [8; 32]).unwrap_or([9; 32]);
        let message = TransactionMessage {
            version: Version::Legacy,
            signer_count: 1,
            readonly_signer_count: 0,
            readonly_other_count: 2,
            keys: vec![OWNER, [8; 32], other, FRIEND],
            blockhash: [0; 32],
            calls: calls.iter().map(call).collect(),
            lookups: Vec::new(),
        };
        Approval::of(&message, &OWNER).flags
    }

    #[test]
    fn flags_say_which_action_raised_them() {
        use super::super::programs::STAKE;
        let authorize = [&[10, 0, 0, 0][..], &[1, 0, 0, 0]].concat();
        let calls: [(Address, &[u8]); 3] = [([8; 32], &[]), (STAKE, &authorize), ([8; 32], &[1])];
        let expected = [
            Flag::UnknownProgram { action: 0 },
            Flag::AuthorityChange { action: 1 },
            Flag::UnknownProgram { action: 2 },
        ];
        assert_eq!(telling(&calls), expected);
    }

    #[test]
    fn an_approval_of_half_of_all_there_can_be_has_no_limit() {
        use super::super::programs::TOKEN;
        let approve = |amount: u64| [&[4][..], &amount.to_le_bytes()].concat();
        let checked = |amount: u64| [&[13][..], &amount.to_le_bytes(), &[6]].concat();
        for payload in [approve, checked] {
            let of = |amount| telling(&[(TOKEN, &payload(amount))]);
            for amount in [UNLIMITED, UNLIMITED + 1, u64::MAX - 1, u64::MAX] {
                assert_eq!(of(amount), [Flag::UnlimitedApproval { action: 0 }], "{amount}");
            }
            assert_eq!(of(UNLIMITED - 1), []);
            assert_eq!(of(0), []);
        }
    }

    #[test]
    fn a_nonce_counts_only_in_front_and_whatever_follows_its_number() {
        use super::super::programs::SYSTEM;
        let (advance, longer): (&[u8], &[u8]) = (&[4, 0, 0, 0], &[4, 0, 0, 0, 1]);
        assert_eq!(telling(&[(SYSTEM, advance)]), [Flag::DurableNonce]);
        assert_eq!(telling(&[(SYSTEM, longer)]), [Flag::DurableNonce]);
        assert_eq!(
            telling(&[([8; 32], &[]), (SYSTEM, advance)]),
            [Flag::UnknownProgram { action: 0 }]
        );
        assert_eq!(telling(&[([8; 32], advance)]), [Flag::UnknownProgram { action: 0 }]);
    }
}
