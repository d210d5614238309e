//! The images of wallets, networks, currencies and tokens. They are the same for everybody, so that no project is looked
//! up: nothing here reaches the database, and nobody's requests are counted.
//!
//! `GET /getWalletImage/{id}` takes the `image_id` of a listing, a hash of the image. The others take
//! names: `/public/getAssetImage/eip155:1` (a built-in network), `/public/getCurrencyImage/usd` (what
//! prices are told in), `/public/getTokenImage/ETH` (a coin or token).

use crate::app::App;
use crate::cache_control::CacheControl;
use crate::error::ApiError;
use crate::images::drawing;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use chains::registry::NETWORKS;
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

/// Tokens that are shown often; what fees are paid in on a built-in network needs no row.
const TOKENS: [&str; 26] = [
    "ETH", "WETH", "BTC", "WBTC", "SOL", "USDC", "USDT", "DAI", "ARB", "OP", "POL", "MATIC", "BNB",
    "AVAX", "LINK", "UNI", "AAVE", "CRV", "BAL", "ENS", "1INCH", "DOT", "ATOM", "ADA", "TRX",
    "GNO",
];

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

/// The image of a built-in network.
#[utoipa::path(
    get,
    path = "/public/getAssetImage/{id}",
    params(("id" = String, Path, description = "Its CAIP-2 id")),
    responses((status = 200, description = "The image."), (status = 304, description = "It is known."), (status = 404, description = "There is none."))
)]
pub(super) async fn network(
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let network = chains::registry::find(&id).ok_or(ApiError::ImageUnknown)?;
    Ok(drawing::network(network.caip_id, network.name).answer(&headers, CacheControl::Day))
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
    Ok(drawing::currency(code, *sign).answer(&headers, CacheControl::Day))
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
    let native = NETWORKS.iter().map(|network| network.native_currency.symbol);
    let mut known = native.chain(TOKENS);
    let symbol = known.find(|it| it.eq_ignore_ascii_case(&id)).ok_or(ApiError::ImageUnknown)?;
    Ok(drawing::currency(symbol, None).answer(&headers, CacheControl::Day))
}
