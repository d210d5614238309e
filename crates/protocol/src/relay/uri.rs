//! The text of a code: all that a wallet needs to answer a page
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri)).
//!
//! `wc:<topic>@2?relay-protocol=irn&symKey=<key>&expiryTimestamp=<seconds>`. It names no relay: a
//! wallet listens where its maker had it listen.

use super::base64;
use super::key::SymKey;
use super::topic::Topic;
use wire::decimal;

/// Longer than any URI is.
pub const MOST_CHARACTERS: usize = 2_048;
/// How long a code holds, in seconds.
pub const LIFETIME_SECONDS: u64 = 300;

const MOST_METHODS: usize = 32;

/// A pairing.
#[derive(Clone)]
pub struct PairingUri {
    /// What is said under its topic is sealed with this.
    pub key: SymKey,
    /// Seconds since 1970 until which a wallet may pair; some name none.
    pub expires_seconds: Option<u64>,
    /// What the page asks for beside a plain proposal, such as `wc_sessionAuthenticate`.
    pub methods: Vec<String>,
}

/// Why a text is no pairing URI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UriFault {
    /// It does not begin as one, or is too long for one.
    NotPairing,
    /// It is of version 1, whose bridges are switched off since 2023, or of none that there is.
    Version,
    /// Its topic is not 64 hexadecimal digits, or not that of its key.
    Topic,
    /// Its key is missing, or not 64 hexadecimal digits.
    Key,
    /// It asks for another relay protocol than `irn`.
    Relay,
    /// Its expiry is no number.
    Expiry,
}

impl PairingUri {
    /// Where it is spoken.
    pub fn topic(&self) -> Topic {
        self.key.topic()
    }

    /// Whether it is over at this time, in seconds since 1970.
    pub fn has_expired(&self, now_seconds: u64) -> bool {
        self.expires_seconds.is_some_and(|it| it <= now_seconds)
    }

    /// The URI.
    pub fn text(&self) -> String {
        let topic = self.topic().text();
        let key = self.key.text();
        let mut text = ["wc:", &topic, "@2?relay-protocol=irn&symKey=", &key].concat();
        if let Some(seconds) = self.expires_seconds {
            text.push_str("&expiryTimestamp=");
            text.push_str(&decimal(seconds));
        }
        if !self.methods.is_empty() {
            text.push_str("&methods=");
            text.push_str(&self.methods.join("%2C"));
        }
        text
    }

    /// Reads one, as it is, with `//` after its scheme, or as base64 of the whole.
    pub fn parse(text: &str) -> Result<Self, UriFault> {
        let text = text.trim();
        if text.len() > MOST_CHARACTERS {
            return Err(UriFault::NotPairing);
        }
        let decoded = if after_scheme(text).is_some() { None } else { decoded(text) };
        let rest = after_scheme(decoded.as_deref().unwrap_or(text)).ok_or(UriFault::NotPairing)?;
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (topic, version) = path.split_once('@').ok_or(UriFault::NotPairing)?;
        if version != "2" {
            return Err(UriFault::Version);
        }
        let uri = Self::of_query(query)?;
        if Topic::parse(topic) == Some(uri.topic()) { Ok(uri) } else { Err(UriFault::Topic) }
    }

    fn of_query(query: &str) -> Result<Self, UriFault> {
        let mut key = None;
        let mut relay = None;
        let mut expires_seconds = None;
        let mut methods = Vec::new();
        for (name, value) in query.split('&').filter_map(|it| it.split_once('=')) {
            match name {
                "symKey" => key = Some(SymKey::parse(value).ok_or(UriFault::Key)?),
                "relay-protocol" => relay = Some(value),
                "expiryTimestamp" => {
                    expires_seconds = Some(value.parse().map_err(|_| UriFault::Expiry)?);
                }
                "methods" => methods = methods_of(value),
                _ => {}
            }
        }
        if relay != Some("irn") {
            return Err(UriFault::Relay);
        }
        Ok(PairingUri { key: key.ok_or(UriFault::Key)?, expires_seconds, methods })
    }
}

fn decoded(text: &str) -> Option<String> {
    let bytes = base64::decode_lax(text)?;
    String::from_utf8(bytes).ok()
}

fn after_scheme(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("wc:")?;
    Some(rest.strip_prefix("//").unwrap_or(rest))
}

/// A list by commas, in groups of brackets or not, percent-encoded or not. What is no method's name is
/// left out.
fn methods_of(value: &str) -> Vec<String> {
    let plain = ["%2C", "%2c", "%5B", "%5b", "%5D", "%5d", "[", "]"]
        .iter()
        .fold(value.to_owned(), |text, it| text.replace(it, ","));
    let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    let names = plain.split(',').filter(|it| !it.is_empty() && it.bytes().all(is_word));
    names.take(MOST_METHODS).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{PairingUri, SymKey, UriFault, base64};

    fn uri() -> PairingUri {
        let methods = vec!["wc_sessionAuthenticate".to_owned(), "wc_sessionPropose".to_owned()];
        PairingUri { key: SymKey::new([1; 32]), expires_seconds: Some(1_795_228_613), methods }
    }

    fn parse(text: &str) -> Result<(Option<u64>, usize), UriFault> {
        PairingUri::parse(text).map(|it| (it.expires_seconds, it.methods.len()))
    }

    #[test]
    fn every_form_that_is_about_is_read() {
        let text = uri().text();
        let same = Ok((Some(1_795_228_613), 2));
        for form in [
            text.clone(),
            text.replace("wc:", "wc://"),
            base64::encode(text.as_bytes()),
            base64::encode(text.as_bytes()).trim_end_matches('=').to_owned(),
            text.replace("%2C", ","),
            text.replace("wc_sessionAuthenticate%2C", "[wc_sessionAuthenticate],[") + "]",
            [&text, "&relay-data=x&unknown"].concat(),
        ] {
            assert_eq!(parse(&form), same, "{form}");
        }
        let plain = PairingUri { expires_seconds: None, methods: vec![], ..uri() };
        assert_eq!(parse(&plain.text()), Ok((None, 0)));
        assert!(!plain.has_expired(u64::MAX) && uri().has_expired(1_795_228_613));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = uri().text();
        let topic = uri().topic().text();
        for (wrong, fault) in [
            ("", UriFault::NotPairing),
            ("https://example.com", UriFault::NotPairing),
            ("wc:", UriFault::NotPairing),
            (&"w".repeat(9_000), UriFault::NotPairing),
            (
                "wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fb&key=41",
                UriFault::Version,
            ),
            (&text.replace("@2", "@3"), UriFault::Version),
            (&text.replace(&topic, &topic.replace('0', "1")), UriFault::Topic),
            (&text.replace(&topic, "abc"), UriFault::Topic),
            (&text.replace("symKey=", "symkey="), UriFault::Key),
            (&text.replace("symKey=01", "symKey=zz"), UriFault::Key),
            (&text.replace("=irn", "=waku"), UriFault::Relay),
            (&text.replace("relay-protocol=irn&", ""), UriFault::Relay),
            (&text.replace("Timestamp=1", "Timestamp=x"), UriFault::Expiry),
            (&text.replace("Timestamp=1", "Timestamp=-1"), UriFault::Expiry),
        ] {
            assert_eq!(parse(wrong), Err(fault), "{wrong}");
        }
    }
}
