//! A client of `GET /v1` as a WebSocket.

use crate::fake_blocks::number;
use crate::relay_peer::{PATIENCE, open};
use crate::test_app::{PROJECT, TestApp};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// One that is connected.
pub(crate) struct Client(WebSocketStream<TcpStream>);

impl Client {
    pub(crate) async fn of(app: &TestApp, chain: &str) -> Self {
        let path = format!("/v1?chainId={chain}&projectId={PROJECT}");
        Client(open(app.address(), &path, &[]).await.expect("a socket"))
    }

    /// One whose address a proxy tells.
    pub(crate) async fn at(app: &TestApp, address: &str) -> Self {
        let path = format!("/ws?chainId=eip155:5&projectId={PROJECT}");
        let headers = [("x-forwarded-for", address)];
        Client(open(app.address(), &path, &headers).await.expect("a socket"))
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("sent");
    }

    pub(crate) async fn hear_text(&mut self) -> String {
        loop {
            let heard = timeout(PATIENCE, self.0.next()).await.expect("in time");
            if let Message::Text(text) = heard.expect("it is open").expect("sound") {
                return text.to_string();
            }
        }
    }

    /// Why it was hung up on, whatever was told before.
    pub(crate) async fn end(&mut self) -> (u16, String) {
        loop {
            let heard = timeout(PATIENCE, self.0.next()).await.expect("in time");
            if let Message::Close(Some(why)) = heard.expect("it is open").expect("sound") {
                return (why.code.into(), why.reason.to_string());
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.hear_text().await).expect("JSON")
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.say(&json!({"id": "asked", "method": method, "params": params}).to_string()).await;
        loop {
            let heard = self.hear().await;
            if heard["id"] == "asked" {
                return heard["result"].clone();
            }
        }
    }

    pub(crate) async fn subscribe(&mut self, params: Value) -> Value {
        let id = self.ask("eth_subscribe", params).await;
        assert_eq!(id.as_str().map(str::len), Some(34), "{id}");
        id
    }

    /// The number of the block that is told of next.
    pub(crate) async fn head(&mut self, heads: &Value) -> u64 {
        let said = self.hear().await;
        assert_eq!(
            (&said["method"], &said["params"]["subscription"]),
            (&json!("eth_subscription"), heads)
        );
        number(&said["params"]["result"]["number"])
    }

    /// The blocks whose headers and logs are told, until both came of `last`. Each is told once.
    pub(crate) async fn told(&mut self, heads: &Value, logs: &Value, last: u64) -> Vec<u64> {
        let (mut headers, mut logged) = (Vec::new(), Vec::new());
        while headers.last() != Some(&last) || logged.last() != Some(&last) {
            let said = self.hear().await;
            let (of, result) = (&said["params"]["subscription"], &said["params"]["result"]);
            if of == heads {
                headers.push(number(&result["number"]));
            } else if of == logs {
                logged.push(number(&result["blockNumber"]));
            }
        }
        assert_eq!(headers, logged);
        headers
    }
}
