//! What a person decides or wants, as something that a flow waits for.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use crate::recovery::PasskeyGiven;

/// What was decided.
pub(crate) enum Verdict {
    /// Yes; and what a passkey gave, where one was asked for.
    Approved(Option<PasskeyGiven>),
    /// No.
    Refused,
    /// Whoever requested it does not want it any more.
    Aborted,
}

/// A decision that is waited for.
pub(crate) type Decision = Signal<Verdict>;

/// Something that is waited for. Clones are one.
pub(crate) struct Signal<T>(Rc<RefCell<(Option<T>, Option<Waker>)>>);

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        Signal(Rc::clone(&self.0))
    }
}

impl<T> Default for Signal<T> {
    fn default() -> Self {
        Signal(Rc::new(RefCell::new((None, None))))
    }
}

impl<T> Signal<T> {
    /// Gives it. What was given before and nobody took yet does not count any more.
    pub(crate) fn give(&self, it: T) {
        let (place, waker) = &mut *self.0.borrow_mut();
        *place = Some(it);
        if let Some(waker) = waker.take() {
            waker.wake();
        }
    }

    /// Waits until it is given, and takes it.
    pub(crate) async fn taken(&self) -> T {
        poll_fn(|context| {
            let (place, waker) = &mut *self.0.borrow_mut();
            if let Some(it) = place.take() {
                Poll::Ready(it)
            } else {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
        })
        .await
    }
}
