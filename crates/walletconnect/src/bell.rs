//! Something changed: whoever waits looks again.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Rings when anything in the module changes. Flows do not hand each other what happened: each looks at
/// what is, whenever it rings, so that nobody misses anything.
#[derive(Clone, Default)]
pub(crate) struct Bell(Rc<RefCell<Rung>>);

#[derive(Default)]
struct Rung {
    times: u64,
    waiting: Vec<Waker>,
}

impl Bell {
    /// Lets everybody look again.
    pub(crate) fn ring(&self) {
        let mut rung = self.0.borrow_mut();
        rung.times += 1;
        for waker in rung.waiting.drain(..) {
            waker.wake();
        }
    }

    /// How often it has rung.
    pub(crate) fn times(&self) -> u64 {
        self.0.borrow().times
    }

    /// Waits until it has rung more often than `heard`.
    pub(crate) async fn after(&self, heard: u64) {
        poll_fn(|context| {
            let mut rung = self.0.borrow_mut();
            if rung.times > heard {
                return Poll::Ready(());
            }
            if !rung.waiting.iter().any(|it| it.will_wake(context.waker())) {
                rung.waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    /// Waits until there is something.
    pub(crate) async fn until<T>(&self, look: impl Fn() -> Option<T>) -> T {
        loop {
            let heard = self.times();
            if let Some(found) = look() {
                return found;
            }
            self.after(heard).await;
        }
    }
}
