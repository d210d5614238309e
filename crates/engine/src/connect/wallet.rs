//! A wallet, wherever it is, with limits: no wait is without end.

use std::future::ready;
use std::rc::Rc;

use protocol::caip::{ChainId, Namespace};
use protocol::module::embedded::{self, EmbeddedAsk};
use protocol::module::session::{Pairing, SessionAnswer, SessionAsk, SessionWhat};
use protocol::rpc::{RESOURCE_UNAVAILABLE, RpcError};
use runtime::{Op, Race, Replies, Reply, race};
use wire::{Json, read, to_text};

use crate::connect::handoff::progress::{pairing, progress, tell};
use crate::engine::Engine;
use crate::state::{Answer, Carrier, ConnectError, Fault, Prompt};
use crate::{account, relays};

/// For requests that a wallet answers by itself.
const ANSWER_MS: u32 = 10_000;
/// For requests that a person decides.
const PERSON_MS: u32 = 300_000;
/// For what a module asks a person who has the wallet elsewhere, and has its own limits.
const ELSEWHERE_MS: u32 = 900_000;

/// More accounts than anybody shares with a site; those beyond are left out.
pub(super) const MOST_ACCOUNTS: usize = 1_000;

/// A wallet's provider ([EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)), or a module's session
/// with a wallet.
#[derive(Clone)]
pub(crate) struct Wallet {
    engine: Engine,
    carrier: Carrier,
    namespace: Namespace,
    /// The row by whose relays it is reached, where one was chosen.
    pub(super) row: Option<Rc<str>>,
}

/// A wallet's events.
pub(crate) struct Events {
    engine: Engine,
    replies: Replies,
    is_module: bool,
}

impl Events {
    /// Whether there are some already; they are taken.
    pub(crate) async fn has_next(&mut self) -> bool {
        let mut has_next = false;
        while let Race::Left(_) = race(self.next(), ready(())).await {
            has_next = true;
        }
        has_next
    }

    /// The next one: its name and its argument. None, and never one again, where the module that
    /// holds the session has failed.
    pub(crate) async fn next(&mut self) -> Option<(String, Json)> {
        loop {
            let reply = self.replies.next().await;
            if let Some(Pairing::Unreachable { why }) = pairing(&reply) {
                tell(&self.engine, why);
            }
            match plain(reply, self.is_module) {
                Some(Reply::Event { name, value }) => {
                    return Some((name, value.unwrap_or_default()));
                }
                Some(Reply::Failed { .. }) if self.is_module => return None,
                _ => {}
            }
        }
    }
}

/// The connected wallet, where it is in this page.
pub(crate) fn of_page(engine: &Engine, namespace: Namespace) -> Option<Wallet> {
    let carrier = account::carrier(engine, namespace);
    let carrier = carrier.filter(|it| matches!(it, Carrier::Page { .. }))?;
    Some(Wallet::new(engine, carrier, namespace))
}

impl Wallet {
    pub(super) fn new(engine: &Engine, carrier: Carrier, namespace: Namespace) -> Self {
        Wallet { engine: engine.clone(), carrier, namespace, row: None }
    }

    /// The same wallet in another namespace, by this session.
    pub(super) fn beside(&self, namespace: Namespace, session: &str) -> Self {
        let mut other = Wallet { namespace, ..self.clone() };
        if let Carrier::Module { session: own, .. } = &mut other.carrier {
            *own = Some(session.to_owned());
        }
        other
    }

    /// Whether it is known by now how it is reached.
    pub(super) async fn found(&self) {
        if self.is_module() {
            relays::known(&self.engine).await;
        }
    }

    /// A request that the wallet answers by itself.
    pub(crate) fn read(&self, method: &str) -> Answer {
        self.read_with(method, None)
    }

    /// The same with parameters.
    pub(crate) fn read_with(&self, method: &str, params: Option<Json>) -> Answer {
        self.within(ANSWER_MS, method, params)
    }

    /// A request that the person decides, in the wallet's own window.
    pub(crate) fn prompt(&self, method: &str, params: Option<Json>) -> Answer {
        let ms = if self.is_module() { ELSEWHERE_MS } else { PERSON_MS };
        self.within(ms, method, params)
    }

    /// A request that the person decides, as something that can be waited for later.
    pub(super) fn ask_person(&self, method: &'static str, params: Option<Json>) -> Prompt {
        let answer = self.prompt(method, params.clone());
        Prompt { carrier: self.carrier.clone(), namespace: self.namespace, method, params, answer }
    }

    /// Whether it is this wallet that asks.
    pub(super) fn is_behind(&self, prompt: &Prompt) -> bool {
        (&self.carrier, self.namespace) == (&prompt.carrier, prompt.namespace)
    }

