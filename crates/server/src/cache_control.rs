//! `Cache-Control`, as [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2) has it: how long
//! a browser may keep a file or an image without asking.

/// What the field says of something that is the same for everybody.
#[derive(Clone, Copy)]
pub(crate) enum CacheControl {
    /// A year, and no question meanwhile: the path names the content.
    Immutable,
    /// A day: another version may draw it in another way.
    Day,
    /// It is asked for each time, and known by its tag.
    NoCache,
}

impl CacheControl {
    /// The field's value.
    pub(crate) fn value(self) -> &'static str {
        match self {
            CacheControl::Immutable => "public, max-age=31536000, immutable",
            CacheControl::Day => "public, max-age=86400",
            CacheControl::NoCache => "no-cache",
        }
    }
}
