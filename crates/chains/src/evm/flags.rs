//! What must not be overlooked before something is approved: the red flags of an approval screen.
//!
//! [`of_call`] looks through a call and all calls inside of it, [`of_typed_message`] through a message. A
//! signature that lets others take tokens is a [`Grant`] as one that is written on chain is; [`grants`]
//! finds it by the members of the message rather than by its exact type, since a thief may name types
//! as he likes while the contract asks for those members.

use super::address::Address;
use super::calls::{Act, Call, Grant, Refund, dai_grant};
use super::chain_number::ChainNumber;
use super::safe_message;
use super::typed_message::{TypedMessage, Value};
use crate::amount::Amount;
use wire::decimal;

/// From when on an end is far away: a day more than the 30 that honest apps ask for.
pub const FAR_S: u64 = 31 * 24 * 60 * 60;

/// Something that must not be overlooked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Another may take all of a token.
    UnlimitedApproval {
        /// The token.
        token: Address,
        /// Who may.
        spender: Address,
    },
    /// Another may take every token of a contract.
    ApprovalForAll {
        /// The contract.
        token: Address,
        /// Who may.
        operator: Address,
    },
    /// The signature alone lets another take tokens; nothing is sent, and no gas is paid.
    PermitBySignature {
        /// Who may; `None` where the message does not say it as known ones do.
        spender: Option<Address>,
    },
    /// The signature alone sends tokens.
    TransferBySignature {
        /// Whose they will be.
        to: Option<Address>,
    },
    /// What is allowed can be used for longer than [`FAR_S`].
    FarExpiry {
        /// Who may.
        spender: Address,
        /// Until which second since 1970.
        until_s: Amount,
    },
    /// Somebody else will rule a contract.
    Rule {
        /// The contract.
        contract: Address,
    },
    /// A contract is created.
    Creation,
    /// The message counts on another chain than the active one; `None` where it lets others take
    /// tokens on every chain.
    OtherChain {
        /// The number of that chain.
        chain: Option<Amount>,
    },
    /// It is the account's own contract that is asked: whoever may do that may do everything.
    OwnContract {
        /// The contract.
        contract: Address,
    },
    /// Nobody knows what the call does. It is grave where it sends value.
    UnknownCall {
        /// Who is called.
        to: Address,
        /// How much it sends, in wei.
        value: Amount,
    },
    /// Nobody here knows what the signature lets whoever has it do.
    UnknownMessage,
    /// A Safe pays whoever hands its call in.
    SafeRefund {
        /// The Safe.
        safe: Address,
        /// In what, and to whom.
        refund: Refund,
    },
    /// It names a function that is known here, but its parameters are not as they are written.
    Malformed {
        /// Who is called.
        to: Address,
    },
    /// Foreign code runs as if it were a Safe's own.
    DelegateCall {
        /// The contract of the code.
        to: Address,
    },
}

/// What flags depend on.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The contracts that are the account's own: its Safe, and the modules of it.
    pub own: &'a [Address],
    /// The active chain.
    pub chain: ChainNumber,
    /// Seconds since 1970.
    pub now_s: u64,
}

/// The flags of a call and of those inside of it, each once.
pub fn of_call(call: &Call, setting: &Setting<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    look(call, setting, &mut flags);
    flags
}

/// The flags of typed data, each once.
pub fn of_typed_message(typed_message: &TypedMessage, setting: &Setting<'_>) -> Vec<Flag> {
    let mut flags = Vec::new();
    let is_transfer = typed_message.primary_type.ends_with("WithAuthorization");
    let to = address(typed_message, "to");
    let spender = address(typed_message, "spender").or(address(typed_message, "operator"));
    let is_permit = spender.is_some() || typed_message.primary_type.starts_with("Permit");
    if is_permit {
        add(&mut flags, Flag::PermitBySignature { spender });
    }
    if is_transfer {
        add(&mut flags, Flag::TransferBySignature { to });
    }
    let grants = grants(typed_message);
    for grant in &grants {
        of_grant(grant, setting, &mut flags);
    }
    let safe_call = safe_message::read(typed_message);
    if let Some(call) = &safe_call {
        look(call, setting, &mut flags);
    }
    let is_sent = is_transfer && to.is_some() && amount(typed_message, "value").is_some();
    if grants.is_empty() && safe_call.is_none() && !is_sent {
        add(&mut flags, Flag::UnknownMessage);
    }
    let active = Amount::from(setting.chain.number());
    match typed_message.domain.chain {
        Some(chain) if chain != active => add(&mut flags, Flag::OtherChain { chain: Some(chain) }),
        None if is_permit || is_transfer => add(&mut flags, Flag::OtherChain { chain: None }),
        _ => {}
    }
    if let Some(contract) = typed_message.domain.contract.filter(|it| setting.own.contains(it)) {
        add(&mut flags, Flag::OwnContract { contract });
    }
    flags
}

