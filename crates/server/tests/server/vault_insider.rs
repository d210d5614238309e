//! What the server alone can make of what it keeps: with the database and the keys in hand, and nothing of any
//! browser. It is what `docs/security.md` says of who has to be trusted, both ways.

use crate::database::Other;
use crate::vault_browser::{Browser, VaultApp};
use futures_util::FutureExt;
use keys::account::{Account, Pinned};
use keys::entropy::{Entropy, Length};
use keys::envelope::{self, EnvelopeKey};
use keys::factor::{FactorKey, RecoveryCode};
use keys::part::{Part, place};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::sealed_box::{self, RecipientPublicKey};
use keys::secret::SecretBytes;
use keys::share::{Commitment, Share, ShareSet, combine, deal};
use protocol::api::vault::WalletState;
use protocol::relay::base64;
use serde_json::{Value, json};
use server::kms::local::LocalKms;
use server::kms::{Kms, Purpose};

const WALLET: [u8; 16] = [0xaa; 16];
const FIRST: [u8; 16] = [0x11; 16];
const SECOND: [u8; 16] = [0x22; 16];

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("random bytes");
}

fn id(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

/// What a frame tells the server of a set that it dealt.
fn dealt(entropy: &Entropy, set: [u8; 16], key: &RecoveryKey, to: &RecipientPublicKey) -> Value {
    let shares = deal(entropy, ShareSet { wallet: WALLET, set }, &mut fill);
    let name = id(set);
    let place = place(Part::Auth, &name, &WALLET);
    let auth =
        sealed_box::seal(to, &place, shares.auth.bytes().bytes(), &mut fill).expect("sealed");
    let recovery = key.seal(&shares.recovery, &mut fill).expect("sealed");
    json!({"id": name, "commitment": base64::encode(&shares.commitment.0),
        "authShare": base64::encode(&auth), "recoveryShare": base64::encode(&recovery)})
}

fn automatic(key: &RecoveryKey, to: &RecipientPublicKey) -> Value {
    let place = place(Part::Factor, "automatic", &WALLET);
    let wrapped = sealed_box::seal(to, &place, key.bytes(), &mut fill).expect("sealed");
    json!({"kind": "automatic", "params": "{}", "wrapped": base64::encode(&wrapped)})
}

fn by_code(key: &RecoveryKey, code: &RecoveryCode) -> Value {
    let wrapped = FactorKey::of_code(code).wrap(key, &WALLET, b"code", &mut fill);
    json!({"kind": "code", "params": "{}", "wrapped": base64::encode(&wrapped)})
}

/// All that the server has: rows and key files.
struct Insider {
    kms: LocalKms,
    rows: Other,
}

impl Insider {
    async fn of(at: &VaultApp) -> Self {
        let kms = LocalKms::load(&at.app.folder().join("keys")).unwrap_or_else(|_| panic!("keys"));
        Insider { kms, rows: Other::open(at.app.folder()).await }
    }

    async fn text(&mut self, sql: &'static str) -> Option<String> {
        self.rows.texts(sql).await.into_iter().next()
    }

    fn opened(&self, purpose: Purpose, sealed: &str) -> SecretBytes<32> {
        let name = id(WALLET);
        let opened = self.kms.unwrap(purpose, &name, sealed).now_or_never().expect("at once");
        let opened = opened.unwrap_or_else(|_| panic!("opened"));
        SecretBytes::copied(opened.bytes().try_into().expect("32 bytes"))
    }

    /// Whatever wallet comes of it.
    async fn rebuild(&mut self) -> Option<Entropy> {
        let set_id = self.text("SELECT id FROM share_sets").await?;
        let set = u128::from_str_radix(&set_id, 16).expect("hex").to_be_bytes();
        let sealed = self.text("SELECT key_sealed FROM wallets").await?;
        let key = EnvelopeKey::new(self.opened(Purpose::AuthShare, &sealed));
        let mut share = async |part, sql| {
            let sealed = base64::decode(&self.text(sql).await.expect("a row")).expect("base64");
            envelope::open(&key, &place(part, &set_id, &WALLET), &sealed)
                .unwrap_or_else(|_| panic!("opened"))
        };
        let auth = share(Part::Auth, "SELECT auth_sealed FROM share_sets").await;
        let recovery = share(Part::Recovery, "SELECT recovery_sealed FROM share_sets").await;
        let commitment = self.text("SELECT commitment FROM share_sets").await?;
        let commitment = base64::decode(&commitment).expect("base64").try_into().expect("32 bytes");
        let sql = "SELECT wrapped FROM recovery_factors WHERE kind = 'automatic'";
        let wrapped = self.text(sql).await?;
        let key = RecoveryKey::new(self.opened(Purpose::RecoveryAuto, &wrapped));
        let recovery = key.open(&ShareSet { wallet: WALLET, set }, recovery.bytes()).ok()?;
        let auth = Share::read(auth.bytes()).ok()?;
        combine(&auth, &recovery, &Commitment(commitment)).ok()
    }
}

async fn seal_to(browser: &Browser, at: &VaultApp) -> RecipientPublicKey {
    let reply = browser.ask(at, "/v1/vault/wallet/get", json!({})).await;
    let state: WalletState = serde_json::from_slice(&reply.body).expect("an answer");
    RecipientPublicKey(base64::decode(&state.seal_to).expect("base64").try_into().expect("a key"))
}

fn addresses(of: &Entropy) -> Pinned {
    Account::new(of, Index::FIRST).unwrap_or_else(|_| panic!("keys")).addresses()
}

/// Somebody who makes a wallet with these factors.
async fn owner(at: &VaultApp, entropy: &Entropy, key: &RecoveryKey, factors: Value) -> Browser {
    let mut browser = Browser::new();
    browser.sign_in(at, "ann@example.com").await;
    let to = seal_to(&browser, at).await;
    let pinned = addresses(entropy);
    let body = json!({"id": id(WALLET), "addresses": {"eip155": pinned.eip155, "solana": pinned.solana},
        "set": dealt(entropy, FIRST, key, &to), "factors": factors});
    let reply = browser.ask(at, "/v1/vault/wallet/create", body).await;
    assert_eq!(reply.status_and_body(), "200 {}");
    browser
}

#[tokio::test]
async fn with_automatic_recovery_the_server_alone_rebuilds_a_wallet() {
    let at = VaultApp::new().await;
    let entropy = Entropy::random(Length::Words12, &mut fill);
    let key = RecoveryKey::random(&mut fill);
    let mut probe = Browser::new();
    probe.sign_in(&at, "probe@example.com").await;
    let to = seal_to(&probe, &at).await;
    let browser = owner(&at, &entropy, &key, json!([automatic(&key, &to)])).await;
    let rebuilt = Insider::of(&at).await.rebuild().await.expect("all that it takes is there");
    assert_eq!(addresses(&rebuilt), addresses(&entropy));

    // Once its owner takes that away, what is there from then on is not enough.
    let (other, code) = (RecoveryKey::random(&mut fill), RecoveryCode::random(&mut fill));
    let body =
        json!({"set": dealt(&entropy, SECOND, &other, &to), "factors": [by_code(&other, &code)]});
    assert_eq!(browser.ask(&at, "/v1/vault/wallet/rotate", body).await.status, 200);
    assert!(Insider::of(&at).await.rebuild().await.is_none());
}

#[tokio::test]
async fn without_it_the_server_alone_rebuilds_nothing() {
    let at = VaultApp::new().await;
    let entropy = Entropy::random(Length::Words12, &mut fill);
    let (key, code) = (RecoveryKey::random(&mut fill), RecoveryCode::random(&mut fill));
    owner(&at, &entropy, &key, json!([by_code(&key, &code)])).await;
    let mut insider = Insider::of(&at).await;
    assert!(insider.rebuild().await.is_none());
    // Whoever has the code does, from the same rows.
    let wrapped = insider.text("SELECT wrapped FROM recovery_factors").await.expect("a row");
    let wrapped = base64::decode(&wrapped).expect("base64");
    let opened = FactorKey::of_code(&code)
        .open(&WALLET, b"code", &wrapped)
        .unwrap_or_else(|_| panic!("opened"));
    assert_eq!(opened.bytes(), key.bytes());
    let guessed = RecoveryCode::random(&mut fill);
    assert!(FactorKey::of_code(&guessed).open(&WALLET, b"code", &wrapped).is_err());
}
