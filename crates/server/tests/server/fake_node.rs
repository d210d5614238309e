//! A JSON-RPC node that does as a test says, and remembers what it was asked.

use axum::Router;
use axum::extract::Request;
use axum::http::header::RETRY_AFTER;
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use http_body_util::BodyExt;
use serde_json::Value;
use server::listen::{Stop, bind, listen};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// A node at a random port.
pub(crate) struct FakeNode {
    pub(crate) url: String,
    itself: Arc<Mutex<Itself>>,
    asked: Arc<Mutex<Vec<String>>>,
    arrived: Arc<Semaphore>,
    stop: Stop,
    listening: JoinHandle<()>,
}

/// What a node says of itself where the server asks on its own account. Such calls are not noted.
struct Itself {
    chain: &'static str,
    head: u64,
    is_deaf: bool,
}

impl Itself {
    fn new() -> Arc<Mutex<Self>> {
        Arc::new(Mutex::new(Itself { chain: "0x5", head: 100, is_deaf: false }))
    }

    fn answer(&self, body: &str) -> Option<String> {
        let call: Value = serde_json::from_str(body).ok()?;
        let result = match (call["id"].as_str()?, call["method"].as_str()?) {
            ("latchkit", "eth_chainId") => self.chain.to_owned(),
            ("latchkit", "eth_blockNumber") => format!("0x{:x}", self.head),
            _ => return None,
        };
        Some(format!(r#"{{"id":"latchkit","result":"{result}"}}"#))
    }
}

impl FakeNode {
    /// It says that it is of this chain.
    pub(crate) fn is_of_chain(&self, chain: &'static str) {
        self.itself.lock().expect("sound").chain = chain;
    }

    /// It says that this is its latest block.
    pub(crate) fn is_at(&self, head: u64) {
        self.itself.lock().expect("sound").head = head;
    }

    /// It ends.
    pub(crate) async fn ends(self) {
        self.stop.now();
        self.listening.await.expect("it ended");
    }

    /// It ends, and another one listens where it did, of this chain and with this latest block.
    pub(crate) async fn gives_way(
        self,
        chain: &'static str,
        head: u64,
        answer: impl Fn(&str) -> (u16, String) + Clone + Send + Sync + 'static,
    ) -> Self {
        self.stop.now();
        self.listening.await.expect("it ended");
        let address = self.url.trim_start_matches("http://").trim_end_matches("/key");
        let listener = bind(address.parse().expect("an address"), "").await.expect("it is free");
        let itself = Arc::new(Mutex::new(Itself { chain, head, is_deaf: false }));
        Self::at(listener, itself, move |body| std::future::ready(answer(&body)))
    }

    /// It answers no call any more.
    pub(crate) fn is_deaf(&self) {
        self.itself.lock().expect("sound").is_deaf = true;
    }

    /// A node that is limited, and asks to be left alone for a while.
    pub(crate) async fn resting(time: Duration) -> Self {
        let mut node = Self::answering(|_| (429, String::new())).await;
        node.url = format!("{}?retry-after={}", node.url, time.as_secs());
        node
    }

    /// A node that answers with a status and a text, made from the text it got.
    pub(crate) async fn answering(
        answer: impl Fn(&str) -> (u16, String) + Clone + Send + Sync + 'static,
    ) -> Self {
        Self::after(Duration::ZERO, answer).await
    }

    /// A node that gives each call's method as its result.
    pub(crate) async fn sound() -> Self {
        Self::answering(|body| (200, methods_as_results(body))).await
    }

    /// A node that answers every call with one error.
    pub(crate) async fn failing(code: i32, message: &'static str) -> Self {
        Self::answering(move |body| {
            let error = format!(r#"{{"code":{code},"message":"{message}"}}"#);
            (200, each(body, |call| format!(r#"{{"id":{},"error":{error}}}"#, call["id"])))
        })
        .await
    }

    /// A node that waits before it answers.
    pub(crate) async fn after(
        wait: Duration,
        answer: impl Fn(&str) -> (u16, String) + Clone + Send + Sync + 'static,
    ) -> Self {
        Self::asking(move |body| {
            let answer = answer.clone();
            async move {
                tokio::time::sleep(wait).await;
                answer(&body)
            }
        })
        .await
    }

    /// A node that finds its answers somewhere else.
    pub(crate) async fn asking<F>(
        answer: impl Fn(String) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = (u16, String)> + Send,
    {
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        Self::at(listener, Itself::new(), answer)
    }

    fn at<F>(
        listener: TcpListener,
        itself: Arc<Mutex<Itself>>,
        answer: impl Fn(String) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = (u16, String)> + Send,
    {
        let (asked, arrived) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Semaphore::new(0)));
        let (notes, count, stop) = (asked.clone(), arrived.clone(), Stop::default());
        let of_itself = itself.clone();
        let routes = Router::new().fallback(move |request: Request| {
            let (notes, count, answer) = (notes.clone(), count.clone(), answer.clone());
            let of_itself = of_itself.clone();
            async move {
                assert_eq!(request.method(), Method::POST);
                let rest = request.uri().query().map(|it| it.replace("retry-after=", ""));
                let body = request.into_body().collect().await.expect("a body").to_bytes();
                let text = String::from_utf8(body.to_vec()).expect("text");
                let told = of_itself.lock().expect("sound").answer(&text);
                if let Some(answer) = told {
                    return (StatusCode::OK, answer).into_response();
                }
                notes.lock().expect("sound").push(text.clone());
                count.add_permits(1);
                if of_itself.lock().expect("sound").is_deaf {
                    std::future::pending::<()>().await;
                }
                let (status, text) = answer(text).await;
                let status = StatusCode::from_u16(status).expect("a status");
                match rest {
                    Some(rest) => (status, [(RETRY_AFTER, rest)], text).into_response(),
                    None => (status, text).into_response(),
                }
            }
        });
        let url = format!("http://{}/key", listener.local_addr().expect("an address"));
        let listening = tokio::spawn(listen(listener, routes, stop.clone()));
        FakeNode { url, itself, asked, arrived, stop, listening }
    }

    /// A node that takes a call and hangs up without an answer.
    pub(crate) async fn hanging_up() -> Self {
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (notes, itself) = (asked.clone(), Itself::new());
        let of_itself = itself.clone();
        let listening = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut bytes = [0; 4096];
                let length = stream.read(&mut bytes).await.expect("a request");
                let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
                let body = text.split("\r\n\r\n").last().unwrap_or_default();
                let told = of_itself.lock().expect("sound").answer(body);
                match told {
                    None => notes.lock().expect("sound").push(text),
                    Some(body) => {
                        let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ";
                        let answer = format!("{head}{}\r\n\r\n{body}", body.len());
                        stream.write_all(answer.as_bytes()).await.expect("a reader");
                    }
                }
            }
        });
        let (arrived, stop) = (Arc::new(Semaphore::new(0)), Stop::default());
        FakeNode { url, itself, asked, arrived, stop, listening }
    }

    /// Waits until it was asked so often.
    pub(crate) async fn was_asked(&self, times: u32) {
        drop(self.arrived.acquire_many(times).await.expect("open"));
    }

    /// A sound node that never answers calls of one method.
    pub(crate) async fn deaf_to(method: &'static str) -> Self {
        Self::asking(move |body| async move {
            if body.contains(method) {
                std::future::pending::<()>().await;
            }
            (200, methods_as_results(&body))
        })
        .await
    }

    /// The bodies it got, in their order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("sound").clone()
    }
}

/// The URL of a port that nothing listens on.
pub(crate) async fn nowhere() -> String {
    let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
    format!("http://{}/", listener.local_addr().expect("an address"))
}

/// What a sound node answers.
pub(crate) fn methods_as_results(body: &str) -> String {
    each(body, |call| format!(r#"{{"id":{},"result":{}}}"#, call["id"], call["method"]))
}

/// One answer for each call.
pub(crate) fn each(body: &str, answer: impl Fn(&Value) -> String) -> String {
    match serde_json::from_str(body).expect("JSON") {
        Value::Array(calls) => {
            format!("[{}]", calls.iter().map(answer).collect::<Vec<_>>().join(","))
        }
        call => answer(&call),
    }
}
