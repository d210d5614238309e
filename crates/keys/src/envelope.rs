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
    let mut envelope = [
        &[VERSION, ALGORITHM],
        &key.id().0[..],
        &nonce,
        commitment.bytes(),
        plain,
        &tag_place,
    ]
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
        Ok(Envelope {
            key: KeyId(*id),
            nonce: *nonce,
            commitment: *commitment,
            sealed,
            tag: *tag,
        })
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
