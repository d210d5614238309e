//! The page's side of all sessions: what is kept, what wallets say, and what is due.

use std::cell::RefCell;
use std::rc::Rc;

use protocol::module::session::SessionAsk;
use protocol::relay::fault::SignFault;
use protocol::relay::key::KeyPair;
use protocol::relay::message::Message;
use protocol::relay::method::{Outcome, SignMethod, UNKNOWN_METHOD};
use protocol::relay::topic::Topic;
use protocol::rpc::{DISCONNECTED, INTERNAL, RpcError};
use wire::{Json, Long, keep, tree};

use crate::book::{Book, Offer, Question, Session};
use crate::kept::Kept;
use crate::moment::Moment;
use crate::post::Post;
use crate::stored::Pair;

/// How long it is tried to hand a relay what somebody waits for.
pub(crate) const TRIES_MS: u64 = 60_000;
/// How long a proposal that is over is listened to: a phone that approved just in time may have been
/// without a network, and relays keep what it says for five minutes.
const LATE_MS: u64 = 900_000;
/// How long an answer is kept for who asked, after its question is over.
const UNFETCHED_MS: u64 = 60_000;

/// The desk of the tab that leads. Clones share it.
#[derive(Clone)]
pub(crate) struct Desk(Rc<Inner>);

struct Inner {
    kept: Kept<Book>,
    /// Who waits for which proposal.
    waiting: RefCell<Vec<(String, Topic)>>,
}

impl Desk {
    /// A desk with what was kept.
    pub(crate) fn new(kept: Kept<Book>) -> Desk {
        Desk(Rc::new(Inner { kept, waiting: RefCell::default() }))
    }

    pub(crate) fn post(&self) -> &Post {
        self.0.kept.post()
    }

    /// Reads what is kept.
    pub(crate) fn look<R>(&self, read: impl FnOnce(&Book) -> R) -> R {
        self.0.kept.look(read)
    }

    /// Changes what is kept.
    pub(crate) fn change<R>(&self, act: impl FnOnce(&mut Book) -> R) -> R {
        self.0.kept.change(act)
    }

    pub(crate) fn offer(&self, topic: Topic) -> Option<Offer> {
        self.look(|book| book.offers.iter().find(|it| it.topic == topic).cloned())
    }

    /// The proposal of this name, which whoever comes back was led to.
    pub(crate) fn named(&self, name: &str) -> Option<Offer> {
        self.look(|book| book.offers.iter().find(|it| it.topic.text() == name).cloned())
    }

    pub(crate) fn session(&self, topic: Topic) -> Option<Session> {
        self.look(|book| book.sessions.iter().find(|it| it.topic == topic).cloned())
    }

    /// The session that an ask is about: the one it names, or the last.
    pub(crate) fn session_of(&self, ask: &SessionAsk) -> Option<Session> {
        self.look(|Book { sessions, .. }| match &ask.session {
            Some(name) => sessions.iter().find(|it| it.topic.text() == *name).cloned(),
            None => sessions.last().cloned(),
        })
    }

    /// All that is kept, as it is written; none where there is nothing.
    pub(crate) fn kept(&self) -> Option<String> {
        let has_mail = self.post().mail(|mail| !mail.lines.is_empty() || !mail.letters.is_empty());
        let is_there = has_mail || self.look(|book| !book.questions.is_empty());
        is_there.then(|| self.0.kept.text())
    }

    /// Somebody waits for a proposal.
    pub(crate) fn wait(&self, asker: &str, offer: Topic) {
        self.0.waiting.borrow_mut().push((asker.to_owned(), offer));
    }

    /// Somebody waits no more: there is an answer, or they are gone, and what they waited for is left.
    pub(crate) fn wait_no_more(&self, asker: &str) {
        keep(&mut self.0.waiting.borrow_mut(), |(it, _)| it != asker);
    }

    /// Somebody wants no answer any more: whoever approves the proposal now connects nobody, wherever else
    /// its code shows, and so does who approves what they left before.
    pub(crate) fn give_up(&self, asker: &str) {
        let mut waiting = self.0.waiting.borrow_mut();
        let Some(at) = waiting.iter().position(|(it, _)| it == asker) else { return };
        let (_, offer) = waiting.remove(at);
        drop(waiting);
        self.refuse(offer, &expired());
        self.give_up_left(None);
    }

    /// Gives up what was left with a page and nobody has come back for, but for this wallet.
    pub(crate) fn give_up_left(&self, wallet: Option<&str>) {
        let waiting = self.0.waiting.borrow();
        let is_left = |it: &&Offer| {
            it.is_open()
                && it.wanted_for.is_some()
                && it.wanted_for.as_deref() != wallet
                && !waiting.iter().any(|(_, topic)| *topic == it.topic)
        };
        let left: Vec<Topic> =
            self.look(|book| book.offers.iter().filter(is_left).map(|it| it.topic).collect());
        for topic in left {
            self.refuse(topic, &expired());
        }
    }

    /// A wallet has a code that nobody was shown: nobody is.
    pub(crate) fn seen_early(&self, topic: Topic) {
        if self.offer(topic).is_some_and(|it| it.wanted_for.is_none()) {
            self.refuse(topic, &expired());
        }
    }

    /// Answers a request of a wallet: it is done, or why not.
    pub(crate) fn answer(
        &self,
        topic: Topic,
        method: Option<SignMethod>,
        id: u64,
        result: Result<(), SignFault>,
        moment: &mut Moment,
    ) {
        let publishing = method.map_or(UNKNOWN_METHOD, |it| it.answer(Outcome::Answer));
        let result = result.map(|()| Json::Bool(true)).map_err(SignFault::error);
        self.post().answer(topic, publishing, id, result, moment);
    }

