//! Approving in a window of the vault's own: the frame leaves what is to be approved, the window takes it and leaves what
//! was decided. Whatever a page does to windows that it opens, this goes another way.
//!
//! Both texts are sealed under a key that stands behind the `#` of the window's address and never comes here, so nobody
//! here reads what is approved, or approves it.

use super::Vault;
use super::fault::VaultFault;
use super::incoming::{check, malformed};
use super::link::{LONGEST_WAIT, LOOK_TIME};
use super::proof::{self, DeviceKey};
use crate::db::vault::review::Review;
use crate::error::ApiError;
use protocol::api::vault::{
    ReviewDecide, ReviewOffer, ReviewState, ReviewTake, ReviewTaken, ReviewWait,
};
use protocol::frame::wait::APPROVAL_MS;
use protocol::relay::base64;
use std::time::Duration;

/// How many bytes a name has.
const NAME_BYTES: usize = 16;
/// How long what is sealed may be, in letters.
const MOST_OFFERED: usize = 256 * 1024;
const MOST_DECIDED: usize = 1024;
/// How many wait for one browser at most; a frame has ten.
const MOST: i64 = 20;

impl Vault {
    /// Keeps something for a window, or takes it back.
    pub(crate) async fn offer(&self, it: &ReviewOffer, key: &DeviceKey) -> Result<(), ApiError> {
        let id_hash = &hash(&it.id)?;
        let Some(sealed) = &it.sealed else {
            return Ok(self.db.end_review(id_hash, key.text()).await?);
        };
        check(is_sealed(sealed, MOST_OFFERED), "sealed")?;
        let now_ms = self.clock.now_ms();
        let until_ms = now_ms + i64::from(APPROVAL_MS);
        let review = Review { id_hash, key: key.text(), sealed, until_ms };
        if self.db.add_review(&review, MOST, now_ms).await? {
            Ok(())
        } else {
            Err(VaultFault::TooMany(Duration::from_millis(APPROVAL_MS.into())).into())
        }
    }

    /// What was decided. Waits for it, where there is room for who waits.
    pub(crate) async fn review_state(
        &self,
        it: &ReviewWait,
        key: &DeviceKey,
        may_wait: bool,
    ) -> Result<ReviewState, ApiError> {
        let id_hash = hash(&it.id)?;
        let wait_ms = if may_wait { it.wait_ms } else { 0 };
        let wait = Duration::from_millis(wait_ms.into()).min(LONGEST_WAIT);
        let end = tokio::time::Instant::now() + wait;
        loop {
            let found = self.db.reviewed(&id_hash, key.text(), self.clock.now_ms()).await?;
            let found = found.ok_or(VaultFault::ReviewUnknown)?;
            // Who waits hears at once that a window is there.
            let is_news = found.taken > it.taken;
            if found.decided.is_some() || is_news || tokio::time::Instant::now() >= end {
                return Ok(ReviewState { taken: found.taken, sealed: found.decided });
            }
            tokio::time::sleep(LOOK_TIME).await;
        }
    }

    /// What a window is to show.
    pub(crate) async fn take_review(&self, it: &ReviewTake) -> Result<ReviewTaken, ApiError> {
        let taken = self.db.take_review(&hash(&it.id)?, self.clock.now_ms()).await?;
        Ok(ReviewTaken { sealed: taken.ok_or(VaultFault::ReviewUnknown)? })
    }

    /// What somebody decided in a window.
    pub(crate) async fn decide_review(&self, it: &ReviewDecide) -> Result<(), ApiError> {
        check(is_sealed(&it.sealed, MOST_DECIDED), "sealed")?;
        let now_ms = self.clock.now_ms();
        let is_first = self.db.decide_review(&hash(&it.id)?, &it.sealed, now_ms).await?;
        if is_first { Ok(()) } else { Err(VaultFault::ReviewUnknown.into()) }
    }
}

fn hash(id: &str) -> Result<String, ApiError> {
    let bytes = base64::decode_url(id).filter(|it| it.len() == NAME_BYTES);
    bytes.map(|it| proof::hash(&it)).ok_or_else(|| malformed("id"))
}

fn is_sealed(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && base64::decode(text).is_some()
}
