//! The networks one can choose from.

use protocol::caip::{ChainId, Namespace};
use wire::wire;

/// The networks of the host.
#[wire]
#[derive(Default)]
pub struct Networks {
    /// In the host's order.
    pub list: Vec<NetworkRow>,
    /// The one in use.
    pub active: Option<ChainId>,
    /// The one the person chose, while it is not in use yet.
    pub target: Option<Target>,
}

/// A network to choose.
#[wire]
pub struct NetworkRow {
    /// Its chain.
    pub id: ChainId,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its name.
    pub name: String,
    /// The symbol of its currency.
    pub symbol: String,
    /// Whether its coins are worthless.
    pub testnet: bool,
    /// Its image, where the operator or the host has one.
    pub image: Option<String>,
    /// Why it cannot be chosen.
    pub unavailable: Option<Unavailable>,
}

/// Why a network cannot be chosen.
#[wire]
pub enum Unavailable {
    /// The connected wallet does not serve it.
    Wallet,
}

/// A network that was chosen, and what it waits for.
#[wire]
pub struct Target {
    /// The network.
    pub row: NetworkRow,
    /// How far it is.
    pub step: SwitchStep,
    /// The id of the connected wallet, where it is known to be in this browser for this network, too, and
    /// nobody is connected there.
    pub wallet: Option<String>,
}

/// How far a switch is.
#[wire]
pub enum SwitchStep {
    /// The wallet was asked.
    Waiting,
    /// The wallet, or the person in it, declined.
    Declined,
    /// The wallet does not serve it.
    Unsupported,
    /// The connected wallet is of another namespace: another is to be connected.
    NeedsWallet,
}
