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
use super::unasked::Unasked;
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
    /// It tells something that nobody asked.
    Unasked(Unasked),
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
        self.open.push(Open { id, name: request.name() });
        Ok(text)
    }

    /// Takes what the frame says.
    pub fn hear(&mut self, text: &str) -> Heard {
        match FrameText::read(text) {
            Ok(FrameText::Unasked(unasked)) => Heard::Unasked(unasked),
            Ok(FrameText::Ok { id, ok }) => {
                self.close(id, |name| Answer::read(name, &ok).map_err(|fault| unreadable(&fault)))
            }
            Ok(FrameText::Error { id, error }) => self.close(id, |_| Err(error)),
            Err(unread) => match unread.id {
                Some(id) if self.is_open(id) => self.close(id, |_| Err(unreadable(&unread.fault))),
                _ => Heard::Ignored(Ignored::Unread(unread.fault)),
            },
        }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wire::Json;

    use super::super::receiver::{Received, Receiver};
    use super::*;
    use crate::caip::ChainId;
    use crate::rpc::USER_REJECTED;

    fn id(number: u8) -> MessageId {
        MessageId::of([number; 16])
    }

    fn rpc(method: &str) -> Request {
        Request::RpcRequest { method: method.to_owned(), params: None }
    }

    fn answered(number: u8, answer: Result<Answer, RpcError>) -> Heard {
        Heard::Answered { id: id(number), answer }
    }

    const UNASKED: Heard = Heard::Ignored(Ignored::Unasked);

    #[test]
    fn answers_find_their_requests_in_any_order_and_once() {
        let mut sender = Sender::default();
        sender.send(id(1), &rpc("personal_sign"), 0).unwrap();
        sender.send(id(2), &Request::GetChainId, 0).unwrap();
        sender.send(id(3), &Request::SignOut, 0).unwrap();
        let chain = Answer::Chain { chain: ChainId::eip155(1) };
        let text = envelope::reply(id(2), &chain);
        assert_eq!(sender.hear(&text), answered(2, Ok(chain)));
        assert_eq!(sender.hear(&text), UNASKED);
        let error = RpcError::new(USER_REJECTED, "no");
        let refused = envelope::refusal(id(1), &error);
        assert_eq!(sender.hear(&refused), answered(1, Err(error)));
        let late = envelope::reply(id(1), &Answer::Value { value: Json::text("0x") });
        assert_eq!(sender.hear(&late), UNASKED);
        assert_eq!(sender.hear(&envelope::reply(id(9), &Answer::Done)), UNASKED);
        sender.forget(id(3));
        assert_eq!(sender.hear(&envelope::reply(id(3), &Answer::Done)), UNASKED);
    }

    #[test]
    fn an_answer_that_cannot_be_read_is_an_error_and_junk_is_nothing() {
        let mut sender = Sender::default();
        sender.send(id(1), &Request::GetChainId, 0).unwrap();
        sender.send(id(2), &Request::GetChainId, 0).unwrap();
        for junk in
            ["", "{}", "[]", "{\"id\":\"1\",\"ok\":null}", "{\"type\":\"GET_USER_SUCCESS\"}"]
        {
            assert!(matches!(sender.hear(junk), Heard::Ignored(Ignored::Unread(_))), "{junk}");
        }
        let wrong = "the frame's answer cannot be read: ok: Expected object, received null";
        let error = || RpcError::new(INTERNAL, wrong);
        assert_eq!(sender.hear(&envelope::reply(id(1), &Answer::Done)), answered(1, Err(error())));
        let both = format!(r#"{{"id":"{}","ok":1,"error":1}}"#, id(2).text());
        let wrong = RpcError::new(INTERNAL, "the frame's answer cannot be read: Invalid input");
        assert_eq!(sender.hear(&both), answered(2, Err(wrong)));
        assert!(matches!(sender.hear(&both), Heard::Ignored(Ignored::Unread(_))));
        let ready = Unasked::Ready { version: Some("4".to_owned()) };
        assert_eq!(sender.hear(&ready.text()), Heard::Unasked(ready));
    }

    #[test]
    fn what_the_frame_would_drop_is_not_sent() {
        let mut sender = Sender::default();
        let long = Json::text(&"a".repeat(REQUEST_BYTES as usize));
        let params = Some(Json::list([long]));
        let long = Request::RpcRequest { method: "eth_call".to_owned(), params };
        assert_eq!(sender.send(id(1), &long, 0), Err(Unsent::TooLong));
        for number in 0..15 {
            assert!(sender.send(id(number), &Request::RpcAbort, 1_000).is_ok());
        }
        let later = sender.send(id(100), &Request::RpcAbort, 1_010);
        assert_eq!(later, Err(Unsent::Later { wait_ms: 40 }));
        let text = sender.send(id(100), &Request::RpcAbort, 1_050).unwrap();
        assert!(text.contains(r#""seq":16,"#), "{text}");
    }

    proptest! {
        /// The frame may be busy for up to half a second, and then has all that came at once.
        #[test]
        fn whatever_is_sent_is_received(gaps in prop::collection::vec((0..200_u64, 0..500_u64), 1..120)) {
            let (mut sender, mut receiver) = (Sender::default(), Receiver::default());
            let (mut now_ms, mut busy_ms) = (1_000_000, 0);
            for (number, (gap, busy)) in gaps.into_iter().enumerate() {
                now_ms += gap;
                let id = MessageId::of([0; 16].map(|_: u8| u8::try_from(number).unwrap()));
                let sent = match sender.send(id, &Request::RpcAbort, now_ms) {
                    Err(Unsent::Later { wait_ms }) => {
                        now_ms += wait_ms;
                        sender.send(id, &Request::RpcAbort, now_ms)
                    }
                    sent => sent,
                };
                busy_ms = (now_ms + busy).max(busy_ms).min(now_ms + 500);
                let received = receiver.receive(&sent.unwrap(), busy_ms);
                prop_assert_eq!(received, Received::Request { id, request: Request::RpcAbort });
            }
        }
    }
}
