//! The phone's side of its sessions: what is kept, what its person does, and what pages say.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::module::phone::{Phone, PhoneFault, PhoneProposal, PhoneRequest};
use protocol::module::session::Metadata;
use protocol::relay::fault::SignFault;
use protocol::relay::key::KeyPair;
use protocol::relay::message::Message;
use protocol::relay::method::{Outcome, SignMethod, UNKNOWN_METHOD};
use protocol::relay::namespaces::{Approved, Proposed as Namespace, allows};
use protocol::relay::sign::{
    Event, Proposal, Request, SESSION_SECONDS, Settlement, approval, ending, update,
};
use protocol::relay::topic::Topic;
use protocol::relay::uri::LIFETIME_SECONDS;
use protocol::rpc::RpcError;
use runtime::Slice;
use wire::{Json, Long, keep};

use super::book::{Asked, Connected, PhoneBook, Proposed, begun};
use super::{code, relays};
use crate::kept::Kept;
use crate::mail::Letter;
use crate::moment::Moment;
use crate::post::{Heard, Post, Role};

/// How long a page may take to say that it has a session.
const UNSETTLED_MS: u64 = 600_000;

/// A phone that is on. Clones share it.
#[derive(Clone)]
pub(crate) struct Pocket(Rc<Inner>);

struct Inner {
    kept: Kept<PhoneBook>,
    networks: Vec<String>,
    metadata: Metadata,
    shown: Slice<Phone>,
    fault: RefCell<Option<PhoneFault>>,
    is_away: Cell<bool>,
}

impl Pocket {
    /// A phone with what was kept.
    pub(crate) fn new(
        kept: Kept<PhoneBook>,
        networks: Vec<String>,
        metadata: Metadata,
        shown: Slice<Phone>,
    ) -> Self {
        let pocket = Pocket(Rc::new(Inner {
            kept,
            networks,
            metadata,
            shown,
            fault: RefCell::default(),
            is_away: Cell::new(false),
        }));
        pocket.show();
        pocket
    }

    pub(crate) fn post(&self) -> &Post {
        self.0.kept.post()
    }

