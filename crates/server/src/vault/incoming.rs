//! What comes of a wallet: a share set, what brings it back, and that the wallet itself signed what it must.

use super::Vault;
use super::fault::VaultFault;
use super::session::Caller;
use super::wallet_parts::{WalletId, WalletKey};
use crate::db::vault::share_set::Set;
use crate::db::vault::sign_in::random_id;
use crate::db::vault::wallet::{KeptFactor, Wallet};
use crate::error::ApiError;
use crate::kms::Purpose;
use chains::evm::address::{Address, Strictness};
use chains::evm::contracts::hex;
use chains::solana;
use keys::claim::Claim;
use keys::evm_signature::EvmSignature;
use keys::part::{Part, place};
use keys::share::{Holder, Share};
use protocol::api::vault::{
    Factor, FactorKind, RecoveryPolicy, ShareSet, WalletAddresses, claimed,
};
use protocol::relay::base64;
use serde::de::IgnoredAny;
use wire::Word;

/// How many factors a wallet has at most.
const MOST_FACTORS: usize = 10;
/// How long what a frame says of a factor may be, in bytes.
const MOST_PARAMS: usize = 1024;
/// How long something sealed may be, in bytes.
const MOST_SEALED: usize = 1024;

impl Vault {
    /// A set that came, as it is kept.
    pub(super) async fn set_in(
        &self,
        caller: &Caller,
        wallet: &str,
        key: &WalletKey,
        it: &ShareSet,
    ) -> Result<Set, ApiError> {
        check(WalletId::read(&it.id).is_ok(), "set.id")?;
        let id = WalletId::read(wallet)?;
        let of = |part| place(part, &it.id, id.bytes());
        let commitment = base64::decode(&it.commitment).filter(|it| it.len() == 32);
        check(commitment.is_some(), "set.commitment")?;
        let sealed = base64::decode(&it.auth_share).ok_or_else(|| malformed("set.authShare"))?;
        let receiver = self.receiver().await?;
        let opened = receiver.open(&of(Part::Auth), &sealed);
        let share = opened.map_err(|_| malformed("set.authShare"))?;
        let read = Share::read(share.bytes()).map_err(|_| malformed("set.authShare"))?;
        let is_ours = read.holder() == Holder::Auth && read.set().wallet == *id.bytes();
        check(is_ours && hex::encode(read.set().set) == it.id, "set.authShare")?;
        let recovery = unopened(&it.recovery_share, "set.recoveryShare")?;
        let now_ms = self.clock.now_ms();
        Ok(Set {
            id: it.id.clone(),
            wallet_id: wallet.to_owned(),
            device_id: Some(caller.sign_in.device_id.clone()),
            auth_sealed: key.seal(&of(Part::Auth), share.bytes()),
            recovery_sealed: key.seal(&of(Part::Recovery), &recovery),
            commitment: it.commitment.clone(),
            created_at_ms: now_ms,
            used_at_ms: now_ms,
        })
    }

    /// Factors that came, as they are kept: at least one, of each kind but passkeys one, and none that the project
    /// does not let bring a wallet back.
    pub(super) async fn factors_in(
        &self,
        caller: &Caller,
        wallet: &str,
        all: &[Factor],
    ) -> Result<Vec<KeptFactor>, ApiError> {
        let once = |kind: FactorKind| all.iter().filter(|it| it.kind == kind).count() <= 1;
        let kinds = [FactorKind::Automatic, FactorKind::Code, FactorKind::Passphrase];
        check((1..=MOST_FACTORS).contains(&all.len()) && kinds.into_iter().all(once), "factors")?;
        let is_own = caller.project.settings.sign_in.recovery == RecoveryPolicy::Own;
        check(!is_own || all.iter().all(|it| it.kind != FactorKind::Automatic), "factors.kind")?;
        let id = WalletId::read(wallet)?;
        let mut kept = Vec::new();
        for it in all {
            let is_json = serde_json::from_str::<IgnoredAny>(&it.params).is_ok();
            check(is_json && it.params.len() <= MOST_PARAMS, "factors.params")?;
            let bytes = unopened(&it.wrapped, "factors.wrapped")?;
            let wrapped = match it.kind {
                FactorKind::Automatic => {
                    let receiver = self.receiver().await?;
                    let place = place(Part::Factor, it.kind.word(), id.bytes());
                    let opened = receiver.open(&place, &bytes);
                    let key = opened.map_err(|_| malformed("factors.wrapped"))?;
                    check(key.bytes().len() == 32, "factors.wrapped")?;
                    let wrapped = self.kms.wrap(Purpose::RecoveryAuto, wallet, key.bytes()).await;
                    wrapped.map_err(VaultFault::from)?
                }
                _ => it.wrapped.clone(),
            };
            let kind = it.kind.word().to_owned();
            kept.push(KeptFactor { id: random_id(), kind, params: it.params.clone(), wrapped });
        }
        Ok(kept)
    }
}

/// What the wallet itself has to have signed: no code that somebody was mailed is enough to change its shares.
pub(super) struct Signed<'a> {
    pub(super) claim: Claim,
    pub(super) set: &'a ShareSet,
    pub(super) factors: &'a [Factor],
    pub(super) by: &'a str,
}

impl Signed<'_> {
    pub(super) fn check(&self, caller: &Caller, wallet: &Wallet) -> Result<(), ApiError> {
        let parts = claimed(self.set, self.factors);
        check_signed(self.claim, caller, wallet, &parts, self.by)
    }
}

/// Whether the wallet itself signed a claim, for this session.
pub(super) fn check_signed(
    claim: Claim,
    caller: &Caller,
    wallet: &Wallet,
    parts: &[&str],
    by: &str,
) -> Result<(), ApiError> {
    let id = WalletId::read(&wallet.id)?;
    let digest = claim.digest(id.bytes(), &caller.session_hash, parts);
    let signature = base64::decode(by).and_then(|it| EvmSignature::read(&it).ok());
    let signer = signature.and_then(|it| it.recover(&digest).ok());
    let addresses: WalletAddresses =
        serde_json::from_str(&wallet.addresses).map_err(|_| VaultFault::Keys)?;
    check(signer.is_some_and(|it| it.to_checksum() == addresses.eip155), "signature")
}

pub(super) fn check(is_fit: bool, field: &'static str) -> Result<(), ApiError> {
    if is_fit { Ok(()) } else { Err(malformed(field)) }
}

pub(super) fn malformed(field: &'static str) -> ApiError {
    VaultFault::Malformed(field).into()
}

/// What nobody here opens. It is there all the same.
fn unopened(text: &str, field: &'static str) -> Result<Vec<u8>, ApiError> {
    let bytes = base64::decode(text).filter(|it| (1..=MOST_SEALED).contains(&it.len()));
    bytes.ok_or_else(|| malformed(field))
}

/// Whether these are addresses. That of eip155 is also that of who signs.
pub(super) fn are_addresses(it: &WalletAddresses) -> bool {
    Address::parse(&it.eip155, Strictness::Strict).is_ok()
        && solana::address::parse(&it.solana).is_some()
}
