//! How bytes are sealed at rest: XChaCha20-Poly1305
//! ([draft](https://datatracker.ietf.org/doc/html/draft-irtf-cfrg-xchacha)) under a key that the envelope
//! commits to, in a [`Place`].
//!
//! An envelope is `1 | 1 | key id, 8 bytes | nonce, 24 | commitment, 32 | sealed | tag, 16`; the first byte
//! is the version, the second the algorithm. HKDF-SHA256 makes two keys of the key and the nonce: one that
//! seals, one that is the commitment. Without it, somebody could write an envelope that two keys open to two
//! texts ([Albertini et al.](https://eprint.iacr.org/2020/1456)). What is opened elsewhere than in the place
//! it was sealed for is refused, so rows of a table cannot be swapped.

use chacha20poly1305::aead::{AeadInOut, KeyInit};
use chacha20poly1305::{Tag, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};

use crate::secret::{Fill, SecretBytes, SecretVec, is_same};

const VERSION: u8 = 1;
const ALGORITHM: u8 = 1;
const ID_BYTES: usize = 8;
const NONCE_BYTES: usize = 24;
const KEY_BYTES: usize = 32;
const TAG_BYTES: usize = 16;
const HEAD_BYTES: usize = 2 + ID_BYTES + NONCE_BYTES + KEY_BYTES;
const INFO: &[u8] = b"latchkit/envelope/v1";

/// By how many bytes an envelope is longer than what is in it.
pub const OVERHEAD_BYTES: usize = HEAD_BYTES + TAG_BYTES;

/// A key that seals. It is 32 random bytes, or derived from as many.
pub struct EnvelopeKey(SecretBytes<KEY_BYTES>);

/// By which an envelope says with which key it was sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyId(pub [u8; ID_BYTES]);

/// Where an envelope is kept. All of it is sealed in, none of it is in the envelope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The table, or what stands for one.
    pub table: &'a str,
    /// The column, which says what is in the envelope.
    pub column: &'a str,
    /// The row, by its id.
    pub row: &'a [u8],
    /// Whose it is.
    pub wallet: &'a [u8; 16],
    /// The version of what is in the envelope.
    pub schema: u32,
}

/// Why an envelope is not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvelopeFault {
    /// It ends before it should.
    Cut,
    /// It is of a version, or an algorithm, that is not known.
    Version,
    /// It names another key.
    OtherKey,
    /// It names this key and was sealed with another one.
    Commitment,
    /// It was sealed for another place, or changed.
    Seal,
}

impl EnvelopeKey {
    /// A key of 32 secret bytes.
    pub fn new(bytes: SecretBytes<KEY_BYTES>) -> Self {
        EnvelopeKey(bytes)
    }

    /// A key of random bytes.
    pub fn random(fill: Fill<'_>) -> Self {
        EnvelopeKey(SecretBytes::random(fill))
    }

    /// The first 8 bytes of its SHA-256.
    pub fn id(&self) -> KeyId {
        let hash = Sha256::digest(self.0.bytes());
        KeyId(*hash.first_chunk().expect("32 bytes begin with 8"))
    }

    /// The bytes, for whoever seals the key itself.
    pub fn bytes(&self) -> &[u8; KEY_BYTES] {
        self.0.bytes()
    }
}

/// Seals bytes for a place.
pub fn seal(key: &EnvelopeKey, place: &Place<'_>, plain: &[u8], fill: Fill<'_>) -> Vec<u8> {
    let mut nonce = [0; NONCE_BYTES];
    fill(&mut nonce);
    let (sealing, commitment) = split(key, &nonce);
    let tag_place = [0; TAG_BYTES];
    let mut envelope =
        [&[VERSION, ALGORITHM], &key.id().0[..], &nonce, commitment.bytes(), plain, &tag_place]
            .concat();
    let (_, sealed) = envelope.split_at_mut(HEAD_BYTES);
    let (sealed, tag_place) = sealed.split_at_mut(plain.len());
    let tag = XChaCha20Poly1305::new(&(*sealing.bytes()).into())
        .encrypt_inout_detached(&XNonce::from(nonce), &place.bytes(), sealed.into())
        .expect("less than 256 GB are sealed");
    tag_place.copy_from_slice(&tag);
    envelope
}

/// Opens what was sealed with this key for this place.
pub fn open(
    key: &EnvelopeKey,
    place: &Place<'_>,
    envelope: &[u8],
) -> Result<SecretVec, EnvelopeFault> {
    let read = Envelope::read(envelope)?;
    if read.key != key.id() {
        return Err(EnvelopeFault::OtherKey);
    }
    let (sealing, commitment) = split(key, &read.nonce);
    if !is_same(commitment.bytes(), &read.commitment) {
        return Err(EnvelopeFault::Commitment);
    }
    let mut plain = SecretVec::joined(&[read.sealed]);
    XChaCha20Poly1305::new(&(*sealing.bytes()).into())
        .decrypt_inout_detached(
            &XNonce::from(read.nonce),
            &place.bytes(),
            plain.bytes_mut().into(),
            &Tag::from(read.tag),
        )
        .map_err(|_| EnvelopeFault::Seal)?;
    Ok(plain)
}

