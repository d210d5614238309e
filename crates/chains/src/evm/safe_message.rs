//! What the owners of a Safe sign so that it makes a call
//! ([`SafeTx`](https://github.com/safe-global/safe-smart-account/blob/main/contracts/Safe.sol)): once enough of them
//! have, anybody can hand it in.

use super::calls::{self, Act, Call};
use super::typed_message::{TypedMessage, Value};
use crate::amount::Amount;

/// The call of the Safe; nothing where it is no such message.
pub fn read(typed: &TypedMessage) -> Option<Call> {
    let safe = typed.domain.contract.filter(|_| typed.primary_type == "SafeTx")?;
    let address = |name: &str| match typed.value(name) {
        Some(Value::Address(address)) => Some(*address),
        _ => None,
    };
    let amount = |name: &str| match typed.value(name) {
        Some(Value::Number { is_negative: false, size }) => Some(*size),
        _ => None,
    };
    let Some(Value::Bytes(input)) = typed.value("data") else { return None };
    let refund =
        calls::refund(amount("gasPrice")?, address("gasToken")?, address("refundReceiver")?);
    let is_delegate = calls::is_delegate(amount("operation")?)?;
    let call = Box::new(calls::read(Some(address("to")?), amount("value")?, input));
    let act = Act::Execute { call, is_delegate, refund };
    Some(Call { to: Some(safe), value: Amount::ZERO, act })
}
