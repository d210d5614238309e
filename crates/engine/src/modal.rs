//! The dialog: open, close, back, and the way between its views. Owns the slices `modal` and `route`.

use protocol::caip::Namespace;
use protocol::event::modal::ModalEvent;
use protocol::event::network::NetworkEvent;
use protocol::event::wallet::WalletEvent;
use runtime::Scope;
use wire::Word;

use crate::Engine;
use crate::late::Late;
use crate::state::{Modal, Route, View};
use crate::{account, analytics, balance, catalog, connect, directory, network, provider, toast};

const SHAKE: Scope = Scope::new("shake");
const SHAKE_MS: u32 = 500;

/// Opens the dialog, or shows another view in it. Opening it again without a view changes nothing;
/// another view gives an attempt to connect up.
pub(crate) fn open(engine: &Engine, view: Option<View>, namespace: Option<Namespace>) {
    let was_open = engine.slices().modal.with(|modal| modal.open);
    if view.is_none() && namespace.is_none() && was_open {
        return;
    }
    connect::give_up(engine);
    network::stop(engine);
    let namespace = namespace.filter(|namespace| has_network(engine, *namespace));
    if let Some(namespace) = namespace {
        network::enter(engine, namespace);
    }
    catalog::filter(engine, namespace);
    let resting = resting_view(engine);
    let view = view.filter(|view| can_open(engine, *view, resting)).unwrap_or(resting);
    engine.slices().route.update(|route| route.reset(view));
    engine.slices().modal.set(Modal { open: true, ..Modal::default() });
    if !was_open {
        analytics::track(engine, &ModalEvent::ModalOpen { connected: is_anyone_there(engine) });
    }
    engine.late(Late::Shown(view));
}

fn has_network(engine: &Engine, namespace: Namespace) -> bool {
    let has_network = network::namespaces(engine).contains(&namespace);
    if !has_network {
        let told = ["CaipNetwork is undefined: the option networks has none of ", namespace.word()];
        engine.warn(&[&told.concat(), " to open for."].concat());
    }
    has_network
}

/// The view of this name, as a host writes it.
pub(crate) fn named(engine: &Engine, name: &str) -> Option<View> {
    let view = View::from_word(name);
    if view.is_none() {
        engine.warn(&["There is no view ", name, " to open."].concat());
    }
    view
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
        View::WhatIsAWallet | View::WhatIsANetwork => is_free,
        View::ConnectingExternal
        | View::ConnectingMultiChain
        | View::Downloads
        | View::SwitchNetwork
        | View::SwitchActiveChain => false,
    }
}

/// The person goes to a view.
pub(crate) fn show(engine: &Engine, view: View) {
    if !can_open(engine, view, resting_view(engine)) {
        return;
    }
    connect::give_up(engine);
    match view {
        View::AllWallets => analytics::track(engine, &WalletEvent::ClickAllWallets),
        View::WhatIsAWallet => analytics::track(engine, &WalletEvent::ClickWalletHelp),
        View::WhatIsANetwork => analytics::track(engine, &NetworkEvent::ClickNetworkHelp),
        View::GetWallet => analytics::track(engine, &WalletEvent::ClickGetWallet),
        View::Networks => analytics::track(engine, &NetworkEvent::ClickNetworks),
        _ => {}
    }
    engine.slices().route.update(|route| route.push(view));
    engine.late(Late::Shown(view));
}

/// Gets what a view shows when it comes up.
pub(crate) fn shown(engine: &Engine, view: View) {
    match view {
        View::Account => balance::watch(engine),
        View::Connect | View::ConnectWallets => directory::prefetch(engine),
        View::AllWallets | View::GetWallet => {
            directory::prefetch(engine);
            directory::list(engine);
        }
        View::ConnectingExternal
        | View::ConnectingMultiChain
        | View::Downloads
        | View::WhatIsAWallet
        | View::Networks
        | View::SwitchNetwork
        | View::SwitchActiveChain
        | View::UnsupportedChain
        | View::WhatIsANetwork => {}
    }
}

/// The person wants the dialog to close. While the wallet is on a network that the site does not
/// have, it shakes instead: there is a network to choose, or the wallet to disconnect.
pub(crate) fn dismiss(engine: &Engine) {
    let must_stay = engine.slices().route.with(|it| it.history.contains(&View::UnsupportedChain));
    if !must_stay {
        return close(engine);
    }
    engine.slices().modal.update(|modal| modal.shake = true);
    let this = engine.clone();
    engine.runtime().spawn(SHAKE, async move {
        this.world().sleep(SHAKE_MS).await;
        this.slices().modal.update(|modal| modal.shake = false);
    });
}

/// Closes the dialog. An attempt to connect is given up: an approval that comes later is ignored.
pub(crate) fn close(engine: &Engine) {
    connect::give_up(engine);
    toast::dismiss(engine);
    provider::settle_closed(engine);
    rest(engine);
}

/// Closes the dialog after a connection was made.
pub(crate) fn close_connected(engine: &Engine) {
    toast::dismiss(engine);
    rest(engine);
}

fn rest(engine: &Engine) {
    if engine.slices().modal.with(|modal| modal.open) {
        analytics::track(engine, &ModalEvent::ModalClose { connected: is_anyone_there(engine) });
    }
    engine.runtime().cancel(SHAKE);
    network::stop(engine);
    balance::unwatch(engine);
    directory::close(engine);
    catalog::filter(engine, None);
    engine.slices().modal.set(Modal::default());
    engine.slices().route.update(|route| route.reset(resting_view(engine)));
}

/// One view back; closes on the first.
pub(crate) fn back(engine: &Engine) {
    let has_left = connect::give_up(engine) | network::stop(engine);
    if !has_left && !engine.slices().route.update(Route::go_back) {
        return close(engine);
    }
    settle_route(engine);
}

/// A network was chosen: the views about networks go, and the dialog with them where nothing else
/// was shown.
pub(crate) fn leave_networks(engine: &Engine) {
    let about_networks =
        [View::Networks, View::SwitchNetwork, View::SwitchActiveChain, View::UnsupportedChain];
    let is_left = engine.slices().route.update(|route| {
        let kept = route.history.iter().position(|view| about_networks.contains(view));
        match kept {
            Some(0) => false,
            Some(index) => route.go_back_to(index - 1),
            None => true,
        }
    });
    if is_left { settle_route(engine) } else { close(engine) }
}

/// The wallet moved, or somebody left: an open dialog shows what there is instead of what there was.
pub(crate) fn follow_account(engine: &Engine) {
    if engine.slices().modal.with(|modal| modal.open) {
        settle_route(engine);
    }
}

/// Connect, Account and `UnsupportedChain` stand for each other: the one shows that has something to
/// show.
fn settle_route(engine: &Engine) {
    let resting = resting_view(engine);
    let changed = engine.slices().route.update(|route| {
        let shows = route.view();
        let is_stale = match shows {
            View::Account | View::UnsupportedChain => shows != resting,
            View::Connect => resting != View::Connect && route.history.len() > 1,
            _ => false,
        };
        if is_stale {
            route.reset(resting);
            route.forward = false;
        }
        is_stale
    });
    if changed {
        balance::unwatch(engine);
        engine.late(Late::Shown(resting));
    }
}

fn is_anyone_there(engine: &Engine) -> bool {
    !account::connected_namespaces(engine).is_empty()
}

fn resting_view(engine: &Engine) -> View {
    let namespace = network::namespace(engine);
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
    {
        View::AllWallets
    } else {
        View::Connect
    }
}
