//! The vault's server as its frame meets it: it mails codes, keeps what the worker sealed for it, and gives it back.
//! What the real one refuses, limits and writes down is tested there.

use protocol::api::vault::refusal::{self, Refusal};
use protocol::api::vault::{
    AccountDelete, AccountDeleted, ConnectAction, EmailChange, EmailChangeEnd, EmailChangeOtp,
    EmailChangeStarted, EmailChanged, EmailDevice, EmailDeviceState, EmailOtp, EmailStart,
    EmailStarted, Nothing, ReviewDecide, ReviewOffer, ReviewState, ReviewTake, ReviewTaken,
    ReviewWait, SessionRevoke, SignOut, SignedIn, UpdateEmailAction, VaultUser,
};
use protocol::api::{Failed, Reason};
use protocol::path;
use protocol::relay::hex::hex;
use runtime::{Op, Reply};
use wire::{Json, Long, to_text};

use crate::Chance;
use crate::frame::{FramePage, Outside};
use crate::frame_node;
use crate::frame_sessions::Sessions;
use crate::frame_wallets::{Owner, Wallets, body_of};
use crate::page::EPOCH_MS;

/// The code that is mailed.
pub const CODE: &str = "123456";
/// The origin of the vault.
pub const VAULT: &str = "https://vault.example";

