//! A stream whose peer has to read what it is sent.
//!
//! A peer may keep the server waiting for some time, and earns it back by what it reads: who reads
//! nothing, and who reads a byte now and then, are both hung up on. Time in which nothing waits to be
//! sent is not counted.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How fast a peer has to read.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long it may keep the server waiting, at most.
    pub time: Duration,
    /// How many bytes earn it a second.
    pub bytes_per_second: u32,
}

impl Default for Pace {
    /// What a phone reads at the edge of a network of the second generation.
    fn default() -> Self {
        Pace { time: Duration::from_secs(10), bytes_per_second: 4 * 1024 }
    }
}

/// The stream.
pub(crate) struct Paced<S> {
    stream: S,
    pace: Pace,
    /// How long it may still keep the server waiting.
    left: Duration,
    /// While it does.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Paced<S> {
    pub(crate) fn new(stream: S, pace: Pace) -> Self {
        Paced { stream, pace, left: pace.time, waiting: None }
    }

    fn timed(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<Result<usize>>,
    ) -> Poll<Result<usize>> {
        match written {
            Poll::Pending => {
                let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.left)));
                ready!(waiting.as_mut().poll(context));
                Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the peer reads too slowly")))
            }
            Poll::Ready(Ok(bytes)) => {
                if let Some(waiting) = self.waiting.take() {
                    self.left = waiting.deadline().saturating_duration_since(Instant::now());
                }
                self.left = self.pace.after(self.left, bytes);
                Poll::Ready(Ok(bytes))
            }
            broken @ Poll::Ready(Err(_)) => broken,
        }
    }
}

impl Pace {
    /// How long a peer may keep the server waiting that had so much time left, and read so much.
    fn after(self, left: Duration, bytes: usize) -> Duration {
        let millis = (bytes as u64).saturating_mul(1_000) / u64::from(self.bytes_per_second.max(1));
        left.saturating_add(Duration::from_millis(millis)).min(self.time)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_earns_time_and_never_more_than_there_was() {
        let pace = Pace { time: Duration::from_secs(10), bytes_per_second: 1_000 };
        let (none, second) = (Duration::ZERO, Duration::from_secs(1));
        assert_eq!(pace.after(none, 0), none);
        assert_eq!(pace.after(none, 2_500), second * 5 / 2);
        assert_eq!(pace.after(second * 9, 5_000), second * 10);
        assert_eq!(pace.after(second, usize::MAX), second * 10);
    }
}
