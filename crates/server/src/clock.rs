//! Times as they are kept and sent: milliseconds since 1970, and spans of them in whole seconds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Now.
pub(crate) fn now_ms() -> i64 {
    now_us() / 1_000
}

/// Now, in microseconds.
pub(crate) fn now_us() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_micros()).unwrap_or(i64::MAX)
}

/// The time that many days before another.
pub(crate) fn days_before(now_ms: i64, days: u32) -> i64 {
    now_ms - i64::from(days) * DAY_MS
}

/// Whole seconds, never too few.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Writes it as `2026-01-31T12:00:00Z` ([RFC 3339](https://www.rfc-editor.org/rfc/rfc3339)).
pub(crate) fn iso(ms: i64) -> String {
    let (days, seconds) = (ms.div_euclid(DAY_MS), ms.rem_euclid(DAY_MS) / 1000);
    // https://howardhinnant.github.io/date_algorithms.html#civil_from_days
    let since_march = days + 719_468;
    let (era, day_of_era) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_of_year = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_of_year + 2) / 5 + 1;
    let month = if month_of_year < 10 { month_of_year + 3 } else { month_of_year - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chains::evm::timestamp::milliseconds;

    #[test]
    fn what_is_written_is_what_was_read() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "2026-11-25T07:08:09Z",
            "2100-03-01T00:00:00Z",
        ] {
            assert_eq!(iso(milliseconds(text).expect(text)), text);
        }
    }

    #[test]
    fn a_time_before_is_a_smaller_number() {
        assert_eq!(days_before(1_795_253_119_042, 90), 1_787_477_119_042);
    }
}
