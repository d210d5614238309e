//! Reading the code of a page.

use protocol::module::phone::PhoneFault;
use protocol::relay::uri::{PairingUri, UriFault};

/// The pairing in a code that was read at this time, in seconds since 1970.
pub(crate) fn read(text: &str, now_seconds: u64) -> Result<PairingUri, PhoneFault> {
    match PairingUri::parse(text) {
        Ok(uri) if uri.has_expired(now_seconds) => Err(PhoneFault::ExpiredCode),
        Ok(uri) => Ok(uri),
        Err(UriFault::NotPairing) => Err(PhoneFault::NotCode),
        Err(UriFault::Version) => Err(PhoneFault::OldVersion),
        Err(UriFault::Topic | UriFault::Key | UriFault::Relay | UriFault::Expiry) => {
            Err(PhoneFault::BrokenCode)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PairingUri, PhoneFault, read};
    use protocol::relay::key::SymKey;

    #[test]
    fn what_is_wrong_with_a_code_is_told() {
        let key = SymKey::new([1; 32]);
        let uri = PairingUri { key, expires_seconds: Some(1_000), methods: Vec::new() }.text();
        let old = "wc:8a5e5bdc@1?bridge=https%3A%2F%2Fbridge.example&key=41";
        for (text, now_seconds, fault) in [
            (&*uri, 999, None),
            (&*uri, 1_000, Some(PhoneFault::ExpiredCode)),
            ("https://site.example", 0, Some(PhoneFault::NotCode)),
            (old, 0, Some(PhoneFault::OldVersion)),
            (&uri.replace("symKey=01", "symKey=02"), 0, Some(PhoneFault::BrokenCode)),
            (&uri.replace("irn", "waku"), 0, Some(PhoneFault::BrokenCode)),
        ] {
            assert_eq!(read(text, now_seconds).err(), fault, "{text}");
        }
    }
}
