//! A JSON-RPC node that does as a test says, and remembers what it was asked.

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use http_body_util::BodyExt;
use serde_json::Value;
use server::listen::{Stop, bind, listen};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;

/// A node at a random port.
pub(crate) struct FakeNode {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<String>>>,
    arrived: Arc<Semaphore>,
}

impl FakeNode {
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

    async fn asking<F>(answer: impl Fn(String) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = (u16, String)> + Send,
    {
        let (asked, arrived) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Semaphore::new(0)));
        let (notes, count) = (asked.clone(), arrived.clone());
        let routes = Router::new().fallback(move |request: Request| {
            let (notes, count, answer) = (notes.clone(), count.clone(), answer.clone());
            async move {
                assert_eq!(request.method(), Method::POST);
                let body = request.into_body().collect().await.expect("a body").to_bytes();
                let text = String::from_utf8(body.to_vec()).expect("text");
                notes.lock().expect("sound").push(text.clone());
                count.add_permits(1);
                let (status, text) = answer(text).await;
                (StatusCode::from_u16(status).expect("a status"), text).into_response()
            }
        });
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let url = format!("http://{}/key", listener.local_addr().expect("an address"));
        tokio::spawn(listen(listener, routes, Stop::default()));
        FakeNode { url, asked, arrived }
    }

    /// A node that takes a request and hangs up without an answer.
    pub(crate) async fn hanging_up() -> Self {
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let notes = asked.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut bytes = [0; 4096];
                stream.readable().await.expect("a request");
                let length = stream.try_read(&mut bytes).unwrap_or_default();
                notes
                    .lock()
                    .expect("sound")
                    .push(String::from_utf8_lossy(&bytes[..length]).into_owned());
            }
        });
        FakeNode { url, asked, arrived: Arc::new(Semaphore::new(0)) }
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
