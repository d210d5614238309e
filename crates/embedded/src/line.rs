//! The line to the frame: what was asked by it, and what of that is answered.

use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::request::Request;
use protocol::frame::sender::{Heard, Sender, Unsent};
use protocol::rpc::{INTERNAL, RpcError};

/// What a request fails with where the frame does not come.
pub(crate) const LOAD_FAILED: &str = "iframe_load_failed";

/// One end of the channel to the frame.
#[derive(Default)]
pub(crate) struct Line {
    /// By which it is spoken to, once the channel is there.
    pub(crate) socket: Option<u32>,
    /// The frame took the channel.
    pub(crate) is_welcome: bool,
    /// The frame said that it takes requests. That may come before it says that it took the channel.
    pub(crate) is_ready: bool,
    /// It was left in peace after that, and takes requests from now on.
    pub(crate) is_greeted: bool,
    sender: Sender,
    answers: Vec<(MessageId, Result<Answer, RpcError>)>,
    open: Vec<MessageId>,
}

impl Line {
    /// Whether the frame takes requests.
    pub(crate) fn is_open(&self) -> bool {
        self.is_greeted
    }

    /// Takes what the frame says; what is no answer is handed back.
    pub(crate) fn hear(&mut self, text: &str) -> Option<Heard> {
        match self.sender.hear(text) {
            Heard::Answered { id, answer } => {
                self.answers.push((id, answer));
                None
            }
            heard => Some(heard),
        }
    }

    /// The text of a request that is answered by this line from now on.
    pub(crate) fn ask(
        &mut self,
        id: MessageId,
        request: &Request,
        now_ms: u64,
    ) -> Result<String, Unsent> {
        let text = self.sender.send(id, request, now_ms)?;
        self.open.push(id);
        Ok(text)
    }

    /// There is another channel, or none: what was asked by this one is not answered any more.
    pub(crate) fn replaced(&mut self, socket: Option<u32>) {
        let before = std::mem::take(self);
        let gone = || RpcError::new(INTERNAL, LOAD_FAILED);
        self.answers = before.open.iter().map(|it| (*it, Err(gone()))).collect();
        self.open = before.open;
        self.socket = socket;
    }

    /// What came of a request, if it is known by now.
    pub(crate) fn take(&mut self, id: MessageId) -> Option<Result<Answer, RpcError>> {
        let at = self.answers.iter().position(|it| it.0 == id)?;
        Some(self.answers.remove(at).1)
    }

    /// Nobody waits for that any more.
    pub(crate) fn forget(&mut self, id: MessageId) {
        self.sender.forget(id);
        wire::keep(&mut self.open, |it| *it != id);
        wire::keep(&mut self.answers, |it| it.0 != id);
    }
}
