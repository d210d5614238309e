//! The modules of the page, which hold sessions with wallets that are not in it, and the relay between.

use engine::{CatalogRow, RowKind};
use protocol::caip::Namespace;
use protocol::module::embedded::MODULE as EMBEDDED;
use protocol::module::session::{Pairing, SessionAnswer, SessionAsk, SessionWhat, Unreachable};
use protocol::relay::uri::LIFETIME_SECONDS;
use protocol::rpc::{CHAIN_DISCONNECTED, DISCONNECTED, INTERNAL, UNAUTHORIZED, UNSUPPORTED_METHOD};
use runtime::Reply;
use wire::{Json, Long, from_text, to_text};

use crate::clock::Event;
use crate::page::{EPOCH_MS, Page, failed};
use crate::stand_in::{SESSION, SimRelay};
use crate::wallet::{Wallet, error_of, is_silent};

/// After this long a module that trapped has been asked again.
const ASKED_AGAIN_MS: u64 = 60_000;
/// As long as a server takes at most, or whoever asks it waits.
const ANSWERED_MS: u64 = 30_000;
/// So long a pairing can be taken up.
const PAIRING_MS: u64 = LIFETIME_SECONDS * 1_000;

impl Page {
    /// The rows of the Connect list but the one that stands for all wallets on phones.
    pub fn rows(&self) -> Vec<&CatalogRow> {
        let rows = self.state.catalog.rows.iter();
        rows.filter(|row| row.kind != RowKind::WalletConnect).collect()
    }

    /// A module hands on what it is asked of its wallet.
    pub(crate) fn ask_module(&mut self, id: u32, name: &str, ask: &str) -> Option<(u64, Reply)> {
        if self.ask_beyond(id, name, ask) {
            return None;
        }
        if name == "spend" || name == EMBEDDED {
            return self.ask_hosted(id, name, ask);
        }
        let SessionAsk { wallet, namespace, session, what, config } =
            from_text(ask).expect("a module is asked what it knows");
        if self.are_modules_broken {
            return Some((0, failed("it traps")));
        }
        let index = self.wallet_of(name, &wallet, namespace);
        let any = index.or_else(|| {
            let mut wallets = self.wallets.iter();
            wallets.position(|it| it.module.as_deref() == Some(name) && it.id == wallet)
        });
        let is_known = session.is_none_or(|it| it == SESSION);
        let live = any.filter(|at| is_known && self.wallets[*at].is_permitted);
        match what {
            SessionWhat::Prepare => {
                self.relays_asked = config.relays;
                self.prepare(id);
            }
            SessionWhat::Events => match (live, index) {
                (Some(_), Some(index)) => self.wallets[index].listeners.push(id),
                (Some(_), None) => {}
                // The session ended while nobody listened.
                (None, _) => {
                    let (name, value) = ("disconnect".to_owned(), Some(gone()));
                    return Some((0, answered(SessionAnswer::Event { name, value })));
                }
            },
            SessionWhat::Request { method, params, .. } => {
                let params = params.unwrap_or_default();
                if method == "connect" && !is_silent(&params) {
                    self.relays_asked = config.relays;
                    // A wallet that nobody has answers nothing.
                    if let (true, Some(at)) = (self.tap(id), any) {
                        self.request_at(at, id, &method, &params);
                    }
                    return None;
                }
                let index = index.filter(|_| is_known);
                let answer = self.ask_session(id, &method, &params, live, index)?;
                return Some((0, answered(answer)));
            }
        }
        None
    }

    /// Asks in a session that is there, or is not, and that the wallet has for the namespace, or has not. What
    /// the wallet is not asked is answered at once.
    fn ask_session(
        &mut self,
        id: u32,
        method: &str,
        params: &Json,
        live: Option<usize>,
        index: Option<usize>,
    ) -> Option<SessionAnswer> {
        let code = match (method, live, index) {
            ("disconnect", None, _) => return Some(SessionAnswer::Value { value: Json::Null }),
            ("disconnect", Some(at), _) => {
                self.request_at(at, id, method, params);
                self.end_session(at);
                return None;
            }
            ("connect", _, Some(at)) | (_, Some(_), Some(at)) => {
                self.request_at(at, id, method, params);
                return None;
            }
            ("connect", None, None) => UNAUTHORIZED,
            ("connect", Some(_), None) => UNSUPPORTED_METHOD,
            (_, None, _) => DISCONNECTED,
            (_, Some(_), None) => CHAIN_DISCONNECTED,
        };
        Some(SessionAnswer::Refused { error: error_of(code) })
    }

    fn request_at(&mut self, index: usize, id: u32, method: &str, params: &Json) {
        self.wallets[index].request(&mut self.clock, index, id, method, params);
    }

    /// The session is over, as whoever listens hears.
    fn end_session(&mut self, index: usize) {
        self.permit(index, false);
        let of = |it: &Wallet| (it.module.clone(), it.id.clone());
        let its = of(&self.wallets[index]);
        for index in (0..self.wallets.len()).filter(|it| of(&self.wallets[*it]) == its) {
            let value = to_text(&gone());
            self.clock.after(0, Event::Emit { index, name: "disconnect", value });
        }
    }

    /// What a wallet says of what it shares, by now; a session shares with all namespaces.
    pub(crate) fn share(&mut self, index: usize, method: &str, params: &Json) -> Vec<String> {
        let replies = self.wallets[index].share(method, params);
        if self.wallets[index].module.is_some() && self.wallets[index].is_permitted {
            self.permit(index, true);
        }
        replies
    }

