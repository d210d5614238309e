//! How bytes are sealed for whoever has a private key, by somebody who needs none: what libsodium calls a
//! [sealed box](https://doc.libsodium.org/public-key_cryptography/sealed_boxes), in our own form.
//!
//! The server seals a share for a key that a page made for one request, so that no proxy between reads it.
//! A box is `1 | ephemeral public key, 32 bytes | envelope`. X25519
//! ([RFC 7748](https://www.rfc-editor.org/rfc/rfc7748)) of the ephemeral and the recipient's key goes with
//! both public keys through HKDF-SHA256, and that key seals the [`envelope`].

use x25519_dalek::{PublicKey, StaticSecret};

use crate::envelope::{self, EnvelopeFault, EnvelopeKey, Place};
use crate::secret::{Fill, SecretBytes, SecretVec};

const VERSION: u8 = 1;
const KEY_BYTES: usize = 32;
const INFO: &[u8] = b"latchkit/sealed-box/v1";

/// The private key of who is to open a box.
pub struct RecipientKey(SecretBytes<KEY_BYTES>);

/// The public key that a box is sealed for, 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecipientPublicKey(pub [u8; KEY_BYTES]);

/// Why a box is not sealed or not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxFault {
    /// It ends before it should.
    Cut,
    /// It is of a version that is not known.
    Version,
    /// The other public key is a point of low order, under which everybody comes to the same key
    /// ([RFC 7748, 6.1](https://www.rfc-editor.org/rfc/rfc7748#section-6.1)).
    LowOrder,
    /// The envelope in it is not opened: it is for another key or place, or was changed.
    Envelope(EnvelopeFault),
}

impl RecipientKey {
    /// The key of these random bytes.
    pub fn new(bytes: SecretBytes<KEY_BYTES>) -> Self {
        RecipientKey(bytes)
    }

    /// A key of random bytes.
    pub fn random(fill: Fill<'_>) -> Self {
        RecipientKey(SecretBytes::random(fill))
    }

    /// What is told of it.
    pub fn public(&self) -> RecipientPublicKey {
        RecipientPublicKey(PublicKey::from(&self.secret()).to_bytes())
    }

    /// It wipes itself.
    fn secret(&self) -> StaticSecret {
        StaticSecret::from(*self.0.bytes())
    }
}

impl RecipientPublicKey {
    /// Whether a box can be sealed for it: it is no point of low order.
    pub fn is_fit(&self) -> bool {
        // Every private key is a multiple of the cofactor, so one is as good as all others.
        let any = StaticSecret::from([1; KEY_BYTES]);
        any.diffie_hellman(&PublicKey::from(self.0)).was_contributory()
    }
}

/// Seals bytes for a recipient and a place.
pub fn seal(
    to: &RecipientPublicKey,
    place: &Place<'_>,
    plain: &[u8],
    fill: Fill<'_>,
) -> Result<Vec<u8>, BoxFault> {
    let ephemeral = RecipientKey::random(&mut *fill);
    let public = ephemeral.public();
    let key = agree(&ephemeral, to, &public, to)?;
    Ok([&[VERSION], &public.0[..], &envelope::seal(&key, place, plain, fill)].concat())
}

/// Opens what was sealed for this recipient and this place.
pub fn open(own: &RecipientKey, place: &Place<'_>, bytes: &[u8]) -> Result<SecretVec, BoxFault> {
    let ([version], rest) = bytes.split_first_chunk().ok_or(BoxFault::Cut)?;
    if *version != VERSION {
        return Err(BoxFault::Version);
    }
    let (ephemeral, envelope) = rest.split_first_chunk().ok_or(BoxFault::Cut)?;
    let ephemeral = RecipientPublicKey(*ephemeral);
    let key = agree(own, &ephemeral, &ephemeral, &own.public())?;
    envelope::open(&key, place, envelope).map_err(BoxFault::Envelope)
}