/// What a signature over typed data lets others take: the permit of
/// [ERC-2612](https://eips.ethereum.org/EIPS/eip-2612), that of DAI, and those of
/// [Permit2](https://docs.uniswap.org/contracts/permit2/overview), single and in batches, for allowances
/// and for transfers. Empty where it is none of them.
pub fn grants(typed_message: &TypedMessage) -> Vec<Grant> {
    let mut grants = Vec::new();
    let Some(spender) = address(typed_message, "spender") else { return grants };
    let end = ["deadline", "expiry", "sigDeadline"]
        .into_iter()
        .find_map(|name| amount(typed_message, name));
    let until = |grant: Grant, end: Option<Amount>| match end {
        Some(end) => grant.until(end),
        None => grant,
    };
    if let Some(token) = typed_message.domain.contract {
        if let Some(Value::Bool(is_allowed)) = typed_message.value("allowed") {
            grants.push(dai_grant(token, spender, *is_allowed, end.unwrap_or_default()));
        } else if let Some(amount) = amount(typed_message, "value") {
            grants.push(until(Grant::of_token(token, spender, amount), end));
        }
    }
    for part in ["details", "permitted"] {
        let of = |path: &str| {
            let token = address(typed_message, &[path, ".token"].concat())?;
            let amount_of = |name: &str| amount(typed_message, &[path, name].concat());
            let grant = Grant::of_permit2(token, spender, amount_of(".amount")?);
            Some(until(grant, amount_of(".expiration").or(end)))
        };
        grants.extend(of(part));
        let item = |index: u64| of(&[part, "[", &decimal(index), "]"].concat());
        grants.extend((0..).map_while(item));
    }
    grants
}

fn look(call: &Call, setting: &Setting<'_>, flags: &mut Vec<Flag>) {
    let Some(to) = call.to else { return add(flags, Flag::Creation) };
    if setting.own.contains(&to) && call.act != Act::Pay {
        add(flags, Flag::OwnContract { contract: to });
    }
    match &call.act {
        Act::Create => add(flags, Flag::Creation),
        Act::Allow { grants, .. } => {
            for grant in grants {
                of_grant(grant, setting, flags);
            }
        }
        Act::AllowAll { token, operator, is_allowed: true } => {
            add(flags, Flag::ApprovalForAll { token: *token, operator: *operator });
        }
        Act::Rule { .. } => add(flags, Flag::Rule { contract: to }),
        Act::Many(calls) => {
            for call in calls {
                look(call, setting, flags);
            }
        }
        Act::Execute { call, is_delegate, refund } => {
            if let Some(refund) = refund.clone() {
                add(flags, Flag::SafeRefund { safe: to, refund });
            }
            if let Some(to) = call.to.filter(|_| *is_delegate) {
                add(flags, Flag::DelegateCall { to });
            }
            look(call, setting, flags);
        }
        Act::Unknown { is_malformed, .. } => {
            if *is_malformed {
                add(flags, Flag::Malformed { to });
            }
            if !is_malformed || call.value != Amount::ZERO {
                add(flags, Flag::UnknownCall { to, value: call.value });
            }
        }
        Act::AllowAll { is_allowed: false, .. }
        | Act::Pay
        | Act::Deposit
        | Act::Withdraw { .. }
        | Act::Transfer(_)
        | Act::Reduce { .. } => {}
    }
}

/// Nothing where nothing may be taken: that is how an approval is withdrawn.
fn of_grant(grant: &Grant, setting: &Setting<'_>, flags: &mut Vec<Flag>) {
    let Grant { token, spender, amount, is_unlimited, until_s, .. } = *grant;
    if amount == Amount::ZERO {
        return;
    }
    if is_unlimited {
        add(flags, Flag::UnlimitedApproval { token, spender });
    }
    let far_s = Amount::from(setting.now_s.saturating_add(FAR_S));
    if let Some(until_s) = until_s.filter(|until_s| *until_s > far_s) {
        add(flags, Flag::FarExpiry { spender, until_s });
    }
}

fn add(flags: &mut Vec<Flag>, flag: Flag) {
    if !flags.contains(&flag) {
        flags.push(flag);
    }
}

fn address(typed_message: &TypedMessage, path: &str) -> Option<Address> {
    match typed_message.value(path)? {
        Value::Address(address) => Some(*address),
        _ => None,
    }
}

fn amount(typed_message: &TypedMessage, path: &str) -> Option<Amount> {
    match typed_message.value(path)? {
        Value::Number { is_negative: false, size } => Some(*size),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
