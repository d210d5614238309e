//! An operator locks a wallet, where somebody else came into it or its owner says so: the server gives out no share of it,
//! and has it neither brought back, split anew, moved nor deleted, until the operator unlocks it. Its owner still signs
//! in, and reads what happened to it.
//!
//! Whoever has the words has the wallet without any server, and whoever writes to the database takes the lock out.

use super::Vault;
use super::fault::VaultFault;
use super::session::Caller;
use super::wallet::Event;
use crate::db::vault::wallet::Wallet;
use crate::db::vault::wallet_event::{Happened, Noting};
use crate::error::ApiError;
use protocol::api::vault::WalletAddresses;

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
    /// Locks the wallet of an address, or unlocks it.
    pub(crate) async fn lock(&self, address: &str, is_lock: bool) -> Result<Locking, ApiError> {
        let all = self.db.wallets_with(address).await?;
        let Some(wallet) = all.iter().find(|it| has(it, address)) else {
            return Ok(Locking::Unknown);
        };
        if !self.row_key().await?.vouches(&wallet.row(), &wallet.code) {
            return Err(VaultFault::RowChanged.into());
        }
        let chain = self.key_of(wallet).await?.chain();
        let at_ms = self.clock.now_ms();
        let event = if is_lock { Event::Locked } else { Event::Unlocked };
        let what = Happened {
            wallet_id: &wallet.id,
            kind: event.word(),
            origin: &self.origin.to_string(),
            browser: OPERATOR,
            at_ms,
        };
        let noting = Noting { what, key: &chain };
        let is_changed = self.db.lock_wallet(&wallet.id, is_lock.then_some(at_ms), &noting).await?;
        Ok(if is_changed { Locking::Done } else { Locking::Already })
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

/// Whether it is an address of the wallet: those of eip155 in whichever case
/// ([EIP-55](https://eips.ethereum.org/EIPS/eip-55)), those of Solana as they are written.
fn has(wallet: &Wallet, address: &str) -> bool {
    serde_json::from_str::<WalletAddresses>(&wallet.addresses)
        .is_ok_and(|it| it.eip155.eq_ignore_ascii_case(address) || it.solana == address)
}
