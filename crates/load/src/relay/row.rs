//! What was measured of a place, as a row of the table.

use super::idle::Idle;
use super::traffic::Outcome;
use crate::spread::milliseconds;
use crate::table;

/// The names of the columns.
pub(crate) const NAMES: [&str; 12] = [
    "relay on",
    "sockets",
    "idle: memory",
    "each",
    "messages/s",
    "delivered",
    "p50",
    "p99",
    "longest",
    "acknowledged p50",
    "p99",
    "memory under load",
];

/// One run.
pub(crate) fn of(name: &str, sockets: usize, idle: &Idle, outcome: Outcome, bytes: u64) -> String {
    let mb = |bytes: u64| format!("{} MB", bytes.div_ceil(1_000_000));
    let ms = |time| milliseconds(time, 1);
    let share = format!("{} of {}", outcome.delivered.count(), outcome.sent);
    let [p50, p99, longest] = outcome.delivered.shares([50, 99, 100]).map(ms);
    let [ack_p50, ack_p99] = outcome.acknowledged.shares([50, 99]).map(ms);
    table::row(&[
        name.to_owned(),
        sockets.to_string(),
        mb(idle.bytes),
        format!("{}.{} kB", idle.each / 1_000, idle.each % 1_000 / 100),
        outcome.rate.to_string(),
        share,
        p50,
        p99,
        longest,
        ack_p50,
        ack_p99,
        mb(bytes),
    ])
}
