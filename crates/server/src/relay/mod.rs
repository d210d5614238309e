//! The relay: where pages and phones leave sealed messages for each other, as
//! [WalletConnect's](https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc) does.
//!
//! To read it, follow a message:
//!
//! 1. `admission.rs` lets its client in, what costs least first: rate, project, origin, token.
//! 2. `socket.rs` is one task for each socket, and alone reads and writes its stream (`../websocket.rs`). It
//!    owns what the client was sent and has not said to have (`sent.rs`).
//! 3. `requests.rs` does what the client asks, within `limits.rs`. Subscriptions go to `topics.rs`,
//!    messages to
//! 4. `writer.rs`, one for all sockets: it offers a message to who listens at once, unless it was left here
//!    before (`lately.rs`). What came while it wrote the group before is the next, kept in one transaction
//!    (`db/relay_writing.rs`) where there is room (`keeping.rs`, `room.rs`). Only then it tells a topic to
//!    other processes (`nodes.rs`), and answers who left it.
//! 5. `topics.rs` knows who listens where.
//! 6. `outbox.rs` is what waits for one socket, within bounds. Its task sends it. What does not fit, what
//!    another process kept, and what was there before the subscription, that task reads from the database
//!    (`reading.rs`), where `looks.rs` found something: each topic of each socket is live, due or being read,
//!    and due until all is kept that came before; nothing overtakes.
//! 7. What the client says to have goes back to the writer, and is not sent to it again.
//!
//! Nobody waits while holding a lock, but who looks, whose lock is the turn. Who holds that of the writer's
//! queue may take that of `topics.rs`, either that of an outbox, and any that of a ceiling; nobody the other
//! way. `counts.rs` is what the metrics tell. `told.rs` stands beside all this: which relays pages are told
//! of, this one or others; `wallet_ids.rs` which wallet an operator may mean.

pub(crate) mod admission;
pub(crate) mod counts;
mod keeping;
mod lately;
mod limits;
mod looks;
mod nodes;
mod outbox;
mod publication;
mod reading;
mod requests;
mod room;
mod sent;
pub(crate) mod socket;
pub mod told;
mod topics;
mod wallet_ids;
mod writer;

use crate::ceiling::Ceiling;
use crate::clock::now_ms;
use crate::config::Config;
use crate::db::Db;
use crate::db::relay::Payer;
use crate::held_bytes::{HeldBytes, Room};
use crate::listen::Stop;
use crate::project::ProjectId;
use counts::Counts;
use limits::Limits;
use looks::Looks;
use nodes::Nodes;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use topics::Topics;
use writer::Writer;

/// How many subscriptions there may be, and how many of one address.
const MOST_SUBSCRIPTIONS: usize = 1_000_000;
const ADDRESS_SUBSCRIPTIONS: usize = 50_000;
/// How many bytes are held of what sockets are sending and of what waits to be sent to them; of one address
/// an eighth.
const HELD_BYTES: usize = 64 * 1024 * 1024;
/// How often what is over is forgotten.
const FORGET_TIME: Duration = Duration::from_mins(1);
/// How long sockets may take to say good-bye.
const END_TIME: Duration = Duration::from_secs(5);

/// The relay of one process.
pub struct Relay {
    db: Db,
    looks: Looks,
    writer: Writer,
    topics: Arc<Topics>,
    nodes: Option<Arc<Nodes>>,
    /// How many sockets there may be.
    pub(crate) sockets: Ceiling,
    /// How many subscriptions.
    subscriptions: Ceiling,
    held: HeldBytes,
    limits: Limits,
    /// By which addresses are told apart, and not known.
    address_names: RandomState,
    most_ttl_seconds: u32,
    ping_time: Duration,
    pub(crate) counts: Arc<Counts>,
    is_ending: watch::Sender<bool>,
}

impl Relay {
    /// `instance` tells this process from others.
    pub(crate) fn new(config: &Config, db: Db, instance: &str) -> Arc<Self> {
        let proxies = &config.trusted_proxies;
        let subscriptions = Ceiling::new(MOST_SUBSCRIPTIONS, ADDRESS_SUBSCRIPTIONS, proxies);
        let (topics, counts) = (Arc::new(Topics::default()), Arc::new(Counts::default()));
        let nodes =
            config.redis_url.as_ref().map(|it| Arc::new(Nodes::new(it, instance.to_owned())));
        let (shared, limit) = (nodes.clone(), config.relay_limit_bytes);
        Arc::new(Relay {
            writer: Writer::new(db.clone(), topics.clone(), shared, counts.clone(), limit, proxies),
            looks: Looks::new(),
            db,
            topics,
            nodes,
            sockets: Ceiling::new(config.relay_sockets, config.relay_client_sockets, proxies),
            subscriptions,
            held: HeldBytes::new(HELD_BYTES, proxies),
            limits: Limits::new(config),
            address_names: RandomState::new(),
            most_ttl_seconds: config.relay_retention_days.saturating_mul(24 * 60 * 60),
            ping_time: Duration::from_secs(u64::from(config.relay_ping_seconds)),
            counts,
            is_ending: watch::Sender::new(false),
        })
    }

    /// Keeps and forgets until [`Relay::end`] was called and everything is written.
    pub async fn run(&self) {
        tokio::select! {
            () = self.writer.run() => {}
            () = self.look() => {}
            () = self.forget_for_ever() => {}
            () = self.be_one_of_many() => {}
        }
    }

    /// When the wish to end is made, tells every socket to come again, to another process or later; ends
    /// when they are gone.
    pub async fn close_sockets_at(&self, stop: &Stop) {
        stop.made().await;
        self.is_ending.send_replace(true);
        // Who holds a receiver is a socket.
        let _ = tokio::time::timeout(END_TIME, self.is_ending.closed()).await;
    }

    /// Nothing comes any more: [`Relay::run`] ends when it has written what waits.
    pub fn end(&self) {
        self.writer.end();
    }

    /// Ends when nothing waits to be written.
    pub async fn idle(&self) {
        self.writer.idle().await;
    }

    /// How many topics anybody listens to, and how many subscriptions that are.
    pub(crate) fn listening(&self) -> (usize, usize) {
        (self.topics.count(), self.subscriptions.now())
    }

    /// How much room is taken by what is kept.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.writer.kept_bytes()
    }

    /// No room yet, for what a socket at an address sends or is sent.
    pub(crate) fn room(&self, address: IpAddr) -> Room {
        self.held.room(address)
    }

    /// Whose room is taken by what a client of a project leaves from an address.
    fn payer(&self, project: &ProjectId, address: IpAddr) -> Arc<Payer> {
        let name = |it| format!("{:016x}", self.address_names.hash_one(it));
        let address = self.limits.one(address).map(name).unwrap_or_default();
        Arc::new(Payer { project: project.to_string(), address })
    }

    async fn look(&self) {
        self.looks.run(|asked| async move { self.db.relay_topics(&asked).await }).await;
    }

    async fn be_one_of_many(&self) {
        match &self.nodes {
            Some(nodes) => nodes.run(&self.topics).await,
            None => std::future::pending().await,
        }
    }

    async fn forget_for_ever(&self) {
        loop {
            let forgotten = async {
                while self.db.forget_relay(now_ms()).await? {}
                self.db.relay_bytes().await
            };
            match forgotten.await {
                Ok(bytes) => self.writer.set_kept_bytes(bytes),
                Err(error) => tracing::error!(%error, "old messages were not forgotten"),
            }
            tokio::time::sleep(FORGET_TIME).await;
        }
    }
}
