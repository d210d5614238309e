//! How a message is sealed, so that the relay between reads nothing of it
//! ([specs](https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes)).
//!
//! The first byte is the type: 0 is sealed with the topic's key, 1 with one that the receiver comes to
//! with the sender's public key inside, 2 is not sealed and was made for links between apps of one
//! phone. ChaCha20-Poly1305, as standard base64.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use sha2::{Digest, Sha256};

use super::base64;
use super::hex::{bytes32, hex};
use super::key::{KeyPair, PublicKey, SymKey};

/// How long a sealed message may be, in characters of base64.
pub const MOST_CHARACTERS: usize = 900_000;

const IV_BYTES: usize = 12;
const KEY_BYTES: usize = 32;
const TAG_BYTES: usize = 16;

/// How long a text may be, in bytes, for [`seal`] to make of it a message that is not too long.
pub const MOST_BYTES: usize = MOST_CHARACTERS / 4 * 3 - 1 - IV_BYTES - TAG_BYTES;

/// Why an envelope is not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvelopeFault {
    /// It is longer than any message is.
    TooLong,
    /// It is no base64.
    Encoding,
    /// It ends before it should.
    Cut,
    /// It is of another type than this topic takes.
    Type,
    /// It was not sealed with this key, or was changed on its way.
    Seal,
    /// What was sealed is no text.
    Text,
}

/// The name of a message, by which it is known when it comes a second time: the SHA-256 of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId([u8; 32]);

impl MessageId {
    /// The name of a sealed message.
    pub fn of(sealed: &str) -> Self {
        MessageId(Sha256::digest(sealed.as_bytes()).into())
    }

    /// Reads 64 hexadecimal digits; nothing where they are not that.
    pub fn parse(text: &str) -> Option<Self> {
        bytes32(text).map(MessageId)
    }

    /// 64 lowercase hexadecimal digits.
    pub fn text(&self) -> String {
        hex(&self.0)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for MessageId {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.text())
    }
}

/// Seals a text for who has the key (type 0). `iv` is random, and never used twice with one key.
pub fn seal(key: &SymKey, iv: [u8; IV_BYTES], text: &str) -> String {
    sealed(&[&[0], &iv], key, iv, text)
}

/// Seals a text for who has never heard of the sender (type 1).
pub fn seal_to(own: &KeyPair, to: &PublicKey, iv: [u8; IV_BYTES], text: &str) -> Option<String> {
    let key = own.agree(to)?;
    Some(sealed(&[&[1], own.public().bytes(), &iv], &key, iv, text))
}

/// Opens what was sealed with the topic's key.
pub fn open(key: &SymKey, message: &str) -> Result<String, EnvelopeFault> {
    match &*decoded(message)? {
        [0, rest @ ..] => opened(key, rest),
        _ => Err(EnvelopeFault::Type),
    }
}

/// Opens what somebody sealed for this public key, and says who.
pub fn open_for(own: &KeyPair, message: &str) -> Result<(PublicKey, String), EnvelopeFault> {
    let bytes = decoded(message)?;
    let [1, rest @ ..] = &*bytes else { return Err(EnvelopeFault::Type) };
    let (sender, rest) = rest.split_first_chunk::<KEY_BYTES>().ok_or(EnvelopeFault::Cut)?;
    let sender = PublicKey::of_bytes(*sender);
    let key = own.agree(&sender).ok_or(EnvelopeFault::Seal)?;
    Ok((sender, opened(&key, rest)?))
}

/// Reads what came by a link, in base64 for URLs, and is not sealed (type 2).
pub fn read_plain(message: &str) -> Result<String, EnvelopeFault> {
    if message.len() > MOST_CHARACTERS {
        return Err(EnvelopeFault::TooLong);
    }
    let bytes = base64::decode_url(message).ok_or(EnvelopeFault::Encoding)?;
    match &*bytes {
        [2, text @ ..] => text_of(text.to_vec()),
        [] => Err(EnvelopeFault::Cut),
        _ => Err(EnvelopeFault::Type),
    }
}

fn sealed(head: &[&[u8]], key: &SymKey, iv: [u8; IV_BYTES], text: &str) -> String {
    let cipher = ChaCha20Poly1305::new(&Key::from(*key.bytes()));
    let sealed = cipher.encrypt(&Nonce::from(iv), text.as_bytes());
    let sealed = sealed.expect("less than 256 GB are sealed");
    base64::encode(&[&*head.concat(), &*sealed].concat())
}

fn decoded(message: &str) -> Result<Vec<u8>, EnvelopeFault> {
    if message.len() > MOST_CHARACTERS {
        return Err(EnvelopeFault::TooLong);
    }
    let bytes = base64::decode(message).ok_or(EnvelopeFault::Encoding)?;
    if bytes.is_empty() { Err(EnvelopeFault::Cut) } else { Ok(bytes) }
}

