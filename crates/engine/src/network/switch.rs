//! Going to another network.

use protocol::caip::{ChainId, Namespace};
use protocol::event::network::NetworkEvent;
use protocol::rpc::{RpcError, UNSUPPORTED_METHOD, USER_REJECTED};
use runtime::Scope;
use wire::Json;

use crate::connect::{attempt, conversation};
use crate::engine::Engine;
use crate::network::target::{self, SWITCH};
use crate::network::{activate, name_of};
use crate::question::{self, Question};
use crate::state::{Alert, ConnectError, MessageKind, SwitchStep, Target, ToastText, View};
use crate::waiting::Deferred;
use crate::{account, alert, catalog, modal, network, route, toast};

fn host_switch(namespace: Namespace) -> Scope {
    Scope::of("host-switch", namespace as u32)
}

/// The host goes to another network, with the wallet if one is connected.
pub(crate) fn ask(engine: &Engine, chain: &ChainId, question: Question) {
    if name_of(engine, chain).is_none() {
        let values = [("network", Json::Text(chain.text()))];
        alert::raise(engine, Alert::SwitchNetworkNotFound, Json::object(values));
        return question.fail(question::unknown_chain(chain));
    }
    if conversation::connected(engine, chain.namespace).is_none() {
        activate(engine, chain);
        return question.done();
    }
    let (this, chain) = (engine.clone(), chain.clone());
    // Beside the person's: neither gives the other up.
    engine.runtime().spawn(host_switch(chain.namespace), async move {
        toast::show(&this, MessageKind::Loading, ToastText::NetworkSwitching);
        let (text, error) = match switch_wallet(&this, &chain).await {
            Ok(()) => {
                toast::show(&this, MessageKind::Success, ToastText::NetworkSwitched);
                return question.done();
            }
            Err(ConnectError::ChainUnsupported { network, .. }) => {
                let message = ["Chain is not supported. The wallet cannot go to ", &network, "."];
                let error = RpcError::new(UNSUPPORTED_METHOD, &message.concat());
                (ToastText::ChainUnsupported, error)
            }
            Err(_) => {
                let error = RpcError::new(USER_REJECTED, "The wallet did not switch.");
                (ToastText::SwitchDeclined, error)
            }
        };
        toast::show(&this, MessageKind::Error, text);
        question.fail(error);
    });
}

/// The wallet that was asked for the host is not the connected one any more.
pub(crate) fn abort(engine: &Engine, namespace: Namespace) {
    if engine.runtime().is_running(host_switch(namespace)) {
        engine.runtime().cancel(host_switch(namespace));
        toast::dismiss(engine);
    }
}

/// The person chose a network.
pub(crate) fn person(engine: &Engine, chain: &ChainId) {
    let row = engine.slices().networks.with(|networks| {
        let row = networks.list.iter().find(|row| row.id == *chain && row.unavailable.is_none());
        row.cloned()
    });
    let Some(row) = row else { return };
    if !engine.slices().modal.with(|modal| modal.open) {
        modal::open(engine, Some(View::Networks), None);
    }
    target::stop(engine);
    attempt::give_up(engine);
    let others = account::connected_namespaces(engine);
    let is_there = account::chain(engine, chain.namespace).as_ref() == Some(chain)
        && conversation::connected(engine, chain.namespace).is_some();
    if others.contains(&chain.namespace) && !is_there {
        target::set(engine, Target { row, step: SwitchStep::Waiting, wallet: None });
        route::push(engine, View::SwitchNetwork);
        wait(engine, chain.clone());
    } else if others.contains(&chain.namespace) || others.is_empty() {
        activate(engine, chain);
        leave(engine);
    } else {
        target::set(engine, Target { row, step: SwitchStep::NeedsWallet, wallet: None });
        route::push(engine, View::SwitchActiveChain);
        engine.defer(Deferred::Shown(View::SwitchActiveChain));
    }
}

/// Says which wallet could be connected for the chosen network beside the one that is, whenever something
/// has changed that tells of it.
pub(crate) fn follow_wallets(engine: &Engine) {
    let Some(target) = target::get(engine) else { return };
    let slices = engine.slices();
    let version = || {
        let remembered = engine.0.catalog.version() + engine.0.directory.version();
        remembered + slices.accounts.version() + slices.networks.version()
    };
    if target.step != SwitchStep::NeedsWallet || engine.0.derived.target.get() == version() {
        return;
    }
    let wallet = serving(engine, target.row.namespace);
    if wallet != target.wallet {
        target::set(engine, Target { wallet, ..target });
    }
    engine.0.derived.target.set(version());
}

/// The id of the connected wallet, that of the network in use before others, where it is in this browser
/// for another namespace as well.
fn serving(engine: &Engine, namespace: Namespace) -> Option<String> {
    let connected = account::connected_namespaces(engine);
    let active = network::namespace(engine);
    let used = connected.iter().find(|it| **it == active).or(connected.first())?;
    let carrier = account::carrier(engine, *used)?;
    catalog::beside(engine, &carrier, namespace).map(|row| row.id)
}

/// Asks the wallet again. False where none was asked.
pub(crate) fn retry(engine: &Engine) -> bool {
    let asked = target::get(engine).filter(|target| target.step != SwitchStep::NeedsWallet);
    let was_asked = asked.is_some();
    if let Some(target) = asked {
        wait(engine, target.row.id);
    }
    was_asked
}

/// The chosen network needs another wallet: the list shows those of its namespace. The network is in
/// use only once one of them is connected.
pub(crate) fn connect_namespace(engine: &Engine) {
    // Only that view offers it: above it a wallet may be waited for.
    if route::view(engine) != View::SwitchActiveChain {
        return;
    }
    let Some(namespace) = target::namespace(engine) else { return };
    catalog::filter(engine, Some(namespace));
    route::push(engine, View::Connect);
    engine.defer(Deferred::Shown(View::Connect));
}

fn wait(engine: &Engine, chain: ChainId) {
    target::set_step(engine, SwitchStep::Waiting);
    let this = engine.clone();
    engine.runtime().spawn(SWITCH, async move {
        match switch_wallet(&this, &chain).await {
            Ok(()) => {
                activate(&this, &chain);
                leave(&this);
            }
            Err(ConnectError::ChainUnsupported { .. }) => {
                target::set_step(&this, SwitchStep::Unsupported);
            }
            Err(_) => target::set_step(&this, SwitchStep::Declined),
        }
    });
}

/// The person is where they wanted to be: the views about networks go.
fn leave(engine: &Engine) {
    target::forget(engine);
    modal::leave_networks(engine);
}

/// Brings the connected wallet to a chain.
async fn switch_wallet(engine: &Engine, chain: &ChainId) -> Result<(), ConnectError> {
    let Some(conversation) = conversation::connected(engine, chain.namespace) else {
        return Err(ConnectError::NoAnswer);
    };
    let switched = conversation.switch_chain(engine, chain).await;
    engine.track(&NetworkEvent::SwitchNetwork { network: chain.text() });
    switched
}