/// With which key an envelope says it was sealed, for whoever has several.
pub fn key_id(envelope: &[u8]) -> Result<KeyId, EnvelopeFault> {
    Envelope::read(envelope).map(|it| it.key)
}

impl Place<'_> {
    /// Each part behind its length, so that no two places are written alike.
    fn bytes(&self) -> Vec<u8> {
        let parts: [&[u8]; 5] = [
            self.table.as_bytes(),
            self.column.as_bytes(),
            self.row,
            self.wallet,
            &self.schema.to_be_bytes(),
        ];
        let mut bytes = Vec::new();
        for part in parts {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part);
        }
        bytes
    }
}

struct Envelope<'a> {
    key: KeyId,
    nonce: [u8; NONCE_BYTES],
    commitment: [u8; KEY_BYTES],
    sealed: &'a [u8],
    tag: [u8; TAG_BYTES],
}

impl<'a> Envelope<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, EnvelopeFault> {
        let cut = EnvelopeFault::Cut;
        let ([version, algorithm], rest) = bytes.split_first_chunk().ok_or(cut)?;
        if (*version, *algorithm) != (VERSION, ALGORITHM) {
            return Err(EnvelopeFault::Version);
        }
        let (id, rest) = rest.split_first_chunk().ok_or(cut)?;
        let (nonce, rest) = rest.split_first_chunk().ok_or(cut)?;
        let (commitment, rest) = rest.split_first_chunk().ok_or(cut)?;
        let (sealed, tag) = rest.split_last_chunk().ok_or(cut)?;
        Ok(Envelope { key: KeyId(*id), nonce: *nonce, commitment: *commitment, sealed, tag: *tag })
    }
}

