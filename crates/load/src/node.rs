//! A JSON-RPC node of our own, so quick that what is in front of it is measured: a socket is read and written,
//! and nothing else. What it says is up to who listens ([`Says`]).

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;

use crate::http::Wire;
use crate::listening::Listening;

/// What a node says.
pub(crate) trait Says: Send + Sync + 'static {
    /// Writes the answer to a body.
    fn say(&self, asked: &[u8], answer: &mut Vec<u8>) -> Manner;
}

/// How an answer is given.
pub(crate) struct Manner {
    pub(crate) status: u16,
    /// How long it takes.
    pub(crate) after: Duration,
}

/// A node that listens until it is dropped.
pub(crate) struct Node {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    listening: Listening,
}

impl Node {
    pub(crate) async fn listen(address: SocketAddr, says: Arc<impl Says>) -> io::Result<Self> {
        let listening = Listening::at(address, move |it| serve(it, says.clone())).await?;
        Ok(Node { address: listening.address, listening })
    }

    /// Closes its socket and breaks off its connections.
    pub(crate) async fn end(self) {
        self.listening.end().await;
    }
}

async fn serve(stream: TcpStream, says: Arc<impl Says>) -> io::Result<()> {
    // Whoever is at the other end is not told in peace, but by a reset.
    stream.set_zero_linger()?;
    let (mut wire, mut body, mut answer) = (Wire::of(stream)?, Vec::new(), Vec::new());
    while let Some(asked) = wire.read().await? {
        body.clear();
        let Manner { status, after } = says.say(asked.body, &mut body);
        if !after.is_zero() {
            tokio::time::sleep(after).await;
        }
        answer.clear();
        let length = body.len();
        write!(
            answer,
            "HTTP/1.1 {status} \r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        )?;
        answer.extend_from_slice(&body);
        wire.write(&answer).await?;
    }
    Ok(())
}
