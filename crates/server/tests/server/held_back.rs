//! Bodies of requests that come when a test wants them to.

use axum::body::Body;
use bytes::Bytes;
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{Semaphore, watch};

/// Holds bodies back until they may go.
pub(crate) struct Gate {
    waiting: Arc<Semaphore>,
    open: watch::Sender<bool>,
}

struct HeldBack {
    waiting: Option<Arc<Semaphore>>,
    open: Pin<Box<dyn Future<Output = ()> + Send>>,
    start: Bytes,
    rest: Option<Bytes>,
}

impl Gate {
    pub(crate) fn new() -> Self {
        Gate { waiting: Arc::new(Semaphore::new(0)), open: watch::Sender::new(false) }
    }

    /// A body behind it.
    pub(crate) fn body(&self, bytes: impl Into<Bytes>) -> Body {
        self.rest_of_body(Bytes::new(), bytes)
    }

    /// A body of which only the rest is behind it.
    pub(crate) fn rest_of_body(&self, start: impl Into<Bytes>, rest: impl Into<Bytes>) -> Body {
        let mut open = self.open.subscribe();
        Body::new(HeldBack {
            waiting: Some(self.waiting.clone()),
            open: Box::pin(async move { drop(open.wait_for(|it| *it).await) }),
            start: start.into(),
            rest: Some(rest.into()),
        })
    }

    /// Waits until the server waits for so many bodies.
    pub(crate) async fn waits_for(&self, bodies: u32) {
        drop(self.waiting.acquire_many(bodies).await.expect("open"));
    }

    /// Waits until the server waits for one body more than was waited for in this way before.
    pub(crate) async fn waits_for_one_more(&self) {
        self.waiting.acquire().await.expect("open").forget();
    }

    /// Lets all bodies go.
    pub(crate) fn open(&self) {
        self.open.send_replace(true);
    }
}

impl hyper::body::Body for HeldBack {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !self.start.is_empty() {
            return Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.start)))));
        }
        if self.rest.is_some() && self.open.as_mut().poll(context).is_pending() {
            if let Some(waiting) = self.waiting.take() {
                waiting.add_permits(1);
            }
            return Poll::Pending;
        }
        Poll::Ready(self.rest.take().map(|bytes| Ok(Frame::data(bytes))))
    }
}
