//! A client of the relay on a real socket, which says and sees what a test wants.

use crate::test_app::{PROJECT, PUBLIC, TestApp};
use futures_util::{SinkExt, StreamExt};
use protocol::relay::token::{self, ClientId};
use protocol::relay::topic::Topic;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long anything may take here.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A client with a socket.
pub(crate) struct Peer {
    pub(crate) stream: WebSocketStream<TcpStream>,
    next_id: u64,
    pushes: VecDeque<Value>,
    /// Says that it has what it gets.
    pub(crate) is_polite: bool,
}

/// Unix seconds.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs()
}

/// The token of the client with this seed.
pub(crate) fn token_of(seed: u8, audience: &str) -> String {
    token::sign(&[seed; 32], "subject", audience, now(), now() + 60)
}

/// The name of the client with this seed.
pub(crate) fn client(seed: u8) -> ClientId {
    ClientId::of_seed(&[seed; 32])
}

/// A topic, as text.
pub(crate) fn topic(name: &str) -> String {
    Topic::of(name.as_bytes()).text()
}

/// The parameters of a message.
pub(crate) fn message(at: &str, message: &str) -> Value {
    json!({ "topic": topic(at), "message": message, "ttl": 300, "tag": 1108 })
}

/// Opens a socket to a server.
pub(crate) async fn open(
    address: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> Result<WebSocketStream<TcpStream>, Error> {
    let stream = TcpStream::connect(address).await.expect("a connection");
    let mut request = format!("ws://{address}{path}").into_client_request().expect("a request");
    request.headers_mut().insert("host", HeaderValue::from_static(PUBLIC));
    for (name, value) in headers {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
        request.headers_mut().insert(name, HeaderValue::from_str(value).expect("a value"));
    }
    let opened = tokio::time::timeout(PATIENCE, client_async(request, stream)).await;
    opened.expect("in time").map(|(stream, _)| stream)
}

impl Peer {
    /// The client with this seed, connected.
    pub(crate) async fn of(app: &TestApp, seed: u8) -> Self {
        Peer::at(app.address(), seed).await
    }

    /// The same of a server at an address.
    pub(crate) async fn at(address: SocketAddr, seed: u8) -> Self {
        let auth = token_of(seed, &format!("ws://{PUBLIC}/relay"));
        let path =
            format!("/relay?auth={auth}&projectId={PROJECT}&ua=wc-2/rust&useOnCloseEvent=true");
        Peer::on(open(address, &path, &[]).await.expect("let in"))
    }

    /// On a socket that is open.
    pub(crate) fn on(stream: WebSocketStream<TcpStream>) -> Self {
        let next_id = 1_795_228_209_530_000_000;
        Peer { stream, next_id, pushes: VecDeque::new(), is_polite: true }
    }

    /// Asks, and waits for the answer; what is pushed meanwhile is kept for later.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.answer_to(&id).await
    }

    /// Asks what must be done, and gives its result.
    pub(crate) async fn done(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        answer.get("result").cloned().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    /// Asks, and gives the id; JavaScript's are text.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = json!(self.next_id.to_string());
        let frame = json!({ "id": id, "jsonrpc": "2.0", "method": method, "params": params });
        self.say(frame.to_string()).await;
        id
    }

    /// Sends a text.
    pub(crate) async fn say(&mut self, text: impl Into<String>) {
        self.stream.send(Message::text(text.into())).await.expect("sent");
    }

    /// The answer to a request.
    pub(crate) async fn answer_to(&mut self, id: &Value) -> Value {
        loop {
            let frame = self.frame().await;
            if frame.get("method").is_some() {
                self.pushes.push_back(frame);
            } else if frame["id"] == *id {
                return frame;
            }
        }
    }

    /// The next push, which may have come before an answer that was waited for.
    pub(crate) async fn push(&mut self) -> Value {
        loop {
            if let Some(push) = self.pushes.pop_front() {
                return push;
            }
            let frame = self.frame().await;
            if frame.get("method").is_some() {
                self.pushes.push_back(frame);
            }
        }
    }

    /// The data of the next push.
    pub(crate) async fn pushed(&mut self) -> Value {
        self.push().await["params"]["data"].take()
    }

    /// The messages of as many pushes.
    pub(crate) async fn messages(&mut self, count: usize) -> Vec<String> {
        let mut messages = Vec::new();
        while messages.len() < count {
            messages.push(self.pushed().await["message"].as_str().expect("text").to_owned());
        }
        messages
    }

    /// Everything that was left for it has come: what it asks now is answered after that.
    pub(crate) async fn pushed_until_now(&mut self) -> Vec<String> {
        self.done("irn_fetchMessages", json!({ "topic": topic("nobody's") })).await;
        let pushes = std::mem::take(&mut self.pushes);
        let text =
            |it: &Value| it["params"]["data"]["message"].as_str().unwrap_or("taken").to_owned();
        pushes.iter().map(text).collect()
    }

    /// The next frame, of which it says that it has it.
    pub(crate) async fn frame(&mut self) -> Value {
        loop {
            match self.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).expect("JSON");
                    if self.is_polite && frame.get("method").is_some() {
                        let said = json!({ "id": frame["id"], "jsonrpc": "2.0", "result": true });
                        self.say(said.to_string()).await;
                    }
                    return frame;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Result<Message, Error>> {
        tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("in time")
    }

    /// Code and reason with which the relay closes the socket.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            match self.next().await {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
