//! Going to another network.

use protocol::caip::{ChainId, Namespace};
use protocol::event::network::NetworkEvent;
use protocol::rpc::{RpcError, UNSUPPORTED_METHOD, USER_REJECTED};
use runtime::Scope;
use wire::Json;

use crate::network::{activate, name_of, wallet};
use crate::provider::{self, Question};
use crate::state::{ConnectError, MessageKind, SwitchStep, Target, ToastText, View};
use crate::{Engine, account, alert, analytics, balance, catalog, connect, modal, toast};

const SWITCH: Scope = Scope::new("switch");

fn host_switch(namespace: Namespace) -> Scope {
    Scope::of("host-switch", namespace as u32)
}

/// The host goes to another network, with the wallet if one is connected.
pub(crate) fn ask(engine: &Engine, chain: &ChainId, question: Question) {
    if name_of(engine, chain).is_none() {
        let values = [("network", Json::Text(chain.text()))];
        alert::raise(engine, "switchNetworkNotFound", Json::object(values));
        return question.fail(provider::unknown_chain(chain));
    }
    if account::provider(engine, chain.namespace).is_none() {
        activate(engine, chain);
        return question.done();
    }
    let (this, chain) = (engine.clone(), chain.clone());
    // Beside the person's: neither gives the other up.
    engine.runtime().spawn(host_switch(chain.namespace), async move {
        toast::show(&this, MessageKind::Loading, ToastText::NetworkSwitching);
        let (text, error) = match reach(&this, &chain).await {
            Ok(()) => {
                toast::show(&this, MessageKind::Success, ToastText::NetworkSwitched);
                return question.done();
            }
            Err(ConnectError::ChainUnsupported { network }) => {
                let told = ["Chain is not supported. The wallet cannot go to ", &network, "."];
                let error = RpcError::new(UNSUPPORTED_METHOD, &told.concat());
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
    stop(engine);
    connect::give_up(engine);
    let others = account::connected_namespaces(engine);
    let is_there = account::chain(engine, chain.namespace).as_ref() == Some(chain)
        && account::provider(engine, chain.namespace).is_some();
    if others.contains(&chain.namespace) && !is_there {
        engine.slices().networks.update(|networks| {
            networks.target = Some(Target { row, step: SwitchStep::Waiting });
        });
        engine.slices().route.update(|route| route.push(View::SwitchNetwork));
        wait(engine, chain.clone());
    } else if others.contains(&chain.namespace) || others.is_empty() {
        activate(engine, chain);
        leave(engine);
    } else {
        engine.slices().networks.update(|networks| {
            networks.target = Some(Target { row, step: SwitchStep::NeedsWallet });
        });
        engine.slices().route.update(|route| route.push(View::SwitchActiveChain));
    }
}

/// Asks the wallet again.
pub(crate) fn retry(engine: &Engine) {
    let target = engine.slices().networks.with(|networks| networks.target.clone());
    if let Some(target) = target {
        wait(engine, target.row.id);
    }
}

/// The chosen network needs another wallet: the list shows those of its ecosystem.
pub(crate) fn connect_namespace(engine: &Engine) {
    let target = engine.slices().networks.with(|networks| networks.target.clone());
    let Some(target) = target else { return };
    forget_target(engine);
    activate(engine, &target.row.id);
    catalog::filter(engine, Some(target.row.namespace));
    engine.slices().route.update(|route| route.reset(View::Connect));
}

/// Gives a switch up; its views go, and whether one of them showed.
pub(crate) fn stop(engine: &Engine) -> bool {
    engine.runtime().cancel(SWITCH);
    forget_target(engine);
    let over = [View::SwitchNetwork, View::SwitchActiveChain];
    engine.slices().route.update(|route| route.leave(&over))
}

/// The ecosystem whose wallet the person's switch waits for, or has waited for.
pub(crate) fn awaited(engine: &Engine) -> Option<Namespace> {
    engine.slices().networks.with(|networks| {
        let target = networks.target.as_ref()?;
        (target.step != SwitchStep::NeedsWallet).then_some(target.row.namespace)
    })
}

fn forget_target(engine: &Engine) {
    engine.slices().networks.update(|networks| networks.target = None);
}

fn wait(engine: &Engine, chain: ChainId) {
    set_step(engine, SwitchStep::Waiting);
    let this = engine.clone();
    engine.runtime().spawn(SWITCH, async move {
        match reach(&this, &chain).await {
            Ok(()) => {
                activate(&this, &chain);
                leave(&this);
            }
            Err(ConnectError::ChainUnsupported { .. }) => set_step(&this, SwitchStep::Unsupported),
            Err(_) => set_step(&this, SwitchStep::Declined),
        }
    });
}

fn set_step(engine: &Engine, step: SwitchStep) {
    engine.slices().networks.update(|networks| {
        if let Some(target) = &mut networks.target {
            target.step = step;
        }
    });
}

/// The person is where they wanted to be: the views about networks go.
fn leave(engine: &Engine) {
    forget_target(engine);
    modal::leave_networks(engine);
}

/// Brings the connected wallet to a chain.
async fn reach(engine: &Engine, chain: &ChainId) -> Result<(), ConnectError> {
    let Some(provider) = account::provider(engine, chain.namespace) else {
        return Err(ConnectError::NoAnswer);
    };
    let reached = if chain.namespace == Namespace::Eip155 {
        wallet::ensure(engine, &provider, chain).await.map(|_| wallet::arrive(engine, chain))
    } else {
        let shared = connect::reach(engine, &provider, chain.clone()).await;
        shared.map(|shared| {
            account::reached(engine, shared);
            balance::refresh(engine, chain.namespace);
        })
    };
    analytics::track(engine, &NetworkEvent::SwitchNetwork { network: chain.text() });
    reached
}
