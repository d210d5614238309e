//! The server's side of the embedded wallet: who signs in, and that it is they who ask.
//!
//! `email_address.rs` reads an address, `sign_in.rs` has a code mailed (`sending.rs`) and takes it back, `link.rs` lets a new
//! browser in where a project wants that, `email_change.rs` gives a wallet another address, `session.rs` knows who is signed in, `wallet.rs`
//! keeps a share of their wallet (`incoming.rs`, `wallet_parts.rs`), `releasing.rs` gives it back, `review.rs` has something approved in a window, `deletion.rs` forgets it, `locking.rs` has none of that done, `notice.rs` tells its
//! owner. `proof.rs` shows which browser asks, `used_proofs.rs` that it does so once, `code.rs` makes codes, `limits.rs` says
//! how often, `fault.rs` why not. The keys that all of it hangs on are in `kms/`, and what they sealed is sealed anew by
//! `rewrapping.rs`; whether they are those of the database says `matching.rs`; the mails are in `mail/`, the rows in `db/vault/`, the paths in `routes/vault/`.

pub(crate) mod browser;
mod code;
pub(crate) mod deletion;
pub mod email_address;
pub(crate) mod email_change;
pub(crate) mod fault;
mod incoming;
mod limits;
pub(crate) mod link;
pub(crate) mod locking;
pub(crate) mod matching;
mod notice;
pub(crate) mod proof;
mod recovery_wait;
mod releasing;
mod review;
pub(crate) mod rewrapping;
mod sending;
pub(crate) mod session;
pub mod settings;
pub(crate) mod sign_in;
mod used_proofs;
pub(crate) mod wallet;
mod wallet_parts;

use crate::ceiling::Ceiling;
use crate::config::Config;
use crate::db::Db;
use crate::kms::Kms;
use crate::kms::local::LocalKms;
use crate::listen::Stop;
use crate::mail::Mailer;
use crate::origin::Origin;
use crate::problem::Problem;
use limits::Bounds;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use used_proofs::UsedProofs;

/// How many may wait for a mailed link at once, in all and of one client.
const MOST_WAITING: usize = 256;
const CLIENT_WAITING: usize = 4;
/// How often what is over is forgotten.
const SWEEP_TIME: Duration = Duration::from_mins(10);

/// What signs people in.
pub struct Vault {
    kms: Arc<dyn Kms>,
    mailer: Mailer,
    db: Db,
    used_proofs: UsedProofs,
    /// Where the frame is, and the pages that mails lead to.
    pub(crate) origin: Origin,
    bounds: Bounds,
    pub(crate) clock: Clock,
    /// Those that wait for a mailed link: they keep a request open for long.
    pub(crate) waiting: Ceiling,
    /// Those that wait for what is decided in a window.
    pub(crate) reading: Ceiling,
}

/// The system's time; tests may be ahead of it.
#[derive(Default)]
pub struct Clock(AtomicI64);

impl Clock {
    /// Milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        crate::clock::now_ms() + self.0.load(Ordering::Relaxed)
    }

    /// By how much it is ahead.
    pub fn ahead(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed).unsigned_abs())
    }

    /// Goes ahead.
    pub fn advance(&self, time: Duration) {
        let ms = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.0.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Vault {
    /// The vault of a configuration; nothing where that has none.
    pub(crate) fn new(config: &Config, db: &Db) -> Result<Option<Arc<Self>>, Problem> {
        let Some((keys, mailer)) = config.vault.parts() else { return Ok(None) };
        Ok(Some(Arc::new(Vault {
            kms: Arc::new(LocalKms::load(keys)?),
            mailer,
            db: db.clone(),
            used_proofs: UsedProofs::new(db),
            origin: config.vault_url.clone(),
            bounds: config.vault.bounds(),
            clock: Clock::default(),
            waiting: Ceiling::new(MOST_WAITING, CLIENT_WAITING, &config.trusted_proxies),
            reading: Ceiling::new(MOST_WAITING, CLIENT_WAITING, &config.trusted_proxies),
        })))
    }

    /// Forgets what is of no use any more, deletes the wallets whose time has come, and takes back the share sets that no browser used for long.
    pub async fn forget_what_is_over(&self) -> sqlx::Result<()> {
        self.delete_due().await?;
        self.db.sweep_vault(self.clock.now_ms()).await
    }

    /// Its clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

/// Forgets what is over of a vault, until the server ends.
pub async fn sweep(vault: Option<Arc<Vault>>, stop: &Stop) {
    let Some(vault) = vault else { return };
    let forever = async {
        loop {
            if let Err(error) = vault.forget_what_is_over().await {
                tracing::warn!(%error, "what is over of the vault is still there");
            }
            tokio::time::sleep(SWEEP_TIME).await;
        }
    };
    tokio::select! {
        () = forever => {}
        () = stop.made() => {}
    }
}
