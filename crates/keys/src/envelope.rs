//! How bytes are sealed with a key: for one place, and so that no other key opens them.
//!
//! ```text
//! version 1 · algorithm 1 · id of the key 8 · nonce 24 · commitment 32 · sealed bytes · tag 16
//! ```
//!
//! XChaCha20-Poly1305 ([draft-irtf-cfrg-xchacha-03](https://datatracker.ietf.org/doc/html/draft-irtf-cfrg-xchacha-03))
//! takes nonces that are drawn at random. It does not say which key sealed: bytes can be made that two keys
//! open, each otherwise. So a second key of the same source is put beside them, the commitment, and looked at
//! first. What the bytes belong to ([`Place`]) is part of what is sealed, so no row is of use in the place of
//! another.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Fill;

/// How long a key is.
pub const KEY_BYTES: usize = 32;
/// How long the id of a key is.
pub const KEY_ID_BYTES: usize = 8;

const VERSION: u8 = 1;
const ALGORITHM: u8 = 1;
const NONCE_BYTES: usize = 24;
const COMMITMENT_BYTES: usize = 32;
const TAG_BYTES: usize = 16;
const HEAD_BYTES: usize = 2 + KEY_ID_BYTES + NONCE_BYTES + COMMITMENT_BYTES;
const INFO: &[u8] = b"latchkit/envelope/v1";

/// What sealed bytes belong to.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The kind of thing.
    pub table: &'a str,
    /// Which part of it.
    pub column: &'a str,
    /// Which one.
    pub row: &'a str,
    /// Whose.
    pub wallet: &'a str,
    /// How what is sealed is written.
    pub schema: u32,
}

/// Why bytes are not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They end before they should.
    Cut,
    /// They are of a version or an algorithm that is not known.
    Version,
    /// They name another key.
    OtherKey,
    /// Another key sealed them, whatever they say.
    Commitment,
    /// They belong somewhere else, or were changed.
    Seal,
}

/// Seals bytes. `id` names the key to whoever has to open them.
pub fn seal(
    key: &[u8; KEY_BYTES],
    id: [u8; KEY_ID_BYTES],
    place: &Place<'_>,
    plain: &[u8],
    fill: Fill<'_>,
) -> Vec<u8> {
    let mut nonce = [0; NONCE_BYTES];
    fill(&mut nonce);
    let both = Both::of(key, &nonce);
    let payload = Payload { msg: plain, aad: &bound(id, place) };
    let sealed = XChaCha20Poly1305::new((&*both.sealing).into());
    let sealed = sealed.encrypt(&XNonce::from(nonce), payload);
    let sealed = sealed.expect("less than 256 GB are sealed");
    [&[VERSION, ALGORITHM][..], &id, &nonce, &both.commitment, &sealed].concat()
}

