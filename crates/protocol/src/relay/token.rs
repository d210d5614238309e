//! Who a client of the relay is, and the token by which it shows that
//! ([client authentication](https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth)).
//!
//! A client is an Ed25519 key, named `did:key:z…` ([did:key](https://w3c-ccg.github.io/did-key-spec/)).
//! The token is a JWT ([RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)) signed with it
//! ([RFC 8037](https://www.rfc-editor.org/rfc/rfc8037)) for one relay, anew at each connection.

use std::fmt;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use wire::{Json, from_text, put_record};

use super::base64;
use super::whole::Whole;

/// How many seconds the clock of a client may be off, in either direction.
const LEEWAY_SECONDS: u64 = 120;
/// How many seconds a token of ours is valid.
pub const LIFETIME_SECONDS: u64 = 86_400;
/// How long a token may be.
const TOKEN_CHARACTERS: usize = 4096;

/// A client: its public key. Whether it is a point of the curve is seen when a signature is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId([u8; 32]);

impl ClientId {
    /// The client with this public key.
    pub const fn of(key: [u8; 32]) -> Self {
        ClientId(key)
    }

    /// The client whose key grows from `seed`.
    pub fn of_seed(seed: &[u8; 32]) -> Self {
        ClientId(SigningKey::from_bytes(seed).verifying_key().to_bytes())
    }

    /// Reads `did:key:z…`; nothing where it names no Ed25519 key.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = from_base58::<34>(text.strip_prefix(DID)?)?;
        let key = bytes.strip_prefix(&ED25519)?;
        Some(ClientId(key.try_into().ok()?))
    }

    /// `did:key:z…`
    pub fn text(&self) -> String {
        let mut bytes = [0; 34];
        bytes[..2].copy_from_slice(&ED25519);
        bytes[2..].copy_from_slice(&self.0);
        [DID, &base58(&bytes)].concat()
    }

    /// The public key.
    pub const fn key(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text())
    }
}

impl fmt::Debug for ClientId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text())
    }
}

/// Before the base58 of a key: the method, and multibase's letter for base58btc.
const DID: &str = "did:key:z";
/// Multicodec's prefix of an Ed25519 public key.
const ED25519: [u8; 2] = [0xed, 0x01];

/// A token of the client with `seed`, for the relay that it knows as `audience`: its URL as it was
/// configured, without what this token adds to it. `subject` is random; relays do not
/// look at it. Times are Unix seconds.
pub fn sign(seed: &[u8; 32], subject: &str, audience: &str, issued: u64, expires: u64) -> String {
    let key = SigningKey::from_bytes(seed);
    let issuer = ClientId(key.verifying_key().to_bytes()).text();
    let mut claims = String::new();
    let times = (Whole(issued), Whole(expires));
    put_record(
        &mut claims,
        "iss sub aud iat exp",
        &[&issuer, &subject, &audience, &times.0, &times.1],
    );
    let mut token = base64::encode_url(br#"{"alg":"EdDSA","typ":"JWT"}"#);
    token.push('.');
    token.push_str(&base64::encode_url(claims.as_bytes()));
    let signature = key.sign(token.as_bytes());
    token.push('.');
    token.push_str(&base64::encode_url(&signature.to_bytes()));
    token
}

/// Who signed a token that holds at `now` (Unix seconds) for an audience that `is_ours`. What costs
/// least is looked at first, the signature last.
pub fn verify(
    token: &str,
    now: u64,
    is_ours: impl FnOnce(&str) -> bool,
) -> Result<ClientId, TokenFault> {
    let Parts { header, claims, signature } = Parts::of(token).ok_or(TokenFault::Malformed)?;
    if header.get("alg").and_then(Json::as_text) != Some("EdDSA") {
        return Err(TokenFault::Algorithm);
    }
    let text = |name: &str| claims.get(name).and_then(Json::as_text);
    let client = text("iss").and_then(ClientId::parse).ok_or(TokenFault::Malformed)?;
    let issued = seconds(&claims, "iat")?;
    if issued.is_some_and(|issued| issued > now.saturating_add(LEEWAY_SECONDS)) {
        return Err(TokenFault::NotYetValid);
    }
    let expires = seconds(&claims, "exp")?;
    if expires.is_some_and(|expires| expires.saturating_add(LEEWAY_SECONDS) < now) {
        return Err(TokenFault::Expired);
    }
    if !text("aud").is_some_and(is_ours) {
        return Err(TokenFault::Audience);
    }
    let key = VerifyingKey::from_bytes(client.key()).map_err(|_| TokenFault::Signature)?;
    let signed = token.rsplit_once('.').map_or("", |(signed, _)| signed);
    key.verify_strict(signed.as_bytes(), &signature).map_err(|_| TokenFault::Signature)?;
    Ok(client)
}

/// Who a token says that it is from, which nobody has checked.
pub fn claimed(token: &str) -> Option<ClientId> {
    ClientId::parse(Parts::of(token)?.claims.get("iss")?.as_text()?)
}

/// Why a token is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenFault {
    /// It is no JWT of a client.
    Malformed,
    /// It is signed otherwise than with Ed25519.
    Algorithm,
    /// The signature is not that of the client it names.
    Signature,
    /// Its time is over, by the relay's clock.
    Expired,
    /// Its time has not begun, by the relay's clock.
    NotYetValid,
    /// It is for another relay.
    Audience,
}

