//! The vault that all flows hold: its runtime, the slices, and what is remembered.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use protocol::caip::ChainId;
use protocol::frame::message::FrameView;
use protocol::frame::receiver::Receiver;
use runtime::{Host, Op, Runtime, World};

use crate::boot::Boot;
use crate::gate::Gate;
use crate::memory::{Attempt, Change, KeptSession, KeptShare, Queue, Recalled, Wanted};
use crate::recovery::Recovery;
use crate::state::{Screen, Slices};

/// One frame. Clones share it; flows hold one.
#[derive(Clone)]
pub struct Vault(pub(crate) Rc<Inner>);

pub(crate) struct Inner {
    runtime: Runtime,
    pub(crate) slices: Slices,
    pub(crate) boot: Boot,
    /// What the page around is spoken to by; nothing until it is let in. Owned by `line.rs`.
    pub(crate) line: RefCell<Option<Line>>,
    /// The chain that the page is on, and before that those of other namespaces. Owned by `chain.rs`.
    pub(crate) chains: RefCell<Vec<ChainId>>,
    /// Who is signed in. Owned by `session.rs`.
    pub(crate) session: RefCell<Recalled<KeptSession>>,
    /// The share of this browser. Owned by `wallet.rs`.
    pub(crate) share: RefCell<Recalled<KeptShare>>,
    /// One wallet is opened at a time. Owned by `wallet.rs`.
    pub(crate) opening: Gate,
    /// The attempt to sign in. Owned by `sign_in.rs`.
    pub(crate) attempt: RefCell<Option<Attempt>>,
    /// What somebody chose to bring their wallet back, where the server was not reached then, or wanted another code of
    /// theirs first. Owned by `sign_in.rs`.
    pub(crate) chosen: RefCell<Option<Recovery>>,
    /// The change of address. Owned by `email_change.rs`.
    pub(crate) change: RefCell<Option<Change>>,
    /// The recovery code that shows, until somebody wrote it down. Owned by `words.rs`.
    pub(crate) drawn: RefCell<Option<Recovery>>,
    /// Something dear that is wanted, once who wants it proves who they are, or says what brings the wallet back; and that,
    /// once they entered it. Owned by `settings.rs`.
    pub(crate) wanted: RefCell<Option<(Wanted, Option<Recovery>)>>,
    /// What waits for a person. Owned by `queue.rs`.
    pub(crate) queue: RefCell<Queue>,
    /// Counts what was taken back from windows. Owned by `review.rs`.
    pub(crate) withdrawn: Cell<u32>,
    /// The view that the page around has room for, and what it was told last. Owned by `screen.rs`.
    pub(crate) place: Cell<Option<FrameView>>,
    pub(crate) told: Cell<(Option<FrameView>, u32)>,
    pub(crate) height: Cell<u32>,
    pub(crate) ranks: node::Ranks,
}

/// The channel to the page around.
pub(crate) struct Line {
    pub(crate) socket: u32,
    pub(crate) receiver: Receiver,
    /// Counts the requests.
    pub(crate) last: u32,
}

impl Vault {
    pub(crate) fn start(host: Box<dyn Host>, boot: Boot) -> Self {
        let runtime = Runtime::new(host);
        let screen = Screen { site: boot.site.clone(), ..Screen::default() };
        let slices = Slices::new(&runtime, screen);
        Vault(Rc::new(Inner {
            runtime,
            slices,
            chains: RefCell::new(vec![boot.chain.clone()]),
            boot,
            line: RefCell::default(),
            session: RefCell::default(),
            share: RefCell::default(),
            opening: Gate::default(),
            attempt: RefCell::default(),
            chosen: RefCell::default(),
            change: RefCell::default(),
            drawn: RefCell::default(),
            wanted: RefCell::default(),
            queue: RefCell::default(),
            withdrawn: Cell::default(),
            place: Cell::default(),
            told: Cell::default(),
            height: Cell::default(),
            ranks: node::Ranks::default(),
        }))
    }

    pub(crate) fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    pub(crate) fn world(&self) -> &World {
        self.0.runtime.world()
    }

    pub(crate) fn slices(&self) -> &Slices {
        &self.0.slices
    }

    pub(crate) fn boot(&self) -> &Boot {
        &self.0.boot
    }

    /// Says something to the page around, where it was let in.
    pub(crate) fn say(&self, text: &str) {
        if let Some(Line { socket, .. }) = *self.0.line.borrow() {
            self.world().tell(&Op::Send { socket, text: text.to_owned() });
        }
    }

    /// Tells whoever develops the host.
    pub(crate) fn warn(&self, text: &str) {
        self.world().tell(&Op::Warn { text: text.to_owned() });
    }

    /// So many random bytes.
    pub(crate) async fn random(&self, bytes: u32) -> Vec<u8> {
        match self.world().perform(Op::Random { bytes }).await {
            runtime::Reply::Bytes { base64 } => {
                protocol::relay::base64::decode(&base64).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}
