//! A wallet's provider, with limits: no wait is without end.

use std::pin::Pin;

use protocol::rpc::RpcError;
use runtime::{Op, Replies, Reply, World};
use wire::Json;

use crate::engine::Engine;

/// For requests that a wallet answers by itself.
const ANSWER_MS: u32 = 10_000;
/// For requests that a person decides.
const PERSON_MS: u32 = 300_000;

/// More accounts than anybody shares with a site; those beyond are left out.
pub(super) const MOST_ACCOUNTS: usize = 1_000;

/// A wallet's provider ([EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)).
#[derive(Clone)]
pub(crate) struct Wallet {
    world: World,
    handle: u32,
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

impl Wallet {
    pub(crate) fn new(engine: &Engine, handle: u32) -> Self {
        Wallet { world: engine.world().clone(), handle }
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
        let op = Op::Request { wallet: self.handle, method: method.to_owned(), params };
        let world = self.world.clone();
        Box::pin(async move {
            match world.within(ms, world.perform(op)).await {
                Some(Reply::Value { value }) => Ok(value),
                Some(Reply::Refused { error }) => Err(Fault::Rpc(RpcError::of(&error))),
                _ => Err(Fault::NoAnswer),
            }
        })
    }

    /// The wallet's events, until dropped.
    pub(crate) fn events(&self) -> Replies {
        self.world.open(Op::Events { wallet: self.handle })
    }

    pub(crate) async fn sleep(&self, ms: u32) {
        self.world.sleep(ms).await;
    }
}