impl TokenFault {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Malformed,
        Self::Algorithm,
        Self::Signature,
        Self::Expired,
        Self::NotYetValid,
        Self::Audience,
    ];

    /// What a relay of ours says, after `Unauthorized: `.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Malformed => "the token is malformed",
            Self::Algorithm => "the token is not signed with EdDSA",
            Self::Signature => "the token's signature does not match its issuer",
            Self::Expired => "the token is expired; is the clock right?",
            Self::NotYetValid => "the token is not yet valid; is the clock right?",
            Self::Audience => "the token is for another relay",
        }
    }

    /// The fault that a relay's words tell of; those of other relays only where they speak of time.
    pub fn of_words(words: &str) -> Option<Self> {
        let told = Self::ALL.into_iter().find(|it| words.ends_with(it.words()));
        told.or_else(|| says(words, "expired").then_some(Self::Expired))
    }

    /// Whether the clock of the client may be what is wrong.
    pub const fn is_of_clock(self) -> bool {
        matches!(self, Self::Expired | Self::NotYetValid)
    }
}

/// Whether words occur in a text, in either case.
pub(super) fn says(text: &str, words: &str) -> bool {
    let mut parts = text.as_bytes().windows(words.len());
    parts.any(|part| part.eq_ignore_ascii_case(words.as_bytes()))
}

struct Parts {
    header: Json,
    claims: Json,
    signature: Signature,
}

impl Parts {
    fn of(token: &str) -> Option<Self> {
        if token.len() > TOKEN_CHARACTERS {
            return None;
        }
        let mut parts = token.split('.').map(base64::decode_url);
        let mut part = || parts.next().flatten();
        let (header, claims, signature) = (part()?, part()?, part()?);
        if parts.next().is_some() {
            return None;
        }
        let json = |bytes| from_text(std::str::from_utf8(bytes).ok()?).ok();
        let signature = Signature::from_bytes(signature.as_slice().try_into().ok()?);
        Some(Parts { header: json(&header)?, claims: json(&claims)?, signature })
    }
}

/// A time among the claims (RFC 7519 `NumericDate`, of which a fraction does not count); it may be missing.
fn seconds(claims: &Json, name: &str) -> Result<Option<u64>, TokenFault> {
    let Some(claim) = claims.get(name) else { return Ok(None) };
    let whole = claim.as_number().and_then(|it| it.split('.').next()?.parse().ok());
    whole.map(Some).ok_or(TokenFault::Malformed)
}

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Base58 as Bitcoin writes it ([draft](https://datatracker.ietf.org/doc/html/draft-msporny-base58-03)).
fn base58(bytes: &[u8]) -> String {
    let mut digits = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = u8::try_from(carry % 58).unwrap_or(0);
            carry /= 58;
        }
        while carry > 0 {
            digits.push(u8::try_from(carry % 58).unwrap_or(0));
            carry /= 58;
        }
    }
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    digits.extend(std::iter::repeat_n(0, zeros));
    digits.iter().rev().map(|digit| char::from(BASE58[usize::from(*digit)])).collect()
}

