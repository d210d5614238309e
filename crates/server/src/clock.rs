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

/// Reads `2026-01-31T12:00:00.000Z`, what `Date.prototype.toISOString` writes
/// ([ECMAScript](https://tc39.es/ecma262/#sec-date-time-string-format)); nothing where it is not that.
pub(crate) fn parse_iso(text: &str) -> Option<i64> {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00.000Z";
    let is_fit = text.len() == SHAPE.len()
        && text.bytes().zip(SHAPE).all(|(it, shape)| match shape {
            b'0' => it.is_ascii_digit(),
            other => it == *other,
        });
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().ok();
    if !is_fit {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let is_time = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let seconds = ((days_since_1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    is_time.then_some(seconds * 1000 + number(20, 23)?)
}

/// Of a date of the Gregorian calendar, counted in years that begin in March, so that the day which
/// is sometimes there comes last ([Hinnant](https://howardhinnant.github.io/date_algorithms.html)).
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let days_before_month = (153 * ((month + 9) % 12) + 2) / 5;
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + days_before_month + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_was_read() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "2026-11-25T07:08:09Z",
            "2100-03-01T00:00:00Z",
        ] {
            let ms = parse_iso(&text.replace('Z', ".000Z")).expect(text);
            assert_eq!(iso(ms), text);
        }
    }

    #[test]
    fn a_time_before_is_a_smaller_number() {
        assert_eq!(days_before(1_795_253_119_042, 90), 1_787_477_119_042);
    }

    #[test]
    fn reads_what_javascript_writes() {
        for (text, ms) in [
            ("1970-01-01T00:00:00.000Z", 0),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("2024-03-01T00:00:00.000Z", 1_709_251_200_000),
            ("2026-11-21T09:25:19.042Z", 1_795_253_119_042),
            ("1969-12-31T23:59:59.000Z", -1_000),
        ] {
            assert_eq!(parse_iso(text), Some(ms), "{text}");
        }
        for text in [
            "",
            "2024",
            "2024-02-29T23:59:59Z",
            "2024-13-01T00:00:00.000Z",
            "é".repeat(12).as_str(),
        ] {
            assert_eq!(parse_iso(text), None, "{text}");
        }
    }
}
