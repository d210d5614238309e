//! What was measured, as a table of Markdown.

use std::fs;

/// On which machine, and how busy it was before.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = cpus.lines().find_map(|it| it.strip_prefix("model name"));
    let model = line.and_then(|it| it.split_once(": ")).map_or("", |(_, model)| model);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    format!("{cores} cores, {model}, load average before {load}")
}

/// The names of the columns.
pub(crate) fn head(names: &[&str]) -> String {
    let line = vec!["---"; names.len()];
    format!("{}\n{}", row(names), row(&line))
}

/// A row.
pub(crate) fn row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |", cells.join(" | "))
}
