//! How the connected account is called. Servers know names of eip155 alone.

use protocol::api::Identity;
use protocol::caip::Namespace;
use protocol::path;
use runtime::Scope;

use crate::engine::Engine;
use crate::{account, server};

const NAMESPACE: Namespace = Namespace::Eip155;
const SCOPE: Scope = Scope::new("identity");
/// How long after a failure it is asked again, each time, in milliseconds.
const AGAIN_MS: [u32; 3] = [30_000, 300_000, 0];

/// Another server is asked from now on.
pub(crate) fn configure(engine: &Engine) {
    engine.0.identity_of.take();
}

/// Asks for the name of the connected account, once for each that there is.
pub(crate) fn follow(engine: &Engine) {
    let address = account::address_and_chain(engine, NAMESPACE).map(|it| it.0);
    let address = address.filter(|_| account::is_connected(engine, NAMESPACE));
    let before = engine.0.identity_of.replace(address.clone());
    if before == address {
        return;
    }
    let Some(address) = address else { return engine.runtime().cancel(SCOPE) };
    let this = engine.clone();
    engine.runtime().spawn(SCOPE, async move {
        let path = [path::IDENTITY, &address].concat();
        let query = ["&sender=", &address].concat();
        for again_ms in AGAIN_MS {
            let told = server::get::<Identity>(&this, &path, &query).await;
            if let Some(Identity { name, avatar, .. }) = told {
                return account::update(&this, NAMESPACE, |account| {
                    (account.profile_name, account.profile_image) = (name, avatar);
                });
            }
            this.world().sleep(again_ms).await;
        }
    });
}
