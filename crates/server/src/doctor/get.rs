//! One HTTP request of the doctor's, with its limits.

use crate::upstream::Client;
use axum::http::header::{ACCEPT_ENCODING, HOST, ORIGIN, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use std::time::Duration;

/// How long anything may take to answer.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(5);
/// More of a body is not read: the head of a page is within.
const READ_BYTES: usize = 1024 * 1024;

/// What is asked.
pub(super) struct Ask {
    pub(super) uri: Uri,
    /// The name to send, if it is not that of the URL.
    pub(super) host: Option<HeaderValue>,
    /// The page to ask as, and the body to ask with: then it is a POST.
    pub(super) as_page: Option<(HeaderValue, Bytes)>,
}

/// What was answered.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Ask {
    /// A GET of a URL.
    pub(super) fn get(uri: Uri) -> Self {
        Ask { uri, host: None, as_page: None }
    }

    /// Sends it. The error says what went wrong.
    pub(super) async fn send(self, client: &Client) -> Result<Answer, String> {
        let answered = tokio::time::timeout(ANSWER_TIME, self.exchange(client)).await;
        answered.unwrap_or_else(|_| Err(format!("no answer after {} s", ANSWER_TIME.as_secs())))
    }

    async fn exchange(self, client: &Client) -> Result<Answer, String> {
        let mut request = Request::new(Full::default());
        *request.uri_mut() = self.uri;
        let headers = request.headers_mut();
        let agent = concat!("latchkit-doctor/", env!("CARGO_PKG_VERSION"));
        headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if let Some(host) = self.host {
            headers.insert(HOST, host);
        }
        if let Some((origin, body)) = self.as_page {
            headers.insert(ORIGIN, origin);
            *request.method_mut() = Method::POST;
            *request.body_mut() = Full::new(body);
        }
        let response =
            client.request(request).await.map_err(|error| crate::upstream::causes(&error))?;
        let (head, mut left) = response.into_parts();
        let mut body = Vec::new();
        while let Some(frame) = left.frame().await {
            let frame = frame.map_err(|error| crate::upstream::causes(&error))?;
            body.extend_from_slice(frame.data_ref().map_or(&[], |it| &**it));
            if body.len() >= READ_BYTES {
                break;
            }
        }
        Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
    }
}

impl Answer {
    /// A header's value; of several, with commas between.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        let values: Vec<_> =
            self.headers.get_all(name).iter().filter_map(|it| it.to_str().ok()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}
