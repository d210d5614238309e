//! The keys that are not in the database: what they seal and hash is worth nothing without them.
//!
//! [`Kms`] is what a store of such keys can do, [`Purpose`] what each of them is for, and nothing that was
//! made for one purpose is of use for another. `local.rs` keeps them in files, which is what an operator has
//! from the start.

pub mod local;

use chains::evm::contracts::hex;
use futures_util::future::BoxFuture;
use keys::envelope::KeyId;
use keys::secret::SecretVec;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Seals what seals the shares that the server holds.
    AuthShare,
    /// Seals recovery keys, where the server may use them.
    RecoveryAuto,
    /// Hashes one-time codes.
    OtpPepper,
    /// Hashes and seals e-mail addresses.
    EmailIndex,
    /// Hashes what a browser shows to be signed in.
    SessionHash,
    /// Goes into what is made of a passphrase.
    PassphrasePepper,
}

impl Purpose {
    /// All of them.
    pub const ALL: [Purpose; 6] = [
        Purpose::AuthShare,
        Purpose::RecoveryAuto,
        Purpose::OtpPepper,
        Purpose::EmailIndex,
        Purpose::SessionHash,
        Purpose::PassphrasePepper,
    ];

    /// Its name, which is that of its file, too.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::AuthShare => "auth-share",
            Purpose::RecoveryAuto => "recovery-auto",
            Purpose::OtpPepper => "otp-pepper",
            Purpose::EmailIndex => "email-index",
            Purpose::SessionHash => "session-hash",
            Purpose::PassphrasePepper => "passphrase-pepper",
        }
    }
}

/// Why a key was of no use.
#[derive(Debug)]
pub enum KmsFault {
    /// It was sealed with a key that is not here, whose id this is.
    KeyMissing(KeyId),
    /// It was not sealed for this purpose and place, or was changed.
    Unreadable,
}

/// A text that stands for another, and tells of it only to whoever has the key.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Hidden(String);

impl Hidden {
    /// What stands for `text` among those of one kind.
    pub(crate) async fn of(kms: &dyn Kms, kind: &str, text: &str) -> Result<Self, KmsFault> {
        let bytes = [kind, "\0", text].concat();
        Ok(Hidden(hex::encode(kms.mac(Purpose::EmailIndex, bytes.as_bytes()).await?)))
    }

    /// 64 hex digits.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// What becomes of bytes.
pub type Done<'a, T> = BoxFuture<'a, Result<T, KmsFault>>;

/// A store of keys. `context` says what the bytes belong to (a row's id): sealed for one they are not
/// opened for another.
pub trait Kms: Send + Sync {
    /// Seals bytes with the newest key. The text names that key.
    fn wrap<'a>(&'a self, purpose: Purpose, context: &'a str, plain: &'a [u8]) -> Done<'a, String>;

    /// Opens what [`Kms::wrap`] sealed, with the key that it names.
    fn unwrap<'a>(
        &'a self,
        purpose: Purpose,
        context: &'a str,
        sealed: &'a str,
    ) -> Done<'a, SecretVec>;

    /// What [`Kms::wrap`] sealed, sealed with the newest key; nothing where it is already.
    fn rewrap<'a>(
        &'a self,
        purpose: Purpose,
        context: &'a str,
        sealed: &'a str,
    ) -> Done<'a, Option<String>>;

    /// A hash that nobody makes without the key: 32 bytes. The key is the oldest one there is, for what was
    /// hashed must be found again.
    fn mac<'a>(&'a self, purpose: Purpose, bytes: &'a [u8]) -> Done<'a, [u8; 32]>;

    /// The same by each key there is, the newest first, for what others keep only for a while.
    fn macs<'a>(&'a self, purpose: Purpose, bytes: &'a [u8]) -> Done<'a, Vec<[u8; 32]>>;
}
