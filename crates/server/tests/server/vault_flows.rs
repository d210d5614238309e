//! The frame's own flows, with its worker, against the real server and its real mails: a visitor signs in, comes back,
//! comes in another browser, signs, and leaves.

use crate::fake_node::FakeNode;
use crate::test_app::{PROJECT, VAULT, ask};
use crate::vault_browser::{Browser, SITE, VaultApp};
use chains::evm::message;
use keys::evm_signature::EvmSignature;
use protocol::api::vault::RecoveryPolicy;
use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::message::FrameUser;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::rpc::RpcError;
use runtime::{Op, Reply};
use sim::frame::{FramePage, Kept};
use std::time::{SystemTime, UNIX_EPOCH};
use vault::{Boot, Fault, Intent, SettingsStep, SignInStep};
use wire::{Json, Long};

const ANN: &str = "ann@example.com";

/// A page of the shop with the frame in it.
struct Visit {
    page: FramePage,
    browser: Browser,
    kept: Kept,
}

impl Visit {
    fn new() -> Self {
        Self::with(Browser::new(), Kept::default(), 1)
    }

    fn with(browser: Browser, kept: Kept, seed: u64) -> Self {
        let boot = Boot {
            origin: format!("http://{VAULT}"),
            project_id: PROJECT.to_owned(),
            site: "Test".to_owned(),
            allowed: vec![SITE.to_owned()],
            trusted: vec![SITE.to_owned()],
            recovery: RecoveryPolicy::Automatic,
            is_nested: false,
            review: None,
            is_dev: false,
            chain: ChainId::eip155(5),
            version: "4".to_owned(),
            language: "en".to_owned(),
        };
        // Chance differs from test to test: ids are the server's for good.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let nanos = u64::from(now.subsec_nanos());
        let mut page = FramePage::new(&boot, &kept, seed.wrapping_mul(0x9e37_79b9) ^ nanos);
        page.epoch_ms = u64::try_from(now.as_millis()).expect("not for ever");
        page.knock(SITE);
        Visit { page, browser, kept }
    }

    /// The page is left and comes again.
    fn reload(self, seed: u64) -> Self {
        Self::with(self.browser, self.kept, seed)
    }

    async fn does(&mut self, at: &VaultApp, intent: Intent) {
        self.page.dispatch(&intent);
        self.serve(at).await;
    }

    async fn asks(&mut self, at: &VaultApp, request: Request) -> Result<Answer, RpcError> {
        let id = self.page.request(&request);
        self.serve(at).await;
        self.page.take(id).expect("an answer")
    }

    /// The page requests something, and a person approves it.
    async fn approves(
        &mut self,
        at: &VaultApp,
        request: &Request,
    ) -> Option<Result<Answer, RpcError>> {
        let id = self.page.request(request);
        self.serve(at).await;
        let request = self.page.state().approval.expect("it shows").request;
        self.does(at, Intent::Approve { request }).await;
        self.page.take(id)
    }

    async fn signs_in(&mut self, at: &VaultApp) {
        let view = Some(FrameView::EmailLogin);
        self.asks(at, Request::Show { view }).await.expect("it shows");
        self.does(at, Intent::SubmitEmail { email: ANN.to_owned() }).await;
        assert_eq!(self.page.state().sign_in.fault, None);
        self.does(at, Intent::SubmitOtp { otp: at.code(ANN) }).await;
        assert_eq!(self.page.state().sign_in.fault, None);
        assert_eq!(self.page.state().screen.view, None);
    }

    async fn user(&mut self, at: &VaultApp) -> FrameUser {
        match self.asks(at, Request::GetUser { chain: None, preferred: None }).await {
            Ok(Answer::User(user)) => user,
            other => panic!("{other:?}"),
        }
    }

