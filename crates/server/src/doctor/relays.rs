//! Whether relays let pages in: each is asked as the client of a page asks it, with a token that this
//! program signs for itself, and told nothing else.

use super::get::ANSWER_TIME;
use super::report::Finding;
use crate::config::Config;
use crate::origin::Origin;
use crate::project::ProjectId;
use crate::relay::told::own_url;
use crate::upstream::{Client, causes};
use axum::http::header::{CONNECTION, ORIGIN, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderValue, Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use http_body_util::Full;
use hyper_util::rt::TokioIo;
use protocol::api::WalletConnectRelay;
use protocol::relay::address;
use protocol::relay::call::Call;
use protocol::relay::frame::{self, Frame, FrameId};
use protocol::relay::token::{self, LIFETIME_SECONDS};
use protocol::relay::topic::Topic;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;
use url::{Position, Url};

/// As whom a relay is asked.
pub(super) struct Visit {
    /// For this project; without one it is only seen whether a socket opens.
    pub(super) project: Option<ProjectId>,
    /// From a page of this origin.
    pub(super) page: Option<Origin>,
}

/// What a relay says.
enum Answer {
    /// It takes requests.
    LetIn,
    /// It says why not.
    Refused(String),
    /// It opens no socket, but answers so.
    NoSocket(StatusCode),
}

/// Every relay that pages are told of, asked at once.
pub(super) async fn findings(client: &Client, config: &Config, visit: &Visit) -> Vec<Finding> {
    let nobody = ProjectId::parse(&"0".repeat(32)).expect("32 hex digits");
    let told =
        config.walletconnect.told(&config.public_url, visit.project.as_ref().unwrap_or(&nobody));
    let own = own_url(&config.public_url);
    let doubts = config.walletconnect.doubts(&config.public_url).into_iter();
    let mut findings: Vec<Finding> =
        doubts.map(|(url, why)| Finding::doubtful(format_args!("relay {url}"), why)).collect();
    let asked = told.relays.into_iter().map(|relay| {
        let (client, page, is_own) = (client.clone(), visit.page.clone(), relay.url == own);
        let is_known = visit.project.is_some() || relay.project_id != nobody.to_string();
        tokio::spawn(async move {
            let asked = tokio::time::timeout(ANSWER_TIME, ask(&client, &relay, page.as_ref()));
            let late = || Err(format!("no answer after {} s", ANSWER_TIME.as_secs()));
            let answer = asked.await.unwrap_or_else(|_| late());
            finding(&relay, answer, is_own, is_known, page.is_some())
        })
    });
    for asking in asked.collect::<Vec<_>>() {
        findings.extend(asking.await);
    }
    findings
}

fn finding(
    WalletConnectRelay { url, project_id, .. }: &WalletConnectRelay,
    answer: Result<Answer, String>,
    is_own: bool,
    is_known: bool,
    is_of_page: bool,
) -> Finding {
    match answer {
        Ok(Answer::LetIn) if is_of_page => {
            Finding::sound(format!("relay {url}: it lets the page in"))
        }
        Ok(Answer::LetIn) => Finding::sound(format!(
            "relay {url}: it lets project {project_id} in; whether also a page of it is seen with --host"
        )),
        Ok(Answer::Refused(_)) if !is_known => Finding::sound(format!(
            "relay {url}: it opens sockets; whether it lets pages of a project in is seen with --project"
        )),
        Ok(Answer::Refused(words)) => Finding::broken(
            format_args!("relay {url}: it refuses pages (`{words}`)"),
            "no phone connects by it; correct the project's id, allow the page's origin there, or set the \
             clock, as it says",
        ),
        Ok(Answer::NoSocket(status)) if is_own => Finding::broken(
            format_args!("relay {url}: it answers {} to a WebSocket", status.as_u16()),
            "no phone connects by it; have the proxy in front hand on `Upgrade`",
        ),
        Ok(Answer::NoSocket(status)) => Finding::broken(
            format_args!("relay {url}: it answers {} to a WebSocket", status.as_u16()),
            "no phone connects by it; correct `url` in [[walletconnect.relays]]",
        ),
        Err(why) if is_own => Finding::doubtful(
            format_args!("relay {url}: it does not answer ({why})"),
            "see what is said of public_url",
        ),
        Err(why) => Finding::broken(
            format_args!("relay {url}: it does not answer ({why})"),
            "no phone connects by it; correct `url` in [[walletconnect.relays]]",
        ),
    }
}

/// Opens a socket, and subscribes to a topic that nobody else knows.
async fn ask(
    client: &Client,
    relay: &WalletConnectRelay,
    page: Option<&Origin>,
) -> Result<Answer, String> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("the system gives random bytes");
    let now = u64::try_from(crate::clock::now_ms() / 1000).unwrap_or(0);
    let mut request = Request::new(Full::default());
    let address =
        address(relay, &token::sign(&seed, "doctor", &relay.url, now, now + LIFETIME_SECONDS));
    *request.uri_mut() = address.parse().map_err(|_| "it is not the URL of a host".to_owned())?;
    let headers = request.headers_mut();
    for (name, value) in [
        (CONNECTION, "Upgrade"),
        (UPGRADE, "websocket"),
        (SEC_WEBSOCKET_VERSION, "13"),
        // What is to come back is of no interest here.
        (SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ=="),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.extend(page.map(|it| (ORIGIN, it.header())));
    let response = client.request(request).await.map_err(|error| causes(&error))?;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        return Ok(Answer::NoSocket(response.status()));
    }
    let upgraded = hyper::upgrade::on(response).await.map_err(|error| causes(&error))?;
    let stream = TokioIo::new(upgraded);
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
    let call = Call::BatchSubscribe { topics: vec![Topic::of(&seed)], is_blocking: false };
    let asked = frame::request(&FrameId::number(now * 1_000_000), call.method(), &call);
    // One that refuses may be gone by now: what it said is there to be read.
    let _ = socket.send(Message::text(asked)).await;
    while let Some(frame) = socket.next().await {
        match frame.map_err(|error| causes(&error))? {
            Message::Text(text) => match Frame::read(&text) {
                Ok(Frame::Refused { error, .. }) => {
                    return Ok(Answer::Refused(cut(&error.message)));
                }
                Ok(Frame::Answer { .. }) => return Ok(Answer::LetIn),
                _ => {}
            },
            Message::Close(why) => {
                return Ok(Answer::Refused(why.map(|it| cut(&it.reason)).unwrap_or_default()));
            }
            _ => {}
        }
    }
    Err("it hung up without a word".to_owned())
}

/// Where a relay is asked, under the scheme by which a request gets there.
fn address(relay: &WalletConnectRelay, token: &str) -> String {
    let url = Url::parse(&relay.url).expect("it was read");
    let scheme = if url.scheme() == "wss" { "https" } else { "http" };
    let agent = concat!("wc-2/rust-", env!("CARGO_PKG_VERSION"), "/doctor");
    let url = [scheme, &url[Position::AfterScheme..]].concat();
    address::address(&url, token, &relay.project_id, agent)
}

fn cut(words: &str) -> String {
    words.chars().take(80).collect()
}