fn agree(
    own: &RecipientKey,
    other: &RecipientPublicKey,
    ephemeral: &RecipientPublicKey,
    recipient: &RecipientPublicKey,
) -> Result<EnvelopeKey, BoxFault> {
    let shared = own.secret().diffie_hellman(&PublicKey::from(other.0));
    if !shared.was_contributory() {
        return Err(BoxFault::LowOrder);
    }
    let info = [INFO, &ephemeral.0, &recipient.0];
    Ok(EnvelopeKey::new(SecretBytes::derived(shared.as_bytes(), &[], &info)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::given::{array, chance, hex};
    use proptest::prelude::*;

    const PLACE: Place<'_> =
        Place { table: "answer", column: "auth", row: b"1", wallet: &[7; 16], schema: 1 };

    /// All points of low order, in both ways to write 0 and 1 ([list](https://cr.yp.to/ecdh.html#validate)).
    fn low_order() -> Vec<[u8; 32]> {
        [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ]
        .map(array)
        .to_vec()
    }

    /// Written by other code, in Python.
    const RECORDED: &str = "0161cf895dc19beb44bd9cdd4f8f44600a8208ca231b691fd5abf4d8faf21b593b0101f47d7474f4\
        19a13ba83d7e35de181749966761748e5c43cb614f560177dc75673fb78fd9d627bfdf8c153ae7d6\
        5a5f711130a54f4b67f3beea8677a04f714899b2fdb95a02b64385b35fcb48046622c51daeb2a3ea";

    #[test]
    fn the_recorded_box_is_made_and_opened() {
        let mut fill = chance(1);
        let own = RecipientKey::random(&mut fill);
        let sealed = seal(&own.public(), &PLACE, b"share", &mut fill).unwrap();
        assert_eq!(sealed, hex(RECORDED));
        assert_eq!(open(&own, &PLACE, &sealed).ok().unwrap().bytes(), b"share");
    }

    #[test]
    fn the_recipient_opens_it_and_nobody_else() {
        let mut fill = chance(1);
        let (own, other) = (RecipientKey::random(&mut fill), RecipientKey::random(&mut fill));
        let sealed = seal(&own.public(), &PLACE, b"share", &mut fill).unwrap();
        assert_eq!(open(&own, &PLACE, &sealed).ok().unwrap().bytes(), b"share");
        let fault = open(&other, &PLACE, &sealed).err();
        assert_eq!(fault, Some(BoxFault::Envelope(EnvelopeFault::OtherKey)));
        let elsewhere = Place { row: b"2", ..PLACE };
        let fault = open(&own, &elsewhere, &sealed).err();
        assert_eq!(fault, Some(BoxFault::Envelope(EnvelopeFault::Seal)));
        let again = seal(&own.public(), &PLACE, b"share", &mut fill).unwrap();
        assert_ne!(again[1..33], sealed[1..33], "each box has a key of its own");
    }

    #[test]
    fn a_point_of_low_order_is_refused_on_both_sides() {
        let mut fill = chance(1);
        let own = RecipientKey::random(&mut fill);
        let sealed = seal(&own.public(), &PLACE, b"share", &mut fill).unwrap();
        for point in low_order() {
            let to = RecipientPublicKey(point);
            assert!(own.public().is_fit() && !to.is_fit());
            assert_eq!(seal(&to, &PLACE, b"share", &mut fill), Err(BoxFault::LowOrder));
            let forged = [&[VERSION], &point[..], &sealed[33..]].concat();
            assert_eq!(open(&own, &PLACE, &forged).err(), Some(BoxFault::LowOrder));
        }
    }

    #[test]
    fn what_was_cut_at_any_byte_or_changed_in_any_bit_is_refused() {
        let mut fill = chance(1);
        let own = RecipientKey::random(&mut fill);
        let sealed = seal(&own.public(), &PLACE, b"share", &mut fill).unwrap();
        for end in 0..sealed.len() {
            assert!(open(&own, &PLACE, &sealed[..end]).is_err(), "{end} bytes");
        }
        for at in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[at / 8] ^= 1 << (at % 8);
            assert!(open(&own, &PLACE, &changed).is_err(), "bit {at}");
        }
        let mut other = sealed.clone();
        other[0] = 2;
        assert_eq!(open(&own, &PLACE, &other).err(), Some(BoxFault::Version));
        assert_eq!(open(&own, &PLACE, &[]).err(), Some(BoxFault::Cut));
    }

    proptest! {
        #[test]
        fn hostile_bytes_are_an_error_at_worst(mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let own = RecipientKey::random(&mut chance(1));
            prop_assert!(open(&own, &PLACE, &bytes).is_err());
            if let Some(first) = bytes.first_mut() {
                *first = VERSION;
            }
            prop_assert!(open(&own, &PLACE, &bytes).is_err());
        }
    }
}
