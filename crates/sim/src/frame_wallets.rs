//! The wallets that the vault's server keeps, as far as it knows them: sets by browser, and what brings them back.

use keys::part::{Part, place};
use keys::sealed_box::{self, RecipientKey, RecipientPublicKey};
use keys::secret::SecretVec;
use protocol::api::vault::refusal::{self, Refusal};
use protocol::api::vault::{
    Factor, FactorKind, Nothing, RecoverAsk, Recovered, ShareAsk, SharePurpose, ShareSet,
    ShareTold, WalletCreate, WalletEnrol, WalletEvents, WalletRotate, WalletState, WalletSummary,
};
use protocol::path;
use protocol::relay::base64;
use wire::{Get, from_text, to_text};

use crate::Chance;

/// How many browsers have a set; older ones go.
const MOST_SETS: usize = 5;
/// No browser.
const NOBODY: u32 = u32::MAX;

/// All of them.
pub(crate) struct Wallets {
    key: RecipientKey,
    chance: Chance,
    all: Vec<(usize, Stored)>,
}

#[derive(Clone)]
struct Stored {
    summary: WalletSummary,
    /// By browser, the newest last.
    sets: Vec<(u32, ShareSet)>,
    factors: Vec<Factor>,
}

/// Who asks.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    pub(crate) person: usize,
    pub(crate) browser: u32,
    pub(crate) is_fresh: bool,
}

impl Wallets {
    pub(crate) fn new(mut chance: Chance) -> Self {
        let key = RecipientKey::random(&mut |bytes| bytes.fill_with(|| chance.byte()));
        Wallets { key, chance, all: Vec::new() }
    }

    /// Signing in brings none of them back any more.
    pub(crate) fn remove_automatic(&mut self) {
        for (_, wallet) in &mut self.all {
            wallet.factors.retain(|it| it.kind != FactorKind::Automatic);
            wallet.summary.factors = vec![FactorKind::Code];
        }
    }

    /// A browser's set is taken back. It is nobody's from then on, since without any nothing is brought back.
    pub(crate) fn revoke(&mut self, browser: u32) {
        let sets = self.all.iter_mut().flat_map(|it| &mut it.1.sets);
        sets.filter(|it| it.0 == browser).for_each(|it| it.0 = NOBODY);
    }

    /// Whether a person has one.
    pub(crate) fn is_there(&self, person: usize) -> bool {
        self.all.iter().any(|it| it.0 == person)
    }

    /// A person has none any more.
    pub(crate) fn delete(&mut self, person: usize) {
        self.all.retain(|it| it.0 != person);
    }

    /// Answers a call about one.
    pub(crate) fn answer(
        &mut self,
        path: &str,
        body: &str,
        owner: Owner,
    ) -> Result<String, Refusal> {
        let wallet = self.all.iter().find(|it| it.0 == owner.person).map(|it| it.1.clone());
        match (path, wallet) {
            (path::WALLET_GET, wallet) => {
                let wallet = wallet.map(|it| {
                    let set = it.sets.iter().rfind(|it| it.0 == owner.browser);
                    WalletSummary { set_id: set.map(|it| it.1.id.clone()), ..it.summary }
                });
                let seal_to = base64::encode(&self.key.public().0);
                Ok(to_text(&WalletState { wallet, seal_to }))
            }
            (path::WALLET_CREATE | path::WALLET_ENROL | path::WALLET_ROTATE, _)
                if !owner.is_fresh =>
            {
                Err(refusal::NOT_FRESH)
            }
            (path::WALLET_CREATE, Some(_)) => Err(refusal::WALLET_EXISTS),
            (path::WALLET_CREATE, None) => {
                let WalletCreate { id, addresses, set, factors, .. } = body_of(body);
                let kinds = factors.iter().map(|it| it.kind).collect();
                let summary = WalletSummary { id, addresses, set_id: None, factors: kinds };
                let sets = vec![(owner.browser, set)];
                self.all.push((owner.person, Stored { summary, sets, factors }));
                Ok(to_text(&Nothing {}))
            }
            (_, None) => Err(refusal::WALLET_UNKNOWN),
            (path::WALLET_SHARE, Some(wallet)) => self.share(&wallet, &body_of(body), owner),
            (path::WALLET_RECOVER, Some(wallet)) => self.recover(wallet, &body_of(body), owner),
            (path::WALLET_EVENTS, Some(_)) => {
                Ok(to_text(&WalletEvents { events: vec![], is_whole: true, leaves_at_ms: None }))
            }
            (path, Some(wallet)) => {
                let changed = change(path, body, wallet, owner.browser)?;
                self.delete(owner.person);
                self.all.push((owner.person, changed));
                Ok(to_text(&Nothing {}))
            }
        }
    }

