//! What cannot be in a configuration, in an operator's words and not in those of the parser.

use protocol::caip::ChainId;

/// What the parser says of a value, without the value of a text: it may be a secret.
pub(crate) fn in_words(message: &str) -> String {
    if let Some(said) = message.strip_prefix("invalid type: ").and_then(found_and_wanted) {
        let (found, wanted) = said;
        return format!("it is {}, and must be {}", kind(found), form(wanted));
    }
    if let Some((_, wanted)) = message.strip_prefix("invalid value: ").and_then(found_and_wanted) {
        return format!("it must be {}", form(wanted));
    }
    let mut unknown = ["unknown field `", "unknown variant `"].iter();
    let unknown = unknown.find_map(|it| message.strip_prefix(it)).and_then(found_and_wanted);
    match unknown {
        Some((name, known)) => {
            let known = known.strip_prefix("one of ").unwrap_or(known);
            format!("there is no {}, but {known}", key(name.trim_end_matches('`')))
        }
        None => message.trim_end_matches('.').to_owned(),
    }
}

/// A key by its name, where it can be one: what else landed there may be a secret.
pub(crate) fn key(name: &str) -> String {
    if is_name(name) { format!("key `{name}`") } else { "such key".to_owned() }
}

/// Whether a text can be the name of a key or a chain, and is shorter than the keys that nodes hand out.
pub(crate) fn is_name(text: &str) -> bool {
    let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it == b'-';
    ChainId::parse(text).is_some() || (1..32).contains(&text.len()) && text.bytes().all(is_word)
}

fn found_and_wanted(said: &str) -> Option<(&str, &str)> {
    said.rsplit_once(", expected ")
}

fn kind(found: &str) -> String {
    let kinds = [
        ("string", "a text"),
        ("integer", "a number"),
        ("floating", "a number with a point"),
        ("boolean", "true or false"),
        ("sequence", "a list"),
        ("map", "a table"),
    ];
    let word = found.split(' ').next().unwrap_or_default();
    kinds.iter().find(|it| it.0 == word).map_or(word, |it| it.1).to_owned()
}

fn form(wanted: &str) -> &str {
    match wanted {
        "a string" | "path string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "a map" => "a table",
        it if it.starts_with("struct ") => "a table",
        it => it,
    }
}

/// The name that was most likely meant: one slip for each three letters.
pub(crate) fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let (slips, found) = known.map(|it| (slips(name, it), it)).min_by_key(|it| it.0)?;
    (slips <= (name.len() / 3).max(1)).then_some(found)
}

/// How many letters are to be added, left out, replaced or swapped with the next to make one of the other
/// ([optimal string alignment](https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance)).
fn slips(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            let is_swap = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            row.push(if is_swap { least.min(rows[i - 2][j - 2] + 1) } else { least });
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_told_by_its_kind_and_a_text_not_at_all() {
        for (message, words) in [
            ("invalid type: integer `3`, expected a string", "it is a number, and must be a text"),
            (
                "invalid type: string \"https://node/SECRET, expected\", expected a sequence",
                "it is a text, and must be a list",
            ),
            ("invalid value: integer `-1`, expected usize", "it must be a whole number, 0 or more"),
            (
                "unknown field `origin`, expected one of `name`, `origins`",
                "there is no key `origin`, but `name`, `origins`",
            ),
            (
                "unknown variant `https://u:SECRET@h`, expected `swap` or `onramp`",
                "there is no such key, but `swap` or `onramp`",
            ),
            ("it is not an address", "it is not an address"),
        ] {
            assert_eq!(in_words(message), words);
        }
    }

    #[test]
    fn the_nearest_name_is_one_that_is_near() {
        let known = || ["bind", "chains", "database", "database_url", "log"].into_iter();
        assert_eq!(nearest("bnid", known()), Some("bind"));
        assert_eq!(nearest("bin", known()), Some("bind"));
        assert_eq!(nearest("chain", known()), Some("chains"));
        assert_eq!(nearest("databse_url", known()), Some("database_url"));
        for other in ["threads", "lang", "find_me", "x", ""] {
            assert_eq!(nearest(other, known()), None, "{other}");
        }
    }
}