    /// A request with its own limit.
    pub(crate) fn within(&self, ms: u32, method: &str, params: Option<Json>) -> Answer {
        let op = self.request(method, params, None);
        let (engine, is_module) = (self.engine.clone(), self.is_module());
        Box::pin(async move {
            match engine.world().within(ms, answer(&engine, op, is_module)).await {
                Some(Reply::Value { value }) => Ok(value),
                Some(Reply::Refused { error }) => Err(Fault::Rpc(RpcError::of(&error))),
                _ => Err(Fault::NoAnswer),
            }
        })
    }

    /// A request as somebody else made it, who bounds the wait: what came of it, as it came.
    pub(super) async fn hand(
        &self,
        method: &str,
        params: Option<Json>,
        chain: Option<ChainId>,
    ) -> Reply {
        answer(&self.engine, self.request(method, params, chain), self.is_module()).await
    }

    /// The wallet's events, until dropped.
    pub(crate) fn events(&self) -> Events {
        let op = match &self.carrier {
            Carrier::Page { handle } => Op::Events { wallet: *handle },
            Carrier::Module { name, wallet, session } => {
                self.ask(name, wallet, session.as_ref(), SessionWhat::Events)
            }
        };
        let (engine, is_module) = (self.engine.clone(), self.is_module());
        Events { replies: engine.world().open(op), engine, is_module }
    }

    /// Whether a module holds a session with it.
    pub(super) fn is_module(&self) -> bool {
        matches!(self.carrier, Carrier::Module { .. })
    }

    /// Whether it is the embedded one, which is in this page.
    pub(super) fn is_embedded(&self) -> bool {
        self.carrier.is_embedded()
    }

    /// The session with it, where it is on another device.
    pub(super) fn session(&self) -> Option<&String> {
        self.carrier.session().filter(|_| !self.is_embedded())
    }

    fn request(&self, method: &str, params: Option<Json>, chain: Option<ChainId>) -> Op {
        let method = method.to_owned();
        match &self.carrier {
            Carrier::Page { handle } => Op::Request { wallet: *handle, method, params },
            Carrier::Module { name, wallet, session } => {
                let what = SessionWhat::Request { method, params, chain };
                self.ask(name, wallet, session.as_ref(), what)
            }
        }
    }

    fn ask(&self, name: &str, wallet: &str, session: Option<&String>, what: SessionWhat) -> Op {
        let (wallet, session) = (wallet.to_owned(), session.cloned());
        let namespace = self.namespace;
        let config = relays::session_config(&self.engine, self.row.as_deref());
        let ask = SessionAsk { wallet, namespace, session, config, what };
        let ask = if name == embedded::MODULE {
            to_text(&EmbeddedAsk::Wallet { ask })
        } else {
            to_text(&ask)
        };
        Op::Module { name: name.to_owned(), ask }
    }

    pub(crate) async fn sleep(&self, ms: u32) {
        self.engine.world().sleep(ms).await;
    }
}

/// What comes of a request: its only reply, or the first of a module's that is no progress.
async fn answer(engine: &Engine, op: Op, is_module: bool) -> Reply {
    if !is_module {
        return engine.world().perform(op).await;
    }
    let mut replies = engine.world().open(op);
    loop {
        let reply = replies.next().await;
        if let Some(told) = pairing(&reply) {
            progress(engine, told);
        } else if let Some(reply) = plain(reply, is_module) {
            return reply;
        }
    }
}

/// A reply in the words of a wallet of the page, wherever it was spoken to; nothing where it only tells
/// how far a pairing is.
fn plain(reply: Reply, is_module: bool) -> Option<Reply> {
    let value = match reply {
        Reply::Value { value } if is_module => value,
        reply => return Some(reply),
    };
    Some(match read(&value) {
        Ok(SessionAnswer::Value { value }) => Reply::Value { value },
        Ok(SessionAnswer::Refused { error }) => Reply::Refused { error },
        Ok(SessionAnswer::Event { name, value }) => Reply::Event { name, value },
        Ok(SessionAnswer::Progress { .. }) => return None,
        Err(_) => Reply::Unreadable,
    })
}

impl From<Fault> for ConnectError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NoAnswer => ConnectError::NoAnswer,
            Fault::Rpc(error) if error.is_refusal() => ConnectError::Refused,
            Fault::Rpc(error) if error.code == RESOURCE_UNAVAILABLE => ConnectError::Pending,
            Fault::Rpc(error) => ConnectError::Wallet { code: error.code, message: error.message },
        }
    }
}
