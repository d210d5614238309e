//! The wallet of who is signed in: made the first time, brought back in a browser that has no share of it, and opened
//! for as long as the worker signs once.
//!
//! What the server tells is sealed to a key of the worker's, and what the worker deals is sealed to the server: nothing
//! here is of use to whoever reads along. A share is kept before the server hears of its set, so that none is lost.

use protocol::api::vault::{
    Factor, FactorKind, Nothing, RecoverAsk, Recovered, RecoveryPolicy, ShareAsk, SharePurpose,
    ShareTold, WalletClaim, WalletCreate, WalletEnrol, WalletRotate, WalletState, WalletSummary,
};
use protocol::module::signer::{Opening, SignerAnswer, SignerAsk, SignerSecrets};
use protocol::path;
use protocol::relay::hex::hex;

use crate::fault::Fault;
use crate::memory::{KeptShare, NextShare, Recalled};
use crate::recovery::Recovery;
use crate::server::hash;
use crate::vault::Vault;
use crate::{kept, passkey, session, signer};

/// What brings a wallet back, and from then on one that is made.
pub(crate) enum Means {
    /// Signing in, where that is enough and nobody has to be asked.
    SignIn,
    /// This, which somebody chose or has.
    Given(Recovery),
    /// A passkey, which is asked for once it is known which.
    Passkey,
}

/// A wallet whose keys the worker can have once: what goes to it.
pub(crate) struct Unlocked {
    pub(crate) wallet: WalletSummary,
    pub(crate) receiver: u32,
    pub(crate) told: ShareTold,
    pub(crate) secrets: SignerSecrets,
}

/// The wallet of who is signed in, made or brought back where it has to be.
pub(crate) async fn opened(vault: &Vault, means: &Means) -> Result<WalletSummary, Fault> {
    let _within = vault.0.opening.enter().await;
    let known = session::known(vault).await.ok_or(Fault::SignedOut)?;
    let share = share_here(vault).await;
    if let Some(wallet) = known.wallet.filter(|it| fits(it, share.as_ref())) {
        return Ok(wallet);
    }
    let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
    let wallet = match state.wallet {
        Some(wallet) if fits(&wallet, share.as_ref()) => wallet,
        Some(wallet) => brought_back(vault, wallet, &state.seal_to, means).await?,
        None => match made(vault, &state.seal_to, means).await {
            // Another tab may have been faster.
            Err(Fault::WalletThere) => {
                let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
                let wallet = state.wallet.ok_or(Fault::Unexpected)?;
                let wallet = brought_back(vault, wallet, &state.seal_to, means).await?;
                if !is_as_chosen(means) {
                    // Its owner is to hear that it is not what they chose that brings it back.
                    session::change(vault, |it| it.wallet = Some(wallet)).await;
                    return Err(Fault::WalletThere);
                }
                wallet
            }
            made => made?,
        },
    };
    session::change(vault, |it| it.wallet = Some(wallet.clone())).await;
    Ok(wallet)
}

/// Whether a wallet that signing in brings back is what somebody chose.
fn is_as_chosen(means: &Means) -> bool {
    match means {
        Means::SignIn => true,
        Means::Given(recovery) => recovery.kind == FactorKind::Automatic,
        Means::Passkey => false,
    }
}

/// What is known of the wallet of who is signed in, and why it does not open here, where it does not.
pub(crate) async fn known(vault: &Vault) -> Result<(WalletSummary, Result<(), Fault>), Fault> {
    match opened(vault, &Means::SignIn).await {
        Err(why @ (Fault::FactorMissing | Fault::WalletLocked | Fault::RecoveryWaits { .. })) => {
            Ok((unopened(vault).await?, Err(why)))
        }
        opened => Ok((opened?, Ok(()))),
    }
}

/// What is known of the wallet of who is signed in, whether or not it can be opened here.
pub(crate) async fn unopened(vault: &Vault) -> Result<WalletSummary, Fault> {
    let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
    state.wallet.ok_or(Fault::Unexpected)
}

/// What brings the wallet of who is signed in back.
pub(crate) async fn factors(vault: &Vault) -> Vec<FactorKind> {
    unopened(vault).await.map(|it| it.factors).unwrap_or_default()
}

/// Opens the wallet for one ask of the worker.
pub(crate) async fn unlocked(vault: &Vault, purpose: SharePurpose) -> Result<Unlocked, Fault> {
    let (unlocked, is_of_one_set) = unlocked_once(vault, purpose).await?;
    if is_of_one_set {
        return Ok(unlocked);
    }
    // Another tab of this browser has dealt another set since.
    vault.0.share.replace(Recalled::NotYet);
    Ok(unlocked_once(vault, purpose).await?.0)
}

