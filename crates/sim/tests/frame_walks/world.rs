//! A page of a shop with the vault's frame in it, in a browser that may lose what it keeps at any moment, and what must
//! hold of both.

use std::collections::{BTreeMap, BTreeSet};

use chains::evm::hex::from_hex;
use chains::evm::message::digest;
use keys::evm_signature::EvmSignature;
use protocol::api::vault::RecoveryPolicy;
use protocol::frame::answer::Answer;
use protocol::frame::envelope::MessageId;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use protocol::rpc::RpcError;
use sim::frame::Kept;
use sim::frame_server::FrameServer;
use sim::frame_visit::{SHOP, Visit, boot, rpc};
use vault::{Approval, Boot, Intent, SignInStep, State};
use wire::{Json, to_text};

/// How long the page waits for the server, in milliseconds.
const LATE_MS: u64 = 28_000;
/// How long dear things may be done after signing in, in milliseconds.
const FRESH_MS: u64 = 5 * 60_000;

/// A chain whose addresses are asked for.
const EIP155: &str = "eip155:1";
/// An address of nobody here.
const NOBODYS: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/// What a browser loses of what it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// All of it: the database is gone.
    All,
    /// All that is sealed, or the key of the seals.
    Sealed,
    /// Its own key alone, by which servers know it: from the next load on it is another browser.
    Key,
    /// Who is signed in.
    Session,
    /// Its share of the wallet.
    Share,
    /// Whom the wallet has dealt with.
    Dealings,
}

/// All that it may lose.
pub const LOST: [Lost; 6] =
    [Lost::All, Lost::Sealed, Lost::Key, Lost::Session, Lost::Share, Lost::Dealings];

/// Something is lost at a moment, of which there is one before all that a visitor or a page does, and one after all that
/// the server answers.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    pub at: usize,
    pub what: Lost,
    /// Whether the page is left then, and comes again.
    pub is_left: bool,
}

/// The page, its browser and the server.
pub struct World {
    pub server: FrameServer,
    pub visit: Visit,
    pub policy: RecoveryPolicy,
    /// What is lost without anybody having a part in it.
    pub loss: Option<Loss>,
    /// How many moments there were.
    pub moments: usize,
    /// The number of the browser, as the server knows it by its key.
    browser: u32,
    is_key_lost: bool,
    /// Whether anything was there that was lost.
    pub has_lost: bool,
    /// What the page requested and has no answer to, each with the message that is to be signed.
    open: Vec<(MessageId, Option<String>)>,
    answers: Vec<(MessageId, Result<Answer, RpcError>)>,
    /// What was approved on this page, and which messages ever.
    approved: BTreeSet<u32>,
    approved_messages: BTreeSet<String>,
    messages: u32,
    /// The recovery codes that the visitor wrote down, the latest last.
    pub codes: Vec<String>,
    /// The words of the wallet, once they saw them.
    words: Option<String>,
    /// The addresses of their wallet, once they were told, by chain.
    addresses: BTreeMap<String, String>,
    /// How often they had signed in when they signed out.
    out_since: Option<u32>,
    sign_ins: u32,
    signatures: u32,
    /// For how long the page still waits for what is late.
    late_ms: u64,
    since_code_ms: u64,
    /// What did not hold.
    broken: Option<String>,
}

impl World {
    pub fn new(policy: RecoveryPolicy) -> Self {
        World {
            server: FrameServer::default(),
            visit: Visit::of(&Boot { recovery: policy, ..boot() }, SHOP, 0, &Kept::default()),
            policy,
            loss: None,
            moments: 0,
            browser: 0,
            is_key_lost: false,
            has_lost: false,
            open: Vec::new(),
            answers: Vec::new(),
            approved: BTreeSet::new(),
            approved_messages: BTreeSet::new(),
            messages: 0,
            codes: Vec::new(),
            words: None,
            addresses: BTreeMap::new(),
            out_since: None,
            sign_ins: 0,
            signatures: 0,
            broken: None,
            late_ms: 0,
            since_code_ms: 0,
        }
    }

    pub fn state(&self) -> State {
        self.visit.page.state()
    }