/// The server.
pub struct FrameServer {
    chance: Chance,
    wallets: Wallets,
    /// Their addresses.
    people: Vec<String>,
    /// By name: whom they are of, and in which browser.
    attempts: Vec<(String, String, u32)>,
    sessions: Sessions,
    /// What is to be approved in windows.
    pub reviews: Vec<Review>,
    held: Vec<(Outside, u32)>,
    /// Whether new browsers follow a link first.
    pub wants_device: bool,
    /// Whether the mailed link was followed.
    pub is_followed: bool,
    /// What became of the link instead: status and field.
    pub ends_link: Option<(u32, &'static str)>,
    /// Whether everybody signed in too long ago for dear things, until they do so again.
    pub is_stale: bool,
    /// Whether it is not reached.
    pub is_down: bool,
    /// What is answered next in the place of what would be.
    pub refuses: Option<Refusal>,
    /// The path whose answer nobody hears: what was asked is done.
    pub loses: Option<&'static str>,
    /// Whether what is asked next is answered too late: it is done all the same.
    pub is_slow: bool,
    /// How often somebody signed in.
    pub sign_ins: u32,
    /// To whom mails went.
    pub mails: Vec<String>,
    /// What it was asked, by the last parts of the paths.
    pub asked: Vec<String>,
    /// What nodes answer: by method, and for `eth_call` by the bytes that are sent along.
    pub node: Vec<(&'static str, Json)>,
    /// The raw transactions that nodes were sent.
    pub sent: Vec<String>,
}

/// Something that is to be approved in a window.
#[derive(Clone)]
pub struct Review {
    id: String,
    person: usize,
    /// As the frame sealed it.
    pub sealed: String,
    taken: u32,
    /// As the window sealed it.
    pub decided: Option<String>,
}

type Answered = Result<String, Refusal>;

impl Default for FrameServer {
    fn default() -> Self {
        FrameServer {
            chance: Chance::new(9),
            wallets: Wallets::new(Chance::new(8)),
            people: Vec::new(),
            attempts: Vec::new(),
            sessions: Sessions::default(),
            reviews: Vec::new(),
            held: Vec::new(),
            wants_device: false,
            is_followed: false,
            ends_link: None,
            is_stale: false,
            is_down: false,
            refuses: None,
            loses: None,
            is_slow: false,
            sign_ins: 0,
            mails: Vec::new(),
            asked: Vec::new(),
            node: Vec::new(),
            sent: Vec::new(),
        }
    }
}

impl FrameServer {
    /// Answers what a page in browser `browser` asks, until it asks nothing more that can be answered now.
    pub fn serve(&mut self, page: &mut FramePage, browser: u32) {
        let (held, others) = self.held.drain(..).partition(|it| it.1 == browser);
        self.held = others;
        let mut waited: Vec<_> = held.into_iter().map(|it| it.0).collect();
        loop {
            let mut outside = std::mem::take(&mut waited);
            outside.append(&mut page.outside());
            outside.retain(|it| {
                let waits = self.has_no_news(&it.op);
                if waits {
                    self.held.push((it.clone(), browser));
                }
                !waits
            });
            if outside.is_empty() {
                return;
            }
            for it in &outside {
                self.serve_to(page, it, browser);
            }
        }
    }

    /// Answers one thing that a page asks; whether it asked any.
    pub fn serve_one(&mut self, page: &mut FramePage, browser: u32) -> bool {
        let outside = page.outside();
        for it in &outside {
            self.serve_to(page, it, browser);
        }
        !outside.is_empty()
    }

    fn serve_to(&mut self, page: &mut FramePage, it: &Outside, browser: u32) {
        let reply = self.perform(&it.op, browser);
        let is_lost = |url: &str| self.loses.is_some_and(|path| url.ends_with(path));
        match &it.op {
            Op::Fetch { url, .. } if is_lost(url) => {}
            Op::Fetch { timeout_ms, .. } if std::mem::take(&mut self.is_slow) => {
                page.give_up(it, *timeout_ms);
            }
            _ => page.reply(it, &reply),
        }
    }

    /// Nobody is signed in any more.
    pub fn end_sessions(&mut self) {
        self.sessions.clear();
    }

    /// Whoever signs in from now on needs more than that to bring a wallet back.
    pub fn remove_automatic(&mut self) {
        self.wallets.remove_automatic();
    }

    /// A browser is a new one from then on.
    fn forget(&mut self, browser: u32) {
        self.sessions.forget(browser);
        self.revoke(browser);
    }

    /// A browser's set is taken back. It is nobody's from then on, since without any nothing is brought back.
    pub fn revoke(&mut self, browser: u32) {
        self.wallets.revoke(browser);
    }

    fn perform(&mut self, op: &Op, browser: u32) -> Reply {
        let Op::Fetch { url, headers, body, .. } = op else {
            return Reply::Value { value: Json::text("a proof") };
        };
        if self.is_down {
            return Reply::Failed { reason: "offline".to_owned() };
        }
        let path = url.strip_prefix(VAULT).expect("its own server");
        let body = body.as_deref().expect("a body");
        if path.starts_with("/v1?") {
            return fetched(200, frame_node::answered(body, &self.node, &mut self.sent));
        }
        self.asked.push(path.trim_start_matches("/v1/vault/").to_owned());
        let session = headers.iter().find(|it| it.0 == "authorization");
        let session = session.map(|it| it.1.trim_start_matches("DPoP ").to_owned());
        let answered = match self.refuses.take() {
            Some(refusal) => Err(refusal),
            None => self.answer(path, body, session.as_deref(), browser),
        };
        match answered {
            Ok(body) => fetched(200, body),
            Err((status, field)) => {
                let reasons = vec![Reason { field: field.to_owned(), description: String::new() }];
                let body = to_text(&Failed { status: "FAILED".to_owned(), reasons });
                let retry_after_ms = matches!(status, 403 | 429).then_some(17_000);
                Reply::Fetched { status, body, retry_after_ms }
            }
        }
    }

    /// Whether it asks for what was decided in a window, and nothing was.
    fn has_no_news(&self, op: &Op) -> bool {
        let Op::Fetch { url, body: Some(body), .. } = op else { return false };
        if self.is_down || !url.ends_with(path::REVIEW_WAIT) {
            return false;
        }
        let ReviewWait { id, taken, .. } = body_of(body);
        let review = self.reviews.iter().find(|it| it.id == id);
        review.is_some_and(|it| it.decided.is_none() && it.taken <= taken)
    }

    fn review(&mut self, path: &str, body: &str, person: usize) -> Answered {
        if path == path::REVIEW_WAIT {
            let ReviewWait { id, .. } = body_of(body);
            let review = self.reviews.iter().find(|it| it.id == id && it.person == person);
            let Review { taken, decided, .. } = review.ok_or(refusal::REVIEW_UNKNOWN)?.clone();
            return Ok(to_text(&ReviewState { taken, sealed: decided }));
        }
        let ReviewOffer { id, sealed } = body_of(body);
        self.reviews.retain(|it| it.id != id);
        let offered = |sealed| Review { id, person, sealed, taken: 0, decided: None };
        self.reviews.extend(sealed.map(offered));
        Ok(to_text(&Nothing {}))
    }

    /// A window asks, in which nobody is signed in.
    fn review_in_window(&mut self, path: &str, body: &str) -> Answered {
        let open = |id: &str, all: &mut Vec<Review>| {
            let place = all.iter().position(|it| it.id == id && it.decided.is_none());
            place.ok_or(refusal::REVIEW_UNKNOWN)
        };
        if path == path::REVIEW_TAKE {
            let ReviewTake { id } = body_of(body);
            let place = open(&id, &mut self.reviews)?;
            self.reviews[place].taken += 1;
            let sealed = self.reviews[place].sealed.clone();
            return Ok(to_text(&ReviewTaken { sealed }));
        }
        let ReviewDecide { id, sealed } = body_of(body);
        let place = open(&id, &mut self.reviews)?;
        self.reviews[place].decided = Some(sealed);
        Ok(to_text(&Nothing {}))
    }

    fn answer(&mut self, path: &str, body: &str, session: Option<&str>, browser: u32) -> Answered {
        match path {
            path::EMAIL_START => {
                let person = self.sessions.person(session, browser);
                self.start(&body_of(body), person, browser)
            }
            path::EMAIL_DEVICE => {
                let EmailDevice { .. } = body_of(body);
                let state = EmailDeviceState { is_approved: self.is_followed };
                self.ends_link.take().map_or_else(|| Ok(to_text(&state)), Err)
            }
            path::EMAIL_OTP => self.enter(&body_of(body), browser),
            path::REVIEW_TAKE | path::REVIEW_DECIDE => self.review_in_window(path, body),
            _ => {
                let person = self.sessions.person(session, browser);
                let person = person.ok_or(refusal::SESSION_REFUSED)?;
                if let (path::SESSION_DELETE, Some(session)) = (path, session) {
                    self.sessions.end(session);
                }
                self.answer_person(path, body, person, browser)
            }
        }
    }

    fn start(&mut self, body: &EmailStart, caller: Option<usize>, browser: u32) -> Answered {
        if !body.email.contains('@') {
            return Err(refusal::EMAIL_MALFORMED);
        }
        if caller.is_some_and(|it| self.people[it] == body.email) {
            return Ok(to_text(&EmailStarted {
                action: ConnectAction::Connect,
                attempt: None,
                number: None,
                is_late: false,
                again_in_seconds: 0,
            }));
        }
        let id = self.id();
        self.attempts.push((id.clone(), body.email.clone(), browser));
        self.mails.push(body.email.clone());
        let action =
            if self.wants_device { ConnectAction::VerifyDevice } else { ConnectAction::VerifyOtp };
        Ok(to_text(&EmailStarted {
            action,
            attempt: Some(id),
            number: self.wants_device.then_some(42),
            is_late: false,
            again_in_seconds: 30,
        }))
    }

    fn enter(&mut self, body: &EmailOtp, browser: u32) -> Answered {
        let is_it = |it: &(String, String, u32)| it.0 == body.attempt && it.2 == browser;
        let place = self.attempts.iter().position(is_it).filter(|_| body.otp == CODE);
        let place = place.ok_or(refusal::OTP_REFUSED)?;
        self.is_stale = false;
        let (_, email, _) = self.attempts.remove(place);
        let person = self.people.iter().position(|it| *it == email).unwrap_or_else(|| {
            self.people.push(email.clone());
            self.people.len() - 1
        });
        let session = self.id();
        self.sign_ins += 1;
        self.sessions.begin(session.clone(), person, browser);
        let idle_until_ms = Long(EPOCH_MS + 7 * 86_400_000);
        let until_ms = Long(EPOCH_MS + 30 * 86_400_000);
        let user = VaultUser { email, is_fresh: true };
        Ok(to_text(&SignedIn { session, user, idle_until_ms, until_ms }))
    }

    fn answer_person(&mut self, path: &str, body: &str, person: usize, browser: u32) -> Answered {
        Ok(match path {
            path::SESSION_GET => {
                let email = self.people[person].clone();
                to_text(&VaultUser { email, is_fresh: true })
            }
            path::SESSION_DELETE => {
                let SignOut { forget } = body_of(body);
                if forget {
                    self.forget(browser);
                }
                to_text(&Nothing {})
            }
            path::SESSION_LIST => to_text(&self.sessions.listed(person)),
            path::SESSION_REVOKE => {
                let SessionRevoke { id } = body_of(body);
                for it in self.sessions.elsewhere(person, browser, id.as_deref()) {
                    self.forget(it);
                }
                to_text(&Nothing {})
            }
            path::ACCOUNT_DELETE if self.is_stale => return Err(refusal::NOT_FRESH),
            path::ACCOUNT_DELETE => {
                let AccountDelete { is_given_up: true, signature } = body_of(body) else {
                    return Err((400, "isGivenUp"));
                };
                if signature.is_none() && self.wallets.is_there(person) {
                    let at_ms = Some(Long(EPOCH_MS + 7 * 86_400_000));
                    return Ok(to_text(&AccountDeleted { at_ms }));
                }
                self.sessions.end_of(person);
                self.wallets.delete(person);
                to_text(&AccountDeleted { at_ms: None })
            }
            path::REVIEW_OFFER | path::REVIEW_WAIT => return self.review(path, body, person),
            path if path.starts_with(path::EMAIL_CHANGE) => {
                return self.change_email(path, body, person);
            }
            _ => {
                let owner = Owner { person, browser, is_fresh: !self.is_stale };
                return self.wallets.answer(path, body, owner);
            }
        })
    }

    fn change_email(&mut self, path: &str, body: &str, person: usize) -> Answered {
        Ok(match path {
            path::EMAIL_CHANGE => {
                let EmailChange { email, .. } = body_of(body);
                self.mails.push(self.people[person].clone());
                let (action, new_email) = (UpdateEmailAction::VerifyPrimaryOtp, email.clone());
                to_text(&EmailChangeStarted { action, change: email, new_email })
            }
            path::EMAIL_CHANGE_PRIMARY => {
                let EmailChangeOtp { change, .. } = body_of(body);
                self.mails.push(change.clone());
                let (action, new_email) = (UpdateEmailAction::VerifySecondaryOtp, change.clone());
                to_text(&EmailChangeStarted { action, change, new_email })
            }
            _ => {
                let EmailChangeEnd { change, signature, .. } = body_of(body);
                if self.wallets.is_there(person) != signature.is_some() {
                    return Err((400, "signature"));
                }
                self.people[person].clone_from(&change);
                to_text(&EmailChanged { new_email: change })
            }
        })
    }

    fn id(&mut self) -> String {
        hex(&self.chance.bytes::<16>())
    }
}

fn fetched(status: u32, body: String) -> Reply {
    Reply::Fetched { status, body, retry_after_ms: None }
}
