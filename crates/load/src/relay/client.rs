//! A client of the relay, on a socket from one of many addresses of this machine.

use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use protocol::relay::address::address;
use protocol::relay::call::{Call, Publish};
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::push::Push;
use protocol::relay::token;
use protocol::relay::topic::Topic;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::place::{Hears, Sends};
use crate::server::Server;

/// From so many addresses clients come.
const ADDRESSES: usize = 200;
/// Ids of requests begin here, as those of JavaScript do.
const FIRST_ID: u64 = 1_795_228_209_530_000_000;

/// A socket with a client on it.
pub(crate) struct Client {
    stream: WebSocketStream<TcpStream>,
    /// Where it leaves messages in turn, or hears them.
    topics: Vec<Topic>,
    asked: u64,
}

impl Client {
    /// Connects the client of this number, for so many topics of that name.
    pub(crate) async fn connect(
        server: &Server,
        number: usize,
        of: &str,
        topics: usize,
    ) -> Result<Self, String> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&(number as u64 + 1).to_le_bytes());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|it| it.to_string())?;
        let now = now.as_secs();
        let url = format!("ws://{}/relay", server.address);
        let auth = token::sign(&seed, "load", &url, now, now + 3_600);
        let url = address(&url, &auth, &server.project, "wc-2/load");
        let socket = TcpSocket::new_v4().map_err(|it| it.to_string())?;
        // Who leaves messages and who hears them have numbers in turns.
        let last = u8::try_from(number / 2 % ADDRESSES + 1).map_err(|it| it.to_string())?;
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).map_err(|it| it.to_string())?;
        let stream = socket.connect(server.address).await.map_err(|it| it.to_string())?;
        stream.set_nodelay(true).map_err(|it| it.to_string())?;
        let opened = client_async(url, stream).await;
        let (stream, _) = opened.map_err(|error| format!("client {number}: {error}"))?;
        let topic = |at: usize| Topic::of(format!("{of} {at}").as_bytes());
        Ok(Client { stream, topics: (0..topics).map(topic).collect(), asked: 0 })
    }

    /// Listens at its topics.
    pub(crate) async fn subscribe(&mut self) -> Result<(), String> {
        let topics = self.topics.clone();
        self.ask(&Call::BatchSubscribe { topics, is_blocking: false }).await?;
        self.acknowledged().await.map(drop)
    }

    async fn ask(&mut self, call: &Call) -> Result<(), String> {
        let text = frame::request(&FrameId::text(FIRST_ID + self.asked), call.method(), call);
        self.asked += 1;
        self.say(text).await
    }

    async fn say(&mut self, text: String) -> Result<(), String> {
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    async fn frame(&mut self) -> Result<Frame, String> {
        loop {
            let message = self.stream.next().await.ok_or("the relay hung up")?;
            if let Message::Text(text) = message.map_err(|error| error.to_string())? {
                return Frame::read(&text).map_err(|unread| format!("{:?}", unread.refusal));
            }
        }
    }
}

impl Sends for Client {
    async fn send(&mut self, message: String) -> Result<(), String> {
        let turn = usize::try_from(self.asked).map_err(|it| it.to_string())?;
        let topic = self.topics[turn % self.topics.len()];
        let publish =
            Publish { topic, message, ttl: 300, tag: 1108, prompt: false, attestation: None };
        self.ask(&Call::Publish(publish)).await
    }

    async fn acknowledged(&mut self) -> Result<u64, String> {
        loop {
            match self.frame().await? {
                Frame::Answer { id, .. } => {
                    let number = id.value().and_then(|id| id.checked_sub(FIRST_ID));
                    return number.ok_or_else(|| "an answer to no request".to_owned());
                }
                Frame::Refused { error, .. } => return Err(error.message),
                Frame::Request { .. } => {}
            }
        }
    }
}

impl Hears for Client {
    async fn hear(&mut self) -> Result<String, String> {
        loop {
            let Frame::Request { id, method, params } = self.frame().await? else { continue };
            if let Ok(Push::Message { message, .. }) = Push::read(&method, &params) {
                self.say(frame::answer(&id, &true)).await?;
                return Ok(message.message);
            }
        }
    }
}
