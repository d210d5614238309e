//! Blocks of a made-up chain, and the nodes and sockets that tell of them.

use crate::fake_node::{FakeNode, each};
use crate::relay_peer::PATIENCE;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// Blocks of a made-up chain, with a log in each; several nodes may tell of them.
#[derive(Clone)]
pub(crate) struct Blocks(Arc<Mutex<Vec<String>>>, Arc<tokio::sync::Notify>);

impl Blocks {
    pub(crate) fn new(latest: u64) -> Self {
        let hashes = (0..=latest).map(|it| format!("0xa{it:063x}")).collect();
        Blocks(Arc::new(Mutex::new(hashes)), Arc::default())
    }

    pub(crate) fn grow(&self, more: usize) {
        self.replace(0, more);
    }

    /// The last ones are gone, and others come.
    pub(crate) fn replace(&self, gone: usize, come: usize) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut all = self.0.lock().expect("sound");
        let left = all.len() - gone;
        all.truncate(left);
        all.extend((0..come).map(|_| format!("0xb{:063x}", NEXT.fetch_add(1, Ordering::SeqCst))));
        drop(all);
        self.1.notify_waiters();
    }

    fn block(&self, at: usize) -> Value {
        let all = self.0.lock().expect("sound");
        json!({"number": format!("0x{at:x}"), "hash": all[at], "parentHash": all[at - 1],
            "timestamp": format!("0x{at:x}"), "transactions": []})
    }

    pub(crate) fn answer(&self, call: &Value, log_bytes: usize) -> Value {
        let (length, params) = (self.0.lock().expect("sound").len(), &call["params"]);
        let place = |hash: &Value| {
            let all = self.0.lock().expect("sound");
            all.iter().position(|it| hash == it.as_str())
        };
        let log = |at: usize| {
            let hash = self.0.lock().expect("sound")[at].clone();
            let data = "0".repeat(log_bytes);
            json!({"blockNumber": format!("0x{at:x}"), "blockHash": hash, "removed": false, "data": data})
        };
        match call["method"].as_str() {
            Some("eth_blockNumber") => json!(format!("0x{:x}", length - 1)),
            Some("eth_getBlockByNumber") if params[0] == "latest" => self.block(length - 1),
            Some("eth_getBlockByNumber") => {
                self.block(usize::try_from(number(&params[0])).expect("small"))
            }
            Some("eth_getBlockByHash") => place(&params[0]).map(|at| self.block(at)).into(),
            Some("eth_getLogs") => place(&params[0]["blockHash"]).map(log).into_iter().collect(),
            _ => Value::Null,
        }
    }

    pub(crate) async fn node(&self) -> FakeNode {
        self.telling(|_| (), 0).await
    }

    /// A node that tells of them, with so much in each log, and hears other calls than are made.
    pub(crate) async fn telling(
        &self,
        hears: impl Fn(&mut Value) + Clone + Send + Sync + 'static,
        log_bytes: usize,
    ) -> FakeNode {
        let blocks = self.clone();
        let node = FakeNode::answering(move |body| {
            let mut calls: Value = serde_json::from_str(body).expect("JSON");
            match &mut calls {
                Value::Array(calls) => calls.iter_mut().for_each(&hears),
                call => hears(call),
            }
            (200, blocks.answers(&calls.to_string(), log_bytes))
        })
        .await;
        // So that nobody is behind, whoever is asked by whom.
        node.is_at(10);
        node
    }

    pub(crate) fn answers(&self, body: &str, log_bytes: usize) -> String {
        each(body, |call| {
            json!({"id": call["id"], "result": self.answer(call, log_bytes)}).to_string()
        })
    }

    /// Waits until a node was asked where they begin.
    pub(crate) async fn is_followed(&self, node: &FakeNode) {
        until(|| node.asked().iter().any(|it| it.contains("eth_getBlockByNumber"))).await;
    }

    pub(crate) async fn socket(&self, chain: &'static str) -> FakeSocket {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("ws://{}/key", listener.local_addr().expect("an address"));
        let (blocks, subscribed) = (self.clone(), Arc::new(AtomicU64::new(0)));
        let count = subscribed.clone();
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                let Ok(mut stream) = accept_async(stream).await else { continue };
                // One after another: it is dropped with the task.
                blocks.tell(&mut stream, chain, &count).await;
            }
        });
        FakeSocket { url, subscribed, task }
    }

    async fn tell(&self, stream: &mut WebSocketStream<TcpStream>, chain: &str, count: &AtomicU64) {
        let mut known = usize::MAX;
        loop {
            let news = self.1.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            let length = self.0.lock().expect("sound").len();
            while known < length {
                let result = self.block(known);
                let told = json!({"method": "eth_subscription", "params": {"subscription": "s", "result": result}});
                if stream.send(Message::text(told.to_string())).await.is_err() {
                    return;
                }
                known += 1;
            }
            tokio::select! {
                () = news => {}
                said = stream.next() => {
                    let Some(Ok(Message::Text(text))) = said else { return };
                    let call: Value = serde_json::from_str(&text).expect("JSON");
                    let is_question = call["method"] == "eth_chainId";
                    let result = if is_question { chain } else { "s" };
                    let answer = json!({"id": call["id"], "result": result});
                    if stream.send(Message::text(answer.to_string())).await.is_err() {
                        return;
                    }
                    if !is_question {
                        known = self.0.lock().expect("sound").len();
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                }
            }
        }
    }
}

/// The socket of a node.
pub(crate) struct FakeSocket {
    pub(crate) url: String,
    /// How often it was subscribed to.
    pub(crate) subscribed: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl FakeSocket {
    pub(crate) async fn is_asked(&self, times: u64) {
        let asked = async {
            while self.subscribed.load(Ordering::SeqCst) < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, asked).await.expect("it is");
    }

    pub(crate) fn ends(&self) {
        self.task.abort();
    }
}

/// Waits for something.
pub(crate) async fn until(is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes");
}

pub(crate) fn number(quantity: &Value) -> u64 {
    let text = quantity.as_str().unwrap_or_default().trim_start_matches("0x");
    u64::from_str_radix(text, 16).expect("a quantity")
}
