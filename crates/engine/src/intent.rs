//! Everything that can come in: what a person wants, and what the host asks.

use protocol::caip::{ChainId, Namespace};
use protocol::rpc::RpcError;
use wire::{Json, wire};

use crate::config::{self, Config};
use crate::late::Late;
use crate::provider::Question;
use crate::state::View;
use crate::{
    Engine, account, analytics, balance, catalog, connect, directory, features, modal, network,
    provider, toast,
};

/// What a person wants. Each is done in the turn it arrives.
#[wire]
pub enum Intent {
    /// Open the modal: on `view` if given, else on Account if connected, else on Connect.
    Open {
        /// The name of the view to open, as the host writes it.
        view: Option<String>,
        /// The ecosystem it is about.
        namespace: Option<Namespace>,
    },
    /// Close it. Whatever was waited for is given up.
    Close,
    /// The person wants it closed: closes, or shakes where it may not.
    Dismiss,
    /// Go to a view.
    Show {
        /// The view.
        view: View,
    },
    /// One view back; closes on the first.
    Back,
    /// Connect the wallet of this id.
    Connect {
        /// The id of its row.
        wallet: String,
        /// The ecosystem, where the wallet has several.
        namespace: Option<Namespace>,
    },
    /// Try the same wallet, or the same network, again.
    Retry,
    /// Search all wallets.
    Search {
        /// What for.
        text: String,
        /// Only among those that the operator certifies.
        is_certified: bool,
    },
    /// Ask for more of all wallets.
    MoreWallets,
    /// Accept the site's terms, or take that back.
    AcceptTerms {
        /// Whether they are accepted.
        is_accepted: bool,
    },
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
    /// Connect another wallet, for the network that was chosen.
    ConnectNamespace,
    /// Put the address on the clipboard.
    CopyAddress,
    /// Take the message away.
    DismissToast,
    /// The balance has probably changed.
    RefreshBalance,
    /// Bring a stored connection back; sent when the page loads.
    Restore,
    /// The engine before this one trapped.
    Trapped {
        /// The error's name.
        error_type: String,
        /// What it says, where those are the words of the browser and of nobody else.
        error_message: String,
        /// Where it was raised, by names of files.
        stack_trace: Option<String>,
    },
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
        /// Its chain; nothing where the host named none.
        chain: Option<ChainId>,
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

/// Does what a person wants: what only moves the dialog at once, unless something before it waits.
pub(crate) fn run(engine: &Engine, intent: Intent) {
    if engine.has_to_wait(&intent) {
        engine.late(Late::Intent(intent));
    } else if let Some(left) = move_dialog(engine, intent) {
        engine.late(Late::Intent(left));
    }
}

/// Does what only moves the dialog, for which the first half is enough; gives back all else.
fn move_dialog(engine: &Engine, intent: Intent) -> Option<Intent> {
    match intent {
        Intent::Open { view, namespace } => {
            let view = view.and_then(|name| modal::named(engine, &name));
            modal::open(engine, view, namespace);
        }
        Intent::Close => modal::close(engine),
        Intent::Dismiss => modal::dismiss(engine),
        Intent::Show { view } => modal::show(engine, view),
        Intent::Back => modal::back(engine),
        Intent::AcceptTerms { is_accepted } => features::accept(engine, is_accepted),
        Intent::DismissToast => toast::dismiss(engine),
        Intent::Connect { .. }
        | Intent::Retry
        | Intent::Search { .. }
        | Intent::MoreWallets
        | Intent::Disconnect { .. }
        | Intent::SwitchNetwork { .. }
        | Intent::ConnectNamespace
        | Intent::CopyAddress
        | Intent::RefreshBalance
        | Intent::Restore
        | Intent::Trapped { .. }
        | Intent::Configure { .. } => return Some(intent),
    }
    None
}

/// Does what a person wants, with the whole engine there.
pub(crate) fn run_late(engine: &Engine, intent: Intent) {
    match intent {
        Intent::Connect { wallet, namespace } => connect::start(engine, &wallet, namespace),
        Intent::Retry => {
            if engine.slices().networks.with(|it| it.target.is_some()) {
                network::retry(engine);
            } else {
                connect::retry(engine);
            }
        }
        Intent::Search { text, is_certified } => directory::search(engine, text, is_certified),
        Intent::MoreWallets => directory::more(engine),
        Intent::Disconnect { namespace } => {
            connect::disconnect(engine, namespace, Question::new(engine, None));
        }
        Intent::SwitchNetwork { chain } => network::person(engine, &chain),
        Intent::ConnectNamespace => network::connect_namespace(engine),
        Intent::CopyAddress => account::copy_address(engine),
        Intent::RefreshBalance => balance::refresh(engine, network::namespace(engine)),
        Intent::Restore => connect::restore(engine),
        Intent::Trapped { error_type, error_message, stack_trace } => {
            analytics::trapped(engine, &error_type, error_message, stack_trace);
        }
        Intent::Configure { config } => configure(engine, config),
        Intent::Open { .. }
        | Intent::Close
        | Intent::Dismiss
        | Intent::Show { .. }
        | Intent::Back
        | Intent::AcceptTerms { .. }
        | Intent::DismissToast => {
            let left = move_dialog(engine, intent);
            debug_assert!(left.is_none(), "neither half does this");
        }
    }
}

fn configure(engine: &Engine, config: Config) {
    if !config::differ(&config, &engine.0.config.borrow()) {
        return;
    }
    let before = (engine.0.config.replace(config), engine.options());
    engine.read_options();
    network::start(engine);
    features::configure(engine, &before.0);
    analytics::configure(engine);
    if engine.options().other_wallets(&before.1) {
        directory::forget(engine);
    }
    catalog::compose(engine);
    account::configure(engine);
    provider::settle(engine);
}
