//! The modal's end of the channel: numbers what is sent, paces it, and finds for each answer its request.
//!
//! The frame drops what comes too fast, so that nothing is sent faster than it takes it. Answers come in any
//! order, since a person may take longer than a node; but only to what was asked, and once.

use super::answer::Answer;
use super::bucket::Bucket;
use super::envelope::{self, FrameText, MessageId, REQUEST_BYTES};
use super::fault::Fault;
use super::message::MessageName;
use super::request::Request;
use super::wait::wait_ms;
use crate::rpc::{INTERNAL, RpcError};

/// How many messages are sent at once.
pub const BURST: u32 = 15;
/// One more is sent each time so many milliseconds are over: 20 a second. A frame that was busy finds what
/// was sent meanwhile at once, so both are less than what it takes.
pub const EACH_MS: u64 = 50;

/// Why a request is not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsent {
    /// There were many just now.
    Later {
        /// In how many milliseconds it may be sent.
        wait_ms: u64,
    },
    /// It is longer than any that the frame reads.
    TooLong,
}

/// What the frame says.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// What came of a request.
    Answered {
        /// Of which.
        id: MessageId,
        /// What. An answer that cannot be read is an error, too: nobody waits for another one.
        answer: Result<Answer, RpcError>,
    },
    /// It takes requests.
    Ready {
        /// Of which version it is.
        version: Option<String>,
    },
    /// Nothing that means anything here.
    Ignored(Ignored),
}

/// Why nothing is done with what came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ignored {
    /// Nobody can read it.
    Unread(Fault),
    /// It answers what nobody asked, what was answered before, or what nobody waits for any more.
    Unasked,
}

/// The modal's end of a channel.
pub struct Sender {
    bucket: Bucket,
    /// The last `seq`.
    seq: u32,
    /// What is not answered yet.
    open: Vec<Open>,
}

/// A request that waits for its answer.
struct Open {
    id: MessageId,
    name: MessageName,
    until_ms: u64,
}

impl Default for Sender {
    fn default() -> Self {
        Sender { bucket: Bucket::new(BURST, EACH_MS), seq: 0, open: Vec::new() }
    }
}

impl Sender {
    /// The text of a request, which waits for its answer from now on. `id` is of new random bytes.
    ///
    /// # Errors
    /// Why it is not sent now, or never.
    pub fn send(
        &mut self,
        id: MessageId,
        request: &Request,
        now_ms: u64,
    ) -> Result<String, Unsent> {
        let text = envelope::request(id, self.seq + 1, request);
        if text.len() > REQUEST_BYTES as usize {
            return Err(Unsent::TooLong);
        }
        if !self.bucket.take(now_ms) {
            return Err(Unsent::Later { wait_ms: self.bucket.wait_ms(now_ms) });
        }
        self.seq += 1;
        let until_ms = now_ms + u64::from(wait_ms(request));
        self.open.push(Open { id, name: request.name(), until_ms });
        Ok(text)
    }

    /// Takes what the frame says.
    pub fn hear(&mut self, text: &str) -> Heard {
        match FrameText::read(text) {
            Ok(FrameText::Ready { version }) => Heard::Ready { version },
            Ok(FrameText::Ok { id, ok }) => self.close(id, |name| {
                Answer::read(name, &ok).map_err(|fault| unreadable(&fault))
            }),
            Ok(FrameText::Error { id, error }) => self.close(id, |_| Err(error)),
            Err(unread) => match unread.id {
                Some(id) if self.is_open(id) => self.close(id, |_| Err(unreadable(&unread.fault))),
                _ => Heard::Ignored(Ignored::Unread(unread.fault)),
            },
        }
    }

    /// Which requests nobody waits for any more: their time is over.
    pub fn overdue(&mut self, now_ms: u64) -> Vec<MessageId> {
        let mut over = Vec::new();
        wire::keep(&mut self.open, |it| {
            if it.until_ms <= now_ms {
                over.push(it.id);
            }
            it.until_ms > now_ms
        });
        over
    }

    /// When the next one is overdue; nothing where none waits.
    pub fn next_overdue_ms(&self) -> Option<u64> {
        self.open.iter().map(|it| it.until_ms).min()
    }

    /// Nobody waits for the answer to this any more.
    pub fn forget(&mut self, id: MessageId) {
        wire::keep(&mut self.open, |it| it.id != id);
    }

    fn is_open(&self, id: MessageId) -> bool {
        self.open.iter().any(|it| it.id == id)
    }

    fn close(
        &mut self,
        id: MessageId,
        read: impl FnOnce(MessageName) -> Result<Answer, RpcError>,
    ) -> Heard {
        match self.open.iter().position(|it| it.id == id) {
            Some(at) => Heard::Answered { id, answer: read(self.open.remove(at).name) },
            None => Heard::Ignored(Ignored::Unasked),
        }
    }
}

fn unreadable(fault: &Fault) -> RpcError {
    RpcError::new(INTERNAL, &["the frame's answer cannot be read: ", &fault.to_string()].concat())
}