    /// The browser loses something.
    pub fn lose(&mut self, what: Lost) {
        let kept = &self.visit.kept;
        self.is_key_lost |= matches!(what, Lost::All | Lost::Key);
        self.has_lost |= match what {
            Lost::All | Lost::Sealed => {
                let is_something = !kept.text().is_empty();
                kept.clear();
                is_something
            }
            Lost::Key => true,
            Lost::Session => kept.lose("session"),
            Lost::Share => kept.lose("share"),
            Lost::Dealings => kept.lose("dealings"),
        };
    }

    /// The page is left, and comes again.
    pub fn reload(&mut self) {
        self.browser += u32::from(std::mem::take(&mut self.is_key_lost));
        let boot = Boot { recovery: self.policy, ..boot() };
        self.visit = Visit::of(&boot, SHOP, self.browser, &self.visit.kept);
        self.open.clear();
        self.answers.clear();
        self.approved.clear();
        (self.signatures, self.late_ms) = (0, 0);
    }

    /// A moment at which something may be lost.
    fn moment(&mut self) {
        if let Some(Loss { what, is_left, .. }) = self.loss.filter(|it| it.at == self.moments) {
            self.lose(what);
            if is_left {
                self.reload();
            }
        }
        self.moments += 1;
    }

    /// The visitor does something.
    pub fn does(&mut self, intent: &Intent) {
        self.moment();
        self.visit.page.dispatch(intent);
        self.serve();
    }

    /// They approve what shows.
    pub fn approve(&mut self) {
        self.moment();
        let Some(Approval { request, reading, .. }) = self.state().approval else { return };
        self.approved.insert(request);
        self.approved_messages.extend(reading.read().expect("a reading").text.map(|it| it.text));
        self.visit.page.dispatch(&Intent::Approve { request });
        self.serve();
    }

    /// They refuse what shows.
    pub fn refuse(&mut self) {
        self.moment();
        let Some(Approval { request, .. }) = self.state().approval else { return };
        self.visit.page.dispatch(&Intent::Refuse { request });
        self.serve();
    }

    /// The page requests something; what comes of it, unless that waits or the page is left meanwhile.
    pub fn asks(&mut self, request: &Request) -> Option<Result<Answer, RpcError>> {
        let id = self.begins(request, None);
        let answer = self.taken(id);
        if *request == Request::SignOut && answer.is_some() {
            self.out_since = Some(self.server.sign_ins);
        }
        answer
    }

    fn begins(&mut self, request: &Request, message: Option<String>) -> MessageId {
        self.moment();
        let id = self.visit.page.request(request);
        self.open.push((id, message));
        self.serve();
        // A page that asks faster than that waits.
        self.elapse(1_000);
        id
    }

    /// The page has room for a view, or for none.
    pub fn shows(&mut self, view: Option<FrameView>) {
        self.asks(&Request::Show { view });
    }

    /// The page requests that a message is signed.
    pub fn asks_to_sign(&mut self) -> MessageId {
        self.messages += 1;
        let message = ["Message ", &self.messages.to_string()].concat();
        let address = self.addresses.get(EIP155).map_or(NOBODYS, |it| it);
        let params = Json::list([Json::text(&message), Json::text(address)]);
        self.begins(&rpc("personal_sign", params), Some(message))
    }

    /// What came of a request, which is taken.
    pub fn taken(&mut self, id: MessageId) -> Option<Result<Answer, RpcError>> {
        let place = self.answers.iter().position(|it| it.0 == id)?;
        Some(self.answers.remove(place).1)
    }

    /// Time passes.
    pub fn elapse(&mut self, ms: u64) {
        self.visit.page.elapse(ms);
        self.late_ms = self.late_ms.saturating_sub(ms);
        self.since_code_ms += ms;
        self.server.is_stale |= self.since_code_ms >= FRESH_MS;
        self.serve();
    }

    /// The share of this browser is taken back, as whoever is in elsewhere can.
    pub fn take_share_back(&mut self) {
        self.server.revoke(self.browser);
    }

    fn serve(&mut self) {
        loop {
            let (was_slow, asked) = (self.server.is_slow, self.server.asked.len());
            let is_served = self.server.serve_one(&mut self.visit.page, self.browser);
            if was_slow && !self.server.is_slow {
                self.late_ms = LATE_MS;
            }
            if self.sign_ins != self.server.sign_ins {
                (self.sign_ins, self.since_code_ms) = (self.server.sign_ins, 0);
            }
            self.hear();
            if self.server.asked.len() > asked {
                self.moment();
            }
            if !is_served {
                return;
            }
        }
    }

