//! A time of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339), as sign-in messages have them.

/// The milliseconds since 1970 of a time such as `2021-09-30T16:25:24.000Z` or
/// `2021-09-30T18:25:24+02:00`; nothing where it is none. What is below a millisecond is cut off. A
/// leap second counts as the one before it.
pub fn milliseconds(text: &str) -> Option<i64> {
    let mut rest = text.as_bytes();
    let year = number(&mut rest, 4)?;
    let month = after(&mut rest, b"-")?;
    let day = after(&mut rest, b"-")?;
    let hour = after(&mut rest, b"Tt")?;
    let minute = after(&mut rest, b":")?;
    let second = after(&mut rest, b":")?;
    let is_time = hour < 24 && minute < 60 && second <= 60;
    let is_date = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
    if !is_time || !is_date {
        return None;
    }
    let fraction_ms = fraction(&mut rest)?;
    let ahead_minutes = offset(rest)?;
    let minutes = (days_until(year, month) + day - 1) * 1440 + hour * 60 + minute - ahead_minutes;
    Some((minutes * 60 + second.min(59)) * 1000 + fraction_ms)
}

/// A number of so many digits, which are taken off.
fn number(rest: &mut &[u8], digits: usize) -> Option<i64> {
    let (taken, left) = rest.split_at_checked(digits)?;
    *rest = left;
    taken.iter().try_fold(0, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0'))
    })
}

/// Two digits after one of these.
fn after(rest: &mut &[u8], marks: &[u8]) -> Option<i64> {
    let (mark, left) = rest.split_first()?;
    *rest = left;
    if marks.contains(mark) { number(rest, 2) } else { None }
}

fn fraction(rest: &mut &[u8]) -> Option<i64> {
    let Some(digits) = rest.strip_prefix(b".") else { return Some(0) };
    let count = digits.iter().take_while(|it| it.is_ascii_digit()).count();
    *rest = &digits[count..];
    let place = |index: usize| digits[..count].get(index).map_or(0, |it| i64::from(it - b'0'));
    (count > 0).then(|| place(0) * 100 + place(1) * 10 + place(2))
}

/// How many minutes the clock of that place is ahead, of `Z`, `+02:00` or `-02:00`.
fn offset(mut rest: &[u8]) -> Option<i64> {
    if let b"Z" | b"z" = rest {
        return Some(0);
    }
    let sign = if rest.first()? == &b'-' { -1 } else { 1 };
    let (hours, minutes) = (after(&mut rest, b"+-")?, after(&mut rest, b":")?);
    (rest.is_empty() && hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 to the first of the month.
fn days_until(year: i64, month: i64) -> i64 {
    // Leap days before this year, from year 0 on, which is one itself.
    let leap_days = |year: i64| (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    let years = (year - 1970) * 365 + leap_days(year) - leap_days(1970);
    years + (1..month).map(|month| days_of(year, month)).sum::<i64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// JavaScript, `Date.parse`.
    #[test]
    fn times_are_those_of_the_world() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2021-09-30T16:25:24.000Z", 1_633_019_124_000),
            ("2021-09-30T18:25:24+02:00", 1_633_019_124_000),
            ("2021-09-30T11:55:24.5-04:30", 1_633_019_124_500),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("2000-03-01T00:00:00Z", 951_868_800_000),
            ("1969-12-31T23:59:59Z", -1000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
            ("2021-09-30t16:25:24.1234567z", 1_633_019_124_123),
            ("2016-12-31T23:59:60Z", 1_483_228_799_000),
        ] {
            assert_eq!(milliseconds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "2021-09-30",
            "2021-09-30T16:25:24",
            "2021-09-30 16:25:24Z",
            "2021-13-01T00:00:00Z",
            "2021-00-01T00:00:00Z",
            "2021-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2021-09-31T00:00:00Z",
            "2021-09-30T24:00:00Z",
            "2021-09-30T16:60:24Z",
            "2021-09-30T16:25:61Z",
            "2021-09-30T16:25:24.Z",
            "2021-09-30T16:25:24Z ",
            "2021-09-30T16:25:24+0200",
            "2021-09-30T16:25:24+24:00",
            "2021-9-30T16:25:24Z",
            "+021-09-30T16:25:24Z",
            "2021-09-30T16:25:2é",
            "1633019124000",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn hostile_text_is_nothing_at_worst(text in any::<String>(), near in "[0-9TZ:.+-]{0,30}") {
            let _ = (milliseconds(&text), milliseconds(&near));
        }

        #[test]
        fn a_day_has_86400_seconds(day in 1..28_i64, month in 1..=12_i64, year in 0..=9999_i64) {
            let at = |day: i64| milliseconds(&format!("{year:04}-{month:02}-{day:02}T00:00:00Z")).unwrap();
            prop_assert_eq!(at(day + 1) - at(day), 86_400_000);
        }
    }
}
