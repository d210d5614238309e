//! A wallet as the frame has it: what it deals, and what it tells the server of that.

use crate::device_key::hash;
use crate::vault_browser::{Browser, VaultApp};
use keys::account::Account;
use keys::claim::Claim;
use keys::entropy::{Entropy, Length};
use keys::factor::{FactorKey, RecoveryCode};
use keys::part::{Part, place};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::sealed_box::{RecipientPublicKey, seal};
use keys::share::{Dealt, ShareSet as Set, deal};
use protocol::api::vault::{Factor, ShareSet, WalletState, claimed};
use protocol::relay::base64;
use serde_json::{Value, json};

pub(crate) fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("random bytes");
}

/// 32 hex digits.
pub(crate) fn id(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

pub(crate) async fn state(browser: &Browser, at: &VaultApp) -> WalletState {
    let reply = browser.ask(at, "/v1/vault/wallet/get", json!({})).await;
    serde_json::from_slice(&reply.body).expect("an answer")
}

/// Where the server receives what is sealed to it.
pub(crate) async fn seal_to(browser: &Browser, at: &VaultApp) -> RecipientPublicKey {
    let state = state(browser, at).await;
    RecipientPublicKey(base64::decode(&state.seal_to).expect("base64").try_into().expect("a key"))
}

/// A wallet.
pub(crate) struct FrameWallet {
    pub(crate) id: [u8; 16],
    pub(crate) entropy: Entropy,
    account: Account,
    /// What its recovery shares are sealed with.
    pub(crate) key: RecoveryKey,
    to: RecipientPublicKey,
}

impl FrameWallet {
    /// A new one, for the server that receives by this key.
    pub(crate) fn new(id: [u8; 16], to: RecipientPublicKey) -> Self {
        let entropy = Entropy::random(Length::Words12, &mut fill);
        let account = Account::new(&entropy, Index::FIRST).unwrap_or_else(|_| panic!("keys"));
        FrameWallet { id, entropy, account, key: RecoveryKey::random(&mut fill), to }
    }

    /// Where its server receives.
    pub(crate) fn receiver(&self) -> RecipientPublicKey {
        self.to
    }

    pub(crate) fn addresses(&self) -> Value {
        let pinned = self.account.addresses();
        json!({"eip155": pinned.eip155, "solana": pinned.solana})
    }

    /// A set, and what goes to the server of it.
    pub(crate) fn deal(&self, set: [u8; 16]) -> (Dealt, Value) {
        let dealt = deal(&self.entropy, Set { wallet: self.id, set }, &mut fill);
        let name = id(set);
        let place = place(Part::Auth, &name, &self.id);
        let auth = seal(&self.to, &place, dealt.auth.bytes().bytes(), &mut fill).expect("sealed");
        let recovery = self.key.seal(&dealt.recovery, &mut fill).expect("sealed");
        let told = json!({"id": name, "commitment": base64::encode(&dealt.commitment.0),
            "authShare": base64::encode(&auth), "recoveryShare": base64::encode(&recovery)});
        (dealt, told)
    }

    pub(crate) fn automatic(&self) -> Value {
        let place = place(Part::Factor, "automatic", &self.id);
        let wrapped = seal(&self.to, &place, self.key.bytes(), &mut fill).expect("sealed");
        json!({"kind": "automatic", "params": "{}", "wrapped": base64::encode(&wrapped)})
    }

    pub(crate) fn by_code(&self, code: &RecoveryCode) -> Value {
        let wrapped = FactorKey::of_code(code).wrap(&self.key, &self.id, b"code", &mut fill);
        json!({"kind": "code", "params": "{}", "wrapped": base64::encode(&wrapped)})
    }

    /// The body that makes it.
    pub(crate) fn create(&self, browser: &Browser, set: &Value, factors: &Value) -> Value {
        json!({"id": id(self.id), "addresses": self.addresses(), "set": set, "factors": factors,
            "signature": self.signed(Claim::Create, browser, set, factors)})
    }

    /// The body that gives a browser a set.
    pub(crate) fn enrol(&self, browser: &Browser, from: [u8; 16], set: &Value) -> Value {
        let signature = self.signed(Claim::Enrol, browser, set, &json!([]));
        json!({"from": id(from), "set": set, "signature": signature})
    }

    /// The body that splits it anew.
    pub(crate) fn rotate(&self, browser: &Browser, set: &Value, factors: &Value) -> Value {
        let signature = self.signed(Claim::Rotate, browser, set, factors);
        json!({"set": set, "factors": factors, "signature": signature})
    }

    /// What it signs of a move, in the session of a browser.
    pub(crate) fn moved(&self, browser: &Browser, parts: [&str; 3]) -> String {
        let session = hash(browser.session.as_deref().expect("signed in"));
        self.says(Claim::Move.digest(&self.id, &session, &parts))
    }

    /// What it signs of its deletion, likewise.
    pub(crate) fn deleted(&self, browser: &Browser) -> String {
        let session = hash(browser.session.as_deref().expect("signed in"));
        self.says(Claim::Delete.digest(&self.id, &session, &[]))
    }

    /// What it signs of a set and of factors, likewise.
    pub(crate) fn signed(
        &self,
        claim: Claim,
        browser: &Browser,
        set: &Value,
        factors: &Value,
    ) -> String {
        let set: ShareSet = serde_json::from_value(set.clone()).expect("a set");
        let factors: Vec<Factor> = serde_json::from_value(factors.clone()).expect("factors");
        let session = hash(browser.session.as_deref().expect("signed in"));
        self.says(claim.digest(&self.id, &session, &claimed(&set, &factors)))
    }

    fn says(&self, digest: [u8; 32]) -> String {
        base64::encode(&self.account.evm().sign(&digest).bytes())
    }
}
