//! The images of wallets, networks, currencies and tokens. They are the same for everybody, so that no project is looked
//! up: nothing here reaches the database, and nobody's requests are counted.
//!
//! `GET /getWalletImage/{id}` takes the `image_id` of a listing, a hash of the image. The others take
//! names: `/public/getAssetImage/eip155:1` (a network), `/public/getCurrencyImage/usd` (what prices are
//! told in), `/public/getTokenImage/ETH` (a coin or token). Where a mark is at hand it is served, else what
//! is known is drawn. Modals ask for the image of each network of their host, so one that nobody knows is
//! no failure: 204.

use crate::app::App;
use crate::cache_control::CacheControl;
use crate::error::ApiError;
use crate::extract::Path;
use crate::images::{Image, drawing, marks};
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What prices are told in, and the sign of each that has one.
const CURRENCIES: [(&str, Option<&str>); 9] = [
    ("USD", Some("$")),
    ("EUR", Some("€")),
    ("GBP", Some("£")),
    ("AUD", Some("A$")),
    ("CAD", Some("C$")),
    ("INR", Some("₹")),
    ("JPY", Some("¥")),
    ("BTC", None),
    ("ETH", None),
];

/// Tokens that are shown often and whose mark is not at hand.
const UNMARKED_TOKENS: [&str; 1] = ["WETH"];

/// The image of a wallet.
#[utoipa::path(
    get,
    path = "/getWalletImage/{id}",
    params(("id" = String, Path, description = "Its `image_id`")),
    responses((status = 200, description = "The image."), (status = 304, description = "It is known."), (status = 404, description = "There is none."))
)]
pub(super) async fn wallet(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let image = app.wallets.image(&id).ok_or(ApiError::ImageUnknown)?;
    Ok(image.answer(&headers, CacheControl::Immutable))
}

/// The image of a network.
#[utoipa::path(
    get,
    path = "/public/getAssetImage/{id}",
    params(("id" = String, Path, description = "Its CAIP-2 id")),
    responses((status = 200, description = "The image."), (status = 204, description = "The network is not known here."), (status = 304, description = "It is known."), (status = 404, description = "There is none."))
)]
pub(super) async fn network(
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let drawn = || chains::registry::find(&id).map(|it| drawing::network(it.caip_id, it.name));
    if let Some(image) = marks::network(&id).cloned().or_else(drawn) {
        return Ok(image.answer(&headers, CacheControl::Day));
    }
    if !directory::is_chain(&id) {
        return Err(ApiError::ImageUnknown);
    }
    let told = [
        (CACHE_CONTROL, CacheControl::Day.value()),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((StatusCode::NO_CONTENT, told).into_response())
}

/// The image of a currency.
#[utoipa::path(
    get,
    path = "/public/getCurrencyImage/{id}",
    params(("id" = String, Path, description = "Such as `usd`")),
    responses((status = 200, description = "The image."), (status = 304, description = "It is known."), (status = 404, description = "There is none."))
)]
pub(super) async fn currency(
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let row = CURRENCIES.iter().find(|(code, _)| code.eq_ignore_ascii_case(&id));
    let (code, sign) = row.ok_or(ApiError::ImageUnknown)?;
    let drawn = || drawing::currency(code, *sign);
    Ok(marked(code).unwrap_or_else(drawn).answer(&headers, CacheControl::Day))
}

/// The image of a coin or token.
#[utoipa::path(
    get,
    path = "/public/getTokenImage/{id}",
    params(("id" = String, Path, description = "Such as `ETH`")),
    responses((status = 200, description = "The image."), (status = 304, description = "It is known."), (status = 404, description = "There is none."))
)]
pub(super) async fn token(
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let drawn = || {
        let symbol = UNMARKED_TOKENS.iter().find(|it| it.eq_ignore_ascii_case(&id))?;
        Some(drawing::currency(symbol, None))
    };
    let image = marked(&id).or_else(drawn).ok_or(ApiError::ImageUnknown)?;
    Ok(image.answer(&headers, CacheControl::Day))
}

fn marked(symbol: &str) -> Option<Image> {
    marks::currency(symbol).cloned()
}
