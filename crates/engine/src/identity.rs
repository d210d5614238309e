//! How the connected accounts are called.

use protocol::api::Identity;
use protocol::caip::Namespace;
use protocol::path;
use runtime::Scope;

use crate::engine::Engine;
use crate::{account, server};

/// Asks for the name of every account that is connected and was not asked about yet.
pub(crate) fn follow(engine: &Engine) {
    for namespace in account::connected_namespaces(engine) {
        let Some((address, _)) = account::address_and_chain(engine, namespace) else { continue };
        let is_known = {
            let mut asked = engine.0.identities.borrow_mut();
            let is_known = asked.get(namespace) == Some(&address);
            asked.set(namespace, address.clone());
            is_known
        };
        // The names that servers know are those of eip155.
        if !is_known && namespace == Namespace::Eip155 {
            let this = engine.clone();
            engine.runtime().spawn(Scope::of("identity", namespace as u32), async move {
                read(&this, namespace, address).await;
            });
        }
    }
}

async fn read(engine: &Engine, namespace: Namespace, address: String) {
    let path = [path::IDENTITY, &address].concat();
    let query = ["&sender=", &address].concat();
    let Some(Identity { name, avatar, .. }) = server::get::<Identity>(engine, &path, &query).await
    else {
        return;
    };
    // Another may be there since the question was asked.
    if account::address_and_chain(engine, namespace).is_some_and(|(it, _)| it == address) {
        account::update(engine, namespace, |account| {
            (account.profile_name, account.profile_image) = (name, avatar);
        });
    }
}
