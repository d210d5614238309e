//! An API that others host, played by a server that answers as a test says, and remembers what it was asked.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::IntoResponse;
use server::listen::{Stop, bind, listen};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// It, at a random port.
pub(crate) struct HostedApi {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    stop: Stop,
}

/// What it was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) query: HashMap<String, String>,
    pub(crate) headers: HashMap<String, String>,
}

impl HostedApi {
    /// One that answers with a status and a text.
    pub(crate) async fn answering(
        answer: impl Fn(&Asked) -> (u16, String) + Clone + Send + Sync + 'static,
    ) -> Self {
        Self::asking(move |question| std::future::ready(answer(question))).await
    }

    /// One that finds its answers somewhere else.
    pub(crate) async fn asking<F>(
        answer: impl Fn(&Asked) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = (u16, String)> + Send + 'static,
    {
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let heard = asked.clone();
        let routes = Router::new().fallback(move |request: Request| {
            let question = read(&request);
            let answer = answer(&question);
            heard.lock().expect("sound").push(question);
            async move {
                let (status, text) = answer.await;
                let status = StatusCode::from_u16(status).expect("a status");
                (status, [(RETRY_AFTER, "60")], text).into_response()
            }
        });
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = Stop::default();
        tokio::spawn(listen(listener, routes, stop.clone()));
        HostedApi { url, asked, stop }
    }

    /// What it was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("sound").clone()
    }

    /// It hears nobody any more.
    pub(crate) fn ends(&self) {
        self.stop.now();
    }
}

fn read(request: &Request) -> Asked {
    let query = request.uri().query().unwrap_or_default();
    let query = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let header = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap_or_default().to_owned())
    };
    let headers = request.headers().iter().map(header).collect();
    Asked { path: request.uri().path().to_owned(), query, headers }
}
