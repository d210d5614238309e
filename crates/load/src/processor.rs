//! How long processes had a processor, as Linux counts it.

use std::fs;
use std::time::Duration;

/// Linux counts in hundredths of a second ([proc(5)](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html)).
const TICK: Duration = Duration::from_millis(10);

/// Of a process and its children, so far; nothing where the system does not say.
pub(crate) fn time(process: u32) -> Option<Duration> {
    let stats = fs::read_dir("/proc").ok()?.filter_map(|entry| {
        let entry = entry.ok()?;
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = Stat::read(&fs::read_to_string(entry.path().join("stat")).ok()?)?;
        (id == process || stat.parent == process).then_some(stat.ticks)
    });
    let ticks: u32 = stats.sum();
    (ticks > 0).then(|| TICK * ticks)
}

/// What is of use of a process's line.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    ticks: u32,
}

impl Stat {
    fn read(line: &str) -> Option<Self> {
        // A name may hold anything, brackets included.
        let (_, rest) = line.rsplit_once(") ")?;
        let words: Vec<&str> = rest.split(' ').collect();
        let number = |place: usize| words.get(place)?.parse::<u32>().ok();
        Some(Stat { parent: number(1)?, ticks: number(11)? + number(12)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_behind_the_name() {
        let line = "42 (a) b) S 7 42 42 0 -1 4194560 900 0 0 0 150 31 0 0 20 0 3 0 4242 1 2";
        assert_eq!(Stat::read(line), Some(Stat { parent: 7, ticks: 181 }));
        assert_eq!(Stat::read("42"), None);
    }
}
