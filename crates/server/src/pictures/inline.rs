//! What a `data:` URI holds ([RFC 2397](https://www.rfc-editor.org/rfc/rfc2397)). Contracts write them by hand:
//! what a browser would forgive is forgiven, an open `#`, an alphabet of URLs, padding that is missing. What
//! they say that it is counts for nothing.

use protocol::relay::base64;

/// The bytes, at most so many; nothing where it is no such URI.
pub(super) fn bytes(uri: &str, most: usize) -> Option<Vec<u8>> {
    let rest = uri.get(..5).filter(|it| it.eq_ignore_ascii_case("data:")).map(|_| &uri[5..])?;
    let (head, body) = rest.split_once(',')?;
    // Three letters stand for a byte at most.
    if body.len() > most.saturating_mul(3) {
        return None;
    }
    let body = unescaped(body.as_bytes());
    let is_base64 =
        head.rsplit(';').next().is_some_and(|it| it.trim().eq_ignore_ascii_case("base64"));
    let found = if is_base64 { decoded(&body)? } else { body };
    (found.len() <= most).then_some(found)
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| text.get(at).and_then(|it| char::from(*it).to_digit(16));
    let (mut bytes, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(&byte) = text.get(at) {
        let escaped = if byte == b'%' { digit(at + 1).zip(digit(at + 2)) } else { None };
        let escaped = escaped.and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
        bytes.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    bytes
}

fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let letter = |it: &u8| match it {
        b'+' => '-',
        b'/' => '_',
        it => char::from(*it),
    };
    let letters = text.iter().filter(|it| !it.is_ascii_whitespace() && **it != b'=');
    base64::decode_url(&letters.map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_contracts_write_is_read() {
        for (uri, want) in [
            ("data:,hello", "hello"),
            ("data:text/plain,a%20b%2", "a b%2"),
            ("data:application/json;utf8,{\"name\":\"#1\"}", "{\"name\":\"#1\"}"),
            ("data:application/json;base64,eyJhIjoxfQ==", "{\"a\":1}"),
            ("DATA:application/json;charset=utf-8;BASE64,eyJhIjoxfQ", "{\"a\":1}"),
            ("data:;base64,eyJh\nIjoxfQ%3D%3D", "{\"a\":1}"),
            ("data:;base64,Pz8_", "???"),
            ("data:;base64,Pz8/", "???"),
            ("data:image/svg+xml;utf8,<svg fill='%23fff'/>", "<svg fill='#fff'/>"),
            ("data:,é", "é"),
        ] {
            let found = bytes(uri, 100).map(|it| String::from_utf8_lossy(&it).into_owned());
            assert_eq!(found.as_deref(), Some(want), "{uri}");
        }
    }

    #[test]
    fn what_is_none_or_too_much_is_not() {
        for uri in ["", "data", "data:", "data:text/plain", "https://a.example/,", "data:;base64,é"]
        {
            assert_eq!(bytes(uri, 100), None, "{uri}");
        }
        assert_eq!(bytes("data:,12345", 4), None);
        assert_eq!(bytes(&format!("data:,{}", "%41".repeat(5)), 4), None);
    }
}
