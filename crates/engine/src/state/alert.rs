//! What the host's developer is told of.

use wire::wire;

/// Something that the host's developer, or the operator, is to put right; each has words in the console.
#[wire]
pub enum Alert {
    /// The server takes no events of this origin.
    InvalidAppConfiguration,
    /// The project does not allow this origin.
    UnverifiedDomain,
    /// The host asked for a network that it does not have.
    SwitchNetworkNotFound,
    /// No server of ours is where the host looks for it.
    ServerMissing,
    /// The server, or whoever stands before it, answers a status that is none of the others'.
    ServerFails,
    /// The server knows neither this project nor this name of its own.
    ServerRefuses,
    /// The server has no node of a chain.
    ChainWithoutNode,
    /// A node of the host's own is of another chain.
    NodeElsewhere,
    /// The relay serves no page of this origin.
    RelayOrigin,
    /// To the relay the visitor's clock is off.
    RelayClock,
    /// The relay does not know the project's id.
    RelayKey,
    /// The vault's frame did not come.
    IframeLoadFailed,
    /// The policy of the site's page forbids the vault's frame.
    IframeBlocked,
    /// The vault's frame did not answer in its time.
    IframeRequestTimeout,
}

impl Alert {
    /// Whether something is wrong with the site's own setup, of which visitors hear, too. Of a server that
    /// cannot be reached they hear nothing here: their line may be what is wrong.
    pub(crate) fn is_of_the_site(self) -> bool {
        match self {
            Alert::InvalidAppConfiguration | Alert::UnverifiedDomain | Alert::ServerRefuses => true,
            // The view that needs the relay says those itself.
            Alert::RelayOrigin
            | Alert::RelayClock
            | Alert::RelayKey
            | Alert::IframeLoadFailed
            | Alert::IframeBlocked
            | Alert::IframeRequestTimeout
            | Alert::SwitchNetworkNotFound
            | Alert::ServerMissing
            | Alert::ServerFails
            | Alert::ChainWithoutNode
            | Alert::NodeElsewhere => false,
        }
    }
}