    /// Has a pairing made before anybody asks for one, again and again.
    fn prepare(&mut self, id: u32) {
        let now_ms = self.clock.now_ms;
        let there = self.relay.prepared.take().filter(|(_, until_ms)| *until_ms > now_ms);
        if let Some((uri, until_ms)) = self.reach(id, there) {
            self.relay.prepared = Some((uri, until_ms));
            let event = Event::Expire { id, is_prepared: true };
            self.clock.after(until_ms - now_ms, event);
        }
    }

    /// A person wants a pairing: the one that was prepared, or a new one. Whether there is one.
    fn tap(&mut self, id: u32) -> bool {
        let now_ms = self.clock.now_ms;
        let there = self.relay.prepared.take().filter(|(_, until_ms)| *until_ms > now_ms);
        for other in self.clock.preparing() {
            self.clock.forget(other);
            self.say(other, 0, Pairing::Expired);
            self.prepare(other);
        }
        let Some((_, until_ms)) = self.reach(id, there) else {
            // Trying on is of no use until somebody puts that right.
            if self.relay.unreachable != Some(Unreachable::Relay) {
                let refused = SessionAnswer::Refused { error: error_of(DISCONNECTED) };
                self.reply_after(id, self.relay.reach_ms, &answered(refused));
            }
            return false;
        };
        let SimRelay { taken_up_ms, settling_ms, .. } = self.relay;
        for (at_ms, pairing) in [(taken_up_ms, Pairing::TakenUp), (settling_ms, Pairing::Settling)]
        {
            if let Some(at_ms) = at_ms {
                self.say(id, at_ms, pairing);
            }
        }
        self.clock.after(until_ms - now_ms, Event::Expire { id, is_prepared: false });
        true
    }

    /// Tells how far the pairing is that is there, or the one that is made; its code, and until when it is.
    fn reach(&mut self, id: u32, there: Option<(String, u64)>) -> Option<(String, u64)> {
        let reach_ms = self.relay.reach_ms;
        if there.is_none() {
            self.say(id, 0, Pairing::Reaching);
        }
        if let Some(why) = self.relay.unreachable {
            self.say(id, reach_ms, Pairing::Unreachable { why });
            return None;
        }
        let (uri, until_ms) = there.unwrap_or_else(|| self.pairing());
        let ready_ms = (until_ms - PAIRING_MS + reach_ms).saturating_sub(self.clock.now_ms);
        let expires_ms = Long(EPOCH_MS + until_ms);
        self.say(id, ready_ms, Pairing::Ready { uri: uri.clone(), expires_ms });
        Some((uri, until_ms))
    }

    /// A new pairing: its code, and until when it is there.
    fn pairing(&mut self) -> (String, u64) {
        self.relay.pairings += 1;
        let (topic, key) = (format!("{:064x}", self.relay.pairings), "5a".repeat(32));
        let until_ms = self.clock.now_ms + PAIRING_MS;
        let expiry = (EPOCH_MS + until_ms) / 1_000;
        let uri = format!("wc:{topic}@2?relay-protocol=irn&symKey={key}&expiryTimestamp={expiry}");
        (uri, until_ms)
    }

    /// Nobody took a pairing up in time.
    pub(crate) fn expire(&mut self, id: u32, is_prepared: bool) {
        self.say(id, 0, Pairing::Expired);
        if is_prepared {
            return self.prepare(id);
        }
        let refused = SessionAnswer::Refused { error: error_of(INTERNAL) };
        self.reply_after(id, 0, &answered(refused));
    }

    fn say(&mut self, id: u32, in_ms: u64, value: Pairing) {
        self.reply_after(id, in_ms, &answered(SessionAnswer::Progress { value }));
    }

    /// The session serves all namespaces of its wallet, or none any more.
    pub(crate) fn permit(&mut self, index: usize, is_permitted: bool) {
        let of =
            |page: &Page, at: usize| (page.wallets[at].module.clone(), page.wallets[at].id.clone());
        let its = of(self, index);
        for at in 0..self.wallets.len() {
            if of(self, at) == its {
                self.wallets[at].is_permitted = is_permitted;
            }
        }
    }

    pub(crate) fn wallet_of(&self, module: &str, id: &str, namespace: Namespace) -> Option<usize> {
        let asked = (Some(module), id, namespace);
        self.wallets.iter().position(|it| (it.module.as_deref(), &*it.id, it.namespace) == asked)
    }

    /// The modules trap; the ops that nobody performs any more.
    pub(crate) fn trap_modules(&mut self) -> Vec<u32> {
        let asked = self.listeners("module");
        for id in &asked {
            self.forget(*id);
        }
        self.trapped_ms = Some(self.clock.now_ms);
        asked
    }

    /// Whether somebody listens to the wallet, or is about to again since its module trapped.
    pub(crate) fn is_listened_to(&self, index: usize) -> bool {
        let wallet = &self.wallets[index];
        // Nobody listens by a module before it is known by which relays.
        let waits = [(self.trapped_ms, ASKED_AGAIN_MS), (self.relays_ms, ANSWERED_MS)];
        let is_about_to = wallet.module.is_some()
            && waits.iter().any(|(at_ms, ms)| at_ms.is_some_and(|it| self.clock.now_ms <= it + ms));
        is_about_to || !wallet.listeners.is_empty()
    }
}

/// What is told of a session that is over.
fn gone() -> Json {
    Json::object([("code", Json::Number(DISCONNECTED.to_string().into()))])
}

fn answered(answer: SessionAnswer) -> Reply {
    let value = from_text(&to_text(&answer)).expect("an answer is JSON");
    Reply::Value { value }
}
