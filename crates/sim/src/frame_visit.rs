//! A page of a shop with the vault's frame in it, and somebody in front of it: for tests.

use protocol::api::vault::RecoveryPolicy;
use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::message::FrameUser;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::rpc::RpcError;
use vault::{Boot, Intent};
use wire::Json;

use crate::frame::{FramePage, Kept};
use crate::frame_server::{CODE, FrameServer, VAULT};

/// The page.
pub const SHOP: &str = "https://shop.example";
/// Who is in front of it.
pub const ANN: &str = "ann@example.com";

/// What a frame in the shop starts with.
pub fn boot() -> Boot {
    Boot {
        origin: VAULT.to_owned(),
        project_id: "de7de7de7de7de7de7de7de7de7de7de".to_owned(),
        site: "The Shop".to_owned(),
        allowed: vec![SHOP.to_owned(), "https://*.shop.example".to_owned()],
        trusted: vec![SHOP.to_owned()],
        recovery: RecoveryPolicy::Automatic,
        is_nested: false,
        review: None,
        is_dev: false,
        chain: ChainId::eip155(1),
        version: "4".to_owned(),
        language: "en".to_owned(),
    }
}

/// A page of the shop with the frame in it, in a browser of its own.
pub struct Visit {
    /// The frame.
    pub page: FramePage,
    /// What this browser keeps.
    pub kept: Kept,
    browser: u32,
}

impl Visit {
    /// In a browser of this number, which keeps nothing yet.
    pub fn new(browser: u32) -> Self {
        Self::with(browser, &Kept::default())
    }

    fn with(browser: u32, kept: &Kept) -> Self {
        Self::on(SHOP, browser, kept)
    }

    /// On a page that the project lets in, whether it is trusted or not.
    pub fn on(origin: &str, browser: u32, kept: &Kept) -> Self {
        Self::of(&boot(), origin, browser, kept)
    }

    /// In the shop, whose operator decided who decides what brings wallets back.
    pub fn under(recovery: RecoveryPolicy, browser: u32) -> Self {
        Self::of(&Boot { recovery, ..boot() }, SHOP, browser, &Kept::default())
    }

    /// With a frame that starts with this.
    pub fn of(boot: &Boot, origin: &str, browser: u32, kept: &Kept) -> Self {
        let mut page = FramePage::new(boot, kept, u64::from(browser) + 1);
        page.knock(origin);
        assert!(page.is_ready);
        Visit { page, kept: kept.clone(), browser }
    }

    /// The page is left, and comes again.
    pub fn reload(&self) -> Self {
        Self::with(self.browser, &self.kept)
    }

    /// A person wants something.
    pub fn does(&mut self, server: &mut FrameServer, intent: &Intent) {
        self.page.dispatch(intent);
        server.serve(&mut self.page, self.browser);
    }

    /// The page requests something; what comes of it.
    pub fn asks(
        &mut self,
        server: &mut FrameServer,
        request: &Request,
    ) -> Result<Answer, RpcError> {
        let id = self.begins(server, request);
        self.page.take(id).expect("an answer")
    }

    /// The page requests something that may wait for a person.
    pub fn begins(&mut self, server: &mut FrameServer, request: &Request) -> MessageId {
        let id = self.page.request(request);
        server.serve(&mut self.page, self.browser);
        // A page that asks faster than that waits.
        self.page.elapse(1_000);
        server.serve(&mut self.page, self.browser);
        id
    }

    /// Signs in by what is typed in the frame.
    pub fn signs_in(&mut self, server: &mut FrameServer) {
        self.asks(server, &show(FrameView::EmailLogin)).expect("it shows");
        self.does(server, &Intent::SubmitEmail { email: ANN.to_owned() });
        self.does(server, &Intent::SubmitOtp { otp: CODE.to_owned() });
    }

    /// A secret that shows, in its place.
    pub fn shown(&self, place: &str) -> Option<String> {
        self.page.shown.iter().find(|it| it.0 == place).map(|it| it.1.clone())
    }

    /// Who is signed in.
    pub fn user(&mut self, server: &mut FrameServer) -> FrameUser {
        match self.asks(server, &Request::GetUser { chain: None, preferred: None }) {
            Ok(Answer::User(user)) => user,
            other => panic!("{other:?}"),
        }
    }

    /// Whether somebody is.
    pub fn is_connected(&mut self, server: &mut FrameServer) -> bool {
        match self.asks(server, &Request::IsConnected) {
            Ok(Answer::Connected { is_connected }) => is_connected,
            other => panic!("{other:?}"),
        }
    }
}

/// The page has room for a view.
pub fn show(view: FrameView) -> Request {
    Request::Show { view: Some(view) }
}

/// A request to the provider.
pub fn rpc(method: &str, params: Json) -> Request {
    Request::RpcRequest { method: method.to_owned(), params: Some(params) }
}
