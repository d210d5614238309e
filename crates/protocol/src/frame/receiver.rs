//! The frame's end of the channel: what of all that comes is a request, and that each is answered once.
//!
//! [`Receiver::receive`] goes from the cheapest check to the dearest: how many come, how long the text is, how
//! its envelope is, whether it was there before, what it is called, what it carries. What could be an answer
//! to nobody, or to somebody else, is dropped without a word. Whatever a page sends, this holds a bounded
//! amount of it.

use wire::{Word, keep};

use super::answer::Answer;
use super::bucket::Bucket;
use super::envelope::{self, Envelope, MessageId, Unread};
use super::fault::Fault;
use super::message::MessageName;
use super::request::Request;
use crate::rpc::{INVALID_PARAMS, INVALID_REQUEST, LIMIT_EXCEEDED, METHOD_NOT_FOUND, RpcError};

/// How many messages are taken at once.
pub const BURST: u32 = 30;
/// One more is taken each time so many milliseconds are over: 30 a second.
pub const EACH_MS: u64 = 34;
/// How many ids are remembered.
pub const REMEMBERED: usize = 10_000;
/// How many requests may wait for an answer.
pub const MOST_OPEN: usize = 256;
/// What is said where a message has a name that nobody knows.
pub const NO_METHOD: &str = "method does not exist";

/// What came.
#[derive(Clone, PartialEq, Debug)]
pub enum Received {
    /// A request, which is to be answered by [`Receiver::answer`] or [`Receiver::refuse`].
    Request {
        /// By which.
        id: MessageId,
        /// What.
        request: Request,
    },
    /// One that is refused.
    Refused {
        /// The text that says so.
        text: String,
    },
    /// Nothing that anything is said to.
    Dropped(Dropped),
}

/// Why nothing is said to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// There are too many of them: it was not even read.
    Flood,
    /// It is no request.
    Unread(Fault),
    /// There was one of this id.
    Reused,
    /// One that was sent later came earlier.
    OutOfOrder,
}

/// The frame's end of a channel.
pub struct Receiver {
    bucket: Bucket,
    /// The last ids; where there are all of them, `oldest` is where the next one goes.
    lately: Vec<MessageId>,
    oldest: usize,
    /// The last `seq`.
    seq: Option<u32>,
    /// What is not answered yet.
    open: Vec<MessageId>,
}

impl Default for Receiver {
    fn default() -> Self {
        let (bucket, lately, open) = (Bucket::new(BURST, EACH_MS), Vec::new(), Vec::new());
        Receiver { bucket, lately, oldest: 0, seq: None, open }
    }
}

impl Receiver {
    /// Takes what came. It was a text and nothing else: no port came with it, and nothing was handed over.
    pub fn receive(&mut self, text: &str, now_ms: u64) -> Received {
        if !self.bucket.take(now_ms) {
            return Received::Dropped(Dropped::Flood);
        }
        match Envelope::read(text) {
            Ok(envelope) => self.open(envelope),
            Err(Unread { id: Some(id), fault }) if self.note(id) => {
                refused(id, INVALID_REQUEST, &fault.to_string())
            }
            Err(Unread { fault, .. }) => Received::Dropped(Dropped::Unread(fault)),
        }
    }

    /// The text of the answer to a request; nothing where it was answered already.
    pub fn answer(&mut self, id: MessageId, answer: &Answer) -> Option<String> {
        self.close(id).then(|| envelope::reply(id, answer))
    }

    /// The text of the refusal of a request; nothing where it was answered already.
    pub fn refuse(&mut self, id: MessageId, error: &RpcError) -> Option<String> {
        self.close(id).then(|| envelope::refusal(id, error))
    }

    fn open(&mut self, Envelope { id, seq, name, payload }: Envelope) -> Received {
        if self.seq.is_some_and(|last| seq <= last) {
            return Received::Dropped(Dropped::OutOfOrder);
        }
        if !self.note(id) {
            return Received::Dropped(Dropped::Reused);
        }
        self.seq = Some(seq);
        let Some(name) = MessageName::from_word(&name) else {
            return refused(id, METHOD_NOT_FOUND, NO_METHOD);
        };
        if self.open.len() >= MOST_OPEN {
            return refused(id, LIMIT_EXCEEDED, "too many requests wait for an answer");
        }
        match Request::read(name, payload.as_ref()) {
            Ok(request) => {
                self.open.push(id);
                Received::Request { id, request }
            }
            Err(fault) => refused(id, INVALID_PARAMS, &fault.to_string()),
        }
    }

    /// Remembers an id; false where it is known.
    fn note(&mut self, id: MessageId) -> bool {
        if self.lately.contains(&id) || self.open.contains(&id) {
            return false;
        }
        if self.lately.len() < REMEMBERED {
            self.lately.push(id);
        } else {
            self.lately[self.oldest] = id;
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
        true
    }

    /// Whether the request was still open, which it is no more.
    fn close(&mut self, id: MessageId) -> bool {
        let count = self.open.len();
        keep(&mut self.open, |it| *it != id);
        self.open.len() < count
    }
}

fn refused(id: MessageId, code: i32, message: &str) -> Received {
    Received::Refused { text: envelope::refusal(id, &RpcError::new(code, message)) }
}