/// Opens what stands behind the head: the iv, then the sealed text with its tag.
fn opened(key: &SymKey, rest: &[u8]) -> Result<String, EnvelopeFault> {
    let (iv, sealed) = rest.split_first_chunk::<IV_BYTES>().ok_or(EnvelopeFault::Cut)?;
    if sealed.len() < TAG_BYTES {
        return Err(EnvelopeFault::Cut);
    }
    let cipher = ChaCha20Poly1305::new(&Key::from(*key.bytes()));
    let bytes = cipher.decrypt(&Nonce::from(*iv), sealed).map_err(|_| EnvelopeFault::Seal)?;
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> Result<String, EnvelopeFault> {
    String::from_utf8(bytes).map_err(|_| EnvelopeFault::Text)
}

#[cfg(test)]
mod tests {
    use super::{
        EnvelopeFault, KeyPair, MOST_BYTES, MOST_CHARACTERS, MessageId, SymKey, base64, open,
        open_for, read_plain, seal, seal_to,
    };

    const TEXT: &str = r#"{"id":1,"jsonrpc":"2.0","result":true}"#;
    const SEALED: &str = "AAMDAwMDAwMDAwMDAyGMuOUygiLaFc5uzyIRO0dwSuZ1JtDzElzSzUQxsil/42XwJgn0tfprWGqylxQAgpUuAnItog==";
    const SEALED_TO: &str = "AaTgkpK2UcJ4uXcsVp9fqbsT2Qa0araMnfncK0QJ+KIJAwMDAwMDAwMDAwMDIYy45TKCItoVzm7PIhE7R3BK5nUm0PMSXNLNRDGyKX/jZfAmCfS1+mtYarKXFACClS4Cci2i";

    fn sides() -> (KeyPair, KeyPair, SymKey) {
        let (a, b) = (KeyPair::new([1; 32]), KeyPair::new([2; 32]));
        let key = a.agree(&b.public()).unwrap();
        (a, b, key)
    }

    #[test]
    fn the_recorded_envelopes_are_made_and_opened() {
        let (a, b, key) = sides();
        assert_eq!(seal(&key, [3; 12], TEXT), SEALED);
        assert_eq!(open(&key, SEALED).as_deref(), Ok(TEXT));
        assert_eq!(seal_to(&a, &b.public(), [3; 12], TEXT).as_deref(), Some(SEALED_TO));
        assert_eq!(open_for(&b, SEALED_TO), Ok((a.public(), TEXT.to_owned())));
        let plain = read_plain("AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJyZXN1bHQiOnRydWV9");
        assert_eq!(plain.as_deref(), Ok(TEXT));
        assert_eq!(
            MessageId::of(SEALED).text(),
            "366a1d0773cc2823290e3480e937f938d2d2126e2696c804fce1da5217ee8aa3"
        );
    }

    #[test]
    fn the_longest_text_makes_the_longest_message() {
        let (_, _, key) = sides();
        let length = |bytes| seal(&key, [3; 12], &"a".repeat(bytes)).len();
        assert_eq!(length(MOST_BYTES), MOST_CHARACTERS);
        assert!(length(MOST_BYTES + 1) > MOST_CHARACTERS);
    }

    #[test]
    fn what_was_cut_at_any_byte_or_changed_in_any_bit_is_refused() {
        let (_, b, key) = sides();
        for (sealed, head) in [(SEALED, 1), (SEALED_TO, 33)] {
            let bytes = base64::decode(sealed).unwrap();
            let fault = |bytes: &[u8]| {
                let text = base64::encode(bytes);
                if head == 1 { open(&key, &text).err() } else { open_for(&b, &text).err() }
            };
            for end in 0..bytes.len() {
                let expected =
                    if end < head + 12 + 16 { EnvelopeFault::Cut } else { EnvelopeFault::Seal };
                assert_eq!(fault(&bytes[..end]), Some(expected), "{end} bytes");
            }
            for at in 0..bytes.len() * 8 {
                let mut changed = bytes.clone();
                changed[at / 8] ^= 1 << (at % 8);
                let expected = if at < 8 { EnvelopeFault::Type } else { EnvelopeFault::Seal };
                // The highest bit of a public key says nothing (RFC 7748, 5).
                let says_nothing = head == 33 && at == 32 * 8 + 7;
                assert_eq!(fault(&changed), (!says_nothing).then_some(expected), "bit {at}");
            }
        }
    }

    #[test]
    fn a_message_of_another_kind_is_no_message() {
        let (_, b, key) = sides();
        assert_eq!(open(&key, SEALED_TO), Err(EnvelopeFault::Type));
        assert_eq!(open_for(&b, SEALED), Err(EnvelopeFault::Type));
        assert_eq!(open(&key, "AnsiaWQiOjF9"), Err(EnvelopeFault::Type));
        assert_eq!(open(&SymKey::new([8; 32]), SEALED), Err(EnvelopeFault::Seal));
        assert_eq!(open(&key, "no base64"), Err(EnvelopeFault::Encoding));
        assert_eq!(open(&key, ""), Err(EnvelopeFault::Cut));
        assert_eq!(open(&key, &"A".repeat(1_000_000)), Err(EnvelopeFault::TooLong));
        assert_eq!(read_plain(&"A".repeat(1_000_000)), Err(EnvelopeFault::TooLong));
        assert_eq!(read_plain("AA"), Err(EnvelopeFault::Type));
    }
}
