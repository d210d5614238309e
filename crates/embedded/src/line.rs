//! The line to the frame: requests go by it one after the other, and each finds its answer.

use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::request::Request;
use protocol::frame::sender::{Heard, Sender, Unsent};
use protocol::frame::wait::{LOAD_MS, wait_ms};
use protocol::module::embedded::{EmbeddedNews, FrameFault};
use protocol::relay::base64;
use protocol::rpc::{INTERNAL, INVALID_PARAMS, RpcError};
use runtime::{Op, Reply, World};

use crate::module::Module;

/// What a request fails with where the frame does not come.
pub(crate) const LOAD_FAILED: &str = "iframe_load_failed";
/// What one fails with that is not answered in time.
const REQUEST_TIMEOUT: &str = "iframe_request_timeout";

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

    /// There is another channel, or none: what was asked by this one is not answered any more.
    pub(crate) fn replaced(&mut self, socket: Option<u32>) {
        let before = std::mem::take(self);
        let gone = || RpcError::new(INTERNAL, LOAD_FAILED);
        self.answers = before.open.iter().map(|it| (*it, Err(gone()))).collect();
        self.open = before.open;
        self.socket = socket;
    }

    fn take(&mut self, id: MessageId) -> Option<Result<Answer, RpcError>> {
        let at = self.answers.iter().position(|it| it.0 == id)?;
        Some(self.answers.remove(at).1)
    }

    fn forget(&mut self, id: MessageId) {
        self.sender.forget(id);
        wire::keep(&mut self.open, |it| *it != id);
        wire::keep(&mut self.answers, |it| it.0 != id);
    }
}

/// A request that is open; who drops it waits no more.
struct Open<'a>(&'a Module, MessageId);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.0.line.borrow_mut().forget(self.1);
    }
}

impl Module {
    /// Requests something of the frame, which is to be on that chain, if one is named.
    pub(crate) async fn request(
        &self,
        request: &Request,
        chain: Option<&ChainId>,
    ) -> Result<Answer, RpcError> {
        let bell = &self.0.bell;
        let is_open = bell.until(|| self.0.line.borrow().is_open().then_some(()));
        if self.world().within(LOAD_MS, is_open).await.is_none() {
            return Err(RpcError::new(INTERNAL, LOAD_FAILED));
        }
        let open = Open(self, MessageId::of(random(self.world()).await));
        while !self.send(&open, request, chain).await? {}
        let answer = bell.until(|| self.0.line.borrow_mut().take(open.1));
        match self.world().within(wait_ms(request), answer).await {
            Some(answer) => answer,
            None => {
                self.tell(&EmbeddedNews::Failed { why: FrameFault::Request });
                Err(RpcError::new(INTERNAL, REQUEST_TIMEOUT))
            }
        }
    }

    /// Sends a request, unless there were many just now, or the frame is on another chain by then; whether it was.
    async fn send(
        &self,
        open: &Open<'_>,
        request: &Request,
        chain: Option<&ChainId>,
    ) -> Result<bool, RpcError> {
        if let Some(chain) = chain.filter(|it| self.0.chain.borrow().as_ref() != Some(it)) {
            let switch = Request::SwitchNetwork { chain: chain.clone() };
            Box::pin(self.request(&switch, None)).await?;
        }
        let now_ms = self.world().now_ms().await;
        if chain.is_some_and(|it| self.0.chain.borrow().as_ref() != Some(it)) {
            return Ok(false);
        }
        let (sent, socket) = {
            let mut line = self.0.line.borrow_mut();
            (line.sender.send(open.1, request, now_ms), line.socket)
        };
        match (sent, socket) {
            (Ok(text), Some(socket)) => {
                // The frame does one after the other: whatever is sent next finds it there.
                if let Request::SwitchNetwork { chain }
                | Request::GetUser { chain: Some(chain), .. } = request
                {
                    self.0.chain.replace(Some(chain.clone()));
                }
                self.0.line.borrow_mut().open.push(open.1);
                self.world().tell(&Op::Send { socket, text });
                Ok(true)
            }
            (Err(Unsent::Later { wait_ms }), _) => {
                self.world().sleep(u32::try_from(wait_ms).unwrap_or(u32::MAX)).await;
                Ok(false)
            }
            (Err(Unsent::TooLong), _) => {
                Err(RpcError::new(INVALID_PARAMS, "The request is longer than a wallet reads."))
            }
            (Ok(_), None) => Err(RpcError::new(INTERNAL, LOAD_FAILED)),
        }
    }
}

/// Bytes that nobody can guess.
pub(crate) async fn random(world: &World) -> [u8; 16] {
    let Reply::Bytes { base64 } = world.perform(Op::Random { bytes: 16 }).await else {
        return [0; 16];
    };
    base64::decode(&base64).and_then(|it| it.first_chunk().copied()).unwrap_or_default()
}
