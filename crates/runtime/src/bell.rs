//! Something changed: whoever waits looks again.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Rings when anything in the module changes. Flows do not hand each other what happened: each looks at
/// what is, whenever it rings, so that nobody misses anything.
#[derive(Clone, Default)]
pub struct Bell(Rc<RefCell<Rung>>);

#[derive(Default)]
struct Rung {
    times: u64,
    waiting: Vec<Waker>,
}

impl Bell {
    /// Lets everybody look again.
    pub fn ring(&self) {
        let mut rung = self.0.borrow_mut();
        rung.times += 1;
        for waker in rung.waiting.drain(..) {
            waker.wake();
        }
    }

    /// How often it has rung.
    pub fn times(&self) -> u64 {
        self.0.borrow().times
    }

    /// Waits until it has rung more often than `heard`.
    pub fn after(&self, heard: u64) -> impl Future<Output = ()> {
        self.until(move || (self.times() > heard).then_some(()))
    }

    /// Waits until there is something.
    // A closure and no `async`, whose states are bytes in WebAssembly wherever it is awaited.
    pub fn until<T>(&self, look: impl Fn() -> Option<T>) -> impl Future<Output = T> {
        poll_fn(move |context| {
            let found = look();
            if found.is_none() {
                self.wake_next_time(context.waker());
            }
            found.map_or(Poll::Pending, Poll::Ready)
        })
    }

    fn wake_next_time(&self, waker: &Waker) {
        let mut rung = self.0.borrow_mut();
        if !rung.waiting.iter().any(|it| it.will_wake(waker)) {
            rung.waiting.push(waker.clone());
        }
    }
}
