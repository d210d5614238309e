//! A wallet that is not in this browser is asked for something that a person decides there: a link leads them to
//! it, or where none does, they are told where to look. Of several that are asked the last is led to, and told of.

use protocol::caip::Namespace;

use crate::connect::handoff::again::{self, asks_person};
use crate::engine::Engine;
use crate::state::{Request, WaitingWallet};
use crate::{account, toast};

/// A request that such a wallet has. Once it is dropped nobody is led there for it, nor told.
pub(crate) struct Asked(Engine, u32);

/// The wallet of a namespace is asked, in the turn of the click that led to this.
pub(crate) fn ask(
    engine: &Engine,
    namespace: Namespace,
    session: Option<&String>,
    method: &str,
) -> Option<Asked> {
    let link = again::link(engine, session.filter(|_| asks_person(method))?);
    let is_led = link.is_some();
    let mut memory = engine.0.handoff.borrow_mut();
    memory.last_asked += 1;
    let number = memory.last_asked;
    memory.asked.push(Request { number, namespace, link });
    drop(memory);
    tell(engine);
    if is_led {
        again::open(engine);
    }
    Some(Asked(engine.clone(), number))
}

impl Drop for Asked {
    fn drop(&mut self) {
        let Asked(engine, number) = self;
        wire::keep(&mut engine.0.handoff.borrow_mut().asked, |it| it.number != *number);
        let is_led = engine.0.handoff.borrow().asked.iter().any(|it| it.link.is_some());
        if !is_led {
            again::leave(engine);
        }
        tell(engine);
    }
}

fn tell(engine: &Engine) {
    let memory = engine.0.handoff.borrow();
    let last = |is_led| memory.asked.iter().rev().find(|it| it.link.is_some() == is_led);
    let awaited = last(false).and_then(|it| {
        let wallet = account::wallet(engine, it.namespace)?.name;
        Some(WaitingWallet { wallet, number: it.number })
    });
    toast::lead(engine, awaited, last(true).map(|it| it.namespace));
}
