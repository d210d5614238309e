//! How bytes are sealed to a public key, so that only who made it opens them.
//!
//! ```text
//! public key that was made for this alone 32 · envelope (envelope.rs)
//! ```
//!
//! The envelope's key is made by HKDF of what both keys agree on
//! ([X25519](https://www.rfc-editor.org/rfc/rfc7748#section-6.1)), with both public keys as salt: sealed to one
//! they are not opened by another. Who sealed is not said: the place says what it is, the caller knows from whom.

use hkdf::Hkdf;
use sha2::Sha256;
use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::Zeroizing;

use crate::Fill;
use crate::envelope::{self, Fault, KEY_BYTES, KEY_ID_BYTES, Place};

const INFO: &[u8] = b"latchkit/sealed/v1";
/// The key is of this alone, so it needs no name.
const ID: [u8; KEY_ID_BYTES] = [0; KEY_ID_BYTES];

/// A secret key that receives. It is zeroized when it is dropped, and has no `Debug`.
pub struct Receiver(StaticSecret);

impl Receiver {
    /// A new one.
    pub fn random(fill: Fill<'_>) -> Self {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        fill(&mut *bytes);
        Receiver::of_bytes(&bytes)
    }

    /// The one of these random bytes.
    pub fn of_bytes(bytes: &[u8; KEY_BYTES]) -> Self {
        Receiver(StaticSecret::from(*bytes))
    }

    /// What others seal to.
    pub fn public(&self) -> [u8; KEY_BYTES] {
        PublicKey::from(&self.0).to_bytes()
    }

    /// Opens what was sealed to it for this place.
    pub fn open(&self, place: &Place<'_>, bytes: &[u8]) -> Result<Zeroizing<Vec<u8>>, Fault> {
        let (sender, sealed) = bytes.split_first_chunk().ok_or(Fault::Cut)?;
        let key = key(&self.0, sender, sender, &self.public()).ok_or(Fault::Seal)?;
        envelope::open(&key, ID, place, sealed)
    }
}

/// Seals bytes to a public key; nothing where that is none that anybody could have made.
pub fn seal_to(
    to: &[u8; KEY_BYTES],
    place: &Place<'_>,
    plain: &[u8],
    fill: Fill<'_>,
) -> Option<Vec<u8>> {
    let once = Receiver::random(fill);
    let own = once.public();
    let key = key(&once.0, to, &own, to)?;
    Some([&own[..], &envelope::seal(&key, ID, place, plain, fill)].concat())
}

/// What both agree on; nothing where the other key takes part in nothing (all agree on zeros with it).
fn key(
    own: &StaticSecret,
    other: &[u8; KEY_BYTES],
    sender: &[u8; KEY_BYTES],
    receiver: &[u8; KEY_BYTES],
) -> Option<Zeroizing<[u8; KEY_BYTES]>> {
    let agreed = own.diffie_hellman(&PublicKey::from(*other));
    if !agreed.was_contributory() {
        return None;
    }
    let salt = [sender.as_slice(), receiver].concat();
    let mut key = Zeroizing::new([0; KEY_BYTES]);
    let made = Hkdf::<Sha256>::new(Some(&salt), agreed.as_bytes()).expand(INFO, &mut *key);
    made.expect("HKDF gives as much as 255 hashes");
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place<'_> =
        Place { table: "share", column: "auth", row: "s1", wallet: "w1", schema: 1 };

    fn counting() -> impl FnMut(&mut [u8]) {
        let mut count = 0_u8;
        move |bytes| {
            for byte in bytes {
                *byte = count;
                count = count.wrapping_add(1);
            }
        }
    }

    #[test]
    fn only_the_receiver_opens_it() {
        let mut fill = counting();
        let (to, other) = (Receiver::random(&mut fill), Receiver::random(&mut fill));
        let bytes = seal_to(&to.public(), &PLACE, b"share", &mut fill).expect("sealed");
        assert_eq!(*to.open(&PLACE, &bytes).expect("opened"), b"share");
        assert_eq!(other.open(&PLACE, &bytes).err(), Some(Fault::Commitment));
        assert_eq!(to.open(&Place { row: "s2", ..PLACE }, &bytes).err(), Some(Fault::Seal));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(to.open(&PLACE, &changed).is_err(), "{at}");
            assert!(to.open(&PLACE, &bytes[..at]).is_err(), "{at}");
        }
    }

    #[test]
    fn a_key_that_takes_part_in_nothing_is_refused() {
        let mut fill = counting();
        let to = Receiver::random(&mut fill);
        let sealed = seal_to(&to.public(), &PLACE, b"share", &mut fill).expect("sealed");
        let mut one = [0; KEY_BYTES];
        one[0] = 1;
        for low in [[0; KEY_BYTES], one] {
            assert!(seal_to(&low, &PLACE, b"share", &mut fill).is_none());
            let forged = [&low[..], &sealed[KEY_BYTES..]].concat();
            assert_eq!(to.open(&PLACE, &forged).err(), Some(Fault::Seal));
        }
    }
}
