//! `GET /v1?chainId=&projectId=` where a WebSocket is asked for: JSON-RPC to the nodes of a chain.
//!
//! Each message is what the body of a `POST` is, under the same list of methods and the same limits, and is
//! answered as soon as that is known. On chains of eip155 there are `eth_subscribe`, to `newHeads` or `logs`,
//! and `eth_unsubscribe` besides ([geth](https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub)),
//! each in a message of its own. What is told comes from `feeds/`, which asks another node where one is gone.

use super::rpc::{Answered, answers};
use crate::app::App;
use crate::ceiling::Entered;
use crate::client_address::client_of;
use crate::error::ApiError;
use crate::extract::{AskedChain, AskingProject};
use crate::feeds::{self, Filter, Listener, Lost, News, Place, Untold};
use crate::rate_limits::Asker;
use crate::upstream::call::{Call, Calls};
use crate::upstream::{Chain, Said};
use crate::websocket::{End, NO_ROOM, Received, Upgrade, WebSocket, What};
use axum::Extension;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::Response;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use protocol::caip::Namespace;
use protocol::rpc;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::{Interval, MissedTickBehavior, interval_at, timeout};

/// How many messages are answered at once: nobody reads more of a client meanwhile.
const AT_ONCE: usize = 32;
/// How often a client is asked whether it is there, and how often it may not say so.
const PING_TIME: Duration = Duration::from_secs(27);
const MOST_UNANSWERED: u32 = 2;
/// How often a client may be refused in a row for asking too much.
const MOST_REFUSED: u32 = 100;
/// How long a good-bye may take.
const CLOSE_TIME: Duration = Duration::from_secs(2);

const TOO_MANY: End = End::Closed(1013, "too many requests");
const TOO_SLOW: End = End::Closed(1013, "what is told was not read");
/// It reads again what it has to know, and subscribes anew.
const UNKNOWN: End = End::Closed(1013, "what was told may be gone, and more may have come");

/// JSON-RPC to the nodes of a chain over a WebSocket.
#[utoipa::path(
    get,
    path = "/v1",
    params(("chainId" = String, Query, description = "CAIP-2 id"), ("projectId" = String, Query, description = "32 hex digits")),
    responses((status = 101, description = "The socket."), (status = 400, description = "A parameter that cannot be."), (status = 401, description = "There is no such project."), (status = 403, description = "The page may not use the project."), (status = 426, description = "No WebSocket is asked for."), (status = 429, description = "Too much of one client or project."), (status = 503, description = "There are too many sockets."))
)]
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(asker): Extension<Asker>,
    request: Request,
) -> Result<Response, ApiError> {
    let address = client_of(&request, &app.config.trusted_proxies);
    let (mut parts, _) = request.into_parts();
    let upgrade = Upgrade::of(&mut parts).ok_or(ApiError::UpgradeRequired)?;
    let AskedChain(id) = AskedChain::from_request_parts(&mut parts, &app).await?;
    AskingProject::from_request_parts(&mut parts, &app).await?;
    let name = id.text();
    let chain = app.chains.get(&name).cloned().ok_or(ApiError::ChainUnknown(name))?;
    // It stays a connection, and is no request any more.
    let entered = [&app.feeds.sockets, &app.connections].map(|it| it.enter(address));
    let [socket, connection] = entered;
    let entered = (socket.map_err(ApiError::Busy)?, connection.map_err(ApiError::Busy)?);
    let (room, most) = (app.held.room(address), app.config.body_limit_bytes);
    Ok(upgrade
        .open(room, most, move |stream| serve(Socket::new(app, chain, asker), stream, entered)))
}

/// A socket and what is told there.
struct Socket {
    app: Arc<App>,
    chain: Arc<Chain>,
    asker: Asker,
    subscriptions: HashMap<String, Subscription>,
    /// What is to be told.
    untold: Arc<Untold>,
    calls: FuturesUnordered<BoxFuture<'static, Answer>>,
    refused: u32,
    unanswered: u32,
}

/// It ends when it is dropped.
struct Subscription {
    task: AbortHandle,
    _counted: (Entered, Place),
}

/// The answer to a message, and that it was in flight.
struct Answer {
    text: Bytes,
    is_refusal: bool,
    _entered: Option<Entered>,
}

