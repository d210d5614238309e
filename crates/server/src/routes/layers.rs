//! The layers that several tables of routes have: CORS, headers, a net for panics, compression.

use super::limit;
use crate::error::ApiError;
use crate::request_log;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::time::Duration;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{self, CorsLayer};

/// Smaller answers are not compressed: it would cost more time than it saves.
const COMPRESSED_FROM_BYTES: u64 = 1024;

/// CORS of what any page may ask: nothing there depends on who asks.
pub(crate) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(cors::Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            CONTENT_TYPE,
            HeaderName::from_static("solana-client"),
            HeaderName::from_static("x-sdk-type"),
            HeaderName::from_static("x-sdk-version"),
            request_log::REQUEST_ID,
        ])
        .expose_headers([&[request_log::REQUEST_ID], &limit::HEADERS[..]].concat())
        .max_age(Duration::from_hours(24))
}

/// Headers by which no answer can be taken for more than it is: none is guessed to be a page, run,
/// framed, or told of where a link leads to. A page of ours brings its own policy.
pub(crate) async fn harmless(mut answer: Response) -> Response {
    const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
    let headers = answer.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    answer
}

/// Answers 500 where a route panics; otherwise the connection would break without a word.
pub(crate) fn no_panics() -> CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response> {
    CatchPanicLayer::custom(|_| ApiError::Unexpected.into_response())
}

/// Compression of answers that were made for one request; files are compressed once, and better. An
/// answer with a strong tag stays as it is: such a tag promises the very bytes.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let has_weak_tag = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(ETAG).is_none_or(|tag| tag.as_bytes().starts_with(b"W/"))
    };
    let worth =
        SizeAbove::new(COMPRESSED_FROM_BYTES).and(NotForContentType::IMAGES).and(has_weak_tag);
    CompressionLayer::new().quality(CompressionLevel::Precise(4)).compress_when(worth)
}
