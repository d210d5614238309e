//! An operator locks a wallet, where somebody else came into it or its owner says so: the server gives out no share of it,
//! and has it neither brought back, split anew, given another address nor deleted, until the operator unlocks it. Whoever
//! is signed in goes on to be, and reads what happened to it; what they end are sessions, and nobody's share goes by that.
//! A link by which its owner takes a change of address back is good all the same, since it is for three days only.
//!
//! Whoever has the words, or was given a share before, may have its keys without any server. Whoever writes to the database
//! takes the lock out.

use super::Vault;
use super::fault::VaultFault;
use super::session::Caller;
use super::wallet::Event;
use crate::db::vault::wallet::Wallet;
use crate::db::vault::wallet_event::{Happened, Noting};
use crate::error::ApiError;
use chains::evm::address::Address;

/// Whom the list of what happened names in place of a browser.
const OPERATOR: &str = "Operator";

/// What became of locking a wallet, or unlocking it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Locking {
    Done,
    /// It was so before.
    Already,
    /// No wallet has the address.
    Unknown,
}

impl Vault {
    /// Locks the wallet of an address of eip155, or unlocks it. That of Solana stands beside it without a proof, so it is
    /// not asked for. Where a wallet has several owners by its words, all of theirs.
    pub(crate) async fn set_locked(
        &self,
        address: &Address,
        is_locked: bool,
    ) -> Result<Locking, ApiError> {
        let key = self.row_key().await?;
        let mut done = Locking::Unknown;
        for wallet in self.db.wallets_with(address).await? {
            if !key.vouches(&wallet.row(), &wallet.code) {
                return Err(VaultFault::RowChanged.into());
            }
            let is_changed = self.set_one(&wallet, is_locked).await?;
            done = match done {
                Locking::Unknown | Locking::Already if !is_changed => Locking::Already,
                _ => Locking::Done,
            };
        }
        Ok(done)
    }

    async fn set_one(&self, wallet: &Wallet, is_locked: bool) -> Result<bool, ApiError> {
        let chain = self.key_of(wallet).await?.chain();
        let event = if is_locked { Event::Locked } else { Event::Unlocked };
        let what = Happened {
            wallet_id: &wallet.id,
            kind: event.word(),
            origin: &self.origin.to_string(),
            browser: OPERATOR,
            at_ms: self.clock.now_ms(),
        };
        let noting = Noting { what, key: &chain };
        Ok(self.db.lock_wallet(&wallet.id, is_locked, &noting).await?)
    }

    /// Refuses whoever uses a wallet that is locked, and writes that down.
    pub(super) async fn require_unlocked(
        &self,
        caller: &Caller,
        wallet: &Wallet,
    ) -> Result<(), ApiError> {
        if !wallet.is_locked {
            return Ok(());
        }
        let key = self.key_of(wallet).await?;
        self.note_refusal(caller, &wallet.id, &key).await?;
        Err(VaultFault::WalletLocked.into())
    }
}