    /// Whether it is in the background.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.0.is_away.set(is_away);
        self.post().set_offline(is_away);
    }

    fn look<R>(&self, read: impl FnOnce(&PhoneBook) -> R) -> R {
        self.0.kept.look(read)
    }

    fn change<R>(&self, act: impl FnOnce(&mut PhoneBook) -> R) -> R {
        let result = self.0.kept.change(act);
        self.show();
        result
    }

    pub(super) fn show(&self) {
        let fault = *self.0.fault.borrow();
        let (unreachable, is_sending) = relays::reached(self.post());
        let phone = self.look(|book| book.shown(fault, unreachable, is_sending));
        self.0.shown.set(phone);
    }

    /// Something could not be done.
    pub(crate) fn fail(&self, fault: PhoneFault) {
        self.0.fault.replace(Some(fault));
        self.show();
    }

    /// Reads a code.
    pub(crate) fn pair(&self, uri: &str, moment: &Moment) {
        let uri = match code::read(uri, moment.seconds()) {
            Ok(uri) => uri,
            Err(fault) => return self.fail(fault),
        };
        self.0.fault.replace(None);
        let seconds = uri.expires_seconds.unwrap_or(moment.seconds() + LIFETIME_SECONDS);
        let topic = self.post().listen(&uri.key, self.0.networks.clone(), false);
        self.change(|book| {
            if !book.proposals.iter().any(|it| it.topic == topic) {
                let expires_ms = Long(seconds.saturating_mul(1_000));
                let (network, id) = (String::new(), Long(0));
                let (params, shown) = (None, None);
                book.proposals.push(Proposed { topic, expires_ms, id, network, params, shown });
            }
        });
    }

    fn proposal(&self, name: &str) -> Option<(Proposed, Proposal)> {
        let is_it = |it: &&Proposed| it.topic.text() == name;
        let found = self.look(|book| book.proposals.iter().find(is_it).cloned())?;
        let proposal = Proposal::read(found.params.as_ref()?).ok()?;
        Some((found, proposal))
    }

    fn forget_proposal(&self, topic: Topic) {
        self.change(|book| keep(&mut book.proposals, |it| it.topic != topic));
        self.post().hang_up(topic);
    }

    /// The person approves: the session is settled, and the page told the key for it.
    pub(crate) fn approve(&self, name: &str, namespaces: &Json, moment: &mut Moment) {
        let Some((proposed, proposal)) = self.proposal(name) else {
            return self.fail(PhoneFault::Gone);
        };
        let own = KeyPair::new(moment.bytes());
        let Some(key) = own.agree(&proposal.proposer) else {
            return self.fail(PhoneFault::Unreadable);
        };
        let expires_seconds = moment.seconds() + SESSION_SECONDS;
        let topic = self.post().listen(&key, vec![proposed.network.clone()], false);
        let mut settlement = Settlement {
            controller: own.public(),
            metadata: self.0.metadata.clone(),
            namespaces: Vec::new(),
            expires_seconds,
            properties: None,
            scoped_properties: None,
            wants_no_link: false,
        }
        .json();
        // A phone says what it likes; it is the page that has to look.
        replace(&mut settlement, "namespaces", namespaces);
        let id = self.request(topic, SignMethod::SessionSettle, settlement, moment);
        let result = Ok(approval(&own.public()));
        let method = SignMethod::SessionPropose;
        self.answer(proposed.topic, method, Outcome::Answer, proposed.id.0, result, moment);
        let expires_ms = expires_seconds * 1_000;
        let shown = begun(topic, proposal.metadata, namespaces.clone(), expires_ms);
        let (settled, pinged) = (Long(id), Long(0));
        self.change(|book| book.sessions.push(Connected { topic, settled, pinged, shown }));
        self.forget_proposal(proposed.topic);
    }

    /// The person refuses.
    pub(crate) fn refuse(&self, name: &str, moment: &mut Moment) {
        let Some((proposed, _)) = self.proposal(name) else { return };
        let error = Err(SignFault::UserRejected.error());
        let method = SignMethod::SessionPropose;
        self.answer(proposed.topic, method, Outcome::Refusal, proposed.id.0, error, moment);
        self.forget_proposal(proposed.topic);
    }

    /// The person answers a request.
    pub(crate) fn reply(&self, id: u64, result: Result<Json, RpcError>, moment: &mut Moment) {
        let taken = self.change(|book| {
            let at = book.requests.iter().position(|it| it.id.0 == id)?;
            Some(book.requests.remove(at))
        });
        let Some(asked) = taken else { return self.fail(PhoneFault::Gone) };
        self.answer(asked.session, SignMethod::SessionRequest, Outcome::Answer, id, result, moment);
    }

    /// Tells of something.
    pub(crate) fn emit(&self, session: &str, event: &Event, moment: &mut Moment) {
        if let Some(topic) = self.session(session) {
            self.request(topic, SignMethod::SessionEvent, event.json(), moment);
        }
    }

    /// Shares something else.
    pub(crate) fn update(&self, session: &str, namespaces: &Json, moment: &mut Moment) {
        let Some(topic) = self.session(session) else { return };
        let mut params = update(&[]);
        replace(&mut params, "namespaces", namespaces);
        self.request(topic, SignMethod::SessionUpdate, params, moment);
        self.with(topic, |it| it.shown.namespaces = namespaces.clone());
    }

    /// Lets a session last longer.
    pub(crate) fn extend(&self, session: &str, moment: &mut Moment) {
        let Some(topic) = self.session(session) else { return };
        let seconds = moment.seconds() + SESSION_SECONDS;
        let expiry = Json::Number(seconds.to_string().into());
        self.request(topic, SignMethod::SessionExtend, Json::object([("expiry", expiry)]), moment);
        self.with(topic, |it| it.shown.expires_ms = Long(seconds * 1_000));
    }

    /// Asks whether the page is there.
    pub(crate) fn ping(&self, session: &str, moment: &mut Moment) {
        let Some(topic) = self.session(session) else { return };
        let id = self.request(topic, SignMethod::SessionPing, Json::object([]), moment);
        self.with(topic, |it| it.pinged = Long(id));
    }

    /// Ends a session.
    pub(crate) fn end(&self, session: &str, moment: &mut Moment) {
        let Some(topic) = self.session(session) else { return };
        let reason = ending(SignFault::UserDisconnected);
        self.request(topic, SignMethod::SessionDelete, reason, moment);
        self.forget(topic);
    }

    fn forget(&self, topic: Topic) {
        self.change(|book| {
            keep(&mut book.sessions, |it| it.topic != topic);
            keep(&mut book.requests, |it| it.session != topic);
        });
        self.post().hang_up(topic);
    }

    fn session(&self, name: &str) -> Option<Topic> {
        let is_it = |it: &&Connected| it.shown.id == name;
        self.look(|book| book.sessions.iter().find(is_it).map(|it| it.topic))
    }

    fn with(&self, topic: Topic, act: impl FnOnce(&mut Connected)) {
        self.change(|book| book.sessions.iter_mut().find(|it| it.topic == topic).map(act));
    }

    fn request(&self, topic: Topic, method: SignMethod, params: Json, moment: &mut Moment) -> u64 {
        let (id, publishing) = (moment.id(), method.request());
        let until_ms = moment.until_ms(publishing);
        let message = Message::request(id, method.name(), params);
        self.post().say(topic, &message, publishing, until_ms, moment);
        id
    }

    fn answer(
        &self,
        topic: Topic,
        method: SignMethod,
        outcome: Outcome,
        id: u64,
        result: Result<Json, RpcError>,
        moment: &mut Moment,
    ) {
        self.post().answer(topic, method.answer(outcome), id, result, moment);
    }
}