/// The same with the share that is known here; whether it is of the set that the server told of.
async fn unlocked_once(vault: &Vault, purpose: SharePurpose) -> Result<(Unlocked, bool), Fault> {
    let wallet = opened(vault, &Means::SignIn).await?;
    let share = share_here(vault).await.ok_or(Fault::ShareLost)?;
    let (receiver, seal_to) = signer::receive(vault).await?;
    let ask = ShareAsk { purpose, seal_to };
    let told: Result<ShareTold, _> = session::ask(vault, path::WALLET_SHARE, &ask).await;
    if matches!(told, Err(Fault::ShareLost)) {
        // It was taken back elsewhere. What is left here is of no use to anybody.
        store_share(vault, None).await;
    }
    let told = told?;
    let share = share.of_set(&told.set_id);
    let is_of_one_set = told.set_id == share.set;
    let secrets = SignerSecrets { device_share: Some(share.share), ..SignerSecrets::default() };
    Ok((Unlocked { wallet, receiver, told, secrets }, is_of_one_set))
}

/// The same for more than a signature.
pub(crate) struct Opened {
    pub(crate) wallet: WalletSummary,
    pub(crate) receiver: u32,
    pub(crate) opening: Opening,
    pub(crate) secrets: SignerSecrets,
}

/// Opens the wallet for one ask of the worker that is dear. One whose owner keeps what brings it back takes that, which
/// is `held`; a passkey is asked for.
pub(crate) async fn opened_anew(
    vault: &Vault,
    purpose: SharePurpose,
    held: Option<Recovery>,
) -> Result<Opened, Fault> {
    let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
    let own = state.wallet.filter(|it| !it.factors.contains(&FactorKind::Automatic));
    let Some(wallet) = own else {
        let Unlocked { wallet, receiver, told, secrets } = unlocked(vault, purpose).await?;
        return Ok(Opened { wallet, receiver, opening: Opening::Device { told }, secrets });
    };
    let held = match held {
        Some(it) => Means::Given(it),
        None if wallet.factors.contains(&FactorKind::Passkey) => Means::Passkey,
        None => return Err(Fault::FactorMissing),
    };
    let (receiver, recovered, by) = recovered(vault, &wallet, purpose, &held).await?;
    let opening = Opening::Recovery { recovered, factor: by.kind };
    let secrets = SignerSecrets { held: by.given(), ..SignerSecrets::default() };
    Ok(Opened { wallet, receiver, opening, secrets })
}

/// What the server tells of what brings a wallet back, the key that received it, and what brings it back.
async fn recovered(
    vault: &Vault,
    wallet: &WalletSummary,
    purpose: SharePurpose,
    means: &Means,
) -> Result<(u32, Recovered, Recovery), Fault> {
    let (receiver, seal_to) = signer::receive(vault).await?;
    let ask = RecoverAsk { purpose, seal_to };
    let recovered: Recovered = session::ask(vault, path::WALLET_RECOVER, &ask).await?;
    let is_passkey = |it: &&Factor| it.kind == FactorKind::Passkey;
    let by = match means {
        Means::Given(recovery) => recovery.clone(),
        Means::SignIn | Means::Passkey => {
            let it = recovered.factors.iter().find(is_passkey).ok_or(Fault::FactorMissing)?;
            passkey::used(vault, wallet, it.params.clone()).await?
        }
    };
    Ok((receiver, recovered, by))
}

/// What the worker has to know to deal a set that goes to the server.
pub(crate) struct Dealing {
    /// The name of the set.
    pub(crate) set: String,
    pub(crate) seal_to: String,
    pub(crate) session: String,
}

/// The same for a set of a wallet that is there.
pub(crate) async fn dealing(vault: &Vault) -> Result<Dealing, Fault> {
    let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
    let [set, _] = ids(vault).await;
    Ok(Dealing { set, seal_to: state.seal_to, session: session_hash(vault).await })
}

/// The wallet was split anew: its set goes to the server. Whether or not that has it then, and whether or not anybody
/// hears of it, the share that goes with what it has is here.
pub(crate) async fn replaced(
    vault: &Vault,
    before: &WalletSummary,
    share: String,
    factor: FactorKind,
    rotate: &WalletRotate,
) -> Result<(), Fault> {
    let set = rotate.set.id.clone();
    let kept = match share_here(vault).await {
        Some(old) => KeptShare { next: Some(NextShare { set: set.clone(), share }), ..old },
        None => KeptShare { wallet: before.id.clone(), set: set.clone(), share, next: None },
    };
    store_share(vault, Some(kept)).await;
    // What is known of it is asked for anew where nobody hears whether that was done.
    session::change(vault, |it| it.wallet = None).await;
    session::ask::<Nothing>(vault, path::WALLET_ROTATE, rotate).await?;
    let kept = share_here(vault).await.map(|it| it.of_set(&set));
    store_share(vault, kept).await;
    let after = WalletSummary { set_id: Some(set), factors: vec![factor], ..before.clone() };
    session::change(vault, |it| it.wallet = Some(after)).await;
    Ok(())
}

/// What the wallet of who is signed in says of itself, signed; nothing where they have none.
pub(crate) async fn claimed(vault: &Vault, claim: WalletClaim) -> Result<Option<String>, Fault> {
    let state: WalletState = session::ask(vault, path::WALLET_GET, &Nothing {}).await?;
    if state.wallet.is_none() {
        return Ok(None);
    }
    let Unlocked { wallet, receiver, told, secrets } = unlocked(vault, SharePurpose::Claim).await?;
    let session = session_hash(vault).await;
    let ask = SignerAsk::Claim { receiver, wallet, told, claim, session };
    match signer::ask(vault, &ask, &secrets).await? {
        (SignerAnswer::Claimed { signature }, _) => Ok(Some(signature)),
        _ => Err(Fault::Unexpected),
    }
}