    /// Judges what the page was told.
    fn hear(&mut self) {
        for (id, answer) in std::mem::take(&mut self.visit.page.answers) {
            let Some(place) = self.open.iter().position(|it| it.0 == id) else {
                self.breaks(&format!("what nobody asked is answered: {answer:?}"));
                continue;
            };
            let (_, message) = self.open.remove(place);
            let is_somebodys =
                matches!(answer, Ok(Answer::User(_) | Answer::Connected { is_connected: true }));
            if is_somebodys && self.is_out() {
                self.breaks("who signed out is in");
            }
            match (&answer, message) {
                (Ok(answer), Some(message)) => self.hear_signed(answer, &message),
                (Ok(Answer::User(user)), None) => {
                    let chain = user.chain.text();
                    let before = self.addresses.entry(chain).or_insert(user.address.clone());
                    if *before != user.address {
                        let told = format!("{before} became {}", user.address);
                        self.breaks(&told);
                    }
                }
                _ => {}
            }
            self.answers.push((id, answer));
        }
        let signatures = self.visit.page.signatures;
        if signatures > self.signatures && self.is_out() {
            self.breaks("something is signed for who signed out");
        }
        self.signatures = signatures;
        if signatures as usize > self.approved.len() {
            self.breaks("something is signed that nobody approved");
        }
    }

    fn hear_signed(&mut self, answer: &Answer, message: &str) {
        if !self.approved_messages.contains(message) {
            self.breaks(&format!("{message} is signed, and nobody approved it"));
        }
        let Answer::Value { value } = answer else { return self.breaks("no signature is told") };
        let signature = value.as_text().and_then(|it| from_hex(it).ok());
        let signature = signature.and_then(|it| EvmSignature::read(&it).ok());
        let signer = signature.and_then(|it| it.recover(&digest(message.as_bytes())).ok());
        if signer.map(|it| it.to_checksum()).as_ref() != self.addresses.get(EIP155) {
            self.breaks(&format!("the signature of {message} is of somebody else"));
        }
    }

    /// Whether they signed out, and not in again.
    fn is_out(&self) -> bool {
        self.out_since == Some(self.server.sign_ins)
    }

    fn breaks(&mut self, told: &str) {
        self.broken.get_or_insert(told.to_owned());
    }

    /// Whether all holds that must.
    pub fn judge(&mut self) -> Result<(), String> {
        if let Some(broken) = self.broken.take() {
            return Err(broken);
        }
        let state = self.state();
        let text = to_text(&state);
        let shown = self.visit.page.shown.iter().map(|it| &it.1);
        if self.codes.iter().chain(&self.words).chain(shown).any(|it| text.contains(&**it)) {
            return Err(format!("a secret is in the state: {text}"));
        }
        if self.late_ms > 0 {
            return Ok(());
        }
        let State { sign_in, settings, approval, screen, .. } = state;
        if sign_in.is_busy || settings.is_busy || approval.as_ref().is_some_and(|it| it.is_busy) {
            return Err(format!("it waits for nobody: {text}"));
        }
        let is_shown =
            matches!(screen.view, Some(FrameView::EmailLogin | FrameView::EmailVerifyOtp));
        if is_shown && sign_in.step == SignInStep::Opening && sign_in.fault.is_none() {
            return Err(format!("the wallet opens for ever: {text}"));
        }
        let shown = approval.map_or(0, |it| 1 + it.waiting as usize);
        if self.open.len() != shown || self.open.iter().any(|it| it.1.is_none()) {
            return Err(format!("{:?} are not answered, and {shown} show", self.open));
        }
        if (shown > 0) != (screen.view == Some(FrameView::ApproveTransaction)) {
            return Err(format!("{shown} are to be approved in {:?}", screen.view));
        }
        Ok(())
    }

    /// The words of the wallet show: they are those that always were.
    pub fn sees(&mut self, words: String) {
        if *self.words.get_or_insert(words.clone()) != words {
            self.breaks("the words of the wallet are others");
        }
    }
}
