//! A socket on which something of ours listens.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// It listens until it is dropped, and its connections end with it.
pub(crate) struct Listening {
    /// Where.
    pub(crate) address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl Listening {
    /// Has each connection served.
    pub(crate) async fn at<F>(
        address: SocketAddr,
        serve: impl Fn(TcpStream) -> F + Send + 'static,
    ) -> io::Result<Self>
    where
        F: Future<Output = io::Result<()>> + Send + 'static,
    {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let accepting = tokio::spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                open.spawn(serve(stream));
                while open.try_join_next().is_some() {}
            }
        });
        Ok(Listening { address, accepting })
    }

    /// Closes the socket and breaks off the connections.
    pub(crate) async fn end(mut self) {
        self.accepting.abort();
        // It was told to end: there is nothing to be said about it.
        let _ = (&mut self.accepting).await;
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