/// The key that seals, and the one that is the commitment.
fn split(
    key: &EnvelopeKey,
    nonce: &[u8; NONCE_BYTES],
) -> (SecretBytes<KEY_BYTES>, SecretBytes<KEY_BYTES>) {
    let both = SecretBytes::<64>::derived(key.bytes(), nonce, &[INFO]);
    let (sealing, commitment) = both.bytes().split_at(KEY_BYTES);
    (
        SecretBytes::made(|to| to.copy_from_slice(sealing)),
        SecretBytes::made(|to| to.copy_from_slice(commitment)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::{chance, hex};
    use crate::poly1305_collision::collide;
    use proptest::prelude::*;

    const PLACE: Place<'_> =
        Place { table: "share_sets", column: "auth", row: &[1, 2, 3], wallet: &[7; 16], schema: 1 };

    /// Written by other code, in Python from the hash up; what lies in a database has to stay readable.
    const RECORDED: &str = "010172cd6e8422c407fbc15c0289ec2d0a9167ec8e65a18debbe5e5532fbeea293f8a3e35c437a32\
        e3e6c5cc2541fcd16eca04ab879ad835744547ffb991e7765ccfa41c253011694713e064c50aad98\
        6c87b95ac0bb232822";

    fn key(byte: u8) -> EnvelopeKey {
        EnvelopeKey::new(SecretBytes::copied(&[byte; 32]))
    }

    fn sealed(key: &EnvelopeKey, place: &Place<'_>, plain: &[u8]) -> Vec<u8> {
        seal(key, place, plain, &mut chance(1))
    }

    fn fault(key: &EnvelopeKey, place: &Place<'_>, envelope: &[u8]) -> Option<EnvelopeFault> {
        open(key, place, envelope).err()
    }

    #[test]
    fn the_recorded_envelope_is_made_and_opened() {
        let envelope = sealed(&key(1), &PLACE, b"a share");
        assert_eq!(envelope, hex(RECORDED));
        assert_eq!(open(&key(1), &PLACE, &envelope).ok().unwrap().bytes(), b"a share");
        assert_eq!(envelope.len(), OVERHEAD_BYTES + 7);
        assert_eq!(key_id(&envelope), Ok(key(1).id()));
    }

    #[test]
    fn an_envelope_opens_in_its_place_only() {
        let envelope = sealed(&key(1), &PLACE, b"a share");
        for other in [
            Place { table: "devices", ..PLACE },
            Place { column: "recovery", ..PLACE },
            Place { row: &[1, 2, 4], ..PLACE },
            Place { row: &[1, 2], ..PLACE },
            Place { wallet: &[8; 16], ..PLACE },
            Place { schema: 2, ..PLACE },
            // The same letters, divided in another way.
            Place { table: "share_set", column: "sauth", ..PLACE },
            Place { column: "aut", row: &[b'h', 1, 2, 3], ..PLACE },
        ] {
            assert_eq!(fault(&key(1), &other, &envelope), Some(EnvelopeFault::Seal), "{other:?}");
        }
    }

    #[test]
    fn another_key_is_refused_whatever_the_envelope_says() {
        let mut envelope = sealed(&key(1), &PLACE, b"a share");
        assert_eq!(fault(&key(2), &PLACE, &envelope), Some(EnvelopeFault::OtherKey));
        envelope[2..10].copy_from_slice(&key(2).id().0);
        assert_eq!(fault(&key(2), &PLACE, &envelope), Some(EnvelopeFault::Commitment));
    }

    /// XChaCha20-Poly1305 by itself opens this one under both keys, to two texts.
    #[test]
    fn an_envelope_that_two_keys_open_is_opened_by_one_at_most() {
        let nonce = [5; NONCE_BYTES];
        let keys = [key(1), key(2)];
        let split = keys.each_ref().map(|key| split(key, &nonce));
        let sealing = split.each_ref().map(|it| *it.0.bytes());
        let (sealed, tag) = collide(&sealing, &nonce, &PLACE.bytes());
        let raw = sealing.map(|key| {
            let mut text = sealed;
            let cipher = XChaCha20Poly1305::new(&key.into());
            let nonce = XNonce::from(nonce);
            let place = PLACE.bytes();
            let opened = cipher.decrypt_inout_detached(
                &nonce,
                &place,
                (&mut text[..]).into(),
                &Tag::from(tag),
            );
            opened.is_ok().then_some(text)
        });
        assert!(raw[0].is_some() && raw[1].is_some() && raw[0] != raw[1], "no collision");
        for (committed, other) in [(0, 1), (1, 0)] {
            let envelope = |named: usize| {
                let commitment = split[committed].1.bytes();
                let id = keys[named].id().0;
                [&[VERSION, ALGORITHM], &id[..], &nonce, commitment, &sealed, &tag].concat()
            };
            let opened = open(&keys[committed], &PLACE, &envelope(committed)).ok().unwrap();
            assert_eq!(Some(opened.bytes()), raw[committed].as_ref().map(|it| &it[..]));
            let refused = fault(&keys[other], &PLACE, &envelope(other));
            assert_eq!(refused, Some(EnvelopeFault::Commitment));
        }
    }

    #[test]
    fn what_was_cut_at_any_byte_or_changed_in_any_bit_is_refused() {
        let envelope = sealed(&key(1), &PLACE, b"a share");
        for end in 0..envelope.len() {
            let expected =
                if end < OVERHEAD_BYTES { EnvelopeFault::Cut } else { EnvelopeFault::Seal };
            assert_eq!(fault(&key(1), &PLACE, &envelope[..end]), Some(expected), "{end} bytes");
        }
        for bit in 0..envelope.len() * 8 {
            let mut changed = envelope.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let expected = match bit / 8 {
                0 | 1 => EnvelopeFault::Version,
                2..=9 => EnvelopeFault::OtherKey,
                10..=65 => EnvelopeFault::Commitment,
                _ => EnvelopeFault::Seal,
            };
            assert_eq!(fault(&key(1), &PLACE, &changed), Some(expected), "bit {bit}");
        }
    }

    #[test]
    fn the_same_bytes_are_never_sealed_alike() {
        let mut fill = chance(1);
        let mut seal = || seal(&key(1), &PLACE, b"a share", &mut fill);
        assert_ne!(seal(), seal());
    }

    proptest! {
        #[test]
        fn what_is_sealed_is_opened(
            plain in prop::collection::vec(any::<u8>(), 0..300),
            names in any::<[String; 2]>(),
            row in prop::collection::vec(any::<u8>(), 0..40),
            wallet in any::<[u8; 16]>(),
            schema in any::<u32>(),
            seed in any::<u64>(),
        ) {
            let [table, column] = &names;
            let place = Place { table, column, row: &row, wallet: &wallet, schema };
            let mut fill = chance(seed);
            let key = EnvelopeKey::random(&mut fill);
            let opened = open(&key, &place, &seal(&key, &place, &plain, &mut fill)).ok().unwrap();
            prop_assert_eq!(opened.bytes(), &*plain);
        }

        #[test]
        fn hostile_bytes_are_an_error_at_worst(
            mut bytes in prop::collection::vec(any::<u8>(), 0..200),
            is_likely in any::<bool>(),
        ) {
            if is_likely && bytes.len() > 10 {
                bytes[..2].copy_from_slice(&[VERSION, ALGORITHM]);
                bytes[2..10].copy_from_slice(&key(1).id().0);
            }
            prop_assert!(open(&key(1), &PLACE, &bytes).is_err());
            prop_assert_eq!(key_id(&bytes).is_ok(), bytes.len() >= OVERHEAD_BYTES && bytes[..2] == [1, 1]);
        }
    }
}
