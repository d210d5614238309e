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
