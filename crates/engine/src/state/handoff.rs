//! How a wallet that is not in this browser is reached: by a code, or by a link that opens it.

use protocol::api::WalletListing;
use protocol::caip::Namespace;
use protocol::event::wallet::WalletPlatform;
use protocol::module::session::{Redirect, Unreachable};
use wire::wire;

/// What `ConnectingWalletConnect` shows of an attempt to connect such a wallet.
#[wire]
pub struct Handoff {
    /// Where it can be reached from this device, best first; never empty.
    pub platforms: Vec<WalletPlatform>,
    /// The one of them that shows.
    pub platform: WalletPlatform,
    /// How far the pairing is.
    pub step: HandoffStep,
    /// What a wallet takes it up by, once it is there: the link that is copied.
    pub uri: Option<String>,
    /// The same as a code, where that shows.
    pub code: Option<Code>,
    /// How many seconds are left of it, in its last minute.
    pub seconds_left: Option<u32>,
    /// What became of the link to the wallet.
    pub link: LinkStep,
    /// There is somewhere to get the wallet.
    pub can_be_had: bool,
    /// Which wallets read a code that is for any of them; nothing where all do that have WalletConnect.
    pub readers: Option<Readers>,
}

/// The wallets that read a code: those alone that listen where the operator says.
#[wire]
pub struct Readers {
    /// What the first of them are called, as far as the directory tells: two at most.
    pub names: Vec<String>,
    /// How many there are beside those.
    pub more: u32,
}

/// A QR code, square by square.
#[wire]
pub struct Code {
    /// What it says: the pairing URI.
    pub address: String,
    /// How many squares there are along an edge.
    pub size: u32,
    /// Which of them are dark, row by row: four to a hexadecimal digit, the first is its highest bit;
    /// each row begins with a new digit.
    pub dark: String,
}

/// How far a pairing is.
#[wire]
pub enum HandoffStep {
    /// No relay has answered yet.
    Reaching,
    /// A wallet may take it up.
    Ready,
    /// A wallet has taken it up, and asks the person.
    TakenUp,
    /// The person said yes; the accounts are on their way.
    Settling,
    /// Nobody took it up in time.
    Expired,
    /// No wallet would read a code: a phone gets to this page instead.
    Unread,
    /// No relay can be reached.
    Unreachable {
        /// Why.
        why: Unreachable,
    },
}

/// What became of the link that opens a wallet.
#[wire]
pub enum LinkStep {
    /// It has not been opened yet.
    Unopened,
    /// It was, and the wallet has shown itself or may still.
    Opened,
    /// It was, and nothing has shown itself: the next one that there is opens at the next tap.
    Unanswered,
    /// Likewise, and all that there are were opened.
    Spent,
}

/// What the wallet at the other end of a session says of itself.
pub(crate) struct Peer {
    /// Its name; empty where it has none.
    pub(crate) name: String,
    /// The host of its home; empty where it has none.
    pub(crate) host: String,
    /// How its app is opened.
    pub(crate) redirect: Option<Redirect>,
    /// Whether it wants no link opened when it is asked for something.
    pub(crate) wants_no_link: bool,
}

/// What is remembered of an attempt beside what shows of it.
#[derive(Default)]
pub(crate) struct HandoffMemory {
    /// The wallet, as the directory or the host tells of it; nothing where any wallet may come.
    pub(crate) listing: Option<WalletListing>,
    /// How many of its links were opened without an answer.
    pub(crate) rung: usize,
    /// A pairing that was made before anybody asked for one: its URI.
    pub(crate) prepared: Option<String>,
    /// The wallet that is not in this browser and was pointed at last, which nobody does on a phone.
    pub(crate) near: Option<String>,
    /// For which of these one is being made.
    pub(crate) prepared_for: Option<String>,
    /// The link that was opened last, without a pairing.
    pub(crate) opened: Option<String>,
    /// The links that lead to the wallets that are connected, one for each session.
    pub(crate) again: Vec<String>,
    /// What the next page of this tab is to go on with, as it was left.
    pub(crate) left: Option<String>,
    /// Whether a page before left that, and the module has said nothing of it yet.
    pub(crate) is_untold: bool,
    /// The requests that a person decides there and that are not answered yet.
    pub(crate) asked: Vec<Request>,
    pub(crate) last_asked: u32,
    /// Whether the link of one of them has led the person away from the page.
    pub(crate) is_away: bool,
}

/// What a wallet that is not in this browser asks a person.
pub(crate) struct Request {
    pub(crate) number: u32,
    pub(crate) namespace: Namespace,
    /// What leads to the wallet; none where the person has it on another device.
    pub(crate) link: Option<String>,
}
