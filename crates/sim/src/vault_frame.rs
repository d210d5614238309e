//! The vault's frame as a page has it, and the person in front of it: it speaks as the real one does, which `frame.rs`
//! has, and does what it is told.

use protocol::caip::{ChainId, Namespace};
use protocol::frame::VERSION;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::handshake::{Allowed, Door, WindowMessage, welcome};
use protocol::frame::message::{FrameUser, FrameView, VaultAccount, VaultAccountType};
use protocol::frame::method::{Class, class_of};
use protocol::frame::receiver::{Received, Receiver};
use protocol::frame::request::Request;
use protocol::frame::unasked::Unasked;
use protocol::rpc::{RpcError, UNAUTHORIZED, UNSUPPORTED_METHOD, USER_REJECTED};
use runtime::Reply;
use wire::Json;

use crate::hosted::EMBEDS;
use crate::page::{EPOCH_MS, Page, failed};
use crate::sim::{ANVIL, SOLANA_ADDRESS, Sim};

/// Where it is.
pub const VAULT_URL: &str = "http://vault.localhost:8787";
/// Who signs in.
pub const EMAIL: &str = "ann@example.com";

/// The frame, and what it is like.
#[derive(Default)]
pub struct VaultFrame {
    /// It never comes.
    pub is_missing: bool,
    /// It comes, and never answers.
    pub is_mute: bool,
    /// The browser has a session in it. That outlives a reload.
    pub is_signed_in: bool,
    /// What it shows.
    pub view: Option<FrameView>,
    /// How often it was brought.
    pub loads: u32,
    /// What it was requested, by name.
    pub requested: Vec<String>,
    op: Option<u32>,
    receiver: Receiver,
    place: Option<FrameView>,
    chain: Option<ChainId>,
    approvals: Vec<MessageId>,
}

impl VaultFrame {
    fn user(&self) -> Result<Answer, RpcError> {
        let chain = self.chain.clone().unwrap_or(ChainId::eip155(1));
        if !self.is_signed_in {
            return Err(RpcError::new(UNAUTHORIZED, "Nobody is signed in."));
        }
        let address = if chain.namespace == Namespace::Solana { SOLANA_ADDRESS } else { ANVIL };
        let account_type = VaultAccountType::Eoa;
        Ok(Answer::User(FrameUser {
            email: Some(EMAIL.to_owned()),
            address: address.to_owned(),
            chain,
            is_smart_account_deployed: None,
            accounts: vec![VaultAccount { address: address.to_owned(), account_type }],
            preferred: None,
        }))
    }

    /// What a request comes to; nothing where a person has to decide first.
    fn answer(&mut self, id: MessageId, request: Request) -> Option<Result<Answer, RpcError>> {
        Some(match request {
            Request::SwitchNetwork { chain } => {
                self.chain = Some(chain.clone());
                Ok(Answer::Chain { chain })
            }
            Request::GetUser { chain, .. } => {
                self.chain = chain.or(self.chain.take());
                self.user()
            }
            Request::IsConnected => Ok(Answer::Connected { is_connected: self.is_signed_in }),
            Request::SignOut => {
                self.is_signed_in = false;
                Ok(Answer::Done)
            }
            Request::RpcRequest { method, .. } => match class_of(&method) {
                Some(Class::Approved) => {
                    self.approvals.push(id);
                    return None;
                }
                Some(Class::Safe) => Ok(Answer::Value { value: Json::text("0x1") }),
                None => {
                    let message = "Requested RPC call is not allowed";
                    Err(RpcError::new(UNSUPPORTED_METHOD, message))
                }
            },
            Request::Show { view } => {
                self.place = view;
                Ok(Answer::Done)
            }
            _ => Ok(Answer::Done),
        })
    }
}

impl Page {
    /// The module has the frame in the page.
    pub(crate) fn bring_frame(&mut self, id: u32, hello: &str) -> Option<(u64, Reply)> {
        let is_signed_in = self.frame.is_signed_in;
        let loads = self.frame.loads + 1;
        let VaultFrame { is_missing, is_mute, .. } = self.frame;
        let op = Some(id);
        self.frame =
            VaultFrame { is_missing, is_mute, is_signed_in, loads, op, ..VaultFrame::default() };
        if is_missing {
            return None;
        }
        let allowed = [self.frame_host().to_owned()];
        let allowed = Allowed { patterns: &allowed, is_dev: true };
        let origin = self.frame_host();
        let message = WindowMessage { origin, is_from_window: true, text: Some(hello), ports: 1 };
        let Ok(hello) = Door::default().hear(message, allowed) else {
            return Some((0, failed("nobody is let in")));
        };
        self.reply_after(id, 100, &Reply::Opened { socket: 1 });
        // By the channel, which may be quicker than the window.
        self.frame_says(&Unasked::Ready { version: Some(VERSION.to_owned()) }.text());
        let value = Json::object([
            ("origin", Json::text(VAULT_URL)),
            ("isFromFrame", Json::Bool(true)),
            ("text", Json::Text(welcome(&hello))),
            ("ports", Json::Number("0".into())),
        ]);
        let name = "message".to_owned();
        self.reply_after(id, 120, &Reply::Event { name, value: Some(value) });
        None
    }