/// Serves a socket until it ends. `entered` is its place among all, and among connections.
async fn serve(mut socket: Socket, mut stream: WebSocket, entered: (Entered, Entered)) {
    let mut pings = interval_at(tokio::time::Instant::now() + PING_TIME, PING_TIME);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let end = loop {
        if let Err(end) = socket.step(&mut stream, &mut pings).await {
            break end;
        }
    };
    drop(socket);
    if let End::Closed(code, reason) = end {
        let _ = timeout(CLOSE_TIME, stream.close(code, reason)).await;
    }
    drop(entered);
}

impl Socket {
    fn new(app: Arc<App>, chain: Arc<Chain>, asker: Asker) -> Self {
        let untold = Untold::new(app.held.room(asker.client));
        let (subscriptions, calls) = Default::default();
        Socket { app, chain, asker, subscriptions, untold, calls, refused: 0, unanswered: 0 }
    }

    async fn step(&mut self, stream: &mut WebSocket, pings: &mut Interval) -> Result<(), End> {
        tokio::select! {
            Some(answer) = self.calls.next() => {
                self.note(answer.is_refusal)?;
                stream.send(text_of(&answer.text)).await
            }
            told = self.untold.next() => match told {
                Ok(text) => stream.send(&text).await,
                Err(Lost::Unread) => Err(TOO_SLOW),
                Err(Lost::Unpaid) => Err(TOO_MANY),
                Err(Lost::Unknown) => Err(UNKNOWN),
            },
            _ = pings.tick() => {
                if self.unanswered >= MOST_UNANSWERED {
                    return Err(End::Gone);
                }
                self.unanswered += 1;
                stream.ping().await
            }
            received = stream.receive(), if self.calls.len() < AT_ONCE => {
                let Received { what, .. } = received?;
                // Who answers pings in the middle of a message without end is not there.
                if !stream.is_midway() {
                    self.unanswered = 0;
                }
                match what {
                    What::Close => Err(End::Gone),
                    What::Text(text) => self.take(stream, text).await,
                    What::Ping(said) => {
                        self.app.limits.admit(&self.asker).map_err(|_| TOO_MANY)?;
                        stream.pong(&said).await
                    }
                    What::Pong | What::Piece => Ok(()),
                }
            }
        }
    }

    /// Counts refusals: who goes on and on is sent away.
    fn note(&mut self, is_refusal: bool) -> Result<(), End> {
        self.refused = if is_refusal { self.refused + 1 } else { 0 };
        if self.refused > MOST_REFUSED { Err(TOO_MANY) } else { Ok(()) }
    }

    /// Takes a message.
    async fn take(&mut self, stream: &mut WebSocket, text: String) -> Result<(), End> {
        if let Some(said) = self.subscribed(&text) {
            self.note(said.is_refusal)?;
            return stream.send(text_of(&said.text)).await;
        }
        let (app, chain, asker) = (self.app.clone(), self.chain.clone(), self.asker.clone());
        // It is held for as long as it is answered.
        let mut room = app.held.room(asker.client);
        room.grow_to(text.len()).map_err(|_| NO_ROOM)?;
        self.calls.push(Box::pin(async move {
            let answer = answer(&app, &chain, &asker, &text).await;
            drop((text, room));
            answer
        }));
        Ok(())
    }

    /// The answer to a message that is about a subscription; nothing where it is about something else.
    fn subscribed(&mut self, text: &str) -> Option<Answer> {
        let is_evm = self.chain.nodes().id.namespace == Namespace::Eip155;
        if !is_evm || !text.contains("subscribe") {
            return None;
        }
        let Ok(Calls::One(call)) = Calls::read(text.as_bytes()) else { return None };
        let is_more = match &*call.method {
            "eth_subscribe" => true,
            "eth_unsubscribe" => false,
            _ => return None,
        };
        if let Err(error) = self.app.limits.admit(&self.asker) {
            return Some(refusal(call.id(), &error));
        }
        let said = if is_more { self.subscribe(&call) } else { self.unsubscribe(&call) };
        Some(Answer::of(said.pieces(call.id()).concat().into()))
    }

