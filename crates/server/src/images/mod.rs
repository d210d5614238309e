//! The images that are served: marks, neutral drawings, and the icon files of an operator's own registry.
//!
//! An [`Image`] knows its own name, a hash of its bytes: what is served under that name never changes.
//! `marks.rs` has those of the program, `drawing.rs` draws, `file.rs` reads icon files and refuses what a
//! page should not be given.

pub(crate) mod drawing;
pub(crate) mod file;
pub(crate) mod marks;

use crate::cache_control::CacheControl;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use sha3::{Digest, Sha3_256};
use std::fmt::Write;

/// An image, and what it is called.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    bytes: Bytes,
    media: &'static str,
    id: String,
}

impl Image {
    pub(crate) fn new(bytes: impl Into<Bytes>, media: &'static str) -> Self {
        let bytes = bytes.into();
        let id = hex(&Sha3_256::digest(&bytes)[..16]);
        Image { bytes, media, id }
    }

    /// A hash of the bytes, 32 hex digits.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The answer to a request for it. A page of any origin may show it; opened by itself it can do
    /// nothing, by the headers that every answer has.
    pub(crate) fn answer(&self, headers: &HeaderMap, cache_control: CacheControl) -> Response {
        let tag = format!("\"{}\"", self.id);
        let is_known = crate::files::is_known(headers, IF_NONE_MATCH, &tag);
        let caching = [
            (CACHE_CONTROL, cache_control.value()),
            (ETAG, &tag),
            (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        (caching, [(CONTENT_TYPE, self.media)], self.bytes.clone()).into_response()
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(text, "{byte:02x}").expect("writing to memory does not fail");
    }
    text
}
