//! A time as messages write it, `2026-01-31T12:00:00Z`
//! ([RFC 3339](https://www.rfc-editor.org/rfc/rfc3339)).

/// Milliseconds since 1970 of a time with its offset, in the letters of the standard's examples; what
/// is finer is cut. Nothing where it is none.
pub fn read_ms(text: &str) -> Option<i64> {
    let (date, rest) = text.split_at_checked(10)?;
    let (time, rest) = rest.strip_prefix('T')?.split_at_checked(8)?;
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(time, ':')?;
    let is_day = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
    // A leap second is the 60th.
    if !is_day || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let (millis, rest) = fraction(rest)?;
    let minutes = (day_number(year, month, day) * 24 + hour) * 60 + minute - offset_minutes(rest)?;
    Some((minutes * 60 + second) * 1000 + millis)
}

/// Three numbers of two digits, the first of which may have four.
fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let mut parts = text.split(between);
    let mut next = |digits: usize| number(parts.next().filter(|it| it.len() == digits)?);
    let first = next(text.len() - 6)?;
    Some([first, next(2)?, next(2)?])
}

fn number(digits: &str) -> Option<i64> {
    let is_digits = digits.bytes().all(|it| it.is_ascii_digit());
    if is_digits { digits.parse().ok() } else { None }
}

/// The milliseconds of what may follow the seconds, and what follows that.
fn fraction(text: &str) -> Option<(i64, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some((0, text)) };
    let end = rest.bytes().position(|it| !it.is_ascii_digit())?;
    let (digits, rest) = rest.split_at_checked(end).filter(|(digits, _)| !digits.is_empty())?;
    let mut millis = 0;
    for place in 0..3 {
        millis = millis * 10 + digits.as_bytes().get(place).map_or(0, |it| i64::from(it - b'0'));
    }
    Some((millis, rest))
}

fn offset_minutes(text: &str) -> Option<i64> {
    if text == "Z" {
        return Some(0);
    }
    let (sign, offset) = text.split_at_checked(1)?;
    let (hours, minutes) =
        offset.split_once(':').filter(|it| it.0.len() == 2 && it.1.len() == 2)?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let sign = match sign {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn days_of(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970-01-01. Years begin in March here, so that the leap day is their last
/// ([algorithm](https://howardhinnant.github.io/date_algorithms.html#days_from_civil)).
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The expected numbers are those of `Date.parse`.
    #[test]
    fn times_are_read() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-01-31T12:00:00Z", 1_769_860_800_000),
            ("2026-01-31T12:00:00.5Z", 1_769_860_800_500),
            ("2026-01-31T12:00:00.1239999Z", 1_769_860_800_123),
            ("2024-02-29T23:59:59+02:00", 1_709_243_999_000),
            ("2000-03-01T00:00:00-11:30", 951_910_200_000),
            ("1969-12-31T23:59:59.999Z", -1),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ] {
            assert_eq!(read_ms(text), Some(ms), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_not_read() {
        for text in [
            "",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-01-31 12:00:00Z",
            "2026-01-31t12:00:00z",
            "2026-13-01T12:00:00Z",
            "2026-00-01T12:00:00Z",
            "2026-02-29T12:00:00Z",
            "2100-02-29T12:00:00Z",
            "2026-04-31T12:00:00Z",
            "2026-01-00T12:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T12:60:00Z",
            "2026-01-31T12:00:61Z",
            "2026-01-31T12:00:00.Z",
            "2026-01-31T12:00:00.5",
            "2026-01-31T12:00:00+0200",
            "2026-01-31T12:00:00+24:00",
            "2026-01-31T12:00:00Zz",
            "+026-01-31T12:00:00Z",
            "2026-+1-31T12:00:00Z",
            "2026-1-031T12:00:00Z",
            "2026-01-31T12:00:0٣Z",
            "202٣-01-31T12:00:00Z",
        ] {
            assert_eq!(read_ms(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn hostile_text_is_nothing_at_worst(
            text in "[0-9+]{0,5}-[0-9-]{0,5}T[0-9:]{0,9}(\\.[0-9]{0,30})?[Z+-]?[0-9:]{0,6}|.{0,30}",
        ) {
            let _ = read_ms(&text);
        }
    }
}
