//! A client of JSON-RPC, and of other calls, over a connection that is kept.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

use crate::http::Wire;

/// Where requests go.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    /// With the query.
    pub(crate) path: String,
}

/// A connection to a target.
pub(crate) struct Connection {
    wire: Wire,
    /// Of each request, as far as it is the same.
    head: String,
    /// The whole of one without a body.
    look: String,
    request: Vec<u8>,
}

impl Connection {
    /// Connects, from this address.
    pub(crate) async fn open(target: &Target, from: Ipv4Addr) -> Result<Self, String> {
        let Target { address, path } = target;
        let open = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
            Wire::of(socket.connect(*address).await?)
        };
        let wire = open.await.map_err(|error| format!("{address}: {error}"))?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: "
        );
        let look = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n");
        Ok(Connection { wire, head, look, request: Vec::new() })
    }

    /// Sends a body, and waits for the status and the body of the answer.
    pub(crate) async fn ask(&mut self, body: &str) -> Result<(u16, &str), String> {
        write_request(&mut self.request, &self.head, body);
        self.exchange().await
    }

    /// The same under another head, which ends behind `content-length: `.
    pub(crate) async fn ask_under(
        &mut self,
        head: &str,
        body: &str,
    ) -> Result<(u16, &str), String> {
        write_request(&mut self.request, head, body);
        self.exchange().await
    }

    /// Asks for what is at the target, and waits for the same.
    pub(crate) async fn look(&mut self) -> Result<(u16, &str), String> {
        self.wire.write(self.look.as_bytes()).await.map_err(|error| error.to_string())?;
        self.answer().await
    }

    async fn exchange(&mut self) -> Result<(u16, &str), String> {
        self.wire.write(&self.request).await.map_err(|error| error.to_string())?;
        self.answer().await
    }

    async fn answer(&mut self) -> Result<(u16, &str), String> {
        let answer = self.wire.read().await.map_err(|error| error.to_string())?;
        let answer = answer.ok_or("it hung up")?;
        let status = answer.first_line.split(|byte| *byte == b' ').nth(1);
        let status = status.and_then(|it| std::str::from_utf8(it).ok()?.parse().ok());
        let text = std::str::from_utf8(answer.body).map_err(|error| error.to_string())?;
        Ok((status.ok_or("its answer has no status")?, text))
    }
}

fn write_request(request: &mut Vec<u8>, head: &str, body: &str) {
    request.clear();
    for part in [head, &body.len().to_string(), "\r\n\r\n", body] {
        request.extend_from_slice(part.as_bytes());
    }
}