    fn share(&mut self, wallet: &Stored, ask: &ShareAsk, owner: Owner) -> Result<String, Refusal> {
        let is_dear = !matches!(ask.purpose, SharePurpose::Sign | SharePurpose::Claim);
        if !owner.is_fresh && is_dear {
            return Err(refusal::NOT_FRESH);
        }
        if is_dear && !wallet.summary.factors.contains(&FactorKind::Automatic) {
            return Err(refusal::FACTOR_NEEDED);
        }
        let set =
            wallet.sets.iter().rfind(|it| it.0 == owner.browser).ok_or(refusal::SHARE_UNKNOWN)?;
        let told = self.told(&wallet.summary.id, &set.1, &ask.seal_to);
        let ShareSet { id: set_id, commitment, auth_share, .. } = told;
        Ok(to_text(&ShareTold { set_id, commitment, auth_share }))
    }

    fn recover(
        &mut self,
        wallet: Stored,
        ask: &RecoverAsk,
        owner: Owner,
    ) -> Result<String, Refusal> {
        if !owner.is_fresh {
            return Err(refusal::NOT_FRESH);
        }
        let Stored { summary, sets, mut factors } = wallet;
        let (id, to) = (&summary.id, &ask.seal_to);
        let (_, set) = sets.last().ok_or(refusal::SHARE_UNKNOWN)?;
        let set = self.told(id, set, to);
        for it in factors.iter_mut().filter(|it| it.kind == FactorKind::Automatic) {
            it.wrapped = self.resealed(Part::Factor, "automatic", &it.wrapped, id, to);
        }
        Ok(to_text(&Recovered { set, factors }))
    }

    /// A set with its share sealed to who asks.
    fn told(&mut self, wallet: &str, set: &ShareSet, to: &str) -> ShareSet {
        let auth_share = self.resealed(Part::Auth, &set.id, &set.auth_share, wallet, to);
        ShareSet { auth_share, ..set.clone() }
    }

    fn resealed(&mut self, part: Part, row: &str, sealed: &str, wallet: &str, to: &str) -> String {
        let wallet = u128::from_str_radix(wallet, 16).expect("an id").to_be_bytes();
        let place = place(part, row, &wallet);
        let sealed = base64::decode(sealed).expect("base64");
        let Ok(opened): Result<SecretVec, _> = sealed_box::open(&self.key, &place, &sealed) else {
            panic!("it is sealed to the server")
        };
        let to = base64::decode(to).and_then(|it| it.try_into().ok()).expect("a key");
        let chance = &mut self.chance;
        let mut fill = |bytes: &mut [u8]| bytes.fill_with(|| chance.byte());
        let Ok(again) =
            sealed_box::seal(&RecipientPublicKey(to), &place, opened.bytes(), &mut fill)
        else {
            panic!("it can be sealed")
        };
        base64::encode(&again)
    }
}

/// A wallet after a call that changes its sets.
fn change(path: &str, body: &str, mut wallet: Stored, browser: u32) -> Result<Stored, Refusal> {
    match path {
        path::WALLET_ENROL => {
            let WalletEnrol { from, set, .. } = body_of(body);
            if wallet.sets.iter().all(|it| it.1.id != from) {
                return Err(refusal::SHARE_UNKNOWN);
            }
            // One that is nobody's goes as soon as a browser has one again.
            wallet.sets.retain(|it| it.0 != browser && it.0 != NOBODY);
            wallet.sets.push((browser, set));
            let spare = wallet.sets.len().saturating_sub(MOST_SETS);
            wallet.sets.drain(..spare);
        }
        path::WALLET_ROTATE => {
            let WalletRotate { set, factors, .. } = body_of(body);
            wallet.summary.factors = factors.iter().map(|it| it.kind).collect();
            wallet.sets = vec![(browser, set)];
            wallet.factors = factors;
        }
        path => panic!("nothing here is asked for {path}"),
    }
    Ok(wallet)
}

/// What a call says.
pub(crate) fn body_of<T: Get>(body: &str) -> T {
    from_text(body).unwrap_or_else(|error| panic!("{body}: {error}"))
}
