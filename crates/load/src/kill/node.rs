//! A node that gets faults. A good one says which chain it is of, which block is the latest, and what it was
//! asked for ([`Word`]).
//!
//! Another node at its address, of another chain or behind, is another process: the one before is gone, its
//! connections with it, and the next one listens a moment later.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::sleep;

use super::chance::Chance;
use super::clock::Clock;
use super::fault::Fault;
use super::ledger::Ledger;
use super::word::{Word, subject_of};
use crate::calls::{self, Call};
use crate::chain;
use crate::node::{Manner, Node, Says};

/// The last number of the address of the first one. Each has an address of its own: the server's log names
/// nodes by it, and nobody else's socket has its port while it is closed.
const FIRST_ADDRESS: usize = 11;
const SLOW: Duration = Duration::from_secs(30);
const BEHIND_BLOCKS: u64 = 50;
const OTHER_CHAIN: u64 = 6;
/// What another chain is ahead by.
const OTHER_BLOCKS: u64 = 10_000_000;
/// How long nobody listens at most while one process follows another, in milliseconds.
const GAP_MS: u64 = 200;
/// What a node says that was asked for something else.
const OTHER_SUBJECT: u64 = 0xdead;
const PAGE: &[u8] = b"<html><body>Please sign in.</body></html>";

/// One of the nodes.
pub(crate) struct FaultyNode {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    mind: Arc<Mind>,
    node: Option<Node>,
}

/// What it makes of what it is asked.
struct Mind {
    place: usize,
    fault: Mutex<Option<Fault>>,
    clock: Clock,
    ledger: Arc<Ledger>,
}

impl FaultyNode {
    /// A good one.
    pub(crate) async fn start(
        place: usize,
        clock: Clock,
        ledger: Arc<Ledger>,
    ) -> Result<Self, String> {
        let last = u8::try_from(FIRST_ADDRESS + place).map_err(|error| error.to_string())?;
        let address = SocketAddr::from(([127, 0, 0, last], 0));
        let mind = Arc::new(Mind { place, fault: Mutex::default(), clock, ledger });
        let mut node = FaultyNode { address, mind, node: None };
        node.listen().await?;
        Ok(node)
    }

    /// It has this fault from now on.
    pub(crate) async fn fail(&mut self, fault: Fault, chance: &mut Chance) -> Result<(), String> {
        match fault {
            Fault::Killed => self.end().await,
            Fault::OtherChain | Fault::Behind => {
                return self.replace(Some(fault), chance).await;
            }
            _ => {}
        }
        self.mind.set(Some(fault));
        Ok(())
    }

    /// It is good again.
    pub(crate) async fn restore(&mut self, chance: &mut Chance) -> Result<(), String> {
        match self.mind.fault() {
            Some(Fault::OtherChain | Fault::Behind) => return self.replace(None, chance).await,
            Some(Fault::Killed) => self.listen().await?,
            _ => {}
        }
        self.mind.set(None);
        Ok(())
    }

    async fn replace(&mut self, by: Option<Fault>, chance: &mut Chance) -> Result<(), String> {
        self.end().await;
        sleep(Duration::from_millis(chance.below(GAP_MS))).await;
        self.mind.set(by);
        self.listen().await
    }

    async fn end(&mut self) {
        if let Some(node) = self.node.take() {
            node.end().await;
        }
    }

    async fn listen(&mut self) -> Result<(), String> {
        let listening = Node::listen(self.address, self.mind.clone()).await;
        let node = listening.map_err(|error| format!("{}: {error}", self.address))?;
        self.address = node.address;
        self.node = Some(node);
        Ok(())
    }
}

impl Mind {
    fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    fn fault(&self) -> Option<Fault> {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, fault: Option<Fault>, call: &Call<'_>, out: &mut Vec<u8>) {
        let id = match fault {
            Some(Fault::WrongIds) => call
                .id()
                .parse::<u64>()
                .map_or("\"another\"".to_owned(), |it| (it + 1_000).to_string()),
            _ => call.id().to_owned(),
        };
        let head = self.clock.head();
        let (chain, head) = match fault {
            Some(Fault::OtherChain) => (OTHER_CHAIN, head + OTHER_BLOCKS),
            Some(Fault::Behind) => (chain::NUMBER, head - BEHIND_BLOCKS),
            _ => (chain::NUMBER, head),
        };
        let asked_for = subject_of(call.params()).unwrap_or_default();
        let is_wrong = fault == Some(Fault::WrongIds);
        let subject = if is_wrong { OTHER_SUBJECT } else { asked_for };
        let result = match call.method {
            "eth_chainId" => format!("0x{chain:x}"),
            "eth_blockNumber" => format!("0x{head:x}"),
            "eth_sendRawTransaction" => {
                let is_taken = chain == chain::NUMBER;
                self.ledger.reached(asked_for, self.place, is_taken);
                if !is_taken {
                    let error = r#"{"code":-32000,"message":"invalid chain id for signer"}"#;
                    return calls::write(out, &id, "error", error);
                }
                Word { chain, head, subject }.text()
            }
            _ => Word { chain, head, subject }.text(),
        };
        calls::write(out, &id, "result", &format!("\"{result}\""));
    }
}

impl Says for Mind {
    fn say(&self, asked: &[u8], answer: &mut Vec<u8>) -> Manner {
        let fault = self.fault();
        calls::answer(asked, answer, |call, out| self.answer(fault, call, out));
        match fault {
            Some(Fault::CutShort) => answer.truncate(answer.len() / 2),
            Some(Fault::Page | Fault::Gateway) => PAGE.clone_into(answer),
            _ => {}
        }
        let status = if fault == Some(Fault::Gateway) { 502 } else { 200 };
        let after = if fault == Some(Fault::Slow) { SLOW } else { Duration::ZERO };
        Manner { status, after }
    }
}
