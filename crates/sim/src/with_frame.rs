//! A page with the vault's frame in it, and the person in front of that.

use protocol::frame::VERSION;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::handshake::{Allowed, Door, WindowMessage, welcome};
use protocol::frame::message::FrameView;
use protocol::frame::receiver::Received;
use protocol::frame::request::Request;
use protocol::frame::unasked::{FrameProgress, Unasked};
use protocol::rpc::{RpcError, USER_REJECTED};
use runtime::Reply;
use wire::Json;

use crate::hosted::{EMBEDS, SPENDS};
use crate::page::{EPOCH_MS, Page, failed};
use crate::sim::Sim;
use crate::vault_frame::{VAULT_URL, VaultFrame};

/// Whose page it is.
const HOST: &str = "http://localhost:8788";

impl Page {
    /// The module has the frame in the page.
    pub(crate) fn bring_frame(&mut self, id: u32, hello: &str) -> Option<(u64, Reply)> {
        let is_signed_in = self.frame.is_signed_in;
        let loads = self.frame.loads + 1;
        let VaultFrame { is_missing, is_blocked, is_mute, .. } = self.frame;
        let like_before = VaultFrame { is_missing, is_blocked, is_mute, ..VaultFrame::default() };
        self.frame = VaultFrame { is_signed_in, loads, op: Some(id), ..like_before };
        if is_blocked {
            return Some((0, failed("policy")));
        }
        if is_missing {
            return None;
        }
        let allowed = [HOST.to_owned()];
        let allowed = Allowed { patterns: &allowed, is_dev: true };
        let (origin, text) = (HOST, Some(hello));
        let message = WindowMessage { origin, is_from_window: true, text, ports: 1 };
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
                let was_signed_in = self.frame.is_signed_in;
                if let Some(answer) = self.frame.answer(id, request) {
                    self.answer_frame(id, &answer);
                }
                self.go_on(was_signed_in);
                self.show_frame();
            }
            Received::Refused { text } => self.frame_says(&text),
            Received::Dropped(why) => panic!("the frame drops {text}: {why:?}"),
        }
        Reply::Done
    }

    /// Who signed in by a code that the page handed on sees their wallet open, where there is room for that.
    fn go_on(&mut self, was_signed_in: bool) {
        if self.frame.is_signed_in && !was_signed_in {
            self.frame.is_opening = true;
        }
        if self.frame.is_opening && self.frame.place == Some(FrameView::EmailVerifyOtp) {
            (self.frame.is_opening, self.frame.place) = (false, None);
            self.frame_says(&Unasked::Session { is_connected: true }.text());
        }
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

    pub(crate) fn is_frames(id: u32) -> bool {
        id > EMBEDS && id < SPENDS
    }
}

impl Sim {
    /// Acts on the frame, as the person in front of it.
    fn at_frame(&mut self, act: impl FnOnce(&mut Page)) {
        act(&mut self.page());
        self.run_for(200);
    }

    /// The person comes to the field for their address.
    pub fn come_to_email(&mut self) {
        self.at_frame(|page| {
            page.frame_says(&Unasked::Progress { step: FrameProgress::EmailSelected }.text());
        });
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

    /// The person enters another code.
    pub fn enter_wrong_code(&mut self) {
        self.at_frame(|page| {
            page.frame_says(&Unasked::Progress { step: FrameProgress::CodeRefused }.text());
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

    /// The person enters their address in a browser that is signed in: no code is wanted.
    pub fn enter_known_email(&mut self) {
        self.at_frame(|page| {
            page.frame.place = None;
            page.frame_says(&Unasked::Session { is_connected: true }.text());
            page.show_frame();
        });
    }

    /// The person takes another address, in the views for it.
    pub fn change_email(&mut self, email: &str) {
        for view in [FrameView::UpdateEmailPrimaryOtp, FrameView::UpdateEmailSecondaryOtp] {
            self.at_frame(|page| {
                page.frame.place = Some(view);
                page.show_frame();
            });
        }
        let email = email.to_owned();
        self.at_frame(|page| {
            page.frame.new_email = Some(email);
            page.frame.place = None;
            page.frame_says(&Unasked::Progress { step: FrameProgress::EmailChanged }.text());
            page.show_frame();
        });
    }

    /// What the person approved was taken by no node.
    pub fn fail_to_send(&mut self) {
        self.page().frame_says(&Unasked::Progress { step: FrameProgress::NotSent }.text());
    }

    /// The frame is gone from the page.
    pub fn lose_frame(&mut self) {
        self.at_frame(|page| {
            if let Some(op) = page.frame.op {
                page.reply_after(op, 0, &failed("the frame is gone"));
            }
        });
    }

    /// The person begins to, and waits too long for the code.
    pub fn change_email_too_late(&mut self) {
        for view in [FrameView::UpdateEmailPrimaryOtp, FrameView::UpdateEmailWallet] {
            self.at_frame(|page| {
                page.frame.place = Some(view);
                page.show_frame();
            });
        }
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
