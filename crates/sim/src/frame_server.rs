//! The vault's server as its frame meets it: it mails codes, keeps what the worker sealed for it, and gives it back.
//! What the real one refuses, limits and writes down is tested there.

use keys::part::{Part, place};
use keys::sealed_box::{self, RecipientKey, RecipientPublicKey};
use keys::secret::SecretVec;
use protocol::api::vault::{
    ConnectAction, EmailChange, EmailChangeOtp, EmailChangeStarted, EmailChanged, EmailDevice,
    EmailDeviceState, EmailOtp, EmailStart, EmailStarted, Factor, FactorKind, Nothing, RecoverAsk,
    Recovered, ShareAsk, ShareSet, ShareTold, SignedIn, UpdateEmailAction, VaultUser, WalletCreate,
    WalletEnrol, WalletState, WalletSummary,
};
use protocol::api::{Failed, Reason};
use protocol::path;
use protocol::relay::base64;
use runtime::{Op, Reply};
use wire::{Get, Json, Long, from_text, to_text};

use crate::Chance;
use crate::frame::FramePage;
use crate::page::EPOCH_MS;

/// The code that is mailed.
pub const CODE: &str = "123456";
/// The origin of the vault.
pub const VAULT: &str = "https://vault.example";

/// The server.
pub struct FrameServer {
    key: RecipientKey,
    chance: Chance,
    people: Vec<Person>,
    attempts: Vec<(String, String)>,
    sessions: Vec<(String, usize)>,
    /// Whether new browsers follow a link first.
    pub wants_device: bool,
    /// Whether the mailed link was followed.
    pub is_followed: bool,
    /// Whether it is not reached.
    pub is_down: bool,
    /// What is answered next in the place of what would be: a status, and a field.
    pub refuses: Option<(u32, &'static str)>,
    /// To whom mails went.
    pub mails: Vec<String>,
    /// What it was asked, by the last parts of the paths.
    pub asked: Vec<String>,
    /// What nodes answer, by method.
    pub node: Vec<(&'static str, Json)>,
    /// The raw transactions that nodes were sent.
    pub sent: Vec<String>,
}

#[derive(Clone)]
struct Person {
    email: String,
    wallet: Option<Stored>,
}

#[derive(Clone)]
struct Stored {
    summary: WalletSummary,
    /// By browser, the newest last.
    sets: Vec<(u32, ShareSet)>,
    factors: Vec<Factor>,
}

type Refusal = (u32, &'static str);
type Answered = Result<String, Refusal>;

impl Default for FrameServer {
    fn default() -> Self {
        let mut chance = Chance::new(9);
        let key =
            RecipientKey::random(&mut |bytes| bytes.iter_mut().for_each(|it| *it = chance.byte()));
        FrameServer {
            key,
            chance,
            people: Vec::new(),
            attempts: Vec::new(),
            sessions: Vec::new(),
            wants_device: false,
            is_followed: false,
            is_down: false,
            refuses: None,
            mails: Vec::new(),
            asked: Vec::new(),
            node: Vec::new(),
            sent: Vec::new(),
        }
    }
}

impl FrameServer {
    /// Answers what a page in browser `browser` asks, until it asks nothing more.
    pub fn serve(&mut self, page: &mut FramePage, browser: u32) {
        loop {
            let outside = page.outside();
            if outside.is_empty() {
                return;
            }
            for it in &outside {
                let reply = self.perform(&it.op, browser);
                page.reply(it, &reply);
            }
        }
    }

    /// Answers one thing that a page asks, if it asks any.
    pub fn serve_one(&mut self, page: &mut FramePage, browser: u32) {
        for it in &page.outside() {
            let reply = self.perform(&it.op, browser);
            page.reply(it, &reply);
        }
    }

    /// Nobody is signed in any more.
    pub fn end_sessions(&mut self) {
        self.sessions.clear();
    }

    /// Whoever signs in from now on needs more than that to bring a wallet back.
    pub fn remove_automatic(&mut self) {
        for wallet in self.people.iter_mut().filter_map(|it| it.wallet.as_mut()) {
            wallet.factors.retain(|it| it.kind != FactorKind::Automatic);
            wallet.summary.factors = vec![FactorKind::Code];
        }
    }

    /// A browser's set is taken back.
    pub fn revoke(&mut self, browser: u32) {
        for wallet in self.people.iter_mut().filter_map(|it| it.wallet.as_mut()) {
            wallet.sets.retain(|it| it.0 != browser);
        }
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

    fn answer(&mut self, path: &str, body: &str, session: Option<&str>, browser: u32) -> Answered {
        match path {
            path::EMAIL_START => self.start(&body_of(body)),
            path::EMAIL_DEVICE => {
                let EmailDevice { .. } = body_of(body);
                Ok(to_text(&EmailDeviceState { is_approved: self.is_followed }))
            }
            path::EMAIL_OTP => self.enter(&body_of(body)),
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
        let (_, email) = self.attempts.remove(place);
        let person = self.people.iter().position(|it| it.email == email).unwrap_or_else(|| {
            self.people.push(Person { email: email.clone(), wallet: None });
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
                let email = self.people[person].email.clone();
                to_text(&VaultUser { email, is_fresh: true })
            }
            path::SESSION_DELETE => {
                self.sessions.retain(|it| it.1 != person);
                to_text(&Nothing {})
            }
            path::EMAIL_CHANGE => {
                let EmailChange { email, .. } = body_of(body);
                self.mails.push(self.people[person].email.clone());
                let (action, change) = (UpdateEmailAction::VerifyPrimaryOtp, email);
                to_text(&EmailChangeStarted { action, change })
            }
            path::EMAIL_CHANGE_PRIMARY => {
                let EmailChangeOtp { change, .. } = body_of(body);
                self.mails.push(change.clone());
                let action = UpdateEmailAction::VerifySecondaryOtp;
                to_text(&EmailChangeStarted { action, change })
            }
            path::EMAIL_CHANGE_SECONDARY => {
                let EmailChangeOtp { change, .. } = body_of(body);
                self.people[person].email.clone_from(&change);
                to_text(&EmailChanged { new_email: change })
            }
            _ => return self.answer_wallet(path, body, person, browser),
        })
    }

    fn answer_wallet(&mut self, path: &str, body: &str, person: usize, browser: u32) -> Answered {
        if path == path::WALLET_GET {
            let wallet = self.people[person].wallet.as_ref().map(|it| {
                let set = it.sets.iter().rfind(|it| it.0 == browser);
                WalletSummary { set_id: set.map(|it| it.1.id.clone()), ..it.summary.clone() }
            });
            let seal_to = base64::encode(&self.key.public().0);
            return Ok(to_text(&WalletState { wallet, seal_to }));
        }
        if path == path::WALLET_CREATE {
            let WalletCreate { id, addresses, set, factors, .. } = body_of(body);
            if self.people[person].wallet.is_some() {
                return Err((409, "id"));
            }
            let kinds = factors.iter().map(|it| it.kind).collect();
            let summary = WalletSummary { id, addresses, set_id: None, factors: kinds };
            let sets = vec![(browser, set)];
            self.people[person].wallet = Some(Stored { summary, sets, factors });
            return Ok(to_text(&Nothing {}));
        }
        let mut wallet = self.people[person].wallet.clone().ok_or((404, "wallet"))?;
        let answer = match path {
            path::WALLET_SHARE => {
                let ShareAsk { seal_to, .. } = body_of(body);
                let set = wallet.sets.iter().rfind(|it| it.0 == browser).ok_or((404, "set"))?;
                let ShareSet { id: set_id, commitment, auth_share, .. } =
                    self.told(&wallet.summary.id, &set.1, &seal_to);
                to_text(&ShareTold { set_id, commitment, auth_share })
            }
            path::WALLET_RECOVER => {
                let RecoverAsk { seal_to } = body_of(body);
                let set = wallet.sets.last().ok_or((404, "set"))?.1.clone();
                let set = self.told(&wallet.summary.id, &set, &seal_to);
                let mut factors = wallet.factors.clone();
                for it in factors.iter_mut().filter(|it| it.kind == FactorKind::Automatic) {
                    let id = &wallet.summary.id;
                    it.wrapped =
                        self.resealed(Part::Factor, "automatic", &it.wrapped, id, &seal_to);
                }
                to_text(&Recovered { set, factors })
            }
            path::WALLET_ENROL => {
                let WalletEnrol { set, .. } = body_of(body);
                wallet.sets.retain(|it| it.0 != browser);
                wallet.sets.push((browser, set));
                to_text(&Nothing {})
            }
            path => panic!("nothing here is asked for {path}"),
        };
        self.people[person].wallet = Some(wallet);
        Ok(answer)
    }

    /// A set with its share sealed to who asks.
    fn told(&mut self, wallet: &str, set: &ShareSet, to: &str) -> ShareSet {
        let auth_share = self.resealed(Part::Auth, &set.id, &set.auth_share, wallet, to);
        ShareSet { auth_share, ..set.clone() }
    }

    fn resealed(&mut self, part: Part, row: &str, sealed: &str, wallet: &str, to: &str) -> String {
        let wallet = u128::from_str_radix(wallet, 16).expect("an id").to_be_bytes();
        let place = place(part, row, &wallet);
        let sealed = base64::decode(sealed).expect("base64");
        let Ok(opened): Result<SecretVec, _> = sealed_box::open(&self.key, &place, &sealed) else {
            panic!("it is sealed to the server")
        };
        let to = base64::decode(to).and_then(|it| it.try_into().ok()).expect("a key");
        let chance = &mut self.chance;
        let mut fill = |bytes: &mut [u8]| bytes.iter_mut().for_each(|it| *it = chance.byte());
        let Ok(again) =
            sealed_box::seal(&RecipientPublicKey(to), &place, opened.bytes(), &mut fill)
        else {
            panic!("it can be sealed")
        };
        base64::encode(&again)
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
        (0..16).map(|_| format!("{:02x}", self.chance.byte())).collect()
    }
}

fn body_of<T: Get>(body: &str) -> T {
    from_text(body).unwrap_or_else(|error| panic!("{body}: {error}"))
}

fn fetched(status: u32, body: String) -> Reply {
    Reply::Fetched { status, body, retry_after_ms: None }
}
