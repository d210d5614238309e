//! A wallet that is not in this browser is asked for something that a person decides there: a link leads them to
//! it, or where none does, they are told where to look.

use protocol::caip::Namespace;

use crate::connect::handoff::again::{self, Led, asks_person};
use crate::engine::Engine;
use crate::{account, toast};

/// A request that such a wallet has.
pub(crate) struct Asked {
    _led: Option<Led>,
    _told: Option<toast::Awaited>,
}

/// The wallet of a namespace is asked, in the turn of the click that led to this; until this is dropped.
pub(crate) fn ask(
    engine: &Engine,
    namespace: Namespace,
    session: Option<&String>,
    method: &str,
) -> Asked {
    let led = again::lead(engine, session, method);
    let is_elsewhere = led.is_none() && session.is_some() && asks_person(method);
    let wallet = account::wallet(engine, namespace).filter(|_| is_elsewhere);
    Asked { _told: wallet.map(|it| toast::wait_for(engine, it.name)), _led: led }
}