/// This browser has no share any more.
pub(crate) async fn forget(vault: &Vault) {
    store_share(vault, None).await;
    kept::keep_dealings(vault, None).await;
}

async fn made(vault: &Vault, seal_to: &str, means: &Means) -> Result<WalletSummary, Fault> {
    let policy = vault.boot().recovery;
    let by = match means {
        Means::SignIn if policy != RecoveryPolicy::Automatic => return Err(Fault::WalletMissing),
        Means::Given(it) if policy == RecoveryPolicy::Own && it.kind == FactorKind::Automatic => {
            return Err(Fault::WalletMissing);
        }
        Means::SignIn => Recovery::automatic(),
        Means::Given(recovery) => recovery.clone(),
        Means::Passkey => passkey::made(vault, None).await?,
    };
    let [wallet, set] = ids(vault).await;
    let ask = SignerAsk::Create {
        wallet: wallet.clone(),
        set,
        seal_to: seal_to.to_owned(),
        session: session_hash(vault).await,
        factor: by.kind,
        params: by.params.clone(),
    };
    let beside = by.beside(SignerSecrets::default());
    let (answer, secrets) = signer::ask(vault, &ask, &beside).await?;
    let SignerAnswer::Created { addresses, set, factor: sent, signature } = answer else {
        return Err(Fault::Unexpected);
    };
    keep(vault, &wallet, &set.id, secrets).await?;
    let set_id = Some(set.id.clone());
    let (id, factors) = (wallet.clone(), vec![sent]);
    let create = WalletCreate { id, addresses: addresses.clone(), set, factors, signature };
    session::ask::<Nothing>(vault, path::WALLET_CREATE, &create).await?;
    Ok(WalletSummary { id: wallet, addresses, set_id, factors: vec![by.kind] })
}

async fn brought_back(
    vault: &Vault,
    wallet: WalletSummary,
    seal_to: &str,
    means: &Means,
) -> Result<WalletSummary, Fault> {
    let means = if wallet.factors.contains(&FactorKind::Automatic) {
        &Means::Given(Recovery::automatic())
    } else {
        means
    };
    if matches!(means, Means::SignIn) {
        return Err(Fault::FactorMissing);
    }
    let (receiver, recovered, by) = recovered(vault, &wallet, SharePurpose::Enrol, means).await?;
    let from = recovered.set.id.clone();
    let [set, _] = ids(vault).await;
    let ask = SignerAsk::Recover {
        receiver,
        wallet: wallet.clone(),
        recovered,
        factor: by.kind,
        set,
        seal_to: seal_to.to_owned(),
        session: session_hash(vault).await,
    };
    let beside = by.beside(SignerSecrets::default());
    let (answer, secrets) = signer::ask(vault, &ask, &beside).await?;
    let SignerAnswer::Dealt { set, signature } = answer else { return Err(Fault::Unexpected) };
    keep(vault, &wallet.id, &set.id, secrets).await?;
    let set_id = Some(set.id.clone());
    let enrol = WalletEnrol { from, set, signature };
    session::ask::<Nothing>(vault, path::WALLET_ENROL, &enrol).await?;
    Ok(WalletSummary { set_id, ..wallet })
}

/// Whether a share is that of this browser's set.
fn fits(wallet: &WalletSummary, share: Option<&KeptShare>) -> bool {
    let has = |it: &KeptShare| wallet.set_id.as_ref().is_some_and(|set| it.has(set));
    share.is_some_and(|it| it.wallet == wallet.id && has(it))
}

async fn share_here(vault: &Vault) -> Option<KeptShare> {
    if let Recalled::Is(known) = &*vault.0.share.borrow() {
        return known.clone();
    }
    let kept = kept::share(vault).await;
    vault.0.share.replace(Recalled::Is(kept.clone()));
    kept
}

async fn keep(vault: &Vault, wallet: &str, set: &str, secrets: SignerSecrets) -> Result<(), Fault> {
    let share = secrets.device_share.ok_or(Fault::Unexpected)?;
    let (wallet, set) = (wallet.to_owned(), set.to_owned());
    store_share(vault, Some(KeptShare { wallet, set, share, next: None })).await;
    Ok(())
}

async fn store_share(vault: &Vault, share: Option<KeptShare>) {
    vault.0.share.replace(Recalled::Is(share.clone()));
    kept::keep_share(vault, share.as_ref()).await;
}

/// Two new names, of 32 hex digits each.
async fn ids(vault: &Vault) -> [String; 2] {
    let bytes = vault.random(32).await;
    let (one, other) = bytes.split_at(bytes.len() / 2);
    [hex(one), hex(other)]
}

async fn session_hash(vault: &Vault) -> String {
    session::known(vault).await.map(|it| hash(&it.session)).unwrap_or_default()
}
