//! Reads what an instruction does: [`action`].
//!
//! A payload is read as its program reads it: bytes behind what it needs are left alone, because
//! programs leave them alone too and do the same. What cannot be read is [`Action::Unread`] and never
//! guessed. Read this for the small programs, then `system.rs`, `token.rs` and `stake.rs`.

mod stake;
mod system;
mod token;

use super::action::{Action, Budget};
use super::cursor::Cursor;
use super::programs;
use super::transaction_message::Instruction;

/// What an instruction does.
pub fn action(instruction: &Instruction<'_>) -> Action {
    let program = instruction.program;
    let read = match program {
        programs::SYSTEM => system::read,
        programs::TOKEN | programs::TOKEN_2022 => token::read,
        programs::ASSOCIATED_TOKEN => associated_token,
        programs::COMPUTE_BUDGET => compute_budget,
        programs::STAKE => stake::read,
        programs::MEMO_V1 | programs::MEMO => memo,
        _ => return Action::UnknownProgram { program },
    };
    read(instruction).unwrap_or(Action::Unread { program })
}

/// Whether it uses up a durable nonce: where it is the first of a transaction, the blockhash of that
/// does not expire. A node looks at the number alone, not at the accounts.
pub(super) fn is_nonce_advance(instruction: &Instruction<'_>) -> bool {
    let number = Cursor::new(instruction.payload).u32();
    instruction.program == programs::SYSTEM && number == Ok(system::ADVANCE_NONCE)
}

/// What of the limits and offers of a transaction an instruction sets; nothing where it sets none
/// ([source](https://docs.rs/solana-compute-budget-interface)).
pub(super) fn budget(instruction: &Instruction<'_>) -> Option<Budget> {
    if instruction.program != programs::COMPUTE_BUDGET {
        return None;
    }
    let mut cursor = Cursor::new(instruction.payload);
    Some(match cursor.byte().ok()? {
        1 => Budget::HeapBytes(cursor.u32().ok()?),
        2 => Budget::UnitLimit(cursor.u32().ok()?),
        3 => Budget::UnitMicroLamports(cursor.u64().ok()?),
        4 => Budget::LoadedBytes(cursor.u32().ok()?),
        _ => return None,
    })
}

fn compute_budget(instruction: &Instruction<'_>) -> Option<Action> {
    budget(instruction).map(Action::ComputeBudget)
}

/// [Source](https://docs.rs/spl-associated-token-account-interface). Nothing at all is the first one.
fn associated_token(instruction: &Instruction<'_>) -> Option<Action> {
    let is_idempotent = match instruction.payload {
        [] | [0] => false,
        [1] => true,
        _ => return None,
    };
    let [payer, account, owner, mint] = instruction.parties()?;
    Some(Action::CreateTokenAccount { payer, account, owner, mint, is_idempotent })
}

