//! What a transaction costs its payer, before anybody runs it.
//!
//! A fixed price per signature, and the priority: what the transaction offers for a compute unit, times
//! the most units that it may use ([fees](https://solana.com/docs/core/fees)). Accounts that it makes
//! cost more: those are actions of their own.

use super::action::Budget;
use super::instructions::budget;
use super::programs::{COMPUTE_BUDGET, SIGNATURE_VERIFIERS, SYSTEM};
use super::transaction_message::{Instruction, TransactionMessage};

/// What a transaction costs, in lamports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fee {
    /// For its signatures.
    pub signature_lamports: u64,
    /// For being first.
    pub priority_lamports: u64,
}

const LAMPORTS_PER_SIGNATURE: u64 = 5_000;
const MICRO: u64 = 1_000_000;
/// Compute units that a transaction gets which asks for none: for each instruction of the node itself
/// and for each of another program
/// ([SIMD-0170](https://github.com/solana-foundation/solana-improvement-documents/blob/main/proposals/0170-builtin-instruction-cost-and-budget.md)).
const UNITS_OF_BUILTIN: u64 = 3_000;
const UNITS_OF_PROGRAM: u64 = 200_000;
const MAX_UNITS: u64 = 1_400_000;

impl Fee {
    /// Of a message.
    pub fn of(message: &TransactionMessage) -> Fee {
        let mut signatures = message.signers().len() as u64;
        let (mut asked_units, mut usual_units, mut micro_lamports) = (None, 0, 0);
        for instruction in message.instructions() {
            signatures += verified_signatures(&instruction);
            usual_units += match instruction.program {
                COMPUTE_BUDGET | SYSTEM => UNITS_OF_BUILTIN,
                _ => UNITS_OF_PROGRAM,
            };
            match budget(&instruction) {
                Some(Budget::UnitLimit(units)) => asked_units = Some(u64::from(units)),
                Some(Budget::UnitMicroLamports(price)) => micro_lamports = price,
                _ => {}
            }
        }
        let units = asked_units.unwrap_or(usual_units).min(MAX_UNITS);
        Fee {
            signature_lamports: signatures * LAMPORTS_PER_SIGNATURE,
            priority_lamports: priority(micro_lamports, units),
        }
    }

    /// All of it.
    pub fn lamports(self) -> u64 {
        self.signature_lamports.saturating_add(self.priority_lamports)
    }
}

/// Price times units in lamports, rounded up, at most all there can be. In two parts, because
/// WebAssembly does not multiply 128 bits at once.
fn priority(micro_lamports: u64, units: u64) -> u64 {
    let whole = (micro_lamports / MICRO).saturating_mul(units);
    whole.saturating_add((micro_lamports % MICRO * units).div_ceil(MICRO))
}

/// How many signatures an instruction has verified: its first byte says so.
fn verified_signatures(instruction: &Instruction<'_>) -> u64 {
    let is_verifier = SIGNATURE_VERIFIERS.contains(&instruction.program);
    let count = instruction.payload.first().filter(|_| is_verifier);
    count.map_or(0, |it| u64::from(*it))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{FRIEND, OWNER, transaction};
    use super::super::transaction_message::Version;
    use super::super::transaction_message::{Call, TransactionMessage};
    use super::*;

    /// A message of one signer that tells programs this.
    fn telling(calls: &[(super::super::address::Address, &[u8])]) -> TransactionMessage {
        let mut keys = vec![OWNER];
        keys.extend(calls.iter().map(|it| it.0));
        let call = |(at, it): (usize, &(_, &[u8]))| Call {
            program: u8::try_from(at + 1).unwrap(),
            accounts: Vec::new(),
            payload: it.1.to_vec(),
        };
        TransactionMessage {
            version: Version::Legacy,
            signer_count: 1,
            readonly_signer_count: 0,
            readonly_other_count: 0,
            keys,
            blockhash: [0; 32],
            calls: calls.iter().enumerate().map(call).collect(),
            lookups: Vec::new(),
        }
    }

    fn price(micro_lamports: u64) -> Vec<u8> {
        [&[3][..], &micro_lamports.to_le_bytes()].concat()
    }

    #[test]
    fn each_signature_costs() {
        assert_eq!(Fee::of(transaction("SOL_LEGACY").message()).lamports(), 5_000);
        assert_eq!(Fee::of(transaction("NONCE").message()).lamports(), 10_000);
        let verified = [2, 0, 0];
        let fee = |program| Fee::of(&telling(&[(program, &verified)])).lamports();
        assert_eq!(SIGNATURE_VERIFIERS.map(fee), [15_000; 3]);
        assert_eq!(fee(FRIEND), 5_000);
        assert_eq!(Fee::of(&telling(&[(SIGNATURE_VERIFIERS[0], &[])])).lamports(), 5_000);
    }

    #[test]
    fn what_is_offered_is_paid_for_all_that_may_be_used() {
        // 500 units for 20 lamports each.
        let asked = Fee::of(transaction("SOL_PRIORITY").message());
        assert_eq!(asked, Fee { signature_lamports: 5_000, priority_lamports: 10_000 });
        // One instruction of the node itself, one of a program, and nothing asked for.
        let usual = telling(&[(COMPUTE_BUDGET, &price(1_000_000)), (FRIEND, &[])]);
        assert_eq!(Fee::of(&usual).priority_lamports, 203_000);
        let most = telling(&[(COMPUTE_BUDGET, &price(1)), (FRIEND, &[2])]);
        assert_eq!(Fee::of(&most).priority_lamports, 1);
    }

    #[test]
    fn the_priority_is_that_of_wide_numbers() {
        for price in [0, 1, 999_999, 1_000_000, 1_000_001, 123_456_789_012, u64::MAX / 7, u64::MAX]
        {
            for units in [0, 1, 3, 500, 200_000, MAX_UNITS] {
                let wide = (u128::from(price) * u128::from(units)).div_ceil(1_000_000);
                let expected = u64::try_from(wide).unwrap_or(u64::MAX);
                assert_eq!(priority(price, units), expected, "{price} {units}");
            }
        }
    }

    #[test]
    fn no_transaction_may_use_more_than_the_most() {
        let limit = [&[2][..], &u32::MAX.to_le_bytes()].concat();
        let (offer, mut keys) = (price(1_000_000), telling(&[]));
        keys.keys = vec![OWNER, COMPUTE_BUDGET];
        let call =
            |payload: &[u8]| Call { program: 1, accounts: Vec::new(), payload: payload.to_vec() };
        keys.calls = vec![call(&limit), call(&offer)];
        assert_eq!(Fee::of(&keys).priority_lamports, MAX_UNITS);
    }
}
