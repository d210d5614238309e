//! All calls of the vault, each ready to be made: by somebody of its own for whom it is right, with a body in which no
//! field is left out.
//!
//! The bodies are made of the wire's types, or read by them, so a field that comes later is noticed as missing. A
//! path that is not here panics.

use crate::test_app::PROJECT;
use crate::vault_browser::{Browser, VaultApp};
use crate::vault_frame::{FrameWallet, fill, id, seal_to};
use crate::vault_owner::receiver;
use keys::claim::Claim;
use keys::factor::RecoveryCode;
use protocol::api::vault::{
    AccountDelete, EmailChange, EmailChangeEnd, EmailChangeOtp, EmailChangeStarted, EmailDevice,
    EmailOtp, EmailStart, Factor, Nothing, PepperAsk, RecoverAsk, ReviewDecide, ReviewOffer,
    ReviewTake, ReviewWait, SessionRevoke, ShareAsk, SharePurpose, ShareSet, SignOut,
    VaultSessions, WalletCreate, WalletEnrol, WalletRotate,
};
use protocol::path::{self, VAULT_PATHS};
use protocol::relay::base64;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use wire::to_text;

/// The paths of all calls.
pub(crate) fn calls() -> Vec<String> {
    let all = VAULT_PATHS.iter().map(|it| to_text(it.value).trim_matches('"').to_owned());
    all.filter(|it| it.starts_with("/v1/vault/")).collect()
}

/// A call that gets what it asks for.
pub(crate) struct Call {
    pub(crate) browser: Browser,
    pub(crate) body: Value,
    /// What the wallet signs in the body, besides a set and factors that are in it.
    signs: Option<(FrameWallet, Claim)>,
}

impl Call {
    /// A body in which something else stands, signed by the wallet where one signs such bodies, and where it can be read.
    pub(crate) fn signed(&self, mut body: Value) -> Value {
        let Some((wallet, claim)) = &self.signs else { return body };
        let factors = body.get("factors").cloned().unwrap_or_else(|| json!([]));
        let set = body.get("set").cloned().unwrap_or_default();
        let can_read = serde_json::from_value::<ShareSet>(set.clone()).is_ok()
            && serde_json::from_value::<Vec<Factor>>(factors.clone()).is_ok();
        if can_read {
            body["signature"] = json!(wallet.signed(*claim, &self.browser, &set, &factors));
        }
        body
    }
}

/// Somebody else each time.
pub(crate) struct Person {
    number: u32,
    pub(crate) browser: Browser,
}

impl Person {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        Person { number: COUNT.fetch_add(1, Ordering::Relaxed), browser: Browser::new() }
    }

    async fn signed_in(at: &VaultApp) -> Self {
        let mut it = Person::new();
        it.browser.sign_in(at, &it.email()).await;
        it
    }

    fn email(&self) -> String {
        format!("person{}@example.com", self.number)
    }

    fn new_email(&self) -> String {
        format!("person{}@new.example", self.number)
    }

    /// 16 bytes that nobody else has.
    fn bytes(&self, kind: u8) -> [u8; 16] {
        (u128::from(kind) << 64 | u128::from(self.number)).to_be_bytes()
    }

    /// The name of something to be approved.
    fn name(&self) -> String {
        base64::encode_url(&self.bytes(b'r'))
    }

    fn set(&self) -> [u8; 16] {
        self.bytes(b's')
    }

    async fn does<T: DeserializeOwned>(&self, at: &VaultApp, path: &str, body: Value) -> T {
        let reply = self.browser.ask(at, path, body).await;
        assert_eq!(reply.status, 200, "{path} {}", reply.status_and_body());
        serde_json::from_slice(&reply.body).expect("an answer")
    }

    /// A wallet that is not yet told of.
    async fn wallet(&self, at: &VaultApp) -> FrameWallet {
        FrameWallet::new(self.bytes(b'w'), seal_to(&self.browser, at).await)
    }

    fn create(&self, wallet: &FrameWallet) -> Value {
        wallet.create(&self.browser, &wallet.deal(self.set()).1, &factors(wallet))
    }

    pub(crate) async fn owner(at: &VaultApp) -> (Self, FrameWallet) {
        let it = Person::signed_in(at).await;
        let wallet = it.wallet(at).await;
        let _: Nothing = it.does(at, path::WALLET_CREATE, it.create(&wallet)).await;
        (it, wallet)
    }

    /// Asks for another address.
    async fn changing(&self, at: &VaultApp) -> String {
        let body = json!({"email": self.new_email(), "language": "en"});
        let begun: EmailChangeStarted = self.does(at, path::EMAIL_CHANGE, body).await;
        begun.change
    }

    /// Has something to be approved.
    async fn offering(&self, at: &VaultApp) -> String {
        let body = json!({"id": self.name(), "sealed": "c2VhbGVk"});
        let _: Nothing = self.does(at, path::REVIEW_OFFER, body).await;
        self.name()
    }

    fn asks(self, body: impl Serialize) -> Call {
        let body = serde_json::to_value(body).expect("JSON");
        Call { browser: self.browser, body, signs: None }
    }

    /// The same of what a wallet signs. The body is read once, so that it has what its type has.
    fn signs<T: DeserializeOwned + Serialize>(
        self,
        wallet: FrameWallet,
        claim: Claim,
        body: Value,
    ) -> Call {
        let body: T = serde_json::from_value(body).expect("a body");
        Call { signs: Some((wallet, claim)), ..self.asks(body) }
    }
}