    /// Performs what the page asks of the network and of the browser's key.
    async fn serve(&mut self, at: &VaultApp) {
        loop {
            let outside = self.page.outside();
            if outside.is_empty() {
                return;
            }
            for it in &outside {
                let reply = self.perform(at, &it.op).await;
                self.page.reply(it, &reply);
            }
        }
    }

    async fn perform(&self, at: &VaultApp, op: &Op) -> Reply {
        let Op::Fetch { url, headers, body, .. } = op else {
            let Op::Prove { claims } = op else { panic!("{op:?}") };
            return Reply::Value { value: Json::text(&self.browser.signed(claims)) };
        };
        let origin = format!("http://{VAULT}");
        let path = url.strip_prefix(&origin).expect("its own server");
        let mut sent: Vec<_> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        sent.extend([("origin", &*origin), ("user-agent", self.browser.user_agent)]);
        let body = body.clone().unwrap_or_default();
        let reply = ask(at.app.address(), VAULT, "POST", path, &sent, body).await;
        let wait = reply.headers.get("retry-after").and_then(|it| it.to_str().ok()?.parse().ok());
        Reply::Fetched {
            status: reply.status.into(),
            body: String::from_utf8(reply.body.to_vec()).expect("text"),
            retry_after_ms: wait.map(|seconds: u32| seconds * 1000),
        }
    }
}

#[tokio::test]
async fn a_visitor_signs_in_comes_back_and_has_the_same_addresses_elsewhere() {
    let at = VaultApp::new().await;
    let mut first = Visit::new();
    first.signs_in(&at).await;
    let user = first.user(&at).await;
    assert_eq!(user.email.as_deref(), Some(ANN));
    let mut again = first.reload(2);
    let connected = again.asks(&at, Request::IsConnected).await;
    assert_eq!(connected, Ok(Answer::Connected { is_connected: true }));
    assert_eq!(again.user(&at).await, user);

    at.advance(std::time::Duration::from_secs(31));
    let mut elsewhere = Visit::with(Browser::new(), Kept::default(), 3);
    elsewhere.page.epoch_ms += 31_000;
    elsewhere.signs_in(&at).await;
    assert_eq!(elsewhere.user(&at).await, user);

    // A browser that forgot everything but its key.
    at.advance(std::time::Duration::from_secs(31));
    again.kept.clear();
    let mut wiped = again.reload(4);
    wiped.page.epoch_ms += 62_000;
    wiped.signs_in(&at).await;
    assert_eq!(wiped.user(&at).await, user);
    assert_eq!(wiped.asks(&at, Request::SignOut).await, Ok(Answer::Done));
    let connected = wiped.asks(&at, Request::IsConnected).await;
    assert_eq!(connected, Ok(Answer::Connected { is_connected: false }));
}

#[tokio::test]
async fn what_goes_wrong_is_said_as_what_it_is() {
    let at = VaultApp::new().await;
    let mut visit = Visit::new();
    visit.does(&at, Intent::SubmitEmail { email: "ann".to_owned() }).await;
    assert_eq!(visit.page.state().sign_in.fault, Some(Fault::EmailMalformed));
    visit.does(&at, Intent::SubmitEmail { email: ANN.to_owned() }).await;
    let sign_in = visit.page.state().sign_in;
    assert_eq!((sign_in.step, sign_in.fault), (SignInStep::Otp, None));
    let Some(Long(again_at_ms)) = sign_in.again_at_ms else { panic!("a time") };
    assert!(again_at_ms > visit.page.epoch_ms);
    visit.does(&at, Intent::Resend).await;
    let fault = visit.page.state().sign_in.fault;
    assert!(matches!(fault, Some(Fault::TooSoon { seconds: 1..=30 })), "{fault:?}");
    let right = at.code(ANN);
    let wrong = if right == "000000" { "000001" } else { "000000" };
    visit.does(&at, Intent::SubmitOtp { otp: wrong.to_owned() }).await;
    assert_eq!(visit.page.state().sign_in.fault, Some(Fault::OtpRefused));
    visit.page.epoch_ms -= 3_600_000;
    visit.does(&at, Intent::SubmitOtp { otp: right.clone() }).await;
    assert_eq!(visit.page.state().sign_in.fault, Some(Fault::ClockOff));
    visit.page.epoch_ms += 3_600_000;
    visit.does(&at, Intent::SubmitOtp { otp: right }).await;
    assert_eq!(visit.page.state().sign_in.fault, None);
    // Two hours later whoever is in has to sign in anew for dear things.
    at.advance(std::time::Duration::from_hours(2));
    visit.page.epoch_ms += 7_200_000;
    let view = Some(FrameView::WalletSettings);
    visit.asks(&at, Request::Show { view }).await.expect("it shows");
    visit.does(&at, Intent::WantWords).await;
    assert_eq!(visit.page.state().settings.step, SettingsStep::Prove);
}

