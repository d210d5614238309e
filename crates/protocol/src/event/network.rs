//! Events of networks.

use wire::wire;

use super::Event;

/// What happens with networks.
#[wire(words = "SCREAMING_SNAKE_CASE")]
pub enum NetworkEvent {
    /// What a network is was asked.
    ClickNetworkHelp,
    /// The list of networks was asked for.
    ClickNetworks,
    /// A switch of the network was tried.
    SwitchNetwork {
        /// CAIP-2 id of the network that was wanted.
        network: String,
    },
}

impl Event for NetworkEvent {}
