//! What was measured, as a table of Markdown.

use std::fs;

use crate::idle::Idle;
use crate::traffic::Outcome;

/// On which machine, how busy it was before, and the names of the columns.
pub(crate) fn head() -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = cpus.lines().find_map(|it| it.strip_prefix("model name"));
    let model = line.and_then(|it| it.split_once(": ")).map_or("", |(_, model)| model);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!(
        "{cores} cores, {model}, load average before {load}\n\n\
         | relay on | sockets | idle: memory | each | messages/s | delivered | p50 | p99 | longest | \
         acknowledged p50 | p99 | memory under load |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    )
}

/// One run.
pub(crate) fn row(name: &str, sockets: usize, idle: &Idle, outcome: Outcome, bytes: u64) -> String {
    let mb = |bytes: u64| format!("{} MB", bytes.div_ceil(1_000_000));
    let share = format!("{} of {}", outcome.delivered.count(), outcome.sent);
    let [p50, p99, longest] = outcome.delivered.milliseconds([50, 99, 100]);
    let [ack_p50, ack_p99] = outcome.acknowledged.milliseconds([50, 99]);
    format!(
        "| {name} | {sockets} | {} | {}.{} kB | {} | {share} | {p50} | {p99} | {longest} | {ack_p50} | \
         {ack_p99} | {} |",
        mb(idle.bytes),
        idle.each / 1_000,
        idle.each % 1_000 / 100,
        outcome.rate,
        mb(bytes)
    )
}
