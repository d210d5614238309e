//! What the routes below an account's address share: whose it is, on which chains it is looked at, and how pages are
//! told.

use super::worth::icon_url;
use crate::app::App;
use crate::error::ApiError;
use crate::held_bytes::Room;
use crate::holdings::{NotRead, Owner, owner, owner_of};
use crate::known_chains::is_for_tests;
use crate::upstream::Chain;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use protocol::api::history::Link;
use protocol::caip::{ChainId, Namespace};
use serde::Serialize;

/// How the chain is named here.
const CHAIN_FORM: &str = "a CAIP-2 id such as eip155:1, or the number of a chain of eip155";

/// The owner of an address, and the chain that is named, one of eip155 by its number, too; without one, those of its
/// namespace that are not for tests.
pub(super) fn on_chains<'a>(
    app: &'a App,
    address: &str,
    chain: Option<&str>,
) -> Result<(Owner, Vec<&'a Chain>), ApiError> {
    let (owner, chains) = if let Some(text) = chain {
        let number = text.bytes().all(|it| it.is_ascii_digit()).then(|| format!("eip155:{text}"));
        let id = ChainId::parse(&number.unwrap_or_else(|| text.to_owned()));
        let id = id.ok_or(ApiError::ParameterMalformed("chainId", CHAIN_FORM))?;
        let chain = app.chains.get(&id.text()).ok_or(ApiError::ChainUnknown(id.text()))?;
        (owner(&id, address), vec![&**chain])
    } else {
        let owner = owner_of(address);
        let namespace = owner.as_ref().map(Owner::namespace);
        let of_owner = |chain: &&Chain| {
            let id = &chain.nodes().id;
            Some(id.namespace) == namespace && !is_for_tests(&id.text())
        };
        (owner, app.chains.values().map(|chain| &**chain).filter(of_owner).collect())
    };
    let wanted = "the address of an account of that chain: 0x and 40 hex digits, all small or with the \
                  capitals of EIP-55, or 32 bytes in base58; not a name";
    let owner = owner.ok_or(ApiError::ParameterMalformed("address", wanted))?;
    if chains.is_empty() {
        return Err(ApiError::NoneOf(owner.namespace()));
    }
    Ok((owner, chains))
}

/// How many requests it counts as to look at an account on these chains: on one of Solana its native balance and
/// its tokens by both programs are asked for on their own.
pub(super) fn calls(chains: &[&Chain]) -> usize {
    let of = |chain: &&Chain| if chain.nodes().id.namespace == Namespace::Solana { 3 } else { 1 };
    chains.iter().map(of).sum()
}

/// A parameter of the query that is not empty.
pub(super) fn given<'a>(parameters: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let given = parameters.iter().find(|(key, _)| key == name);
    given.map(|(_, value)| value.as_str()).filter(|it| !it.is_empty())
}

/// A page as it is sent: it counts as held until it is.
pub(super) fn held(room: Room, page: &impl Serialize) -> Result<Response, ApiError> {
    let written = serde_json::to_vec(page).map_err(|_| ApiError::Unexpected)?;
    Ok(answer(([(CONTENT_TYPE, "application/json")], room.hold(written)?)))
}

/// A cursor that no page of the list told.
pub(super) fn unknown_cursor() -> ApiError {
    ApiError::ParameterMalformed("cursor", "what a page of this list told as `next`")
}

/// Why nothing is told of a chain.
pub(super) fn not_read(chain: &Chain, why: NotRead) -> ApiError {
    match why {
        NotRead::Silent => ApiError::NodesSilent(chain.nodes().id.text()),
        NotRead::NoRoom(full) => ApiError::NoRoom(full),
    }
}

/// The names of chains.
pub(super) fn names(chains: &[&Chain]) -> Vec<String> {
    chains.iter().map(|it| it.nodes().id.text()).collect()
}

/// Where the picture of a symbol is.
pub(super) fn icon(app: &App) -> impl Fn(&str) -> Option<Link> + Sync {
    |symbol| Some(Link { url: icon_url(app, symbol) }).filter(|it| !it.url.is_empty())
}

/// What somebody else's cache must not have.
fn answer(body: impl IntoResponse) -> Response {
    // Pages ask again because something changed.
    ([(CACHE_CONTROL, "private, no-cache"), (VARY, "origin")], body).into_response()
}
