//! Everything that can come in: what a person wants, and what the host asks.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::RpcError;
use wire::{Json, wire};

use crate::config::{self, Config};
use crate::provider::Question;
use crate::state::View;
use crate::{Engine, account, balance, connect, modal, network, provider, toast};

/// What a person wants. Each is done in the turn it arrives.
#[wire]
pub enum Intent {
    /// Open the modal: on `view` if given, else on Account if connected, else on Connect.
    Open {
        /// The view to open.
        view: Option<View>,
        /// The ecosystem it is about.
        namespace: Option<Namespace>,
    },
    /// Close it. Whatever was waited for is given up.
    Close,
    /// One view back; closes on the first.
    Back,
    /// Connect the wallet of this id.
    Connect {
        /// The id of its row.
        wallet: String,
    },
    /// Try the same wallet again.
    Retry,
    /// Disconnect one ecosystem, or all.
    Disconnect {
        /// Which.
        namespace: Option<Namespace>,
    },
    /// Go to another network.
    SwitchNetwork {
        /// Its chain.
        chain: ChainId,
    },
    /// Put the address on the clipboard.
    CopyAddress,
    /// Take the message away.
    DismissToast,
    /// The balance has probably changed.
    RefreshBalance,
    /// Bring a stored connection back; sent when the page loads.
    Restore,
    /// The host changed its options.
    Configure {
        /// All of them.
        config: Config,
    },
}

/// What the host asks. Each is answered once.
#[wire]
pub enum Ask {
    /// An EIP-1193 request that the engine answers itself: `eth_requestAccounts`, `eth_accounts`,
    /// and those that change permissions or the chain.
    Request {
        /// The ecosystem.
        namespace: Namespace,
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
    },
    /// Go to another network.
    SwitchNetwork {
        /// Its chain.
        chain: ChainId,
    },
    /// Disconnect one ecosystem, or all.
    Disconnect {
        /// Which.
        namespace: Option<Namespace>,
    },
}

/// The answer to an [`Ask`].
#[wire]
pub enum Answer {
    /// It is done.
    Value {
        /// The result.
        value: Json,
    },
    /// It could not be done.
    Error {
        /// As EIP-1193 shapes it; a wallet's own error is handed through.
        error: RpcError,
    },
}

/// Does what a person wants.
pub(crate) fn run(engine: &Engine, intent: Intent) {
    match intent {
        Intent::Open { view, namespace: _ } => modal::open(engine, view),
        Intent::Close => modal::close(engine),
        Intent::Back => modal::back(engine),
        Intent::Connect { wallet } => connect::start(engine, &wallet),
        Intent::Retry => connect::retry(engine),
        Intent::Disconnect { .. } => connect::disconnect(engine, Question::new(engine, None)),
        Intent::SwitchNetwork { chain } => {
            network::switch(engine, &chain, Question::new(engine, None));
        }
        Intent::CopyAddress => account::copy_address(engine),
        Intent::DismissToast => toast::dismiss(engine),
        Intent::RefreshBalance => balance::refresh(engine),
        Intent::Restore => connect::restore(engine),
        Intent::Configure { config } => configure(engine, config),
    }
}

fn configure(engine: &Engine, config: Config) {
    if config::differ(&config, &engine.0.config.borrow()) {
        engine.0.config.replace(config);
        network::start(engine);
        provider::settle(engine);
    }
}
