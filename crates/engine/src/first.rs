//! What comes in, as far as the first half does it: what only moves the dialog.

use crate::engine::Engine;
use crate::intent::{Ask, Intent};
use crate::relays::ANY_WALLET;
use crate::state::View;
use crate::waiting::Deferred;
use crate::{account, catalog, features, modal, network, toast};

/// Does what a person wants: what only moves the dialog at once, unless something before it waits.
pub(crate) fn run(engine: &Engine, intent: Intent) {
    if engine.has_to_wait(&intent) {
        engine.defer(Deferred::Intent(intent));
    } else if let Some(left) = move_dialog(engine, intent) {
        engine.defer(Deferred::Intent(left));
    }
}

/// Does what only moves the dialog, for which the first half is enough; gives back all else.
pub(crate) fn move_dialog(engine: &Engine, intent: Intent) -> Option<Intent> {
    match intent {
        Intent::Open { view, namespace } => {
            let view = view.and_then(|name| modal::named(engine, &name));
            modal::open(engine, view, namespace);
            // It shows an attempt, which begins as with a click on its row.
            if view == Some(View::ConnectingWalletConnectBasic) && modal::offers_code(engine) {
                let wallet = ANY_WALLET.to_owned();
                return Some(Intent::Connect { wallet, namespace, is_double: None });
            }
        }
        Intent::Close | Intent::Dismiss => modal::close(engine),
        Intent::Show { view } => modal::show(engine, view),
        Intent::Back => modal::back(engine),
        Intent::AcceptTerms { is_accepted } => features::accept(engine, is_accepted),
        Intent::DismissToast => toast::dismiss(engine),
        Intent::PointAt { wallet } => catalog::point_at(engine, &wallet),
        Intent::Connect { .. }
        | Intent::Retry
        | Intent::StayOnNetwork
        | Intent::ChoosePlatform { .. }
        | Intent::OpenWallet
        | Intent::ShowUri { .. }
        | Intent::ShowWays
        | Intent::ReloadPage
        | Intent::ShowCode { .. }
        | Intent::Search { .. }
        | Intent::MoreWallets
        | Intent::Disconnect { .. }
        | Intent::UseAccount { .. }
        | Intent::SwitchAddress { .. }
        | Intent::SwitchNetwork { .. }
        | Intent::ConnectNamespace
        | Intent::CopyAddress
        | Intent::CopyLink
        | Intent::RefreshBalance
        | Intent::Sent { .. }
        | Intent::ShowTab { .. }
        | Intent::MoreActivity
        | Intent::MoreNfts
        | Intent::RetryFrame
        | Intent::Enter { .. }
        | Intent::Restore
        | Intent::Trapped { .. }
        | Intent::Configure { .. } => return Some(intent),
    }
    None
}

/// Answers question `id` of the host. Who wants a connection of a person gets the wallets shown at
/// once: the answer may have to wait for the engine to be whole.
pub(crate) fn ask(engine: &Engine, id: u32, ask: Ask) {
    if let Some(namespace) = ask.wants_connection()
        && network::namespaces(engine).contains(&namespace)
        && !account::is_connected(engine, namespace)
        && !account::is_coming_back(engine, namespace)
    {
        modal::offer(engine, namespace);
    }
    engine.defer(Deferred::Ask(id, ask));
}