    /// Ends a session here, and tells the wallet why where it is not the wallet that ended it.
    pub(crate) fn end(&self, topic: Topic, why: Option<SignFault>, moment: &mut Moment) {
        if let Some(why) = why {
            let (message, publishing) = (ending(why, moment), SignMethod::SessionDelete.request());
            let until_ms = moment.until_ms(publishing);
            // The answer to a settle that is refused goes, too: wallets in use forget the session by
            // it without a word to their app, and tell the app where they are told that it ended.
            self.post().withdraw(&|it| it.topic == topic);
            self.post().say(topic, &message, publishing, until_ms, moment);
        }
        let over = RpcError::new(DISCONNECTED, SignFault::UserDisconnected.text());
        self.change(|book| {
            keep(&mut book.sessions, |it| it.topic != topic);
            for it in book.questions.iter_mut().filter(|it| it.session == topic) {
                it.answer.get_or_insert_with(|| refused(&over));
            }
            // What the session's key could be made of again goes with it.
            for it in book.offers.iter_mut().filter(|it| it.is_settled && it.session == Some(topic))
            {
                (it.own, it.controller) = (Pair(KeyPair::new(moment.bytes())), None);
            }
        });
        self.post().hang_up(topic);
    }

    /// Nothing comes of a proposal any more.
    pub(crate) fn refuse(&self, topic: Topic, error: &RpcError) {
        self.post().withdraw(&|it| it.topic == topic && it.is_proposal);
        self.change(|book| {
            if let Some(offer) = book.offer(topic) {
                offer.refusal.get_or_insert_with(|| json(error));
            }
        });
    }

    /// Ends what came of proposals that are over.
    pub(crate) fn expire_offers(&self, moment: &mut Moment) {
        let now_ms = moment.now_ms;
        let is_over = |it: &&Offer| it.expires_ms.0 <= now_ms;
        let over: Vec<Offer> =
            self.look(|book| book.offers.iter().filter(is_over).cloned().collect());
        for offer in over {
            self.end_unheard(&offer, moment);
            if offer.is_open() {
                self.post().withdraw(&|it| it.topic == offer.topic);
                self.refuse(offer.topic, &expired());
            }
            // One that nobody chose was read by nobody.
            let late_ms = if offer.wanted_for.is_some() { LATE_MS } else { 0 };
            if offer.expires_ms.0 + late_ms <= now_ms {
                self.forget_offer(&offer, moment);
            }
        }
    }

    /// The wallet approved and has not said what, or it was settled for a page that was left and nobody came
    /// back for it: the wallet may believe that it is connected.
    pub(crate) fn end_unheard(&self, offer: &Offer, moment: &mut Moment) {
        let unsettled = offer.session.filter(|_| !offer.is_settled);
        if unsettled.is_some() {
            self.change(|book| book.offer(offer.topic).map(|it| it.session = None));
        }
        let left = |it: &&Session| it.offer == offer.topic && !it.is_claimed;
        let left = self.look(|book| book.sessions.iter().find(left).map(|it| it.topic));
        if let Some(session) = unsettled.or(left) {
            self.end(session, Some(SignFault::UserDisconnected), moment);
        }
    }

    /// A proposal is listened to no more.
    pub(crate) fn forget_offer(&self, offer: &Offer, moment: &mut Moment) {
        self.end_unheard(offer, moment);
        self.change(|book| keep(&mut book.offers, |it| it.topic != offer.topic));
        self.post().hang_up(offer.topic);
    }

    /// Answers what nobody answered in time.
    pub(crate) fn expire_questions(&self, now_ms: u64) {
        let late = RpcError::new(INTERNAL, SignFault::RequestExpired.text());
        let lost = RpcError::new(DISCONNECTED, "No relay can be reached.");
        let is_unfetched =
            |it: &Question| it.answer.is_some() && it.until_ms.0 + UNFETCHED_MS <= now_ms;
        let is_lost = |it: &Question| it.left_ms.is_none() && it.leaves_ms.0 <= now_ms;
        let is_over =
            |it: &Question| it.answer.is_none() && (is_lost(it) || it.until_ms.0 <= now_ms);
        if !self.look(|book| book.questions.iter().any(|it| is_unfetched(it) || is_over(it))) {
            return;
        }
        let mut stranded = Vec::new();
        self.change(|Book { questions, .. }| {
            keep(questions, |it| !is_unfetched(it));
            for it in questions.iter_mut().filter(|it| is_over(it)) {
                it.answer = Some(refused(if is_lost(it) { &lost } else { &late }));
                // A machine that slept may find that it was over long ago.
                it.until_ms = Long(now_ms);
                stranded.push(it.serial);
            }
        });
        self.post().withdraw(&|it| stranded.contains(&it.serial));
    }
}

/// Nobody answered in time.
pub(crate) fn expired() -> RpcError {
    RpcError::new(INTERNAL, "Proposal expired.")
}

/// The request that ends a session.
pub(crate) fn ending(why: SignFault, moment: &mut Moment) -> Message {
    let reason = protocol::relay::sign::ending(why);
    Message::request(moment.id(), SignMethod::SessionDelete.name(), reason)
}

/// An error as it is handed on.
pub(crate) fn json(error: &RpcError) -> Json {
    tree(error)
}

/// The answer that says so: see `SessionAnswer::Refused`.
pub(crate) fn refused(error: &RpcError) -> Json {
    use protocol::module::session::SessionAnswer;
    tree(&SessionAnswer::Refused { error: json(error) })
}

/// So many seconds, in milliseconds.
pub(crate) fn seconds_ms(seconds: u64) -> Long {
    Long(seconds.saturating_mul(1_000))
}