    fn subscribe(&mut self, call: &Call<'_>) -> Said {
        let params: Vec<Value> =
            call.params().and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default();
        let filter = match params.first().and_then(Value::as_str) {
            Some("newHeads") => None,
            Some("logs") => match Filter::read(params.get(1)) {
                Some(filter) => Some(filter),
                None => return Said::error(rpc::INVALID_PARAMS, "This is no filter of logs."),
            },
            _ => return Said::error(rpc::INVALID_PARAMS, "Only newHeads and logs are told of."),
        };
        let Ok(counted) = self.app.feeds.subscriptions.enter(self.asker.client) else {
            return Said::error(rpc::LIMIT_EXCEEDED, "There are too many subscriptions.");
        };
        let Ok(place) = self.untold.place(filter.as_ref().map_or(0, feeds::logs_bytes)) else {
            return Said::error(rpc::LIMIT_EXCEEDED, "There is no room for this subscription.");
        };
        let (id, untold, feeds) = (random_id(), self.untold.clone(), &self.app.feeds);
        let name = self.chain.nodes().id.text();
        let begin = begin(&id);
        let task = match filter {
            None => feeds
                .blocks(&name)
                .map(|blocks| tokio::spawn(tell(blocks, begin, untold, feeds::header, |_| true))),
            Some(filter) => feeds.logs(&name, filter).map(|logs| {
                let (app, asker) = (self.app.clone(), self.asker.clone());
                let is_paid =
                    move |news: &Arc<News>| news.is_paid(|| app.limits.admit(&asker).is_ok());
                tokio::spawn(tell(logs, begin, untold, feeds::texts, is_paid))
            }),
        };
        let Some(task) = task else {
            return Said::error(rpc::INTERNAL, "There are no nodes to ask.");
        };
        let subscription = Subscription { task: task.abort_handle(), _counted: (counted, place) };
        self.subscriptions.insert(id.clone(), subscription);
        Said::Result(Bytes::from(format!("\"{id}\"")))
    }

    fn unsubscribe(&mut self, call: &Call<'_>) -> Said {
        let params = call.params().and_then(|it| serde_json::from_str::<[String; 1]>(it).ok());
        let gone = params.and_then(|[id]| self.subscriptions.remove(&id));
        match gone {
            Some(_) => Said::Result(Bytes::from_static(b"true")),
            None => Said::error(rpc::INVALID_PARAMS, "There is no such subscription."),
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Answer {
    fn of(text: Bytes) -> Self {
        Answer { text, is_refusal: false, _entered: None }
    }
}

/// Tells what a feed says, until nobody wants to hear it, or pays for it.
async fn tell<T: Clone>(
    mut feed: Listener<T>,
    begin: String,
    untold: Arc<Untold>,
    texts: fn(&T) -> Vec<&str>,
    is_paid: impl Fn(&T) -> bool,
) {
    loop {
        match feed.next().await {
            Ok(said) if !is_paid(&said) => return untold.end(Lost::Unpaid),
            Ok(said) if untold.tell(&begin, &texts(&said), "}}").is_ok() => {}
            Ok(_) => return,
            Err(why) => return untold.end(why),
        }
    }
}

/// The answer to a message: what a `POST` of it would be answered, errors as those of JSON-RPC.
async fn answer(app: &App, chain: &Chain, asker: &Asker, text: &str) -> Answer {
    let entered = match app.requests.enter(asker.client) {
        Ok(entered) => entered,
        Err(full) => return refusal("null", &ApiError::Busy(full)),
    };
    let mut id = "null";
    let answered = async {
        app.limits.admit(asker)?;
        let calls = Calls::read(text.as_bytes())?;
        if let Calls::One(call) = &calls {
            id = call.id();
        }
        match answers(app, chain, asker, calls).await? {
            Answered::Batch(whole) => Ok(whole),
            Answered::One(id, said) => {
                let mut whole = app.held.gather(asker.client);
                let pieces = said.pieces(id);
                whole.expect(pieces.iter().map(|it| it.len()).sum())?;
                pieces.iter().try_for_each(|it| whole.add(it))?;
                Ok(whole.whole())
            }
        }
    };
    match answered.await {
        Ok(text) => Answer { text, is_refusal: false, _entered: Some(entered) },
        Err(error) => refusal(id, &error),
    }
}

fn refusal(id: &str, error: &ApiError) -> Answer {
    let (code, is_refusal) = match error {
        ApiError::RateLimited { .. } | ApiError::Busy(_) | ApiError::NoRoom(_) => {
            (rpc::LIMIT_EXCEEDED, true)
        }
        ApiError::BodyNotJson(_) => (rpc::PARSE, false),
        ApiError::NodesSilent(_) | ApiError::OutcomeUnknown | ApiError::Unexpected => {
            (rpc::INTERNAL, false)
        }
        _ => (rpc::INVALID_REQUEST, false),
    };
    let said = Said::error(code, &error.description());
    Answer { is_refusal, ..Answer::of(said.pieces(id).concat().into()) }
}

fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is made of texts")
}

/// How what a subscription tells begins.
fn begin(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"eth_subscription","params":{{"subscription":"{id}","result":"#
    )
}

fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    format!("0x{:032x}", u128::from_be_bytes(bytes))
}
