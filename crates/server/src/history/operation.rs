//! What a transaction was to an account, by what it moved and what it called.

/// `approve(address,uint256)` and `setApprovalForAll(address,bool)`.
const APPROVALS: [&str; 2] = ["0x095ea7b3", "0xa22cb465"];
/// `deposit()` and `withdraw(uint256)` of what wraps the native currency: no event of a token tells of them.
const DEPOSIT: &str = "0xd0e30db0";
const WITHDRAW: &str = "0x2e1a7d4d";

/// What a transaction moved, as an account sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flows {
    /// Something came.
    pub(super) came: bool,
    /// Something went.
    pub(super) went: bool,
    /// Something that came was made for it.
    pub(super) was_made: bool,
    /// All that went was destroyed.
    pub(super) was_destroyed: bool,
    /// Something went from the account to itself.
    pub(super) stayed: bool,
}

/// The word for it. `is_making` says that the transaction made a contract.
pub(super) fn word(flows: Flows, selector: &str, is_making: bool) -> &'static str {
    match flows {
        Flows { came: true, went: true, .. } => "trade",
        Flows { came: true, was_made: true, .. } => "mint",
        Flows { came: true, .. } => "receive",
        Flows { went: true, .. } if selector == DEPOSIT => "deposit",
        Flows { went: true, was_destroyed: true, .. } => "burn",
        Flows { went: true, .. } | Flows { stayed: true, .. } => "send",
        _ if is_making => "deploy",
        _ if APPROVALS.contains(&selector) => "approve",
        _ if selector == WITHDRAW => "withdraw",
        // Of plain transfers only those that failed move nothing.
        _ if selector.is_empty() => "send",
        _ => "execute",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_and_went_says_what_it_was() {
        let none = Flows::default();
        let came = Flows { came: true, ..none };
        let went = Flows { went: true, ..none };
        for (flows, selector, is_making, want) in [
            (Flows { came: true, went: true, ..none }, "0x12345678", false, "trade"),
            (came, "0xa9059cbb", false, "receive"),
            (Flows { was_made: true, ..came }, "0x40c10f19", false, "mint"),
            (went, "0xa9059cbb", false, "send"),
            (Flows { was_destroyed: true, ..went }, "0x42966c68", false, "burn"),
            (went, DEPOSIT, false, "deposit"),
            (Flows { stayed: true, ..none }, "", false, "send"),
            (none, WITHDRAW, false, "withdraw"),
            (none, "0x095ea7b3", false, "approve"),
            (none, "0xa22cb465", false, "approve"),
            (none, "", true, "deploy"),
            (went, "", true, "send"),
            (none, "", false, "send"),
            (none, "0x12345678", false, "execute"),
        ] {
            assert_eq!(word(flows, selector, is_making), want, "{flows:?} {selector}");
        }
    }
}
