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
/// How many more may, of those that end what waits.
const WAYS_OUT: usize = 16;
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
        if self.open.len() >= MOST_OPEN + if is_way_out(name) { WAYS_OUT } else { 0 } {
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

/// Whether it ends what waits: nobody is kept from that by how much waits.
fn is_way_out(name: MessageName) -> bool {
    matches!(name, MessageName::RpcAbort | MessageName::SignOut | MessageName::Reload)
}

fn refused(id: MessageId, code: i32, message: &str) -> Received {
    Received::Refused { text: envelope::refusal(id, &RpcError::new(code, message)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wire::{Json, from_text};

    use super::*;
    use crate::rpc::USER_REJECTED;

    fn id(number: u32) -> MessageId {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        MessageId::of(bytes)
    }

    fn text(number: u32, seq: u32, name: &str) -> String {
        let id = id(number).text();
        format!(r#"{{"p":"latchkit/frame@1","id":"{id}","seq":{seq},"type":"{name}"}}"#)
    }

    /// Takes messages at a pace that floods nobody.
    struct Slow(Receiver, u64);

    impl Slow {
        fn new() -> Self {
            Slow(Receiver::default(), 1_000_000)
        }

        fn receive(&mut self, text: &str) -> Received {
            self.1 += EACH_MS;
            self.0.receive(text, self.1)
        }

        fn opens(&mut self, number: u32, seq: u32) -> bool {
            let request = Request::GetChainId;
            self.receive(&text(number, seq, "GET_CHAIN_ID"))
                == Received::Request { id: id(number), request }
        }
    }

    /// Code and message of a refusal.
    fn refusal(received: Received) -> (MessageId, i32, String) {
        let Received::Refused { text } = received else { panic!("{received:?}") };
        let Ok(envelope::FrameText::Error { id, error }) = envelope::FrameText::read(&text) else {
            panic!("{text}")
        };
        (id, error.code, error.message)
    }

    #[test]
    fn each_request_is_answered_once() {
        let mut slow = Slow::new();
        assert!(slow.opens(1, 1) && slow.opens(2, 2));
        let answer = Answer::Connected { is_connected: true };
        let error = RpcError::new(USER_REJECTED, "no");
        assert_eq!(slow.0.answer(id(3), &answer), None);
        assert_eq!(slow.0.refuse(id(2), &error), Some(envelope::refusal(id(2), &error)));
        assert_eq!(slow.0.answer(id(1), &answer), Some(envelope::reply(id(1), &answer)));
        for number in [1, 2] {
            assert_eq!(
                (slow.0.answer(id(number), &answer), slow.0.refuse(id(number), &error)),
                (None, None)
            );
        }
    }

    #[test]
    fn nothing_that_was_there_before_is_taken_again() {
        let mut slow = Slow::new();
        assert!(slow.opens(1, 5));
        let dropped = |why| Received::Dropped(why);
        let same = text(1, 5, "GET_CHAIN_ID");
        assert_eq!(slow.receive(&same), dropped(Dropped::OutOfOrder));
        assert_eq!(slow.receive(&text(1, 6, "SIGN_OUT")), dropped(Dropped::Reused));
        assert_eq!(slow.receive(&text(2, 4, "SIGN_OUT")), dropped(Dropped::OutOfOrder));
        assert!(slow.0.answer(id(1), &Answer::Done).is_some());
        assert_eq!(slow.receive(&text(1, 7, "GET_CHAIN_ID")), dropped(Dropped::Reused));
        assert!(slow.opens(2, 6), "what was dropped counts for nothing");
        let mut last = Slow::new();
        assert!(last.opens(1, 0) && last.opens(2, u32::MAX));
        assert_eq!(last.receive(&text(3, u32::MAX, "SIGN_OUT")), dropped(Dropped::OutOfOrder));
    }

    #[test]
    fn ten_thousand_ids_are_remembered_and_each_that_is_open() {
        let mut slow = Slow::new();
        assert!(slow.opens(0, 1));
        for number in 1..=u32::try_from(REMEMBERED).unwrap() {
            assert!(slow.opens(number, number + 1), "{number}");
            assert!(slow.0.answer(id(number), &Answer::Done).is_some());
        }
        assert_eq!(slow.0.lately.len(), REMEMBERED);
        assert_eq!(slow.receive(&text(1, 20_000, "A")), Received::Dropped(Dropped::Reused));
        // The first one is still open, though it is not among the last ones any more.
        assert!(!slow.0.lately.contains(&id(0)));
        assert_eq!(slow.receive(&text(0, 20_001, "A")), Received::Dropped(Dropped::Reused));
    }

    #[test]
    fn a_refusal_says_why() {
        let mut slow = Slow::new();
        for (number, name) in
            ["CONNECT_SOCIAL", "sign_out", "@w3m-app/SIGN_OUT", "__proto__"].iter().enumerate()
        {
            let number = u32::try_from(number).unwrap();
            let received = slow.receive(&text(number, number, name));
            assert_eq!(refusal(received), (id(number), METHOD_NOT_FOUND, NO_METHOD.to_owned()));
        }
        let told = "payload: Required".to_owned();
        let received = slow.receive(&text(10, 10, "CONNECT_EMAIL"));
        assert_eq!(refusal(received), (id(10), INVALID_PARAMS, told));
        let broken = text(11, 11, "SIGN_OUT").replace("\"seq\"", "\"sequence\"");
        let told = "sequence: Unrecognized key".to_owned();
        assert_eq!(refusal(slow.receive(&broken)), (id(11), INVALID_REQUEST, told));
        assert!(matches!(slow.receive(&broken), Received::Dropped(Dropped::Unread(_))));
        for number in [10, 11] {
            assert_eq!(slow.0.answer(id(number), &Answer::Done), None, "a refusal is the answer");
        }
        assert!(matches!(slow.receive("{}"), Received::Dropped(Dropped::Unread(_))));
        assert!(slow.opens(12, 12));
    }

    #[test]
    fn no_more_wait_for_an_answer_than_may() {
        let mut slow = Slow::new();
        let most = u32::try_from(MOST_OPEN).unwrap();
        assert!((0..most).all(|number| slow.opens(number, number)));
        let received = slow.receive(&text(most, most, "GET_USER"));
        assert_eq!(refusal(received).1, LIMIT_EXCEEDED);
        for number in most + 1..=most + 17 {
            let received = slow.receive(&text(number, number, "RPC_ABORT"));
            let is_taken = matches!(received, Received::Request { .. });
            assert_eq!(is_taken, number <= most + 16, "{number}");
        }
        assert!((0..17).all(|number| slow.0.answer(id(number), &Answer::Done).is_some()));
        assert!(slow.opens(most + 18, most + 18));
    }

    #[test]
    fn a_flood_is_not_read() {
        let mut receiver = Receiver::default();
        let mut taken = 0;
        for number in 0..10_000 {
            let now_ms = 1_000_000 + u64::from(number) / 10;
            match receiver.receive(&text(number, number, "SYNC_THEME"), now_ms) {
                Received::Dropped(why) => assert_eq!(why, Dropped::Flood),
                _ => taken += 1,
            }
        }
        assert!((30..=60).contains(&taken), "{taken}");
        let received = receiver.receive(&text(10_000, 10_000, "RPC_ABORT"), 1_002_000);
        assert_eq!(received, Received::Request { id: id(10_000), request: Request::RpcAbort });
        assert!(receiver.lately.len() <= 61);
    }

    proptest! {
        #[test]
        fn nobody_is_answered_twice_whatever_comes(
            messages in prop::collection::vec((0..6_u32, 0..12_u32, 0..4_usize, any::<bool>()), 0..60),
        ) {
            let mut slow = Slow::new();
            let mut answered: Vec<Json> = Vec::new();
            for (number, seq, name, is_answered) in messages {
                let name = ["GET_CHAIN_ID", "NOTHING", "CONNECT_OTP", "SIGN_OUT\",\"a\":\""][name];
                let said = match slow.receive(&text(number, seq, name)) {
                    Received::Refused { text } => Some(text),
                    Received::Request { id, .. } if is_answered => slow.0.answer(id, &Answer::Done),
                    _ => None,
                };
                if let Some(said) = said {
                    let id = from_text::<Json>(&said).unwrap().get("id").unwrap().clone();
                    prop_assert!(!answered.contains(&id), "{}", said);
                    answered.push(id);
                }
            }
        }
    }
}
