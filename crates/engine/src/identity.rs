//! How the connected account is called. Servers know names of eip155 alone.

use protocol::api::Identity;
use protocol::caip::Namespace;
use protocol::path;
use runtime::Scope;

use crate::engine::Engine;
use crate::{account, http, modal, server};

const NAMESPACE: Namespace = Namespace::Eip155;
const SCOPE: Scope = Scope::new("identity");
/// A name is as good as new for this long.
const FRESH_MS: u64 = 300_000;
/// How long after a failure it is asked again, each time, in milliseconds.
const AGAIN_MS: [u32; 3] = [30_000, 300_000, 0];

/// Another server is asked from now on.
pub(crate) fn configure(engine: &Engine) {
    engine.0.identity.take();
}

/// Asks for the name of the connected account: of each that there is, and where the dialog opens later.
pub(crate) fn follow(engine: &Engine) {
    let address = account::address_and_chain(engine, NAMESPACE).map(|it| it.0);
    let address = address.filter(|_| account::is_connected(engine, NAMESPACE));
    let is_open = modal::is_open(engine);
    {
        let memory = &mut *engine.0.identity.borrow_mut();
        let was_open = std::mem::replace(&mut memory.is_open, is_open);
        if memory.of != address {
            (memory.of, memory.told_at_ms) = (address.clone(), None);
        } else if was_open || !is_open {
            return;
        }
    }
    let Some(address) = address else { return engine.runtime().cancel(SCOPE) };
    let this = engine.clone();
    engine.runtime().spawn(SCOPE, async move { ask(&this, &address).await });
}

async fn ask(engine: &Engine, address: &str) {
    let now_ms = engine.world().now_ms().await;
    let told_at_ms = engine.0.identity.borrow().told_at_ms;
    if told_at_ms.is_some_and(|it| now_ms.saturating_sub(it) < FRESH_MS) {
        return;
    }
    let path = [path::IDENTITY, address].concat();
    let query = ["&sender=", address].concat();
    for again_ms in AGAIN_MS {
        match http::get::<Identity>(engine, &path, &query).await {
            Ok(Identity { name, avatar, .. }) => {
                engine.0.identity.borrow_mut().told_at_ms = Some(now_ms);
                return account::update(engine, NAMESPACE, |account| {
                    (account.profile_name, account.profile_image) = (name, avatar);
                });
            }
            // Whoever counts is not told the address.
            Err(failure) => server::failed(engine, path::IDENTITY, &failure),
        }
        engine.world().sleep(again_ms).await;
    }
}