/// Opens bytes that this key sealed for this place.
pub fn open(
    key: &[u8; KEY_BYTES],
    id: [u8; KEY_ID_BYTES],
    place: &Place<'_>,
    bytes: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Fault> {
    if bytes.len() < HEAD_BYTES + TAG_BYTES {
        return Err(Fault::Cut);
    }
    if bytes[..2] != [VERSION, ALGORITHM] {
        return Err(Fault::Version);
    }
    if key_id(bytes) != Some(id) {
        return Err(Fault::OtherKey);
    }
    let (nonce, rest) = bytes[2 + KEY_ID_BYTES..].split_first_chunk().ok_or(Fault::Cut)?;
    let (commitment, sealed) = rest.split_at(COMMITMENT_BYTES);
    let both = Both::of(key, nonce);
    if !bool::from(both.commitment.ct_eq(commitment)) {
        return Err(Fault::Commitment);
    }
    let payload = Payload { msg: sealed, aad: &bound(id, place) };
    let opened = XChaCha20Poly1305::new((&*both.sealing).into());
    opened.decrypt(&XNonce::from(*nonce), payload).map(Zeroizing::new).map_err(|_| Fault::Seal)
}

/// Which key sealed some bytes, as they say; nothing where they are too short to say it.
pub fn key_id(bytes: &[u8]) -> Option<[u8; KEY_ID_BYTES]> {
    bytes.get(2..)?.first_chunk().copied()
}

/// What is made of a key for one nonce.
struct Both {
    sealing: Zeroizing<[u8; KEY_BYTES]>,
    commitment: [u8; COMMITMENT_BYTES],
}

impl Both {
    fn of(key: &[u8; KEY_BYTES], nonce: &[u8; NONCE_BYTES]) -> Self {
        let mut bytes = Zeroizing::new([0; KEY_BYTES + COMMITMENT_BYTES]);
        let made = Hkdf::<Sha256>::new(Some(nonce), key).expand(INFO, &mut *bytes);
        made.expect("HKDF gives as much as 255 hashes");
        let (sealing, commitment) = bytes.split_at(KEY_BYTES);
        let mut both =
            Both { sealing: Zeroizing::new([0; KEY_BYTES]), commitment: [0; COMMITMENT_BYTES] };
        both.sealing.copy_from_slice(sealing);
        both.commitment.copy_from_slice(commitment);
        both
    }
}

/// All that is sealed with the bytes, each part behind its length, so that no two places are one text.
fn bound(id: [u8; KEY_ID_BYTES], place: &Place<'_>) -> Vec<u8> {
    let schema = place.schema.to_be_bytes();
    let texts = [place.table, place.column, place.row, place.wallet].map(str::as_bytes);
    let mut bytes = vec![VERSION, ALGORITHM];
    for part in texts.into_iter().chain([&schema[..], &id]) {
        let length = u32::try_from(part.len()).expect("names are short");
        bytes.extend(length.to_be_bytes());
        bytes.extend(part);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: [u8; KEY_BYTES] = [7; KEY_BYTES];
    const ID: [u8; KEY_ID_BYTES] = [1; KEY_ID_BYTES];
    const PLACE: Place<'_> =
        Place { table: "shares", column: "auth", row: "r1", wallet: "w1", schema: 1 };

    fn sealed(plain: &[u8]) -> Vec<u8> {
        let mut count = 0;
        seal(&KEY, ID, &PLACE, plain, &mut |bytes| {
            for byte in bytes {
                *byte = count;
                count += 1;
            }
        })
    }

    #[test]
    fn what_was_sealed_is_opened() {
        for plain in [&b""[..], b"share", &[0; 10_000]] {
            let bytes = sealed(plain);
            assert_eq!(bytes.len(), HEAD_BYTES + plain.len() + TAG_BYTES);
            assert_eq!(*open(&KEY, ID, &PLACE, &bytes).expect("opened"), plain);
        }
    }

    #[test]
    fn no_place_stands_for_another() {
        let bytes = sealed(b"share");
        let places = [
            Place { table: "factors", ..PLACE },
            Place { column: "recovery", ..PLACE },
            Place { row: "r2", ..PLACE },
            Place { wallet: "w2", ..PLACE },
            Place { schema: 2, ..PLACE },
            // The same letters, cut otherwise.
            Place { row: "r1w", wallet: "1", ..PLACE },
        ];
        for place in places {
            assert_eq!(open(&KEY, ID, &place, &bytes).err(), Some(Fault::Seal));
        }
    }

    #[test]
    fn no_key_opens_what_another_sealed() {
        let bytes = sealed(b"share");
        assert_eq!(open(&[8; KEY_BYTES], ID, &PLACE, &bytes).err(), Some(Fault::Commitment));
        assert_eq!(open(&KEY, [2; KEY_ID_BYTES], &PLACE, &bytes).err(), Some(Fault::OtherKey));
        // Bytes that a second key would open as well carry the commitment of one of them.
        let mut of_other = bytes.clone();
        let other = Both::of(&[8; KEY_BYTES], bytes[10..34].try_into().expect("a nonce"));
        of_other[34..66].copy_from_slice(&other.commitment);
        assert_eq!(open(&KEY, ID, &PLACE, &of_other).err(), Some(Fault::Commitment));
        assert_eq!(open(&[8; KEY_BYTES], ID, &PLACE, &of_other).err(), Some(Fault::Seal));
    }

    #[test]
    fn bytes_that_were_changed_are_not_opened() {
        let bytes = sealed(b"share");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(open(&KEY, ID, &PLACE, &changed).is_err(), "{at}");
            assert!(open(&KEY, ID, &PLACE, &bytes[..at]).is_err(), "{at}");
        }
        assert_eq!(open(&KEY, ID, &PLACE, &[]).err(), Some(Fault::Cut));
    }

    /// What was sealed once is opened by every later version. The hash begins like that of the same by another
    /// implementation, `@noble/ciphers` with HKDF of Node.
    #[test]
    fn the_form_stays() {
        use sha2::Digest;
        let hash = Sha256::digest(sealed(b"share"));
        assert_eq!(hash[..8], [0x43, 0x73, 0xab, 0x4c, 0x38, 0x72, 0xe4, 0x2e]);
    }

    proptest! {
        #[test]
        fn hostile_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(open(&KEY, ID, &PLACE, &bytes).is_err());
            let _ = key_id(&bytes);
        }
    }
}
