//! What outlives the page: one versioned item of local storage per concern, and one of session storage
//! that a tab leaves to itself.
//!
//! An item is written whole, as `{"v":1,"value":…}`. One that is broken, or of a newer version, is
//! ignored and warned of once.

use protocol::caip::{ChainId, Namespace};
use runtime::{Op, Reply};
use wire::{Get, Json, Long, Put, Word, facts, from_text, to_text, wire};

use crate::engine::Engine;
use crate::state::{Accounts, Carrier};

facts! {
    /// How items are stored.
    ITEMS:

    /// The version of every item: `v` of `{"v":1,"value":…}`.
    pub const ITEM_VERSION: u32 = 1;
    /// What every key begins with; `<instance>:<name>` follows.
    pub const ITEM_PREFIX: &str = "@latchkit/";
    /// The name of the item that the entry reads.
    pub const SNAPSHOT_ITEM: &str = "snapshot";
    /// The name of the item with the wallets that were connected lately.
    pub const RECENT_WALLETS: &str = "recent-wallets";
    /// The name of the item that says what to come back to, in session storage.
    pub const WAY_BACK: &str = "way-back";
    /// A way back of more characters is none.
    pub const WAY_BACK_CHARACTERS: u32 = 512;
    /// What is told of an item that cannot be read, after its name.
    pub const ITEM_UNREADABLE: &str = " is broken or newer than this version; ignored.";
}

/// What the entry shows before the engine is there. Stored under `snapshot`.
#[wire]
#[derive(Default)]
pub struct Snapshot {
    /// The connected accounts, with their last balances.
    pub accounts: Accounts,
    /// The chain in use.
    pub active: Option<ChainId>,
}

/// Which wallet a person says to have installed, who has the page loaded anew; or the one that they were led to,
/// and may come back from to another page. Stored under `way-back`, in session storage: for this tab, and for the
/// page that is loaded next.
#[wire]
#[derive(Default)]
pub struct WayBack {
    /// The id of the wallet.
    pub wallet: String,
    /// When that was, in milliseconds since 1970.
    pub at_ms: Long,
    /// The pairing that the person was led to the wallet with, by its topic; its key is the module's alone.
    pub pairing: Option<String>,
    /// The namespace to be connected by it.
    pub namespace: Option<Namespace>,
    /// The link of the wallet's app that was opened, without the pairing.
    pub link: Option<String>,
}

/// The last connection of a namespace. Stored under `<namespace>:connection`.
#[wire]
pub struct Connection {
    /// The id of the wallet.
    pub connector: String,
    /// The person disconnected: it is not to be brought back.
    pub is_disconnected: bool,
    /// Where the wallet is spoken to, if it is not in the page.
    pub carrier: Option<Carrier>,
    /// How often a page brought it back: the other tabs hear of nothing that stays as it was.
    pub returns: Option<u32>,
}

/// The key of a namespace's connection item.
pub(crate) fn connection(namespace: Namespace) -> String {
    [namespace.word(), ":connection"].concat()
}

/// The key of the links that led to the wallets that are connected, on a phone.
pub(crate) const WALLET_LINK: &str = "wallet-link";

/// The key of the chain used last.
pub(crate) const ACTIVE_NETWORK: &str = "active-network";

/// Reads an item; nothing where there is none that can be read.
pub(crate) async fn read<T: Get>(engine: &Engine, name: &str) -> Option<T> {
    let text = text(engine, name).await?;
    let item = open(&text);
    if item.is_none() {
        engine.warn(&broken(name));
    }
    item
}

/// Reads an item that others warn of.
pub(crate) async fn find<T: Get>(engine: &Engine, name: &str) -> Option<T> {
    open(&text(engine, name).await?)
}

async fn text(engine: &Engine, name: &str) -> Option<String> {
    match engine.world().perform(Op::Read { key: key(engine, name) }).await {
        Reply::Stored { value } => value,
        _ => None,
    }
}

/// What is told of an item that cannot be read.
pub(crate) fn broken(name: &str) -> String {
    ["The stored item ", name, ITEM_UNREADABLE].concat()
}

/// Writes an item. Storage that is full or blocked is no failure: the item is only a convenience.
pub(crate) fn write(engine: &Engine, name: &str, value: &impl Put) {
    engine.world().tell(&Op::Write { key: key(engine, name), value: whole(value) });
}

/// Leaves the next page of this tab an item, by its whole text, or none.
pub(crate) fn leave(engine: &Engine, name: &str, value: Option<String>) {
    engine.world().tell(&Op::Leave { key: key(engine, name), value });
}

/// The whole text of an item.
pub(crate) fn whole(value: &impl Put) -> String {
    ["{\"v\":", &ITEM_VERSION.to_string(), ",\"value\":", &to_text(value), "}"].concat()
}

/// The name of an item that another tab wrote, by its full key; nothing where it is not ours.
pub(crate) fn name_of<'a>(engine: &Engine, key: &'a str) -> Option<&'a str> {
    key.strip_prefix(&*self::key(engine, ""))
}

fn key(engine: &Engine, name: &str) -> String {
    [ITEM_PREFIX, &engine.0.instance, ":", name].concat()
}

/// Reads the text of an item; nothing where it is broken or newer.
pub(crate) fn open<T: Get>(text: &str) -> Option<T> {
    let json: Json = from_text(text).ok()?;
    let version = json.get("v").and_then(|it| wire::read::<u32>(it).ok());
    wire::read(json.get("value").filter(|_| version == Some(ITEM_VERSION))?).ok()
}
