//! A body that holds something until it is written.
//!
//! It comes in small pieces: a connection asks for the next one when the one before is mostly written,
//! so that the body ends when the client has it and not when it was handed over.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

const PIECE_BYTES: usize = 64 * 1024;

struct Holding<T> {
    body: Body,
    rest: Bytes,
    _held: T,
}

/// The answer, which holds on to `held` until its end.
pub(crate) fn holding<T: Send + Unpin + 'static>(answer: Response, held: T) -> Response {
    answer.map(|body| Body::new(Holding { body, rest: Bytes::new(), _held: held }))
}

impl<T: Unpin> hyper::body::Body for Holding<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(bytes))) => self.rest = bytes,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let length = self.rest.len().min(PIECE_BYTES);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use http_body_util::BodyExt;
    use hyper::body::Body as _;
    use std::sync::Arc;

    #[tokio::test]
    async fn what_is_held_is_let_go_at_the_end_and_not_before() {
        let held = Arc::new(());
        let whole = Bytes::from(vec![7; PIECE_BYTES * 2 + 1]);
        let mut body = holding(whole.clone().into_response(), held.clone()).into_body();
        let mut got = Vec::new();
        while let Some(frame) = body.frame().await {
            assert_eq!(Arc::strong_count(&held), 2);
            got.extend_from_slice(&frame.expect("sound").into_data().expect("bytes"));
            assert_eq!(body.size_hint().exact(), Some((whole.len() - got.len()) as u64));
        }
        assert!(got == whole && body.is_end_stream());
        drop(body);
        assert_eq!(Arc::strong_count(&held), 1);
    }
}
