//! The proof that a request comes from the browser that it says it comes from: a token that the browser's own
//! key signed for this one request (`DPoP`, [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)), and for this
//! body: its claim `bh` is the SHA-256 of it in base64url, as `ath` is of the session.
//!
//! [`read`] looks at all of it but whether it was seen before, which the database knows.

use protocol::relay::base64;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// How far the browser's clock may be from ours, in milliseconds.
pub(crate) const LEEWAY_MS: i64 = 5 * 60 * 1000;
/// How long a proof may be.
const MOST_BYTES: usize = 2048;
/// How long its id may be.
const MOST_ID_BYTES: usize = 64;
/// How long a coordinate of a key is.
const COORDINATE_BYTES: usize = 32;

/// A browser's public key of P-256, as base64url of its two coordinates.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DeviceKey(String);

impl DeviceKey {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// What a proof has to be about.
pub(crate) struct Asked<'a> {
    pub(crate) method: &'a str,
    /// Without query and fragment.
    pub(crate) url: &'a str,
    pub(crate) body: &'a [u8],
    /// What the caller shows to be signed in.
    pub(crate) session: Option<&'a str>,
}

/// A proof that holds.
pub(crate) struct Proof {
    /// Whose it is.
    pub(crate) key: DeviceKey,
    /// What names it: no other of this key has the same.
    pub(crate) id: String,
}

/// Why a proof does not hold, for whoever writes a frame.
pub(crate) type Why = &'static str;

/// The clock of who made it, or ours, goes wrong.
pub(crate) const TIME_OFF: Why = "its time is off by more than five minutes";

#[derive(Deserialize)]
struct Head {
    typ: String,
    alg: String,
    jwk: Jwk,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
}

#[derive(Deserialize)]
struct Claims {
    htm: String,
    htu: String,
    iat: i64,
    jti: String,
    bh: String,
    ath: Option<String>,
}

/// Reads a proof, and says what it proves.
pub(crate) fn read(text: &str, asked: &Asked<'_>, now_ms: i64) -> Result<Proof, Why> {
    if text.len() > MOST_BYTES {
        return Err("it is too long");
    }
    let (signed, signature) = text.rsplit_once('.').ok_or("it is no JWS")?;
    let (head, claims) = signed.split_once('.').ok_or("it is no JWS")?;
    let head: Head = part(head)?;
    let claims: Claims = part(claims)?;
    let (typ, alg) = (&*head.typ, &*head.alg);
    if (typ, alg, &*head.jwk.kty, &*head.jwk.crv) != ("dpop+jwt", "ES256", "EC", "P-256") {
        return Err("it is not of `dpop+jwt`, ES256 and P-256");
    }
    let key = key(&head.jwk)?;
    let signature = base64::decode_url(signature).ok_or("its signature is no base64url")?;
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &key.point)
        .verify(signed.as_bytes(), &signature)
        .map_err(|_| "its signature is wrong")?;
    if claims.htm != asked.method || claims.htu != asked.url {
        return Err("it is for another request");
    }
    if claims.iat.saturating_mul(1000).abs_diff(now_ms) > LEEWAY_MS.unsigned_abs() {
        return Err(TIME_OFF);
    }
    if claims.jti.is_empty() || claims.jti.len() > MOST_ID_BYTES {
        return Err("its `jti` is empty or too long");
    }
    if !is_same(&claims.bh, &hash(asked.body)) {
        return Err("it is for another body");
    }
    let is_for_session = match (asked.session, &claims.ath) {
        (None, None) => true,
        (Some(session), Some(ath)) => is_same(ath, &hash(session.as_bytes())),
        _ => false,
    };
    if !is_for_session {
        return Err("it is for another session");
    }
    Ok(Proof { key: key.text, id: claims.jti })
}

struct Point {
    text: DeviceKey,
    /// Uncompressed ([SEC 1](https://www.secg.org/sec1-v2.pdf), 2.3.3).
    point: Vec<u8>,
}

fn key(jwk: &Jwk) -> Result<Point, Why> {
    let coordinate = |text: &str| {
        base64::decode_url(text)
            .filter(|it| it.len() == COORDINATE_BYTES)
            .ok_or("its key is malformed")
    };
    let both = [coordinate(&jwk.x)?, coordinate(&jwk.y)?].concat();
    let text = DeviceKey(base64::encode_url(&both));
    Ok(Point { text, point: [&[4], &*both].concat() })
}

fn part<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Why> {
    let bytes = base64::decode_url(text).ok_or("it is no base64url")?;
    serde_json::from_slice(&bytes).map_err(|_| "a claim is missing or of another type")
}

/// SHA-256 in base64url.
pub(crate) fn hash(bytes: &[u8]) -> String {
    base64::encode_url(&Sha256::digest(bytes))
}

fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
    use serde_json::{Value, json};

    const NOW_MS: i64 = 1_795_253_119_042;
    const URL: &str = "https://vault.example/v1/vault/session/get";

    fn own() -> EcdsaKeyPair {
        let (all, chance) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let made = EcdsaKeyPair::generate_pkcs8(all, &chance).expect("a key");
        EcdsaKeyPair::from_pkcs8(all, made.as_ref(), &chance).expect("a key")
    }

    fn head(key: &EcdsaKeyPair) -> Value {
        let point = &key.public_key().as_ref()[1..];
        let jwk = json!({"kty": "EC", "crv": "P-256",
            "x": base64::encode_url(&point[..32]), "y": base64::encode_url(&point[32..])});
        json!({"typ": "dpop+jwt", "alg": "ES256", "jwk": jwk})
    }

    fn claims() -> Value {
        json!({"htm": "POST", "htu": URL, "iat": NOW_MS / 1000, "jti": "abc",
            "bh": hash(b"{}"), "ath": hash(b"token")})
    }

    fn signed(key: &EcdsaKeyPair, head: &Value, claims: &Value) -> String {
        let parts =
            [head, claims].map(|it| base64::encode_url(it.to_string().as_bytes())).join(".");
        let signature = key.sign(&SystemRandom::new(), parts.as_bytes()).expect("signed");
        format!("{parts}.{}", base64::encode_url(signature.as_ref()))
    }

    fn asked<'a>() -> Asked<'a> {
        Asked { method: "POST", url: URL, body: b"{}", session: Some("token") }
    }

    fn why(text: &str) -> Option<Why> {
        read(text, &asked(), NOW_MS).err()
    }

    #[test]
    fn a_proof_says_whose_key_asks_for_this() {
        let key = own();
        let proof = read(&signed(&key, &head(&key), &claims()), &asked(), NOW_MS);
        let Ok(proof) = proof else { panic!("it holds") };
        assert_eq!(proof.id, "abc");
        assert_eq!(proof.key.text(), base64::encode_url(&key.public_key().as_ref()[1..]));
    }

    #[test]
    fn a_proof_is_good_for_nothing_else() {
        let key = own();
        for (claim, value, told) in [
            ("htm", json!("GET"), "it is for another request"),
            (
                "htu",
                json!("https://other.example/v1/vault/session/get"),
                "it is for another request",
            ),
            (
                "htu",
                json!("https://vault.example/v1/vault/session/delete"),
                "it is for another request",
            ),
            ("iat", json!(NOW_MS / 1000 + 301), "its time is off by more than five minutes"),
            ("iat", json!(NOW_MS / 1000 - 301), "its time is off by more than five minutes"),
            ("iat", json!(i64::MIN), "its time is off by more than five minutes"),
            ("iat", json!(i64::MAX), "its time is off by more than five minutes"),
            ("iat", json!("now"), "a claim is missing or of another type"),
            ("jti", json!(""), "its `jti` is empty or too long"),
            ("jti", json!("x".repeat(65)), "its `jti` is empty or too long"),
            ("bh", json!(hash(b"{\"a\":1}")), "it is for another body"),
            ("ath", json!(hash(b"other")), "it is for another session"),
            ("ath", Value::Null, "it is for another session"),
        ] {
            let mut claims = claims();
            claims[claim] = value;
            assert_eq!(why(&signed(&key, &head(&key), &claims)), Some(told), "{claim}");
        }
        let of_a_session = signed(&key, &head(&key), &claims());
        let nobody = Asked { session: None, ..asked() };
        assert_eq!(read(&of_a_session, &nobody, NOW_MS).err(), Some("it is for another session"));
    }

    #[test]
    fn nobody_signs_for_another_key() {
        let (key, other) = (own(), own());
        let stolen = signed(&other, &head(&key), &claims());
        assert_eq!(why(&stolen), Some("its signature is wrong"));
        let whole = signed(&key, &head(&key), &claims());
        let (parts, _) = whole.rsplit_once('.').expect("a signature");
        assert_eq!(why(&format!("{parts}.")), Some("its signature is wrong"));
        for (field, value) in [("alg", "none"), ("alg", "HS256"), ("typ", "JWT")] {
            let mut head = head(&key);
            head[field] = json!(value);
            let told = Some("it is not of `dpop+jwt`, ES256 and P-256");
            assert_eq!(why(&signed(&key, &head, &claims())), told, "{field}");
        }
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let key = own();
        let mut short = head(&key);
        short["jwk"]["x"] = json!("AA");
        for text in [
            String::new(),
            ".".to_owned(),
            "..".to_owned(),
            "a.b.c".to_owned(),
            "é".repeat(10),
            "x".repeat(3000),
            signed(&key, &json!([]), &claims()),
            signed(&key, &short, &claims()),
            signed(&key, &head(&key), &json!({"htm": "POST"})),
        ] {
            assert!(why(&text).is_some(), "{text}");
        }
    }
}
