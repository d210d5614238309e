//! The recovery key, under which the recovery shares of a wallet are sealed.
//!
//! All recovery shares of a wallet are sealed under one [`RecoveryKey`]. The key itself is wrapped by
//! factors ([`factor`](crate::factor)), or given to the server's key management where recovery is
//! automatic. Whoever takes a factor away makes a new key and deals all sets anew.

use crate::envelope::{self, EnvelopeFault, EnvelopeKey, Place};
use crate::secret::{Fill, SecretBytes};
use crate::share::{Holder, Share, ShareFault, ShareSet};

const SCHEMA: u32 = 1;

/// 32 random bytes that open the recovery shares of a wallet.
pub struct RecoveryKey(EnvelopeKey);

/// Why a recovery share is not sealed or not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecoveryFault {
    /// It was sealed under another recovery key, for another set, or changed.
    Envelope(EnvelopeFault),
    /// What was sealed is no share.
    Share(ShareFault),
    /// The share is not the recovery share of the set.
    OtherShare,
}

impl RecoveryKey {
    /// A key of random bytes.
    pub fn random(fill: Fill<'_>) -> Self {
        RecoveryKey(EnvelopeKey::random(fill))
    }

    /// The key that somebody else kept.
    pub fn new(bytes: SecretBytes<32>) -> Self {
        RecoveryKey(EnvelopeKey::new(bytes))
    }

    /// The bytes, for whoever keeps it.
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }

    /// Seals the recovery share of a set. Another holder's share is refused: the server has that one.
    pub fn seal(&self, share: &Share, fill: Fill<'_>) -> Result<Vec<u8>, RecoveryFault> {
        if share.holder() != Holder::Recovery {
            return Err(RecoveryFault::OtherShare);
        }
        Ok(envelope::seal(&self.0, &place(&share.set()), share.bytes().bytes(), fill))
    }

    /// Opens the recovery share of this set.
    pub fn open(&self, set: &ShareSet, sealed: &[u8]) -> Result<Share, RecoveryFault> {
        let bytes =
            envelope::open(&self.0, &place(set), sealed).map_err(RecoveryFault::Envelope)?;
        let share = Share::read(bytes.bytes()).map_err(RecoveryFault::Share)?;
        if share.set() != *set || share.holder() != Holder::Recovery {
            return Err(RecoveryFault::OtherShare);
        }
        Ok(share)
    }
}

fn place(set: &ShareSet) -> Place<'_> {
    Place {
        table: "share_sets",
        column: "recovery",
        row: &set.set,
        wallet: &set.wallet,
        schema: SCHEMA,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::Entropy;
    use crate::given::chance;
    use crate::share::{Dealt, deal};

    const SET: ShareSet = ShareSet { wallet: [7; 16], set: [9; 16] };

    fn dealt(set: ShareSet) -> Dealt {
        deal(&Entropy::of_bytes(&[5; 16]).unwrap(), set, &mut chance(1))
    }

    #[test]
    fn the_recovery_share_is_opened_by_its_key_and_for_its_set() {
        let mut fill = chance(2);
        let (key, other) = (RecoveryKey::random(&mut fill), RecoveryKey::random(&mut fill));
        let sealed = key.seal(&dealt(SET).recovery, &mut fill).unwrap();
        let opened = key.open(&SET, &sealed).ok().unwrap();
        assert_eq!(opened.bytes().bytes(), dealt(SET).recovery.bytes().bytes());
        let fault = |key: &RecoveryKey, set: ShareSet| key.open(&set, &sealed).err();
        let envelope = |fault| Some(RecoveryFault::Envelope(fault));
        assert_eq!(fault(&other, SET), envelope(EnvelopeFault::OtherKey));
        let other_set = ShareSet { set: [8; 16], ..SET };
        assert_eq!(fault(&key, other_set), envelope(EnvelopeFault::Seal));
        let other_wallet = ShareSet { wallet: [8; 16], ..SET };
        assert_eq!(fault(&key, other_wallet), envelope(EnvelopeFault::Seal));
    }

    #[test]
    fn no_other_share_is_sealed_or_opened() {
        let mut fill = chance(2);
        let key = RecoveryKey::random(&mut fill);
        let Dealt { device, auth, .. } = dealt(SET);
        let foreign = dealt(ShareSet { set: [8; 16], ..SET }).recovery;
        for share in [&device, &auth] {
            assert_eq!(key.seal(share, &mut fill), Err(RecoveryFault::OtherShare));
        }
        let mut sealed = |bytes: &[u8]| envelope::seal(&key.0, &place(&SET), bytes, &mut fill);
        for share in [&device, &auth, &foreign] {
            let sealed = sealed(share.bytes().bytes());
            assert_eq!(key.open(&SET, &sealed).err(), Some(RecoveryFault::OtherShare));
        }
        let cut = sealed(&device.bytes().bytes()[..49]);
        assert_eq!(key.open(&SET, &cut).err(), Some(RecoveryFault::Share(ShareFault::Short)));
    }
}
