//! What a person decides, as something that a flow waits for.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Yes.
    Approved,
    /// No.
    Refused,
    /// Whoever requested it does not want it any more.
    Aborted,
}

/// A decision that is waited for. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Decision(Rc<RefCell<(Option<Verdict>, Option<Waker>)>>);

impl Decision {
    /// Decides. What was decided before and nobody took yet does not count any more.
    pub(crate) fn decide(&self, verdict: Verdict) {
        let (place, waker) = &mut *self.0.borrow_mut();
        *place = Some(verdict);
        if let Some(waker) = waker.take() {
            waker.wake();
        }
    }

    /// Waits until it is decided, and takes it.
    pub(crate) async fn taken(&self) -> Verdict {
        poll_fn(|context| {
            let (place, waker) = &mut *self.0.borrow_mut();
            if let Some(verdict) = place.take() {
                Poll::Ready(verdict)
            } else {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
        })
        .await
    }
}
