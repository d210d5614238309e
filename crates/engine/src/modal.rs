//! The dialog: open, close, back, and the way between its views. Owns the slice `modal`.

use protocol::caip::Namespace;
use protocol::event::modal::ModalEvent;
use protocol::event::network::NetworkEvent;
use protocol::event::wallet::WalletEvent;
use protocol::frame::message::FrameView;
use wire::Word;

use crate::connect::attempt;
use crate::engine::Engine;
use crate::intent::Intent;
use crate::network::target;
use crate::relays::ANY_WALLET;
use crate::state::{Features, Modal, View};
use crate::waiting::Deferred;
use crate::{account, catalog, network, question, route, toast};

/// Opens the dialog, or shows another view in it. Opening it again without a view changes nothing;
/// another view gives an attempt to connect up.
pub(crate) fn open(engine: &Engine, view: Option<View>, namespace: Option<Namespace>) {
    let was_open = is_open(engine);
    if view.is_none() && namespace.is_none() && was_open {
        return;
    }
    // One that a page before began shows in the dialog from now on.
    let attempt = attempt::view(engine).filter(|_| !was_open);
    if attempt.is_none() {
        attempt::give_up(engine);
    }
    target::stop(engine);
    let namespace = namespace.filter(|namespace| has_network(engine, *namespace));
    // One that nobody is connected on is in use only once somebody is.
    if let Some(namespace) = namespace.filter(|it| account::is_there(engine, *it)) {
        engine.defer(Deferred::Intent(Intent::UseAccount { namespace }));
    }
    catalog::filter(engine, namespace);
    let resting = resting_view(engine, namespace);
    if view == Some(View::EmailLogin) && !engine.slices().features.with(|it| it.email) {
        engine.warn("The view EmailLogin does not show: e-mail is off, or the server has not said yet that it is on.");
    }
    let view = view.filter(|view| can_open(engine, *view, resting)).unwrap_or(resting);
    route::reset(engine, view);
    if let Some(attempt) = attempt {
        route::push(engine, attempt);
    }
    engine.slices().modal.set(Modal { open: true, ..Modal::default() });
    if !was_open {
        engine.track(&ModalEvent::ModalOpen { connected: is_anyone_there(engine) });
    }
    engine.defer(Deferred::Shown(view));
}

/// Shows the wallets of a namespace, unless the dialog is open.
pub(crate) fn offer(engine: &Engine, namespace: Namespace) {
    if !is_open(engine) {
        open(engine, Some(View::Connect), Some(namespace));
    }
}

fn has_network(engine: &Engine, namespace: Namespace) -> bool {
    let has_network = network::namespaces(engine).contains(&namespace);
    if !has_network {
        let message =
            ["CaipNetwork is undefined: the option networks has none of ", namespace.word()];
        engine.warn(&[&message.concat(), " to open for."].concat());
    }
    has_network
}

/// The view of this name, as a host writes it.
pub(crate) fn named(engine: &Engine, name: &str) -> Option<View> {
    let view = View::from_word(name);
    if view.is_none() {
        engine.warn(&["There is no view ", name, " to open."].concat());
    }
    // A phone shows no code to itself, but which wallets there are.
    let is_mobile = engine.config(|config| config.is_mobile);
    let is_code = view == Some(View::ConnectingWalletConnectBasic);
    if is_mobile && is_code { Some(View::AllWallets) } else { view }
}

/// Whether a code for any wallet is to be had: nobody is connected, and its row is on the list.
pub(crate) fn offers_code(engine: &Engine) -> bool {
    route::view(engine) == View::Connect && catalog::find(engine, ANY_WALLET).is_some()
}

/// Whether a view has something to show when nothing led to it.
fn can_open(engine: &Engine, view: View, resting: View) -> bool {
    let options = engine.options();
    let is_free = resting != View::UnsupportedChain;
    match view {
        View::Account | View::UnsupportedChain => resting == view,
        View::Connect => true,
        View::ConnectWallets | View::AllWallets | View::GetWallet => is_free && options.has_wallets,
        View::Networks => is_free && options.has_network_switch,
        View::AccountSettings => resting == View::Account,
        View::SwitchAddress => {
            resting == View::Account && account::has_choice(engine, network::namespace(engine))
        }
        View::WalletReceive | View::WalletCompatibleNetworks => {
            resting == View::Account && engine.slices().features.with(|it| it.receive)
        }
        View::WhatIsAWallet | View::WhatIsANetwork => is_free,
        View::EmailLogin => {
            let is_open = |it: &Features| it.email && (!it.legal_checkbox || it.is_accepted);
            is_free && engine.slices().features.with(is_open)
        }
        View::WalletSettings | View::UpdateEmailWallet => account::is_of_vault(engine),
        View::ApproveTransaction => is_approving(engine),
        View::EmailVerifyOtp
        | View::EmailVerifyDevice
        | View::UpdateEmailPrimaryOtp
        | View::UpdateEmailSecondaryOtp
        | View::ConnectingExternal
        | View::ConnectingWalletConnect
        | View::ConnectingWalletConnectBasic
        | View::OpenWallet
        | View::ConnectingMultiChain
        | View::Downloads
        | View::OpenOnPhone
        | View::SwitchNetwork
        | View::SwitchActiveChain => false,
    }
}

