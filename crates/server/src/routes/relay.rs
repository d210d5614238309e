//! `GET /relay`, and `GET /` where a WebSocket is asked for: the relay.
//!
//! Clients that say `useOnCloseEvent=true` are told in the socket why they may not be here, since a page
//! cannot see the status of a refused upgrade; others by that status.

use crate::app::App;
use crate::client_address::client_of;
use crate::error::ApiError;
use crate::extract::parameter;
use crate::relay::admission::admit;
use crate::relay::socket;
use crate::request_log::TurnedAway;
use crate::websocket::Upgrade;
use axum::extract::{Request, State};
use axum::http::header::UPGRADE;
use axum::response::{IntoResponse, Response};
use protocol::relay::address::USE_ON_CLOSE_EVENT;
use protocol::relay::frame::FRAME_BYTES;
use std::sync::Arc;
use std::time::Duration;

/// How long who may not be here waits to hear of it, in milliseconds; at most twice as long.
const TURN_AWAY_MS: u64 = 750;

/// A WebSocket to the relay.
#[utoipa::path(
    get,
    path = "/relay",
    params(
        ("projectId" = String, Query, description = "32 hex digits"),
        ("auth" = String, Query, description = "The client's token; or as `Authorization: Bearer`"),
        ("useOnCloseEvent" = Option<String>, Query, description = "`true`: refusals are told in the socket"),
    ),
    responses(
        (status = 101, description = "The socket."),
        (status = 401, description = "There is no such project, or the token does not hold."),
        (status = 403, description = "The project does not allow the page."),
        (status = 426, description = "No WebSocket is asked for."),
        (status = 429, description = "This client connects too often, or has too many sockets."),
        (status = 503, description = "There are too many sockets."),
    )
)]
pub(super) async fn relay(State(app): State<Arc<App>>, request: Request) -> Response {
    let address = client_of(&request, &app.config.trusted_proxies);
    let (mut parts, _) = request.into_parts();
    let Some(upgrade) = Upgrade::of(&mut parts) else {
        return ApiError::UpgradeRequired.into_response();
    };
    let entered = match app.relay.sockets.enter(address) {
        Ok(entered) => entered,
        Err(full) => return ApiError::Busy(full).into_response(),
    };
    let relay = app.relay();
    let room = relay.room(address);
    match admit(&app, address, &parts.uri, &parts.headers).await {
        Ok(admitted) => upgrade.open(room, FRAME_BYTES, move |socket| {
            Box::pin(socket::serve(relay, socket, admitted, address, entered))
        }),
        Err(refusal) => {
            relay.counts.refuse(refusal);
            let wait = a_while();
            if parameter(&parts.uri, USE_ON_CLOSE_EVENT).as_deref() != Some("true") {
                tokio::time::sleep(wait).await;
                return ApiError::RelayRefused(refusal).into_response();
            }
            let mut answer = upgrade.open(room, FRAME_BYTES, move |socket| async move {
                let _entered = entered;
                socket::turn_away(socket, refusal, wait).await;
            });
            answer.extensions_mut().insert(TurnedAway(refusal.tag()));
            answer
        }
    }
}

/// Whether a request to `/` is for the relay: clients that were given a bare origin ask there.
pub(super) fn is_asked_for(request: &Request) -> bool {
    let upgrade = request.headers().get(UPGRADE);
    upgrade.is_some_and(|it| it.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// Another time for each, so that they do not all come again at once.
fn a_while() -> Duration {
    let mut byte = [0];
    getrandom::fill(&mut byte).expect("the system gives random bytes");
    Duration::from_millis(TURN_AWAY_MS + TURN_AWAY_MS * u64::from(byte[0]) / 255)
}
