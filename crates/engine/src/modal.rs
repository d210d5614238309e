//! The dialog: open, close, back. Owns the slices `modal` and `route`.

use crate::Engine;
use crate::state::{Modal, View};
use crate::{account, balance, connect, provider, toast};

/// Opens the dialog, or shows another view in it. Opening it again without a view changes nothing;
/// another view gives an attempt to connect up.
pub(crate) fn open(engine: &Engine, view: Option<View>) {
    if view.is_none() && engine.slices().modal.with(|modal| modal.open) {
        return;
    }
    connect::give_up(engine);
    let resting = resting_view(engine);
    let view = match view {
        // Nothing to show there: no attempt is under way, or nobody is connected.
        None | Some(View::ConnectingExternal) => resting,
        Some(View::Account) if resting == View::Connect => resting,
        Some(view) => view,
    };
    engine.slices().route.update(|route| route.reset(view));
    engine.slices().modal.set(Modal { open: true, ..Modal::default() });
    if view == View::Account {
        balance::watch(engine);
    }
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
    balance::unwatch(engine);
    engine.slices().modal.set(Modal::default());
    engine.slices().route.update(|route| route.reset(resting_view(engine)));
}

/// One view back; closes on the first. Connect and Account stand for each other: the way back leads
/// to the one that has something to show.
pub(crate) fn back(engine: &Engine) {
    connect::give_up(engine);
    if !engine.slices().route.update(crate::state::Route::go_back) {
        return close(engine);
    }
    let resting = resting_view(engine);
    engine.slices().route.update(|route| {
        if matches!(route.view(), View::Connect | View::Account) {
            route.replace(resting);
            route.forward = false;
        }
    });
}

/// Nobody is connected any more: an open dialog offers the wallets instead of an empty account.
pub(crate) fn leave_account(engine: &Engine) {
    if engine.slices().route.with(|route| route.view() == View::Account) {
        balance::unwatch(engine);
        engine.slices().route.update(|route| route.reset(View::Connect));
    }
}

fn resting_view(engine: &Engine) -> View {
    if account::is_there(engine) { View::Account } else { View::Connect }
}