/// Whether the vault's frame has something to be approved.
fn is_approving(engine: &Engine) -> bool {
    engine.0.vault.borrow().view == Some(FrameView::ApproveTransaction)
}

/// The person goes to a view.
pub(crate) fn show(engine: &Engine, view: View) {
    if !can_open(engine, view, resting_view(engine, None)) {
        return;
    }
    attempt::turn_away(engine);
    toast::leave(engine);
    match view {
        View::AllWallets => engine.track(&WalletEvent::ClickAllWallets),
        View::WhatIsAWallet => engine.track(&WalletEvent::ClickWalletHelp),
        View::WhatIsANetwork => engine.track(&NetworkEvent::ClickNetworkHelp),
        View::GetWallet => engine.track(&WalletEvent::ClickGetWallet),
        View::Networks => engine.track(&NetworkEvent::ClickNetworks),
        _ => {}
    }
    route::push(engine, view);
    engine.defer(Deferred::Shown(view));
}

/// Closes the dialog. An attempt to connect is given up: an approval that comes later is ignored.
pub(crate) fn close(engine: &Engine) {
    if is_open(engine) {
        attempt::turn_away(engine);
    }
    let given_up = engine.0.waiting.borrow_mut().give_up();
    for id in given_up {
        question::decline(engine, id);
    }
    engine.follow_up(Deferred::Declined);
    shut(engine);
}

/// Closes the dialog after a connection was made.
pub(crate) fn close_connected(engine: &Engine) {
    shut(engine);
}

fn shut(engine: &Engine) {
    if is_open(engine) {
        engine.track(&ModalEvent::ModalClose { connected: is_anyone_there(engine) });
    }
    toast::dismiss(engine);
    target::stop(engine);
    engine.follow_up(Deferred::Closed);
    catalog::filter(engine, None);
    engine.slices().modal.set(Modal::default());
}

/// One view back; closes on the first.
pub(crate) fn back(engine: &Engine) {
    toast::leave(engine);
    // What is shown beside an attempt leads back to it.
    let is_beside = matches!(route::view(engine), View::Downloads | View::OpenOnPhone);
    let has_left = !is_beside && (attempt::give_up(engine) || target::go_back(engine));
    if !has_left && !route::go_back(engine) {
        return close(engine);
    }
    if route::view(engine) == View::SwitchActiveChain {
        catalog::filter(engine, None);
    }
}

/// A network was chosen: the views about networks go, and the dialog with them where nothing else
/// was shown.
pub(crate) fn leave_networks(engine: &Engine) {
    let about_networks =
        [View::Networks, View::SwitchNetwork, View::SwitchActiveChain, View::UnsupportedChain];
    if !route::go_back_before(engine, &about_networks) {
        close(engine);
    }
}

/// Connect, Account and `UnsupportedChain` stand for each other: an open dialog shows the one that has
/// something to show.
pub(crate) fn leave_stale_view(engine: &Engine) {
    let shows = route::view(engine);
    let resting = resting_view(engine, None);
    let is_stale = match shows {
        View::Account | View::UnsupportedChain => shows != resting,
        View::AccountSettings
        | View::SwitchAddress
        | View::WalletSettings
        | View::UpdateEmailWallet
        | View::WalletReceive
        | View::WalletCompatibleNetworks => !can_open(engine, shows, resting),
        View::Connect => {
            let wanted = catalog::wanted_namespace(engine);
            let is_idle = wanted.is_none_or(|it| account::is_there(engine, it));
            is_idle && resting != View::Connect && !route::is_first(engine)
        }
        _ => false,
    };
    if is_stale {
        route::fall_back(engine, resting);
        engine.defer(Deferred::Shown(resting));
    }
}

/// What shows when the dialog opens.
pub(crate) fn reset_view(engine: &Engine) {
    route::reset(engine, resting_view(engine, None));
}

pub(crate) fn is_open(engine: &Engine) -> bool {
    engine.slices().modal.with(|modal| modal.open)
}

fn is_anyone_there(engine: &Engine) -> bool {
    !account::connected_namespaces(engine).is_empty()
}

/// What shows where nothing else is asked for, about a namespace or the one in use.
fn resting_view(engine: &Engine, namespace: Option<Namespace>) -> View {
    let namespace = namespace.unwrap_or_else(|| network::namespace(engine));
    let options = engine.options();
    let shows_unsupported = account::is_unsupported(engine, namespace)
        && options.has_network_switch
        && !options.allows_unsupported;
    if shows_unsupported {
        View::UnsupportedChain
    } else if account::is_there(engine, namespace) {
        View::Account
    } else if engine.config(|config| config.is_mobile)
        && options.has_wallets
        && !catalog::has_installed(engine)
        && !engine.slices().features.with(|it| it.email)
    {
        View::AllWallets
    } else {
        View::Connect
    }
}