fn factors(wallet: &FrameWallet) -> Value {
    json!([wallet.automatic(), wallet.by_code(&RecoveryCode::random(&mut fill))])
}

/// The call at a path.
pub(crate) async fn call(at: &VaultApp, path: &str) -> Call {
    match path.strip_prefix("/v1/vault/").and_then(|it| it.split('/').next()) {
        Some("review") => of_review(at, path).await,
        Some("email") => of_email(at, path).await,
        Some("session") => of_session(at, path).await,
        _ => of_wallet(at, path).await,
    }
}

async fn of_review(at: &VaultApp, path: &str) -> Call {
    let it = Person::signed_in(at).await;
    if path == path::REVIEW_OFFER {
        let offer = ReviewOffer { id: it.name(), sealed: Some("c2VhbGVk".to_owned()) };
        return it.asks(offer);
    }
    let id = it.offering(at).await;
    match path {
        path::REVIEW_WAIT => it.asks(ReviewWait { id, taken: 0, wait_ms: 0 }),
        path::REVIEW_TAKE => it.asks(ReviewTake { id }),
        path::REVIEW_DECIDE => {
            let _: Value = it.does(at, path::REVIEW_TAKE, json!({"id": id})).await;
            it.asks(ReviewDecide { id, sealed: "eWVz".to_owned() })
        }
        _ => panic!("{path} has no call here"),
    }
}

async fn of_email(at: &VaultApp, path: &str) -> Call {
    let language = "en".to_owned();
    if [path::EMAIL_START, path::EMAIL_DEVICE, path::EMAIL_OTP].contains(&path) {
        let it = Person::new();
        let email = it.email();
        if path == path::EMAIL_START {
            let (project_id, origin) = (PROJECT.to_owned(), it.browser.site.to_owned());
            return it.asks(EmailStart { project_id, origin, email, language });
        }
        let started = it.browser.started(at, &email).await;
        let attempt = started.attempt.expect("an attempt");
        return if path == path::EMAIL_DEVICE {
            it.asks(EmailDevice { attempt, wait_ms: 0 })
        } else {
            it.asks(EmailOtp { attempt, otp: at.code(&email) })
        };
    }
    let (it, wallet) = Person::owner(at).await;
    let (old, new) = (it.email(), it.new_email());
    if path == path::EMAIL_CHANGE {
        return it.asks(EmailChange { email: new, language });
    }
    let change = it.changing(at).await;
    let otp = at.code(&old);
    match path {
        path::EMAIL_CHANGE_PRIMARY => it.asks(EmailChangeOtp { change, otp }),
        path::EMAIL_CHANGE_SECONDARY => {
            let body = json!({"change": change, "otp": otp});
            let _: Value = it.does(at, path::EMAIL_CHANGE_PRIMARY, body).await;
            let signature = Some(wallet.moved(&it.browser, [&change, &old, &new]));
            it.asks(EmailChangeEnd { change, otp: at.code(&new), signature })
        }
        _ => panic!("{path} has no call here"),
    }
}

async fn of_session(at: &VaultApp, path: &str) -> Call {
    let it = Person::signed_in(at).await;
    match path {
        path::SESSION_GET | path::SESSION_REFRESH | path::SESSION_LIST => it.asks(Nothing {}),
        path::SESSION_DELETE => it.asks(SignOut { forget: true }),
        path::SESSION_REVOKE => {
            let all: VaultSessions = it.does(at, path::SESSION_LIST, json!({})).await;
            it.asks(SessionRevoke { id: Some(all.sessions[0].id.clone()) })
        }
        _ => panic!("{path} has no call here"),
    }
}

async fn of_wallet(at: &VaultApp, path: &str) -> Call {
    if path == path::WALLET_CREATE {
        let it = Person::signed_in(at).await;
        let wallet = it.wallet(at).await;
        let body = it.create(&wallet);
        return it.signs::<WalletCreate>(wallet, Claim::Create, body);
    }
    let (it, wallet) = Person::owner(at).await;
    let (seal_to, (_, set)) = (receiver().1, wallet.deal(it.bytes(b'n')));
    match path {
        path::WALLET_GET | path::WALLET_EVENTS => it.asks(Nothing {}),
        path::WALLET_SHARE => it.asks(ShareAsk { purpose: SharePurpose::Sign, seal_to }),
        path::WALLET_RECOVER => it.asks(RecoverAsk { purpose: SharePurpose::Enrol, seal_to }),
        path::WALLET_PEPPER => {
            it.asks(PepperAsk { wallet: id(wallet.id), salt: base64::encode(&[7; 16]), seal_to })
        }
        path::WALLET_ENROL => {
            let body = wallet.enrol(&it.browser, it.set(), &set);
            it.signs::<WalletEnrol>(wallet, Claim::Enrol, body)
        }
        path::WALLET_ROTATE => {
            let body = wallet.rotate(&it.browser, &set, &factors(&wallet));
            it.signs::<WalletRotate>(wallet, Claim::Rotate, body)
        }
        path::ACCOUNT_DELETE => {
            let signature = Some(wallet.deleted(&it.browser));
            it.asks(AccountDelete { is_given_up: true, signature })
        }
        _ => panic!("{path} has no call here"),
    }
}
