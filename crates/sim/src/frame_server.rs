//! The vault's server as its frame meets it: it mails codes, keeps what the worker sealed for it, and gives it back.
//! What the real one refuses, limits and writes down is tested there.

use protocol::api::vault::{
    AccountDelete, AccountDeleted, ConnectAction, EmailChange, EmailChangeEnd, EmailChangeOtp,
    EmailChangeStarted, EmailChanged, EmailDevice, EmailDeviceState, EmailOtp, EmailStart,
    EmailStarted, Nothing, ReviewDecide, ReviewOffer, ReviewState, ReviewTake, ReviewTaken,
    ReviewWait, SessionRevoke, SignOut, SignedIn, UpdateEmailAction, VaultSession, VaultSessions,
    VaultUser,
};
use protocol::api::{Failed, Reason};
use protocol::path;
use protocol::relay::hex::hex;
use runtime::{Op, Reply};
use wire::{Json, Long, from_text, to_text};

use crate::Chance;
use crate::frame::{FramePage, Outside};
use crate::frame_wallets::{Owner, Refusal, Wallets, body_of};
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
    attempts: Vec<(String, String)>,
    sessions: Vec<(String, usize)>,
    /// What is to be approved in windows.
    pub reviews: Vec<Review>,
    held: Vec<(Outside, u32)>,
    /// Whether new browsers follow a link first.
    pub wants_device: bool,
    /// Whether the mailed link was followed.
    pub is_followed: bool,
    /// Whether everybody signed in too long ago for dear things, until they do so again.
    pub is_stale: bool,
    /// Whether it is not reached.
    pub is_down: bool,
    /// What is answered next in the place of what would be: a status, and a field.
    pub refuses: Option<(u32, &'static str)>,
    /// The path whose answer nobody hears: what was asked is done.
    pub loses: Option<&'static str>,
    /// To whom mails went.
    pub mails: Vec<String>,
    /// What it was asked, by the last parts of the paths.
    pub asked: Vec<String>,
    /// What nodes answer, by method.
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
            sessions: Vec::new(),
            reviews: Vec::new(),
            held: Vec::new(),
            wants_device: false,
            is_followed: false,
            is_stale: false,
            is_down: false,
            refuses: None,
            loses: None,
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

    /// Answers one thing that a page asks, if it asks any.
    pub fn serve_one(&mut self, page: &mut FramePage, browser: u32) {
        for it in &page.outside() {
            self.serve_to(page, it, browser);
        }
    }

    fn serve_to(&mut self, page: &mut FramePage, it: &Outside, browser: u32) {
        let reply = self.perform(&it.op, browser);
        let is_lost = |url: &str| self.loses.is_some_and(|path| url.ends_with(path));
        if !matches!(&it.op, Op::Fetch { url, .. } if is_lost(url)) {
            page.reply(it, &reply);
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
            return fetched(200, self.ask_node(body));
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
                let retry_after_ms = (status == 429).then_some(17_000);
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
            let Review { taken, decided, .. } = review.ok_or((404, "review"))?.clone();
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
            place.ok_or((404, "review"))
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
            path::EMAIL_START => self.start(&body_of(body)),
            path::EMAIL_DEVICE => {
                let EmailDevice { .. } = body_of(body);
                Ok(to_text(&EmailDeviceState { is_approved: self.is_followed }))
            }
            path::EMAIL_OTP => self.enter(&body_of(body)),
            path::REVIEW_TAKE | path::REVIEW_DECIDE => self.review_in_window(path, body),
            _ => {
                let person = self.sessions.iter().find(|it| Some(&*it.0) == session);
                let person = person.ok_or((401, "authorization"))?.1;
                self.answer_person(path, body, person, browser)
            }
        }
    }

    fn start(&mut self, body: &EmailStart) -> Answered {
        if !body.email.contains('@') {
            return Err((400, "email"));
        }
        let id = self.id();
        self.attempts.push((id.clone(), body.email.clone()));
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

    fn enter(&mut self, body: &EmailOtp) -> Answered {
        let place = self.attempts.iter().position(|it| it.0 == body.attempt);
        let place = place.ok_or((404, "attempt"))?;
        if body.otp != CODE {
            return Err((401, "otp"));
        }
        self.is_stale = false;
        let (_, email) = self.attempts.remove(place);
        let person = self.people.iter().position(|it| *it == email).unwrap_or_else(|| {
            self.people.push(email.clone());
            self.people.len() - 1
        });
        let session = self.id();
        self.sessions.push((session.clone(), person));
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
                self.sessions.retain(|it| it.1 != person);
                if forget {
                    self.revoke(browser);
                }
                to_text(&Nothing {})
            }
            path::SESSION_LIST => {
                let all = self.sessions.iter().filter(|it| it.1 == person);
                to_text(&VaultSessions { sessions: all.map(|it| listed(&it.0)).collect() })
            }
            path::SESSION_REVOKE => {
                let SessionRevoke { id } = body_of(body);
                self.sessions.retain(|it| id.as_ref().is_some_and(|id| *id != it.0));
                to_text(&Nothing {})
            }
            path::ACCOUNT_DELETE if self.is_stale => return Err((403, "authorization")),
            path::ACCOUNT_DELETE => {
                let AccountDelete { is_given_up: true, signature } = body_of(body) else {
                    return Err((400, "isGivenUp"));
                };
                if signature.is_none() && self.wallets.is_there(person) {
                    let at_ms = Some(Long(EPOCH_MS + 7 * 86_400_000));
                    return Ok(to_text(&AccountDeleted { at_ms }));
                }
                self.sessions.retain(|it| it.1 != person);
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

    fn ask_node(&mut self, body: &str) -> String {
        let body: Json = from_text(body).expect("JSON");
        let calls = body.as_list().map_or_else(|| vec![body.clone()], <[Json]>::to_vec);
        let answers = calls.iter().map(|call| {
            let method = call.get("method").and_then(Json::as_text).expect("a method");
            if matches!(method, "eth_sendRawTransaction" | "sendTransaction") {
                let raw = call.get("params").and_then(Json::as_list).expect("parameters");
                self.sent.push(raw[0].as_text().expect("a transaction").to_owned());
            }
            let known = self.node.iter().find(|it| it.0 == method);
            let (name, value) = match known {
                Some((_, value)) => ("result", value.clone()),
                None => ("error", from_text(r#"{"code":-32601,"message":"no"}"#).expect("JSON")),
            };
            let id = call.get("id").cloned().unwrap_or_default();
            Json::object([("jsonrpc", Json::text("2.0")), ("id", id), (name, value)])
        });
        to_text(&Json::list(answers.collect::<Vec<_>>()))
    }

    fn id(&mut self) -> String {
        hex(&self.chance.bytes::<16>())
    }
}

fn listed(id: &str) -> VaultSession {
    VaultSession {
        id: id.to_owned(),
        origin: "https://shop.example".to_owned(),
        browser: "Firefox on Linux".to_owned(),
        created_at_ms: Long(EPOCH_MS),
        seen_at_ms: Long(EPOCH_MS),
        is_this: false,
    }
}

fn fetched(status: u32, body: String) -> Reply {
    Reply::Fetched { status, body, retry_after_ms: None }
}
