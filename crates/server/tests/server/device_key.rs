//! The key of a browser, and what it proves by that ([RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)). The load on
//! signing in has the same.

use protocol::relay::base64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The key.
pub(crate) struct DeviceKey(EcdsaKeyPair);

impl DeviceKey {
    pub(crate) fn random() -> Self {
        let (all, chance) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let made = EcdsaKeyPair::generate_pkcs8(all, &chance).expect("a key");
        DeviceKey(EcdsaKeyPair::from_pkcs8(all, made.as_ref(), &chance).expect("a key"))
    }

    /// A proof for one request to a URL, by a clock that is so many seconds ahead.
    pub(crate) fn proof(
        &self,
        url: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
        session: Option<&str>,
        ahead_seconds: i64,
    ) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
        let mut claims = json!({"htm": "POST", "htu": url,
            "iat": now.cast_signed() + ahead_seconds,
            "jti": COUNT.fetch_add(1, Ordering::Relaxed).to_string(), "bh": hash(body)});
        if let Some(session) = session {
            claims["ath"] = json!(hash(session));
        }
        self.signed(&claims.to_string())
    }

    /// A token of these claims.
    pub(crate) fn signed(&self, claims: &str) -> String {
        let point = &self.0.public_key().as_ref()[1..];
        let head = json!({"typ": "dpop+jwt", "alg": "ES256", "jwk": {"kty": "EC", "crv": "P-256",
            "x": base64::encode_url(&point[..32]), "y": base64::encode_url(&point[32..])}});
        let parts = [&head.to_string(), claims].map(|it| base64::encode_url(it.as_bytes()));
        let parts = parts.join(".");
        let signature = self.0.sign(&SystemRandom::new(), parts.as_bytes()).expect("signed");
        format!("{parts}.{}", base64::encode_url(signature.as_ref()))
    }
}

/// SHA-256 in base64url.
pub(crate) fn hash(bytes: &(impl AsRef<[u8]> + ?Sized)) -> String {
    base64::encode_url(&Sha256::digest(bytes))
}