/// [Source](https://www.solana-program.com/docs/memo).
fn memo(instruction: &Instruction<'_>) -> Option<Action> {
    let text = core::str::from_utf8(instruction.payload).ok()?;
    Some(Action::Memo { text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::action::{Mint, StakeRight, TokenRight};
    use super::super::address::{Address, known};
    use super::super::programs::{STAKE, SYSTEM, TOKEN, TOKEN_2022};
    use super::super::samples::{self, FRIEND, FRIEND_TOKENS, MINT, OWNER, OWNER_TOKENS};
    use super::super::transaction_message::Party;
    use super::*;
    use proptest::prelude::*;

    /// What the only instruction of a sample does.
    fn of(name: &str) -> Action {
        let transaction = samples::transaction(name);
        let actions: Vec<Action> =
            transaction.message().instructions().map(|it| action(&it)).collect();
        assert_eq!(actions.len(), 1, "{name}");
        actions.into_iter().next().unwrap()
    }

    /// What a program is told with accounts of 32 bytes 1, 2 and so on.
    fn told(program: Address, accounts: u8, payload: &[u8]) -> Action {
        let accounts = (1..=accounts).map(nth).collect();
        action(&Instruction { program, accounts, payload })
    }

    fn nth(number: u8) -> Party {
        Party::Key([number; 32])
    }

    const OWNER_KEY: Party = Party::Key(OWNER);
    const FRIEND_KEY: Party = Party::Key(FRIEND);
    const OF_OWNER: Party = Party::Key(OWNER_TOKENS);
    const OF_FRIEND: Party = Party::Key(FRIEND_TOKENS);
    const THE_MINT: Party = Party::Key(MINT);

    fn of_decimals(decimals: u8) -> Mint {
        Mint { mint: THE_MINT, decimals }
    }

    #[test]
    fn the_system_program_is_read() {
        let (account, from) = (FRIEND_KEY, FRIEND_KEY);
        for (name, expected) in [
            (
                "SOL_LEGACY",
                Action::SolTransfer { from: OWNER_KEY, to: FRIEND_KEY, lamports: 1_250_000_000 },
            ),
            ("TRANSFER_WITH_SEED", Action::SolTransfer { from, to: THE_MINT, lamports: 11 }),
            (
                "CREATE_ACCOUNT",
                Action::CreateAccount {
                    payer: OWNER_KEY,
                    account,
                    lamports: 7,
                    bytes: 165,
                    owner: TOKEN,
                },
            ),
            (
                "CREATE_WITH_SEED",
                Action::CreateAccount {
                    payer: OWNER_KEY,
                    account,
                    lamports: 9,
                    bytes: 200,
                    owner: STAKE,
                },
            ),
            ("ALLOCATE", Action::Allocate { account: OWNER_KEY, bytes: 80 }),
            ("ASSIGN", Action::Assign { account: OWNER_KEY, owner: TOKEN }),
            ("ASSIGN_WITH_SEED", Action::Assign { account, owner: TOKEN }),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
    }

    #[test]
    fn nonces_are_read() {
        let (nonce, authority) = (FRIEND_KEY, OWNER_KEY);
        for (name, expected) in [
            ("ADVANCE", Action::AdvanceNonce { nonce, authority }),
            (
                "WITHDRAW_NONCE",
                Action::WithdrawNonce { nonce, to: THE_MINT, lamports: 13, authority },
            ),
            ("INIT_NONCE", Action::InitializeNonce { nonce, authority: OWNER }),
            ("AUTHORIZE_NONCE", Action::AuthorizeNonce { nonce, authority, new_authority: MINT }),
            ("UPGRADE_NONCE", Action::Unread { program: SYSTEM }),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
    }

    #[test]
    fn transfers_and_approvals_of_tokens_are_read() {
        let authority = OWNER_KEY;
        let transfer = |program, amount, checked| Action::TokenTransfer {
            program,
            from: OF_OWNER,
            to: OF_FRIEND,
            authority,
            amount,
            checked,
        };
        let approve = |amount, checked| Action::Approve {
            program: TOKEN,
            account: OF_OWNER,
            delegate: FRIEND_KEY,
            authority,
            amount,
            checked,
        };
        for (name, expected) in [
            ("TRANSFER", transfer(TOKEN, 1, None)),
            ("TRANSFER_CHECKED", transfer(TOKEN, 120_500_000, Some(of_decimals(6)))),
            ("TRANSFER_22", transfer(TOKEN_2022, 2, Some(of_decimals(2)))),
            ("APPROVE", approve(u64::MAX, None)),
            ("APPROVE_CHECKED", approve(3, Some(of_decimals(6)))),
            ("REVOKE", Action::Revoke { account: OF_OWNER, authority }),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
    }

    #[test]
    fn what_else_token_programs_do_is_read() {
        use TokenRight::{AccountOwner, CloseAccount, FreezeAccount, MintTokens, Other};
        let (account, mint, authority) = (OF_OWNER, THE_MINT, OWNER_KEY);
        let creation = |is_idempotent| Action::CreateTokenAccount {
            payer: OWNER_KEY,
            account: OF_FRIEND,
            owner: FRIEND_KEY,
            mint,
            is_idempotent,
        };
        let set = |account, right, new_authority| Action::SetAuthority {
            account,
            right,
            authority,
            new_authority,
        };
        for (name, expected) in [
            ("SET_AUTHORITY", set(account, AccountOwner, Some(FRIEND))),
            ("SET_AUTHORITY_NONE", set(mint, MintTokens, None)),
            ("MINT_TO", Action::MintTo { mint, to: account, authority, amount: 4 }),
            ("MINT_TO_CHECKED", Action::MintTo { mint, to: account, authority, amount: 5 }),
            ("BURN", Action::Burn { mint, from: account, authority, amount: 6 }),
            ("BURN_CHECKED", Action::Burn { mint, from: account, authority, amount: 7 }),
            ("CLOSE", Action::CloseAccount { account, to: OWNER_KEY, authority }),
            ("CLOSE_STRANGER", Action::CloseAccount { account, to: FRIEND_KEY, authority }),
            ("INIT_ACCOUNT", Action::InitializeTokenAccount { account, mint, owner: OWNER_KEY }),
            ("INIT_ACCOUNT3", Action::InitializeTokenAccount { account, mint, owner: OWNER_KEY }),
            ("SYNC", Action::SyncNative { account }),
            ("FREEZE", Action::Unread { program: TOKEN }),
            ("CREATE_ATA", creation(false)),
            ("CREATE_ATA_IDEMPOTENT", creation(true)),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
        let rights = [0, 1, 2, 3, 4, 9].map(|right| match told(TOKEN_2022, 2, &[6, right, 0]) {
            Action::SetAuthority { right, new_authority: None, .. } => right,
            other => panic!("{other:?}"),
        });
        assert_eq!(
            rights,
            [MintTokens, FreezeAccount, AccountOwner, CloseAccount, Other(4), Other(9)]
        );
        assert_eq!(told(TOKEN, 2, &[6, 2, 2]), Action::Unread { program: TOKEN });
    }

    #[test]
    fn stake_is_read() {
        let right = |kind: u8, key: &[u8], right: u8| {
            [&[kind, 0, 0, 0][..], key, &[right, 0, 0, 0]].concat()
        };
        let authorize =
            |right, new_authority| Action::StakeAuthorize { stake: nth(1), right, new_authority };
        let given = [7; 32];
        let lamports = [&[4, 0, 0, 0][..], &21_u64.to_le_bytes()].concat();
        for (accounts, payload, expected) in [
            (3, right(1, &given, 0), authorize(StakeRight::Stake, Party::Key(given))),
            (3, right(1, &given, 1), authorize(StakeRight::Withdraw, Party::Key(given))),
            (3, right(8, &given, 1), authorize(StakeRight::Withdraw, Party::Key(given))),
            (4, right(10, &[], 1), authorize(StakeRight::Withdraw, nth(4))),
            (4, right(11, &[], 0), authorize(StakeRight::Stake, nth(4))),
            (
                6,
                vec![2, 0, 0, 0],
                Action::StakeDelegate { stake: nth(1), vote: nth(2), authority: nth(6) },
            ),
            (
                5,
                lamports,
                Action::StakeWithdraw {
                    stake: nth(1),
                    to: nth(2),
                    lamports: 21,
                    authority: nth(5),
                },
            ),
            (3, vec![5, 0, 0, 0], Action::StakeDeactivate { stake: nth(1), authority: nth(3) }),
        ] {
            assert_eq!(told(STAKE, accounts, &payload), expected);
            assert_eq!(told(STAKE, 0, &payload), Action::Unread { program: STAKE });
        }
        for unread in [right(1, &given, 2), vec![3, 0, 0, 0], vec![2, 0, 0], vec![]] {
            assert_eq!(told(STAKE, 6, &unread), Action::Unread { program: STAKE });
        }
    }

    #[test]
    fn limits_and_memos_are_read() {
        let number = 20_000_000_u32.to_le_bytes();
        let of = |kind: u8| [&[kind][..], &number].concat();
        let budget = |payload: &[u8]| told(programs::COMPUTE_BUDGET, 0, payload);
        assert_eq!(budget(&of(1)), Action::ComputeBudget(Budget::HeapBytes(20_000_000)));
        assert_eq!(budget(&of(2)), Action::ComputeBudget(Budget::UnitLimit(20_000_000)));
        assert_eq!(budget(&of(4)), Action::ComputeBudget(Budget::LoadedBytes(20_000_000)));
        let price = [&[3][..], &u64::MAX.to_le_bytes()].concat();
        assert_eq!(budget(&price), Action::ComputeBudget(Budget::UnitMicroLamports(u64::MAX)));
        let unread = Action::Unread { program: programs::COMPUTE_BUDGET };
        assert_eq!(
            [budget(&of(0)), budget(&of(3)), budget(&[])],
            [unread.clone(), unread.clone(), unread]
        );
        for memo in [programs::MEMO, programs::MEMO_V1] {
            let text = "danke schön".to_owned();
            assert_eq!(told(memo, 1, text.as_bytes()), Action::Memo { text });
            assert_eq!(told(memo, 1, &[0xff]), Action::Unread { program: memo });
        }
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        let program = known("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4");
        assert_eq!(told(program, 3, &[12]), Action::UnknownProgram { program });
        for program in [SYSTEM, TOKEN, TOKEN_2022, programs::ASSOCIATED_TOKEN] {
            assert_eq!(told(program, 9, &[250, 250, 250, 250]), Action::Unread { program });
        }
    }

    /// Programs leave such bytes alone and do what stands before them.
    #[test]
    fn bytes_that_follow_change_nothing() {
        let transfer = [&[2, 0, 0, 0][..], &5_u64.to_le_bytes(), &[9, 9]].concat();
        let expected = Action::SolTransfer { from: nth(1), to: nth(2), lamports: 5 };
        assert_eq!(told(SYSTEM, 2, &transfer), expected);
        let approve = [&[4][..], &u64::MAX.to_le_bytes(), &[9, 9]].concat();
        assert!(matches!(told(TOKEN, 3, &approve), Action::Approve { amount: u64::MAX, .. }));
    }

    #[test]
    fn with_an_account_or_a_byte_less_nothing_is_read() {
        for (name, _) in samples::all() {
            let transaction = samples::transaction(name);
            for instruction in transaction.message().instructions() {
                let program = instruction.program;
                let whole = action(&instruction);
                if matches!(whole, Action::ComputeBudget(_) | Action::Unread { .. }) {
                    continue;
                }
                let payload = &instruction.payload[..instruction.payload.len() - 1];
                let cut = action(&Instruction { payload, ..instruction.clone() });
                // Without its only byte the former is the one that is not idempotent; what ends the latter
                // only says how the sender's address was derived.
                let is_whole_without = matches!(whole, Action::CreateTokenAccount { .. })
                    || name == "TRANSFER_WITH_SEED";
                if !is_whole_without {
                    assert_eq!(cut, Action::Unread { program }, "{name}");
                }
                let none = action(&Instruction { accounts: Vec::new(), ..instruction });
                assert_eq!(none, Action::Unread { program }, "{name}");
            }
        }
    }

    proptest! {
        #[test]
        fn hostile_payloads_are_unread_at_worst(
            program in 0..8_usize,
            accounts in 0..8_u8,
            kind in 0..40_u8,
            payload in proptest::collection::vec(any::<u8>(), 0..120),
        ) {
            let program = [
                SYSTEM, TOKEN, TOKEN_2022, STAKE, programs::MEMO, programs::MEMO_V1,
                programs::COMPUTE_BUDGET, programs::ASSOCIATED_TOKEN,
            ][program];
            let _ = told(program, accounts, &payload);
            let _ = told(program, accounts, &[&[kind][..], &payload].concat());
            let _ = told(program, accounts, &[&[kind, 0, 0, 0][..], &payload].concat());
        }
    }
}
