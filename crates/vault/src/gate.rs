//! A gate that one flow passes at a time. Dropping what it got opens it for the next.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// The gate.
#[derive(Default)]
pub(crate) struct Gate {
    is_shut: Cell<bool>,
    waiting: RefCell<Vec<Waker>>,
}

/// Somebody is within.
pub(crate) struct Within<'a>(&'a Gate);

impl Gate {
    /// Waits until nobody is within.
    pub(crate) async fn enter(&self) -> Within<'_> {
        poll_fn(|context| {
            if self.is_shut.replace(true) {
                self.waiting.borrow_mut().push(context.waker().clone());
                Poll::Pending
            } else {
                Poll::Ready(Within(self))
            }
        })
        .await
    }
}

impl Drop for Within<'_> {
    fn drop(&mut self) {
        self.0.is_shut.set(false);
        for waker in self.0.waiting.take() {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::Context;

    use super::*;

    #[test]
    fn one_is_within_at_a_time_and_the_next_comes_when_that_one_leaves() {
        let gate = Gate::default();
        let mut context = Context::from_waker(Waker::noop());
        let (mut first, mut second) = (pin!(gate.enter()), pin!(gate.enter()));
        let Poll::Ready(within) = first.as_mut().poll(&mut context) else { panic!("it is open") };
        assert!(second.as_mut().poll(&mut context).is_pending());
        drop(within);
        assert!(second.as_mut().poll(&mut context).is_ready());
    }
}
