//! Whether a fee is out of the ordinary: in itself, or beside what is sent.

use chains::amount::Amount;
use protocol::module::reading_flag::{FlagKind, Severity};

use super::draft::Draft;

/// From more than this on a fee is high whatever it is for, in whole units of the native currency.
const HIGH: &str = "0.05";
/// Up to this it never is, however little is sent.
const LOW: &str = "0.001";

/// What a transaction pays for being taken.
pub(crate) struct Fee {
    /// The most, in the smallest unit of the native currency.
    pub(crate) most: Amount,
    /// What it sends, where it does nothing but send the native currency.
    pub(crate) sent: Option<Amount>,
    /// How many decimals that has.
    pub(crate) decimals: u8,
    /// Whether the page chose any of it.
    pub(crate) is_chosen: bool,
}

/// Flags a fee that is high.
pub(crate) fn put(draft: &mut Draft, fee: &Fee) {
    if fee.is_high() {
        let severity = if fee.is_chosen { Severity::Danger } else { Severity::Notice };
        draft.flag(FlagKind::HighFee, severity, Vec::new());
    }
}

impl Fee {
    fn is_high(&self) -> bool {
        let is_above =
            |units: &str| Amount::from_decimal(units, self.decimals).is_ok_and(|it| self.most > it);
        is_above(HIGH) || is_above(LOW) && self.sent.is_some_and(|sent| self.most > sent)
    }
}