/// Exactly `N` bytes, as [`base58`] writes them.
fn from_base58<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    // A byte is more than one digit, so more digits than twice the bytes cannot be.
    if text.len() > 2 * N {
        return None;
    }
    for letter in text.bytes() {
        let mut carry = u32::try_from(BASE58.iter().position(|it| *it == letter)?).ok()?;
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 58;
            *byte = u8::try_from(carry & 0xff).unwrap_or(0);
            carry >>= 8;
        }
        if carry > 0 {
            return None;
        }
    }
    (base58(&bytes) == text).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::hex::{bytes32, hex};
    use super::*;
    use proptest::prelude::*;

    const SEED: &str = "58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295";
    const CLIENT: &str = "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH";
    const RELAY: &str = "wss://relay.walletconnect.com";
    const ISSUED: u64 = 1_656_910_097;
    const EXPIRES: u64 = 1_656_996_497;

    fn seed() -> [u8; 32] {
        bytes32(SEED).expect("64 digits")
    }

    /// The vector of the `WalletConnect` specification.
    fn published() -> String {
        let subject = "c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e";
        sign(&seed(), subject, RELAY, ISSUED, EXPIRES)
    }

    fn holds(token: &str, now: u64) -> Result<ClientId, TokenFault> {
        verify(token, now, |audience| audience == RELAY)
    }

    /// A token of the client of [`SEED`] with whatever header and claims.
    fn made(header: &str, claims: &str) -> String {
        let signed = [base64::encode_url(header.as_bytes()), base64::encode_url(claims.as_bytes())]
            .join(".");
        let signature = SigningKey::from_bytes(&seed()).sign(signed.as_bytes());
        [&signed, ".", &base64::encode_url(&signature.to_bytes())].concat()
    }

    #[test]
    fn a_client_is_named_by_its_key() {
        let client = ClientId::of_seed(&seed());
        assert_eq!(
            hex(client.key()),
            "884ab67f787b69e534bfdba8d5beb4e719700e90ac06317ed177d49e5a33be5a"
        );
        assert_eq!(client.text(), CLIENT);
        assert_eq!(ClientId::parse(CLIENT), Some(client));
        for other in [
            "",
            "did:key:z",
            "did:key:6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH",
            "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exx",
            "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxHH",
            "did:key:z16MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH",
            "did:key:z0MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH",
            // A key of secp256k1.
            "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme",
        ] {
            assert_eq!(ClientId::parse(other), None, "{other}");
        }
    }

    #[test]
    fn the_published_token_is_made_and_holds() {
        let token = published();
        let signature = "bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA";
        assert_eq!(token.rsplit_once('.').map(|it| it.1), Some(signature));
        assert_eq!(holds(&token, ISSUED).map(|it| it.text()).as_deref(), Ok(CLIENT));
        assert_eq!(claimed(&token).map(|it| it.text()).as_deref(), Some(CLIENT));
    }

    #[test]
    fn a_clock_may_be_off_by_two_minutes() {
        for (now, is_held) in [
            (ISSUED - 121, Err(TokenFault::NotYetValid)),
            (ISSUED - 120, Ok(())),
            (EXPIRES + 120, Ok(())),
            (EXPIRES + 121, Err(TokenFault::Expired)),
        ] {
            assert_eq!(holds(&published(), now).map(drop), is_held, "{now}");
        }
        assert!(
            TokenFault::of_words("Unauthorized: JWT has expired")
                .is_some_and(TokenFault::is_of_clock)
        );
        for fault in TokenFault::ALL {
            let words = ["Unauthorized: ", fault.words()].concat();
            assert_eq!(TokenFault::of_words(&words), Some(fault));
        }
    }

    #[test]
    fn what_others_write_is_taken_and_what_is_wrong_is_named() {
        let header = r#"{"typ":"JWT","alg":"EdDSA"}"#;
        let claims = |rest: &str| format!("{{\"iss\":\"{CLIENT}\",\"aud\":\"{RELAY}\"{rest}}}");
        let whole =
            claims(",\"sub\":\"https://a.example\",\"iat\":1656910097.25,\"act\":\"client_auth\"");
        for (header, claims, expected) in [
            (header, whole.clone(), Ok(())),
            (header, claims(""), Ok(())),
            (r#"{"typ":"JWT","alg":"none"}"#, whole.clone(), Err(TokenFault::Algorithm)),
            (r#"{"typ":"JWT"}"#, whole.clone(), Err(TokenFault::Algorithm)),
            ("[]", whole.clone(), Err(TokenFault::Algorithm)),
            ("", whole, Err(TokenFault::Malformed)),
            (header, claims(",\"exp\":\"1\""), Err(TokenFault::Malformed)),
            (header, claims(",\"exp\":-1"), Err(TokenFault::Malformed)),
            (header, claims(",\"iat\":1e99"), Err(TokenFault::Malformed)),
            (header, claims(",\"iss\":\"did:key:z6Mk\""), Err(TokenFault::Malformed)),
            (header, claims(",\"aud\":\"wss://evil.example\""), Err(TokenFault::Audience)),
            (
                header,
                claims(",\"aud\":[\"wss://relay.walletconnect.com\"]"),
                Err(TokenFault::Audience),
            ),
            (header, "null".to_owned(), Err(TokenFault::Malformed)),
        ] {
            assert_eq!(holds(&made(header, &claims), ISSUED).map(drop), expected, "{claims}");
        }
    }

    #[test]
    fn another_signature_or_shape_is_refused() {
        let token = published();
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let other = sign(&[7; 32], "", RELAY, ISSUED, EXPIRES);
        let foreign = other.rsplit_once('.').expect("three parts").1;
        assert_eq!(holds(&[signed, ".", foreign].concat(), ISSUED), Err(TokenFault::Signature));
        // A key that is no point, and one of small order.
        for key in [[2; 32], [0; 32]] {
            let claims = format!("{{\"iss\":\"{}\",\"aud\":\"{RELAY}\"}}", ClientId::of(key));
            let token = made(r#"{"alg":"EdDSA"}"#, &claims);
            assert_eq!(holds(&token, ISSUED), Err(TokenFault::Signature));
        }
        for shape in [
            "",
            "..",
            signed,
            signature,
            &[&token, "."].concat(),
            &[&token, "="].concat(),
            &token.replace('.', ".."),
            &[signed, "."].concat(),
            &"a".repeat(TOKEN_CHARACTERS + 1),
        ] {
            assert_eq!(holds(shape, ISSUED), Err(TokenFault::Malformed), "{shape}");
        }
    }

    proptest! {
        #[test]
        fn any_key_signs_and_is_known_again(seed in any::<[u8; 32]>(), subject in any::<String>(), at in 0..1_u64 << 40) {
            let token = sign(&seed, &subject, RELAY, at, at + LIFETIME_SECONDS);
            if token.len() <= TOKEN_CHARACTERS {
                prop_assert_eq!(holds(&token, at), Ok(ClientId::of_seed(&seed)));
            }
        }

        #[test]
        fn every_key_has_one_name(key in any::<[u8; 32]>(), zeros in 0..34_usize) {
            let mut key = key;
            key[..zeros.min(32)].fill(0);
            prop_assert_eq!(ClientId::parse(&ClientId::of(key).text()), Some(ClientId::of(key)));
            prop_assert_eq!(from_base58(&base58(&key)), Some(key));
        }

        #[test]
        fn any_text_is_no_token_and_never_panics(text in any::<String>()) {
            prop_assert_eq!(holds(&text, ISSUED), Err(TokenFault::Malformed));
            let _ = ClientId::parse(&[DID, &text].concat());
        }
    }
}
