//! What the server alone can make of what it keeps: with the database and the keys in hand, and nothing of any
//! browser. It is what `docs/security.md` says of who has to be trusted, both ways.

use crate::database::Other;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, fill, id, seal_to};
use futures_util::FutureExt;
use keys::account::{Account, Pinned};
use keys::entropy::Entropy;
use keys::envelope::{self, EnvelopeKey};
use keys::factor::{FactorKey, RecoveryCode};
use keys::part::{Part, place};
use keys::path::Index;
use keys::recovery::RecoveryKey;
use keys::secret::SecretBytes;
use keys::share::{Commitment, Share, ShareSet, combine};
use protocol::relay::base64;
use serde_json::{Value, json};
use server::kms::local::LocalKms;
use server::kms::{Kms, Purpose};

const WALLET: [u8; 16] = [0xaa; 16];
const FIRST: [u8; 16] = [0x11; 16];
const SECOND: [u8; 16] = [0x22; 16];

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

    /// All of 32 bytes that any key opens of any sealed text, for whichever purpose.
    async fn opened_by_any_key(&mut self) -> Vec<[u8; 32]> {
        let name = id(WALLET);
        let mut all = Vec::new();
        for sql in [
            "SELECT key_sealed FROM wallets",
            "SELECT auth_sealed FROM share_sets",
            "SELECT recovery_sealed FROM share_sets",
            "SELECT wrapped FROM recovery_factors",
        ] {
            for sealed in self.rows.texts(sql).await {
                for purpose in Purpose::ALL {
                    let opened = self.kms.unwrap(purpose, &name, &sealed).now_or_never();
                    let opened = opened.expect("at once").ok();
                    let bytes: Option<[u8; 32]> = opened.and_then(|it| it.bytes().try_into().ok());
                    all.extend(bytes);
                }
            }
        }
        assert!(!all.is_empty(), "it opens what it can");
        all
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

fn addresses(of: &Entropy) -> Pinned {
    Account::new(of, Index::FIRST).unwrap_or_else(|_| panic!("keys")).addresses()
}

/// Somebody who is signed in and makes a wallet that these bring back.
async fn owner(
    at: &VaultApp,
    factors: impl FnOnce(&FrameWallet) -> Value,
) -> (Browser, FrameWallet) {
    let mut browser = Browser::new();
    browser.sign_in(at, "ann@example.com").await;
    let wallet = FrameWallet::new(WALLET, seal_to(&browser, at).await);
    let body = wallet.create(&browser, &wallet.deal(FIRST).1, &factors(&wallet));
    let reply = browser.ask(at, "/v1/vault/wallet/create", body).await;
    assert_eq!(reply.status_and_body(), "200 {}");
    (browser, wallet)
}

#[tokio::test]
async fn with_automatic_recovery_the_server_alone_rebuilds_a_wallet() {
    let at = VaultApp::new().await;
    let (browser, mut wallet) = owner(&at, |wallet| json!([wallet.automatic()])).await;
    let rebuilt = Insider::of(&at).await.rebuild().await.expect("all that it takes is there");
    assert_eq!(addresses(&rebuilt), addresses(&wallet.entropy));

    // Once its owner takes that away, what is there from then on is not enough.
    wallet.key = RecoveryKey::random(&mut fill);
    let code = RecoveryCode::random(&mut fill);
    let factors = json!([wallet.by_code(&code)]);
    let body = wallet.rotate(&browser, &wallet.deal(SECOND).1, &factors);
    assert_eq!(browser.ask(&at, "/v1/vault/wallet/rotate", body).await.status, 200);
    let mut insider = Insider::of(&at).await;
    assert!(insider.rebuild().await.is_none());
    assert_eq!(insider.rows.texts("SELECT id FROM share_sets").await, [id(SECOND)]);
    assert_eq!(insider.rows.texts("SELECT kind FROM recovery_factors").await, ["code"]);
    assert!(insider.opened_by_any_key().await.iter().all(|it| it != wallet.key.bytes()));
}

#[tokio::test]
async fn without_it_the_server_alone_rebuilds_nothing() {
    let at = VaultApp::new().await;
    let code = RecoveryCode::random(&mut fill);
    let (_, wallet) = owner(&at, |wallet| json!([wallet.by_code(&code)])).await;
    let mut insider = Insider::of(&at).await;
    assert!(insider.rebuild().await.is_none());
    // Nothing that the keys open is the recovery key, which the recovery share is sealed with.
    assert!(insider.opened_by_any_key().await.iter().all(|it| it != wallet.key.bytes()));
    // Whoever has the code has it, from the same rows.
    let wrapped = insider.text("SELECT wrapped FROM recovery_factors").await.expect("a row");
    let wrapped = base64::decode(&wrapped).expect("base64");
    let opened = FactorKey::of_code(&code).open(&WALLET, b"code", &wrapped);
    assert_eq!(opened.unwrap_or_else(|_| panic!("opened")).bytes(), wallet.key.bytes());
    let guessed = RecoveryCode::random(&mut fill);
    assert!(FactorKey::of_code(&guessed).open(&WALLET, b"code", &wrapped).is_err());
}
