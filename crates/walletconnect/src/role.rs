//! What becomes of what the post brings a page, and of time.

use std::rc::Rc;

use protocol::module::session::Relay;
use protocol::relay::method::SignMethod;
use protocol::relay::topic::Topic;
use wire::Long;

use crate::book::{Book, Offer, Question, Session};
use crate::desk::Desk;
use crate::kept::Kept;
use crate::mail::Letter;
use crate::moment::Moment;
use crate::post::{Heard, Role};
use crate::{offer, session, settle, work};

/// The desk of what was kept, at work.
pub(crate) fn open(kept: Kept<Book>) -> Desk {
    let desk = Desk::new(kept);
    work::start(desk.post(), &role(&desk));
    desk
}

/// The relays of an ask are used from now on.
pub(crate) fn reach(desk: &Desk, relays: &[Relay], asks_person: bool) {
    work::reach(desk.post(), relays, asks_person, &role(desk));
}

fn role(desk: &Desk) -> Rc<dyn Role> {
    Rc::new(desk.clone())
}

impl Role for Desk {
    fn hear(&self, heard: Heard, moment: &mut Moment) {
        let topic = heard.topic;
        // Our own, echoed: an answer to it would be one to what we asked.
        if heard.message.method().is_some_and(SignMethod::is_of_page) {
            return;
        }
        if let Some(offer) = self.offer(topic) {
            return offer::hear(self, &offer, heard, moment);
        }
        let settling = |it: &&Offer| it.session == Some(topic) && !it.is_settled;
        match self.look(|book| book.offers.iter().find(settling).cloned()) {
            Some(offer) => settle::hear(self, &offer, heard.message, moment),
            None => session::hear(self, topic, heard.message, moment),
        }
    }

    fn leaving(&self, network: &str, now_ms: u64) {
        let leaves = |it: &Question| {
            let is_its = |letter: &Letter| letter.serial == it.serial && letter.network == network;
            it.left_ms.is_none() && self.post().mail(|mail| mail.letters.iter().any(is_its))
        };
        while let Some(at) = self.look(|book| book.questions.iter().position(leaves)) {
            self.change(|book| book.questions[at].left_ms = Some(Long(now_ms)));
        }
    }

    fn unheard(&self, since_ms: u64) {
        self.change(|book| {
            for it in &mut book.questions {
                if it.left_ms.is_some_and(|it| it.0 >= since_ms) {
                    it.left_ms = None;
                }
            }
        });
    }

    fn delivered(&self, letter: &Letter) {
        self.change(|book| book.offer(letter.topic).map(|it| it.is_out = true));
    }

    fn taken(&self, topic: Topic) {
        self.change(|book| book.offer(topic).map(|it| it.is_taken = true));
        self.seen_early(topic);
    }

    fn tick(&self, moment: &mut Moment) {
        self.expire_offers(moment);
        self.expire_questions(moment.now_ms);
        let now_ms = moment.now_ms;
        let is_over = |it: &&Session| it.expires_ms.0 <= now_ms;
        let over = || self.look(|book| book.sessions.iter().find(is_over).map(|it| it.topic));
        while let Some(session) = over() {
            self.end(session, None, moment);
        }
    }

    fn kept(&self) -> Option<String> {
        Desk::kept(self)
    }
}
