//! A wallet, wherever it is, with limits: no wait is without end.

use std::pin::Pin;

use protocol::caip::ChainId;
use protocol::module::session::{SessionAnswer, SessionAsk, SessionWhat};
use protocol::rpc::RpcError;
use runtime::{Op, Replies, Reply, World};
use wire::{Json, read, to_text};

use crate::state::carrier::Carrier;

/// For requests that a wallet answers by itself.
const ANSWER_MS: u32 = 10_000;
/// For requests that a person decides.
const PERSON_MS: u32 = 300_000;

/// More accounts than anybody shares with a site; those beyond are left out.
pub(super) const MOST_ACCOUNTS: usize = 1_000;

/// A wallet's provider ([EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)), or a module's session
/// with a wallet.
#[derive(Clone)]
pub(crate) struct Wallet {
    world: World,
    carrier: Carrier,
}

/// What a wallet will answer. In a box, so that flows do not hold a copy of the waiting each.
pub(crate) type Answer = Pin<Box<dyn Future<Output = Result<Json, Fault>>>>;

/// Why a request to a wallet has no result.
pub(crate) enum Fault {
    /// The wallet's own error.
    Rpc(RpcError),
    /// It did not answer in time, or nothing that can be read.
    NoAnswer,
}

/// A wallet's events.
pub(crate) struct Events {
    replies: Replies,
    is_module: bool,
}

impl Events {
    /// The next one: its name and its argument. None, and never one again, where the module that
    /// holds the session has failed.
    pub(crate) async fn next(&mut self) -> Option<(String, Json)> {
        loop {
            match plain(self.replies.next().await, self.is_module) {
                Reply::Event { name, value } => return Some((name, value.unwrap_or_default())),
                Reply::Failed { .. } if self.is_module => return None,
                _ => {}
            }
        }
    }
}

impl Wallet {
    pub(super) fn new(world: &World, carrier: Carrier) -> Self {
        Wallet { world: world.clone(), carrier }
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
        self.within(PERSON_MS, method, params)
    }

    /// A request with its own limit.
    pub(crate) fn within(&self, ms: u32, method: &str, params: Option<Json>) -> Answer {
        let op = self.request(method, params, None);
        let (world, is_module) = (self.world.clone(), self.is_module());
        Box::pin(async move {
            match world.within(ms, world.perform(op)).await.map(|it| plain(it, is_module)) {
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
        plain(self.world.perform(self.request(method, params, chain)).await, self.is_module())
    }

    /// The wallet's events, until dropped.
    pub(crate) fn events(&self) -> Events {
        let op = match &self.carrier {
            Carrier::Page { handle } => Op::Events { wallet: *handle },
            Carrier::Module { name, session } => ask(name, session.as_ref(), SessionWhat::Events),
        };
        Events { replies: self.world.open(op), is_module: self.is_module() }
    }

    fn is_module(&self) -> bool {
        matches!(self.carrier, Carrier::Module { .. })
    }

    fn request(&self, method: &str, params: Option<Json>, chain: Option<ChainId>) -> Op {
        let method = method.to_owned();
        match &self.carrier {
            Carrier::Page { handle } => Op::Request { wallet: *handle, method, params },
            Carrier::Module { name, session } => {
                ask(name, session.as_ref(), SessionWhat::Request { method, params, chain })
            }
        }
    }

    pub(crate) async fn sleep(&self, ms: u32) {
        self.world.sleep(ms).await;
    }
}

fn ask(name: &str, session: Option<&String>, what: SessionWhat) -> Op {
    let ask = to_text(&SessionAsk { session: session.cloned(), what });
    Op::Module { name: name.to_owned(), ask }
}

/// What came of an op, in the words of a wallet of the page, wherever it was spoken to.
fn plain(reply: Reply, is_module: bool) -> Reply {
    let value = match reply {
        Reply::Value { value } if is_module => value,
        reply => return reply,
    };
    match read(&value) {
        Ok(SessionAnswer::Value { value }) => Reply::Value { value },
        Ok(SessionAnswer::Refused { error }) => Reply::Refused { error },
        Ok(SessionAnswer::Event { name, value }) => Reply::Event { name, value },
        Err(_) => Reply::Unreadable,
    }
}
