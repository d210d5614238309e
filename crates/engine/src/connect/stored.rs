//! What is stored of a connection.

use protocol::caip::Namespace;

use crate::engine::Engine;
use crate::item::{self, Connection};
use crate::state::Carrier;

/// Stores what is connected; nothing where the person disconnected.
pub(super) fn remember(engine: &Engine, namespace: Namespace, id: &str, carrier: Option<Carrier>) {
    let is_disconnected = carrier.is_none();
    // A handle means nothing to another page.
    let carrier = carrier.filter(|it| matches!(it, Carrier::Module { .. }));
    let connection =
        Connection { connector: id.to_owned(), is_disconnected, carrier, returns: None };
    item::write(engine, &item::connection(namespace), &connection);
}