#[tokio::test]
async fn another_address_signs_in_to_the_same_wallet_which_agrees() {
    let at = VaultApp::new().await;
    let mut visit = Visit::new();
    visit.signs_in(&at).await;
    let before = visit.user(&at).await;
    let email = "Ann@New.example".to_owned();
    let begun = visit.approves(&at, &Request::UpdateEmail { email }).await;
    assert!(matches!(begun, Some(Ok(Answer::Updating { .. }))), "{begun:?}");
    let otp = at.code(ANN);
    assert_eq!(visit.asks(&at, Request::UpdateEmailPrimaryOtp { otp }).await, Ok(Answer::Done));
    let new_email = "ann@new.example".to_owned();
    let otp = at.code(&new_email);
    let done = visit.asks(&at, Request::UpdateEmailSecondaryOtp { otp }).await;
    assert_eq!(done, Ok(Answer::Updated { new_email: new_email.clone() }));
    let user = visit.user(&at).await;
    assert_eq!((user.email, user.address), (Some(new_email), before.address));
}

#[tokio::test]
async fn a_message_is_signed_with_the_share_that_the_server_has() {
    let at = VaultApp::new().await;
    let mut visit = Visit::new();
    visit.signs_in(&at).await;
    let address = visit.user(&at).await.address;
    let params = Json::list([Json::text("0x48656c6c6f"), Json::text(&address)]);
    let request = Request::RpcRequest { method: "personal_sign".to_owned(), params: Some(params) };
    let Some(Ok(Answer::Value { value })) = visit.approves(&at, &request).await else {
        panic!("a signature")
    };
    let hex = value.as_text().and_then(|it| it.strip_prefix("0x")).expect("hex");
    let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    let bytes: Vec<_> = bytes.collect::<Result<_, _>>().expect("hex");
    let signature = EvmSignature::read(&bytes).expect("a signature");
    let signer = signature.recover(&message::digest(b"Hello")).expect("a signer");
    assert_eq!(signer.to_checksum(), address);
}

#[tokio::test]
async fn the_frame_reaches_nodes_by_its_own_origin() {
    let node = FakeNode::sound().await;
    let at = VaultApp::with_nodes(std::slice::from_ref(&node.url), |_| {}).await;
    let mut visit = Visit::new();
    let method = "eth_gasPrice".to_owned();
    let asked = visit.asks(&at, Request::RpcRequest { method, params: None }).await;
    assert_eq!(asked, Ok(Answer::Value { value: Json::text("eth_gasPrice") }));
    let path = format!("/v1?projectId={PROJECT}&chainId=eip155:5");
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}"#;
    for (origin, status) in
        [(format!("http://{VAULT}"), 200), (SITE.to_owned(), 403), ("null".to_owned(), 403)]
    {
        let headers = [("origin", &*origin), ("content-type", "application/json")];
        let reply = ask(at.app.address(), VAULT, "POST", &path, &headers, body.to_owned()).await;
        assert_eq!(reply.status, status, "{origin}");
        assert!(!reply.headers.contains_key("access-control-allow-origin"), "{origin}");
    }
}