impl Role for Pocket {
    fn hear(&self, heard: Heard, moment: &mut Moment) {
        let Heard { topic, network, message } = heard;
        match message {
            // Our own, echoed.
            _ if message.method().is_some_and(SignMethod::is_of_wallet) => {}
            Message::Answer { result: Err(error), .. }
                if error.code == SignFault::NoSession.code() =>
            {
                self.forget(topic);
            }
            Message::Request { id, method, params } => {
                self.asked(topic, network, id, &method, &params, moment);
            }
            Message::Answer { id, result } => self.with(topic, |it| {
                it.shown.is_acknowledged |= result.is_ok() && it.settled.0 == id;
                it.shown.pongs += u32::from(result.is_ok() && it.pinged.0 == id);
            }),
        }
    }

    fn leaving(&self, _: &str, _: u64) {}
    fn unheard(&self, _: u64) {}
    fn delivered(&self, _: &Letter) {}

    fn taken(&self, _: Topic) {}

    fn tick(&self, moment: &mut Moment) {
        let now_ms = moment.now_ms;
        let is_over = |it: &&Proposed| it.expires_ms.0 <= now_ms;
        let over: Vec<Topic> =
            self.look(|book| book.proposals.iter().filter(is_over).map(|it| it.topic).collect());
        for topic in over {
            self.fail(PhoneFault::Unanswered);
            self.forget_proposal(topic);
        }
        // Its time is over, or the page never said that it has it.
        let is_lost = |it: &&Connected| {
            let is_unheard = !it.shown.is_acknowledged;
            is_unheard && it.settled.0 / 1_000 + UNSETTLED_MS <= now_ms
                || it.shown.expires_ms.0 <= now_ms
        };
        let lost =
            self.look(|book| book.sessions.iter().find(is_lost).map(|it| it.shown.id.clone()));
        if let Some(session) = lost {
            self.end(&session, moment);
        }
        let is_late = |it: &Asked| it.until_ms.0 <= now_ms;
        if self.look(|book| book.requests.iter().any(is_late)) {
            self.change(|book| keep(&mut book.requests, |it| !is_late(it)));
        }
    }

    fn kept(&self) -> Option<String> {
        Some(self.0.kept.text())
    }
}

impl Pocket {
    /// A page asks something.
    fn asked(
        &self,
        topic: Topic,
        network: String,
        id: u64,
        method: &str,
        params: &Json,
        moment: &mut Moment,
    ) {
        let sign = SignMethod::named(method);
        let result = match sign {
            Some(SignMethod::SessionPropose) => return self.proposed(topic, network, id, params),
            Some(SignMethod::SessionRequest) => match self.requested(topic, id, params, moment) {
                Ok(()) => return,
                Err(fault) => Err(fault.error()),
            },
            Some(SignMethod::SessionPing | SignMethod::PairingPing | SignMethod::SessionDelete) => {
                Ok(Json::Bool(true))
            }
            _ => Err(SignFault::UnsupportedWcMethod.error()),
        };
        let publishing = sign.map_or(UNKNOWN_METHOD, |it| it.answer(Outcome::Answer));
        self.post().answer(topic, publishing, id, result, moment);
        if sign == Some(SignMethod::SessionDelete) {
            self.forget(topic);
        }
    }

    fn proposed(&self, topic: Topic, network: String, id: u64, params: &Json) {
        let Ok(proposal) = Proposal::read(params) else {
            return self.fail(PhoneFault::Unreadable);
        };
        let shown = PhoneProposal {
            id: topic.text(),
            peer: proposal.metadata,
            required: Namespace::json(&proposal.required),
            optional: Namespace::json(&proposal.optional),
        };
        self.change(|book| {
            let place = book.proposals.iter_mut().find(|it| it.topic == topic);
            // It may come by several networks, and is one.
            if let Some(place) = place.filter(|it| it.params.is_none()) {
                (place.id, place.network) = (Long(id), network);
                (place.params, place.shown) = (Some(params.clone()), Some(shown));
            }
        });
    }

    fn requested(
        &self,
        topic: Topic,
        id: u64,
        params: &Json,
        moment: &Moment,
    ) -> Result<(), SignFault> {
        let session = self.look(|book| book.sessions.iter().find(|it| it.topic == topic).cloned());
        let session = session.ok_or(SignFault::NoSession)?;
        let Request { chain, method, params, expires_seconds } =
            Request::read(params).ok_or(SignFault::InvalidMethod)?;
        let approved = Approved::read(&session.shown.namespaces)?;
        allows(&approved, &chain, &method)?;
        let lasts = u64::from(SignMethod::SessionRequest.request().lifetime_seconds);
        let until = expires_seconds.unwrap_or(moment.seconds() + lasts);
        let session = topic.text();
        let shown = PhoneRequest { id: Long(id), session, chain, method, params };
        let until_ms = Long(until.saturating_mul(1_000));
        self.change(|book| {
            if !book.requests.iter().any(|it| (it.session, it.id.0) == (topic, id)) {
                book.requests.push(Asked { session: topic, id: Long(id), until_ms, shown });
            }
        });
        Ok(())
    }
}

/// Puts something into the place of a field.
fn replace(object: &mut Json, name: &str, value: &Json) {
    if let Json::Object(fields) = object {
        fields.iter_mut().filter(|(it, _)| it == name).for_each(|(_, it)| *it = value.clone());
    }
}
