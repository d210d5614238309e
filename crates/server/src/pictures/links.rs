//! The names of pictures in URLs of this server: where one is, signed, so that every node of a server knows
//! what it named, keeps nothing for it, and asks nobody whom it did not name.

use super::source::Source;
use crate::origin::Origin;
use hmac::{Hmac, KeyInit, Mac};
use protocol::relay::base64;
use sha2::Sha256;

/// How long a signature is. Who guesses has to ask here.
const SIGNATURE_BYTES: usize = 16;

/// Where pictures are served.
pub(crate) const PATH: &str = "/v1/picture/";

/// Signs, and reads what it signed.
pub(crate) struct Links {
    signing: Hmac<Sha256>,
    origin: Origin,
}

impl Links {
    /// With a key that all nodes of a server share.
    pub(crate) fn new(key: &[u8], origin: Origin) -> Self {
        let signing = Hmac::new_from_slice(key).expect("any length does");
        Links { signing, origin }
    }

    /// Where this server serves a picture.
    pub(crate) fn url(&self, source: &Source) -> String {
        format!("{}{PATH}{}", self.origin, self.token(source))
    }

    fn token(&self, source: &Source) -> String {
        let text = source.text();
        let signature = self.signing.clone().chain_update(&text).finalize().into_bytes();
        base64::encode_url(&[&signature[..SIGNATURE_BYTES], text.as_bytes()].concat())
    }

    /// What a token names; nothing where this server did not sign it.
    pub(crate) fn read(&self, token: &str) -> Option<Source> {
        let whole = base64::decode_url(token)?;
        let (signature, text) = whole.split_at_checked(SIGNATURE_BYTES)?;
        self.signing.clone().chain_update(text).verify_truncated_left(signature).ok()?;
        Source::read(std::str::from_utf8(text).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_signed_is_read() {
        let origin = || Origin::parse("https://api.example").expect("an origin");
        let links = Links::new(&[7; 32], origin());
        let source = Source::Place("https://a.example/b.png".to_owned());
        let url = links.url(&source);
        let token = url.strip_prefix("https://api.example/v1/picture/").expect("its own");
        assert_eq!(links.read(token), Some(source));
        assert_eq!(Links::new(&[8; 32], origin()).read(token), None);
        for at in 0..token.len() {
            let mut other = token.to_owned().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).expect("ASCII");
            assert_eq!(links.read(&other), None, "{at}");
        }
        for wrong in ["", "AA", &token[..21], &token[1..], "é", &format!("{token}=")] {
            assert_eq!(links.read(wrong), None, "{wrong}");
        }
    }
}
