//! What the wallet tells while it is connected, and the end of the connection.

use protocol::caip::Namespace;
use protocol::module::embedded;
use runtime::{Backoff, Scope};

use crate::connect::attempt;
use crate::connect::conversation::{self, Conversation, ProviderEvent};
use crate::connect::handoff;
use crate::connect::stored::remember;
use crate::engine::Engine;
use crate::holdings::balance;
use crate::state::{Carrier, ConnectError, MessageKind, ToastText};
use crate::{account, modal, network, toast};

/// When a module that failed is asked again.
pub(super) fn backoff() -> Backoff {
    Backoff::new(1_000, 60_000)
}

fn scope(namespace: Namespace) -> Scope {
    Scope::of("listen", namespace as u32)
}

fn look_again_scope(namespace: Namespace) -> Scope {
    Scope::of("look", namespace as u32)
}

fn served_scope(namespace: Namespace) -> Scope {
    Scope::of("served", namespace as u32)
}

/// Follows the wallet until it is disconnected, and the one that was there before no longer.
pub(super) fn start(engine: &Engine, namespace: Namespace, carrier: &Carrier) {
    stop(engine, namespace);
    let this = engine.clone();
    let conversation = Conversation::new(engine, carrier, namespace);
    let is_embedded = carrier.is_embedded();
    engine.runtime().spawn(scope(namespace), async move {
        conversation.found().await;
        let mut delays = backoff();
        let mut events = conversation.events();
        loop {
            let Some((name, value)) = events.next().await else {
                this.world().wait(&mut delays).await;
                events = conversation.events();
                look_again(&this, namespace);
                continue;
            };
            delays = backoff();
            let event = conversation.read_event(&this, &name, &value);
            if !apply_event(&this, namespace, &conversation, event).await {
                // Nobody comes back by a session that is over: what is stored of it goes, too.
                if is_embedded {
                    remember(&this, namespace, embedded::WALLET, None);
                }
                return forget(&this, namespace);
            }
        }
    });
}

/// The wallet is not the connected one any more: what it tells or answers from now on is ignored.
fn stop(engine: &Engine, namespace: Namespace) {
    engine.runtime().cancel(scope(namespace));
    engine.runtime().cancel(look_again_scope(namespace));
    engine.runtime().cancel(served_scope(namespace));
    network::switch::abort(engine, namespace);
}

/// Forgets the connection: the wallet has gone, or the person disconnected. An open dialog that was
/// about it closes; one that connects a wallet of another namespace stays, and so does one that has
/// another account to show: it says which has gone.
pub(crate) fn forget(engine: &Engine, namespace: Namespace) {
    let about = attempt::namespace(engine).or_else(|| network::target::namespace(engine));
    let was_shown = about.unwrap_or_else(|| network::namespace(engine)) == namespace;
    stop(engine, namespace);
    balance::stop(engine, namespace);
    if was_shown {
        network::target::stop(engine);
    }
    let was_connected = account::is_connected(engine, namespace);
    account::disconnected(engine, namespace);
    handoff::again::keep(engine, None, None);
    let has_others = !account::connected_namespaces(engine).is_empty();
    if about.is_none() && was_connected && has_others {
        let text = ToastText::Disconnected;
        if modal::is_open(engine) {
            toast::show_about(engine, MessageKind::Success, text, Some(namespace));
        }
    } else if was_shown {
        modal::close(engine);
    }
}

/// Whether the wallet is still connected after this.
async fn apply_event(
    engine: &Engine,
    namespace: Namespace,
    conversation: &Conversation,
    event: ProviderEvent,
) -> bool {
    match event {
        ProviderEvent::Accounts(accounts) => {
            if accounts.is_empty() {
                // A session may have some on another chain.
                return conversation.goes_on(engine).await;
            }
            account::changed(engine, namespace, accounts);
            balance::refresh(engine, namespace);
            let (this, conversation) = (engine.clone(), conversation.clone());
            engine.runtime().spawn(served_scope(namespace), async move {
                conversation.look_what_is_served(&this).await;
            });
            true
        }
        ProviderEvent::Chain(chain) => {
            let is_there = conversation.follow(engine, chain).await;
            balance::refresh(engine, namespace);
            is_there
        }
        // It has lost its node only.
        ProviderEvent::Gone { is_offline } => is_offline && conversation.still_shares(engine).await,
        ProviderEvent::Nothing => true,
    }
}

/// Looks at a connected wallet again, whose events this page may have missed.
pub(crate) fn look_again(engine: &Engine, namespace: Namespace) {
    let Some(conversation) = conversation::connected(engine, namespace) else { return };
    let this = engine.clone();
    engine.runtime().spawn(look_again_scope(namespace), async move {
        match conversation.read_shared(&this).await {
            Ok(shared) => account::reached(&this, shared),
            Err(ConnectError::NoAccounts) => return forget(&this, namespace),
            // Some cannot tell without asking the person.
            Err(_) => {}
        }
        balance::refresh(&this, namespace);
    });
}