    fn frame_host(&self) -> &'static str {
        "http://localhost:8788"
    }

    /// The module says something to the frame.
    pub(crate) fn tell_frame(&mut self, text: &str) -> Reply {
        let now_ms = EPOCH_MS + self.clock.now_ms;
        if self.frame.is_mute {
            return Reply::Done;
        }
        match self.frame.receiver.receive(text, now_ms) {
            Received::Request { id, request } => {
                self.frame.requested.push(format!("{:?}", request.name()));
                if request == Request::RpcAbort {
                    self.decide_all(&Err(RpcError::new(USER_REJECTED, "Request was aborted")));
                }
                if let Some(answer) = self.frame.answer(id, request) {
                    self.answer_frame(id, &answer);
                }
                self.show_frame();
            }
            Received::Refused { text } => self.frame_says(&text),
            Received::Dropped(why) => panic!("the frame drops {text}: {why:?}"),
        }
        Reply::Done
    }

    fn answer_frame(&mut self, id: MessageId, answer: &Result<Answer, RpcError>) {
        let text = match answer {
            Ok(answer) => self.frame.receiver.answer(id, answer),
            Err(error) => self.frame.receiver.refuse(id, error),
        };
        if let Some(text) = text {
            self.frame_says(&text);
        }
    }

    fn decide_all(&mut self, answer: &Result<Answer, RpcError>) {
        for id in std::mem::take(&mut self.frame.approvals) {
            self.answer_frame(id, answer);
        }
    }

    /// What is to be approved goes first.
    fn show_frame(&mut self) {
        let is_approving = !self.frame.approvals.is_empty();
        let view =
            if is_approving { Some(FrameView::ApproveTransaction) } else { self.frame.place };
        if view != self.frame.view {
            self.frame.view = view;
            let height = if view.is_some() { 320 } else { 0 };
            self.frame_says(&Unasked::Shows { view, height }.text());
        }
    }

    fn frame_says(&mut self, text: &str) {
        if let Some(op) = self.frame.op {
            self.reply_after(op, 110, &Reply::Frame { text: text.to_owned() });
        }
    }

    /// The frame is taken away.
    pub(crate) fn drop_frame(&mut self, id: u32) {
        if self.frame.op == Some(id) {
            self.frame.op = None;
            self.frame.view = None;
        }
    }

    pub(crate) fn is_frames(&self, id: u32) -> bool {
        id > EMBEDS && id < crate::hosted::SPENDS
    }
}

impl Sim {
    /// Acts on the frame, as the person in front of it.
    fn at_frame(&mut self, act: impl FnOnce(&mut Page)) {
        act(&mut self.page());
        self.run_for(200);
    }

    /// The person enters their address.
    pub fn enter_email(&mut self) {
        self.at_frame(|page| {
            page.frame.place = Some(FrameView::EmailVerifyOtp);
            page.show_frame();
        });
    }

    /// The person is mailed a link first.
    pub fn enter_email_in_new_browser(&mut self) {
        self.at_frame(|page| {
            page.frame.place = Some(FrameView::EmailVerifyDevice);
            page.show_frame();
        });
    }

    /// The person enters the code that was mailed.
    pub fn enter_code(&mut self) {
        self.at_frame(|page| {
            page.frame.is_signed_in = true;
            page.frame.place = None;
            page.frame_says(&Unasked::Session { is_connected: true }.text());
            page.show_frame();
        });
    }

    /// The session ends elsewhere.
    pub fn end_frame_session(&mut self) {
        self.at_frame(|page| {
            page.frame.is_signed_in = false;
            page.frame_says(&Unasked::Session { is_connected: false }.text());
        });
    }

    /// The person approves all that is to be approved.
    pub fn approve(&mut self) {
        self.at_frame(|page| {
            page.decide_all(&Ok(Answer::Value { value: Json::text("0xsigned") }));
            page.show_frame();
        });
    }

    /// The person refuses all of it.
    pub fn refuse(&mut self) {
        self.at_frame(|page| {
            page.decide_all(&Err(RpcError::new(USER_REJECTED, "The person refused.")));
            page.show_frame();
        });
    }
}
