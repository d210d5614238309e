//! A socket of a node, which tells of its new blocks.

use super::block::Block;
use crate::config_values::SocketUrl;
use crate::upstream::probe::{self, Probe};
use crate::upstream::{Client, Stream, causes};
use futures_util::{SinkExt, StreamExt};
use protocol::caip::ChainId;
use serde_json::{Value, json};
use std::future::pending;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long one may take until it says of what chain it is, and that it will tell.
const OPEN_TIME: Duration = Duration::from_secs(5);
/// How long nobody tries again where none could be opened; twice as long each time.
const PAUSE: [Duration; 2] = [Duration::from_secs(1), Duration::from_mins(1)];
/// How large a header may be.
const MOST_BYTES: usize = 64 * 1024;

/// It is open, and tells of new blocks.
pub(super) struct NodeSocket {
    stream: WebSocketStream<Stream>,
    subscription: Value,
}

/// Opens one of these, the one at `first` before the others; never ends where there are none. Says at which
/// place it was.
pub(super) async fn open(
    client: &Client,
    chain: &ChainId,
    all: &[SocketUrl],
    first: usize,
) -> (usize, NodeSocket) {
    if all.is_empty() {
        return pending().await;
    }
    let (mut at, mut pause) = (first, PAUSE[0]);
    loop {
        for _ in all {
            at %= all.len();
            let opened = timeout(OPEN_TIME, NodeSocket::open(client, chain, &all[at]));
            let why = match opened.await {
                Ok(Ok(socket)) => return (at, socket),
                Ok(Err(why)) => why,
                Err(_) => "it took too long".to_owned(),
            };
            let (chain, node) = (chain.text(), all[at].host());
            tracing::warn!(chain, node, why, "a node's socket was not opened");
            at += 1;
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE[1]);
    }
}

/// Whether one can be opened, is of the chain, and tells of new blocks; or says why not.
pub(crate) async fn try_to_open(
    client: &Client,
    chain: &ChainId,
    url: &SocketUrl,
) -> Result<(), String> {
    let opened = timeout(OPEN_TIME, NodeSocket::open(client, chain, url)).await;
    opened.unwrap_or_else(|_| Err("it took too long".to_owned())).map(drop)
}

impl NodeSocket {
    async fn open(client: &Client, chain: &ChainId, url: &SocketUrl) -> Result<Self, String> {
        let stream = client.connect(url.uri()).await?;
        let url = url.uri().clone();
        let config = WebSocketConfig::default()
            .max_message_size(Some(MOST_BYTES))
            .max_frame_size(Some(MOST_BYTES));
        let shaken = client_async_with_config(url, stream, Some(config)).await;
        let (stream, _) = shaken.map_err(|error| causes(&error))?;
        let mut socket = NodeSocket { stream, subscription: Value::Null };
        let probe = Probe::of(chain.namespace).ok_or("there is nothing to ask it")?;
        let said = socket.ask(probe.chain.0, json!([])).await?;
        let is_ours = said.as_str().and_then(|it| probe::names(chain, it)) == Some(true);
        if !is_ours {
            return Err("it is of another chain".to_owned());
        }
        socket.subscription = socket.ask("eth_subscribe", json!(["newHeads"])).await?;
        Ok(socket)
    }

    /// The next new block; nothing where it tells of none any more.
    pub(super) async fn next(&mut self) -> Option<Block> {
        loop {
            let mut told = self.hear().await?;
            let params = told.get_mut("params").map(Value::take).unwrap_or_default();
            if params["subscription"] == self.subscription
                && let Some(block) = Block::read(params["result"].clone())
            {
                return Some(block);
            }
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let sent = self.stream.send(Message::text(call.to_string())).await;
        sent.map_err(|error| causes(&error))?;
        loop {
            let mut said = self.hear().await.ok_or("it hung up")?;
            if said["id"] == 1 {
                let result = said.get_mut("result").map(Value::take);
                return result.ok_or_else(|| format!("it refuses {method}"));
            }
        }
    }

    async fn hear(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
